"""Runs of games that are not Durak, as commands play them."""

import argparse
import contextlib
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from durak_tui.cli.common import (
    CommandError,
    StandardOutput,
    at_least_one,
    complain,
    explained,
    stopping,
    width_of_output,
)
from durak_tui.cli.json_file import STDOUT, JsonFile
from durak_tui.cli.live import ProgressLine
from durak_tui.cli.screens import has_screen, open_screen
from durak_tui.common.files import GoneIfEmpty, open_regular
from durak_tui.common.i18n import N_, _, decimal
from durak_tui.common.text import one_line
from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.engine.engine_errors import REASONS
from durak_tui.games.game_book import UNREADABLE, GameBook, RecordFiles
from durak_tui.games.game_kind import GameKind
from durak_tui.games.group_run import GroupPlan, GroupRun, GroupStore, log_of_games
from durak_tui.games.group_schedule import GroupTask
from durak_tui.games.group_standings import RankedScore
from durak_tui.games.live_playthrough import LivePlaythrough, check_log
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import last_seed
from durak_tui.games.program_table import GroupPool, PlayedGroup, ProgramTable
from durak_tui.pool.local import SerialPool, local_pool
from durak_tui.pool.run_errors import failure_of
from durak_tui.pool.stderr_folder import KEPT, StderrFolder
from durak_tui.words.playthrough_words import playthrough_line
from durak_tui.words.text_table import ranked

Hearing: TypeAlias = Callable[[str, str, str], None]
"""Called with a kind of event and two texts: see :class:`durak_tui.games.moves.Moves`."""

_RESULTS: Final = N_("results file {path} cannot be written: {why}")


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """Let a command understand the options of a run."""
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the seed of everything that is random"
    )
    parser.add_argument("--log-file", metavar="FILE", help="append each game to this file")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="resume the last run in the log file; give the other options as before",
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write the results to this file; - prints them"
    )
    parser.add_argument(
        "--concurrency",
        type=at_least_one,
        metavar="N",
        help="games played at the same time (default: one per core)",
    )
    parser.add_argument(
        "--show", nargs="+", metavar=("FILE", "N"),
        help="show the games in a log, or game N of them, and play none",
    )  # fmt: skip
    screen = parser.add_mutually_exclusive_group()
    screen.add_argument("--watch", action="store_true", help="watch a game on a screen")
    screen.add_argument("--headless", action="store_true", help="use no screen, even on a terminal")
    parser.add_argument(
        "--stderr", metavar="DIR", help="keep what players write to standard error in this folder"
    )


def settled_seed(arguments: argparse.Namespace, kind: GameKind) -> int:
    """The given seed, that of the run to be resumed, or any."""
    seed: int | None = arguments.seed
    if seed is None and arguments.resume and arguments.log_file:
        seed = last_seed(arguments.log_file, kind)
    return secrets.randbelow(10**9) if seed is None else seed


_NO_SCREEN: Final = "json", "stderr", "folder", "transcripts", "resume"
"""Options that have no meaning for one game on a screen."""


def open_game_screen(screen: str, arguments: argparse.Namespace, **given: Any) -> int:
    """Open the application.  Raises CommandError where it cannot be shown."""
    if not has_screen():
        raise CommandError(N_("this needs a terminal that can show screens"))
    return open_screen(screen, arguments, **given)


def is_watched(arguments: argparse.Namespace, *, single: bool) -> bool:
    """True if a game is watched on a screen.  Raises CommandError."""
    if arguments.watch:
        if not single:
            raise CommandError(N_("--watch shows one game: leave out --repeat and --seats"))
        refuse_beside("--watch", arguments)
        return True
    return single and not _given(arguments, _NO_SCREEN) and not arguments.headless and has_screen()


def refuse_beside(option: str, arguments: argparse.Namespace, *more: str) -> None:
    """Raise CommandError if one of a run's options stands beside a screen's."""
    for other in _given(arguments, (*_NO_SCREEN, *more)):
        raise CommandError(N_("{one} cannot be used with {other}"), one=option, other=other)


def _given(arguments: argparse.Namespace, names: Iterable[str]) -> list[str]:
    values = vars(arguments)
    return [f"--{name}" for name in names if values.get(name) not in (None, False, [])]


