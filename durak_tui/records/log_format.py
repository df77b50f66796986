"""One game as bytes of a log: pyDurak's lines with more keys.

Writing trusts the record.  Reading trusts nothing: what it returns has been replayed by the
rules, and anything else is a :class:`DamagedGame` that says where and why.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypeVar

from durak_tui.common.text import one_line
from durak_tui.common.values import LONGEST_SECONDS
from durak_tui.game.caps import caps_json, caps_of
from durak_tui.game.cards import NAMES, card_names, cards_in, mask_of
from durak_tui.game.deals import Deal, first_attacker
from durak_tui.game.position import DEAL, GIVE_MORE, MOVE, OVER, RESPOND, Action, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.records.bounds import MEMBERS, TEXT, TOO_LARGE, bounded, bounded_parts
from durak_tui.records.record import (
    NORMAL,
    RESULTS,
    Clock,
    Ending,
    GameRecord,
    Introduction,
    Said,
    Thought,
    bouts,
    outcome,
)
from durak_tui.records.walk import Bout

GAME_CAP: Final = 1024 * 1024
"""Bytes.  The longest games take some 20 kB; beyond the cap nothing is even parsed."""

DATED: Final = re.compile(rb"####(?=\d{4}-\d\d-\d\dT)")
"""So every header begins that is written, and nothing else in a game."""

SEATS: Final = ("player1", "player2")

_HANDS: Final = ("player1_cards", "player2_cards")
_CARDS: Final = {name: card for card, name in enumerate(NAMES)}
_QUOTED: Final = tuple(json.dumps(name) for name in NAMES)
_WINNERS: Final = {result: winner for winner, result in RESULTS.items()}
_NEEDED: Final = frozenset(
    (
        "moves", "deck", "opened_trump", "result", "started_at", "ended_at", "player1_name",
        "player2_name", "attack_limit",
    )
)  # fmt: skip
"""The keys from which the game follows; of what they hold, nothing can be left out."""
_BESIDE: Final[dict[str, Any]] = {
    **dict.fromkeys(("seats", "taken_up", "game_id", "seed", "clocks", "infos")),
    "run": {},
    "termination": {"reason": TOO_LARGE, "detail": ""},
}
"""The others that are known, and what stands in the place of one that is too large.  The objects
among them are kept in parts; of the rest a part says nothing."""
_OURS: Final = _NEEDED.union(_BESIDE)  # A value that was too large has left its key to `others`.
_TAKEN_BEFORE: Final = ("give_more", "deal")
"""Commands that are only sent when the defender has answered.  No card shows a take, so
that after a fault this alone shows if they took or were still to answer."""

_T = TypeVar("_T")
_KIND_NAMES: Final[dict[type, str]] = {
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a JSON object",
}
_BLANKS: Final = " \t\r\n"
_CUT_OFF: Final = re.compile(r"[ \t\r#\ufeff]*(?:####\d{4}-\d\d-\d\dT[^{]*)?")
"""The rest of a header whose writer was killed, in the line of a game or in its own; and the
mark of UTF-8, where another file was appended."""
_EXCERPT: Final = 40


class DamagedGame(Exception):
    """A log that does not hold a whole game; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check_size(size: int) -> None:
    """Raise :class:`DamagedGame` if this many bytes are too many for one game."""
    if size > GAME_CAP:
        raise DamagedGame(f"a game of {size / 1e6:.1f} MB is too long to be one")


# As json.dumps, a quarter faster: nothing in a game holds itself.
_to_json: Final = json.JSONEncoder(check_circular=False).encode


def encode_game(record: GameRecord) -> bytes:
    """The header and the JSON line of a game (D-060 to D-065).

    What engines said is left out of a game that would be too long to be read again.
    """
    data = _encoded(record)
    return data if len(data) <= GAME_CAP else _encoded(replace(record, said=None))


def _encoded(record: GameRecord) -> bytes:
    first, second = record.names
    ending = record.ending
    termination: dict[str, Any] = {
        "reason": ending.reason,
        "engine": None if ending.engine is None else ending.engine + 1,
        "detail": ending.detail,
        **_known(
            phase=ending.phase, other_reason=ending.other_reason, stderr=ending.stderr or None
        ),
    }
    game: dict[str, Any] = {
        "ended_at": record.ended_at.isoformat(),
        "deck": card_names(record.deal.deck),
        "player2_name": second,
        "result": outcome(record),
        "player1_name": first,
        "started_at": record.started_at.isoformat(),
        "opened_trump": NAMES[record.deal.deck[-1]],
        "termination": termination,
        **_known(seats=record.seats, taken_up=record.taken_up or None),
        **_known(game_id=record.game_id, seed=record.seed, clocks=record.clocks, run=record.run),
        **_known(attack_limit=caps_json(record.deal.caps), infos=_infos(record.said)),
        **{key: value for key, value in record.others.items() if key not in _OURS},
    }
    start = record.started_at.isoformat(timespec="seconds").encode()
    one, other = (_without_headers(one_line(name), rb"\x23") for name in record.names)
    header = b"####%b, %b - %b (%b)####" % (start, one, other, outcome(record).encode())
    moves = ", ".join(map(_move, bouts(record)))
    text = f'{{"moves": [{moves}], {_to_json(game)[1:]}'
    return b"%b\n%b\n" % (header, _without_headers(text, rb"\u0023"))


