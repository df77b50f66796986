"""Questions about games in a few words: ``lisa result:1-0 bouts>12 !damaged``.

All of them must hold.  A word that is no question is looked for in the names,
in any case; what stands in quotation marks is one word; ``!`` turns a question round.

===================== ==============================================================
``lisa``              one of the names contains this; also ``player:lisa``
``name:lisa``         one of the names is exactly this, in any case
``won:lisa``          a player whose name contains this has won; likewise ``lost:``
``result:1-0``        1-0, 0-1, s-s (or draw) or void; ``=`` may stand for ``:``
``draw``, ``void``    the same as ``result:s-s``, ``result:void``
``fault``             an engine has failed
``fault:time``        it failed for a reason that begins so
``resigned``          a player gave up
``bouts>12``          > < >= <= = !=; also ``cards`` and ``duration`` (in seconds)
``damaged``           the game cannot be replayed
===================== ==============================================================
"""

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from durak_tui.common.i18n import N_, Message
from durak_tui.common.text import one_line
from durak_tui.library.summary import RESULTS, Facts
from durak_tui.records.record import PEACEFUL, RESIGNED


class QueryError(ValueError):
    """A query that makes no sense; ``message`` is for the user."""

    def __init__(self, text: str, **values: str) -> None:
        shown = {name: one_line(value) for name, value in values.items()}
        self.message: Final = Message(text, shown)
        super().__init__(text.format(**shown))


class Depth(IntEnum):
    """The part of a game that must be read to decide."""

    TITLE = 0  # Names and result.
    LINE = 1  # What stands in its JSON.
    REPLAY = 2  # The whole game, replayed.


class Term(NamedTuple):
    depth: Depth
    holds: Callable[[Facts], bool]


@dataclass(frozen=True)
class Query:
    """A parsed query; :data:`EVERYTHING` matches all games."""

    text: str = ""
    terms: tuple[Term, ...] = ()

    def matches(self, game: Facts, depth: Depth | None = None) -> bool:
        """Check all terms, or those of this depth."""
        return all(term.holds(game) for term in self.terms if depth in (None, term.depth))


EVERYTHING: Final = Query()

_COMPARISONS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "!=": operator.ne,
    ":": operator.eq,
}
_NUMBERS: Final[Mapping[str, Callable[[Facts], float | None]]] = {
    "bouts": lambda game: game.bouts,
    "cards": lambda game: game.cards,
    "duration": lambda game: game.seconds,
}
_WINNERS: Final[Mapping[str | None, int]] = {"1-0": 0, "0-1": 1}

_TOKEN: Final = re.compile(
    r"""\s*(?P<negated>!?)(?:
        (?P<number>bouts|cards|duration)\s*(?P<comparison>>=|<=|!=|[><=:])\s*(?P<limit>[^\s"]*)
      | (?P<key>\w+)(?P<differs>!?)[:=]\s*(?:"(?P<quoted_value>[^"]*)"?|(?P<value>[^\s"]*))
      | "(?P<phrase>[^"]*)"?
      | (?P<word>[^\s"!][^\s"]*)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def parse_query(text: str) -> Query:
    """Parse a query.  Raises QueryError."""
    terms = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:  # a "!" that nothing follows at once
            raise QueryError(N_("! means not, as in !draw"))
        at = token.end()
        term = _term(token)
        if term is not None:
            negated = bool(token["negated"]) != bool(token["differs"])
            terms.append(_negated(term) if negated else term)
    return Query(text.strip(), tuple(terms))


def _negated(term: Term) -> Term:
    return Term(term.depth, lambda game: not term.holds(game))


def _term(token: re.Match[str]) -> Term | None:
    if token["number"]:
        return _number(token["number"].lower(), token["comparison"], token["limit"])
    if token["key"]:
        value = token["value"] if token["quoted_value"] is None else token["quoted_value"]
        return _keyed(token["key"].lower(), value)
    word = token["word"]
    if word is None:  # a phrase; a lone quotation mark is one that is just being typed
        return _player(token["phrase"]) if token["phrase"] else None
    return _KEYWORDS.get(word.lower()) or _player(word)


def _number(name: str, comparison: str, limit: str) -> Term:
    try:
        number = float(limit)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or not limit.isascii():
        raise QueryError(
            N_("{what}: {value} is not a number; try {name}>20")
            if limit
            else N_("{what} needs a number, as in {name}>20"),
            what=name + comparison.replace(":", ""),
            value=limit,
            name=name,
        )
    fact, compare = _NUMBERS[name], _COMPARISONS[comparison]

    def holds(game: Facts) -> bool:
        value = fact(game)
        return value is not None and compare(value, number)

    return Term(Depth.LINE, holds)


def _keyed(key: str, value: str) -> Term:
    if key not in _KEYS:
        known = ", ".join([*(f"{name}:" for name in _KEYS), *_NUMBERS])
        raise QueryError(
            N_('there is no filter {key}:; known filters: {known}; a name goes in "..."'),
            key=key,
            known=known,
        )
    return _KEYS[key](value)


def _player(name: str) -> Term:
    wanted = name.casefold()
    return Term(
        Depth.TITLE, lambda game: any(wanted in each.casefold() for each in game.names or ())
    )


def _named(name: str) -> Term:
    wanted = _needed("name", name).casefold()
    return Term(Depth.TITLE, lambda game: wanted in map(str.casefold, game.names or ()))


def query_of(name: str) -> str:
    """The query for the games of a player of this name."""
    # What a name has between quotation marks of its own can only be looked for part by part.
    parts = [part for part in name.split('"') if part.strip()]
    return f'name:"{name}"' if parts == [name] else " ".join(f'"{part}"' for part in parts)


def _scored(key: str, won: bool) -> Callable[[str], Term]:
    def term(name: str) -> Term:
        wanted = _needed(key, name).casefold()

        def holds(game: Facts) -> bool:
            winner = _WINNERS.get(game.result)
            if game.names is None or winner is None:
                return False
            return wanted in game.names[winner if won else 1 - winner].casefold()

        return Term(Depth.TITLE, holds)

    return term


def _needed(key: str, name: str) -> str:
    if not name:
        raise QueryError(N_("{key}: needs a name, as in {key}:lisa"), key=key)
    return name


def _result(value: str) -> Term:
    wanted = "s-s" if value.lower() == "draw" else value.lower()
    if wanted not in RESULTS:
        raise QueryError(
            N_("result: {value} is not a result; known results: {known}")
            if value
            else N_("result: needs one of {known}"),
            value=value,
            known=", ".join((*RESULTS, "draw")),
        )
    return Term(Depth.TITLE, lambda game: game.result == wanted)


def _fault(value: str) -> Term:
    wanted = value.lower()

    def holds(game: Facts) -> bool:
        return any(
            reason is not None and reason not in PEACEFUL and reason.startswith(wanted)
            for reason in (game.reason, game.other_reason)
        )

    return Term(Depth.LINE, holds)


_KEYS: Final[Mapping[str, Callable[[str], Term]]] = {
    "player": lambda name: _player(_needed("player", name)),
    "name": _named,
    "won": _scored("won", True),
    "lost": _scored("lost", False),
    "result": _result,
    "fault": _fault,
}
_KEYWORDS: Final[Mapping[str, Term]] = {
    "draw": _result("s-s"),
    "void": _result("void"),
    "fault": _fault(""),
    "resigned": Term(Depth.LINE, lambda game: game.reason == RESIGNED),
    "damaged": Term(Depth.REPLAY, lambda game: game.damaged),
}
