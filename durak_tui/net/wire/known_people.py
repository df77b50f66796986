"""People whom the person here has trusted, by their keys.

Nobody vouches for the key of a stranger: both read its words to each other, or trust their luck.
A person who then goes on trusts the key.  From then on the name, and the address that a person has
entered, belong to it (trust on first use, as OpenSSH does with hosts).
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from durak_tui.common import fields
from durak_tui.common.clusters import folded
from durak_tui.common.errors import UserError
from durak_tui.common.files import read_file, replace_file
from durak_tui.common.i18n import N_, Message, why
from durak_tui.common.text import short_path
from durak_tui.net.fingerprints import public_key, words_of
from durak_tui.net.line_events import clean_name
from durak_tui.user.store import Store

FILE: Final = "people.json"
MOST: Final = 1000  # People; who was not seen for longest is forgotten first.
ADDRESSES: Final = 8  # Of each, the last ones.
_LONGEST: Final = 400  # Characters of an address or a moment in the file.


class ChangedKey(UserError):
    """A name or an address that belongs to another key."""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody who is known."""

    name: str  # As they called themselves when they were trusted; perhaps empty.
    key: str
    first_seen: str  # Moments are in UTC, ISO 8601.
    last_seen: str
    addresses: tuple[str, ...] = ()  # Those that were entered to reach them.


class KnownPeople(Store[tuple[KnownPerson, ...]]):
    """The file of all who are known."""

    def __init__(self, path: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)):
        super().__init__(path)
        self._clock = clock

    def find(self, key: str) -> KnownPerson | None:
        """The person of this key, if they are known."""
        return next((one for one in self.value if one.key == key), None)

    def known_as(self, key: str) -> str:
        """The name of the person of this key; empty for strangers."""
        person = self.find(key)
        return (person.name or words_of(key)) if person else ""

    def check(self, name: str, key: str, address: str = "") -> KnownPerson | None:
        """The person of this key, if they are known.

        ``address`` is one that was entered, or empty.  Raises ChangedKey if the name, or the
        address, belongs to somebody with another key.
        """
        for one in self.value:
            if one.key == key:
                continue
            if name and folded(one.name) == folded(name):
                text = N_(
                    "{name} has a different key than before: the words were {old} and are now"
                    " {new}. Somebody else may be using this name. If it really is {name}, with a"
                    " new key, ask for the words in another way, remove {name} from {path} and try"
                    " again"
                )
            elif address and address in one.addresses:
                text = N_(
                    "{address} has a different key than before: there was {name} with the words"
                    " {old}, and the words are now {new}. Somebody may have come between you."
                    " If somebody else uses this address now, remove {name} from {path} and"
                    " try again"
                )
            else:
                continue
            raise ChangedKey(
                text,
                address=address,
                name=one.name,
                old=words_of(one.key),
                new=words_of(key),
                path=short_path(self.path),
            )
        return self.find(key)

    def trust(self, name: str, key: str, address: str = "") -> None:
        """Remember a stranger; who is known keeps their name.  Raises OSError."""
        self._meet(key, address, name)

    def met(self, key: str, address: str = "") -> None:
        """Note that somebody was here again, if they are known.  Raises OSError."""
        self._meet(key, address, None)

    def forget(self, key: str) -> None:
        """Make a stranger of somebody, whose name is free then.  Raises OSError."""
        self.change(lambda people: tuple(one for one in people if one.key != key))

    def _meet(self, key: str, address: str, name: str | None) -> None:
        """Note that somebody is here; strangers are remembered by a name."""
        now = self._clock().isoformat(timespec="seconds")
        stranger = None if name is None else KnownPerson(name, key, now, now)

        def met(people: tuple[KnownPerson, ...]) -> tuple[KnownPerson, ...]:
            known = next((one for one in people if one.key == key), stranger)
            if known is None:
                return people
            addresses = [other for other in known.addresses if other != address]
            addresses += [address] if address else []
            renewed = replace(known, last_seen=now, addresses=tuple(addresses[-ADDRESSES:]))
            return (*(one for one in people if one.key != key), renewed)[-MOST:]

        self.change(met)

    def _read(self) -> tuple[KnownPerson, ...]:
        self.messages = ()
        reason: object = None
        people: list[KnownPerson] = []
        try:
            data = read_file(self.path)
            values = {"people": []} if data is None else fields.parse_object(data)
            for value in fields.get(values, "people", fields.list_of(lambda value: value))[-MOST:]:
                try:
                    people.append(_person(fields.json_object(value)))
                except ValueError as error:
                    reason = error
        except (OSError, ValueError) as error:
            reason = why(error) if isinstance(error, OSError) else error
        if reason:
            text = N_(
                "{path} is damaged: {why}. People it no longer names are strangers again: compare"
                " the words with them. At the next game this file is kept beside the new one"
            )
            self.messages = (Message(text, {"path": short_path(self.path), "why": reason}),)
        return tuple(people)

    def _write(
        self, before: tuple[KnownPerson, ...], after: tuple[KnownPerson, ...]
    ) -> tuple[KnownPerson, ...]:
        if before != after or self.messages:
            text = json.dumps({"people": list(map(asdict, after))}, indent=1, ensure_ascii=False)
            replace_file(self.path, text + "\n", aside=".broken" if self.messages else "")
            self.messages = ()
        return after


def _person(values: Mapping[str, Any]) -> KnownPerson:
    """Somebody as the file has them.  Raises Malformed."""
    addresses = fields.list_of(_TEXT)(values.get("addresses", []))
    name = fields.get(values, "name", _TEXT)
    if name != clean_name(name):
        raise fields.Malformed("name is not a name")
    return KnownPerson(
        name,
        fields.get(values, "key", public_key),
        fields.get(values, "first_seen", _TEXT),
        fields.get(values, "last_seen", _TEXT),
        addresses[-ADDRESSES:],
    )


_TEXT: Final = fields.text(_LONGEST)
