"""What two programs say to each other before a game.

Each begins with a greeting.  The one that has called says what it wants, the other answers; after a
yes the line carries whatever the game has to say.  Each of these is a line of JSON.  Keys that are
not known are left alone, so that a later version may say more.
"""

import json
import re
from enum import StrEnum
from typing import Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_
from durak_tui.common.text import strict_json
from durak_tui.net.line import clean_name

VERSION: Final = 1
LONGEST: Final = 2000  # Bytes of a line.
PROGRAM: Final = re.compile(r"[0-9a-f]{16}")  # One run of one program.


class Wrong(ValueError):
    """A line that is none of these."""


class Wish(StrEnum):
    """Why a program calls."""

    PLAY = "play"
    RETURN = "return"  # To a game whose line was lost.


class Answer(StrEnum):
    """What a program answers."""

    YES = "yes"
    NO = "no"
    BUSY = "busy"
    CROSSED = "crossed"  # Both call each other: the other call goes on.
    STRANGER = "stranger"  # There is no game with this key to return to.
    CHANGED = "changed key"
    VERSION = "version"


class Greeting(NamedTuple):
    """Who calls, or is called."""

    name: str
    program: str
    version: int = VERSION

    def encode(self) -> bytes:
        return _line({"durak-tui": self.version, "name": self.name, "program": self.program})


class OtherVersion(UserError):
    """Two programs that cannot play each other."""


def check_version(greeting: Greeting) -> None:
    """Raise OtherVersion if the other program speaks another version."""
    if greeting.version != VERSION:
        text = N_(
            "{name} plays with another version of durak-tui (network version {theirs}, here"
            " {own}): the older one has to be updated"
        )
        raise OtherVersion(text, name=greeting.name or "?", theirs=greeting.version, own=VERSION)


def encode_wish(wish: Wish) -> bytes:
    return _line({"wants": wish})


def encode_answer(answer: Answer) -> bytes:
    return _line({"answer": answer})


def read_greeting(line: bytes) -> Greeting:
    """Raises Wrong."""
    values = _values(line)
    version, program = values.get("durak-tui"), values.get("program")
    if type(version) is not int or not 0 < version < 1 << 31:
        raise Wrong("no version")
    if not isinstance(program, str) or not PROGRAM.fullmatch(program):
        raise Wrong("no program")
    return Greeting(clean_name(values.get("name")), program, version)


def read_wish(line: bytes) -> Wish:
    """Raises Wrong."""
    try:
        return Wish(str(_values(line).get("wants")))
    except ValueError:
        raise Wrong("no wish") from None


def read_answer(line: bytes) -> Answer:
    """Raises Wrong."""
    try:
        return Answer(str(_values(line).get("answer")))
    except ValueError:
        raise Wrong("no answer") from None


def _line(values: dict[str, object]) -> bytes:
    return strict_json(values).encode() + b"\n"


def _values(line: bytes) -> dict[str, object]:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise Wrong("no JSON") from None
    if not isinstance(values, dict):
        raise Wrong("no JSON object")
    return values
