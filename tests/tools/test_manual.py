"""The manual pages."""

import shutil
import subprocess

import pytest

from durak_tui.cli.description import Program
from durak_tui.cli.main import programs
from tools.manual import FOLDER, manual

PROGRAMS = {one.name: one for one in programs()}


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Program:
    return PROGRAMS[request.param]


def test_the_pages_are_those_of_the_programs(program: Program) -> None:
    text = (FOLDER / f"{program.name}.1").read_text(encoding="utf-8")
    assert text == manual(program), "run python -m tools.manual"


def test_a_page_names_every_command_and_every_option(program: Program) -> None:
    text = manual(program).replace("\\-", "-")
    for command in (program.main, *program.commands):
        assert f".SS {command.name}\n" in text or not command.name
        for option in command.options:
            assert all(f"\\fB{name}\\fP" in text for name in option.names)


def test_groff_finds_nothing_wrong_with_it(program: Program) -> None:
    if not shutil.which("groff"):
        pytest.skip("there is no groff here")
    run = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8"], input=manual(program),
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert not run.stderr
    assert program.name in run.stdout
