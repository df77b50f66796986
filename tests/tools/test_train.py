"""Learning: games of the search against itself, and a network that finds out what counts."""

import json
from random import Random

import numpy as np
import pytest

from durak_tui.analysis.bout_value import CERTAIN, HANDS, KINDS, LARGEST, BoutValue
from durak_tui.game.cards import SUIT_MASK, full_deck, mask_of
from tests.game.build import card, mask
from tools.train import BLIND, TARGET, Generation, Network, Player, largest_sum, learned, play


def test_every_start_of_a_bout_is_noted_with_how_its_game_ended() -> None:
    starts = Player(BLIND, 30).game(4)  # Of 52 cards.
    assert starts[0][3] == 40 and len(starts) > 0
    results = {score for *_, score in starts}
    assert results <= {0, 2} or results == {1}
    for attacking, defending, trump, talon, _ in starts:
        assert attacking and defending and not attacking & defending
        assert trump in range(4)
        assert attacking.bit_count() + defending.bit_count() + talon <= 52


def test_the_same_games_come_again_however_many_play_them() -> None:
    alone = [start for number in range(6) for start in Player(BLIND, 30).game(number)]
    assert play(BLIND, Generation(6, 30)).tolist() == [list(start) for start in alone]


def test_it_is_learned_that_the_player_with_more_trumps_wins() -> None:
    chance = Random(1)
    starts = []
    for _ in range(12_000):
        deck = list(full_deck(36))
        chance.shuffle(deck)
        hands, trump = (mask_of(deck[:6]), mask_of(deck[6:12])), chance.randrange(4)
        mine, theirs = ((hand & SUIT_MASK[trump]).bit_count() for hand in hands)
        starts.append((*hands, trump, 12, 1 + (mine > theirs) - (mine < theirs)))
    weights, error = learned(np.array(starts))
    assert error < 0.05
    many, few = mask("AS KS QS 6S 6C 7D"), mask("6D 7H 8C 9D TH JC")
    seeing, trumps = BoutValue(*weights), SUIT_MASK[card("AS") & 3]
    assert int(seeing.value(many, few, trumps, 12)) > 0.8 * CERTAIN
    assert int(seeing.value(few, many, trumps, 12)) < 0.2 * CERTAIN


def test_no_unit_of_the_eye_that_ships_outgrows_its_part_of_a_word() -> None:
    assert largest_sum(json.loads(TARGET.read_text("utf-8"))["inputs"]) <= LARGEST


def test_a_network_whose_units_would_is_not_written() -> None:
    network = Network(1)
    network.inputs[HANDS] = 300
    with pytest.raises(ValueError, match="no room"):
        network.weights()
    # Of a rank a hand has one kind of cards, so the others do not add to it.
    inputs = [[0] * 15 for _ in BLIND.inputs]
    inputs[KINDS + 1][3], inputs[KINDS + 2][3], inputs[HANDS][3] = -1000, 400, 30
    assert largest_sum(inputs) == 1030
