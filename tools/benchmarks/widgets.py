"""The toolkit's own widgets beside Textual's: bytes sent, and processor time.

    python -m tools.benchmarks.widgets [--rounds N] [--keys N]

Each screen is made twice, of our widgets and of Textual's styled to look the same, in the
application itself, which sends only the cells that differ.  Prints for the first picture, a key
and another size of the window what both cost, and by how much Textual's cost more.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Footer, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from durak_tui.common.i18n import _
from durak_tui.tui.settings.choices import choices
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.form import ChoiceField, Form, FormRow, TextField
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.tui.toolkit.menu import Entry, Menu
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.page import Page
from durak_tui.tui.toolkit.screen import DurakScreen, TooSmall
from durak_tui.user.schema import ROWS, SettingRow
from tests.tui.terminals import ClockedTerminal

SIZES: Final = (80, 24), (100, 30)
ENTRIES: Final = (
    Entry("play", "Play", "against Beginner", "p"),
    Entry("practice", "Practice", "find the best card", "x"),
    Entry("autoplay", "Autoplay", "engines play matches", "a"),
    Entry("tournament", "Tournament", "many engines play each other", "t"),
    Entry("logs", "Logs", "look at games, step by step", "l"),
    Entry("me", "You", "score, rating, your last games", "m"),
    Entry("engines", "Engines", "add, check, choose", "e"),
    Entry("settings", "Settings", "language, looks, keys", "s"),
)
"""The menu of the first screen, as somebody new finds it."""
SAID: Final = (
    "The games of this log, the newest first. Enter shows the one with the cursor.",
    "12 of 340 games match: won:lisa bouts>12. In the last one 10♥ was beaten with 7♠.",
)
TEXT: Final = "\n\n".join(f"{number}. {SAID[0]} {SAID[1]}" for number in range(1, 21))


# The screens of our widgets.


class OwnMenu(DurakScreen):
    """The menu of the first screen."""

    HEADED = False
    CSS = """
    OwnMenu, StockMenu { align: center middle; }
    OwnMenu Menu, StockMenu OptionList { height: 8; width: 100%; max-width: 64; }
    """

    def content(self) -> ComposeResult:
        yield Menu(ENTRIES)


class OwnForm(DurakScreen):
    """The settings."""

    HEADED = False
    CSS = "OwnForm Form { padding: 0 1; }"

    def content(self) -> ComposeResult:
        yield Form(*(FormRow(_(row.label), self._field(row.key), _(row.hint)) for row in _rows()))

    def on_mount(self) -> None:
        self.query(ChoiceField).first().focus()

    def _field(self, key: str) -> Widget:
        value = str(getattr(self.durak.settings.value, key))
        offered = [(str(one), text) for one, text in choices(self.durak, key)]
        return ChoiceField(offered, value) if offered else TextField(value)


class OwnPage(DurakScreen):
    """A long text."""

    HEADED = False

    def content(self) -> ComposeResult:
        yield Page()

    def on_mount(self) -> None:
        page = self.query_one(Page)
        page.show(lambda width: [[(line, "text")] for line in _lines(width)])
        page.focus()


class OwnNote(DurakScreen):
    """A sentence that a key changes."""

    HEADED = False
    ACTIONS: ClassVar = (KeyAction("note.other", "o", "Other", "Say something else"),)
    CSS = "OwnNote Note, StockNote Static { height: 2; padding: 0 1; }"
    _which = 0

    def content(self) -> ComposeResult:
        yield Note()

    def on_mount(self) -> None:
        self.reword()

    def reword(self) -> None:
        self.query_one(Note).say((SAID[self._which], "text"))

    def action_other(self) -> None:
        self._which = 1 - self._which
        self.reword()


class OwnKeys(DurakScreen):
    """The line of keys, in which one comes and goes."""

    HEADED = False
    ACTIONS: ClassVar = (
        KeyAction("keys.other", "o", "Other", "Show or hide a key"),
        KeyAction("keys.resume", "r", "Resume", "Resume"),
        KeyAction("keys.logs", "l", "Logs", "Logs"),
        KeyAction("keys.you", "m", "You", "You"),
    )
    _may_resume = True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._may_resume or action != "resume"

    def changed(self) -> None:
        self.keys_changed()

    def action_other(self) -> None:
        self._may_resume = not self._may_resume
        self.changed()


# The same of Textual's.


class _StockList(OptionList):
    """Options with the pointer before the one that is chosen."""

    DEFAULT_CSS = """
    _StockList, _StockList:focus {
        border: none; padding: 0; background: $background; background-tint: transparent;
        scrollbar-size: 0 0;
        & > .option-list--option-highlighted {
            color: $background; background: $accent; text-style: bold;
        }
    }
    """

    def _get_option_render(self, option: Option, style: Style) -> list[Strip]:
        # Textual has no other look of its parts for the option with the cursor.
        entry, here = ENTRIES[self._option_to_index[option]], option is self.highlighted_option
        option._visual = _option(entry, here=here)
        return super()._get_option_render(option, style)


def _option(entry: Entry, *, here: bool) -> Content:
    labels = max(cell_len(one.label) for one in ENTRIES)
    key, note = ("", "") if here else ("bold $accent", "$foreground 60%")
    pointer = UNICODE.pointer if here else " "
    return Content.assemble(
        f"{pointer} ", (entry.key, key), f"  {entry.label:{labels}}  ", (entry.note, note)
    )


class StockMenu(DurakScreen):
    """The menu of the first screen."""

    HEADED = False
    CSS = OwnMenu.CSS

    def content(self) -> ComposeResult:
        yield _StockList(*(Option("") for _entry in ENTRIES), compact=True)

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()


class StockForm(DurakScreen):
    """The settings."""

    HEADED = False
    CSS = """
    StockForm {
        VerticalScroll { padding: 0 1; scrollbar-size: 1 1; }
        Horizontal { height: 1; width: 100%; }
        .form-label { height: 1; width: 24; color: $foreground 80%; }
        Input { height: 1; width: 1fr; background: $panel; }
        Select { width: 1fr; }
        Select > SelectCurrent { background: $background; padding: 0; }
        Select:focus > SelectCurrent { background: $accent; }
        #form-note { margin-top: 1; height: auto; color: $foreground 60%; }
    }
    """
    BINDINGS: ClassVar = [
        Binding("up", "app.focus_previous", show=False, priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
    ]

    def content(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            for row in _rows():
                with Horizontal():
                    yield Static(_(row.label), classes="form-label", markup=False)
                    yield self._field(row.key)
            yield Static("", id="form-note", markup=False)

    def on_mount(self) -> None:
        self.query(Select).first().focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_open = any(one.expanded for one in self.query(Select))
        return not (is_open and action.startswith("focus"))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        fields = [*self.query("Select, Input")]
        if event.widget in fields:
            row = list(_rows())[fields.index(event.widget)]
            self.query_one("#form-note", Static).update(_(row.hint))

    def _field(self, key: str) -> Widget:
        value = str(getattr(self.durak.settings.value, key))
        offered = [(text, str(one)) for one, text in choices(self.durak, key)]
        if offered:
            return Select(offered, value=value, allow_blank=False, compact=True)
        return Input(value, compact=True)


class StockPage(DurakScreen):
    """A long text."""

    HEADED = False
    CSS = "StockPage VerticalScroll { scrollbar-size: 1 1; scrollbar-gutter: stable; }"

    def content(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Content(TEXT))

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class StockNote(OwnNote):
    """A sentence that a key changes."""

    def content(self) -> ComposeResult:
        yield Static("", markup=False)

    def reword(self) -> None:
        self.query_one(Static).update(SAID[self._which])


class StockKeys(OwnKeys):
    """The line of keys, in which one comes and goes."""

    CSS = "StockKeys Footer { background: $panel; }"
    BINDINGS: ClassVar = [Binding(one.keys, one.method, one.label) for one in OwnKeys.ACTIONS]

    def compose(self) -> ComposeResult:
        yield Footer(show_command_palette=False)
        yield TooSmall()

    def changed(self) -> None:
        self.refresh_bindings()


def _rows() -> Iterator[SettingRow]:
    return (row for row in ROWS.values() if row.label and row.key != "theme")


def _lines(width: int) -> list[str]:
    return [line for part in TEXT.split("\n") for line in wrapped(part, width) or [""]]


class Case(NamedTuple):
    """A screen of our widgets, one of Textual's, and keys for both."""

    name: str
    own: type[DurakScreen]
    stock: type[DurakScreen]
    own_keys: Sequence[str]
    stock_keys: Sequence[str]
    is_one: bool = False  # Whether all these keys together do one thing.


