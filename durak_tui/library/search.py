"""The games that match a query, found and sorted in steps.

Names and results of all games are remembered in two bytes each, for most logs have few players.  A
scan that has read a whole game looks up the header among those seen before, and checks that the
JSON says the same; where it does not, and where the header can be read in more than one way, the
game is left for a closer look.
"""

import json
import os
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Final

from durak_tui.library.index import CHUNK, HEADER_ENDS, ORNAMENT, TITLE_CAP, LogIndex, LogReader
from durak_tui.library.order import (
    UNKNOWN,
    Order,
    Sorter,
    code,
    game_of,
    inserted,
    key_of_seconds,
    key_of_time,
)
from durak_tui.library.query import Depth, Query
from durak_tui.library.summary import (
    NAMES_AT,
    START,
    Glance,
    Names,
    Summary,
    Title,
    start_of,
    title_in,
)
from durak_tui.records.log_format import DamagedGame

_BLOCK: Final[Mapping[Depth, int]] = {Depth.TITLE: 2048, Depth.LINE: 64, Depth.REPLAY: 16}
"""Games in a step, so that it takes some milliseconds at most."""
_READ: Final = CHUNK
"""Bytes of games after which a step ends: games of strangers may be as long as they like."""
_KEYED: Final = 64
_INSERTED: Final = 1024
_NOT_REPLAYED, _WHOLE, _DAMAGED = range(3)
TITLES: Final = 16_384
"""Different titles that are remembered: some 10 MB.  Other games are looked at again every time."""
UNREAD: Final = 0  # In place of the number of a title.

_AGAIN: Final = b'"player', b'"result"', b"\\u00"
"""Reasons for doubt behind the keys that were found: one of them once more, or a letter of one
as an escape."""
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
        if len(self._headers) < TITLES:
            self._headers[header] = found
        return found

    def learn(self, game: int, title: Title) -> None:
        self._set(game, self._number(title))

    def forget(self, game: int) -> None:
        self._set(game, UNREAD)

    def _number(self, title: Title) -> int:
        number = self._numbers.get(title, UNREAD)
        if number == UNREAD and len(self.known) < TITLES:
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


class OpenLog:
    """A log file, and what is remembered of its games."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.titles: Final = Titles()
        self.index: Final = LogIndex(path, on_whole=self.titles.note)
        self.at_end = False
        """True if all games are found that there were at the last look at the file."""
        self.read = 0  # Bytes of games looked at so far.
        self._damage = bytearray()

    @property
    def settled(self) -> int:
        """The number of games that can be searched; the last may grow."""
        found = len(self.index)
        return found if self.at_end else max(0, found - 1)

    def scan(self) -> int | None:
        """Find more games in a piece; return a last one that changed."""
        index = self.index
        last, ended = len(index) - 1, index.scanned
        was_at_end, self.at_end = self.at_end, False
        at_end = index.scan(CHUNK)
        end = index.offset(last + 1) if last + 1 < len(index) else index.scanned
        changed = was_at_end and last >= 0 and end != ended
        if changed:
            self.titles.forget(last)
            if last < len(self._damage):
                self._damage[last] = _NOT_REPLAYED
        self.at_end = at_end
        return last if changed else None

    def glance(self, game: int) -> Glance:
        """The facts of a game; none if it cannot be read."""
        try:
            raw = read_game(self.index, game)[0]
        except OSError:
            raw = b""
        self.read += len(raw)
        return Glance(raw)

    def title(self, game: int, *, learn: bool = False) -> Title:
        """Names and result; ``learn`` remembers them."""
        number = self.titles.number(game)
        if number != UNREAD:
            return self.titles.known[number]
        glance = self.glance(game)
        title = Title(glance.names, glance.result)
        if learn and glance.raw:
            self.titles.learn(game, title)
        return title

    def started_at(self, game: int) -> datetime | None:
        begin = self.index.offset(game)
        try:
            header = self.index.read(begin, begin + TITLE_CAP)
        except OSError:
            return None
        # Else another header may follow in the line, to which the game belongs.
        is_alone = header.startswith(HEADER_ENDS, header.find(ORNAMENT, len(ORNAMENT)))
        return (is_alone and start_of(header)) or self.glance(game).started_at

    def damaged(self, game: int) -> bool:
        missing = game + 1 - len(self._damage)
        if missing > 0:
            self._damage += bytes(missing)
        if self._damage[game] == _NOT_REPLAYED:
            glance = self.glance(game)
            if not glance.raw:  # it may be read another time
                return True
            self._damage[game] = _DAMAGED if glance.damaged else _WHOLE
        return self._damage[game] == _DAMAGED


def read_game(log: LogReader, game: int) -> tuple[bytes, DamagedGame | None]:
    """A game's bytes; of one too long, its header and the damage."""
    try:
        return log.raw(game), None
    except DamagedGame as damage:
        begin = log.offset(game)
        head, newline, _ = log.read(begin, begin + TITLE_CAP).partition(b"\n")
        return head + newline, damage


