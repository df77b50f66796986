"""One narrator: the events of a game in sentences, to "you" and about others."""

import pytest

from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.cards import card_names
from durak_tui.game.position import DRAW
from durak_tui.records.record import RESIGNED, VOID, Ending
from durak_tui.records.walk import Walk
from durak_tui.table.game import Game
from durak_tui.words.narrator import Narrator, deck_and_limit, distinct_names
from durak_tui.words.plain import PlainWords
from tests.game.build import bout, cards
from tests.table.games import dealt, seats

NAMES = "lisa", "bob"
ACTIONS = ("6C", "8C", "6D", "", "6H", "7C", "")
"""A card is beaten, another thrown in, they are taken with one more; then a lead is taken."""


def written(shown: object) -> str:
    assert isinstance(shown, list | tuple)
    return " ".join(card_names(shown))


def spoken_to(seat: int) -> PlainWords:
    """The voice of the line mode at a table where spades are trump."""
    deal = dealt("6C 6D 6H 7C 7D 7H", "8C KD AD 8D 8H 8S", trump="KS")
    return PlainWords(Game(deal, seats(0, *NAMES)), seat)


def sentences(narrator: Narrator, *actions: str) -> list[str]:
    position = bout("6C 6D 6H 7C", "8C KD AD", talon="TC JD QD KS", trump="KS")
    events = list(Walk(position, [tuple(cards(action)) for action in actions]))
    return [sentence for event in events for sentence in narrator.tell(event)]


def test_a_game_of_two_others_uses_their_names() -> None:
    assert sentences(Narrator(NAMES, written), *ACTIONS) == [
        "lisa attacks with 6C.", "bob beats 6C with 8C.", "lisa throws in 6D.", "bob takes.",
        "lisa adds 6H.", "bob takes 4 cards.", "The talon is empty.",
        "lisa attacks with 7C.", "bob takes.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("you", "said"),
    [
        (0, ["You attack with 6C.", "bob beats 6C with 8C.", "You throw in 6D.", "bob takes.",
             "You add 6H.", "bob takes 4 cards.", "You draw TC JD QD KS.", "The talon is empty."]),
        (1, ["lisa attacks with 6C.", "You beat 6C with 8C.", "lisa throws in 6D.", "You take.",
             "lisa adds 6H.", "You take 4 cards.", "The talon is empty."]),
    ],
)  # fmt: skip
def test_one_of_the_players_may_be_you(you: int, said: list[str]) -> None:
    assert sentences(Narrator(NAMES, written, you=you), *ACTIONS[:5]) == said


def test_for_a_screen_reader_every_pass_and_every_draw_is_described() -> None:
    narrator = spoken_to(1)
    assert sentences(narrator, "6C", "8C", "") == [
        "lisa attacks: 6 of clubs.", "You beat it: 8 of clubs.", "lisa ends the bout.",
        "Beaten. 2 cards leave the game.", "You draw 1 card: trump king of spades.",
        "lisa draws 3 cards.",
        "The talon is empty.",
    ]  # fmt: skip
    assert sentences(narrator, "6C", "", "")[-4:] == [
        "lisa adds no more.", "You took 1 card.", "lisa draws 3 cards.",
        "1 card is left in the talon: the trump, the king of spades.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ending", "by_names", "to_lisa", "spoken"),
    [
        (
            Ending(0), "lisa wins; bob is the fool with 2 cards.",
            "You have won! bob is the fool with 2 cards.", "You have won.",
        ),
        (
            Ending(DRAW), "A draw: both hands are empty.", "A draw: both hands are empty.",
            "The game is a draw.",
        ),
        (
            Ending(1, RESIGNED), "lisa resigned. bob wins.",
            "You resigned. bob wins.", "You resigned. bob wins.",
        ),
        (
            Ending.resigned(1, "bob", "move", left=True), "bob did not come back. lisa wins.",
            "You win: bob did not come back.", "You win: bob did not come back.",
        ),
        (
            Ending.resigned(0, "lisa", "move", left=True), "lisa did not come back. bob wins.",
            "You did not come back. bob wins.", "You did not come back. bob wins.",
        ),
        (
            Ending(0, "timeout", 1, "timeout in move"),
            "lisa wins by forfeit. timeout in move",
            "You win: bob ran out of time.", "You win: bob ran out of time.",
        ),
        (
            Ending(1, "timeout", 0, "lisa did not act within 300 s"),
            "bob wins by forfeit. lisa did not act within 300 s",
            "Your time ran out. bob wins.", "Your time ran out. bob wins.",
        ),
        (
            Ending(0, "crash", 1, "crash in move"), "lisa wins by forfeit. crash in move",
            "You win: bob failed.", "You win: bob failed.",
        ),
    ],
)  # fmt: skip
def test_each_voice_words_an_end(ending: Ending, by_names: str, to_lisa: str, spoken: str) -> None:
    assert Narrator(NAMES, written).end(ending, (0, 2)) == by_names
    assert Narrator(NAMES, written, you=0).end(ending, (0, 2)) == to_lisa
    assert spoken_to(0).end(ending, (0, 2)) == spoken


def test_what_counts_for_nobody_is_void_or_broken_off() -> None:
    narrator = Narrator(NAMES, written)
    assert narrator.end(Ending(VOID, "crash"), (6, 6)).startswith("Void: both engines")
    assert narrator.end(Ending(DRAW, "interrupted"), (6, 6)) == "Aborted: interrupted."


def test_a_beaten_bout_says_to_you_who_has_no_card_left() -> None:
    position = bout("6C 7C", "8C", talon="KS", trump="KS")
    events = list(Walk(position, [tuple(cards("6C")), tuple(cards("8C"))]))
    stories = [
        [sentence for event in events for sentence in Narrator(NAMES, written, you=you).tell(event)]
        for you in (0, 1, None)
    ]
    assert [sentences[2] for sentences in stories] == [
        "Beaten: bob has no cards left.", "Beaten: your hand is empty.", "Beaten.",
    ]  # fmt: skip


def test_two_of_one_name_are_numbered() -> None:
    assert distinct_names(("bob", "bob")) == ("bob (1)", "bob (2)")
    assert distinct_names(NAMES) == NAMES


def test_of_a_name_that_fills_pages_sentences_have_both_ends() -> None:
    long, short = "a" * 20_000, "a" * 100 + "..." + "a" * 100
    assert distinct_names((long, long + "b")) == (short, short[:-1] + "b")
    assert distinct_names((long, long + "a")) == (f"{short} (1)", f"{short} (2)")


@pytest.mark.parametrize(
    ("caps", "said"),
    [
        (NO_CAPS, "no attack limit"),
        (Caps(6, 6), "6 attacks in a bout"),
        (Caps(5, 5), "at most 5 attacks in a bout"),
        (Caps(1, 3), "at most 1 attack in a bout, 3 in the first"),
    ],
)
def test_the_deck_and_any_limit_are_described_in_few_words(caps: Caps, said: str) -> None:
    assert deck_and_limit(52, caps) == ["52 cards", said]
