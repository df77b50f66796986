"""Two people at one keyboard."""

from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final

from durak_tui.common.i18n import N_, _
from durak_tui.table.controller import Acted, Begun, CameTo, Controller, TableEvent, TakenBack
from durak_tui.table.game import Game
from durak_tui.table.seats import PersonSeat
from durak_tui.table.session import SeriesOptions, Session
from durak_tui.tui.play.bout_screen import BoutScreen
from durak_tui.tui.play.game_view import News, SessionView, Voices
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.play.names import NamesScreen
from durak_tui.tui.play.session_table import SessionTable, about_taking_back
from durak_tui.tui.play.table_actions import BOUTS, CARDS, MOVES, PASSES, RESIGN, UNDO
from durak_tui.tui.toolkit.screen import asking
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.user.settings import SettingsStore
from durak_tui.words.play import names_within, score_between, score_in_numbers

ALOUD: Final = None  # The seat of the news that anybody may hear.
STILL: Final = 0.4
"""Seconds without a key after which one uncovers: it may be held down, or pressed twice."""
_ASK_BACK: Final = replace(
    UNDO, help=N_("Ask the other player to let you take back your last card")
)
_NAMES: Final = 5  # A name gets a fifth of a line, so that two leave room for a sentence.


class HotSeatView(SessionView):
    """The table as one of the two sees it, or covered.

    While it is covered both hands lie face down, and nothing is said but what both know: the
    keyboard is on its way to somebody.
    """

    def __init__(self, session: Session, controller: Controller, settings: SettingsStore) -> None:
        super().__init__(session, controller, settings)
        self.wish: int | None = None
        """The seat that asks to take back, until the other has answered."""
        self._to: int | None = None  # To whom the keyboard goes.
        self._refused: tuple[int, str] | None = None  # Whose wish, until they have played again.

    def begin(self, hand: Hand, voices: Voices, seat: int) -> None:
        super().begin(hand, voices, seat)
        for news in self._news.values():
            news.is_heard_later = True
        self.wish = self._refused = None
        to_act = self._session.game.to_act
        self.cover(seat if to_act is None else to_act)

    @property
    def is_covered(self) -> bool:
        return self._to is not None and not self.game.over

    def cover(self, seat: int) -> None:
        """Cover the hands until the one at this seat has the keyboard."""
        self._to = seat

    def uncover(self) -> None:
        """Show the table to the one who has the keyboard now."""
        if self._to is not None:
            self.seat, self._to = self._to, None
        self.hold()

    def notify(self, event: object) -> None:
        super().notify(event)
        if isinstance(event, Begun | TakenBack):
            self.wish = self._refused = None
        elif isinstance(event, Acted):
            if self._refused and self._refused[0] == event.events[0].seat:
                self._refused = None
        elif isinstance(event, CameTo):
            self.pass_on()

    def pass_on(self) -> None:
        """Cover the hands if the keyboard must go to the other."""
        seat = self.game.to_act if self.wish is None else 1 - self.wish
        if seat is not None and (self.is_covered or seat != self.seat):
            self.cover(seat)

    def ask_back(self) -> None:
        """Wish to take back; once more, and it is no longer wished."""
        self.wish = self.seat if self.wish is None else None
        self.cover(self.seat)
        self.pass_on()

    def answer(self, *, agreed: bool) -> int | None:
        """Answer the wish; returns who may take back now."""
        wish, self.wish = self.wish, None
        if wish is None or agreed:
            return wish
        text = _("{name} wants to play on.")
        self._refused = wish, text.format(name=self.names[1 - wish])
        self.pass_on()
        return None

    @property
    def news(self) -> News:
        hears_all = self.is_covered or self.game.over
        return self._news[ALOUD if hears_all else self.seat]

    @property
    def you(self) -> int | None:
        return None  # Both look at the table.

    def table(self, shown: TableView | None) -> TableView:
        if not self.is_covered:
            table = replace(super().table(shown), brief_scores=(self._score_in_numbers,))
            if self._refused and self._refused[0] == self.seat and not self.game.over:
                # Before the news: the other has played since, as a rule.
                table = replace(table, news=f"{self._refused[1]} {table.news}".strip())
            return table
        # Made anew: nothing else that a table may show one day is shown here.
        top, bottom = (replace(self.side(seat), hand=None) for seat in (1 - self.seat, self.seat))
        return replace(
            TableView.of(self.game.position, top, bottom),
            news=self._asked or self.news.text,
            warns=self.news.warns and not self._asked,
            task=self.task(),
            score=self.score(),
            brief_scores=(self._score_in_numbers,),
            has_keys=False,
        )

    @property
    def _asked(self) -> str:
        """The question to the other, if there is one."""
        return "" if self.wish is None else self._news[1 - self.wish].words.asks_back()

    def score(self) -> str:
        return score_between(self.names, self._session.series)

    @property
    def _score_in_numbers(self) -> str:
        """It stands beside the upper player, whose games come first."""
        series = self._session.series
        return score_in_numbers(series.turned() if self.seat == 0 else series)

    def task(self) -> str:
        """The next holder of the keyboard, or the task of this one."""
        if self._to is None or not self.is_covered:
            return super().task()
        return self._news[self._to].words.hand_over()


