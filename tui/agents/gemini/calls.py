"""Tool calls of an ACP agent in our words: what they are, what they are about, how they ended."""

import re

import msgspec

from tui.agents.gemini.frames import CallFrame, Content, ToolContent
from tui.model.events import ToolFinished, ToolStarted
from tui.model.identity import ItemId, JsonObject
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind

KIND_BY_NAME = {
    "run_shell_command": ToolKind.SHELL,
    "read_file": ToolKind.READ,
    "read_many_files": ToolKind.READ,
    "write_file": ToolKind.WRITE,
    "replace": ToolKind.EDIT,
    "grep_search": ToolKind.SEARCH,
    "search_file_content": ToolKind.SEARCH,
    "glob": ToolKind.FIND,
    "list_directory": ToolKind.FIND,
    "web_fetch": ToolKind.FETCH,
    "google_web_search": ToolKind.WEB_SEARCH,
    "invoke_agent": ToolKind.AGENT,
    # Names that the seed documents give; no released CLI was seen to use them.
    "Bash": ToolKind.SHELL,
    "shell": ToolKind.SHELL,
    "edit_file": ToolKind.EDIT,
    "search_code": ToolKind.SEARCH,
    "find_files": ToolKind.FIND,
    "web_search": ToolKind.WEB_SEARCH,
}

KIND_BY_ACP = {
    "execute": ToolKind.SHELL,
    "read": ToolKind.READ,
    "edit": ToolKind.EDIT,
    "delete": ToolKind.EDIT,
    "move": ToolKind.EDIT,
    "search": ToolKind.SEARCH,
    "fetch": ToolKind.FETCH,
}

_CHANGE_KIND = {
    "add": ChangeKind.CREATED,
    "modify": ChangeKind.MODIFIED,
    "delete": ChangeKind.DELETED,
}

_FOLDER = ("[current working directory ", "[in ")
_EXIT_CODE = re.compile(r"Command exited with code: (-?\d+)")
_CANCELLED = ("Command cancelled by user.", "Command was automatically cancelled")
_REFUSED = ("Tool execution for ", "denied by policy.")


def tool_name(call_id: str, acp_kind: str | None) -> str:
    """Return a tool's name. Gemini gives it only as the call id's part before the two dashes."""
    name, dashes, _ = call_id.partition("__")
    return name if dashes and name else (acp_kind or "tool")


def tool_kind(name: str, acp_kind: str | None = None) -> ToolKind:
    """Return what a tool does, by its name first and by the protocol's coarser word second."""
    if name.startswith("mcp_"):
        return ToolKind.MCP
    known = KIND_BY_NAME.get(name)
    return known or KIND_BY_ACP.get(acp_kind or "", ToolKind.OTHER)


def is_same(frame: CallFrame, known: ToolStarted) -> bool:
    """Tell whether a message is about what is known of a call, or about something else."""
    kind = tool_kind(known.name, frame.kind) if frame.kind else known.kind
    return (frame.title or known.title, kind) == (known.title, known.kind)


def started(frame: CallFrame, known: ToolStarted | None) -> ToolStarted:
    """Announce a call, or tell what a further message adds to one that is known."""
    name = known.name if known else tool_name(frame.tool_call_id, frame.kind)
    kind = known.kind if known else tool_kind(name, frame.kind)
    title = frame.title or (known.title if known else name)
    return ToolStarted(
        call=ItemId(frame.tool_call_id),
        kind=kind,
        name=name,
        title=title,
        input=_input(frame, kind, title, known),
        changes=changes(frame.content) or (known.changes if known else ()),
    )


def finished(frame: CallFrame, *, cancelling: bool, grown: bool) -> ToolFinished:
    """Say how a call ended; `grown` where earlier messages already showed its output."""
    output = text_of(frame.content) or _raw_output(frame.raw_output)
    exit_code = _EXIT_CODE.fullmatch(output)
    outcome = _outcome(frame.status, output, cancelling)
    if exit_code and outcome is Outcome.OK:
        outcome = Outcome.FAILED
    return ToolFinished(
        call=ItemId(frame.tool_call_id),
        outcome=outcome,
        output=output,
        changes=changes(frame.content) if outcome is Outcome.OK else (),
        exit_code=int(exit_code[1]) if exit_code else None,
        decided_by="Gemini's policy" if outcome is Outcome.DENIED else None,
        keep_output=grown and not output,
    )


def changes(content: list[ToolContent] | None) -> tuple[FileChange, ...]:
    """Return the files that a call changes or asks to change."""
    return tuple(_change(part) for part in content or () if part.type == "diff" and part.path)


def text_of(content: list[ToolContent] | None) -> str:
    """Return what a call says in words."""
    texts = [block_text(part.content) for part in content or () if part.content is not None]
    return "\n".join(text for text in texts if text)


def block_text(block: Content) -> str:
    """Return a content block as text; what is none is named."""
    if block.text is not None:
        return block.text
    if block.resource is not None:
        text = block.resource.get("text")
        return text if isinstance(text, str) else f"[{block.resource.get('uri', 'resource')}]"
    if block.uri is not None:
        return f"[{block.name or 'link'}]({block.uri})"
    return f"[{block.type or 'content'} {block.mime_type or ''}]".replace(" ]", "]")


class Details(msgspec.Struct, frozen=True):
    """What Gemini tells about a shell command beside the command itself."""

    folder: str | None = None
    description: str = ""
    background: bool = False


def details(text: str) -> Details:
    """Read `[current working directory /x] (why) [background]`."""
    opening = next((one for one in _FOLDER if text.startswith(one)), None)
    if opening is None:
        return Details(description=text)
    rest, background, _ = text[len(opening) :].partition(" [background]")
    folder, described, description = rest.partition("] (")
    if not described:
        return Details(folder.removesuffix("]"), background=bool(background))
    return Details(folder, description.removesuffix(")"), bool(background))


def _input(frame: CallFrame, kind: ToolKind, title: str, known: ToolStarted | None) -> JsonObject:
    """Gemini sends no arguments: what can be told of them is put under its own names."""
    if isinstance(frame.raw_input, dict):
        return frame.raw_input
    if known is not None and known.input:
        return known.input
    said = text_of(frame.content)
    if kind is ToolKind.SHELL:
        description = details(said).description
        return {"command": title, "description": description} if description else {"command": title}
    if kind is ToolKind.MCP:
        return _json_object(said)
    paths = [place.path for place in frame.locations or () if place.path]
    return {"file_path": paths[0]} if paths else {}


def _json_object(text: str) -> JsonObject:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return {}
    return value if isinstance(value, dict) else {}


def _change(part: ToolContent) -> FileChange:
    kind = _CHANGE_KIND.get(str((part.meta or {}).get("kind")))
    if kind is None:
        kind = ChangeKind.MODIFIED if part.old_text else ChangeKind.CREATED
    return FileChange(
        path=part.path or "", kind=kind, before=part.old_text or "", after=part.new_text or ""
    )


def _outcome(status: str | None, output: str, cancelling: bool) -> Outcome:
    if output.startswith(_CANCELLED):
        return Outcome.CANCELLED
    if status != "failed":
        return Outcome.OK
    # After a cancel the calls that were still to come fail as if a rule had forbidden them.
    if cancelling:
        return Outcome.CANCELLED
    opening, ending = _REFUSED
    refused = output.startswith(opening) and output.endswith(ending)
    return Outcome.DENIED if refused else Outcome.FAILED


def _raw_output(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return msgspec.json.encode(value).decode()
