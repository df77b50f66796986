"""The settings of the application, with its looks and keys."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.color import ColorSystem
from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from durak_tui.common import i18n
from durak_tui.common.i18n import Message, _
from durak_tui.tui.terminal.application import TerminalApp
from durak_tui.tui.terminal.driver import TerminalDriver, driver_of
from durak_tui.tui.toolkit.actions import KeyAction, shown_key, split_keys, with_cyrillic
from durak_tui.tui.toolkit.card_table import QUICK_LINE
from durak_tui.tui.toolkit.glyphs import ASCII, UNICODE, Glyphs, has_utf8
from durak_tui.tui.toolkit.palettes import DARK, OWN_THEMES, SIXTEEN, in_256
from durak_tui.tui.toolkit.styles import looks
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.person_names import own_name
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore

if TYPE_CHECKING:
    from durak_tui.net.talk_journal import Kept
    from durak_tui.records.journal import UnfinishedGame


_SYSTEMS: Final = {
    "true": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD,
    "none": None,
}  # fmt: skip
"""The colours that the settings can name in place of those that the terminal has."""


class BaseApp(TerminalApp):
    """Settings, looks, keys and games of the user; screens are not known."""

    keeps_games = True
    """True if a game that is left can go on later."""
    most_unfinished: int | None = None
    """The most unfinished games that are kept; None for any number."""
    is_guest = False
    """True on somebody else's machine: no file and no program can be named."""

    def __init__(
        self,
        settings: SettingsStore,
        state: StateStore,
        *,
        problems: Iterable[Message] = (),
        sheets: Iterable[Path] = (),
    ) -> None:
        super().__init__(TerminalDriver, css_path=[path for path in sheets if path.exists()])
        self.settings = settings
        self.state = state
        self.problems = tuple(problems)  # With the user's files when the program was started.
        self.problem_count = 0  # Of what is found out once the first screen is up.
        self.glyphs: Glyphs = UNICODE
        self.animation_level = "none"
        self._looks: dict[tuple[str, ColorSystem | None, Color], dict[str, Style]] = {}
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self._themes = self.available_themes  # As they are where there are all colours.
        self._shown: tuple[Theme, ColorSystem | None] | None = None
        self.apply_settings()

    # Settings

    def apply_settings(self) -> None:
        """Take over language, glyphs, theme and keys from the settings."""
        wanted = self.settings.value
        utf8 = wanted.cards == "unicode" or (wanted.cards == "auto" and has_utf8())
        self.glyphs = UNICODE if utf8 else ASCII
        # A terminal without UTF-8 cannot be trusted with Cyrillic either; but a user who wants
        # suits as letters on one that has it may still want Russian.
        i18n.choose(wanted.language if utf8 or has_utf8() else "en")
        if self.known_colours is not None:
            self.use_colours(_SYSTEMS.get(wanted.colours, self.known_colours))
        self.try_theme(wanted.theme)
        self.set_keymap({id_: with_cyrillic(keys) for id_, keys in wanted.keys.items()})

    def try_theme(self, name: str) -> None:
        """Show a theme, until the settings are taken over again."""
        theme = self._themes.get(name, DARK)
        if self.no_color:
            theme = self._themes[SIXTEEN[True]]
        elif self.colours not in (ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR):
            theme = self._themes[SIXTEEN[theme.dark]]
        elif self.colours is ColorSystem.EIGHT_BIT and not theme.ansi:
            theme = in_256(theme)
        before, self._shown = self._shown, (theme, self.colours)
        self.register_theme(theme)
        if theme.name == self.theme and before != self._shown:
            self.mutate_reactive(BaseApp.theme)
            self.call_next(self._paint_anew)
        self.theme = theme.name

    def _paint_anew(self) -> None:
        """Draw all again, also what has the same style sheet as before."""
        for screen in self.screen_stack:
            screen.query("*").refresh()

    def looks(self, background: Color) -> dict[str, Style]:
        """The style of each look on such a background."""
        key = self.theme, self.colours, background
        if key not in self._looks:
            self._looks[key] = looks(self.current_theme, background, self.colours)
        return self._looks[key]

    @property
    def moves_cards(self) -> bool:
        """True if cards are seen on their way to the table."""
        wanted = self.settings.value.travel
        if wanted == "auto" and (driver := driver_of(self)):
            return driver.latency is not None and driver.latency <= QUICK_LINE
        return wanted == "on"

    def prepare_moves(self) -> None:
        """Measure the latency if it decides whether cards are moved."""
        if self.settings.value.travel == "auto" and (driver := driver_of(self)):
            driver.measure_latency()

    # Keys

    def keys_of(self, action: KeyAction) -> list[str]:
        """The keys of an action, the user's own first, in Textual's names."""
        return split_keys(self.settings.value.keys.get(action.id, action.keys))

    def shown_key(self, action: KeyAction) -> str:
        """The first key of an action, as it is printed."""
        return shown_key(self.keys_of(action)[0], ascii_only=self.glyphs.ascii)

    def shown_keys(self, action: KeyAction) -> str:
        """All its keys, as they are printed."""
        keys = self.keys_of(action)
        return " ".join(shown_key(key, ascii_only=self.glyphs.ascii) for key in keys)

    # Games of the user

    @property
    def games_log(self) -> Path:
        return games_log()

    def unfinished(self) -> "list[UnfinishedGame]":
        """Games that were left and nobody is playing, newest first."""
        try:
            if not any(unfinished_folder().iterdir()):
                return []
            from durak_tui.records.journal import worth_resuming

            return worth_resuming(unfinished_folder())
        except OSError:
            return []

    def own_name(self) -> str:
        """The name of the user for people elsewhere; perhaps empty."""
        return own_name(self.settings.value)

    def kept(self) -> "list[Kept]":
        """Games with people elsewhere that can go on, the latest first."""
        folder = unfinished_folder()
        with suppress(OSError):
            if any(path.suffix == ".sitting" for path in folder.iterdir()):
                from durak_tui.net.talk_journal import kept_in

                return kept_in(folder)
        return []

    def kept_farewell(self) -> str:
        """The farewell during a game that is kept."""
        return _("Your game is saved. Run durak-tui to resume it.")
