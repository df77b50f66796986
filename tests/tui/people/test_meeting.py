"""People are found, invited and accepted; the words of a stranger are shown."""

from datetime import datetime
from pathlib import Path

import pytest

from durak_tui.common.i18n import Message
from durak_tui.game.caps import ATTACK_LIMITS, NO_CAPS
from durak_tui.net.address import Address
from durak_tui.net.line_events import (
    InvitationFailed,
    LineLeft,
    NotListening,
    Ringing,
    Seen,
    TurnedAway,
    WantsBack,
    Withdrawn,
)
from durak_tui.net.talk_journal import Kept
from durak_tui.net.talk_messages import HouseRules
from durak_tui.tui.people.meeting import MeetingScreen
from durak_tui.tui.people.people_table import PeopleTable
from durak_tui.tui.play.choice import OpponentScreen
from durak_tui.tui.settings.choices import RulesList
from durak_tui.tui.toolkit.dialog import LineDialog, Question
from durak_tui.tui.toolkit.help import HelpScreen
from durak_tui.tui.toolkit.note import Note
from durak_tui.tui.toolkit.offer_list import OfferList
from tests.tui.apps import TerminalWindow, notices_on, started, text_on, until
from tests.tui.people.company import BORIS, WORDS, Person, among_people
from tests.tui.pictures import Line, assert_picture


async def test_a_waiting_player_is_listed_at_once_and_invited_by_one_key(ann: Person) -> None:
    await ann.sees("You are Ann", "Nobody else is here yet")
    await ann.sees("Others join with: durak-tui join 192.168.1.5:8024")
    ann.circle.show(BORIS)
    await ann.sees("› Boris", f"Their words: {WORDS}", f"Your words: {ann.circle.words}")
    await ann.press("enter")
    await ann.wished("invite", BORIS)
    ann.circle.report(Ringing(7, ann.circle.boris_here))
    assert ann.circle.told == HouseRules(36, NO_CAPS, 300)
    await ann.sees("Waiting for Boris to accept")
    ann.circle.opened(7)
    await until(ann.pilot, lambda: isinstance(ann.app.screen, PeopleTable))
    assert ("trust", 7) in ann.circle.done, "the words were on the screen"


async def test_an_invited_player_sees_the_words_and_accepts_by_one_key(ann: Person) -> None:
    await ann.press("c")
    assert isinstance(ann.app.screen, LineDialog)
    ann.circle.invited(3, HouseRules(24, ATTACK_LIMITS["6"]))
    await ann.sees("Boris invites you to a game", WORDS)
    await ann.sees("House rules: 24 cards, 6 attacks in a bout. You have not")
    assert isinstance(ann.app.screen, Question), "it comes over what is there"
    await ann.press("enter")
    await ann.wished("accept", 3)
    assert ("trust", 3) not in ann.circle.done
    ann.circle.opened(3)
    await until(ann.pilot, lambda: isinstance(ann.app.screen, PeopleTable))
    assert ("trust", 3) in ann.circle.done


