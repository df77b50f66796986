"""A run of games between programs: its form, its progress."""

import os
from abc import abstractmethod
from asyncio import to_thread
from collections.abc import Collection, Mapping
from contextlib import suppress
from os.path import dirname, expanduser, isdir
from pathlib import Path
from random import SystemRandom
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult

from durak_tui.common.errors import UserError
from durak_tui.common.files import make_folder
from durak_tui.common.i18n import N_, _, decimal, why
from durak_tui.common.text import is_one_line, one_line, sentence, short_path
from durak_tui.common.values import Most
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import REASONS, EngineStartError
from durak_tui.games.game_kind import GameKind
from durak_tui.games.group_run import BackgroundGroups, GroupPlan, GroupSnapshot
from durak_tui.games.group_schedule import MOST_REPEATS
from durak_tui.games.live_playthrough import LivePlaythrough, check_log
from durak_tui.games.playthrough_log import holds_games, last_seed
from durak_tui.match.options import RunOption
from durak_tui.pool.run_errors import RunError
from durak_tui.tui.games.group_feed import GroupFeed
from durak_tui.tui.games.playback import PlaybackScreen
from durak_tui.tui.games.playthrough_list import PlaythroughList
from durak_tui.tui.runs.match_board import draw_progress
from durak_tui.tui.runs.run_screen import Entered, RunForm, RunScreen
from durak_tui.tui.runs.run_words import facts
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.canvas import Canvas, CanvasWidget, fit
from durak_tui.tui.toolkit.completed_field import Completion, complete_name_of
from durak_tui.tui.toolkit.dialog import LineDialog, Question
from durak_tui.tui.toolkit.form import CompletedField, FormRow, PathField, TextField
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.note import in_lines
from durak_tui.tui.toolkit.screen import asking
from durak_tui.user.folders import games_folder
from durak_tui.words.match import waiting_sentence

REPEAT: Final = RunOption(
    name="repeat", kind="count", most=MOST_REPEATS, empty=N_("one, to watch"),
    label=N_("Games"),
    hint=N_(
        "Leave empty to watch one game. With a number, every group plays that many games"
        " from each seat."
    ),
)  # fmt: skip


def rounds_option(most: Most, usual: int) -> RunOption:
    """The option for the rounds of a game."""
    return RunOption(
        name="rounds", kind="above zero", most=most, entered=str(usual),
        label=N_("Rounds of a game"),
    )  # fmt: skip


SEED: Final = RunOption(
    name="seed", kind="integer", most=Most(10**18), empty=N_("random"),
    label=N_("Seed"), hint=N_("The same seed gives the same games."),
)  # fmt: skip
LOG: Final = RunOption(
    name="log", label=N_("Log file"),
    hint=N_("Each game is added when it ends."),
)  # fmt: skip


def player_row(
    kind: GameKind, number: int, entered: Entered, names: Collection[str], hint: str
) -> FormRow:
    """The row of a player: a name, a command, or nothing."""

    def problem(text: str) -> str:
        try:
            if text.strip():
                kind.program(EngineConfig(text.strip()))
        except EngineStartError as error:
            return sentence(str(error))
        return ""

    complete = complete_name_of(names)
    name = f"player{number}"
    field = CompletedField(
        # From a field that may be empty, tab goes on.
        lambda text: complete(text) if text else Completion("", ()),
        entered[name],
        id=name,
    )
    return FormRow(_("Player {n}").format(n=number), field, hint, problem)


def log_row(value: str, hint: str = LOG.hint) -> FormRow:
    """The row of the log."""
    return FormRow(_(LOG.label), PathField(value, id="log"), _(hint), _log_problem)


def _log_problem(text: str) -> str:
    path = expanduser(text.strip())
    if not path or not is_one_line(text):
        return _("Enter the path of a file.")
    if isdir(path):
        return _("This is a folder: add the name of a file.")
    folder = dirname(path) or "."
    if isdir(folder) or Path(folder) == games_folder():
        return ""
    return _("There is no folder {path}.").format(path=short_path(folder))


class GamesPath(LineDialog):
    """A request for the path of games."""

    def field(self, value: str) -> TextField:
        return PathField(value, id="line-field")


_ANOTHER: Final = "/"  # In place of a path: one that is to be entered.
_LOGS: Final = 8  # That are offered.
_LEAST_FAULTS: Final = 8  # Columns.


