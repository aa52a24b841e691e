"""The app with a mistake in it: drawing again divides by zero."""

import sys

from tests.ui.run_app import run
from tui.ui.app import ParleyApp


def _broken(self: ParleyApp) -> None:
    secret = "s3cret" + "-" * 40
    raise ZeroDivisionError(len(secret))


setattr(ParleyApp, "action_redraw", _broken)  # noqa: B010 - mypy refuses the plain assignment

if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
