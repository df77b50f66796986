"""Commands that open the application: ``play``, ``practice``, ``logs`` ..., or none."""

import argparse
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from durak_tui.cli.common import (
    CommandError,
    Parser,
    choose_language,
    explained,
    positive_seconds,
    run_command,
)
from durak_tui.common.i18n import N_, Message
from durak_tui.common.unpack import STDIN

if TYPE_CHECKING:
    from durak_tui.game.position import Position
    from durak_tui.records.journal import UnfinishedGame


def _add_play(parser: argparse.ArgumentParser) -> None:
    from durak_tui.user.opponents import LEVELS
    from durak_tui.user.schema import FIRST

    parser.description = (
        "Play against an engine, on a screen or, with --plain, in lines of text; or, with"
        " --hot-seat, with someone at the same keyboard. The game begins at once; run durak-tui"
        " without a command to choose an opponent first."
    )
    against = parser.add_mutually_exclusive_group()
    against.add_argument(
        "engine",
        nargs="?",
        metavar="ENGINE",
        help="your opponent: a level such as Beginner, an engine's name, a path, a program on PATH,"
        " or a quoted command line (default: the one you played last)",
    )
    against.add_argument(
        "--level",
        type=int,
        choices=[level.number for level in LEVELS],
        help="from 1 (Beginner) to 5 (Master)",
    )
    against.add_argument(
        "--hot-seat",
        nargs="*",
        metavar="NAME",
        help="two players take turns at this keyboard; give both names, or none to be asked",
    )
    _add_rules(parser)
    add = parser.add_argument
    add("--seed", metavar="S", help="same seed, same deals (default: random)")
    add(
        "--first",
        choices=FIRST,
        help="who attacks first: the lowest trump, the winner of the last game, you, or the engine"
        " (with --hot-seat: me is the first player, engine the second)",
    )
    for option, first in (("--winner-first", "winner"), ("--no-winner-first", "trump")):
        # The same, as earlier versions had it.
        add(option, dest="first", action="store_const", const=first, help=argparse.SUPPRESS)
    add(
        "--move-time",
        type=positive_seconds,
        metavar="SEC",
        help="time that the engine has for each move, unless its settings say otherwise",
    )
    add = parser.add_mutually_exclusive_group().add_argument
    add("--resume", action="store_true", help="resume your last unfinished game")
    add("--new", action="store_true", help="start a new game without asking")
    parser.add_argument("--plain", action="store_true", help="lines of text, for any terminal")
    add_mouse(parser)
    parser.set_defaults(run=_play)


def _add_practice(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Find the best card, on a screen or, with --plain, in lines of text. The positions are from"
        " real games, and from your own mistakes once a game is reviewed. What you get wrong comes"
        " back."
    )
    parser.add_argument("--plain", action="store_true", help="lines of text, for any terminal")
    add_mouse(parser)
    parser.set_defaults(run=_practice)


def _add_autoplay(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Watch two engines play a match on a screen. Without a screen: durak-autoplay."
    )
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help="the two engines")
    add_mouse(parser)
    parser.set_defaults(run=_autoplay)


def _add_logs(parser: argparse.ArgumentParser) -> None:
    parser.description = "Browse the games in a log, step by step."
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="the log (default: choose one on screen)"
    )
    add_mouse(parser)
    parser.set_defaults(run=_logs)


def _add_host(parser: argparse.ArgumentParser) -> None:
    from durak_tui.net.address import parse_port

    parser.description = (
        "Wait for someone to play with. They find you on the local network, or join by your"
        " address. No dealer is needed: both programs shuffle, and both check the deal."
    )
    parser.add_argument(
        "--port",
        type=parse_port,
        metavar="P",
        help="the port on which others reach you (default: 8024)",
    )
    _add_person(parser)
    parser.set_defaults(run=_host)


def _add_join(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play with someone who waits at an address. The player who joins proposes the house rules."
    )
    parser.add_argument(
        "address", metavar="HOST[:PORT]", help="such as anna.local or 192.168.1.5:8025"
    )
    _add_person(parser)
    parser.set_defaults(run=_join)


