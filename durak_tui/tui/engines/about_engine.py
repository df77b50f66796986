"""Engines' words about themselves, and their standard error."""

import shlex
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len

from durak_tui.common.i18n import N_, _, decimal
from durak_tui.common.text import one_line, sentence
from durak_tui.engine.about import About, about, introduction
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineError
from durak_tui.protocol.faults import printable
from durak_tui.records.record import Introduction
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import wrapped
from durak_tui.tui.toolkit.note import Said
from durak_tui.tui.toolkit.page import Line, PageScreen, beside, paragraph

if TYPE_CHECKING:
    from durak_tui.match.background import BackgroundRun
    from durak_tui.match.snapshot import MatchSnapshot


_LAST: Final = 8  # Lines of standard error, so that both engines have room on the screen.


class AboutEngine(PageScreen):
    """An engine, which is started for it and ends at once."""

    HELP = N_(
        "The engine was started to ask it this, then told to exit. Engines that speak version 1"
        " of the protocol report nothing about themselves. What an engine writes to standard"
        " error is meant for its author."
    )
    CSS_PATH = "about_engine.tcss"
    ACTIONS: ClassVar = (
        KeyAction("about.again", "r", N_("Start again"), N_("Start the engine again")),
    )

    def __init__(self, entry: EngineConfig) -> None:
        super().__init__()
        self._entry = entry
        self._token = CancelToken()
        self._found: About | None = None
        self._is_starting = True
        self._problem = ""

    def title_text(self) -> str:
        return _("About {name}").format(name=one_line(self._entry.name))

    def on_mount(self) -> None:
        self.action_again()

    def on_unmount(self) -> None:
        self._token.set()

    def action_again(self) -> None:
        self._token.set()
        token = self._token = CancelToken()
        self._is_starting = True
        self.fill()
        self.run_worker(partial(self._start, token), thread=True, group="about")

    def _start(self, token: CancelToken) -> None:
        try:
            found = about(self._entry, token)
        except Cancelled:
            return
        except EngineError as error:
            self.call_later(self._answered, token, None, str(error))
        else:
            self.call_later(self._answered, token, found)

    def _answered(self, token: CancelToken, found: About | None, problem: str = "") -> None:
        if token is self._token:
            self._is_starting, self._found, self._problem = False, found, problem
            self.fill()

    def state(self) -> Said:
        if self._is_starting:
            return _("starting"), "dim"
        return (_("cannot be started"), "bad") if self._problem else super().state()

    def lines(self, width: int) -> Iterator[Line]:
        if self._found or self._problem:
            yield from facts(self._entry, self._found, sentence(one_line(self._problem)), width)


def facts(entry: EngineConfig, found: About | None, problem: str, width: int) -> Iterator[Line]:
    """All that is known of an engine, in ``width`` columns."""
    yield from _table([(_("Command"), one_line(entry.command))], width)
    if found is None:
        yield ()
        yield from paragraph(problem, width, "bad")
        return
    said, yes_no = found.features, (_("no"), _("yes"))
    called = introduction(said) or Introduction()
    rows = [
        (_("Program"), one_line(shlex.join(found.argv))),
        (_("Name"), called.name),
        (_("Version"), called.version),
        (_("Author"), called.author),
        (_("Protocol"), _("version {n}").format(n=said.protocol)),
        (_("Stays for the next game"), yes_no[said.persistent]),
        (_("Gives hints"), yes_no[said.hints]),
        (_("First answer"), _("after {n} s").format(n=decimal(found.seconds, ".2f"))),
    ]
    yield from _table([(name, value) for name, value in rows if value], width)
    yield ()
    yield from standard_error(found.stderr.splitlines(), _("Standard error:"), width)


def _table(rows: Sequence[tuple[str, str]], width: int) -> Iterator[Line]:
    names = (
        _("Command"), _("Program"), _("Name"), _("Version"), _("Author"), _("Protocol"),
        _("Stays for the next game"), _("Gives hints"), _("First answer"),
    )  # fmt: skip
    column = max(map(cell_len, names)) + 2
    yield from beside(((*row, "text") for row in rows), column, width)


def standard_error(lines: Sequence[str], title: str, width: int) -> Iterator[Line]:
    """The lines that an engine wrote there, or that it wrote nothing."""
    if not any(line.strip() for line in lines):
        yield [(_("It wrote nothing to standard error."), "dim")]
        return
    yield [(title, "dim")]
    for line in lines:
        # Not wrapped where it fits: that would take its blanks away.
        pieces = wrapped(line, max(20, width - 2)) if cell_len(line) > width - 2 else [line]
        yield from ([("  " + piece, "text")] for piece in pieces)


class MatchEngines(PageScreen):
    """The engines of a match: what they say, and write."""

    TITLE = N_("Engines of the match")
    HELP = N_(
        "What both engines report about themselves, and the last lines each wrote to standard"
        " error, from the latest finished game that has some. To keep everything, run"
        " durak-autoplay with --stderr."
    )
    CSS_PATH = "about_engine.tcss"
    FOLLOWS = "match_feed"

    def __init__(self, match: "BackgroundRun") -> None:
        super().__init__()
        self._match = match

    def run_changed(self, now: "MatchSnapshot") -> bool:
        self.fill()
        return False

    def lines(self, width: int) -> Iterator[Line]:
        now = self._match.snapshot()
        for seat, engine in enumerate(self._match.plan.players):
            if seat:
                yield ()
            yield [(f"{seat + 1} {one_line(engine.shown)}", "strong")]
            yield from _table([(_("Command"), one_line(engine.command))], width)
            said = self._match.introductions()[seat]
            if said:
                parts = zip((_("Name"), _("Version"), _("Author")), said, strict=True)
                yield from _table([(name, value) for name, value in parts if value], width)
            words = self._match.words(seat)
            if words is None and now.done == now.resumed:
                yield [(_("What it writes to standard error is shown after each game."), "dim")]
                continue
            lines = [printable(line, None) for line in words.data.splitlines()] if words else []
            title = _("Standard error, end of game {n}:").format(n=words and words.game_id)
            yield from standard_error(lines[-_LAST:], title, width)
