"""Search is complete with and without an index, and says the same both ways."""

from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, called, result, said, write
from tests.history.homes import EXCERPTS
from tui.agents.claude.store import ClaudeStore
from tui.agents.codex.store import CodexStore
from tui.agents.gemini.store import GeminiStore
from tui.errors import UsageError
from tui.history.build import fill, progress
from tui.history.index import Index
from tui.history.query import Query, parse
from tui.history.search import Hit, Search
from tui.history.stores import Place

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
    "nothing says this",
    "über",
)


def places_of(hits: list[Hit]) -> list[tuple[str, str, str]]:
    return [(hit.session.id, hit.item, hit.kind) for hit in hits]


@pytest.mark.parametrize("text", QUERIES)
def test_indexed_and_unindexed_files_give_the_same_hits(tmp_path: Path, text: str) -> None:
    index = Index(tmp_path / "index.sqlite")
    rows = index.refresh(WHERE)
    without = Search(parse(text), index)
    before = list(without.hits(rows))
    fill(index, rows)
    within = Search(parse(text), index)

    after = list(within.hits(rows))

    assert before == after
    assert within.scanned == 0 and without.indexed == 0
    assert bool(before) is (text not in ("nothing says this", "über"))
    index.close()


def test_hits_come_newest_first_with_the_words_around_them(tmp_path: Path) -> None:
    for number in range(3):
        time = f"2026-11-16T0{number}:00:00.000Z"
        words = f"the needle {number} in the hay"
        write(tmp_path, f"s{number}", [said("1", None, words, timestamp=time)])
    index = Index(None)
    rows = index.refresh([Place(ClaudeStore(), (tmp_path,))])

    hits = list(Search(parse("needle"), index).hits(rows))

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
    index = Index(None)
    rows = index.refresh([Place(ClaudeStore(), (tmp_path,))])

    kinds = [
        [hit.kind for hit in Search(parse(word), index).hits(rows)] for word in ("zebra", "giraffe")
    ]

    assert kinds == [["tool"], ["output"]]


def test_a_file_that_grew_is_searched_and_only_its_new_words_are_indexed(tmp_path: Path) -> None:
    path = write(tmp_path, "s", [said("1", None, "alpha")])
    where = [Place(ClaudeStore(), (tmp_path,))]
    index = Index(None)
    fill(index, index.refresh(where))
    more = write(tmp_path, "x", [answer("2", "1", "omega")])
    path.write_bytes(path.read_bytes() + more.read_bytes())
    more.unlink()
    rows = index.refresh(where)

    unindexed = [hit.item for hit in Search(parse("omega"), index).hits(rows)]
    done = fill(index, rows)

    assert (unindexed, done) == (["2"], 1)
    assert [hit.item for hit in Search(parse("alpha"), index).hits(rows)] == ["1"]
    lines = index.database.execute("select item from line order by id").fetchall()
    assert lines == [("1",), ("2",)]
    size = path.stat().st_size
    assert progress(index, rows) == (size, size)


def test_a_file_that_was_replaced_is_indexed_anew(tmp_path: Path) -> None:
    where = [Place(ClaudeStore(), (tmp_path,))]
    index = Index(None)
    path = write(tmp_path, "s", [said("1", None, "the first words of all")])
    fill(index, index.refresh(where))
    path.unlink()
    write(tmp_path, "s", [said("1", None, "second")])
    rows = index.refresh(where)
    fill(index, rows)

    assert list(Search(parse("first"), index).hits(rows)) == []
    assert len(list(Search(parse("second"), index).hits(rows))) == 1


def test_conditions_are_read_from_what_was_typed() -> None:
    query = parse('fix "the parser" agent:codex dir:/x since:7d has:error', now=8 * 86400)

    assert query == Query(
        phrases=(("fix",), ("the", "parser")),
        agent="codex",
        folder="/x",
        since=86400.0,
        traits=(("has", "error"),),
    )
    assert query.full_text == '"fix" * AND "the parser" *'


def test_a_time_that_is_none_is_a_mistake_of_the_user() -> None:
    with pytest.raises(UsageError, match="since:soon is no time"):
        parse("x since:soon")


@pytest.mark.parametrize(
    "text", ['"', "'", "AND", "NEAR(", "*", 'a"b', "-x", "col:y", "😀", "\ud83d"]
)
def test_signs_of_the_index_language_are_ordinary_words(tmp_path: Path, text: str) -> None:
    index = Index(None)
    rows = index.refresh(WHERE)
    fill(index, rows)

    list(Search(parse(text), index).hits(rows))
