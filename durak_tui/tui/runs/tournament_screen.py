"""Tournaments of engines: their form and their growing table."""

import os
import webbrowser
from asyncio import to_thread
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import Static

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import sentence, short_path
from durak_tui.library.query import query_of
from durak_tui.pool.run_errors import RunError
from durak_tui.tournament.background_tournament import BackgroundTournament, TournamentSnapshot
from durak_tui.tournament.tournament_config import ConfigError, TournamentConfig, load
from durak_tui.tournament.tournament_files import LOG, write_config
from durak_tui.tournament.tournament_options import TOURNAMENT_FORM
from durak_tui.tui.runs.feed import TournamentFeed
from durak_tui.tui.runs.last_games import LastGames
from durak_tui.tui.runs.outlook import tournament_said
from durak_tui.tui.runs.run_screen import Resumable, ResumingScreen
from durak_tui.tui.runs.run_words import STATE_WORDS
from durak_tui.tui.runs.tournament_board import TournamentBoard
from durak_tui.tui.runs.tournament_form import (
    TournamentForm,
    config_of,
    file_of,
    file_values,
)
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.panel import Panel
from durak_tui.tui.toolkit.screen import asking

_LAST: Final = 40, 10
"""Columns, or rows, in which a list of games beside the table, or below it, is of use."""


