"""Whatever was said is found: by the index, by any program, and by nobody but ourselves."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.agents.claude.store_lines import answer, answered, called, result, said
from tests.agents.codex import store_lines as codex
from tests.agents.gemini import stores as gemini
from tui.agents.claude.store import ClaudeStore
from tui.agents.codex.store import CodexStore
from tui.agents.gemini.store import GeminiStore
from tui.agents.store import Part, SessionSummary
from tui.history.build import fill
from tui.history.contents import contents
from tui.history.index import Index
from tui.history.query import Query, parse
from tui.history.search import Search
from tui.history.stores import Place, store
from tui.history.text_index import TextIndex
from tui.history.words import words

PIECES = (
    *(
        "error",
        "Error",
        "ERROR",
        "foo.bar(",
        "--flag",
        "a->b",
        "conftest.py",
        "user_name",
        "x86_64",
    ),
    *(
        'say "hi"',
        "C:\\new\\table",
        "tab\tend",
        "line\nbreak",
        "naïve",
        "NAÏVE",
        "Straße",
        "STRAẞE",
    ),
    *(
        "σοφός",
        "ΣΟΦΌΣ",
        "İstanbul",
        "istanbul",
        "300\u212a",
        "cafe\u0301",
        "café",
        "हिन्दी",
        "한국어",
    ),
    *(
        "我想修复登录错误",
        "登录",
        "ログイン失敗",
        "สวัสดีครับ",
        "😀",
        "👩‍💻",
        "fix😀now",
        "“quoted”",
        "—",
        "→",
    ),
    *(
        "\x00",
        "\x1b[31m",
        "{}",
        "\\u00fc",
        "😀",
        "a",
        "I",
        "10:30",
        "sha256",
        "e3b0c44298fc1c149afb",
    ),
    *("\u2028", "​", "\ud83d", "\u017fharp", "µs", "Ω", "\U00010400\U00010428", "z" * 300),
)
pieces = st.one_of(st.sampled_from(PIECES), st.text(max_size=12))
texts = st.lists(pieces, min_size=1, max_size=6).map(" ".join)
joined = st.lists(pieces, min_size=1, max_size=4).map("".join)
PROGRAMS = ("rg", "grep", "")
"""Who looks through files that are not indexed; nobody but ourselves at last."""


@pytest.fixture(params=PROGRAMS)
def program(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Leave one program that searches, or none."""
    name: str = request.param
    found = shutil.which(name) if name else None
    if name and found is None:
        pytest.skip(f"{name} is not installed")
    (tmp_path / "bin").mkdir()
    if found is not None:
        (tmp_path / "bin" / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    yield name


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize("word", ["Café", "résumé", "Đường", "한국어", "ガイド", "Ångström"])
def test_letters_and_marks_are_found_however_they_are_written(
    program: str, word: str, escaped: bool, tmp_path: Path
) -> None:
    forms = (normalize("NFC", word), normalize("NFD", word))
    spoken = [f"see {form} there" for form in forms]
    where = written(tmp_path, [spoken[0], "x", spoken[1], "x", "x", "x"], escaped)
    index = TextIndex(None)
    rows = Index(None).refresh(where)
    search = Search(rows, index)
    queries = [parse(form) for form in forms]

    unindexed = [found(search, query) for query in queries]
    shown = {
        hit.snippet[start:end]
        for query in queries
        for hit in search.hits(query)
        for start, end in hit.marks
    }
    fill(index, rows)
    indexed = [found(search, query) for query in queries]
    index.close()

    kinds = sorted(kind for _, _, kind in unindexed[0])
    assert kinds == ["answer"] * 3 + ["prompt"] * 3
    assert indexed == unindexed == [unindexed[0]] * 2
    assert shown == {word}


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.one_of(texts, joined), min_size=6, max_size=6), st.data(), st.booleans())
@example(["我想修复登录错误 ok"] * 6, None, True)
@example(['say "hi" C:\\new\\table line\nbreak'] * 6, None, False)
def test_indexed_unindexed_and_read_through_are_the_same(
    program: str, spoken: list[str], data: st.DataObject | None, escaped: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        where = written(Path(folder), spoken, escaped)
        words_index = TextIndex(None)
        rows = Index(None).refresh(where)
        terms = [*spoken, *spoken[0].split()] if data is None else chosen(data, spoken)
        queries = [Query(phrases=(tuple(some),)) for term in terms if (some := words(term))]
        search = Search(rows, words_index)
        unindexed = [found(search, query) for query in queries]
        fill(words_index, rows)
        indexed = [found(search, query) for query in queries]
        wanted = [looked_for(rows, query) for query in queries]
        assert search.scanned == 0
        words_index.close()

    assert unindexed == wanted
    assert indexed == wanted


def chosen(data: st.DataObject, spoken: list[str]) -> list[str]:
    """Return terms that stand somewhere, from any letter to any other, and one that may not."""
    terms = []
    for text in data.draw(st.lists(st.sampled_from(spoken), min_size=1, max_size=4)):
        start = data.draw(st.integers(0, len(text)))
        terms.append(text[start : data.draw(st.integers(start, len(text)))].swapcase())
    return [*terms, *spoken[:2], data.draw(texts)]


def written(root: Path, spoken: list[str], escaped: bool) -> list[Place]:
    """Write a session of each agent that says some texts in all the ways there are."""
    one, two, three, four, five, six = spoken
    claude = [
        said("1", None, one),
        answered("2", "1", {"type": "thinking", "thinking": two, "signature": "x"}),
        answer("3", "2", three),
        called("4", "3", "c", "Bash", command=four),
        result("5", "4", "c", five),
        called("6", "5", "d", "Write", file_path="/x/a.txt", content=six),
    ]
    _write(root / "claude" / "projects" / "-x" / "s.jsonl", claude, escaped)
    rollout = [codex.meta(), codex.said("1", one), codex.answer("2", three)]
    name = f"rollout-2026-11-16T02-00-00-{codex.ONE}.jsonl"
    _write(root / "codex" / "sessions" / "2026" / "11" / "16" / name, rollout, escaped)
    chat = [gemini.header(), gemini.said("user", one), gemini.said("gemini", three)]
    _write(root / "gemini" / "tmp" / "p" / "chats" / "session-1.jsonl", chat, escaped)
    return [
        Place(ClaudeStore(), (root / "claude",)),
        Place(CodexStore(), (root / "codex",)),
        Place(GeminiStore(), (root / "gemini",)),
    ]


def _write(path: Path, lines: list[dict[str, object]], escaped: bool) -> None:
    path.parent.mkdir(parents=True)
    text = "".join(json.dumps(line, ensure_ascii=escaped) + "\n" for line in lines)
    path.write_bytes(text.encode("utf-8", "replace"))


def found(search: Search, query: Query) -> set[tuple[str, str, str]]:
    """Return the places of all hits."""
    return {(hit.session.path, hit.item, hit.kind) for hit in search.hits(query)}


def looked_for(rows: list[SessionSummary], query: Query) -> set[tuple[str, str, str]]:
    """Return the places by reading everything and comparing word by word."""
    places = set()
    for row in rows:
        opened = store(row.agent)
        said = contents(opened.told(row, opened.data(row, Part(0, row.size)))).pieces
        held = [piece for piece in said if has(words(piece.text), query.phrases[0])]
        places |= {(row.path, piece.item, piece.kind) for piece in held}
        if not held and has(words(row.title or ""), query.phrases[0]):
            places.add((row.path, "", "session"))
    return places


def has(said: list[str], phrase: tuple[str, ...]) -> bool:
    """Tell whether words stand in a row; the last one may go on, unless it is a single letter."""
    *whole, last = phrase
    for start in range(len(said) - len(whole)):
        end = start + len(whole)
        goes_on = (len(last) > 1 or not last.isascii()) and said[end].startswith(last)
        if said[start:end] == whole and (said[end] == last or goes_on):
            return True
    return False
