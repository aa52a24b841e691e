"""The page of what was used keeps noted costs and estimates apart, and fits its width."""

from rich.cells import cell_len

from tests.history.test_spend import row, used
from tui.agents.used import Used
from tui.history.rows import Row
from tui.history.spend import spend
from tui.ui.browsing.spending import paragraphs


def page(told: list[tuple[Row, list[Used] | None]], width: int = 76) -> list[str]:
    """Return the lines as text."""
    lines = ["".join(piece.text for piece in line) for line in paragraphs(spend(told), width)]
    assert [line for line in lines if cell_len(line.rstrip()) > width] == []
    return [" ".join(line.replace("█", "").split()) for line in lines]


def test_noted_costs_and_estimates_stand_beside_each_other() -> None:
    lines = page(
        [
            (row("1", "claude", "2026-11-15", cost_usd=12.5), [used("a", "", 100_000)]),
            (row("2", "codex", "2026-11-16"), [used("b", "", 1_000_001, "gpt-5")]),
            (row("3", "codex", "2026-11-16"), [used("c", "", 50_000)]),
            (row("4", "gemini", "2026-11-16"), None),
        ]
    )

    dated = "list prices as of November 2025"
    assert f"$ is as the agents noted; ≈$ is an estimate, {dated}" in lines
    assert "the cost of 2 is not known: [history.prices] in the settings" in lines
    assert "1 file cannot be read, so there may be more" in lines
    assert any(line.endswith("1 session $12.50") for line in lines)
    assert any(line.endswith("2 sessions ≈$1.25 of 1") for line in lines)
    assert any(line.endswith("unknown 1 session") for line in lines)


def test_nothing_is_said_about_prices_where_every_cost_was_noted() -> None:
    lines = page([(row("1", "claude", "2026-11-15", cost_usd=0.25), [used("a", "", 9)])])

    assert "$ is what the agents themselves noted" in lines
    assert [line for line in lines if "prices" in line] == []
