"""The positions for practice, from games of the engines that ship.

    python -m tools.practice [--games N] [--folder FOLDER]

Engines of different strength play games of a seed.  Of every decision with several actions the
values are estimated in a few worlds; where one action seems to be clearly best, all are looked at
again: twice as fairly as can be, once with and once without what the last card says about the
hidden hand, or exactly where the talon is empty.  What stays clear is written to
``durak_tui/practice/positions.jsonl``, which ``docs/formats/positions.md`` describes: one position
of a game at most, and as many of each sort as :data:`WANTED` says.  With the same ``--folder`` a
run that was stopped goes on.  The same version makes the same file on every machine; all of it
takes ten to twenty minutes on one core.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from durak_engines.coursework import Coursework
from durak_engines.dummy import Dummy
from durak_engines.montecarlo import MonteCarloEngine
from durak_engines.player import player

from durak_tui.analysis.endgame import Solver
from durak_tui.analysis.inference import OpponentModel
from durak_tui.analysis.knowledge import Knowledge, knowledge_of
from durak_tui.analysis.montecarlo import Budget, MonteCarlo
from durak_tui.common.files import replace_file
from durak_tui.engine.sdk import Engine
from durak_tui.game.cards import cards_in, in_playing_order
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, RESPOND, Action, Position
from durak_tui.practice.positions import (
    FILE,
    MARGIN,
    SERIES,
    Shipped,
    as_lines,
    from_json,
    to_json,
)
from tests.engines.inprocess import play

# None that thinks by the clock: the same seed must give the same games.
PLAYERS: Final[Mapping[str, Callable[[int], Engine]]] = {
    "durak-player --level 2": lambda seed: player(2, seed),
    "durak-montecarlo": lambda seed: MonteCarloEngine(determinizations=400, seed=seed),
    "durak-dummy": lambda _: Dummy(),
    "durak-player --level 1": lambda seed: player(1, seed),
    "durak-coursework": lambda _: Coursework(),
}
SCREENING: Final = 800, 4000  # Iterations of the first looks, the cheapest first.
TARGET: Final = Path(__file__).parents[1] / "durak_tui/practice" / FILE
GAMES: Final = 6000
WORLDS: Final = 4000  # Of each of both looks at all values: 19 of 20 are sure to 0.02.
LEAST_ACTIONS: Final = 3
MOST_ACTIONS: Final = 16  # Of many ways to give, hardly one is clearly best.
NODES: Final = 200_000  # Of the search of an endgame; what takes more is not for people.
LEAST_CARDS: Final = 3  # In both hands: with less it is seen at once.
MOST_CARDS: Final = 10  # In both hands: with more there is little to decide any more.
LEAST_SCORE: Final = 0.3  # Of the best action: who has lost anyway learns little.
EARLY: Final = 12  # Cards in a talon of which not half has been drawn.
WANTED: Final[Mapping[tuple[str, str], int]] = {
    ("lead", "late"): 38, ("lead", "empty"): 36,
    ("throw in", "early"): 14, ("throw in", "late"): 36, ("throw in", "empty"): 28,
    ("beat", "early"): 24, ("beat", "late"): 36, ("beat", "empty"): 36,
    ("give more", "early"): 2, ("give more", "late"): 8, ("give more", "empty"): 10,
}  # fmt: skip
"""The most of each sort and stage; early leads hardly ever differ by as much."""
OBVIOUS: Final = "obvious"  # Counted apart: what durak-dummy plays is best.
MOST_OBVIOUS: Final = 0.25  # The most of each sort, as a share.


class Candidate(NamedTuple):
    """A decision of a game."""

    position: Position
    before: tuple[Action, ...]  # What was played up to there.


def sort_of(position: Position) -> tuple[str, str]:
    """The sort of a decision, and the stage of the game."""
    kind = {MOVE: "throw in" if position.table else "lead", RESPOND: "beat", GIVE_MORE: "give more"}
    count = position.talon_count
    return kind[position.phase], "early" if count >= EARLY else "late" if count else "empty"


def obvious(position: Position) -> Action:
    """The action of durak-dummy."""
    trump_suit = position.trump & 3
    cards = list(in_playing_order(position.legal(), trump_suit))
    plain = [card for card in cards if card & 3 != trump_suit]
    if position.phase == GIVE_MORE:
        return tuple(plain[: position.give_limit()])
    if position.phase == MOVE and position.table:
        cards = plain
    return tuple(cards[:1])


def clear(values: Mapping[Action, float]) -> Action | None:
    """The action that is best by the margin, if any."""
    if not values:
        return None
    best, second = sorted(values, key=values.__getitem__, reverse=True)[:2]
    is_clear = values[best] >= LEAST_SCORE and values[best] - values[second] >= MARGIN
    return best if is_clear else None


class Judge:
    """Finds out whether a position is one to practise on."""

    def __init__(self) -> None:
        self._sampler = MonteCarlo()
        self._solver = Solver()

    def values(self, position: Position, unwanted: Action | None) -> dict[Action, float] | None:
        """The values, if another action than the unwanted is clearly best."""
        if not position.talon_count:
            exact = self._exact(position)
            best = clear(exact)
            return exact if best not in (None, unwanted) else None
        known = knowledge_of(position)
        if known.certain:
            return None
        for worlds in SCREENING:
            best = clear(self._sampled(known, Budget(worlds=worlds), 0))
            if best in (None, unwanted):
                return None
        fairly = Budget(worlds=WORLDS, fair=True)
        looks = (
            self._sampled(known, fairly, 1),
            self._sampled(OpponentModel().knowledge(position), fairly, 2),
        )
        if any(clear(look) != best for look in looks):
            return None
        return {action: round(sum(look[action] for look in looks) / 2, 3) for action in looks[0]}

    def _sampled(self, known: Knowledge, budget: Budget, seed: int) -> dict[Action, float]:
        found = self._sampler.evaluate(known, budget, seed)
        return {choice.action: choice.score for choice in found.choices}

    def _exact(self, position: Position) -> dict[Action, float]:
        self._solver.search.forget()  # or values would depend on the game before
        found = self._solver.values(position, NODES)
        if any(one.value is None for one in found):
            return {}
        return {one.action: (one.low + 1) / 2 for one in found}


def candidates(number: int) -> tuple[tuple[str, str], Iterator[Candidate]]:
    """The players of a game, and its decisions worth a look."""
    names = list(PLAYERS)
    # Each meets each, and itself; who sits where comes from the deal.
    first, second = divmod(number % len(names) ** 2, len(names))
    pair = names[first], names[second]
    seen: list[Position] = []
    engines = PLAYERS[pair[0]](number), PLAYERS[pair[1]](number)
    play(deal(SERIES, number), engines, watch=lambda position: seen.append(position.copy()))
    return pair, _decisions(seen)


def _decisions(seen: list[Position]) -> Iterator[Candidate]:
    before: list[Action] = []
    for position, later in zip_longest(seen, seen[1:]):
        if position.phase >= DEAL:
            continue
        counts = [hand.bit_count() for hand in position.hands]
        usual = min(counts) >= LEAST_CARDS and max(counts) <= MOST_CARDS
        many = len(list(islice(position.legal_actions(), MOST_ACTIONS + 1)))
        if LEAST_ACTIONS <= many <= MOST_ACTIONS and usual:
            yield Candidate(position, tuple(before))
        if later is not None:
            hand = position.hands[position.to_act] & ~later.hands[position.to_act]
            before.append(tuple(cards_in(hand)))


def look_through(number: int, judge: Judge, have: Counter[tuple[str, ...]]) -> Shipped | None:
    """The position of a game that is kept, if any."""
    players, decisions = candidates(number)
    sorts = [(sort_of(one.position), one) for one in decisions]
    for sort, one in sorted(sorts, key=lambda each: have[each[0]] / WANTED.get(each[0], 1)):
        if have[sort] >= WANTED.get(sort, 0):
            continue
        has_enough = have[(*sort, OBVIOUS)] >= WANTED[sort] * MOST_OBVIOUS
        usual = obvious(one.position) if has_enough else None
        if values := judge.values(one.position, usual):
            worlds = 2 * WORLDS if one.position.talon_count else 0
            return Shipped(one.position, values, worlds, number, players, one.before)
    return None


def count(have: Counter[tuple[str, ...]], found: Shipped | None) -> None:
    if found:
        sort = sort_of(found.position)
        have[sort] += 1
        have[(*sort, OBVIOUS)] += clear(found.values) == obvious(found.position)


def read(progress: Path) -> Iterator[Shipped | None]:
    """The finds of a stopped run, game by game."""
    if progress.exists():
        for line in progress.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                yield _found(line)


def mixed(found: Iterable[Shipped]) -> list[Shipped]:
    """The positions, each sort in turn."""
    by_sort: dict[tuple[str, str], list[Shipped]] = {sort: [] for sort in WANTED}
    for one in found:
        by_sort[sort_of(one.position)].append(one)
    rounds = zip_longest(*by_sort.values())
    return [one for round_ in rounds for one in round_ if one is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES, help=f"at most (default {GAMES})")
    parser.add_argument("--folder", type=Path, help="where to note how far it is, to go on from")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="durak-practice-"))
    folder.mkdir(parents=True, exist_ok=True)
    progress = folder / "games.jsonl"
    games = list(read(progress))
    replace_file(progress, (_line(found) for found in games))
    have: Counter[tuple[str, ...]] = Counter()
    for found in games:
        count(have, found)
    judge = Judge()
    with progress.open("a") as file:
        while len(games) < arguments.games and any(
            have[sort] < wanted for sort, wanted in WANTED.items()
        ):
            found = look_through(len(games), judge, have)
            count(have, found)
            games.append(found)
            file.write(_line(found))
            file.flush()
            if found:
                total = sum(one is not None for one in games)
                print(f"{len(games)} games, {total} positions", end="\r", flush=True)
    kept = mixed(one for one in games if one)
    replace_file(TARGET, as_lines(kept))
    for sort, wanted in WANTED.items():
        print(f"{' '.join(sort):20} {have[sort]:3} of {wanted}, obvious {have[(*sort, 'obvious')]}")
    print(f"{len(kept)} positions of {len(games)} games")


def _found(line: str) -> Shipped | None:
    value = json.loads(line)
    return from_json(value) if value else None


def _line(found: Shipped | None) -> str:
    return json.dumps(found and to_json(found), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    main()
