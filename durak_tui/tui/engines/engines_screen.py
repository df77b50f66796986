"""The engines a user has: listed, chosen, edited, checked."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical

from durak_tui.common.i18n import N_, _, decimal
from durak_tui.common.text import sentence
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.registry import SHIPPED
from durak_tui.game.cards import parse_card
from durak_tui.tui.engines.engine_form import problem_of
from durak_tui.tui.engines.strength_bars import StrengthBars
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, fit
from durak_tui.tui.toolkit.card_row import CardRow
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.tui.toolkit.menu import Cell, Entry, EntryList
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.panel import Panel
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.tui.toolkit.side_by_side import SideBySide
from durak_tui.user.engines import about, known_engines, opponent_now
from durak_tui.user.opponents import shown_name
from durak_tui.user.schema import Settings

_CARDS: Final = tuple(map(parse_card, ("AC", "AD", "AH", "AS")))
_TIME: Final = 10  # Columns of a time limit.
_CHECK: Final = KeyAction(
    "engines.check", "c", N_("Check"), N_("Check whether it follows the protocol")
)
_UNDO: Final = KeyAction("engines.undo", "u", N_("Undo"), N_("Restore what was last removed"))


class _Row(NamedTuple):
    """An engine as it is listed."""

    entry: EngineConfig
    is_default: bool
    move: str
    game: str
    problem: str  # Why it cannot be started; empty if it can.


class _Engines(EntryList):
    """The list: names, commands, limits."""

    HEAD: ClassVar = 1

    _rows: Mapping[str, _Row] = {}

    @property
    def row(self) -> _Row:
        """The engine with the cursor; one always ships."""
        assert self.current
        return self._rows[self.current.id]

    def offer(self, rows: Sequence[_Row]) -> None:
        """Show these engines; the cursor stays on its engine if possible."""
        self._rows = {row.entry.name: row for row in rows}
        self.show([Entry(name, name) for name in self._rows])

    def draw_head(self, canvas: Canvas) -> None:
        titles = _("Engine"), _("Command"), _("per move"), _("per game")
        for x, text in zip(self._columns(canvas), titles, strict=True):
            canvas.put(x, 0, text, "dim")

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        shown = self._rows[self.entries[row].id]
        name, command, move, game = self._columns(canvas)
        yield name, fit(_shown_name(shown, self.glyphs), command - name - 2, self.glyphs), look
        text = f"! {shown.entry.command}" if shown.problem else shown.entry.command
        own = "bad" if shown.problem else "dim"
        yield command, fit(text, move - command - 2, self.glyphs), own if look == "text" else look
        yield move, shown.move, look
        yield game, shown.game, look

    def _columns(self, canvas: Canvas) -> tuple[int, int, int, int]:
        names = [_shown_name(row, self.glyphs) for row in self._rows.values()]
        room = canvas.width - 4 - 2 * _TIME
        name = min(max(map(cell_len, [_("Engine"), *names])), max(12, room // 2 - 2))
        return 2, name + 4, canvas.width - 2 * _TIME, canvas.width - _TIME


def _shown_name(row: _Row, glyphs: Glyphs) -> str:
    name = row.entry.name
    return f"{name} {glyphs.dot} " + _("default") if row.is_default else name


class _Removed(NamedTuple):
    """An engine that was removed, and where it was."""

    entry: EngineConfig
    place: int
    was_default: bool

    def back_in(self, settings: Settings) -> Settings:
        engines = [one for one in settings.engines if one != self.entry]
        engines.insert(self.place, self.entry)
        default = self.entry.name if self.was_default else settings.default_engine
        return replace(settings, engines=tuple(engines), default_engine=default)


class EnginesScreen(DurakScreen):
    """The list of engines, and facts about the cursor's."""

    TITLE = N_("Engines")
    HELP = N_(
        "An engine is a program that plays Durak and speaks the line protocol. Those that ship"
        " with durak-tui come first; add your own below them. The default engine is the one to play"
        " against until you choose another.\n\nAn exclamation mark means that the program cannot be"
        " found. A check tries every command and the awkward cases, and says what is wrong, if"
        " anything, and how to fix it."
    )
    CSS_PATH = "engines_screen.tcss"
    ACTIONS: ClassVar = (
        KeyAction("engines.add", "a", N_("Add"), N_("Add your own engine")),
        KeyAction("engines.edit", "enter,e", N_("Edit"),
                  N_("Change an engine's name, command or limits")),
        _CHECK,
        KeyAction("engines.play", "p", N_("Play"), N_("Play against the selected engine")),
        KeyAction("engines.remove", "x,delete", N_("Remove"),
                  N_("Remove an engine from the list; its games stay in their logs")),
        KeyAction("engines.about", "i", N_("About"),
                  N_("Start the engine and see what it reports about itself")),
        KeyAction("engines.default", "d", N_("Default"), N_("Play against it by default")),
        _UNDO,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._removed: list[_Removed] = []

    def content(self) -> ComposeResult:
        about = Panel(N_("Details"), Note(id="about"), id="details")
        strength = Panel(N_("Rating"), StrengthBars(), id="strength")
        yield SideBySide(_Engines(id="engines"), beside=Vertical(about, strength))
        yield CardRow(_CARDS)

    def on_mount(self) -> None:
        self.fill()

    def on_screen_resume(self) -> None:
        self.fill()

    # What is shown

    def fill(self) -> None:
        settings = self.durak.settings.value
        entries = known_engines(settings)
        rows = [
            _Row(
                entry,
                entry.name == settings.default_engine,
                _seconds(entry.move_time or settings.think_seconds),
                _seconds(entry.game_time) if entry.game_time else self.durak.glyphs.dash,
                problem_of(entry.command),
            )
            for entry in entries
        ]
        self.query_one(_Engines).offer(rows)
        missing = settings.default_engine not in (entry.name for entry in entries)
        self.head(
            _("default: {name}").format(name=shown_name(settings.default_engine))
            if missing
            else "",
        )
        self.show_said()

    def show_said(self) -> None:
        row = self._row()
        dot = f" {self.durak.glyphs.dot} "
        own = row.entry.name in (one.name for one in self.durak.settings.value.engines)
        facts = [
            _("ships with durak-tui") if row.entry.name in SHIPPED else _("yours"),
            _("the default") if row.is_default else "",
            _("you play against it") if self._is_next(row.entry.name) else "",
            _("{time} per move").format(time=row.move)
            + ("" if row.entry.move_time else " " + _("(default)")),
            _("{time} per game").format(time=row.game)
            if row.entry.game_time
            else _("no limit per game"),
            _("with your own limits") if own and row.entry.name in SHIPPED else "",
        ]
        self.query_one(Note).say(
            (f"{row.entry.name}{dot}{about(row.entry)}", "strong"),
            (dot.join(filter(None, facts)), "text"),
            (sentence(row.problem), "bad"),
            self._said,
        )
        self.query_one(StrengthBars).mark(row.entry.command)
        self.keys_changed()

    def _row(self) -> _Row:
        return self.query_one(_Engines).row

    def _is_next(self, name: str) -> bool:
        """True if Play is against the engine of that name."""
        return name == opponent_now(self.durak.settings.value, self.durak.state.value.opponent)

    def on_entry_list_highlighted(self) -> None:
        self.show_said()

    def on_entry_list_picked(self) -> None:
        self.action_edit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "undo":
            return bool(self._removed)
        lists = self.query(_Engines)
        if action in ("add", "help", "back", "palette", "redraw", "quit"):
            return True
        if not lists or lists.first().current is None:  # it is just being made
            return False
        row = lists.first().row
        if action == "remove":
            return self.durak.settings.value.engine(row.entry.name) is not None
        if action == "default":
            return not (row.is_default and self._is_next(row.entry.name))
        return True

    # What can be done

    @asking
    async def action_add(self) -> None:
        await self._fill_in(None)

    @asking
    async def action_edit(self) -> None:
        await self._fill_in(self._row().entry)

    async def _fill_in(self, entry: EngineConfig | None) -> None:
        from durak_tui.tui.engines.engine_form import EngineForm

        saved: tuple[str, str] | None = await self.ask(EngineForm(entry))
        if saved is None:
            return
        name, problem = saved
        self.fill()
        self._go_to(name)
        text = _("Saved. {key} checks whether it follows the protocol.")
        self.say(problem or text.format(key=self.durak.shown_key(_CHECK)), bool(problem))

    def _go_to(self, name: str) -> None:
        engines = self.query_one(_Engines)
        for place, entry in enumerate(engines.entries):
            if entry.id == name:
                engines.show(engines.entries, place)

    def action_default(self) -> None:
        name = self._row().entry.name
        problem = self.durak.change_settings(default_engine=name)
        with suppress(OSError):  # it holds until the program ends
            self.durak.state.change(lambda state: state.with_opponent(""))
        self.say(problem or _("You now play against {name}.").format(name=name), bool(problem))

    def action_play(self) -> None:
        self.durak.go("play", engine=self._row().entry.name)

    @asking
    async def action_remove(self) -> None:
        name = self._row().entry.name
        if name in SHIPPED:
            title = _("Reset the time limits of {name}?").format(name=name)
            text = _("It ships with durak-tui and stays, with the default limits.")
            yes, no = _("Reset them"), _("Keep them")
        else:
            title = _("Remove {name}?").format(name=name)
            text = _("It leaves this list. Its program and its games stay where they are.")
            yes, no = _("Remove"), _("Keep")
        entries = [Entry("remove", yes, key="y"), Entry("keep", no, key="n")]
        if await self.ask(Question(title, text, entries)) == "remove":
            self._remove(name)

    def _remove(self, name: str) -> None:
        settings = self.durak.settings.value
        entry = settings.engine(name)
        if entry is None:  # another program was quicker
            self.fill()
            return
        default = settings.default_engine
        removed = _Removed(entry, settings.engines.index(entry), default == name)

        def without(settings: Settings) -> Settings:
            less = settings.without_engine(name)
            # What ships is still there.
            return replace(less, default_engine=default) if name in SHIPPED else less

        problem = self.durak.change_settings(without)
        self._removed.append(removed)
        text = _("Removed {name}; {key} brings it back.")
        text = text.format(name=name, key=self.durak.shown_key(_UNDO))
        self.say(problem or text, bool(problem))

    def action_undo(self) -> None:
        removed = self._removed[-1]
        name = removed.entry.name
        if self.durak.settings.value.engine(name) not in (None, removed.entry):
            text = _("There is another {name} now. Rename it; {key} then brings this one back.")
            self.say(text.format(name=name, key=self.durak.shown_key(_UNDO)), True)
            return
        self._removed.pop()
        problem = self.durak.change_settings(removed.back_in)
        self._go_to(name)
        self.say(problem or _("{name} is back.").format(name=name), bool(problem))

    def action_about(self) -> None:
        from durak_tui.tui.engines.about_engine import AboutEngine

        self.app.push_screen(AboutEngine(self._row().entry))

    def action_check(self) -> None:
        from durak_tui.tui.engines.check_screen import CheckScreen

        self.app.push_screen(CheckScreen(self._row().entry))


def _seconds(time: float) -> str:
    return _("{n} s").format(n=decimal(time))
