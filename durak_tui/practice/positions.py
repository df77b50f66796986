"""The positions for practice that ship, one line of JSON each.

They come from games of engines.  A line holds the whole position, the worth of every action, and
the game up to there, so that it can be played on; ``tools/practice.py`` makes the file.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from durak_tui.game.cards import card_names, parse_card
from durak_tui.game.deals import Deal, deal
from durak_tui.game.notation import parse_position
from durak_tui.game.position import EMPTY, Action, Position

FILE: Final = "positions.jsonl"
SERIES: Final = "practice"  # The seed of the deals.
MARGIN: Final = 0.15  # The least lead of the best action over every other.


class Shipped(NamedTuple):
    """A position that ships."""

    position: Position
    values: Mapping[Action, float]  # The expected score of each action, for the player to act.
    worlds: int  # In which they were estimated; 0 if they are exact.
    game: int  # Of the deals of `SERIES`.
    players: tuple[str, str]
    before: tuple[Action, ...]  # What was played in that game up to the position.

    @property
    def deal(self) -> Deal:
        return deal(SERIES, self.game)


def to_json(one: Shipped) -> dict[str, Any]:
    """A position as JSON for :func:`from_json`."""
    return {
        "position": str(one.position),
        "values": {_written(action): value for action, value in one.values.items()},
        "worlds": one.worlds,
        "game": one.game,
        "players": one.players,
        "actions": " ".join(map(_written, one.before)),
    }


def from_json(value: Mapping[str, Any]) -> Shipped:
    return Shipped(
        parse_position(value["position"]),
        {_read(text): score for text, score in value["values"].items()},
        value["worlds"],
        value["game"],
        tuple(value["players"]),
        tuple(map(_read, value["actions"].split())),
    )


def as_lines(positions: Iterable[Shipped]) -> Iterator[str]:
    """The positions as they stand in the file."""
    for one in positions:
        yield json.dumps(to_json(one), separators=(",", ":")) + "\n"


@cache
def shipped() -> tuple[Shipped, ...]:
    """All positions that ship, in their order."""
    text = files(__package__).joinpath(FILE).read_text("utf-8")
    return tuple(from_json(json.loads(line)) for line in text.splitlines())


def _written(action: Action) -> str:
    return "".join(card_names(action)) or EMPTY


def _read(text: str) -> Action:
    if text == EMPTY:
        return ()
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))
