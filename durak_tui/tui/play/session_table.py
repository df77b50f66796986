"""Game after game of a session, at a table of the application."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line
from durak_tui.engine.rated import rated
from durak_tui.library.own_record import rating_change
from durak_tui.records.journal import UnfinishedGame
from durak_tui.records.record import GameRecord
from durak_tui.table.controller import Controller, Ended, NotStored, TableEvent
from durak_tui.table.game import Game
from durak_tui.table.seats import EngineSeat
from durak_tui.table.session import SeriesOptions, Session
from durak_tui.tui.play.finished_game import FinishedGame, Rate
from durak_tui.tui.play.unfinished import NEW, about_unfinished, chosen_of, table_of
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import who_plays
from durak_tui.user.folders import unfinished_folder
from durak_tui.words.play import EngineQuestion, not_kept, not_stored

MOMENT: Final = 0.4  # Seconds: what is shown for less is not worth its bytes.


def about_new_game(most: int | None) -> Question:
    """Ask what becomes of the game that is on.

    ``most`` is how many are kept, this one included, if there is no room for another.
    """
    text = _("What would you like to do with it?")
    stay, keep, drop = (
        Entry("stay", _("Resume it")),
        Entry("keep", _("Keep it for later and start a new one")),
        Entry("drop", _("Delete it and start a new one")),
    )
    if most is None:
        return Question(_("A game is in progress"), text, [stay, keep, drop])
    full = ngettext(
        "This server keeps at most {n} unfinished game for you. To keep this one for later, leave"
        " it, and finish it before you start another.",
        "This server keeps at most {n} unfinished games for you, and this one makes {n}. To"
        " keep it for later, finish or delete one of the others first.",
        most,
    )
    return Question(_("A game is in progress"), f"{text}\n\n{full.format(n=most)}", [stay, drop])


def about_resigning(name: str) -> Question:
    """Ask whether the person gives up, so that ``name`` wins."""
    return Question(
        _("Resign?"),
        _("{name} then wins this game.").format(name=name),
        [Entry("stay", _("Keep playing"), key="n"), Entry("resign", _("Resign"), key="y")],
    )


def about_taking_back(asked: str) -> Question:
    """Ask whether the other may take back; ``asked`` says who wants to."""
    return Question(
        _("Take back?"),
        asked,
        [Entry("stay", _("Keep playing"), key="n"), Entry("back", _("Take it back"), key="y")],
    )


def about_resuming(why: str) -> Question:
    """Ask what to do instead of resuming an unfinished game."""
    return Question(
        _("This game cannot be resumed"),
        one_line(why),
        [Entry("new", _("Start a new game")), Entry("leave", _("Back"))],
    )


def about_failure(asked: EngineQuestion) -> Question:
    """A question about an engine, which may answer after all."""
    lines = [line[:56] for line in asked.last_words[-4:]]
    quoted = [_("Its last words:"), *lines] if lines else []
    entries = [Entry(*answer) for answer in asked.answers.items()]
    return Question(asked.title, "\n".join([asked.text, *quoted]), entries)


class SessionTable:
    """The games of a session and what moves them, for a screen."""

    def __init__(
        self,
        screen: DurakScreen,
        options: SeriesOptions,
        *,
        begin: Callable[[], object],
        look_at: Callable[[Game], object],
        happened: Callable[[TableEvent], object],
    ) -> None:
        """Lay the table; :meth:`sit_down` begins.

        Args:
            begin: begins a new game with the session, perhaps after a question.
            look_at: called with each game before it goes on.
            happened: called with each event.
        """
        app = screen.durak
        self.session: Final = Session(
            app.settings, app.state, unfinished_folder(), app.games_log, options
        )
        self.controller: Final = Controller(self, MOMENT)
        self.finished: Final = FinishedGame(screen, self.new_game, self._logged)
        # A screen that is gone by then does not take a call, and nobody needs it.
        self.call: Final = screen.call_later
        self._screen = screen
        self._begin = begin
        self._look_at = look_at
        self._happened = happened

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.session.game

    def _logged(self) -> GameRecord | None:
        return self.game.record() if self.game.is_logged else None

    def _rate(self) -> Rate | None:
        """The search for the change of the rating by a rated game."""
        other = self.session.other
        if self.game.before or not isinstance(other, EngineSeat) or not rated(other.config.command):
            return None
        return partial(
            rating_change, self._screen.durak.games_log, who_plays(self.session.settings)
        )

    # What the controller asks of its listener.

    def after(self, seconds: float, what: Callable[[], object]) -> Callable[[], object]:
        return Timer(self._screen, seconds, what).stop

    def pause(self) -> float:
        return self.session.settings.pause_ms / 1000

    def does_forced_moves(self) -> bool:
        return self.session.settings.forced_moves

    def notify(self, event: TableEvent) -> None:
        match event:
            case Ended():
                self.finished.ends(self._rate())
                self.session.count()
                self._screen.in_thread(self.session.remember)
            case NotStored():
                self._screen.notice(not_stored(event.trouble))
        self._happened(event)

    # Which game.

    def sit_down(self, journal: Path | None) -> None:
        """Resume a stored game, or begin one."""
        self._screen.in_thread(self.session.put_away)
        if journal:
            self._ask(self._resume(journal))
        else:
            self._begin_if_room()

    def _ask(self, question: Coroutine[None, None, None]) -> None:
        self._screen.run_worker(question, exclusive=True, group="asking")

    async def _resume(self, journal: Path) -> None:
        """Resume a stored game; if it cannot be, begin another or leave."""
        why = self.session.resume(journal)
        if not why:
            self.play()
        elif await self._screen.ask(about_resuming(why)) == "new":
            self._begin_if_room()
        else:
            self._screen.durak.go_back()

    def _begin_if_room(self) -> None:
        app = self._screen.durak
        most = app.most_unfinished
        left = [] if most is None else app.unfinished()
        if most is None or len(left) < most:
            self._begin()
        else:
            self._ask(self._make_room(left, most))

    async def _make_room(self, left: Sequence[UnfinishedGame], most: int) -> None:
        """Resume one of too many games, or begin one in its place."""
        app = self._screen.durak
        answer = await self._screen.ask(about_unfinished(left, app.glyphs, most=most))
        if answer == NEW:
            self._begin()
        elif answer:
            game = chosen_of(left, answer)
            app.go_instead(table_of(game), resume=game.path)
        else:
            app.go_back()

    def play(self) -> None:
        """Play the game that the session has begun."""
        self._look_at(self.game)
        self.controller.begin(self.game, self.session.opponents)
        self._screen.in_thread(self.session.remember)

    def new_game(self, *, keep: bool = False) -> None:
        """Begin another game; the last one is kept or thrown away."""
        self.get_up(keep=keep)
        self.session.begin_again()
        self.play()

    def get_up(self, *, keep: bool) -> None:
        """Leave the game, which is kept for later or thrown away."""
        self.controller.stop()
        self.controller.conclude()
        if keep or self.game.over:
            self.session.leave()
        else:
            self.session.throw_away()

    # What the person wants.

    async def ask_for_new(self) -> None:
        """Begin another game, once it is said what becomes of this one."""
        answer = "drop"
        if not self.game.is_untouched:
            app = self._screen.durak
            most = app.most_unfinished
            # This one is open here, and so is not among the others.
            is_full = most is not None and len(app.unfinished()) + 1 >= most
            answer = await self._screen.ask(about_new_game(most if is_full else None))
        if answer in ("keep", "drop"):
            self.new_game(keep=answer == "keep")

    async def ask_to_resign(self, seat: int, other: str) -> None:
        """Resign for a seat if that is confirmed; ``other`` then wins."""
        if await self._screen.ask(about_resigning(other)) == "resign":
            self.controller.resign(seat)

    # Leaving.

    def leave(self) -> None:
        """Leave the table; warn if a game is lost by that."""
        self._leave()
        if lost := self.session.lost:
            self._screen.notice(not_kept(lost))

    def _leave(self) -> None:
        self.controller.leave()
        self.session.leave()

    def farewell(self) -> str:
        """A sentence about the game that is left by quitting."""
        if lost := self.session.lost:
            return not_kept(lost)
        return self._screen.durak.kept_farewell() if self.session.is_kept else ""

    async def close(self) -> None:
        """Store what is not stored yet, and end the engines."""
        self._leave()
        # The worker that is to do it may have gone with the screen.
        if warning := await asyncio.to_thread(self.session.remember):
            self._screen.notice(warning)
        await asyncio.to_thread(self.session.close)
