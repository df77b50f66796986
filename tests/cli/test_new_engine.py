"""``durak-tui new-engine``: what it writes works as it is."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from durak_tui.cli.main import main
from durak_tui.engine.registry import LANGUAGES, Language
from durak_tui.engine.scaffold import EXAMPLE, GAMES
from tests.cli.commands import CapFd, Patch

SCRIPTS = Path(sys.executable).parent


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    """An empty folder to work in, and the program on PATH."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", str(SCRIPTS), prepend=":")
    return folder


def advised(text: str) -> list[str]:
    """The commands that it says come next."""
    return re.findall(r"^  (\S.*)$", text, re.MULTILINE)


def output_of(command: str) -> str:
    """The output of an advised command, with ample time for answers."""
    program, *words = shlex.split(command)
    patience = ["--move-time=60"] if Path(program).name.startswith("durak-") else []
    short = ["--matches-number=1", "--match-size=4"] if "autoplay" in command else []
    if "goldrush burrow" in command:
        short = ["-r=300"]
    elif "2048-random" in command:
        patience, short = ["--time=60"], ["--rounds=100", "--repeat=4"]
    run = subprocess.run(
        [program, *words, *patience, *short],
        capture_output=True, check=True, timeout=300, text=True,
    )  # fmt: skip
    return run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_it_advises_build_check_and_play_it(language: str, capsys: CapFd) -> None:
    if shutil.which(LANGUAGES[language].needs) is None:
        pytest.skip(f"{LANGUAGES[language].needs} is not installed")
    assert main(["new-engine", "my-own", "--language", language]) == 0
    *build, check, play = advised(capsys.readouterr().out)
    for command in build:
        output_of(command)
    assert ", 0 failed" in output_of(check)
    table = output_of(play)
    assert re.search(r"^Elo of Engine1 \(./my-own", table, re.MULTILINE)
    assert "Faults" not in table


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["python", "c"])
def test_a_player_of_another_game_is_built_checked_and_wins(
    game: str, language: str, folder: Path, capsys: CapFd
) -> None:
    if shutil.which(LANGUAGES[language].needs) is None:
        pytest.skip(f"{LANGUAGES[language].needs} is not installed")
    assert main(["new-engine", "my-own", "--language", language, "--game", game]) == 0
    *build, check, play = advised(capsys.readouterr().out)
    for command in build:
        output_of(command)
    assert "failed" not in output_of(check)
    first, *_ = output_of(play).splitlines()[1:]
    assert first.split()[1].startswith("./my-own")
    assert "my-own" in (folder / f"my-own{LANGUAGES[language].suffix}").read_text()


def test_there_is_no_player_of_another_game_in_every_language(folder: Path, capsys: CapFd) -> None:
    assert main(["new-engine", "mine", "--language", "perl", "--game", "2048"]) == 2
    assert "there are examples for 2048 in: python, c" in capsys.readouterr().err
    assert not list(folder.iterdir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_engine_bears_its_name_and_no_other(language: str, folder: Path) -> None:
    assert main(["new-engine", "Ivan_2", "--language", language]) == 0
    (written,) = folder.iterdir()
    assert written.name == f"Ivan_2{LANGUAGES[language].suffix}"
    text = written.read_text()
    assert EXAMPLE not in text.lower() and "Ivan_2" in text


@pytest.mark.parametrize("ending", ["py", "c", "js", "sh", "pl"])
def test_a_language_is_also_called_by_the_ending_of_its_files(ending: str, folder: Path) -> None:
    assert main(["new-engine", "mine", "--language", ending]) == 0
    assert [file.name for file in folder.iterdir()] == [f"mine.{ending}"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("two words", "cannot name an engine"),
        ("2nd", "cannot name an engine"),
        ("мой", "cannot name an engine"),
        ("new\n", "cannot name an engine"),
        ("x" * 61, "cannot name an engine"),
        ("durak-dummy", "ships with durak-tui"),
        ("json", "hide the module json"),
    ],
)
def test_an_unfit_name_is_refused(name: str, why: str, folder: Path, capsys: CapFd) -> None:
    assert main(["new-engine", name]) == 2
    assert why in capsys.readouterr().err
    assert not list(folder.iterdir())


