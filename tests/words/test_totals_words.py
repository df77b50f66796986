"""The totals of a log in words."""

from pathlib import Path

from durak_tui.common.i18n import choose
from durak_tui.user.opponents import PERSON
from durak_tui.words.totals_words import tables
from tests.library.test_totals import decided, totals_of


def test_no_player_is_said_to_be_surely_stronger(tmp_path: Path) -> None:
    totals = totals_of(tmp_path, *(decided(n, ("fox", "hen"), 0) for n in range(1, 21)))
    ((_names, (_head, row), _counts),) = tables(totals)
    assert (row[-3], row[-1]) == ("100.0 %", ">99.9 %")


def test_levels_and_the_person_have_the_names_of_the_screens(tmp_path: Path) -> None:
    totals = totals_of(tmp_path, decided(1, ("Skilled", PERSON), 0))
    ((_names, (_head, row), _counts),) = tables(totals)
    assert row[:2] == ("Skilled", "You")
    choose("ru")
    ((_names, (_head, row), _counts),) = tables(totals)
    assert row[:2] == ("Опытный", "Вы")
