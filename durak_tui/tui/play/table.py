"""A card table at which a person plays, whoever the other is."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from durak_tui.common.i18n import _
from durak_tui.records.journal import UnfinishedGame
from durak_tui.records.record import GameRecord
from durak_tui.table.controller import CameTo, Controller, Ended, NotStored, TableEvent
from durak_tui.table.game import Game
from durak_tui.table.session import SeriesOptions, Session
from durak_tui.tui.play.course import BoutScreen
from durak_tui.tui.play.questions import about_new_game, about_resigning, about_resuming
from durak_tui.tui.play.tables import table_of
from durak_tui.tui.play.unfinished import NEW, UnfinishedScreen, chosen_of
from durak_tui.tui.play.view import SessionView
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.folders import unfinished_folder
from durak_tui.words.play import not_kept, not_stored

MOMENT: Final = 0.4  # Seconds: what is shown for less is not worth its bytes.


class TableScreen(BoutScreen):
    """Game after game, at a table with the person's hand below.

    A subclass says how a game comes about (:meth:`start_afresh`), how it is seen, and what else
    happens with the one who sits at the other side.
    """

    session: Session
    view: SessionView

    def __init__(self, resume: Path | None = None, **terms: Any) -> None:
        """Begin a new game, or resume that of a journal.

        ``terms`` are those of SeriesOptions.
        """
        super().__init__()
        self._resume = resume
        self.controller = Controller(self, MOMENT)
        self._terms = SeriesOptions(**terms)

    @property
    def pace(self) -> Controller:
        return self.controller

    @property
    def game(self) -> Game:
        return self.session.game

    def logged(self) -> GameRecord | None:
        return self.game.record() if self.game.is_logged else None

    # What the controller asks of a face.

    def does_forced_moves(self) -> bool:
        return self.durak.settings.value.forced_moves

    def tell(self, event: TableEvent) -> None:
        self.view.tell(event)
        match event:
            case CameTo():
                self.show_soon()
            case Ended():
                self.ended_at = monotonic()
                self.session.count()
                self.in_thread(self.session.remember)
            case NotStored():
                self.notice(not_stored(event.trouble))

    # Which game.

    def on_mount(self) -> None:
        app = self.durak
        if app.is_ending:
            return  # nobody would end the engine
        app.clear_notifications()  # they would lie on the cards, and are about another game
        self.session = Session(
            app.settings, app.state, unfinished_folder(), app.games_log, self._terms
        )
        self.view = self.new_view()
        self.in_thread(self.session.put_away)
        if self._resume:
            self._go_on_with(self._resume)
        else:
            self._sit_down()

    def new_view(self) -> SessionView:
        return SessionView(self.session, self.controller, self.durak.settings)

    def start_afresh(self) -> object:
        """Sit down to a new game, perhaps after a question."""
        raise NotImplementedError

    @asking
    async def _go_on_with(self, path: Path) -> None:
        """Resume a stored game; if it cannot be, begin another or leave."""
        why = self.session.resume(path)
        if not why:
            self.begin_game()
        elif await self.ask(about_resuming(why)) == "new":
            self._sit_down()
        else:
            self.durak.go_back()

    def _sit_down(self) -> None:
        """Begin a new game, if there is room for one."""
        most = self.durak.most_unfinished
        left = [] if most is None else self.durak.unfinished()
        if most is None or len(left) < most:
            self.start_afresh()
        else:
            self._make_room(left, most)

    @asking
    async def _make_room(self, left: Sequence[UnfinishedGame], most: int) -> None:
        """Resume one of too many games, or begin one in its place."""
        answer = await self.ask(UnfinishedScreen(left, self.durak.glyphs, most=most))
        if answer == NEW:
            self.start_afresh()
        elif answer:
            game = chosen_of(left, answer)
            self.durak.go_instead(table_of(game), resume=game.path)
        else:
            self.durak.go_back()

    def begin_game(self) -> None:
        """Play the game that the session has begun."""
        self.is_on = True
        self.view.begin(self.new_hand(), self.voices(), self.first_seat())
        self.controller.begin(self.game, self.session.opponents)
        self.in_thread(self.session.remember)

    def first_seat(self) -> int:
        """The seat from which a game is looked at when it begins."""
        return self.game.here

    def new_game(self, *, keep: bool) -> None:
        self.get_up(keep=keep)
        self.session.begin_again()
        self.begin_game()

    def get_up(self, *, keep: bool) -> None:
        """Leave the game, which is kept for later or thrown away."""
        self.controller.stop()
        self.controller.conclude()
        if keep or self.game.over:
            self.session.leave()
        else:
            self.session.throw_away()

    # What the person does.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "take_back":
            return self.is_on and not self.game.over and self.game.casual
        return super().check_action(action, parameters)

    def is_shown(self, action: KeyAction) -> bool:
        if self.is_on and action.method == "take_back":
            return self.game.can_take_back(self.view.seat)
        return super().is_shown(action)

    def action_take_back(self) -> None:
        if not self.controller.take_back(self.view.seat):
            self.warn(_("Nothing to take back."))

    @asking
    async def action_new(self) -> None:
        answer = "drop"
        if not self.game.is_untouched:
            most = self.durak.most_unfinished
            # This one is open here, and so is not among the others.
            is_full = most is not None and len(self.durak.unfinished()) + 1 >= most
            answer = await self.ask(about_new_game(most if is_full else None))
        if answer in ("keep", "drop"):
            self.new_game(keep=answer == "keep")

    @asking
    async def action_resign(self) -> None:
        answer = await self.ask(about_resigning(self.view.words.name))
        if answer == "resign":
            self.controller.resign(self.view.seat)

    # Leaving.

    def action_back(self) -> None:
        if self.is_on:
            self.controller.leave()
            self.session.leave()
            if lost := self.session.lost:
                self.notice(not_kept(lost))
        super().action_back()

    def before_quitting(self, go_on: Callable[[], object]) -> None:
        if self.is_on:
            self.controller.end_pause()  # what lies there may have been the last bout
        go_on()

    def farewell(self) -> str:
        if not self.is_on:
            return ""
        if lost := self.session.lost:
            return not_kept(lost)
        return self.durak.kept_farewell() if self.session.is_kept else ""

    async def on_unmount(self) -> None:
        if self.is_on:
            self.controller.leave()
            self.session.leave()
            # The worker that is to do it may have gone with the screen.
            if warning := await asyncio.to_thread(self.session.remember):
                self.notice(warning)
            await asyncio.to_thread(self.session.close)