@pytest.mark.parametrize("there", ["mine.c", "mine", "a link"])
def test_nothing_is_overwritten_even_by_compilers(there: str, folder: Path, capsys: CapFd) -> None:
    if there == "a link":
        (folder / "mine.c").symlink_to(folder / "elsewhere")
    else:
        (folder / there).write_text("years of work")
    before = list(folder.iterdir())
    assert main(["new-engine", "mine", "--language", "c"]) == 2
    assert " already exists" in capsys.readouterr().err
    assert list(folder.iterdir()) == before
    assert there == "a link" or (folder / there).read_text() == "years of work"


def test_a_folder_that_is_gone_is_reported(folder: Path, monkeypatch: Patch, capsys: CapFd) -> None:
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert main(["new-engine", "mine"]) == 2
    assert capsys.readouterr().err.startswith("durak-tui: mine.py cannot be written: ")


def test_a_missing_interpreter_is_named(monkeypatch: Patch, capsys: CapFd) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["new-engine", "mine", "--language", "javascript"]) == 0
    assert "It needs node, which is not on PATH." in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.few(1)
@pytest.mark.parametrize("on_path", [True, False])
def test_its_commands_can_be_typed_wherever_the_programs_are(
    on_path: bool, monkeypatch: Patch, capsys: CapFd
) -> None:
    if not on_path:
        monkeypatch.setenv("PATH", os.defpath)
    assert main(["new-engine", "mine"]) == 0
    printed = capsys.readouterr().out
    here = "" if on_path else f"{shlex.quote(str(SCRIPTS))}/"
    check, play = advised(printed)
    assert check == f"{here}durak-tui check ./mine.py"
    assert play == f"{here}durak-autoplay ./mine.py durak-dummy --stats"
    assert f": {here}durak-tui new-engine --guide\n" in printed
    assert ", 0 failed" in output_of(check)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_where_to_begin_and_the_file_leads_to_the_protocol(
    language: str, folder: Path, capsys: CapFd
) -> None:
    assert main(["new-engine", "mine", "--language", language]) == 0
    (written,) = folder.iterdir()
    said = re.search(r'the line "(.*)"\.', capsys.readouterr().out)
    text = written.read_text()
    assert said and text.count(said[1]) == 1
    assert "durak-tui new-engine --guide" in text
    if language != "python":  # whose library speaks the protocol
        head = text.partition("RANKS")[0]
        for command in ("init", "deal", "move", "respond", "give_more", "game_end"):
            assert re.search(rf"^\W+{command} ", head, re.MULTILINE)


@pytest.mark.parametrize(
    ("language", "file"), [("en", "engines/README.md"), ("ru", "docs/ru/engines.md")]
)
def test_the_guide_can_be_read_wherever_the_program_is_installed(
    language: str, file: str, monkeypatch: Patch, capsys: CapFd
) -> None:
    monkeypatch.setenv("LANG", f"{language}.UTF-8")
    assert main(["new-engine", "--guide"]) == 0
    root = Path(__file__).parents[2]
    assert capsys.readouterr().out == (root / file).read_text(encoding="utf-8")
    project = tomllib.loads((root / "pyproject.toml").read_text())
    assert "guide*.md" in project["tool"]["setuptools"]["package-data"]["durak_engines"]


@pytest.mark.parametrize("words", [[], ["-x"], ["--language", "c"]])
def test_without_a_name_it_states_the_rule(words: list[str], folder: Path, capsys: CapFd) -> None:
    with pytest.raises(SystemExit) as left:
        main(["new-engine", *words])
    assert left.value.code == 2
    assert "NAME is a letter, then letters, digits, - and _, at most 60" in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_a_python_that_no_first_line_can_name_is_named_in_the_commands(
    folder: Path, monkeypatch: Patch, capsys: CapFd
) -> None:
    python = folder / "with blanks" / "python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setitem(LANGUAGES, "python", Language(".py", str(python)))
    assert main(["new-engine", "mine"]) == 0
    check, _ = advised(capsys.readouterr().out)
    assert shlex.split(shlex.split(check)[2]) == [str(python), "mine.py"]
    assert (folder / "mine.py").read_text().startswith("#!/usr/bin/env python3\n")
