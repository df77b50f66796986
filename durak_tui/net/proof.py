"""Proofs of honest deals, at the table and later from a log.

At the table, once both secrets are open, :func:`audit` compares all that the other side has sent
with what follows from its secret.  For the log, both secrets and a hash of each stage of the
shuffle are enough: with these anybody can repeat the whole deal, as :func:`check` does.  The rest
is in the log anyway: who drew which card, and who could play it, follows from the deck and the
rules.

Nobody signs a proof: with a pair of secrets anybody can make up a game, but no other people, and no
other game of theirs, have the same deal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha3_256
from typing import Any, Final

from durak_tui.common import fields
from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_
from durak_tui.game.cards import DECK_SIZES, NAMES, card_name
from durak_tui.game.deals import Deal, first_attacker
from durak_tui.game.position import DEAL
from durak_tui.game.violation import IllegalAction
from durak_tui.net.deal_messages import Commit
from durak_tui.net.dealing import Dealing, asked_trumps
from durak_tui.net.fingerprints import public_key
from durak_tui.net.locks import MODP_2048, Group, values
from durak_tui.net.secret import LENGTH, PASSES, SHUFFLES, Parties, Secret, deck, lot
from durak_tui.net.talk_faults import DealFault, DealWrong
from durak_tui.net.talk_messages import ID, MOST
from durak_tui.records.record import GameRecord

KEY: Final = "deal_proof"  # In what a log says of a game.
VERSION: Final = 1

Progress = Iterator[tuple[int, int]]
"""Work in slices of some 20 ms each: how many are done, and of how many."""


class DamagedProof(UserError):
    """The log's ``proof`` is malformed."""


@dataclass(frozen=True)
class Proof:
    """The facts of a deal that a log keeps."""

    parties: Parties
    size: int
    secrets: tuple[bytes | None, bytes | None]
    """Of side 0 and side 1; None for one who has not opened it."""
    stages: tuple[bytes, ...]
    """Hashes: what each side promised, then the cards of each pass."""
    agreed: int | None = None  # Who attacks first if both had agreed on it before.
    lowest: int | None = None  # The lowest trump, if one was shown.
    group: Group = MODP_2048

    def as_json(self) -> dict[str, Any]:
        """The proof as a log has it."""
        return {
            "version": VERSION,
            "keys": list(self.parties.keys),
            "sittings": list(self.parties.sittings),
            "game": self.parties.game,
            "group": self.group.name,
            "cards": self.size,
            "secrets": [secret and secret.hex() for secret in self.secrets],
            "stages": [stage.hex() for stage in self.stages],
            "agreed": None if self.agreed is None else self.agreed + 1,
            "lowest_trump": None if self.lowest is None else card_name(self.lowest),
        }

    def opened(self) -> tuple[Secret, Secret]:
        """Both secrets.  Raises DealFault if one has not been opened."""
        for side, data in enumerate(self.secrets):
            if data is None:
                raise DealFault(DealWrong.NOT_OPENED, side)
        first, second = (
            Secret(side, self.parties, self.size, data or b"", self.group)
            for side, data in enumerate(self.secrets)
        )
        return first, second

    def deal(self) -> Deal:
        """The whole deck, and who attacks first, from both secrets.

        Raises DealFault if one has not been opened.
        """
        both = self.opened()
        cards = deck(both)
        first = self.agreed
        if first is None:
            first = first_attacker(cards, lot([secret.coin for secret in both]))
        return Deal(cards, first)


def proof_of(dealing: Dealing) -> Proof:
    """The proof of a deal whose game is over, from one side."""
    mine, theirs = dealing.secret.data, dealing.revealed
    promises = [part for part in (dealing.sent[0], dealing.heard[0]) if isinstance(part, Commit)]
    if dealing.side == 1:
        promises.reverse()
    return Proof(
        dealing.secret.parties,
        dealing.size,
        (mine, theirs) if dealing.side == 0 else (theirs, mine),
        (
            *map(_hash_of_promise, promises),
            *(_hash_of_cards(cards, dealing.group) for cards in dealing.passes),
        ),
        dealing.agreed,
        dealing.lowest,
        group=dealing.group,
    )


def audit(dealing: Dealing) -> Progress:
    """Check all that the other side has sent.

    Both secrets are open by then: after the game, or where one side has accused the other.
    Raises DealFault for the first thing that was not honest; at the end all of it was.
    """
    other, size = dealing.other, dealing.size
    if dealing.revealed is None:
        raise DealFault(DealWrong.NOT_OPENED, other)
    secret = replace(dealing.secret, side=other, data=dealing.revealed)
    if dealing.heard[:1] != [Commit(secret.commitment, secret.coin_commitment)]:
        raise DealFault(DealWrong.SECRET, other)
    for number in range(other, PASSES, 2):
        before = dealing.passes[number - 1] if number else dealing.cards
        for place, sent in enumerate(dealing.passes[number]):
            if sent != secret.locked(number, place, before):
                raise DealFault(_wrong_pass(number), other)
            yield number // 2 * size + place + 1, PASSES // 2 * size
    # A key is not compared: one that is not the lock's opens no card.
    if dealing.ready and dealing.agreed is None:
        both = (dealing.secret, secret) if dealing.side == 0 else (secret, dealing.secret)
        _check_denials(deck(both), dealing.lowest, other)


