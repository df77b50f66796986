"""The examples in other languages are engines, and those that a wheel brings along."""

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from durak_tui.engine.check.compliance import run_checks
from durak_tui.engine.registry import LANGUAGES, Program
from durak_tui.engine.scaffold import EXAMPLE, GAMES
from tests.engine.waiting import PATIENT, time_to_leave

__all__ = ["time_to_leave"]

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "engines" / "examples"
GUIDE = ROOT / "engines" / "README.md"

GENEROUS = {
    "python": ("        return []\n", "        return turn.legal[: turn.limit]\n"),
    "c": (
        """\
    (void)table, (void)count, (void)given;
    return 0;
""",
        """\
    int n = 0;

    for (int card = 0; card < CARDS; card++)
        for (int i = 0; i < count && n < enemy_count - 1; i++)
            if (hand[card] && card / 4 == table[i] / 4) {
                given[n++] = card;
                break;
            }
    return n;
""",
    ),
    "javascript": (
        "cards of ranks on the table may be added.\n    return [];\n",
        """\

    const ranks = table.map((card) => card[0]);
    return hand.filter((card) => ranks.includes(card[0])).slice(0, data.enemy_count - 1);
""",
    ),
    "shell": (
        """\
give_more() {
    play
""",
        """\
give_more() {
    given=
    limit=$((enemy_count - 1))
    for card in $hand; do
        case " $*" in
        *" ${card%?}"*)
            [ $limit -gt 0 ] || continue
            given="$given $card"
            limit=$((limit - 1))
            ;;
        esac
    done
    play $given
""",
    ),
    "perl": (
        "of ranks on the table may be added.\n        return;\n",
        """\

        my %ranks = map { substr($_, 0, 1) => 1 } @$table;
        my @fit = grep { $ranks{substr $_, 0, 1} } @$hand;
        return @fit < $enemy_count ? @fit : @fit[0 .. $enemy_count - 2];
""",
    ),
}
"""Of each example what stands for giving nothing, and what gives all that may be given."""


def program_of(name: str, folder: Path, old: str = "", new: str = "") -> tuple[str, ...]:
    """The command of an example, in which ``old`` is replaced; skips the test where it cannot
    be run."""
    language = LANGUAGES[name]
    if shutil.which(language.needs) is None:
        pytest.skip(f"{language.needs} is not installed")
    text = (EXAMPLES / f"{EXAMPLE}{language.suffix}").read_text()
    assert not old or text.count(old) == 1
    source = folder / f"{EXAMPLE}{language.suffix}"
    source.write_text(text.replace(old, new) if old else text)
    if not language.build:
        return language.needs, str(source)
    build = shlex.split(language.build.format(name=EXAMPLE))
    strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"] if build[0] == "cc" else []
    subprocess.run([*build, *strict], cwd=folder, check=True, timeout=120)
    return (str(folder / EXAMPLE),)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", LANGUAGES)
def test_every_example_passes_the_check_and_gives_hints_if_the_guide_says_so(
    name: str, tmp_path: Path
) -> None:
    results = list(run_checks(Program(name, program_of(name, tmp_path)), PATIENT))
    assert not [result for result in results if result.status == "failed"]
    skipped = [result.name for result in results if result.status == "skipped"]
    row = re.search(rf"^\| `{name}` \|.*$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert row
    assert skipped == ([] if "hints" in row[0] else ["gives hints"])


@pytest.mark.slow
@pytest.mark.parametrize("name", LANGUAGES)
def test_all_three_decisions_can_be_made_in_every_language(name: str, tmp_path: Path) -> None:
    command = program_of(name, tmp_path, *GENEROUS[name])
    results = {r.name: r for r in run_checks(Program(name, command), PATIENT)}
    assert not [result for result in results.values() if result.status == "failed"]
    # The opponent has two cards: it may give one, though two would fit.
    assert results["gives more"].exchange[-2].text == b"6D"


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LANGUAGES)
def test_what_an_example_does_not_know_it_says_and_goes_on(name: str, tmp_path: Path) -> None:
    run = subprocess.run(
        program_of(name, tmp_path), input="bogus XX\ninit 6S\ndeal 7C 8S ##\nmove  ##\n",
        capture_output=True, check=True, timeout=60, text=True,
    )  # fmt: skip
    error, *answers = run.stdout.splitlines()
    assert error.startswith("Error: ")
    assert answers == ["ok", "ok", "7C"]
    assert run.stderr == ""


def test_every_example_is_of_a_language_that_can_be_asked_for_and_in_the_wheel() -> None:
    names = {path.name for path in EXAMPLES.iterdir() if not path.name.startswith("__")}
    engines = {f"{EXAMPLE}{language.suffix}" for language in LANGUAGES.values()}
    assert names == {*engines, *(f"{one}{end}" for one in GAMES.values() for end in (".py", ".c"))}
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
