"""The application: its screens, themes, keys, and a clean way out."""

import asyncio
import gc
import pkgutil
import signal
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final
from weakref import WeakSet

from rich.color import ColorSystem
from rich.text import Text
from textual import work
from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Event, Key, MouseDown, Paste
from textual.notifications import SeverityLevel
from textual.screen import Screen

from durak_tui.common.i18n import Message, _, ngettext, why
from durak_tui.common.text import one_line, short_path
from durak_tui.tui.games.group_feed import DuelFeed, MineFeed
from durak_tui.tui.people.people_service import PeopleService
from durak_tui.tui.runs.feed import MatchFeed, ProgressFeed, TournamentFeed
from durak_tui.tui.terminal.application import believe_the_terminal
from durak_tui.tui.terminal.driver import end_in_time
from durak_tui.tui.terminal.screen_overrides import replace_first_screen
from durak_tui.tui.terminal.type_ahead import TypeAhead
from durak_tui.tui.toolkit.actions import EVERYWHERE, with_cyrillic
from durak_tui.tui.toolkit.base_app import BaseApp
from durak_tui.tui.toolkit.screen import LEAST, DurakScreen, ask
from durak_tui.user.folders import unfinished_folder
from durak_tui.user.import_pydurak import open_stores
from durak_tui.user.schema import SettingError, Settings
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore

if TYPE_CHECKING:
    from durak_tui.net.line_events import LineEvent
    from durak_tui.records.record import GameRecord
    from durak_tui.tui.people.people_service import Calls
    from durak_tui.tui.play.finished_game import GameStudy
    from durak_tui.tui.terminal.palette import PaletteCommand

SCREENS: Final = {  # That can be gone to: module, imported when needed, and class.
    "home": ("home", "HomeScreen"),
    "play": ("play.play_screen", "PlayScreen"),
    "unfinished": ("play.unfinished", "UnfinishedFirstScreen"),
    "hot-seat": ("play.hot_seat", "HotSeatScreen"),
    "meeting": ("people.meeting", "MeetingScreen"),
    "people": ("people.people_table", "PeopleTable"),
    "lobby": ("guests.lobby_screen", "LobbyScreen"),
    "looking-on": ("guests.lobby_screen", "LookingOnScreen"),
    "autoplay": ("runs.match_screen", "AutoplayScreen"),
    "tournament": ("runs.tournament_screen", "TournamentScreen"),
    "practice": ("lesson.practice_screen", "PracticeScreen"),
    "solve": ("solve.solve_form", "SolveScreen"),
    "solution": ("solve.solution_screen", "SolutionScreen"),
    "logs": ("logs.logs_screen", "LogsScreen"),
    "me": ("logs.me_screen", "MeScreen"),
    "engines": ("engines.engines_screen", "EnginesScreen"),
    "goldrush": ("games.mine_form", "GoldRushScreen"),
    "2048": ("games.duel_form", "DuelsScreen"),
    "goldrush-game": ("games.mine_screen", "MineScreen"),
    "2048-game": ("games.duel_screen", "DuelScreen"),
    "2048-play": ("games.duel_play_screen", "DuelPlayScreen"),
    "games": ("games.playthrough_list", "GamesScreen"),
    "map": ("games.map_editor", "MapEditorScreen"),
    "settings": ("settings.settings_screen", "SettingsScreen"),
    "keys": ("settings.keys", "KeysScreen"),
    "settings-file": ("settings.file", "SettingsFileScreen"),
}

_MISHAPS: Final = 5  # Errors within the seconds below, after which nothing helps any more.
_MISHAPS_WITHIN: Final = 10.0


def _screen_class(name: str) -> type[DurakScreen]:
    module, cls = SCREENS[name]
    found: type[DurakScreen] = getattr(import_module(f"durak_tui.tui.{module}"), cls)
    return found


