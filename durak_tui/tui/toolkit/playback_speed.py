"""The speed of cards that are shown by themselves."""

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from durak_tui.common.i18n import _, why
from durak_tui.user.schema import SettingError

if TYPE_CHECKING:
    from durak_tui.tui.toolkit.screen import DurakScreen
    from durak_tui.user.settings import SettingsStore

SPEEDS: Final = (50, 100, 150, 250, 400, 600, 900, 1400, 2000, 3000, 5000)
"""Milliseconds a card that can be chosen by keys; the settings take any."""


def next_speed(ms: int, by: int) -> int:
    """The next longer (1) or shorter (-1) time, if any."""
    if by > 0:
        return min((speed for speed in SPEEDS if speed > ms), default=ms)
    return max((speed for speed in SPEEDS if speed < ms), default=ms)


class Speed:
    """The speed of a screen, which is a setting."""

    def __init__(
        self,
        screen: "DurakScreen",
        setting: Literal["replay_ms", "watch_ms"],
        not_saved: Callable[[str], object],
    ) -> None:
        """``not_saved`` gets a sentence about why a speed was not saved."""
        self.ms = 0  # Milliseconds a card, once they are read.
        self._screen = screen
        self._setting = setting
        self._not_saved = not_saved
        self._saving = threading.Lock()

    def read(self) -> None:
        """Take it from the settings, as soon as the screen is there."""
        self.ms = getattr(self._screen.durak.settings.value, self._setting)

    def change(self, by: int) -> None:
        """Take the next longer (1) or shorter (-1) time, if any."""
        ms = next_speed(self.ms, by)
        if ms != self.ms:
            self.ms = ms
            # Leaving the screen at once does not take it back; a screen that is gone knows
            # nothing of the application any more.
            app = self._screen.durak
            app.run_worker(partial(self._save, app.settings), thread=True)

    def _save(self, settings: "SettingsStore") -> None:
        """Save it in a thread: it holds for the next time, too."""
        try:
            with self._saving:
                # As it is by now: of several threads the last may be one of an earlier key.
                settings.update(**{self._setting: self.ms})
        except (OSError, SettingError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            self._screen.call_later(self._not_saved, _("Not saved: {why}").format(why=reason))
