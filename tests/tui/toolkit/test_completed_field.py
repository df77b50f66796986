"""Tab in a command line."""

from pathlib import Path

import pytest

from durak_tui.tui.toolkit.completed_field import Completion, complete_command, complete_name_of


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where the user is, which is their home, too."""
    for name in (
        "engine_one",
        "engine_two",
        "my notes.py",
        "it's.py",
        ".hidden",
        "lib/fast",
        "lib/slow",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "completed", "choices"),
    [
        ("e", "engine_", ("engine_one", "engine_two")),
        ("engine_o", "engine_one", ()),
        ("engine_one", "engine_one", ()),
        ("./engine_t", "./engine_two", ()),
        ("~/engine_t", "~/engine_two", ()),
        ("li", "lib/", ()),
        ("lib/", "lib/", ("fast", "slow")),
        ("python3 lib/f", "python3 lib/fast", ()),
        ("python3 'lib/f", "python3 'lib/fast'", ()),
        ('python3 "lib/f', 'python3 "lib/fast"', ()),
        ("sh my", "sh 'my notes.py'", ()),
        ("sh 'my n", "sh 'my notes.py'", ()),
        ("sh my\\ n", "sh 'my notes.py'", ()),
        ("sh ~/my", "sh ~/my\\ notes.py", ()),
        ("python3 it", "python3 it\\'s.py", ()),
        ("python3 'it", "python3 it\\'s.py", ()),
        ('python3 "it', 'python3 "it\'s.py"', ()),
        (".h", ".hidden", ()),
        ("nothing", "nothing", ()),
        ("no/folder/e", "no/folder/e", ()),
    ],
)
def test_a_name_is_completed(typed: str, completed: str, choices: tuple[str, ...]) -> None:
    assert complete_command(typed) == Completion(completed, choices)


def test_a_whole_path_is_completed(folder: Path) -> None:
    assert complete_command(f"{folder}/lib/s").text == f"{folder}/lib/slow"


def test_hidden_files_are_shown_only_if_they_are_asked_for() -> None:
    assert ".hidden" not in complete_command("").choices


@pytest.mark.parametrize(
    ("typed", "completed", "choices"),
    [
        ("exp", "Expert", ()),
        ("durak", "durak-", ("durak-dummy", "durak-player")),
        ("eng", "engine_", ("engine_one", "engine_two")),
        ("durak-dummy lib/f", "durak-dummy lib/fast", ()),
    ],
)
def test_names_come_before_files(typed: str, completed: str, choices: tuple[str, ...]) -> None:
    complete = complete_name_of(["Expert", "durak-player", "durak-dummy"])
    assert complete(typed) == Completion(completed, choices)
