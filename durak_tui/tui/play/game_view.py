"""A game as a person at its table sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, Protocol

from durak_tui.common.i18n import N_, _
from durak_tui.table.controller import Acted, Begun, CameTo, Cleared, Controller, Ended, TakenBack
from durak_tui.table.game import Game, LiveGame, Pass
from durak_tui.table.session import Session
from durak_tui.tui.play.end_panel import EndView
from durak_tui.tui.play.finished_game import FinishedGame
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.table_view import SeatView, TableView, part_of
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series
from durak_tui.words.after_game import (
    headline,
    length_words,
    mistakes_line,
    rating_now,
    score_so_far,
    why_over,
)
from durak_tui.words.play import ScreenWords, score

ENTERS: Final = N_("Play"), N_("Take"), N_("Done"), N_("Mark")
"""The labels of enter: with the card that has the cursor, or because nothing else can be done."""
LONG_PAUSE: Final = 1.5  # Seconds from which on a pause says how it is ended.


Voices = Mapping[int | None, ScreenWords]
"""The words to each seat that is spoken to; under None those that anybody may hear."""


class News:
    """The latest news for one seat, or for anybody."""

    def __init__(self, words: ScreenWords, seat: int | None) -> None:
        self.words = words
        self.text = ""
        self.warns = False  # Whether it says why something cannot be done.
        self.is_heard_later = False  # Whether they see the table only once the other has played.
        self._seat = seat
        self._before = ""  # The news that a warning has taken the place of.
        self._bout = ""  # How the last bout has ended, until the next is seen.

    def say(self, text: str, *, warns: bool = False) -> None:
        """Say this; a warning says why something cannot be done."""
        if warns and not self.warns:
            self._before = self.text
        self.text = " ".join(text.split())
        self.warns = warns

    def forget_warning(self) -> None:
        """Say the news again instead of a warning: something else is done."""
        if self.warns:
            self.say(self._before)

    def notify(self, event: object, game: LiveGame) -> None:
        """Put what has happened into words."""
        words, bout = self.words, self._bout
        match event:
            case Begun() | TakenBack():
                self._bout = ""
                self.say(words.opening() if isinstance(event, Begun) else _("Taken back."))
            case Acted():
                self._bout = ""
                self.say(f"{bout} {words.acted(event.events)}")
            case Cleared():
                bout = " ".join(words.tell(event.end)) if event.looked_at else self.text
                drawn = " ".join([bout, *words.tell(event.drawn)])
                seen = drawn if self.is_heard_later else bout
                self._bout = "" if game.to_act == self._seat else seen
                self.say(drawn)
            case Ended():
                self.say(words.result())


class Pace(Protocol):
    """The mover of a game, such as a controller."""

    @property
    def pauses(self) -> bool:
        """True while a finished bout lies there to be looked at."""

    @property
    def is_quick(self) -> bool:
        """True while an answer may still come at once."""

    def end_pause(self) -> None:
        """End the pause: the finished bout has been looked at."""

    def play(self, cards: Sequence[int]) -> None:
        """Play for the person to act; no card passes.

        Raises IllegalAction.
        """


class GameView:
    """The cards, the news and what may be done, game after game."""

    game: LiveGame
    hand: Hand
    seat = 0
    """From which one the game is looked at: its cards are those below."""

    def __init__(self, pace: Pace, settings: SettingsStore) -> None:
        self.can_pass = False  # Whether the person may take or be done, as far as they can see.
        self.enter_does = ENTERS[0]
        self._pace = pace
        self._settings = settings
        self._news: dict[int | None, News] = {}

    def begin(self, hand: Hand, voices: Voices, seat: int) -> None:
        """Look at another :attr:`game`, from this seat."""
        self.hand = hand
        self.seat = seat
        self._news = {one: News(words, one) for one, words in voices.items()}

    def speak(self, voices: Voices) -> None:
        """Go on in other words: the language may be another."""
        for one, words in voices.items():
            self._news[one].words = words

    @property
    def news(self) -> News:
        """The news for the one who looks at the table."""
        return self._news[self.seat]

    @property
    def words(self) -> ScreenWords:
        return self.news.words

    @property
    def you(self) -> int | None:
        """The seat that lists beside the table speak to, if any."""
        return self.seat

    def notify(self, event: object) -> None:
        """Take in what has happened."""
        for news in self._news.values():
            news.notify(event, self.game)
        if isinstance(event, CameTo):
            self.hold()

    def hold(self) -> None:
        """Take in what the person has in hand now, and may do."""
        self.hand.update(self.game, self.seat)
        self.look_for_pass()

    def look_for_pass(self) -> None:
        """Find out whether they may pass, unless that may soon change."""
        if not (self._pace.is_quick or self._pace.pauses):
            choices = self.hand.choices
            self.can_pass = choices.passing is not None
            play, take, done, mark = ENTERS
            if choices.forced == ():
                self.enter_does = take if choices.passing is Pass.TAKE else done
            else:
                self.enter_does = mark if choices.limit > 1 else play

    @property
    def names(self) -> tuple[str, str]:
        """The names of seat 0 and 1, fit to be shown."""
        return self.words.names

    def table(self, shown: TableView | None) -> TableView:
        """All that the table shows now; it has ``shown`` so far."""
        game, hand, news = self.game, self.hand, self.news
        return replace(
            TableView.of(game.position, self.side(1 - self.seat), self.side(self.seat)),
            news=news.text,
            warns=news.warns,
            task=self.task(),
            score=self.score(),
            keys=hand.legal_keys,
            cursor=hand.cursor,
            chosen=tuple(hand.chosen),
            slots=hand.slots,
            by_suit=hand.by_suit,
            has_keys=not game.over,
        )

    def side(self, seat: int) -> SeatView:
        """One player as they are seen now."""
        game, position = self.game, self.game.position
        hand, is_near = position.hands[seat], seat == self.seat
        return SeatView(
            self.names[seat],
            hand.bit_count(),
            hand if is_near or game.over else None,
            part=part_of(seat, position.attacker, taking=position.taking, ending=game.ending),
            to_act=game.to_act == seat,
        )

    @property
    def series(self) -> Series:
        """The games of the two so far, if they are counted."""
        return Series()

    def score(self) -> str:
        """The same in words."""
        return score(self.series)

    def after(self) -> str:
        """The ways on once the game is over."""
        return self.words.after()

    def end(self, finished: FinishedGame) -> EndView:
        """All that is shown of a game that is over."""
        words, ending, review = self.words, self.game.ending, finished.review
        assert ending
        facts, curve, after = [], None, self.after()
        if review:
            from durak_tui.words.review_chart import chances_title, review_curve

            title = chances_title(self.names[self.seat] if words.you is None else "", review)
            curve = review_curve(review, self.names, self.seat)._replace(title=title)
            seats = (0, 1) if words.you is None else (words.you,)
            tallies = {seat: review.tally(seat) for seat in seats}
            lines = (mistakes_line(one, seat, words, words.cards) for seat, one in tallies.items())
            facts = [line for line in lines if line]
            mistakes = sum(one.mistakes for one in tallies.values())
            after = after or words.after_review(mistakes)
        return EndView(
            headline(ending, words),
            winner=self._side_of(ending.winner),
            why=why_over(ending, words),
            top=self.side(1 - self.seat),
            bottom=self.side(self.seat),
            trump=self.game.position.trump,
            by_suit=self.hand.by_suit,
            score=self.score() if words.you is None else score_so_far(self.series),
            rating=rating_now(finished.rating) if finished.rating else "",
            has_chart=review is not None or finished.is_reviewing,
            curve=curve,
            facts=facts,
            after=after,
            length=length_words(len(self.game.bouts), self.game.seconds),
        )

    def _side_of(self, winner: int | None) -> Literal["bottom", "top", ""]:
        if winner not in (0, 1):
            return ""
        return "bottom" if winner == self.seat else "top"

    def task(self) -> str:
        """The task of the person now."""
        game, words = self.game, self.words
        if game.over:
            return self.after()
        if self._pace.pauses:
            is_long = self._settings.value.pause_ms >= 1000 * LONG_PAUSE
            return _("Press any key to continue.") if is_long else ""
        return words.task(len(self.hand.chosen)) if game.to_act == self.seat else ""


class SessionView(GameView):
    """A game that a session has begun."""

    game: Game

    def __init__(self, session: Session, controller: Controller, settings: SettingsStore) -> None:
        super().__init__(controller, settings)
        self._session = session
        self._controller = controller

    @property
    def series(self) -> Series:
        return self._session.series

    def after(self) -> str:
        return self.words.after(self._session.suggested)
