"""A sitting stored as it goes on, to survive any crash.

What is said and heard is written before it has any effect outside, and so is this side's secret of
the deal.  The rest follows from these.  With each game the journal is begun again.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from pathlib import Path
from time import time
from typing import Any, Final, NamedTuple, Self

from durak_tui.common import fields
from durak_tui.common.text import one_line
from durak_tui.common.values import LONGEST_LINE, MOST_COUNTED, reason_of
from durak_tui.net.address import Address, parse_address
from durak_tui.net.fingerprints import public_key
from durak_tui.net.messages import (
    ID,
    MOST,
    Again,
    Message,
    Opaque,
    Propose,
    Refusal,
    Terms,
    Verdict,
    as_json,
    of_json,
)
from durak_tui.net.peer_faults import Fault, PeerFault
from durak_tui.net.secret import LENGTH
from durak_tui.records.journal import Damage, JournalFile, NotUnfinished, survey
from durak_tui.records.journal_format import DamagedJournal, line

SUFFIX: Final = ".sitting"
FORMAT: Final = 1
SIZE_CAP: Final = 64 * 1024 * 1024
"""Bytes.  A game takes some 300 kB; beyond the cap nothing is even parsed."""
_TARGETS: Final = 100  # Addresses of one program; a host has some five.
_WANTED_SECONDS: Final = 30 * 24 * 3600.0
"""How long a game that is over here is kept for the other side, which may not have it all."""
_BEGUN_SECONDS: Final = 3600.0
"""How long a sitting is kept in which no game has begun: the other side may think one has."""


class Who(NamedTuple):
    """Both sides of a sitting, as one of them knows them."""

    own: str  # Names this side of the sitting.
    seat: int
    name: str
    key: str  # The public key of this side: who it is for the other.
    peer: str  # That of the other,
    other_name: str  # and what they are called here.
    targets: tuple[Address, ...] = ()  # Where to call the other again; none for who was called.
    port: int = 0  # At which the other calls again; 0 for nowhere.


class RoundStart(NamedTuple):
    """What one side knows when a game begins."""

    terms: Terms
    first: int | None  # Who attacks first, if that is agreed.
    secret: bytes
    started_at: datetime
    score: tuple[int, int, int]  # Games won by each seat before, and drawn.


@dataclass
class Stored:
    """What a journal says."""

    who: Who
    other: str = ""  # Names the other side of the sitting, once it has greeted.
    start: RoundStart | None = None
    since: list[tuple[bool, Message]] = field(default_factory=list)
    """What was said since that start: whether here, and what."""
    forgotten: int = 0  # How many messages from here the other has for sure,
    kept: list[Message] = field(default_factory=list)  # and those after them.
    heard: int = 0  # How many messages of the other have been heard.
    caught: PeerFault | None = None  # What the other did that nobody honest does, or
    refused: Refusal | None = None  # what it says that this side did.
    disclosed: Opaque | None = None  # The secret that the other then opened.
    ended_at: datetime | None = None
    timed_out: bool = False  # Whether it ended here because the other took too long.
    logging: tuple[str, int] | None = None
    logged: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether nobody needs the journal any more."""
        has_verdict = any(isinstance(one, Verdict) for own, one in self.since if not own)
        # Whoever has heard that this side is ready may have begun another game.
        is_ready = any(isinstance(one, Again) for own, one in self.since if own)
        return self.logged and has_verdict and not is_ready


class UnfinishedSitting(NamedTuple):
    path: Path
    stored: Stored
    saved_at: datetime


