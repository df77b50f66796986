"""Facts that the program remembers by itself, in a JSON file."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from durak_tui.common import fields
from durak_tui.common.i18n import N_
from durak_tui.common.values import MOST_COUNTED, person_name, true_or_false
from durak_tui.user.folders import state_folder
from durak_tui.user.opponents import LOOKED_AT
from durak_tui.user.store import JsonStore

FILE: Final = "state.json"
RECENT: Final = 20  # Logs that are remembered.

Winner = Literal["person", "engine"]
"""The players of a series; "engine" also means a human opponent."""
With = Literal["engine", "keyboard"]
"""The opponent of the last Play: an engine, or a person at this keyboard."""
Whom = str | tuple[str, str]
"""An engine, by its name, against the user; or two people at one keyboard."""


@dataclass(frozen=True, slots=True)
class Series:
    """The results of one person's games against one other."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    recent: tuple[Winner | None, ...] = ()  # Who won the last few games; None is a draw.

    @property
    def last_winner(self) -> Winner | None:
        """The winner of the last game, if it had one."""
        return self.recent[-1] if self.recent else None

    def after(self, winner: Winner | None) -> "Series":
        """With one more game; None is a draw."""
        won, lost, drawn = winner == "person", winner == "engine", winner is None
        recent = (*self.recent, winner)[-LOOKED_AT:]
        return Series(self.wins + won, self.losses + lost, self.draws + drawn, recent)

    def turned(self) -> "Series":
        """The same as the other has seen it."""
        recent = tuple(map(_other, self.recent))
        return Series(self.losses, self.wins, self.draws, recent)


def _other(winner: Winner | None) -> Winner | None:
    return None if winner is None else "engine" if winner == "person" else "person"


@dataclass(frozen=True, slots=True)
class UserState:
    """All that is remembered."""

    recent_logs: tuple[Path, ...] = ()  # Those opened or played into, the last one first.
    last_log_folder: Path | None = None
    # The score beside a name, and what another level is suggested from.  It is here although the
    # log has the games: the scores taken over from pyDurak have none (D-085), a log may be moved
    # or removed, and no log is read to offer a game.  One's own record is counted from the log.
    series: Mapping[str, Series] = field(default_factory=dict)
    imported_old: bool = False  # Whether those of the original have been taken over (D-085).
    last_match: Path | None = None  # The log of the last match, until that is over.
    last_tournament: Path | None = None  # The file of the last tournament, until that is over.
    opponent: str = ""  # The one chosen last: its name, or its command line.
    played_with: With = "engine"  # Whom the last choice was.
    suggested: tuple[tuple[str, str], ...] = ()  # From which level to which, each once.
    people: tuple[str, str] | None = None  # Who was last at one keyboard, in their order.
    # The series of two people at one keyboard, of each pair as the first by the alphabet sees them.
    between: Mapping[str, Mapping[str, Series]] = field(default_factory=dict)

    def against(self, whom: Whom) -> Series:
        """Games against an engine; those of two as the first sees them."""
        if isinstance(whom, str):
            return self.series.get(whom, Series())
        first, second = sorted(whom)
        series = self.between.get(first, {}).get(second, Series())
        return series if whom == (first, second) else series.turned()

    def with_result(self, whom: Whom, winner: Winner | None) -> "UserState":
        """With one more finished game; None is a draw."""
        after = self.against(whom).after(winner)
        if isinstance(whom, str):
            return replace(self, series={**self.series, whom: after})
        first, second = sorted(whom)
        of_first = {
            **self.between.get(first, {}),
            second: after if whom == (first, second) else after.turned(),
        }
        return replace(self, between={**self.between, first: of_first})

    @property
    def has_finished(self) -> bool:
        """True once a game was finished."""
        return bool(self.series or self.between)

    @property
    def is_new(self) -> bool:
        """Say if nobody was chosen and no game was finished yet."""
        return not (self.opponent or self.people or self.has_finished)

    def with_opponent(self, whom: Whom) -> "UserState":
        """With an engine, or two people, as chosen last; empty: no engine."""
        if isinstance(whom, str):
            return replace(self, opponent=whom, played_with="engine")
        return replace(self, people=whom, played_with="keyboard")

    def with_suggestion(self, level: str, other: str) -> "UserState":
        """With a change of level that has been suggested."""
        made = [one for one in self.suggested if one != (level, other)]
        return replace(self, suggested=(*made, (level, other)))

    def with_log(self, path: str | os.PathLike[str]) -> "UserState":
        """With a log, opened or played into; a leading ``~`` is expanded."""
        log = Path(os.path.abspath(os.path.expanduser(path)))
        others = [other for other in self.recent_logs if other != log]
        recent = (log, *others[: RECENT - 1])
        return replace(self, recent_logs=recent, last_log_folder=log.parent)


class StateStore(JsonStore[UserState]):
    """The remembered state and its file, which others change, too."""

    DAMAGED = N_(
        "{path} is damaged: {why}. What can be read is used; at the next save this file"
        " is kept beside the new one"
    )

    def __init__(self, path: Path | None = None) -> None:
        """Read the user's file, unless another is named."""
        super().__init__(path or state_folder() / FILE)

    def _parsed(self, values: Mapping[str, Any], wrong: list[object]) -> UserState:
        parts: dict[str, Any] = {}
        for key, read in _PARTS.items():
            try:
                if key in values:
                    parts[key] = read(values[key])
            except ValueError:
                wrong.append(key)
        return UserState(**parts)

    def _changed(self, before: UserState, after: UserState) -> Mapping[str, Any]:
        old, new = asdict(before), asdict(after)
        return {key: new[key] for key in new if new[key] != old[key]}


def _path(value: Any) -> Path:
    if not isinstance(value, str) or not os.path.isabs(value) or "\0" in value:
        raise ValueError(value)
    return Path(value)


def _series(value: Any) -> Series:
    values = fields.json_object(value)
    wins, losses, draws = (fields.get(values, key, _COUNT) for key in ("wins", "losses", "draws"))
    winner = fields.optional(fields.one_of(*get_args(Winner)))
    recent = fields.get(values, "recent", fields.optional(fields.list_of(winner)))
    if recent is None:  # Earlier versions knew nothing else of the last games.
        last = fields.get(values, "last_winner", winner)
        recent = (last,) if wins + losses + draws else ()
    return Series(wins, losses, draws, recent[-LOOKED_AT:])


def _all_series(value: Any) -> dict[str, Series]:
    return {name: _series(each) for name, each in fields.json_object(value).items()}


def _between(value: Any) -> dict[str, dict[str, Series]]:
    return {name: _all_series(each) for name, each in fields.json_object(value).items()}


def _played_with(value: Any) -> With:
    # A later version may know more of them.
    return "keyboard" if _TEXT(value) == "keyboard" else "engine"


_TEXT: Final = fields.text()
_COUNT: Final = fields.whole(0, MOST_COUNTED)
_PARTS: Final[Mapping[str, fields.Read[Any]]] = {
    "recent_logs": lambda value: fields.list_of(_path)(value)[:RECENT],
    "last_log_folder": fields.optional(_path),
    "last_match": fields.optional(_path),
    "last_tournament": fields.optional(_path),
    "series": _all_series,
    "between": _between,
    "opponent": _TEXT,
    "played_with": _played_with,
    "people": fields.optional(fields.list_of(person_name, 2, 2)),
    "suggested": fields.list_of(fields.list_of(_TEXT, 2, 2)),
    "imported_old": true_or_false,
}
