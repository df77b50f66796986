"""The facts in a game's bytes, found without a replay.

The header line has some of it at once.  The rest is picked out of the JSON line where that is
written as this program and pyDurak write it, and taken from the parsed JSON where it is not.  Where
the two lines differ, the JSON is right.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeGuard

from durak_tui.common.text import one_line
from durak_tui.library.index import ORNAMENT, TITLE_CAP, parse_game, title_of
from durak_tui.records import record
from durak_tui.records.bounds import TEXT, TOO_LARGE
from durak_tui.records.log_format import DamagedGame, within_bounds
from durak_tui.records.record import NORMAL, PEACEFUL, faults_of

RESULTS: Final = tuple(record.RESULTS.values())
NAMES_AT: Final = len("####2026-11-20T21:00:13, ")  # Where in a header the names begin.

START: Final = re.compile(rb"####(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d), ")
_TITLE: Final = re.compile(rb"([^\n]*) \((1-0|0-1|s-s|void)\)####[ \t\r]*\Z")
_BETWEEN_NAMES: Final = " - "
_INSIDE: Final = rb'[^"\\]*+(?:\\.[^"\\]*+)*+'
"""The characters between the quotation marks of a JSON string."""
_MOVES: Final = b'{"moves": ['
_AFTER_MOVES: Final = b'], "ended_at": "'
_FACTS: Final = re.compile(
    rb'\], "ended_at": "(?P<ended_at>[^"\\]*+)", "deck": \[(?P<deck>[^\]]*+)\]'
    rb', "player2_name": "(?P<player2_name>%(inside)b)", "result": "(?P<result>[^"\\]*+)"'
    rb', "player1_name": "(?P<player1_name>%(inside)b)"'
    rb', "started_at": "(?P<started_at>[^"\\]*+)", "opened_trump": "[^"\\]*+"'
    rb'(?:, "termination": \{"reason": "(?P<reason>%(inside)b)", "engine": (?P<engine>null|1|2)'
    rb', "detail": "%(inside)b"(?:, "phase": "%(inside)b")?'
    rb'(?:, "other_reason": "(?P<other_reason>%(inside)b)")?(?:, "stderr": "%(inside)b")?\}'
    rb'(?P<seats>, "seats": \[(?:null|"(?P<seat1>%(inside)b)"), (?:null|"(?P<seat2>%(inside)b)")\]'
    rb'(?:, "taken_up": (?P<taken_up>\d{1,9})(?=[,}]))?)?'
    rb'(?P<game_id>, "game_id": -?\d{1,300}(?=[,}]))?)?' % {b"inside": _INSIDE}
)
# A key of the game behind the place where the last of them is written, or one that may be, for it
# is written with an escape: who knows.
_SECOND_TIME: Final = re.compile(
    rb'"(?:moves|ended_at|deck|player[12]_name|result|started_at|opened_trump|termination'
    rb'|seats|taken_up|game_id|[^"\\]*+\\[^"]*+)"\s*:'
)
_BOUT: Final = b'{"to_move": "player'
_PLAYED: Final = re.compile(rb'"moves_and_responds": \[([^\]]*+)\]')
_GIVEN: Final = re.compile(rb'"given_more": \[([^\]]*+)\]')
_NONE_GIVEN: Final = b'"given_more": []'
_SHOWN: Final = (
    "names", "result", "started_at", "seconds", "reason", "other_reason", "failed", "bouts",
    "cards",
)  # fmt: skip


Names = tuple[str, str]
Seats = tuple[str | None, str | None]


class Title(NamedTuple):
    """Names and result, as in a header."""

    names: tuple[str, str] | None = None
    """None also where a name that holds " - " leaves open which is which."""
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A row of a list; None stands for what is unknown."""

    number: int
    title: str  # Its header, fit to be shown on one line.
    names: tuple[str, str] | None = None
    result: str | None = None
    started_at: datetime | None = None  # Naive local time.
    seconds: float | None = None
    reason: str | None = None  # Why it ended: "normal", "resigned", or a fault.
    other_reason: str | None = None  # In a void game player2's fault; `reason` is player1's.
    failed: int | None = None  # Whose fault it was, 0 or 1; None for both or nobody.
    bouts: int | None = None
    cards: int | None = None  # How many cards were played, those given to a taker included.
    damage: str | None = None
    """The reason why it cannot be shown; None if it can.  The rest is then what can be made out."""

    @property
    def damaged(self) -> bool:
        return self.damage is not None


