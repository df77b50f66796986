"""The options of a tournament, a row each.

Command line, form and manual page follow from the rows.
"""

from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.match.options import (
    ATTACK_LIMIT,
    CONCURRENCY,
    DECK,
    GAME_TIME,
    INFOS,
    MOVE_TIME,
    SEED_HINT,
    RunOption,
)
from durak_tui.tournament.pairings import FORMATS
from durak_tui.tournament.tournament_config import (
    DEFAULT_GAMES,
    DEFAULT_SEED,
    GAMES_OF_PAIRING,
    ROUNDS,
    SEED,
)

COMMAND: Final = (
    RunOption(
        name="file", metavar="FILE.toml", help=N_("engines, format, games, seed, folder"),
    ),
    CONCURRENCY,
    INFOS,
    RunOption(
        name="stderr", flag="--stderr", metavar="FOLDER",
        help=N_("append the standard error of the engines there, to a file for each"),
    ),
    RunOption(
        name="resume", kind="flag", flag="--resume",
        help=N_("resume where games.log in that folder ends"),
    ),
)  # fmt: skip
"""On the command line, which leaves the rest to the file."""
_FORM: Final = (
    RunOption(
        name="file", label=N_("File"),
        hint=N_("The tournament file. Choose an existing one to resume its tournament."),
    ),
    RunOption(name="format", choices=FORMATS, entered=FORMATS[0], label=N_("Format")),
    RunOption(
        name="games", kind="even", most=GAMES_OF_PAIRING, entered=str(DEFAULT_GAMES),
        label=N_("Games per pairing"), hint=N_("Every deal is played from both seats."),
    ),
    RunOption(
        name="rounds", kind="count", most=ROUNDS,
        label=N_("Rounds"), empty=N_("enough for one winner"),
    ),
    DECK,
    ATTACK_LIMIT,
    RunOption(
        name="seed", kind="integer", most=SEED, entered=str(DEFAULT_SEED),
        label=N_("Seed"), hint=SEED_HINT,
    ),
    MOVE_TIME,
    GAME_TIME,
)  # fmt: skip
TOURNAMENT_FORM: Final = {option.name: option for option in _FORM}
"""In the form, which writes that file, beside the engines."""
