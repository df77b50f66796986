"""The names by which a server may be asked for its page.

A name of somebody else's may lead to this machine at any time (DNS rebinding), and what comes from
there would be the same origin as the server for a browser.  So nothing is answered to names that
are not the server's own.
"""

import ipaddress
import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_PORTS: Final = {"http": 80, "https": 443}
"""The schemes of pages, and the ports that addresses leave out."""
_MOST_PORT: Final = 65535
_NAME: Final = re.compile(r"[a-z0-9_.-]{1,253}")
_PLACE: Final = re.compile(
    r"(?:\[(?P<ipv6>[0-9a-f:.]*:[0-9a-f:.]*)\]|(?P<name>[^]\[:@/?#%\s]+))(?::(?P<port>[0-9]{1,5}))?",
    re.IGNORECASE,
)


class Origin(NamedTuple):
    """The origin of a page (RFC 6454)."""

    scheme: str
    host: str  # As browsers write it, without brackets.
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + f":{self.port}" * (self.port != _PORTS[self.scheme])


class PublicHost(NamedTuple):
    """A name of a server, or of the web server before it."""

    scheme: str
    host: str
    port: int | None  # None: that at which the server listens.


def parse_origin(text: str) -> Origin:
    """Read SCHEME://HOST or SCHEME://HOST:PORT.  Raises ValueError."""
    scheme, separator, place = text.partition("://")
    if not separator or scheme not in _PORTS:
        raise ValueError(f"{text!r} is no origin")
    host, port = _host_and_port(place)
    return Origin(scheme, host, _PORTS[scheme] if port is None else port)


def parse_public_host(text: str) -> PublicHost:
    """Read HOST, HOST:PORT or an origin.  Raises ValueError."""
    if "://" in text:
        return PublicHost(*parse_origin(text.removesuffix("/")))
    return PublicHost("http", *_host_and_port(text))


class Origins:
    """All origins that the page of a server may have."""

    def __init__(self, host: str, public: Iterable[PublicHost]) -> None:
        """``host`` is where the server was said to listen."""
        self._host: Final = _normal(host) if host else ""
        self._public: Final = tuple(public)

    def named(self, host: str, here: tuple[str, int]) -> list[Origin]:
        """The origins of a page asked for with this header Host.

        There are none if it is not one of the server's names.  ``here`` is the server's own end of
        the connection.
        """
        try:
            name, port = _host_and_port(host)
        except ValueError:
            return []
        found = [
            Origin(one.scheme, one.host, here[1] if one.port is None else one.port)
            for one in self._public
        ]
        if _is_loopback(name) or name in (self._host, _normal(here[0])):
            found.append(Origin("http", name, here[1]))
        return [
            one for one in found
            if one.host == name and one.port == (_PORTS[one.scheme] if port is None else port)
        ]  # fmt: skip


def _host_and_port(text: str) -> tuple[str, int | None]:
    """The parts of HOST or HOST:PORT.  Raises ValueError."""
    # The urlsplit of some Pythons overlooks what stands around brackets.
    found = _PLACE.fullmatch(text)
    port = int(found["port"]) if found and found["port"] else None
    if not found or (port or 0) > _MOST_PORT:
        raise ValueError(f"{text!r} is no host")
    return _normal(found["ipv6"] or found["name"]), port


def _normal(host: str) -> str:
    """A host as browsers write it.  Raises ValueError."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        name = host.encode("idna").decode().lower()
        if not _NAME.fullmatch(name):
            raise ValueError(f"{host!r} is no name of a host") from None
        return name
    return str((ip.version == 6 and ip.ipv4_mapped) or ip)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
