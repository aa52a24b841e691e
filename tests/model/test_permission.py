"""A fingerprint of all that is asked."""

from msgspec.structs import replace

from tui.model.identity import RequestId, new_uuid
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind

REQUEST = PermissionRequest(
    id=RequestId("r"), tool="Bash", kind=ToolKind.SHELL, title="ls", input={"b": 1, "a": [2]}
)


def test_the_order_of_keys_does_not_matter() -> None:
    assert replace(REQUEST, input={"a": [2], "b": 1}).digest == REQUEST.digest


def test_any_difference_matters() -> None:
    others = [
        replace(REQUEST, input={"b": 1, "a": [3]}),
        replace(REQUEST, id=RequestId("s")),
        replace(REQUEST, title="ls "),
        replace(REQUEST, cwd="/"),
    ]

    assert len({REQUEST.digest, *(other.digest for other in others)}) == 5


def test_new_ids_are_random_uuids_of_version_four() -> None:
    ids = {new_uuid() for _ in range(100)}

    assert len(ids) == 100
    assert all(len(id) == 36 and id[14] == "4" and id[19] in "89ab" for id in ids)


def test_half_a_surrogate_pair_has_a_fingerprint_too() -> None:
    odd = replace(REQUEST, title="ls \ud800")

    assert odd.digest != REQUEST.digest
    assert odd.digest == replace(REQUEST, title="ls \ud800").digest