def _without_headers(text: str, escape: bytes) -> bytes:
    """A text in which nothing looks like a header any more."""
    return DATED.sub(lambda _: b"###" + escape, text.encode())


def _infos(said: Said | None) -> dict[str, Any] | None:
    """The words of engines; None if there are none."""
    if said is None or not any((*said.engines, *said.thoughts)) or len(said.thoughts) > MEMBERS:
        return None
    return {
        "engines": [None if one is None else _known(**one._asdict()) for one in said.engines],
        "decisions": said.thoughts,
    }


def _known(**values: object) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}


def _move(bout: Bout) -> str:
    """A bout as JSON, by hand: most of the time goes here."""
    first, second = bout.hands
    return (
        f'{{"to_move": "{SEATS[bout.attacker]}", "player1_cards": {_quoted(cards_in(first))}, '
        f'"moves_and_responds": {_quoted(bout.cards)}, "deck_count": {bout.talon_count}, '
        f'"player2_cards": {_quoted(cards_in(second))}, "given_more": {_quoted(bout.given)}}}'
    )


def _quoted(cards: Iterable[int]) -> str:
    return f"[{', '.join([_QUOTED[card] for card in cards])}]"


def decode_game(body: bytes) -> GameRecord:
    """The game of what follows a header.

    Raises :class:`DamagedGame`, and nothing else, if it is not the whole of one legal game.
    Logs of pyDurak, which know no ``termination``, hold games with a normal ending.
    """
    check_size(len(body))
    game, others = within_bounds(_json_object(body))
    shown = [_bout(move, f"bout {n}: ") for n, move in enumerate(_get(game, "moves", list), 1)]
    ending = _ending(game)
    seed = game.get("seed")
    if type(seed) not in (int, str, type(None)):
        raise DamagedGame("seed is neither a whole number nor a text")
    deal = _deal(game, shown)
    return GameRecord(
        deal=deal,
        actions=_replay(deal, shown, ending),
        ending=ending,
        names=(_name(game, "player1_name"), _name(game, "player2_name")),
        started_at=_time(game, "started_at"),
        ended_at=_time(game, "ended_at"),
        game_id=_optional(game, "game_id", int),
        seed=seed,
        clocks=_clocks(game),
        run=_optional(game, "run", dict),
        seats=_seats(game),
        taken_up=_optional(game, "taken_up", int) or 0,
        said=_said(game),
        others=others,
    )


