"""One game, move by move: recorded, or as it is played."""

import os
from abc import abstractmethod
from asyncio import to_thread
from typing import Any, ClassVar, Final, TypeAlias

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import short_path
from durak_tui.games.game_book import UNREADABLE, GameBook
from durak_tui.games.game_kind import GameKind
from durak_tui.games.live_playthrough import LivePlaythrough
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.trail import Trail
from durak_tui.tui.terminal.timer import Timer
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.playback_speed import next_speed
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words.playthrough_words import playthrough_line

Source: TypeAlias = Playthrough | LivePlaythrough

_LOOK_SECONDS: Final = 0.05  # Between two looks at a game that is played at full speed.

_PAGE: Final = 50  # Rounds.

PLAYBACK: Final = (
    KeyAction("playback.hold", "p,space", N_("Pause"), N_("Stop where it is"),
              does="run", arguments=(0,)),
    KeyAction("playback.run", "space", N_("Run"), N_("Run the game automatically"),
              arguments=(1,)),
    KeyAction("playback.back", "left,h", N_("Step back"), N_("One move backward"),
              does="move", arguments=(-1,)),
    KeyAction("playback.forward", "right,l", N_("Move"), N_("One move forward"),
              does="move", arguments=(1,)),
    KeyAction("playback.round-back", "left_square_bracket,up,k", N_("Round back"),
              N_("Go to the start of this round, or to the previous one"), False,
              does="round", arguments=(-1,)),
    KeyAction("playback.round", "right_square_bracket,down,j", N_("One round"),
              N_("Go to the next round"), arguments=(1,)),
)  # fmt: skip
MORE_PLAYBACK: Final = (
    KeyAction("playback.page-back", "pageup", N_("Page back"), N_("50 rounds backward"), False,
              does="page", arguments=(-1,)),
    KeyAction("playback.page", "pagedown", N_("Page"), N_("50 rounds forward"), False,
              arguments=(1,)),
    KeyAction("playback.faster", "plus,equals_sign", N_("Faster"), N_("Run faster"),
              does="speed", arguments=(-1,)),
    KeyAction("playback.slower", "minus", N_("Slower"), N_("Run slower"),
              does="speed", arguments=(1,)),
    KeyAction("playback.next", "n", N_("Next game"), N_("Go to the game played after this one"),
              does="game", arguments=(1,)),
    KeyAction("playback.previous", "p", N_("Previous"), N_("Go to the game played before this one"),
              False, does="game", arguments=(-1,)),
    KeyAction("playback.first", "home,g", N_("First"), N_("Back to the beginning"), False),
    KeyAction("playback.last", "end,G", N_("Last"), N_("Go to the end, and follow the game"),
              False),
)  # fmt: skip


