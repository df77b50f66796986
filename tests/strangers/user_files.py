"""The files of the user as the program writes them, and as somebody has altered them."""

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hypothesis import strategies as st

from durak_tui.analysis import game_review as review
from durak_tui.library.index import LogIndex
from durak_tui.net.talk_journal import SUFFIX
from durak_tui.records.journal_format import (
    Opening,
    StoredSeat,
    action_line,
    end_line,
    line,
    opening_line,
)
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import GameRecord, Thought
from durak_tui.records.review_file import ReviewFile
from tests.net.deals import key
from tests.net.sittings import begun
from tests.records.games import forfeits, random_game
from tests.strangers.strategies import (
    LARGEST,
    Draw,
    altered_bodies,
    encoded,
    json_keys,
    json_numbers,
    json_texts,
)

# What they are before they are altered

SETTINGS: Final = """\
# Mine.
language = "ru"
deck = 52
think_seconds = 2.5
player = "Кот"
default_engine = "lisa"
show_infos = true

[keys]
"play.take" = "t,space"
quit = "q"

[engines.lisa]
command = "python3 lisa.py --level 3"  # the strong one
move_time = 5
game_time = 60.5

[engines."two words"]
command = "bart"
"""
OLD_TABLES: Final = """\
deck = 36
winner_first = true
# The first.
[[engine]]
name = "lisa"
command = "python3 lisa.py"
move_time = 5
[[engine]]
command = "bart"
"""
TOURNAMENT: Final = """\
format = "swiss"
games = 20
seed = -7
output = "out"
deck = 52
rounds = 3
move_time = 2.5
game_time = 60
start_time = 5
[[engine]]
name = "a"
command = "durak-dummy"
env = { LEVEL = "3" }
[[engine]]
command = "durak-random"
move_time = 1
game_time = 90
"""
STATE: Final = {
    "recent_logs": ["/a/b.log", "/c.log"], "last_log_folder": "/a",
    "series": {
        "Beginner": {"wins": 2, "losses": 1, "draws": 0, "recent": ["person", None, "engine"]},
        "bart": {"wins": 1, "losses": 0, "draws": 0, "last_winner": "person"},
    },
    "imported_old": True, "last_match": "/m.log", "last_tournament": None, "opponent": "Beginner",
    "suggested": [["Beginner", "Casual"]], "of_later": {"a": [1]},
}  # fmt: skip
HISTORY: Final = {"answers": 5, "positions": {"0123456789ab": [1, 12], "a": None, "b": [0, 8]}}
PEOPLE: Final = {
    "people": [
        {"name": name, "key": key(name), "first_seen": "2026-11-20T10:00:00+00:00",
         "last_seen": "2026-11-20T12:00:00+00:00", "addresses": ["192.0.2.7:4100", "boris.example"]}
        for name in ("Борис", "Ann", "")
    ]
}  # fmt: skip
OLD_SETTINGS: Final = {
    "engines": [
        {"name": "Dummy", "path": "durak-dummy", "selected": True},
        {"name": "mine", "path": "/x/mine"},
    ],
    "last_log_dir": "/logs",
}  # fmt: skip


@cache
def own_game() -> GameRecord:
    return replace(random_game(3), game_id=None, seed=None, seats=(None, "durak-player --level 2"))


@cache
def begun_game() -> GameRecord:
    """One that is reviewed in no time."""
    return forfeits(own_game(), 12)[0]


@cache
def reviewed() -> review.Review:
    record = begun_game()
    every = tuple(review.decisions(record, 1))
    # Estimates of one layout of the cards have no mistakes that are sure: here is one.
    wrong = next(n for n, each in enumerate(every) if not each.forced and each.player == 0)
    values = [(action, float(action != every[wrong].action)) for action, _ in every[wrong].values]
    best = next(action for action, value in values if value)
    made = every[wrong]._replace(
        score=0.0, best=best, best_score=1.0, cost=1.0, exact=True, values=tuple(values)
    )
    found = review.Review(
        (*every[:wrong], made, *every[wrong + 1 :]), review.WORLDS, len(record.actions)
    )
    kept = json.loads(json.dumps([review.to_json(each) for each in found.decisions]))
    read = review.from_json(kept, record, review.WORLDS)
    assert read is not None
    return read


