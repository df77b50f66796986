"""Inference from the opponent's choices, which is right about a dummy."""

import pytest

from durak_tui.analysis.inference import OpponentModel
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, OVER
from tests.analysis.test_world import play_as_dummy
from tests.game.build import bout, mask, played
from tests.game.walks import with_caps


def test_a_dummy_never_holds_what_is_unlikely() -> None:
    wrong = right = excluded = 0
    for number in range(60):
        position = with_caps(deal("suspicion", number), number).position()
        models = OpponentModel(), OpponentModel()
        while position.phase != OVER:
            if position.phase != DEAL:
                player = position.to_act
                known = models[player].knowledge(position)
                held = position.hands[1 - player] & known.hidden
                assert len(known.unlikely) == held.bit_count()
                # A card fits if one of the places does not speak against it.
                against = known.hidden
                for unlikely in known.unlikely:
                    against &= unlikely
                wrong += (held & against).bit_count() if known.unlikely else 0
                right += (held & ~against).bit_count() if known.unlikely else 0
                excluded += against.bit_count() if known.unlikely else 0
            play_as_dummy(position)
    assert excluded > 3000
    assert wrong == 0 < right


@pytest.mark.parametrize(
    ("answers", "unlikely"),
    [
        (("9C",), "6C 6D 6H 7C 7D 7H 8C 8D 8H"),  # a lead: nothing cheaper
        (("9S",), "6C KD AH"),  # a trump led: no plain card at all
        (("9C", "TC", "TD"), "9D 9H TC"),  # thrown in: nothing cheaper of these ranks
    ],
)
def test_attacks_show_what_the_attacker_lacks(answers: tuple[str, ...], unlikely: str) -> None:
    position = bout(
        "9C TD 9S KD AD QD", "TC JC QC KC AC JD", talon="6C 6D 6H 7C 7D 7H 8C 7S", seat=1
    )
    known = OpponentModel().knowledge(played(position, *answers))
    assert known.unlikely
    assert all(slot & mask(unlikely) == mask(unlikely) for slot in known.unlikely)
    assert not any(slot & mask("6S 7S 8S TS AS") for slot in known.unlikely)  # no trump


def test_of_what_is_drawn_later_nothing_is_concluded() -> None:
    position = bout(
        "9C TD 9S KD AD QD", "TC JC QC KC AC JD", talon="6C 6D 6H 7C 7D 7H 8C 7S", seat=1
    )
    model = OpponentModel()
    played(position, "9C")
    first = model.knowledge(position)
    assert len(first.unlikely) == 5 and all(slot for slot in first.unlikely)
    played(position, "TC", "")
    position.deal()
    second = model.knowledge(position)
    *old, new = second.unlikely
    assert new == 0 and len(old) == 5
    # They let the bout end: no nine and no ten that is not a trump.
    for slot in old:
        assert {"9D", "TH"} <= {name for name in ("9D", "TH", "9S") if slot & mask(name)}
        assert not slot & mask("9S")


@pytest.mark.parametrize(
    ("beaten_with", "unlikely"),
    [("QC", "TC JC"), ("8S", "TC JC QC KC AC")],  # the second is a trump
)
def test_who_beats_hardly_holds_a_cheaper_card_that_does(beaten_with: str, unlikely: str) -> None:
    position = bout("9C 6D 7D 8D TD QD", "QC 8S 8H 7H 6H 9H", talon="6C 7C 8C TC 7S")
    known = OpponentModel().knowledge(played(position, "9C", beaten_with))
    assert set(known.unlikely) == {mask(unlikely)}


def test_who_takes_hardly_holds_a_plain_card_that_beats() -> None:
    position = bout("9C 6D 7D 8D TD QD", "KC AD 8H 7H 6H 9H", talon="6C 7C 8C TC 7S")
    played(position, "9C", "")
    known = OpponentModel().knowledge(position)
    assert known.unlikely[0] & mask("TC JC 8C AD 6S") == mask("TC JC")
