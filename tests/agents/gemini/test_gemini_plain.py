"""Messages with nothing but words are told apart from those that say more."""

import json

from tests.agents.gemini.stores import header, history, said
from tui.agents.gemini.store_plain import plain_words

CALL = {**said("gemini", "looking"), "id": "c", "toolCalls": [{"name": "grep"}]}
PICTURE = {"id": "p", "type": "user", "content": [{"inlineData": {"data": "x"}}]}


def test_words_are_taken_and_the_rest_of_a_log_stays() -> None:
    lines = [json.dumps(one).encode() for one in (header(), said("user", "hello"), CALL, PICTURE)]

    texts, rest = plain_words("session.jsonl", b"\n".join(lines) + b"\n")

    assert (texts, rest) == (["hello"], b"\n".join([lines[0], lines[2], lines[3], b""]))


def test_the_rest_of_a_document_is_a_document() -> None:
    document = {"sessionId": "s", "messages": [said("user", "hello"), CALL]}

    texts, rest = plain_words("session.json", json.dumps(document).encode())
    all_plain = plain_words("session.json", json.dumps({"messages": [said("user", "x")]}).encode())

    assert (texts, json.loads(rest)) == (["hello"], {"messages": [CALL]})
    assert all_plain == (["x"], b"")


def test_what_is_taken_back_or_cannot_be_read_is_left_to_the_reader() -> None:
    for path, data in (
        ("session.jsonl", json.dumps(said("user", "x")).encode() + b'\n{"$rewindTo":"user-1"}'),
        ("session.json", b'{"messages": [{"id": "1"'),
    ):
        assert plain_words(path, data) == ([], data)
    whole = json.dumps(history("a")).encode()
    assert plain_words("session.jsonl", whole) == ([], whole)
