"""``durak-tui goldrush``: programs dig for diamonds, one game or many."""

import argparse
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NoReturn

from durak_tui.cli.common import (
    CommandError,
    Parser,
    StandardOutput,
    at_least_one,
    choose_language,
    complain,
    explained,
    positive_seconds,
    run_command,
)
from durak_tui.cli.group_games import (
    GroupCommand,
    Hearing,
    add_run_arguments,
    is_watched,
    open_game_screen,
    refuse_same,
    settled_seed,
    show,
    watch,
)
from durak_tui.cli.json_file import STDOUT
from durak_tui.common.i18n import LONGEST, N_, _
from durak_tui.common.text import excerpt, one_line
from durak_tui.common.values import Most, WrongValue
from durak_tui.engine.config import DEFAULT_START_TIME
from durak_tui.games.goldrush.dig import (
    GOLD_RUSH,
    MOST_ROUNDS,
    ROUNDS,
    TURN_SECONDS,
    console_events,
    transcript,
)
from durak_tui.games.goldrush.maps import (
    LARGEST,
    MapError,
    MineMap,
    empty_map,
    generated,
)
from durak_tui.games.goldrush.mine_plan import NO_MINERS, MineOptions, mine_plan, named_map
from durak_tui.games.group_schedule import MOST_REPEATS, players_named
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.program_table import PlayedGroup

_SIDE: Final = Most(LARGEST)
_LONGEST_PAUSE: Final = Most(60_000)  # Milliseconds.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let one to four programs dig for diamonds in a mine, as goldrush-simu does. With --repeat"
        " many games are played, and a table ranks the players."
    )
    parser.add_argument(
        "map",
        nargs="?",
        metavar="MAP",
        help="a file, or an included map: burrow, galleries, quarry",
    )
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER",
        help="a miner: goldrush-digger, goldrush-random, a path, a quoted command line",
    )  # fmt: skip
    parser.add_argument(
        "-t",
        dest="pause",
        type=_pause,
        metavar="MS",
        help="milliseconds to pause after each round (default: 250 on a screen, none without)",
    )
    parser.add_argument(
        "-r", dest="rounds", type=partial(at_least_one, most=MOST_ROUNDS), default=ROUNDS,
        metavar="N", help="rounds of a game (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--full", action="store_true", help="play all rounds, even when nothing is left to dig"
    )
    parser.add_argument(
        "--move-time", type=positive_seconds, default=TURN_SECONDS, metavar="SEC",
        help="time for each turn (default %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--start-time", type=positive_seconds, default=DEFAULT_START_TIME, metavar="SEC",
        help="time for the first line of a miner, its name (default %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--repeat", type=partial(at_least_one, most=MOST_REPEATS), metavar="N",
        help="pick bases at random N times for every group; each player plays once from each"
        " (default: one game; with more players than seats, until every base has been used)",
    )  # fmt: skip
    parser.add_argument(
        "--seats", type=int, choices=GOLD_RUSH.seats, metavar="K",
        help="miners in a game, if there are more players",
    )  # fmt: skip
    parser.add_argument(
        "--transcripts", metavar="DIR", help="write all lines to and from each miner to files"
    )
    parser.add_argument("-l", dest="edit", action="store_true", help="edit MAP on a screen")
    parser.add_argument(
        "-n", dest="new", nargs=2, type=partial(at_least_one, most=_SIDE), metavar=("W", "H"),
        help="draw a new map, MAP, on a screen",
    )  # fmt: skip
    parser.add_argument(
        "--generate", nargs=2, type=partial(at_least_one, most=_SIDE), metavar=("W", "H"),
        help="write a random map to MAP, without bases",
    )  # fmt: skip
    add_run_arguments(parser)


def _pause(text: str) -> float:
    """Seconds of a pause in milliseconds.  Raises WrongValue."""
    if not text.isdecimal() or len(text) > 1000:
        raise WrongValue(N_("'{text}' is not a number of milliseconds, 0 or more"), text=text)
    return _LONGEST_PAUSE.check(int(text)) / 1000


def run(arguments: argparse.Namespace, prog: str = "durak-tui goldrush") -> int:
    if arguments.show:
        return show(arguments, GOLD_RUSH, _console_lines)
    if arguments.map is None:
        draws = arguments.generate or arguments.edit or arguments.new
        text = N_("name a map") if draws else N_("name a map, and a miner for each player")
        raise CommandError(text)
    if arguments.generate:
        return _generate(arguments)
    if arguments.edit or arguments.new:
        path = Path(os.path.expanduser(arguments.map))
        if arguments.new and path.exists():
            raise CommandError(N_("{path} already exists; edit it with -l"), path=arguments.map)
        mine_map = empty_map(*arguments.new) if arguments.new else read_map(arguments.map)
        return open_game_screen("map", arguments, path=path, mine_map=mine_map)
    mine_map = read_map(arguments.map)
    refuse_same({"MAP": arguments.map, "--log-file": arguments.log_file, "--json": arguments.json})
    options = MineOptions(
        mine_map, arguments.rounds, arguments.full, arguments.move_time, arguments.start_time
    )
    players, seed = players_named(arguments.players), settled_seed(arguments, GOLD_RUSH)
    plan = mine_plan(options, players, arguments.seats, arguments.repeat, seed)
    if is_watched(arguments, single=not plan.schedule.repeat):
        given = {} if arguments.pause is None else {"milliseconds": round(arguments.pause * 1000)}
        return watch("goldrush-game", arguments, plan, **given)
    given = getattr(arguments, "given", arguments.players)
    console = _Console(given, quiet=arguments.json == STDOUT)
    command = GroupCommand(
        prog,
        plan,
        arguments,
        console=None if plan.schedule.repeat else console.listen,
        pace=arguments.pause or 0.0,
    )
    if arguments.transcripts:
        command.stores.append(Transcripts(arguments.transcripts))
    return command.run()