class SittingJournal(JournalFile):
    """The journal of a sitting that goes on here."""

    @classmethod
    def create(cls, folder: str | os.PathLike[str], stored: Stored) -> Self:
        """Begin a journal.  Raises OSError."""
        return cls.begin(folder, datetime.now(), SUFFIX, encode(stored))

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> tuple[Stored, Self]:
        """Go on where a journal ends.  Raises NotUnfinished, DamagedJournal, OSError."""
        data, journal = cls.open(Path(path), SIZE_CAP)
        try:
            stored = decode(data)
            journal.trim(len(data))
        except BaseException:
            journal.close()
            raise
        return stored, journal

    def begin_with(self, stored: Stored) -> None:
        """Begin the journal again, with a game that begins.  Raises OSError."""
        self.begin_again(encode(stored))

    def greeted(self, other: str) -> None:
        self.store(line(other=other))

    def say(self, message: Message) -> None:
        self.store(_said(message))

    def hear(self, message: Message) -> None:
        self.store(line(heard=as_json(message)))

    def start(self, start: RoundStart) -> None:
        self.store(_started(start))

    def caught(self, fault: PeerFault) -> None:
        """Store what the other did that nobody honest does."""
        self.store(line(caught=fault.fault, detail=fault.detail))

    def refused(self, refusal: Refusal) -> None:
        """Store that the other says so of this side."""
        self.store(line(refused=refusal.fault, detail=refusal.detail))

    def disclosed(self, data: Opaque) -> None:
        """Store the secret that the other has opened then."""
        self.store(line(disclosed=data))

    def end(self, ended_at: datetime, *, timed_out: bool = False) -> None:
        """Store the end of the game, ``timed_out`` by the other."""
        why = {"timed_out": True} if timed_out else {}
        self.store(line(ended_at=ended_at.isoformat(), **why))

    def is_in_log(self) -> None:
        """Store that the game stands in the log."""
        self.store(line(logged=True))


def encode(stored: Stored) -> bytes:
    """A journal with all that a game needs of the past.

    What was said since the game began, and how it ended, is none of it.
    """
    header = stored.who._asdict() | {"targets": [str(one) for one in stored.who.targets[:_TARGETS]]}
    lines = [line(sitting=FORMAT, **header)]
    if stored.other:
        lines.append(line(other=stored.other))
    if stored.forgotten or stored.heard:
        lines.append(line(before=[stored.forgotten, stored.heard]))
    lines.extend(map(_said, stored.kept))
    if stored.start:
        lines.append(_started(stored.start))
    return b"".join(lines)


def _said(message: Message) -> bytes:
    return line(out=as_json(message))


def _started(start: RoundStart) -> bytes:
    return line(
        start=as_json(Propose(start.terms)),
        first=start.first,
        secret=start.secret.hex(),
        started_at=start.started_at.isoformat(),
        score=start.score,
    )


def decode(data: bytes) -> Stored:
    """The sitting of a journal, without a cut last line.  Raises DamagedJournal."""
    stored: Stored | None = None
    for number, whole_line in enumerate(BytesIO(data), 1):
        if not whole_line.endswith(b"\n"):
            break
        try:
            value = fields.parse_object(whole_line)
            if stored is None:
                stored = _header(value)
            else:
                _read(stored, value)
        except ValueError as error:
            reason = reason_of(error)
            raise DamagedJournal(f"line {number} is not part of a sitting: {reason}") from None
    if stored is None:
        raise DamagedJournal("it has no whole line")
    return stored


def _header(value: Mapping[str, Any]) -> Stored:
    if fields.get(value, "sitting", fields.whole(1, MOST)) != FORMAT:
        raise DamagedJournal("it was written by a later version of durak-tui")
    # Names are shown; a file may hold what no program has written.
    name, other_name = (one_line(fields.get(value, key, _TEXT)) for key in ("name", "other_name"))
    targets: tuple[Address, ...] = ()
    if "targets" in value:
        targets = fields.get(value, "targets", fields.list_of(_target, most=_TARGETS))
    return Stored(
        Who(
            fields.get(value, "own", _SIDE),
            fields.get(value, "seat", _SEAT),
            name,
            fields.get(value, "key", public_key),
            fields.get(value, "peer", public_key),
            other_name,
            targets,
            fields.get(value, "port", fields.optional(fields.whole(0, 2**16 - 1))) or 0,
        )
    )