def within_bounds(game: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The known keys of a game, and its other keys."""
    known, others = {}, {}
    for key, value in game.items():
        if key in _NEEDED:
            known[key] = value
        elif key not in _BESIDE:
            others[key] = value
        else:
            in_parts = _BESIDE[key] is not None and type(value) is dict
            known[key] = bounded_parts(value) if in_parts else bounded(value)
            if known[key] is TOO_LARGE:
                known[key], others[key] = _BESIDE[key], TOO_LARGE
    kept = bounded_parts(others)
    return known, {"...": TOO_LARGE} if kept is TOO_LARGE else kept


def _json_object(body: bytes) -> dict[str, Any]:
    try:
        text = body.decode().strip(_BLANKS)
        if not text:
            raise DamagedGame("nothing follows its header")
        value, end = json.JSONDecoder().raw_decode(text)
    except UnicodeDecodeError as error:
        raise DamagedGame(f"not UTF-8: {error.reason} at byte {error.start}") from None
    except ValueError as error:
        raise DamagedGame(f"not JSON: {error}") from None
    except RecursionError:
        raise DamagedGame("not JSON of a game: nested too deeply") from None
    for line in text[end:].split("\n"):
        if not _CUT_OFF.fullmatch(line):
            raise DamagedGame(f"the line {_excerpt(line)} is not part of a game")
    if not isinstance(value, dict):
        raise DamagedGame("not a JSON object")
    return value


def _get(where: dict[str, Any], key: str, kind: type[_T], place: str = "") -> _T:
    if key not in where:
        raise DamagedGame(f"{place}{key} is missing")
    value = where[key]
    # Not isinstance: true and false are no whole numbers here.
    if type(value) is not kind:
        raise DamagedGame(f"{place}{key} is not {_KIND_NAMES[kind]}")
    return value


def _optional(where: dict[str, Any], key: str, kind: type[_T], place: str = "") -> _T | None:
    return None if where.get(key) is None else _get(where, key, kind, place)


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= _EXCERPT else text[:_EXCERPT] + "...")


def _cards(where: dict[str, Any], key: str, place: str = "") -> tuple[int, ...]:
    names = _get(where, key, list, place)
    try:
        return tuple(map(_CARDS.__getitem__, names))
    except (KeyError, TypeError):
        other = next(one for one in names if not isinstance(one, str) or one not in _CARDS)
    if not isinstance(other, str):
        raise DamagedGame(f"{place}{key} holds something that is not a card")
    raise DamagedGame(f"{place}{key}: {_excerpt(other)} is not a card")


def _hand(move: dict[str, Any], key: str, place: str) -> int:
    cards = _cards(move, key, place)
    hand = mask_of(cards)
    if hand.bit_count() < len(cards):
        raise DamagedGame(f"{place}{key} holds a card twice")
    return hand


def _name(game: dict[str, Any], key: str) -> str:
    name = _get(game, key, str)
    if len(name) > TEXT:
        raise DamagedGame(f"{key} has {len(name)} characters, more than {TEXT}")
    return name


def _bout(move: object, place: str) -> Bout:
    if not isinstance(move, dict):
        raise DamagedGame(f"{place}not a JSON object")
    seat = _get(move, "to_move", str, place)
    if seat not in SEATS:
        raise DamagedGame(f"{place}to_move is {_excerpt(seat)}, not player1 or player2")
    return Bout(
        attacker=SEATS.index(seat),
        hands=(_hand(move, _HANDS[0], place), _hand(move, _HANDS[1], place)),
        talon_count=_get(move, "deck_count", int, place),
        cards=_cards(move, "moves_and_responds", place),
        given=_cards(move, "given_more", place),
    )


def _ending(game: dict[str, Any]) -> Ending:
    result = _get(game, "result", str)
    if result not in _WINNERS:
        raise DamagedGame(f"result is {_excerpt(result)}, not 1-0, 0-1, s-s or void")
    winner = _WINNERS[result]
    if "termination" not in game:
        return Ending(winner)
    termination = _get(game, "termination", dict)
    place = "termination: "
    engine = termination.get("engine")
    other = _optional(termination, "other_reason", str, place)
    if type(engine) not in (int, type(None)) or engine not in (1, 2, None):
        raise DamagedGame(f"{place}engine is not 1, 2 or null")
    return Ending(
        winner,
        one_line(_get(termination, "reason", str, place)),
        None if engine is None else engine - 1,
        _get(termination, "detail", str, place),
        _optional(termination, "phase", str, place),
        None if other is None else one_line(other),
        _optional(termination, "stderr", str, place) or "",
    )


def _clocks(game: dict[str, Any]) -> tuple[Clock, Clock] | None:
    if game.get("clocks") is None:
        return None
    clocks = []
    for clock in _get(game, "clocks", list):
        given = clock if type(clock) is list and len(clock) == len(Clock._fields) else [None] * 3
        seconds, answers, worst = (_amount(each, LONGEST_SECONDS) for each in given)
        if seconds is None or worst is None or answers is None or type(given[1]) is not int:
            raise DamagedGame("clocks: not seconds, answers and the longest time")
        clocks.append(Clock(seconds, given[1], worst))
    if len(clocks) != len(SEATS):
        raise DamagedGame("clocks: not one for each player")
    return clocks[0], clocks[1]


def _seats(game: dict[str, Any]) -> tuple[str | None, str | None] | None:
    seats = _optional(game, "seats", list)
    if seats is None:
        return None
    if len(seats) != len(SEATS) or not all(type(seat) in (str, type(None)) for seat in seats):
        raise DamagedGame("seats: not a text or null for each player")
    return seats[0], seats[1]


def _said(game: dict[str, Any]) -> Said | None:
    infos = _optional(game, "infos", dict)
    if infos is None:
        return None
    place = "infos: "
    engines = _get(infos, "engines", list, place)
    if len(engines) != len(SEATS):
        raise DamagedGame(f"{place}engines are not one for each player")
    first, second = (_introduction(one, place) for one in engines)
    thoughts = _get(infos, "decisions", list, place)
    return Said((first, second), tuple(_thought(one, place) for one in thoughts))


def _introduction(value: Any, place: str) -> Introduction | None:
    if value is None:
        return None
    if type(value) is not dict:
        raise DamagedGame(f"{place}an engine is not a JSON object")
    return Introduction(*(_optional(value, key, str, place) for key in Introduction._fields))


def _thought(value: Any, place: str) -> Thought | None:
    if value is None:
        return None
    given, text = value if type(value) is list and len(value) == 2 else (None, None)
    win = None if given is None else _amount(given, 1)
    if type(text) is not str or (given is not None and win is None):
        raise DamagedGame(f"{place}a decision has no chance from 0 to 1 and a text")
    return Thought(win, text)


def _amount(value: Any, most: float) -> float | None:
    """A number from 0 to the most; None for anything else."""
    if type(value) not in (int, float) or not 0 <= value <= most:
        return None
    return float(value)  # which others write as 1


def _time(game: dict[str, Any], key: str) -> datetime:
    text = _get(game, key, str)
    try:
        time = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        raise DamagedGame(f"{key}: {_excerpt(text)} is not a time") from None
    if time.tzinfo is not None:
        raise DamagedGame(f"{key} is not a local time")
    return time


def _deal(game: dict[str, Any], shown: list[Bout]) -> Deal:
    deck = _cards(game, "deck")
    try:
        Position.from_deck(deck, 0)
    except ValueError as error:
        raise DamagedGame(f"deck: {error}") from None
    if _get(game, "opened_trump", str) != NAMES[deck[-1]]:
        raise DamagedGame(f"opened_trump is not the last card of the deck, {NAMES[deck[-1]]}")
    first = shown[0].attacker if shown else first_attacker(deck, 0)
    try:
        return Deal(deck, first, caps_of(game.get("attack_limit")))
    except ValueError as error:
        raise DamagedGame(f"attack_limit: {error}") from None


def _replay(deal: Deal, shown: list[Bout], ending: Ending) -> tuple[Action, ...]:
    position = deal.position()
    actions: list[Action] = []
    normal = ending.reason == NORMAL
    taken = ending.phase in _TAKEN_BEFORE
    for number, bout in enumerate(shown, 1):
        place = f"bout {number}: "
        _compare(position, bout, place)
        whole = normal or number < len(shown)
        _replay_bout(position, bout, place, actions, whole=whole, taken=whole or taken)
    if normal and shown:
        if position.phase != OVER:
            raise DamagedGame("the game is not over after its last bout")
        if position.winner != ending.winner:
            won = RESULTS[position.winner]
            raise DamagedGame(f"result is {RESULTS[ending.winner]}, but by the cards {won}")
    return tuple(actions)


def _compare(position: Position, bout: Bout, place: str) -> None:
    """Refuse a bout that does not begin where the last one ended."""
    if position.phase == OVER:
        raise DamagedGame(f"{place}the game was over before")
    if bout.attacker != position.attacker:
        raise DamagedGame(f"{place}{SEATS[bout.attacker]} attacks, not {SEATS[position.attacker]}")
    for key, hand, expected in zip(_HANDS, bout.hands, position.hands, strict=True):
        if hand != expected:
            wrong = " ".join(card_names(cards_in(hand ^ expected)))
            raise DamagedGame(f"{place}{key} do not follow from the bouts before ({wrong})")
    if bout.talon_count != position.talon_count:
        raise DamagedGame(f"{place}deck_count is not {position.talon_count}")


def _replay_bout(
    position: Position, bout: Bout, place: str, actions: list[Action], *, whole: bool, taken: bool
) -> None:
    """Play a bout, perhaps not ``whole``, and the passes it implies."""

    def act(cards: Action) -> None:
        player = position.to_act
        for card in cards:
            if not position.hands[player] >> card & 1:
                raise DamagedGame(f"{place}{SEATS[player]} does not hold {NAMES[card]}")
        try:
            position.check(cards)
        except IllegalAction as error:
            raise DamagedGame(f"{place}{error}") from None
        position.play(cards)
        actions.append(cards)

    for card in bout.cards:
        if position.phase not in (MOVE, RESPOND):
            raise DamagedGame(f"{place}{NAMES[card]} is played after the end of the bout")
        act((card,))
    if position.phase == RESPOND and (taken or bout.given):
        act(())
    if position.phase == GIVE_MORE and (whole or bout.given):
        act(bout.given)
    elif bout.given and position.taking:
        raise DamagedGame(f"{place}{NAMES[bout.given[0]]} is given beyond the attack limit")
    elif bout.given:
        raise DamagedGame(f"{place}{NAMES[bout.given[0]]} is given, but nobody takes")
    elif position.phase == MOVE and whole:
        act(())
    if position.phase == DEAL:
        position.deal()
