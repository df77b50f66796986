"""A conversation with an engine: what may follow what."""

from collections.abc import Callable

import pytest

from durak_tui.protocol.conversation import Conversation, State
from durak_tui.protocol.faults import LocalProtocolError
from durak_tui.protocol.messages import VERSION_1, EngineAnswer, Features, Info, encode_command
from tests.game.build import cards
from tests.protocol.conversations import (
    COMMANDS,
    GAME_END,
    HINT,
    HINT_DATA,
    INIT,
    MOVE,
    OK,
    OK_2,
    asked,
    asked_2,
    broken,
    ended,
    fault,
    greeted,
    idle,
    idle_without_hints,
    new,
    playing,
    playing_2,
    replied,
)
from tests.protocol.strategies import QUESTIONS

IN_A_GAME = {"init", "deal", "move", "respond", "give_more", "game_end"}

TABLE: list[tuple[Callable[[], Conversation], State, set[str]]] = [
    (new, State.NEW, {"init"}),
    (greeted, State.AWAITED, set()),
    (playing, State.PLAYING, IN_A_GAME),
    (playing_2, State.PLAYING, IN_A_GAME | {"hint"}),
    (asked, State.AWAITED, set()),
    (asked_2, State.AWAITED, set()),
    (idle, State.IDLE, {"init", "hint"}),
    (idle_without_hints, State.IDLE, {"init"}),
    (ended, State.ENDED, set()),
    (broken, State.BROKEN, set()),
]


@pytest.mark.parametrize("word", COMMANDS)
@pytest.mark.parametrize(
    ("reach", "state", "allowed"), TABLE, ids=[reach.__name__ for reach, _, _ in TABLE]
)
def test_a_command_is_sent_in_its_states_and_refused_in_all_others(
    reach: Callable[[], Conversation], state: State, allowed: set[str], word: str
) -> None:
    conversation = reach()
    assert conversation.state is state
    command = COMMANDS[word]
    if word in allowed:
        assert conversation.send(command) == encode_command(command) + b"\n"
    else:
        with pytest.raises(LocalProtocolError, match=r"cannot be sent|gives no hints"):
            conversation.send(command)
        assert conversation.state is state


def test_the_table_of_this_test_knows_every_state() -> None:
    assert {state for _, state, _ in TABLE} == set(State)


@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_question_can_be_asked_as_a_hint(kind: str) -> None:
    conversation = playing_2()
    command = COMMANDS[kind]._replace(data=HINT_DATA, hint=True)
    assert conversation.send(command).startswith(b"hint " + kind.encode())


@pytest.mark.parametrize("kind", ["init", "deal", "game_end"])
@pytest.mark.parametrize("reach", [playing_2, idle])
def test_what_is_no_question_cannot_be_asked_as_a_hint(
    reach: Callable[[], Conversation], kind: str
) -> None:
    conversation = reach()
    state = conversation.state
    with pytest.raises(LocalProtocolError):
        conversation.send(COMMANDS[kind]._replace(hint=True))
    assert conversation.state is state


# The course of a game


def test_a_persistent_engine_plays_game_after_game() -> None:
    conversation = Conversation()
    for _ in range(3):
        (greeting,) = replied(conversation, INIT, OK_2)
        assert isinstance(greeting, EngineAnswer)
        assert greeting.features == Features(2, persistent=True, hints=True)
        assert conversation.features == greeting.features
        assert replied(conversation, MOVE, b"7C\n") == [EngineAnswer(tuple(cards("7C")))]
        conversation.send(GAME_END)
        assert conversation.state is State.IDLE


def test_a_version_2_engine_that_is_not_persistent_exits_at_the_end() -> None:
    conversation = Conversation()
    replied(conversation, INIT, b'ok ## {"hints": true}\n')
    conversation.send(GAME_END)
    assert conversation.state is State.ENDED


def test_a_second_init_begins_a_new_game_in_the_middle_of_one() -> None:
    conversation = playing_2()
    replied(conversation, MOVE, b"7C\n")
    (greeting,) = replied(conversation, INIT, b'ok ## {"name": "another"}\n')
    assert greeting == EngineAnswer((), Features(2, name="another"))
    assert conversation.state is State.PLAYING
    with pytest.raises(LocalProtocolError, match="no hints"):
        conversation.send(HINT)


def test_what_an_engine_said_at_an_earlier_init_no_longer_counts() -> None:
    conversation = idle()
    replied(conversation, INIT, OK)
    assert conversation.features == VERSION_1
    assert conversation.send(MOVE)
    assert fault(conversation, b'info {"win": 0.5}\n').reason == "unreadable"


def test_a_hint_leaves_the_state_of_the_game_untouched() -> None:
    for reach in (playing_2, idle):
        conversation = reach()
        before = conversation.state
        reply = b'info {"moves": {"8C": 0.7}}\n8C\n'
        assert replied(conversation, HINT, reply) == [
            Info(moves={"8C": 0.7}),
            EngineAnswer(tuple(cards("8C"))),
        ]
        assert conversation.state is before
