"""The proof of a deal in a log, and what of a log does not agree with it."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.cards import DECK_SIZES
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, PHASE_NAMES
from durak_tui.library.index import LogIndex
from durak_tui.net.dealing import Dealing
from durak_tui.net.proof import KEY, DamagedProof, Proof, check, proof_of, read
from durak_tui.net.secret import Parties, Secret
from durak_tui.net.talk_faults import DealFault, DealWrong
from durak_tui.records.bounds import bounded
from durak_tui.records.log_format import decode_game, encode_game
from durak_tui.records.record import RESIGNED, Ending, GameRecord
from tests.net.deals import (
    ANN,
    BOB,
    EVE,
    JSON,
    PARTIES,
    SMALL,
    pair,
    ready,
    record_of,
    reveal,
    without_trumps,
    work,
)
from tests.net.sittings import Evening
from tests.records.games import DEALT_LOG, GENUINE_LOG


@cache
def game(seed: object = 0, size: int = 36, first: int | None = None) -> tuple[GameRecord, Proof]:
    """A finished game and its proof."""
    both = ready(seed, size, first)
    record = record_of(both, seed)
    reveal(both)
    assert proof_of(both[0]) == proof_of(both[1])
    return record, proof_of(both[0])


def read_back(record: GameRecord, proof: Proof) -> GameRecord:
    """The game as a log has it, with its proof."""
    line = encode_game(replace(record, others={KEY: proof.as_json()})).partition(b"\n")[2]
    return decode_game(line)


def verdict(record: GameRecord, proof: Proof) -> DealFault | None:
    """The first fault of a game, if any."""
    try:
        for done, of in check(record, proof):
            assert 0 < done <= of
    except DealFault as fault:
        assert str(fault)
        return fault
    return None


def wrong(record: GameRecord, proof: Proof) -> tuple[DealWrong, int | None]:
    """The first fault of a game, and the side at fault."""
    fault = verdict(record, proof)
    assert fault is not None
    return fault.wrong, fault.side


@given(st.integers(0, 2**32), st.sampled_from(DECK_SIZES), st.sampled_from([None, 0, 1]))
def test_an_honest_deal_is_verified_from_its_log(seed: int, size: int, first: int | None) -> None:
    record, proof = game(seed, size, first)
    again = read_back(record, proof)
    found = read(again, SMALL)
    assert found == proof
    assert proof.deal() == record.deal
    assert verdict(again, proof) is None


@pytest.mark.slow
def test_a_proof_in_the_large_group_is_small_and_verified() -> None:
    with LogIndex(DEALT_LOG) as index:
        index.scan()
        record = index.game(0)
    proof = read(record)
    assert proof is not None and proof.deal() == record.deal
    assert len(json.dumps(proof.as_json())) < 1200
    assert bounded(record.others) is record.others
    assert verdict(record, proof) is None


def test_a_log_with_a_proof_has_all_that_pydurak_writes_in_its_order(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 3)
    evening.run()
    header, body = evening.sides[0].log.read_bytes().splitlines()
    title, other = GENUINE_LOG.read_bytes().splitlines()[:2]
    for one in (header, title):
        assert re.fullmatch(rb"####[-0-9]{10}T[:0-9]{8}, .+ - .+ \((1-0|0-1|s-s)\)####", one)
    game, genuine = json.loads(body), json.loads(other)
    # What pyDurak does not know comes after all that it reads.
    assert [*game][: len(genuine)] == [*genuine]
    assert {(*move,) for move in game["moves"]} == {(*move,) for move in genuine["moves"]}
    for key, value in genuine.items():
        assert type(game[key]) is type(value)


def test_a_lot_is_verified_where_nobody_had_a_trump() -> None:
    record, proof = game(without_trumps())
    assert proof.lowest is None
    assert verdict(record, proof) is None
    other = replace(record, deal=Deal(record.deal.deck, 1 - record.deal.first), actions=())
    assert wrong(other, proof) == (DealWrong.FIRST, None)


@pytest.mark.parametrize("side", [0, 1])
def test_a_secret_that_was_not_promised_is_named(side: int) -> None:
    record, proof = game()
    secrets = [*proof.secrets]
    secrets[side] = bytes(32)
    first, second = secrets
    assert wrong(record, replace(proof, secrets=(first, second))) == (DealWrong.SECRET, side)
    secrets[side] = None
    first, second = secrets
    assert wrong(record, replace(proof, secrets=(first, second))) == (DealWrong.NOT_OPENED, side)


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        (0, (DealWrong.SECRET, 0)),
        (1, (DealWrong.SECRET, 1)),
        (2, (DealWrong.SHUFFLE, 0)),
        (3, (DealWrong.SHUFFLE, 1)),
        (4, (DealWrong.PLACE_LOCKS, 0)),
        (5, (DealWrong.PLACE_LOCKS, 1)),
    ],
)
def test_the_first_stage_that_is_wrong_is_named(
    stage: int, expected: tuple[DealWrong, int]
) -> None:
    record, proof = game()
    stages = [*proof.stages]
    stages[stage] = bytes(32)
    assert wrong(record, replace(proof, stages=tuple(stages))) == expected


def test_another_deck_in_the_log_is_found() -> None:
    record, proof = game()
    deck = record.deal.deck
    other = Deal((*deck[:20], deck[21], deck[20], *deck[22:]), record.deal.first)
    assert wrong(replace(record, deal=other, actions=()), proof) == (DealWrong.DECK, None)
    assert wrong(replace(record, deal=game(1)[0].deal), proof) == (DealWrong.DECK, None)


def test_a_denied_trump_is_named_and_another_first_attacker_is_found() -> None:
    record, proof = game()
    assert proof.lowest is not None
    holder = record.deal.first
    assert wrong(record, replace(proof, lowest=None)) == (DealWrong.DENIED, holder)
    other = replace(record, deal=Deal(record.deal.deck, 1 - holder), actions=())
    assert wrong(other, proof) == (DealWrong.FIRST, None)
    record, proof = game(first=1)
    assert wrong(record, replace(proof, agreed=0)) == (DealWrong.FIRST, None)


def test_who_played_against_the_rules_is_named() -> None:
    record, proof = game()
    not_held = record.deal.deck[20]
    fault = verdict(replace(record, actions=((not_held,),)), proof)
    assert fault is not None
    assert (fault.wrong, fault.side) == (DealWrong.AGAINST_RULES, record.deal.first)
    assert "does not hold" in fault.sentence_of(("Ann", "Bob"))


def test_a_game_that_was_given_up_is_verified() -> None:
    record, proof = game()
    ending = Ending(1, RESIGNED, 0, "", PHASE_NAMES[DEAL])
    assert verdict(replace(record, actions=record.actions[:-1], ending=ending), proof) is None


@pytest.mark.parametrize(
    "others",
    [
        PARTIES._replace(keys=(EVE, BOB)),
        PARTIES._replace(keys=(ANN, EVE)),
        PARTIES._replace(keys=(BOB, ANN)),
        PARTIES._replace(sittings=("a" * 32, "c" * 32)),
        PARTIES._replace(game=2),
    ],
)
def test_a_deal_cannot_be_passed_off_as_another_of_the_same_or_of_others(others: Parties) -> None:
    record, proof = game()
    assert wrong(record, replace(proof, parties=others)) == (DealWrong.SECRET, 0)
    # Nor with all that can be computed anew: then the deck is another.
    both = [Secret(each.side, others, each.size, each.data, SMALL) for each in proof.opened()]
    again = Dealing(both[0]), Dealing(both[1])
    work(again)
    reveal(again)
    assert wrong(record, proof_of(again[0])) == (DealWrong.DECK, None)


def test_a_game_without_a_proof_has_none() -> None:
    assert read(game()[0]) is None


def test_a_proof_of_a_newer_version_says_so() -> None:
    record, proof = game()
    newer = replace(record, others={KEY: {**proof.as_json(), "version": 2}})
    with pytest.raises(DamagedProof, match="later version"):
        read(newer, SMALL)


@given(st.data())
def test_anything_else_in_its_place_is_damage(data: st.DataObject) -> None:
    record, proof = game()
    value: Any = data.draw(JSON)
    if data.draw(st.booleans()):
        as_json = proof.as_json()
        key = data.draw(st.sampled_from([*as_json]))
        if isinstance(as_json[key], list) and data.draw(st.booleans()):
            changed = [*as_json[key]]
            changed[data.draw(st.integers(0, len(changed) - 1))] = value
            value = changed
        value = {**as_json, key: value}
    try:
        found = read(replace(record, others={KEY: value}), SMALL)
    except DamagedProof as error:
        assert str(error)
    else:
        assert found is None or json.loads(json.dumps(found.as_json())) == found.as_json()


def test_the_proof_of_a_deal_that_was_not_finished_names_who_left() -> None:
    both = pair()
    work(both)
    record = record_of(both)
    both[0].reveal()
    proof = proof_of(both[0])
    again = read(read_back(record, proof), SMALL)
    assert again == proof
    assert wrong(record, proof) == (DealWrong.NOT_OPENED, 1)
