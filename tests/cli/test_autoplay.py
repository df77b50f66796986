"""``durak-autoplay`` as its users run it."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from durak_tui.records.record import VOID
from tests.cli.terminal import on_terminal, read_to_end
from tests.conftest import rogue
from tests.processes import all_end, pids_in, read_until
from tests.records.games import games_of

DATA = Path(__file__).parent.parent / "data"
AUTOPLAY = [sys.executable, "-m", "durak_tui.cli.autoplay"]


def autoplay(
    *arguments: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end, its games one after the other unless it is told otherwise."""
    told = any(one.startswith(("--concurrency", "--cluster")) for one in arguments)
    return subprocess.run(
        [*AUTOPLAY, *arguments, *([] if told else ["--concurrency=1"])],
        capture_output=True,
        timeout=300,
        check=False,
        env={**os.environ, **(env or {})},
    )


def small(*more: str) -> list[str]:
    """Three matches of two games of the dummy against itself."""
    return ["durak-dummy", "durak-dummy", "--matches-number", "3", "--match-size", "2", *more]


@pytest.mark.parametrize("pairs", ["--paired", "--no-paired"])
def test_the_table_is_the_originals_byte_for_byte(pairs: str) -> None:
    run = autoplay(*small("--seed", "1", "--counter", "always", pairs))
    assert run.returncode == 0
    assert re.fullmatch(
        rb"Playing 3 matches, 2 games each\n"
        rb"\r1 of 6\r2 of 6\r3 of 6\r4 of 6\r5 of 6\r6 of 6\n"
        rb"Engine1 \(durak-dummy\) scores:\t\d\.\d\n"
        rb"Engine2 \(durak-dummy\) scores:\t\d\.\d\n"
        rb"\n"
        rb"(Match [123] - Engine1 wins: \d, Engine2 wins: \d, Draws: \d\n){3}",
        run.stdout,
    )


@pytest.mark.slow
def test_a_genuine_run_prints_the_same_table_for_the_same_deals() -> None:
    log = DATA / "dummy_vs_dummy.log"
    deals = "--matches-number=3", "--match-size=10", "--deals", str(log)
    run = autoplay(*small()[:2], *deals, "--counter=always")
    assert run.stdout == (DATA / "dummy_vs_dummy.stdout").read_bytes()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("matches", "size", "scores", "lines"),
    [("0", "100", "0.0", 0), ("-1", "100", "0.0", 0), ("3", "0", "1.5", 3), ("2", "-5", "1.0", 2)],
)
def test_no_games_at_all_still_make_a_table(
    matches: str, size: str, scores: str, lines: int
) -> None:
    run = autoplay(*small()[:2], f"--matches-number={matches}", f"--match-size={size}")
    assert run.returncode == 0
    assert run.stdout.decode() == (
        f"Playing {matches} matches, {size} games each\n\n"
        f"Engine1 (durak-dummy) scores:\t{scores}\n"
        f"Engine2 (durak-dummy) scores:\t{scores}\n\n"
        + "".join(
            f"Match {n} - Engine1 wins: 0, Engine2 wins: 0, Draws: 0\n" for n in range(1, lines + 1)
        )
    )


def test_the_same_seed_gives_the_same_games_for_any_number_of_workers(tmp_path: Path) -> None:
    games, tables = [], []
    for workers in ("1", "2"):
        path = tmp_path / workers
        run = autoplay(*small("--seed", "7", "--log-file", str(path), "--concurrency", workers))
        games.append([(r.deal, r.actions, r.ending, r.game_id, r.seed) for r in games_of(path)])
        tables.append(run.stdout)
    assert len(games[0]) == 6
    assert [game[3:] for game in games[0]] == [(n, 7) for n in range(1, 7)]
    assert games[0] == games[1] and tables[0] == tables[1]


def test_a_log_with_too_few_deals_is_refused_with_a_way_out() -> None:
    run = autoplay(*small("--deals", str(DATA / "trace_dummy_vs_dummy.log")))
    assert run.returncode == 2
    assert b"has too few deals: 1 of 6" in run.stderr
    assert run.stdout == b""


