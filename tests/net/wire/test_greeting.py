"""Greetings of programs before a game, and their answers to nonsense."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.fields import Malformed
from durak_tui.common.values import LONGEST_PERSON
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules
from durak_tui.net.wire.greeting import (
    LONGEST,
    Greeting,
    GreetingAnswer,
    Purpose,
    encode_answer,
    encode_purpose,
    read_answer,
    read_greeting,
    read_purpose,
)
from tests.net.deals import JSON

KEYS = st.sampled_from(["durak-tui", "name", "program", "wants", "answer"])


def test_what_is_said_is_heard() -> None:
    anna = Greeting("Анна", "0123456789abcdef")
    assert read_greeting(anna.encode()) == anna
    rules = HouseRules(24, ATTACK_LIMITS["6,5"], 90)
    assert read_purpose(encode_purpose(Purpose.PLAY, rules)) == (Purpose.PLAY, rules)
    assert read_purpose(encode_purpose(Purpose.RETURN)) == (Purpose.RETURN, USUAL_RULES)
    assert [read_answer(encode_answer(one)) for one in GreetingAnswer] == list(GreetingAnswer)


@given(st.text())
def test_any_name_is_shown_on_one_line(name: str) -> None:
    line = json.dumps({"durak-tui": 1, "name": name, "program": "0" * 16}).encode()
    heard = read_greeting(line).name
    assert heard == "" or heard.isprintable()
    assert len(heard) <= LONGEST_PERSON
    assert len(Greeting(heard, "0" * 16).encode()) <= LONGEST


@given(st.binary() | st.dictionaries(KEYS, JSON).map(lambda said: json.dumps(said).encode()))
def test_nonsense_is_refused_and_does_no_harm(line: bytes) -> None:
    for read in (read_greeting, read_purpose, read_answer):
        try:
            read(line)
        except Malformed:
            continue


@pytest.mark.parametrize(
    "line",
    [
        b'{"durak-tui": true, "program": "0000000000000000"}',
        b'{"durak-tui": 1e9, "program": "0000000000000000"}',
        b'{"durak-tui": 1, "program": "000000000000000"}',
        b'{"durak-tui": 1, "program": ["0"]}',
        b'{"durak-tui": 1}',
        b"[" * 1999,
    ],
)
def test_a_greeting_has_a_version_and_a_program(line: bytes) -> None:
    with pytest.raises(Malformed):
        read_greeting(line)


@pytest.mark.parametrize("line", [b'{"wants": "play"}', b'{"wants": "play", "deck": 32}'])
def test_house_rules_of_another_version_are_no_reason_against_a_call(line: bytes) -> None:
    assert read_purpose(line) == (Purpose.PLAY, USUAL_RULES)


def test_a_greeting_of_a_later_version_is_understood_as_far_as_need_be() -> None:
    line = b'{"durak-tui": 7, "name": "Anna", "program": "00000000000000ff", "hat": "red"}'
    assert read_greeting(line) == Greeting("Anna", "00000000000000ff", 7)
