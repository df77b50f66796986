"""The settings of the original are taken over once, and stay as they are (D-085, D-086)."""

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from durak_tui.engine.config import EngineConfig
from durak_tui.user.folders import config_folder
from durak_tui.user.import_pydurak import import_old_settings, open_stores
from durak_tui.user.schema import Settings
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore, UserState

GENUINE = {
    "engines": [
        {"name": "Durak dummy", "path": "durak-dummy"},
        {"name": "Лиза", "path": "/home/eva/durak/lisa", "selected": True},
        {"name": "Mine", "path": "/home/eva/my engines/it's mine"},
    ],
    "last_log_dir": "/home/eva/logs",
    "window": [800, 450],
}


def old_file() -> Path:
    """The file in which the original keeps its settings."""
    return Path.home() / ".durak" / "settings.json"


def write_old(values: Any) -> bytes:
    """Leave settings as the original would."""
    old_file().parent.mkdir(exist_ok=True)
    old_file().write_text(values if isinstance(values, str) else json.dumps(values))
    return old_file().read_bytes()


class Imported(NamedTuple):
    """The imported engines, and the problems."""

    engines: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def imported(settings: SettingsStore | None = None, state: StateStore | None = None) -> Imported:
    """The import of a program that starts now."""
    settings = settings or SettingsStore()
    before = settings.value.engines
    problems = import_old_settings(settings, state or StateStore())
    new = tuple(engine.name for engine in settings.value.engines if engine not in before)
    return Imported(new, tuple(map(str, problems)))


@pytest.fixture(autouse=True)
def old_file_stays() -> Iterator[None]:
    """In every test: the old file is never changed, and nothing is put beside it."""
    yield
    if old_file().parent.exists():
        assert os.listdir(old_file().parent) == ["settings.json"]


def test_engines_and_the_folder_of_logs_are_taken_over() -> None:
    before = write_old(GENUINE)
    assert imported() == Imported(("Лиза", "Mine"), ())
    quoted = shlex.quote("/home/eva/my engines/it's mine")
    assert SettingsStore().value == Settings(
        default_engine="Лиза",
        engines=(EngineConfig("/home/eva/durak/lisa", "Лиза"), EngineConfig(quoted, "Mine")),
    )
    assert shlex.split(quoted) == ["/home/eva/my engines/it's mine"]
    assert StateStore().value == UserState(
        last_log_folder=Path("/home/eva/logs"), imported_old=True
    )
    assert old_file().read_bytes() == before


def test_mistakes_in_the_settings_are_reported_although_they_are_written_anew() -> None:
    config_folder().mkdir(parents=True)
    broken = config_folder() / "settings.toml"
    broken.write_text("language = \n")
    write_old(GENUINE)
    settings, _state, wrong = open_stores()
    assert settings.value.default_engine == "Лиза"
    assert any("line 1" in str(message) for message in wrong)
    assert "language = \n" in [path.read_text() for path in config_folder().glob("*.broken*")]


def test_it_happens_once() -> None:
    write_old(GENUINE)
    imported()
    SettingsStore().change(lambda settings: settings.without_engine("Лиза"))
    assert imported() == Imported()
    assert [engine.name for engine in SettingsStore().value.engines] == ["Mine"]


def test_without_an_old_file_nothing_is_written() -> None:
    assert imported() == Imported()
    assert not config_folder().exists()
    write_old(GENUINE)
    assert imported().engines == ("Лиза", "Mine")


def test_settings_without_engines_mean_the_default() -> None:
    write_old({"last_log_dir": "~"})
    assert imported() == Imported()
    assert SettingsStore().value == Settings()
    assert StateStore().value == UserState(last_log_folder=Path.home(), imported_old=True)


def test_what_the_user_has_set_before_stays() -> None:
    settings, state = SettingsStore(), StateStore()
    settings.update(
        engines=(EngineConfig("mine", "mine"), EngineConfig("other", "Mine")), default_engine="mine"
    )
    state.change(lambda present: present.with_log("/logs/a.log"))
    write_old(GENUINE)
    assert imported(settings, state) == Imported(("Лиза", "Mine (2)"), ())
    assert settings.value.default_engine == "mine"
    assert state.value.last_log_folder == Path("/logs")


def test_no_engine_is_there_twice_and_no_name() -> None:
    SettingsStore().change(lambda s: s.with_engine(EngineConfig("/bin/lisa", "Elisabeth")))
    entries = [("lisa", "/bin/lisa"), ("x", "/bin/a"), ("x", "/bin/b"), ("durak-dummy", "/bin/c")]
    write_old({"engines": [{"name": name, "path": path} for name, path in entries]})
    assert imported() == Imported(("x", "x (2)", "durak-dummy (2)"), ())


def test_the_default_engine_selected_is_the_default_still() -> None:
    write_old({"engines": [{"name": "Durak dummy", "path": "durak-dummy", "selected": True}]})
    assert imported() == Imported()
    assert SettingsStore().value == Settings()


def test_wrong_entries_are_left_out_and_reported() -> None:
    entries: list[Any] = [
        {"name": "a", "path": ""}, {"name": "", "path": "/b"}, {"name": "c"}, "d",
        {"name": "e\n", "path": "/e"}, {"name": "f", "path": "/f\x1b"}, {"name": 1, "path": 2},
    ]  # fmt: skip
    write_old({"engines": entries})
    result = imported()
    assert result.engines == ("e",)
    assert len(result.problems) == 6
    assert result.problems[0].startswith(
        "~/.durak/settings.json: engine 1 is left out: {'name': 'a'"
    )
    assert not any(not problem.isprintable() for problem in result.problems)
    assert imported() == Imported()


@pytest.mark.parametrize("folder", [3, "", "relative", "/a\0b", None])
def test_a_folder_of_logs_that_is_none_is_left_out(folder: object) -> None:
    write_old({"last_log_dir": folder})
    assert imported() == Imported()
    assert StateStore().value == UserState(imported_old=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"engines": [', "line 1 column 14"),
        ("[]", "not a JSON object"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_a_broken_old_file_is_reported_until_it_is_mended(text: str, why: str) -> None:
    before = write_old(text)
    for _ in range(2):
        result = imported()
        assert result.engines == ()
        assert result.problems[0].startswith(f"the engines of {old_file()} cannot be imported: ")
        assert why in result.problems[0]
    assert old_file().read_bytes() == before
    assert not config_folder().exists()
    write_old(GENUINE)
    assert imported().engines == ("Лиза", "Mine")


def test_what_cannot_be_saved_is_there_and_tried_again_next_time() -> None:
    write_old(GENUINE)
    (Path.home() / ".config").touch()
    settings = SettingsStore()
    result = imported(settings)
    assert result.engines == ("Лиза", "Mine")
    assert "could not be saved: " in result.problems[0]
    assert settings.value.default_engine == "Лиза"
    (Path.home() / ".config").unlink()
    assert imported() == Imported(("Лиза", "Mine"), ())
    assert SettingsStore().value == settings.value


def test_an_import_is_reported_once() -> None:
    write_old(GENUINE)
    settings, state, _problems = open_stores()
    assert list(map(str, settings.news)) == [
        "Imported from ~/.durak/settings.json: Лиза, Mine.".replace("~", str(Path.home()))
    ]
    again, _state, _problems = open_stores()
    assert again.news == () and state.value.imported_old
