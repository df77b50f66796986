"""``durak-tui goldrush``: programs dig for diamonds, one game or many."""

import argparse
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
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
    REPEATS,
    GroupCommand,
    add_run_arguments,
    players_of,
    settled_seed,
)
from durak_tui.cli.json_file import STDOUT
from durak_tui.common.i18n import N_, _
from durak_tui.common.text import one_line
from durak_tui.common.values import Most
from durak_tui.games.goldrush.dig import (
    GOLD_RUSH,
    MOST_ROUNDS,
    ROUNDS,
    TURN_SECONDS,
    MineOptions,
    transcript,
)
from durak_tui.games.goldrush.maps import LARGEST, MapError, MineMap, generated, parse_map
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import GroupSchedule
from durak_tui.games.program_table import PlayedGroup

_LONGEST: Final = 1 << 20  # Bytes of a map's file.
_LONGEST_PAUSE: Final = Most(60_000)  # Milliseconds.
NO_MINERS: Final = N_("a mine needs miners: name a program for each")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Lets one to four programs dig for diamonds in a mine, as goldrush-simu does. With --repeat"
        " every group of players plays from every base, and the best is first."
    )
    parser.add_argument("map", metavar="MAP", help="the file of the mine")
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER",
        help="a miner: goldrush-digger, goldrush-random, a path, a quoted command line",
    )  # fmt: skip
    parser.add_argument("-t", dest="pause", type=_pause, metavar="MS", help="pause after a round")
    parser.add_argument(
        "-r", dest="rounds", type=partial(at_least_one, most=MOST_ROUNDS), default=ROUNDS,
        metavar="N", help="rounds of a game (default %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--full", action="store_true", help="play all rounds, also when nothing is left to dig"
    )
    parser.add_argument(
        "--move-time", type=positive_seconds, default=TURN_SECONDS, metavar="SEC",
        help="time for each turn (default %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--start-time", type=positive_seconds, default=30.0, metavar="SEC",
        help="time for the first line of a miner, its name (default %(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--repeat", type=partial(at_least_one, most=REPEATS), metavar="N",
        help="play every group N times from every base",
    )  # fmt: skip
    parser.add_argument(
        "--seats", type=int, choices=GOLD_RUSH.seats, metavar="K",
        help="miners in a game, if there are more players",
    )  # fmt: skip
    parser.add_argument(
        "--transcripts", metavar="DIR", help="write all lines to and from each miner to files"
    )
    parser.add_argument(
        "--generate", nargs=2, type=partial(at_least_one, most=None), metavar=("W", "H"),
        help="write a random mine to MAP, without bases",
    )  # fmt: skip
    add_run_arguments(parser)


def _pause(text: str) -> float:
    return _LONGEST_PAUSE.check(int(text)) / 1000 if text.isdecimal() else at_least_one(text)


def run(arguments: argparse.Namespace, prog: str = "durak-tui goldrush") -> int:
    if arguments.generate:
        return _generate(arguments)
    if not arguments.players:
        raise CommandError(NO_MINERS)
    mine_map = read_map(arguments.map)
    players = players_of(arguments.players)
    seats = arguments.seats or len(players)
    if seats not in GOLD_RUSH.seats or seats > len(players):
        text = N_("there are {n} players: --seats says how many of them, 1 to 4, play in a game")
        raise CommandError(text, n=len(players))
    seed = settled_seed(arguments, GOLD_RUSH)
    options = MineOptions(
        mine_map, arguments.rounds, arguments.full, arguments.move_time, arguments.start_time
    )
    options.opening(seed, 1, seats)  # Now it is still early to find out that bases are too few.
    repeat = arguments.repeat or (0 if seats == len(players) else 1)
    schedule = GroupSchedule(
        players, seats, repeat, lambda game, _: options.opening(seed, game, seats)
    )
    settings = {
        "game": GOLD_RUSH.name,
        "players": [one_line(one.command) for one in players],
        "seats": seats,
        "repeat": repeat,
        "seed": seed,
        **options.to_json(),
        # Every game has the map itself.
        "map": sha256(mine_map.text.encode()).hexdigest()[:16],
    }
    quiet = arguments.json == STDOUT
    command = GroupCommand(
        prog,
        GroupPlan(GOLD_RUSH, schedule, settings),
        arguments,
        console=None if repeat else _Console(quiet).hear,
        pace=arguments.pause or 0.0,
    )
    if arguments.transcripts:
        command.stores.append(Transcripts(arguments.transcripts))
    if not repeat and not quiet:
        command.stores.append(_Score())
    return command.run()


