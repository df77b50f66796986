"""A game with somebody elsewhere: agreed on, dealt, played, checked, lost and found again."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest

from durak_tui.common.i18n import Message
from durak_tui.game.position import DRAW, Action
from durak_tui.net.events import SaidText, TalkListener
from durak_tui.net.line_events import LineLeft, TurnedAway
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.stages import Stage
from durak_tui.net.talk_journal import Kept
from durak_tui.net.talk_messages import MOVE_TIME, Chat, OfferDraw, Resign
from durak_tui.records.record import TIMEOUT, GameRecord
from durak_tui.records.walk import Played, walk
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.people.people_table import PeopleTable
from durak_tui.tui.people.talk_view import Banner, TalkView
from durak_tui.tui.play.game_view import ENTERS
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.dialog import LineDialog
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.words.after_game import score_so_far
from tests.game.walks import any_choice
from tests.records.logs import games_in
from tests.tui.apps import TerminalWindow, notices_on, text_on, until
from tests.tui.people.company import BORIS, Circle, Person, among_people
from tests.tui.pictures import assert_picture, picture


async def play_on(ann: Person, decisions: int = 1000) -> None:
    """Decide at random as often as this, or to the end of the game."""
    rng, table = Random(2), ann.table
    for _ in range(decisions):
        game = table.game

        def is_due() -> bool:
            return game.over or game.to_act == table.view.seat  # noqa: B023 - of this round

        await until(ann.pilot, is_due, otherwise=lambda: text_on(ann.app))
        if game.over:
            return
        table.pace.play(any_choice(game.position, rng))


async def play_until_boris_is_to_act(ann: Person) -> None:
    """Act as long as it is Ann's turn."""
    game = ann.table.game
    while True:
        await until(ann.pilot, lambda: game.to_act is not None)
        if game.to_act != ann.table.view.seat:
            return
        ann.table.pace.play(any_choice(game.position, Random(2)))


async def test_a_game_is_played_verified_logged_and_played_again(ann: Person) -> None:
    await ann.sits_down()
    table = ann.table
    await play_on(ann)
    await ann.sees("Verified: the deal was honest.", "Boris wants to play again.")
    (record,) = games_in(games_log())
    assert isinstance(record, GameRecord) and record.names == ("Ann", "Boris")
    assert table.game.ending
    winner = table.game.ending.winner
    await ann.sees({0: "You won", 1: "You are the fool", DRAW: "A draw"}[winner or 0])
    before = table.game
    await ann.press("n")
    await until(ann.pilot, lambda: table.game is not before)
    assert winner in (table.game.first, DRAW), "the winner attacks first"
    await ann.press("escape", "down", "enter")
    ann.circle.show(BORIS)
    await ann.sees("Won : Lost", {0: "1 : 0", 1: "0 : 1", DRAW: "0 : 0"}[winner or 0])


@pytest.mark.parametrize(("seat", "said"), [(0, "2 : 1"), (1, "1 : 2")])
def test_the_games_so_far_are_counted_for_the_seat_of_the_person_here(seat: int, said: str) -> None:
    talk, pace, settings = SimpleNamespace(score=(2, 1, 0)), SimpleNamespace(), SimpleNamespace()
    view = TalkView(cast("Any", talk), cast("Any", pace), cast("Any", settings))
    view.seat = seat
    assert score_so_far(view.series) == said


@pytest.mark.slow
@pytest.mark.parametrize("bell", [True, False])
async def test_the_bell_rings_once_for_each_turn_that_the_other_has_brought_if_that_is_wanted(
    ann: Person, monkeypatch: pytest.MonkeyPatch, bell: bool
) -> None:
    rings: list[int] = []
    ann.app.settings.update(bell=bell)
    monkeypatch.setattr(ann.app, "bell", lambda: rings.append(len(ann.table.game.actions)))
    await ann.sits_down()
    await play_on(ann)
    await ann.sees("Verified")
    (record,) = games_in(games_log())
    assert isinstance(record, GameRecord)
    events = walk(record.deal, record.actions)
    by = [event.seat for event in events if isinstance(event, Played)]
    assert rings == bell * [at for at in range(1, len(by)) if by[at - 1] == 1 and by[at] == 0]


async def test_the_player_who_waits_sees_for_whom_and_for_what(ann: Person) -> None:
    ann.circle.late = b'"durak-tui"'  # Boris compares the words: their program has not greeted.
    await ann.comes_to_the_table()
    await ann.sees("Waiting for Boris to compare the words...", "Your words: adapt advice")
    lines = picture(ann.app).splitlines()
    words = [
        line.index(said)
        for said in ("Their words:", "Your words:")
        for line in lines
        if said in line
    ]
    assert words[0] == words[1], "they begin in one column"
    ann.circle.late = b'"agree"'
    ann.circle.wake()
    await ann.sees("Waiting for Boris to agree to your house rules... 36 cards, no attack limit, 5")
    ann.circle.late = b""
    ann.circle.wake()
    await until(ann.pilot, lambda: ann.table.is_on)
    assert "Waiting for Boris" not in text_on(ann.app)


