"""Strangers' texts: JSON anywhere in genuine games, bytes in their lines.

All JSON is drawn as it is written, for much of it is nothing that Python has: numbers beyond all
bounds, keys that come twice, a hundred thousand lists within each other.  What is large is drawn as
something small and a number of times, so that it is quick to make and shrinks well.
"""

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any, Final

from hypothesis import strategies as st

from durak_tui.engine.cancel import CancelToken
from durak_tui.net.proof import KEY as PROOF
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import Clock, GameRecord, Introduction, Said, Thought
from durak_tui.tournament.tournament_run import Tournament
from tests.records.games import DEALT_LOG, GENUINE_LOG, TRACE_LOG, forfeits, random_game
from tests.tournament.synthetic import LotPool, cup

LONGEST: Final = 120_000  # Characters of a text.
LARGEST: Final = 900_000  # Characters of anything else.

Draw = st.DrawFn

_PIECES: Final = (
    "a", "1", "-", " ", "", "é", "Ж", "漢", "🂡", "👩‍🚀", "👍🏽", "ی‌م", "\u0301",
    "\x1b[31m", "\x9b31m", "\x07", "\0",
    "\x7f", "\x85", "\n", "\r\n", "\t", "\u2028", "\u2029", "\u202e", "\u2066", "\u200d",
    "\ufeff", "\uffff", "\U000e0001", "\ud800", "\udfff", "\udcff", "####", " - ", " (1-0)",
    "{why}", "{0}", "%s", "[b]", "[/]", "\\", '"', "'", "<", "&", "]]>", "</script>", "--", "~",
    "/", "../", "`", "|", "=",
)  # fmt: skip
_WORDS: Final = (
    "AS", "6H", "player1", "player2", "1-0", "0-1", "s-s", "void", "normal", "resigned", "timeout",
    "crash", "interrupted", "move", "respond", "give_more", "deal", "init", "too large to show",
    "durak-dummy", "2026-11-20T21:00:13", "0001-01-01T00:00:00", "9999-12-31T23:59:59.999999",
    "2026-W01-1", "20261120T210013", "2026-11-20", "2026-11-20T24:00", "2026-11-20T21:00:13Z",
)  # fmt: skip
KEYS: Final = (
    "moves", "ended_at", "deck", "player2_name", "result", "player1_name", "started_at",
    "opened_trump", "termination", "seats", "taken_up", "game_id", "seed", "clocks", "run", "infos",
    "to_move", "player1_cards", "player2_cards", "moves_and_responds", "deck_count", "given_more",
    "reason", "engine", "detail", "phase", "other_reason", "stderr", "engines", "decisions", "name",
    "version", "author", "matches", "match_size", "deals", "paired", "move_time", "sprt",
)  # fmt: skip
"""Those that games have, at any depth."""
_BESIDES: Final = (
    "player1_name", "player2_name", "termination", "seats", "taken_up", "game_id", "seed", "run",
    "infos",
)  # fmt: skip
_NUMBERS: Final = (
    "0", "1", "2", "3", "-1", "36", "0.0", "-0.0", "0.5", "1.0", "1.5", "1e300", "1e308", "5e-324",
    "1e999", "-1e999", "1e-999", "NaN", "Infinity", "-Infinity", "9223372036854775808",
    "1" + "0" * 299, "1" + "0" * 300, "1" + "0" * 400, "-1" + "0" * 400, "9" * 4300, "9" * 4301,
    "1" + "0" * 100_000, "1" + "0" * 400 + ".5", "0." + "3" * 5000,
)  # fmt: skip
_RARELY: Final = st.sampled_from((False,) * 7 + (True,))
_TIMES: Final = st.sampled_from((1,) * 12 + (2, 3, 10, 100, 1001, 20_001, 100_000))
_DEPTHS: Final = (1, 2, 7, 8, 9, 50, 300, 900, 960, 985, 1000, 3000, 100_000)

texts: Final[st.SearchStrategy[str]] = st.sampled_from(_WORDS) | st.builds(
    lambda pieces, times: ("".join(pieces) * times)[:LONGEST],
    st.lists(st.sampled_from(_PIECES) | st.characters(), max_size=5),
    _TIMES,
)
"""Texts of any length with anything in them."""


