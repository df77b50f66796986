"""Guests who come by SSH, as they are: OpenSSH at the other end of a real line."""

import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from time import monotonic

import durak_engines
import pytest

import durak_tui
from durak_tui.engine.config import EngineConfig
from durak_tui.library.index import LogIndex
from durak_tui.net.guests.guest_process import MARK
from durak_tui.net.guests.server import guests_folder
from durak_tui.net.wire.identity import FILE
from durak_tui.user.opponents import LEVELS
from durak_tui.user.settings import SettingsStore
from tests.net.guests.servers import (
    Client,
    Server,
    begin,
    environment_of,
    marked,
    needs_ssh,
    play_a_little,
)
from tests.processes import all_end, look_until
from tests.tui.people.test_people_story import play
from tests.tui.terminal.sent import ANSWERS, NO_KEYS, OTHERS, REPLIES

pytestmark = [pytest.mark.story, needs_ssh]


@pytest.fixture
def client(tmp_path: Path) -> Client:
    return Client(tmp_path)


def test_a_guest_needs_nothing_but_ssh_and_plays_a_game_to_its_end(
    client: Client, tmp_path: Path
) -> None:
    client.set(pause_ms=0)
    keys = tmp_path / "authorized_keys"
    keys.write_text(client.key.with_suffix(".pub").read_text())
    with Server(tmp_path, "--authorized-keys", str(keys)) as server:
        with client.visiting(server) as terminal:
            begin(terminal)
            play(terminal, to=lambda text: "Again" in text)
            # The review is a program of its own, which the fence lets through; it has begun.
            terminal.press("v")
            terminal.until(lambda text: bool(re.search(r"review [1-9]\d* %|\d decisions", text)))
            terminal.press("q")
            assert terminal.wait() == 0
        with LogIndex(client.home / ".local/share/durak-tui/games.log") as log:
            log.scan()
            assert len(log) == 1
        server.until_logged("disconnected")
        assert re.search(rf"{re.escape(client.fingerprint)} from 127.0.0.1: connected", server.log)
        # The next day the score is still there.
        with client.visiting(server) as terminal:
            terminal.until("Settings")
            terminal.press("m")
            terminal.until("1 game")
        stranger = Client(tmp_path, "stranger").run(server, "-o", "BatchMode=yes", "127.0.0.1")
        assert stranger.returncode == 255
        assert "Permission denied" in stranger.stderr


def test_guests_play_where_the_program_is_installed_for_one_user(
    client: Client, tmp_path: Path
) -> None:
    """As by ``pip install --user``: there is no virtual environment."""
    packages = (
        tmp_path / ".local" / "lib" / "python{}.{}".format(*sys.version_info) / "site-packages"
    )
    packages.mkdir(parents=True)
    found = {
        *(sysconfig.get_path(name) for name in ("purelib", "platlib")),
        *(os.fspath(Path(str(one.__file__)).parents[1]) for one in (durak_tui, durak_engines)),
    }
    (packages / "installed.pth").write_text("\n".join(found))
    python = os.fspath(Path(sys.base_prefix, "bin", Path(sys.executable).resolve().name))
    program = python, "-P", "-m", "durak_tui.cli.main"
    with (
        Server(tmp_path, "--open", program=program) as server,
        client.visiting(server) as terminal,
    ):
        play_a_little(terminal)
        assert environment_of(server.applications[0])["HOME"] == str(client.home)
        terminal.press("q")
        assert terminal.wait() == 0


