"""Matches of engines: the form for one, and how it goes on."""

from contextlib import suppress
from dataclasses import replace
from os.path import exists
from pathlib import Path
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import sentence, short_path
from durak_tui.library.index import has_games
from durak_tui.match.background import BackgroundRun
from durak_tui.match.options import MATCH_FORM
from durak_tui.match.plan import Plan, plan_of_log
from durak_tui.match.snapshot import MatchSnapshot
from durak_tui.pool.run_errors import RunError
from durak_tui.tui.runs.feed import MatchFeed
from durak_tui.tui.runs.last_games import LastGames
from durak_tui.tui.runs.live_pane import LivePane
from durak_tui.tui.runs.match_board import MatchBoard
from durak_tui.tui.runs.match_form import (
    EngineField,
    EngineListScreen,
    MatchForm,
    log_of,
    plan_of,
)
from durak_tui.tui.runs.outlook import engines_said, last_said, match_said
from durak_tui.tui.runs.run_screen import START, Entered, Resumable, ResumingScreen
from durak_tui.tui.runs.run_words import state_line
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.line_chart import LineChart
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.panel import Panel
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.opponents import level_called, meant
from durak_tui.words.match_chart import elo_curve

_END: Final = 1 << 40


class AutoplayScreen(ResumingScreen[MatchFeed, MatchSnapshot]):
    """A form, then the match, which goes on without the screen."""

    TITLE = N_("Autoplay")
    FOLLOWS = MatchFeed.NAME
    FOLDER = "matches"
    FILE = "log"
    ENDING = ".log"
    STOP = N_("Stop the match?")
    ACTIONS: ClassVar = (
        KeyAction("autoplay.start", "ctrl+o", N_("Start"), N_("Start the match")),
        KeyAction("autoplay.watch", "w,enter", N_("Watch"), N_("Watch a game as it is played")),
        KeyAction("autoplay.pause", "p,space", N_("Pause"), N_("Start no more games for now")),
        KeyAction("autoplay.unpause", "p,space", N_("Continue"), N_("Resume the match")),
        KeyAction("autoplay.stop", "s", N_("Stop"), N_("Stop the match; finished games are kept")),
        KeyAction("autoplay.log", "l", N_("Log"), N_("Open the log of the match")),
        KeyAction("autoplay.engines", "e", N_("Engines"),
                  N_("What the engines report about themselves, and their standard error")),
        KeyAction("autoplay.resume", "r", N_("Resume"), N_("Resume the match that was stopped")),
        KeyAction("autoplay.new", "n", N_("New match"), N_("Set up another match")),
        KeyAction("autoplay.up", "up,k", N_("Up"), N_("Up one match"), False, "move", (-1,)),
        KeyAction("autoplay.down", "down,j", N_("Down"), N_("Down one match"), False, "move", (1,)),
        KeyAction("autoplay.page-up", "pageup,b", N_("Page up"), N_("Up one page"), False,
                  "page", (-1,)),
        KeyAction("autoplay.page-down", "pagedown", N_("Page"), N_("Down one page"), False,
                  "page", (1,)),
        KeyAction("autoplay.first", "home,g", N_("First"), N_("Go to the first match"), False,
                  "move", (-_END,)),
        KeyAction("autoplay.last", "end,G", N_("Last"), N_("Last match, keep following"),
                  False, "move", (_END,)),
    )  # fmt: skip

    @property
    def _feed(self) -> MatchFeed:
        return self.durak.match_feed

    def __init__(self, engines: tuple[str, ...] = (), resume: Path | None = None) -> None:
        """With both engines named only the start is left to be pressed.

        ``resume`` is the log of a stopped match that goes on at once.
        """
        super().__init__(resume)
        self._engines = engines
        if len(engines) > 1:
            self._first = START

    def content(self) -> ComposeResult:
        with Horizontal(id="setup"):
            yield MatchForm(self.durak.settings.value, self._first_entries(), id="form")
            with Vertical(id="outlook"):
                yield Panel(N_("This match"), Static(markup=False), id="this")
                yield Panel(N_("Last match"), Static(markup=False), LineChart(), id="last")
        with Vertical(id="foot"):
            yield Panel(N_("Engines"), Static(markup=False), id="known")
        with Horizontal(id="match"):
            yield MatchBoard(id="board")
            with Vertical(id="beside"):
                yield LivePane()
                yield LastGames()

    def help_text(self) -> str:
        if self._now is None:
            return _(
                "Two engines play matches against each other. Up and down move between fields;"
                " left and right change a value. The match continues when you leave this screen,"
                " and its games are in its log."
            )
        return _(
            "The engine that wins more games of a match scores a point. Elo says how much"
            " stronger engine 1 is; the true value lies within the range in 95 of 100 cases."
            " Faults are games that an engine lost by breaking the protocol, with the numbers of"
            " the first few.\n\nW, D and L are the shares of games that engine 1 has won, drawn and"
            " lost. Charts show its Elo with the range, game by game, and how far a sequential test"
            " (SPRT) is from accepting H0 or H1.\n\nThe match continues when you leave this screen."
        )

    def on_mount(self) -> None:
        match = self._feed.job
        if self._resumes and (match is None or match.log != str(self._resumes)):
            self._show_form()
            self._resume(self._resumes)
        elif self._resumes:
            self._show_run()
            if self._now and self.allowed(self._now)["resume"]:
                self.action_resume()
        elif self._has_run and not self._engines:
            self._show_run()
        else:
            self._show_form()

    # The form

    def say_ahead(self) -> None:
        settings, last = self.durak.settings.value, ""
        if self._form.is_right():
            self.tell(this=match_said(plan_of(self._form.entered(), settings)))
        else:
            self.unsay("this")
        if job := self._feed.job:
            now = job.snapshot()
            last = last_said(now, self.durak.glyphs)
            self.query_one(LineChart).show(elo_curve(now.course))
        self.tell(last=last, known=self.below(engines_said(settings)))

    def _first_entries(self) -> dict[str, str]:
        settings, engines = self.durak.settings.value, self._engines
        if self._feed.entered is None:
            entered = self._new_entries(MATCH_FORM)
            first = settings.default_engine
            engines = engines or (() if level_called(first) else (first,))
        else:
            entered = dict(self._feed.entered)
        if engines == (entered["engine2"],):  # A match with itself says nothing about strength.
            engines = *engines, entered["engine1"]
        entered |= {f"engine{number}": engine for number, engine in enumerate(engines[:2], 1)}
        return {**entered, "log": self._next_log(entered)}

    def _next_log(self, entered: Entered) -> str:
        """The log for another match: new, unless the user named it."""
        path = log_of(entered)
        is_used = path and path.parent == self._folder and _has_games(path)
        return self._new_path() if is_used else entered["log"]

    def _show_form(self, problem: str = "") -> None:
        self._form.set_path(self._next_log(self._form.entered()))
        super()._show_form(problem)

    @asking
    async def on_engine_field_list_wanted(self, event: EngineField.ListWanted) -> None:
        event.stop()
        name = await self.ask(EngineListScreen(meant(event.field.value.strip())))
        if name:
            event.field.enter(name)

    @asking
    async def action_start(self) -> None:
        """Start the match; ask first what to do with an existing log."""
        if self._form.problems():
            return
        entered = self._feed.entered = self._form.entered()
        path = log_of(entered)
        answer = await self._ask_about(path) if path and _has_games(path) else "append"
        if answer == "resume" and path:
            await self._read_and_resume(path)
        elif answer == "append":
            self._play(plan_of(entered, self.durak.settings.value), path)
        else:
            self._form.begin(self.FILE)

    async def _ask_about(self, path: Path) -> str:
        resume = Entry("resume", _("Resume the match at its end"))
        append = Entry("append", _("Append the games of this match"))
        entries = [resume, append, Entry("change", _("Choose another file"))]
        text = _("{path} already contains games.").format(path=short_path(path))
        answer: str = await self.ask(Question(_("This log already exists"), text, entries))
        return answer

    def _read(self, path: Path) -> Resumable | str:
        try:
            plan = plan_of_log(str(path))
        except RunError as error:
            return sentence(str(error))
        return Resumable(plan.players, lambda: self._play(plan, path, resume=True))

    def _play(self, plan: Plan, log: Path | None, *, resume: bool = False) -> None:
        entered = self._feed.entered
        assert entered
        try:
            if log and log.parent == self._folder:
                log.parent.mkdir(parents=True, exist_ok=True)
            match = BackgroundRun(
                plan,
                log=str(log) if log else None,
                concurrency=int(entered["concurrency"]) if entered["concurrency"] else None,
                resume=resume,
                infos=entered["infos"] == "yes",
            )
        except OSError as error:
            text = _("Cannot start the match: {why}.").format(why=why(error))
            if self._now:
                self.app.notify(text, severity="error", markup=False)
            else:
                self._form.fail(text)
            return
        self._feed.start(match)
        self._show_run()

    # The match

    def heading(self, now: MatchSnapshot) -> tuple[str, str]:
        return self.title_text(), state_line(now)

    def show_board(self, now: MatchSnapshot) -> None:
        super().show_board(now)
        self.query_one(LastGames).show(now.last, are_all=not now.is_on)
        pane, job, is_kept = self.query_one(LivePane), self._feed.job, False
        if job and not now.rests and self.has_class("-wide"):
            pane.show(job)
        elif job and not now.is_on:
            is_kept = pane.stand(job)
        else:
            pane.rest()
        self.set_class(not (now.is_on or is_kept), "-over")

    def on_screen_suspend(self) -> None:
        self.query_one(LivePane).rest()

    def allowed(self, now: MatchSnapshot) -> dict[str, bool]:
        begins_games = now.state in ("starting", "running")
        always = super().allowed(now)
        return {
            **always,
            "watch": begins_games,
            "pause": begins_games,
            "unpause": now.state in ("pausing", "paused"),
            # Of a match that has ended without a game there may be none.
            "log": now.log is not None and (now.is_on or now.done > 0 or exists(now.log)),
            "resume": always["resume"] and bool(now.log) and now.done < now.total,
        }

    def action_pause(self) -> None:
        self._order(lambda match: match.pause())

    def action_unpause(self) -> None:
        self._order(lambda match: match.unpause())

    def action_watch(self) -> None:
        from durak_tui.tui.runs.watch_screen import WatchScreen

        if match := self._feed.job:
            self.app.push_screen(WatchScreen(match))

    def action_engines(self) -> None:
        from durak_tui.tui.engines.about_engine import MatchEngines

        if match := self._feed.job:
            self.app.push_screen(MatchEngines(match))

    def action_resume(self) -> None:
        match, now = self._feed.job, self._now
        if match and self._feed.entered and now and now.log:
            # Without a game the log says nothing of it: neither its deals nor where it began.
            plan = match.plan if now.seed is None else replace(match.plan, seed=now.seed)
            self._play(plan, Path(now.log), resume=match.resumes or now.done > 0)

    def action_move(self, by: int) -> None:
        self.query_one(MatchBoard).action_move(by)

    def action_page(self, pages: int) -> None:
        self.query_one(MatchBoard).action_page(pages)


def _has_games(path: Path) -> bool:
    with suppress(OSError):  # the form, or the match, says what is wrong with it
        return has_games(path)
    return False
