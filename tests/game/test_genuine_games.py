"""Games that pyDurak played: by our rules, and by the reference, they go the same way."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.game.agreement import Choose, SameGame
from tests.game.reference import ReferenceGame

DATA = Path(__file__).parents[1] / "data"
SEATS = ("player1", "player2")
RESULTS = {"0": "1-0", "1": "0-1", "draw": "s-s"}


def genuine_games() -> list[dict[str, Any]]:
    names = ("dummy_vs_dummy.log", "trace_dummy_vs_dummy.log")
    lines = [line for name in names for line in (DATA / name).read_text().splitlines()]
    return [json.loads(line) for line in lines if not line.startswith("#")]


def answers(cards: Iterator[str], given: list[str]) -> Choose:
    """Players who play these cards in turn, and pass or take when there are none."""

    def choose(asked: ReferenceGame) -> list[str]:
        return given if asked.state == "give_more" else list(islice(cards, 1))

    return choose


GAMES = genuine_games()


def test_there_are_thirty_games_and_the_traced_one() -> None:
    assert len(GAMES) == 31
    assert {game["result"] for game in GAMES} == {"1-0", "0-1", "s-s"}


@pytest.mark.parametrize("number", range(31))
def test_a_genuine_game_goes_the_same_way_by_our_rules(number: int) -> None:
    genuine = GAMES[number]
    deck = genuine["deck"]
    mover = SEATS.index(genuine["moves"][0]["to_move"])
    game = SameGame.begin((deck[:6], deck[6:12]), deck[12:], mover, genuine["opened_trump"])
    for bout in genuine["moves"]:
        game.compare()
        reference = game.reference
        assert reference.state == "move"
        assert SEATS[reference.mover] == bout["to_move"]
        assert set(reference.hands[0]) == set(bout["player1_cards"])
        assert set(reference.hands[1]) == set(bout["player2_cards"])
        assert len(reference.talon) == bout["deck_count"]
        cards = iter(bout["moves_and_responds"])
        players = answers(cards, bout["given_more"])
        while reference.state not in ("deal", "over"):
            game.step(players)
            game.compare()
        assert list(cards) == [], "cards were played after the end of the bout"
        if not game.over:
            game.step(players)
    game.compare()
    assert game.over
    assert RESULTS[game.reference.result] == genuine["result"]