class DurakApp(BaseApp):
    """durak-tui on a terminal.  Its return code is that of the program."""

    TITLE = "durak-tui"
    SCREENS_TO_GO: ClassVar[Collection[str]] = SCREENS
    """The names of the screens that can be gone to."""
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
        screen: str = "home",
        arguments: Mapping[str, Any] | None = None,
        *,
        problems: Iterable[Message] = (),
    ) -> None:
        """Begin with this screen; ``problems`` are shown once it is up."""
        folder = Path(__file__).parent
        # Textual reads the style sheets of screens that are pushed, not that of the first.
        sheet = str(_screen_class(screen).CSS_PATH)
        first = folder.joinpath(*SCREENS[screen][0].split(".")).parent / sheet
        super().__init__(settings, state, problems=problems, sheets=(folder / "app.tcss", first))
        self.match_feed = MatchFeed(self)
        self.tournament_feed = TournamentFeed(self)
        self.mine_feed = MineFeed(self)
        self.duel_feed = DuelFeed(self)
        self.people = PeopleService(self, self.new_calls)
        self.type_ahead = TypeAhead(self, self._deliver)
        self._mishaps: list[float] = []  # When they were.
        self._failed: WeakSet[Screen[Any]] = WeakSet()
        self._first = screen, arguments or {}

    @property
    def _feeds(self) -> "Iterable[ProgressFeed[Any, Any]]":
        return self.match_feed, self.tournament_feed, self.mine_feed, self.duel_feed

    def change_settings(
        self, change: Callable[[Settings], Settings] | None = None, /, **values: Any
    ) -> str:
        """Change the settings everywhere and in their file, or set single values.

        Returns what went wrong, in a sentence; nothing is lost then.
        """
        problem = ""
        try:
            if change:
                self.settings.change(change)
            else:
                self.settings.update(**values)
        except SettingError as error:
            return _("Not changed: {what}.").format(what=error)
        except OSError as error:
            problem = _(
                "This applies until you quit, but could not be saved in {path}: {why}. The next"
                " change tries again."
            ).format(path=short_path(self.settings.path), why=why(error))
        self.settings_changed()
        return problem

    def settings_changed(self) -> None:
        """Take over the settings on all screens that are open."""
        self.apply_settings()
        for screen in self.screen_stack:
            # One that was just opened has no widgets yet; it will fill them by these settings.
            if isinstance(screen, DurakScreen) and screen.is_mounted:
                screen.redraw()

    def learn_colours(self, system: ColorSystem) -> None:
        super().learn_colours(system)
        self.settings_changed()

    # Screens

    def get_default_screen(self) -> Screen[Any]:
        """The screen that the program was started for."""
        return self._made(*self._first)

    def _made(self, name: str, arguments: Mapping[str, Any]) -> DurakScreen:
        if name not in self.SCREENS_TO_GO:
            raise LookupError(name)
        make: Callable[..., DurakScreen] = _screen_class(name)
        return make(**arguments)

    def modules(self) -> Iterable[ModuleType]:
        """Load all modules, those of the screens among them."""
        for module in pkgutil.walk_packages([str(Path(__file__).parent)], f"{__package__}."):
            yield import_module(module.name)

    def go(self, name: str, **arguments: Any) -> None:
        """Go to a screen; :meth:`go_back` leads back."""
        self.push_screen(self._made(name, arguments))

    def explain(self, screen: DurakScreen) -> None:
        """Show the help of a screen."""
        from durak_tui.tui.toolkit.help import HelpScreen

        self.push_screen(HelpScreen(screen))

    async def show_game(
        self, log: str, which: int | bytes, decision: int | None = None, *, seat: int | None = None
    ) -> None:
        """Show a game of a log over this screen.

        It begins at the deal, or at a decision, perhaps seen from a ``seat``.  ``which`` is
        its number there, from 0, or its bytes.  Returns when it is left.
        """
        from durak_tui.tui.logs.one_game import show_game

        assert isinstance(self.screen, DurakScreen)
        await show_game(self.screen, log, which, decision, seat)

    def study(
        self, screen: DurakScreen, record: "GameRecord", changed: Callable[[], object]
    ) -> "GameStudy":
        """The review of a logged game; ``changed`` is called with news."""
        from durak_tui.records.log_format import encode_game
        from durak_tui.tui.logs.study import Study

        raw = encode_game(record)
        return Study(screen, self.games_log, record, raw, changed, title=_("Review"))

    def go_instead(self, name: str, **arguments: Any) -> None:
        """Put a screen in the place of the one that is up."""
        screen = self._made(name, arguments)
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self._first = name, arguments
            replace_first_screen(self, screen)

    def go_back(self) -> None:
        """Go one screen back; from the first screen, home."""
        if len(self.screen_stack) > 1:
            self.screen.dismiss()  # the caller that asked for it gets no result
        elif self._first[0] != "home":
            self.go_instead("home")

    def go_home(self, then: Callable[[], object] | None = None) -> None:
        """Close all screens but the first, which is home; then do this."""

        def leave() -> None:
            while len(self.screen_stack) > 1:
                self.screen.dismiss()
            self.go_back()
            if then:
                then()

        self._once_allowed(lambda screen, go_on: screen.before_leaving(go_on), leave)

    def _once_allowed(
        self,
        ask: Callable[[DurakScreen, Callable[[], None]], None],
        then: Callable[[], None],
    ) -> None:
        """Do it once all open screens, the uppermost first, go on."""

        def go_on(screens: Sequence[Screen[Any]]) -> None:
            match screens:
                case [DurakScreen() as uppermost, *rest]:
                    ask(uppermost, lambda: go_on(rest))
                case [_, *rest]:
                    go_on(rest)
                case _:
                    then()

        go_on(list(reversed(self.screen_stack)))

    def on_ready(self) -> None:
        if not gc.isenabled():  # by the command that has loaded all this
            gc.freeze()
            gc.enable()
        self.run_worker(self._tidy, thread=True)
        self.look_for_problems()
        for news in self.settings.news:
            self._announce(str(news), "information")

    def look_for_problems(self) -> None:
        """Count what is wrong with the user's files, in the background."""
        self.run_worker(self._look_for_problems, thread=True, group="problems", exclusive=True)

    def _look_for_problems(self) -> None:
        """In a thread: see what is wrong with the user's files."""
        from durak_tui.tui.settings.file import problems_of

        found = len(problems_of(self))
        if found != self.problem_count:
            self.call_from_thread(self._problems_found, found)

    def _problems_found(self, count: int) -> None:
        is_first, self.problem_count = not self.problem_count, count
        screens = [one for one in self.screen_stack if isinstance(one, DurakScreen)]
        is_shown = any(one.problems_changed() for one in screens)
        if is_first and not is_shown:
            text = ngettext(
                "{n} problem in your files. See Settings, Settings file.",
                "{n} problems in your files. See Settings, Settings file.",
                count,
            )
            self._warn(text.format(n=count))

    def _tidy(self) -> None:
        """In a thread: see to games that an earlier time has left."""
        folder = unfinished_folder()
        with suppress(OSError):
            if not any(folder.iterdir()):
                return  # and nothing needs to be loaded
        from durak_tui.table.session import tidy

        for text in tidy(folder, self.games_log):
            self.call_from_thread(self._warn, text)

    def _warn(self, text: str) -> None:
        self._announce(text, "warning")

    def _announce(self, text: str, severity: SeverityLevel) -> None:
        # Textual drops what is said before the first screen has a place for it.
        notify = partial(self.notify, severity=severity, timeout=15, markup=False)
        self.screen.call_after_refresh(notify, text)

    # Keys

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            if not self._is_blind(event):
                await self.type_ahead.take(event)
        else:
            if isinstance(event, MouseDown):
                self._another_action()
            await super().on_event(event)

    async def _deliver(self, event: Key | Paste) -> None:
        self._another_action()
        await super().on_event(event)

    def _another_action(self) -> None:
        if isinstance(self.screen, DurakScreen):
            self.screen.before_action()

    def _is_blind(self, event: Key | Paste) -> bool:
        """True if the window is too small to see what this does."""
        screen = self.screen
        if not isinstance(screen, DurakScreen) or screen.classes.isdisjoint(("-tiny", "-flat")):
            return False
        pass_ = [one for one in EVERYWHERE if one.method in ("quit", "redraw")]
        keys = with_cyrillic(",".join(key for one in pass_ for key in self.keys_of(one)))
        return isinstance(event, Paste) or event.key not in (*keys.split(","), "ctrl+q", "ctrl+c")

    def handle_bindings_clash(self, clashed_bindings: set[Binding], node: DOMNode) -> None:
        """Say nothing: of two actions with one key the user's own wins."""

    def commands(self) -> "list[PaletteCommand]":
        """The commands of the palette on the screen that is up."""
        from durak_tui.tui.commands import commands

        classes = {name: _screen_class(name) for name in SCREENS if name in self.SCREENS_TO_GO}
        return list(commands(self, classes, self._complain))

    def _complain(self, problem: str) -> None:
        if problem:
            self.notify(problem, severity="error", markup=False)

    def action_command_palette(self) -> None:
        from durak_tui.tui.terminal.palette import Palette

        if isinstance(self.screen, DurakScreen):
            ascii_only = self.glyphs.ascii
            self.push_screen(
                Palette(self.commands(), ascii_only=ascii_only, end_preview=self.apply_settings)
            )

    def action_help_quit(self) -> None:
        """Show which key quits: the one pressed ends other programs only."""
        (quits,) = (action for action in EVERYWHERE if action.method == "quit")
        text = _("Press {key} to quit (Ctrl+Q works everywhere).")
        self.notify(text.format(key=self.shown_key(quits)), markup=False)

    async def action_quit(self) -> None:
        """Quit as screens do: Textual's own key calls this."""
        self.quit()

    # What was not foreseen

    def mishap(self, error: BaseException, screen: Screen[Any] | None) -> None:
        if screen in self._failed:
            return  # it is about to be closed, and follows from the first
        said = self.reported(error)
        now = monotonic()
        self._mishaps = [*(one for one in self._mishaps if now - one < _MISHAPS_WITHIN), now]
        if len(self._mishaps) > _MISHAPS or self.is_ending or not self.screen_stack:
            self.give_up(said)
            return
        if screen:
            self._failed.add(screen)
        self.call_later(self._close_failed, said)

    def reported(self, error: BaseException) -> str:
        """Write a report, and say where it is."""
        from durak_tui.user.error_report import write_report

        facts = [f"screens: {', '.join(type(one).__name__ for one in self.screen_stack)}"]
        facts.append("size: {}x{}".format(*self.size))
        try:
            path = write_report(error, facts)
        except OSError as cause:
            text = _("Unexpected error: {error}. The report cannot be written: {why}.")
            return text.format(error=one_line(repr(error)), why=why(cause))
        text = _("Unexpected error. Please report it and attach {path}.")
        return text.format(path=short_path(path))

    def _close_failed(self, said: str) -> None:
        """Close the screens that have failed, with all above them."""
        while len(self.screen_stack) > 1 and self._failed.intersection(self.screen_stack):
            self.screen.dismiss()
        if self.screen in self._failed:
            self.go_instead("home")
        self.repaint()
        self._announce(said, "error")

    # People elsewhere

    def new_calls(
        self,
        name: str,
        notify: "Callable[[LineEvent], object]",
        call: Callable[[Callable[[], object]], object],
    ) -> "Calls":
        """Begin the line to people elsewhere.  Raises UserError."""
        from durak_tui.net.wire import check_net

        check_net()
        from durak_tui.net.wire.network import Network

        return Network(name, notify, call, unfinished_folder(), self.games_log)

    # The way out

    def on_mount(self) -> None:
        """Heed signals, and paint again after a suspension."""
        self.app_resume_signal.subscribe(self, lambda _: self.repaint())
        loop = asyncio.get_running_loop()

        # Not the loop's own handlers: it may be waiting for a terminal that stands still.
        def heard(number: int, _frame: object) -> None:
            end_in_time(number)
            with suppress(RuntimeError):  # the loop has come to its end already
                loop.call_soon_threadsafe(partial(self.exit, return_code=128 + number))

        if not self.is_headless:
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, heard)

    def run_to_end(self, *, mouse: bool) -> int:
        """Run until it is left; returns the exit code of the program."""
        self.run(mouse=mouse)
        return 1 if self.return_code is None else self.return_code

    async def on_unmount(self) -> None:
        await self.people.close()
        for feed in self._feeds:
            if feed.job:
                await asyncio.to_thread(feed.job.close)

    def quit(self) -> None:
        """Quit, unless the user decides otherwise on an open screen."""
        self._once_allowed(lambda screen, go_on: screen.before_quitting(go_on), self._leave)

    def _leave(self) -> None:
        running = [feed.is_on_words() for feed in self._feeds if feed.is_on]
        if running:
            self._ask_to_leave(running[0])
        else:
            self._say_farewell()

    def _say_farewell(self) -> None:
        """Exit with the last words of the uppermost screens."""
        screens = [one for one in reversed(self.screen_stack) if isinstance(one, DurakScreen)]
        said = next(filter(None, (one.farewell() for one in screens)), "")
        self.exit(message=Text(said) if said else None)

    @work(group="leaving", exclusive=True)
    async def _ask_to_leave(self, running: str) -> None:
        from durak_tui.tui.toolkit.dialog import LastQuestion
        from durak_tui.tui.toolkit.menu import Entry

        question = LastQuestion(
            running,
            _("If you quit now, it stops. Finished games stay in its log."),
            [Entry("stay", _("Stay"), key="n"), Entry("quit", _("Stop it and quit"), key="y")],
        )
        if await ask(self, question) == "quit":
            self._say_farewell()


def run_app(screen: str, arguments: Mapping[str, Any], *, mouse: bool | None = None) -> int:
    """Run the application until it is left; ``mouse`` overrides the setting."""
    believe_the_terminal()
    settings, state, problems = open_stores()
    app = DurakApp(settings, state, screen, arguments, problems=problems)
    return app.run_to_end(mouse=settings.value.mouse if mouse is None else mouse)
