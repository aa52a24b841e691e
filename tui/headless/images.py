"""Pictures that go with a prompt."""

from binascii import b2a_base64
from pathlib import Path

from tui.errors import UsageError
from tui.model.commands import Image
from tui.small_files import written_path

SIGNATURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
"""How the picture formats that all agents take begin; WebP is told by two places."""

LIMIT = 20 * 1024 * 1024


def read_image(name: str) -> Image:
    """Read a picture file; what it is shows in its bytes, not in its name."""
    path = written_path(name)
    try:
        if not path.is_file():
            raise UsageError(f"{path} is not a file.", "Name a picture file with --image.")
        if path.stat().st_size > LIMIT:
            raise UsageError(f"{path} is larger than 20 MB.", "Make the picture smaller.")
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.", "Check it.") from error
    return Image(
        media_type=_media_type(path, content),
        data=b2a_base64(content, newline=False).decode(),
        path=str(path.resolve()),
    )


def _media_type(path: Path, content: bytes) -> str:
    for signature, media_type in SIGNATURES.items():
        if content.startswith(signature):
            return media_type
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    raise UsageError(f"{path} is not a picture.", "PNG, JPEG, GIF and WebP can be sent.")
