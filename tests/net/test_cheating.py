"""Cheaters are named at the latest when the secrets are open."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from durak_tui.common.i18n import _, choose
from durak_tui.game.cards import HAND_SIZE
from durak_tui.net.deal_messages import DealMessage, Revealed, encode
from durak_tui.net.dealing import Dealing, asked_trumps
from durak_tui.net.events import Checked, OtherChecked
from durak_tui.net.proof import audit, check, proof_of
from durak_tui.net.secret import Secret, deck
from durak_tui.net.talk_faults import DealFault, DealWrong
from durak_tui.net.talk_journal import decode
from durak_tui.net.talk_messages import DealVerdict
from durak_tui.records.record import DISHONEST
from tests.net.deals import (
    PARTIES,
    SMALL,
    Tamper,
    act,
    deliver,
    draw,
    pair,
    played,
    position_of,
    ready,
    record_of,
    reveal,
    secret,
    secrets_of,
    without_trumps,
    work,
    written,
)
from tests.net.sittings import Evening


@pytest.fixture(params=[0, 1])
def cheat(request: pytest.FixtureRequest) -> int:
    """The side that cheats; each kind of cheat is tried from both."""
    return int(request.param)


@contextmanager
def accused(wrong: DealWrong, side: int) -> Iterator[None]:
    """Expect that a side is accused of this."""
    with pytest.raises(DealFault) as fault:
        yield
    assert (fault.value.wrong, fault.value.side) == (wrong, side)


def caught(both: tuple[Dealing, Dealing], cheat: int, tamper: Tamper | None = None) -> DealWrong:
    """The honest side's verdict on the other, over a whole game."""
    honest = both[1 - cheat]
    with pytest.raises(DealFault) as fault:
        try:
            work(both, tamper)
            for _position in played(both, "cheated", tamper):
                pass
        except (DealFault, ValueError) as first:  # Or the deck is none.
            if isinstance(first, DealFault) and first.side == cheat:
                raise
            # Who cheats may accuse the other first.  Then the secrets tell.
            honest.reveal()
            honest.receive(encode(Revealed(both[cheat].secret.data), SMALL))
        else:
            reveal(both, tamper)
        while honest.busy:
            honest.step()
        for _slice in audit(honest):
            pass
    assert fault.value.side == cheat
    assert str(fault.value).startswith(f"player {cheat + 1}")
    return fault.value.wrong


def against(false: Secret, seed: object = "cheat") -> tuple[Dealing, Dealing]:
    """A deal in which one side works with other things than follow from its secret."""
    honest = secret(1 - false.side, seed)
    first, second = sorted((false, honest), key=lambda each: each.side)
    return Dealing(first), Dealing(second)


class Unshuffled(Secret):
    """The order of the deck stays as it is."""

    order = range(36)


class TwiceInShuffle(Secret):
    """The first two cards of the shuffle are the same one."""

    def locked(self, number: int, place: int, before: Sequence[int]) -> int:
        if number == self.side and place < 2:
            before = [before[self.source(number, 0)]] * 36
        return super().locked(number, place, before)


class Replaced(Secret):
    """A card of the talon is locked another time, where a card of the hand should be."""

    def locked(self, number: int, place: int, before: Sequence[int]) -> int:
        if number >= 2 and place == HAND_SIZE * self.side:
            before = [before[20]] * 36
        return super().locked(number, place, before)


class SameKey(Secret):
    """All places have the same key: who knows one knows all."""

    def key(self, place: int) -> int:
        return super().key(0)


class Foreign(Secret):
    """A place has a number that is no card of the deck."""

    def locked(self, number: int, place: int, before: Sequence[int]) -> int:
        value = super().locked(number, place, before)
        return pow(value, 3, SMALL.prime) if number == self.side and place == 7 else value


class OtherCoin(Secret):
    """The coin is thrown again."""

    @property
    def coin(self) -> bytes:
        return b"heads".ljust(32)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (Unshuffled, {DealWrong.SHUFFLE}),
        (TwiceInShuffle, {DealWrong.SAME_CARD_LOCKED}),
        (Replaced, {DealWrong.SAME_CARD_SHOWN, DealWrong.NO_CARD, DealWrong.PLACE_LOCKS}),
        (SameKey, {DealWrong.PLACE_LOCKS}),
        (Foreign, {DealWrong.NO_CARD, DealWrong.SHUFFLE}),
        (OtherCoin, {DealWrong.SECRET}),
    ],
)
def test_a_deal_against_the_secret_is_found(
    kind: type[Secret], wrong: set[DealWrong], cheat: int
) -> None:
    false = kind(cheat, PARTIES, 36, secret(cheat, "cheat").data, SMALL)
    assert caught(against(false), cheat) in wrong


