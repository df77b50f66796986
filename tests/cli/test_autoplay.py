"""``durak-autoplay`` as its users run it."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from durak_tui.cli.autoplay import main
from durak_tui.records.record import NORMAL, VOID
from tests.cli.commands import AUTOPLAY, DATA, CapFd, autoplay, command, refused_match, small
from tests.cli.terminal import on_terminal, read_to_end
from tests.conftest import rogue
from tests.processes import all_end, pids_in, read_until
from tests.records.games import GENUINE_LOG, games_of

EXAMPLES = Path(__file__).parents[2] / "engines" / "examples"
LOSER = "sh -c 'while read line; do echo ok; done'"


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


def test_a_match_is_played_with_24_cards_by_engines_that_know_nothing_of_it(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    thrifty = f"{sys.executable} {EXAMPLES / 'thrifty.py'}"
    thinker = "durak-montecarlo --determinizations 20 --seed 1"
    sizes = "--matches-number=1", "--match-size=10", "--deck=24", "--seed=1"
    assert autoplay(thrifty, thinker, *sizes, "--log-file", str(log)).returncode == 0
    games = games_of(log)
    assert [len(game.deal.deck) for game in games] == [24] * 10
    assert {game.ending.reason for game in games} == {NORMAL}


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


def test_faults_are_counted_by_engine_and_reason_with_their_games(tmp_path: Path) -> None:
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


def test_a_void_game_counts_for_neither_and_keeps_the_last_words_of_both(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("no-such-engine", "not found"),
        ("durak-dumy", "did you mean durak-dummy"),
        (rogue("dead-on-arrival"), "no brain found"),
        ("/", "folder"),
    ],
)
def test_an_engine_that_cannot_be_started_ends_the_run_before_the_first_game(
    engine: str, said: str, tmp_path: Path, capfd: CapFd
) -> None:
    files = "--log-file", tmp_path / "games.log", "--json", tmp_path / "results.json"
    code, output, errors = command(capfd, "durak-dummy", engine, *files, program=main)
    assert (code, output) == (2, "")
    assert said in errors
    assert not list(tmp_path.iterdir())


def test_a_script_that_cannot_be_run_gets_advice(tmp_path: Path, capfd: CapFd) -> None:
    script = tmp_path / "engine.py"

    def complaint() -> str:
        return command(capfd, script, "durak-dummy", program=main)[2]

    script.write_text("print('ok')\n")
    assert f'try "python3 {script}"' in complaint()
    script.chmod(0o755)
    assert "a first line such as #!" in complaint()
    script.write_text("#!/no/such/python\n")
    assert "interpreter" in complaint()


def test_files_that_cannot_be_used_are_found_at_the_start(tmp_path: Path, capfd: CapFd) -> None:
    pipe, log, new, link = (tmp_path / name for name in ("pipe", "games.log", "new", "link"))
    os.mkfifo(pipe)
    log.write_bytes(GENUINE_LOG.read_bytes())
    link.symlink_to(new)
    for options, said in (
        (("--log-file", new / "x"), "cannot be written: No such file or directory"),
        (("--json", new / "x"), "cannot be written: No such file or directory"),
        (("--log-file", pipe), "cannot be written: No such device or address"),
        (("--json", pipe), "cannot be written: No such device or address"),
        (("--stderr", log / "x"), "cannot be written: Not a directory"),
        (("--json", log), "games.log is a log of games: name another file for the results"),
        (("--log-file", new, "--json", new), "must be different files"),
        (("--log-file", new, "--json", link), "must be different files"),
        (("--deals", log, "--match-size=100"), "has too few deals: 30 of 1000: lower --matches"),
    ):
        assert said in refused_match(capfd, *options)
    assert log.read_bytes() == GENUINE_LOG.read_bytes()
    assert not new.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--sprt 10,0", "--sprt: "),
        ("--sprt 0,10,0.6,0.6", "--sprt: "),
        ("--debug --concurrency 2", "--debug plays one game at a time"),
        ("--cluster x --debug", "--cluster cannot be used with"),
        ("--deals x.log --seed 1", "--deals cannot be used with --seed"),
        ("--deals x.log --deck 36", "--deals cannot be used with --deck"),
    ],
)
def test_options_that_exclude_each_other_are_refused(options: str, said: str, capfd: CapFd) -> None:
    assert said in refused_match(capfd, *options.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("a", "required: ENGINE2"),
        ("a b --match-size abc", "invalid"),
        ("a b --move-time 0", "--move-time"),
        ("a b --concurrency 0", "is not a number above 0"),
        ("a b --sprt 0", "is not ELO0,ELO1"),
        ("a b --sprt a,b", "is not ELO0,ELO1"),
    ],
)
def test_wrong_arguments_print_usage_and_exit_with_1(words: str, said: str, capfd: CapFd) -> None:
    code, output, errors = command(capfd, *words.split(), program=main)
    assert (code, output) == (1, "")
    assert errors.startswith("usage: durak-autoplay") and said in errors


def test_a_full_disk_stops_the_run_with_a_word_and_the_table() -> None:
    run = autoplay(*small("--log-file", "/dev/full"))
    assert run.returncode == 1
    assert b"game 1 could not be saved: No space left on device" in run.stderr
    assert run.stdout.endswith(b"scores:\t0.0\n\n")


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
def test_a_signal_ends_it_with_the_table_so_far(number: signal.Signals, tmp_path: Path) -> None:
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
    [([], "6 of 6\n"), (["--counter=never"], "")],
)
def test_without_a_terminal_the_counter_is_one_line_or_none(counter: list[str], lines: str) -> None:
    run = autoplay(*small("--seed", "1", *counter))
    assert run.stdout.decode().startswith(f"Playing 3 matches, 2 games each\n{lines}Engine1")


def test_on_a_terminal_the_counter_is_the_originals() -> None:
    with on_terminal([*AUTOPLAY, *small("--seed", "1")], 80, 24) as (_, output):
        seen = "".join(read_to_end(output))
    assert seen.replace("\r\n", "\n").startswith(
        "Playing 3 matches, 2 games each\n\r1 of 6\r2 of 6\r3 of 6\r4 of 6\r5 of 6\r6 of 6\nEngine1"
    )


def test_a_note_says_that_an_engine_against_itself_is_even(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text("something older")
    run = autoplay(*small("--json", str(path)))
    assert run.stdout.startswith(b"Playing 3 matches")
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]
    note = run.stderr.decode().removeprefix("durak-autoplay: ").removesuffix("\n")
    assert note.startswith("Both engines are the same command and play every deal from both seats")
    assert "even by construction" in note
    assert note.endswith("--no-paired plays each deal once.")
    assert json.loads(path.read_text())["notes"] == [note]
    alone = autoplay(*small("--json", "-"))
    assert (json.loads(alone.stdout)["notes"], alone.stderr) == ([note], b"")
    assert json.loads(autoplay(*small("--no-paired", "--json", "-")).stdout)["notes"] == []


# The statistics.


@pytest.mark.slow
def test_stats_follow_the_table_for_pairs_and_for_single_games() -> None:
    plain = autoplay(*small("--seed", "1"))
    run = autoplay(*small("--seed", "1", "--stats"))
    assert run.returncode == 0
    table = plain.stdout.decode()
    assert run.stdout.decode().startswith(table)
    block = run.stdout.decode()[len(table) :]
    pairs, singles, runner = block.strip().split("\n\n")
    assert pairs.startswith("Score of Engine1 (durak-dummy): 50.00 % (6 games)\n")
    assert re.search(r"^Pairs LL LD WL DD WD WW: 0 0 \d \d 0 0$", pairs, re.MULTILINE)
    assert singles.startswith("Every game for itself\nScore of Engine1 (durak-dummy): 50.00 %")
    assert re.search(r"^Elo of Engine1 \(durak-dummy\): \+0\.00 ± \d", singles, re.MULTILINE)
    assert re.fullmatch(
        r"Runner: [\d.]+ us per command on no engine's clock,\n"
        r"        of them [\d.]+ us for the pipe, both ways",
        runner,
    )


def test_without_pairs_there_is_one_block() -> None:
    block = autoplay(*small("--seed", "1", "--stats", "--no-paired")).stdout.decode()
    assert block.count("Score of Engine1") == 1
    assert "Pairs" not in block


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--sprt=0,100"], ["--sprt=0,100,0.1,0.1", "--no-paired"]])
def test_a_run_that_its_test_has_ended_is_not_played_on(options: list[str], tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    run = [
        *("durak-dummy", LOSER, "--match-size=100", "--seed=1", "--log-file", str(log)),
        *options,
    ]
    assert "H1 accepted" in autoplay(*run, "--concurrency=2").stdout.decode()
    played = len(games_of(log))
    assert played < 1000
    assert "H1 accepted" in autoplay(*run, "--resume").stdout.decode()
    assert len(games_of(log)) == played


def test_a_test_against_getting_weaker_is_given_as_it_is_written() -> None:
    run = autoplay(*small("--sprt", "-5,0", "--stats", "--json", "-"))
    assert run.returncode == 0
    statistics = json.loads(run.stdout)["statistics"]
    assert statistics["lower"] < statistics["llr"] < statistics["upper"]
