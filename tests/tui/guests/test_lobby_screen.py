"""Guests of a server meet on their screens, play each other, and look on."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from textual.pilot import Pilot

from durak_tui.game.cards import cards_in
from durak_tui.net.guests.guest_process import Channel
from durak_tui.net.guests.lobby_calls import LobbyCalls
from durak_tui.net.guests.terms import GuestTerms
from durak_tui.net.line_events import Invited
from durak_tui.net.stages import Stage
from durak_tui.net.talk_messages import Again, Agree, Chat, Propose, Resign
from durak_tui.tui.guests.guest_app import GuestApp
from durak_tui.tui.guests.lobby_screen import LobbyScreen, LookingOnScreen
from durak_tui.tui.lesson.lesson_screen import LessonScreen
from durak_tui.tui.logs.replay_screen import ReplayScreen
from durak_tui.tui.people.people_table import PeopleTable
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.note import Note
from tests.net.guests.lobbies import Guest, Server, game_of, meet, play
from tests.tui.apps import needs_kernel, notices_on, text_on, until


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


class GuestProcess(NamedTuple):
    """A guest's application at a line to the lobby."""

    server: Server
    app: GuestApp
    pilot: Pilot[None]

    async def until(self, met: Callable[[], object]) -> None:
        """Wait until something is so; the lines of the others go on meanwhile."""

        def is_so() -> object:
            self.server.settle()
            return met()

        await until(self.pilot, is_so, otherwise=lambda: text_on(self.app))

    async def shows(self, text: str) -> None:
        await self.until(lambda: text in text_on(self.app))

    async def resume(self) -> None:
        """Go on with the one game that was left, from the first screen on."""
        await self.shows("Resume r ")
        await self.pilot.press("r")
        await self.shows("Which one")
        await self.pilot.press("enter")

    async def looks_on(self) -> None:
        """Look on at the only table, from the first screen on."""
        await self.pilot.press("p", "n")
        await self.shows("Bob and Carl")
        await self.pilot.press("enter")
        await self.shows("Talon")

    async def invites(self, other: Guest) -> None:
        """Invite another guest, from the first screen on."""
        other.calls.listen()
        await self.pilot.press("p", "n")
        await self.shows(other.calls.name)
        await self.pilot.press("enter")
        await self.until(lambda: isinstance(other.last, Invited))

    async def sit_down(self, other: Guest) -> None:
        """Invite another guest, who accepts and agrees, from the first screen on."""
        await self.invites(other)
        assert isinstance(other.last, Invited)
        other.calls.accept(other.last.line)
        await self.until(lambda: other.conversation and other.talk.may(1, Propose))
        offered = other.talk.offered
        assert offered
        other.chair.say(Agree(offered))
        await self.until(lambda: other.talk.stage is Stage.PLAYING)
        await self.shows(f"{other.calls.name} · 6 cards")


@asynccontextmanager
async def at_home(
    server: Server, name: str = "Ann", *, keeps: bool = True, pause_ms: int = 0
) -> AsyncIterator[GuestProcess]:
    """A guest on the first screen."""
    ours, theirs = socket.socketpair()
    app = GuestApp(GuestTerms("/", theirs.detach(), keeps))
    app.settings.update(player=name, pause_ms=pause_ms)
    channel = await Channel.open(ours)
    member = server.lobby.come(f"SHA256:{name}", channel.send)
    listening = asyncio.create_task(channel.listen(partial(server.lobby.handle, member)))
    try:
        async with app.run_test(notifications=True) as pilot:
            yield GuestProcess(server, app, pilot)
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        channel.close()


def playing(server: Server, one: str, other: str) -> tuple[Guest, Guest]:
    """Two others who have begun a game."""
    first, second = server.come(one), server.come(other)
    meet(server, first, second)
    play(server, Random(1), first, second, most=3)
    return first, second


@pytest.mark.slow
async def test_a_guest_invites_another_and_plays_them(server: Server) -> None:
    bob = server.come("Bob")
    async with at_home(server) as ann:
        await ann.sit_down(bob)
        bob.chair.say(Chat("hallo"))
        await ann.shows("Bob: hallo")
        if game_of(bob).to_act == 0:
            await ann.pilot.press("1")
        else:
            bob.decide(Random(0))
        await ann.until(lambda: game_of(bob).actions)
        bob.chair.say(Resign())
        await ann.shows("You won Bob resigned.")
        assert len(bob.logged()) == 1
        assert ann.app.games_log.exists()


