"""Matches of engines: the form for one, and how it goes on."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import sentence, short_path
from durak_tui.library.index import has_games
from durak_tui.match.background import BackgroundRun
from durak_tui.match.plan import Plan, plan_of_log
from durak_tui.match.run import RunError
from durak_tui.tui.matches.board import MatchBoard
from durak_tui.tui.matches.engine_list import EngineListScreen
from durak_tui.tui.matches.foreign import may_run
from durak_tui.tui.matches.form import START, EngineField, MatchForm
from durak_tui.tui.matches.match_words import result_sentence, state_line
from durak_tui.tui.matches.options import (
    Entered,
    plan_of,
    with_names,
)
from durak_tui.tui.matches.pulse import MatchPulse, pulse_of
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import NoteHeading
from durak_tui.tui.toolkit.screen import DurakScreen, asking
from durak_tui.user.folders import data_folder, new_file
from durak_tui.user.opponents import level_called, meant

if TYPE_CHECKING:
    from durak_tui.match.progress import Snapshot

_END: Final = 1 << 40
_OF_A_MATCH: Final = (
    "move", "page", "watch", "pause", "unpause", "stop", "log", "engines", "resume", "new",
)  # fmt: skip


class AutoplayScreen(DurakScreen):
    """A form, then the match, which goes on without the screen."""

    TITLE = N_("Autoplay")
    CSS_PATH = "screen.tcss"
    FIXED = ("app.help", "app.back", "app.quit")
    AUTO_FOCUS = ""
    ACTIONS: ClassVar = (
        KeyAction("autoplay.start", "ctrl+o", N_("Start"), N_("Start the match")),
        KeyAction("autoplay.watch", "w,enter", N_("Watch"), N_("Watch a game as it is played")),
        KeyAction("autoplay.pause", "space,p", N_("Pause"), N_("Start no more games for now")),
        KeyAction("autoplay.unpause", "space,p", N_("Resume"), N_("Resume the match")),
        KeyAction("autoplay.stop", "s", N_("Stop"), N_("Stop the match; finished games are kept")),
        KeyAction("autoplay.log", "l,enter", N_("Log"), N_("Open the log of the match")),
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

    def __init__(self, engines: tuple[str, ...] = (), resume: Path | None = None) -> None:
        """With both engines named only the start is left to be pressed.

        ``resume`` is the log of a stopped match that goes on at once.
        """
        super().__init__()
        self._resumes = resume
        self._engines = engines
        self._now: Snapshot | None = None  # The match as it is shown; None while the form is.
        self._is_reading = False  # Somebody waits for a log to be read, to go on with it.

    @property
    def _pulse(self) -> MatchPulse:
        return pulse_of(self)

    def content(self) -> ComposeResult:
        yield NoteHeading(id="heading")
        yield MatchForm(self.durak.settings.value, self._first_entries(), id="form")
        yield MatchBoard(id="board")

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
            " the first few.\n\nThe match continues when you leave this screen."
        )

    def on_mount(self) -> None:
        match = self._pulse.job
        if self._resumes and (match is None or match.snapshot().log != str(self._resumes)):
            self._show_form()
            self._resume_log(self._resumes)
        elif self._engines or match is None:
            self._show_form()
        else:
            self._show_match()
            if self._resumes:
                self.action_resume()

    @asking
    async def _resume_log(self, path: Path) -> None:
        form = self.query_one(MatchForm)
        entered = self._pulse.entered = form.entered()
        form.set_log(short_path(path))
        await self._resume(path, replace(entered, log=str(path)), is_own=True)

    def _leaves(self, problem: str) -> bool:
        """Leave a screen that was opened to resume a match."""
        # Its form knows nothing of that match.
        return bool(self._resumes) and self.leave_saying(problem)

    def on_screen_resume(self) -> None:
        if self._now:
            self._show_match()

    def redraw(self) -> None:
        if self._now:
            self._show_match()
        else:
            self.query_one(NoteHeading).show(self.title_text())
        super().redraw()

    # The form

    def _first_entries(self) -> Entered:
        settings, engines = self.durak.settings.value, self._engines
        entered = self._pulse.entered
        if entered is None:
            deck, limit = str(settings.deck), settings.attack_limit
            entered = Entered(deck=deck, attack_limit=limit, log=self._new_log())
            first = settings.default_engine
            engines = engines or (() if level_called(first) else (first,))
        for number, engine in enumerate(engines[:2], 1):
            entered = replace(entered, **{f"engine{number}": engine})
        return replace(entered, log=self._next_log(entered))

    @property
    def _folder(self) -> Path:
        return data_folder() / "matches"

    def _new_log(self) -> str:
        return short_path(new_file(self._folder, ".log", datetime.now()))

    def _next_log(self, entered: Entered) -> str:
        """The log for another match: new, unless the user named it."""
        path = entered.path
        is_used = path and path.parent == self._folder and _has_games(path)
        return self._new_log() if is_used else entered.log

    def _show_form(self, problem: str = "") -> None:
        self._now = None
        self.remove_class("-playing")
        self.query_one(NoteHeading).show(self.title_text())
        form = self.query_one(MatchForm)
        form.set_log(self._next_log(form.entered()))
        if problem:
            form.fail(problem)
        else:
            form.begin(START if len(self._engines) > 1 else "engine1")
        self.keys_changed()

    @asking
    async def on_engine_field_asked(self, event: EngineField.Asked) -> None:
        event.stop()
        name = await self.ask(EngineListScreen(meant(event.field.value.strip())))
        if name:
            event.field.enter(name)

    def on_press_field_pressed(self) -> None:
        if self.check_action("start", ()):
            self.action_start()

    @asking
    async def action_start(self) -> None:
        """Start the match; ask first what to do with an existing log."""
        form = self.query_one(MatchForm)
        if form.problems():
            return
        entered = self._pulse.entered = form.entered()
        path = entered.path
        answer = await self._ask_about(path) if path and _has_games(path) else "append"
        if answer == "resume" and path:
            await self._resume(path, entered)
        elif answer == "append":
            self._play(plan_of(entered, self.durak.settings.value), entered)
        else:
            form.begin("log")

    async def _ask_about(self, path: Path) -> str:
        resume = Entry("resume", _("Resume the match at its end"))
        append = Entry("append", _("Append the games of this match"))
        entries = [resume, append, Entry("change", _("Choose another file"))]
        text = _("{path} already contains games.").format(path=short_path(path))
        answer: str = await self.ask(Question(_("This log already exists"), text, entries))
        return answer

    async def _resume(self, path: Path, entered: Entered, *, is_own: bool = False) -> None:
        """Find out what the log is of; it may be large.

        ``is_own`` says that its match was started here.
        """
        form = self.query_one(MatchForm)
        self._is_reading = True
        self.keys_changed()
        form.say(_("Reading {path}...").format(path=short_path(path)))
        try:
            plan = await asyncio.to_thread(plan_of_log, str(path))
        except RunError as error:
            if self._is_reading:
                self._is_reading = False
                if not self._leaves(sentence(str(error))):
                    form.fail(sentence(str(error)))
                    self.keys_changed()
            return
        if self._is_reading:
            self._is_reading = False
            if is_own or await may_run(self, plan.players, path):
                self._play(with_names(plan, self.durak.settings.value), entered, resume=True)
            else:
                form.begin("log")
                self.keys_changed()

    def _play(self, plan: Plan, entered: Entered, *, resume: bool = False) -> None:
        path = entered.path
        log = str(path) if path else None
        concurrency = int(entered.concurrency) if entered.concurrency else None
        try:
            if path and path.parent == self._folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            match = BackgroundRun(
                plan,
                log=log,
                concurrency=concurrency,
                resume=resume,
                infos=entered.infos == "yes",
            )
        except OSError as error:
            text = _("Cannot start the match: {why}.").format(why=why(error))
            if self._now:
                self.app.notify(text, severity="error", markup=False)
            else:
                self.query_one(MatchForm).fail(text)
            return
        self._pulse.begin(match)
        self._show_match()

    # The match

    def match_changed(self, now: "Snapshot") -> bool:
        if self._now is None:
            return False
        self._show(now)
        return True

    def _show_match(self) -> None:
        if match := self._pulse.job:
            self._show(match.snapshot())

    def _show(self, now: "Snapshot") -> None:
        match = self._pulse.job
        assert match
        if now.state == "failed" and not now.done:  # what is wrong can be corrected in the form
            match.close()
            self._pulse.job = None
            if not self._leaves(result_sentence(now)):
                self._show_form(result_sentence(now))
            return
        state = None if self._now is None else self._now.state
        if self._now is None:
            self._is_reading = False  # whoever went back has thought better of it
            self.set_focus(None)
            self.add_class("-playing")
        self._now = now
        look = "bad" if now.state == "failed" else "good" if not now.is_on else "dim"
        self.query_one(NoteHeading).show(self.title_text(), state_line(now), look)
        self.query_one(MatchBoard).show(match, now)
        if now.state != state:
            self.keys_changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        now = self._now
        if action == "start":
            return now is None and not self._is_reading
        if now is None:
            return action not in _OF_A_MATCH
        return {
            "watch": now.state in ("starting", "running"),
            "pause": now.state in ("starting", "running"),
            "unpause": now.state in ("pausing", "paused"),
            "stop": now.is_on and now.state != "stopping",
            # Of a match that has ended without a game there may be none.
            "log": now.log is not None and (now.is_on or now.done > 0 or exists(now.log)),
            "resume": now.state in ("stopped", "failed") and bool(now.log) and now.done < now.total,
            "new": not now.is_on,
        }.get(action, True)

    def _order(self, what: Callable[[BackgroundRun], None]) -> None:
        if match := self._pulse.job:
            what(match)
            self._pulse.follow()
            self._show_match()

    def action_pause(self) -> None:
        self._order(BackgroundRun.pause)

    def action_unpause(self) -> None:
        self._order(BackgroundRun.unpause)

    @asking
    async def action_stop(self) -> None:
        entries = [Entry("stay", _("Let it continue")), Entry("stop", _("Stop it"))]
        text = _("Finished games are kept and count; games in progress are dropped.")
        if await self.ask(Question(_("Stop the match?"), text, entries)) == "stop":
            self._order(BackgroundRun.stop)

    def action_watch(self) -> None:
        from durak_tui.tui.matches.watch import WatchScreen

        if match := self._pulse.job:
            self.app.push_screen(WatchScreen(match))

    def action_engines(self) -> None:
        from durak_tui.tui.engines.about import MatchEngines

        if match := self._pulse.job:
            self.app.push_screen(MatchEngines(match))

    def action_log(self) -> None:
        if self._now and self._now.log:
            self.durak.go("logs", path=self._now.log)

    def action_resume(self) -> None:
        entered, match, now = self._pulse.entered, self._pulse.job, self._now
        if match and entered and now and now.log:
            # Without a game the log says nothing of it: neither its deals nor where it began.
            plan = match.plan if now.seed is None else replace(match.plan, seed=now.seed)
            # Meanwhile another match may have been entered.
            entered = replace(entered, log=now.log)
            self._play(plan, entered, resume=match.resumes or now.done > 0)

    def action_new(self) -> None:
        self._resumes = None
        self._show_form()

    def action_move(self, by: int) -> None:
        self.query_one(MatchBoard).action_move(by)

    def action_page(self, pages: int) -> None:
        self.query_one(MatchBoard).action_page(pages)

    def action_back(self) -> None:
        if self._now is None and self._pulse.job:
            self._show_match()
        else:
            super().action_back()


def _has_games(path: Path) -> bool:
    with suppress(OSError):  # the form, or the match, says what is wrong with it
        return has_games(path)
    return False
