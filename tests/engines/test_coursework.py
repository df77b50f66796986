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
from durak_tui.game.cards import card_name, card_names, mask_of, parse_card

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
        """Deal whatever of a hand it does not have yet, in the order of the hand."""
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


def turn(kind: str, hand: str, table: str = "", talon: int = 10, trump: str = "6S") -> Turn:
    """A decision to be made; the hand in the order received."""
    cards = [parse_card(name) for name in hand.split()]
    return Turn(
        kind,
        mask_of(cards),
        [parse_card(name) for name in table.split()],
        parse_card(trump),
        f'{{"deck_count": {talon}, "enemy_count": 6}}'.encode(),
        arrivals=cards,
    )


@pytest.mark.parametrize(
    ("hand", "table", "card"),
    [
        ("KH 9D 9C 7S", "", "9D"),  # of equal ranks the one that came first
        ("KH 9C 9D 7S", "", "9C"),
        ("AS 7S TS", "", "7S"),
        ("9D 2C", "", "2C"),
        ("9D 9C", "9H TH", None),
    ],
)
def test_it_leads_its_lowest_card_that_came_first_and_never_throws_in(
    hand: str, table: str, card: str | None
) -> None:
    played = Coursework().move(turn("move", hand, table))
    assert (None if played is None else card_name(played)) == card


@pytest.mark.parametrize(
    ("hand", "attack", "talon", "card"),
    [
        ("AC TC 7S", "9C", 10, "TC"),
        ("8C 7S 9S", "9C", 1, None),  # no trump while there is a talon
        ("8C 9S 7S", "9C", 0, "7S"),
        ("TS 7C", "9S", 10, None),
        ("AS TS 7C", "9S", 0, "TS"),
        ("TC 7S", "9C", 0, "TC"),
        ("AD 8C", "9C", 0, None),
    ],
)
def test_it_spends_trumps_on_defence_only_when_the_talon_is_empty(
    hand: str, attack: str, talon: int, card: str | None
) -> None:
    played = Coursework().respond(turn("respond", hand, attack, talon))
    assert (None if played is None else card_name(played)) == card


def test_it_gives_the_taker_nothing_more() -> None:
    assert not Coursework().give_more(turn("give_more", "9D 9C", "9H"))
