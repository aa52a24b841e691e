"""Where the links of a project lead: the disk is asked, once about each path of a judgement."""

from os import lstat
from stat import S_ISLNK

from tui.permission.places import is_inside, normal, real

MOST_PATHS = 512
"""Paths of one command or request that are looked up; with more, it is not clear what it touches.

Following a link takes a tenth of a millisecond.
"""

MOST_FOLDERS = 8
"""Folders that the words of one command line are counted from, after so many `cd`."""


def moved(bases: list[str], words: tuple[str, ...]) -> list[str]:
    """Return the folders in which the next command may run after a `cd`, which may fail, too."""
    if len(words) < 2 or len(bases) > MOST_FOLDERS:
        return bases
    return list(dict.fromkeys((*bases, *(normal(words[1], base) for base in bases))))


class Links:
    """Where links lead; made anew for every judgement, since links come and go."""

    def __init__(self, project: str) -> None:
        self._project = project
        self._met: dict[tuple[tuple[str, ...], str], list[str]] = {}
        self._plain: set[str] = set()
        """What was found to be no link."""

    def forms(self, paths: tuple[str, ...], base: str) -> list[str]:
        """Return paths as written, and as their links lead where they meet any."""
        return [normal(path, base) for path in paths] + self.reals(paths, base)

    def reals(self, paths: tuple[str, ...], base: str) -> list[str]:
        """Return where those paths lead that meet a link, or may meet one."""
        met = self.met(paths, base) if base == self._project else paths
        return [real(path, base) for path in met] if met else []

    def lead_out(self, path: str, base: str) -> bool:
        """Tell whether a path below a folder leads out of the project by a link."""
        return bool(self.met((path,), base)) and not is_inside(real(path, base), self._project)

    def met(self, paths: tuple[str, ...], base: str) -> list[str]:
        """Return the paths below a folder of which a part is a link, or may be one."""
        at = (paths, base)
        known = self._met.get(at)
        if known is None:
            meets = self._meets
            known = self._met[at] = [path for path in paths if meets(path, base)]
        return known

    def _meets(self, path: str, base: str) -> bool:
        if path[:1] == "/" or ".." in path or "\0" in path:
            return True
        # Most words are no links: looking at their own parts is several times faster than realpath.
        # One openat2 without links, by way of ctypes, took as long as these calls.
        here, plain = base, self._plain
        try:
            for part in path.split("/"):
                here = f"{here}/{part}"
                if here not in plain:
                    if S_ISLNK(lstat(here).st_mode):
                        return True
                    plain.add(here)
        except (PermissionError, ValueError):
            return True
        except OSError:
            pass
        return False
