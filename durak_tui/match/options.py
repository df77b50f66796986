"""The options of a match, a row each.

Command line, form and manual page follow from the rows.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from durak_tui.common.i18n import N_
from durak_tui.common.values import Most
from durak_tui.engine.config import DEFAULT_MOVE_TIME, DEFAULT_START_TIME
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.cards import DECK_SIZES, USUAL_DECK
from durak_tui.match.plan import (
    AT_ONCE,
    DEFAULT_MATCH_SIZE,
    DEFAULT_MATCHES,
    GAMES,
    MATCHES,
    SEED,
)
from durak_tui.statistics.sprt import MODELS

Kind: TypeAlias = Literal[
    "text", "integer", "above zero", "count", "even", "seconds", "sprt", "flag", "switch"
]
"""The kinds of values of options: an ``integer`` may be below zero; a ``count`` is above zero,
or left open; a ``flag`` is given or not, a ``switch`` can also be switched off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOption:
    """One option of a run.  Texts are English, marked for translation."""

    name: str  # Its field in the form.
    kind: Kind = "text"
    most: Most | None = None
    choices: tuple[Any, ...] = ()
    # On the command line:
    flag: str = ""  # Empty: an argument by its place, or none.
    metavar: str | None = None
    default: Any = None  # None is left to the plan.
    help: str = ""
    # In the form:
    label: str = ""
    hint: str = ""
    empty: str = ""  # Stands in a field that is left empty, as may be.
    entered: str = ""  # Stands there first.


LIMITS_OF_ENGINES: Final = N_("Unless the engine has its own limit (see Engines).")
SEED_HINT: Final = N_("The same seed gives the same deals.")

DECK: Final = RunOption(
    name="deck", kind="integer", choices=DECK_SIZES, entered=str(USUAL_DECK),
    flag="--deck", help=N_("cards in the deck (default 36)"),
    label=N_("Deck"),
)  # fmt: skip
ATTACK_LIMIT: Final = RunOption(
    name="attack_limit", choices=tuple(ATTACK_LIMITS), entered="none",
    flag="--attack-limit", metavar="LIMIT",  # argparse would write commas between the choices.
    help=N_(
        "most attacks in a bout: none, 6, or 6,5 for five in the first bout (default:"
        " none, or that of --deals)"
    ),
    label=N_("Attack limit"), hint=N_("The most attacks in a bout."),
)  # fmt: skip
MOVE_TIME: Final = RunOption(
    name="move_time", kind="seconds", default=DEFAULT_MOVE_TIME, entered=f"{DEFAULT_MOVE_TIME:g}",
    flag="--move-time", metavar="SEC",
    help=N_("time for every answer (default 10); the start of a program does not count"),
    label=N_("Seconds per move"), hint=LIMITS_OF_ENGINES,
)  # fmt: skip
GAME_TIME: Final = RunOption(
    name="game_time", kind="seconds",
    flag="--game-time", metavar="SEC",
    help=N_("time of one engine for one game (default: no limit)"),
    label=N_("Seconds per game"), hint=LIMITS_OF_ENGINES, empty=N_("no limit"),
)  # fmt: skip
CONCURRENCY: Final = RunOption(
    name="concurrency", kind="count", most=AT_ONCE,
    flag="--concurrency", metavar="N",
    help=N_("games played at the same time (default: one per core)"),
    label=N_("Parallel games"), hint=N_("Empty: one per core."),
)  # fmt: skip
INFOS: Final = RunOption(
    name="infos", kind="flag", entered="no",
    flag="--infos", help=N_("also log what engines say of themselves and of each decision"),
    label=N_("Log thoughts"),
    hint=N_("Also log what engines say of each decision, for replays."),
)  # fmt: skip