class HotSeatScreen(BoutScreen):
    """One game of two people after the other, who pass the keyboard."""

    TITLE = N_("Same keyboard")
    HELP = N_(
        "Two players share this keyboard. Whenever the turn passes, both hands are covered until"
        " the other player has the keyboard and presses a key. No move is made for you, as that"
        " would give away what a hand lacks. To take back a move you ask, and the other player"
        " decides.\n\nThe sign under a card is its key. You can resume a game later."
    )
    # No other game while one is on: it would be thrown away without the other's consent.
    ACTIONS: ClassVar = (*CARDS, *PASSES, RESIGN, _ASK_BACK, *BOUTS)

    view: HotSeatView
    table: SessionTable

    def __init__(
        self,
        names: tuple[str, str] | None = None,  # They are asked for if there are none.
        resume: Path | None = None,
        **options: Any,  # Those of SeriesOptions.
    ) -> None:
        """Begin a new game, or resume that of a journal."""
        super().__init__()
        self._names = names
        self._resume = resume
        self._options = SeriesOptions(**options)
        self._still_since = inf  # While hands are covered, by the monotonic clock.

    def on_mount(self) -> None:
        app = self.durak
        if app.is_ending:
            return
        app.clear_notifications()  # they would lie on the cards
        self.table = table = SessionTable(
            self, self._options,
            begin=self._begin,
            look_at=lambda game: self.sit_down_to(game, _who_has_it(game)),
            happened=self._happened,
        )  # fmt: skip
        self.session, self.finished = table.session, table.finished
        self.pace = self.controller = table.controller
        self.view = HotSeatView(self.session, self.controller, app.settings)
        table.sit_down(self._resume)

    @property
    def game(self) -> Game:
        return self.view.game

    @asking
    async def _begin(self) -> None:
        names = self._names or await self.ask(NamesScreen(self._options.first or ""))
        if not names:
            self.durak.go_back()
            return
        first, second = map(PersonSeat, names)
        self.session.begin(second, first)
        self.table.play()

    def _happened(self, event: TableEvent) -> None:
        self.view.notify(event)
        if isinstance(event, CameTo):
            self.show_table()

    def players(self) -> tuple[str, str]:
        room = self.app.size.width // _NAMES
        return names_within(super().players(), room, self.durak.glyphs.ellipsis)

    def on_resize(self) -> None:
        if self.is_on:
            self.view.speak(self.voices())  # the names may be longer or shorter now

    def voices(self) -> Voices:
        aloud = self.words_to(self.game.here, aloud=True)
        return {ALOUD: aloud, **{seat: self.words_to(seat) for seat in self.game.persons}}

    # What is shown.

    def show_table(self) -> None:
        if not self.view.is_covered:
            self._still_since = inf
        elif self._still_since == inf:
            self._still_since = monotonic()
        super().show_table()

    def on_screen_resume(self) -> None:
        if self.is_on and self.view.is_covered:
            self._still_since = monotonic()  # the last key was for what lay above

    # What they do.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in (*MOVES, "resign") and self.is_on and self.view.is_covered:
            return False
        if parameters == ("learn",):
            return False  # of whose mistakes?
        return super().check_action(action, parameters)

    @property
    def stands_still(self) -> bool:
        return super().stands_still or self.view.is_covered

    def go_on(self) -> None:
        if self.controller.pauses:
            super().go_on()
        elif monotonic() - self._still_since < STILL:
            self._still_since = monotonic()
        else:
            self.view.uncover()
            self.show_table()
            if self.view.wish is not None:
                self._ask_about_wish()

    def action_take_back(self) -> None:
        """Ask the other, who is to answer once they have the keyboard."""
        self.controller.end_pause()
        if self.game.over:
            return  # it was the last bout
        if self.game.can_take_back(self.view.seat):
            self.view.ask_back()
            self._still_since = monotonic()  # it may have been covered for long, but not for them
            self.show_table()
        else:
            self.warn(_("Nothing to take back."))

    @asking
    async def _ask_about_wish(self) -> None:
        answer = await self.ask(about_taking_back(self.view.words.asks_back()))
        seat = self.view.answer(agreed=answer == "back")
        if seat is not None:
            self.controller.take_back(seat)
        self.show_table()


def _who_has_it(game: Game) -> int:
    """The seat that played last, which may ask to take back."""
    return game.last[0].seat if game.actions else game.position.attacker
