"""A log from a pipe, standard input or gzip is read as a file is, where it is only read."""

import gzip
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from durak_tui.cli import screens
from tests.cli.commands import CapFd, Patch, command, refused_match
from tests.common.test_unpack import as_stdin, piped
from tests.records.games import GENUINE_LOG
from tests.records.storing import file_size_limit

COMMANDS = {
    "show": ("show",),
    "show --json": ("show", "--json"),
    "show --game": ("show", "--game", 3, "--format", "log"),
    "stats": ("stats",),
    "review": ("review", "--worlds", 1, "--game", 27),
    "verify": ("verify",),
}
Result = tuple[int, str, str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def packed(folder: Path, log: Path = GENUINE_LOG, name: str = "packed.log.gz") -> Path:
    path = folder / name
    path.write_bytes(gzip.compress(log.read_bytes()))
    return path


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_every_command_that_only_reads_a_log_takes_it_from_anywhere(
    words: tuple[object, ...], folder: Path, capfd: CapFd
) -> None:
    log = folder / "games.log"
    log.write_bytes(GENUINE_LOG.read_bytes())

    def run(path: object) -> Result:
        name, *options = words
        return command(capfd, name, path, *options)

    wanted = run(log)
    assert wanted[0] == (2 if words == ("verify",) else 0)
    expected = [wanted[1], wanted[2].replace(str(log), "LOG")]
    for data in (log.read_bytes(), gzip.compress(log.read_bytes())):
        with piped(data) as fd:
            path = f"/dev/fd/{fd}"
            code, output, error = run(path)
            assert (code, [output, error.replace(path, "LOG")]) == (wanted[0], expected)
        with piped(data) as fd, as_stdin(fd):
            code, output, error = run("-")
            assert (code, [output, error.replace("standard input", "LOG")]) == (wanted[0], expected)
    for other in (packed(folder), packed(folder, name="packed.log")):
        code, output, error = run(other)
        assert (code, [output, error.replace(str(other), "LOG")]) == (wanted[0], expected)
    beside = [file.name for file in folder.iterdir() if file.suffix == ".review"]
    saved = ["games.log.review", "packed.log.gz.review", "packed.log.review"]
    assert sorted(beside) == (saved if words[0] == "review" else [])


def test_what_is_wrong_with_the_input_is_said_in_a_line(folder: Path, capfd: CapFd) -> None:
    cut = packed(folder)
    os.truncate(cut, cut.stat().st_size // 2)
    said = {
        cut: f"{cut} cannot be read: Its compressed data is damaged or cut off",
        "-": "standard input: there are no games in this file",
    }
    with open("/dev/null", "rb") as nothing, as_stdin(nothing.fileno()):
        for path, text in said.items():
            for name in ("show", "stats", "review", "verify"):
                assert command(capfd, name, path) == (2, "", f"durak-tui: {text}\n")


def test_a_full_disk_is_said_in_a_line(folder: Path, capfd: CapFd) -> None:
    path = packed(folder)
    with file_size_limit(10_000):
        code, output, error = command(capfd, "stats", path)
    text = f"no temporary copy of {path} can be written: File too large"
    assert (code, output, error) == (2, "", f"durak-tui: {text}\n")


def test_a_log_is_not_overwritten_by_its_own_game(folder: Path, capfd: CapFd) -> None:
    path = packed(folder)
    data = path.read_bytes()
    game = "--game", 22, "--format", "log", "--output", path
    with path.open("rb") as file, as_stdin(file.fileno()):
        for log in (path, "-"):
            code, _, errors = command(capfd, "show", log, *game)
            assert code == 2 and "It is the log that the games come from" in errors
    assert path.read_bytes() == data


COMPRESSED = "It is compressed: unpack it first, as with gunzip\n"
NOT_GZ = "Logs are written uncompressed: leave out .gz\n"
READS = "Only durak-tui show, stats, review and verify read standard input\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--log-file", "packed.log.gz"], f"log file packed.log.gz cannot be written: {NOT_GZ}"),
        (["--log-file", "new.log.gz"], f"log file new.log.gz cannot be written: {NOT_GZ}"),
        (["--log-file", "packed.log"], f"log file packed.log cannot be written: {COMPRESSED}"),
        (
            ["--log-file", "packed.log", "--resume"],
            f"log file packed.log cannot be written: {COMPRESSED}",
        ),
        (["--deals", "packed.log.gz"], f"deals cannot be read from packed.log.gz: {COMPRESSED}"),
        (["--deals", "-"], f"deals cannot be read from -: {READS}"),
    ],
)
def test_a_run_takes_none_of_these(
    options: list[str], said: str, folder: Path, capfd: CapFd
) -> None:
    packed(folder), packed(folder, name="packed.log")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert refused_match(capfd, *options) == said
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_ones_own_record_takes_neither(folder: Path, capfd: CapFd) -> None:
    said = f"{packed(folder)} cannot be read: {COMPRESSED}"
    assert command(capfd, "me", "--log", packed(folder)) == (2, "", f"durak-tui: {said}")
    said = f"standard input cannot be read: {READS}"
    assert command(capfd, "me", "--log", "-") == (2, "", f"durak-tui: {said}")


@pytest.mark.parametrize("program", [None, screens.logviewer])
def test_a_screen_does_not_read_standard_input(
    program: Callable[[], int] | None,
    capfd: CapFd,
    monkeypatch: Patch,
) -> None:
    if program is None:
        code, _, error = command(capfd, "logs", "-")
    else:
        monkeypatch.setattr("sys.argv", ["durak-logviewer", "-"])
        code, error = program(), capfd.readouterr().err
    assert code == 2
    assert "a screen cannot read a log from standard input; use durak-tui show -" in error
    assert error.count("\n") == 1
