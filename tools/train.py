"""Learn what the start of a bout is worth, from nothing.

    python -m tools.train [--generations N] [--folder FOLDER]

The search plays against itself. At first its eye sees nothing: all that is not near the end is
worth half a game. A network learns how those games ended from every start of a bout, and sees in
the games of the next generation. Writes ``durak_tui/analysis/bout_value.json``. Games that
``FOLDER`` has are not played again; the same weights play the same games everywhere, and the same
games make the same weights where NumPy adds in the same order. ``docs/strength.md`` says how long
all of it takes.
Needs NumPy, the extra ``train``.
"""

import argparse
import json
import os
import tempfile
from functools import cache, partial
from itertools import count
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final, NamedTuple

# One thread adds in one order, and matrices so small gain nothing by more.
for library in ("OPENBLAS", "OMP", "MKL", "VECLIB_MAXIMUM"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np
import numpy.typing as npt

from durak_tui.analysis import alphabeta, kernel
from durak_tui.analysis.bout_value import (
    FILE,
    HANDS,
    KINDS,
    LARGEST,
    ONE,
    RANKS,
    TALON,
    UNITS,
    BoutValue,
)
from durak_tui.analysis.endgame import world_of
from durak_tui.analysis.knowledge import knowledge_of
from durak_tui.analysis.montecarlo import EXACT_CARDS, EXACT_NODES, LEAF_BITS, listed_actions
from durak_tui.analysis.tree import Tree
from durak_tui.common.files import replace_file
from durak_tui.game.cards import DECK_SIZES, USUAL_DECK, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, MOVE, OVER, Action, Position

SERIES: Final = "train"  # The seed of the deals.
# With another network reviews come out differently: `review.VERSION` is to be raised.
TARGET: Final = Path(__file__).parents[1] / "durak_tui" / "analysis" / FILE
WHIMS: Final = 0.02  # How often somebody plays anything, so that other positions come up, too.
SURELY: Final = 10  # Times the nodes of a playout, to find how a game ends.
WAYS_TO_GIVE: Final = 20  # Of more only the largest are looked at: games are many.
EPOCHS: Final = 10
BATCH: Final = 1024
RATE: Final = 0.004  # Of learning (Adam), halved :data:`HALVINGS` times on the way.
HALVINGS: Final = 4
HELD_BACK: Final = 0.07  # Of the starts: what has been learned is judged by them.

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]


class Generation(NamedTuple):
    """Games from which is learned."""

    games: int
    iterations: int  # Of the search, for each decision.


class Weights(NamedTuple):
    """The weights of an :class:`BoutValue`."""

    inputs: list[list[int]]
    output: list[int]
    bias: int


GENERATIONS: Final = (Generation(20_000, 100), Generation(20_000, 300), Generation(60_000, 400))
BLIND: Final = Weights([[0] * UNITS] * (HANDS + TALON), [0] * UNITS, 0)


class Bout(NamedTuple):
    """A start."""

    attacking: int  # The hand, a mask.
    defending: int
    trump_suit: int
    talon: int  # How many cards it has.
    attacker: int  # The player.


Start = tuple[int, int, int, int, int]  # The same, with twice the attacker's score at the end.


