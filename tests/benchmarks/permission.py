"""How long it takes to judge a command: proof, rule and risk, against parsing it and no more."""

import random
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

import msgspec
import tree_sitter_bash
from tree_sitter import Language, Parser

from tests.benchmarks.bar import Bar
from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission.policy import Policy, combine, decide
from tui.permission.policy_file import parse_policy
from tui.permission.reading import Where, read_request
from tui.permission.risk import assess

TARGET = 5

LITERAL = (
    "ls -la {path} {path}",
    "cat {path} {path}",
    "grep -rn '{word}' {path}",
    'rg -n "def {word}" {path}',
    "git diff {path} {path}",
    "git log --oneline -{number} {path}",
    "sed -n '{number},9{number}p' {path}",
    "pytest -q {path} -k {word}",
    "git add {path} {path}",
    "git commit -m 'Fix {word} in {word} and {word}'",
    "cat {path} | grep {word} | head -{number}",
    "cd src && npm run {word}{number}",
    "find . -name '*{word}*.py' -not -path './{word}/*'",
    "git show {word}:{path}",
    "git status --short && git diff --stat {path} {path}",
    "wc -l {path} {path}",
    "mkdir -p src/{word}/{word}",
    "python -m pytest {path}::test_{word} -x -q",
    "npm install {word}{number}",
    "rm {path} {path}",
    "curl -sL https://{word}.example.org/{word}{number}.json",
    "node {path} --{word}={word}",
    "git push origin {word}{number}",
    "python {path} --out {path}",
)
"""Commands made of literal words; rules allow most of them."""

OTHERS = (
    "pytest -q {path} 2>&1 | tail -{number}",
    "ls {path} {path} *.py",
    "for f in src/*.py; do echo $f; grep {word}{number} $f; done",
    "cat > {path} <<'EOF'\nimport {word}\nprint({word})\nEOF",
    'python -c "import {word}; print({word}.{word}())"',
    "echo $({word} --version) > {path}",
    "export {word}={word} && make {word}{number}",
    "cd src && ls -la {word}{number}*.ts 2>/dev/null || true",
    "git commit -m \"$(cat <<'EOF'\nFix {word}\n\nIt {word} {word}.\nEOF\n)\"",
    "bash -c 'cd {word} && make {word}'",
    "find . -name '{word}{number}' -exec rm {{}} \\;",
    "CI=1 npm run {word}{number} > {word}.log 2>&1 &",
)
"""Commands of which no proof is possible; they are outlined for their risk, and asked."""

RULES = (
    *("ls *", "cat *", "grep *", "rg *", "find *", "sed *", "head *", "tail *", "wc *", "cd *"),
    *("git status *", "git diff *", "git log *", "git show *", "git add *", "git commit *"),
    *("pytest *", "python -m pytest *", "npm run *", "npm test *", "make *", "mkdir *", "echo *"),
)
STRICT = (("deny", "curl *"), ("deny", "rm -rf *"), ("ask", "git push *"), ("deny", "npm publish"))


def policy() -> Policy:
    """Return rules as a person may have them after a few weeks: some of each decision."""
    rules = [("allow", command) for command in RULES] + list(STRICT)
    text = "".join(
        f'[[rule]]\ndecision = "{decision}"\ntool = "shell"\ncommand = "{command}"\n'
        for decision, command in rules
    )
    text += '[[rule]]\ndecision = "deny"\ntool = "*"\npath = "private/**"\n'
    file = parse_policy(text.encode(), Path("policy.toml"))
    assert file.faults == ()
    return combine([(file, True)])


class Project:
    """A folder with files, and endless commands about them of which no two are the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._dice = random.Random()
        self._words = [self._new_word() for _ in range(400)]
        self._paths = [self._new_path() for _ in range(200)]
        self._seen: set[str] = set()

    def command(self, template: str) -> str:
        """Return a command that was not there before."""
        while (line := self._filled(template)) in self._seen:
            pass
        self._seen.add(line)
        return line

    def _filled(self, template: str) -> str:
        for name, known in (("{path}", self._paths), ("{word}", self._words)):
            while name in template:
                template = template.replace(name, self._dice.choice(known), 1)
        while "{number}" in template:
            template = template.replace("{number}", str(self._dice.randint(1, 9_999)), 1)
        return template

    def _new_word(self) -> str:
        letters = (self._dice.choice("abdegiklmnoprstuz") for _ in range(self._dice.randint(4, 10)))
        return "".join(letters)

    def _new_path(self) -> str:
        folders = [self._dice.choice(("src", "tests", "docs"))]
        folders += (self._dice.choice(self._words) for _ in range(self._dice.randint(0, 1)))
        name = self._dice.choice(self._words) + self._dice.choice((".py", ".ts", ".md", ".rs"))
        path = self.folder.joinpath(*folders, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        return str(path.relative_to(self.folder))


def asked(line: str) -> PermissionRequest:
    """Return Claude's question for a command."""
    return PermissionRequest(
        id=RequestId("r1"),
        tool="Bash",
        kind=ToolKind.SHELL,
        title=line,
        input={"command": line, "description": "Look at something"},
    )


def ratio(templates: tuple[str, ...], rounds: int, project: Project, rules: Policy) -> Bar:
    """Parse new commands bare and judge them, by turns; of each kind the middle time counts."""
    where = Where("claude", str(project.folder))
    parser = Parser(Language(tree_sitter_bash.language()))
    bare: dict[str, list[float]] = defaultdict(list)
    judged: dict[str, list[float]] = defaultdict(list)
    for template in templates * rounds:
        line = project.command(template)
        request, source = asked(line), line.encode()
        began = time.perf_counter()
        parser.parse(source)
        parsed = time.perf_counter()
        reading = read_request(request)
        decide(request, rules, where, reading)
        assess(request, where, reading)
        judged[template].append(time.perf_counter() - parsed)
        bare[template].append(parsed - began)
    ours, theirs = (sum(map(median, times.values())) for times in (judged, bare))
    each = 1e6 / len(templates)
    return Bar(
        name="",
        value=ours / theirs,
        target=TARGET,
        at_most=True,
        detail=f"{ours * each:.0f} µs; bare {theirs * each:.0f} µs"
        f"; {rounds * len(templates):,} new commands",
    )


def measure(short: bool) -> list[Bar]:
    """Judge literal commands, the others, and both as they come."""
    rounds = 60 if short else 200
    kinds = {"literal": LITERAL, "other": OTHERS, "any": LITERAL + OTHERS}
    rules = policy()
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        return [
            msgspec.structs.replace(
                ratio(templates, rounds, project, rules), name=f"judging {name} ÷ bare parse"
            )
            for name, templates in kinds.items()
        ]
