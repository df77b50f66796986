"""``durak-tui stats``: what a log, or counts of results, say."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from durak_tui.cli.common import CommandError, StandardOutput, explained, width_of_output
from durak_tui.cli.live import ProgressLine
from durak_tui.cli.run_results import describe
from durak_tui.cli.show import games_of
from durak_tui.common.i18n import N_, _
from durak_tui.common.text import strict_json
from durak_tui.common.unpack import shown
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.sprt import MODELS, Sprt
from durak_tui.statistics.statistics_json import as_json

if TYPE_CHECKING:
    from durak_tui.library.totals import Totals

NAME: Final = "Engine1"  # Whose results the counts are.
PAIRS: Final = ("LL", "LD", "WL", "DD", "WD", "WW")
MOST: Final = 10**12  # Larger counts are slips of the finger.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Add up the games in a log: who played whom, score, Elo with its error and likelihood"
        " of superiority (LOS), faults, length and time. Or compute score, Elo, normalized Elo"
        " and LOS of Engine1, with 95 % errors, from counts of its games or of pairs of games"
        " with the same deal, and, with --sprt, the state of a sequential test."
    )
    parser.epilog = (
        "--json with a log prints one object: log, games, void, unreadable (damaged games, of"
        " which nothing else counts), bouts (mean per game),"
        " seconds (of all games that have times), timed (how many those are), players (name,"
        " games, won, lost, drawn), meetings (names, games, won, lost and drawn as the first"
        " player sees them, pairs: LL, LD, WL, DD, WD and WW, null unless every deal, except"
        " perhaps the last, was played from both seats, and the statistics of --json without a"
        " log) and faults (name, then reason, then how many)."
    )
    parser.add_argument(
        "log",
        nargs="?",
        metavar="LOG",
        help="the log to add up, perhaps compressed by gzip; - for standard input",
    )
    games = parser.add_argument_group(N_("single games"))
    games.add_argument("--wins", type=int, metavar="W", help="games that Engine1 won")
    games.add_argument("--losses", type=int, metavar="L", help="games that it lost")
    games.add_argument("--draws", type=int, metavar="D", help="games drawn (default 0)")
    pairs = parser.add_argument_group(N_("pairs of games"))
    pairs.add_argument(
        "--pairs",
        type=int,
        nargs=len(PAIRS),
        metavar=PAIRS,
        help="pairs with these two results (L lost, D drawn, W won by Engine1), in any order",
    )
    test = parser.add_argument_group(N_("sequential test"))
    test.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="test whether Engine1 is stronger by ELO0 (H0) or by ELO1 (H1)",
    )
    test.add_argument(
        "--model",
        choices=MODELS,
        help="what ELO0 and ELO1 are: normalized (default) or logistic Elo",
    )
    for option in ("--alpha", "--beta"):
        test.add_argument(
            option,
            type=float,
            metavar="P",
            help="how often H1 (--alpha) or H0 (--beta) may be accepted wrongly (default 0.05)",
        )
    parser.add_argument("--json", action="store_true", help="as JSON; LOS and score from 0 to 1")


def run(arguments: argparse.Namespace) -> int:
    if arguments.log is not None:
        return _totals(arguments)
    try:
        counts = _counts(arguments)
        sprt = _sprt(arguments)
    except ValueError as error:
        raise CommandError(str(error)) from None
    output = StandardOutput()
    if arguments.json:
        output.line(strict_json(as_json(counts, sprt)))
    else:
        output.lines(describe(counts, NAME, sprt))
    return 0


def _totals(arguments: argparse.Namespace) -> int:
    from durak_tui.library.totals import Totals

    given = vars(arguments)
    for name in ("wins", "losses", "draws", "pairs", "sprt", "model", "alpha", "beta"):
        if given[name] is not None:
            raise CommandError(
                N_("--{name} is for counts; leave it out if you give a log"), name=name
            )
    totals = Totals()
    unreadable = explained(N_("{path} cannot be read: {why}"), 1, path=shown(arguments.log))
    with games_of(arguments.log, None) as index, unreadable:
        progress = ProgressLine(len(index))
        try:
            for _step in totals.read(index):
                progress.update(totals.games)
        finally:
            progress.clear()
    output = StandardOutput()
    if arguments.json:
        output.line(strict_json(_totals_as_json(arguments.log, totals)))
    else:
        output.lines(_totals_as_text(totals))
    return 0


def _totals_as_text(totals: "Totals") -> Iterator[str]:
    from durak_tui.words import totals_words as words
    from durak_tui.words.text_table import fitted, in_columns

    yield words.games_line(totals)
    for names, rows, _counts in words.tables(totals):
        yield ""
        cells = fitted(rows, width_of_output(), names=names, less=words.least_wanted())
        yield from in_columns(cells)
    if faults := list(words.fault_lines(totals)):
        yield ""
        yield _("Faults")
        yield from faults


def _totals_as_json(log: str, totals: "Totals") -> dict[str, Any]:
    known = totals.games - totals.unreadable
    return {
        "log": log,
        "games": totals.games,
        "void": totals.void,
        "unreadable": totals.unreadable,
        "bouts": totals.bouts / known if known else None,
        "seconds": totals.seconds,
        "timed": totals.timed,
        "players": [
            {"name": name, "games": c.number, "won": c.wins, "lost": c.losses, "drawn": c.draws}
            for name, c in totals.players()
        ],
        "meetings": [
            {
                "names": met.names,
                "games": met.games.number,
                "won": met.games.wins,
                "lost": met.games.losses,
                "drawn": met.games.draws,
                "pairs": met.pairs and met.pairs.numbers(),
                "statistics": as_json(met.counts),
            }
            for met in totals.meetings()
        ],
        "faults": {name: dict(reasons) for name, reasons in sorted(totals.faults.items())},
    }


def _counts(arguments: argparse.Namespace) -> Counts:
    singles = (arguments.wins, arguments.losses, arguments.draws)
    given = [count for count in singles if count is not None]
    if arguments.pairs and given:
        raise CommandError(N_("--pairs cannot be used with --wins, --losses or --draws"))
    if not arguments.pairs and (arguments.wins is None or arguments.losses is None):
        text = N_("give a log, or --wins and --losses (and --draws), or --pairs")
        raise CommandError(text)
    given = arguments.pairs or given
    if max(given) > MOST:
        text = N_("a count cannot be above {most}: {count}")
        raise CommandError(text, most=MOST, count=max(given))
    return PairCounts(*given) if arguments.pairs else GameCounts(*given)


def _sprt(arguments: argparse.Namespace) -> Sprt | None:
    options = {name: getattr(arguments, name) for name in ("model", "alpha", "beta")}
    chosen = {name: value for name, value in options.items() if value is not None}
    if arguments.sprt is None and chosen:
        raise CommandError(N_("--{name} needs --sprt"), name=next(iter(chosen)))
    return Sprt(*arguments.sprt, **chosen) if arguments.sprt else None
