"""Messages between two programs, and their lines.

A line is a JSON object in UTF-8.  ``Hello``, ``Refusal`` and ``Disclosure`` stand for themselves;
all others are numbered from 1 by their sender.  What is read has the right form and is bounded,
nothing more.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

from durak_tui.common.i18n import _
from durak_tui.common.text import beginning, is_one_line, made_printable
from durak_tui.game.caps import NO_CAPS, Caps, caps_json, caps_of
from durak_tui.game.cards import DECK_SIZES, card_name, card_names, parse_card
from durak_tui.game.position import Action
from durak_tui.net.faults import DealFault, DealWrong, Fault, PeerFault

PROTOCOL: Final = 2
"""The version of the conversation.  Programs with different ones cannot play each other."""
LINE_CAP: Final = 8 * 1024  # Bytes; the longest chat line takes 6,000, a step of a deal 4,000.
CHAT: Final = 500  # Characters of a chat line.
ID: Final = 32  # Hexadecimal digits that name one side of a sitting.
MOVE_TIME: Final = 300  # Seconds for a turn, unless others are agreed on.
MOVE_TIMES: Final = 10, 24 * 3600  # The least and the most of them.
MOST: Final = 2**31  # Of anything that is counted.

Opaque = Mapping[str, Any]
"""A part of a message that only the deal reads and checks."""


class HouseRules(NamedTuple):
    """The house rules of a game."""

    deck: int = DECK_SIZES[0]
    caps: Caps = NO_CAPS
    move_time: int = MOVE_TIME
    """Seconds for a turn, after which the other may claim the game."""


class Hello(NamedTuple):
    """The first thing that both sides say on a line."""

    own: str  # Names the sender's side of the sitting.
    other: str  # The other side, as far as the sender knows it; else empty.
    have: int  # How many messages of the other side have come.
    version: str = ""  # That of the program, for people.


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
    """The time of this side is up, and the other has claimed the game."""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw, which lapses at the next action of either side."""

    played: int | None = None
    """The number of actions so far; None in journals of earlier versions."""


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """Accept the offer that the other has made after these actions."""

    played: int | None = None


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """Decline that offer."""

    played: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the game, the time of the other being up; lapses likewise."""

    played: int | None = None


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
    """End the evening; a game that is not over stays unfinished."""


Message = (
    Propose | Agree | DealStep | Play | Resign | OfferDraw | AcceptDraw | DeclineDraw | Claim | Open
    | DealVerdict | Again | Chat | Leave
)  # fmt: skip
Line = Hello | Refusal | Disclosure | Message


class Malformed(Exception):
    """A line that is none of these messages; the text says why."""


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


def encode_hello(hello: Hello, protocol: int = PROTOCOL) -> bytes:
    return _line({_PRODUCT: protocol, **hello._asdict()})


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
            value |= {
                "deck": rules.deck,
                "attack_limit": caps_json(rules.caps),
                "move_time": rules.move_time,
            }
        case Resign(late):
            value |= {"late": True} if late else {}
        case _:
            value |= {key: getattr(message, key) for key in message.__slots__}
    return value


def _line(value: Mapping[str, Any]) -> bytes:
    # It is always one line: JSON escapes what would end it.
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def decode_line(line: bytes) -> tuple[int, Line]:
    """A line's number, 0 without one, and its meaning.

    Raises Malformed, or PeerFault for a greeting of another version.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise Malformed("not a JSON object")
    if _PRODUCT in value:
        return 0, _hello(value)
    if _REFUSED in value:
        return 0, _refusal(value)
    if _DISCLOSED in value:
        return 0, Disclosure(_opaque(value, _DISCLOSED))
    return _whole(value, _NUMBER, 1, MOST), of_json(value)


def of_json(value: Mapping[str, Any]) -> Message:
    """The message of JSON values.  Raises Malformed."""
    name = value.get(_KIND)
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Malformed(f"no message is called {str(name)[:CHAT]!r}")
    read = _READERS.get(kind)
    return read(value) if read else _PLAIN[kind]


def _hello(value: Mapping[str, Any]) -> Hello:
    # Before all else: of another version nothing else need be known here.
    if value[_PRODUCT] != PROTOCOL or type(value[_PRODUCT]) is not int:
        version = value.get("version")
        if not isinstance(version, str) or not version or not _is_shown(version, CHAT):
            version = "?"
        raise PeerFault(Fault.VERSION, version)
    return Hello(
        _id(value, "own"),
        _id(value, "other") if value.get("other") else "",
        _whole(value, "have", 0, MOST),
        _text(value, "version", CHAT),
    )


