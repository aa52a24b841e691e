"""Markdown becomes runs; nothing decoded from it can hide, and no size brings it down."""

import time

import pytest

from tui.text.markdown import DEPTH, as_written, pieces
from tui.text.runs import Bar, Flow, Gap, Grid, plain


def text_of(source: str) -> str:
    """Return all that would be shown."""
    shown = []
    for piece in pieces(source):
        match piece:
            case Flow():
                shown.append(plain([*piece.first, *piece.runs]))
            case Grid():
                shown += [plain(cell) for row in piece.rows for cell in row]
            case _:
                shown.append("")
    return "\n".join(shown)


def test_emphasis_and_code_have_styles() -> None:
    assert pieces("a **b** *c* ~~d~~ `e`") == [
        Flow(
            [
                ("a ", "prose"),
                ("b", "prose strong"),
                (" ", "prose"),
                ("c", "prose emphasis"),
                (" ", "prose"),
                ("d", "prose strike"),
                (" ", "prose"),
                ("e", "prose code.inline"),
            ]
        )
    ]


def test_headings_quotes_and_rules() -> None:
    bar = (("▎ ", "quote.bar"),)
    assert pieces("## Head\n\n> said\n\n---") == [
        Flow([("Head", "heading heading.2")]),
        Gap(),
        Flow([("said", "prose quote")], bar, bar),
        Gap(),
        Bar(),
    ]


def test_lists_nest_and_count() -> None:
    assert text_of("- a\n  - b\n    1. c\n    2. d\n- e") == "• a\n  ◦ b\n    1. c\n    2. d\n• e"
    assert text_of("7) seven\n8) eight\n9)") == "7) seven\n8) eight\n9) "


def test_tasks_have_boxes() -> None:
    assert text_of("- [ ] open\n- [x] done\n- none") == "☐ open\n☑ done\n• none"


def test_a_link_says_where_it_leads() -> None:
    assert text_of("[your bank](http://evil.example/x)") == "your bank (http://evil.example/x)"
    assert text_of("<https://a.example>") == "https://a.example"
    assert text_of("![alt](x.png)") == "image: alt (x.png)"


def test_tables_keep_their_cells() -> None:
    grid = pieces("| a | b |\n|:-:|--:|\n| 1 | **2** |")[0]

    assert isinstance(grid, Grid)
    assert grid.aligned == ("center", "right")
    assert [[plain(cell) for cell in row] for row in grid.rows] == [["a", "b"], ["1", "2"]]


def test_html_is_text() -> None:
    assert text_of("<b onclick=x>bold</b> <script>") == "<b onclick=x>bold</b> <script>"


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("&#8238;", "‹U+202E›"),
        ("&#x200b;", "‹U+200B›"),
        ("&zwj;", "‹U+200D›"),
        ("&nbsp;", "‹U+00A0›"),
        ("&#7;", "\ufffd"),
        ("&#155;", "\ufffd"),
        ("&#13;", "‹U+000D›"),
        ("&shy;", "‹U+00AD›"),
    ],
)
def test_character_references_cannot_hide(reference: str, shown: str) -> None:
    assert text_of(f"a{reference}b [x{reference}](y)") == f"a{shown}b x{shown} (y)"
    assert all(c.isprintable() or c == "\n" for c in text_of(f"`{reference}` {reference}"))


@pytest.mark.parametrize(
    "attack",
    [
        ">" * 4_000 + "x",
        "- " * 2_000 + "x",
        "[" * 4_000,
        "![" * 2_000,
        "`" * 4_000,
        "*a " * 1_300,
        "**" * 2_000,
        "|a" * 2_000 + "|\n" + "|-" * 2_000 + "|\n",
        "x" * 16_000,
        "a\n" * 2_000,
        "<" * 4_000,
        "&" * 4_000,
        "\\" * 4_000,
        "_" * 4_000,
        "[a](" * 1_000,
        "1. " * 1_300,
        " " * 4_000 + "x",
        "~" * 4_000,
        "[a]: b\n" * 500,
        "![[](" * 800,
    ],
)
def test_no_short_text_takes_long(attack: str) -> None:
    began = time.process_time()

    shown = pieces(attack)

    assert shown or not attack.strip() or attack.startswith("[a]: ")
    assert time.process_time() - began < 2.0


def test_what_nests_too_deep_is_shown_as_written() -> None:
    source = "> " * (DEPTH + 1) + "x"

    assert pieces(source) == [as_written(source, "prose")]


def test_deep_nesting_loses_no_text() -> None:
    assert text_of("> " * DEPTH + "x").endswith("x")
