"""Guests of a real server meet in its lobby and play."""

import re
from pathlib import Path

import pytest

from tests.net.guests.servers import Client, Server, needs_ssh
from tests.processes import look_until
from tests.records.journals import logged
from tests.tui.people.test_people_story import agree, play
from tests.tui.terminals import Terminal

pytestmark = [pytest.mark.story, needs_ssh]

_OVER = re.compile("You won|the fool|draw")


def in_the_lobby(terminal: Terminal) -> None:
    """Go from the first screen to the list of guests."""
    terminal.until("Settings")
    terminal.press("p")
    terminal.until("Who do you want to play against?")
    terminal.press("n")
    terminal.until("You are")


def test_two_guests_play_a_whole_game_and_a_third_looks_on(tmp_path: Path) -> None:
    anna, boris, carl = (Client(tmp_path, name) for name in ("anna", "boris", "carl"))
    for client in (anna, boris, carl):
        client.set(player=client.key.name.title(), pause_ms=0)
    with (
        Server(tmp_path, "--open") as server,
        anna.visiting(server) as one,
        boris.visiting(server) as other,
        carl.visiting(server) as third,
    ):
        for terminal in (one, other):
            in_the_lobby(terminal)
        one.until("Boris")
        one.press("enter")
        agree(other, "Anna invites you to a game")
        in_the_lobby(third)
        third.until("Anna and Boris")
        third.press("enter")
        third.until("Watching")
        play(one, other, third, to=lambda text: "Talon 24" not in text)
        # Boris loses the line, and comes back.
        other.hang_up()
        one.until("No connection to")
        with boris.visiting(server) as again:
            again.until("r  Anna ")
            again.press("r")
            again.until("Which one")
            again.press("enter")
            again.until("Talon")
            one.until(lambda text: "has not answered" not in text)
            play(one, again, third, to=lambda text: _OVER.search(text) is not None)
            logs = [one.home / ".local/share/durak-tui/games.log" for one in (anna, boris, carl)]
            look_until(lambda: logs[0].exists() and logs[1].exists())
        assert logged(logs[0]) == logged(logs[1]) != []
        assert not logged(logs[2])