class TournamentScreen(ResumingScreen[TournamentFeed, TournamentSnapshot]):
    """A form, then the tournament, which goes on without the screen."""

    TITLE = N_("Tournament")
    FOLLOWS = TournamentFeed.NAME
    FOLDER = "tournaments"
    FILE = "file"
    ENDING = ".toml"
    STOP = N_("Stop the tournament?")
    ACTIONS: ClassVar = (
        KeyAction("tournament.start", "ctrl+o", N_("Start"), N_("Start the tournament")),
        KeyAction("tournament.games", "enter", N_("Games"),
                  N_("Look at the games of the selected pairing")),
        KeyAction("tournament.stop", "s", N_("Stop"),
                  N_("Stop the tournament; finished games are kept")),
        KeyAction("tournament.resume", "r", N_("Resume"),
                  N_("Resume the tournament that was stopped")),
        KeyAction("tournament.report", "o", N_("Report"),
                  N_("Open the report in a browser, or copy its path")),
        KeyAction("tournament.read", "v", N_("Read report"), N_("Read the report here")),
        KeyAction("tournament.log", "l", N_("Log"), N_("Look at all games"), False),
        KeyAction("tournament.new", "n", N_("New"), N_("Set up another tournament")),
    )  # fmt: skip

    @property
    def _feed(self) -> TournamentFeed:
        return self.durak.tournament_feed

    def __init__(self, resume: Path | None = None) -> None:
        """``resume`` is the file of a stopped tournament to resume."""
        super().__init__(resume)
        self._wrote: Path | None = None  # The file that was written last.

    def content(self) -> ComposeResult:
        settings = self.durak.settings.value
        entered = self._new_entries(TOURNAMENT_FORM)
        yield TournamentForm(settings, entered, id="form")
        with Vertical(id="foot"):
            yield Panel(N_("This tournament"), Static(markup=False), id="this")
        with Container(id="cup"):
            yield TournamentBoard(id="board")
            yield LastGames()

    def help_text(self) -> str:
        if self._now is None:
            return _(
                "Many engines play each other, every deal from both seats. Left and right"
                " choose who takes part. Your entries are written to the file, which the command"
                " durak-tui tournament reads, too."
            )
        return _(
            "Each row shows how an engine is doing: points, score, Elo against all opponents"
            " together, and points against each opponent, by number. The arrows choose a"
            " pairing. The tournament continues when you leave this screen."
        )

    def on_mount(self) -> None:
        if self._resumes and not self._feed.is_on:
            self._show_form()
            self._resume(self._resumes)
        elif self._has_run:
            self._show_run()
        else:
            self._show_form()

    # The form

    def say_ahead(self) -> None:
        form = self._form
        if form.start_problem():
            self.tell(this="")  # The form itself says it.
            return
        self.unsay("this")
        if form.is_right():
            with suppress(ConfigError):
                config = config_of(form.entered(), self.durak.settings.value)
                self.tell(this=self.below(tournament_said(config)))

    @asking
    async def action_start(self) -> None:
        """Write the file and play, unless there is one."""
        form = self.query_one(TournamentForm)
        entered, settings = form.entered(), form.settings
        path = file_of(entered)
        if path.is_file() and not self._may_replace(path):
            if await self._ask_about(path) == "play":
                await self._read_and_resume(path)
            else:
                form.begin()
            return
        if form.problems():
            return
        try:
            config = config_of(entered, settings)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_config(path, file_values(entered, settings))
            self._wrote = path
        except (ConfigError, OSError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            form.fail(_("Cannot start the tournament: {why}.").format(why=reason))
            return
        self._play(config, path, resume=False)

    def _may_replace(self, path: Path) -> bool:
        """True for a file that was just written, and nothing played yet."""
        return path == self._wrote and not _has_begun(path.with_suffix(""))

    async def _ask_about(self, path: Path) -> str:
        has_begun = False
        with suppress(ConfigError, OSError):  # once it is read it is said what is wrong with it
            has_begun = _has_begun(load(os.fspath(path)).output)
        resume = _("Resume the tournament it describes")
        play = resume if has_begun else _("Start the tournament it describes")
        entries = [Entry("play", play), Entry("change", _("Choose another file"))]
        text = _("{path} already exists.").format(path=short_path(path))
        answer: str = await self.ask(Question(_("This file already exists"), text, entries))
        return answer

    def _read(self, path: Path) -> Resumable | str:
        try:
            config = load(os.fspath(path))
        except (ConfigError, OSError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            return _("{path} cannot be used: {why}.").format(path=short_path(path), why=reason)
        has_begun = _has_begun(config.output)
        return Resumable(config.engines, lambda: self._play(config, path, resume=has_begun))

    def _play(self, config: TournamentConfig, path: Path, *, resume: bool) -> None:
        self._feed.file = path
        self._feed.start(BackgroundTournament(config, resume=resume))
        self._show_run()

    # The tournament

    def heading(self, now: TournamentSnapshot) -> tuple[str, str]:
        return now.title, STATE_WORDS[now.state]()

    def show_board(self, now: TournamentSnapshot) -> None:
        super().show_board(now)
        self.query_one(LastGames).show(now.last, are_all=not now.is_on)
        board = self.query_one(TournamentBoard)
        (width, height), size = board.wanted, self.size
        # The games have the room that the table leaves: most of it is below.
        below = height + _LAST[1] <= size.height
        beside = not below and width + _LAST[0] <= size.width
        self.set_class(below, "-below")
        self.set_class(beside, "-beside")
        board.styles.width = width if beside else "1fr"
        board.styles.height = height + 1 if below else "1fr"

    def allowed(self, now: TournamentSnapshot) -> dict[str, bool]:
        some = dict.fromkeys(("games", "report", "read", "log"), now.done > 0)
        return {**super().allowed(now), **some}

    def action_resume(self) -> None:
        if tournament := self._feed.job:
            self._play(tournament.config, self._feed.file, resume=True)

    def action_new(self) -> None:
        self._form.set_path(self._new_path())
        super().action_new()

    def action_games(self) -> None:
        """Open the games of the pairing with the cursor."""
        pairing = self.query_one(TournamentBoard).pairing
        if self._feed.job and pairing:
            query = " ".join(map(query_of, pairing))
            self.durak.go("logs", path=self._feed.job.log, query=query)

    @asking
    async def action_report(self) -> None:
        if not (page := await self._written("report.html")):
            return
        shown = short_path(page)
        has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        opened = await to_thread(webbrowser.open, page.as_uri()) if has_display else False
        if opened:
            text = _("Opened {path} in your browser.")
        else:
            self.app.copy_to_clipboard(str(page))
            text = _("Copied the path of the report: {path}")
        self.app.notify(text.format(path=shown), markup=False)

    def action_read(self) -> None:
        if tournament := self._feed.job:
            from durak_tui.tui.runs.report_screen import ReportScreen

            self.app.push_screen(ReportScreen(tournament.report()))

    async def _written(self, name: str) -> Path | None:
        """A file of the report, written as things stand now."""
        tournament = self._feed.job
        assert tournament
        try:
            await to_thread(tournament.write_reports)
        except RunError as error:
            self.app.notify(sentence(str(error)), severity="error", markup=False)
            return None
        return tournament.config.output / name


def _has_begun(output: Path) -> bool:
    """True if this folder of a tournament has games."""
    with suppress(OSError):
        return (output / LOG).stat().st_size > 0
    return False