def test_all_but_the_game_is_refused_in_a_sentence(tmp_path: Path) -> None:
    client, target = Client(tmp_path), tmp_path / "stolen"
    with Server(tmp_path, "--open") as server:
        for arguments, program, sentence in (
            (("127.0.0.1", "ls"), "ssh", "connect without a command"),
            (("127.0.0.1", "/bin/sh", "-i"), "ssh", "connect without a command"),
            (("-T", "127.0.0.1"), "ssh", "The game needs a terminal"),
            (("-s", "127.0.0.1", "netconf"), "ssh", "connect without a command"),
            (("127.0.0.1",), "sftp", "hands out no files"),
            (("127.0.0.1:/etc/passwd", str(target)), "scp", "hands out no files"),
            (("-O", "127.0.0.1:/etc/passwd", str(target)), "scp", "hands out no files"),
            (("-W", f"127.0.0.1:{server.port}", "127.0.0.1"), "ssh", "it forwards nothing"),
        ):
            run = client.run(server, *arguments, program=program)
            assert run.returncode != 0, arguments
            assert sentence in run.stderr, (arguments, run.stderr)
            assert "no shell, files, agent, X11 or forwarding" in run.stderr
        failing = "-o", "ExitOnForwardFailure=yes"
        run = client.run(server, *failing, "-R", "0:127.0.0.1:22", "-N", "127.0.0.1")
        assert "remote port forwarding failed" in run.stderr
        run = client.run(server, *failing, "-R", f"{target}:/run/x", "-N", "127.0.0.1")
        assert "forwarding failed" in run.stderr
        run = client.run(server, "-X", "127.0.0.1", "xeyes", env={"DISPLAY": ":0"})
        assert "X11 forwarding request failed" in run.stderr
        assert not target.exists()


def test_only_terminal_language_and_colour_of_a_guests_environment_pass(
    client: Client, tmp_path: Path
) -> None:
    agent = subprocess.run(["ssh-agent", "-s"], capture_output=True, text=True, check=True)
    found = dict(re.findall(r"(SSH_\w+)=(\S+);", agent.stdout))
    sent = {
        "LD_PRELOAD": "/tmp/evil.so", "PYTHONSTARTUP": "/tmp/evil.py", "PYTHONPATH": "/tmp",
        "DURAK_TUI_LOG": "/tmp/x", "HOME": "/", "TEXTUAL": "devtools", "LANG": "ru_RU.UTF-8",
        "NO_COLOR": "1", "COLORTERM": "truecolor;rm", "DURAK_GUEST": "mine",
    }  # fmt: skip
    options = ["-o", "SetEnv=" + " ".join(f"{name}={value}" for name, value in sent.items())]
    try:
        with Server(tmp_path, "--open") as server:
            agent_options = ["-A", "-o", f"IdentityAgent={found['SSH_AUTH_SOCK']}"]
            with client.visiting(server, *agent_options, *options) as terminal:
                terminal.until("Настройки")
                (pid,) = server.applications
                seen = environment_of(pid)
                assert seen["LANG"] == "ru_RU.UTF-8"
                assert seen["NO_COLOR"] == "1"
                assert seen["HOME"] == str(client.home)
                assert seen["DURAK_GUEST"] != "mine"
                assert not {"LD_PRELOAD", "PYTHONSTARTUP", "TEXTUAL", "COLORTERM"} & seen.keys()
                assert not [name for name in seen if name.startswith("SSH_")]
                assert "/tmp" not in seen.get("PYTHONPATH", "").split(":")
    finally:
        os.kill(int(found["SSH_AGENT_PID"]), signal.SIGTERM)


@pytest.mark.parametrize(
    ("answers", "has_all"), [(ANSWERS["kitty"], True), (OTHERS["Konsole"], False)]
)
def test_a_guests_terminal_says_how_many_colours_it_has(
    answers: Mapping[bytes, bytes], has_all: bool, client: Client, tmp_path: Path
) -> None:
    with Server(tmp_path, "--open") as server, client.visiting(server, answers=answers) as terminal:
        terminal.until("Settings")
        assert b"COLORTERM" not in Path(f"/proc/{server.applications[0]}/environ").read_bytes()
        # What is painted before the answer comes may still be on its way.
        terminal.press("?")
        terminal.until("Explain this screen")
        assert (b"48;2;20;36;28" in terminal.tail) == has_all


@pytest.mark.parametrize("size", [(1, 1), (1000, 1000)])
def test_a_window_of_any_size_does_no_harm(
    client: Client, tmp_path: Path, size: tuple[int, int]
) -> None:
    with Server(tmp_path, "--open") as server, client.visiting(server, size=size) as terminal:
        look_until(lambda: terminal.read(0) and terminal.received > 100)
        terminal.resize(80, 24)
        begin(terminal)
        terminal.resize(*size)
        terminal.resize(79, 23)
        terminal.until("You ·")
        terminal.press("q")
        assert terminal.wait() == 0


