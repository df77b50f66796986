"""The examples in other languages are engines, and those that a wheel brings along."""

import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from durak_tui.engine.check import run_checks
from durak_tui.engine.client import Limits
from durak_tui.engine.registry import EngineSpec
from durak_tui.engine.starter import EXAMPLE, LANGUAGES, Language

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "engines" / "examples"
PATIENT = Limits(30.0)


def program_of(language: Language, folder: Path) -> str:
    """An example as a program that can be run; skips the test where it cannot be."""
    if shutil.which(language.needs) is None:
        pytest.skip(f"{language.needs} is not installed")
    source = EXAMPLES / f"{EXAMPLE}{language.suffix}"
    if not language.build:
        return str(source)
    shutil.copy(source, folder)
    build = shlex.split(language.build.format(name=EXAMPLE))
    strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"] if build[0] == "cc" else []
    subprocess.run([*build, *strict], cwd=folder, check=True, timeout=120)
    return str(folder / EXAMPLE)


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_example_passes_the_check(name: str, tmp_path: Path) -> None:
    program = program_of(LANGUAGES[name], tmp_path)
    argv = (LANGUAGES["python"].needs, program) if name == "python" else (program,)
    results = list(run_checks(EngineSpec(name, argv), PATIENT))
    assert not [result for result in results if result.status == "failed"]
    skipped = {result.name for result in results if result.status == "skipped"}
    assert skipped <= {"gives hints"}


def test_every_example_is_of_a_language_that_can_be_asked_for_and_in_the_wheel() -> None:
    names = {path.name for path in EXAMPLES.iterdir() if not path.name.startswith("__")}
    assert names == {f"{EXAMPLE}{language.suffix}" for language in LANGUAGES.values()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "examples/*" in project["tool"]["setuptools"]["package-data"]["durak_engines"]
    assert (ROOT / "engines" / "durak_engines" / "examples").samefile(EXAMPLES)


@pytest.mark.parametrize("name", LANGUAGES)
def test_what_is_a_program_can_be_executed_and_says_who_it_is(name: str) -> None:
    language = LANGUAGES[name]
    source = EXAMPLES / f"{EXAMPLE}{language.suffix}"
    text = source.read_text()
    assert f'"{EXAMPLE}"' in text or f'\\"{EXAMPLE}\\"' in text
    assert text.startswith("/*" if language.build else "#!/")
    assert bool(source.stat().st_mode & 0o100) is not bool(language.build)
