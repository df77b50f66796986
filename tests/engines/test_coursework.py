"""durak-coursework decides as the original program did, in every turn of its games.

``coursework.jsonl`` holds three of them as they were recorded: hands in the order received,
the table as pairs of attack and defence, ``PAS`` for a card that was not played.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from durak_engines.coursework import Coursework

from durak_tui.engine.sdk import Turn
from durak_tui.game.cards import card_names, parse_card

GENUINE = Path(__file__).parent.parent / "data" / "coursework.jsonl"
ALL = Path(__file__).parents[3] / "shared" / "data" / "coursework" / "decisions.jsonl"
NOTHING = {"PAS": "", "NOCARD": ""}


class Witness(Coursework):
    """Remembers in which order it held its cards when it was last asked."""

    held: Sequence[str] = ()

    def move(self, turn: Turn) -> int | None:
        self.held = card_names(turn.received)
        return super().move(turn)

    def respond(self, turn: Turn) -> int | None:
        self.held = card_names(turn.received)
        return super().respond(turn)


class Player:
    """The engine in one seat of a game, spoken to by the protocol."""

    def __init__(self, trump: str) -> None:
        self.engine = Witness()
        self.ask("init", trump)

    def ask(self, kind: str, cards: str = "", talon: int = 0) -> str:
        data = f'## {{"deck_count": {talon}, "enemy_count": 6}}'
        answer = self.engine.answer(f"{kind} {cards} {data if kind != 'init' else ''}".encode())
        assert answer is not None
        return answer.decode()

    def holds(self, hand: Sequence[str]) -> None:
        """Deal the cards of a hand that it does not have yet, in their order."""
        new = [name for name in hand if not self.engine.hand_mask >> parse_card(name) & 1]
        assert self.ask("deal", " ".join(new)) == "ok"


def replay(game: dict[str, Any]) -> int:
    """Play a game again; returns how many decisions were compared."""
    # The original announces a suit and has no open card (C-005): any card of it will do.
    players = Player("2" + game["trump"]), Player("2" + game["trump"])
    compared = 0
    for turn in game["turns"]:
        attacker, defender = players[turn["attacker"]], players[1 - turn["attacker"]]
        attacker.holds(turn["att_hand"])
        defender.holds(turn["def_hand"])
        table = ""
        for attack, defence in turn["table"]:
            reply = attacker.ask("move", table, turn["talon"])
            assert reply == NOTHING.get(attack, attack), turn
            if not table:
                assert attacker.engine.held == turn["att_hand"]
            compared += 1
            if not reply:
                break
            table += f" {reply}"
            reply = defender.ask("respond", table, turn["talon"])
            assert reply == NOTHING.get(defence, defence), turn
            assert defender.engine.held == turn["def_hand"]
            compared += 1
            if not reply:
                assert attacker.ask("give_more", table, turn["talon"]) == ""
            table += f" {reply}"
    return compared


@pytest.mark.parametrize(
    "file",
    [
        GENUINE,
        pytest.param(ALL, marks=pytest.mark.skipif(not ALL.exists(), reason=f"no {ALL.name}")),
    ],
    ids=["sample", "all"],
)
def test_the_genuine_games_are_decided_again_card_for_card(file: Path) -> None:
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(games) >= 3
    for game in games:
        assert replay(game) > 2 * len(game["turns"])