def start_of(raw: bytes) -> datetime | None:
    """The time in a header, if its beginning is whole."""
    start = START.match(raw)
    return None if start is None else _time(start[1].decode())


def title_in(header: bytes, at: int = 0) -> Title:
    """Read a whole header whose names begin ``at`` some place."""
    found = _TITLE.match(header, at)
    if found is None:
        return Title()
    text = _shown(found[1])
    end = text.find(_BETWEEN_NAMES)
    # From end + 1: in "a - - b" the two overlap.
    is_clear = end >= 0 and text.find(_BETWEEN_NAMES, end + 1) < 0
    names = (text[:end], text[end + len(_BETWEEN_NAMES) :]) if is_clear else None
    return Title(names, _shown(found[2]))


def summarize(number: int, raw: bytes, too_long: DamagedGame | None = None) -> Summary:
    """The row of a game; ``too_long`` says that ``raw`` is cut."""
    glance = Glance(raw)
    damage = too_long or glance.damage()
    facts: dict[str, Any] = {name: getattr(glance, name) for name in _SHOWN}
    return Summary(number, title_of(raw), **facts, damage=damage.reason if damage else None)


class Glance:
    """The facts of :class:`Summary`, looked up when they are asked for."""

    __slots__ = ("_line", "_parsed", "raw")

    def __init__(self, raw: bytes) -> None:
        self.raw: Final = raw
        self._line: Final = _facts_of(raw)
        self._parsed: Mapping[str, Any] | None = None

    @property
    def _object(self) -> Mapping[str, Any]:
        """The JSON, for what is not asked of the line."""
        if self._parsed is None:
            self._parsed = _json_of(self.raw)
        return self._parsed

    def _title(self) -> Title:
        line, newline, _ = self.raw[:TITLE_CAP].partition(b"\n")
        # The beginning of a header may look like a whole one, with other names in it.
        return title_in(line, NAMES_AT) if newline and START.match(line) else Title()

    def _text(self, key: str) -> str | None:
        return _string(self._line[key]) if self._line else _str(self._object.get(key))

    def _of_termination(self, key: str) -> Any:
        if self._line:
            return _string(self._line[key])
        termination = self._object.get("termination")
        return termination.get(key) if isinstance(termination, dict) else None

    @property
    def names(self) -> tuple[str, str] | None:
        first, second = self._text("player1_name"), self._text("player2_name")
        if first is None or second is None or first is TOO_LARGE or second is TOO_LARGE:
            return self._title().names
        return one_line(first), one_line(second)

    @property
    def result(self) -> str | None:
        result = self._text("result")
        return result if result in RESULTS else self._title().result

    @property
    def points(self) -> tuple[float, float] | None:
        """Those of both players; None without a result that counts."""
        return record.POINTS.get(self.result)

    @property
    def started_at(self) -> datetime | None:
        return _time(self._text("started_at")) or start_of(self.raw)

    @property
    def seconds(self) -> float | None:
        started_at, ended_at = _time(self._text("started_at")), _time(self._text("ended_at"))
        if started_at is None or ended_at is None:
            return None
        return (ended_at - started_at).total_seconds()

    @property
    def reason(self) -> str | None:
        if self._line:
            is_said = self._line["reason"] is not None
        else:
            is_said = "termination" in self._object or not self._object
        return _line(self._of_termination("reason")) if is_said else NORMAL

    @property
    def other_reason(self) -> str | None:
        return _line(self._of_termination("other_reason"))

    @property
    def failed(self) -> int | None:
        engine = self._of_termination("engine")
        if self._line:
            return None if engine in (None, "null") else int(engine) - 1
        return engine - 1 if type(engine) is int and engine in (1, 2) else None

    @property
    def faults(self) -> tuple[str | None, str | None]:
        """Each player's fault, if there was one."""
        reason = self.reason
        if reason is None or reason in PEACEFUL:
            return None, None
        return faults_of(reason, self.other_reason, self.failed)

    @property
    def deck(self) -> Sequence[str]:
        """The names of the cards in the deck, if readable."""
        if self._line:
            return self._line["deck"].decode(errors="replace").replace('"', "").split(", ")
        deck = self._object.get("deck")
        return deck if isinstance(deck, list) else []

    @property
    def seats(self) -> Seats | None:
        """The engine at each seat, None for a person; None if unknown."""
        if self._line:
            if self._line["seats"] is None:
                return None
            seats = _string(self._line["seat1"]), _string(self._line["seat2"])
        elif _is_pair(given := self._object.get("seats")):
            seats = _str(given[0]), _str(given[1])
        else:
            return None
        # The constant itself only: a name may read the same.
        return None if any(seat is TOO_LARGE for seat in seats) else seats

    @property
    def taken_up(self) -> int:
        """The number of actions before a person took the game up."""
        if self._line:
            return int(self._line["taken_up"] or 0)
        count = self._object.get("taken_up")
        return count if type(count) is int else 0

    @property
    def of_run(self) -> bool:
        """True for a game of a match between engines."""
        if self._line:
            return self._line["game_id"] is not None
        return self._object.get("game_id") is not None

    @property
    def bouts(self) -> int | None:
        if self._line:
            return self._begun(self.raw.count(_BOUT, *self._moves()))
        moves = self._object.get("moves")
        return self._begun(len(moves)) if isinstance(moves, list) else None

    def _begun(self, shown: int) -> int:
        # What was decided before its first card has a bout, whether or not it is shown.
        return max(shown, int(self.reason != NORMAL))

    @property
    def cards(self) -> int | None:
        if self._line:
            begin, end = self._moves()
            played: list[bytes] = _PLAYED.findall(self.raw, begin, end)
            given: list[bytes] = []
            counted = self.raw.count(_NONE_GIVEN, begin, end)
            if counted != len(played):
                given = _GIVEN.findall(self.raw, begin, end)
                counted = len(given)
            if counted == len(played) == self.raw.count(_BOUT, begin, end):
                return sum(each.count(b'"') for each in (*played, *given)) // 2
        return _count_cards(self._object.get("moves"))

    def _moves(self) -> tuple[int, int]:
        """Begin and end of the bouts."""
        assert self._line is not None
        return self.raw.index(b"\n") + 1, self._line.start()

    @property
    def damaged(self) -> bool:
        return self.damage() is not None

    def damage(self) -> DamagedGame | None:
        """The damage that a replay of the game finds, if any.

        This alone decides whether a game counts, however much can be read of a damaged one.
        """
        try:
            parse_game(self.raw)
        except DamagedGame as damage:
            return damage.with_traceback(None)  # which would keep all that was parsed
        return None