def watch(screen: str, arguments: argparse.Namespace, plan: GroupPlan, **given: Any) -> int:
    """Show the first game of a plan on a screen."""
    if arguments.log_file:
        check_log(arguments.log_file, plan.kind)
    source = LivePlaythrough.of_plan(plan, arguments.log_file)
    return open_game_screen(screen, arguments, source=source, **given)


def show(
    arguments: argparse.Namespace,
    kind: GameKind,
    text_of: Callable[[Playthrough], Iterable[str]],
    records: RecordFiles | None = None,
) -> int:
    """Show the games of a file, or one of them."""
    path, *words = arguments.show
    if len(words) > 1:
        raise CommandError(N_("--show takes a file and a number"))
    number = at_least_one(words[0]) if words else None
    on_screen = not arguments.headless and has_screen()
    with explained(N_("{path} cannot be read: {why}"), path=path):
        book = GameBook(path, kind, records)
    output = StandardOutput()
    with book:
        if number is None and on_screen:
            return open_screen("games", arguments, path=path, kind=kind.name)
        if number is None:
            found = False
            for one in range(len(book)):
                try:
                    line = playthrough_line(book.game(one))
                    found = True
                except UNREADABLE as error:
                    line = _("cannot be read: {why}").format(why=error)
                output.line(f"{one + 1:>5}  {line}")
            if not found:
                raise CommandError(N_("{path} has no games of {game}"), path=path, game=kind.name)
            return 0
        if number > len(book):
            text = N_("{path} has no game {n}: the last one is {last}")
            raise CommandError(text, path=path, n=number, last=len(book))
        try:
            game = book.whole_game(number - 1)
            lines = [] if on_screen else [*text_of(game)]
        except UNREADABLE as error:
            text = N_("game {n} cannot be shown: {why}")
            raise CommandError(text, n=number, why=error) from None
        if not on_screen:
            output.lines(lines)
            return 0
        screen = f"{kind.name}-game"
        return open_screen(screen, arguments, source=game, book=book, number=number - 1)


@dataclass
class GroupCommand:
    """A run of one command, from its arguments to its exit code."""

    prog: str
    plan: GroupPlan
    arguments: argparse.Namespace
    console: Callable[[StandardOutput], Hearing] | None = None
    """Makes what hears the events of a single game, which is played in this process."""
    stores: list[GroupStore] = field(default_factory=list)
    pace: float = 0.0  # Seconds after each round of a single game.

    def run(self) -> int:
        arguments, plan = self.arguments, self.plan
        if arguments.resume and not arguments.log_file:
            raise CommandError(N_("--resume needs --log-file: the log of the run to resume"))
        with stopping() as stop, contextlib.ExitStack() as resources:
            log = results = None
            if arguments.log_file:
                log = resources.enter_context(log_of_games(arguments.log_file, plan.kind))
            if arguments.json:
                results = resources.enter_context(self._results(resources))
                self.stores.append(results)
            if arguments.stderr:
                names = [one_line(one.shown) for one in plan.schedule.players]
                folder = resources.enter_context(_StderrStore(arguments.stderr, names))
                self.stores.append(folder)
            run = GroupRun(plan, log=log, stores=self.stores)
            try:
                if arguments.resume:
                    note = partial(complain, prefix=f"{self.prog}: ")
                    path = arguments.log_file
                    plan.logs.resume(path, plan.settings, run.resume, note, stop.token)
                run.greet(stop.token, alone=True)
            except Cancelled:
                return stop.exit_code
            output = StandardOutput(on_broken=stop.token.set)
            pool = self._pool(stop.token, output)
            resources.callback(pool.close)
            progress = ProgressLine(run.total)

            def before(task: GroupTask) -> None:
                progress.update(task.game_id - 1)

            failure = failure_of(lambda: run.play(pool, stop.token, before=before))
            if failure:
                stop.token.set()
            pool.close()
            progress.clear()
            if results:
                with explained(_RESULTS, 1, path=results.target):
                    results.write(run, output)
            if not self.console and not (results and results.target == STDOUT):
                width = width_of_output() or sys.maxsize
                ranking = run.standings.ranking()
                output.lines(standing_lines(ranking, width))
                faults = (one_line(one.score.first_fault) for one in ranking)
                output.lines(_("first fault: {why}").format(why=one) for one in faults if one)
            if not run.complete and not failure and arguments.log_file:
                text = _("Stopped after game {n} of {total}; resume with --resume")
                output.line(text.format(n=run.played, total=run.total))
            return stop.outcome(failure, output)

    def _pool(self, cancel: CancelToken, output: StandardOutput) -> GroupPool:
        kept = KEPT if self.arguments.stderr else 0
        table = partial(ProgramTable, kind=self.plan.kind, stderr_kept=kept)
        if self.console:
            single = partial(table, on_event=self.console(output), pace=self.pace)
            return SerialPool(single, cancel, pin=True, alone=True)
        return local_pool(table, self.arguments.concurrency, cancel)

    def _results(self, resources: contextlib.ExitStack) -> "GroupResults":
        target = self.arguments.json
        if target != STDOUT:
            refuse_same({"--log-file": self.arguments.log_file, "--json": target})
            resources.enter_context(GoneIfEmpty(target))
        with explained(_RESULTS, path=target):
            return GroupResults(target)


