"""A game at one keyboard, as its present holder sees it."""

from dataclasses import replace
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.table.controller import Acted, Begun, CameTo, Controller, TakenBack
from durak_tui.table.session import Session
from durak_tui.tui.play.game_view import News, SessionView, Voices
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.user.settings import SettingsStore
from durak_tui.words.play import score_between, score_in_numbers

ALOUD: Final = None  # The seat of the news that anybody may hear.


class HotSeatView(SessionView):
    """The table as one of the two sees it, or covered.

    While it is covered both hands lie face down, and nothing is said but what both know: the
    keyboard is on its way to somebody.
    """

    def __init__(self, session: Session, controller: Controller, settings: SettingsStore) -> None:
        super().__init__(session, controller, settings)
        self.wish: int | None = None
        """Who has asked to take back, until the other has answered."""
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
        """Show the table to whom the keyboard went."""
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

    def table(self, shown: TableView | None) -> TableView:
        if not self.is_covered:
            table = replace(super().table(shown), brief_score=self._score_in_numbers)
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
            brief_score=self._score_in_numbers,
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