def test_no_bytes_of_a_terminal_end_a_visit_or_show_a_path(client: Client, tmp_path: Path) -> None:
    with Server(tmp_path, "--open") as server, client.visiting(server) as terminal:
        begin(terminal)
        for sent in (*NO_KEYS.values(), *REPLIES.values()):
            terminal.send(sent)
        terminal.press("?")
        terminal.until("Take the cards on the table")
        assert client.kept_games()
        terminal.press("q")
        assert terminal.wait() == 0
        assert b"Traceback" not in terminal.tail
        assert not list(client.home.rglob("errors"))


def test_two_sessions_with_one_key_do_not_harm_each_other(client: Client, tmp_path: Path) -> None:
    with (
        Server(tmp_path, "--open") as server,
        client.visiting(server) as first,
        client.visiting(server) as second,
    ):
        for terminal in (first, second):
            play_a_little(terminal)
        for terminal in (first, second):
            terminal.press("q")
            assert terminal.wait() == 0
        assert not list(client.home.rglob("*.broken"))
        with client.visiting(server) as terminal:
            terminal.until(", and 1 more")


def test_places_are_limited_and_free_again_when_a_guest_leaves(
    client: Client, tmp_path: Path
) -> None:
    with Server(tmp_path, "--open", "--sessions", "3", "--per-address", "2") as server:
        with client.visiting(server) as first, client.visiting(server) as second:
            for terminal in (first, second):
                terminal.until("Settings")
            refused = client.run(server, "-tt", "127.0.0.1")
            assert "All places for your address" in refused.stderr
            assert refused.returncode == 255
            assert len(server.applications) == 2
            first.press("q")
            assert first.wait() == 0
        with client.visiting(server) as terminal:
            terminal.until("Settings")


def test_a_guest_without_a_key_plays_and_nothing_is_kept(tmp_path: Path) -> None:
    client = Client(tmp_path, keyless=True)
    with Server(tmp_path, "--open") as server:
        with client.visiting(server) as terminal:
            terminal.until("Nothing from this visit is saved")
            terminal.press("p", "1")
            terminal.until("You ·")
            (home,) = server.homes
            assert home.is_dir()
        server.until_logged("a guest without a key.*disconnected")
        look_until(lambda: not home.exists())


def test_an_idle_guest_is_warned_and_then_sent_away(client: Client, tmp_path: Path) -> None:
    with (
        Server(tmp_path, "--open", "--idle-minutes", "0.2") as server,
        client.visiting(server) as terminal,
    ):
        terminal.until("Settings")
        terminal.until("within 6 seconds, or you will be")
        assert terminal.wait() == 0
        assert b"You have been idle for a long time" in terminal.tail


def test_at_sigterm_games_are_kept_and_a_guest_who_hangs_holds_nobody_up(tmp_path: Path) -> None:
    clients = [Client(tmp_path, f"key{number}") for number in range(3)]
    with (
        Server(tmp_path, "--open") as server,
        clients[0].visiting(server) as first,
        clients[1].visiting(server) as second,
        clients[2].visiting(server) as third,
    ):
        terminals = first, second, third
        for terminal in terminals:
            play_a_little(terminal)
        hangs = next(
            pid for pid, home in zip(server.applications, server.homes, strict=True)
            if home == clients[1].home
        )  # fmt: skip
        below = server.below
        assert len(below) >= 9  # Of each guest the application, a guard and an engine.
        os.kill(hangs, signal.SIGSTOP)
        begun = monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(60) == 128 + signal.SIGTERM
        assert all_end(below)
        assert monotonic() - begun < 5
        for terminal in terminals:
            terminal.wait()
        for terminal in (first, third):
            assert b"The server is closing." in terminal.tail
        for client in clients:
            assert client.kept_games()
        assert "3 guests are warned" in server.log
        # Their folders are those of known guests, and nothing else stays.
        assert not [*(clients[0].home.parent.parent / "passing").iterdir()]


