"""``durak-tui check --game``: a miner, or a player of 2048."""

import argparse
from collections.abc import Sequence
from typing import Final

from durak_tui.cli.common import StandardOutput, stopping
from durak_tui.common.i18n import _
from durak_tui.common.text import one_line
from durak_tui.engine.cancel import Cancelled
from durak_tui.engine.config import EngineConfig
from durak_tui.games.duel2048.duel_plan import DuelOptions
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.game_kind import GameKind
from durak_tui.games.goldrush.dig import GOLD_RUSH, TURN_SECONDS
from durak_tui.games.goldrush.maps import MINES, parse_map
from durak_tui.games.goldrush.mine_plan import MineOptions
from durak_tui.games.player_check import check_player
from durak_tui.games.playthrough import Json
from durak_tui.words.check_words import STATUS_WORDS

_ROUNDS: Final = 200


def run_player(arguments: argparse.Namespace) -> int:
    """Play two games.  Raises EngineStartError if it is no program."""
    kind, openings, opponent = _games(arguments.game, arguments.move_time or TURN_SECONDS)
    player = EngineConfig(arguments.engine)
    output, failed = StandardOutput(), 0
    with stopping() as stop:
        try:
            for finding in check_player(kind, openings, player, EngineConfig(opponent), stop.token):
                word, name = STATUS_WORDS["passed" if finding.passed else "failed"], finding.name
                output.line(f"{_(word)}  {_(name)}: {one_line(str(finding.detail))}")
                output.lines(f"  {line}" for line in finding.words.splitlines())
                failed += not finding.passed
        except Cancelled:
            return stop.exit_code
    return 1 if failed else 0


def _games(game: str, seconds: float) -> tuple[GameKind, Sequence[Json], str]:
    """A game, an opening of it for each seat, and an opponent."""
    if game == DUEL_2048.name:
        duels = DuelOptions(_ROUNDS)
        return DUEL_2048, [duels.opening(1, number) for number in (1, 2)], "2048-random 1"
    mine = parse_map((MINES / "burrow.map").read_text())
    options = MineOptions(mine, _ROUNDS, full=True, turn_seconds=seconds)
    return GOLD_RUSH, [options.opening(1, number, 2) for number in (1, 2)], "goldrush-random 1"
