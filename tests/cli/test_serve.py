"""``durak-tui serve``: what it wants to know before it opens."""

import sys
from pathlib import Path

import pytest

from durak_tui.cli.main import main
from tests.cli.commands import CapFd, Patch


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--web", "--open"], "with --web there are no keys"),
        (["--open", "--behind-proxy"], "--behind-proxy needs --web"),
        (["--open", "--public-host", "durak.lan"], "--public-host needs --web"),
        (["--authorized-keys", "/nowhere"], "/nowhere cannot be read"),
        (["--open", "--engine", "nobody"], "engine 'nobody' not found"),
        (["--open", "--host", "203.0.113.1"], "203.0.113.1, port 8022: "),
        (["--web", "--host", "203.0.113.1"], "203.0.113.1, port 8023: "),
    ],
)
def test_what_is_wrong_is_a_sentence(arguments: list[str], sentence: str, capsys: CapFd) -> None:
    assert main(["serve", *arguments]) in (1, 2)
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "library", "extra"),
    [(["--open"], "asyncssh", "net"), (["--web"], "aiohttp", "web")],
)
def test_without_its_libraries_it_says_how_to_get_them(
    arguments: list[str],
    library: str,
    extra: str,
    capsys: CapFd,
    monkeypatch: Patch,
) -> None:
    for module in ("durak_tui.net.guests.ssh", "durak_tui.net.guests.web"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    assert main(["serve", *arguments]) == 2
    assert f"pip install 'durak-tui[{extra}]'" in capsys.readouterr().err


def test_a_port_is_a_number_of_a_port(capsys: CapFd) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--open", "--port", "65536"])
    assert "65536" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["ftp://durak.lan", "durak.lan/x", "a b", "durak.lan:x", ""])
def test_a_public_host_is_a_name_that_a_page_can_have(host: str, capsys: CapFd) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--web", "--public-host", host])
    assert "is not HOST, HOST:PORT, http://HOST or https://HOST" in capsys.readouterr().err


def test_nobodys_keys_are_read_unasked(tmp_path: Path, capsys: CapFd) -> None:
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "authorized_keys").write_text("")
    assert main(["serve"]) == 2
    assert "say who may connect: --authorized-keys FILE" in capsys.readouterr().err