class GroupStanding(CanvasWidget):
    """The progress of a run, and its players, the best first."""

    DEFAULT_CSS = "GroupStanding { width: 1fr; padding: 0 1; }"

    now: GroupSnapshot | None = None

    def show(self, now: GroupSnapshot) -> None:
        self.now = now
        self.styles.height = 4 + len(now.ranking)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        now = self.now
        if now is None:
            return
        draw_progress(canvas, now, self.glyphs, canvas.width)
        canvas.put(0, 1, fit(f" {self.glyphs.dot} ".join(facts(now)), canvas.width, self.glyphs))
        said = [(sentence(now.failure), "bad")] if now.failure else []
        if now.waiting:
            said.append((waiting_sentence(now.waiting), "dim"))
        said += [(notice, "dim") for notice in now.notices]
        for text, look in in_lines(said, canvas.width)[:1]:
            canvas.put(0, 2, text, look)
        self._table(canvas, now, 3)

    def _table(self, canvas: Canvas, now: GroupSnapshot, y: int) -> None:
        rows = [(_("games"), _("points"), "%", "Elo")]
        faults = []
        for line in now.ranking:
            score, rated = line.score, line.strength
            elo = f"{rated.rating:+.0f} {self.glyphs.plus_minus}{rated.error:.0f}" if rated else ""
            share = decimal(100 * score.share, ".1f")
            rows.append((str(score.games), decimal(score.points, ".1f"), share, elo))
            faults.append(", ".join(f"{n} {_(REASONS[one])}" for one, n in score.faults.items()))
        widths = [max(map(cell_len, column)) + 2 for column in zip(*rows, strict=True)]
        names = ["", *(one_line(line.score.name) for line in now.ranking)]
        name = max(8, min(max(map(cell_len, names)), canvas.width - 4 - sum(widths)))
        room = canvas.width - 4 - sum(widths) - name
        if not any(faults) or room < _LEAST_FAULTS:
            name, room = max(8, name + room), 0
        for at, (shown, row) in enumerate(zip(names, rows, strict=True)):
            look = "text" if at else "dim"
            if at:
                canvas.put(0, y + at, f"{now.ranking[at - 1].rank:>2}", "dim")
            canvas.put(4, y + at, fit(shown, name, self.glyphs), look)
            x = 4 + name
            for text, width in zip(row, widths, strict=True):
                x += width
                canvas.put(x - cell_len(text), y + at, text, look)
            if at and room:
                canvas.put(x + 2, y + at, fit(faults[at - 1], room - 2, self.glyphs), "bad")


