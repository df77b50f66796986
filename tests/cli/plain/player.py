"""Somebody who plays in the line mode, over pipes or on a terminal."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Self

from durak_tui.game.cards import RANKS, SUITS, parse_card
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import events
from durak_tui.user.folders import games_log, unfinished_folder
from tests.records.logs import games_in

PLAY = [sys.executable, "-m", "durak_tui.cli.main", "play", "--plain", "--move-time", "600"]
"""A game with an engine that has all the time it wants, unless the player's arguments say other."""
PROMPT = "Your choice: "
_WORDS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "10": "T"}
_CARD = re.compile(r"(?:trump )?(\w+) of (clubs|diamonds|hearts|spades)")
_ACTION = re.compile(r"(You|\S+) (?:attacks?|throws? in|beats? it|adds?): (.*)\.$")


def logged() -> list[GameRecord]:
    """The games in the user's log, all of which are sound."""
    games = games_in(games_log()) if games_log().exists() else []
    assert not [game for game in games if isinstance(game, str)]
    return [game for game in games if not isinstance(game, str)]


def journals() -> list[Path]:
    return sorted(unfinished_folder().iterdir()) if unfinished_folder().exists() else []


def cards_named(text: str) -> list[int]:
    """The cards of a sentence, in its order."""
    found = []
    for rank, suit in _CARD.findall(text):
        letter = _WORDS.get(rank, rank)
        assert letter in RANKS
        found.append(parse_card(letter + SUITS["cdhs".index(suit[0])]))
    return found


def cards_said(text: str) -> list[tuple[bool, int]]:
    """Every card that was said to be played, and whether by the person."""
    return [
        (match[1] == "You", card)
        for line in text.splitlines()
        if (match := _ACTION.match(line))
        for card in cards_named(match[2])
    ]


def played(record: GameRecord, seat: int = 0) -> list[tuple[bool, int]]:
    """The same from a record."""
    return [
        (event.player == seat, event.card) for event in events(record) if event.card is not None
    ]


OWN_TERMINAL = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Player:
    """The program and a person who plays with it."""

    def __init__(self, *arguments: str, around: Sequence[str] = (), terminal: bool = False) -> None:
        """``around`` is a command that runs the program; on a terminal of its own, if that
        is wanted, what is typed is seen in the text, too."""
        theirs = -1
        self._terminal = -1
        if terminal:
            self._terminal, theirs = os.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 40, 0, 0))
            around = [sys.executable, "-c", OWN_TERMINAL]
        self.process = subprocess.Popen(
            [*around, *PLAY, *arguments],
            stdin=theirs if terminal else subprocess.PIPE,
            stdout=theirs if terminal else subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        if terminal:
            os.close(theirs)
        self.text = ""
        """All that it has said."""
        self._read = 0

    def _receive(self) -> bytes:
        """The next output; nothing at its end."""
        if self._terminal < 0:
            assert self.process.stdout
            return os.read(self.process.stdout.fileno(), 65536)
        try:
            return os.read(self._terminal, 65536)
        except OSError:  # nobody has it open any more
            return b""

    def until(self, wanted: str = PROMPT, seconds: float = 60) -> str:
        """The next output, up to this text."""
        output = self._terminal
        if output < 0:
            assert self.process.stdout
            output = self.process.stdout.fileno()
        deadline = monotonic() + seconds
        while (end := self.text.find(wanted, self._read)) < 0:
            ready = select.select([output], [], [], max(0.0, deadline - monotonic()))[0]
            assert ready, f"{wanted!r} did not come, but {self.text[self._read :]!r}"
            data = self._receive()
            assert data, f"it ended after {self.text[self._read :]!r}, {self.errors()}"
            self.text += data.decode()
        block = self.text[self._read : end]
        self._read = end + len(wanted)
        return block

    def type(self, line: str) -> None:
        self.press(line + "\n")

    def press(self, keys: str) -> None:
        if self._terminal >= 0:
            os.write(self._terminal, keys.encode())
        else:
            assert self.process.stdin
            self.process.stdin.write(keys.encode())

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self._terminal)
        self._terminal = -1

    def answer(self, line: str, wanted: str = PROMPT) -> str:
        """Type a line; what is said to that."""
        self.type(line)
        return self.until(wanted)

    def errors(self) -> str:
        assert self.process.stderr
        return self.process.stderr.read().decode()

    def rest(self) -> str:
        """All that comes up to its end, with no more input."""
        if self.process.stdin:
            self.process.stdin.close()
        while data := self._receive():
            self.text += data.decode()
        block, self._read = self.text[self._read :], len(self.text)
        self.process.wait(60)
        return block

    def signal(self, number: int) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)
        if self._terminal >= 0:
            self.hang_up()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


def choices(block: str) -> list[str]:
    """The numbers and letters that a text says may be typed."""
    return re.findall(r"^(\d+|[a-z]): ", block, re.M)


def at_random(rng: Random) -> Callable[[str], str]:
    """Somebody who chooses at random, several cards at once where that is offered."""

    def choose(block: str) -> str:
        offered = choices(block)
        numbers = [each for each in offered if each.isdecimal()]
        passing = [each for each in offered if not each.isdecimal()]
        several = re.search(r"up to (\d+) more cards", block)
        if several and numbers and rng.random() < 0.8:
            return " ".join(rng.sample(numbers, min(int(several[1]), len(numbers))))
        if passing and (not numbers or rng.random() < 0.2):
            return passing[0]
        return rng.choice(numbers)

    return choose


def play_game(player: Player, choose: Callable[[str], str], prompts: int = 1000) -> str:
    """Play to the end of the game, or at this many prompts; what was said last."""
    block = player.until()
    for _ in range(prompts):
        if "Play again." in block:
            break
        block = player.answer(choose(block))
    return block
