"""The manual pages."""

import shutil
import subprocess

import pytest

from durak_tui.cli.completion import ProgramInfo
from durak_tui.cli.main import programs
from durak_tui.common.i18n import LANGUAGES, choose
from tools.manual import manual, page

NAMES = [one.name for one in programs()]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """The language that is spoken."""
    return choose(str(request.param))


@pytest.fixture(params=NAMES)
def program(request: pytest.FixtureRequest, language: str) -> ProgramInfo:
    return next(one for one in programs() if one.name == request.param)


def test_the_pages_are_those_of_the_programs(program: ProgramInfo, language: str) -> None:
    text = page(program.name, language).read_text(encoding="utf-8")
    assert text == manual(program), "run python -m tools.manual"


def test_a_page_names_every_command_and_every_option(program: ProgramInfo) -> None:
    text = manual(program).replace("\\-", "-")
    for command in (program.main, *program.commands):
        assert f".SS {command.name}\n" in text or not command.name
        for option in command.options:
            assert all(f"\\fB{name}\\fP" in text for name in option.names)


def test_groff_finds_nothing_wrong_with_it(program: ProgramInfo) -> None:
    if not shutil.which("groff"):
        pytest.skip("there is no groff here")
    run = subprocess.run(
        ["groff", "-Kutf8", "-man", "-ww", "-Tutf8"], input=manual(program),
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert not run.stderr
    assert program.name in run.stdout