class GroupScreen(RunScreen[GroupFeed, GroupSnapshot]):
    """A form; then one game to watch, or a run.

    A subclass yields its form from :meth:`form`, and makes a plan from what is entered.
    """

    CSS_PATH = "games.tcss"
    ENDING = ".log"
    STOP = N_("Stop the games?")
    SHOWS: ClassVar[type[PlaybackScreen]]
    ACTIONS: ClassVar[tuple[KeyAction, ...]] = (
        KeyAction("group.start", "ctrl+o", N_("Start"), N_("Start the game or the games")),
        KeyAction("group.replay", "enter", N_("Replay"), N_("Step through the selected game")),
        KeyAction("group.pause", "p", N_("Pause"), N_("Start no more games for now")),
        KeyAction("group.unpause", "p", N_("Continue"), N_("Start games again")),
        KeyAction("group.stop", "s", N_("Stop"), N_("Stop; finished games are kept")),
        KeyAction("group.resume", "r", N_("Resume"), N_("Play the remaining games")),
        KeyAction("group.new", "n", N_("New games"), N_("Set up other games")),
        KeyAction("group.games", "ctrl+g,f3", N_("Games"),
                  N_("Look at the games in a log or in records")),
    )  # fmt: skip

    @property
    def _folder(self) -> Path:
        return games_folder()

    @abstractmethod
    def form(self, entered: Entered) -> RunForm:
        """The form with these entries."""

    @abstractmethod
    def first_entries(self) -> Mapping[str, str]:
        """The entries at first, without those of all games."""

    @abstractmethod
    def plan(self, entered: Entered, seed: int) -> GroupPlan:
        """The plan of a form.  Raises UserError, OSError."""

    def content(self) -> ComposeResult:
        log = self._new_path()
        known = self._feed.entered or {"repeat": "", "seed": "", **self.first_entries()}
        yield self.form({**known, "log": log})
        yield GroupStanding(id="standing")
        yield PlaythroughList(self.SHOWS, id="board")

    def on_mount(self) -> None:
        if self._has_run:
            self._show_run()
        else:
            self._show_form()

    # The form

    @asking
    async def action_start(self) -> None:
        form = self._form
        if form.problems():
            return
        entered = self._feed.entered = form.entered()
        path = Path(expanduser(entered["log"]))
        try:
            resumes = False
            is_run = self.is_run(entered)
            if path.exists():
                check_log(str(path), self.SHOWS.KIND)
            if is_run and path.exists() and path.stat().st_size:
                answer = await self._ask_about(path)
                if not answer or answer == "change":
                    form.begin("log")
                    return
                resumes = answer == "resume"
            seed = self._seed(entered, path if resumes else None)
            if path.parent == self._folder:
                make_folder(path.parent)
            if is_run:
                self._play(self.plan(entered, seed), str(path), resume=resumes)
            else:
                check_log(str(path), self.SHOWS.KIND)
                self.play_one(entered, seed, str(path))
        except OSError as error:
            form.fail(sentence(str(why(error))))
        except UserError as error:
            form.fail(sentence(str(error)))

    def _seed(self, entered: Entered, log: Path | None) -> int:
        if entered["seed"]:
            return int(entered["seed"])
        found = last_seed(log, self.SHOWS.KIND) if log else None
        return SystemRandom().randrange(10**9) if found is None else found

    async def _ask_about(self, path: Path) -> str:
        entries = [
            Entry("resume", _("Resume the run at its end")),
            Entry("append", _("Append the games of this run")),
            Entry("change", _("Choose another file")),
        ]
        text = _("{path} already contains games.").format(path=short_path(path))
        answer: str = await self.ask(Question(_("This log already exists"), text, entries))
        return answer

    def is_run(self, entered: Entered) -> bool:
        """True if many games are asked for, not one to watch."""
        return bool(entered["repeat"])

    def play_one(self, entered: Entered, seed: int, log: str) -> None:
        """Show one game as it is played.  Raises UserError, OSError."""
        self.app.push_screen(self.SHOWS(LivePlaythrough.of_plan(self.plan(entered, seed), log)))

    def _play(self, plan: GroupPlan, log: str, *, resume: bool) -> None:
        self.query_one(PlaythroughList).close()  # It may be that of another log.
        self._feed.start(BackgroundGroups(plan, log=log, resume=resume))
        self._show_run()

    @asking
    async def action_games(self) -> None:
        """Ask for a file of games, and show it."""
        title, kind = _("Games from which file?"), self.SHOWS.KIND
        path, logs = _ANOTHER, await to_thread(_last_logs, self._folder, kind)
        if logs:
            entries = [Entry(str(one), one.name) for one in logs]
            path = await self.ask(
                Question(title, "", [*entries, Entry(_ANOTHER, _("Another file"))])
            )
        if path == _ANOTHER:
            log = self._form.entered()["log"]
            begin = log if os.path.exists(expanduser(log)) else short_path(self._folder) + "/"
            path = await self.ask(GamesPath(title, _(self.SHOWS.FILES), begin, _no_such_file))
        if path:
            self.durak.go("games", path=expanduser(path), kind=kind.name)

    # The run

    def show_board(self, now: GroupSnapshot) -> None:
        self.query_one(GroupStanding).show(now)
        games, job = self.query_one(PlaythroughList), self._feed.job
        try:
            if games.book is None and job and job.log and now.done:
                games.open(job.log)
            games.look()
        except (OSError, RunError) as error:
            self.head(str(why(error) if isinstance(error, OSError) else error), "bad")

    def allowed(self, now: GroupSnapshot) -> dict[str, bool]:
        begins_games = now.state in ("starting", "running")
        always = super().allowed(now)
        return {
            **always,
            "pause": begins_games,
            "unpause": now.state in ("pausing", "paused"),
            "replay": now.done > 0,
            "resume": always["resume"] and now.done < now.total,
        }

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "games":
            return self._now is None
        return super().check_action(action, parameters)

    def action_pause(self) -> None:
        self._order(lambda job: job.pause())

    def action_unpause(self) -> None:
        self._order(lambda job: job.unpause())

    def action_replay(self) -> None:
        self.query_one(PlaythroughList).action_pick()

    def action_resume(self) -> None:
        job, now = self._feed.job, self._now
        if job and now and job.log:
            self._play(job.plan, job.log, resume=now.done > 0)

    def action_new(self) -> None:
        self._form.set_path(self._new_path())
        super().action_new()


def _last_logs(folder: Path, kind: GameKind) -> list[Path]:
    """The logs that were written last, the newest first."""
    written: dict[Path, float] = {}
    for one in folder.glob("*.log"):
        with suppress(OSError):
            if one.stat().st_size and holds_games(one, kind):
                written[one] = one.stat().st_mtime
    return sorted(written, key=lambda one: -written[one])[:_LOGS]


def _no_such_file(path: str) -> str:
    return "" if os.path.exists(expanduser(path)) else _("There is no such file.")