def change(kind: str, cheat: int, to: Callable[[DealMessage], DealMessage]) -> Tamper:
    """Change messages of a kind, of the one side that cheats."""

    def tamper(side: int, message: DealMessage) -> DealMessage:
        is_changed = side == cheat and message["deal"] == kind
        return message | to(message) if is_changed else message

    return tamper


def with_value(message: DealMessage, value: int) -> DealMessage:
    """Another number for the first locked card."""
    return {"values": [written(value), *message["values"][1:]]}


def with_keys(message: DealMessage, key: int) -> DealMessage:
    """The same key to all places."""
    return {"keys": dict.fromkeys(message["keys"], written(key))}


@pytest.mark.parametrize(
    ("kind", "to", "wrong"),
    [
        ("commit", lambda m: {"secret": "00" * 32}, DealWrong.SECRET),
        ("commit", lambda m: {"coin": "00" * 32}, DealWrong.SECRET),
        ("cards", lambda m: with_value(m, SMALL.prime - 4), DealWrong.NO_LOCKED_CARD),
        ("cards", lambda m: with_value(m, 1), DealWrong.NO_LOCKED_CARD),
        ("cards", lambda m: with_value(m, SMALL.prime + 4), DealWrong.NO_LOCKED_CARD),
        ("cards", lambda m: {"values": m["values"][:5]}, DealWrong.UNEXPECTED),
        ("cards", lambda m: {"pass": 3 - m["pass"]}, DealWrong.UNEXPECTED),
        ("cards", lambda m: {"values": [m["values"][0]] * 6}, DealWrong.SAME_CARD_LOCKED),
        ("keys", lambda m: with_keys(m, 5), DealWrong.NO_CARD),
        ("keys", lambda m: with_keys(m, 0), DealWrong.MALFORMED),
        ("keys", lambda m: with_keys(m, SMALL.order), DealWrong.MALFORMED),
        ("keys", lambda m: {"keys": dict([*m["keys"].items()][1:])}, DealWrong.UNEXPECTED),
        ("keys", lambda m: {"keys": {**m["keys"], "20": written(5)}}, DealWrong.MALFORMED),
        ("secret", lambda m: {"secret": "00" * 32}, DealWrong.SECRET),
    ],
)  # fmt: skip
def test_what_is_not_what_was_promised_or_locked_is_found(
    kind: str, to: Callable[[DealMessage], DealMessage], wrong: DealWrong, cheat: int
) -> None:
    assert caught(pair("message"), cheat, change(kind, cheat, to)) is wrong


def test_a_promise_cannot_be_copied(cheat: int) -> None:
    both = pair("copy")
    other = both[1 - cheat].secret
    # Even with all that the other side knows later.
    copied = replace(other, side=cheat)
    as_promised = {"secret": other.commitment.hex(), "coin": other.coin_commitment.hex()}
    copy = change("commit", cheat, lambda message: as_promised)
    assert caught(against(copied, "copy"), cheat, copy) is DealWrong.SECRET


def test_a_coin_cannot_be_thrown_again(cheat: int) -> None:
    other_coin = change("coin", cheat, lambda message: {"coin": "00" * 32})
    assert caught(pair(without_trumps()), cheat, other_coin) is DealWrong.COIN


def two_trumps(side: int) -> tuple[str, list[int]]:
    """The seed of a deal in which a side has two trumps and the other none; and these trumps."""
    for number in range(10_000):
        cards = deck((secret(0, number), secret(1, number)))
        hand = cards[side * HAND_SIZE :][:HAND_SIZE]
        asked = asked_trumps(cards[-1], 36)
        held = [card for card in asked if card in hand]
        others = set(asked) & set(cards[: 2 * HAND_SIZE]) - set(held)
        if len(held) == 2 and held[0] in asked[2:4] and held[1] in asked[5:] and not others:
            return str(number), held
    raise AssertionError("such deals are not that rare")


class Denying(Dealing):
    """Has none of the trumps that it is asked for first."""

    denied: Sequence[int] = ()

    def place_of(self, card: int) -> int | None:
        return None if card in self.denied else super().place_of(card)


@pytest.mark.parametrize("denied", [1, 2])
def test_a_denied_trump_is_found_at_the_end(cheat: int, denied: int) -> None:
    seed, held = two_trumps(cheat)
    both = [*pair(seed)]
    liar = both[cheat] = Denying(both[cheat].secret)
    liar.denied = held[:denied]
    assert caught((both[0], both[1]), cheat) is DealWrong.DENIED


