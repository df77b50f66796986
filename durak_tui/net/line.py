"""What is heard of a line to a program elsewhere.

What carries the line is in ``net/wire``, which this module does not load: faces and the
conversation of two programs know the events alone.  A program has one line at a time.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Final, Literal, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import beginning, one_line
from durak_tui.common.values import LONGEST_PERSON
from durak_tui.net.address import Address

NEEDED: Final = ("asyncssh", "zeroconf")


class NetMissing(UserError):
    """What a line needs is not installed."""


def net_is_here() -> bool:
    """Whether the extra ``durak-tui[net]`` is installed."""
    return all(map(find_spec, NEEDED))


def check_net() -> None:
    """Raise NetMissing, which says how to install it, unless it is here."""
    if not net_is_here():
        raise NetMissing(
            N_("To play over the network, install what it needs: pip install 'durak-tui[net]'")
        )


def clean_name(value: object) -> str:
    """A person's name as it is shown: short, on one line."""
    if not isinstance(value, str):
        return ""
    return beginning(one_line(beginning(value.strip(), LONGEST_PERSON)), LONGEST_PERSON)


class Contact(NamedTuple):
    """A program elsewhere, and the person at it."""

    name: str  # As clean_name() makes it; perhaps empty.
    key: str  # Its public key, "ssh-ed25519 AAAA...": who it is, whatever its name.
    words: str  # The fingerprint of the key.
    known_as: str = ""
    """What this key was called when it was remembered; empty for a stranger."""

    @property
    def is_known(self) -> bool:
        """Whether the key is remembered; else the words are to be compared."""
        return bool(self.known_as)

    @property
    def shown(self) -> str:
        """What to call them, whatever a known one says their name is."""
        return self.known_as or self.name or self.words


class Waiting(NamedTuple):
    """Somebody in the network who waits for a game.

    So they say: none of it is proved before they are called.
    """

    name: str
    key: str
    program: str  # Of one run of one program: there may be several with one key.
    addresses: tuple[str, ...]
    port: int
    version: int  # Of the greeting.
    fits: bool  # Whether it is the version of this program.


Reach = Literal["network", "this computer", "nowhere"]


class Seen(NamedTuple):
    """Who waits, whenever that changes."""

    waiting: tuple[Waiting, ...]  # Those whose key is known first, then in order of names.
    reach: Reach  # How far one can see.
    why: Message | None = None  # Why no farther.


class Listening(NamedTuple):
    """One can be called now."""

    port: int


class NotListening(NamedTuple):
    """One cannot be called."""

    why: Message


class Asked(NamedTuple):
    """The person that one has called is being asked."""

    line: int
    who: Contact


class Invited(NamedTuple):
    """Somebody asks for a game."""

    line: int
    who: Contact


class Withdrawn(NamedTuple):
    """Somebody does not ask any more."""

    line: int
    who: Contact


class TurnedAway(NamedTuple):
    """Somebody has called and was refused, which one should know."""

    why: Message


class Refused(NamedTuple):
    """Nothing has come of an invitation of one's own."""

    line: int
    why: Message


class Opened(NamedTuple):
    """Both want to play: the line is open."""

    line: int
    who: Contact
    called: bool  # Whether this side has called; that side calls again when the line is lost.
    targets: tuple[Address, ...]
    """Where this side calls again, also after it was killed; empty for the side that was called."""
    port: int  # At which this side is called, then too; 0 for nowhere.
    send: Callable[[bytes], object]
    """Sends in any thread; once the line is lost it does nothing."""


class NotRemembered(NamedTuple):
    """Somebody could not be saved: next time they may be strangers."""

    why: Message


class Came:
    """Bytes from the other program, in order."""

    def __init__(self, line: int, data: bytes, taken: Callable[[int], object]) -> None:
        self.line = line
        self._data = data
        self._taken = taken

    def take(self) -> bytes:
        """The bytes, once.  What is not taken makes the other program wait."""
        data, self._data = self._data, b""
        if data:
            self._taken(len(data))
        return data


class Lost(NamedTuple):
    """The line is lost, and will be tried again.

    What was sent last may not have come.  It is told once more when the reason is another.
    """

    line: int
    since: float  # By time.monotonic().
    why: Message


class Back(NamedTuple):
    """The line is back.

    Nothing of what was sent over the old one is sent again.
    """

    line: int
    send: Callable[[bytes], object]  # In place of the old one.


class WantsBack(NamedTuple):
    """Somebody calls to go on with a game unknown here.

    Whoever has stored a game with this key resumes it: then the next call, ten seconds later at
    most, gets the line.  It is told of one call in a second, and of none while one plays.
    """

    who: Contact
    id: str = ""  # That of the kept game, where it is known; else any with this key.


class Left(NamedTuple):
    """The other program has ended the line, which will not come back."""

    line: int
    why: Message


class Broken(NamedTuple):
    """A mistake of this program: the line works no more."""

    error: BaseException


LineEvent = (
    Seen | Listening | NotListening | Asked | Invited | Withdrawn | TurnedAway | Refused | Opened
    | NotRemembered | Came | Lost | Back | WantsBack | Left | Broken
)  # fmt: skip
