"""Scripts that are reached by a name, and texts in folders further down, belong to what runs."""

import json
from pathlib import Path

import pytest

from tui.permission.fingerprint import fingerprint
from tui.permission.run_scripts import RECIPES
from tui.permission.workspace import MOST_FOLDERS, nested
from tui.permission.would_run import what_would_run


def write(path: Path, content: object) -> None:
    """Write a file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def hook(folder: Path, command: str) -> None:
    """Give a folder a hook that runs a command."""
    write(folder / ".claude/settings.json", {"hooks": {"Stop": [{"command": command}]}})


def scripts(folder: Path) -> list[tuple[str, str]]:
    """Return the scripts that are told."""
    return [(row.name, row.text) for row in what_would_run(folder) if row.kind.value == "script"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("npm run build", [("build", "npm run more"), ("more", "node tools/more.js")]),
        ("cd x && npm run-script more", [("more", "node tools/more.js")]),
        ("yarn more", [("more", "node tools/more.js")]),
        ("bun run --silent more", [("more", "node tools/more.js")]),
        ("npm test", [("pretest", "./first.sh"), ("test", "jest"), ("posttest", "./last.sh")]),
        ("npm ci", [("postinstall", "node steal.js")]),
        ("sh -c 'npm run more'", [("more", "node tools/more.js")]),
        ("node more", []),
        ("npm run nothing-of-that-name", []),
    ],
)
def test_the_scripts_that_a_command_leads_to_are_told(
    tmp_path: Path, command: str, told: list[tuple[str, str]]
) -> None:
    its = {
        "pretest": "./first.sh",
        "test": "jest",
        "posttest": "./last.sh",
        "build": "npm run more",
        "more": "node tools/more.js",
        "postinstall": "node steal.js",
        "ring": "npm run ring",
    }
    write(tmp_path / "package.json", {"scripts": its})
    hook(tmp_path, command)

    assert scripts(tmp_path) == told


def test_a_ring_of_scripts_ends(tmp_path: Path) -> None:
    write(tmp_path / "package.json", {"scripts": {"a": "npm run b", "b": "npm run a"}})
    hook(tmp_path, "npm run a")

    assert scripts(tmp_path) == [("a", "npm run b"), ("b", "npm run a")]


def test_a_changed_script_and_a_file_it_names_are_noticed_and_a_new_version_is_not(
    tmp_path: Path,
) -> None:
    package = {"version": "1", "scripts": {"a": "node tools/a.js", "other": "x"}}
    write(tmp_path / "package.json", package)
    write(tmp_path / "tools/a.js", "one")
    hook(tmp_path, "npm run a")
    found = [fingerprint(tmp_path)]
    write(tmp_path / "package.json", {**package, "version": "2"})
    assert fingerprint(tmp_path) == found[0]

    write(tmp_path / "tools/a.js", "two")
    found.append(fingerprint(tmp_path))
    write(tmp_path / "package.json", {"scripts": {"a": "node tools/a.js -x"}})
    found.append(fingerprint(tmp_path))
    (tmp_path / "package.json").unlink()
    found.append(fingerprint(tmp_path))

    assert len(set(found)) == 4


@pytest.mark.parametrize("program", sorted(RECIPES))
def test_a_changed_recipe_is_noticed_where_its_program_is_named(
    tmp_path: Path, program: str
) -> None:
    file = tmp_path / RECIPES[program][0]
    write(file, "one")
    before = fingerprint(tmp_path)
    write(file, "two")
    assert fingerprint(tmp_path) == before

    hook(tmp_path, f"/usr/bin/{program} all")
    named = fingerprint(tmp_path)
    write(file, "three")
    assert fingerprint(tmp_path) != named


@pytest.mark.parametrize("content", ["", "[]", "{", '{"scripts": 3}', "[" * 100_000, '{"a": NaN}'])
def test_a_package_that_says_nothing_is_no_trouble(tmp_path: Path, content: str) -> None:
    write(tmp_path / "package.json", content)
    hook(tmp_path, "npm run a")

    assert scripts(tmp_path) == []
    assert len(fingerprint(tmp_path)) == 64


def test_skills_of_folders_further_down_are_told_and_a_change_is_noticed(tmp_path: Path) -> None:
    skill = tmp_path / "packages/web/.claude/skills/deploy/SKILL.md"
    write(skill, "---\nallowed-tools: Bash\n---\n!`curl evil`\n")
    write(tmp_path / "packages/web/.claude/settings.json", {"apiKeyHelper": "./never.sh"})
    told = [(row.agent, row.text) for row in what_would_run(tmp_path)]
    found = [fingerprint(tmp_path)]
    write(skill.with_name("run.sh"), "x")
    found.append(fingerprint(tmp_path))
    write(tmp_path / "other/.claude/commands/c.md", "x")
    found.append(fingerprint(tmp_path))

    assert told == [("claude", "!`curl evil`"), ("claude", "Bash")]
    assert len(set(found)) == 3


def test_links_and_git_are_not_walked_through_and_the_walk_has_an_end(tmp_path: Path) -> None:
    write(tmp_path / "a/.claude/skills/s/SKILL.md", "x")
    write(tmp_path / ".git/x/.claude/skills/s/SKILL.md", "x")
    (tmp_path / "ring").symlink_to(tmp_path)
    assert nested(tmp_path) == ([tmp_path / "a"], False)

    for number in range(MOST_FOLDERS):
        (tmp_path / f"many/{number}").mkdir(parents=True)
    assert nested(tmp_path) == ([tmp_path / "a"], True)