def _read(stored: Stored, value: Mapping[str, Any]) -> None:
    if "out" in value:
        message = of_json(fields.get(value, "out", fields.json_object))
        stored.kept.append(message)
        stored.since.append((True, message))
    elif "heard" in value:
        stored.heard += 1
        stored.since.append((False, of_json(fields.get(value, "heard", fields.json_object))))
    elif "other" in value:
        stored.other = fields.get(value, "other", _SIDE)
    elif "before" in value:
        stored.forgotten, stored.heard = fields.get(value, "before", fields.list_of(_COUNT, 2, 2))
    elif "start" in value:
        stored.start = _start(value)
        stored.since.clear()
        stored.caught = stored.refused = stored.disclosed = None
        stored.ended_at = stored.logging = None
        stored.timed_out = stored.logged = False
    elif "caught" in value:
        stored.caught = PeerFault(
            fields.get(value, "caught", Fault), fields.get(value, "detail", _TEXT)
        )
    elif "refused" in value:
        stored.refused = Refusal(
            fields.get(value, "refused", Fault), fields.get(value, "detail", _TEXT)
        )
    elif "disclosed" in value:
        stored.disclosed = fields.get(value, "disclosed", fields.json_object)
    elif stored.start is None:
        raise fields.Malformed("no game has begun")
    elif "ended_at" in value:
        stored.ended_at = fields.get(value, "ended_at", fields.local_time)
        stored.timed_out = value.get("timed_out") is True
    elif "log" in value:
        stored.logging = (
            fields.get(value, "log", _TEXT),
            fields.get(value, "size", fields.whole(0, MOST_COUNTED)),
        )
    elif fields.get(value, "logged", fields.one_of(True, False)):
        stored.logged = True


def _start(value: Mapping[str, Any]) -> RoundStart:
    proposed = of_json(fields.get(value, "start", fields.json_object))
    if not isinstance(proposed, Propose):
        raise fields.Malformed("no house rules")
    one, other, drawn = fields.get(value, "score", fields.list_of(_COUNT, 3, 3))
    return RoundStart(
        proposed.terms,
        fields.get(value, "first", fields.optional(_SEAT)),
        fields.get(value, "secret", fields.octets(LENGTH)),
        fields.get(value, "started_at", fields.local_time),
        (one, other, drawn),
    )


def _target(value: Any) -> Address:
    return parse_address(_TEXT(value))


_COUNT: Final = fields.whole(0, MOST)
_SEAT: Final = fields.one_of(0, 1)
_SIDE: Final = fields.hexadecimal(ID)
_TEXT: Final = fields.text(LONGEST_LINE)


def unfinished(folder: str | os.PathLike[str]) -> list[UnfinishedSitting | Damage]:
    """Sittings that can go on, and damaged ones, the latest first.

    Those that nobody needs any more are removed.
    """
    kept: list[UnfinishedSitting | Damage] = []
    for one in reversed(list(survey(Path(folder), SUFFIX, SIZE_CAP, _unfinished))):
        if isinstance(one, UnfinishedSitting) and _is_left_over(one):
            _remove(one.path)
        else:
            kept.append(one)
    return kept


def _is_left_over(sitting: UnfinishedSitting) -> bool:
    stored = sitting.stored
    age = time() - sitting.saved_at.timestamp()
    wanted = _BEGUN_SECONDS if stored.start is None else _WANTED_SECONDS
    return stored.is_finished or ((stored.logged or stored.start is None) and age > wanted)


def _remove(path: Path) -> None:
    # Somebody else may have taken it up since, or removed it.
    with suppress(NotUnfinished, DamagedJournal, OSError):
        stored, journal = SittingJournal.resume(path)
        if stored.start is None or stored.logged:
            journal.discard()
        else:
            journal.close()


def _unfinished(path: Path, data: bytes, saved_at: datetime) -> UnfinishedSitting:
    return UnfinishedSitting(path, decode(data), saved_at)