def test_json_replaces_the_table_on_standard_output_and_lists_every_game() -> None:
    run = autoplay(*small("--seed", "3", "--json", "-"))
    result = json.loads(run.stdout)
    assert list(result) == [
        "engine1", "engine2", "draws", "void", "seed", "pairs", "statistics", "notes", "games",
    ]  # fmt: skip
    assert list(result["engine1"]) == ["name", "command", "says", "wins", "faults"]
    assert result["seed"] == 3
    assert [(game["id"], game["match"]) for game in result["games"]] == [
        (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3),
    ]  # fmt: skip
    for game in result["games"]:
        assert list(game) == ["id", "match", "winner", "termination", "plies", "ms"]
        assert game["termination"] == {"reason": "normal", "engine": None, "detail": ""}
        assert game["plies"] > 10
        assert all(ms > 0 for ms in game["ms"])
    assert sum(result["pairs"]) == 3
    assert 0 <= result["statistics"]["score"] <= 1
    winners = [game["winner"] for game in result["games"]]
    assert result["engine1"]["wins"] == winners.count(1)
    assert result["engine2"]["wins"] == winners.count(2)
    assert result["draws"] == winners.count(None)


def test_json_in_a_file_stands_beside_the_table(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text("something older")
    run = autoplay(*small("--json", str(path)))
    assert run.stdout.startswith(b"Playing 3 matches")
    assert len(json.loads(path.read_text())["games"]) == 6
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]


def test_faults_are_counted_by_engine_and_reason_with_the_numbers_of_their_games(
    tmp_path: Path,
) -> None:
    log = tmp_path / "faults.log"
    bad = rogue("garbage", "--at", "3")
    run = autoplay("durak-dummy", bad, "--matches-number", "2", "--match-size", "2",
                   "--log-file", str(log))  # fmt: skip
    assert run.returncode == 0
    assert run.stdout.decode().endswith(
        "Match 2 - Engine1 wins: 2, Engine2 wins: 0, Draws: 0\n"
        "\nFaults\n"
        f"Engine2 ({bad}) unreadable: 4 (games 1, 2, 3, 4)\n"
    )
    endings = [game.ending for game in games_of(log)]
    assert len(endings) == 4
    assert {(e.winner, e.reason, e.engine) for e in endings} == {(0, "unreadable", 1)}
    assert all("hello world" in ending.detail for ending in endings)


def test_a_void_game_counts_for_neither_engine_and_keeps_the_last_words_of_both(
    tmp_path: Path,
) -> None:
    engines = [
        f"sh -c 'echo {words} >&2; read init; echo ok; read deal; echo junk; read end'"
        for words in ("my brain is gone", "so is mine")
    ]
    log = tmp_path / "games.log"
    run = autoplay(
        *engines, "--matches-number=1", "--match-size=1", "--json=-", "--log-file", str(log)
    )
    result = json.loads(run.stdout)
    assert result["void"] == 1
    assert result["engine1"]["wins"] == result["engine2"]["wins"] == result["draws"] == 0
    (game,) = result["games"]
    assert (game["winner"], game["termination"]["engine"]) == (None, None)
    assert game["termination"]["reason"] == "unreadable"
    ending = games_of(log)[0].ending
    assert ending.winner == VOID
    assert ending.stderr.split("\n") == [
        f"{engines[0]}: my brain is gone", f"{engines[1]}: so is mine",
    ]  # fmt: skip


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("no-such-engine", "not found"),
        ("durak-dumy", "did you mean durak-dummy"),
        (rogue("dead-on-arrival"), "no brain found"),
        ("/", "folder"),
        ('"unclosed', "cannot be read"),
        ("", "not found"),
    ],
)
def test_an_engine_that_cannot_be_started_ends_the_run_before_the_first_game(
    engine: str, said: str, tmp_path: Path
) -> None:
    files = "--log-file", str(tmp_path / "games.log"), "--json", str(tmp_path / "results.json")
    run = autoplay("durak-dummy", engine, *files)
    assert run.returncode == 2
    assert said in run.stderr.decode()
    assert run.stdout == b""
    assert b"Traceback" not in run.stderr
    assert not list(tmp_path.iterdir())


