"""A conversation as Markdown, as a page without scripts, or as JSON."""

from datetime import UTC, datetime
from html import escape
from typing import Any, assert_never

import msgspec

from tui.conversation.state import (
    Ask,
    Compaction,
    Conversation,
    GrowingText,
    Item,
    Notice,
    Prose,
    Puzzle,
    ToolCall,
    TurnMark,
    UserText,
)
from tui.model.codec import mended
from tui.model.events import Channel, TurnOutcome
from tui.model.tools import FileChange
from tui.text.diff import RowKind, from_texts
from tui.text.visible import visible

_TITLES = {Channel.THINKING: "Thinking", Channel.PLAN: "Plan", Channel.ANSWER: "Answer"}


class Section(msgspec.Struct, frozen=True):
    """One item, ready to be written in any format."""

    role: str
    """`user`, `answer`, `thinking`, `plan`, `tool` or `note`."""
    heading: str
    prose: str = ""
    """Markdown of the agent or words of the user."""
    blocks: tuple[tuple[str, str], ...] = ()
    """Language and text of what stands as it is."""
    depth: int = 0
    """How many sub-agents deep it is."""


def sections(conversation: Conversation) -> list[Section]:
    """Return what of a conversation is written, in order."""
    depths: dict[str, int] = {}
    made = []
    for item in conversation.items.values():
        parent = getattr(item, "parent", None)
        depth = depths.get(parent, 0) + 1 if parent is not None else 0
        depths[item.id] = depth
        section = _section(item, depth)
        if section is not None:
            made.append(section)
    return made


def markdown(conversation: Conversation) -> str:
    """Return a conversation as Markdown."""
    parts = [f"# {_title(conversation)}", "", *(f"- {fact}" for fact in facts(conversation)), ""]
    for section in sections(conversation):
        parts += _written(section)
    return "\n".join(parts).rstrip("\n") + "\n"


def item_markdown(item: Item) -> str:
    """Return one item as Markdown; nothing for one that is not written."""
    section = _section(item, 0)
    return "\n".join(_written(section)).rstrip("\n") + "\n" if section is not None else ""


def _written(section: Section) -> list[str]:
    level = "#" * min(2 + section.depth, 6)
    parts = [f"{level} {section.heading}", ""]
    if section.prose:
        thinking = section.role == "thinking"
        parts += [quoted(section.prose) if thinking else section.prose, ""]
    for language, text in section.blocks:
        parts += [fenced(text, language), ""]
    return parts


def page(conversation: Conversation, theme: str = "auto") -> str:
    """Return a conversation as one HTML page: no scripts, nothing loaded from anywhere."""
    body = [f"<h1>{_safe(_title(conversation))}</h1>", "<ul class=facts>"]
    body += [f"<li>{_safe(fact)}</li>" for fact in facts(conversation)]
    body.append("</ul>")
    for section in sections(conversation):
        body.append(f'<section class="{section.role}" style="--depth:{section.depth}">')
        folded = section.role in ("thinking", "tool")
        heading = _safe(section.heading)
        body.append(f"<details><summary>{heading}</summary>" if folded else f"<h2>{heading}</h2>")
        if section.prose:
            body.append(f"<div class=prose>{_safe(section.prose)}</div>")
        for language, text in section.blocks:
            lines = _coloured(text) if language == "diff" else _safe(text)
            body.append(f"<pre>{lines}</pre>")
        body.append("</details></section>" if folded else "</section>")
    return _PAGE.format(
        title=_safe(_title(conversation)), theme=escape(theme), body="\n".join(body), style=_STYLE
    )


def document(conversation: Conversation) -> bytes:
    """Return a conversation as one JSON document, with every item as it is."""
    items = [{"type": type(item).__name__, **_plain(item)} for item in conversation.items.values()]
    whole = {
        "session": conversation.session,
        "title": conversation.title or None,
        "model": conversation.model,
        "cwd": conversation.cwd,
        "version": conversation.version,
        "plan": _plain(conversation.plan),
        "usage": _plain(conversation.session_usage),
        "cost_usd": conversation.cost.usd if conversation.cost is not None else None,
        "turns": _plain(conversation.turns),
        "items": items,
    }
    return msgspec.json.format(msgspec.json.encode(mended(whole)), indent=2)


def facts(conversation: Conversation) -> list[str]:
    """Return what is known about a conversation as a whole, a line each."""
    used = conversation.session_usage
    known = [
        ("Session", conversation.session),
        ("Folder", conversation.cwd),
        ("Model", conversation.model),
        ("Tokens", f"{used.total:,}" if used is not None else None),
        ("Cost", f"${conversation.cost.usd:.4f}" if conversation.cost is not None else None),
    ]
    return [f"{name}: {value}" for name, value in known if value]