def check(record: GameRecord, proof: Proof) -> Progress:
    """Repeat the whole deal of a game in a log.

    Raises DealFault for the first thing that is not as it should be; at the end deck, first
    attacker and all cards played follow from the shuffle of both.
    """
    both = proof.opened()
    promised, passed = proof.stages[:2], proof.stages[2:]
    for secret, stage in zip(both, promised, strict=True):
        if stage != _hash_of_promise(Commit(secret.commitment, secret.coin_commitment)):
            raise DealFault(DealWrong.SECRET, secret.side)
    before: Sequence[int] = values(proof.group, proof.size)
    for number, stage in enumerate(passed):
        secret = both[number % 2]
        locked: list[int] = []
        for place in range(proof.size):
            locked.append(secret.locked(number, place, before))
            yield number * proof.size + place + 1, PASSES * proof.size
        if stage != _hash_of_cards(locked, proof.group):
            raise DealFault(_wrong_pass(number), secret.side)
        before = locked
    _check_record(record, proof)


def _check_record(record: GameRecord, proof: Proof) -> None:
    deal = proof.deal()
    if record.deal.deck != deal.deck:
        raise DealFault(DealWrong.DECK, None)
    if proof.agreed is None:
        for side in (0, 1):
            _check_denials(deal.deck, proof.lowest, side)
    if record.deal.first != deal.first:
        raise DealFault(DealWrong.FIRST, None)
    position = record.deal.position()
    for action in record.actions:
        try:
            position.check(action)
        except IllegalAction as error:
            raise DealFault(DealWrong.AGAINST_RULES, position.to_act, illegal=error) from None
        position.play(action)
        if position.phase == DEAL:
            position.deal()


def _check_denials(cards: Sequence[int], lowest: int | None, side: int) -> None:
    """Raise DealFault if a side had denied a lower trump than shown."""
    hand = Deal(tuple(cards), 0).hands[side]
    for card in asked_trumps(cards[-1], len(cards)):
        if card == lowest:
            return
        if card in hand:
            raise DealFault(DealWrong.DENIED, side, card=card)


def read(record: GameRecord, group: Group = MODP_2048) -> Proof | None:
    """The proof that a log has of a game, if any.

    Raises DamagedProof."""
    found = record.others.get(KEY)
    if found is None:
        return None
    version = found.get("version") if type(found) is dict else None
    if type(version) is int and version > VERSION:
        text = N_("the proof was made by a later version of durak-tui; update this program")
        raise DamagedProof(text)
    try:
        return _read(fields.json_object(found), group)
    except ValueError:
        raise DamagedProof(N_("the proof in the log is damaged")) from None


def _read(found: Mapping[str, Any], group: Group) -> Proof:
    fields.get(found, "group", fields.one_of(group.name))
    first_key, second_key = fields.get(found, "keys", fields.list_of(public_key, 2, 2))
    one, other = fields.get(found, "sittings", fields.list_of(fields.hexadecimal(ID), 2, 2))
    first, second = fields.get(
        found, "secrets", fields.list_of(fields.optional(fields.octets(LENGTH)), 2, 2)
    )
    agreed = fields.get(found, "agreed", fields.optional(fields.one_of(1, 2)))
    lowest = fields.get(found, "lowest_trump", fields.optional(fields.one_of(*NAMES)))
    return Proof(
        Parties(
            (first_key, second_key),
            (one, other),
            fields.get(found, "game", fields.whole(1, MOST - 1)),
        ),
        fields.get(found, "cards", fields.one_of(*DECK_SIZES)),
        (first, second),
        fields.get(found, "stages", fields.list_of(fields.octets(LENGTH), 2 + PASSES, 2 + PASSES)),
        None if agreed is None else agreed - 1,
        None if lowest is None else NAMES.index(lowest),
        group,
    )


def _wrong_pass(number: int) -> DealWrong:
    return DealWrong.SHUFFLE if number < SHUFFLES else DealWrong.PLACE_LOCKS


def _hash_of_promise(promise: Commit) -> bytes:
    return sha3_256(promise.secret + promise.coin).digest()


def _hash_of_cards(locked: Sequence[int], group: Group) -> bytes:
    length = (group.prime.bit_length() + 7) // 8
    return sha3_256(b"".join(value.to_bytes(length, "big") for value in locked)).digest()