def _is_pair(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list) and len(value) == 2


Facts = Summary | Glance  # What can be asked about a game.


def _facts_of(raw: bytes) -> re.Match[bytes] | None:
    """The facts of a game written as usual; None if in doubt."""
    header_end = raw.find(b"\n")
    if not raw.startswith(ORNAMENT) or not raw.startswith(_MOVES, header_end + 1):
        return None
    facts = _FACTS.match(raw, max(raw.rfind(_AFTER_MOVES), 0))
    if facts is None or _SECOND_TIME.search(raw, facts.end()):
        return None
    moves = header_end + 1, facts.start()
    # Before the facts there are only bouts, and the brace that begins the game.
    return facts if raw.count(b"{", *moves) == raw.count(_BOUT, *moves) + 1 else None


def _json_of(raw: bytes) -> Mapping[str, Any]:
    """The known keys of a game; none if it cannot be read."""
    try:
        text = raw.partition(b"\n")[2].decode().lstrip(" \t\r\n")
        value, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return {}
    return within_bounds(value)[0] if isinstance(value, dict) else {}


def _count_cards(moves: object) -> int | None:
    if not isinstance(moves, list):
        return None
    count = 0
    for move in moves:
        for key in ("moves_and_responds", "given_more"):
            cards = move.get(key) if isinstance(move, dict) else None
            if not isinstance(cards, list):
                return None
            count += len(cards)
    return count


def _shown(data: bytes) -> str:
    return one_line(data.decode(errors="backslashreplace"))


def _string(data: bytes | None) -> str | None:
    """The text of a JSON string without its quotation marks."""
    if data is None:
        return None
    try:
        text = json.loads(b'"' + data + b'"') if b"\\" in data else data.decode()
    except ValueError:
        return None
    return _str(text)


def _str(value: object) -> str | None:
    """A text as it is kept of a game."""
    if not isinstance(value, str):
        return None
    return value if len(value) <= TEXT else TOO_LARGE


def _line(value: object) -> str | None:
    text = _str(value)
    return None if text is None else one_line(text)


def _time(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        return None
    return time if time.tzinfo is None else None
