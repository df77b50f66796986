"""The application: its screens, themes, keys, and a clean way out."""

import asyncio
import gc
import signal
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual._compositor import CompositorUpdate
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.color import Color
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.events import Event, Key, Paste
from textual.filter import Monochrome, NoColor
from textual.screen import Screen
from textual.worker import WorkerFailed

from durak_tui.common import i18n
from durak_tui.common.i18n import Message, _
from durak_tui.tui.matches.pulse import MatchPulse
from durak_tui.tui.terminal.alarm import Alarm
from durak_tui.tui.terminal.diff_output import Shadow
from durak_tui.tui.terminal.driver import TerminalDriver, end_in_time
from durak_tui.tui.terminal.typeahead import TypeAhead
from durak_tui.tui.toolkit import themes
from durak_tui.tui.toolkit.actions import EVERYWHERE, KeyAction, keymap, shown_key, with_cyrillic
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE, Glyphs, has_utf8
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.tui.toolkit.styles import looks
from durak_tui.tui.toolkit.too_small import LEAST
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.records.journal import UnfinishedGame
    from durak_tui.tui.matches.options import Entered

SCREENS: Final = {
    "home": ("home", "HomeScreen"),
    "play": ("play.screen", "PlayScreen"),
    "autoplay": ("matches.screen", "AutoplayScreen"),
    "logs": ("logs.screen", "LogsScreen"),
    "engines": ("engines.screen", "EnginesScreen"),
    "settings": ("settings.screen", "SettingsScreen"),
}
"""The screens that can be gone to: module, imported when needed, and class."""
_RESIZED: Final = 0.1
"""Seconds in which Textual heeds another size by itself."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where the application begins."""

    screen: str = "home"
    arguments: Mapping[str, Any] = field(default_factory=dict)