class Player:
    """Both sides of a game."""

    def __init__(self, weights: Weights, iterations: int) -> None:
        self._iterations = iterations
        self._search = alphabeta.Search(LEAF_BITS)
        self._tree = Tree(self._search, BoutValue(*weights), EXACT_CARDS, EXACT_NODES)

    def game(self, number: int) -> list[Start]:
        """Play a game, and note each start of a bout."""
        # What is remembered of other games lets searches end that else would not.
        self._search.forget()
        position = deal(SERIES, number, USUAL_DECK if number % 4 else DECK_SIZES[-1]).position()
        whims = Random(number)
        bouts: list[Bout] = []
        for turn in count(1000 * number):  # Far enough apart that no two games use the same luck.
            if position.phase == DEAL:
                position.deal()
            if position.phase == OVER:
                break
            if position.phase == MOVE and not position.table:
                bouts.append(_bout(position))
                if _is_small(position):
                    break
            best = self._best(position, kernel.seeded(turn))
            if whims.random() < WHIMS:
                best = whims.choice(_actions(position))
            position.play(best)
        winner = position.winner if position.phase == OVER else self._outcome(position)
        return [(*bout[:-1], _score(winner, bout.attacker)) for bout in bouts]

    def _outcome(self, position: Position) -> int:
        """The winner, by best play where that is found in time."""
        return int(
            self._search.playout(world_of(position), 0, 0, EXACT_CARDS, SURELY * EXACT_NODES)
        )

    def _best(self, position: Position, random: int) -> Action:
        actions = _actions(position)
        if len(actions) == 1:
            return actions[0]
        self._tree.begin(knowledge_of(position).worlds(random))
        nodes = [self._tree.add(mask_of(action)) for action in reversed(actions)][::-1]
        self._tree.run(self._iterations)
        visits = [int(self._tree.visits(node)) for node in nodes]
        return actions[visits.index(max(visits))]


def _actions(position: Position) -> list[Action]:
    return listed_actions(position)[:WAYS_TO_GIVE]


def _is_small(position: Position) -> bool:
    cards = position.hands[0] | position.hands[1]
    return not position.talon_count and cards.bit_count() <= EXACT_CARDS


def _bout(position: Position) -> Bout:
    attacker = position.attacker
    hands = position.hands[attacker], position.hands[1 - attacker]
    return Bout(*hands, position.trump & 3, position.talon_count, attacker)


def _score(winner: int, player: int) -> int:
    """Twice the player's score."""
    return 1 if winner == kernel.DRAW else 2 * (winner == player)


def play(weights: Weights, generation: Generation) -> Numbers:
    """The starts of bouts in a generation's games, a row each."""
    player = partial(_game, json.dumps(weights), generation.iterations)
    with Pool() as pool:
        games = pool.imap(player, range(generation.games), chunksize=50)
        return np.array([start for starts in games for start in starts], dtype=np.int64)


@cache
def _player(weights: str, iterations: int) -> Player:
    """The player of a process."""
    return Player(Weights(*json.loads(weights)), iterations)


def _game(weights: str, iterations: int, number: int) -> list[Start]:
    return _player(weights, iterations).game(number)


def features(starts: Numbers) -> Numbers:
    """The inputs of each start, a row each; -1 for none.

    They are what the attacker has of each rank, what the defender has, and the talon.
    """
    trump = starts[:, 2]
    found = []
    for hand in (0, 1):
        cards = starts[:, hand, None] >> np.arange(RANKS * 4) & 1
        by_rank = cards.reshape(-1, RANKS, 4)
        trumps = by_rank[np.arange(len(starts)), :, trump]
        kinds = 2 * (by_rank.sum(axis=2) - trumps) + trumps
        inputs = (hand * RANKS + np.arange(RANKS)) * KINDS + kinds
        found.append(np.where(kinds, inputs, -1))
    return np.concatenate([*found, HANDS + starts[:, 3, None]], axis=1)


