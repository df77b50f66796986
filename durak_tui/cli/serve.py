"""``durak-tui serve``: the application for guests, by SSH or in a browser."""

import argparse
import shlex
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from durak_tui.cli.common import (
    CommandError,
    at_least_one,
    complain,
    explained,
    positive_seconds,
)
from durak_tui.common.i18n import N_, Message
from durak_tui.common.values import WrongValue
from durak_tui.engine.config import EngineConfig
from durak_tui.net.address import Address
from durak_tui.net.guests.origins import PublicHost, parse_public_host
from durak_tui.net.guests.terms import ServerLimits
from durak_tui.user.engines import engine_named, look_for_engine
from durak_tui.user.settings import SettingsStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from durak_tui.net.guests.server import GuestServer

HERE: Final = "127.0.0.1"
SSH_PORT: Final = 8022
WEB_PORT: Final = 8023
_EXTRA: Final = {"asyncssh": "net", "textual_serve": "web", "aiohttp": "web"}
"""Libraries, each with the extra of the package that brings it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let others play on this machine. Guests connect with ssh -p 8022 HOST or, with --web, with"
        " a browser. Each gets this app and nothing else, in a process of its own: a guest cannot"
        " name a file or a program. They play against the engines that are included, those of"
        " --engine, and each other. Games and settings are kept under the keys of guests. Ctrl+C or"
        " SIGTERM ends the server."
    )
    add = parser.add_argument
    add(
        "--web",
        action="store_true",
        help="a page for browsers instead of SSH; anyone who opens it may play",
    )
    add("--host", metavar="ADDRESS", help="the address to listen on (default: this machine only)")
    add(
        "--port",
        type=_port,
        metavar="PORT",
        help="the port to listen on (default: 8022, with --web 8023)",
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--authorized-keys",
        metavar="FILE",
        help="the keys of those who may connect, in the format of ~/.ssh/authorized_keys",
    )
    who.add_argument(
        "--open",
        action="store_true",
        help="anyone may connect; games and settings of guests without a key are not kept",
    )
    add(
        "--behind-proxy",
        action="store_true",
        help="with --web: take the address of a guest from the proxy's X-Forwarded-For",
    )
    add(
        "--public-host",
        dest="public_hosts",
        type=_public_host,
        action="append",
        default=[],
        metavar="HOST",
        help="with --web: a name of this server in a browser's address bar: HOST, HOST:PORT, or"
        " https://HOST behind a web server with TLS; other names are refused; repeat for more",
    )
    add(
        "--engine",
        dest="engines",
        action="append",
        default=[],
        metavar="ENGINE",
        help="another engine for guests, one of yours or a command line; they see only its name;"
        " repeat for more",
    )
    limits = parser.add_argument_group(N_("limits"))
    for one in fields(ServerLimits):
        limits.add_argument(
            "--" + one.name.replace("_", "-"),
            type=at_least_one if one.type is int else positive_seconds,
            default=one.default,
            **one.metadata,
        )


def run(arguments: argparse.Namespace) -> int:
    web, host = arguments.web, arguments.host or HERE
    if web and (arguments.authorized_keys or arguments.open):
        raise CommandError(
            N_("with --web there are no keys; leave out --authorized-keys and --open")
        )
    if arguments.behind_proxy and not web:
        raise CommandError(N_("--behind-proxy needs --web"))
    if arguments.public_hosts and not web:
        raise CommandError(N_("--public-host needs --web"))
    if not (web or arguments.authorized_keys or arguments.open):
        text = N_(
            "say who may connect: --authorized-keys FILE, such as ~/.ssh/authorized_keys, or"
            " --open for anyone"
        )
        raise CommandError(text)
    usual = WEB_PORT if web else SSH_PORT
    port = usual if arguments.port is None else arguments.port
    limits = ServerLimits(
        **{one.name: getattr(arguments, one.name) for one in fields(ServerLimits)}
    )
    engines = _engines(arguments.engines)

    def opened(port: int) -> None:
        text = N_("Guests connect with: ssh -p {port} {host}")
        if web:
            text = N_("Guests open http://{address}/")
        said = {"address": Address(host, port), "host": host, "port": port}
        complain(str(Message(text, said)))

    from durak_tui.net.guests.server import serve

    entry = _entry(arguments, host, port)
    with explained(N_("{host}, port {port}: {why}"), 1, host=host, port=port):
        return 128 + serve(entry, limits, engines, opened)


def _entry(
    arguments: argparse.Namespace, host: str, port: int
) -> "Callable[[GuestServer], AbstractAsyncContextManager[int]]":
    """The way by which guests come.  Raises CommandError without its libraries."""
    public, behind_proxy = arguments.public_hosts, arguments.behind_proxy
    path = arguments.authorized_keys
    keys = Path(path).expanduser() if path else None
    try:
        if arguments.web:
            from durak_tui.net.guests.web import WebEntry

            return lambda server: WebEntry(server, public, behind_proxy=behind_proxy).open(
                host, port
            )
        from durak_tui.net.guests.ssh import SshEntry

        return lambda server: SshEntry(server, keys).open(host, port)
    except ImportError as error:
        extra = _EXTRA.get(error.name or "")
        if extra is None:
            raise
        text = N_("this needs more libraries: pip install 'durak-tui[{extra}]'")
        raise CommandError(text, extra=extra) from None


def _engines(names: list[str]) -> list[EngineConfig]:
    """Engines for guests, found now.  Raises EngineStartError, CommandError."""
    settings = SettingsStore().value
    found: dict[str, EngineConfig] = {}
    for name in names:
        look_for_engine(settings, name)
        engine = engine_named(settings, name, settings.think_seconds)
        program = engine.program()
        called = engine.name or Path(shlex.split(engine.command)[0]).name
        if called in found:
            raise CommandError(N_("two engines are called {name}"), name=called)
        found[called] = replace(engine, name=called, command=shlex.join(program.argv))
    return list(found.values())


def _public_host(text: str) -> PublicHost:
    try:
        return parse_public_host(text)
    except ValueError:
        problem = N_("{text!r} is not HOST, HOST:PORT, http://HOST or https://HOST")
        raise WrongValue(problem, text=text) from None


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) < 65536:
        raise WrongValue(N_("{text!r} is not a port"), text=text)
    return int(text)
