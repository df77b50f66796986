"""Questions about people elsewhere, without a screen."""

import pytest

from durak_tui.net.line_events import Contact, Invited
from durak_tui.net.talk import Conclusion
from durak_tui.tui.people.people_questions import (
    Invitation,
    about_concluding,
    about_draw,
    about_leaving,
    about_leaving_server,
    about_offering,
    about_return,
    about_stranger,
)
from durak_tui.tui.play.session_table import about_resigning, about_taking_back
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Menu

BORIS = Contact("Boris", "key", "acid acorn acre actor")


def keys_of(question: Question) -> str:
    """The keys of the answers from top to bottom; enter is the first."""
    (menu,) = question.answers()
    assert isinstance(menu, Menu)
    return "".join(one.key for one in menu.entries)


@pytest.mark.parametrize(
    "question",
    [
        about_draw("Boris"), about_offering("Boris"), about_leaving("Boris"),
        about_leaving_server(can_return=True), about_resigning("Boris"), about_taking_back("Boris"),
        *(about_concluding(why, "Boris") for why in Conclusion),
    ],
)  # fmt: skip
def test_what_ends_something_is_refused_by_enter_and_done_by_yes(question: Question) -> None:
    assert keys_of(question) == "ny"


@pytest.mark.parametrize(
    "question",
    [Invitation(Invited(3, BORIS), ""), about_stranger(BORIS, ""), about_return("Boris")],
)
def test_what_begins_a_game_is_agreed_to_by_enter_and_by_yes(question: Question) -> None:
    assert keys_of(question) == "yn"
