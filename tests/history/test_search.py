"""Search is complete with and without an index, and says the same both ways."""

import json
from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, called, result, said, write
from tests.history.homes import EXCERPTS
from tui.agents.claude.store import ClaudeStore
from tui.agents.codex.store import CodexStore
from tui.agents.gemini.store import GeminiStore
from tui.errors import UsageError
from tui.history.build import Progress, fill, progress
from tui.history.grep import holds
from tui.history.index import Index
from tui.history.query import Query, parse
from tui.history.search import Hit, Search
from tui.history.stores import Place
from tui.history.text_index import TextIndex

WHERE = [
    Place(ClaudeStore(), (EXCERPTS / "claude",)),
    Place(CodexStore(), (EXCERPTS / "codex",)),
    Place(GeminiStore(), (EXCERPTS / "gemini",)),
]

QUERIES = (
    "functions",
    "FUNCT",
    "calc.py",
    '"Count the functions"',
    "echo out",
    "made agent:codex",
    "tool:shell echo",
    "file:readme.md",
    "has:diff",
    "has:error",
    "has:thinking dir:/home/dev/gemdemo",
    "since:2026-11-16T02:10:00+00:00",
    "a",
    "nothing says this",
    "über",
)


def places_of(hits: list[Hit]) -> list[tuple[str, str, str]]:
    return [(hit.session.id, hit.item, hit.kind) for hit in hits]


@pytest.mark.parametrize("text", QUERIES)
def test_indexed_and_unindexed_files_give_the_same_hits(tmp_path: Path, text: str) -> None:
    index, words = Index(tmp_path / "index.sqlite"), TextIndex(tmp_path / "words.sqlite")
    rows = index.refresh(WHERE)
    search = Search(rows, words)
    unindexed = search.indexed
    before = list(search.hits(parse(text)))
    fill(words, rows)

    after = list(search.hits(parse(text)))

    assert before == after
    assert (unindexed, search.scanned) == (0, 0)
    assert bool(before) is (text not in ("nothing says this", "über"))
    index.close()
    words.close()


def test_hits_come_newest_first_with_the_words_around_them(tmp_path: Path) -> None:
    for number in range(3):
        time = f"2026-11-16T0{number}:00:00.000Z"
        text = f"the needle {number} in the hay"
        write(tmp_path, f"s{number}", [said("1", None, text, timestamp=time)])
    index, words = Index(None), TextIndex(None)
    rows = index.refresh([Place(ClaudeStore(), (tmp_path,))])

    hits = list(Search(rows, words).hits(parse("needle")))

    assert [hit.session.id for hit in hits] == ["s2", "s1", "s0"]
    assert hits[0].snippet == "the needle 2 in the hay"
    assert (hits[0].item, hits[0].kind) == ("1", "prompt")


def test_inputs_and_outputs_of_tools_are_found(tmp_path: Path) -> None:
    lines = [
        said("1", None, "go"),
        called("2", "1", "c", "Bash", command="grep -r zebra src"),
        result("3", "2", "c", "src/a.py: giraffe"),
    ]
    write(tmp_path, "s", lines)
    index, words = Index(None), TextIndex(None)
    rows = index.refresh([Place(ClaudeStore(), (tmp_path,))])

    kinds = [
        [hit.kind for hit in Search(rows, words).hits(parse(word))] for word in ("zebra", "giraffe")
    ]

    assert kinds == [["tool"], ["output"]]


def test_long_output_is_found_in_the_file_where_it_is_kept(tmp_path: Path) -> None:
    kept = {"stdout": "giraffe …", "persistedOutputPath": "/old/s/tool-results/out-1.txt"}
    lines = [
        said("1", None, "go"),
        called("2", "1", "c", "Bash", command="cat long"),
        result("3", "2", "c", "giraffe …", toolUseResult=kept),
    ]
    path = write(tmp_path, "s", lines)
    beside = path.with_suffix("") / "tool-results" / "out-1.txt"
    beside.parent.mkdir(parents=True)
    beside.write_text("giraffe\n" * 100 + "the one zebra\n")
    index, words = Index(None), TextIndex(None)
    rows = index.refresh([Place(ClaudeStore(), (tmp_path,))])
    search = Search(rows, words)

    before = list(search.hits(parse("zebra")))
    fill(words, rows)
    after = list(search.hits(parse("zebra")))

    assert before == after
    assert [(hit.item, hit.kind) for hit in after] == [("c", "output")]
    assert "the one zebra" in after[0].snippet


