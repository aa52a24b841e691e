"""`parley schema`: the JSON Schema of what `run`, `show` and `replay` print with `--json`."""

import msgspec

from tui.headless.output import data, flush
from tui.model.unified import schema


def main() -> int:
    """Print the schema."""
    data(msgspec.json.format(msgspec.json.encode(schema()), indent=2))
    flush()
    return 0
