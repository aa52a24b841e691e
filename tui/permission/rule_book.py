"""The rules in force for one folder: from files that are read again when they change."""

from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from tui.permission.answers import Scope
from tui.permission.fingerprint import fingerprint
from tui.permission.policy import Policy, combine
from tui.permission.policy_file import PROJECT_FILE, PolicyFile, read_policy
from tui.permission.rule_writing import RuleError, appended, parsed, replace_file
from tui.permission.rules import Rule
from tui.permission.trust import Trust, TrustError, TrustState

THIS_SESSION = "this session"
"""Where rules stand that are gone with the session."""


class RuleBook:
    """Rules of the user, of the user for this folder, of the folder itself, of this session.

    `policy` is what was read last; `refresh` and `remember` touch the disk.
    """

    def __init__(self, folder: Path, *, user: Path, bound: Path, trust: Trust) -> None:
        self.folder = folder
        self.user = user
        self.bound = bound / _name(folder)
        """The user's own file of rules for this folder alone."""
        self._trust = trust
        self._seen: tuple[object, ...] | None = None
        self._files: list[tuple[PolicyFile, bool]] = []
        self._made: tuple[Rule, ...] = ()
        self.policy = Policy()
        self.trusted = False
        self.refresh()

    def refresh(self) -> None:
        """Read the files again if one of them, or the trust in the folder, changed."""
        project = self.folder / PROJECT_FILE
        trusted = self._is_trusted()
        seen = (trusted, *(_stamp(path) for path in (self.user, self.bound, project)))
        if seen == self._seen:
            return
        self._seen, self.trusted = seen, trusted
        mine = [(read_policy(path), True) for path in (self.user, self.bound)]
        self._files = [*mine, (read_policy(project), trusted)]
        self._combine()

    def _is_trusted(self) -> bool:
        try:
            return self._trust.state(self.folder) is TrustState.TRUSTED
        except OSError:
            # The folder was taken away, or nobody may look into it any more.
            return False

    def files(self) -> list[PolicyFile]:
        """Return the files as they were read last: the user's, then the folder's."""
        return [file for file, _ in self._files if file.found or file.path != self.bound]

    def place(self, scope: Scope) -> str:
        """Return where a rule of this scope would be kept."""
        if scope is Scope.SESSION:
            return f"{THIS_SESSION} only"
        self.refresh()
        return str(self._target())

    def remember(self, rule: Rule, scope: Scope) -> None:
        """Put a rule in force, and keep it where its scope says. Raises `ParleyError`."""
        found = parsed(rule)
        if isinstance(found, str):
            raise RuleError(f"The rule is not understood: {found}.", "Change it.")
        if scope is Scope.SESSION:
            self._made = (*self._made, replace(found, file=THIS_SESSION, line=0))
            self._combine()
            return
        self.refresh()
        try:
            self._keep(found)
        except OSError as error:
            raise RuleError(
                f"{self._target()} cannot be written: {error.strerror}", "Mend its rights."
            ) from error
        self.refresh()

    def _keep(self, rule: Rule) -> None:
        path = self._target()
        content = appended(path, rule, f"# Rules for {self.folder} alone, made in parley.\n")
        if path == self.bound:
            replace_file(path, content)
            return
        # Our own change must not count as one that needs another look, and only ours may pass.
        expected = fingerprint(self.folder, {path: content})
        if self._trust.state(self.folder) is not TrustState.TRUSTED:
            raise TrustError(
                f"{self.folder} has changed since it was trusted.", "Look at it again."
            )
        replace_file(path, content)
        self._trust.grant(self.folder, expected)

    def _target(self) -> Path:
        return self.folder / PROJECT_FILE if self.trusted else self.bound

    def _combine(self) -> None:
        session = PolicyFile(Path(THIS_SESSION), self._made)
        self.policy = combine([*self._files, (session, True)])


def _name(folder: Path) -> str:
    whole = str(folder).encode("utf-8", "surrogateescape")
    return f"{folder.name or 'root'}-{sha256(whole).hexdigest()[:16]}.toml"


def _stamp(path: Path) -> tuple[int, ...] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