def _refusal(value: Mapping[str, Any]) -> Refusal:
    try:
        fault = Fault(value[_REFUSED])
    except (ValueError, TypeError):  # of a later version
        fault = Fault.OTHER
    detail = value.get("detail")
    return Refusal(fault, detail[:CHAT] if isinstance(detail, str) else "")


def _rules(value: Mapping[str, Any]) -> HouseRules:
    deck = _whole(value, "deck", *DECK_SIZES)
    if deck not in DECK_SIZES:
        raise Malformed("deck is not 36 or 52")
    seconds = _whole(value, "move_time", *MOVE_TIMES) if "move_time" in value else MOVE_TIME
    try:
        return HouseRules(deck, caps_of(value.get("attack_limit")), seconds)
    except ValueError as error:
        raise Malformed(f"attack_limit: {error}") from None


def _played(value: Mapping[str, Any]) -> int | None:
    return None if value.get("played") is None else _whole(value, "played", 0, MOST)


def _play(value: Mapping[str, Any]) -> Play:
    names = value.get("cards")
    if not isinstance(names, list) or len(names) > DECK_SIZES[-1]:
        raise Malformed("cards is not a list of cards")
    cards = tuple(map(_card, names))
    return Play(cards, _opaque(value, "shown") if "shown" in value else None)


def _verdict(value: Mapping[str, Any]) -> DealVerdict:
    name = value.get("found")
    if name == "":
        return DealVerdict()
    if not isinstance(name, str) or name not in DealWrong.__members__:
        raise Malformed("found is nothing that can be wrong")
    card = value.get("card")
    found = None if card is None else _card(card)
    side = _whole(value, "side", 0, 1) if "side" in value else None
    place = _whole(value, "place", 0, DECK_SIZES[-1] - 1) if "place" in value else None
    return DealVerdict(DealWrong[name], side, place, found)


def _card(name: object) -> int:
    try:
        if isinstance(name, str):
            return parse_card(name)
    except ValueError:
        pass
    raise Malformed(f"not a card: {str(name)[:CHAT]!r}")


def _opaque(value: Mapping[str, Any], key: str) -> Opaque:
    data = value.get(key)
    if not isinstance(data, dict):
        raise Malformed(f"{key} is not a JSON object")
    return data


def _whole(value: Mapping[str, Any], key: str, low: int, high: int) -> int:
    number = value.get(key)
    if type(number) is not int or not low <= number <= high:
        raise Malformed(f"{key} is not a whole number from {low} to {high}")
    return number


def _text(value: Mapping[str, Any], key: str, most: int) -> str:
    text = value.get(key)
    if not isinstance(text, str) or not text.strip() or not _is_shown(text, most):
        raise Malformed(f"{key} is not a text of at most {most} printable characters")
    return text


def _is_shown(text: str, most: int) -> bool:
    return len(text) <= most and is_one_line(text)


def _id(value: Mapping[str, Any], key: str) -> str:
    text = value.get(key)
    if not isinstance(text, str) or len(text) != ID or not set(text) <= set("0123456789abcdef"):
        raise Malformed(f"{key} is not {ID} hexadecimal digits")
    return text


_PLAIN: Final[Mapping[type[Message], Message]] = {type(one): one for one in (Again(), Leave())}
_READERS: Final[Mapping[type[Message], Callable[[Mapping[str, Any]], Message]]] = {
    Propose: lambda value: Propose(_rules(value)),
    Agree: lambda value: Agree(_rules(value)),
    DealStep: lambda value: DealStep(_opaque(value, "data")),
    Play: _play,
    Resign: lambda value: Resign(value.get("late") is True),
    OfferDraw: lambda value: OfferDraw(_played(value)),
    AcceptDraw: lambda value: AcceptDraw(_played(value)),
    DeclineDraw: lambda value: DeclineDraw(_played(value)),
    Claim: lambda value: Claim(_played(value)),
    Open: lambda value: Open(_opaque(value, "data"), _whole(value, "played", 0, MOST)),
    DealVerdict: _verdict,
    Chat: lambda value: Chat(_text(value, "text", CHAT)),
}
