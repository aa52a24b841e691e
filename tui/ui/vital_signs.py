"""What an agent's processes are doing while nothing is heard of it."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec

TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 2.0


class VitalSigns(msgspec.Struct, frozen=True):
    """How many processes there are below one, and the processor time they have used."""

    processes: int
    seconds: float

    @property
    def alive(self) -> bool:
        """Tell whether anything runs."""
        return self.processes > 0


NOTHING = VitalSigns(0, 0.0)


def vital_signs(root: int) -> VitalSigns:
    """Look at everything below a process, itself left out. Slow: in a thread."""
    times = _from_proc() if sys.platform == "linux" else _from_ps()
    below: dict[int, list[int]] = {}
    for pid, (parent, _) in times.items():
        below.setdefault(parent, []).append(pid)
    found: list[int] = []
    waiting = [root]
    while waiting:
        children = below.get(waiting.pop(), [])
        found += children
        waiting += children
    return VitalSigns(len(found), sum(times[pid][1] for pid in found))


def spoken(before: VitalSigns, now: VitalSigns, seconds: float) -> str:
    """Return what two looks, so many seconds apart, tell: alive or not, busy or waiting."""
    if not now.alive:
        return "its process is gone"
    count = f"{now.processes} processes alive" if now.processes > 1 else "its process is alive"
    if seconds <= 0 or not before.alive:
        return count
    share = max(0.0, now.seconds - before.seconds) / seconds
    return f"{count}, CPU {share:.0%}"


def _from_proc() -> dict[int, tuple[int, float]]:
    found = {}
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            text = Path(entry.path, "stat").read_text("utf-8", "replace")
        except OSError:
            continue
        # The name, in parentheses, may hold anything.
        fields = text.rpartition(")")[2].split()
        found[int(entry.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS)
    return found


def _from_ps() -> dict[int, tuple[int, float]]:
    words = ("ps", "-A", "-o", "pid=,ppid=,time=")
    try:
        done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError):
        return {}
    found = {}
    for line in done.stdout.decode("ascii", "replace").splitlines():
        pid, parent, used = line.split(None, 2)
        seconds = 0.0
        for part in used.strip().replace("-", ":").split(":"):
            seconds = seconds * 60 + float(part)
        found[int(pid)] = (int(parent), seconds)
    return found
