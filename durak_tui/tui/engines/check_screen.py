"""The compliance check of an engine, and its report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, Literal

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.common.text import sentence
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.check.compliance import MOVE_TIME, STATUSES, CheckResult, run_checks
from durak_tui.engine.check.scenarios import SCENARIOS
from durak_tui.engine.config import EngineConfig, Limits
from durak_tui.engine.engine_errors import EngineStartError, RunnerError
from durak_tui.engine.registry import resolve
from durak_tui.tui.engines.about_engine import standard_error
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, chopped, fit
from durak_tui.tui.toolkit.menu import Cell, Entry, EntryList
from durak_tui.tui.toolkit.page import Line, Page, paragraph
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.words.check_words import STATUS_WORDS, Part, ReportLine, report

_PARAGRAPHS: Final[Sequence[Sequence[Part]]] = (
    ("head",), ("about",), ("wrong", "advice"), ("gap", "sent", "received"), ("stderr",),
)  # fmt: skip
"""A fault goes before the lines that show it; these may be many."""
_LOOKS: Final[Mapping[Part, str]] = {
    "head": "strong", "wrong": "bad", "advice": "good", "sent": "dim", "gap": "dim",
}  # fmt: skip
_STATUS_LOOKS: Final = {"passed": "good", "failed": "bad", "skipped": "dim"}
_INDENT: Final = 5
_LINES: Final = KeyAction(
    "check.lines", "v", N_("Lines"), N_("Show all lines of the exchange, or only the last")
)

CheckState = Literal["running", "finished", "stopped", "unable"]


class _Checks(EntryList):
    """The checks in their order, each with how it went."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__([Entry(one.name, one.name) for one in SCENARIOS], id=id)
        self.results: list[CheckResult] = []  # Of the first checks, in order.
        self.runs = False  # Whether the next one is being made.

    def row_cells(self, row: int, look: str, canvas: Canvas) -> Iterable[Cell]:
        glyphs, done = self.glyphs, len(self.results)
        mark, word, own = " ", _("running") if self.runs and row == done else "", "accent"
        if row < done:
            status = self.results[row].status
            marks = {"passed": glyphs.yes, "failed": glyphs.no, "skipped": glyphs.dash}
            mark, word, own = marks[status], _(STATUS_WORDS[status]), _STATUS_LOOKS[status]
        own = look if look == "cursor" else own
        yield 2, mark, own
        yield 4, word, own
        words = max(cell_len(_(word)) for word in STATUS_WORDS.values())
        x = 4 + max(words, cell_len(word)) + 2
        yield x, fit(_(self.entries[row].label), max(0, canvas.width - x - 2), glyphs), look


