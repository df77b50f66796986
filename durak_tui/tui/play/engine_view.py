"""A game as a person sees it who plays against an engine."""

from collections.abc import Mapping
from dataclasses import replace

from durak_tui.table.adviser import Advice, Hints
from durak_tui.table.controller import (
    Acted,
    Begun,
    Cleared,
    Controller,
    TakenBack,
    Thinking,
)
from durak_tui.table.session import Session
from durak_tui.tui.play.game_view import SessionView
from durak_tui.tui.toolkit.table_view import SeatView, TableView
from durak_tui.user.settings import SettingsStore
from durak_tui.words.play import card_marks, hint_asked


class EngineGameView(SessionView):
    """The table with hints, and an engine that may answer at once."""

    def __init__(
        self, session: Session, controller: Controller, hints: Hints, settings: SettingsStore
    ) -> None:
        super().__init__(session, controller, settings)
        self.shows_known = False  # The cards that can be known to be in the other hand.
        self.has_no_hints = False  # The engine for hints has failed, which is said once a game.
        self._hints = hints
        self._has_only_moved = False  # All was seen coming: a card of theirs, a cleared table.

    def notify(self, event: object) -> None:
        super().notify(event)
        match event:
            case Begun() | TakenBack():
                self.has_no_hints &= isinstance(event, TakenBack)
                self._has_only_moved = False
            case Acted():
                self._has_only_moved |= event.events[0].seat == self.seat
            case Cleared():
                self._has_only_moved = True
            case Thinking():
                self.look_for_pass()

    def side(self, seat: int) -> SeatView:
        is_known = self.shows_known and seat != self.seat
        known = self.game.known(self.seat) if is_known else 0
        return replace(super().side(seat), known=known)

    def hint_unasked(self) -> None:
        """Ask for a hint if every turn is to have one."""
        game, settings = self.game, self._settings.value
        has_choice = game.to_act == self.seat and self.hand.choices.forced is None
        if settings.hints_always and has_choice and not self.has_no_hints:
            self._hints.ask(self._session.adviser, game, self.seat)

    def table(self, shown: TableView | None) -> TableView:
        game = self.game
        advice, view = self._hints.at(game), super().table(shown)
        if advice:
            view = replace(view, marks=_marks(advice, sure=not game.position.talon_count))
        if shown and self._has_only_moved and self._controller.is_quick and not view.warns:
            # The engine's answer, due at once, changes all the rest again.
            return _only_moved(shown, view)
        return view

    def task(self) -> str:
        """The words of a hint, or the task of the person."""
        game, words, controller = self.game, self.words, self._controller
        advice, adviser = self._hints.at(game), self._hints.thinking(game)
        if adviser and not self._settings.value.hints_always:
            return hint_asked(adviser.config.shown)
        if advice:
            return words.hint(advice)
        if controller.failed and not game.over:
            return words.in_trouble()
        return super().task() or (words.thinking() if controller.is_slow else "")


def _marks(advice: Advice, *, sure: bool) -> Mapping[int, tuple[str, bool]]:
    """The marks of a hint; one without scores names the best."""
    found = card_marks(advice.scores.items(), advice.best, sure=sure)
    return {**dict.fromkeys(advice.best, ("", True)), **found}


def _only_moved(before: TableView, now: TableView) -> TableView:
    """The cards where they are now, all words about them as before."""
    same_bout = now.slots == before.slots
    return replace(
        now,
        top=replace(now.top, part=before.top.part, to_act=before.top.to_act),
        bottom=replace(
            now.bottom,
            count=before.bottom.count,
            part=before.bottom.part,
            to_act=before.bottom.to_act,
        ),
        marks_last=False,
        news=before.news,
        warns=before.warns,
        task=before.task,
        keys=before.keys if same_bout else {},
        cursor=before.cursor if same_bout else None,
    )