def test_a_script_that_cannot_be_run_gets_advice(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text("print('ok')\n")
    assert f'try "python3 {script}"' in autoplay(str(script), "durak-dummy").stderr.decode()
    script.chmod(0o755)
    assert "a first line such as #!" in autoplay(str(script), "durak-dummy").stderr.decode()
    script.write_text("#!/no/such/python\n")
    assert "interpreter" in autoplay(str(script), "durak-dummy").stderr.decode()


@pytest.mark.few(1)
@pytest.mark.parametrize("option", ["--log-file", "--json"])
def test_a_file_that_cannot_be_written_is_found_before_the_first_game(
    option: str, tmp_path: Path
) -> None:
    run = autoplay(*small(option, str(tmp_path / "missing" / "file")))
    assert run.returncode == 2
    assert b"cannot be written: No such file or directory" in run.stderr
    assert run.stdout == b""


def test_a_full_disk_stops_the_run_with_a_word_and_the_table() -> None:
    run = autoplay(*small("--log-file", "/dev/full"))
    assert run.returncode == 1
    assert b"game 1 could not be saved: No space left on device" in run.stderr
    assert run.stdout.endswith(b"scores:\t0.0\n\n")


def test_wrong_arguments_print_the_usage_and_exit_with_1() -> None:
    for arguments in (["durak-dummy"], small("--match-size", "abc"), small("--move-time", "0")):
        run = autoplay(*arguments)
        assert run.returncode == 1
        assert run.stderr.startswith(b"usage: durak-autoplay")
        assert b"Traceback" not in run.stderr


def test_help_and_version() -> None:
    help_ = autoplay("--help").stdout
    assert help_.startswith(b"usage: durak-autoplay")
    assert b"Durak Autoplay" in help_
    assert re.fullmatch(rb"Durak Autoplay v[0-9.]+\n", autoplay("--version").stdout)


def test_debug_traces_every_line_with_engine_direction_and_microseconds() -> None:
    run = autoplay(*small("--debug", "--no-paired"))
    trace = run.stderr.decode().splitlines()
    assert all(re.fullmatch(r" *\d+ us E[12] (<-|->) .*", line) for line in trace)
    assert sum("<- game_end" in line for line in trace) >= 12
    sent = sum(" <- " in line for line in trace) - sum("game_end" in line for line in trace)
    assert sent == sum(" -> " in line for line in trace)


def test_engine_names_of_any_bytes_come_back_as_they_were_given(tmp_path: Path) -> None:
    folder = tmp_path / "Дурак"
    folder.mkdir()
    engine = os.fsencode(folder) + b"/\xff#"
    Path(os.fsdecode(engine)).symlink_to(Path(sys.executable).with_name("durak-dummy"))
    log = tmp_path / "odd.log"
    run = subprocess.run(
        [*AUTOPLAY, engine, "durak-dummy", "--match-size", "1", "--log-file", str(log)],
        capture_output=True, timeout=300, check=True,
    )  # fmt: skip
    assert b"Engine1 (" + engine + b") scores:" in run.stdout
    assert os.fsencode(games_of(log)[0].names[0]) == engine


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_run_with_the_table_of_what_was_played(
    number: signal.Signals, tmp_path: Path
) -> None:
    pid_file = tmp_path / "pids"
    log = tmp_path / "some.log"
    # The third game never ends by itself: its engine is silent, and time is plenty.
    slow = rogue("silent", "--at", "5", "--pid-file", str(pid_file), "--in-game", "4")
    command = [*AUTOPLAY, slow, "durak-dummy", "--match-size", "2", "--log-file", str(log)]
    with subprocess.Popen(
        [*command, "--move-time", "600", "--concurrency", "1", "--counter", "always"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout
        read_until(run.stdout, b"\r3 of 20")
        run.send_signal(number)
        rest, errors = run.communicate(timeout=120)
    assert run.returncode == 128 + number
    assert errors == b""
    assert rest.decode().splitlines()[0] == ""
    assert re.search(rb"Match 1 - Engine1 wins: \d, Engine2 wins: \d, Draws: \d\n$", rest)
    assert all_end(pids_in(pid_file))
    assert [game.game_id for game in games_of(log)] == [1, 2]


def test_a_run_whose_output_nobody_reads_ends_quietly(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*AUTOPLAY, *small()[:2], "--matches-number", "1000", "--counter", "always"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout and run.stderr
        os.read(run.stdout.fileno(), 100)
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait(timeout=120) == 141


def test_engines_do_not_outlive_a_runner_that_is_killed(tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    # Like pyDurak's own engines, it never stops when its input ends.
    spinning = rogue("spin-at-end", "--pid-file", str(pid_file))
    with subprocess.Popen(
        [*AUTOPLAY, spinning, "durak-dummy", "--match-size", "100000", "--counter", "always"],
        stdout=subprocess.PIPE,
    ) as run:
        assert run.stdout
        read_until(run.stdout, b"\r3 of")
        run.kill()
    assert all_end(pids_in(pid_file))


def test_an_engine_that_is_gone_when_the_run_is_over_is_still_named_in_the_results(
    tmp_path: Path,
) -> None:
    engine = tmp_path / "engine"
    engine.write_text(f"#!/bin/sh\nexec {sys.executable} -m durak_engines.dummy\n")
    engine.chmod(0o755)
    results = tmp_path / "results.json"
    with subprocess.Popen(
        [*AUTOPLAY, str(engine), "durak-dummy", "--match-size=20", "--matches-number=1",
         "--json", str(results), "--concurrency", "1", "--counter", "always"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as run:  # fmt: skip
        assert run.stdout
        read_until(run.stdout, b"\r2 of 20")
        engine.unlink()
        _, errors = run.communicate(timeout=120)
    assert (run.returncode, errors) == (0, b"")
    assert json.loads(results.read_text())["engine1"]["command"] == str(engine)


@pytest.mark.slow
def test_results_that_cannot_be_written_at_the_end_are_a_failure_on_the_way() -> None:
    run = autoplay(*small("--json", "/dev/full"))
    assert run.returncode == 1
    assert b"results file /dev/full cannot be written: No space left" in run.stderr
    assert b"Match 3" in run.stdout


@pytest.mark.slow
def test_out_of_files_is_not_reported_as_a_game_that_could_not_be_saved() -> None:
    # With so many games there is work for every worker.
    many = ["durak-dummy", "durak-dummy", "--match-size", "5000", "--concurrency", "12"]
    run = subprocess.run(
        ["sh", "-c", 'ulimit -n 18; exec "$@"', "sh", *AUTOPLAY, *many],
        capture_output=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode != 0
    assert b"saved" not in run.stderr
    assert b"Too many open files" in run.stderr
    assert b"Traceback" not in run.stderr


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("counter", "lines"),
    [([], "6 of 6\n"), (["--counter=auto"], "6 of 6\n"), (["--counter=never"], "")],
)
def test_where_no_terminal_is_the_counter_is_one_line_or_none(
    counter: list[str], lines: str
) -> None:
    run = autoplay(*small("--seed", "1", *counter))
    assert run.stdout.decode().startswith(f"Playing 3 matches, 2 games each\n{lines}Engine1")


def test_on_a_terminal_the_counter_is_the_originals() -> None:
    with on_terminal([*AUTOPLAY, *small("--seed", "1")], 80, 24) as (_, output):
        seen = "".join(read_to_end(output))
    assert seen.replace("\r\n", "\n").startswith(
        "Playing 3 matches, 2 games each\n\r1 of 6\r2 of 6\r3 of 6\r4 of 6\r5 of 6\r6 of 6\nEngine1"
    )


def test_standard_error_and_the_json_say_that_an_engine_against_itself_can_only_be_even(
    tmp_path: Path,
) -> None:
    path = tmp_path / "results.json"
    run = autoplay(*small("--json", str(path)))
    note = run.stderr.decode().removeprefix("durak-autoplay: ").removesuffix("\n")
    assert note.startswith("Both engines are the same command and play every deal from both seats")
    assert "even by construction" in note
    assert note.endswith("--no-paired plays each deal once.")
    assert json.loads(path.read_text())["notes"] == [note]
    alone = autoplay(*small("--json", "-"))
    assert (json.loads(alone.stdout)["notes"], alone.stderr) == ([note], b"")
    assert json.loads(autoplay(*small("--no-paired", "--json", "-")).stdout)["notes"] == []
