"""A talk stored as it goes on, to survive any crash.

What is said and heard is written before it has any effect outside, and so is this side's secret of
the deal.  The rest follows from these.  With each game the journal is begun again.
"""

import os
import secrets
from collections.abc import Mapping, Sequence
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
from durak_tui.net import talk_messages as messages
from durak_tui.net.address import Address, parse_address
from durak_tui.net.fingerprints import public_key, told_apart
from durak_tui.net.secret import LENGTH
from durak_tui.net.talk_faults import Fault, PeerFault
from durak_tui.records.journal import Damage, JournalFile, NotUnfinished, is_logged, survey
from durak_tui.records.journal_format import DamagedJournal, line
from durak_tui.records.record import GameRecord
from durak_tui.table.storage import Troubled

SUFFIX: Final = ".sitting"
FORMAT: Final = 1
SIZE_CAP: Final = 64 * 1024 * 1024
"""Bytes.  A game takes some 300 kB; beyond the cap nothing is even parsed."""
_TARGETS: Final = 100  # Addresses of one program; a host has some five.
_WANTED_SECONDS: Final = 30 * 24 * 3600.0
"""A game that is over here is kept so long for the other side, which may not have it all."""
_BEGUN_SECONDS: Final = 3600.0
"""A talk without a game is kept so long: the other side may think that one has begun."""