async def test_an_invitation_rings_the_bell(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    rings: list[int] = []
    monkeypatch.setattr(ann.app, "bell", lambda: rings.append(ann.app.settings.value.bell))
    for line, bell in ((3, False), (4, True)):
        ann.app.settings.update(bell=bell)
        ann.circle.invited(line)
        await ann.sees("Boris invites you to a game")
        await ann.press("escape")
        await ann.wished("hang up", line)
    assert rings == [True]


async def test_what_becomes_of_invitations_is_said(ann: Person) -> None:
    ann.circle.invited(2)
    ann.circle.report(Withdrawn(2, ann.circle.boris_here))
    await ann.sees("Boris withdrew the invitation.")
    await ann.pilot.pause()
    assert isinstance(ann.app.screen, MeetingScreen), "at once, before it was seen"
    ann.circle.known_as = "Boris"
    ann.circle.invited(3)
    await ann.sees("You have played Boris before.")
    await ann.press("n")
    await ann.wished("hang up", 3)
    ann.circle.invited(4)
    await ann.sees("Boris invites you")
    ann.circle.report(Withdrawn(4, ann.circle.boris_here))
    await ann.sees("Boris withdrew the invitation.")
    assert isinstance(ann.app.screen, MeetingScreen)
    ann.circle.show(BORIS)
    await ann.press("enter")
    await ann.wished("invite", BORIS)
    ann.circle.report(InvitationFailed(7, Message("Boris does not want to play now")))
    await ann.sees("Boris does not want to play now.")
    await ann.press("enter")
    await ann.sees("Inviting Boris")
    await ann.press("enter")
    await ann.wished("hang up", 7)
    ann.circle.opened(7)
    assert ann.circle.done[-1] == ("hang up", 7) and isinstance(ann.app.screen, MeetingScreen)


async def test_the_key_that_invites_is_offered_with_somebody_to_be_invited(ann: Person) -> None:
    await ann.sees("Nobody else is here yet", "c Address")
    assert "Invite" not in text_on(ann.app)
    ann.circle.show(BORIS)
    await ann.sees("› Boris", "enter Invite")
    await ann.press("down")
    await ann.sees("› c By address")
    assert "Invite" not in text_on(ann.app)
    await ann.press("enter")
    await ann.sees("Invite by address")


async def test_the_own_words_are_seen_once_in_any_window(ann: Person) -> None:
    own = f"Your words: {ann.circle.words}"
    for who, known_as in ((), ""), ((BORIS,), ""), ((BORIS,), "Boris"):
        ann.circle.known_as = known_as
        ann.circle.show(*who)
        for width, height in (80, 24), (60, 20):
            await ann.pilot.resize_terminal(width, height)
            await ann.sees("Boris" if who else "Nobody else is here", own)
            assert text_on(ann.app).count(own) == 1


def below(meeting: MeetingScreen) -> tuple[list[tuple[str, str]], str]:
    """The people in the list behind a question, each with a state, and what is said of them."""
    people = [(one.shown, one.about) for one in meeting.rows() if not one.key]
    said = [text for text, _look in meeting.query_one("#about", Note).said]
    return people, " ".join(text for text in said if not text.startswith("Your words"))


async def test_somebody_on_the_line_is_listed_and_nobody_is_missed_behind_a_question(
    ann: Person,
) -> None:
    ann.circle.invited(3)
    await ann.sees("Boris invites you to a game")
    words = f"Their words: {WORDS}"
    proposed = "Boris proposes: 36 cards, no attack limit, 5 minutes per turn."
    assert below(ann.meeting) == ([("Boris", "invites you")], f"{proposed} {words}")
    await ann.press("escape")
    await ann.sees("Nobody else is here yet")
    await ann.press("c", *"anna.local", "enter")
    await ann.sees("Inviting anna.local", "Connecting...")
    assert below(ann.meeting) == ([], "")
    ann.circle.report(Ringing(7, ann.circle.boris_here))
    await ann.sees("Waiting for Boris to accept...")
    waits = "Waiting for Boris to accept..."
    assert below(ann.meeting) == ([("Boris", "invited")], f"{waits} {words}")
    ann.circle.opened(7)
    await ann.sees("Is this Boris?")
    assert below(ann.meeting) == ([("Boris", "connected")], words)
    await ann.press("escape")
    await ann.sees("Nobody else is here yet")


async def test_while_no_question_is_up_only_the_row_with_the_cursor_is_described(
    ann: Person,
) -> None:
    ann.circle.invited(3)
    await ann.sees("Boris invites you to a game")
    await ann.press("enter")
    await ann.wished("accept", 3)
    await ann.sees("› c By address", "Connecting...")
    assert below(ann.meeting) == ([("Boris", "invites you")], "Connecting...")


async def test_the_score_with_somebody_who_invites_is_said_beside_what_they_propose(
    ann: Person,
) -> None:
    ann.circle.known_as = "Boris"
    ann.app.people.count(ann.circle.boris_here.key, 3, 1, 0)
    ann.circle.invited(3, HouseRules(24, NO_CAPS))
    await ann.sees("Boris invites you to a game")
    _rows, said = below(ann.meeting)
    assert said.startswith("Boris proposes: 24 cards, no attack limit")
    assert said.endswith("You have played Boris before. You 3 : 1")


def test_an_action_has_the_same_key_where_one_chooses_an_opponent_and_where_people_meet() -> None:
    chooser = {one.label: one.keys for one in OpponentScreen.ACTIONS}
    shared = [one for one in MeetingScreen.ACTIONS if one.label in chooser]
    assert {one.label for one in shared} == {"Address", "Deck", "Attack limit"}
    assert all(one.keys == chooser[one.label] for one in shared)


async def test_panels_follow_the_window_and_nothing_is_sent_for_a_list_seen_again(
    ann: Person,
) -> None:
    ann.circle.show(BORIS)
    await ann.sees("Boris ready to play")
    assert "A♠" not in text_on(ann.app)
    await ann.pilot.resize_terminal(120, 40)
    await ann.sees("durak-tui join 192.168.1.5:8024 ││ Your words: adapt", "A♠")
    line = Line(ann.app)
    ann.circle.show(BORIS)
    await ann.pilot.pause()
    assert line.send() == 0
    ann.circle.seen = ann.circle.seen._replace(own=Address("192.168.100.200", 65535))
    ann.circle.show(BORIS)
    await ann.pilot.resize_terminal(60, 20)
    await ann.sees("Boris ready to play", "join 192.168.100.200:65535", "a Attack limit")


async def test_house_rules_are_changed_by_key_and_by_mouse_in_a_wide_window(
    tmp_path: Path,
) -> None:
    async with among_people(tmp_path, (120, 40)) as ann:
        await ann.press("d", "a")
        settings = ann.app.settings.value
        assert settings.deck == 52 and settings.attack_limit != "none"
        rules = ann.meeting.query_one(RulesList)
        await ann.pilot.click(rules, offset=(4, 0))
        await ann.sees("24 cards")
        ann.circle.show(BORIS)
        await ann.sees("Boris ready to play")
        await ann.pilot.click(ann.meeting.query_one(OfferList), offset=(5, 0))
        await ann.wished("invite", BORIS)


async def test_invitations_that_cross_are_agreement(ann: Person) -> None:
    await ann.invites_boris()
    ann.circle.invited(3)
    await ann.sees("Boris invites you")
    ann.circle.report(Withdrawn(3, ann.circle.boris_here))
    ann.circle.opened(7)
    await until(ann.pilot, lambda: isinstance(ann.app.screen, PeopleTable))
    assert ("hang up", 7) not in ann.circle.done


async def test_an_invitation_before_the_screen_is_there_is_declined(tmp_path: Path) -> None:
    async with among_people(tmp_path, screen="home") as ann:
        await ann.app.people.open("Ann")
        ann.app.go("meeting")
        ann.circle.report(TurnedAway(Message("this is another Carla")))
        ann.circle.invited(3)
        await ann.wished("hang up", 3)
        await ann.has_a_line()
        await ann.sees("Nobody else is here yet")


def kept(ann: Person, monkeypatch: pytest.MonkeyPatch, *ids: str) -> list[Kept]:
    """Have Ann keep games with Boris; those that are resumed are noted."""
    resumed: list[Kept] = []
    games = [Kept(one, "Boris", BORIS.key, datetime(2026, 1, 1)) for one in ids]
    monkeypatch.setattr(ann.app, "kept", lambda: games)
    monkeypatch.setattr(ann.app, "go", lambda _name, line: resumed.append(line))
    return resumed


async def test_a_player_who_calls_again_and_again_is_asked_about_once_and_their_game_resumed(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    resumed = kept(ann, monkeypatch, "1", "2", "3")
    for _call in range(3):
        ann.circle.report(WantsBack(ann.circle.boris_here, "2"))
        await ann.sees("Boris wants to go on")
    await ann.press("enter")
    await until(ann.pilot, lambda: resumed)
    assert [one.id for one in resumed] == ["2"]
    assert isinstance(ann.app.screen, MeetingScreen)


async def test_a_player_who_invites_another_is_not_asked_about_an_old_game(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(ann, monkeypatch, "1")
    await ann.invites_boris()
    ann.circle.report(WantsBack(ann.circle.boris_here))
    await ann.press("escape")
    await until(ann.pilot, lambda: ann.meeting.is_active)
    assert "wants to go on" not in text_on(ann.app)


async def test_a_player_who_goes_as_they_are_picked_is_not_invited(ann: Person) -> None:
    ann.circle.show(BORIS)
    await ann.sees("› Boris")
    ann.meeting.query_one(OfferList).action_pick()
    ann.circle.show()
    await ann.sees("Nobody else is here yet")
    await ann.pilot.pause()
    assert ann.meeting.is_active and not notices_on(ann.app)


async def test_a_player_who_leaves_while_words_are_compared_is_not_waited_for(ann: Person) -> None:
    await ann.press("c", *"anna.local", "enter")
    await ann.wished("invite", Address("anna.local"))
    ann.circle.opened(7)
    await ann.sees("Is this Boris?")
    ann.circle.report(LineLeft(7, Message("Boris has left")))
    await ann.sees("Boris has left.", "Nobody else is here yet")
    assert ann.meeting.is_active


async def test_a_stranger_at_an_address_is_trusted_after_their_words_were_seen(ann: Person) -> None:
    await ann.press("c", *"no one!", "enter")
    await ann.sees("neither the name nor the address of a host")
    for _ in range(len("no one!")):
        await ann.press("backspace")
    await ann.press(*"anna.local:8025", "enter")
    await ann.wished("invite", Address("anna.local", 8025))
    ann.circle.opened(7)
    await ann.sees("Is this Boris?", WORDS)
    assert ("trust", 7) not in ann.circle.done
    await ann.press("enter")
    await until(ann.pilot, lambda: isinstance(ann.app.screen, PeopleTable))
    assert ("trust", 7) in ann.circle.done


async def test_faults_of_the_network_are_reported_in_sentences(tmp_path: Path) -> None:
    async with among_people(tmp_path) as ann:
        ann.circle.report(NotListening(Message("port 8024 is in use")))
        await ann.sees("Nobody else is here yet")
        ann.circle.report(Seen((), "nowhere", Message("this computer has no network at all")))
        await ann.sees("Nobody can invite you: port 8024 is in use.")
        await ann.sees("Nobody can be found: this computer has no network at all.")
        ann.circle.report(TurnedAway(Message("this is another Carla")))
        await ann.sees("This is another Carla.")
    async with started("meeting") as (pilot, app):
        await until(
            pilot,
            lambda: "pip install 'durak-tui[net]'" in text_on(app),
            otherwise=lambda: text_on(app),
            within=10,
        )


async def test_without_a_name_one_is_back_where_one_was_also_after_the_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with among_people(tmp_path, screen="home") as ann:
        before = ann.app.screen
        monkeypatch.setattr(ann.app, "own_name", str)
        ann.app.go("meeting")
        await ann.sees("Shown to other players")
        ann.app.screen.dismiss("")
        ann.app.explain(ann.meeting)
        await ann.pilot.pause()
        assert isinstance(ann.app.screen, HelpScreen)
        await ann.press("escape")
        await until(ann.pilot, lambda: ann.app.screen is before)


async def test_three_keys_lead_from_the_first_screen_to_an_invitation(tmp_path: Path) -> None:
    async with among_people(tmp_path, screen="home") as ann:
        await ann.press("p", "n")
        await ann.has_a_line()
        ann.circle.show(BORIS)
        await ann.sees("› Boris")
        await ann.press("enter")
        await ann.wished("invite", BORIS)


async def test_the_program_at_an_address_is_called_from_the_opponents(tmp_path: Path) -> None:
    async with among_people(tmp_path, screen="home") as ann:
        await ann.press("p", "c")
        await ann.sees("Invite by address")
        await until(ann.pilot, lambda: isinstance(ann.app.screen, LineDialog))
        await ann.press(*"anna.local:8025", "enter")
        await ann.wished("invite", Address("anna.local", 8025))


async def test_the_meeting_looks_right(window: TerminalWindow, tmp_path: Path) -> None:
    async with among_people(tmp_path, window.size) as ann:
        carla = BORIS._replace(name="Carla", program="f" * 16, fits=False)
        ann.circle.show(BORIS, carla)
        await assert_picture(ann.app, f"people-{window}")
