"""Messages between two programs, and their lines.

A line is a JSON object in UTF-8.  ``Hello``, ``Refusal`` and ``Disclosure`` stand for themselves;
all others are numbered from 1 by their sender.  What is read has the right form and is bounded,
nothing more.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

from durak_tui.common import fields
from durak_tui.common.i18n import _
from durak_tui.common.text import beginning, is_one_line, made_printable
from durak_tui.game.caps import NO_CAPS, Caps, caps_json, caps_of
from durak_tui.game.cards import DECK_SIZES, USUAL_DECK, card_name, card_names, parse_card
from durak_tui.game.position import Action
from durak_tui.net.talk_faults import DealFault, DealWrong, Fault, PeerFault

PROTOCOL: Final = 2
"""The version of the conversation.  Programs with different ones cannot play each other."""
LINE_CAP: Final = 8 * 1024  # Bytes; the longest chat line takes 6,000, a step of a deal 4,000.
CHAT: Final = 500  # Characters of a chat line.
ID: Final = 32  # Hexadecimal digits that name one side of a talk.
MOVE_TIME: Final = 300  # Seconds for a turn, unless others are agreed on.
MOVE_TIMES: Final = 10, 24 * 3600  # The least and the most of them.
MOST: Final = 2**31  # Of anything that is counted.
FIRST_DECKS: Final = 36, 52
"""The decks of a program that does not name its own: all that there were then."""

Opaque = Mapping[str, Any]
"""A part of a message that only the deal reads and checks."""


class HouseRules(NamedTuple):
    """The house rules of a game."""

    deck: int = USUAL_DECK
    caps: Caps = NO_CAPS
    move_time: int = MOVE_TIME
    """Seconds for a turn, after which the other may claim the win."""


USUAL_RULES: Final = HouseRules()


class Hello(NamedTuple):
    """The first thing that both sides say on a line."""

    own: str  # Names the sender's side of the talk.
    other: str  # The other side, as far as the sender knows it; else empty.
    have: int  # How many messages of the other side have come.
    version: str = ""  # That of the program, for people.
    decks: tuple[int, ...] = DECK_SIZES  # Of those known here, that the sender knows.


class Refusal(NamedTuple):
    """A side's reason not to go on."""

    fault: Fault
    detail: str = ""  # For those who write programs.


class Disclosure(NamedTuple):
    """The secret of a deal that was stopped by an accusation."""

    data: Opaque


@dataclass(frozen=True, slots=True)
class Propose:
    """Offer house rules."""

    rules: HouseRules


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the house rules that the other has offered."""

    rules: HouseRules


@dataclass(frozen=True, slots=True)
class DealStep:
    """A step of the deal, or keys to what the other draws."""

    data: Opaque


@dataclass(frozen=True, slots=True)
class Play:
    """Play cards, or none; show those that the other has not seen."""

    cards: Action
    shown: Opaque | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    late: bool = False
    """The time of this side is up, and the other has claimed the win."""


@dataclass(frozen=True, slots=True)
class OfAMoment:
    """A message that lapses with the next action of either side."""

    played: int | None = None
    """The number of actions so far; None in journals of earlier versions."""


class OfferDraw(OfAMoment):
    """Offer a draw."""


class AcceptDraw(OfAMoment):
    """Accept the offer that the other has made."""


class DeclineDraw(OfAMoment):
    """Decline the offer that the other has made."""


class Claim(OfAMoment):
    """Claim the win, the time of the other being up."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open everything after the game, with the number of its actions."""

    data: Opaque
    played: int


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """Say what the check of the deal has found; None is "verified"."""

    found: DealWrong | None = None
    side: int | None = None  # Who did it,
    place: int | None = None  # and where and with what, as DealFault has it.
    card: int | None = None

    @classmethod
    def of(cls, fault: DealFault | None) -> Self:
        """The verdict of a check that has found a fault, or none."""
        return cls(fault.wrong, fault.side, fault.place, fault.card) if fault else cls()

    def sentence(self, names: tuple[str, str], checker: str) -> str:
        """The sentence for the other person; empty for "verified"."""
        if self.found is None:
            return ""
        fault = DealFault(self.found, self.side, place=self.place, card=self.card)
        said = _("{name}'s program says: {found}.")
        return said.format(name=checker, found=fault.sentence_of(names))