CASES: Final = (
    Case("Menu, OptionList", OwnMenu, StockMenu, ["down", "up"], ["down", "up"]),
    Case("Form, Select: the next field", OwnForm, StockForm, ["down", "up"], ["down", "up"]),
    Case("Form, Select: another value", OwnForm, StockForm, ["right"],
         ["enter", "down", "enter"], is_one=True),
    Case("Page, VerticalScroll: a line", OwnPage, StockPage, ["down"], ["down"]),
    Case("Page, VerticalScroll: a page", OwnPage, StockPage, ["pagedown", "pageup"],
         ["pagedown", "pageup"]),
    Case("Note, Static", OwnNote, StockNote, ["o"], ["o"]),
    Case("KeyBar, Footer", OwnKeys, StockKeys, ["o"], ["o"]),
)  # fmt: skip
SCREENS: Final = (*(case.own for case in CASES), *(case.stock for case in CASES))


class StartScreen(DurakScreen):
    """Nothing; from here each screen is opened."""

    HEADED = False
    ACTIONS: ClassVar = tuple(
        KeyAction(f"start.{number}", chr(ord("A") + number), "", "", False, "open", (number,))
        for number in range(len(SCREENS))
    )

    def action_open(self, number: int) -> None:
        self.app.push_screen(SCREENS[number]())


