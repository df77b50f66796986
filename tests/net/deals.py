"""Deals in a small group, where a power takes no time, and games played with them."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha256
from random import Random
from typing import Final

from hypothesis import strategies as st

from durak_tui.game.cards import HAND_SIZE, SUIT_MASK, full_deck, mask_of
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, OVER, Action, Position
from durak_tui.net.deal_messages import DealMessage
from durak_tui.net.dealing import Dealing
from durak_tui.net.locks import Group
from durak_tui.net.secret import Parties, Secret, deck
from durak_tui.records.record import Ending, GameRecord
from tests.game.walks import any_choice

SMALL: Final = Group("small", 2**30 - 1385)
"""The largest safe prime of 30 bits."""


def key(name: str) -> str:
    """The public key of somebody, who may be anybody."""
    value = b"\0\0\0\x0bssh-ed25519\0\0\0\x20" + sha256(name.encode()).digest()
    return f"ssh-ed25519 {b64encode(value).decode()}"


ANN, BOB, EVE = map(key, ("Ann", "Bob", "Eve"))
PARTIES: Final = Parties((ANN, BOB), ("a" * 32, "b" * 32), 1)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
"""Any value that JSON has."""

Tamper = Callable[[int, DealMessage], DealMessage | None]
"""Makes another message of one by a side, or none."""


def secret(side: int, seed: object = 0, size: int = 36, group: Group = SMALL) -> Secret:
    """The secret of a side that follows from a seed."""
    return Secret(side, PARTIES, size, Random(f"{seed} {side}").randbytes(32), group)


def pair(seed: object = 0, size: int = 36, first: int | None = None) -> tuple[Dealing, Dealing]:
    """Both sides of a deal before its first message."""
    return Dealing(secret(0, seed, size), first), Dealing(secret(1, seed, size), first)


def secrets_of(both: tuple[Dealing, Dealing]) -> tuple[Secret, Secret]:
    """The secrets of both sides."""
    return both[0].secret, both[1].secret


def written(number: int) -> str:
    """A value or a key of the small group in a message."""
    return f"{number:0{SMALL.digits}x}"


def deliver(message: DealMessage | None, to: Dealing, tamper: Tamper | None = None) -> None:
    """Send a message of the other side, as a line of text."""
    if message is not None and tamper:
        message = tamper(to.other, message)
    if message is not None:
        to.receive(json.loads(json.dumps(message)))


def slices(both: tuple[Dealing, Dealing], tamper: Tamper | None = None) -> Iterator[Dealing]:
    """Work in turn until both wait; after each slice, whose it was."""
    while any(side.busy for side in both):
        for mine, theirs in (both, both[::-1]):
            while mine.busy:
                deliver(mine.step(), theirs, tamper)
                yield mine


def work(both: tuple[Dealing, Dealing], tamper: Tamper | None = None) -> None:
    """Work until both wait."""
    for _slice in slices(both, tamper):
        pass


def ready(seed: object = 0, size: int = 36, first: int | None = None) -> tuple[Dealing, Dealing]:
    """Both sides of a deal at the first card of the game."""
    both = pair(seed, size, first)
    work(both)
    return both


def position_of(both: tuple[Dealing, Dealing]) -> Position:
    """The position that nobody at the table may know, as it has been dealt.

    After a cheat that is not what the secrets say.  Raises ValueError for a deck that is none.
    """
    first, second = both
    cards = dict(zip(first.cards, full_deck(first.size), strict=True))
    dealt = []
    for place, locked in enumerate(first.passes[-1]):
        key = first.key_of(place) * second.key_of(place) % first.group.order
        dealt.append(cards.get(first.group.unlock(locked, key), -1))
    return Position.from_deck(dealt, first.first)


def act(
    both: tuple[Dealing, Dealing],
    position: Position,
    cards: Action,
    tamper: Tamper | None = None,
) -> None:
    """Play cards, which shows them, and draw if the bout is over."""
    actor = position.to_act
    deliver(both[actor].show(cards), both[1 - actor], tamper)
    work(both)
    position.play(cards)
    if position.phase != DEAL:
        return
    attacker = position.attacker
    dealt = position.deal()
    for side in (attacker, 1 - attacker):
        if dealt.taken_by != side:
            draw(both, side, len(dealt.cards[side]), tamper)


def draw(
    both: tuple[Dealing, Dealing], side: int, count: int, tamper: Tamper | None = None
) -> None:
    """Let a side draw so many cards."""
    assert both[side].draw(side, count) is None
    deliver(both[1 - side].draw(side, count), both[side], tamper)
    work(both)


def record_of(both: tuple[Dealing, Dealing], seed: object = 0) -> GameRecord:
    """A random game with this deck, finished."""
    position, rng = position_of(both), Random(str(seed))
    deal = Deal(deck(secrets_of(both)), both[0].first)
    actions: list[Action] = []
    while position.phase != OVER:
        if position.phase == DEAL:
            position.deal()
            continue
        actions.append(any_choice(position, rng))
        position.play(actions[-1])
    now = datetime(2026, 11, 23, 9)
    return GameRecord(deal, tuple(actions), Ending(position.winner), ("Ann", "Bob"), now, now)


def played(
    both: tuple[Dealing, Dealing], seed: object = 0, tamper: Tamper | None = None
) -> Iterator[tuple[Position, Action]]:
    """A random game to its end: the position after each action."""
    position, rng = position_of(both), Random(str(seed))
    while position.phase != OVER:
        action = any_choice(position, rng)
        act(both, position, action, tamper)
        yield position, action


def reveal(both: tuple[Dealing, Dealing], tamper: Tamper | None = None) -> None:
    """Open both secrets."""
    messages = [side.reveal() for side in both]
    for mine, message in zip(both[::-1], messages, strict=True):
        deliver(message, mine, tamper)
    work(both)


def without_trumps(size: int = 36) -> str:
    """A seed of a deal in which nobody has a trump at first."""
    for number in range(10_000):
        cards = deck((secret(0, number, size), secret(1, number, size)))
        if not mask_of(cards[: 2 * HAND_SIZE]) & SUIT_MASK[cards[-1] & 3]:
            return str(number)
    raise AssertionError("a deal without trumps in the hands is not that rare")
