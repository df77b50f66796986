"""Any line of a megabyte is read in two seconds."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from durak_tui.records.log_format import GAME_CAP
from tests.records.games import forfeits
from tests.strangers.haste import patient
from tests.strangers.readers import library, lists, proofs, reviews, runs, show, sums
from tests.strangers.strategies import RUN, full, written

ROOM: Final = GAME_CAP - 50_000  # Bytes for what is long, beside a game.
GAME: Final = full(0)
LATE: Final = forfeits(GAME, 3)[0]
LETTERS: Final[Mapping[str, str]] = {
    "plain": "x",
    "wide": "漢",
    "combining": "\u0301",
    "joined": "👨\u200d",
    "unseen": "\U000e0061",
    "control": "\x07",
    "quoted": '"',
    "listed": ", ",
    "dashed": " - ",
    "rows of #": "#",
}


def header(name: str) -> bytes:
    """A damaged game of which only the title can be read."""
    return f"####2026-11-20T21:00:13, {name} - bob (1-0)####\n{{\n".encode()


def raw(key: str, value: str) -> bytes:
    """A game of which one key has this JSON."""
    return written(GAME, **{key: "@"}).replace(b'"@"', value.encode())


def lines(letter: str) -> Mapping[str, bytes]:
    """Lines with a text of one letter, by its place."""
    name, size = letter * (20_000 // len(letter)), ROOM // len(letter.encode())
    few = ROOM // len(written(GAME, run={"": name}))
    fault: dict[str, Any] = {"reason": name, "engine": 1, "detail": name, "stderr": name}
    return {
        "names": written(GAME, player1_name=name, player2_name=name[:-1] + "y"),
        "seats": written(GAME, seats=[name, name[:-1] + "y"]),
        "an ending": written(LATE, termination=fault),
        "a run": written(GAME, run={**RUN, **{str(n): name for n in range(few)}}),
        "what engines said": written(
            GAME, infos={"engines": [None, None], "decisions": [[0.5, name]] * few}
        ),
        "a header": header(letter * size),
        "a text": raw("detail", f'"{letter * size}"'),
    }


SHAPES: Final[Mapping[str, bytes]] = {
    "brackets": raw("run", "[" * ROOM),
    "digits": raw("seed", "9" * ROOM),
    "long numbers": raw("run", "[" + ",".join(["9" * 4299] * (ROOM // 4300)) + "]"),
    "keys": written(GAME, run={str(n): 1 for n in range(ROOM // 15)}),
    "the same keys": raw("run", "{" + ",".join(['"a":1'] * (ROOM // 6)) + "}"),
    "members of members": written(GAME, run={str(n): [0] * 300 for n in range(900)}),
    "keys behind the game": written(GAME)[:-2] + b' "moves"' * (ROOM // 8) + b"}\n",
    "ends of the game": written(GAME).replace(
        b'], "ended_at": "', b'], "ended_at": "' * (ROOM // 16)
    ),
    "bouts": raw("moves", "[" + ",".join(["{}"] * (ROOM // 3)) + "]"),
    "cards": raw("deck", "[" + ",".join(['"6S"'] * (ROOM // 5)) + "]"),
    "blanks": written(GAME) + b" " * ROOM + b"\n",
    "no text at all": b"####a####\n" + b"\xff" * ROOM,
}


@pytest.mark.slow
@pytest.mark.parametrize("reader", [library, lists, show, sums, reviews, proofs, runs])
@pytest.mark.parametrize("kind", [*LETTERS, "shapes"])
def test_a_line_of_a_megabyte_is_read_in_time(
    reader: Callable[[Path], None], kind: str, tmp_path: Path
) -> None:
    log = tmp_path / "games.log"
    found = SHAPES if kind == "shapes" else lines(LETTERS[kind])
    for line in found.values():
        assert len(line) <= GAME_CAP
        log.write_bytes(line)
        patient(reader)(log)
