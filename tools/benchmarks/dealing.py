"""The time that two programs take to deal without a dealer.

    python -m tools.benchmarks.dealing [--cards N] [--rounds N]

Prints, of the fastest round: the set-up, the work of both sides added as if they took turns; its
longest slice, after which a screen may draw; what both do for a draw of one card, and of six; and
the check of a game, at the table and from a log.  The times are those of the processor, so that a
busy machine does not blur them, and of the clock.
"""

import argparse
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Final

from durak_tui.game.cards import DECK_SIZES, USUAL_DECK
from durak_tui.net.dealing import Dealing
from durak_tui.net.proof import audit, check, proof_of
from durak_tui.net.secret import Secret
from tests.net.deals import PARTIES, draw, record_of, reveal, slices, work

SET_UP: Final = "set-up, both sides"
ONE_CARD: Final = "a draw of one card"
SIX_CARDS: Final = "a draw of six cards"
WANTED: Final = {SET_UP: 3.0, ONE_CARD: 0.15, SIX_CARDS: 0.15}
"""Seconds that a person with the usual deck is to wait for each at most."""


class Times:
    """The fastest time of each job, by processor and clock."""

    def __init__(self) -> None:
        self.best: dict[str, tuple[float, float]] = {}

    def measure(self, job: str, run: Callable[[], object]) -> None:
        """Do a job and keep its time if no round was faster."""
        begun = process_time(), perf_counter()
        run()
        taken = process_time() - begun[0], perf_counter() - begun[1]
        self.best[job] = min(taken, self.best.get(job, taken))


def longest_slice(both: tuple[Dealing, Dealing]) -> float:
    """Deal, and return the time of the longest slice."""
    longest, begun = 0.0, process_time()
    for _slice in slices(both):
        longest, begun = max(longest, process_time() - begun), process_time()
    return longest


def measure(cards: int, times: Times) -> float:
    """One round; returns the longest slice."""
    both = Dealing(Secret(0, PARTIES, cards)), Dealing(Secret(1, PARTIES, cards))
    slice_: list[float] = []
    times.measure(SET_UP, lambda: slice_.append(longest_slice(both)))
    record = record_of(both)
    times.measure(ONE_CARD, lambda: draw(both, 0, 1))
    times.measure(SIX_CARDS, lambda: draw(both, 1, 6))
    reveal(both)
    work(both)
    times.measure("check at the table, one side", lambda: [*audit(both[0])])
    times.measure("check from a log", lambda: [*check(record, proof_of(both[0]))])
    return slice_[0]


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, choices=DECK_SIZES, default=USUAL_DECK)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    times = Times()
    longest = min(measure(arguments.cards, times) for _ in range(arguments.rounds))
    print(f"{arguments.cards} cards              processor     clock")
    for job, (processor, clock) in times.best.items():
        wanted = f"  at most {WANTED[job]} s wanted" if job in WANTED else ""
        print(f"{job:<28} {processor:7.3f} s {clock:7.3f} s{wanted}")
    print(f"{'longest slice of the set-up':<28} {longest:7.3f} s")


if __name__ == "__main__":
    main()
