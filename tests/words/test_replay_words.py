"""A recorded game in sentences: to the person who played it, and to others."""

from dataclasses import replace

from durak_tui.common.i18n import choose
from durak_tui.game.cards import card_names
from durak_tui.records.replay import ReplayCursor
from durak_tui.user.opponents import shown_name
from durak_tui.words.game_notation import describe
from durak_tui.words.replay_words import ReplayWords
from tests.records.games import GENUINE_LOG, games_of

NAMES = ("Master", "Human")


def sentences(names: tuple[str, str], *, exported: bool = False, game: int = 0) -> list[str]:
    """All that is said while a game is gone through."""
    record = replace(games_of(GENUINE_LOG)[game], names=names)
    cursor = ReplayCursor(record)
    words = ReplayWords(
        record, cursor, lambda cards: " ".join(card_names(cards)), exported=exported
    )
    said = []
    while cursor.has_next:
        cursor.next()
        said += [words.news(), words.task(), *map(" ".join, map(words.bout_line, cursor.bouts))]
    return said


def test_a_person_without_a_name_is_you_as_at_the_table() -> None:
    said = " ".join(sentences(NAMES))
    assert "You attack with " in said and "You must attack." in said
    assert "Master beats" in said and "Human" not in said and "You must beat" in said


def test_nobody_is_you_in_an_exported_game() -> None:
    said = " ".join(sentences(NAMES, exported=True))
    assert "Human attacks with " in said and "You" not in said


def test_how_many_cards_are_taken_is_said_once_no_more_can_be_added() -> None:
    said = sentences(NAMES, game=27)
    assert "You take." in said and "You take 1 card." not in said
    assert "You take 1 card. Master attacks." in said


def test_of_two_without_a_name_nobody_is_you() -> None:
    said = " ".join(sentences(("Human", "Human")))
    assert "Human (1) attacks" in said and "You" not in said


def test_a_level_has_its_name_in_the_language_of_the_screen() -> None:
    choose("ru")
    said = " ".join(sentences(NAMES))
    assert "Мастер" in said and "Master" not in said and "Вы ходите" in said


def test_a_printed_game_names_the_person_as_the_screen_does() -> None:
    record = replace(games_of(GENUINE_LOG)[0], names=NAMES)
    assert "player2: You" in list(describe(record, 1, shown_name))
    assert "player2: Human" in list(describe(record, 1))
