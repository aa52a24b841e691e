"""JSON Schemas to hold our output against."""

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import msgspec

PUBLISHED = Path(__file__).resolve().parents[1] / "transcripts" / "unified-event.schema.json"
"""The published schema of eight event types, as the project was given it."""


def validator(schema: Any) -> Any:
    """Return a validator of a schema, itself checked."""
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


class Published:
    """The published schema, one definition per type name."""

    def __init__(self, schema: Any) -> None:
        definitions = schema["$defs"]
        self._validators = {}
        for reference in schema["oneOf"]:
            name = reference["$ref"].rpartition("/")[2]
            kind = definitions[name]["allOf"][1]["properties"]["type"]["const"]
            one = {"$ref": f"#/$defs/{name}", "$defs": definitions}
            self._validators[kind] = jsonschema.Draft202012Validator(one)

    @property
    def types(self) -> set[str]:
        """Return the type names it knows."""
        return set(self._validators)

    def check(self, line: dict[str, Any]) -> None:
        """Raise where a line of one of its types is not as it says."""
        if line["type"] in self._validators:
            self._validators[line["type"]].validate(line)


@cache
def published_schema() -> Published:
    """Return the published schema."""
    return Published(msgspec.json.decode(PUBLISHED.read_bytes()))