class DurakApp(App[None]):
    """durak-tui on a terminal.  Its return code is that of the program."""

    TITLE = "durak-tui"
    NOTIFICATION_TIMEOUT = 6
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"), (LEAST[0], "-narrow"), (80, "-normal"), (120, "-wide"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-flat"), (LEAST[1], "-low"), (24, "-medium"), (30, "-tall"),
    ]  # fmt: skip

    def __init__(
        self,
        settings: SettingsStore,
        state: StateStore,
        start: Start = Start(),
        *,
        problems: Iterable[Message] = (),
    ) -> None:
        """``problems`` are told once the screen is up."""
        folder = Path(__file__).parent
        # Textual reads the style sheets of screens that are pushed, not that of the first.
        sheets = [
            folder / "app.tcss",
            folder / f"{SCREENS[start.screen][0].replace('.', '/')}.tcss",
        ]
        super().__init__(TerminalDriver, css_path=[path for path in sheets if path.exists()])
        self.settings = settings
        self.state = state
        self.match: BackgroundRun | None = None
        """The run of engine matches that is on, or was the last; it outlives its screen."""
        self.match_pulse = MatchPulse(self)
        self._type_ahead = TypeAhead(self, super().on_event)
        self._leaving: Screen[Any] | None = None
        """The question whether to quit."""
        self.match_entered: Entered | None = None
        """What was entered for the last match."""
        self.has_told_of_keeping = False
        """Whether it was said that a game that is left can be gone on with: once is enough."""
        self.glyphs: Glyphs = UNICODE
        self.problems = tuple(problems)
        """What was wrong with the user's files when the program was started."""
        self.animation_level = "none"
        self._start = start
        self._shadow = Shadow()
        self._looks: dict[tuple[str, Color], dict[str, Style]] = {}
        # Without colours only attributes are left; Textual would make greys of them.
        self._filters = [NoColor() if type(f) is Monochrome else f for f in self._filters]
        for theme in themes.OWN:
            self.register_theme(theme)
        self.apply_settings()

    # Settings

    def apply_settings(self) -> None:
        """Take over language, glyphs, theme and keys from the settings."""
        wanted = self.settings.value
        utf8 = wanted.cards == "unicode" or (wanted.cards == "auto" and has_utf8())
        self.glyphs = UNICODE if utf8 else ASCII
        # A terminal without UTF-8 cannot be trusted with Cyrillic either; but whoever wants
        # suits as letters on one that has it may still want Russian.
        i18n.choose(wanted.language if utf8 or has_utf8() else "en")
        self.theme = self._theme(wanted.theme)
        self.set_keymap(keymap(wanted.keys))

    def settings_changed(self) -> None:
        """Take over the settings on all screens that are open."""
        self.apply_settings()
        for screen in self.screen_stack:
            if isinstance(screen, DurakScreen):
                screen.redraw()

    def try_theme(self, name: str) -> None:
        """Show a theme, until the settings are taken over again."""
        self.theme = self._theme(name)

    def _theme(self, wanted: str) -> str:
        few_colours = self.console.color_system not in ("256", "truecolor")
        if self.no_color or (few_colours and not wanted):
            return themes.ANSI
        return wanted if wanted in self.available_themes else themes.DARK.name

    def looks(self, background: Color) -> dict[str, Style]:
        """How what is drawn in cells looks on such a background."""
        key = self.theme, background
        if key not in self._looks:
            theme = self.current_theme
            self._looks[key] = looks(theme, background, colours=not self.no_color)
        return self._looks[key]

    # Screens

    def get_default_screen(self) -> Screen[Any]:
        """The screen that the program was started for."""
        return self._made(self._start.screen, self._start.arguments)

    def _made(self, name: str, arguments: Mapping[str, Any]) -> DurakScreen:
        module, cls = SCREENS[name]
        screen: DurakScreen = getattr(import_module(f"durak_tui.tui.{module}"), cls)(**arguments)
        return screen

    def go(self, name: str, **arguments: Any) -> None:
        """Go to a screen; :meth:`go_back` leads back."""
        self.push_screen(self._made(name, arguments))

    def go_back(self) -> None:
        """One screen back; from the one that the program was started for, home."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        elif self._start.screen != "home":
            self._start = Start()
            # Textual takes one from each screen that goes, but gives the first one none.
            self.screen._push_result_callback(self, None)
            self.switch_screen(self._made("home", {}))

    def on_ready(self) -> None:
        """Tell what was wrong with the user's files, and complete what was cut short."""
        if not gc.isenabled():  # by the command that has loaded all this
            gc.freeze()
            gc.enable()
        self.run_worker(self._tidy, thread=True)
        for problem in self.problems:
            self._warn(str(problem))

    # Keys

    async def on_event(self, event: Event) -> None:
        """Take keys one at a time."""
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            if not self._is_blind(event):
                await self._type_ahead.take(event)
        else:
            await super().on_event(event)

    def _is_blind(self, event: Key | Paste) -> bool:
        """Whether nobody can see what this does: the window is too small for the screen."""
        screen = self.screen
        if not isinstance(screen, DurakScreen) or screen.classes.isdisjoint(("-tiny", "-flat")):
            return False
        pass_ = [one for one in EVERYWHERE if one.method in ("quit", "redraw")]
        keys = with_cyrillic(",".join(key for one in pass_ for key in self.keys_of(one)))
        return isinstance(event, Paste) or event.key not in (*keys.split(","), "ctrl+q", "ctrl+c")

    def keys_of(self, action: KeyAction) -> list[str]:
        """The keys of an action, as Textual names them, the user's own considered."""
        keys = self.settings.value.keys.get(action.id, action.keys)
        return [key.strip() for key in keys.split(",")]

    def shown_key(self, action: KeyAction) -> str:
        """The first key of an action, as it is printed."""
        return shown_key(self.keys_of(action)[0], ascii_only=self.glyphs.ascii)

    def shown_keys(self, action: KeyAction) -> str:
        """All its keys, as they are printed."""
        ascii_only = self.glyphs.ascii
        return " ".join(shown_key(key, ascii_only=ascii_only) for key in self.keys_of(action))

    def handle_bindings_clash(self, clashed_bindings: set[Binding], node: DOMNode) -> None:
        """Two actions with one key: the user's own wins, as Textual has it; nothing to tell."""

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers: all that the screen can do."""
        if isinstance(screen, DurakScreen):
            for action in screen.available_actions():
                title = _(action.label) + f"  ({self.shown_key(action)})"
                yield SystemCommand(title, _(action.help), lambda one=action: screen.perform(one))

    def action_command_palette(self) -> None:
        """Find a command by its name."""
        from durak_tui.tui.terminal.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(ascii_only=self.glyphs.ascii))

    def action_help_quit(self) -> None:
        """Whoever presses what ends other programs is told what ends this one."""
        (quits,) = (action for action in EVERYWHERE if action.method == "quit")
        text = _("To quit press {key}, or ctrl+q anywhere.")
        self.notify(text.format(key=self.shown_key(quits)), markup=False)

    async def action_quit(self) -> None:
        """Leave as the screen does, for the key of Textual that does it everywhere."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, DurakScreen):
                await screen.action_quit()
                return
        self.leave()

    # Terminal

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send only what differs from what the terminal shows."""
        if self._running and not self._closed and not self._batch_count:
            if isinstance(renderable, CompositorUpdate):
                renderable = self._shadow.update(renderable, self.console, self.size.width)
            elif renderable is not None:
                self._shadow.forget()
        super()._display(screen, renderable)

    def on_resize(self) -> None:
        """What a terminal makes of its contents when its size changes is its own affair."""
        self._shadow.forget()
        Alarm(self, _RESIZED, self._heed_size)

    def _heed_size(self) -> None:
        """Textual's own timer for this never rings if the program is held up just then, and no
        other is set while it is there."""
        if self._resize_event is not None:
            self._check_resize()

    def repaint(self) -> None:
        """Send everything again."""
        self._shadow.forget()
        self.screen.refresh(layout=True)

    # The way out

    def on_mount(self) -> None:
        """Leave in order when asked to from outside, or when the terminal is gone."""
        if not self.is_headless:
            self._heed_signals(asyncio.get_running_loop())
        self.app_resume_signal.subscribe(self, lambda _: self.repaint())

    def _heed_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        # Not the loop's own handlers: it may be waiting for a terminal that stands still.
        def heard(number: int, _frame: object) -> None:
            end_in_time(number)
            with suppress(RuntimeError):  # the loop has come to its end already
                loop.call_soon_threadsafe(partial(self.exit, return_code=128 + number))

        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, heard)

    async def on_unmount(self) -> None:
        """Nothing is left running."""
        if self.match:
            await asyncio.to_thread(self.match.close)

    def _handle_exception(self, error: Exception) -> None:
        # A screen that opens now has no widgets; to ask for them is no mistake.
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not (self.is_ending and isinstance(cause, NoMatches)):
            super()._handle_exception(error)

    @property
    def is_ending(self) -> bool:
        """Whether the program is to end: screens that are opened get no widgets any more."""
        return self._exit

    def leave(self, farewell: str = "") -> None:
        """Quit, after a question if that would stop something.

        ``farewell`` is left on the terminal.
        """
        message = Text(farewell) if farewell else None
        if not self._match_is_on():
            self.exit(message=message)
            return
        if self._leaving is not None and self._leaving in self.screen_stack:
            return  # it is asked already
        from durak_tui.tui.toolkit.dialog import Question
        from durak_tui.tui.toolkit.menu import Entry

        self._leaving = Question(
            _("A match is being played"),
            _("If you quit now it stops; the games that are over stay in its log."),
            [Entry("stay", _("Stay")), Entry("quit", _("Stop it and quit"))],
        )
        self.push_screen(
            self._leaving,
            lambda answer: self.exit(message=message) if answer == "quit" else None,
        )

    # What is going on

    def unfinished(self) -> "list[UnfinishedGame]":
        """Games that were left and that nobody is playing now, the last one first."""
        try:
            if not any(unfinished_folder().iterdir()):
                return []
            from durak_tui.records.journal import worth_resuming

            return worth_resuming(unfinished_folder())
        except OSError:
            return []

    def _tidy(self) -> None:
        """In a thread: see to the games that an earlier time has left over."""
        folder = unfinished_folder()
        with suppress(OSError):
            if not any(folder.iterdir()):
                return  # and nothing has to be loaded
        from durak_tui.table.session import tidy

        for text in tidy(folder, self.games_log):
            self.call_from_thread(self._warn, text)

    def _warn(self, text: str) -> None:
        # Textual drops what is told before the first screen has a place for it.
        told = partial(self.notify, severity="warning", timeout=15, markup=False)
        self.screen.call_after_refresh(told, text)

    @property
    def games_log(self) -> Path:
        """The log that the user's finished games go to."""
        return games_log()

    def _match_is_on(self) -> bool:
        return self.match is not None and self.match.snapshot().is_on

    def match_note(self) -> str:
        """How far the match is that is on; empty if none is."""
        if self.match is None:
            return ""
        now = self.match.snapshot()
        if not now.total:
            return _("starting") if now.is_on else ""
        from durak_tui.tui.matches.match_words import games_of, state_word

        games = games_of(now.done, now.total)
        if now.state in ("pausing", "paused"):
            return _("{state}: {games}").format(state=state_word(now), games=games)
        return games if now.is_on else _("over: {games}").format(games=games)
