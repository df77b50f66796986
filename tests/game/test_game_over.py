"""When a game is over: the table of pyDurak, row by row, from either seat."""

from typing import NamedTuple

import pytest

from durak_tui.game.position import DEAL, DRAW, MOVE, OVER, RESPOND, UNDECIDED
from durak_tui.game.violation import IllegalAction
from tests.game.build import bout, card, cards, played

pytestmark = pytest.mark.parametrize("seat", [0, 1])

SPADES = "7S"
"""The trump of these games, nobody's card."""
TALON = "9D TD JD QD KD AD 6H 9H"


class Row(NamedTuple):
    """Two hands, what is answered, and where that leads."""

    attacker: str
    defender: str
    answers: tuple[str, ...]
    phase: int
    winner: str = "undecided"
    talon: str = ""


ROWS = {
    "the last card wins at once against two though one could beat it": Row(
        "6C", "7C 8C", ("6C",), OVER, "attacker"
    ),
    "the last card is to be beaten by the only card left if it can be": Row(
        "6C", "7C", ("6C",), RESPOND
    ),
    "the last card is to be beaten by the only card left if that is a trump": Row(
        "AC", "6S", ("AC",), RESPOND
    ),
    "the last card wins at once if the only card left is of another suit": Row(
        "8C", "9D", ("8C",), OVER, "attacker"
    ),
    "the last card wins at once if the only card left is lower": Row(
        "8C", "6C", ("8C",), OVER, "attacker"
    ),
    "the last card is to be beaten while there is a talon": Row(
        "6C", "7D", ("6C",), RESPOND, talon="9H"
    ),
    "both play their last cards": Row("6C", "7C", ("6C", "7C"), OVER, "nobody"),
    "the defender beats with the last card": Row("6C 9D", "7C", ("6C", "7C"), OVER, "defender"),
    "beating with the last card ends only the bout while there is a talon": Row(
        "6C 6D", "7C", ("6C", "7C"), DEAL, talon=TALON
    ),
    "a bout is beaten to the attacker's last card but one": Row(
        "6C 9D", "7C 8S", ("6C", "7C"), MOVE
    ),
    "the last throw-in wins as early as the last lead": Row(
        "6C 6D", "7C 8D 9D", ("6C", "7C", "6D"), OVER, "attacker"
    ),
    "the last throw-in is to be beaten by the only card left": Row(
        "6C 6D", "7C 8D", ("6C", "7C", "6D"), RESPOND
    ),
    "giving the last cards wins at once without a deal": Row(
        "6C 6D 6H", "8D 8H 8S", ("6C", "", "6D 6H"), OVER, "attacker"
    ),
    "giving the last cards ends only the bout while there is a talon": Row(
        "6C 6D", "8D 8H 8S", ("6C", "", "6D"), DEAL, talon="9H"
    ),
    "giving some cards but not the last goes on to the deal": Row(
        "6C 6D 9H", "8D 8H", ("6C", "", "6D"), DEAL
    ),
    "giving nothing goes on to the deal": Row("6C 9H", "8D 8H", ("6C", "", ""), DEAL),
    "the attacker has no cards from the start": Row("", "7C", (), OVER, "attacker"),
    "the defender has no cards from the start": Row("7C", "", (), OVER, "defender"),
    "neither has cards from the start": Row("", "", (), OVER, "nobody"),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_game_is_over_when_the_table_says_so(seat: int, row: Row) -> None:
    trump = "" if row.talon else SPADES
    position = bout(row.attacker, row.defender, talon=row.talon, trump=trump, seat=seat)
    played(position, *row.answers)
    assert position.phase == row.phase
    winners = {"undecided": UNDECIDED, "nobody": DRAW, "attacker": seat, "defender": 1 - seat}
    assert position.winner == winners[row.winner]
    if position.phase in (DEAL, OVER):
        assert position.legal() == 0
        for answer in ("", "7C", "6C 7C"):
            with pytest.raises(IllegalAction, match=r"^nobody may play a card now$"):
                position.check(cards(answer))


def test_the_attacker_without_cards_wins_though_the_defender_beat_the_last(seat: int) -> None:
    """The early end forestalls this in play; a position set up by hand can still hold it."""
    position = bout("6C 9D", "7C 8C", trump=SPADES, seat=seat)
    position.move(card("6C"))
    position.hands[seat] = 0
    position.respond(card("7C"))
    assert (position.phase, position.winner) == (OVER, seat)


def test_taking_the_last_card_loses_in_the_deal(seat: int) -> None:
    position = played(bout("6C", "7C", trump=SPADES, seat=seat), "6C", "")
    assert (position.phase, position.winner) == (DEAL, UNDECIDED)
    dealt = position.deal()
    assert (dealt.taken_by, dealt.cards[1 - seat]) == (1 - seat, cards("6C"))
    assert (position.phase, position.winner) == (OVER, seat)


def test_the_open_trump_alone_is_still_a_talon(seat: int) -> None:
    position = played(bout("6C", "7D", talon="9H", seat=seat), "6C", "")
    assert list(position.deal().cards[seat]) == cards("9H")
    assert (position.phase, position.to_act) == (MOVE, seat)
