"""Addresses as people enter them: HOST or HOST:PORT."""

import ipaddress
import re
from typing import Final, NamedTuple

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_
from durak_tui.common.text import excerpt

PORT: Final = 8024
"""The usual port of a program that waits.

It follows the ports of ``durak-tui serve``, and lies below those that systems give to programs that
call others (from 32768 on Linux), so that it is hardly ever taken by chance.
"""
LONGEST_HOST: Final = 253  # Characters of a name of a host (RFC 1035, 2.3.4, without the last dot).
_LABEL: Final = re.compile(r"(?!-)[\w-]{1,63}(?<!-)")
_SCOPE: Final = re.compile(r"[\w.-]{1,15}")  # The name of an interface.


class WrongAddress(UserError, ValueError):
    """A text that is no address."""


class Address(NamedTuple):
    """A host and a port at which a program can be reached."""

    host: str  # A name, an IPv4 or an IPv6 address, without brackets.
    port: int = PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Read HOST, HOST:PORT, an IPv6 address or [IPv6]:PORT.

    Raises WrongAddress.
    """
    text = text.strip()
    bracketed = re.fullmatch(r"\[([^][]*)\](?::(.*))?", text)
    if bracketed:
        host, port = bracketed[1], bracketed[2]
        if not _is_ip(host, 6):
            raise WrongAddress(N_("{host} is not an IPv6 address"), host=excerpt(f"[{host}]"))
    elif _is_ip(text, 6):
        host, port = text, None
    elif text.count(":") > 1:
        raise WrongAddress(
            N_("{text} is not an address: an IPv6 address with a port is written [ADDRESS]:PORT"),
            text=excerpt(text),
        )
    else:
        host, colon, rest = text.partition(":")
        port = rest if colon else None
        if not host:
            raise WrongAddress(
                N_("an address is missing: HOST or HOST:PORT, such as 192.168.1.5 or anna.local")
            )
        if not _is_ip(host, 4) and not _is_name(host):
            raise WrongAddress(
                N_("{host} is neither the name nor the address of a host"), host=excerpt(host)
            )
    return Address(host, PORT if port is None else parse_port(port))


def parse_port(text: str) -> int:
    """A port that one can call.  Raises WrongAddress."""
    # No more digits than a port has: a longer number takes long to read.
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) < 1 << 16:
        raise WrongAddress(
            N_("{port} is not a port: ports are numbers from 1 to 65535"),
            port=excerpt(text) or '""',
        )
    return int(text)


def _is_ip(text: str, version: int) -> bool:
    bare, percent, scope = text.partition("%")
    if percent and (version == 4 or not _SCOPE.fullmatch(scope)):
        return False
    try:
        return ipaddress.ip_address(bare).version == version
    except ValueError:
        return False


def _is_name(host: str) -> bool:
    labels = host.removesuffix(".").split(".")
    # Numbers alone would be read as an IPv4 address in some old way of writing it.
    return (
        len(host) <= LONGEST_HOST
        and all(map(_LABEL.fullmatch, labels))
        and not labels[-1].isdecimal()
    )
