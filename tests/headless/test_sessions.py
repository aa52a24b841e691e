"""`parley sessions`, `show`, `search` and `export` over stored sessions."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.agents.claude.store_lines import said, write
from tests.history.guard import untouched
from tests.history.homes import EXCERPTS
from tui.agents.store import RowKind
from tui.config.load import settings_file
from tui.errors import SessionNotFoundError, UsageError
from tui.headless import export, search, sessions, show
from tui.model.unified import schema

Output = pytest.CaptureFixture[bytes]


@pytest.fixture(autouse=True)
def stores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the commands see the excerpts."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(EXCERPTS / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(EXCERPTS / "codex"))
    gemini = tmp_path / ".gemini"
    gemini.symlink_to(EXCERPTS / "gemini")
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    return EXCERPTS


def listed(capture: Output, **options: object) -> list[dict[str, object]]:
    given = {"json": True, "agent": None, "cwd": None, "limit": None, **options}
    assert sessions.main(**given) == 0  # type: ignore[arg-type]  # checked by the parser
    rows: list[dict[str, object]] = json.loads(capture.readouterr().out)
    return rows


def test_rows_for_programs_have_every_promised_field(capsysbinary: Output, stores: Path) -> None:
    with untouched(stores):
        rows = listed(capsysbinary)

    named = {row["id"]: row for row in rows}
    assert len(rows) == sum(path.name != "session_index.jsonl" for path in stores.rglob("*.jsonl"))
    assert named["4fc2b354-dca8-474d-bc2e-8bd22c46b118"] == {
        "id": "4fc2b354-dca8-474d-bc2e-8bd22c46b118",
        "agent": "claude",
        "created_at": "2026-11-16T02:16:36.359Z",
        "updated_at": "2026-11-16T02:16:36.574Z",
        "status": "completed",
        "cwd": "/home/dev/tinycalc",
        "message_count": 8,
        "tokens_used": 101207,
        "cost_usd": None,
        "title": "one",
        "model": "claude-opus-4-8",
        "git_branch": "main",
        "path": str(next(stores.rglob("4fc2b354*.jsonl"))),
        "resumable": False,
        "reason": "Its folder /home/dev/tinycalc does not exist.",
        "kind": "session",
        "parent": None,
        "archived": False,
    }


def test_rows_can_be_chosen_by_agent_folder_and_number(capsysbinary: Output) -> None:
    assert {row["agent"] for row in listed(capsysbinary, agent="codex")} == {"codex"}
    assert {row["cwd"] for row in listed(capsysbinary, cwd="/home/dev/gemdemo")} == {
        "/home/dev/gemdemo"
    }
    assert len(listed(capsysbinary, limit=2)) == 2
    times = [row["updated_at"] for row in listed(capsysbinary)]
    assert times == sorted(times, key=str, reverse=True)


def test_the_list_for_people_says_what_it_leaves_out(capsysbinary: Output) -> None:
    sessions.main(json=False, agent="gemini", cwd=None, limit=1)

    printed = capsysbinary.readouterr()

    assert printed.out.decode().split("\n")[0].startswith("gemini  338dfc3b")
    assert b"1 more; raise --limit to see them." in printed.err
    assert b"Files in which nobody said anything: 1;" in printed.err


def test_mistakes_on_the_command_line_are_told() -> None:
    with pytest.raises(UsageError):
        sessions.main(json=True, agent="nobody", cwd=None, limit=None)
    with pytest.raises(UsageError):
        sessions.main(json=True, agent=None, cwd=None, limit=-1)
    with pytest.raises(SessionNotFoundError):
        show.main(id="zzz", json=False)
    with pytest.raises(UsageError):
        search.main(query=" ", json=False)


def test_a_session_is_shown_as_text(capsysbinary: Output) -> None:
    show.main(id="8190", json=False)

    text = capsysbinary.readouterr().out.decode()

    assert text.startswith("# delegate\n")
    assert "## Agent: Count functions · ok" in text
    assert "### Thinking\n\n> Hmm." in text
    assert text.index("There are 2 functions.") < text.index("Sub-agent done.")


@pytest.mark.parametrize("id", ["8190", "01a1e214", "a5f919b7", "4fc2"])
def test_a_session_is_shown_as_unified_events(capsysbinary: Output, id: str) -> None:
    show.main(id=id, json=True)

    lines = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]

    kinds = [line["type"] for line in lines]
    assert kinds[0] == "sessionStarted"
    assert {"textChunk", "turnCompleted"} <= set(kinds)
    assert kinds.count("toolStarted") >= kinds.count("toolCompleted")
    assert set(kinds) <= {
        str(
            part["properties"]["type"].get("const", part["properties"]["type"].get("enum", [""])[0])
        )
        for part in schema()["$defs"].values()
        if "type" in part.get("properties", {})
    }


def test_search_prints_hits_and_says_whether_there_were_any(capsysbinary: Output) -> None:
    found = search.main(query="functions agent:claude", json=True)
    hits = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    nothing = search.main(query="no such words anywhere", json=False)

    assert (found, nothing) == (0, 1)
    assert {hit["session"]["id"][:8] for hit in hits} == {"81907209"}
    assert all("functions" in hit["snippet"] for hit in hits)


def test_search_for_people_groups_hits_by_session(capsysbinary: Output) -> None:
    search.main(query="functions", json=False, limit=2)

    printed = capsysbinary.readouterr()

    assert printed.out.decode().split("\n")[0] == "claude 81907209  delegate"
    assert b"There is more" in printed.err


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]


def test_a_page_has_no_scripts_and_escapes_everything(
    capsysbinary: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = '<script>alert(1)</script><img src=x onerror=alert(2)>\u202e"'
    line = {"type": "user", "uuid": "1", "message": {"content": evil}, "cwd": "/x"}
    folder = tmp_path / "evil" / "projects" / "p"
    folder.mkdir(parents=True)
    (folder / "evil.jsonl").write_text(json.dumps(line) + "\n")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "evil"))

    export.main(id="evil", format="html")

    page = capsysbinary.readouterr().out.decode()
    tags = _Tags()
    tags.feed(page)
    assert not {"script", "img", "iframe", "link"} & set(tags.tags)
    assert not [name for name in tags.attributes if name.startswith("on") or name == "src"]
    assert "&lt;script&gt;" in page and "\u202e" not in page


def test_exports_hold_the_whole_conversation(capsysbinary: Output) -> None:
    export.main(id="01a1e214", format="md")
    markdown = capsysbinary.readouterr().out.decode()
    export.main(id="01a1e214", format="json")
    document = json.loads(capsysbinary.readouterr().out)

    assert "+# Demo" in markdown
    assert document["title"] == "Patches"
    kinds = {item["type"] for item in document["items"]}
    assert {"UserText", "Prose", "ToolCall"} <= kinds
    changes = [item["changes"] for item in document["items"] if item["type"] == "ToolCall"]
    assert changes[0][0]["moved_to"] == "/home/dev/demo/docs/README.md"


def test_sub_agents_and_stubs_are_rows_for_programs(capsysbinary: Output) -> None:
    kinds = {row["kind"] for row in listed(capsysbinary)}

    assert kinds == {kind.value for kind in RowKind} - {"broken"}


def test_what_was_used_is_told_for_programs_and_people(capsysbinary: Output) -> None:
    sessions.main(json=True, agent=None, cwd=None, limit=None, stats=True)
    told = json.loads(capsysbinary.readouterr().out)
    sessions.main(json=False, agent=None, cwd=None, limit=None, stats=True)
    said = capsysbinary.readouterr()

    assert set(told) == {"total", "days", "projects", "agents", "prices_as_of"}
    assert {share["name"] for share in told["agents"]} == {"claude", "codex", "gemini"}
    assert sum(share["tokens"] for share in told["agents"]) == told["total"]["tokens"] > 0
    assert told["total"]["cost_usd"] is None
    assert f"{told['total']['tokens']:,}".encode() in said.out
    assert b"Costs are those that agents wrote down" in said.err


def test_further_folders_of_the_settings_are_listed_too(
    capsysbinary: Output, tmp_path: Path, home: Path
) -> None:
    write(tmp_path / "backup", "kept", [said("1", None, "from a backup")])
    file = settings_file()
    file.parent.mkdir(parents=True)
    file.write_text(f'[history.roots]\nclaude = ["{tmp_path / "backup"}"]\n')

    assert "kept" in {row["id"] for row in listed(capsysbinary)}
