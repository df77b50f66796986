"""``durak-tui 2048``: round robins of 2048 for two."""

import argparse
import math
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from durak_tui.cli.common import (
    CommandError,
    at_least_one,
    explained,
    positive_seconds,
)
from durak_tui.cli.group_games import (
    GroupCommand,
    add_run_arguments,
    is_watched,
    open_game_screen,
    refuse_beside,
    settled_seed,
    show,
    watch,
)
from durak_tui.common.i18n import N_
from durak_tui.common.text import one_line
from durak_tui.common.values import LONGEST_SECONDS, Most, WrongValue, entered_number
from durak_tui.engine.config import DEFAULT_START_TIME, EngineConfig
from durak_tui.games.duel2048.duel import ROUNDS
from durak_tui.games.duel2048.duel_plan import DuelOptions, duel_plan
from durak_tui.games.duel2048.duel_play import (
    DUEL_2048,
    MEMORY_MB,
    MOST_ROUNDS,
    SECONDS,
    Duelists,
)
from durak_tui.games.duel2048.duel_report import (
    EXCEPTIONS_NAME,
    RECORDS,
    REPORT_NAME,
    DuelResult,
    write_exceptions,
    write_report,
)
from durak_tui.games.duel2048.record_file import (
    DuelRecord,
    columns_of,
    record_of,
    write_record,
)
from durak_tui.games.group_schedule import MOST_REPEATS, players_named
from durak_tui.games.live_playthrough import check_log
from durak_tui.games.playthrough import Json, Playthrough
from durak_tui.games.program_table import PlayedGroup
from durak_tui.user.folders import games_folder, new_games_log

REPEAT: Final = 10
_MEMORY: Final = Most(1 << 20)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a round robin of 2048 for two: every player meets every other from both sides. A"
        " player is a Python file with a class Player, or any program that reads and writes lines."
    )
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER",
        help="2048-greedy, 2048-random, a file with a class Player, a path, a quoted command line",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=partial(at_least_one, most=MOST_ROUNDS), default=ROUNDS, metavar="N",
        help="rounds of a game (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--time", type=positive_seconds, default=SECONDS, metavar="SEC",
        help="time that each player has for a game (default %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--clock", action="append", default=[], type=_clock, metavar="N=SEC",
        help="player N begins with SEC seconds already used; -1 gives one extra second",
    )  # fmt: skip
    parser.add_argument(
        "--start-time", type=positive_seconds, default=DEFAULT_START_TIME, metavar="SEC",
        help="time for a player's process to be ready (default %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--repeat", type=partial(at_least_one, most=MOST_REPEATS), default=REPEAT, metavar="N",
        help="games of each pair from each side (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--folder", metavar="DIR", nargs="?", const="",
        help="write a record of each game and a report to a new folder, by default named by the"
        " time",
    )  # fmt: skip
    parser.add_argument(
        "--debug", action="store_true", help="also write the exceptions of players to the folder"
    )
    parser.add_argument(
        "--any-module", action="store_true",
        help="let Python files import any module and read files",
    )  # fmt: skip
    parser.add_argument(
        "--memory", type=partial(at_least_one, most=_MEMORY), default=MEMORY_MB, metavar="MB",
        help="memory for a Python file (default %(default)s)",
    )  # fmt: skip
    parser.add_argument("--play", action="store_true", help="play against PLAYER on a screen")
    parser.add_argument(
        "--second", action="store_true", help="with --play: be the second player (-)"
    )
    add_run_arguments(parser)


def _clock(text: str) -> tuple[int, float]:
    number, _, words = text.partition("=")
    try:
        seconds = entered_number(words)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        wrong = N_("'{text}' is not N=SEC, a player's number and seconds")
        raise WrongValue(wrong, text=text)
    return at_least_one(number) - 1, max(-LONGEST_SECONDS, min(seconds, LONGEST_SECONDS))