@pytest.mark.parametrize("entry", ["--open", "--web"])
def test_only_this_machine_is_served_unless_an_address_is_named(tmp_path: Path, entry: str) -> None:
    for options, here, elsewhere in (
        ((), "127.0.0.1", "127.0.0.2"),
        (("--host", "127.0.0.2"), "127.0.0.2", "127.0.0.1"),
    ):
        with Server(tmp_path, entry, *options) as server:
            socket.create_connection((here, server.port)).close()
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((elsewhere, server.port))


def test_a_server_that_is_killed_leaves_nothing_running(client: Client, tmp_path: Path) -> None:
    with Server(tmp_path, "--open") as server, client.visiting(server) as terminal:
        begin(terminal)
        below = server.below
        assert len(below) >= 3
        token = environment_of(server.applications[0])[MARK].partition(".")[0]
        server.process.kill()
        server.process.wait()
        assert all_end(below)
        look_until(lambda: not marked(token))  # so does what had only just been started
        terminal.wait()


REPORTER = """
import os, resource, sys
from durak_engines.dummy import main
with open(sys.argv.pop(1), "w") as file:
    what = resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE
    print(os.nice(0), *(resource.getrlimit(one)[1] for one in what), file=file)
main()
"""
"""An engine that writes down its limits."""


def test_engines_of_guests_have_limits_and_show_only_their_names(
    client: Client, tmp_path: Path
) -> None:
    script, told = tmp_path / "reporter.py", tmp_path / "told"
    script.write_text(REPORTER)
    SettingsStore().change(
        lambda old: old.with_engine(EngineConfig(f"{sys.executable} {script} {told}", "Ours"))
    )
    limits = "--memory-mb", "300", "--cpu-minutes", "7", "--file-mb", "3"
    with (
        Server(tmp_path, "--open", "--engine", "Ours", *limits) as server,
        client.visiting(server, size=(120, 40)) as terminal,
    ):
        terminal.until("Settings")
        terminal.press("p")
        terminal.until("Ours")
        assert script.name not in terminal.text
        # Past the levels and the people.
        terminal.press(*["down"] * (len(LEVELS) + 2), "enter")
        terminal.until("You ·")
        look_until(lambda: told.exists() and told.read_text().endswith("\n"))
        niceness = min(19, os.nice(0) + 10)
        assert told.read_text().split() == [str(niceness), str(300 << 20), "420", str(3 << 20), "0"]


def test_keys_are_read_from_the_file_each_time_and_without_it_nobody_comes(tmp_path: Path) -> None:
    client, keys = Client(tmp_path), tmp_path / "authorized_keys"
    key, other = (one.key.with_suffix(".pub") for one in (client, Client(tmp_path, "other")))
    batch = "-o", "BatchMode=yes", "127.0.0.1", "x"
    keys.write_text(other.read_text())
    with Server(tmp_path, "--authorized-keys", str(keys)) as server:
        assert "Permission denied" in client.run(server, *batch).stderr
        for line, sentence in (
            (key.read_text(), "connect without a command"),
            (f'expiry-time="99991231" {key.read_text()}', "connect without a command"),
            (f'expiry-time="20200101" {key.read_text()}', "Permission denied"),
        ):
            keys.write_text(line)
            assert sentence in client.run(server, *batch).stderr
        keys.unlink()
        refused = client.run(server, *batch)
        assert "The server cannot let anybody in now" in refused.stderr
        assert str(tmp_path) not in refused.stderr
        assert "authorized_keys cannot be read" in server.log
        assert "connect without a command" not in refused.stderr


def test_the_key_of_the_server_is_for_its_owner_alone_and_stays(tmp_path: Path) -> None:
    client, key = Client(tmp_path), guests_folder() / FILE
    for _again in range(2):
        with Server(tmp_path, "--open") as server:
            assert "connect without a command" in client.run(server, "127.0.0.1", "x").stderr
            assert key.stat().st_mode & 0o777 == 0o600
        key.chmod(0o644)
