"""Runs of 2048 for two as they are kept in a log."""

from contextlib import closing
from pathlib import Path

from durak_tui.engine.config import EngineConfig
from durak_tui.games.duel2048.duel_plan import DuelOptions, duel_plan
from durak_tui.games.duel2048.duel_play import DUEL_2048
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import players_named
from durak_tui.games.playthrough import Playthrough, encode_playthrough
from durak_tui.games.program_table import ProgramTable
from tests.games.duel2048.players import GOOD, good, player

LOUD = """
    def output(self, currentRound, board, mode):
        if currentRound == 20:
            raise ValueError("x" * 5000)
        return super().output(currentRound, board, mode)
"""


def played(plan: GroupPlan) -> Playthrough:
    """The first game of a run, as its log has it."""
    with closing(ProgramTable(kind=plan.kind)) as table:
        game = table.play(next(plan.schedule.tasks())).playthrough
    return game._replace(run=plan.settings)


def test_a_game_of_many_players_with_long_paths_takes_little_room(tmp_path: Path) -> None:
    folder = tmp_path / ("d" * 100)
    folder.mkdir()
    first = good(folder, "first").command
    loud = player(folder, f"{GOOD}\nclass Player(Player):{LOUD}", "loud").command
    others = [str(folder / f"{number:02}.py") for number in range(58)]
    plan = duel_plan(DuelOptions(), players_named([loud, first, *others]), 10, 1)
    assert plan.schedule.total == 60 * 59 * 10
    game = played(plan)
    assert game.finish
    fault = game.finish.faults[0]
    assert fault
    assert "x" * 5000 in fault.words
    line = encode_playthrough(game)
    assert len(line) < 4096
    assert b"x" * 300 in line  # The end of the exception.


def test_players_of_a_large_run_are_told_apart(tmp_path: Path) -> None:
    commands = [f"{tmp_path}/a-player-with-a-long-name-{number}.py" for number in range(60)]
    changed = [*commands[:-1], "other.py"]
    one, again, other = (
        duel_plan(DuelOptions(), tuple(map(EngineConfig, each)), 10, 1).settings["players"]
        for each in (commands, commands, changed)
    )
    assert one == again != other
    few = duel_plan(DuelOptions(), tuple(map(EngineConfig, changed[-2:])), 10, 1)
    assert few.settings["players"] == changed[-2:]
    assert few.kind.name == DUEL_2048.name
