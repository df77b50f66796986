"""A person who plays whole games in a real terminal.

What to play is decided by the journal that the program keeps: it says, without any waiting
for what may still come, when it is the person's turn and what may be played.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from durak_tui.game.position import GIVE_MORE
from durak_tui.records.journal_format import StoredGame, decode_journal
from durak_tui.table.game import Choices, Game
from durak_tui.table.seats import seat_of
from durak_tui.tui.play.hand import Hand, card_keys
from durak_tui.tui.play.play_screen import PlayScreen
from durak_tui.tui.toolkit.actions import EVERYWHERE, split_keys
from durak_tui.user.folders import unfinished_folder
from tests.processes import look_until
from tests.tui.terminals import Terminal

_TAKEN = [key for action in (*PlayScreen.ACTIONS, *EVERYWHERE) for key in split_keys(action.keys)]
_KEYS: Final = card_keys(_TAKEN)
TASK: Final = re.compile(r"Attack:|take \((?:t|enter)\)|press (?:d|enter)\b|or d for none")
"""The end of a sentence that says what a person can do."""


class Story:
    """One game at a terminal."""

    def __init__(self, terminal: Terminal, journal: Path) -> None:
        self.terminal = terminal
        self.journal = journal

    def stored(self) -> StoredGame | None:
        """The game as it is stored; None once it is over."""
        with suppress(FileNotFoundError):
            game = decode_journal(self.journal.read_bytes())
            return None if game.ending else game
        return None

    def turn(self, after: int = -1, within: float = 60) -> StoredGame | None:
        """Wait for the person's turn after that number of actions; None if the game is over."""
        game: StoredGame | None = None

        def has_come() -> bool:
            nonlocal game
            self.terminal.read(0)  # what nobody reads would hold the program up
            game = self.stored()
            return game is None or (len(game.actions) > after and is_asked(game))

        look_until(has_come, within, lambda: f"nobody asks the person:\n{self.terminal.text}")
        return game

    def decide(self, game: StoredGame) -> None:
        """Play the first card that may be played; else pass."""
        self.terminal.press(next(iter(keys(game)), "t" if takes(game) else "d"))

    def play(self) -> Iterator[StoredGame]:
        """Play to the end, stopping before every decision; the screen shows it then."""
        actions = -1
        while (game := self.turn(actions)) is not None:
            self.terminal.until(lambda text, game=game: shows(text, game))  # type: ignore[misc]
            yield game
            actions = len(game.actions)
            self.decide(game)


def is_asked(game: StoredGame) -> bool:
    """True if the person has something to decide."""
    position = game.position
    if position.to_act != game.opening.here or game.ending:
        return False
    return position.phase != GIVE_MORE or bool(choices(game).cards)


def takes(game: StoredGame) -> bool:
    """True if passing is taking."""
    return choices(game).passing == "take"


def keys(game: StoredGame) -> list[str]:
    """The keys of the cards that may be played; none where they would only be marked."""
    return [] if game.position.phase == GIVE_MORE else list(hand_in(game).legal_keys.values())


def hand_in(game: StoredGame) -> Hand:
    """The cards of the person, with their keys."""
    hand = Hand(_KEYS)
    hand.update(game_of(game), game.opening.here)
    return hand


def game_of(stored: StoredGame) -> Game:
    """The same game to be asked."""
    opening = stored.opening
    seats = seat_of(opening.seats[0]), seat_of(opening.seats[1])
    return Game(opening.deal, seats, before=opening.before + stored.actions)


def choices(game: StoredGame) -> Choices:
    """The choices of the person."""
    return game_of(game).choices(game.opening.here)


def shows(text: str, game: StoredGame) -> bool:
    """True if a screen shows the number of cards that each player holds."""
    position, seat = game.position, game.opening.here
    counts = [position.hands[1 - seat].bit_count(), position.hands[seat].bit_count()]
    return [int(n) for n in re.findall(r"· (\d+) (?:card|карт)", text)] == counts


def sit_down(terminal: Terminal, known: frozenset[Path] = frozenset()) -> Story:
    """Wait until a game is on that is not among those known."""

    def has_begun() -> bool:
        terminal.read(0)
        return journals() != known

    look_until(has_begun, otherwise=lambda: f"no game has begun:\n{terminal.text}")
    (journal,) = journals() - known
    return Story(terminal, journal)


def journals() -> frozenset[Path]:
    """The games that are not over."""
    return frozenset(unfinished_folder().glob("*.jsonl"))
