"""``durak-tui stats``: what counts of results say, without playing a match."""

import argparse
import json
from typing import Final

from durak_tui.cli.common import CommandError, Output
from durak_tui.cli.results import describe
from durak_tui.statistics.counts import Counts, GameCounts, PairCounts
from durak_tui.statistics.sprt import MODELS, Sprt
from durak_tui.statistics.summary import as_json

NAME: Final = "Engine1"  # Whose results the counts are.
PAIRS: Final = ("LL", "LD", "WL", "DD", "WD", "WW")
MOST: Final = 10**12  # Larger counts are slips of the finger.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Computes score, Elo, normalized Elo and likelihood of superiority (LOS) of"
        f" {NAME}, with 95 % errors, from counts of its games or of pairs of games with the same"
        " deal, and, with --sprt, the state of a sequential test."
    )
    games = parser.add_argument_group("single games")
    games.add_argument("--wins", type=int, metavar="W", help=f"games that {NAME} has won")
    games.add_argument("--losses", type=int, metavar="L", help="games that it has lost")
    games.add_argument("--draws", type=int, metavar="D", help="games drawn (default 0)")
    pairs = parser.add_argument_group("pairs of games")
    pairs.add_argument(
        "--pairs",
        type=int,
        nargs=len(PAIRS),
        metavar=PAIRS,
        help=f"pairs with these two results (L lost, D drawn, W won by {NAME}), in any order",
    )
    test = parser.add_argument_group("sequential test")
    test.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help=f"test whether {NAME} is ELO0 (H0) or ELO1 (H1) stronger",
    )
    test.add_argument(
        "--model",
        choices=MODELS,
        help=f"what ELO0 and ELO1 are: normalized or logistic Elo (default {MODELS[0]})",
    )
    for option, meaning in (("--alpha", "H1 wrongly"), ("--beta", "H0 wrongly")):
        test.add_argument(
            option,
            type=float,
            metavar="P",
            help=f"accepted probability of accepting {meaning} (default 0.05)",
        )
    parser.add_argument("--json", action="store_true", help="as JSON; LOS and score from 0 to 1")


def run(arguments: argparse.Namespace) -> int:
    try:
        counts = _counts(arguments)
        sprt = _sprt(arguments)
    except ValueError as error:
        raise CommandError(str(error)) from None
    output = Output()
    if arguments.json:
        output.line(json.dumps(as_json(counts, sprt), allow_nan=False))
    else:
        output.lines(describe(counts, NAME, sprt))
    return 0


def _counts(arguments: argparse.Namespace) -> Counts:
    singles = (arguments.wins, arguments.losses, arguments.draws)
    given = [count for count in singles if count is not None]
    if arguments.pairs and given:
        raise CommandError("--pairs cannot be used together with --wins, --losses or --draws")
    if not arguments.pairs and (arguments.wins is None or arguments.losses is None):
        raise CommandError("either --wins and --losses (and --draws) or --pairs is needed")
    given = arguments.pairs or given
    if max(given) > MOST:
        raise CommandError(f"a count cannot be above {MOST}: {max(given)}")
    return PairCounts(*given) if arguments.pairs else GameCounts(*given)


def _sprt(arguments: argparse.Namespace) -> Sprt | None:
    options = {name: getattr(arguments, name) for name in ("model", "alpha", "beta")}
    chosen = {name: value for name, value in options.items() if value is not None}
    if arguments.sprt is None and chosen:
        raise CommandError(f"--{next(iter(chosen))} needs --sprt")
    return Sprt(*arguments.sprt, **chosen) if arguments.sprt else None