def _section(item: Item, depth: int) -> Section | None:
    match item:
        case UserText():
            return Section("user", f"You · {_time(item.at)}", item.text, depth=depth)
        case Prose():
            role = item.channel.value
            heading = _TITLES[item.channel] + (" (cut off)" if item.partial else "")
            return Section(role, heading, str(item.text), depth=depth)
        case ToolCall():
            return _tool(item, depth)
        case Ask():
            verdict = item.decision.verdict.value if item.decision is not None else "open"
            return Section("note", f"Asked: {item.request.title} · {verdict}", depth=depth)
        case Notice():
            return Section("note", f"Note ({item.notice.level.value})", item.notice.text)
        case Compaction():
            return Section("note", "The agent shortened its memory here")
        case Puzzle():
            return Section("note", f"Not understood: {item.label}")
        case TurnMark():
            if item.end.outcome is TurnOutcome.COMPLETED:
                return None
            return Section("note", f"Turn {item.end.outcome.value}", item.end.error)
        case _:
            assert_never(item)


def _tool(call: ToolCall, depth: int) -> Section:
    outcome = call.outcome.value if call.outcome is not None else "running"
    blocks = [("diff", difference(change)) for change in call.changes]
    command = call.input.get("command")
    if isinstance(command, str) and command != call.title:
        blocks.insert(0, ("sh", command))
    if output := str(call.output):
        blocks.append(("", output))
    heading = f"{call.name}: {call.title} · {outcome}"
    return Section("tool", heading, blocks=tuple(blocks), depth=depth)


_SIGNS = {RowKind.ADDED: "+", RowKind.REMOVED: "-", RowKind.CONTEXT: " "}


def difference(change: FileChange) -> str:
    """Return what happened to a file: a line that names it, then its hunks."""
    name = change.path if change.moved_to is None else f"{change.path} → {change.moved_to}"
    if change.diff:
        return f"{change.kind.value} {name}\n{change.diff}"
    rows = from_texts(change.before or "", change.after or "")
    hunks = "\n".join(f"{_SIGNS.get(row.kind, '')}{row.text}" for row in rows)
    return f"{change.kind.value} {name}\n{hunks}\n"


def _title(conversation: Conversation) -> str:
    first = (item.text for item in conversation.items.values() if isinstance(item, UserText))
    return conversation.title or next(first, "").strip().partition("\n")[0] or "Conversation"


def _time(at: float) -> str:
    if not at:
        return "?"
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def quoted(text: str) -> str:
    """Return a text as a quotation, so that nothing in it reads as part of what is around it."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def fenced(text: str, language: str = "") -> str:
    """Return a text between fences that do not stand in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip(chr(10))}\n{fence}"


def _safe(text: str) -> str:
    """Escape for HTML; hidden characters are shown, and half pairs cannot be encoded."""
    return escape(visible(text)).encode("utf-8", "replace").decode()


def _coloured(diff: str) -> str:
    marks = {"+": "ins", "-": "del"}
    rows = []
    for line in diff.split("\n"):
        tag = marks.get(line[:1])
        rows.append(f"<{tag}>{_safe(line)}</{tag}>" if tag else _safe(line))
    return "\n".join(rows)


def _plain(value: object) -> Any:
    return msgspec.to_builtins(value, enc_hook=_text)


def _text(value: object) -> str:
    if isinstance(value, GrowingText):
        return str(value)
    raise NotImplementedError


_STYLE = """
:root{color-scheme:light dark;--ink:#1c1e21;--paper:#fdfdfb;--soft:#6b7075;--line:#e3e3df;
--user:#eef3fb;--add:#1a7f37;--del:#b3261e}
@media(prefers-color-scheme:dark){:root:not(.light){--ink:#e4e4e0;--paper:#17191c;--soft:#9aa0a6;
--line:#30343a;--user:#1f2732;--add:#6fdc8c;--del:#ff8b82}}
:root.dark{--ink:#e4e4e0;--paper:#17191c;--soft:#9aa0a6;--line:#30343a;--user:#1f2732;
--add:#6fdc8c;--del:#ff8b82}
body{font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:54rem;
margin:2rem auto;padding:0 1rem}
section{border-top:1px solid var(--line);padding:.6rem 0;margin-left:calc(var(--depth)*1.5rem)}
h2,summary{font-size:.85rem;font-weight:600;color:var(--soft);margin:0 0 .3rem}
.prose{white-space:pre-wrap;overflow-wrap:anywhere}.user .prose{background:var(--user);
padding:.5rem .8rem;border-radius:.4rem}.facts{color:var(--soft);font-size:.85rem}
pre{overflow-x:auto;font-size:.85rem;border-left:2px solid var(--line);padding-left:.8rem}
ins{color:var(--add);text-decoration:none}del{color:var(--del);text-decoration:none}
"""

_PAGE = """<!doctype html>
<html lang="en" class="{theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""