@dataclass(frozen=True, slots=True)
class Again:
    """Be ready for another game on the same terms."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Say something, on one line of printable characters."""

    text: str

    @classmethod
    def of(cls, text: str) -> Self:
        """A typed text as it may be said: on one line, cut."""
        return cls(beginning(made_printable(text, lambda _char: "").strip(), CHAT))


@dataclass(frozen=True, slots=True)
class Leave:
    """End the talk; a game that is not over stays unfinished."""


Message = (
    Propose | Agree | DealStep | Play | Resign | OfferDraw | AcceptDraw | DeclineDraw | Claim | Open
    | DealVerdict | Again | Chat | Leave
)  # fmt: skip
Unnumbered = Hello | Refusal | Disclosure
Line = Unnumbered | Message


_KINDS: Final[Mapping[str, type[Message]]] = {
    "propose": Propose, "agree": Agree, "deal": DealStep, "play": Play, "resign": Resign,
    "offer": OfferDraw, "accept": AcceptDraw, "decline": DeclineDraw, "claim": Claim,
    "open": Open, "verdict": DealVerdict, "again": Again, "chat": Chat, "leave": Leave,
}  # fmt: skip
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_PRODUCT: Final = "durak-tui"  # The key of a hello; its value is the version of the conversation.
_REFUSED: Final = "refused"
_DISCLOSED: Final = "opens"
_NUMBER: Final = "n"
_KIND: Final = "is"


def name_of(kind: type[Message]) -> str:
    """The name of a kind of message on the line."""
    return _NAMES[kind]


def encode_hello(hello: Hello) -> bytes:
    return _line({_PRODUCT: PROTOCOL, **hello._asdict()})


def encode_refusal(refusal: Refusal) -> bytes:
    return _line({_REFUSED: refusal.fault.value, "detail": refusal.detail[:CHAT]})


def encode_disclosure(disclosure: Disclosure) -> bytes:
    return _line({_DISCLOSED: disclosure.data})


def encode_message(number: int, message: Message) -> bytes:
    """The line of a message with its number."""
    return _line({_NUMBER: number, **as_json(message)})


def as_json(message: Message) -> dict[str, Any]:
    """A message as JSON values, which :func:`of_json` reads."""
    value: dict[str, Any] = {_KIND: name_of(type(message))}
    match message:
        case Play(cards, shown):
            value["cards"] = card_names(cards)
            if shown is not None:
                value["shown"] = shown
        case DealVerdict(found, side, place, card):
            more = {"side": side, "place": place, "card": None if card is None else card_name(card)}
            value["found"] = found.name if found else ""
            value |= {key: each for key, each in more.items() if each is not None}
        case Propose(rules) | Agree(rules):
            value |= rules_json(rules)
        case Resign(late):
            value |= {"late": True} if late else {}
        case _:
            value |= {key: getattr(message, key) for key in message.__slots__}
    return value


def rules_json(rules: HouseRules) -> dict[str, Any]:
    """House rules as JSON values, which :func:`rules_of_json` reads."""
    return {
        "deck": rules.deck,
        "attack_limit": caps_json(rules.caps),
        "move_time": rules.move_time,
    }


def _line(value: Mapping[str, Any]) -> bytes:
    # It is always one line: JSON escapes what would end it.
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def decode_line(line: bytes) -> tuple[int, Line]:
    """A line's number, 0 without one, and its meaning.

    Raises Malformed, or PeerFault for a greeting of another version.
    """
    value = fields.parse_object(line)
    if _PRODUCT in value:
        return 0, _hello(value)
    if _REFUSED in value:
        return 0, _refusal(value)
    if _DISCLOSED in value:
        return 0, Disclosure(fields.get(value, _DISCLOSED, fields.json_object))
    return fields.get(value, _NUMBER, fields.whole(1, MOST)), of_json(value)


