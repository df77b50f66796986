"""The log of a run: a line of JSON for each game."""

import contextlib
import os
from array import array
from typing import Final

from durak_tui.common.fields import Malformed
from durak_tui.common.files import Closing, open_regular
from durak_tui.common.line_appender import LineAppender
from durak_tui.common.text import strict_json
from durak_tui.games.game_kind import GameKind
from durak_tui.games.playthrough import Playthrough, decode_playthrough, encode_playthrough

_CHUNK: Final = 1 << 20
_LONGEST: Final = 16 << 20  # Bytes of a game; beyond, a line is taken for damage.


class TornGame(Malformed):
    """The beginning of a game of this log, or a damaged one."""


class PlaythroughWriter(LineAppender):
    """A log that is open for appending whole games."""

    def append(self, game: Playthrough) -> None:
        """Write one game, if possible whole or not at all.  Raises OSError."""
        self.add(encode_playthrough(game))


class PlaythroughLog(Closing):
    """The games of a log, found by their numbers.

    A line that is no game has a number, too: asking for it says what is wrong.
    """

    def __init__(self, path: str | os.PathLike[str], kind: GameKind) -> None:
        """Open a log of games of this kind.  Raises OSError."""
        self._kind = kind
        self._fd = open_regular(os.path.expanduser(path))
        self._begins = array("q")  # Of each line that is not blank.
        self._ends = array("q")
        self._scanned = 0

    def __len__(self) -> int:
        return len(self._begins)

    def scan(self) -> None:
        """Find what the file holds by now.  Raises OSError."""
        size = os.fstat(self._fd).st_size
        if self._ends and not self._is_whole(len(self) - 1):
            # The last line may have grown since.
            self._scanned = self._begins.pop()
            self._ends.pop()
        begin = self._scanned
        while self._scanned < size:
            chunk = os.pread(self._fd, min(_CHUNK, size - self._scanned), self._scanned)
            if not chunk:
                break
            at = -1
            while (at := chunk.find(b"\n", at + 1)) >= 0:
                end = self._scanned + at + 1
                if end > begin + 1:  # not a blank line
                    self._found(begin, end)
                begin = end
            self._scanned += len(chunk)
        if self._scanned > begin:
            self._found(begin, self._scanned)

    def _found(self, begin: int, end: int) -> None:
        self._begins.append(begin)
        self._ends.append(end)

    def _is_whole(self, number: int) -> bool:
        return os.pread(self._fd, 1, self._ends[number] - 1) == b"\n"

    def offset(self, number: int) -> int:
        """The place in the file where a game begins."""
        return self._begins[number]

    def game(self, number: int) -> Playthrough:
        """A game of the log, from 0.  Raises Malformed, TornGame, OSError."""
        begin, end = self._begins[number], self._ends[number]
        line = os.pread(self._fd, min(end - begin, _LONGEST), begin)
        mark = _mark(self._kind)
        if not mark.startswith(line[: len(mark)]):
            raise Malformed(f"it is no game of {self._kind.name}")
        if end - begin > _LONGEST:
            raise TornGame(f"it has {end - begin} bytes, which is too long")
        if not line.endswith(b"\n"):
            raise TornGame("it was cut off")
        try:
            game = decode_playthrough(line)
            self._kind.check(game)
            return game
        except Malformed as error:
            raise TornGame(str(error)) from None

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def holds_games(path: str | os.PathLike[str], kind: GameKind) -> bool:
    """True if a file is empty, or has games of a kind.

    The first ones may be damaged.  Raises OSError.
    """
    with open(open_regular(os.path.expanduser(path)), "rb") as file:
        data = file.read(_CHUNK)
    mark = _mark(kind)
    return not data or data.startswith(mark) or b"\n" + mark in data


def _mark(kind: GameKind) -> bytes:
    """The beginning of each game of a kind."""
    return f'{{"game": {strict_json(kind.name)},'.encode()


def last_seed(path: str | os.PathLike[str], kind: GameKind) -> int | None:
    """The seed of the last run in a log, if any."""
    with contextlib.suppress(OSError), PlaythroughLog(path, kind) as log:
        log.scan()
        for number in reversed(range(max(0, len(log) - 2), len(log))):  # The last may be torn.
            with contextlib.suppress(ValueError, LookupError, TypeError):
                return int((log.game(number).run or {})["seed"])
    return None
