"""durak-dummy decides as pyDurak's own does, in every position of the genuine games."""

from pathlib import Path

from durak_engines.dummy import Dummy

from durak_tui.engine.client import EngineClient
from durak_tui.engine.registry import resolve
from durak_tui.library.index import LogIndex
from durak_tui.match.engine_game import play_game

GENUINE = Path(__file__).parent.parent / "data" / "dummy_vs_dummy.log"


def test_the_genuine_games_are_played_again_card_for_card() -> None:
    with (
        LogIndex(GENUINE) as log,
        EngineClient(resolve("durak-dummy")) as one,
        EngineClient(resolve("durak-dummy")) as two,
    ):
        log.scan()
        assert len(log) == 30
        for number in range(30):
            genuine = log.game(number)
            ours = play_game(genuine.deal, (one, two)).record
            assert ours.actions == genuine.actions, f"game {number + 1}"
            assert ours.ending.winner == genuine.ending.winner


def test_the_walk_through_of_pydurak_is_answered_with_the_letter_that_it_has_wrong() -> None:
    data = '{"discarded": [], "deck_count": 24, "on_table": [], "enemy_count": 6, "trump": "TD"}'
    club = "7\N{CYRILLIC CAPITAL LETTER ES}"
    dummy = Dummy()
    commands = (
        "init TD",
        "deal QS 7C KS QC 6S 9S",
        "respond 6C",
        f"respond 6C {club} 6H",
        f"deal 6C {club} 6H",
        "respond 6C",
    )
    answers = [dummy.answer(f"{command} ## {data}".encode()) for command in commands]
    assert answers == [b"ok", b"ok", b"7C", b"", b"ok", b"7C"]
