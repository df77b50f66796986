"""The keys of all actions, and other keys for them."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, takewhile
from types import ModuleType
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import one_line
from durak_tui.tui.toolkit.actions import EVERYWHERE, KeyAction, latin, shown_key, split_keys
from durak_tui.tui.toolkit.canvas import Canvas, fit
from durak_tui.tui.toolkit.dialog import Dialog, Question
from durak_tui.tui.toolkit.menu import Cell, Entry, EntryList
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.schema import Settings

_KEYS: Final = 22  # Columns for the keys of an action.
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
    "replay": N_("A game from a log"),
    "review": N_("Review of a game"),
    "lesson": N_("Learning from mistakes"),
    "group": N_("Runs of other games"),
    "games": N_("Games in a log"),
    "playback": N_("Watching a game"),
    "goldrush": N_("Gold Rush"),
    "mine": N_("A game of Gold Rush"),
    "map": N_("Map of a mine"),
    "duel": N_("A game of 2048 for two"),
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
"""The first parts of action ids, each with its title, in the order of the list."""

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

        Actions that share a key by themselves are not in each other's way: they do the same, never
        at the same time, or in an order.
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
    for cls in _classes(module):
        if issubclass(cls, DurakScreen) and cls.__module__ == module.__name__:
            # Of the widgets of a screen is known what its module, or a base's, makes use of.
            bases = takewhile(lambda one: one is not DurakScreen, cls.__mro__)
            used = (one for base in bases for one in _classes(sys.modules[base.__module__]))
            own = [one for base in cls.__mro__ for one in base.__dict__.get("ACTIONS", ())]
            yield (*EVERYWHERE, *(action for one in used for action in _bound(one)), *own)


def _classes(module: ModuleType) -> list[type]:
    return [one for one in vars(module).values() if isinstance(one, type)]


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


class _Keys(EntryList):
    """All actions, below the names of their screens."""

    def __init__(self, key_map: KeyMap, *, id: str | None = None) -> None:
        lines: list[Entry] = []
        for title, actions in groupby(key_map.actions.values(), group_of):
            titles = ["", title] if lines else [title]
            lines += [Entry("", text, is_title=True) for text in titles]
            lines += [Entry(one.id, one.label) for one in actions]
        super().__init__(lines, id=id)
        self._actions = key_map.actions

    def next_group(self) -> None:
        """Go to the next screen's first action, scrolled to the top."""
        rows = self.rows()
        starts = [place for before, place in pairwise(rows) if before is None]
        self._top = len(rows)
        self.move_to(next((one for one in starts if one and one > self.cursor), 0))

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        entry, glyphs = self.lines[row], self.glyphs
        if entry.is_title:
            yield 0, _(entry.label), "accent"
            return
        line, chosen = self._actions[entry.id], look != "text"
        label = min(30, max(20, canvas.width // 3))
        yield 2, fit(_(line.label), label, glyphs), look
        own = line.id in self.durak.settings.value.keys
        keys = ("* " if own else "  ") + fit(self.durak.shown_keys(line), _KEYS, glyphs)
        yield label + 4, keys, look if chosen else "good" if own else "strong"
        room = canvas.width - label - _KEYS - 8
        if room > 20 and line.help != line.label:
            text = fit(_(line.help), room, glyphs)
            yield label + _KEYS + 8, text, look if chosen else "dim"


class KeysScreen(DurakScreen):
    """The list of all actions and keys."""

    TITLE = N_("Keys")
    HELP = N_(
        "Every action of every screen with its keys. Press enter, then the new key; it works"
        " everywhere at once. A star marks keys that differ from the default. Letters work on a"
        " Russian keyboard layout, too."
    )
    CSS_PATH = "keys.tcss"
    ACTIONS: ClassVar = (
        KeyAction("keys.set", "enter,e", N_("Change"), N_("Give this action another key")),
        KeyAction("keys.more", "a", N_("Add key"), N_("Give this action one more key")),
        KeyAction("keys.reset", "x,delete", N_("Reset"), N_("Restore the default keys")),
        KeyAction("keys.reset-all", "X", N_("Reset all"),
                  N_("Restore the default keys of all actions")),
        KeyAction("keys.section", "right_square_bracket", N_("Next screen"),
                  N_("Go to the actions of the next screen")),
    )  # fmt: skip

    _map: KeyMap

    def content(self) -> ComposeResult:
        self._map = KeyMap(self.durak.modules())
        yield _Keys(self._map, id="keys")
        yield Note(id="note")

    def on_mount(self) -> None:
        self.fill()

    def fill(self) -> None:
        n = len(self.durak.settings.value.keys)
        text = ngettext("{n} changed", "{n} changed", n).format(n=n) if n else ""
        self.head(text)
        self.show_said()

    def show_said(self) -> None:
        action = self._action()
        own = ", ".join(self._shown(key) for key in split_keys(action.keys))
        changed = action.id in self.durak.settings.value.keys
        also = self._map.clashes(action, self.durak.keys_of(action), self.durak.keys_of)
        self.query_one(Note).say(
            (f"{_(group_of(action))}: {_(action.help)}", "text"),
            (_("Default: {keys}").format(keys=own) if changed else "", "dim"),
            (self._about(also[:1]), "bad"),
            (self._about_unknown(), "bad"),
            self._said,
        )
        self.keys_changed()

    def _action(self) -> KeyAction:
        keys = self.query_one(_Keys)
        return self._map.actions[keys.current.id if keys.current else "app.help"]

    def _shown(self, key: str) -> str:
        return shown_key(key, ascii_only=self.durak.glyphs.ascii)

    def _about(self, found: Sequence[Clash]) -> str:
        """A sentence about each action with the same key."""
        text = _("{key} is also: {what} ({where}).")
        return " ".join(
            text.format(key=self._shown(key), what=_(action.label), where=_(group_of(action)))
            for key, action in found
        )

    def _about_unknown(self) -> str:
        """A sentence about keys in the settings for unknown actions."""
        unknown = [name for name in self.durak.settings.value.keys if name not in self._map.actions]
        if not unknown:
            return ""
        text = _("The settings assign keys to {name}, but there is no such action.")
        return text.format(name=", ".join(map(one_line, unknown)))

    def on_entry_list_highlighted(self) -> None:
        self.show_said()

    def on_entry_list_picked(self) -> None:
        self.action_set()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow a reset only of what was changed."""
        if action not in ("reset", "reset_all"):
            return True
        changed = self.durak.settings.value.keys
        return self.is_mounted and (
            self._action().id in changed if action == "reset" else bool(changed)
        )

    # What can be done

    @asking
    async def action_set(self) -> None:
        await self._ask_for_key()

    @asking
    async def action_more(self) -> None:
        await self._ask_for_key(more=True)

    async def _ask_for_key(self, *, more: bool = False) -> None:
        action = self._action()
        title = f"{_(group_of(action))}: {_(action.label)}"
        text = _("Press the key to add.") if more else _("Press the new key.")
        if key := await self.ask(KeyPress(title, text)):
            others = [one for one in self.durak.keys_of(action) if one != key] if more else []
            await self._wish(action, [*others, key])

    async def _wish(self, action: KeyAction, keys: list[str]) -> None:
        """Give an action these keys, unless one of them is somebody else's."""
        before = self.durak.keys_of(action)
        found = self._map.clashes(
            action, [key for key in keys if key not in before], self.durak.keys_of
        )
        if not found:
            self._set({action: keys})
            return
        swapped = self._swapped(action, keys, found)
        entries = [
            Entry("other", _("Press another key")),
            *([Entry("swap", _("Swap the keys"))] if swapped else []),
            Entry("leave", _("Leave it as it was")),
        ]
        taken, _other = found[0]
        title = _("{key} is taken").format(key=self._shown(taken))
        answer = await self.ask(Question(title, self._about(found), entries))
        if answer == "swap":
            self._set(swapped)
        elif answer == "other":
            await self._ask_for_key()

    def _swapped(
        self, action: KeyAction, keys: list[str], found: Sequence[Clash]
    ) -> dict[KeyAction, list[str]]:
        """The keys of all after a swap; none if that is impossible."""
        old = [key for key in self.durak.keys_of(action) if key not in keys]
        if not old:
            return {}
        after = {action: keys}
        for taken, other in found:
            theirs = self.durak.keys_of(other)
            after[other] = [old[0] if key == taken else key for key in theirs]

        def then(one: KeyAction) -> Sequence[str]:
            return after.get(one) or self.durak.keys_of(one)

        return (
            {} if any(self._map.clashes(one, mine, then) for one, mine in after.items()) else after
        )

    def _set(self, wanted: dict[KeyAction, list[str]]) -> None:
        def new(settings: Settings) -> Settings:
            for action, keys in wanted.items():
                wish = None if keys == split_keys(action.keys) else ",".join(keys)
                settings = settings.with_keys(action.id, wish)
            return settings

        self._saved(self.durak.change_settings(new))

    def _saved(self, problem: str) -> None:
        self.say(problem or _("Changed."), bool(problem))

    @asking
    async def action_reset(self) -> None:
        action = self._action()
        await self._wish(action, split_keys(action.keys))

    @asking
    async def action_reset_all(self) -> None:
        count = len(self.durak.settings.value.keys)
        text = ngettext(
            "{n} action has changed keys.", "{n} actions have changed keys.", count,
        ).format(n=count)  # fmt: skip
        entries = [
            Entry("reset", _("Reset them all"), key="y"),
            Entry("keep", _("Keep them"), key="n"),
        ]
        if await self.ask(Question(_("Reset all keys?"), text, entries)) == "reset":
            reset = self.durak.change_settings(lambda settings: replace(settings, keys={}))
            self._saved(reset)

    def action_section(self) -> None:
        """Go to the next screen's actions, after the last to the first."""
        self.query_one(_Keys).next_group()


class KeyPress(Dialog):
    """A dialog whose result is the key that is pressed."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action == "back"  # any other key is the answer

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()
        key = pressed(event.key)
        if key == "escape":
            self.dismiss("")
        elif key in TAKEN:
            text = _("{why} Press another key.").format(why=_(TAKEN[key]))
            self.query_one("#dialog-text", Static).update(text)
        else:
            self.dismiss(key)
