"""Random numbers, for engines that leave something to chance."""

from typing import Final

from durak_tui.engine.sdk import Turn

_64_BITS: Final = (1 << 64) - 1
_KINDS: Final = ("move", "respond", "give_more")


class SplitMix:
    """SplitMix64, started with a seed and a position.

    By Steele, Lea and Flood, 2014. What is drawn follows from these and from nothing else: with a
    seed a game is played in the same way in whichever process and after whichever other games, and
    a hint changes nothing. The library's generator would do, but takes as long to import as all the
    rest.
    """

    def __init__(self, seed: int, turn: Turn) -> None:
        self._state = 0
        for number in (seed, _KINDS.index(turn.kind), turn.hand_mask, turn.trump, *turn.table):
            self._state = (self._next() + number) & _64_BITS

    def draw(self, number: int) -> int:
        """One of 0 … number - 1."""
        return self._next() * number >> 64

    def happens(self, probability: float) -> bool:
        """Draw an event of this probability; True if it happens."""
        return self._next() < probability * (1 << 64)

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _64_BITS
        mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
        return mixed ^ mixed >> 31
