"""The line to the other program: in order, each message once, however it is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.net.messages import Chat, Disclosure, Hello, Message, Refusal, Verdict
from durak_tui.net.peer import Peer
from durak_tui.net.peer_faults import PeerFault


def heard(peer: Peer, data: bytes) -> list[Message]:
    return [one for one in peer.receive(data) if not isinstance(one, Hello | Refusal | Disclosure)]


def pair() -> tuple[Peer, Peer]:
    return Peer("a" * 32), Peer("b" * 32)


def connected(one: Peer, other: Peer) -> tuple[list[Message], list[Message]]:
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
        fresh = Peer("b" * 32, other="a" * 32)
        fresh.connect()
        heard(fresh, one.connect())
        assert heard(fresh, stream[:at]) + heard(fresh, stream[at:]) == MESSAGES


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 30), st.booleans()), max_size=40))
def test_whatever_is_lost_with_the_line_comes_with_the_next(
    steps: list[tuple[int, int, bool]],
) -> None:
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
    one.add(Verdict())
    one.add(Chat("again?"))
    heard(other, one.output())
    one.forget(Verdict)
    assert one.kept == [Chat("again?")]
    assert one.sent == len(MESSAGES) + 2
    one.add(Chat("more"))
    assert connected(one, other) == ([], [Chat("more")])


def test_whoever_lacks_what_is_not_kept_plays_another_sitting() -> None:
    one, other = pair()
    connected(one, other)
    one.add(Verdict())
    one.forget(Verdict)
    one.connect()
    with pytest.raises(PeerFault, match="only 0 of 1"):
        heard(one, other.connect())