@cache
def review_lines() -> bytes:
    log = Path(os.environ["HOME"], "genuine.log")
    log.write_bytes(encode_game(begun_game()))
    with LogIndex(log) as index:
        index.scan()
        review.store(ReviewFile(log), index.raw(0), reviewed())
    return Path(ReviewFile(log).path).read_bytes()


def journals() -> Iterable[bytes]:
    record = own_game()
    engine = {
        "command": "durak-dummy", "name": "", "env": {"A": "1"}, "move_time": 3.0,
        "game_time": None,
    }  # fmt: skip
    seats = StoredSeat("Human"), StoredSeat("durak-dummy", engine)
    for before, over in ((0, False), (4, False), (0, True)):
        opening = Opening(record.deal, seats, record.started_at, True, record.actions[:before])
        length = len(record.actions) if over else 12
        lines = [
            action_line(action, Thought(0.5, "hm") if number % 2 else None)
            for number, action in enumerate(record.actions[before:length])
        ]
        if over:
            lines += [end_line(record), line(log="/nowhere/games.log", size=100)]
        else:
            lines += [line(undo=3), *lines[3:6]]
        yield opening_line(opening) + b"".join(lines)


@cache
def sittings() -> list[bytes]:
    """One before its game, and one in the middle of it."""
    found = []
    for lines in (20, 60):
        with TemporaryDirectory() as folder:
            evening = begun(Path(folder), lines)
            for side in evening.sides:
                side.conversation.leave()
                found += [path.read_bytes() for path in side.folder.glob(f"*{SUFFIX}")]
            evening.close()
    return found


# What they are after


@st.composite
def altered_lines(draw: Draw, data: bytes) -> bytes:
    """Lines of JSON, one or two of them altered."""
    lines = data.decode().splitlines()
    for place in draw(st.sets(st.integers(0, len(lines) - 1), min_size=1, max_size=2)):
        lines[place] = draw(altered_bodies(lines[place]))
    return encoded("".join(f"{each}\n" for each in lines))


def _nested(value: str, depth: int, begin: str) -> str:
    return begin * depth + value + ("]" if begin == "[" else "}") * depth


_toml_values: Final = st.recursive(
    st.sampled_from(
        ("true", "1979-05-27", "07:32:00", "inf", "-nan", "0x" + "f" * 5000, "'it'", '""', "1_0")
    )
    | json_numbers
    | json_texts,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda each: "[" + ",".join(each) + "]"),
        st.builds(lambda key, value: f"{{{key}={value}}}", json_keys, inner),
        st.builds(
            _nested, inner, st.sampled_from((1, 50, 300, 5000)), st.sampled_from(("[", "{a="))
        ),
        st.builds(lambda value: f"[{','.join([value] * min(1000, LARGEST // len(value)))}]", inner),
    ),
    max_leaves=4,
)
_TOML_KEYS: Final = (
    "name", "command", "env", "move_time", "game_time", "engine", "engines", "keys", "deck",
    "theme", "a.b", "''", "rounds", "games", "winner_first", "first_attack", "play.take",
)  # fmt: skip


@st.composite
def altered_toml(draw: Draw, text: str) -> bytes:
    """The lines of a file, some with other values or keys, left out, or new."""
    lines = text.splitlines()
    keys = st.sampled_from(_TOML_KEYS) | json_keys
    for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
        place = draw(st.integers(0, len(lines) - 1))
        key, is_pair, value = lines[place].partition(" = ")
        match draw(
            st.sampled_from(("value", "value", "key", "gone", "pair", "table", "many", "long"))
        ):
            case "value" if is_pair:
                lines[place] = f"{key} = {draw(_toml_values)}"
            case "key" if is_pair:
                lines[place] = f"{draw(keys)} = {value}"
            case "gone" if len(lines) > 1:
                del lines[place]
            case "long":
                parts = draw(st.sampled_from((2, 99, 5000)))
                long = ".".join([draw(st.sampled_from(("a", '"a b"', "'.'")))] * parts)
                lines.insert(place, draw(st.sampled_from((f"{long} = 1", f"[{long}]"))))
            case "many":
                times = draw(st.sampled_from((2, 100, 5000)))
                lines[place:place] = [f"k{n} = {key!r}" for n in range(times)]
            case "table":
                header = f"[{draw(keys)}]"
                lines.insert(place, draw(st.sampled_from((header, f"[{header}]", "[engines.x]"))))
            case _:
                lines.insert(place, f"{draw(keys)} = {draw(_toml_values)}")
    return encoded("\n".join(lines) + "\n")