def _quoted(text: str, in_ascii: bool) -> str:
    return json.dumps(text, ensure_ascii=in_ascii)


json_texts: Final = st.builds(_quoted, texts, st.sampled_from((True, True, True, False)))
json_numbers: Final = (
    st.sampled_from(_NUMBERS) | st.integers().map(str) | st.floats().map(json.dumps)
)
json_keys: Final = st.sampled_from(KEYS).map(json.dumps) | json_texts


def _nested(inner: str, depth: int, begin: str) -> str:
    end = "]" if begin == "[" else "}"
    depth = min(depth, LARGEST // (len(begin) + 1))
    return begin * depth + inner + end * depth


def _many(value: str, times: int, key: str) -> str:
    """As many of a value in a list; with a key, in an object."""
    if not key:
        return "[" + ",".join([value] * min(times, LARGEST // (len(value) + 1) or 1)) + "]"
    return "{" + members(value, times, key) + "}"


def members(value: str, times: int, key: str) -> str:
    """As many members of an object, their keys alike but for a number at the end."""
    times = min(times, LARGEST // (len(key) + len(value) + 8) or 1)
    return ",".join(f'{key[:-1]}{n or ""}":{value}' for n in range(times))


def _collections(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.builds(lambda key, value: f"{key}:{value}", json_keys, values)
    return st.one_of(
        st.lists(values, max_size=3).map(lambda each: "[" + ",".join(each) + "]"),
        st.lists(pairs, max_size=4).map(lambda each: "{" + ",".join(each) + "}"),
        st.builds(_nested, values, st.sampled_from(_DEPTHS), st.sampled_from(("[", '{"a":'))),
        st.builds(_many, values, _TIMES, st.just("") | json_keys),
    )


json_values: Final[st.SearchStrategy[str]] = st.recursive(
    st.sampled_from(("null", "true", "false")) | json_numbers | json_texts,
    _collections,
    max_leaves=6,
).filter(lambda value: len(value) <= 2 * LARGEST)
"""JSON of any shape, size and nesting, as it is written."""


# Games


def full(seed: int, **changes: Any) -> GameRecord:
    """The random game of a seed with all that a log may say of a game."""
    record = random_game(seed)
    length = len(record.actions)
    thoughts = (Thought(0.5, "hm"), None, Thought(None, "ж"), *[None] * (length - 3))
    return replace(
        record,
        **{
            "game_id": 1,
            "seed": 7,
            "clocks": (Clock(1.0, 3, 0.5), Clock(1.5, 3, 0.5)),
            "run": RUN,
            "said": Said((Introduction("a", "b", "c"), None), thoughts[:length]),
            **changes,
        },
    )


RUN: Final = {
    "engines": ["durak-dummy", "durak-dummy"], "matches": 1, "match_size": 1, "seed": 7,
    "deals": None, "deck": 36, "paired": True, "move_time": 10.0, "game_time": None, "sprt": None,
}  # fmt: skip
"""The run of one game of two dummies with seed 7."""


@cache
def genuine() -> tuple[tuple[str, str], ...]:
    """Heading and JSON of some games of every kind, the shortest first."""
    whole = [full(seed) for seed in range(8)]
    own = [
        full(
            seed, run=None, game_id=None, seats=(None, "durak-player --level 2"), taken_up=seed % 3
        )
        for seed in range(8, 12)
    ]
    broken = [each for game in (whole[0], whole[1], own[0]) for each in forfeits(game, 3)]
    begun = [each for game in (whole[2], own[1]) for each in forfeits(game, 0)]
    ours = [_lines(each) for each in (*whole, *own, *broken, *begun)]
    lines = TRACE_LOG.read_text() + GENUINE_LOG.read_text()
    theirs = re.findall(r"(####.*####)\n(.*)\n", lines)[:5]
    return tuple(sorted(ours + theirs, key=lambda each: len(each[1])))


CUP: Final = cup("gauntlet", 3, games=2, seed=7)


@cache
def cup_games() -> tuple[tuple[str, str], ...]:
    """Heading and JSON of the games of a small tournament, in their order."""
    played: list[GameRecord] = []

    class Store:
        append = played.append

    token = CancelToken()
    Tournament(CUP, log=Store()).play(LotPool(token), token)
    return tuple(_lines(each) for each in played)


@cache
def _dealt() -> tuple[str, str]:
    heading, body, _ = DEALT_LOG.read_text().split("\n")
    return heading, body


def _lines(record: GameRecord) -> tuple[str, str]:
    heading, body, _ = encode_game(record).decode().split("\n")
    return heading, body


class _Alteration:
    """A genuine game while it is altered; what JSON cannot say has a stand-in."""

    def __init__(self, text: str) -> None:
        self.root: Any = json.loads(text)
        self._fragments: list[str] = []

    def stand_in(self, fragment: str) -> str:
        """A placeholder for a fragment of JSON until everything is written."""
        self._fragments.append(fragment)
        return f"<{len(self._fragments) - 1}>"

    @property
    def strange(self) -> int:
        """The length of all fragments."""
        return sum(map(len, self._fragments))

    def text(self) -> str:
        written = json.dumps(self.root)
        return re.sub(r'"<(\d+)>"', lambda found: self._fragments[int(found[1])], written)

    def place(self, draw: Draw) -> tuple[Any, Any]:
        """A list or an object somewhere in the game, and a key in it."""
        where = self.root
        while True:
            key = draw(
                st.sampled_from(list(where) if isinstance(where, dict) else range(len(where)))
            )
            inner = where[key]
            if not isinstance(inner, dict | list) or not inner or draw(st.booleans()):
                return where, key
            where = inner


def _replace(draw: Draw, game: _Alteration, where: Any, key: Any) -> None:
    where[key] = game.stand_in(draw(json_values))


def _replace_alike(draw: Draw, game: _Alteration, where: Any, key: Any) -> None:
    """A text for a text, a number for a number."""
    alike = {str: json_texts, int: json_numbers, float: json_numbers}
    where[key] = game.stand_in(draw(alike.get(type(where[key]), json_values)))


def _replace_many(draw: Draw, game: _Alteration, _where: Any, _key: Any) -> None:
    """Some of all texts and numbers that the cards do not depend on."""
    besides = {key: game.root[key] for key in _BESIDES if key in game.root}
    for where, key in _leaves(besides):
        if draw(_RARELY):
            _replace_alike(draw, game, where, key)
    game.root.update(besides)


def _leaves(where: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in where.items() if isinstance(where, dict) else enumerate(where):
        if isinstance(value, dict | list):
            yield from _leaves(value)
        elif value is not None:
            yield where, key


def _remove(_draw: Draw, game: _Alteration, where: Any, key: Any) -> None:
    if len(game.root) > 1:
        del where[key]


def _insert(draw: Draw, game: _Alteration, where: Any, key: Any) -> None:
    """Put something before this place; of an object, one key or many."""
    value = draw(json_values)
    if isinstance(where, list):
        where.insert(key, game.stand_in(value))
        return
    name = draw(json_keys)
    rest = members(value, draw(_TIMES), name)[len(name) + 1 :]
    _reorder(where, key, game.stand_in(name), game.stand_in(rest))


def _rename(draw: Draw, game: _Alteration, where: Any, key: Any) -> None:
    if isinstance(where, dict):
        value = where[key]
        _reorder(where, key, game.stand_in(draw(json_keys)), value)
        del where[key]


def _reorder(where: dict[str, Any], before: str, key: str, value: Any) -> None:
    """Insert a key into an object before another one."""
    items = list(where.items())
    items.insert(list(where).index(before), (key, value))
    where.clear()
    where.update(items)


def _repeat(draw: Draw, game: _Alteration, where: Any, key: Any) -> None:
    if isinstance(where, list):
        size = len(json.dumps(where[key])) + game.strange
        times = min(draw(_TIMES), LARGEST // size)
        # Each for itself: what is altered next is to be in one of them, and not in all.
        where[key:key] = [deepcopy(where[key]) for _ in range(times)]


_ALTERATIONS: Final[tuple[Callable[[Draw, _Alteration, Any, Any], None], ...]] = (
    _replace, _replace_alike, _insert, _rename, _remove, _repeat, *[_replace_many] * 3,
)  # fmt: skip


@st.composite
def altered_bodies(draw: Draw, text: str | None = None) -> str:
    """The JSON of a game with anything at one place or a few."""
    if text is None:
        text = draw(st.sampled_from(genuine()))[1]
    game = _Alteration(text)
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3)))):
        draw(st.sampled_from(_ALTERATIONS))(draw, game, *game.place(draw))
    return game.text()


@st.composite
def _altered_headings(draw: Draw, heading: str) -> str:
    """A heading with any text in it, or in the place of a part of it."""
    begin = draw(st.integers(0, len(heading)))
    end = draw(st.integers(begin, min(len(heading), begin + 10)))
    return heading[:begin] + draw(texts) + heading[end:]


def encoded(text: str) -> bytes:
    """Text as a stranger's program writes it; surrogates make it no UTF-8."""
    return text.encode("utf-8", "surrogatepass")


@st.composite
def altered_games(draw: Draw) -> bytes:
    """The two lines of a game with anything anywhere."""
    heading, body = draw(st.sampled_from(genuine()))
    part = draw(st.sampled_from(("body", "body", "body", "heading", "both", "neither")))
    if part in ("body", "both"):
        body = draw(altered_bodies(body))
    if part in ("heading", "both"):
        heading = draw(_altered_headings(heading))
    return encoded(f"{heading}\n{body}\n")


_BYTES: Final = (
    b"", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\r", b"\n",
    b"\r\n", b"\xef\xbb\xbf", b"####", b"\n####", b"####2026-11-20T21:00:13, ", b"\x1b[2J", b"#",
    b"\xc2\x9b", b'"', b"\\", b"\\u", b"\\ud800", b"{", b"}", b"[", b"]", b",", b":", b" ",
    b"\n{}\n",
)  # fmt: skip


@st.composite
def altered_bytes(draw: Draw, data: bytes) -> bytes:
    """These bytes with some in the place of others, doubled or left out."""
    for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
        begin = draw(st.integers(0, len(data)))
        end = min(len(data), begin + draw(st.sampled_from((0, 0, 1, 2, 100, 10_000))))
        within = draw(
            st.sampled_from(_BYTES) | st.binary(max_size=3) | st.just(data[begin:end] * 2)
        )
        data = data[:begin] + within * draw(_TIMES if len(within) < 8 else st.just(1)) + data[end:]
    return data.replace(b"\n", b"\r\n") if draw(st.sampled_from((False,) * 5 + (True,))) else data


def written(record: GameRecord, **changes: Any) -> bytes:
    """A game as it stands in a log, with other values for some of its keys."""
    heading, body = _lines(record)
    return f"{heading}\n{json.dumps({**json.loads(body), **changes})}\n".encode()


class Log(bytes):
    """The bytes of a log, short where they are printed."""

    def __repr__(self) -> str:
        return f'packed("{b64encode(zlib.compress(self, 9)).decode()}")'


def packed(text: str) -> Log:
    """The log that was printed so."""
    return Log(zlib.decompress(b64decode(text)))


@st.composite
def altered_logs(draw: Draw) -> Log:
    """A log of one such game or a few, perhaps with its bytes altered."""
    number = draw(st.sampled_from((1, 1, 1, 2, 3)))
    log = b"".join(draw(altered_games()) for _ in range(number))
    return Log(draw(altered_bytes(log)) if draw(st.sampled_from((False, False, True))) else log)


@st.composite
def altered_deals(draw: Draw) -> Log:
    """A game that two people dealt, altered, and perhaps another one."""
    heading, body = _dealt()
    match draw(st.sampled_from(("proof", "proof", "game", "nothing"))):
        case "proof":
            game = json.loads(body)
            proof = draw(altered_bodies(json.dumps(game[PROOF])))
            body = json.dumps({**game, PROOF: ""}).replace(f'"{PROOF}": ""', f'"{PROOF}": {proof}')
        case "game":
            body = draw(altered_bodies(body))
    log = encoded(f"{heading}\n{body}\n")
    return Log(log + draw(altered_games()) if draw(st.booleans()) else log)


@st.composite
def altered_cups(draw: Draw) -> Log:
    """The log of a tournament of which games are altered, one or a few."""
    games = [f"{heading}\n{body}\n" for heading, body in cup_games()]
    for at in draw(st.sets(st.integers(0, len(games) - 1), min_size=1, max_size=2)):
        heading, body = cup_games()[at]
        games[at] = f"{heading}\n{draw(altered_bodies(body))}\n"
    return Log(encoded("".join(games)))