def test_words_of_sub_agents_are_found_in_their_session(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "go")])
    nested = path.with_suffix("") / "subagents" / "agent-a1.jsonl"
    nested.parent.mkdir(parents=True)
    line = said("9", None, "look for okapis", isSidechain=True, agentId="a1")
    nested.write_text(json.dumps(line) + "\n")
    index, words = Index(None), TextIndex(None)
    rows = index.refresh([Place(ClaudeStore(), (tmp_path,))])
    search = Search(rows, words)

    before = [(hit.session.id, hit.item) for hit in search.hits(parse("okapis"))]
    fill(words, rows)

    assert before == [("s", "9")]
    assert [(hit.session.id, hit.item) for hit in search.hits(parse("okapis"))] == before


def test_a_search_that_nobody_waits_for_ends(tmp_path: Path) -> None:
    write(tmp_path, "s", [said("1", None, "needle")])
    rows = Index(None).refresh([Place(ClaudeStore(), (tmp_path,))])

    assert list(Search(rows, None).hits(parse("needle"), lambda: True)) == []


@pytest.mark.parametrize("word", ["needle", "nothing"])
def test_files_are_looked_through_without_any_program(tmp_path: Path, word: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (1024 * 1024 - 3) + b"NEEDLE")

    assert holds(str(path), word) is (word == "needle")
    assert holds(str(tmp_path / "gone"), word) is False


def test_a_file_that_grew_is_searched_and_only_its_new_words_are_indexed(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "alpha")])
    where = [Place(ClaudeStore(), (tmp_path,))]
    index, words = Index(None), TextIndex(None)
    fill(words, index.refresh(where))
    first = path.stat().st_size
    more = write(tmp_path, "x", [answer("2", "1", "omega")])
    path.write_bytes(path.read_bytes() + more.read_bytes())
    more.unlink()
    rows = index.refresh(where)

    unindexed = [hit.item for hit in Search(rows, words).hits(parse("omega"))]
    done = fill(words, rows)

    assert (unindexed, done) == (["2"], 1)
    assert [hit.item for hit in Search(rows, words).hits(parse("alpha"))] == ["1"]
    size = path.stat().st_size
    chunks = words.cache.database.execute("select start, end from chunk order by id").fetchall()
    assert chunks == [(0, first), (first, size)]
    assert progress(words, rows) == Progress(1, 1, size, size)


def test_an_unfinished_last_line_is_searched_and_read_again_when_it_goes_on(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "alpha"), answer("2", "1", "omega")])
    where = [Place(ClaudeStore(), (tmp_path,))]
    index, words = Index(None), TextIndex(None)
    data = path.read_bytes()
    found = []
    for length in (len(data) - 20, len(data) - 1, len(data)):
        path.write_bytes(data[:length])
        rows = index.refresh(where)
        fill(words, rows)
        found.append([hit.item for hit in Search(rows, words).hits(parse("omega"))])

    assert [len(items) for items in found] == [0, 1, 1]
    assert Search(rows, words).scanned == 0


def test_a_file_that_was_replaced_is_indexed_anew(tmp_path: Path) -> None:
    where = [Place(ClaudeStore(), (tmp_path,))]
    index, words = Index(None), TextIndex(None)
    path = write(tmp_path, "s", [said("1", None, "the first words of all")])
    fill(words, index.refresh(where))
    path.unlink()
    write(tmp_path, "s", [said("1", None, "second")])
    rows = index.refresh(where)
    fill(words, rows)

    assert list(Search(rows, words).hits(parse("first"))) == []
    assert len(list(Search(rows, words).hits(parse("second")))) == 1


def test_conditions_are_read_from_what_was_typed() -> None:
    query = parse('fix "the parser" agent:codex dir:/x since:7d has:error', now=8 * 86400)

    assert query == Query(
        phrases=(("fix",), ("the", "parser")),
        agent="codex",
        folder="/x",
        since=86400.0,
        traits=(("has", "error"),),
    )
    assert query.full_text == '"the" AND "fix" * AND "parser" *'


def test_a_time_that_is_none_is_a_mistake_of_the_user() -> None:
    with pytest.raises(UsageError, match="since:soon is no time"):
        parse("x since:soon")


@pytest.mark.parametrize(
    "text", ['"', "'", "AND", "NEAR(", "*", 'a"b', "-x", "col:y", "😀", "\ud83d"]
)
def test_signs_of_the_index_language_are_ordinary_words(tmp_path: Path, text: str) -> None:
    index, words = Index(None), TextIndex(None)
    rows = index.refresh(WHERE)
    fill(words, rows)

    list(Search(rows, words).hits(parse(text)))
