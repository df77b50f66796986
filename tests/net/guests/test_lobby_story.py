"""Guests of a real server meet in its lobby and play."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from durak_tui.game.position import GIVE_MORE
from durak_tui.net.guests.server import guests_folder
from durak_tui.net.guests.tables import ServerTable
from durak_tui.records.record import GameRecord
from durak_tui.table.game import Game
from tests.net.guests.servers import Client, Server, needs_ssh
from tests.processes import look_until
from tests.records.journals import logged
from tests.tui.terminals import Terminal

pytestmark = [pytest.mark.story, needs_ssh]

_KEYS = re.compile(r"(?<!\S)([1-9a-zA-Z])(?!\S)")

_ASKED = re.compile(r"Attack:|Throw in|nothing (to|that)|Beat \S+ or take|Press a card|You may add")


def on_the_table() -> Game | None:
    """The one game between guests that is on, as the server keeps it."""
    for path in (guests_folder() / "tables").glob("[!.]*.json"):
        with suppress(FileNotFoundError):  # over just now
            return ServerTable.of_kept(json.loads(path.read_text()), 1, 1, monotonic).game
    return None


def key_for(game: Game, text: str) -> str:
    """A key to go on with: the first card that may be played, else pass."""
    shown = text.splitlines()[-2]  # The keys below the cards.
    if game.position.phase != GIVE_MORE and (keys := _KEYS.findall(shown)):
        return str(keys[0])
    return "t" if game.position.attacker != game.to_act else "d"


def shows(text: str, game: Game, seat: int) -> bool:
    """True once a player's screen has come to where the game is, and asks them."""
    position = game.position
    counts = [position.hands[1 - seat].bit_count(), position.hands[seat].bit_count()]
    counted = [int(number) for number in re.findall(r"· (\d+) cards?", text)]
    talon = f"Talon {position.talon_count}" if position.talon_count else "Trump"
    return counted == counts and talon in text and _ASKED.search(text) is not None


class Player:
    """A guest at an OpenSSH client, in a terminal of their own."""

    def __init__(self, terminal: Terminal, seat: int) -> None:
        self.terminal = terminal
        self.seat = seat

    def decide(self, game: Game) -> None:
        """Play when it is one's turn."""
        text = self.terminal.until(lambda text: shows(text, game, self.seat))
        self.terminal.press(key_for(game, text))


def plays_on(players: tuple[Player, Player], until: Callable[[Game], bool]) -> None:
    """Let both play to some point, or to the end."""
    while (game := on_the_table()) and not until(game):
        played = len(game.actions)
        assert game.to_act is not None
        if not game.is_formality:  # which their programs do
            players[game.to_act].decide(game)

        def has_gone_on(played: int = played) -> bool:
            for player in players:
                player.terminal.read(0)  # What nobody reads would hold it up.
            now = on_the_table()
            return now is None or len(now.actions) > played

        look_until(has_gone_on, otherwise=lambda: "\n".join(p.terminal.text for p in players))


def meet(ann: Terminal, bob: Terminal) -> None:
    """Go from both first screens into a game."""
    for terminal in (ann, bob):
        terminal.until("Settings")
        terminal.press("p")
        terminal.until("Who do you want to play against?")
        terminal.press("n")
        terminal.until("You are")
    ann.until("Boris")
    ann.press("enter")
    bob.until("Not now")
    look_until(lambda: _accepts(bob), otherwise=lambda: bob.text)
    for terminal in (ann, bob):
        terminal.until("Talon")


def _accepts(terminal: Terminal) -> bool:
    """Accept, as soon as the invitation heeds a key."""
    terminal.read(0.2)
    if "Not now" in terminal.text:
        terminal.press("enter")
    return on_the_table() is not None


def of_log(client: Client) -> list[GameRecord | str]:
    return logged(client.home / ".local/share/durak-tui/games.log")


def test_two_guests_play_a_whole_game_and_a_third_looks_on(tmp_path: Path) -> None:
    anna, boris, carl = (Client(tmp_path, name) for name in ("anna", "boris", "carl"))
    for client in (anna, boris, carl):
        client.set(player=client.key.name.title(), pause_ms=0)
    with Server(tmp_path, "--open") as server:
        with anna.visiting(server) as one, boris.visiting(server) as other:
            meet(one, other)
            with carl.visiting(server) as third:
                third.until("Settings")
                third.press("p")
                third.until("Who do you want to play against?")
                third.press("n")
                third.until("Anna and Boris")
                third.press("enter")
                third.until("Looking on")
                players = Player(one, 0), Player(other, 1)
                plays_on(players, lambda game: len(game.actions) >= 8)
                # Boris loses the line, and comes back.
                other.hang_up()
                one.until("has not answered for")
                with boris.visiting(server) as again:
                    again.until("Resume with Anna")
                    again.press("n")
                    again.until("Which one")
                    again.press("enter")
                    again.until("Talon")
                    one.until(lambda text: "has not answered" not in text)
                    plays_on((players[0], Player(again, 1)), lambda game: False)
                    for terminal in (one, again, third):
                        terminal.until(re.compile("the fool|draw").search)
                    look_until(lambda: of_log(anna) and of_log(boris))
        assert of_log(anna) == of_log(boris)
        assert not of_log(carl)
