"""The facts of a turn and its time, for engines that think."""

from typing import Final

from durak_tui.analysis import kernel
from durak_tui.analysis.endgame import SECONDS, Solver, values_in_time
from durak_tui.analysis.knowledge import Knowledge, knowledge
from durak_tui.analysis.montecarlo import listed_actions
from durak_tui.engine.sdk import Turn
from durak_tui.game.position import GIVE_MORE, MOVE, RESPOND, Action

PHASES: Final = {"move": MOVE, "respond": RESPOND, "give_more": GIVE_MORE}

UNTOLD: Final = 1.0
"""Seconds to think if the runner does not say how many there are."""
_RESERVE: Final = 0.015
"""Seconds kept back for reading the question, writing the answer, and waiting for a core."""
_SHARE: Final = 0.94
"""The part of the rest that is used."""
_ANSWERS: Final = 15
"""The fraction of the time left for a game that an answer gets is 1 in this number,"""
_HARD_ANSWERS: Final = 6
"""and for a hard answer 1 in this one."""


def seconds_for(turn: Turn, most: float | None = None) -> float:
    """Seconds to think about a turn, at most ``most``."""
    return _of_game(turn, _ANSWERS, _for_answer(turn, most))


def seconds_if_hard(turn: Turn, most: float | None = None) -> float | None:
    """Seconds to think about a hard turn; None without a game budget."""
    if "game_time_left_ms" not in turn.data:
        return None
    return _of_game(turn, _HARD_ANSWERS, _for_answer(turn, most))


def _for_answer(turn: Turn, most: float | None) -> float:
    left = turn.time_left_ms
    seconds = UNTOLD if left is None else max(0.0, left / 1000 - _RESERVE) * _SHARE
    return seconds if most is None else min(seconds, most)


def _of_game(turn: Turn, answers: int, seconds: float) -> float:
    left = turn.data.get("game_time_left_ms")
    return seconds if left is None else min(seconds, left / 1000 / answers)


def known_at(turn: Turn) -> Knowledge:
    """The knowledge at a turn.  Raises ValueError if it is inconsistent."""
    try:
        return knowledge(
            PHASES[turn.kind],
            hand=turn.hand_mask,
            table=turn.table,
            trump=turn.trump,
            talon_count=turn.deck_count,
            enemy_count=turn.enemy_count,
            discarded=turn.discarded_mask,
            enemy_known=turn.enemy_known_mask,
            caps=turn.caps,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"the data of a command are not complete: {error!r}") from None


class Exact:
    """Exact play with an empty talon, and the endgames that it remembers."""

    def __init__(self) -> None:
        self._solver = Solver()

    def best(self, turn: Turn, usual: Action, started: float) -> Action:
        """The action that surely brings most, ``usual`` if as good.

        Among equals it is the one that may bring most. ``started`` is when the question came, by
        ``monotonic()``.
        """
        try:
            known = known_at(turn)
            if not known.certain or known.talon_count:
                return usual
            position = known.position(kernel.seeded(0))
            deadline = started + seconds_for(turn, SECONDS)
            values = values_in_time(
                self._solver, position, deadline, among=listed_actions(position)
            )
        except ValueError:
            return usual  # a hint about a game that cannot be, or is over
        most = max((worth.low, worth.high) for worth in values)
        best = [worth.action for worth in values if (worth.low, worth.high) == most]
        return usual if any(set(action) == set(usual) for action in best) else best[0]
