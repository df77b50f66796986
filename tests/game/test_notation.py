"""A position as a line of text: what is written is read again, what cannot be is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.notation import parse_position
from durak_tui.game.position import DEAL, OVER, PHASE_NAMES, Position
from tests.game.build import bout, mask, played
from tests.game.walks import walk


def state(position: Position) -> list[object]:
    """All that can be seen of a position, and all that it leads to."""
    return [
        position.hands, position.talon[position.drawn :], position.trump, position.attacker,
        position.phase, position.table, position.given, position.discarded, position.winner,
        position.taking, [position.known(player) for player in (0, 1)], position.caps,
        (position.to_act, position.legal(), position.may_pass()) if position.phase < DEAL else (),
    ]  # fmt: skip


@given(number=st.integers(0, 10**9))
def test_every_position_of_a_game_comes_back_from_its_line(number: int) -> None:
    seen = None
    for position in walk(number):
        line = str(position)
        assert state(parse_position(line)) == state(position)
        assert line != seen
        seen = line
    assert position.phase == OVER
    assert state(parse_position(str(position))) == state(position)


def test_the_line_reads_as_its_description_says() -> None:
    position = played(bout("6C 7D 9H 6H", "8C 9S TD JD", trump="7S", discarded="6S"), "6H")
    assert str(position) == "6C7D9H/8C9STDJD 6H - 7S 1 respond 6S"
    position = played(bout("6C 6D TH", "8C 9S TD JD", talon="QC QD", trump="QD"), "6C", "", "6D")
    assert str(position) == "TH/8C9STDJD 6C+6D QCQD QD 1 taken"
    position.deal()
    assert str(position) == "THQCQD/6C6D8C9STDJD - - QD 1 move - -/6C6D"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "6 to 9 fields, not 0"),
        ("6C/7C - - 7S 1", "6 to 9 fields, not 5"),
        ("6C - - 7S 1 move", "two hands have / between them"),
        ("6C/7 - - 7S 1 move", "cards are written like 6CTD"),
        ("6C/1C - - 7S 1 move", "not a card: '1C'"),
        ("6C/7C - - 7S8S 1 move", "the trump is one card"),
        ("6C/7C - - - 1 move", "the trump is one card"),
        ("6C/7C - - 7S 0 move", "player 1 or 2, not 0"),
        ("6C/7C - - 7S 1 deal", "the phase is one of move, respond"),
        ("6C/6C - - 7S 1 move", "6C is in two places"),
        ("6C/7C - 8C9C 7S 1 move", "the last card of the talon is the trump, 7S"),
        ("6C7D/7C8H 9C8D - 7S 1 move", "a player 8D does not beat 9C"),
        ("6C7D/7C8H 9C - 7S 1 move", "with these cards the phase is respond, not move"),
        ("6C/7C - - 7S 1 over", "the phase is move, not over"),
        ("6C7C/8C - - 7S 1 move - 9C/-", "what a player has taken is not in their hand"),
        ("6C7C/8C - - 7S 1 move - - 6", "an attack limit is written like 6/5, not 6"),
        ("6C7C/8C - - 7S 1 move - - 0/6", "an attack limit is written like 6/5, not 0/6"),
        (
            "6D7C/8C9C 6C+6H - 7S 1 taken - - 6/1",
            "cards are given, but the attack limit is already reached",
        ),
        ("6D7C/8C 6C9C - 7S 1 move - - 6/1", "the phase is beaten, not move"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("(", r"\(")):
        parse_position(line)


@given(line=st.text(st.sampled_from("6789TJQKACDHS/-+ 12move\u2660"), max_size=60))
def test_any_text_is_a_position_or_refused(line: str) -> None:
    try:
        position = parse_position(line)
    except ValueError:
        return
    assert PHASE_NAMES[position.phase] in {*PHASE_NAMES}
    assert state(parse_position(str(position))) == state(position)


def test_what_a_player_has_taken_is_known_of_their_hand() -> None:
    position = parse_position("6C7C/8C9C - 6D7D8D 8D 1 move - 7C/8C")
    assert (position.known(0), position.known(1)) == (mask("7C"), mask("8C"))