def of_json(value: Mapping[str, Any]) -> Message:
    """The message of JSON values.  Raises Malformed."""
    name = value.get(_KIND)
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise fields.Malformed(f"no message is called {str(name)[:CHAT]!r}")
    if issubclass(kind, OfAMoment):
        return kind(fields.get(value, "played", fields.optional(_COUNT)))
    read = _READERS.get(kind)
    return read(value) if read else _PLAIN[kind]


def _hello(value: Mapping[str, Any]) -> Hello:
    # Before all else: of another version nothing else need be known here.
    if value[_PRODUCT] != PROTOCOL or type(value[_PRODUCT]) is not int:
        version = value.get("version")
        if not isinstance(version, str) or not version or not _is_shown(version):
            version = "?"
        raise PeerFault(Fault.VERSION, version)
    side = fields.hexadecimal(ID)
    decks = fields.get(value, "decks", _DECKS) if "decks" in value else FIRST_DECKS
    if USUAL_DECK not in decks:  # the one on which all can agree
        raise fields.Malformed(f"decks has no {USUAL_DECK}")
    return Hello(
        fields.get(value, "own", side),
        fields.get(value, "other", side) if value.get("other") else "",
        fields.get(value, "have", _COUNT),
        fields.get(value, "version", _shown_text),
        tuple(size for size in DECK_SIZES if size in decks),
    )


def _refusal(value: Mapping[str, Any]) -> Refusal:
    try:
        fault = Fault(value[_REFUSED])
    except (ValueError, TypeError):  # of a later version
        fault = Fault.OTHER
    detail = value.get("detail")
    return Refusal(fault, detail[:CHAT] if isinstance(detail, str) else "")


def rules_of_json(value: Mapping[str, Any]) -> HouseRules:
    """The house rules of JSON values.  Raises Malformed."""
    deck = fields.get(value, "deck", _COUNT)
    if deck not in DECK_SIZES:
        raise fields.Malformed(f"deck is not one of {DECK_SIZES}")
    seconds = MOVE_TIME
    if "move_time" in value:
        seconds = fields.get(value, "move_time", fields.whole(*MOVE_TIMES))
    try:
        return HouseRules(deck, caps_of(value.get("attack_limit")), seconds)
    except ValueError as error:
        raise fields.Malformed(f"attack_limit: {error}") from None


def _play(value: Mapping[str, Any]) -> Play:
    cards = fields.get(value, "cards", fields.list_of(parse_card, most=DECK_SIZES[-1]))
    return Play(cards, fields.get(value, "shown", fields.json_object) if "shown" in value else None)


def _verdict(value: Mapping[str, Any]) -> DealVerdict:
    if value.get("found") == "":
        return DealVerdict()
    found = DealWrong[fields.get(value, "found", fields.one_of(*DealWrong.__members__))]
    side, place = (
        fields.get(value, key, fields.whole(0, last)) if key in value else None
        for key, last in (("side", 1), ("place", DECK_SIZES[-1] - 1))
    )
    return DealVerdict(found, side, place, fields.get(value, "card", fields.optional(parse_card)))


def _shown_text(text: Any) -> str:
    if not isinstance(text, str) or not text.strip() or not _is_shown(text):
        raise fields.Malformed(f"is not a text of at most {CHAT} printable characters")
    return text


def _is_shown(text: str) -> bool:
    return len(text) <= CHAT and is_one_line(text)


_COUNT: Final = fields.whole(0, MOST)
_DECKS: Final = fields.list_of(_COUNT, most=100)
_PLAIN: Final[Mapping[type[Message], Message]] = {type(one): one for one in (Again(), Leave())}
_READERS: Final[Mapping[type[Message], Callable[[Mapping[str, Any]], Message]]] = {
    Propose: lambda value: Propose(rules_of_json(value)),
    Agree: lambda value: Agree(rules_of_json(value)),
    DealStep: lambda value: DealStep(fields.get(value, "data", fields.json_object)),
    Play: _play,
    Resign: lambda value: Resign(value.get("late") is True),
    Open: lambda value: Open(
        fields.get(value, "data", fields.json_object), fields.get(value, "played", _COUNT)
    ),
    DealVerdict: _verdict,
    Chat: lambda value: Chat(fields.get(value, "text", _shown_text)),
}