class PlaybackScreen(DurakScreen):
    """A game that is over, or still grows.

    A subclass shows a state in its widgets, by :meth:`show_state`.
    """

    CSS_PATH = "games.tcss"
    KIND: ClassVar[GameKind]
    FILES: ClassVar = N_("A log of games.")
    """The files that have such games, in an English sentence."""
    BY_ROUND: ClassVar = False  # Whether it runs round by round, not move by move.
    MILLISECONDS: ClassVar = 300
    """The time of a step at first."""

    def __init__(
        self,
        source: Source,
        *,
        book: GameBook | None = None,
        number: int = 0,
        milliseconds: int | None = None,
    ) -> None:
        """Show a game from its first move, or as it grows.

        ``number`` is the game's in a ``book``, in which one can go on to others; ``milliseconds``
        is the time of a step.
        """
        super().__init__()
        self._source = source
        self._book = book
        self._number = number
        self._at = 0  # Moves that are shown.
        self._trail = Trail(self.KIND, self.game.opening)
        self._follows = isinstance(source, LivePlaythrough)
        self._runs: Timer | None = None
        self._ms = self.MILLISECONDS if milliseconds is None else milliseconds
        self._has_grown = False  # Since the last look, or is about to be looked at.
        self._failure = ""  # What has been said of one.

    @classmethod
    def open_book(cls, path: str | os.PathLike[str]) -> GameBook:
        """The games of a file.  Raises OSError, RunError."""
        return GameBook(path, cls.KIND)

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Let a game that is to be played begin, and show it."""
        if isinstance(self._source, LivePlaythrough):
            self._source.set_pace(self._ms / 1000)
            self._source.start(self._grown)
        self.fill()

    async def on_unmount(self) -> None:
        self._stop()
        if isinstance(self._source, LivePlaythrough):
            await to_thread(self._source.close)
            if self._source.failure and self._source.failure != self._failure:
                self.app.notify(self._source.failure, severity="error", timeout=15, markup=False)

    def farewell(self) -> str:
        source = self._source
        if not isinstance(source, LivePlaythrough):
            return ""
        line = playthrough_line(self.game)
        if source.log is None or not source.is_worth_it:
            return line
        return _("{game}, kept in {path}").format(game=line, path=short_path(source.log))

    # What is shown

    @property
    def game(self) -> Playthrough:
        """The game as far as it has come."""
        source = self._source
        return source if isinstance(source, Playthrough) else source.playthrough

    @property
    def count(self) -> int:
        """The moves that there are."""
        return len(self.game.moves) // self.KIND.move_length

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self._trail.after(self.game.moves, self._at)

    @property
    def is_live(self) -> bool:
        """True as long as the game may grow."""
        return isinstance(self._source, LivePlaythrough) and not self._source.is_over

    @property
    def is_at_end(self) -> bool:
        """True if the end of a game that is over is shown."""
        return self._at == self.count and not self.is_live

    @abstractmethod
    def show_state(self) -> None:
        """Show :attr:`state` in the widgets."""

    def fill(self) -> None:
        if self._follows:
            self._at = self.count
        self.show_state()
        self.show_said()

    def show_said(self) -> None:
        text, look = self._said if self._said[0] else (self.how(), "text")
        self.head(text, look)

    def how(self) -> str:
        """The way in which the game is shown, for the heading."""
        parts = []
        behind = self.count - self._at
        if self.is_live and not behind:
            parts.append(_("live"))
        if self._runs or (self.is_live and self._follows):
            by_round = self.BY_ROUND or not self._runs
            text = _("{ms} ms a round") if by_round else _("{ms} ms a move")
            parts.append(text.format(ms=self._ms))
        elif behind:
            parts.append(_("paused"))
        if self.is_live and behind:
            text = ngettext("{n} move behind", "{n} moves behind", behind)
            parts.append(text.format(n=behind))
        if self._book and len(self._book) > 1:
            parts.append(_("game {n} of {total}").format(n=self._number + 1, total=len(self._book)))
        return f" {self.durak.glyphs.dot} ".join(parts)

    # A game that grows

    def _grown(self) -> None:
        """Take note of a move or the end, in the game's thread."""
        if not self._has_grown:
            self._has_grown = True
            self.call_later(self._look_soon)

    def _look_soon(self) -> None:
        Timer(self, _LOOK_SECONDS, self._look_now)

    def _look_now(self) -> None:
        self._has_grown = False
        source = self._source
        assert isinstance(source, LivePlaythrough)
        if source.is_over and source.error:
            self.durak.mishap(source.error, None)
            source.error = None
        if source.failure:
            self._failure = source.failure
            self.say(self._failure, bad=True)
        self.fill()
        self.keys_changed()

    # Going through it

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "run":
            moves = self._runs is not None or (self._follows and self.is_live)
            return moves == (parameters == (0,))
        if action == "game":
            return self._book is not None and len(self._book) > 1
        return True

    def _go(self, at: int) -> None:
        self._at = max(0, min(at, self.count))
        self._follows = self._at == self.count and self.is_live
        self.fill()
        self.keys_changed()

    def action_move(self, by: int) -> None:
        self._stop()
        self._go(self._at + by)

    def action_round(self, by: int) -> None:
        """Go to the next round, or to where this one began."""
        self._stop()
        go = self._trail.round_after if by > 0 else self._trail.round_before
        self._go(go(self.game.moves, self._at))

    def action_page(self, by: int) -> None:
        """Go many rounds on, or back."""
        self._stop()
        go = self._trail.round_after if by > 0 else self._trail.round_before
        self._go(go(self.game.moves, self._at, _PAGE))

    def action_first(self) -> None:
        self._stop()
        self._go(0)

    def action_last(self) -> None:
        self._stop()
        self._go(self.count)

    def action_run(self, on: int) -> None:
        self._stop()
        self._follows = False
        if on:
            if self.is_at_end:
                self._at = 0
            self._wait()
        self.fill()
        self.keys_changed()

    def action_speed(self, by: int) -> None:
        self._ms = next_speed(self._ms, by)
        if isinstance(self._source, LivePlaythrough):
            self._source.set_pace(self._ms / 1000)
        if self._runs:
            self._wait()
        self.show_said()

    def _wait(self) -> None:
        self._stop()
        self._runs = Timer(self, self._ms / 1000, self._step)

    def _stop(self) -> None:
        if self._runs:
            self._runs.stop()
            self._runs = None

    def _step(self) -> None:
        self._runs = None
        moves = self.game.moves
        at = self._trail.round_after(moves, self._at) if self.BY_ROUND else self._at + 1
        if at < self.count:
            self._wait()
        self._go(at)

    def action_game(self, by: int) -> None:
        """Show the next game of the book that can be shown."""
        book, number, problem = self._book, self._number, ""
        assert book
        while 0 <= (number := number + by) < len(book):
            try:
                self.show_game(book.whole_game(number), number)
                break
            except UNREADABLE as error:
                problem = _("Game {n} cannot be shown: {why}").format(n=number + 1, why=error)
        else:
            problem = problem or _("There is no other game.")
        if problem:
            self.say(problem, bad=True)

    def show_game(self, game: Playthrough, number: int) -> None:
        """Show another game of the book, from its beginning."""
        self._stop()
        self._source, self._number, self._at, self._follows = game, number, 0, False
        self._trail = Trail(self.KIND, game.opening)
        self.fill()
        self.keys_changed()
