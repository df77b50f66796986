"""All actions of all screens, whose keys can be remapped."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Final

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget

from durak_tui.common.i18n import N_
from durak_tui.tui.toolkit.actions import EVERYWHERE, KeyAction, latin, split_keys
from durak_tui.tui.toolkit.screen import DurakScreen

TITLES: Final[Mapping[str, str]] = {
    "app": N_("Everywhere"),
    "menu": N_("In lists"),
    "page": N_("In texts"),
    "form": N_("In forms"),
    "choice": N_("In forms, on a choice"),
    "press": N_("In forms, on a button"),
    "home": N_("Home"),
    "whom": N_("Choosing an opponent"),
    "people": N_("Names of two people"),
    "meet": N_("People"),
    "unfinished": N_("Unfinished games"),
    "play": N_("Play"),
    "practice": N_("Practice"),
    "solve": N_("Solving an endgame"),
    "autoplay": N_("Autoplay"),
    "watch": N_("Watching a match"),
    "tournament": N_("Tournament"),
    "crosstable": N_("Tournament, in the table"),
    "logs": N_("Logs"),
    "logreview": N_("Review of a log"),
    "me": N_("Your record"),
    "openlog": N_("Choosing a log"),
    "export": N_("Exporting games"),
    "replay": N_("A game of a log"),
    "review": N_("Review of a game"),
    "lesson": N_("Learning from mistakes"),
    "engines": N_("Engines"),
    "engine": N_("An engine"),
    "check": N_("Check of an engine"),
    "about": N_("About an engine"),
    "settings": N_("Settings"),
    "keys": N_("Keys"),
    "themes": N_("Themes"),
    "dialog": N_("Questions"),
    "help": N_("Help"),
}
"""What the ids of actions begin with, and what that is called; in the order of the list."""

TAKEN: Final[Mapping[str, str]] = {
    "tab": N_("Tab goes from field to field."),
    "shift+tab": N_("Shift+Tab goes from field to field."),
    "ctrl+c": N_("Ctrl+C copies the selected text."),
    "ctrl+p": N_("Ctrl+P always shows the commands."),
    "ctrl+q": N_("Ctrl+Q always quits."),
    "ctrl+z": N_("Ctrl+Z always suspends the program."),
    "ctrl+s": N_("Ctrl+S freezes many terminals."),
}
"""Keys that no action can have, and why."""


Clash = tuple[str, KeyAction]  # A key, and another action that has it where it could be pressed.
KeysOf = Callable[[KeyAction], Sequence[str]]


class KeyMap:
    """The actions of the screens in these modules."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        # Screen by screen, those that keys can ask for there.
        self.places = [place for module in modules for place in _places(module)]
        found = {action.id: action for place in self.places for action in place}
        titles = list(TITLES)
        # By id, group by group.
        self.actions = dict(sorted(found.items(), key=lambda item: titles.index(_prefix(item[1]))))

    def clashes(self, action: KeyAction, keys: Iterable[str], keys_of: KeysOf) -> list[Clash]:
        """Other actions that would share one of these keys.

        Actions that share a key by themselves are not in each other's way: they do the same, or
        never at the same time.
        """
        wanted, own = set(keys), set(split_keys(action.keys))
        found: dict[str, Clash] = {}
        for place in self.places:
            if action.id not in (one.id for one in place):
                continue
            for other in place:
                if other.id != action.id and own.isdisjoint(split_keys(other.keys)):
                    for key in wanted.intersection(keys_of(other)):
                        found[other.id] = key, other
        return list(found.values())


def group_of(action: KeyAction) -> str:
    """The title of the actions that belong together with one."""
    return TITLES[_prefix(action)]


def _prefix(action: KeyAction) -> str:
    return action.id.partition(".")[0]


def _places(module: ModuleType) -> Iterator[Sequence[KeyAction]]:
    classes = [one for one in vars(module).values() if isinstance(one, type)]
    # Of the widgets of a screen is known what its module makes use of.
    of_widgets = [action for one in classes for action in _bound(one)]
    for cls in classes:
        if issubclass(cls, DurakScreen) and cls.__module__ == module.__name__:
            own = [one for base in cls.__mro__ for one in base.__dict__.get("ACTIONS", ())]
            yield (*EVERYWHERE, *of_widgets, *own)


def _bound(cls: type) -> Iterator[KeyAction]:
    """The actions of a widget class of ours; none of any other."""
    is_ours = cls.__module__.startswith("durak_tui.")
    if is_ours and issubclass(cls, Widget) and not issubclass(cls, Screen):
        for binding in (one for base in cls.__mro__ for one in base.__dict__.get("BINDINGS", ())):
            if isinstance(binding, Binding) and binding.id and binding.description:
                keys = ",".join(key for key in binding.key.split(",") if pressed(key) == key)
                label = binding.description
                yield KeyAction(binding.id, keys, label, label, footer=False)


def pressed(key: str) -> str:
    """The key that was meant, on a Latin or Russian layout."""
    letter = latin(key)
    # What is no letter has another name as a key.
    return letter if letter.isalpha() else key
