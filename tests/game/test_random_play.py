"""Random games by the rules and by the reference: they never differ, and every one ends."""

from random import Random

import pytest

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import DECK_SIZES
from tests.game.agreement import LONGEST, SameGame
from tests.game.reference import ReferenceGame, all_cards

POSITIONS = 7000
"""Compared at least for each seed below; 16 seeds make 112,000."""


class RandomPlayer:
    """Plays any legal card; how often it passes instead is its temper."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.passes = rng.choice((0.02, 0.1, 0.3, 0.6))

    def __call__(self, game: ReferenceGame) -> list[str]:
        playable = game.playable()
        if game.state == "give_more":
            most = min(len(playable), game.most_to_give())
            return self.rng.sample(playable, self.rng.randint(0, most))
        if not playable or (game.silence_allowed() and self.rng.random() < self.passes):
            return []
        return [self.rng.choice(playable)]


def some_caps(rng: Random) -> Caps:
    """No attack limit, the usual one, or one that is reached all the time."""
    return rng.choice((NO_CAPS, Caps(6, 5), Caps(6, 6), Caps(rng.randint(1, 3), rng.randint(1, 3))))


def whole_game(rng: Random) -> SameGame:
    size = rng.choice(DECK_SIZES)
    deck = all_cards(size)
    rng.shuffle(deck)
    mover, caps = rng.randrange(2), some_caps(rng)
    return SameGame.begin((deck[:6], deck[6:12]), deck[12:], mover, deck[-1], caps=caps)


def late_game(rng: Random) -> SameGame:
    """A game near its end, which is where the rules are intricate."""
    size = rng.choice(DECK_SIZES)
    deck = all_cards(size)
    rng.shuffle(deck)
    talon = rng.choice((0, 0, 0, 1, 2, 5))
    fewest = 6 if talon else 1
    mine, theirs = (rng.choice((fewest, fewest + 1, fewest + 3)) for _ in range(2))
    hands = deck[:mine], deck[mine : mine + theirs]
    rest = deck[mine + theirs :]
    trump = rest[-1]
    talon_cards = rest[len(rest) - talon :]
    discarded = rest[: len(rest) - talon]
    return SameGame.begin(
        hands, talon_cards, rng.randrange(2), trump, discarded=discarded, caps=some_caps(rng)
    )


def play_to_the_end(game: SameGame, rng: Random) -> int:
    """Compare at every step, try illegal cards at every step; return how many steps."""
    names = sorted(game.deck)
    player = RandomPlayer(rng)
    game.compare()
    moves = 0
    while not game.over:
        if game.reference.state != "deal":
            game.refuse(rng.sample(names, 3))
        game.step(player)
        game.compare()
        moves += 1
        assert moves < LONGEST, "this game does not end"
    game.refuse([rng.choice(names)])
    return moves


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(8))
def test_whole_random_games_agree_with_the_reference(seed: int) -> None:
    rng = Random(seed)
    positions = 0
    while positions < POSITIONS:
        positions += play_to_the_end(whole_game(rng), rng)


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(8))
def test_random_endings_agree_with_the_reference(seed: int) -> None:
    rng = Random(seed)
    positions = 0
    results = set()
    while positions < POSITIONS:
        game = late_game(rng)
        positions += play_to_the_end(game, rng)
        results.add(game.reference.result)
    assert results == {"0", "1", "draw"}
