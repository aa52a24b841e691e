"""Search is complete with and without an index, and says the same both ways."""

import json
import re
from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, called, result, said, write
from tests.history.homes import EXCERPTS
from tests.support.programs import program
from tui.agents.claude.store import ClaudeStore
from tui.agents.codex.store import CodexStore
from tui.agents.gemini.store import GeminiStore
from tui.errors import UsageError
from tui.history.build import Progress, fill, progress
from tui.history.grep import holds
from tui.history.index import Index
from tui.history.query import Query, parse
from tui.history.search import Hit, Search
from tui.history.spelling import quick_expression, spelled
from tui.history.stores import Place
from tui.history.text_index import TextIndex
from tui.history.words import folded

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


def test_a_word_that_only_the_title_has_finds_the_session_at_last(tmp_path: Path) -> None:
    title = {"type": "custom-title", "customTitle": "Zebra release", "sessionId": "s"}
    write(tmp_path, "s", [said("1", None, "go"), title])
    write(tmp_path, "t", [said("1", None, "about a zebra", timestamp="2026-11-01T02:00:00.000Z")])
    rows = Index(None).refresh([Place(ClaudeStore(), (tmp_path,))])
    words = TextIndex(None)
    search = Search(rows, words)

    before = list(search.hits(parse("zebra")))
    fill(words, rows)

    assert list(search.hits(parse("zebra"))) == before
    assert [(hit.session.id, hit.kind, hit.snippet, hit.marks) for hit in before] == [
        ("t", "prompt", "about a zebra", ((8, 13),)),
        ("s", "session", "Zebra release", ((0, 5),)),
    ]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("登录", "我想修复登录错误"),
        ("ログイン", "テスト:ログイン失敗"),
        ("😀", "done😀"),
        ("σοφοσ", "Ο ΣΟΦΟΣ"),  # noqa: RUF001 (Greek)
        ("foo.bar(", "call foo.bar(1)"),
        ("--flag", "run it with --flag=x"),
        ("a->b", "p = a->b;"),
        ('say "hi" there', 'they say "hi" there'),
        ("C:\\new", "open C:\\new\\table"),
        ("x" * 5000, "x" * 5000 + "y"),
    ],
)
def test_what_is_typed_is_found_as_it_stands(tmp_path: Path, typed: str, found: str) -> None:
    write(tmp_path, "s", [said("1", None, "go"), answer("2", "1", found)])
    rows = Index(None).refresh([Place(ClaudeStore(), (tmp_path,))])
    words = TextIndex(None)
    search = Search(rows, words)

    before = places_of(list(search.hits(parse(typed))))
    fill(words, rows)

    assert before == places_of(list(search.hits(parse(typed)))) == [("s", "2", "answer")]


def test_signs_alone_find_nothing(tmp_path: Path) -> None:
    write(tmp_path, "s", [said("1", None, "a -> b")])
    rows = Index(None).refresh([Place(ClaudeStore(), (tmp_path,))])

    assert list(Search(rows, None).hits(parse("->"))) == []


@pytest.mark.parametrize("name", ["new\nline", "ünïcode", "$(x) 'y'"])
def test_names_of_files_may_hold_anything(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, [said("1", None, "go"), answer("2", "1", "needle")])
    rows = Index(None).refresh([Place(ClaudeStore(), (tmp_path,))])

    assert len(list(Search(rows, None).hits(parse("needle")))) == 1


def test_one_file_that_is_gone_does_not_hide_the_others(tmp_path: Path) -> None:
    paths = [write(tmp_path, f"s{n}", [said("1", None, "needle")]) for n in range(3)]
    rows = Index(None).refresh([Place(ClaudeStore(), (tmp_path,))])
    paths[1].unlink()

    found = {hit.session.id for hit in Search(rows, None).hits(parse("needle")) if hit.item}

    assert found == {"s0", "s2"}


def test_no_program_of_a_folder_at_hand_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "rg", f"touch {tmp_path / 'harm'}")
    write(tmp_path, "s", [said("1", None, "needle")])
    rows = Index(None).refresh([Place(ClaudeStore(), (tmp_path,))])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".")

    assert len(list(Search(rows, None).hits(parse("needle")))) == 1
    assert not (tmp_path / "harm").exists()


@pytest.mark.parametrize("word", ["error", "xylophone", "über", "登", "the", "a1b2c3", "zz"])
def test_the_quick_spelling_finds_whatever_the_plain_one_finds(word: str) -> None:
    quick = re.compile(quick_expression(word).encode(), re.IGNORECASE)
    for text in (word, word.upper(), f"x{word}y", json.dumps(word), json.dumps(word.upper())):
        assert spelled(word).search(text.encode()) is not None
        assert quick.search(text.encode()) is not None


def test_every_letter_with_two_cases_is_known_in_both() -> None:
    for code in range(0x80, 0x1FFFF):
        letter = chr(code)
        if not 0xD800 <= code < 0xE000 and (small := folded(letter)) != letter:
            assert spelled(small).search(letter.encode()) is not None


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


@pytest.mark.parametrize(
    ("text", "problem", "remedy"),
    [
        (
            "since:banana",
            "since:banana is no time.",
            "Write since:7d, since:12h or since:2026-11-16.",
        ),
        (
            f"since:{'9' * 400}d",
            f"since:{'9' * 400}d is no time.",
            "Write since:7d, since:12h or since:2026-11-16.",
        ),
        (
            "agent:nope x",
            "agent:nope cannot be looked for.",
            "Write agent:claude, agent:codex, agent:gemini or agent:demo.",
        ),
        (
            "has:banana",
            "has:banana cannot be looked for.",
            (
                "Write has:compaction, has:denied, has:diff, has:error, has:image, has:plan"
                " or has:thinking."
            ),
        ),
        (
            " ".join(f"word{number}" for number in range(65)),
            "65 different words are too many.",
            "Take 64 or fewer.",
        ),
    ],
)
def test_what_cannot_be_obeyed_is_told(text: str, problem: str, remedy: str) -> None:
    with pytest.raises(UsageError) as told:
        parse(text)

    assert (told.value.problem, told.value.remedy) == (problem, remedy)


def test_a_word_said_often_is_looked_for_once_and_an_agent_by_its_beginning() -> None:
    assert parse("x1 " * 50_000 + "agent:co") == Query(phrases=(("x1",),), agent="co")


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
