"""The line to the other program: in order, each message once, however it is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.net.sequence import MessageOrder
from durak_tui.net.talk_faults import Fault, PeerFault
from durak_tui.net.talk_messages import Chat, DealVerdict, Message, encode_message


def heard(order: MessageOrder, data: bytes) -> list[Message]:
    """The messages that these bytes bring."""
    list(order.receive(data))
    messages = []
    while message := order.next():
        messages.append(message)
    return messages


def pair() -> tuple[MessageOrder, MessageOrder]:
    return MessageOrder("a" * 32), MessageOrder("b" * 32)


def connected(one: MessageOrder, other: MessageOrder) -> tuple[list[Message], list[Message]]:
    """Get a new line, on which each hears what it lacks."""
    hello, answer = one.connect(), other.connect()
    assert heard(one, answer) == heard(other, hello) == []
    return heard(one, other.output()), heard(other, one.output())


MESSAGES = [Chat(f"line {number} ♥") for number in range(12)]


def test_it_does_not_matter_where_the_bytes_are_split() -> None:
    one, other = pair()
    connected(one, other)
    for message in MESSAGES:
        one.add(message)
    stream = one.output()
    for at in range(len(stream) + 1):
        fresh = MessageOrder("b" * 32, other="a" * 32)
        fresh.connect()
        heard(fresh, one.connect())
        assert heard(fresh, stream[:at]) + heard(fresh, stream[at:]) == MESSAGES


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 30), st.booleans()), max_size=40))
def test_what_is_lost_with_a_line_comes_with_the_next(steps: list[tuple[int, int, bool]]) -> None:
    peers = pair()
    said: tuple[list[Message], list[Message]] = ([], [])
    came: tuple[list[Message], list[Message]] = ([], [])
    connected(*peers)
    for number, (speaker, arrives, is_cut) in enumerate(steps):
        message = Chat(f"message {number}")
        peers[speaker].add(message)
        said[speaker].append(message)
        data = peers[speaker].output()
        came[1 - speaker].extend(heard(peers[1 - speaker], data if not is_cut else data[:arrives]))
        if is_cut:
            for seat, more in enumerate(connected(*peers)):
                came[seat].extend(more)
    assert came[0] == said[1]
    assert came[1] == said[0]


def test_what_the_other_has_for_sure_need_not_be_kept() -> None:
    one, other = pair()
    connected(one, other)
    for message in MESSAGES:
        one.add(message)
    one.add(DealVerdict())
    one.add(Chat("again?"))
    heard(other, one.output())
    one.forget(DealVerdict)
    assert one.kept == [Chat("again?")]
    assert one.sent == len(MESSAGES) + 2
    one.add(Chat("more"))
    assert connected(one, other) == ([], [Chat("more")])


def test_a_side_that_lacks_what_is_not_kept_plays_another_sitting() -> None:
    one, other = pair()
    connected(one, other)
    one.add(DealVerdict())
    one.forget(DealVerdict)
    one.connect()
    with pytest.raises(PeerFault, match="only 0 of 1"):
        heard(one, other.connect())


@pytest.mark.parametrize("number", [0, 1, 3, 7])
def test_a_message_out_of_its_order_is_a_fault(number: int) -> None:
    one, other = pair()
    connected(one, other)
    one.add(Chat("first"))
    heard(other, one.output())
    with pytest.raises(PeerFault) as caught:
        heard(other, encode_message(number, Chat("not the second")))
    assert caught.value.fault is (Fault.NUMBER if number else Fault.MALFORMED)
    assert other.have == 1
