"""Admission of guests, and the places of their games."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from durak_tui.engine.config import EngineConfig
from durak_tui.net.guests import server as house_of_guests
from durak_tui.net.guests.guest_process import Guest, GuestProcess, Window
from durak_tui.net.guests.server import GuestServer, end_of_visit, guests_folder
from durak_tui.net.guests.terms import GuestTerms, ServerLimits
from durak_tui.net.wire.door import NoEntry

WINDOW = Window({"TERM": "xterm"}, 80, 24)


@pytest_asyncio.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GuestServer]:
    """A house for three, two of an address, that knows two guests; their programs end at once."""
    monkeypatch.setattr("durak_tui.net.guests.server.LAST_SECONDS", 0)  # None of them plays.
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with GuestServer(ServerLimits(sessions=3, per_address=2, known=2)) as found:
        yield found
        await found.close()


def admit(house: GuestServer, address: str, key: str = "") -> GuestProcess:
    return house.admit(Guest(address, key), WINDOW, lambda data: None)


async def test_places_are_limited_in_all_and_for_an_address(house: GuestServer) -> None:
    admit(house, "2001:db8::1")
    admit(house, "2001:db8::2%eth0")
    with pytest.raises(NoEntry, match="All places for your address"):
        admit(house, "2001:db8::ffff:3")
    admit(house, "10.0.0.2")
    with pytest.raises(NoEntry, match="All places are taken"):
        admit(house, "10.0.0.3")


@pytest.mark.parametrize(
    ("seconds", "status", "line"),
    [
        (12, 0, "disconnected after 12 s"),
        (266, 128 + signal.SIGHUP, "disconnected after 4:26"),
        (12, 1, "disconnected after 12 s, exit code 1"),
    ],
)
def test_the_log_says_how_long_a_guest_was_there_and_which_error_has_ended_it(
    seconds: int, status: int, line: str
) -> None:
    assert end_of_visit(seconds, status) == line


async def test_a_known_guest_finds_everything_and_others_start_afresh(house: GuestServer) -> None:
    key = "SHA256:a/b+c"
    first, again = admit(house, "1.1.1.1", key), admit(house, "1.1.1.2", key)
    assert first.home == again.home == str(guests_folder() / "known" / "a_b+c")
    other = admit(house, "1.1.1.3")
    assert "known" not in other.home


async def test_of_too_many_guests_no_more_are_known(house: GuestServer) -> None:
    homes = [admit(house, f"1.1.1.{n}", f"SHA256:{n}").home for n in range(3)]
    assert ["known" in home for home in homes] == [True, True, False]


async def test_a_guest_who_leaves_nothing_is_unknown(house: GuestServer) -> None:
    for number in range(5):
        visit = admit(house, "1.1.1.1", f"SHA256:{number}")
        assert "known" in visit.home
        await house.receive(visit)
        assert not Path(visit.home).exists()


async def test_a_guest_who_leaves_something_is_known(house: GuestServer) -> None:
    visit = admit(house, "1.1.1.1", "SHA256:a")
    settings = Path(visit.home, ".config", "settings.toml")
    settings.parent.mkdir()
    Path(visit.home, ".local", "state").mkdir(parents=True)
    settings.write_text("x")
    await house.receive(visit)
    assert [*Path(visit.home).rglob("*")] == [settings.parent, settings]


async def test_a_guest_who_is_here_twice_keeps_the_folder(house: GuestServer) -> None:
    visits = [admit(house, "1.1.1.1", "SHA256:a") for _place in range(2)]
    await house.receive(visits[0])
    assert Path(visits[1].home).exists()
    await house.receive(visits[1])
    assert not Path(visits[1].home).exists()


async def test_what_a_killed_server_leaves_of_passing_guests_is_removed(house: GuestServer) -> None:
    left = guests_folder() / "passing" / "killed" / "guest"
    left.mkdir(parents=True)
    (left / "game").write_text("x")
    visit = admit(house, "1.1.1.1")
    assert Path(visit.home).is_relative_to(guests_folder() / "passing")
    with GuestServer(ServerLimits()):
        assert not left.parent.exists()
        assert Path(visit.home).exists()  # That of a server that runs.


def test_of_what_a_terminal_says_only_what_looks_like_it_is_believed() -> None:
    said = {
        "TERM": "../../tmp/x", "LANG": "ru_RU.UTF-8\nX", "COLORTERM": "24bit", "LD_PRELOAD": "x"
    }  # fmt: skip
    assert Window(said, 80, 24).allowed == {"LANG": "C.UTF-8", "COLORTERM": "24bit"}


def test_the_terms_of_a_guest_arrive_as_they_were_sent() -> None:
    terms = GuestTerms("/home", 7, True, ServerLimits(sessions=1), (EngineConfig("x -y", "X"),))
    sent = GuestTerms.from_json(terms.to_json())
    assert sent.limits == terms.limits
    assert [(one.command, one.name) for one in sent.engines] == [("x -y", "X")]


async def test_of_a_trouble_of_the_server_a_guest_learns_no_path(
    house: GuestServer, capsys: pytest.CaptureFixture[str]
) -> None:
    (guests_folder() / "known").write_text("")
    with pytest.raises(NoEntry, match="cannot let anybody in now") as refused:
        admit(house, "1.1.1.1", "SHA256:a")
    assert "/" not in str(refused.value)
    assert str(guests_folder() / "known") in capsys.readouterr().err


async def test_the_newest_reports_are_kept(
    house: GuestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_of_guests, "_MOST_REPORTS", 2)
    for number in range(4):
        visit = admit(house, "1.1.1.1")
        reports = Path(visit.home, ".local/state/durak-tui/errors")
        reports.mkdir(parents=True)
        (reports / f"20260101-{number:02}.txt").write_text("trouble")
        await house.receive(visit)
    kept = sorted(one.name for one in (guests_folder() / "errors").iterdir())
    assert kept == [f"20260101-{number:02}.txt" for number in (2, 3)]


async def test_a_program_that_is_not_understood_hears_that_its_line_has_ended(
    house: GuestServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    program.write_text(
        f"#!{sys.executable}\n"
        "import json, socket, sys\n"
        "line = socket.socket(fileno=json.loads(sys.argv[-1])['line'])\n"
        "line.sendall(b'nonsense\\n')\n"
        "while line.recv(1000): pass\n"
    )
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    assert await asyncio.wait_for(house.receive(admit(house, "1.1.1.1")), 20) == 0
