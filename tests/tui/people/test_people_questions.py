"""Questions about people elsewhere, without a screen."""

import pytest

from durak_tui.net.line_events import Contact, Invited
from durak_tui.net.talk import Conclusion
from durak_tui.net.talk_messages import MOVE_TIMES, USUAL_RULES
from durak_tui.tui.people import people_questions
from durak_tui.tui.people.people_questions import (
    about,
    about_concluding,
    about_draw,
    about_invitation,
    about_leaving,
    about_leaving_server,
    about_offering,
    about_return,
    about_rules,
    about_stranger,
    settings_rules,
)
from durak_tui.tui.play.session_table import about_resigning, about_taking_back
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.user.schema import Settings
from tests.tui.apps import started

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
    [about_invitation(Invited(3, BORIS), ""), about_stranger(BORIS, ""), about_return("Boris")],
)
def test_what_begins_a_game_is_agreed_to_by_enter_and_by_yes(question: Question) -> None:
    assert keys_of(question) == "yn"


def test_settings_propose_the_usual_rules_unless_changed_and_times_that_may_be_agreed_on() -> None:
    assert settings_rules(Settings()) == USUAL_RULES
    assert settings_rules(Settings(turn_minutes=1440)).move_time == MOVE_TIMES[1]


@pytest.mark.parametrize("known_as", ["", "Ann"])
def test_oneself_at_another_keyboard_is_neither_a_stranger_nor_somebody_played_before(
    known_as: str,
) -> None:
    said = about(BORIS._replace(known_as=known_as), BORIS.words)
    assert said == "This is you: another durak-tui with your key."
    assert "You have not played Boris" in about(BORIS, "adapt advice agent agree")


async def test_the_first_key_is_not_heeded_by_what_another_person_has_just_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(people_questions, "HEED_AFTER", 1e9)
    async with started() as (pilot, app):
        for question in (
            about_invitation(Invited(3, BORIS), ""), about_stranger(BORIS, ""),
            about_return("Boris"), about_rules("Boris", USUAL_RULES, []), about_draw("Boris"),
        ):  # fmt: skip
            app.push_screen(question)
            await pilot.press("enter", "escape", "y", "n")
            assert app.screen is question
            question.withdraw()
            assert app.screen is not question, "what is withdrawn need not be read"
