"""Actions of screens, and their keys."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding

from durak_tui.common.i18n import N_

_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
_CYRILLIC: Final = "йцукенгшщзхъфывапролджэячсмитьбюё"
SAME_KEY: Final = dict(zip(_LATIN, _CYRILLIC, strict=True))
"""The Russian letter on the key of a Latin one: people forget to switch."""
_SAME_LATIN: Final = dict(zip(_CYRILLIC + _CYRILLIC.upper(), _LATIN + _LATIN.upper(), strict=True))


def latin(character: str) -> str:
    """The Latin character on the key of a Russian one."""
    return _SAME_LATIN.get(character, character)


@dataclass(frozen=True, slots=True)
class KeyAction:
    """Something a user can do."""

    id: str  # ``screen.what``: its name in the settings.
    keys: str  # As Textual names them, separated by commas; the first is the one shown.
    label: str  # In a word or two, for the footer.
    help: str  # In a sentence, for help and palette.
    footer: bool = True  # Whether the footer shows it, where there is room.
    does: str = ""  # The method of the screen that does it, if that is not named as the action.
    arguments: tuple[int | str, ...] = ()  # Of that method.
    guests: bool = True  # Whether guests of a server may do it, too.
    only_guests: bool = False  # Whether only they may.

    @property
    def method(self) -> str:
        """The method of the screen that does it, without its ``action_``."""
        return self.does or self.id.partition(".")[2].replace("-", "_")

    def is_for(self, *, guest: bool) -> bool:
        """True if a guest, or else the user, may do it."""
        return self.guests if guest else not self.only_guests


def bindings(actions: Iterable[KeyAction]) -> list[Binding]:
    """The bindings of a screen, each with its action's id for remapping."""
    calls = {one: f"{one.method}({', '.join(map(repr, one.arguments))})" for one in actions}
    return [widget_binding(one.id, one.keys, call, one.label) for one, call in calls.items()]


def widget_binding(
    id_: str, keys: str, call: str, label: str, *, priority: bool = False
) -> Binding:
    """A binding that Textual's own footer would not show."""
    return Binding(with_cyrillic(keys), call, label, show=False, priority=priority, id=id_)


def split_keys(keys: str) -> list[str]:
    """The keys that a text names, separated by commas."""
    return [key.strip() for key in keys.split(",")]


def with_cyrillic(keys: str) -> str:
    """Keys, each Latin letter with the Russian one on its key."""
    result = split_keys(keys)
    for key in list(result):
        other = SAME_KEY.get(key.lower()) if len(key) == 1 and key.isalpha() else None
        if other:
            result.append(other.upper() if key.isupper() else other)
    return ",".join(result)


_ARROWS: Final = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
_SHOWN: Final = {
    **_ARROWS, "escape": "esc", "pageup": "pgup", "pagedown": "pgdn",
    "question_mark": "?", "slash": "/", "plus": "+", "equals_sign": "=", "minus": "-",
    "left_square_bracket": "[", "right_square_bracket": "]",
    "less_than_sign": "<", "greater_than_sign": ">",
}  # fmt: skip


def shown_key(key: str, *, ascii_only: bool = False) -> str:
    """A key as it is printed on a keyboard: ``question_mark`` is ``?``."""
    return key if ascii_only and key in _ARROWS else _SHOWN.get(key, key)


def is_typed(key: str) -> bool:
    """True if the key writes a character into a text field."""
    return key == "space" or (len(_SHOWN.get(key, key)) == 1 and key not in _ARROWS)


EVERYWHERE: Final = (
    KeyAction("app.help", "question_mark,f1", N_("Help"), N_("Explain this screen and its keys")),
    KeyAction("app.back", "escape", N_("Back"), N_("Go back")),
    KeyAction("app.palette", "ctrl+p", N_("Commands"), N_("Search commands"), False),
    KeyAction("app.redraw", "ctrl+l", N_("Redraw"), N_("Redraw the screen"), False),
    KeyAction("app.suspend", "ctrl+z", N_("Suspend"),
              N_("Return to the shell; fg resumes"), False, guests=False),
    KeyAction("app.quit", "q", N_("Quit"),
              N_("Quit the program; an unfinished game is saved")),
)  # fmt: skip
"""The actions of every screen."""
