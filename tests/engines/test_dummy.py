"""durak-dummy decides as pyDurak's own does, in every position of the genuine games."""

import subprocess
import sys
from pathlib import Path

import pytest
from durak_engines.dummy import Dummy

from durak_tui.engine.client import EngineClient
from durak_tui.engine.registry import resolve
from durak_tui.game.cards import card_name
from durak_tui.library.index import LogIndex
from durak_tui.match.engine_game import play_game
from tests.engines.inprocess import turn

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


@pytest.mark.parametrize(
    ("hand", "table", "card"),
    [
        ("7S 9C 9D KH", "", "9C"),  # lowest plain card; equal ranks by suit
        ("AS 7S", "", "7S"),  # trumps only when there is nothing else
        ("9D 9C 7S", "9H TH", "9C"),
        ("9S TC", "9H JH", None),  # never throws in a trump
        ("KC AD", "9H TH", None),
    ],
)
def test_it_leads_its_cheapest_card_and_throws_in_no_trump(
    hand: str, table: str, card: str | None
) -> None:
    played = Dummy().move(turn("move", hand, table))
    assert (None if played is None else card_name(played)) == card


@pytest.mark.parametrize(
    ("hand", "table", "card"),
    [
        ("KC TC 7S", "9C", "TC"),
        ("8C 7S 9S", "9C", "7S"),
        ("AC 7S TS", "9S", "TS"),
        ("AC AD 7S", "9S", None),
    ],
)
def test_it_beats_with_the_suit_before_a_trump_and_with_the_lowest(
    hand: str, table: str, card: str | None
) -> None:
    played = Dummy().respond(turn("respond", hand, table))
    assert (None if played is None else card_name(played)) == card


def test_it_gives_all_plain_cards_that_fit_up_to_the_limit() -> None:
    hand = "9S 9D 9C TH KC"
    cards = Dummy().give_more(turn("give_more", hand, "9H TD JD", enemy_count=6))
    assert [card_name(card) for card in cards] == ["9C", "9D", "TH"]
    cards = Dummy().give_more(turn("give_more", hand, "9H TD JD", enemy_count=3))
    assert [card_name(card) for card in cards] == ["9C", "9D"]
    assert not Dummy().give_more(turn("give_more", hand, "9H TD JD", enemy_count=1))


def test_it_exits_when_its_input_ends() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "durak_engines.dummy"],
        input=b"init 7S\nbogus\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert run.stdout == b'ok\nError: Unknown command "bogus"\n'
    assert run.stderr == b""


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
