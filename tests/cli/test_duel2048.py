"""``durak-tui 2048`` as its users run it."""

import json
from pathlib import Path

import pytest

from durak_tui.games.duel2048.record_file import read_record
from durak_tui.games.playthrough import Playthrough
from durak_tui.games.playthrough_log import PlaythroughLog
from tests.cli.commands import CapFd, command
from tests.games.duel2048.players import good, misbehaving

RANDOM = "2048-random 1"
GENUINE = Path(__file__).parents[1] / "games/duel2048/data"


def games_of(log: Path) -> list[Playthrough]:
    with PlaythroughLog(log, "2048") as games:
        games.scan()
        return [games.game(number) for number in range(len(games))]


def test_a_round_robin_ranks_its_players(capfd: CapFd, tmp_path: Path) -> None:
    log, results = tmp_path / "games.log", tmp_path / "results.json"
    bad = misbehaving(tmp_path, "raise ValueError('no')").command
    options = "--repeat", 2, "--rounds", 30, "--seed", 3, "--log-file", log, "--json", results
    code, output, errors = command(capfd, "2048", *options, bad, "2048-greedy", RANDOM)
    assert (code, errors) == (0, "")
    assert [line.split()[1] for line in output.splitlines()[1:]] == [
        "2048-greedy", "2048-random", bad
    ]  # fmt: skip
    assert "8 crash" in output
    games = games_of(log)
    assert [game.names for game in games[:4]] == [
        (bad, "2048-greedy"), ("2048-greedy", bad), (bad, "2048-greedy"), ("2048-greedy", bad),
    ]  # fmt: skip
    assert [game.opening["game"] for game in games] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    found = json.loads(results.read_text())
    assert [one["games"] for one in found["players"]] == [8, 8, 8]
    assert found["games"][0]["faults"][0]["reason"] == "crash"


def test_a_game_takes_little_room(capfd: CapFd, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    options = "--repeat", 1, "--seed", 3, "--log-file", log
    assert command(capfd, "2048", *options, RANDOM, "2048-random 2")[0] == 0
    assert max(map(len, log.read_bytes().splitlines())) < 4096


def test_a_folder_has_records_and_reports(capfd: CapFd, tmp_path: Path) -> None:
    bad = misbehaving(tmp_path, "raise ValueError('no')").command
    options = "--repeat", 1, "--rounds", 9, "--debug", "--folder", tmp_path / "match"
    for _ in range(2):
        assert command(capfd, "2048", good(tmp_path).command, bad, *options)[0] == 0
    folder = tmp_path / "match_2"
    assert sorted(path.name for path in folder.iterdir()) == [
        "1.txt", "2.txt", "_.txt", "_Exceptions.txt",
    ]  # fmt: skip
    assert "total matches: 2\n" in (folder / "_.txt").read_text()
    exceptions = (folder / "_Exceptions.txt").read_text()
    assert exceptions.startswith("-> 1\n\noffensive:\npass\n\ndefensive:\nTraceback")
    assert exceptions.count("ValueError: no") == 2
    record = (folder / "1.txt").read_text()
    assert "&e:player 1 run time error\n&e:player 0 win\n" in record
    assert read_record(record).indexes == (0, 1)


def test_a_stopped_run_is_resumed(capfd: CapFd, tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    words = ["2048", "--repeat", 3, "--rounds", 9, "--log-file", log, RANDOM, "2048-random 2"]
    assert command(capfd, *words)[0] == 0
    whole = games_of(log)
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:2]) + b'{"game": "20')
    code, _, errors = command(capfd, *words, "--resume", "--folder", tmp_path / "all")
    assert (code, "cut off or damaged" in errors) == (0, True)
    games = games_of(log)
    assert [game.game_id for game in games] == [1, 2, 3, 4, 5, 6]
    assert games[:2] == whole[:2]
    assert [game.opening for game in games] == [game.opening for game in whole]
    assert len([*(tmp_path / "all").iterdir()]) == 7


class TestShow:
    def test_games_of_a_log_are_listed_and_printed_as_records(
        self, capfd: CapFd, tmp_path: Path
    ) -> None:
        log, folder = tmp_path / "games.log", tmp_path / "records"
        options = "--repeat", 1, "--rounds", 9, "--log-file", log, "--folder", folder
        assert command(capfd, "2048", *options, RANDOM, "2048-random 2")[0] == 0
        code, output, errors = command(capfd, "2048", "--show", log)
        assert (code, errors) == (0, "")
        assert output.splitlines()[0].startswith(f"    1  {RANDOM} - 2048-random 2  ")
        code, output, _ = command(capfd, "2048", "--show", log, 1)
        assert (code, output) == (0, (folder / "1.txt").read_text())

    def test_genuine_records_are_games_too(self, capfd: CapFd) -> None:
        records = sorted(path for path in GENUINE.glob("*.txt") if path.name != "_.txt")
        code, output, _ = command(capfd, "2048", "--show", GENUINE)
        assert code == 0
        assert len(output.splitlines()) == len(records)
        code, output, _ = command(capfd, "2048", "--show", records[0], 1)
        assert (code, output) == (0, records[0].read_text())

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (["nowhere"], "nowhere cannot be read: No such file or directory"),
            (["nowhere", "x"], "'x' is not a number above 0"),
            (["nowhere", "1", "2"], "--show takes a file and a number"),
            ([str(GENUINE), "9999"], "has no game 9999: the last one is 1"),
            ([__file__, "1"], "game 1 cannot be shown"),
        ],
    )
    def test_what_cannot_be_shown_is_said(self, capfd: CapFd, words: list[str], why: str) -> None:
        code, output, errors = command(capfd, "2048", "--show", *words)
        assert (code, output) == (2, "")
        assert why in errors


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["2048-greedy"], "a round robin needs two players"),
        (["2048-greedy", "nobody-here"], "engine 'nobody-here' not found"),
        (["2048-greedy", "2048-gredy"], "did you mean 2048-greedy?"),
        (["2048-greedy", "2048-random", "--clock", "3=1"], "there is no player 3 for --clock"),
        (
            ["2048-greedy", "2048-random", "--clock", "x"],
            "is not N=SEC, a player's number and seconds",
        ),
        (["2048-greedy", "2048-random", "--rounds", "0"], "is not a number above 0"),
        (["2048-greedy", "2048-random", "--resume"], "--resume needs --log-file"),
        (["2048-greedy", "2048-random", "--watch"], "screens need a terminal"),
        (["2048-greedy", "2048-random", "--watch", "--json", "-"], "exclude each other"),
        (["2048-greedy", "2048-random", "--play"], "--play needs one player, your opponent"),
        (["nobody-here", "--play"], "engine 'nobody-here' not found"),
    ],
)
def test_bad_input_is_refused_in_a_line(capfd: CapFd, words: list[str], why: str) -> None:
    code, output, errors = command(capfd, "2048", *words)
    assert (code, output) == (2, "")
    assert why in errors
    assert "Traceback" not in errors
