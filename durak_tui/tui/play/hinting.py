"""Hints at a screen: asked for in a thread, shown as long as nothing is played."""

from collections.abc import Callable, Mapping
from typing import Final

from textual.screen import Screen

from durak_tui.common.i18n import _
from durak_tui.common.text import one_line
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.errors import EngineError
from durak_tui.game.position import Action
from durak_tui.table.adviser import Advice, Adviser, why_no_advice
from durak_tui.table.duel import Duel, Moment
from durak_tui.tui.toolkit.glyphs import Glyphs

_SURE: Final = {1.0: "+", 0.5: "=", 0.0: "-"}
"""A won, a drawn and a lost endgame, as chess players mark positions."""


class Hinting:
    """One piece of advice at a time, about one moment of a game."""

    def __init__(
        self,
        screen: Screen[object],
        changed: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Both are called in the thread of the screen: ``changed`` when there is something
        else to be shown, ``failed`` with the reason why there will be no hint."""
        self._screen = screen
        self._changed = changed
        self._failed = failed
        self._adviser: Adviser | None = None
        self._moment: Moment | None = None
        self._advice: Advice | None = None

    def ask(self, adviser: Adviser, duel: Duel) -> None:
        """Ask about this moment of the game, in which the person is to act."""
        if self._moment and duel.is_at(self._moment):
            return  # it is being thought about, or known
        self.drop()
        moment, known, ticket = duel.moment(), duel.known, adviser.ticket
        self._adviser, self._moment = adviser, moment

        def call() -> None:
            advice, problem = None, ""
            try:
                advice = adviser.advise(moment.position, known, ticket)
            except Cancelled:
                return
            except EngineError as error:
                problem = why_no_advice(adviser.contestant.shown, error)
            self._screen.call_later(self._take, moment, advice, problem)

        self._screen.run_worker(call, thread=True, group="hint")
        self._changed()

    def _take(self, moment: Moment, advice: Advice | None, problem: str) -> None:
        if moment is not self._moment:
            return
        self._advice = advice
        if problem:
            self.drop()
            self._failed(problem)
        else:
            self._changed()

    def drop(self) -> None:
        """Nobody needs it any more."""
        if self._adviser and self._advice is None:
            self._adviser.stop()
        self._moment = self._advice = None

    def at(self, duel: Duel) -> Advice | None:
        """The advice for this moment of the game, if there is one; another one is dropped."""
        if self._moment and not duel.is_at(self._moment):
            self.drop()
        return self._advice

    def said(self, duel: Duel, glyphs: Glyphs, passing: str) -> str:
        """What is to be said about it; nothing if it was not asked for.  ``passing`` is what
        playing no card is called."""
        advice = self.at(duel)
        if self._moment is None or self._adviser is None:
            return ""
        if advice is None:
            name = one_line(self._adviser.contestant.shown)
            return _("{engine} thinks about a hint...").format(engine=name)
        sure = not duel.position.talon_count
        parts = [_what(advice.best, advice, glyphs, passing, sure=sure)]
        if advice.best and () in advice.scores:
            parts.append(_what((), advice, glyphs, passing, sure=sure))
        return _("Hint: {what}").format(what=f" {glyphs.dot} ".join(parts))


def marks(advice: Advice, *, sure: bool) -> Mapping[int, tuple[str, bool]]:
    """For each card that may be played: its score in two characters, and whether it is the
    best or among them.

    Where several cards may be given, a card has the score of the best way to give it.
    """
    best: dict[int, float] = {}
    for action, score in advice.scores.items():
        for card in action:
            best[card] = max(score, best.get(card, 0.0))
    found = {card: (_mark(score, sure=sure), card in advice.best) for card, score in best.items()}
    return {**dict.fromkeys(advice.best, ("", True)), **found}


def _mark(score: float, *, sure: bool) -> str:
    if sure and score in _SURE:
        return f"{_SURE[score]:>2}"
    # What was not calculated to the end is never quite sure.
    return f"{min(99, max(1, round(100 * score))):2}"


def _what(action: Action, advice: Advice, glyphs: Glyphs, passing: str, *, sure: bool) -> str:
    played = " ".join(map(glyphs.card, action)) or passing
    score = advice.score(action)
    if score is None:
        return played
    if sure and score in _SURE:
        worth = {1.0: _("wins"), 0.5: _("draws"), 0.0: _("loses")}[score]
    else:
        worth = f"{_mark(score, sure=False).strip()} %"
    return f"{played} {worth}"
