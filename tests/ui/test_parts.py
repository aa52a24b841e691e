"""Small parts: guard, egress, folding, offers, files, states, theme, timeline, crash."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.screen import Screen

from tests.ui.payloads import ESCAPES
from tests.ui.stage import conversation_of
from tui.config.themes import load_theme, theme_names
from tui.conversation.timeline import Sieve, timeline, totals
from tui.model.capabilities import SlashCommand
from tui.model.events import ToolFinished, ToolStarted, TurnEnded, TurnStarted
from tui.model.identity import ItemId
from tui.model.tools import Outcome, ToolKind
from tui.model.words import TurnOutcome
from tui.ui.app import DIALOGS
from tui.ui.completing import Kind, Place, own_command, place_in
from tui.ui.crash import write_crash
from tui.ui.egress import Egress, harmless
from tui.ui.files import list_files, rank
from tui.ui.folding import Folds
from tui.ui.guard import Guard
from tui.ui.looks import LOOKS
from tui.ui.pieces import fit, piece, shortened, spread
from tui.ui.sheet import folded
from tui.ui.states import amount, clock
from tui.ui.theme import Palette, textual_theme


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_guard_wants_quiet_since_the_last_key_and_since_it_was_shown() -> None:
    now = Clock()
    guard = Guard(now)
    guard.key()
    now.now += 0.3
    guard.shown()
    now.now += 0.5
    assert guard.quiet
    assert not guard.lets_decide("")
    now.now += 0.11

    assert guard.lets_decide("")
    assert not guard.lets_decide("x")


@pytest.mark.parametrize("payload", ESCAPES)
def test_nothing_that_a_terminal_obeys_passes_the_egress(payload: str) -> None:
    (segment,) = Egress().apply([Segment(payload)], Color(0, 0, 0))

    assert not re.search(
        "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", segment.text
    )


def test_emoji_pass_the_egress_whole() -> None:
    family = "👩\u200d👩\u200d👧 ❤\ufe0f"

    assert harmless(family) == family


def test_links_do_not_pass_the_egress_but_our_own_clicks_do() -> None:
    style = Style(link="file:///etc/passwd", meta={"@click": "ours"})
    (segment,) = Egress().apply([Segment("x", style)], Color(0, 0, 0))

    assert segment.style is not None
    assert segment.style.link is None
    assert segment.style.meta == {"@click": "ours"}


def test_folded_parts_are_sent_whole_and_unknown_words_stay() -> None:
    folds = Folds()
    token = folds.fold_paste("a\nb")

    assert folds.expand(f"see {token} and [paste 9: 2 lines]") == (
        "see a\nb and [paste 9: 2 lines]",
        (),
    )


def test_what_is_completed_depends_on_the_place() -> None:
    assert place_in("/mo", first=True) == Place(Kind.COMMAND, "mo", 0)
    assert place_in("/mo", first=False) is None
    assert place_in("look at @src/a", first=True) == Place(Kind.FILE, "src/a", 8)
    assert place_in("me@example", first=True) is None


def test_a_command_of_the_agent_goes_before_ours() -> None:
    assert own_command("/help", ()) == ("help", "")
    assert own_command("/help", (SlashCommand("help"),)) is None
    assert own_command("/mode plan", ()) == ("mode", "plan")
    assert own_command("/usr/bin is full", ()) is None


def test_files_are_ranked_by_how_well_they_fit() -> None:
    paths = ["docs/view.md", "tui/ui/view.py", "tui/ui/overview.py", "vi/e/w.txt"]

    assert rank("view", paths, 9) == [
        "docs/view.md",
        "tui/ui/view.py",
        "tui/ui/overview.py",
        "vi/e/w.txt",
    ]


def test_files_that_git_ignores_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("build/\n*.log\n")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "x.o").touch()
    (tmp_path / "a.log").touch()
    (tmp_path / "a.py").touch()

    assert list_files(tmp_path).paths == [".gitignore", "a.py"]


def test_times_and_amounts_are_short() -> None:
    assert [clock(4.9), clock(67), clock(3729)] == ["4 s", "1:07", "1:02:09"]
    assert [amount(950), amount(12_400), amount(1_300_000)] == ["950", "12k", "1.3M"]


def test_lines_are_exactly_as_wide_as_asked() -> None:
    assert fit([piece("hello")], 3).text == "he…"
    assert fit([piece("日本語")], 4).cell_length == 4
    assert spread([piece("left")], [piece("right")], 14).text == "left     right"
    assert shortened("abcdef", 4) == "abc…"


def test_a_folded_paragraph_loses_nothing() -> None:
    lines = folded([Segment("a" * 10), Segment("日本" * 6)], 7, 2)

    joined = "".join(piece.text for line in lines for piece in line).replace(" ", "")
    assert joined == "a" * 10 + "日本" * 6


@pytest.mark.parametrize("name", theme_names())
def test_every_theme_gives_every_meaning_a_style(name: str) -> None:
    theme = load_theme(name)
    palette = Palette(theme)

    assert textual_theme(theme).dark is theme.dark
    unknown = {
        word
        for look in [*LOOKS.values(), *theme.styles.values()]
        for word in look.split()
        if word not in theme.colours
        and word not in {"on", "bold", "italic", "underline", "dim", "reverse", "strike"}
    }
    assert unknown == set()
    assert palette.style("diff.added.word") != palette.style("diff.added")
    assert palette.style("code.keyword.new") == palette.style("code.keyword")


@pytest.mark.parametrize("name", theme_names())
def test_every_theme_can_be_read(name: str) -> None:
    """WCAG asks for a contrast of 4.5; faint text may have 3."""
    colours = load_theme(name).colours

    def contrast(one: str, other: str) -> float:
        lights = sorted(_luminance(colours[each]) for each in (one, other))
        return (lights[1] + 0.05) / (lights[0] + 0.05)

    for word in ("foreground", "muted", "primary", "accent", "success", "warning", "error"):
        assert contrast(word, "background") >= 4.5, word
    assert contrast("faint", "background") >= 2.9
    assert contrast("success", "added") >= 4.5
    assert contrast("error", "removed") >= 4.0


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _call(name: str, kind: ToolKind, outcome: Outcome | None, **more: object) -> list[object]:
    started = ToolStarted(
        call=ItemId(name),
        kind=kind,
        name=name,
        title=name,
        input={},
        parent=more.pop("parent", None),  # type: ignore[arg-type]  # test data
    )
    if outcome is None:
        return [started]
    return [started, ToolFinished(call=ItemId(name), outcome=outcome, **more)]  # type: ignore[arg-type]  # test data


def test_the_timeline_has_a_row_per_call_with_turn_and_depth() -> None:
    conversation = conversation_of(
        TurnStarted("1"),
        *_call("agent", ToolKind.AGENT, None),  # type: ignore[arg-type]  # test data
        *_call("make", ToolKind.SHELL, Outcome.FAILED, exit_code=2, parent=ItemId("agent")),  # type: ignore[arg-type]  # test data
        TurnEnded(outcome=TurnOutcome.COMPLETED),
        TurnStarted("2"),
        *_call("fetch", ToolKind.FETCH, Outcome.DENIED),  # type: ignore[arg-type]  # test data
        *_call("read", ToolKind.READ, Outcome.OK, output="a\nb"),  # type: ignore[arg-type]  # test data
    )
    rows = timeline(conversation)

    assert [(row.call, row.turn, row.depth, row.result) for row in rows] == [
        ("agent", 1, 0, "running"),
        ("make", 1, 1, "exit 2"),
        ("fetch", 2, 0, "denied"),
        ("read", 2, 0, "2 lines"),
    ]
    count = totals(rows)
    assert (count.calls, count.ok, count.failed, count.denied, count.running) == (4, 1, 1, 1, 1)
    assert [row.call for row in timeline(conversation, Sieve.FAILED)] == ["make"]
    assert [row.call for row in timeline(conversation, Sieve.NETWORK)] == ["fetch"]
    assert [row.call for row in timeline(conversation, Sieve.SHELL)] == ["make"]
    assert [row.call for row in timeline(conversation, Sieve.DENIED)] == ["fetch"]
    assert timeline(conversation, Sieve.EDITS) == []


def test_a_crash_file_holds_no_secret_and_no_locals(tmp_path: Path) -> None:
    def fail() -> None:
        password = "hunter2" + "-in-a-local"
        raise ValueError(f"token=sk-abcdefghijklmnop {len(password)}")

    try:
        fail()
    except ValueError as error:
        path = write_crash(error, tmp_path / "crashes")

    assert path is not None
    text = path.read_text()
    assert "ValueError" in text
    assert "sk-abcdefghijklmnop" not in text
    assert "hunter2-in-a-local" not in text
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("place", DIALOGS.values())
def test_every_dialog_is_where_the_table_says(place: str) -> None:
    module, _, name = place.partition(":")

    assert issubclass(getattr(import_module(f"tui.ui.screens.{module}"), name), Screen)