class Sides(NamedTuple):
    """Both sides of a talk, as one of them knows them."""

    own: str  # Names this side of the talk.
    seat: int  # 0 for the side that invited the other.
    name: str
    key: str  # The public key by which the other knows this side.
    peer: str  # That of the other,
    other_name: str  # and what they are called here: no name comes over the line.
    targets: tuple[Address, ...] = ()  # Addresses for calling back; empty on the called side.
    port: int = 0  # At which the other calls again; 0 for nowhere.

    @classmethod
    def new(
        cls, seat: int, name: str, key: str, peer: str, other_name: str, *,
        targets: Sequence[Address] = (), port: int = 0,
    ) -> Self:  # fmt: skip
        """The sides of a talk that begins."""
        own, shown = secrets.token_hex(messages.ID // 2), told_apart(other_name, peer, name)
        return cls(own, seat, name, key, peer, shown, tuple(targets), port)

    def by_seat(self, mine: str, theirs: str) -> tuple[str, str]:
        return (theirs, mine) if self.seat else (mine, theirs)


class GameBegin(NamedTuple):
    """The facts that one side knows when a game begins."""

    rules: messages.HouseRules
    first: int | None  # Who attacks first, if that is agreed.
    secret: bytes
    started_at: datetime
    score: tuple[int, int, int]  # Games won by each seat before, and drawn.


@dataclass
class StoredTalk:
    """The contents of a journal."""

    sides: Sides
    other: str = ""  # Names the other side of the talk, once it has greeted.
    start: GameBegin | None = None
    since: list[tuple[bool, messages.Message]] = field(default_factory=list)
    """The messages since that start, each with True if it was said here."""
    forgotten: int = 0  # How many messages from here the other has for sure,
    kept: list[messages.Message] = field(default_factory=list)  # and those after them.
    heard: int = 0  # How many messages of the other have been heard.
    caught: PeerFault | None = None  # What the other did that nobody honest does, or
    refused: messages.Refusal | None = None  # what it says that this side did.
    disclosed: messages.Opaque | None = None  # The secret that the other then opened.
    ended_at: datetime | None = None
    timed_out: bool = False  # Whether it ended here because the other took too long.
    logging: tuple[str, int] | None = None
    logged: bool = False

    @property
    def is_finished(self) -> bool:
        """True if nobody needs the journal any more."""
        has_verdict = any(
            isinstance(one, messages.DealVerdict) for own, one in self.since if not own
        )
        # If the other has heard that this side is ready, it may have begun another game.
        is_ready = any(isinstance(one, messages.Again) for own, one in self.since if own)
        return self.logged and has_verdict and not is_ready


class UnfinishedTalk(NamedTuple):
    path: Path
    stored: StoredTalk
    saved_at: datetime


def encode(stored: StoredTalk) -> bytes:
    """A journal with all that a game needs of the past.

    What was said since the game began, and how it ended, is none of it.
    """
    header = stored.sides._asdict() | {
        "targets": [str(one) for one in stored.sides.targets[:_TARGETS]]
    }
    lines = [line(sitting=FORMAT, **header)]
    if stored.other:
        lines.append(line(other=stored.other))
    if stored.forgotten or stored.heard:
        lines.append(line(before=[stored.forgotten, stored.heard]))
    lines += [line(out=messages.as_json(message)) for message in stored.kept]
    if stored.start:
        lines.append(_started(stored.start))
    return b"".join(lines)


def _started(start: GameBegin) -> bytes:
    return line(
        start=messages.as_json(messages.Propose(start.rules)),
        first=start.first,
        secret=start.secret.hex(),
        started_at=start.started_at.isoformat(),
        score=start.score,
    )


def decode(data: bytes) -> StoredTalk:
    """The talk of a journal, without a cut last line.  Raises DamagedJournal."""
    stored: StoredTalk | None = None
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


def resume(path: str | os.PathLike[str]) -> tuple[StoredTalk, JournalFile]:
    """Go on where a journal ends.  Raises NotUnfinished, DamagedJournal, OSError."""
    return JournalFile.open(Path(path), SIZE_CAP, decode)


def _header(value: Mapping[str, Any]) -> StoredTalk:
    if fields.get(value, "sitting", fields.whole(1, messages.MOST)) != FORMAT:
        raise DamagedJournal("it was written by a later version of durak-tui")
    # Names are shown; a file may hold what no program has written.
    name, other_name = (one_line(fields.get(value, key, _TEXT)) for key in ("name", "other_name"))
    targets: tuple[Address, ...] = ()
    if "targets" in value:
        targets = fields.get(value, "targets", fields.list_of(_target, most=_TARGETS))
    return StoredTalk(
        Sides(
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


def _read(stored: StoredTalk, value: Mapping[str, Any]) -> None:
    if "out" in value:
        message = messages.of_json(fields.get(value, "out", fields.json_object))
        stored.kept.append(message)
        stored.since.append((True, message))
    elif "heard" in value:
        stored.heard += 1
        message = messages.of_json(fields.get(value, "heard", fields.json_object))
        stored.since.append((False, message))
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
        stored.refused = messages.Refusal(
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


def _start(value: Mapping[str, Any]) -> GameBegin:
    proposed = messages.of_json(fields.get(value, "start", fields.json_object))
    if not isinstance(proposed, messages.Propose):
        raise fields.Malformed("no house rules")
    one, other, drawn = fields.get(value, "score", fields.list_of(_COUNT, 3, 3))
    return GameBegin(
        proposed.rules,
        fields.get(value, "first", fields.optional(_SEAT)),
        fields.get(value, "secret", fields.octets(LENGTH)),
        fields.get(value, "started_at", fields.local_time),
        (one, other, drawn),
    )


def _target(value: Any) -> Address:
    return parse_address(_TEXT(value))


_COUNT: Final = fields.whole(0, messages.MOST)
_SEAT: Final = fields.one_of(0, 1)
_SIDE: Final = fields.hexadecimal(messages.ID)
_TEXT: Final = fields.text(LONGEST_LINE)


def unfinished(folder: str | os.PathLike[str]) -> list[UnfinishedTalk | Damage]:
    """Talks that can go on, and damaged ones, the latest first.

    Those that nobody needs any more are removed.
    """
    kept: list[UnfinishedTalk | Damage] = []
    for one in reversed(list(survey(Path(folder), SUFFIX, SIZE_CAP, _unfinished))):
        if isinstance(one, UnfinishedTalk) and _is_left_over(one):
            _remove(one.path)
        else:
            kept.append(one)
    return kept


def _is_left_over(talk: UnfinishedTalk) -> bool:
    stored = talk.stored
    age = time() - talk.saved_at.timestamp()
    wanted = _BEGUN_SECONDS if stored.start is None else _WANTED_SECONDS
    return stored.is_finished or ((stored.logged or stored.start is None) and age > wanted)


def _remove(path: Path) -> None:
    # Somebody else may have taken it up since, or removed it.
    with suppress(NotUnfinished, DamagedJournal, OSError):
        stored, journal = resume(path)
        if stored.start is None or stored.logged:
            journal.discard()
        else:
            journal.close()


def _unfinished(path: Path, data: bytes, saved_at: datetime) -> UnfinishedTalk:
    return UnfinishedTalk(path, decode(data), saved_at)


class Kept(NamedTuple):
    """A conversation that was left and can be resumed."""

    id: str  # Such as the path of its journal.
    name: str  # Of the other.
    key: str
    saved_at: datetime


def kept_in(folder: Path) -> list[Kept]:
    """The stored conversations with a game, the latest first."""
    return [
        Kept(str(one.path), one.stored.sides.other_name, one.stored.sides.peer, one.saved_at)
        for one in unfinished(folder)
        if isinstance(one, UnfinishedTalk) and one.stored.start is not None
    ]


class TalkStore(Troubled):
    """The journal and the log of a talk; their failures stop nothing."""

    def __init__(
        self, log: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None
    ) -> None:
        """Without a folder for the journal only finished games are kept."""
        super().__init__()
        self.is_logged = False  # Whether the last game is in the log.
        self._logging: tuple[str, int] | None = None  # An attempt before a crash: see is_logged().
        self._log: Final = os.path.expanduser(log)
        self._folder = folder
        self._journal: JournalFile | None = None

    @classmethod
    def new(
        cls,
        sides: Sides,
        log: str | os.PathLike[str],
        folder: str | os.PathLike[str] | None = None,
    ) -> tuple[StoredTalk, Self]:
        """Begin to store a talk."""
        stored, store = StoredTalk(sides), cls(log, folder)
        store.begin(stored)
        return stored, store

    @classmethod
    def resume(
        cls, path: str | os.PathLike[str], log: str | os.PathLike[str]
    ) -> tuple[StoredTalk, Self]:
        """Go on where a journal ends.  Raises NotUnfinished, DamagedJournal, OSError."""
        stored, journal = resume(path)
        store = cls(log, journal.path.parent)
        store._journal = journal
        store.is_logged, store._logging = stored.logged, stored.logging
        return stored, store

    @property
    def path(self) -> Path | None:
        """The journal from which the talk can be resumed."""
        return self._journal.path if self._journal else None

    def begin(self, stored: StoredTalk) -> None:
        """Begin the journal, or begin it again."""
        self.is_logged, self._logging = False, None
        if self._folder is None:
            return
        try:
            if self._journal is None:
                self._journal = JournalFile.begin(
                    self._folder, datetime.now(), SUFFIX, encode(stored)
                )
            else:
                self._journal.begin_again(encode(stored))
        except OSError as error:
            if self._journal and stored.start:
                # Then it goes on with all that it has.
                self._add(_started(stored.start))
            else:
                self._fails(self._folder, error)
        else:
            self._look(self._journal)

    def _add(self, lines: bytes) -> None:
        """Have the journal store lines, if there is one."""
        if self._journal is not None:
            self._journal.store(lines)
            self._look(self._journal)

    def greeted(self, other: str) -> None:
        self._add(line(other=other))

    def say(self, message: messages.Message) -> None:
        self._add(line(out=messages.as_json(message)))

    def hear(self, message: messages.Message) -> None:
        self._add(line(heard=messages.as_json(message)))

    def accusation(self, why: PeerFault | messages.Refusal) -> None:
        """Store an accusation by this side, or by the other."""
        who = "refused" if isinstance(why, messages.Refusal) else "caught"
        self._add(line(**{who: why.fault}, detail=why.detail))

    def disclosed(self, data: messages.Opaque) -> None:
        """Store the secret that the other has opened then."""
        self._add(line(disclosed=data))

    def end(self, ended_at: datetime, *, timed_out: bool = False) -> None:
        """Store the end of the game, ``timed_out`` by the other."""
        why = {"timed_out": True} if timed_out else {}
        self._add(line(ended_at=ended_at.isoformat(), **why))

    def log(self, record: GameRecord) -> None:
        """Put a finished game into the log, unless it is there."""
        append = self._journal.append_to if self._journal else None
        if is_logged(record, self._logging) or self._append(record, self._log, append):
            self.is_logged = True
            self._add(line(logged=True))

    def discard(self) -> None:
        """Throw the journal away."""
        if journal := self._left():
            try:
                journal.discard()
            except OSError as error:  # it is looked for again when unfinished games are listed
                self._fails(journal.path, error)

    def close(self) -> None:
        """Close the journal, from which the talk can be resumed."""
        if journal := self._left():
            journal.close()

    def _left(self) -> JournalFile | None:
        journal, self._journal, self._folder = self._journal, None, None
        return journal