async def test_enter_is_offered_to_the_player_whose_turn_it_is_only(ann: Person) -> None:
    boris, enters = ann.circle.boris, tuple(f"enter {one}" for one in ENTERS)
    boris.acts = False
    await ann.sits_down()
    await play_until_boris_is_to_act(ann)
    await until(ann.pilot, lambda: not any(one in text_on(ann.app) for one in enters))
    assert "c Chat" in text_on(ann.app)
    boris.acts = True
    ann.circle.wake()
    game, seat = ann.table.game, ann.table.view.seat
    await until(ann.pilot, lambda: game.to_act == seat or game.over)
    await until(ann.pilot, lambda: any(one in text_on(ann.app) for one in enters) or game.over)


async def test_the_shuffle_shows_its_progress(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    # It is shown a few times a second: each look at the clock finds a second gone.
    monkeypatch.setattr("durak_tui.tui.people.people_table.monotonic", count().__next__)
    ann.circle.late = b'"pass":1'
    await ann.comes_to_the_table()
    await ann.sees("Shuffling with Boris: 23 %")
    ann.circle.late = b'"pass":3'
    ann.circle.wake()
    await ann.sees("Shuffling with Boris: 71 %")
    ann.circle.late = b""
    ann.circle.wake()
    await until(ann.pilot, lambda: ann.table.is_on)
    assert "Shuffling" not in text_on(ann.app)


async def test_the_other_hand_is_never_seen_while_the_game_is_on(ann: Person) -> None:
    await ann.sits_down()
    await play_on(ann, 5)
    view = ann.app.screen.query_one(CardTable).view
    assert view and view.top.hand is None and view.bottom.hand
    ann.table.conversation.say(Resign())
    await until(ann.pilot, lambda: ann.table.game.over)
    view = ann.app.screen.query_one(CardTable).view
    assert view and view.top.hand is None, "what was not seen stays so"


async def test_a_line_that_is_too_long_to_be_shown_above_the_cards_ends_in_a_sign(
    tmp_path: Path,
) -> None:
    async with among_people(tmp_path, size=(60, 20)) as ann:
        await ann.sits_down()
        ann.circle.boris.conversation.say(Chat.of("sixteen letters " * 30))
        ann.circle.wake()
        await ann.sees("Boris: sixteen letters")
        banner = ann.table.query_one(Banner)
        rows = picture(ann.app).splitlines()[: banner.size.height]
        assert len(rows) == 3 and rows[2].endswith("…")


async def test_a_line_for_somebody_who_has_gone_meanwhile_was_not_one_too_many(
    ann: Person,
) -> None:
    await ann.sits_down()
    await ann.press("c", *"still there?")
    conversation = ann.table.conversation
    assert isinstance(conversation, PeerTalk)
    conversation.receive(b"no message at all\n")
    await ann.press("enter")
    await until(ann.pilot, lambda: notices_on(ann.app))
    assert notices_on(ann.app) == ["Not sent: Boris cannot receive messages now."]


async def test_a_silent_player_loses_the_game_claimed_once_their_time_is_up(ann: Person) -> None:
    boris = ann.circle.boris
    boris.acts = False
    await ann.sits_down()
    await play_until_boris_is_to_act(ann)
    assert "left for this turn" not in text_on(ann.app)
    ann.circle.now += 20
    await ann.sees("Boris has 4:40 left for this turn.")
    ann.circle.now += MOVE_TIME
    await ann.sees("Boris's time is up. f: claim the win.")
    await ann.press("f")
    await ann.sees("Claim the win?")
    await ann.press("down", "enter")
    await ann.sees("You have claimed the win. Waiting for Boris's program to answer...")
    boris.now += MOVE_TIME
    boris.conversation.check_time()
    ann.circle.wake()
    await ann.sees("You won", "Boris ran out of time.", "Verified")
    (record,) = games_in(games_log())
    assert isinstance(record, GameRecord) and record.ending.reason == TIMEOUT


async def test_a_false_accuser_loses_however_long_the_accusation(tmp_path: Path) -> None:
    async with among_people(tmp_path, size=(60, 20)) as ann:
        await ann.sits_down()
        conversation = ann.table.conversation
        assert isinstance(conversation, PeerTalk)
        conversation.receive(b'{"refused":"deal","detail":"%s"}\n' % (b"a false key " * 20))
        await ann.sees("did not accept what", "f: claim the win; the other player has forfeited.")
        await ann.press("f", "down", "enter")
        await ann.sees("You have won. The game is in your log.")
        (record,) = games_in(games_log())
        assert isinstance(record, GameRecord) and record.ending.winner == 0


async def test_a_line_is_said_and_heard(ann: Person) -> None:
    await ann.sits_down()
    ann.circle.boris.conversation.say(Chat.of("привет\x1b[31m 👩‍🚀 می‌خواهم"))
    ann.circle.wake()
    await ann.sees("Boris: привет[31m 👩‍🚀 می‌خواهم")
    await ann.press("c")
    assert isinstance(ann.app.screen, LineDialog)
    await ann.press(*"hi there", "enter")
    await ann.press("c")
    await ann.sees("Ann: hi there")


async def test_a_lost_line_is_counted_and_the_game_goes_on_when_it_is_back(ann: Person) -> None:
    await ann.sits_down()
    await play_on(ann, 2)
    ann.circle.lose(7)
    await ann.sees("No connection to Boris for 12 s. The game goes on when they are back.")
    await ann.press("r", "down", "enter")
    await ann.sees("The game ends as soon as Boris's program confirms it.")
    ann.circle.back(7)
    await ann.sees("You are the fool", "You resigned.", "Verified")


async def loses_the_line_before_the_check(ann: Person) -> None:
    """Win a game whose deal Boris does not open."""
    await ann.sits_down()
    ann.circle.cut_at = b'"is":"open"'
    ann.circle.boris.conversation.say(Resign())
    ann.circle.wake()
    await ann.sees("f: put the game into your log, unchecked.")


@pytest.mark.slow
async def test_a_game_whose_check_the_other_leaves_can_be_logged_without(ann: Person) -> None:
    await loses_the_line_before_the_check(ann)
    await ann.press("f", "down", "enter")
    await ann.sees("The game is in your log. Its deal is not checked.")
    (record,) = games_in(games_log())
    assert isinstance(record, GameRecord) and record.ending.winner == 0


@pytest.mark.slow
async def test_a_game_that_was_left_is_resumed_from_the_first_screen(ann: Person) -> None:
    actions = await leaves_a_game(ann)
    assert isinstance(ann.app.screen, HomeScreen)
    await ann.press("r", "enter")
    await until(ann.pilot, lambda: isinstance(ann.app.screen, PeopleTable))
    await until(ann.pilot, lambda: ann.table.is_on)
    assert ann.table.game.actions[: len(actions)] == actions
    await ann.sees("No connection to Boris for")
    ann.circle.back(9)
    await play_on(ann)
    await ann.sees("Verified: the deal was honest.")
    assert ann.table.talk.stage is Stage.BETWEEN


async def leaves_a_game(ann: Person) -> Sequence[Action]:
    """Begin a game with Boris, and be at the first screen again; returns what was played."""
    await ann.sits_down()
    await play_on(ann, 3)
    actions = ann.table.game.actions
    await ann.press("escape", "down", "enter")
    await ann.wished("hang up", 7)
    await ann.press("escape")
    await ann.sees("r Boris")
    return actions


async def test_a_game_that_was_left_before_its_check_is_checked_and_followed_by_another(
    ann: Person,
) -> None:
    await loses_the_line_before_the_check(ann)
    await ann.press("escape", "down", "enter")
    await ann.wished("hang up", 7)
    ann.circle.cut_at = b""
    await ann.press("escape")
    await ann.sees("r Boris")
    await ann.press("r", "enter")
    await until(ann.pilot, lambda: ann.table.is_on)
    game = ann.table.game
    assert game.over
    ann.circle.back(9)
    await until(ann.pilot, lambda: ann.table.has_class("-ended"))
    await ann.sees("Verified", "enter Again")
    await ann.press("n")
    await until(ann.pilot, lambda: ann.table.game is not game)


@pytest.mark.usefixtures("few_worlds")
async def test_a_game_with_people_is_reviewed_as_soon_as_its_deal_was_checked(ann: Person) -> None:
    await loses_the_line_before_the_check(ann)
    finished = ann.table.finished
    await until(ann.pilot, lambda: finished.was_seen)
    assert not finished.is_reviewing
    ann.circle.cut_at = b""
    ann.circle.back(7)
    await until(ann.pilot, lambda: finished.review)


@pytest.mark.usefixtures("few_worlds")
async def test_without_mistakes_there_is_nothing_to_learn_from_a_game_with_people(
    ann: Person,
) -> None:
    await ann.sits_down()
    ann.circle.boris.conversation.say(Resign())
    ann.circle.wake()
    await until(ann.pilot, lambda: ann.table.finished.review)
    assert "v Review" in text_on(ann.app) and "L Learn" not in text_on(ann.app)


@pytest.fixture
def taking_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """Set once a kept game is being taken up, and to be set for it to go on."""
    begun, go_on, take_up = Event(), Event(), Circle.take_up

    def slowly(circle: Circle, kept: Kept, listener: TalkListener) -> tuple[int, PeerTalk]:
        begun.set()
        go_on.wait()
        return take_up(circle, kept, listener)

    monkeypatch.setattr(Circle, "take_up", slowly)
    yield begun, go_on
    go_on.set()


async def resumes(ann: Person, begun: Event) -> None:
    """Leave a game, and have it taken up."""
    await leaves_a_game(ann)
    await ann.press("r", "enter")
    await until(ann.pilot, begun.is_set)


async def test_that_a_game_cannot_be_resumed_is_said_after_the_help_was_read(
    ann: Person, taking_up: tuple[Event, Event]
) -> None:
    begun, go_on = taking_up
    await resumes(ann, begun)
    await ann.press("f1")
    for journal in unfinished_folder().iterdir():
        journal.unlink()
    go_on.set()
    await ann.press("escape")
    await ann.sees("This game cannot be resumed")
    assert isinstance(ann.app.screen, HomeScreen)


async def test_a_table_is_not_left_for_home_before_the_game_is_taken_up(
    ann: Person, taking_up: tuple[Event, Event]
) -> None:
    begun, go_on = taking_up
    await resumes(ann, begun)
    await ann.press("ctrl+p", *"home", "enter")
    go_on.set()
    await until(ann.pilot, lambda: ann.table.is_on)


@pytest.mark.slow
async def test_a_game_that_is_checked_meanwhile_is_not_ended_unchecked(ann: Person) -> None:
    await loses_the_line_before_the_check(ann)
    await ann.press("f")
    await ann.sees("End without a check?")
    ann.circle.cut_at = b""
    ann.circle.back(7)
    await until(ann.pilot, lambda: ann.table.talk.stage is Stage.BETWEEN)
    await ann.press("down", "enter")
    await ann.sees("Verified")


async def test_a_player_who_is_left_alone_may_leave_without_a_question(ann: Person) -> None:
    await ann.sits_down()
    ann.circle.boris.conversation.leave()
    ann.circle.wake()
    ann.circle.report(LineLeft(7, Message("Boris has left")))
    await ann.sees("Boris has left. The game is saved and goes on when they are back.")
    await ann.press("escape")
    assert not any(isinstance(one, PeopleTable) for one in ann.app.screen_stack)


@pytest.mark.parametrize("key", ["", "c", "f1"])
async def test_what_comes_in_the_moment_in_which_a_player_leaves_does_no_harm(
    ann: Person, key: str
) -> None:
    await ann.sits_down()
    table, boris = ann.table, ann.circle.boris.conversation
    if key:
        await ann.press(key)  # it lies over the table
    boris.say(Chat.of("One moment!"))
    boris.say(OfferDraw(boris.talk.played))
    table.leave()
    boris.say(Resign())
    ann.circle.wake()
    table.handle(SaidText("Wait!"))
    ann.circle.lose(7)
    ann.circle.report(LineLeft(7, Message("Boris has left")))
    await ann.pilot.pause()
    if key:
        await ann.press("escape")
    await until(ann.pilot, lambda: ann.app.screen is ann.meeting)
    assert table.is_left and not notices_on(ann.app)


async def test_why_the_other_is_gone_is_said(ann: Person) -> None:
    await ann.sits_down()
    ann.circle.report(LineLeft(7, Message("Boris's program no longer reads what it is sent")))
    await ann.sees("Boris's program no longer reads what it is sent. The game is saved")


async def test_a_player_who_is_gone_just_when_the_table_opens_has_left(ann: Person) -> None:
    await ann.invites_boris()
    ann.circle.opened(7)
    ann.circle.report(LineLeft(7, Message("Boris has left")))
    await ann.sees("Boris has left.")
    await ann.press("escape")
    assert ann.app.screen is ann.meeting


async def test_that_another_key_was_turned_away_is_said_over_the_game(ann: Person) -> None:
    await ann.sits_down()
    ann.circle.report(TurnedAway(Message("this is another Carla")))
    await ann.sees("This is another Carla.")
    assert ann.table.is_on


async def test_there_is_room_in_every_window(window: TerminalWindow, tmp_path: Path) -> None:
    async with among_people(tmp_path, window.size) as ann:
        ann.circle.late = b'"agree"'
        await ann.comes_to_the_table()
        await assert_picture(ann.app, f"people-waiting-{window}")
        ann.circle.late = b""
        ann.circle.wake()
        await until(ann.pilot, lambda: ann.table.is_on)
        ann.circle.boris.conversation.say(Chat("Good luck!"))
        ann.circle.wake()
        await ann.sees("Boris: Good luck!", "Ann ", "6 cards", "Talon 24", "c Chat")
