"""The folders of the user's files."""

import pwd
from datetime import datetime
from pathlib import Path

import pytest

from durak_tui.user.folders import config_folder, data_folder, new_file, state_folder


def test_folders_are_those_of_the_xdg_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    assert config_folder() == home / ".config/durak-tui"
    assert data_folder() == home / ".local/share/durak-tui"
    assert state_folder() == home / ".local/state/durak-tui"
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, f"/somewhere/{name}")
    assert config_folder() == Path("/somewhere/XDG_CONFIG_HOME/durak-tui")
    assert data_folder() == Path("/somewhere/XDG_DATA_HOME/durak-tui")
    assert state_folder() == Path("/somewhere/XDG_STATE_HOME/durak-tui")


@pytest.mark.parametrize("value", ["", "relative/folder", "~/folder"])
def test_a_folder_that_is_not_absolute_is_ignored(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", value)
    assert config_folder() == Path.home() / ".config/durak-tui"


def test_without_a_home_folder_nothing_is_put_into_the_current_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "nowhere")
    assert config_folder().is_absolute()
    assert not config_folder().is_relative_to(Path.cwd() / "nowhere")


def test_somebody_without_any_home_has_folders_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody(_uid: int) -> None:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert config_folder() == Path("/.config/durak-tui")
    assert data_folder() == Path("/.local/share/durak-tui")


def test_a_new_file_has_a_name_that_no_file_has(tmp_path: Path) -> None:
    moment = datetime(2026, 11, 21, 10, 15, 0)
    names = []
    for _ in range(3):
        path = new_file(tmp_path, ".log", moment)
        path.touch()
        names.append(path.name)
    assert names == [
        "2026-11-21-101500.log", "2026-11-21-101500-2.log", "2026-11-21-101500-3.log",
    ]  # fmt: skip