def _add_person(parser: argparse.ArgumentParser) -> None:
    """Add what holds for a person elsewhere."""
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="your name for other players (default: the one in the settings)",
    )
    _add_rules(parser)
    add_mouse(parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    from durak_tui.game.caps import ATTACK_LIMITS
    from durak_tui.game.cards import DECK_SIZES

    parser.add_argument("--deck", type=int, choices=DECK_SIZES, help="cards in the deck")
    parser.add_argument(
        "--attack-limit",
        choices=tuple(ATTACK_LIMITS),
        metavar="LIMIT",  # argparse would write the choices with commas between.
        help="most attacks in a bout: none, 6, or 6,5 for five in the first bout",
    )


COMMANDS: Final = {
    "play": _add_play,
    "host": _add_host,
    "join": _add_join,
    "practice": _add_practice,
    "autoplay": _add_autoplay,
    "logs": _add_logs,
}
"""Gives each command its options."""
_WITHOUT_A_SCREEN: Final = {
    "home": "durak-tui play --plain",
    "play": "durak-tui play --plain",
    "practice": "durak-tui practice --plain",
    "autoplay": "durak-autoplay",
    "logs": "durak-tui show FILE",
}
"""The commands in lines of text that serve in place of screens, where there are any."""


def add_mouse(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-mouse",
        dest="mouse",
        action="store_false",
        default=argparse.SUPPRESS,  # or a command would forget what was said before it
        help="leave the mouse to the terminal, for selecting text",
    )


def home(arguments: argparse.Namespace) -> int:
    return open_screen("home", arguments)


def _play(arguments: argparse.Namespace) -> int:
    from durak_tui.user.opponents import LEVELS

    if arguments.level:
        arguments.engine = LEVELS[arguments.level - 1].name
    people = arguments.hot_seat is not None
    if arguments.resume and (arguments.engine or people):
        what = "--level" if arguments.level else "--hot-seat" if people else "ENGINE"
        text = N_("--resume continues a game with the same players; leave out {what}")
        raise CommandError(text, what=what)
    if people:
        return _play_with_people(arguments)
    last_left = _last_left(plain=arguments.plain) if arguments.resume else None
    if arguments.engine:
        _look_for(arguments.engine)
    if arguments.plain:
        from durak_tui.cli.plain import command

        return command.run(arguments, last_left.path if last_left else None)
    terms = _given(arguments, "deck", "seed", "first", "move_time", "attack_limit")
    if last_left:
        from durak_tui.tui.play.unfinished import table_of

        return open_screen(table_of(last_left), arguments, resume=last_left.path, **terms)
    return _sit_down("play", arguments, terms, engine=arguments.engine or "")


def _sit_down(table: str, arguments: argparse.Namespace, terms: dict[str, Any], **who: Any) -> int:
    """Open a table, or first ask which unfinished game to resume."""
    left: list[UnfinishedGame] = []
    if not arguments.new:
        with suppress(OSError):  # then nobody is asked about them
            left = _unfinished()
    if table == "hot-seat":
        left = [game for game in left if game.game.opening.between_people]
    if left:
        return open_screen("unfinished", arguments, left=left, table=table, who=who, **terms)
    return open_screen(table, arguments, **who, **terms)


def _unfinished() -> "list[UnfinishedGame]":
    """The games that can be resumed.  Raises OSError."""
    from durak_tui.records.journal import worth_resuming
    from durak_tui.user.folders import unfinished_folder

    return worth_resuming(unfinished_folder())


def _given(arguments: argparse.Namespace, *names: str) -> dict[str, Any]:
    """The options of these names that were given."""
    found = ((name, getattr(arguments, name)) for name in names)
    return {name: value for name, value in found if value is not None}


def _play_with_people(arguments: argparse.Namespace) -> int:
    from durak_tui.user.person_names import both_names

    if arguments.plain:
        text = N_("--hot-seat needs a screen: plain text could not hide a hand")
        raise CommandError(text)
    if arguments.move_time is not None:
        text = N_("--move-time is for an engine, and with --hot-seat none plays")
        raise CommandError(text)
    match arguments.hot_seat:
        case []:
            names = None
        case [first, second]:
            names = both_names(first, second)
        case _:
            raise CommandError(N_("--hot-seat takes two names, or none"))
    terms = _given(arguments, "deck", "seed", "first", "attack_limit")
    return _sit_down("hot-seat", arguments, terms, names=names)


def _host(arguments: argparse.Namespace) -> int:
    return _meet(arguments, port=arguments.port)


def _join(arguments: argparse.Namespace) -> int:
    from durak_tui.net.address import parse_address

    return _meet(arguments, address=parse_address(arguments.address))


def _meet(arguments: argparse.Namespace, **where: Any) -> int:
    """Open the screen on which people meet.  Raises UserError."""
    from durak_tui.net.wire import check_net
    from durak_tui.user.person_names import one_name

    check_net()
    name = "" if arguments.name is None else one_name(arguments.name)
    terms = _given(arguments, "deck", "attack_limit")
    return open_screen("meeting", arguments, **where, name=name, terms=terms)


def _look_for(engine: str) -> None:
    """Raise EngineStartError unless there is such an engine.

    The screen deals with one of the user's list that cannot be started: it offers others.
    """
    from durak_tui.engine.engine_errors import EngineStartError
    from durak_tui.user.engines import look_for_engine
    from durak_tui.user.import_pydurak import open_stores
    from durak_tui.user.settings import SettingsStore

    try:
        look_for_engine(SettingsStore().value, engine)
    except EngineStartError:
        # It may be one of the original's, which are taken over only now.
        look_for_engine(open_stores()[0].value, engine)


def _last_left(*, plain: bool) -> "UnfinishedGame":
    """The unfinished game played last.  Raises CommandError if none.

    ``plain``: among those that the line mode can show.
    """
    with explained(N_("unfinished games cannot be read: {why}")):
        games = _unfinished()
    if plain:
        games = [game for game in games if not game.game.opening.between_people]
    if not games:
        raise CommandError(N_("there is no unfinished game; leave out --resume"))
    return games[0]


def _practice(arguments: argparse.Namespace) -> int:
    if arguments.plain:
        from durak_tui.cli.plain import practice

        return practice.run()
    return open_screen("practice", arguments)


def solve(arguments: argparse.Namespace, position: "Position | None") -> int:
    """Show best play from a position, or a form for one."""
    if position is None:
        return open_screen("solve", arguments)
    return open_screen("solution", arguments, position=position)


def _autoplay(arguments: argparse.Namespace) -> int:
    if len(arguments.engines) > 2:
        text = N_("a match has two engines; durak-tui tournament takes more")
        raise CommandError(text)
    return open_screen("autoplay", arguments, engines=tuple(arguments.engines))


def _logs(arguments: argparse.Namespace) -> int:
    if arguments.file == STDIN:
        text = N_("a screen cannot read a log from standard input; use durak-tui show -")
        raise CommandError(text)
    return open_screen("logs", arguments, path=arguments.file)


def has_screen() -> bool:
    """True on a terminal that can show screens."""
    return not _no_screen()


def _no_screen() -> str:
    """The reason why screens cannot be shown, in English, if any."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        return N_("screens need a terminal")
    if os.environ.get("TERM", "dumb") == "dumb":
        return N_("this terminal (TERM=dumb) cannot show screens")
    return ""


def open_screen(screen: str, arguments: argparse.Namespace, **given: Any) -> int:
    """Open the application.  Raises CommandError where it cannot be shown."""
    problem = _no_screen()
    # Who is asked what to resume wants to sit down at a table.
    instead = _WITHOUT_A_SCREEN.get(given.get("table", screen))
    if problem and instead:
        text = N_("{problem}; try {command}")
        raise CommandError(text, problem=Message(problem), command=instead)
    if problem:
        raise CommandError(problem)
    import gc

    # What is loaded now stays to the end: looking through it for garbage, again and again,
    # takes a part of the time until something is seen.
    gc.disable()
    from durak_tui.tui.app import run_app

    return run_app(screen, given, mouse=getattr(arguments, "mouse", None))


def gui() -> int:
    """``durak-gui``: the name under which pyDurak had its game."""
    choose_language()
    parser = Parser(prog="durak-gui", description="The same as durak-tui.")
    add_mouse(parser)
    return run_command(parser.prog, lambda: home(parser.parse_args()))


def logviewer() -> int:
    """``durak-logviewer``: the name under which pyDurak had its log browser."""
    choose_language()
    parser = Parser(prog="durak-logviewer")
    _add_logs(parser)
    parser.description = "The same as durak-tui logs."
    return run_command(parser.prog, lambda: _logs(parser.parse_args()))