def refuse_same(files: Mapping[str, str | None]) -> None:
    """Raise CommandError if two options name one file."""
    seen: dict[str, str] = {}
    for option, path in files.items():
        if path and path != STDOUT:
            other = seen.setdefault(os.path.realpath(os.path.expanduser(path)), option)
            if other != option:
                text = N_("{one} and {other} must be different files")
                raise CommandError(text, one=other, other=option)


def standing_lines(ranking: Sequence[RankedScore], width: int) -> Iterator[str]:
    """The standing as a table."""
    rows = [("", "", _("games"), _("points"), "%", "Elo", "±", _("faults"))]
    for line in ranking:
        score, strength = line.score, line.strength
        faults = ", ".join(f"{n} {_(REASONS[why])}" for why, n in sorted(score.faults.items()))
        rows.append(
            (
                str(line.rank),
                one_line(score.name),
                str(score.games),
                decimal(score.points, ".1f"),
                decimal(100 * score.share, ".1f"),
                f"{strength.rating:+.0f}" if strength else "",
                f"{strength.error:.0f}" if strength else "",
                faults,
            )
        )
    return ranked(rows, width)


class _StderrStore(StderrFolder):
    failure = N_("standard error of game {n} could not be saved")

    def add(self, game: PlayedGroup) -> None:
        if any(game.stderr):
            one, names = game.playthrough, game.playthrough.names
            when = one.started_at.isoformat(timespec="seconds")
            title = f"Game {one.game_id}, {when}, {' - '.join(map(one_line, names))}"
            self.add_words(names, game.stderr, title)


class GroupResults(JsonFile):
    """The JSON of a run of groups."""

    failure = N_("the result of game {n} could not be saved")

    def __init__(self, target: str) -> None:
        """Raises OSError at once if the target cannot be written.

        Raises CommandError if it is a log, whose games would be lost.
        """
        super().__init__(target, _is_log)

    def add(self, game: PlayedGroup) -> None:
        """Keep a game."""
        finish = game.playthrough.finish
        assert finish
        self.keep(
            {
                "id": game.playthrough.game_id,
                "players": [number + 1 for number in game.group],
                "ranks": finish.ranks,
                "faults": [
                    fault and {"reason": fault.reason, "detail": fault.message}
                    for fault in finish.faults
                ],
                "ms": [round(seconds * 1000, 3) for seconds in finish.seconds],
                **finish.details,
            }
        )

    def write(self, run: GroupRun, output: StandardOutput) -> None:
        """Write the result.  Raises OSError."""
        players = sorted(run.standings.ranking(), key=lambda line: line.number)
        head: dict[str, Any] = {  # Not with the game first: that is how a log begins.
            "players": [_player(line) for line in players],
            "game": run.plan.kind.name,
            "settings": run.plan.settings,
        }
        self.finish(head, output)


def _player(line: RankedScore) -> Mapping[str, Any]:
    score, strength = line.score, line.strength
    return {
        "name": score.name,
        "rank": line.rank,
        "games": score.games,
        "won": score.won,
        "lost": score.lost,
        "points": score.points,
        "elo": strength and round(strength.rating, 2),
        "error": strength and round(strength.error, 2),
        "seconds": round(score.seconds, 6),
        "faults": dict(sorted(score.faults.items())),
    }


def _is_log(path: Path) -> bool:
    """True for a file whose first line is a game."""
    try:
        with open(open_regular(path), "rb") as file:
            return file.read(9) == b'{"game": '
    except OSError:
        return False
