"""Drafts and past prompts survive what happens to the process."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from tui.config.drafts import REWRITE_AT, Draft, DraftFile, abandoned, adopt
from tui.config.past_prompts import PastPrompt, PastPrompts

ROOT = Path(__file__).resolve().parents[2]


def test_a_draft_that_was_left_behind_is_found_once(tmp_path: Path) -> None:
    file = DraftFile(tmp_path)
    file.save(Draft(text="words", cwd="/srv", queue=("later",)))
    assert adopt(Path("/srv"), tmp_path) is None
    file.close()

    found = adopt(Path("/srv"), tmp_path)
    assert found is not None
    assert (found.text, found.queue) == ("words", ("later",))
    assert adopt(Path("/srv"), tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_a_draft_belongs_to_its_folder(tmp_path: Path) -> None:
    file = DraftFile(tmp_path)
    file.save(Draft(text="words", cwd="/srv"))
    file.close()

    assert adopt(Path("/home"), tmp_path) is None


def test_an_emptied_draft_leaves_no_file(tmp_path: Path) -> None:
    file = DraftFile(tmp_path)
    file.save(Draft(text="words", cwd="/srv"))
    file.save(Draft(cwd="/srv"))
    file.close()

    assert list(tmp_path.iterdir()) == []


def test_a_torn_end_loses_only_itself(tmp_path: Path) -> None:
    file = DraftFile(tmp_path)
    file.save(Draft(text="whole", cwd="/srv"))
    file.close()
    (path,) = tmp_path.iterdir()
    with path.open("ab") as torn:
        torn.write(b'{"text":"who')

    assert [draft.text for _, draft in abandoned(tmp_path)] == ["whole"]


def test_a_long_history_of_a_draft_is_begun_anew(tmp_path: Path) -> None:
    file = DraftFile(tmp_path)
    for number in range(8):
        file.save(Draft(text="x" * (REWRITE_AT // 4) + str(number), cwd="/srv"))
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size < REWRITE_AT * 2
    file.close()

    assert [draft.text[-1] for _, draft in abandoned(tmp_path)] == ["7"]


def test_a_killed_writer_loses_nothing_it_had_saved(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from tui.config.drafts import Draft, DraftFile\n"
        "file = DraftFile(Path(sys.argv[1])); n = 0\n"
        "while True:\n"
        "    n += 1; file.save(Draft(text=str(n) * 200, cwd='/srv'))\n"
        "    sys.stdout.write(f'{n}\\n'); sys.stdout.flush()\n"
    )
    chance = random.Random(7)
    for _ in range(5):
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert child.stdout is not None
        saved = [child.stdout.readline() for _ in range(chance.randrange(1, 40))]
        child.send_signal(signal.SIGKILL)
        saved += child.stdout.read().split()
        child.stdout.close()
        child.wait()
        last = int(saved[-1])
        found = adopt(Path("/srv"), tmp_path)

        assert found is not None
        assert found.text in (str(last) * 200, str(last + 1) * 200)


def test_past_prompts_are_kept_each_once_newest_last(tmp_path: Path) -> None:
    path = tmp_path / "prompts.jsonl"
    prompts = PastPrompts(path)
    for text in ("one", "two", "one"):
        prompts.add(PastPrompt(text))
    with path.open("ab") as file:
        file.write(b"not json\n")

    assert [prompt.text for prompt in PastPrompts(path).all()] == ["two", "one"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_past_prompts_are_found_by_all_their_words(tmp_path: Path) -> None:
    prompts = PastPrompts(tmp_path / "prompts.jsonl")
    for text in ("mend the roof", "paint the door", "roof and door"):
        prompts.add(PastPrompt(text))

    assert [found.text for found in prompts.search("DOOR")] == ["roof and door", "paint the door"]
    assert [found.text for found in prompts.search("the roof")] == ["mend the roof"]


def test_a_disk_that_refuses_is_no_reason_to_stop(tmp_path: Path) -> None:
    prompts = PastPrompts(tmp_path / "file" / "prompts.jsonl")
    (tmp_path / "file").touch()
    prompts.add(PastPrompt("kept until the end"))

    assert [prompt.text for prompt in prompts.all()] == ["kept until the end"]
