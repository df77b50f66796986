"""``durak-tui tournament`` as its users run it."""

import json
import re
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from durak_tui.cli import tournament as tournament_command
from durak_tui.records.writer import LogWriter
from durak_tui.tournament.tournament_run import Tournament
from tests.cli.commands import CapFd, Patch, command
from tests.cli.tournaments import FILES, TOURNAMENT, dummies, results_in, tournament, write_cup
from tests.conftest import rogue
from tests.processes import all_end, look_until, pids_in, read_until
from tests.records.games import GENUINE_LOG, games_of
from tests.strict_html import Page
from tests.tournament.synthetic import folder_names

HACKER = """\
read init; echo ok
read deal; echo ok
read question; echo "<script>alert($LEVEL)</script>" >&2
exit 3
"""

# A whole tournament, and what it leaves.


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A round-robin of good and bad engines: its folder and what was printed."""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "hacker.sh").write_text(HACKER)
    hacker = shlex.join(["sh", str(folder / "hacker.sh")])
    path = write_cup(folder, "round-robin", [*dummies(1), ("rogue|*", rogue("good"))], 4, seed=5)
    with open(path, "a") as file:
        for level in (1, 2):
            file.write(
                f'[[engine]]\nname = "hacker {level}"\ncommand = {json.dumps(hacker)}\n'
                f'env = {{ LEVEL = "{level}" }}\n'
            )
    run = tournament(path, "--concurrency", "2")
    assert (run.returncode, run.stderr) == (0, "")
    return folder / "out", run.stdout


@pytest.mark.slow
def test_its_progress_is_printed_line_by_line(mixed: tuple[Path, str]) -> None:
    _, printed = mixed
    lines = printed.splitlines()
    assert lines[0] == "Round robin of 4 engines, 4 games per pairing, 24 in all"
    assert lines[1] == "Round 1: dummy1 4.0 - 0.0 rogue|*"
    assert len([line for line in lines if re.match(r"Round \d", line)]) == 6
    head = next(number for number, line in enumerate(lines) if "Engine" in line)
    assert lines[head].split() == ["Engine", "Points", "Score", "Elo"]
    assert re.fullmatch(r"1  dummy1 +12\.0/12  100\.0 % +> \+\d+", lines[head + 1])
    assert re.fullmatch(r"2  rogue\|\* +8\.0/12 +66\.7 %  \+\d+\.\d ± \d+\.\d", lines[head + 2])
    assert lines[-3] == "Games with faults: 20"
    assert lines[-2] == "Winner: dummy1"
    assert re.fullmatch(r"Report: .*/out/report\.md, also as \.html and results\.json", lines[-1])


def test_each_failed_game_is_reported_with_the_last_words_as_text(mixed: tuple[Path, str]) -> None:
    records = games_of(mixed[0] / "games.log")
    page = (mixed[0] / "report.html").read_text()
    text = (mixed[0] / "report.md").read_text()
    parsed = Page(page)
    assert parsed.needs_nothing_else()
    assert "<script" not in page
    failed = [record for record in records if record.ending.engine is not None]
    for record in failed:
        assert f'<h3 id="game-{record.game_id}">Game {record.game_id}: ' in page
        assert f"### Game {record.game_id}: " in text
    for level, engine in ((1, "hacker 1"), (2, "hacker 2")):
        alone = [r for r in failed if r.ending.engine is not None
                 and r.names[r.ending.engine] == engine]  # fmt: skip
        assert alone
        words = f"<pre><code>&lt;script&gt;alert({level})&lt;/script&gt;"
        assert page.count(words) == len(alone)
        # In Markdown a listing needs no escapes.
        assert text.count(f"```\n<script>alert({level})</script>\n```") == len(alone)
        assert f"LEVEL={level}" in page


def test_the_reports_are_the_same_again_from_the_log(mixed: tuple[Path, str]) -> None:
    folder, _ = mixed
    assert folder_names(folder) == FILES
    before = {name: (folder / name).read_bytes() for name in FILES}
    for name in FILES[1:]:
        (folder / name).unlink()
    run = tournament(str(folder.parent / "cup.toml"), "--resume")
    assert run.returncode == 0
    assert "Resuming after game 24\n" in run.stdout
    assert {name: (folder / name).read_bytes() for name in FILES} == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "engines", "games"), [("gauntlet", 3, 8), ("swiss", 5, 24), ("knockout", 3, 28)]
)
def test_concurrency_changes_no_result(form: str, engines: int, games: int, tmp_path: Path) -> None:
    summary, printed = [], []
    for concurrency in ("1", "2"):
        folder = tmp_path / concurrency
        folder.mkdir()
        path = write_cup(folder, form, dummies(engines), 4)
        run = tournament(path, "--concurrency", concurrency)
        assert run.returncode == 0
        printed.append(run.stdout.replace(str(folder), ""))
        summary.append(results_in(folder / "out"))
        assert summary[-1]["played"] == summary[-1]["total"] == games
        assert len(games_of(folder / "out" / "games.log")) == games
    assert summary[0] == summary[1]
    assert printed[0] == printed[1]


@pytest.mark.slow
def test_a_knockout_between_equals_is_played_on_and_then_seeded(tmp_path: Path) -> None:
    run = tournament(write_cup(tmp_path, "knockout", dummies(3), 2))
    lines = [line for line in run.stdout.splitlines() if line.startswith(("Round", "Winner"))]
    assert lines == [
        "Round 1: dummy2 1.0 - 1.0 dummy3",
        "Round 1: dummy1 has a bye",
        *(f"Round 1, pair {n} more: dummy2 1.0 - 1.0 dummy3" for n in range(1, 6)),
        "Round 1: dummy2 advances as the better seed",
        "Round 2: dummy1 1.0 - 1.0 dummy2",
        *(f"Round 2, pair {n} more: dummy1 1.0 - 1.0 dummy2" for n in range(1, 6)),
        "Round 2: dummy1 advances as the better seed",
        "Winner: dummy1",
    ]


# Before the first game.


def refused(capfd: CapFd, path: object, *options: str) -> str:
    """The complaint of the command about a tournament that it does not begin."""
    code, output, errors = command(capfd, "tournament", path, *options)
    assert (code, output) == (2, "")
    assert errors.startswith("durak-tui: ") and errors.count("\n") == 1
    return errors


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("no-such-engine", "last: engine 'no-such-engine' not found"),
        (rogue("dead-on-arrival"), "last: engine 'last' did not start: exited with code 1"),
    ],
)
def test_an_engine_that_does_not_start_is_found_before_the_first_game(
    engine: str, said: str, tmp_path: Path, capfd: CapFd
) -> None:
    path = write_cup(tmp_path, "gauntlet", [*dummies(2), ("last", engine)], 2)
    assert said in refused(capfd, path)
    assert folder_names(tmp_path / "out") == ["games.log"]
    assert not (tmp_path / "out" / "games.log").stat().st_size


def test_files_that_cannot_be_used_are_found_at_the_start(tmp_path: Path, capfd: CapFd) -> None:
    path, out = Path(write_cup(tmp_path, "gauntlet", dummies(2), 2)), tmp_path / "out"
    out.write_text("a file")
    assert "cannot be created: File exists" in refused(capfd, path)
    out.unlink()
    for name in FILES[1:]:
        (out / name).unlink(missing_ok=True)
        (out / name).mkdir(parents=True)
        assert f"out/{name} cannot be written: Is a directory" in refused(capfd, path)
        assert not any(each.endswith(".new") for each in folder_names(out))
        (out / name).rmdir()
    log = out / "games.log"
    with LogWriter(log, alone=True):
        assert "games.log is being written by another run" in refused(capfd, path)
    log.write_bytes(GENUINE_LOG.read_bytes())
    assert "already has games: resume with --resume" in refused(capfd, path)
    assert log.read_bytes() == GENUINE_LOG.read_bytes()
    path.write_text(path.read_text().replace("games = 2", "games = 3"))
    assert "cup.toml: games: must be even, not 3" in refused(capfd, path)


def test_a_full_disk_stops_it_with_a_word_and_the_reports(tmp_path: Path, capfd: CapFd) -> None:
    path = write_cup(tmp_path, "gauntlet", dummies(2), 2)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "games.log").symlink_to("/dev/full")
    code, output, errors = command(capfd, "tournament", path, "--concurrency=1")
    assert code == 1
    assert "game 1 could not be saved: No space left on device" in errors
    assert "Stopped after game 0 of 2" in output
    assert folder_names(tmp_path / "out") == FILES


@pytest.mark.parametrize(("seconds", "written"), [(1.0, [0, 4, 12]), (0.0, [0, 4, 8, 12, 12])])
def test_reports_are_written_after_every_round_unless_that_takes_long(
    seconds: float, written: list[int], tmp_path: Path, capfd: CapFd, monkeypatch: Patch
) -> None:
    path = write_cup(tmp_path, "round-robin", dummies(4), 2)
    now, reported = 0.0, []

    def slow(played: Tournament) -> None:
        nonlocal now
        now += seconds
        reported.append(played.scores.played)

    monkeypatch.setattr(tournament_command, "write_reports", slow)
    monkeypatch.setattr(tournament_command, "monotonic", lambda: now)
    assert command(capfd, "tournament", path, "--concurrency=1")[0] == 0
    assert reported == written


# Stopped, and resumed.


@pytest.mark.few(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_with_the_reports_so_far(number: signal.Signals, tmp_path: Path) -> None:
    pid_file = tmp_path / "pids"
    # The greeting is the first process; the eighth game never ends by itself.
    slow = rogue("silent", "--at", "5", "--pid-file", str(pid_file), "--in-game", "5")
    path = write_cup(tmp_path, "gauntlet", [*dummies(2), ("slow", slow)], 4, move_time=600)
    out = tmp_path / "out"
    with subprocess.Popen(
        [*TOURNAMENT, path, "--concurrency=1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        seen = read_until(process.stdout, b"Round 1: dummy1 2.0 - 2.0 dummy2\n")
        look_until(lambda: (out / "games.log").read_bytes().count(b"\n####") == 6)
        process.send_signal(number)
        rest, errors = process.communicate(timeout=120)
    assert process.returncode == 128 + number
    assert errors == b""
    lines = (seen + rest).decode().splitlines()
    assert lines[-2] == "Stopped after game 7 of 8; resume with --resume"
    assert all_end(pids_in(pid_file))
    summary = json.loads((out / "results.json").read_text())
    assert (summary["played"], summary["total"], summary["complete"]) == (7, 8, False)
    assert [pairing["played"] for pairing in summary["pairings"]] == [4, 3]
    assert folder_names(out) == FILES
    # Any other process of that engine plays on.
    again = tournament(path, "--resume")
    assert again.returncode == 0
    assert "Resuming after game 7\n" in again.stdout
    assert json.loads((out / "results.json").read_text())["complete"]
