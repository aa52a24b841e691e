"""Folders whose own configuration may run. Asked once, remembered by where the folder really is.

The file is ours alone. While it cannot be read no folder is trusted.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

import msgspec

from tui.errors import ParleyError
from tui.model.identity import new_uuid
from tui.permission.fingerprint import fingerprint, unknowable
from tui.permission.workspace import read_small

_LARGEST = 4_194_304


class TrustState(StrEnum):
    """What is known about a folder."""

    TRUSTED = "trusted"
    CHANGED = "changed"
    """The user was asked, but its configuration is not the one that was shown any more."""
    DECLINED = "declined"
    """The user was asked and said no; its configuration is still the one that was shown."""
    UNKNOWN = "unknown"


class TrustedFolder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One folder the user was asked about, as it was then."""

    path: str
    """Resolved: no links in it."""
    device: int
    inode: int
    digest: str
    """Of the configuration in it that would run."""
    at: float
    trusted: bool = True
    """False where the user said no, so that nobody asks again until something changes."""


class TrustFile(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of the file."""

    folders: tuple[TrustedFolder, ...] = ()


class TrustError(ParleyError):
    """Trust could not be written down or taken back."""


class Trust:
    """The trusted folders."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        """Why the file could not be read; no folder is trusted then."""

    def state(self, folder: Path) -> TrustState:
        """Tell whether a folder's own configuration may run."""
        here = _describe(folder)
        known = {one.path: one for one in self.folders()}.get(here.path)
        if known is None:
            return TrustState.UNKNOWN
        if (known.device, known.inode, known.digest) != (here.device, here.inode, here.digest):
            return TrustState.CHANGED
        return TrustState.TRUSTED if known.trusted else TrustState.DECLINED

    def folders(self) -> tuple[TrustedFolder, ...]:
        """Return every folder the user was asked about."""
        self.problem = ""
        try:
            content = read_small(self.path, _LARGEST)
            return msgspec.json.decode(content, type=TrustFile).folders if content else ()
        except (OSError, msgspec.DecodeError, msgspec.ValidationError) as error:
            self.problem = f"{self.path} cannot be read: {error}"
            return ()

    def grant(self, folder: Path, shown: str | None = None) -> None:
        """Trust a folder; `shown` is the fingerprint of the configuration the user saw."""
        if why := unknowable(folder):
            raise TrustError(f"{folder} cannot be trusted: {why}", "Mend that and look again.")
        self._remember(folder, shown, trusted=True)

    def decline(self, folder: Path, shown: str | None = None) -> None:
        """Remember that the user does not trust a folder as it was shown."""
        self._remember(folder, shown, trusted=False)

    def _remember(self, folder: Path, shown: str | None, *, trusted: bool) -> None:
        here = _describe(folder, trusted=trusted)
        if shown is not None and shown != here.digest:
            raise TrustError(
                f"The configuration of {folder} changed while it was being read.", "Look again."
            )
        self._change(lambda known: (*(one for one in known if one.path != here.path), here))

    def revoke(self, folder: Path | str) -> bool:
        """Forget what was said about a folder; tell whether it was trusted."""
        path = str(Path(folder).resolve())
        names = {path, str(folder)}
        was = any(one.trusted and one.path in names for one in self.folders())
        self._change(lambda known: tuple(one for one in known if one.path not in names))
        return was

    def _change(
        self, change: Callable[[tuple[TrustedFolder, ...]], tuple[TrustedFolder, ...]]
    ) -> None:
        try:
            with self._locked():
                known = self.folders()
                if self.problem:
                    # What cannot be read is kept for a look, and counts for nothing.
                    self.path.rename(self.path.with_suffix(".broken"))
                self._replace(msgspec.json.encode(TrustFile(folders=change(known))))
        except OSError as error:
            raise TrustError(
                f"{self.path} cannot be written: {error.strerror}", "Mend its rights and try again."
            ) from error
        except UnicodeEncodeError as error:
            raise TrustError(
                "The name of this folder is not UTF-8, so it cannot be remembered.", "Rename it."
            ) from error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = self.path.with_suffix(".lock")
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _replace(self, content: bytes) -> None:
        temporary = self.path.with_name(f".{self.path.name}.{new_uuid()[:8]}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            with os.fdopen(os.open(temporary, flags, 0o600), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self.path)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise


def _describe(folder: Path, *, trusted: bool = True) -> TrustedFolder:
    path = folder.resolve(strict=True)
    status = path.stat()
    return TrustedFolder(
        path=str(path),
        device=status.st_dev,
        inode=status.st_ino,
        digest=fingerprint(path),
        at=time.time(),
        trusted=trusted,
    )