OPTIONS: Final = (
    RunOption(
        name="engine1", metavar="ENGINE1", help=N_("the first engine"),
        label=N_("Engine 1"), entered="durak-endgame",
    ),
    RunOption(
        name="engine2", metavar="ENGINE2", help=N_("the second engine; may be the same"),
        label=N_("Engine 2"), entered="durak-dummy",
    ),
    RunOption(
        name="matches", kind="above zero", most=MATCHES, entered=str(DEFAULT_MATCHES),
        flag="--matches-number", metavar="N", help=N_("how many matches (default 10)"),
        label=N_("Matches"),
        hint=N_("The engine that wins more games of a match scores a point."),
    ),
    RunOption(
        name="games", kind="above zero", most=GAMES, entered=str(DEFAULT_MATCH_SIZE),
        flag="--match-size", metavar="N", help=N_("games in each match (default 100)"),
        label=N_("Games per match"),
    ),
    RunOption(
        name="log", flag="--log-file", metavar="FILE",
        help=N_("append every finished game to this file"),
        label=N_("Log file"), hint=N_("Every finished game is added to it. Empty: no log."),
    ),
    RunOption(
        name="debug", kind="flag", flag="--debug",
        help=N_("trace every line of both engines to stderr"),
    ),
    RunOption(
        name="seed", kind="integer", most=SEED, flag="--seed", metavar="S",
        help=N_("same seed, same deals (default: random)"),
        label=N_("Seed"), hint=N_("The same seed gives the same deals. Empty: random."),
        empty=N_("random"),
    ),
    RunOption(
        name="deals", flag="--deals", metavar="LOG",
        help=N_("play the deals recorded in this log, in its order"),
    ),
    RunOption(
        name="paired", kind="switch", default=True, entered="yes", flag="--paired",
        help=N_("play every deal twice, once from each seat (default)"),
        label=N_("Every deal twice"),
        hint=N_("Once from each seat, so that luck counts for less."),
    ),
    DECK,
    ATTACK_LIMIT,
    MOVE_TIME,
    RunOption(
        name="start_time", kind="seconds", default=DEFAULT_START_TIME,
        flag="--start-time", metavar="SEC",
        help=N_("time for a program to start, up to its first ok (default 30)"),
    ),
    GAME_TIME,
    CONCURRENCY,
    RunOption(
        name="cluster", flag="--cluster", metavar="ADDRESS",
        help=N_("play on the workers of the Dask scheduler at this address"),
    ),
    INFOS,
    RunOption(
        name="stderr", flag="--stderr", metavar="FOLDER",
        help=N_("append the standard error of the engines to engine1.log and engine2.log there"),
    ),
    RunOption(
        name="stats", kind="flag", flag="--stats",
        help=N_("score, Elo, LOS and more after the table"),
    ),
    RunOption(
        name="sprt", kind="sprt", flag="--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]",
        help=N_("stop as soon as one of these two Elo values of engine 1 is ruled out"),
        label=N_("SPRT"), empty=N_("off"),
        hint=N_("Stop once one of two strengths (nElo) of engine 1 is ruled out: 0, 10."),
    ),
    RunOption(
        name="sprt_model", choices=MODELS, default=MODELS[0], flag="--sprt-model",
        help=N_("the scale of the Elo values of --sprt (default %(default)s)"),
    ),
    RunOption(
        name="resume", kind="flag", flag="--resume",
        help=N_("resume the last run in the log file; give the other options as before"),
    ),
    RunOption(
        name="counter", choices=("auto", "always", "never"), default="auto", flag="--counter",
        help=N_(
            "show a count of games while playing; auto: only on a terminal, otherwise one line"
            " at the end"
        ),
    ),
    RunOption(
        name="json", flag="--json", metavar="FILE",
        help=N_('write the results as JSON; "-" instead of the table'),
    ),
)  # fmt: skip
_BY_NAME: Final = {option.name: option for option in OPTIONS}
MATCH_FORM: Final = {
    name: _BY_NAME[name]
    for name in (
        "engine1", "engine2", "matches", "games", "seed", "deck", "attack_limit", "paired",
        "move_time", "game_time", "sprt", "concurrency", "log", "infos",
    )
}  # fmt: skip
"""Those that the form has, in its order."""