class LogSearch:
    """The games that match a query, as rows in an order.

    Rows are numbered from 0.  While games are still being found, and until all are sorted, they
    stand in the order of the file.
    """

    def __init__(
        self, log: OpenLog, query: Query, order: Order, before: "LogSearch | None" = None
    ) -> None:
        """Take over what is of use from a search now replaced."""
        self.query: Final = query
        self.order: Final = order
        self.looked_at = 0  # How many games of the log it has been decided on.
        self.version = 0  # Goes up when rows that were there have moved.
        self.is_done = False  # Whether nothing is left to be done until the file changes.
        self._log = log
        self._matches: array[int] | None = array("I") if query.terms else None
        self._depths = {Depth.TITLE, *(term.depth for term in query.terms)}
        # Games of an unknown title are read.
        self._verdicts = [True]
        self._sorter: Sorter | None = None
        self._keyed = 0  # How many of the games found have been given to the sorter, or are sorted.
        self._last_code = 0
        self._codes: array[int] | None = None  # What is shown, once it is sorted.
        self._ranks: dict[Names, int] = {}
        self._ranked: list[tuple[str, ...]] = []
        self._rank_missing = False
        if before is not None and before._log is log and before.query.text == query.text:
            self._take_over(before)

    def _take_over(self, before: "LogSearch") -> None:
        self.looked_at, self._matches = before.looked_at, before._matches
        self._verdicts = before._verdicts
        by, codes = self.order.by, before._codes
        # What is being sorted is sorted anew: that takes less time than what the keys do.
        if by == "file" or by != before.order.by or codes is None or before._sorter is not None:
            return
        self._ranks, self._ranked = before._ranks, before._ranked
        self._rank_missing = before._rank_missing
        self._keyed, self._last_code, self._codes = before._keyed, before._last_code, codes

    # Reading

    @property
    def _ascending(self) -> Sequence[int]:
        """The codes of all rows, or the games themselves, the smallest first."""
        if self._codes is not None:
            return self._codes
        return range(len(self._log.index)) if self._matches is None else self._matches

    @property
    def is_backward(self) -> bool:
        return self.order.descending and (self.order.by == "file" or self._codes is not None)

    @property
    def _known(self) -> int:
        """The number of rows with a known key, which come first."""
        return len(self) if self._codes is None else bisect_left(self._codes, UNKNOWN)

    def _mirrored(self, place: int) -> int:
        """The row of a place in ascending order, or the reverse."""
        if not self.is_backward:
            return place
        known = self._known
        return known - 1 - place if place < known else known + len(self) - 1 - place

    def __len__(self) -> int:
        return len(self._ascending)

    def games(self, start: int, stop: int) -> list[int]:
        ascending = self._ascending
        rows = range(start, min(stop, len(ascending)))
        return [game_of(ascending[self._mirrored(row)]) for row in rows]

    def all_games(self) -> Sequence[int]:
        """The games in all rows, in a sequence that will not change."""
        step = -1 if self.is_backward else 1
        if self._codes is None:
            return self._ascending[::step]
        parts = self._codes[: self._known], self._codes[self._known :]
        return array("I", map(game_of, chain.from_iterable(part[::step] for part in parts)))

    def row(self, game: int) -> int | None:
        """The row of a game, if it matches.  Raises IndexError."""
        self._log.index.offset(game)
        wanted = game if self._codes is None else code(game, self._key(game))
        ascending = self._ascending
        place = bisect_left(ascending, wanted)
        if place < len(ascending) and ascending[place] == wanted:
            return self._mirrored(place)
        return None

    # Working

    def step(self) -> bool:
        """Go on for some milliseconds; whether there is more to do."""
        if self.looked_at < self._log.settled:
            self._look()
            return True
        if self.order.by == "file" or not self._log.at_end:
            return False
        if self._codes is None or self._sorter is not None:
            return self._sort()
        return self._insert()

    def _look(self) -> None:
        begin, settled = self.looked_at, self._log.settled
        if self._matches is None:
            self.looked_at = settled
            return
        end = min(settled, begin + _BLOCK[max(self._depths)])
        numbers = self._log.titles.numbers(begin, end)
        verdicts = self._verdicts
        verdicts += map(self._holds_of, self._log.titles.known[len(verdicts) :])
        games = [game for game, number in enumerate(numbers, begin) if verdicts[number]]
        if len(self._depths) > 1 or UNREAD in numbers:
            for game in self._some(games):
                if self._holds(game, numbers[game - begin]):
                    self._matches.append(game)
                self.looked_at = game + 1
            if games and self.looked_at <= games[-1]:
                return  # the others have a step of their own
        else:
            self._matches.extend(games)
        self.looked_at = end

    def _some(self, games: Iterable[int]) -> Iterator[int]:
        """As many of them as there is time for in a step."""
        enough = self._log.read + _READ
        for game in games:
            if self._log.read >= enough:
                return
            yield game

    def _holds_of(self, title: Title) -> bool:
        return self.query.matches(Summary(0, "", title.names, title.result), Depth.TITLE)

    def _holds(self, game: int, number: int) -> bool:
        log, query = self._log, self.query
        if number == UNREAD and not self._holds_of(log.title(game, learn=True)):
            return False
        if Depth.LINE in self._depths and not query.matches(log.glance(game), Depth.LINE):
            return False
        if Depth.REPLAY not in self._depths:
            return True
        damage = "" if log.damaged(game) else None
        return query.matches(Summary(game, "", damage=damage), Depth.REPLAY)

    def changed(self, game: int) -> None:
        """Look again at the last game that was looked at."""
        if game >= self.looked_at:
            return
        self.looked_at = game
        if self._matches is not None:
            if not self._matches or self._matches[-1] != game:
                return
            self._matches.pop()
        self.version += 1
        if self._keyed <= self._found:
            return
        self._keyed = self._found
        if self._sorter is not None:
            self._begin_sorting()
        elif self._codes is not None:
            self._codes.pop(bisect_left(self._codes, self._last_code))

    @property
    def _found(self) -> int:
        return self.looked_at if self._matches is None else len(self._matches)

    @property
    def sorted(self) -> int:
        """The number of games that are sorted; half done counts half."""
        if self.order.by == "file":
            return self._found
        if self._sorter is None:
            return self._keyed
        return (self._keyed + len(self._sorter.result)) // 2

    def _begin_sorting(self) -> Sorter:
        self._keyed = 0
        self._rank_players()
        self._sorter = Sorter()
        return self._sorter

    def _sort(self) -> bool:
        sorter = self._sorter or self._begin_sorting()
        end = min(self._found, self._keyed + _KEYED)
        if self._keyed < end and not sorter.is_merging:
            for place in self._some(range(self._keyed, end)):
                sorter.add(self._code(place))
                self._keyed = place + 1
        elif self._rank_missing:
            self._begin_sorting()
        elif not sorter.step():
            self._sorter = None
            self._codes = sorter.result
            self.version += 1
        return True

    def _insert(self) -> bool:
        assert self._codes is not None
        end = min(self._found, self._keyed + _INSERTED)
        codes = [self._code(place) for place in self._some(range(self._keyed, end))]
        if self._rank_missing:
            self._begin_sorting()
        elif codes:
            self._codes = inserted(self._codes, codes)
            self._keyed += len(codes)
            self.version += 1
        return bool(codes)

    def _code(self, place: int) -> int:
        game = place if self._matches is None else self._matches[place]
        if self.order.by == "player":
            self._learn_players(game)
        self._last_code = code(game, self._key(game))
        return self._last_code

    def _key(self, game: int) -> int | None:
        match self.order.by:
            case "start":
                return key_of_time(self._log.started_at(game))
            case "bouts":
                return self._log.glance(game).bouts
            case "duration":
                return key_of_seconds(self._log.glance(game).seconds)
            case "player":
                return self._rank(game)
        return game

    def _rank_players(self) -> None:
        self._rank_missing = False
        if self.order.by == "player":
            pairs = {title.names for title in self._log.titles.known if title.names}
            ordered = sorted(pairs, key=_alphabetical)
            self._ranked = [_alphabetical(names) for names in ordered]
            # Odd, so that there is room between any two.
            self._ranks = {names: 2 * place + 1 for place, names in enumerate(ordered)}

    def _learn_players(self, game: int) -> None:
        titles = self._log.titles
        self._log.title(game, learn=True)
        names = titles.known[titles.number(game)].names
        if names is not None and names not in self._ranks:
            self._rank_missing = True

    def _rank(self, game: int) -> int | None:
        """The place of a game's players in the alphabet, or about there."""
        names = self._log.title(game).names
        if names is None:
            return None
        rank = self._ranks.get(names)
        return 2 * bisect_left(self._ranked, _alphabetical(names)) if rank is None else rank


def _alphabetical(names: Names) -> tuple[str, ...]:
    return *(name.casefold() for name in names), *names
