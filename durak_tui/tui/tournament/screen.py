"""Tournaments of engines: their form and their growing table."""

import os
import webbrowser
from asyncio import to_thread
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import sentence, short_path
from durak_tui.library.query import query_of
from durak_tui.match.run import RunError
from durak_tui.tournament.background import BackgroundTournament
from durak_tui.tournament.config import ConfigError, TournamentConfig, load
from durak_tui.tournament.files import LOG, write_config
from durak_tui.tui.matches.foreign import may_run
from durak_tui.tui.matches.match_words import STATE_WORDS
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import NoteHeading
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.tui.tournament.board import TournamentBoard
from durak_tui.tui.tournament.form import TournamentForm
from durak_tui.tui.tournament.options import Entered, config_of, file_of
from durak_tui.tui.tournament.pulse import TournamentPulse, tournament_of
from durak_tui.user.folders import data_folder, new_file

if TYPE_CHECKING:
    from durak_tui.tournament.background import TournamentSnapshot

_OF_A_TOURNAMENT = ("games", "stop", "resume", "report", "read", "log", "new")


class TournamentScreen(DurakScreen):
    """A form, then the tournament, which goes on without the screen."""

    TITLE = N_("Tournament")
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = ""
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
        KeyAction("tournament.read", "v", N_("Read"), N_("Read the report here")),
        KeyAction("tournament.log", "l", N_("Log"), N_("Look at all games"), False),
        KeyAction("tournament.new", "n", N_("New"), N_("Set up another tournament")),
    )  # fmt: skip

    def __init__(self, resume: Path | None = None) -> None:
        """``resume`` is the file of a stopped tournament to resume."""
        super().__init__()
        self._resumes = resume
        self._now: TournamentSnapshot | None = None
        self._wrote: Path | None = None  # The file that was written last.

    @property
    def _pulse(self) -> TournamentPulse:
        return tournament_of(self)

    def content(self) -> ComposeResult:
        settings = self.durak.settings.value
        deck, limit = str(settings.deck), settings.attack_limit
        entered = Entered(self._new_file(), deck=deck, attack_limit=limit)
        yield NoteHeading(id="heading")
        yield TournamentForm(settings, entered, id="form")
        yield TournamentBoard(id="board")

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
        tournament = self._pulse.job
        if self._resumes and (tournament is None or not tournament.snapshot().is_on):
            self._show_form()
            self._resume(self._resumes)
        elif tournament:
            self._show(tournament.snapshot())
        else:
            self._show_form()

    def on_screen_resume(self) -> None:
        if self._now and self._pulse.job:
            self._show(self._pulse.job.snapshot())

    def redraw(self) -> None:
        if self._now:
            self._show(self._now)
        else:
            self.query_one(NoteHeading).show(self.title_text())
        super().redraw()

    # The form

    @property
    def _folder(self) -> Path:
        return data_folder() / "tournaments"

    def _new_file(self) -> str:
        return short_path(new_file(self._folder, ".toml", datetime.now()))

    def _show_form(self, problem: str = "") -> None:
        self._now = None
        self.remove_class("-playing")
        self.query_one(NoteHeading).show(self.title_text())
        form = self.query_one(TournamentForm)
        if problem:
            form.fail(problem)
        else:
            form.begin()
        self.keys_changed()

    def on_press_field_pressed(self) -> None:
        if self.check_action("start", ()):
            self.action_start()

    @asking
    async def action_start(self) -> None:
        """Write the file and play, unless there is one."""
        form = self.query_one(TournamentForm)
        entered = form.entered()
        if entered.path.is_file() and not self._may_replace(entered.path):
            if await self._ask_about(entered.path) == "resume":
                await self._resume_now(entered.path)
            else:
                form.begin()
            return
        if form.problems():
            return
        settings = self.durak.settings.value
        try:
            config = config_of(entered, settings)
            entered.path.parent.mkdir(parents=True, exist_ok=True)
            write_config(entered.path, file_of(entered, settings))
            self._wrote = entered.path
        except (ConfigError, OSError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            form.fail(_("Cannot start the tournament: {why}.").format(why=reason))
            return
        self._play(config, entered.path, resume=False)

    def _may_replace(self, path: Path) -> bool:
        """Whether a file was just written, and nothing played yet."""
        log = path.with_suffix("") / LOG
        with suppress(OSError):
            return path == self._wrote and not log.stat().st_size
        return path == self._wrote

    async def _ask_about(self, path: Path) -> str:
        resume = Entry("resume", _("Resume the tournament it describes"))
        entries = [resume, Entry("change", _("Choose another file"))]
        text = _("{path} already exists.").format(path=short_path(path))
        answer: str = await self.ask(Question(_("This file already exists"), text, entries))
        return answer

    @asking
    async def _resume(self, path: Path) -> None:
        self.query_one(TournamentForm).set_file(short_path(path))
        await self._resume_now(path, is_own=True)

    def _leaves(self, problem: str) -> bool:
        """Leave a screen that was opened to resume a tournament."""
        # Its form knows nothing of that tournament.
        return bool(self._resumes) and self.leave_saying(problem)

    async def _resume_now(self, path: Path, *, is_own: bool = False) -> None:
        """``is_own`` says that the tournament was started here."""
        try:
            config = await to_thread(load, os.fspath(path))
        except (ConfigError, OSError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            text = _("{path} cannot be used: {why}.").format(path=short_path(path), why=reason)
            if not self._leaves(text):
                self.query_one(TournamentForm).fail(text)
            return
        if is_own or await may_run(self, config.engines, path):
            self._play(config, path, resume=(config.output / LOG).exists())
        else:
            self.query_one(TournamentForm).begin()

    def _play(self, config: TournamentConfig, path: Path, *, resume: bool) -> None:
        tournament = BackgroundTournament(config, resume=resume)
        self._pulse.begin(tournament, path)
        self._show(tournament.snapshot())

    # The tournament

    def tournament_changed(self, now: "TournamentSnapshot") -> bool:
        if self._now is None:
            return False
        self._show(now)
        return True

    def _show(self, now: "TournamentSnapshot") -> None:
        if now.state == "failed" and not now.done:  # what is wrong can be corrected in the form
            if self._leaves(sentence(now.failure)):
                self._pulse.job = None
            else:
                self._show_form(sentence(now.failure))
            return
        before = None if self._now is None else (self._now.state, self._now.done > 0)
        if self._now is None:
            self.add_class("-playing")
            self.query_one(TournamentBoard).focus()
        self._now = now
        look = "bad" if now.state == "failed" else "good" if not now.is_on else "dim"
        self.query_one(NoteHeading).show(now.title, STATE_WORDS[now.state](), look)
        self.query_one(TournamentBoard).show(now)
        if (now.state, now.done > 0) != before:
            self.keys_changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        now = self._now
        if action == "start":
            return now is None
        if now is None:
            return action not in _OF_A_TOURNAMENT
        return {
            "stop": now.is_on and now.state != "stopping",
            "resume": now.state in ("stopped", "failed"),
            "new": not now.is_on,
            "games": now.done > 0,
            "report": now.done > 0,
            "read": now.done > 0,
            "log": now.done > 0,
        }.get(action, True)

    @asking
    async def action_stop(self) -> None:
        entries = [Entry("stay", _("Let it continue")), Entry("stop", _("Stop it"))]
        text = _("Finished games are kept and count; games in progress are dropped.")
        question = Question(_("Stop the tournament?"), text, entries)
        if await self.ask(question) == "stop" and self._pulse.job:
            self._pulse.job.stop()

    def action_resume(self) -> None:
        if tournament := self._pulse.job:
            self._play(tournament.config, self._pulse.file, resume=True)

    def action_new(self) -> None:
        self._resumes = None
        self.query_one(TournamentForm).set_file(self._new_file())
        self._show_form()

    def action_games(self) -> None:
        """Open the games of the pairing with the cursor."""
        pairing = self.query_one(TournamentBoard).pairing
        if self._pulse.job and pairing:
            query = " ".join(map(query_of, pairing))
            self.durak.go("logs", path=self._pulse.job.log, query=query)

    def action_log(self) -> None:
        if self._pulse.job:
            self.durak.go("logs", path=self._pulse.job.log)

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
        if tournament := self._pulse.job:
            from durak_tui.tui.tournament.report import ReportScreen

            self.app.push_screen(ReportScreen(tournament.report()))

    async def _written(self, name: str) -> Path | None:
        """A file of the report, written as things stand now."""
        tournament = self._pulse.job
        assert tournament
        try:
            await to_thread(tournament.write_reports)
        except RunError as error:
            self.app.notify(sentence(str(error)), severity="error", markup=False)
            return None
        return tournament.config.output / name

    def action_back(self) -> None:
        tournament = self._pulse.job
        if self._now is None and tournament and tournament.snapshot().done:
            self._show(tournament.snapshot())
        else:
            super().action_back()