def install() -> None:
    """Let the application begin here, with no screen of its own."""
    from durak_tui.tui import app

    sys.modules["durak_tui.tui.benchmark"] = sys.modules[__name__]
    app.SCREENS["home"] = "benchmark", "StartScreen"


class Cost(NamedTuple):
    """Bytes, and milliseconds of processor time."""

    size: float
    time: float


class Costs(NamedTuple):
    """Those of a screen."""

    first: Cost
    key: Cost
    resize: Cost


def processor_time(pid: int) -> float:
    """Milliseconds that all threads of a process have had."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


def cost_of(terminal: ClockedTerminal, do: Callable[[], None]) -> Cost:
    """The cost of something, until all is drawn."""
    spent = processor_time(terminal.pid)
    do()
    sent = terminal.let_pass(1.0)
    return Cost(sent, processor_time(terminal.pid) - spent)


def measure(number: int, keys: Sequence[str], count: int, *, is_one: bool) -> Costs:
    """The costs of a screen in a new program.

    Each key is pressed ``count`` times.  ``is_one``: the keys together do one thing.
    """
    before = "from tools.benchmarks import widgets; widgets.install()"
    with ClockedTerminal(size=SIZES[0], before=before) as terminal:
        terminal.let_pass(1.0)
        idle = median(cost_of(terminal, lambda: None).time for _number in range(9))

        def of(do: Callable[[], None]) -> Cost:
            cost = cost_of(terminal, do)
            return cost._replace(time=cost.time - idle)

        first = of(lambda: terminal.press(chr(ord("A") + number)))
        pressed = [of(partial(terminal.press, key)) for _number in range(count) for key in keys]
        resized = [of(partial(terminal.resize, *size)) for size in reversed(SIZES)]
    factor = len(keys) if is_one else 1
    return Costs(first, _average(pressed, factor), _average(resized))


def _average(costs: Sequence[Cost], factor: int = 1) -> Cost:
    return Cost(*(factor * mean(kind) for kind in zip(*costs, strict=True)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Our widgets beside Textual's.")
    parser.add_argument("--rounds", type=int, default=5, help="how often to measure")
    parser.add_argument("--keys", type=int, default=10, help="how often to press each key")
    arguments = parser.parse_args()
    print(" " * 30 + " bytes: ours  theirs  ratio  ms: ours  theirs  ratio")
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, LANG="C.UTF-8")
        for number, case in enumerate(CASES):
            both = (number, case.own_keys), (number + len(CASES), case.stock_keys)
            rounds = [
                [measure(*one, arguments.keys, is_one=case.is_one) for one in both]
                for _round in range(arguments.rounds)
            ]
            print(case.name)
            for what in Costs._fields:
                _print_row(what, [[getattr(one, what) for one in pair] for pair in rounds])


def _print_row(what: str, pairs: Sequence[Sequence[Cost]]) -> None:
    """The cost of one thing per round, with both kinds of widgets."""
    columns = ((12, 8, ",.0f"), (10, 8, ".2f"))
    print(f"  {what:28}", end="")
    for kind, (wide, narrow, form) in enumerate(columns):
        ours, theirs = (median(pair[which][kind] for pair in pairs) for which in (0, 1))
        ratio = median(pair[1][kind] / pair[0][kind] for pair in pairs)
        print(f"{ours:>{wide}{form}}{theirs:>{narrow}{form}}{ratio:>7.2f}", end="")
    print()


if __name__ == "__main__":
    main()
