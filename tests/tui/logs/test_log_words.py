"""The games of a log in words."""

from datetime import datetime, tzinfo
from pathlib import Path

import pytest

from durak_tui.common.i18n import choose
from durak_tui.library.catalogue import Catalogue
from durak_tui.library.summary import Summary
from durak_tui.tui.logs import log_words
from durak_tui.tui.logs.log_words import players, start, state_sentence, why
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.user.opponents import PERSON


def game(first: str, second: str, result: str = "1-0", reason: str = "normal") -> Summary:
    return Summary(0, "", (first, second), result, reason=reason)


@pytest.mark.parametrize(("language", "shown"), [("en", "You – Skilled"), ("ru", "Вы – Опытный")])
def test_levels_and_the_person_have_the_names_of_the_other_screens(
    language: str, shown: str
) -> None:
    choose(language)
    assert players(game(PERSON, "Skilled"), UNICODE) == shown


@pytest.mark.parametrize(
    ("result", "english", "russian"),
    [
        ("0-1", "You resigned.", "Вы сдались."),
        ("1-0", "Skilled resigned.", "Опытный сдаётся."),
        ("void", "", ""),
    ],
)
def test_the_person_who_resigned_is_spoken_to(result: str, english: str, russian: str) -> None:
    over = game(PERSON, "Skilled", result, "resigned")
    assert why(over) == english
    choose("ru")
    assert why(over) == russian


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "durak-player --level 2 – durak-player --level 4"),
        (46, "level 2 – level 4"),
    ],
)
def test_variants_of_an_engine_differ_in_any_width(width: int, shown: str) -> None:
    both = game("durak-player --level 2", "durak-player --level 4")
    assert players(both, UNICODE, width) == shown


def test_a_short_name_leaves_its_room_to_a_long_one() -> None:
    both = game("bob", "an-engine-with-a-long-name")
    assert players(both, UNICODE, 32) == "bob – an-engine-with-a-long-name"
    assert players(both, UNICODE, 26) == "bob – an-engine…-long-name"


def test_why_a_log_cannot_be_read_any_more_is_said_in_russian(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    log.touch()
    with Catalogue(log) as catalogue:
        log.unlink()
        log.mkdir()
        catalogue.advance()
        choose("ru")
        assert "это папка" in state_sentence(catalogue.progress)


@pytest.mark.parametrize(
    ("days", "shown"), [(0, "today 06:39"), (1, "yesterday 06:39"), (2, "2026-11-18 06:39")]
)
def test_games_of_these_days_began_today_or_yesterday(
    monkeypatch: pytest.MonkeyPatch, days: int, shown: str
) -> None:
    class LateOnTheTwentieth(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "LateOnTheTwentieth":
            return cls(2026, 11, 20, 23, 59)

    monkeypatch.setattr(log_words, "datetime", LateOnTheTwentieth)
    assert start(datetime(2026, 11, 20 - days, 6, 39), UNICODE) == shown
    assert start(None, UNICODE) == UNICODE.dash
