"""The lines of the protocol: encoding and decoding, both ends.

The contract is ``engines/README.md``.  Lines are bytes without their newline; cards are the
integers of :mod:`durak_tui.game.cards`.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from durak_tui.common.text import one_line
from durak_tui.game.cards import NAMES, card_names
from durak_tui.protocol.faults import FaultCode, RemoteProtocolError

Kind = Literal["init", "deal", "move", "respond", "give_more", "game_end"]

_BY_BYTES: Final = {name.encode(): card for card, name in enumerate(NAMES)}
_SEPARATOR: Final = b"##"
# pyDurak's guide has a club with this letter in a table, which its own engine answers.
_CYRILLIC_C: Final = "\N{CYRILLIC CAPITAL LETTER ES}".encode()


class GameData(NamedTuple):
    """The game as a command describes it to the engine asked."""

    discarded: Sequence[int]  # In the order in which the cards left the game.
    deck_count: int  # Cards in the talon, the open trump included.
    on_table: Sequence[int]
    enemy_count: int
    trump: int
    hand: Sequence[int] | None = None  # In hints only: the asker's cards.
    enemy_known: Sequence[int] = ()  # In hints only: cards known to be in the opponent's hand.
    attack_limit: Sequence[int] = ()
    """The most attacks of each bout to come and of this one; empty if there is no limit (H-001)."""


class Command(NamedTuple):
    """One line to an engine.

    ``cards`` stand in the line itself: the trump of ``init``, the dealt cards of ``deal``, the
    table of the others.
    """

    kind: Kind
    cards: Sequence[int] = ()
    data: GameData | None = None
    hint: bool = False


# What an engine loads has no dataclasses: they would take a third of the time in which it starts.
class Features(NamedTuple):
    """An engine's description of itself in its answer to ``init``."""

    protocol: int = 1
    name: str | None = None
    version: str | None = None
    author: str | None = None
    persistent: bool = False
    hints: bool = False  # It answers questions that stand alone.


VERSION_1: Final = Features()


class Info(NamedTuple):
    """A thought of an engine before its answer (version 2)."""

    win: float | None = None  # Its estimate of its own expected score, 0 to 1.
    moves: dict[str, float] | None = None  # The same by action: its answer line, "" for passing.
    nodes: int | None = None
    text: str | None = None


class EngineAnswer(NamedTuple):
    """The cards of an answer; none for ``ok``, pass or take."""

    cards: tuple[int, ...] = ()
    features: Features | None = None


# Nearly all answers: to make one takes as long as to understand the line.
_ONE_CARD: Final = {name: EngineAnswer((card,)) for name, card in _BY_BYTES.items()}
_DEALT: Final = EngineAnswer()


def _json_list(names: Sequence[str]) -> str:
    return '["' + '", "'.join(names) + '"]' if names else "[]"


@lru_cache(maxsize=16)
def _discarded(cards: tuple[int, ...]) -> str:
    # The longest list of a command is the same for a whole bout and for both engines.
    return _json_list(card_names(cards))


def encode_command(
    command: Command, time_left_ms: int | None = None, game_time_left_ms: int | None = None
) -> bytes:
    """The line of a command, its JSON as pyDurak writes it (D-041).

    Version 2 adds the milliseconds until the command is forfeited, those left for the game, and the
    attack limit, if there is one.
    """
    kind, cards, data, hint = command
    if kind == "game_end":
        return b"game_end"
    names = [NAMES[card] for card in cards]
    line = f"hint {kind} {' '.join(names)}" if hint else f"{kind} {' '.join(names)}"
    if data is None:
        return line.encode()
    discarded, deck_count, on_table, enemy_count, trump, hand, enemy_known, attack_limit = data
    table = names if on_table is cards else card_names(on_table)
    line += (
        f' ## {{"discarded": {_discarded(tuple(discarded))}, "deck_count": {deck_count},'
        f' "on_table": {_json_list(table)}, "enemy_count": {enemy_count},'
        f' "trump": "{NAMES[trump]}"'
    )
    if time_left_ms is not None:
        line += f', "time_left_ms": {time_left_ms}'
        if attack_limit:
            line += f', "attack_limit": {list(attack_limit)}'
    if game_time_left_ms is not None:
        line += f', "game_time_left_ms": {game_time_left_ms}'
    if hand is not None:
        line += f', "hand": {_json_list(card_names(hand))}'
        line += f', "enemy_known": {_json_list(card_names(enemy_known))}'
    return (line + "}").encode()


