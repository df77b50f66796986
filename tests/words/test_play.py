"""A game in sentences for its player: why a card cannot be played, what an engine is asked for."""

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.common.i18n import LANGUAGES, choose
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import RunnerError
from durak_tui.game.caps import Caps
from durak_tui.game.cards import card_names
from durak_tui.game.position import DRAW
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.records.record import AGREED, RESIGNED, Ending
from durak_tui.records.walk import Beaten
from durak_tui.table.controller import Failed
from durak_tui.table.game import Game, Pass
from durak_tui.table.hidden import HiddenGame
from durak_tui.table.opponent import Opponent
from durak_tui.table.seats import PersonSeat
from durak_tui.words.plain import PlainWords
from durak_tui.words.play import ScreenWords, about_engine, names_within
from tests.examples import examples
from tests.game.build import cards
from tests.table.games import dealt, seats
from tests.table.views import both
from tests.tui.play.playing import HANDS, at_table

PERSON, ENGINE = "7S 7D 7H 9C TD KH", "6C 8S 9S 9D TH AS"


def written(shown: Iterable[int]) -> str:
    return " ".join(card_names(list(shown)))


@pytest.mark.parametrize(
    ("trump", "first", "played", "card", "why"),
    [
        ("8H", 1, ["9S"], "7S", "7S does not beat 9S: it is lower."),
        ("8H", 1, ["9S"], "TD", "TD does not beat 9S: neither its suit nor a trump."),
        ("6H", 1, ["TH"], "TD", "TD does not beat TH: only a higher trump does."),
        ("8H", 0, ["7S", "8S"], "TD", "TD cannot be thrown in: no T lies on the table."),
        ("8H", 0, ["7S", "8S"], "7S", "7S has been played already."),
    ],
)
def test_a_refusal_says_why(trump: str, first: int, played: list[str], card: str, why: str) -> None:
    game = Game(dealt(PERSON, ENGINE, trump=trump, first=first), seats())
    for action in played:
        game.play(cards(action))
    with pytest.raises(IllegalAction) as refused:
        game.position.check(cards(card))
    words = ScreenWords(game, 0, written, {}, "-")
    assert words.refusal(refused.value) == why


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_is_worded_in_both_voices(rule: Rule) -> None:
    game = Game(dealt(PERSON, ENGINE, trump="8H", first=0), seats())
    error = IllegalAction(rule, cards("7S")[0], table=cards("9S"), limit=2)
    said = [
        ScreenWords(game, 0, written, {}, "-").refusal(error),
        PlainWords(game, 0).refusal(error),
    ]
    assert all(text.endswith(".") and "{" not in text for text in said)


@pytest.mark.parametrize(
    ("first", "played", "wanted", "on_screen", "in_lines"),
    [
        (0, [], Pass.ENOUGH, "You attack: play a card first.", "You must attack with a card."),
        (0, [], Pass.TAKE, "You attack: there is nothing to take.",
         "You must attack with a card."),
        (0, ["7S", "8S"], Pass.TAKE, "You attack: there is nothing to take.",
         "There is nothing to take."),
        (1, ["9S"], Pass.ENOUGH, "You defend: beat the card or take (t).",
         "You must beat the card or take."),
    ],
)  # fmt: skip
def test_why_one_may_not_pass(
    first: int, played: list[str], wanted: Pass, on_screen: str, in_lines: str
) -> None:
    game = Game(dealt(PERSON, ENGINE, trump="8H", first=first), seats())
    for action in played:
        game.play(cards(action))
    assert not game.choices(0).allow(wanted)
    assert ScreenWords(game, 0, written, {"take": "t"}, "-").cannot_pass(wanted) == on_screen
    assert PlainWords(game, 0).cannot_pass(wanted) == in_lines


def test_a_computer_that_is_short_of_something_is_no_fault_of_an_engine() -> None:
    trouble = Failed(1, RunnerError("no more processes"))
    opponent = Opponent(EngineConfig("engine", "lisa"))
    asked = about_engine(trouble, opponent, has_begun=True)
    assert asked.title == "lisa cannot be asked"
    assert asked.text.startswith("no more processes\n") and not asked.last_words
    assert [*asked.answers] == ["restart", "leave"]


@settings(max_examples=examples(50))
@given(st.integers(0, 10**6))
def test_a_game_of_which_one_hand_is_known_is_described_in_the_same_words(seed: int) -> None:
    game = both(seed)
    for _ in game.random_play(Random(seed)):
        for view in game.views:
            here = view.here
            voices = [
                (ScreenWords(one, here, written, {}, "-"), PlainWords(one, here))
                for one in (game.game, view)
            ]
            said = [
                [
                    screen.acted(one.last)
                    if one.actions
                    else screen.first_attack(0, by_trump=True),
                    screen.others_turn(),
                    screen.result() if one.over else "",
                    *([] if one.over else plain.opening()),
                    *plain.table(),
                    plain.hand(),
                    plain.known(),
                    plain.talon(one.position.talon_count),
                ]
                for one, (screen, plain) in zip((game.game, view), voices, strict=True)
            ]
            assert said[0] == said[1]
            if game.drawn:
                screen, plain = voices[1]
                assert all(screen.drawn(game.drawn[here]))
                plain.drawn(game.drawn[here])