@pytest.mark.slow
async def test_a_spectator_learns_even_below_help_that_the_table_is_empty(server: Server) -> None:
    bob, carl = playing(server, "Bob", "Carl")
    async with at_home(server) as ann:
        await ann.looks_on()
        play(server, Random(2), bob, carl)
        await ann.shows("the fool")
        await ann.pilot.press("f1")
        bob.chair.leave()
        carl.chair.leave()
        server.settle()
        await ann.pilot.press("escape")
        await ann.until(lambda: notices_on(ann.app))
        assert notices_on(ann.app) == ["This table is empty now."]
        assert not any(isinstance(one, LookingOnScreen) for one in ann.app.screen_stack)


async def test_a_guest_is_listed_and_nobody_is_missed_behind_their_invitation(
    server: Server,
) -> None:
    bob = server.come("Bob")
    async with at_home(server, "", keeps=False) as ann:
        await ann.pilot.press("p", "n")
        await ann.shows("Shown to other players.")
        assert "in Settings" not in text_on(ann.app), "nothing of this guest is saved"
        assert "You are" not in text_on(ann.app), "it is not known yet"
        await ann.pilot.press(*"Ann", "enter")
        await ann.shows("Nobody else is here yet")
        bob.look()
        await ann.until(lambda: "Ann" in bob.waiting)
        bob.invite("Ann")
        await ann.shows("Bob invites you to a game")
        (lobby,) = (one for one in ann.app.screen_stack if isinstance(one, LobbyScreen))
        assert [(one.shown, one.about) for one in lobby.rows()] == [("Bob", "invites you")]
        ((said, _look),) = lobby.query_one("#about", Note).said
        assert said == "Bob proposes: 36 cards, no attack limit, 5 minutes per turn."
        assert "invite Bob" not in lobby.about_row(lobby.rows()[0].id)


async def test_games_that_can_be_watched_are_listed_below_the_guests(server: Server) -> None:
    playing(server, "Bob", "Carl")
    async with at_home(server) as ann:
        server.come("Dora").calls.listen()
        await ann.pilot.press("p", "n")
        await ann.shows("enter: invite Dora, who can accept or decline.")
        await ann.shows("Games you can watch Bob and Carl first game")
        await ann.pilot.press("down")
        await ann.shows("enter: watch this game. Both hands stay hidden.")
        assert "enter Watch" in text_on(ann.app)


async def test_cards_that_are_played_as_a_spectator_leaves_do_no_harm(server: Server) -> None:
    bob, carl = playing(server, "Bob", "Carl")
    async with at_home(server) as ann:
        await ann.looks_on()
        ann.app.go_back()
        for _card in range(40):
            play(server, Random(3), bob, carl, most=1)
            await asyncio.sleep(0)
        server.come("Dora").calls.listen()
        await ann.shows("Dora")
        assert not notices_on(ann.app)


@pytest.mark.parametrize("leaves", [True, False])
async def test_a_player_who_goes_as_the_table_opens_has_left(server: Server, leaves: bool) -> None:
    bob = server.come("Bob")
    async with at_home(server) as ann:
        await ann.invites(bob)
        assert isinstance(bob.last, Invited)
        bob.calls.accept(bob.last.line)
        server.settle()
        if leaves:
            bob.chair.leave()
            server.settle()
        else:
            bob.go()
        await ann.shows("Bob has left")


async def test_a_guest_who_may_not_look_on_sees_why(server: Server) -> None:
    playing(server, "Bob", "Carl")
    async with at_home(server) as ann:
        await ann.pilot.press("p", *["down"] * 6, "enter")  # as by "n"
        await ann.shows("Bob and Carl")
        calls = ann.app.people.calls
        assert isinstance(calls, LobbyCalls)
        calls.watch(calls.tables[0], lambda _view: None)
        await ann.pilot.press("enter")
        await ann.until(lambda: notices_on(ann.app))
        assert "end that first" in notices_on(ann.app)[0]


