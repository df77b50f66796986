"""The words of two programs before a game.

Each begins with a greeting.  The one that has called says what it wants, the other answers; after a
yes the line belongs to the game.  Each of these is a line of JSON.  Keys that are
not known are left alone, so that a later version may say more.
"""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from durak_tui.common import fields
from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_
from durak_tui.common.text import strict_json
from durak_tui.net.line_events import clean_name
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules, rules_json, rules_of_json

VERSION: Final = 1
MOST: Final = 2**31 - 1  # Of a version.
LONGEST: Final = 2000  # Bytes of a line.
PROGRAM: Final = re.compile(r"[0-9a-f]{16}")  # One run of one program.


class Purpose(StrEnum):
    """The reason for a call."""

    PLAY = "play"
    RETURN = "return"  # To a game whose line was lost.


class GreetingAnswer(StrEnum):
    """The answer of the program that was called."""

    YES = "yes"
    NO = "no"
    BUSY = "busy"
    CROSSED = "crossed"  # Both call each other: the other call goes on.
    STRANGER = "stranger"  # There is no game with this key to return to.
    CHANGED = "changed key"
    VERSION = "version"


class Greeting(NamedTuple):
    """The first line of either program: its person, and its number."""

    name: str
    program: str
    version: int = VERSION

    def encode(self) -> bytes:
        return _line({"durak-tui": self.version, "name": self.name, "program": self.program})


def check_version(greeting: Greeting) -> None:
    """Raise UserError if the other program speaks another version."""
    if greeting.version != VERSION:
        text = N_(
            "{name} has another version of durak-tui (network version {theirs}, here {own}): the"
            " older one has to be updated"
        )
        raise UserError(text, name=greeting.name or "?", theirs=greeting.version, own=VERSION)


def encode_purpose(purpose: Purpose, rules: HouseRules = USUAL_RULES) -> bytes:
    """The line of a reason; with an invitation go house rules."""
    return _line({"wants": purpose} | (rules_json(rules) if purpose is Purpose.PLAY else {}))


def encode_answer(answer: GreetingAnswer) -> bytes:
    return _line({"answer": answer})


def read_greeting(line: bytes) -> Greeting:
    """Read a greeting.  Raises Malformed."""
    values = fields.parse_object(line)
    version = fields.get(values, "durak-tui", fields.whole(1, MOST))
    program = fields.get(values, "program", fields.hexadecimal(16))
    return Greeting(clean_name(values.get("name")), program, version)


def read_purpose(line: bytes) -> tuple[Purpose, HouseRules]:
    """The reason for a call, with its house rules.  Raises Malformed."""
    values = fields.parse_object(line)
    purpose = fields.get(values, "wants", Purpose)
    try:
        return purpose, rules_of_json(values)
    except fields.Malformed:  # of another version: they are asked about before the game
        return purpose, USUAL_RULES


def read_answer(line: bytes) -> GreetingAnswer:
    """Read an answer.  Raises Malformed."""
    return fields.get(fields.parse_object(line), "answer", GreetingAnswer)


def _line(values: dict[str, object]) -> bytes:
    return strict_json(values).encode() + b"\n"
