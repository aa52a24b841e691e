"""Resumed conversations are kept from Gemini's own clean-up, and nothing else is touched."""

import shutil
from pathlib import Path

import pytest

from tests.agents.gemini.scenes import TRANSCRIPTS, make_spec
from tests.agents.gemini.stores import (
    CONTEXT,
    SESSION,
    SPOKEN,
    TWIN,
    header,
    history,
    said,
    write_chat,
)
from tui.agents.gemini.chats import chats_of, gemini_folder, seconds_until_safe
from tui.agents.gemini.mend import mend, mend_store
from tui.model.identity import SessionId

REAL = "session-2026-11-16T01-59-338dfc3b.jsonl"
LATER = "session-2026-11-16T02-00-338dfc3b.jsonl"
DURING_0159 = 1794794399.5
"""Half a second before the minute in the conversation's name is over."""


def names(folder: Path) -> list[str]:
    """Return what is in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_files_of_the_real_cli_are_told_apart(tmp_path: Path) -> None:
    chats = tmp_path / "tmp" / "lossdemo2" / "chats"
    shutil.copytree(TRANSCRIPTS / "chats", chats)

    removed = mend(tmp_path, SESSION, tmp_path / "copies")

    assert removed == [chats / LATER]
    assert names(chats) == names(tmp_path / "copies") == [REAL]


def test_empty_twin_goes_after_the_conversation_was_copied(tmp_path: Path) -> None:
    real = write_chat(tmp_path, REAL, SPOKEN)
    twin = write_chat(tmp_path, LATER, TWIN)
    copies = tmp_path / "copies"

    removed = mend(tmp_path, SESSION, copies)

    assert removed == [twin]
    assert real.exists()
    assert (copies / REAL).read_bytes() == real.read_bytes()
    assert (copies / REAL).stat().st_mode & 0o777 == 0o600
    assert copies.stat().st_mode & 0o777 == 0o700
    assert names(copies) == [REAL]


@pytest.mark.parametrize(
    "records",
    [
        [*TWIN, said("user", "hello")],
        [*TWIN, said("gemini", "hello")],
        [header(), history(CONTEXT, "hello")],
        [header(), history("hello")],
        [header(), {"$set": {"summary": "Fix the bug"}}],
        [header(), {"$rewindTo": "x"}],
        [header(session="338dfc3b-0000-4000-8000-000000000000"), history(CONTEXT)],
        [history(CONTEXT)],
        [],
    ],
    ids=[
        "a prompt",
        "an answer",
        "a history",
        "a history without context",
        "a summary",
        "a rewind",
        "another session",
        "no header",
        "nothing at all",
    ],
)
def test_file_that_may_hold_something_stays(
    tmp_path: Path, records: list[dict[str, object]]
) -> None:
    write_chat(tmp_path, REAL, SPOKEN)
    other = write_chat(tmp_path, LATER, records)

    assert mend(tmp_path, SESSION, tmp_path / "copies") == []
    assert other.exists()


def test_half_a_line_is_not_taken_for_nothing(tmp_path: Path) -> None:
    write_chat(tmp_path, REAL, SPOKEN)
    twin = write_chat(tmp_path, LATER, TWIN)
    with twin.open("a") as file:
        file.write('{"id":"m1","type":"user","cont')

    assert mend(tmp_path, SESSION, tmp_path / "copies") == []


def test_only_file_of_a_session_stays_even_if_empty(tmp_path: Path) -> None:
    only = write_chat(tmp_path, REAL, TWIN)

    assert mend(tmp_path, SESSION, tmp_path / "copies") == []
    assert only.exists()


def test_conversation_of_another_project_does_not_count(tmp_path: Path) -> None:
    real = write_chat(tmp_path, REAL, SPOKEN)
    elsewhere = tmp_path / "tmp" / "other" / "chats" / REAL
    elsewhere.parent.mkdir(parents=True)
    real.rename(elsewhere)
    twin = write_chat(tmp_path, LATER, TWIN)

    assert mend(tmp_path, SESSION, tmp_path / "copies") == []
    assert twin.exists()


def test_old_document_is_copied_and_its_twin_goes(tmp_path: Path) -> None:
    old = REAL.removesuffix("l")
    write_chat(tmp_path, old, [{**header(), "messages": [said("user", "hello")]}])
    migrated = write_chat(tmp_path, REAL, SPOKEN)
    twin = write_chat(tmp_path, LATER, TWIN)

    removed = mend(tmp_path, SESSION, tmp_path / "copies")

    assert removed == [twin]
    assert migrated.exists()
    assert names(tmp_path / "copies") == [old, REAL]


def test_links_are_not_followed(tmp_path: Path) -> None:
    write_chat(tmp_path, REAL, SPOKEN)
    target = write_chat(tmp_path, "elsewhere.jsonl", TWIN)
    link = target.with_name(LATER)
    link.symlink_to(target)

    assert mend(tmp_path, SESSION, tmp_path / "copies") == []
    assert link.is_symlink()


@pytest.mark.parametrize("session", ["", "../../x", "*" * 8, "338dfc3b/.."])
def test_id_that_is_none_finds_nothing(tmp_path: Path, session: str) -> None:
    write_chat(tmp_path, REAL, SPOKEN)

    assert chats_of(tmp_path, session) == []


def test_copy_follows_the_conversation(tmp_path: Path) -> None:
    real = write_chat(tmp_path, REAL, SPOKEN)
    mend(tmp_path, SESSION, tmp_path / "copies")
    write_chat(tmp_path, REAL, [*SPOKEN, said("user", "and 45")])

    mend(tmp_path, SESSION, tmp_path / "copies")

    assert (tmp_path / "copies" / REAL).read_bytes() == real.read_bytes()


def test_nothing_goes_where_no_copy_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    folder = tmp_path / ".gemini"
    write_chat(folder, REAL, SPOKEN)
    twin = write_chat(folder, LATER, TWIN)
    blocked = tmp_path / "a file"
    blocked.write_text("")

    mend_store(make_spec(state=blocked), SessionId(SESSION))
    assert twin.exists()

    mend_store(make_spec(state=tmp_path / "state"), SessionId(SESSION))
    assert not twin.exists()
    assert (tmp_path / "state" / "gemini-chats" / REAL).exists()


def test_session_is_not_loaded_in_the_minute_it_was_made(tmp_path: Path) -> None:
    write_chat(tmp_path, REAL, SPOKEN)
    chats = chats_of(tmp_path, SESSION)

    assert seconds_until_safe(chats, DURING_0159) == 2
    assert seconds_until_safe(chats, DURING_0159 - 59) == 61
    assert seconds_until_safe(chats, DURING_0159 + 1) == 0
    assert seconds_until_safe([], DURING_0159) == 0


def test_folder_follows_geminis_own_variable() -> None:
    assert gemini_folder({"HOME": "/home/dev"}) == Path("/home/dev/.gemini")
    assert gemini_folder({"HOME": "/home/dev", "GEMINI_CLI_HOME": "/g"}) == Path("/g/.gemini")
