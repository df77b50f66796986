"""With any file of the user's the program starts, and nothing of it is lost.

It is used, as far as that can be, or refused with a sentence.
"""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings

from durak_tui.common.i18n import choose
from durak_tui.tui.app import DurakApp
from durak_tui.tui.home import HomeScreen
from durak_tui.user.folders import config_folder, data_folder, state_folder
from durak_tui.user.import_pydurak import open_stores
from tests.examples import examples
from tests.strangers.files import KINDS, examine, strange_files
from tests.strangers.haste import patient
from tests.strangers.readers import unfit
from tests.strangers.searching import search
from tests.strangers.strategies import Log
from tests.tui.apps import text_on


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    return home


@patient
def examined(home: Path, kind: str, data: bytes) -> None:
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    choose("ru" if len(data) % 2 else "en")
    examine(kind, data)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_program_writes_is_read(kind: str, home: Path) -> None:
    home.mkdir()
    for data in KINDS[kind].genuine():
        examined(home, kind, data)


def test_no_file_of_the_user_stops_anything(home: Path) -> None:
    @settings(max_examples=examples(200))
    @given(strange_files())
    def stops_nothing(strange: tuple[str, Log]) -> None:
        examined(home, *strange)

    home.mkdir()
    stops_nothing()


@pytest.mark.slow
def test_no_file_of_the_user_stops_anything_however_long_one_searches(home: Path) -> None:
    home.mkdir()
    search(lambda strange: examined(home, *strange), strange_files())


# It cannot be edited: tomlkit does not parse tables that lie in each other so deeply.
DEEP = b"[" + b"{a=" * 100 + b"1" + b"}" * 100 + b"]"
FOUND = {
    "an action that the terminal obeys": ("settings", rb'keys."play\u001b" = "t"'),
    "many keys": ("settings", b"[keys]\n" + b"".join(b"k%d = 't'\n" % n for n in range(5000))),
    "many keys beside a deep one": (
        "settings",
        b"[keys]\n'' = " + DEEP + b"\n" + b"".join(b"k%d = 't'\n" % n for n in range(5000)),
    ),
    "an engine that the terminal obeys": ("settings", rb'engines."\u202e\u001b[2J".command = 3'),
    "a table that comes twice": ("settings", b"[%b]\n" % (b"a" * 9999) * 2),
    "a log that the terminal obeys": ("state", rb'{"recent_logs": ["/\u001b[2J"]}'),
    "half a character": ("state", rb'{"opponent": "\ud800"}'),
    "nesting": ("state", b"[" * 100_000),
    "lists within lists": (
        "state",
        b'{"last_log_folder": [' + b",".join([b"[" * 300 + b"]" * 300] * 1000) + b"]}",
    ),
    "answers without end": ("history", b'{"answers": 1e999, "positions": {"a": []}}'),
    "answers that cannot be counted on": (
        "history",
        b'{"answers": ' + b"9" * 4300 + b', "positions": {"a": null}}',
    ),
    "games that cannot be counted on": (
        "state",
        b'{"series": {"Human": {"wins": ' + b"9" * 4300 + b', "losses": 0, "draws": 0}}}',
    ),
    "no engine": ("old settings", rb'{"engines": [{"path": "\u0000", "name": "\ud800"}]}'),
}
"""Some of what the search has found."""


def test_what_was_found_once_stops_nothing_more(home: Path) -> None:
    for kind, data in FOUND.values():
        examined(home, kind, data)


@pytest.mark.story
async def test_the_application_starts_with_any_files_of_the_user(home: Path) -> None:
    places = {
        "settings": config_folder(), "state": state_folder(), "history": data_folder(),
        "old settings": home,
    }  # fmt: skip
    for kind, data in FOUND.values():
        shutil.rmtree(home, ignore_errors=True)
        path = places[kind] / KINDS[kind].place
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        settings_store, state_store, problems = open_stores()
        app = DurakApp(settings_store, state_store, problems=problems)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            assert not unfit(text_on(app))
            assert isinstance(app.screen, HomeScreen)
        assert path.read_bytes() == data
