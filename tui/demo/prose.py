"""A long answer with everything that Markdown has, for the scene that talks at length."""

HEAD = """# A long answer

This answer is long on purpose: scroll through it, search it, interrupt it. It has *emphasis*,
**weight**, `code`, a [link](https://example.org/), wide characters 漢字 and a smile 🙂.

| scene | asks first | changes files |
|-------|:----------:|--------------:|
| read  | no         | no            |
| edit  | yes        | yes           |
| run   | yes        | perhaps       |

```python
def greeting(name: str) -> str:
    return f"Hello, {name}!"
```

> A quotation, because somebody always quotes somebody.

"""

PARAGRAPH = """## Part {number}

{number}. The point of part {number} is to be there. It says nothing that part {other} did not say
   as well, and it says it at the same length.
   - a point below a point
   - and another one

"""

PARTS = "".join(PARAGRAPH.format(number=n, other=n % 24 + 1) for n in range(1, 25))

LONG = (HEAD + PARTS).strip()
"""About five thousand characters."""