def run(arguments: argparse.Namespace) -> int:
    if arguments.show:
        return show(arguments, DUEL_2048, _record_lines, RECORDS)
    players = players_named(arguments.players)
    if arguments.second and not arguments.play:
        raise CommandError(N_("--second needs --play"))
    if arguments.debug and arguments.folder is None:
        raise CommandError(N_("--debug needs --folder, where exceptions are written"))
    clocks = dict(arguments.clock)
    if len(clocks) < len(arguments.clock):
        raise CommandError(N_("--clock is given twice for one player"))
    if clocks and max(clocks) >= len(players):
        raise CommandError(N_("there is no player {n} for --clock"), n=max(clocks) + 1)
    duelists = Duelists(arguments.any_module, arguments.memory)
    options = DuelOptions(arguments.rounds, arguments.time, arguments.start_time)
    seed = settled_seed(arguments, DUEL_2048)
    if arguments.play:
        return _play(arguments, options.opening(seed, 1), duelists)
    single = is_watched(arguments, single=arguments.watch)
    repeat = 0 if single else arguments.repeat
    plan = duel_plan(options, players, repeat, seed, duelists=duelists, clocks=clocks)
    if single:
        return watch("2048-game", arguments, plan)
    command = GroupCommand("durak-tui 2048", plan, arguments)
    if arguments.folder is None:
        return command.run()
    folder = RecordFolder(arguments.folder, arguments.players, arguments.repeat)
    command.stores.append(folder)
    try:
        return command.run()
    finally:
        # Of a run that was stopped, too.
        folder.report(debug=arguments.debug)


def _play(arguments: argparse.Namespace, opening: Json, duelists: Duelists) -> int:
    if len(arguments.players) != 1:
        raise CommandError(N_("--play needs one player, your opponent"))
    refuse_beside("--play", arguments, "clock")
    duelists(EngineConfig(arguments.players[0]))  # Now it is early to find out.
    with explained(N_("{path} cannot be written: {why}"), path=games_folder()):
        log = arguments.log_file or new_games_log()
    check_log(log, DUEL_2048)
    return open_game_screen(
        "2048-play",
        arguments,
        opening=opening,
        seat=int(arguments.second),
        opponent=arguments.players[0],
        duelists=duelists,
        log=log,
    )


def _record_lines(game: Playthrough) -> Sequence[str]:
    """The lines of a record of a game."""
    if not game.finish:
        raise CommandError(N_("the game was not finished: only a screen can show it"))
    record = record_of(game)
    first, second = map(one_line, record.paths)
    return write_record(record._replace(paths=(first, second))).splitlines()


class RecordFolder:
    """A folder of records and a report (S-032, S-040 to S-045)."""

    failure = N_("the record of game {n} could not be saved")

    def __init__(self, folder: str, paths: Sequence[str], repeat: int) -> None:
        """Make the folder; if one of this name is there, under another.

        Raises CommandError.
        """
        self._paths = [one_line(path) for path in paths]
        self._repeat = repeat
        self._results: list[DuelResult] = []
        self._words: list[tuple[str, ...]] = []
        name = folder or datetime.now().strftime("%Y-%m-%d %H-%M-%S")
        self._name = os.path.expanduser(name).rstrip(os.sep)
        if os.path.isfile(self._name):
            raise CommandError(N_("{path} is a file, not a folder for records"), path=folder)
        with explained(N_("{path} cannot be written: {why}"), path=self._name):
            self._path = self._made()

    def _made(self) -> Path:
        for number in count(1):
            path = Path(self._name if number == 1 else f"{self._name}_{number}")
            path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                path.mkdir()
                return path
        raise AssertionError

    def add(self, game: PlayedGroup) -> None:
        """Write the record of a game.  Raises OSError."""
        one, (first, second) = game.playthrough, game.group
        finish = one.finish
        assert finish
        name = str(one.game_id)
        record = DuelRecord((first, second), (self._paths[first], self._paths[second]), one)
        (self._path / f"{name}.txt").write_text(write_record(record), encoding="utf-8")
        columns = columns_of(one)
        self._results.append(
            DuelResult(
                name,
                (first, second),
                finish.details["rounds"],
                finish.winner,
                columns,
                (finish.seconds[0], finish.seconds[1]),
            )
        )
        tracebacks = (
            fault.words if fault and column == "error" else ""
            for fault, column in zip(finish.faults, columns, strict=True)
        )
        self._words.append(tuple(tracebacks))

    def report(self, *, debug: bool) -> None:
        """Write the report of the games there are.  Raises CommandError.

        A folder without games is removed.
        """
        path = self._path
        if not self._results:
            with suppress(OSError):
                path.rmdir()
            return
        with explained(N_("{path} cannot be written: {why}"), 1, path=path):
            text = write_report(self._paths, self._results, self._repeat)
            (path / REPORT_NAME).write_text(text, encoding="utf-8")
            if debug:
                text = write_exceptions(self._results, self._words)
                (path / EXCEPTIONS_NAME).write_text(text, encoding="utf-8")
