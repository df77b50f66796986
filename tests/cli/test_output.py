"""Commands whose output goes somewhere odd, or nowhere at all."""

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from io import BytesIO, FileIO, TextIOWrapper
from pathlib import Path
from typing import Final

import pytest

from durak_tui.cli.autoplay import main as autoplay_main
from durak_tui.cli.common import BROKEN_OUTPUT, StandardOutput
from durak_tui.cli.main import main
from durak_tui.cli.screens import gui, logviewer
from durak_tui.records.log_format import encode_game
from tests.cli.commands import AUTOPLAY, CapFd, Patch, autoplay, small
from tests.records.games import GENUINE_LOG, games_of, random_game

DURAK_TUI = [sys.executable, "-m", "durak_tui.cli.main"]


def in_shell(wrapping: str, *command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a shell, as the ``{}`` in what is wrapped around it."""
    return subprocess.run(
        ["/bin/sh", "-c", wrapping.format(f"exec {shlex.join(command)}")],
        capture_output=True,
        timeout=300,
        check=False,
    )


def test_a_run_without_standard_output_plays_all_games_and_says_so(tmp_path: Path) -> None:
    log = tmp_path / "games.log"
    run = in_shell("{} >&-", *AUTOPLAY, *small("--log-file", str(log)))
    assert run.returncode == 1
    assert run.stderr == (
        b"durak-autoplay: standard output cannot be written: Bad file descriptor\n"
    )
    assert len(games_of(log)) == 6


@pytest.mark.few(1)
@pytest.mark.parametrize("options", [[], ["--json", "-"]])
def test_a_full_disk_behind_standard_output_is_an_error(options: list[str]) -> None:
    run = in_shell("{} >/dev/full", *AUTOPLAY, *small(*options))
    assert run.returncode == 1
    assert run.stderr.endswith(b"standard output cannot be written: No space left on device\n")
    assert run.stderr.count(b"\n") == 1


PRINTING: Final = [
    f"durak-tui show {GENUINE_LOG}",
    f"durak-tui show {GENUINE_LOG} --game 1",
    "durak-tui --help",
    "durak-tui --version",
    "durak-tui --completion bash",
    "durak-tui tournament --help",
    "durak-tui new-engine --guide",
    "durak-tui stats --wins 3 --losses 1 --json",
    "durak-tui solve --attacker 6C --defender 7C --trump 7S --json",
    "durak-autoplay --help",
    "durak-autoplay --version",
    "durak-gui --help",
    "durak-logviewer --help",
]
"""Command lines that only print, of each program and of each kind."""
PROGRAMS: Final = {
    "durak-tui": main,
    "durak-autoplay": autoplay_main,
    "durak-gui": gui,
    "durak-logviewer": logviewer,
}


def printed_to(output: TextIOWrapper | None, line: str, monkeypatch: Patch) -> int | str | None:
    """The exit code of a command line with this standard output."""
    program, *words = line.split()
    monkeypatch.setattr(sys, "argv", [program, *words])
    monkeypatch.setattr(sys, "stdout", output)
    try:
        return PROGRAMS[program]()
    except SystemExit as exit_:
        return exit_.code or 0


@pytest.mark.parametrize("line", PRINTING)
def test_output_that_cannot_be_printed_is_one_line_of_complaint_and_goes_nowhere_else(
    line: str, monkeypatch: Patch, capfd: CapFd
) -> None:
    program = line.partition(" ")[0]
    with TextIOWrapper(FileIO("/dev/full", "w")) as full:
        for output, why in ((full, "No space left on device"), (None, "Bad file descriptor")):
            code = printed_to(output, line, monkeypatch)
            said = f"{program}: standard output cannot be written: {why}\n"
            assert (code, *capfd.readouterr()) == (1, "", said)


def test_signs_of_numbers_have_a_plain_form_where_they_are_missing(monkeypatch: Patch) -> None:
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="ascii"))
    StandardOutput().line("6\N{NO-BREAK SPACE}%, +3 ± 2, 6♥")
    assert written.getvalue() == b"6 %, +3 +/- 2, 6\\u2665\n"


@pytest.mark.parametrize("line", PRINTING)
def test_a_reader_who_leaves_is_no_complaint(line: str, monkeypatch: Patch, capfd: CapFd) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with TextIOWrapper(FileIO(writing, "w")) as pipe:
        code = printed_to(pipe, line, monkeypatch)
    assert (code, capfd.readouterr().err) == (BROKEN_OUTPUT, "")


def test_wrong_arguments_are_no_complaint_on_standard_output(
    monkeypatch: Patch, capfd: CapFd
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    for line, exit_code in (("durak-tui show", 2), ("durak-autoplay", 1)):
        with TextIOWrapper(FileIO(os.dup(1), "w")) as output:
            assert printed_to(output, line, monkeypatch) == exit_code
    assert capfd.readouterr().out == ""


@pytest.mark.few(1)
@pytest.mark.parametrize("options", ["--help", "--completion bash"])
def test_a_program_has_nothing_to_add_as_it_exits(options: str) -> None:
    run = in_shell("unset PYTHONUNBUFFERED; {} >/dev/full", *DURAK_TUI, *options.split())
    assert run.returncode == 1
    assert run.stderr == (
        b"durak-tui: standard output cannot be written: No space left on device\n"
    )


@pytest.mark.slow
def test_a_trace_that_cannot_be_written_does_the_table_no_harm() -> None:
    table = autoplay(*small("--seed", "1")).stdout
    for nowhere in ("2>&-", "2>/dev/full"):
        run = in_shell("{} " + nowhere, *AUTOPLAY, *small("--seed", "1", "--debug"))
        assert run.returncode == 0
        assert run.stdout == table


@pytest.mark.slow
def test_table_and_json_go_to_the_same_file_one_after_the_other(tmp_path: Path) -> None:
    both = tmp_path / "both"
    command = [*AUTOPLAY, *small("--json", "/dev/stdout", "--no-paired")]
    with both.open("wb") as file:
        subprocess.run(command, stdout=file, timeout=300, check=True)
    table, brace, result = both.read_text().partition("{")
    assert table.startswith("Playing 3 matches, 2 games each\n")
    assert re.search(r"\nMatch 3 - Engine1 wins: \d, Engine2 wins: \d, Draws: \d\n$", table)
    assert len(json.loads(brace + result)["games"]) == 6


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("seconds", ["3000000", "1e300"])
def test_there_is_no_time_that_is_too_long(seconds: str) -> None:
    for concurrency in ("1", "2"):
        run = autoplay(*small("--no-paired", "--move-time", seconds, "--concurrency", concurrency))
        assert run.returncode == 0
        assert run.stderr == b""
        assert b"Faults" not in run.stdout


@pytest.mark.few(1)
@pytest.mark.parametrize("limit", [10, 16])
def test_a_machine_without_enough_files_is_reported_in_one_line(limit: int) -> None:
    run = in_shell(f"ulimit -n {limit}; {{}}", *AUTOPLAY, *small("--concurrency=1"))
    assert run.returncode in (1, 2)
    assert b"no engine can be started: Too many open files" in run.stderr
    assert run.stderr.count(b"\n") == 1
    assert b"Faults" not in run.stdout


def test_results_are_whole_although_the_disk_for_them_was_full() -> None:
    run = in_shell(
        "ulimit -f 3; {}",
        *AUTOPLAY, "durak-dummy", "durak-dummy", "--matches-number=1", "--match-size=50",
        "--concurrency=1", "--json=-",
    )  # fmt: skip
    assert run.returncode == 1
    found = re.fullmatch(
        rb"durak-autoplay: stopped: the result of game (\d+) could not be saved: File too large\n",
        run.stderr,
    )
    assert found
    result = json.loads(run.stdout)
    kept = list(range(1, int(found[1])))
    assert kept
    assert [game["id"] for game in result["games"]] == kept
    assert result["engine1"]["wins"] + result["engine2"]["wins"] + result["draws"] == len(kept)


def test_emoji_and_words_with_joiners_are_shown_as_they_are(tmp_path: Path, capfd: CapFd) -> None:
    log = tmp_path / "people.log"
    log.write_bytes(encode_game(replace(random_game(1), names=("👩‍🚀", "می‌خواهم"))))
    for words in (["show", str(log)], ["show", str(log), "--game", "1"], ["stats", str(log)]):
        assert main(words) == 0
        printed = capfd.readouterr().out
        assert "👩‍🚀" in printed and "می‌خواهم" in printed and "\\u200" not in printed
