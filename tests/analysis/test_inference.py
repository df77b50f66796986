"""What the opponent's choices tell is likely, and with a dummy it is so."""

import pytest

from durak_tui.analysis.inference import Observer, OpponentModel
from durak_tui.analysis.knowledge import knowledge_of
from durak_tui.game.cards import cards_in, mask_of
from durak_tui.game.deals import deal
from durak_tui.game.position import DEAL, OVER
from tests.analysis.test_kernel import play_as_dummy
from tests.game.build import bout, mask, played


def test_a_dummy_never_holds_what_is_unlikely() -> None:
    wrong = right = told = 0
    for number in range(60):
        position = deal("suspicion", number).position()
        observers = Observer(0), Observer(1)
        while position.phase != OVER:
            for observer in observers:
                observer.see(position)
            if position.phase != DEAL:
                player = position.to_act
                known = observers[player].knowledge(position)
                held = position.hands[1 - player] & known.hidden
                assert len(known.unlikely) == held.bit_count()
                # A card fits if one of the places does not speak against it.
                against = known.hidden
                for unlikely in known.unlikely:
                    against &= unlikely
                wrong += (held & against).bit_count() if known.unlikely else 0
                right += (held & ~against).bit_count() if known.unlikely else 0
                told += against.bit_count() if known.unlikely else 0
            play_as_dummy(position)
    assert told > 3000
    assert wrong == 0 < right


@pytest.mark.parametrize(
    ("answers", "unlikely"),
    [
        (("9C",), "6C 6D 6H 7C 7D 7H 8C 8D 8H"),  # a lead: nothing cheaper
        (("9S",), "6C KD AH 6S 8S"),  # a trump led: no plain card at all
        (("9C", "TC", "TD"), "9D 9H TC"),  # thrown in: nothing cheaper of these ranks
    ],
)
def test_attacks_tell_what_the_attacker_has_not(answers: tuple[str, ...], unlikely: str) -> None:
    position = bout(
        "9C TD 9S KD AD QD", "TC JC QC KC AC JD", talon="6C 6D 6H 7C 7D 7H 8C 7S", seat=1
    )
    known = OpponentModel().turn(knowledge_of(played(position, *answers)), 0)
    assert known.unlikely
    assert all(slot & mask(unlikely) == mask(unlikely) for slot in known.unlikely)
    assert not any(slot & mask("KC AS") & ~mask("KC") for slot in known.unlikely)


def test_what_is_drawn_later_is_above_suspicion() -> None:
    position = bout(
        "9C TD 9S KD AD QD", "TC JC QC KC AC JD", talon="6C 6D 6H 7C 7D 7H 8C 7S", seat=1
    )
    suspicion = OpponentModel()
    played(position, "9C")
    first = suspicion.turn(knowledge_of(position), 0)
    assert len(first.unlikely) == 5 and all(slot for slot in first.unlikely)
    played(position, "TC", "")
    position.deal()
    second = suspicion.turn(knowledge_of(position), mask_of(position.discarded))
    *old, new = second.unlikely
    assert new == 0 and len(old) == 5
    # He let the bout end: no nine and no ten that is not a trump.
    for slot in old:
        assert {"9D", "TH"} <= {name for name in ("9D", "TH", "9S") if slot & mask(name)}
        assert not slot & mask("9S")


def test_who_takes_hardly_holds_a_card_that_beats() -> None:
    position = bout("9C 6D 7D 8D TD QD", "KC AD 8H 7H 6H 9H", talon="6C 7C 8C TC 7S")
    played(position, "9C", "")
    known = OpponentModel().turn(knowledge_of(position), 0)
    assert cards_in(known.unlikely[0] & mask("TC JC 8C 6S"))
    assert known.unlikely[0] & mask("TC JC 6S") == mask("TC JC 6S")
    assert not known.unlikely[0] & mask("8C AD")
