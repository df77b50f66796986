"""Questions that the other player raises at the table: about house rules, and draws."""

from pathlib import Path
from random import Random

import pytest

from durak_tui.common.i18n import Message
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.net.events import DrawOffered
from durak_tui.net.line_events import LineLeft
from durak_tui.net.talk_messages import HouseRules
from tests.game.walks import any_choice
from tests.net.sittings import without_decks
from tests.tui.apps import text_on, until
from tests.tui.people.company import Person, among_people


async def test_house_rules_that_differ_are_asked_about(tmp_path: Path) -> None:
    async with among_people(tmp_path, terms={"deck": 52}) as ann:
        ann.circle.terms = HouseRules(36, ATTACK_LIMITS["6"])
        await ann.invites_boris()
        ann.circle.opened(7)
        await ann.sees("House rules", "36 cards, 6 attacks in a bout")
        assert ann.table.talk.offered == ann.circle.terms
        ann.circle.lose(7, seconds=266)
        await ann.sees("No connection to Boris for 4:2")
        ann.circle.back(7)
        await ann.sees("House rules", "36 cards, 6 attacks in a bout")
        await ann.press("enter")
        await until(ann.pilot, lambda: ann.table.is_on)
        assert ann.table.game.size == 36 and ann.table.game.caps == ATTACK_LIMITS["6"]


@pytest.mark.parametrize("asked", [False, True])
async def test_a_deck_that_the_other_program_does_not_know_gives_way_to_the_usual_one(
    tmp_path: Path, asked: bool
) -> None:
    async with among_people(tmp_path, terms=None if asked else {"deck": 24}) as ann:
        if asked:
            ann.app.settings.update(deck=24)
            ann.circle.terms = HouseRules(52)
        ann.circle.change = without_decks
        await ann.invites_boris()
        ann.circle.opened(7)
        await ann.sees("Boris has an older version", "cannot play with 24")
        if asked:
            await ann.sees("Boris proposes: 52 cards", "Or propose: 36 cards")
            assert "24 cards, " not in text_on(ann.app)
            await ann.press("enter")
        await until(ann.pilot, lambda: ann.table.is_on)
        assert ann.table.game.size == (52 if asked else 36)


async def test_a_draw_is_offered_declined_and_accepted(ann: Person) -> None:
    await ann.sits_down()
    boris = ann.circle.boris
    await ann.press("o", "down", "enter")
    await ann.sees("You have offered Boris a draw.")
    await ann.press("o", "down", "enter")  # It stands already.
    assert "Not sent" not in text_on(ann.app)
    assert boris.told(DrawOffered)
    boris.decline_draw()
    ann.circle.wake()
    await ann.sees("Boris declines the draw.")
    boris.agree_on_draw()
    ann.circle.wake()
    await ann.sees("Boris offers a draw.")
    await ann.press("down", "enter")
    await ann.sees("A draw", "Both players agreed on it.", "Verified")


async def test_an_offer_of_a_draw_lapses_with_its_question_when_somebody_acts(ann: Person) -> None:
    await ann.sits_down()
    boris, game = ann.circle.boris, ann.table.game
    await until(ann.pilot, lambda: game.to_act == ann.table.view.seat or game.over)
    boris.agree_on_draw()
    ann.circle.wake()
    await ann.sees("Boris offers a draw.")
    ann.table.pace.play(any_choice(game.position, Random(2)))
    await until(ann.pilot, lambda: ann.app.screen is ann.table)
    assert ann.table.talk.offers == [False, False]


async def test_an_offer_of_a_draw_is_asked_about_although_the_one_before_has_lapsed_unseen(
    ann: Person,
) -> None:
    await ann.sits_down()
    boris, table = ann.circle.boris, ann.table
    boris.acts = False
    await until(ann.pilot, lambda: table.game.to_act == table.view.seat)
    boris.agree_on_draw()
    ann.circle.wake()
    await ann.sees("Boris offers a draw.")
    await ann.press("f1")  # over the question
    table.pace.play(any_choice(table.game.position, Random(2)))
    await until(ann.pilot, lambda: boris.talk.played == table.talk.played)
    assert not any(table.talk.offers)
    boris.agree_on_draw()
    ann.circle.wake()
    await ann.sees("Boris offers a draw.")
    await ann.press("down", "enter")
    await until(ann.pilot, lambda: table.game.over)


async def test_an_offer_that_comes_as_a_player_leaves_keeps_nobody_at_the_table(
    ann: Person,
) -> None:
    await ann.sits_down()
    table = ann.table
    await ann.press("escape")
    await ann.sees("Leave the table?")
    question = ann.app.screen
    table.handle(DrawOffered())
    question.dismiss("leave")
    await until(ann.pilot, lambda: ann.app.screen is ann.meeting)
    assert table.is_left


async def test_a_question_about_house_rules_goes_with_the_player_who_raised_it(
    ann: Person,
) -> None:
    await ann.invites_boris()
    ann.circle.terms = HouseRules(52)
    ann.circle.opened(7)
    await ann.sees("Boris proposes: 52 cards")
    ann.circle.report(LineLeft(7, Message("Boris has left")))
    await until(ann.pilot, lambda: ann.app.screen is ann.table)
    await ann.sees("Boris has left.")
    assert "Boris proposes" not in text_on(ann.app)
