"""The app as the command line starts it, for tests in a real terminal."""

import sys

from tui.compose import main
from tui.errors import ParleyError
from tui.headless.output import explain


def run(folder: str, agent: str = "demo", prompt: str | None = None) -> int:
    """Run the app; errors are told as the command line tells them."""
    try:
        return main(prompt, agent, folder, None, None, "ask", None)
    except ParleyError as error:
        explain(error)
        return error.exit_code


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
