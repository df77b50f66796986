"""Events of a line to another person, and of calling them.

They are the same for two programs in the network and for two guests of a server: a face gets a
number, a person or a reason.  Addresses and bytes stay with what carries the line, in ``net/wire``
or ``net/guests``, which this module does not load.  A program has one line at a time.
"""

from typing import Final, Literal, NamedTuple

from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import beginning, one_line
from durak_tui.common.values import LONGEST_PERSON
from durak_tui.net.address import Address
from durak_tui.net.talk_messages import USUAL_RULES, HouseRules

ALREADY_BUSY: Final = N_("you are already playing, inviting or being invited: end that first")
"""The reason why one's own invitation failed before anybody was asked."""


def clean_name(value: object) -> str:
    """A person's name as it is shown: short, on one line."""
    if not isinstance(value, str):
        return ""
    return beginning(one_line(beginning(value.strip(), LONGEST_PERSON)), LONGEST_PERSON)


class Contact(NamedTuple):
    """A program elsewhere, and the person at it."""

    name: str  # As clean_name() makes it; perhaps empty.
    key: str  # Its public key, "ssh-ed25519 AAAA...": who it is, by any name.
    words: str  # The fingerprint of the key.
    known_as: str = ""
    """The name of this key when it was remembered; empty for a stranger."""

    @property
    def is_known(self) -> bool:
        """True if the key is remembered; else the words are compared."""
        return bool(self.known_as)

    @property
    def shown(self) -> str:
        """Their name, for known people the remembered one."""
        return self.known_as or self.name or self.words


class WaitingPlayer(NamedTuple):
    """Somebody who waits for a game.

    In the network they say so themselves: none of it is proved before they are called.
    """

    name: str
    key: str
    program: str  # Of one run of one program: there may be several with one key.
    fits: bool = True  # Whether its version can play with this one.


Reach = Literal["network", "this computer", "nowhere"]


class Seen(NamedTuple):
    """Everybody who waits, whenever that changes."""

    waiting: tuple[WaitingPlayer, ...]  # Those whose key is known first, then in order of names.
    reach: Reach  # How far one can see.
    why: Message | None = None  # Why no farther.
    own: Address | None = None  # At which others can call, in a network.


class Listening(NamedTuple):
    """One can be called now."""

    port: int  # Of this computer; 0 at a server, where others call by name.


class NotListening(NamedTuple):
    """One cannot be called."""

    why: Message


class Ringing(NamedTuple):
    """The called program asks its person."""

    line: int
    who: Contact


class Invited(NamedTuple):
    """Somebody asks for a game."""

    line: int
    who: Contact
    rules: HouseRules = USUAL_RULES  # That they are going to propose.


class Withdrawn(NamedTuple):
    """Somebody's invitation does not stand any more.

    They have taken it back, or one has invited them as well, which is agreement.
    """

    line: int
    who: Contact


class TurnedAway(NamedTuple):
    """Somebody has called and was refused, which one should know."""

    why: Message


class InvitationFailed(NamedTuple):
    """One's own invitation was declined, or has failed."""

    line: int
    why: Message


class Opened(NamedTuple):
    """Both want to play: the line is open."""

    line: int
    who: Contact


class NotRemembered(NamedTuple):
    """Somebody could not be saved: next time they may be strangers."""

    why: Message


class Lost(NamedTuple):
    """The line is lost, and will be tried again.

    What was sent last may not have come.  The event is repeated when the reason is another.
    """

    line: int
    since: float  # In seconds, by time.monotonic().
    why: Message


class Back(NamedTuple):
    """The line is back.

    Nothing of what was sent over the old one is sent again.
    """

    line: int


class WantsBack(NamedTuple):
    """Somebody calls to go on with a game unknown here.

    A program that has stored a game with this key resumes it: then the next call, ten seconds later
    at most, gets the line.  There is one such event in a second, and none while one plays.
    """

    who: Contact
    id: str = ""  # That of the kept game, where it is known; else any with this key.


class LineLeft(NamedTuple):
    """The other person has ended the line, which will not come back."""

    line: int
    why: Message


class Broken(NamedTuple):
    """A mistake of this program: the line works no more."""

    error: BaseException


LineEvent = (
    Seen | Listening | NotListening | Ringing | Invited | Withdrawn | TurnedAway | InvitationFailed
    | Opened | NotRemembered | Lost | Back | WantsBack | LineLeft | Broken
)  # fmt: skip
