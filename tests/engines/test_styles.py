"""The styles of durak-player: careful, greedy and tricky."""

import pytest
from durak_engines.dummy import Dummy
from durak_engines.random_player import Random
from durak_engines.styles import STYLES, Careful, Greedy, Tricky, styled

from durak_tui.engine.sdk import Engine
from durak_tui.game.cards import card_names
from durak_tui.game.deals import deal
from durak_tui.game.position import OVER, Position
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.protocol.messages import Command, decode_answer, encode_command
from tests.engines.inprocess import play, tables
from tests.game.build import bout, cards, played

TALON = "8D TD 6S"
"""The six of spades is the trump."""
REST = "6C 7C 6D 7D KD"
"""Other cards of the other hand."""


def answer(engine: Engine, position: Position, known: str = "") -> str:
    """The engine's action if it knows these cards of the opponent."""
    kind, data = QUESTIONS[position.phase], game_data(position, position.to_act)
    data = data._replace(hand=position.hand(position.to_act), enemy_known=cards(known))
    reply = engine.answer(encode_command(Command(kind, position.table, data, hint=True)))
    assert reply is not None
    return " ".join(card_names(decode_answer(kind, reply).cards))


@pytest.mark.parametrize("style", STYLES)
def test_a_style_plays_legally_against_anybody(style: str) -> None:
    # play() raises for anything that the rules do not allow.
    for number in range(40):
        for other in (Random(number), Dummy(), styled(style, number + 1)):
            game = play(deal("styles", number), (styled(style, number), other))
            assert game.phase == OVER


@pytest.mark.parametrize("style", STYLES)
def test_a_style_plays_the_same_games_again_with_a_seed(style: str) -> None:
    used = styled(style, 5)
    for number in range(10):
        start = deal("styles", number)
        assert tables(start, (used, Dummy())) == tables(start, (styled(style, 5), Dummy()))


def test_no_two_styles_play_alike_and_none_plays_like_the_dummy() -> None:
    engines = [Dummy(), *(styled(style, 5) for style in STYLES)]
    starts = [deal("styles", number) for number in range(10)]
    games = {str([tables(start, (engine, Dummy())) for start in starts]) for engine in engines}
    assert len(games) == len(engines)


class TestACarefulPlayer:
    def test_leads_its_lowest_plain_card(self) -> None:
        assert answer(Careful(), bout("7S 8H KH KC", REST, talon=TALON)) == "8H"

    @pytest.mark.parametrize(("talon", "taken"), [(TALON, True), ("", False)])
    def test_takes_rather_than_spend_a_trump_until_the_talon_is_empty(
        self, talon: str, taken: bool
    ) -> None:
        attacked = played(bout("9H 9C", "8H 7S AC", talon=talon, trump="6S"), "9H")
        assert answer(Careful(), attacked) == ("" if taken else "7S")

    def test_beats_with_a_plain_card_while_there_is_a_talon(self) -> None:
        attacked = played(bout("9H 9C", "TH AH 7S", talon=TALON), "9H")
        assert answer(Careful(), attacked) == "TH"

    @pytest.mark.parametrize(
        ("hand", "beaten_with", "thrown_in"),
        [("TH TC", "JH", "TC"), ("JH JC", "QH", ""), ("9H 9S", "TH", "")],
    )
    def test_throws_in_low_plain_cards_only(
        self, hand: str, beaten_with: str, thrown_in: str
    ) -> None:
        led = hand.split(maxsplit=1)[0]
        beaten = played(bout(hand, f"{beaten_with} {REST}", talon=TALON), led, beaten_with)
        assert answer(Careful(), beaten) == thrown_in

    def test_gives_low_plain_cards_only(self) -> None:
        start = bout("9H 9C 9D 9S QD", f"QH {REST}", talon=TALON)
        taking = played(start, "9H", "QH", "9C", "")
        assert answer(Careful(), taking) == "9D"

    @pytest.mark.parametrize("high", ["JC", "AC"])
    def test_lets_high_cards_go_once_the_talon_is_empty(self, high: str) -> None:
        rank = high[0]
        beaten = played(bout(f"{rank}D {high}", f"7S {REST}", trump="6S"), f"{rank}D", "7S")
        assert answer(Careful(), beaten) == high


class TestAGreedyPlayer:
    def test_leads_the_rank_it_has_most_of(self) -> None:
        assert answer(Greedy(), bout("6H 8H 8C KH KC KS", REST, talon=TALON)) == "KC"

    def test_beats_everything_that_can_be_beaten(self) -> None:
        attacked = played(bout("9H 9C", "8H 7S AC", talon=TALON), "9H")
        assert answer(Greedy(), attacked) == "7S"

    def test_throws_in_trumps_too(self) -> None:
        beaten = played(bout("9H 9S", f"TH {REST}", talon=TALON), "9H", "TH")
        assert answer(Greedy(), beaten) == "9S"

    @pytest.mark.parametrize(
        ("other", "given"), [("QC QD QH KC", "9C 9D 9S"), ("QC KC KD", "9C 9D")]
    )
    def test_gives_all_that_may_be_given_the_cheapest_first(self, other: str, given: str) -> None:
        taking = played(bout("9H 9C 9D 9S AC", other, talon="TD 6S"), "9H", "")
        assert answer(Greedy(), taking) == given


class TestATrickyPlayer:
    def test_leads_a_rank_of_which_it_has_more_plain_cards(self) -> None:
        assert answer(Tricky(1), bout("7H 8H 8S 9H 9C", REST, talon=TALON)) == "9C"

    def test_prefers_a_lead_that_no_known_plain_card_beats(self) -> None:
        start = bout("8H 8C 9H 9D", "QC KH 7S", talon=TALON)
        assert answer(Tricky(1), start) == "8C"
        assert answer(Tricky(1), start, known="QC") == "8H"
        assert answer(Tricky(1), start, known="QC KH") == "9D"
        assert answer(Tricky(1), start, known="QC 7S") == "8H"

    def test_leads_no_trump_while_it_has_another_card(self) -> None:
        start = bout("8H 9S TS", "KH 7S", talon=TALON)
        assert answer(Tricky(1), start, known="KH") == "8H"

    def test_beats_with_a_rank_that_the_other_is_not_known_to_hold(self) -> None:
        attacked = played(bout("9H TC JC AC", "TH JH AH 7S", talon=TALON), "9H")
        assert answer(Tricky(1), attacked) == "TH"
        assert answer(Tricky(1), attacked, known="TC") == "JH"
        assert answer(Tricky(1), attacked, known="TC JC") == "AH"
        assert answer(Tricky(1), attacked, known="TC JC AC") == "TH"

    def test_minds_no_rank_that_is_on_the_table_already(self) -> None:
        start = bout("9H 9C QD", "QH QC KC 7S", talon=TALON)
        assert answer(Tricky(1), played(start, "9H", "QH", "9C"), known="QD") == "QC"

    def test_keeps_some_throw_ins_back_while_the_talon_lasts(self) -> None:
        beaten = played(bout("9H 9C AC", f"TH {REST}", talon=TALON), "9H", "TH")
        answers = [answer(Tricky(seed), beaten) for seed in range(100)]
        assert set(answers) == {"9C", ""}
        assert 10 <= answers.count("") <= 40

    def test_throws_in_any_plain_card_that_fits_without_a_talon(self) -> None:
        beaten = played(bout("9H 9C AC", f"TH {REST}", trump="6S"), "9H", "TH")
        assert {answer(Tricky(seed), beaten) for seed in range(100)} == {"9C"}