class CheckScreen(DurakScreen):
    """The checks, made one after the other while the screen goes on."""

    HELP = N_(
        "The engine goes through every command of the protocol and the awkward cases, with a"
        " new process for each check. A check that needs one that has not passed is skipped: fix"
        " the first failure, and run them again.\n\nFor a failed check you see what is wrong,"
        " how to fix it, and the lines that were exchanged: <- to the engine, -> from it. What it"
        " wrote to standard error has a key of its own."
    )
    CSS_PATH = "check_screen.tcss"
    ACTIONS: ClassVar = (
        KeyAction("check.details", "enter,space", N_("Details"),
                  N_("Show everything about one check, or go back")),
        KeyAction("check.next", "n", N_("Failed"), N_("Go to the next failed check")),
        KeyAction("check.words", "e", N_("Errors"),
                  N_("Show what the engine wrote to standard error in this check, or go back")),
        KeyAction("check.stop", "s", N_("Stop"), N_("Stop checking; finished checks stay")),
        KeyAction("check.again", "r", N_("Check again"), N_("Run all checks again")),
        _LINES,
    )  # fmt: skip

    def __init__(self, entry: EngineConfig) -> None:
        super().__init__()
        self._entry = entry
        self._token = CancelToken()
        self.state: CheckState = "running"
        self._why = ""
        self._moved = False  # Whether the user has moved the cursor, which then stays where it is.
        self._verbose = False
        self._shows_words = False  # What it wrote to standard error, instead of a report.
        self._shown: CheckResult | None = None  # The check whose report can be read.

    @property
    def results(self) -> Sequence[CheckResult]:
        return self.query_one(_Checks).results

    def content(self) -> ComposeResult:
        with Vertical(id="panes"):
            yield _Checks(id="checks")
            yield Page(id="report")

    def title_text(self) -> str:
        return _("Check of {name}").format(name=self._entry.name)

    def on_mount(self) -> None:
        self.query_one(Page).can_focus = False
        self.query_one(_Checks).focus()
        self.action_again()

    def on_unmount(self) -> None:
        self._token.set()

    # Making the checks

    def action_again(self) -> None:
        token = self._token = CancelToken()
        self.state, self._moved = "running", False
        checks = self.query_one(_Checks)
        checks.results, checks.runs = [], True
        checks.show(checks.entries, 0)
        self.fill()
        self.run_worker(partial(self._make, token), thread=True, group="check")

    def _make(self, token: CancelToken) -> None:
        try:
            program = resolve(self._entry.command)
            limits = Limits(self._entry.move_time or MOVE_TIME)
            for result in run_checks(program, limits, cancel=token):
                self.call_later(self._made, token, result)
        except Cancelled:
            self.call_later(self._over, token, "stopped")
        except (EngineStartError, RunnerError) as error:
            self.call_later(self._over, token, "unable", str(error))
        else:
            self.call_later(self._over, token, "finished")

    def _made(self, token: CancelToken, result: CheckResult) -> None:
        if token is not self._token:
            return
        checks = self.query_one(_Checks)
        checks.results.append(result)
        checks.show(checks.entries, checks.cursor if self._moved else len(checks.results) - 1)
        self.fill()

    def _over(self, token: CancelToken, state: CheckState, why: str = "") -> None:
        if token is not self._token:
            return
        self.state, self._why = state, why
        checks = self.query_one(_Checks)
        checks.runs = False
        failed = self._failed()
        checks.show(checks.entries, failed[0] if failed and not self._moved else None)
        self.fill()

    def _failed(self) -> list[int]:
        return [number for number, one in enumerate(self.results) if one.status == "failed"]

    # What is shown

    def fill(self) -> None:
        look = "bad" if self._failed() or self.state == "unable" else "good"
        look = "dim" if self.state == "running" else look
        self.head(self._summary(), look)
        checks = self.query_one(_Checks)
        checks.redraw()
        result = next(iter(checks.results[checks.cursor : checks.cursor + 1]), None)
        # While somebody reads a report others come in.
        stays, self._shown = result is self._shown, result
        was_made = result is None or result.status != "skipped"
        lines = self._words if self._shows_words and was_made else self._lines
        self.query_one(Page).show(lambda width: list(lines(result, width)), stays=stays)
        self.keys_changed()

    def _words(self, result: CheckResult | None, width: int) -> Iterator[Line]:
        """The engine's standard error in one check."""
        if result:
            yield from paragraph(_(result.name), width, "strong")
            yield from standard_error(result.last_words, _("Standard error:"), width)

    def _summary(self) -> str:
        if self.state == "unable":
            return _("cannot be started")
        counts = Counter(result.status for result in self.results)
        if self.state == "running":
            return _("running: {done} of {total}").format(done=counts.total(), total=len(SCENARIOS))
        parts = [f"{counts[status]} {_(STATUS_WORDS[status])}" for status in STATUSES]
        if self.state == "stopped":
            left = len(SCENARIOS) - counts.total()
            parts.append(ngettext("stopped, {n} left", "stopped, {n} left", left).format(n=left))
        return ", ".join(parts)

    def _lines(self, result: CheckResult | None, width: int) -> Iterator[Line]:
        """The report of one check, the most important first."""
        if self.state == "unable":
            yield from paragraph(sentence(self._why), width, "bad")
        if result is None:
            return
        key = self.durak.shown_key(_LINES)
        left_out = "; " + _("{key} shows them").format(key=key)
        lines = list(report(result, self._verbose, width, left_out))
        if not self._verbose and result.status != "failed":
            lines += [line for line in report(result, True, width) if line.part == "about"]
        for number, parts in enumerate(_PARAGRAPHS):
            said = [line for line in lines if line.part in parts]
            if said and number > 1:
                yield ()
            for line in said:
                look = _LOOKS.get(line.part, "text")
                yield from ([(piece, look)] for piece in pieces(line, width))
        if not self._verbose and result.status != "failed" and result.exchange:
            count = len(result.exchange)
            text = ngettext("{n} line exchanged", "{n} lines exchanged", count)
            yield ()
            yield [(f"  ({text.format(n=count)}{left_out})", "dim")]

    def on_entry_list_highlighted(self) -> None:
        self._moved = True
        self.fill()

    def on_entry_list_picked(self, event: EntryList.Picked) -> None:
        event.stop()
        self.on_entry_list_highlighted()
        self.action_details()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("stop", "again"):
            return (self.state == "running") == (action == "stop")
        return bool(self._failed()) if action == "next" and self.is_mounted else True

    # What can be done

    def action_details(self) -> None:
        page, checks = self.query_one(Page), self.query_one(_Checks)
        zoomed = not self.has_class("-zoomed")
        page.can_focus = zoomed
        self.set_class(zoomed, "-zoomed")
        (page if zoomed else checks).focus()

    def action_lines(self) -> None:
        self._verbose = not self._verbose
        self.fill()

    def action_words(self) -> None:
        self._shows_words = not self._shows_words
        self._shown = None
        self.fill()

    def action_next(self) -> None:
        """Go to the next failed check, after the last the first."""
        checks = self.query_one(_Checks)
        failed = self._failed()
        self._moved = True
        checks.show(checks.entries, next((n for n in failed if n > checks.cursor), failed[0]))
        self.fill()

    def action_stop(self) -> None:
        self._token.set()

    def action_back(self) -> None:
        if self.has_class("-zoomed"):
            self.action_details()
        else:
            super().action_back()


def pieces(line: ReportLine, width: int) -> Iterator[str]:
    """The rows of a line, in which every blank counts."""
    first = chopped(line.text, width)[0]
    yield first
    for piece in filter(None, chopped(line.text[len(first) :], width - _INDENT)):
        yield " " * _INDENT + piece
