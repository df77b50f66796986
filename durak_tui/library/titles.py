"""Names and results of a log's games in two bytes each.

Most logs have few players.  A scan that has read a whole game looks up the header among those seen
before, and whether the JSON says the same; where it does not, and where the header can be read in
more than one way, the game is left for a closer look.
"""

import json
from array import array
from typing import Final

from durak_tui.library.summary import NAMES_AT, START, Title, title_in

MOST: Final = 16_384
"""How many different titles are remembered: some 10 MB.  Games beyond are looked at again every
time."""
UNREAD: Final = 0  # In place of the number of a title.

_AGAIN: Final = b'"player', b'"result"', b"\\u00"
"""What makes it doubtful, behind what was found: a name or the result once more, a letter of
their keys as an escape."""
_LONGEST: Final = 256  # Bytes of a header that is remembered.


class Titles:
    """The titles of a log's games, as far as they are known."""

    def __init__(self) -> None:
        self.known: list[Title] = [Title()]  # By number; the first stands for `UNREAD`.
        self._of_game = array("H")
        self._numbers: dict[Title, int] = {}
        self._headers: dict[bytes, tuple[int, bytes]] = {}
        """The number and what the JSON must hold, by the header from the names on."""

    def note(self, game: int, data: bytes, begin: int, end: int) -> None:
        """Remember the title of a game, which is ``data[begin:end]``."""
        line_end = data.find(b"\n", begin, min(end, begin + _LONGEST))
        if line_end < 0 or START.match(data, begin) is None:
            return
        header = data[begin + NAMES_AT : line_end]
        found = self._headers.get(header)
        if found is None:
            found = self._read(header)
        number, confirmation = found
        # From the end: the moves, which stand before it, are much longer than the rest.
        at = data.rfind(confirmation, line_end, end) if number else -1
        if at < 0 or data.find(b"\n", line_end + 1, at) >= 0:
            return  # What stands on a line further down is not the game.
        rest = at + len(confirmation)
        if not any(data.find(each, rest, end) >= 0 for each in _AGAIN):
            self._set(game, number)

    def _read(self, header: bytes) -> tuple[int, bytes]:
        title = title_in(header)
        found = UNREAD, b""
        if title.names:
            found = self._number(title), _as_json(title.names, title.result)
        if len(self._headers) < MOST:
            self._headers[header] = found
        return found

    def learn(self, game: int, title: Title) -> None:
        self._set(game, self._number(title))

    def forget(self, game: int) -> None:
        self._set(game, UNREAD)

    def _number(self, title: Title) -> int:
        number = self._numbers.get(title, UNREAD)
        if number == UNREAD and len(self.known) < MOST:
            number = self._numbers[title] = len(self.known)
            self.known.append(title)
        return number

    def _set(self, game: int, number: int) -> None:
        missing = game + 1 - len(self._of_game)
        if missing > 0:
            self._of_game.frombytes(bytes(missing * self._of_game.itemsize))
        self._of_game[game] = number

    def number(self, game: int) -> int:
        """The number of the title of a game, or UNREAD."""
        return self._of_game[game] if game < len(self._of_game) else UNREAD

    def numbers(self, begin: int, end: int) -> "array[int]":
        numbers = self._of_game[begin:end]
        numbers.frombytes(bytes((end - begin - len(numbers)) * numbers.itemsize))
        return numbers


def _as_json(names: tuple[str, str], result: str | None) -> bytes:
    first, second = map(json.dumps, names)
    # The bracket closes the deck: an object within the game may hold the same keys.
    return (
        f'], "player2_name": {second}, "result": "{result}", "player1_name": {first}'
        ', "started_at": "'
    ).encode()