class Network:
    """The network while it learns, in floating-point numbers."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        inputs = chance.normal(0, 0.1, (HANDS + TALON, UNITS))
        inputs[:HANDS:KINDS] = 0  # Nothing of a rank counts nothing, and never learns.
        inputs[HANDS:] += 0.5  # Units begin in the middle of what they can say.
        self.inputs: Floats = inputs.astype(np.float32)
        self.output: Floats = chance.normal(0, 0.5, (UNITS, 1)).astype(np.float32)
        self.bias: Floats = np.zeros(1, np.float32)
        self._chance = chance
        self._weights = (self.inputs, self.output, self.bias)
        self._means = [np.zeros_like(each) for each in self._weights]
        self._squares = [np.zeros_like(each) for each in self._weights]
        self._steps = 0

    def learn(self, inputs: Numbers, scores: Floats) -> None:
        """Go through all starts, in any order, again and again."""
        for epoch in range(EPOCHS):
            rate = RATE * 0.5 ** (epoch * HALVINGS // EPOCHS)
            order = self._chance.permutation(len(scores))
            for begin in range(0, len(scores), BATCH):
                some = order[begin : begin + BATCH]
                self._step(_dense(inputs[some]), scores[some, None], rate)

    def expected(self, inputs: Numbers) -> Floats:
        """The attacker's expected score of each start."""
        parts = [inputs[at : at + BATCH] for at in range(0, len(inputs), BATCH)]
        return np.concatenate([self._forward(_dense(part))[1][:, 0] for part in parts])

    def weights(self) -> Weights:
        """The network in whole numbers."""
        whole = [np.rint(each * ONE).astype(int).tolist() for each in (self.inputs, self.output)]
        bias = round(float(self.bias[0]) * ONE * ONE)
        if (most := largest_sum(whole[0])) > LARGEST:
            raise ValueError(f"a unit may add up to {most}, for which it has no room")
        return Weights(whole[0], [weight for (weight,) in whole[1]], bias)

    def _forward(self, dense: Floats) -> tuple[Floats, Floats]:
        units = np.clip(dense @ self.inputs, 0, 1)
        return units, 1 / (1 + np.exp(-(units @ self.output + self.bias)))

    def _step(self, dense: Floats, scores: Floats, rate: float) -> None:
        """Descend the gradient of the cross entropy by Adam.

        D. Kingma and J. Ba, "Adam: A method for stochastic optimization" (2015).
        """
        units, expected = self._forward(dense)
        error = (expected - scores) / len(scores)
        back = error @ self.output.T * ((units > 0) & (units < 1))
        gradients = (dense.T @ back, units.T @ error, error.sum(axis=0))
        self._steps += 1
        for weights, gradient, mean, square in zip(
            self._weights, gradients, self._means, self._squares, strict=True
        ):
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.001 * (gradient**2 - square)
            sure = mean / (1 - 0.9**self._steps)
            weights[...] -= rate * sure / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)


def largest_sum(inputs: list[list[int]]) -> int:
    """The largest sum of a unit, in either direction."""
    weights = np.abs(np.array(inputs))
    ranks = weights[:HANDS].reshape(2 * RANKS, KINDS, UNITS).max(axis=1)
    return int((ranks.sum(axis=0) + weights[HANDS:].max(axis=0)).max())


def _dense(inputs: Numbers) -> Floats:
    """One in the place of each input, nothing elsewhere."""
    found = np.zeros((len(inputs), HANDS + TALON + 1), np.float32)
    found[np.arange(len(inputs))[:, None], inputs] = 1
    return found[:, :-1]  # What there is none of has gone to the last place.


def learned(starts: Numbers, seed: int = 1) -> tuple[Weights, float]:
    """The network that learns from these, and its mean squared error.

    The error is that on some of them, from which it does not learn.
    """
    inputs, scores = features(starts), (starts[:, 4] / 2).astype(np.float32)
    known = round(len(starts) * (1 - HELD_BACK))
    network = Network(seed)
    network.learn(inputs[:known], scores[:known])
    error = network.expected(inputs[known:]) - scores[known:]
    return network.weights(), float(np.mean(error**2))


def main() -> None:
    """Play, learn, play better, and write the last network."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--generations", type=int, default=len(GENERATIONS), choices=range(1, len(GENERATIONS) + 1)
    )
    parser.add_argument("--folder", type=Path, help="where games are kept, to go on from")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="durak-train-"))
    folder.mkdir(parents=True, exist_ok=True)
    weights = BLIND
    for number, generation in enumerate(GENERATIONS[: arguments.generations]):
        file = folder / f"{number}.npy"
        begin = monotonic()
        if not file.exists():
            np.save(file, play(weights, generation))
        starts = np.load(file)
        played = monotonic()
        weights, error = learned(starts)
        print(
            f"generation {number}: {generation.games} games of {generation.iterations} iterations,"
            f" {len(starts)} starts of bouts, {file.stat().st_size / 2**20:.0f} MB,"
            f" in {(played - begin) / 60:.1f} min; learned in {monotonic() - played:.0f} s,"
            f" mean squared error {error:.4f}",
            flush=True,
        )
    replace_file(TARGET, json.dumps(weights._asdict(), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
