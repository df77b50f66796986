"""Two real programs that find each other, play, are killed and go on."""

import os
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

from durak_tui.records.record import GameRecord
from durak_tui.tui.people.people_questions import HEED_AFTER
from tests.processes import look_until
from tests.records.logs import games_in
from tests.tui.terminals import Terminal

pytestmark = pytest.mark.story

# What a screen asks for, and the key that does it.  Pressed once more at the end of a game it does
# nothing, as enter would: what one sees of a program can be older than what it does.
_MOVES = {
    "Attack: press": " ",
    " or take (t).": " ",
    "You have nothing that beats": "t",
    "press d": "d",
    "press enter": "d",
    "or d for none": "d",
}


def home(folder: Path, name: str) -> dict[str, str]:
    """The environment of somebody with a folder and a name of their own."""
    config = folder / name / "config" / "durak-tui"
    if not config.exists():
        config.mkdir(parents=True)
        (config / "settings.toml").write_text('pause_ms = 0\ntravel = "off"\n', encoding="utf-8")
    return {
        "HOME": str(folder / name),
        "LOGNAME": name,
        "XDG_CONFIG_HOME": str(config.parent),
        "XDG_DATA_HOME": str(folder / name / "data"),
        "XDG_STATE_HOME": str(folder / name / "state"),
        "LANG": "C.UTF-8",
    }


def free_port() -> int:
    """A port at which nobody waits."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def is_called_at(port: int) -> bool:
    """True if somebody waits at this port."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def play(*terminals: Terminal, to: Callable[[str], bool]) -> None:
    """Let each play what their screen asks for, until all are there."""
    seen = dict.fromkeys(terminals, "")

    def are_there() -> bool:
        for terminal in terminals:
            terminal.read(0)
            if terminal.in_frame or terminal.text == seen[terminal]:
                continue
            seen[terminal] = terminal.text
            if key := next((key for ask, key in _MOVES.items() if ask in terminal.text), ""):
                terminal.press(key)
        return all(to(terminal.text) for terminal in terminals)

    look_until(are_there, 120, lambda: "\n".join(one.text for one in terminals))


def agree(called: Terminal, asked: str) -> None:
    """Agree by one key to what another person asks, once that heeds it."""
    called.until(asked)
    heeds = monotonic() + 2 * HEED_AFTER

    def is_heeded() -> bool:
        called.read(0)
        return monotonic() > heeds

    look_until(is_heeded, 60, lambda: called.text)
    called.press("enter")
    called.until(lambda text: asked not in text)


def test_three_keys_after_the_start_two_people_are_in_a_game(tmp_path: Path) -> None:
    # Names that no other program in this network has, and that come first in the list.
    anna, boris = (f"0{name}{os.getpid()}" for name in ("anna", "boris"))
    with Terminal(env=home(tmp_path, anna)) as one, Terminal(env=home(tmp_path, boris)) as two:
        for terminal in (one, two):
            terminal.until("Play")
            terminal.press("p")
            terminal.until("Local network")
            terminal.press("n")
            terminal.until("You are ")
        one.until(boris, within=30)
        one.until(lambda text: f"› {boris}" in " ".join(text.split()))
        one.until("Their words:")
        one.press("enter")
        agree(two, f"{anna} invites you to a game")
        for terminal in (one, two):
            terminal.until("Talon 24")
            terminal.press("q")
        assert one.wait() == two.wait() == 0


def test_a_game_is_played_to_its_proof_though_a_program_is_killed(tmp_path: Path) -> None:
    port = str(free_port())
    anna, boris = home(tmp_path, "anna"), home(tmp_path, "boris")
    with ExitStack() as both:
        host = Terminal("host", "--port", port, "--name", "Anna", "--deck", "24", env=anna)
        one = both.enter_context(host)
        look_until(lambda: not one.read(0) and is_called_at(int(port)), 60, lambda: one.text)
        join = Terminal("join", f"127.0.0.1:{port}", "--name", "Boris", env=boris)
        two = both.enter_context(join)
        agree(one, "Boris invites you to a game")
        agree(two, "Is this Anna?")
        agree(two, "Anna proposes: 24 cards")
        for terminal in (one, two):
            terminal.until("Talon 12")
        os.kill(two.pid, signal.SIGKILL)
        one.until("No connection to Boris for")
        with Terminal(env=boris) as again:
            again.until("r  Anna ")
            again.press("r")
            again.until("Which one do you want to resume?")
            again.press("enter")
            play(one, again, to=lambda text: "Verified: the deal was honest." in text)
            for terminal in (one, again):
                terminal.press("q")
                assert terminal.wait() == 0
    for who in (anna, boris):
        (record,) = games_in(Path(who["XDG_DATA_HOME"]) / "durak-tui" / "games.log")
        assert isinstance(record, GameRecord) and len(record.deal.deck) == 24
        assert set(record.names) == {"Anna", "Boris"}