@pytest.mark.slow
async def test_a_guest_without_a_key_is_asked_before_they_quit(server: Server) -> None:
    bob = server.come("Bob")
    async with at_home(server, keeps=False) as ann:
        await ann.sit_down(bob)
        bob.agree_on_draw()
        await ann.shows("Bob offers a draw.")
        bob.go()
        await ann.until(lambda: isinstance(ann.app.screen, PeopleTable))
        await ann.pilot.press("ctrl+q")
        await ann.shows("you cannot come back")
        await ann.pilot.press("ctrl+q", "ctrl+q")  # in a hurry, which is no answer
        assert not ann.app.is_ending
        await ann.pilot.press("down", "enter")
        await ann.until(lambda: ann.app.is_ending)
        assert "Nothing from this visit is saved" in " ".join(map(str, ann.app._exit_renderables))


@pytest.mark.slow
async def test_a_spectator_of_a_fast_game_sees_how_it_stands_now(server: Server) -> None:
    bob, carl = playing(server, "Bob", "Carl")
    async with at_home(server, pause_ms=5000) as ann:
        await ann.looks_on()
        screen = ann.app.screen
        assert isinstance(screen, LookingOnScreen)
        for _game in range(3):
            play(server, Random(2), bob, carl)
            bob.chair.say(Again())
            carl.chair.say(Again())
            await ann.until(lambda: not game_of(bob).actions)
        waiting = screen._waiting
        await ann.until(lambda: waiting and sum(waiting[-1].score) == 3)
        assert len(waiting) <= 50


@pytest.mark.slow
async def test_a_game_that_was_left_is_resumed_from_the_first_screen(server: Server) -> None:
    left, bob = playing(server, "Ann", "Bob")
    left.go()
    async with at_home(server) as ann:
        await ann.resume()
        await ann.shows("Bob · ")
        assert bob.chair.lost_at == 0


@pytest.mark.slow
async def test_a_game_of_a_player_who_stays_away_too_long_can_be_claimed(server: Server) -> None:
    for guest in playing(server, "Ann", "Bob"):
        guest.go()
    server.now += 1000
    async with at_home(server) as ann:
        await ann.resume()
        await ann.shows("claim the win")
        await ann.pilot.press("f")
        await ann.shows("Claim the win?")
        await ann.pilot.press("down", "enter")
        await ann.shows("You won Bob did not come back.")


async def test_a_guest_sees_the_result_of_a_game_that_ended_without_them(server: Server) -> None:
    left, bob = playing(server, "Ann", "Bob")
    left.go()
    server.settle()
    bob.chair.say(Resign())
    server.settle()
    async with at_home(server) as ann:
        await ann.until(lambda: notices_on(ann.app))
        assert notices_on(ann.app) == ["A game ended while you were away. Bob resigned. Ann wins."]


@pytest.mark.slow
@needs_kernel
@pytest.mark.usefixtures("few_worlds")
async def test_a_game_is_gone_through_as_the_guest_saw_it_also_the_one_who_was_invited(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A deal with which Ann makes eight mistakes as she plays below.
    monkeypatch.setattr("secrets.randbits", Random(5).getrandbits)
    bob, left = playing(server, "Bob", "Ann")
    left.go()
    async with at_home(server) as ann:
        await ann.resume()
        await ann.shows("Bob · ")
        table = ann.app.screen
        assert isinstance(table, PeopleTable) and table.view.seat == 1

        def is_over() -> bool:
            if not table.game.over and table.game.to_act == 1:
                # She takes whatever comes, and leads high.
                position = table.game.position
                legal = () if position.may_pass() else cards_in(position.legal())
                table.pace.play(tuple(legal[-1:]))
            bob.decide(Random(1))
            return table.game.over

        await ann.until(is_over)
        await ann.until(lambda: table.finished.review)
        await ann.pilot.press("s")
        await ann.until(lambda: isinstance(ann.app.screen, ReplayScreen))
        await ann.shows("Game 1 ")
        view = ann.app.screen.query_one(CardTable).view
        assert view and (view.bottom.name, view.top.name) == ("Ann", "Bob")
        await ann.pilot.press("right")
        await ann.shows("Chances of Ann: ")
        await ann.pilot.press("x")
        await ann.shows("as Ann saw it")
        await ann.pilot.press("escape", "v")
        await ann.shows("Chances of Ann")
        await ann.pilot.press("L")
        await ann.until(lambda: isinstance(ann.app.screen, LessonScreen))
        await ann.until(lambda: ann.app.screen.query_one(CardTable).view)
        view = ann.app.screen.query_one(CardTable).view
        assert view and view.bottom.name == "Ann"