def read_map(path: str) -> MineMap:
    """The map of a file.  Raises CommandError."""
    reading = explained(N_("{path} cannot be read: {why}"), path=path)
    with reading, Path(path).expanduser().open("rb") as file:
        data = file.read(_LONGEST + 1)
    if len(data) > _LONGEST:
        raise CommandError(N_("{path} is too long to be a map"), path=path)
    try:
        return parse_map(data.decode("utf-8", "backslashreplace"))
    except MapError as error:
        raise CommandError("{path}: {why}", path=path, why=error) from None


def _generate(arguments: argparse.Namespace) -> int:
    width, height = arguments.generate
    if max(width, height) > LARGEST:
        raise CommandError(N_("a mine has at most {n} cells to each side"), n=LARGEST)
    lot = Random(arguments.seed)
    writing = explained(N_("{path} cannot be written: {why}"), path=arguments.map)
    with writing, Path(arguments.map).expanduser().open("x", encoding="ascii") as file:
        file.write(generated(lot, width, height).text)
    return 0


class _Console:
    """The lines of goldrush-simu (G-006)."""

    def __init__(self, quiet: bool) -> None:
        self._output = StandardOutput()
        self._quiet = quiet

    def hear(self, kind: str, first: str, second: str) -> None:
        line = {
            "start": f"Starting {first}",
            "player": f"New player '{first}' {second}",
            "round": f"Round {first}",
            "execute": f"execute command {first} from {second}",
            "bad": f"bad command {one_line(first)} from {second}",
            "out": f"Error: {first}",
        }[kind]
        if not self._quiet:
            self._output.line(line)


class _Score:
    """The end of a single game on the console."""

    failure = "{n}"

    def add(self, game: PlayedGroup) -> None:
        finish = game.playthrough.finish
        assert finish
        details = finish.details
        StandardOutput().lines(
            f"score {name} {score} hand {hand}"
            for name, score, hand in zip(
                details["names"], details["scores"], details["hands"], strict=True
            )
        )


class Transcripts:
    """A folder with what each miner was sent and said."""

    failure = N_("the transcripts of game {n} could not be saved")

    def __init__(self, folder: str) -> None:
        """Make the folder.  Raises CommandError."""
        self._folder = Path(folder).expanduser()
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
            "Usage: goldrush-simu [-t <duration> | -r <maxRounds>] <mapfile> <player-executable>+\n"
            "       goldrush-simu [-l | -n width height] <mapfile>\n"
        )

    def error(self, message: str) -> NoReturn:
        self._refuse(message, 1)


def main(argv: Sequence[str] | None = None) -> int:
    """The program ``goldrush-simu``."""
    choose_language()
    parser = _SimuParser(prog="goldrush-simu")
    add_arguments(parser)
    arguments = parser.parse_args(sys.argv[1:] if argv is None else argv)
    if not (arguments.players or arguments.generate):
        parser.error(_(NO_MINERS))
    # Split as the original does (G-004).
    arguments.players = [shlex.join(one.split(" ")) for one in arguments.players]
    if len(arguments.players) > GOLD_RUSH.seats[-1] and not arguments.seats:
        complain("error: too much players", "")
        return 1
    return run_command("goldrush-simu", lambda: run(arguments, "goldrush-simu"))


if __name__ == "__main__":
    sys.exit(main())
