"""Textual's command palette in the language and characters of the application.

Its commands keep their order: Textual's own provider sorts them by the alphabet.  There is no
public way to replace its words, its boxes and what moves in it while it waits.  Look at
``CommandPalette.compose`` and the private methods replaced here when Textual (8.2.8) moves.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from textual.app import ComposeResult
from textual.command import (
    Command,
    CommandInput,
    CommandList,
    CommandPalette,
    DiscoveryHit,
    Hit,
    Hits,
    Provider,
    SearchIcon,
)
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.fuzzy import FuzzySearch
from textual.markup import escape
from textual.screen import Screen
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from durak_tui.common.i18n import _
from durak_tui.tui.terminal.mishap import ReportsErrors
from durak_tui.tui.terminal.timer import Timer

_LOOK: Final = 0.3  # Seconds that a command is marked before what it does is shown.


class PaletteCommand(NamedTuple):
    """Something to be done, found by its title."""

    title: str
    help: str
    run: Callable[[], object]
    at_once: bool = False  # Whether it is listed before anything is searched for.
    also: str = ""  # Other words by which it is found.
    preview: Callable[[], object] | None = None  # Shows what it would do.


class Found(NamedTuple):
    """A command that was searched for."""

    command: PaletteCommand
    score: float
    marked: Sequence[int]  # The characters of its title that were typed.


def search(commands: Sequence[PaletteCommand], typed: str) -> list[Found]:
    """The commands with what was typed, or else with its letters."""
    fuzzy, part = FuzzySearch(), typed.lower()
    whole = [one for one in commands if part in one.title.lower() or part in one.also.lower()]
    found = []
    for one in whole or commands:
        score, marked = fuzzy.match(typed, one.title)
        if not score and whole:
            score, marked = fuzzy.match(typed, one.also)[0], ()
        if score:
            found.append(Found(one, score, marked))
    return found


class _Commands(Provider):
    """The commands of the application, none of whose texts is markup."""

    def __init__(
        self,
        commands: Sequence[PaletteCommand],
        screen: Screen[Any],
        match_style: Style | None = None,
    ) -> None:
        super().__init__(screen, match_style)
        self._commands = commands

    async def discover(self) -> Hits:
        for one in self._commands:
            if one.at_once:
                yield DiscoveryHit(Content(one.title), one.run, one.title, escape(one.help))

    async def search(self, query: str) -> Hits:
        for one, score, marked in search(self._commands, query):
            shown = Content(one.title)
            for at in marked:
                shown = shown.stylize(self.match_style or "reverse", at, at + 1)
            yield Hit(score, shown, one.run, one.title, escape(one.help))


class _List(CommandList):
    """The commands found; the marked one is seen without colours, too."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """As Textual has it, with what it forgets of a style: ``reverse``."""
        style = super().get_visual_style(*component_classes, partial=partial)
        is_marked = "option-list--option-highlighted" in component_classes
        return style + Style(reverse=True) if is_marked and self.app.no_color else style


class Palette(ReportsErrors, CommandPalette):
    """A search for what can be done, by its name."""

    # The lines around it are drawn with blocks, and so is a scrollbar.
    DEFAULT_CSS = """
    Palette SearchIcon { color: $foreground; }
    Palette.-previews { background: transparent; }  /* What is shown has its own colours. */
    Palette:ansi {
        #--input { border: hkey ansi_bright_black; }
        #--input.--list-visible { border-bottom: none; }
        CommandList { border-bottom: hkey ansi_bright_black; }
        /* Dim, it is as light as the ground of the marked command; and bright black is the ground
           itself in the dark palette of Solarized, nearly so in that of Tango. */
        .command-palette--help-text { color: transparent; text-style: not dim not bold; }
        CommandList > .option-list--option { text-style: bold; }
    }
    Palette:ansi:light CommandList > .option-list--option-highlighted {
        color: ansi_black; background: ansi_white;  /* Grey on blue could not be read. */
    }
    Palette.-ascii {
        #--input { border: none; padding: 1 0; }
        CommandList { border: none; scrollbar-size: 0 0; }
        CommandInput { border: none; height: 1; margin: 1 1 0 1; }
    }
    """

    def __init__(
        self,
        commands: Sequence[PaletteCommand],
        *,
        ascii_only: bool,
        end_preview: Callable[[], object],
    ) -> None:
        """``end_preview`` ends what a command has shown for a while."""
        super().__init__(
            [lambda: partial(_Commands, commands)],  # type: ignore[list-item, return-value]
            placeholder=_("What do you want to do?"),
            id="--command-palette",
        )
        self.set_class(ascii_only, "-ascii")
        self._found = commands
        self._bring_back = end_preview
        self._is_previewed = False
        self._to_preview: Timer | None = None
        self._soon: Timer | None = None

    def on_mount(self) -> None:
        # Textual leaves a system screen, which this is, as it was: look at App.refresh_css.
        self.app.theme_changed_signal.subscribe(
            self, lambda _: self.app.stylesheet.update(self), immediate=True
        )

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the command would do, if it can be shown."""
        command = event.option.hit.command if isinstance(event.option, Command) else None
        preview = next((one.preview for one in self._found if one.run is command), None)
        self._stop_preview()
        if preview:
            # Not for each letter of a name that is typed: all of the screen is painted anew.
            self._to_preview = Timer(self, _LOOK, partial(self._preview, preview))
        else:
            self._end_preview()

    def _preview(self, preview: Callable[[], object]) -> None:
        self._is_previewed = True
        self.add_class("-previews")
        preview()

    def _stop_preview(self) -> None:
        if self._to_preview is not None:
            self._to_preview.stop()
            self._to_preview = None

    def on_unmount(self) -> None:
        self._stop_preview()
        self._end_preview()

    def _end_preview(self) -> None:
        if self._is_previewed:
            self._is_previewed = False
            self.remove_class("-previews")
            self._bring_back()

    def compose(self) -> ComposeResult:
        """As Textual has it, without what moves while nothing happens."""
        icon = SearchIcon()
        icon.icon = ">"
        field = CommandInput(placeholder=self._placeholder, select_on_focus=False)
        field.cursor_blink = False
        with Vertical(id="--container"):
            with Horizontal(id="--input"):
                yield icon
                yield field
            with Vertical(id="--results"):
                yield _List()

    def _start_busy_countdown(self) -> None:
        """Show nobody as busy: all actions are known."""

    def _start_no_matches_countdown(self, search_value: str) -> None:
        self._stop_no_matches_countdown()
        self._soon = Timer(
            self, self._NO_MATCHES_COUNTDOWN, lambda: self._show_no_matches(search_value)
        )

    def _stop_no_matches_countdown(self) -> None:
        if self._soon is not None:
            self._soon.stop()
            self._soon = None

    def _show_no_matches(self, search_value: str) -> None:
        if search_value and self.is_attached:
            self._stop_preview()
            self._end_preview()  # No command is marked any more.
            text = Content(_("No such command."))
            option = Option(text, disabled=True, id=self._NO_MATCHES)
            self.query_one(CommandList).add_option(option)
        self._list_visible = bool(search_value)
