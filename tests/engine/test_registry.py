"""Meanings of an engine's name."""

import sys
from pathlib import Path

import pytest

from durak_tui.engine.client import EngineClient
from durak_tui.engine.config import Limits
from durak_tui.engine.engine_errors import EngineStartError
from durak_tui.engine.registry import SHIPPED, resolve


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """An executable file."""
    path = tmp_path / "some engine"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_registered_name_comes_first(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.rename(tmp_path / "durak-dummy")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert resolve("durak-dummy").argv == SHIPPED["durak-dummy"]


def test_a_path_may_hold_blanks_and_need_not_be_quoted(program: Path) -> None:
    spec = resolve(str(program))
    assert spec.argv == (str(program),)
    assert spec.name == str(program)


def test_a_quoted_path_is_a_command_line_of_one_word(program: Path) -> None:
    assert resolve(f"'{program}'").argv == (str(program),)
    assert resolve(str(program).replace(" ", "\\ ")).argv == (str(program),)
    with pytest.raises(EngineStartError):
        resolve(f"'{program}s'")


def test_a_tilde_is_the_home_folder(program: Path) -> None:
    assert resolve("~/some engine").argv == (str(program),)


def test_a_relative_path_holds_wherever_the_engine_runs(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(program.parent)
    assert resolve("./some engine").argv == (str(program),)


def test_a_name_is_looked_up_on_the_path(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = program.rename(program.with_name("on-path"))
    monkeypatch.setenv("PATH", str(target.parent))
    assert resolve("on-path").argv == (str(target),)


def test_a_command_line_has_arguments_and_no_shell(program: Path) -> None:
    spec = resolve(f"'{program}' --level 3 '$HOME ; x' \"a b\"")
    assert spec.argv == (str(program), "--level", "3", "$HOME ; x", "a b")
    assert resolve(f"{sys.executable} x.py").argv[0] == sys.executable
    assert resolve("durak-dummy --quick").argv == (*SHIPPED["durak-dummy"], "--quick")


@pytest.mark.parametrize("text", ["", "  ", "nothing-like-it", "nothing --with args", "'open"])
def test_what_does_not_exist_is_said_in_one_line(text: str) -> None:
    with pytest.raises(EngineStartError) as error:
        resolve(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("named", "file"), [("./q", "q.c"), ("q", "q.c"), ("./q.c", "q.c")])
def test_source_that_must_be_built_is_refused_with_the_command_for_it(
    named: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_text("int main(void) { return 0; }\n")
    with pytest.raises(EngineStartError, match=r"build it with cc -O2 -o \./q \./q\.c"):
        resolve(named)


def test_a_command_too_long_for_a_log_is_no_command() -> None:
    with pytest.raises(EngineStartError, match="at most 10000 characters, not 10001"):
        resolve("x" * 10_001)


def test_source_that_was_made_executable_is_no_program_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "q.c"
    path.write_text("int main(void) { return 0; }\n")
    path.chmod(0o755)
    with EngineClient(resolve(str(path)), Limits()) as client:
        with pytest.raises(EngineStartError, match="build it with cc") as error:
            client.new_game(0)
        assert f"-o {tmp_path}/q {path}" in str(error.value)


def test_a_script_may_be_named_without_its_suffix_by_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").touch()
    with pytest.raises(EngineStartError, match=r"did you mean \./mine\.py"):
        resolve("mine --level 3")
