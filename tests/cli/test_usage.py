"""The help of the program, and complaints about what was typed."""

import re
import tomllib
from pathlib import Path

import pytest

from durak_tui.cli import autoplay, goldrush
from durak_tui.cli.main import COMMANDS, GROUPS, PROGRAMS
from durak_tui.common import i18n
from durak_tui.game.cards import DECK_SIZES
from tests.cli.commands import CapFd, Patch, command

DECKS = ", ".join(map(str, DECK_SIZES))


def sections(text: str) -> dict[str, list[str]]:
    """The titles of a help text, each with the names that are listed below it."""
    parts = re.findall(r"^(\S[^\n]*):\n((?:  .*\n)+)", text, re.MULTILINE)
    return {title: re.findall(r"^  (\S+)", names, re.MULTILINE) for title, names in parts}


@pytest.fixture
def wide(monkeypatch: Patch) -> None:
    """A terminal on which no line of a complaint is wrapped."""
    monkeypatch.setenv("COLUMNS", "400")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_help_lists_the_commands_by_subject(
    language: str, capfd: CapFd, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("LANG", f"{language}.UTF-8")
    code, output, errors = command(capfd, "--help")
    assert (code, errors) == (0, "")
    i18n.choose(language)
    found = sections(output)
    for title, jobs in GROUPS.items():
        assert found[i18n._(title)] == list(jobs)
    assert found[i18n._("other programs")] == list(PROGRAMS)
    assert max(map(len, output.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_section_of_help_has_a_russian_title(
    name: str, capfd: CapFd, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("LANG", "ru.UTF-8")
    titles = sections(command(capfd, name, "--help")[1])
    assert titles and not any(map(str.isascii, titles))


def test_every_program_that_is_installed_is_in_the_help_but_for_engines() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    installed = {
        name for name, code in project["project"]["scripts"].items() if "durak_engines" not in code
    }
    assert installed == {"durak-tui", *PROGRAMS}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_mistake_in_the_options_of_a_command_shows_its_own_usage(name: str, capfd: CapFd) -> None:
    words = {"join": ["x"], "show": ["x"], "review": ["x"], "verify": ["x"], "check": ["x"]}
    words |= {"new-engine": ["x"], "tournament": ["x"]}
    code, output, errors = command(capfd, name, *words.get(name, []), "--zzz")
    assert (code, output) == (2, "")
    assert errors.startswith(f"usage: durak-tui {name} ")
    last = errors.splitlines()[-1]
    assert last == f"durak-tui {name}: error: unrecognized arguments: --zzz"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("play --levl 3", "play: error: unrecognized arguments: --levl (did you mean --level?)"),
        (
            "play -levl=3 --hotseat",
            "play: error: unrecognized arguments: -levl=3 --hotseat"
            " (did you mean --level, --hot-seat?)",
        ),
        ("--versoin", "error: unrecognized arguments: --versoin (did you mean --version?)"),
        ("ply", "error: argument COMMAND: invalid choice: 'ply' (did you mean play?)"),
        (
            "show x --format tex",
            "show: error: argument --format: invalid choice: 'tex' (did you mean text?)",
        ),
        (
            "play --deck 63",
            f"play: error: argument --deck: invalid choice: 63 (choose from {DECKS})",
        ),
        # What is near a number is no slip of the finger.
        ("play --deck 5", f"play: error: argument --deck: invalid choice: 5 (choose from {DECKS})"),
    ],
)
@pytest.mark.usefixtures("wide")
def test_a_slip_of_the_finger_is_named_with_what_was_meant(
    words: str, complaint: str, capfd: CapFd
) -> None:
    code, output, errors = command(capfd, *words.split())
    assert (code, output) == (2, "")
    assert errors.splitlines()[-1].replace("durak-tui ", "").replace("durak-tui: ", "") == complaint


@pytest.mark.parametrize("words", ["play", "play --plain", "check", "serve --open --engine"])
def test_a_name_of_no_engine_is_answered_with_names_that_may_be_meant(
    words: str, capfd: CapFd
) -> None:
    for name, said in (
        ("Beginer", "(did you mean Beginner?)"),
        ("durak-dumy", "(did you mean durak-dummy?)"),
        ("nosuch", "; known engines: Beginner, Casual, "),
    ):
        code, output, errors = command(capfd, *words.split(), name)
        assert (code, output) == (2, "")
        assert said in errors and errors.count(name) == 2


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        ("", "; try durak-tui play --plain"),
        ("play", "; try durak-tui play --plain"),
        ("practice", "; try durak-tui practice --plain"),
        ("logs", "; try durak-tui show FILE"),
        ("logs games.log", "; try durak-tui show FILE"),
        ("autoplay", "; try durak-autoplay"),
        ("play --hot-seat", ""),
        ("join anna.local", ""),
    ],
)
def test_without_a_terminal_a_screen_is_refused_with_what_serves_in_its_place(
    words: str, instead: str, capfd: CapFd
) -> None:
    said = f"durak-tui: screens need a terminal{instead}\n"
    assert command(capfd, *words.split()) == (2, "", said)


def test_an_option_that_is_not_in_the_help_is_not_proposed(capfd: CapFd) -> None:
    assert "--winner-first" not in command(capfd, "play", "--winer-first")[2]


def test_the_programs_of_old_keep_their_usage_and_name_what_was_meant(capfd: CapFd) -> None:
    match = command(capfd, "a", "b", "--sprtt", "1", program=autoplay.main)
    assert match[0] == 1 and match[2].startswith("usage: durak-autoplay ")
    assert match[2].endswith("arguments: --sprtt 1 (did you mean --sprt?)\n")
    mine = command(capfd, "--repeet", "4", program=goldrush.main)
    assert mine[0] == 1 and mine[1] == goldrush.simu_parser().format_usage()
    assert mine[2] == "unrecognized arguments: --repeet (did you mean --repeat?)\n"
