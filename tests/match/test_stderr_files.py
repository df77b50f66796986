"""Standard error of engines, kept game by game within bounds."""

import re
import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.config import EngineConfig
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.engine_table import Capture, EngineTable
from durak_tui.match.stderr_files import StderrFiles
from durak_tui.pool import stderr_folder
from durak_tui.pool.local import LocalPool, SerialPool
from durak_tui.pool.worker import play_batch
from tests.cli.commands import autoplay
from tests.conftest import rogue
from tests.match.matches import DUMMY, played, tasks
from tests.records.games import random_game

SCRIPT = """
import os
import sys
from durak_tui.engine.sdk import Engine, main

class Talker(Engine):
    def new_game(self, trump):
        print("new game", trump, file=sys.stderr)
    def game_over(self):
        if os.environ["DURAK_PROTOCOL"] == "1":
            print("that was it", file=sys.stderr)
    def move(self, turn):
        return turn.cheapest if turn.must_play else None
    def respond(self, turn):
        return turn.cheapest

main(Talker)
"""
NO_TIMES = re.compile(rb"\d{4}-\d\d-\d\dT[\d:]+")


@pytest.fixture
def talker(tmp_path: Path) -> EngineConfig:
    """An engine that writes a line when a game begins, and in version 1 one at its end."""
    script = tmp_path / "talker.py"
    script.write_text(SCRIPT)
    return EngineConfig(f"{sys.executable} {script}", "talker")


def words_of(games: list[PlayedGame]) -> list[tuple[bytes, bytes]]:
    return [game.stderr for game in games]


@pytest.mark.few(1)
@pytest.mark.parametrize("version", ["2", "1"])
def test_each_game_has_what_was_written_in_it_anywhere(talker: EngineConfig, version: str) -> None:
    # In version 1 a new process for each game, in version 2 one for all.
    engine = EngineConfig(talker.command, "talker", env=(("DURAK_PROTOCOL", version),))
    table = partial(EngineTable, capture=Capture(stderr=1000))
    alone = words_of(played(SerialPool(table, CancelToken()), 4, engine, DUMMY))
    trumps = [task.deal.deck[-1] for task in tasks(4)]
    end = "that was it\n" if version == "1" else ""
    assert alone == [(f"new game {trump}\n{end}".encode(), b"") for trump in trumps]
    workers = played(LocalPool(table, 2, CancelToken()), 4, engine, DUMMY)
    assert words_of(workers) == alone
    assert words_of(play_batch(table, [*tasks(4, engine, DUMMY)])) == alone


def test_without_being_asked_for_nothing_is_handed_in(talker: EngineConfig) -> None:
    assert words_of(played(SerialPool(EngineTable, CancelToken()), 1, talker, DUMMY)) == [
        (b"", b"")
    ]


def test_of_a_flood_the_end_is_kept_and_the_engine_never_waits() -> None:
    flood = EngineConfig(rogue("stderr-8mb", "--at", "3"))
    (game,) = play_batch(
        partial(EngineTable, capture=Capture(stderr=1000)), [*tasks(1, flood, DUMMY)]
    )
    assert game.verdicts == (None, None)
    left_out = 8 * 16 * 65536 - 1000
    assert game.stderr[0] == b"[%d bytes left out]\n" % left_out + b"e" * 999 + b"\n"


@pytest.mark.slow
def test_the_command_writes_a_file_for_each_engine(tmp_path: Path, talker: EngineConfig) -> None:
    folder, failing = tmp_path / "err", rogue("exit", "--at", "3")
    options = "--matches-number", "1", "--match-size", "3", "--seed", "1", "--stderr", str(folder)
    autoplay(talker.command, failing, *options, "--concurrency", "2")
    first, second = ((folder / f"engine{number}.log").read_text() for number in (1, 2))
    assert re.findall(r"^#### Game (\d), .* \(1-0, crash\)$", first, re.MULTILINE) == [*"123"]
    assert first.count("new game") == 3
    assert second.count("out of ideas") == 3
    autoplay(talker.command, failing, *options, "--concurrency", "1")
    again = (folder / "engine1.log").read_bytes()
    half = len(again) // 2
    assert NO_TIMES.sub(b"", again[:half]) == NO_TIMES.sub(b"", again[half:])


def game(*words: bytes, names: tuple[str, str] = ("a", "b")) -> PlayedGame:
    """A game in which engines wrote this."""
    record = replace(random_game(1), names=names, game_id=7)
    return PlayedGame(record, (None, None), 0.0, stderr=(words[0], words[1]))


def test_a_file_is_called_by_the_name_of_its_engine_in_either_seat(tmp_path: Path) -> None:
    with closing(StderrFiles(str(tmp_path), ["a/b: c", "Жук"])) as files:
        files.add(game(b"one\n", b"two", names=("a/b: c", "Жук")))
        files.add(game(b"", b"three", names=("Жук", "a/b: c")))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-a_b_c.log", "2-Жук.log"]
    first = (tmp_path / "1-a_b_c.log").read_text().splitlines()
    assert [line for line in first if not line.startswith("####")] == ["one", "three"]


def test_a_file_that_is_full_says_so_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stderr_folder, "LARGEST", 300)
    with closing(StderrFiles(str(tmp_path))) as files:
        for _ in range(4):
            files.add(game(b"x" * 100, b""))
    text = (tmp_path / "engine1.log").read_text()
    assert text.count("x" * 100) == 2
    assert text.count("This file is full") == 1
    assert not (tmp_path / "engine2.log").exists()
