"""Replies of engines in pieces of any size, and their faults."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.protocol.conversation import BUFFER_CAP, INFO_CAP, LINE_CAP, Conversation, State
from durak_tui.protocol.faults import Detail, FaultCode, FaultReason, RemoteProtocolError
from durak_tui.protocol.messages import VERSION_1, Command, EngineAnswer, Features, Info
from tests.examples import examples
from tests.game.build import cards
from tests.protocol.conversations import (
    COMMANDS,
    DEAL,
    GIVE_MORE,
    HINT,
    INIT,
    MOVE,
    OK,
    asked,
    asked_2,
    broken,
    ended,
    events,
    fault,
    greeted,
    idle,
    new,
    playing,
    playing_2,
    replied,
)
from tests.protocol.strategies import noise

# Bytes in pieces

Exchange = tuple[Command, bytes, list[EngineAnswer | Info]]
"""A command, the reply, and the events that are to come of it."""

VERSION_1_GAME: list[Exchange] = [
    (INIT, b" ok\r\n", [EngineAnswer((), VERSION_1)]),
    (DEAL, OK, [EngineAnswer()]),
    (MOVE, b"7c\r\n", [EngineAnswer(tuple(cards("7C")))]),
    (COMMANDS["respond"], b"\r\n", [EngineAnswer()]),
    (GIVE_MORE, b" 7D  7h 7D \n", [EngineAnswer(tuple(cards("7D 7H")))]),
]
VERSION_2_GAME: list[Exchange] = [
    (
        INIT,
        'ok ## {"name": "Лиса", "hints": true}\n'.encode(),
        [EngineAnswer((), Features(2, name="Лиса", hints=True))],
    ),
    (DEAL, b'info {"text": "hm"}\nok\n', [Info(text="hm"), EngineAnswer()]),
    (
        MOVE,
        b'info {"win": 0.5}\r\n info {"nodes": 7}\n7C\n',
        [Info(win=0.5), Info(nodes=7), EngineAnswer(tuple(cards("7C")))],
    ),
    (HINT, b"info {}\n\n", [Info(), EngineAnswer()]),
]
BOTH_GAMES = pytest.mark.parametrize("game", [VERSION_1_GAME, VERSION_2_GAME])


def kinds(found: Iterable[EngineAnswer | Info]) -> list[tuple[str, EngineAnswer | Info]]:
    """With the type, since a tuple equals any other of the same contents."""
    return [(type(event).__name__, event) for event in found]


@BOTH_GAMES
@given(data=st.data())
def test_replies_in_any_pieces_give_the_same_events(
    game: list[Exchange], data: st.DataObject
) -> None:
    conversation = Conversation()
    for command, reply, expected in game:
        conversation.send(command)
        places = range(1, len(reply))
        cuts = data.draw(st.just({*places}) | st.sets(st.sampled_from([*places, len(reply)])))
        found = []
        for start, end in pairwise([0, *sorted(cuts), len(reply)]):
            conversation.receive_data(reply[start:end])
            found += events(conversation)
            assert conversation.state is (State.PLAYING if end == len(reply) else State.AWAITED)
        assert kinds(found) == kinds(expected)
        assert conversation.unread == b""


def test_the_start_of_a_line_is_kept_for_the_verdict_on_a_timeout() -> None:
    conversation = asked_2()
    conversation.receive_data(b'info {"win": 0.5}\n7')
    assert events(conversation) == [Info(win=0.5)]
    assert conversation.unread == b"7"
    conversation.receive_data(b"C\n")
    assert events(conversation) == [EngineAnswer(tuple(cards("7C")))]


# Too much


@pytest.mark.parametrize("rest", [b"8C\n", b"8", b"\n", b"\r\n", b"\0", b'info {"win": 0.5}\n'])
@pytest.mark.parametrize("reach", [asked, asked_2])
def test_anything_after_the_answer_is_a_flood(
    reach: Callable[[], Conversation], rest: bytes
) -> None:
    error = fault(reach(), b"7C\n" + rest)
    assert (error.reason, error.detail.code) == ("flood", FaultCode.SECOND_LINE)
    assert error.received == b"7C\n" + rest
    assert fault(reach(), b"7C\n", rest).reason == "flood"


@pytest.mark.parametrize("reach", [new, playing, playing_2, idle, ended, broken])
@pytest.mark.parametrize("line", [b"7C\n", b"ok\n", b"\n", b"7", b"info {}\n", b"\xff"])
def test_a_line_that_nobody_asked_for_is_a_flood(
    reach: Callable[[], Conversation], line: bytes
) -> None:
    error = fault(reach(), line)
    assert error.reason == "flood"
    assert error.detail.code is FaultCode.UNASKED
    assert error.received == line


@pytest.mark.parametrize("blanks", [b" ", b"\r", b"\t  ", b" \r\t"])
def test_blanks_after_the_answer_belong_to_the_next(blanks: bytes) -> None:
    conversation = asked()
    conversation.receive_data(b"7C\n" + blanks)
    assert events(conversation) == [EngineAnswer(tuple(cards("7C")))]
    assert replied(conversation, MOVE, b"8C\n") == [EngineAnswer(tuple(cards("8C")))]


def test_a_line_may_be_as_long_as_the_cap_but_no_longer() -> None:
    padding = b" " * (LINE_CAP - 2)
    conversation = asked()
    conversation.receive_data(padding + b"7C\n")
    assert events(conversation) == [EngineAnswer(tuple(cards("7C")))]
    error = fault(asked(), padding + b" 7C\n")
    assert error.reason == "flood"
    assert error.detail == Detail(FaultCode.LONG_LINE, {"n": LINE_CAP})


def test_a_line_over_the_cap_is_a_flood_before_it_ends() -> None:
    conversation = asked()
    conversation.receive_data(b" " * LINE_CAP)
    assert events(conversation) == []
    error = fault(conversation, b"x")
    assert error.reason == "flood"
    assert error.received.startswith(b" " * 100)


@pytest.mark.parametrize("reach", [new, asked, asked_2, idle])
def test_more_bytes_at_once_than_the_buffer_holds_are_a_flood(
    reach: Callable[[], Conversation],
) -> None:
    conversation = reach()
    with pytest.raises(RemoteProtocolError) as caught:
        conversation.receive_data(b" " * (BUFFER_CAP + 1))
    assert caught.value.reason == "flood"
    assert caught.value.detail == Detail(FaultCode.MANY_BYTES, {"n": BUFFER_CAP})
    assert len(caught.value.received) < LINE_CAP
    assert conversation.state is State.BROKEN
    assert conversation.unread == b""


@pytest.mark.parametrize("reach", [playing, asked])
def test_exactly_as_many_bytes_as_the_buffer_holds_are_taken(
    reach: Callable[[], Conversation],
) -> None:
    conversation = reach()
    for _ in range(BUFFER_CAP // 1024):
        conversation.receive_data(b" " * 1024)
    assert len(conversation.unread) == BUFFER_CAP
    with pytest.raises(RemoteProtocolError):
        conversation.receive_data(b" ")


def test_a_full_buffer_of_info_lines_is_still_read() -> None:
    line = b'info {"text": "' + b"x" * 10_000 + b'"}\n'
    conversation = asked_2()
    conversation.receive_data(line * INFO_CAP + b"7C\n")
    found = events(conversation)
    assert len(found) == INFO_CAP + 1
    assert found[-1] == EngineAnswer(tuple(cards("7C")))


@pytest.mark.parametrize("in_pieces", [False, True])
def test_a_hundred_info_lines_may_precede_an_answer_but_no_more(in_pieces: bool) -> None:
    lines = [b"info {}\n"] * INFO_CAP
    conversation = asked_2()
    for piece in lines if in_pieces else [b"".join(lines)]:
        conversation.receive_data(piece)
        events(conversation)
    error = fault(conversation, b"info {}\n")
    assert INFO_CAP == 100
    assert error.reason == "flood"
    assert error.detail == Detail(FaultCode.MANY_INFOS, {"n": 100})


def test_info_lines_are_counted_for_each_command_anew() -> None:
    conversation = playing_2()
    for _ in range(3):
        found = replied(conversation, MOVE, b"info {}\n" * INFO_CAP + b"7C\n")
        assert len(found) == INFO_CAP + 1


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (INIT, b"OK"),
        (DEAL, b"yes"),
        (DEAL, b"ok ## {}"),
        (MOVE, b"hello world"),
        (MOVE, b"7C 8C"),
        (COMMANDS["respond"], b"take"),
        (GIVE_MORE, b"7C none"),
        (HINT, b"8C 9D"),
        (MOVE, b"\xff\0"),
        (MOVE, b"info looking at 7C"),
    ],
)
def test_what_is_no_answer_ends_the_conversation(command: Command, line: bytes) -> None:
    conversation = playing_2()
    conversation.send(command)
    error = fault(conversation, line + b"\n")
    assert error.reason == "unreadable"
    assert error.received == line


# Anything at all

REACH = [new, greeted, playing, playing_2, asked, asked_2, idle, ended, broken]


@given(st.sampled_from(REACH), st.lists(noise | st.binary(max_size=200), max_size=8))
def test_no_bytes_raise_anything_but_the_engines_fault(
    reach: Callable[[], Conversation], pieces: list[bytes]
) -> None:
    conversation = reach()
    for piece in pieces:
        try:
            conversation.receive_data(piece)
            for event in events(conversation):
                assert isinstance(event, (EngineAnswer, Info))
            assert len(conversation.unread) <= LINE_CAP
        except RemoteProtocolError as error:
            assert error.reason in get_args(FaultReason)
            assert conversation.state is State.BROKEN
            assert conversation.unread == b""
        if conversation.state is State.PLAYING:
            conversation.send(MOVE)


@settings(max_examples=examples(30))
@given(
    st.sampled_from(REACH),
    st.sampled_from([b"x", b" ", b"\r", b"\n", b"info {}\n", b"7C\n", b"\0"]),
    st.integers(1, 400_000),
    st.integers(1, 12),
)
def test_buffered_bytes_are_bounded_even_if_nobody_reads_the_events(
    reach: Callable[[], Conversation], unit: bytes, size: int, times: int
) -> None:
    conversation = reach()
    piece = unit * (size // len(unit) + 1)
    for _ in range(times):
        try:
            conversation.receive_data(piece)
        except RemoteProtocolError as error:
            assert error.reason == "flood"
        assert len(conversation.unread) <= BUFFER_CAP
