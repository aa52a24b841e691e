"""Code is coloured where a lexer is known, and never loses a character."""

import pytest

from tui.text.highlight import LARGEST, highlighted, plain_code
from tui.text.runs import plain

CODE = "def f(x):\n\treturn 'a\u202e'  # no\n\n@d\nclass A: pass"


def test_python_is_coloured() -> None:
    lines = highlighted("def f():\n    return 1", "python")

    assert lines[0][:3] == [("def", "code.keyword"), (" ", "code"), ("f", "code.function")]
    assert ("1", "code.number") in lines[1]


@pytest.mark.parametrize(
    "language", ["python", "Python title=x", "nobody-knows", "", "../x", "{.rust}"]
)
def test_every_line_is_there(language: str) -> None:
    shown = [plain(line) for line in highlighted(CODE, language)]

    assert shown == [plain(line) for line in plain_code(CODE)]
    assert "‹U+202E›" in shown[1]


def test_large_code_has_one_colour() -> None:
    text = "x = 1\n" * (LARGEST // 5)

    assert highlighted(text, "python") == plain_code(text)