def test_a_higher_trump_than_asked_for_is_refused(cheat: int) -> None:
    seed, held = two_trumps(cheat)
    both = pair(seed)
    cards = deck(secrets_of(both))

    def higher(side: int, message: DealMessage) -> DealMessage:
        if side != cheat or message["deal"] != "keys" or len(message["keys"]) > 1:
            return message
        place = cards.index(held[1])
        key = both[cheat].key_of(place)
        return {**message, "keys": {str(place): written(key)}}

    assert caught(both, cheat, higher) is DealWrong.NOT_ASKED_FOR


def test_another_card_than_the_one_that_is_played_is_not_shown(cheat: int) -> None:
    both = ready("another", first=cheat)
    hand = [both[cheat].card_of(HAND_SIZE * cheat + n) for n in range(HAND_SIZE)]
    said, shown = (card for card in hand[:2] if card is not None)
    deliver(both[cheat].show([shown]), both[1 - cheat])
    work(both)
    assert both[1 - cheat].has_shown(cheat, shown)
    assert not both[1 - cheat].has_shown(cheat, said)


@pytest.mark.parametrize("place", [15, 35])
def test_a_card_of_the_talon_cannot_be_shown(cheat: int, place: int) -> None:
    both = ready("talon")
    key = written(both[cheat].key_of(place))
    with accused(DealWrong.UNEXPECTED, cheat):
        deliver({"deal": "keys", "keys": {str(place): key}}, both[1 - cheat])
        work(both)


def test_a_key_to_a_draw_that_is_false_shows_no_card(cheat: int) -> None:
    both = ready("draw")
    false = change("keys", cheat, lambda m: with_keys(m, 7))
    with accused(DealWrong.NO_CARD, cheat):
        draw(both, 1 - cheat, 2, false)


def test_a_key_that_does_not_come_is_awaited() -> None:
    both = ready("silent")
    draw(both, 0, 2, lambda side, message: None)
    assert both[0].awaited == {12, 13}


def test_a_secret_before_the_end_of_the_game_is_refused(cheat: int) -> None:
    both = ready("early")
    with accused(DealWrong.UNEXPECTED, cheat):
        deliver(both[cheat].reveal(), both[1 - cheat])
        work(both)


def test_who_does_not_open_the_secret_is_named(cheat: int) -> None:
    both = ready("refused")
    for _position in played(both, 1):
        pass
    both[1 - cheat].reveal()
    proof = proof_of(both[1 - cheat])
    for steps in (audit(both[1 - cheat]), check(record_of(both), proof)):
        with accused(DealWrong.NOT_OPENED, cheat):
            next(steps)


def test_one_card_cannot_be_opened_as_another() -> None:
    both = ready("opened", first=0)
    position = position_of(both)
    act(both, position, next(position.legal_actions()))
    assert len(position.table) == 1
    with pytest.raises(DealFault) as fault:
        deliver({"deal": "keys", "keys": {"0": written(7)}}, both[1])
        deliver({"deal": "keys", "keys": {"0": written(7)}}, both[1])
        work(both)
    assert fault.value.side == 0


def test_a_cheater_has_lost_and_is_named_in_each_language_and_in_the_log(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 11)
    ann, bob = evening.sides

    def false(line: bytes, sender: int) -> bytes:
        # A promise of another secret than that of the shuffle; it shows when the secret does.
        value = json.loads(line)
        if sender == 0 and value.get("data", {}).get("deal") == "commit":
            value["data"]["secret"] = "0" * 64
        return json.dumps(value).encode() + b"\n"

    choose("ru")
    evening.run(false)
    (found,), (reported,) = bob.told(Checked), ann.told(OtherChecked)
    assert isinstance(found, Checked) and isinstance(reported, OtherChecked)
    assert "секрет" in found.found
    said = _("{name}'s program says: {found}.")
    assert reported.found == said.format(name="Борис", found=found.found.rstrip("."))
    assert ann.told(Checked) == [Checked("")]
    assert bob.conversation.store.path
    stored = decode(bob.conversation.store.path.read_bytes())
    assert stored.kept[-1] == DealVerdict(DealWrong.SECRET, 0)
    ending = bob.logged_game().ending
    assert (ending.winner, ending.reason, ending.engine) == (1, DISHONEST, 0)
    assert ending.detail == "player 1's secret is not the one promised before the deal"
