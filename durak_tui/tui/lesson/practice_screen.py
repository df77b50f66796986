"""Practice: a position, its best card, and why it is best."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal

from durak_tui.analysis.lesson import Judgement
from durak_tui.common.i18n import N_, _
from durak_tui.game.position import Action
from durak_tui.practice.exercises import Exercise
from durak_tui.practice.practice_session import Practice, own_exercises
from durak_tui.table.game import Game
from durak_tui.tui.lesson.question import AskedQuestion, QuestionScreen, answering
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.play.hand import Hand
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.card_table import CardTable, line_room
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.table_view import TableView
from durak_tui.user.opponents import PERSON
from durak_tui.words.lesson_words import LessonWords, counts_words, not_saved, origin_words, reasons
from durak_tui.words.play import ScreenWords

_LARGER: Final = 24  # Rows from which on cards are larger, unless lines below take any.
_BRIEF: Final = 2  # Rows for a short reason below the table, in a window that is not tall.
_LONG: Final = 5  # And for best play: in 24 rows cards are no smaller than above two.


class PracticeView(AskedQuestion):
    """The position of an exercise, or what its cards were worth."""

    def __init__(
        self,
        hand: Hand,
        words: LessonWords,
        practice: Practice,
        game: Game,
        answered: Callable[[Action], object],
    ) -> None:
        super().__init__(hand, words)
        self.table_words: ScreenWords  # Those of the game, with the keys as they are now.
        self.next_key = ""
        self.reason = ""  # Why the answer was right or wrong, if that is not said below.
        self._practice = practice
        self._game = game
        self._answered = answered
        self.ask(practice.current.question)

    def answer(self, action: Action) -> None:
        self._answered(action)

    def table(self) -> TableView:
        words, judged = self.table_words, self._practice.judgement
        if judged:
            news, warns = self.words.judged(judged), not judged.right
            task = self.reason or _("{next}: the next position.").format(next=self.next_key)
        else:
            news, warns = self.refused or self._news(), bool(self.refused)
            task = words.task(len(self.hand.chosen))
        return replace(self.seen(words.names, judged), news=news, warns=warns, task=task)

    def _news(self) -> str:
        if self._game.actions and self._game.position.table:
            return self.table_words.acted(self._game.last)
        return _("Find the best card.")


class PracticeScreen(QuestionScreen):
    """Positions in which one card is clearly best, one after the other."""

    TITLE = N_("Practice")
    HELP = N_(
        "Find the best card: one is clearly better than all others. The table then shows what"
        " each is worth in per cent: games won out of 100. + is a sure win, = a draw, - a loss;"
        " an arrow marks the best. You know what a player could know here: the cards your"
        " opponent has taken are open.\n\nPositions you miss come back, soon at first, then less"
        " often. Mistakes from your own games appear here too, once a game is reviewed."
    )
    CSS_PATH = "practice_screen.tcss"
    ACTIONS: ClassVar = (
        *answering("practice", N_("The next position")),
        KeyAction("practice.solve", "b", N_("Best play"),
                  N_("Step through best play from here")),
        KeyAction("practice.play-on", "o", N_("Play on"),
                  N_("Play this game on against your engine")),
    )  # fmt: skip

    asked: PracticeView

    def __init__(self) -> None:
        super().__init__()
        self.practice = Practice()
        self._game: Game
        self._reasons: list[str] = []  # Why the answer was right or wrong, once that is found.

    def content(self) -> ComposeResult:
        with Horizontal(id="table"):
            yield CardTable()
            yield GameLog()
        yield Note(id="why")

    def on_mount(self) -> None:
        for message in self.practice.messages:
            self.notice(f"{message}.")
        self._begin()
        self._read_own()

    @work(thread=True)
    def _read_own(self) -> None:
        """In a thread: find the person's own mistakes in their log."""
        found = own_exercises(self.durak.settings.value)
        self.app.call_from_thread(self._add, found)

    def _add(self, found: list[Exercise]) -> None:
        self.practice.add(found)
        self._show_counts()

    def _begin(self) -> None:
        """Put the current position on the table."""
        self._game = self.practice.current.game(self.durak.settings.value.player or PERSON)
        self.asked = PracticeView(
            Hand.on(self), self.words(), self.practice, self._game, self._answer
        )
        self._reasons = []
        self.show()

    # What is shown

    def show(self) -> None:
        app, game = self.durak, self._game
        keys = {action.method: app.shown_key(action) for action in self.actions()}
        words = ScreenWords(game, game.here, app.glyphs.cards, keys, app.glyphs.dot)
        self.asked.table_words, self.asked.next_key = words, app.shown_key(self.ACTIONS[1])
        log, has_bouts = self.query_one(GameLog), any(bout.cards for bout in game.bouts)
        log.display = self.has_class("-wide") and has_bouts
        if log.display:
            log.show(game, words.names, you=game.here)
        self._say_reasons()
        self._show_counts()
        super().show()

    def _say_reasons(self) -> None:
        note, rows = self.query_one(Note), self.size.height - _LARGER
        said, current = " ".join(self._reasons), self.practice.current
        # How much there will be to say is asked before the answer: the cards shall not move.
        is_brief = not (current.own or current.question.exact)
        is_brief = is_brief and cell_len(said) <= line_room(self.query_one(CardTable).size.width)
        height = max(0, min(_BRIEF, rows)) if is_brief else _LONG
        note.styles.height = height if self.has_class("-medium") else None
        is_below = rows != 0 or not is_brief
        self.asked.reason = "" if is_below else said
        note.say(*((line, "text") for line in self._reasons if is_below))

    def _show_counts(self) -> None:
        current = self.practice.current
        origin = origin_words(current, self.practice.has_waited and not self.practice.judgement)
        title = f"{self.title_text()} {self.durak.glyphs.dot} {origin}"
        state = counts_words(self.practice.counts)
        self.head(state, "text", title=title, short=self.title_text())

    def on_resize(self) -> None:
        # Once it is known how large the window is now.
        self.call_after_refresh(self.show)

    # What the person does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "solve":
            return bool(self.practice.judgement) and not self._game.position.talon_count
        if action == "play_on":
            return bool(self.practice.judgement)
        return super().check_action(action, parameters)

    def _answer(self, action: Action) -> None:
        try:
            self.practice.answer(action)
        except OSError as error:
            self.notice(not_saved(error))
        self._find_reasons()

    @work(thread=True, exclusive=True, group="reasons")
    def _find_reasons(self) -> None:
        """In a thread: look for best play, which may take a moment."""
        current, said = self.practice.current, self.practice.judgement
        if said:
            found = list(reasons(current, said, self.durak.glyphs.cards))
            self.app.call_from_thread(self._give_reasons, said, found)

    def _give_reasons(self, said: Judgement, found: list[str]) -> None:
        if said is self.practice.judgement:
            self._reasons = found
            self.show()

    def action_next(self) -> None:
        self.practice.next()
        self._begin()

    def action_play_on(self) -> None:
        self.durak.go("play", start=self.practice.current.start)

    def action_solve(self) -> None:
        question = self.practice.current.question
        names, seat = self.asked.table_words.names, self._game.here
        self.durak.go("solution", position=question.position, names=names, seat=seat, you=seat)