def split_command(line: bytes) -> tuple[str, list[int], bytes]:
    """The word (such as ``hint move``), cards and unread JSON; or ValueError."""
    text, _, data = line.partition(_SEPARATOR)
    word, *rest = text.split() or [b""]
    if word == b"hint" and rest:
        word += b" " + rest.pop(0)
    try:
        cards = [_BY_BYTES.get(name) or _BY_BYTES[name.replace(_CYRILLIC_C, b"C")] for name in rest]
    except KeyError as error:
        raise ValueError(f"not a card: {error.args[0].decode(errors='backslashreplace')}") from None
    return word.decode(errors="backslashreplace"), cards, data


def decode_game_data(text: bytes) -> dict[str, Any]:
    """The JSON object of a command, empty if missing (D-043); or ValueError."""
    if not text.strip():
        return {}
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("the data after ## is not a JSON object")
    return data


def encode_answer(cards: Sequence[int]) -> bytes:
    """The answer that plays these cards; no card is an empty line."""
    return " ".join(card_names(cards)).encode()


def encode_features(features: Features) -> bytes:
    """The answer to ``init``: a plain ``ok`` in version 1."""
    if features.protocol < 2:
        return b"ok"
    fields = features._asdict()
    said = {key: fields[key] for key in _FEATURE_TYPES if fields[key] not in (None, False)}
    return b"ok ## " + json.dumps(said).encode()


def decode_answer(kind: Kind, line: bytes) -> EngineAnswer:
    """The answer to such a command; RemoteProtocolError (unreadable) if it is none."""
    if kind not in ("init", "deal"):
        if one := _ONE_CARD.get(line):
            return one
    elif line.strip() == b"ok":
        return _DEALT if kind == "deal" else EngineAnswer((), VERSION_1)
    words = line.split()
    if kind in ("init", "deal"):
        said, separator, _ = line.partition(_SEPARATOR)
        if kind == "init" and separator and said.split() == [b"ok"]:
            return EngineAnswer((), _decode_features(line))
        raise RemoteProtocolError(FaultCode.NOT_OK, line, command=kind)
    cards = []
    for word in words:
        card = _BY_BYTES.get(word.upper())
        if card is None:
            shown = word[:40].decode("utf-8", "backslashreplace")
            raise RemoteProtocolError(FaultCode.NOT_A_CARD, line, name=repr(shown))
        if card not in cards:
            cards.append(card)
    if len(words) > 1 and kind != "give_more":
        raise RemoteProtocolError(FaultCode.NOT_ONE_CARD, line, command=kind)
    return EngineAnswer(tuple(cards))


def _decode_object(text: bytes, what: str, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RemoteProtocolError(FaultCode.NOT_JSON, line, what=what, why=str(error)) from None
    if not isinstance(value, dict):
        raise RemoteProtocolError(FaultCode.NOT_AN_OBJECT, line, what=what)
    return value


_FEATURE_TYPES: Final = {
    "name": str,
    "version": str,
    "author": str,
    "persistent": bool,
    "hints": bool,
}


def _decode_features(line: bytes) -> Features:
    value = _decode_object(line.partition(_SEPARATOR)[2], "ok ##", line)
    known = {key: value[key] for key in _FEATURE_TYPES if value.get(key) is not None}
    for key, item in known.items():
        if isinstance(item, str):
            # Such texts are shown, so they must not speak to the terminal.
            known[key] = one_line(item)
        if not isinstance(item, _FEATURE_TYPES[key]):
            is_bool = _FEATURE_TYPES[key] is bool
            code = FaultCode.NOT_TRUE_OR_FALSE if is_bool else FaultCode.NOT_A_TEXT
            raise RemoteProtocolError(code, line, key=key)
    return Features(protocol=2, **known)


def decode_info(line: bytes) -> Info:
    """The info of a line without ill-typed fields; or RemoteProtocolError."""
    value = _decode_object(line.strip()[len(b"info") :], "info", line)
    moves, nodes, text = value.get("moves"), value.get("nodes"), value.get("text")
    if isinstance(moves, dict):
        scores = {name: _expectation(item) for name, item in moves.items()}
        moves = {name: score for name, score in scores.items() if score is not None}
    return Info(
        win=_expectation(value.get("win")),
        moves=moves if isinstance(moves, dict) else None,
        nodes=nodes if isinstance(nodes, int) and not isinstance(nodes, bool) else None,
        text=one_line(text) if isinstance(text, str) else None,
    )


def _expectation(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= 1 else None  # type: ignore[arg-type,operator]


def encode_info(info: Info) -> bytes:
    """The line ``info {JSON}`` of the fields that are known."""
    known = {key: value for key, value in info._asdict().items() if value is not None}
    return b"info " + json.dumps(known).encode()
