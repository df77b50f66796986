"""A game with somebody elsewhere as the person here sees it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Final

from rich.cells import cell_len

from durak_tui.common.i18n import N_, _, time_words
from durak_tui.common.text import clock, one_line
from durak_tui.game.cards import HIDDEN
from durak_tui.game.position import DEAL
from durak_tui.net.events import CanSettle, TalkEvent
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion, Talk
from durak_tui.table.controller import Begun, Cleared, Ended
from durak_tui.table.hidden import HiddenGame
from durak_tui.tui.people.people_questions import rules_in_words
from durak_tui.tui.people.people_service import PeopleTalk
from durak_tui.tui.play.game_view import GameView
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget, fit
from durak_tui.tui.toolkit.card_drawing import put_backs, row_size
from durak_tui.tui.toolkit.note import Said, in_lines
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.table_view import SeatView
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series

_CONCLUSIONS: Final[Mapping[Conclusion, str]] = {
    Conclusion.CAUGHT: N_("{key}: claim the win; the other player has forfeited."),
    Conclusion.UNCHECKED: N_("{key}: put the game into your log, unchecked."),
    Conclusion.TIMEOUT: N_("{key}: claim the win."),
    Conclusion.AWAY: N_("{key}: claim the win."),
}
_CHAT_KEPT: Final = 200  # Lines.
_MOST: Final = 3  # Lines of the banner.
_BACKS: Final = 4  # Cards that lie there before a game.
_COLUMNS: Final = 64  # Of the text below them.
_PATIENT: Final = 15.0  # Seconds of a turn before its clock is shown.


@dataclass
class TalkStatus:
    """Facts about a talk that it does not keep itself."""

    name: str  # The other player's.
    words: str = ""  # To be compared, in two lines.
    lost: float | None = None  # Since when the line is lost, by the monotonic clock.
    left: str = ""  # That the other has left, or why, in a sentence.
    done: tuple[int, int] = (0, 1)  # Of the shuffle, or of the check: how much, of how much.
    found: str = ""  # By a check.
    checks: int = 0  # Sides that have given their verdict.
    last_said: str = ""  # By the other, as long as nothing else is to be shown.
    concluded: Conclusion | None = None  # Why the game was ended without the other, if it was.
    chat: list[str] = field(default_factory=list)  # Lines of both, with their names.

    @property
    def hears(self) -> bool:
        """True while the other can hear what is said."""
        return not self.left and self.lost is None

    def add_to_chat(self, name: str, text: str) -> str:
        """Keep a line of the chat; returns it with its name."""
        line = _("{name}: {text}").format(name=name, text=one_line(text))
        self.chat = [*self.chat, line][-_CHAT_KEPT:]
        return line

    def is_kept(self, talk: Talk | None) -> bool:
        """True if there is a game to go on with later."""
        if talk is None or self.concluded:
            return False
        return talk.stage in (Stage.DEALING, Stage.PLAYING, Stage.CHECKING)

    def sentence(self, conversation: "PeopleTalk | None", key: str) -> tuple[str, str, str]:
        """A sentence, its look, and another about ending the game by ``key``.

        That is empty unless the game can be ended without the other.
        """
        reason = conversation.conclusion if conversation and not self.concluded else None
        talk = conversation.talk if conversation else None
        return *self._stand(talk), _(_CONCLUSIONS[reason]).format(key=key) if reason else ""

    def _stand(self, talk: Talk | None) -> tuple[str, str]:
        if talk is None:
            return _("Connecting..."), "text"
        if self.concluded is Conclusion.CAUGHT:
            return _("You have won. The game is in your log."), "accent"
        if self.concluded:
            return _("The game is in your log. Its deal is not checked."), "accent"
        if talk.failure:
            return f"{self.found} {talk.failure}".strip(), "bad"
        if self.left:
            kept = _("The game is saved and goes on when they are back.")
            return f"{self.left} {kept}" if self.is_kept(talk) else self.left, "accent"
        if self.lost is not None:
            text = _("No connection to {name} for {time}. The game goes on when they are back.")
            time = time_words(max(0, round(monotonic() - self.lost)))
            return text.format(name=self.name, time=time), "accent"
        return self.last_said or self._stage(talk), "bad" if self.found else "text"

    def _stage(self, talk: Talk) -> str:
        name, (done, of) = self.name, self.done
        percent = 100 * done // max(1, of)
        match talk.stage:
            case Stage.RULES:
                return self._agreeing(talk)
            case Stage.DEALING:
                return _("Shuffling with {name}: {n} %").format(name=name, n=percent)
            case Stage.PLAYING:
                offered = _("You have offered {name} a draw.") if talk.offers[talk.here] else ""
                return f"{offered.format(name=name)} {self._turn(talk)}".strip()
            case Stage.CHECKING if done < of:
                return _("Checking the deal: {n} %").format(n=percent)
            case Stage.CHECKING:
                return _("Waiting for {name}'s program to check the deal...").format(name=name)
        verdict = self.found or (_("Verified: the deal was honest.") if self.checks else "")
        here, there = talk.again[talk.here], talk.again[1 - talk.here]
        if here:
            again = _("Waiting for {name} to start another game...")
        else:
            again = _("{name} wants to play again.") if there else ""
        return f"{verdict} {again.format(name=name)}".strip()

    def _agreeing(self, talk: Talk) -> str:
        """The person or program that keeps the game from beginning.

        A program greets once its person has sat down, which strangers do after comparing the
        words; it answers by itself to house rules that are its own, too.
        """
        if not talk.has_met:
            text = _("Waiting for {name} to compare the words...")
            return f"{text.format(name=self.name)}\n{self.words}".strip()
        if talk.offered and talk.proposer != talk.here:
            text = _("Waiting for {name} to agree to your house rules...\n{rules}")
            return text.format(name=self.name, rules=rules_in_words(talk.offered))
        return _("Agreeing on the house rules with {name}...").format(name=self.name)

    def _turn(self, talk: Talk) -> str:
        """The clock of a turn that takes a while."""
        wait = talk.wait
        if wait is None or wait.so_far < _PATIENT:
            return ""
        is_here = wait.seat == talk.here
        if talk.claims[talk.here]:
            text = _("You have claimed the win. Waiting for {name}'s program to answer...")
        elif wait.is_over and is_here:
            text = _("Your time is up: {name} may claim the win.")
        elif wait.is_over:
            text = _("{name}'s time is up.")
        elif talk.claims[1 - talk.here]:
            text = _("{name} claims the win. You have {time} left for this turn.")
        elif is_here:
            text = _("You have {time} left for this turn.")
        else:
            text = _("{name} has {time} left for this turn.")
        return text.format(name=self.name, time=clock(wait.left))


class Banner(FeltWidget):
    """A sentence above the table, or below cards before a game."""

    DEFAULT_CSS = "Banner { dock: top; height: 1; }"

    _said: Said = "", "text"
    _end = ""

    def say(self, text: str, look: str = "text", end: str = "") -> None:
        """Say something else, or nothing; the ``end`` is never cut."""
        if (text, look, end) != (*self._said, self._end):
            self._said, self._end = (text, look), end
            self.redraw()
        self._fit()

    def on_resize(self) -> None:
        self._fit()

    def _lines(self, width: int) -> list[Said]:
        text, look = self._said
        whole = in_lines([(f"{text} {self._end}".strip(), look)], width)
        if len(whole) <= _MOST:
            return whole
        end = in_lines([(self._end, look)], width)
        said = [line for line, _look in in_lines([self._said], width)]
        room = max(1, _MOST - len(end))
        last = fit(" ".join(said[room - 1 :]), width, self.glyphs)
        return [*((line, look) for line in (*said[: room - 1], last)), *end]

    @property
    def _waits(self) -> bool:
        return self.screen.has_class("-waiting")

    def _fit(self) -> None:
        lines = self._lines(self.app.size.width - 2)
        self.styles.height = None if self._waits else max(1, len(lines))

    def _draw_waiting(self, canvas: Canvas) -> None:
        (text, look), glyphs = self._said, self.glyphs
        parts = [(part, look) for part in [*text.splitlines(), self._end] if part]
        lines = in_lines(parts, min(_COLUMNS, canvas.width - 4))
        y = (canvas.height - len(lines)) // 2
        if size := row_size(_BACKS, canvas.width, canvas.height - len(lines) - 3):
            y = (canvas.height - len(lines) - size.height - 1) // 2
            put_backs(canvas, _BACKS, size, y, glyphs, back=self.durak.settings.value.back)
            y += size.height + 1
        # One below the other: words are compared.
        x = (canvas.width - max((cell_len(line) for line, _look in lines), default=0)) // 2
        for row, (line, look) in enumerate(lines, y):
            canvas.put(x, row, line, look)

    def draw(self, canvas: Canvas) -> None:
        if self._waits:
            self._draw_waiting(canvas)
            return
        for y, (line, look) in enumerate(self._lines(canvas.width - 2)[: canvas.height]):
            canvas.put(1, y, line, look)


class TalkPace:
    """The pace of a conversation, with pauses after bouts."""

    is_quick: Final = False

    def __init__(self, screen: DurakScreen, conversation: PeopleTalk) -> None:
        self._screen: Final = screen
        self._conversation: Final = conversation
        self._end_of_pause: Callable[[], object] | None = None

    @property
    def pauses(self) -> bool:
        return self._end_of_pause is not None

    def notify(self, event: TalkEvent) -> None:
        """Take note of what has happened."""
        match event:
            case CanSettle():
                if seconds := self._screen.durak.settings.value.pause_ms / 1000:
                    self.stop()
                    self._end_of_pause = Timer(self._screen, seconds, self.end_pause).stop
                else:
                    self._screen.call_later(self._conversation.settle)
            case Begun() | Cleared() | Ended():
                self.stop()

    def end_pause(self) -> None:
        self.stop()
        self._conversation.settle()

    def stop(self) -> None:
        """End the pause, without settling the bout."""
        cancel, self._end_of_pause = self._end_of_pause, None
        if cancel:
            cancel()

    def play(self, cards: Sequence[int]) -> None:
        self.stop()
        self._conversation.play(cards)


class TalkView(GameView):
    """The table of a conversation, of which only one hand is known."""

    game: HiddenGame
    """The last that was dealt, also while the next is shuffled."""

    def __init__(self, talk: Talk, pace: TalkPace, settings: SettingsStore) -> None:
        super().__init__(pace, settings)
        self._talk = talk

    def side(self, seat: int) -> SeatView:
        side = super().side(seat)
        if side.hand is not None and side.hand >> HIDDEN:
            return replace(side, hand=None)  # the game has ended before these were seen
        return side

    @property
    def is_others_turn(self) -> bool:
        """True while nothing can be played here."""
        game = self.game
        return self._talk.is_ending or (not self._pace.pauses and game.to_act == 1 - self.seat)

    @property
    def series(self) -> Series:
        won, lost, drawn = self._talk.score
        return Series(lost, won, drawn) if self.seat else Series(won, lost, drawn)

    def after(self) -> str:
        return super().after() if self._talk.stage is Stage.BETWEEN else ""

    def task(self) -> str:
        game = self.game
        if self._talk.is_ending:
            text = _("The game ends as soon as {name}'s program confirms it.")
            return text.format(name=self.words.name)
        if text := super().task():
            return text
        if game.over or self._pace.pauses or game.position.phase >= DEAL:
            return ""
        return _("It is {name}'s turn.").format(name=self.words.name)
