"""The application as a guest has it: nothing in it names a file or a program."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from textual.app import ComposeResult
from textual.widgets import Input

from durak_tui.net.guests.news import IdleWarning, VisitEnds, encode_news
from durak_tui.net.guests.terms import GuestTerms, ServerLimits
from durak_tui.tui.guests.guest_app import GuestApp
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.logs.open_log import OpenLogScreen
from durak_tui.tui.play.unfinished import StoredGames
from durak_tui.tui.toolkit.form import PathField
from durak_tui.tui.toolkit.menu import Menu
from durak_tui.tui.toolkit.screen import DurakScreen
from tests.reports import taken_reports
from tests.tui.apps import notices_on, text_on, until
from tests.tui.logs.log_files import encoded
from tests.tui.play.keyboard import left
from tests.tui.play.playing import HANDS

LEADS_ELSEWHERE: Final = ("a", "c", "e", "f", "o", "t", "ctrl+z")
"""Keys of the home screen that lead to files and programs, where these may be named."""

FOR_FILES: Final = {
    "logs.export", "logs.other", "settings.file", "app.suspend", "home.engines",
}  # fmt: skip
"""Actions that lead to files and programs."""

LEAD_TO_ONE: Final = {"solution", "people", "looking-on"}
"""Screens that show one endgame or table, which must be named."""


class Line(NamedTuple):
    """The line between a server and the application of a guest."""

    server: socket.socket
    guest: int


@pytest.fixture
def line() -> Iterator[Line]:
    """A line whose other end the application takes."""
    ours, theirs = socket.socketpair()
    with ours:
        yield Line(ours, theirs.detach())


def guest(line: Line, *, keeps: bool = True, unfinished: int = 20) -> GuestApp:
    """The application at the other end of a line."""
    return GuestApp(GuestTerms("/", line.guest, keeps, ServerLimits(unfinished=unfinished)))


async def test_a_guest_is_offered_what_needs_no_files_and_no_key_leads_to_them(line: Line) -> None:
    async with guest(line).run_test() as pilot:
        menu = pilot.app.screen.query_one(Menu)
        assert "at one keyboard, on this server" in [one.note for one in menu.entries]
        assert [one.id for one in menu.entries] == [
            "play",
            "people",
            "practice",
            "me",
            "logs",
            "solve",
            "settings",
        ]
        await pilot.press(*LEADS_ELSEWHERE)
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.few(4)
@pytest.mark.parametrize("name", sorted({*GuestApp.SCREENS_TO_GO} - LEAD_TO_ONE))
async def test_on_no_screen_a_file_can_be_named(line: Line, name: str) -> None:
    app = guest(line)
    async with app.run_test() as pilot:
        if name != "home":
            app.go(name)
        await pilot.pause()
        screen = app.screen
        assert not screen.query(PathField)
        assert isinstance(screen, DurakScreen)
        offered = {action.id for action in screen.available_actions()}
        ways = [one.arguments[0] for one in screen.actions() if one.method == "go"]
        assert set(ways) <= set(app.SCREENS_TO_GO)
        assert "in a file" not in screen.help_text()
        bound = {one.id for some in screen._bindings.key_to_bindings.values() for one in some}
        assert not FOR_FILES & (offered | bound)
        titles = [command.title for command in app.commands()]
        for word in ("Autoplay", "Tournament", "Go to: Engines", "Settings file", "Export"):
            assert not [title for title in titles if word in title]


class NewForm(DurakScreen):
    """A screen whose author has forgotten guests."""

    def content(self) -> ComposeResult:
        yield PathField("/etc/passwd")


@pytest.mark.parametrize("form", [NewForm, OpenLogScreen])
async def test_a_form_with_a_path_closes_for_a_guest(line: Line, form: type[DurakScreen]) -> None:
    app = guest(line)
    async with app.run_test(notifications=True) as pilot:
        app.push_screen(form())
        await until(pilot, lambda: notices_on(app))
        assert isinstance(app.screen, HomeScreen)
    (report,) = taken_reports()
    assert "guests can name no file" in report


async def test_a_guest_sees_only_the_log_of_their_own_games(line: Line, tmp_path: Path) -> None:
    app = guest(line)
    app.games_log.parent.mkdir(parents=True)
    app.games_log.write_bytes(b"".join(encoded(number) for number in range(3)))
    async with app.run_test() as pilot:
        await pilot.press("l")
        await until(pilot, lambda: "3 games" in text_on(app))
        await pilot.press("e", "o")
        assert not app.screen.query(PathField)
        assert str(tmp_path) not in text_on(app)
        await pilot.press("enter")
        await until(pilot, lambda: type(app.screen).__name__ == "ReplayScreen")
        await pilot.press("e")
        assert not app.screen.query(Input)


async def test_without_a_game_the_log_says_so_and_nothing_is_asked(line: Line) -> None:
    app = guest(line)
    async with app.run_test(notifications=True) as pilot:
        await pilot.press("l")
        await until(pilot, lambda: notices_on(app))
        assert notices_on(app) == ["You have not finished a game yet."]
        assert isinstance(app.screen, HomeScreen)


async def test_a_guest_has_no_more_unfinished_games_than_the_server_keeps(line: Line) -> None:
    path = left(HANDS, "7S")
    app = guest(line, unfinished=1)
    async with app.run_test() as pilot:
        app.go("hot-seat", names=("Cid", "Dan"))
        await until(pilot, lambda: isinstance(app.screen, StoredGames))
        assert "This server keeps 1 unfinished game for you" in text_on(app)
    assert path.exists()


async def test_a_guest_sees_no_path_in_the_notice_of_an_error(line: Line) -> None:
    app = guest(line)
    async with app.run_test(notifications=True) as pilot:
        app.mishap(ValueError("an error of ours"), None)
        await until(pilot, lambda: notices_on(app))
        assert notices_on(app) == [
            "Unexpected error. It has been logged for the people who run this server."
        ]
    assert len(taken_reports()) == 1


@pytest.mark.parametrize(("keeps", "farewell"), [(True, "are saved"), (False, "Nothing from this")])
async def test_the_server_says_when_a_visit_is_over(line: Line, keeps: bool, farewell: str) -> None:
    app = guest(line, keeps=keeps)
    async with app.run_test(notifications=True) as pilot:
        assert (
            "Nothing from this visit is saved: only guests with an SSH key are remembered."
            in text_on(app)
        ) is not keeps
        assert not notices_on(app), "they would cover the menu"
        line.server.send(encode_news(IdleWarning(60)))
        await until(pilot, lambda: any("Are you still there?" in one for one in notices_on(app)))
        line.server.send(encode_news(VisitEnds("closing")))
        await until(pilot, lambda: app.is_ending)
        said = " ".join(map(str, app._exit_renderables))
        assert "The server is closing." in said
        assert farewell in said


@pytest.mark.parametrize(
    "data", [b"{}\n", b'["Gossip",1]\n', b'["IdleWarning","soon"]\n', b"\xff\n"]
)
async def test_a_message_that_nobody_knows_ends_the_visit(line: Line, data: bytes) -> None:
    app = guest(line)
    async with app.run_test() as pilot:
        line.server.send(data)
        await until(pilot, lambda: app.is_ending)
    assert len(taken_reports()) == 1


async def test_without_the_server_there_is_no_visit(line: Line) -> None:
    app = guest(line)
    async with app.run_test() as pilot:
        line.server.shutdown(socket.SHUT_RDWR)
        await until(pilot, lambda: app.is_ending)
