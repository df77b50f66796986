"""The names of people who share a keyboard."""

import pytest

from durak_tui.common.values import WrongValue
from durak_tui.user.people import both_names


@pytest.mark.parametrize("name", ["Human", "human ", "Beginner", "MASTER"])
def test_nobody_is_called_as_screens_and_logs_call_somebody_else(name: str) -> None:
    with pytest.raises(WrongValue, match="this name is taken; type another"):
        both_names("Ann", name)


def test_other_names_are_kept_without_the_spaces_around_them() -> None:
    assert both_names(" Ann", "Ben ") == ("Ann", "Ben")