def read_map(name: str) -> MineMap:
    """The map of a file, or one that ships.  Raises CommandError."""
    with explained(N_("{path} cannot be read: {why}"), path=name):
        try:
            return named_map(name)
        except MapError as error:
            raise CommandError("{path}: {why}", path=name, why=error) from None


def _generate(arguments: argparse.Namespace) -> int:
    width, height = arguments.generate
    lot = Random(arguments.seed)
    writing = explained(N_("{path} cannot be written: {why}"), path=arguments.map)
    with writing, Path(os.path.expanduser(arguments.map)).open("x", encoding="ascii") as file:
        file.write(generated(lot, width, height).text)
    return 0


def _console_lines(game: Playthrough) -> Iterator[str]:
    """The lines of a console, of a game that is over."""
    for kind, first, second in console_events(game):
        yield _LINES[kind].format(one_line(first), one_line(second))


class _Console:
    """The lines of goldrush-simu (G-006)."""

    def __init__(self, commands: Sequence[str], *, quiet: bool) -> None:
        self._commands = commands
        self._quiet = quiet

    def listen(self, output: StandardOutput) -> Hearing:
        """Hear of a game, and write its lines there."""

        def hear(kind: str, first: str, second: str) -> None:
            if kind == "start":
                first = self._commands[int(second)]
            if not self._quiet:
                output.line(_LINES[kind].format(one_line(first), one_line(second)))

        return hear


_LINES: Final = {
    "start": "Starting {0}",
    "player": "New player '{0}' {1}",
    "round": "Round {0}",
    "execute": "execute command {0} from {1}",
    "bad": "bad command {0} from {1}",
    "out": "Error: {0}",
    "score": "score {0} {1}",
}
"""The line for each event of a game."""


class Transcripts:
    """A folder with what each miner was sent and said."""

    failure = N_("the transcripts of game {n} could not be saved")

    def __init__(self, folder: str) -> None:
        """Make the folder.  Raises CommandError."""
        self._folder = Path(os.path.expanduser(folder))
        with explained(N_("{path} cannot be written: {why}"), path=folder):
            self._folder.mkdir(parents=True, exist_ok=True)

    def add(self, game: PlayedGroup) -> None:
        """Write a file for each miner of a game.  Raises OSError."""
        lines: list[list[str]] = [[] for _ in game.group]
        for one in transcript(game.playthrough):
            lines[one.seat].append(f"{'<' if one.is_answer else '>'} {one.text}\n")
        for seat, texts in enumerate(lines):
            path = self._folder / f"game{game.playthrough.game_id}.{seat}.txt"
            path.write_text("".join(texts), encoding="utf-8")


class _SimuParser(Parser):
    """The usage texts of goldrush-simu, and its exit code (G-001)."""

    def format_usage(self) -> str:
        return (
            "usage: goldrush-simu [-t <duration> | -r <maxRounds>] <mapfile> <player-executable>+\n"
            "usage: goldrush-simu [-l | -n width height] <mapfile>\n"
        )

    def error(self, message: str) -> NoReturn:
        # The original says no more, and says it on standard output (G-001).
        sys.stdout.write(self.format_usage())
        complain(excerpt(message, LONGEST), "")
        raise SystemExit(1)


def simu_parser() -> Parser:
    """The arguments of ``goldrush-simu``."""
    parser = _SimuParser(prog="goldrush-simu")
    add_arguments(parser)
    return parser


def simulate(words: Sequence[str]) -> int:
    """Run ``goldrush-simu`` with these words."""
    parser = simu_parser()
    arguments = parser.parse_args(words)
    draws = arguments.generate or arguments.edit or arguments.new
    if draws and not arguments.map:
        parser.error(_("name a map"))
    if not (arguments.players or draws or arguments.show):
        parser.error(_(NO_MINERS))
    if len(arguments.players) > GOLD_RUSH.seats[-1] and not arguments.seats:
        StandardOutput().line("error: too much players")
        return 1
    # Split as the original does, which leaves out empty words at the end (G-004).
    arguments.given = arguments.players
    arguments.players = [shlex.join(one.rstrip(" ").split(" ")) for one in arguments.players]
    return run(arguments, "goldrush-simu")


def main(argv: Sequence[str] | None = None) -> int:
    """The program ``goldrush-simu``."""
    words = sys.argv[1:] if argv is None else argv
    choose_language()
    return run_command("goldrush-simu", lambda: simulate(words))


if __name__ == "__main__":
    sys.exit(main())
