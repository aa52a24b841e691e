"""Every scene, through every mouth."""

import signal

from tests.demo.talk import ALLOW, Connect, Told, always, turn

SCENES = {
    "hello": "Hello!",
    "think": "I thought about it",
    "read": "has 11 lines",
    "plan": "ticked off",
    "edit": "The file is changed",
    "write": "is written",
    "run": "It printed: Hello, world!",
    "fail": "Nothing is lost",
    "long": "The last line was: line  400 of 400",
    "agent": "ub-agent",
    "help": "These words choose a scene",
}
"""A word of the menu, and words of the answer."""


def test_each_scene_is_played_to_its_end(connect: Connect, speak: str) -> None:
    client = connect(speak)

    told = {word: turn(client, f"please {word}") for word in SCENES}

    assert {word: tale.end for word, tale in told.items()} == dict.fromkeys(SCENES, "completed")
    assert [word for word, tale in told.items() if SCENES[word] not in tale.text] == []


def test_the_first_words_of_a_session_say_that_it_is_a_demo(connect: Connect, speak: str) -> None:
    client = connect(speak)

    first, second = turn(client, "hello"), turn(client, "hello")

    assert first.text.startswith("**This is the demo agent.**")
    assert "**This is the demo agent.**" not in second.text


def test_thinking_comes_apart_from_the_answer(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "think")

    assert "One letter is missing" in told.thoughts
    assert "One letter is missing" not in told.text


def test_an_unknown_prompt_is_echoed_and_the_menu_shown(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "What is the airspeed of a swallow?")

    assert "You asked: “What is the airspeed of a swallow?”" in told.text
    assert "no model" in told.text
    assert "- `tour`" in told.text


def test_an_empty_prompt_gets_a_friendly_answer(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "")

    assert told.end == "completed"
    assert "You asked nothing." in told.text


def test_words_choose_scenes_in_their_order(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "first run it, then read it")

    assert told.text.index("It printed") < told.text.index("has 11 lines")


def test_the_tour_shows_everything_and_asks_before_every_change(
    connect: Connect, speak: str
) -> None:
    told = turn(connect(speak), "tour", always(ALLOW))

    kinds = {ask.kind for ask in told.asked}
    assert told.end == "completed"
    assert {"edit", "run"} <= kinds
    assert "It printed: Hello, world!" in told.text
    assert told.thoughts


def test_an_error_ends_the_turn_but_not_the_session(connect: Connect, speak: str) -> None:
    client = connect(speak)

    failed, after = turn(client, "error"), turn(client, "hello")

    assert (failed.end, after.end) == ("failed", "completed")


def test_a_failed_call_is_told_as_a_retry_where_the_protocol_can(
    connect: Connect, speak: str
) -> None:
    told = turn(connect(speak), "fail")

    assert told.retries == (0 if speak == "gemini" else 1)


def test_a_plan_is_kept_up_to_date_where_the_protocol_can(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "plan")

    assert told.plans == {"claude": 9, "codex": 4, "gemini": 0}[speak]
    if speak == "gemini":
        assert "[x] Run it once" in told.text


def failed_tools(told: Told) -> list[str]:
    """Return the tool calls that failed."""
    return [tool for tool in told.tools if tool.endswith("failed")]


def test_the_failing_scene_has_failing_tools(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "fail")

    expected = {
        "claude": ["Read failed", "Bash failed"],
        "codex": ["commandExecution failed", "commandExecution failed"],
        "gemini": ["read_file failed"],
    }
    assert failed_tools(told) == expected[speak]


def test_a_question_gets_the_answer_that_was_chosen(connect: Connect, speak: str) -> None:
    client = connect(speak)

    told = turn(client, "question")
    if speak == "gemini":
        assert "Answer with your next prompt." in told.text
        told = turn(client, "blue, please")

    assert "Blue it is." in told.text


def test_nothing_is_left_in_the_users_folder_nor_in_the_temporary_one(
    connect: Connect, speak: str
) -> None:
    client = connect(speak)

    turn(client, "tour", always(ALLOW))
    scratch = client.demo.scratch()
    code = client.demo.close()

    assert code == 0
    assert len(scratch) == 1
    assert client.demo.scratch() == []
    assert list(client.demo.work.iterdir()) == []


def test_the_folder_of_a_killed_demo_is_taken_away_by_the_next_and_no_other(
    connect: Connect,
) -> None:
    living = connect("claude")
    kept = living.demo.scratch()
    killed = connect("claude")
    killed.demo.signal(signal.SIGKILL)
    (left,) = set(killed.demo.scratch()) - set(kept)

    later = connect("codex")
    there = set(later.demo.scratch())

    assert left not in there
    assert there.issuperset(kept)
    assert len(there) == 2
    assert living.demo.close() == 0
