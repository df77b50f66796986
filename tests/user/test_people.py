"""The names of people who share a keyboard."""

import pytest

from durak_tui.common.values import LONGEST_PERSON, WrongValue
from durak_tui.user.people import both_names


@pytest.mark.parametrize("name", ["Human", "human ", "Beginner", "MASTER", "you", "Вы", "новичок"])
def test_nobody_is_called_as_screens_and_logs_call_somebody_else(name: str) -> None:
    with pytest.raises(WrongValue, match="this name is taken; type another"):
        both_names("Ann", name)


def test_other_names_are_kept_without_the_spaces_around_them() -> None:
    assert both_names(" Ann", "Ben ") == ("Ann", "Ben")


def test_a_name_has_room_on_every_screen() -> None:
    assert both_names("x" * LONGEST_PERSON, "Ben")[0] == "x" * LONGEST_PERSON
    with pytest.raises(WrongValue, match="at most 40 characters, not 41"):
        both_names("Ann", "x" * (LONGEST_PERSON + 1))
