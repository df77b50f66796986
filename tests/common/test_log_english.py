"""What rules and protocol say in English is said in the user's language on screens."""

import re
from collections.abc import Iterator

import pytest

from durak_tui.common import i18n
from durak_tui.common.log_english import translated
from durak_tui.engine.process import describe_exit
from durak_tui.game.cards import parse_card
from durak_tui.game.notation import parse_position
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.protocol.faults import RemoteProtocolError
from durak_tui.protocol.messages import decode_answer, decode_info

ENGLISH = re.compile("[a-z]{3} [a-z]{2}")  # More than a name.
LETTER = re.compile(r"[^\W\da-zA-Z_]")


@pytest.fixture(autouse=True)
def in_russian() -> Iterator[None]:
    i18n.choose("ru")
    yield
    i18n.choose("en")


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_that_an_action_breaks(rule: Rule) -> None:
    seven, eight = parse_card("7C"), parse_card("8C")
    broken = IllegalAction(rule, seven, table=(eight,), trump=eight, count=3, limit=2)
    assert LETTER.search(translated(str(broken)))


@pytest.mark.parametrize(
    "line",
    [
        "nothing", "6C/7C - - 8D 3 move", "6C/7C - - 8D 1 turn", "6C/7C - - 8D7D 1 move",
        "6Z/7C - - 8D 1 move", "6C1/7C - - 8D 1 move", "6C - - 8D 1 move", "6C/6C - - 8D 1 move",
        "6C/7C - 9D 8D 1 move", "6C/7C - - 8D 1 respond", "6C/7C 8C7S - 8D 1 move",
        "6C/7C - - 8D 1 move - 9C/-", "6C6H7S/8H 9D+9C - 8D 1 taken",
    ],
)  # fmt: skip
def test_every_mistake_in_a_position(line: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_position(line)
    assert LETTER.search(translated(str(error.value))), error.value


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("init", b"hello"), ("init", b"ok ## x"), ("init", b"ok ## 1"),
        ("init", b'ok ## {"name": 1}'), ("init", b'ok ## {"hints": 1}'), ("deal", b"x"),
        ("move", b"xx"), ("move", b"6C 7C"), ("info", b"info x"), ("info", b"info 1"),
    ],
)  # fmt: skip
def test_every_answer_that_is_none(kind: str, line: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as error:
        decode_info(line) if kind == "info" else decode_answer(kind, line)  # type: ignore[arg-type]
    assert LETTER.search(translated(error.value.detail)), error.value.detail


@pytest.mark.parametrize(
    ("english", "facts"),
    [
        (describe_exit(3), r"\D+ 3"),
        (describe_exit(-9), r"\D+ SIGKILL \(9\)"),
        (
            "no answer within 2 s, nor within 5 s more, only the start of a line",
            r".* 2 .*, .* 5 .*, .*",
        ),
        (
            "engine './e' did not start: exited with code 1, last words: {no} idea",
            r".*'./e' \D* 1, .*: {no} idea",
        ),
        ("engine './e' cannot be started: Permission denied", r"\D+'./e' \D+: .*"),
    ],
)
def test_facts_and_several_sentences(english: str, facts: str) -> None:
    russian = translated(english)
    assert re.fullmatch(facts, russian)
    assert LETTER.search(russian) and not ENGLISH.search(russian.replace("{no} idea", ""))


def test_what_is_not_known_stays_as_it_is_and_so_does_english() -> None:
    for text in ("", "what nobody knows, said by others", "{"):
        assert translated(text) == text
    i18n.choose("en")
    for text in ("exited with code 3", "7C does not beat 8C (trump 6S)", "x, y"):
        assert translated(text) == text
