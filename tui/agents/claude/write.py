"""The lines we write: prompts, requests and answers, as the CLI accepts them."""

import msgspec

from tui.model.commands import Prompt
from tui.model.identity import RequestId


def prompt(prompt: Prompt) -> bytes:
    """Return the line that carries a prompt; its id is the uuid the CLI keeps."""
    content: object = prompt.text
    if prompt.images:
        words = [{"type": "text", "text": prompt.text}] if prompt.text else []
        pictures = [
            {
                "type": "image",
                "source": {"type": "base64", "media_type": image.media_type, "data": image.data},
            }
            for image in prompt.images
        ]
        content = [*words, *pictures]
    return line(
        {
            "type": "user",
            "message": {"role": "user", "content": content},
            "parent_tool_use_id": None,
            "uuid": prompt.id,
        }
    )


def request(id: str, subtype: str, **fields: object) -> bytes:
    """Return the line that asks something of the CLI."""
    return line(
        {"type": "control_request", "request_id": id, "request": {"subtype": subtype, **fields}}
    )


def answer(request: RequestId, payload: object) -> bytes:
    """Return the line that answers a request of the CLI."""
    inside = {"subtype": "success", "request_id": request, "response": payload}
    return line({"type": "control_response", "response": inside})


def callback_answer(request: RequestId, payload: object) -> bytes:
    """Return the same answer in the words of seed 004."""
    inside = {"subtype": "success", "request_id": request, "response": payload}
    return line({"type": "callback.response", "response": inside})


def refusal(request: RequestId, error: str) -> bytes:
    """Return the line that says a request of the CLI cannot be answered."""
    inside = {"subtype": "error", "request_id": request, "error": error}
    return line({"type": "control_response", "response": inside})


def line(body: object) -> bytes:
    """Return one line of JSON."""
    return msgspec.json.encode(body) + b"\n"