def test_the_lowest_trump_says_who_attacks_first_without_all_trumps() -> None:
    deck = [*cards("6C 7C 8C 9C TC JC"), *cards("6D 7D 8D 9D TD JS")]
    shown = dict(enumerate(deck[:6])) | {35: cards("AS")[0]}
    lowest = cards("JS")[0]
    game = HiddenGame(0, ("Ann", "Bob"), 36, shown | {11: lowest}, 1, lowest=lowest)
    words = ScreenWords(game, 0, written, {}, "-")
    assert words.opening() == "Bob holds the lowest trump and attacks first."
    assert game.known(0) == 1 << lowest
    agreed = HiddenGame(0, ("Ann", "Bob"), 36, shown, 1)
    assert ScreenWords(agreed, 0, written, {}, "-").opening() == "Bob attacks first."


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (Ending(DRAW, AGREED, phase="move"), "A draw: both players agreed on it."),
        (Ending(0, RESIGNED, phase="move"), "You win: engine resigned."),
    ],
)
def test_how_players_end_a_game_themselves(ending: Ending, said: str) -> None:
    game = Game(dealt(PERSON, ENGINE, trump="8H", first=0), seats())
    for words in (ScreenWords(game, 0, written, {}, "-"), PlainWords(game, 0)):
        assert words.end(ending, (6, 6)) == said


@pytest.mark.parametrize(
    ("mistakes", "winner", "said"),
    [
        (1, 0, "L: learn from it."),
        (2, 1, "L: learn from them, one by one."),
        (0, 0, "+: play against Casual."),
        (0, 1, ""),
    ],
)
def test_after_a_review_one_thing_to_do_is_named(mistakes: int, winner: int, said: str) -> None:
    game = Game(dealt(PERSON, ENGINE, trump="8H", first=0), seats(engine="Beginner"))
    game.resign(1 - winner)
    words = ScreenWords(game, 0, written, {"learn": "L", "harder": "+"}, "-")
    assert words.after_review(mistakes) == said


def limited_to(first: int) -> tuple[Game, tuple[ScreenWords, PlainWords]]:
    """A game with a limit in its first bout, in the words of the screen and of the line mode."""
    limited = dealt(PERSON, ENGINE, trump="8H", first=0)._replace(caps=Caps(6, first))
    game = Game(limited, seats())
    return game, (ScreenWords(game, 0, written, {}, "-"), PlainWords(game, 0))


def test_it_is_said_when_the_attack_limit_has_ended_a_bout() -> None:
    game, (screen, lines) = limited_to(1)
    assert screen.opening() == "At most 6 attacks in a bout, 1 in the first."
    game.play(cards("7S"))
    game.play(cards("8S"))
    limit = "The limit of 1 attack is reached."
    assert screen.acted(game.last).endswith(f"Beaten. {limit}")
    assert lines.tell(game.last[-1]) == ["Beaten. 2 cards leave the game.", limit]
    assert lines.opening()[1] == "At most 6 attacks in a bout, 1 in the first."


def test_the_limit_is_not_named_where_a_bout_ends_for_want_of_cards() -> None:
    beaten = Beaten(bout=1, attacker=0, table=tuple(cards("7S 8S")), left=(5, 0))
    for words in limited_to(1)[1]:
        assert "limit" not in " ".join(words.tell(beaten))


@pytest.mark.parametrize("given", [[], ["7D"]])
def test_it_is_said_when_the_attack_limit_has_ended_a_bout_that_is_taken(given: list[str]) -> None:
    game, voices = limited_to(1 + len(given))
    for action in ("7S", "", *given):
        game.play(cards(action))
    for words in voices:
        assert words.tell(game.last[-1])[-1].startswith("The limit of ")


def test_with_nothing_to_add_to_what_is_taken_only_done_is_left() -> None:
    game = Game(dealt("7S 9C TD KH AD AC", ENGINE, trump="8H", first=0), seats())
    game.play(cards("7S"))
    game.play(())
    task = ScreenWords(game, 0, written, {"pick": "enter"}, "-").task()
    assert task == "Nothing to add: press enter."


@pytest.mark.parametrize(
    ("names", "cut"),
    [
        (("Ann", "Ben"), ("Ann", "Ben")),
        (("Maximiliane von Hohenzollern", "Ben"), ("Maximilia...", "Ben")),
        (("Maximiliane the Elder", "Maximiliane the Other"), ("Maxi...Elder", "Maxi...Other")),
    ],
)
def test_long_names_are_cut_and_still_differ(names: tuple[str, str], cut: tuple[str, str]) -> None:
    assert names_within(names, 12, "...") == cut


@pytest.mark.parametrize("language", LANGUAGES)
def test_sixty_columns_are_enough_for_sentences_with_long_names(language: str) -> None:
    names = "A" * 12, "B" * 12
    free = dealt(PERSON, ENGINE, trump="8H", first=0)
    limited = Game(free._replace(caps=Caps(6, 5)), (PersonSeat("A"), PersonSeat("B")))
    choose(language)
    words = ScreenWords(limited, 0, written, {}, "-", aloud=True, names=names)
    said = [
        words.opening(),
        words.first_attack(0, by_trump=True),
        words.hand_over(),
        words.asks_back(),
        words.end(Ending(0), (0, 12)),
        words.end(Ending(0, RESIGNED, phase="move"), (6, 6)),
    ]
    assert [one for one in said if len(one) > 60 - 2] == []


def test_a_hand_is_read_by_rank_or_by_suit() -> None:
    game = at_table(HANDS)
    hand = game.position.hands[0]
    by_rank = PlainWords(game, 0).in_order(hand)
    by_suit = PlainWords(game, 0, by_suit=True).in_order(hand)
    assert sorted(by_rank) == sorted(by_suit) and by_rank != by_suit
    suits = [card % 4 for card in by_suit]
    assert len([1 for one, other in pairwise(suits) if one != other]) == 3
