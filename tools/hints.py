"""The accuracy of the scores of hints, judged by longer thought.

    python -m tools.hints --make
    python tools/hints.py [--seconds SEC | --played ITERATIONS]

``--make`` writes ``tests/data/hints.jsonl``: 300 decisions with hidden cards from games of the
engines that ship, one of a game. The value of each action is the mean of three runs of 20,000
iterations along it. That takes about a quarter of an hour; the same version makes the same file on
every machine. Without it the mean error of all actions' scores after SEC seconds is printed, and
what is lost by playing what is best by them; with ``--played``, what is lost by what is chosen in a
game after ITERATIONS iterations. Run by the Python of another environment it measures the version
installed there (``tools/sprt.py`` makes one for any revision).
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Final

from durak_tui.analysis.knowledge import knowledge_of
from durak_tui.analysis.montecarlo import Budget, MonteCarlo
from durak_tui.practice.positions import Shipped, as_lines, from_json
from durak_tui.statistics.elo import Z95

FILE: Final = Path(__file__).parents[1] / "tests/data/hints.jsonl"
POSITIONS: Final = 300
ITERATIONS: Final = 20_000  # Along every action, in each run.
SEEDS: Final = (0, 1, 2)
"""Seeds of the runs: a tree settles on one of two ways that are nearly worth the same."""
FIRST_GAME: Final = 1_000_000  # Far beyond the games that practice has used.


def reference() -> list[Shipped]:
    """The decisions, with the values of long thought."""
    return [from_json(json.loads(line)) for line in FILE.read_text("utf-8").splitlines()]


def decisions() -> Iterator[Shipped]:
    """One decision of each game, with the values of long thought."""
    from tools.practice import candidates

    for number in count(FIRST_GAME):
        players, found = candidates(number)
        hidden = [one for one in found if not knowledge_of(one.position).certain]
        if hidden:
            chosen = Random(number).choice(hidden)
            known, budget = knowledge_of(chosen.position), Budget(worlds=ITERATIONS, fair=True)
            looks = [MonteCarlo().evaluate(known, budget, seed).choices for seed in SEEDS]
            values = {
                choices[0].action: round(fmean(choice.score for choice in choices), 4)
                for choices in zip(*looks, strict=True)
            }
            worlds = len(SEEDS) * ITERATIONS
            yield Shipped(chosen.position, values, worlds, number, players, chosen.before)


def measure(positions: Sequence[Shipped], budget: Budget) -> tuple[float, float, float]:
    """The mean error of scores, and the loss of playing by them.

    The loss is a mean, too, and its error (95 %) comes last.
    """
    errors, losses = [], []
    judge = MonteCarlo()
    # Each with a seed that has made no value.
    for number, one in enumerate(positions, len(SEEDS)):
        found = judge.evaluate(knowledge_of(one.position), budget, seed=number)
        errors += [abs(choice.score - one.values[choice.action]) for choice in found.choices]
        losses.append(max(one.values.values()) - one.values[found.best.action])
    return fmean(errors), fmean(losses), Z95 * stdev(losses) / len(losses) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--make", action="store_true", help="find the values of long thought")
    parser.add_argument("--seconds", type=float, default=0.3, help="per decision (default 0.3)")
    parser.add_argument("--played", type=int, metavar="ITERATIONS", help="what a game's move loses")
    arguments = parser.parse_args()
    if arguments.make:
        FILE.write_text("".join(as_lines(islice(decisions(), POSITIONS))), "utf-8")
        return
    if arguments.played:
        _, loss, margin = measure(reference(), Budget(worlds=arguments.played))
        print(f"{arguments.played} iterations: mean loss {loss:.4f} ± {margin:.4f}")
        return
    error, loss, _ = measure(reference(), Budget(seconds=arguments.seconds, fair=True))
    print(f"{arguments.seconds:g} s: mean error {error:.4f}, mean loss {loss:.4f}")


if __name__ == "__main__":
    main()
