"""People who wait in the network, as they are seen.

It is DNS-SD (RFC 6763) over multicast DNS (RFC 6762).  Each program that waits is an instance of
``_durak._tcp.local.``, called after its own random number, so that several programs of a host, or
of a person, are distinct.  Its TXT record has the version of the greeting (``v``), the person's
name (``name``) and the public key (``key``).  All of it is what somebody says of themselves: the
key is proved when they are called, by SSH.

So anybody may announce as many programs as they like, also with the key of another.  There is an
end to what is kept, and where it is reached those go whose key is not known; of each key a few
programs are kept, first one at an address that was entered for it, then those that were there
first.
"""

import asyncio
import ipaddress
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

import ifaddr
from zeroconf import DNSQuestionType, IPVersion, ServiceStateChange, Zeroconf
from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from durak_tui.common.i18n import N_, Message, why
from durak_tui.net.address import Address
from durak_tui.net.fingerprints import public_key
from durak_tui.net.line_events import Reach, Seen, WaitingPlayer, clean_name
from durak_tui.net.wire.greeting import PROGRAM, VERSION
from durak_tui.net.wire.known_people import KnownPerson

SERVICE: Final = "_durak._tcp.local."
MOST: Final = 50
"""Programs of others that are shown, and names that are asked without an answer."""
MOST_OF_KEY: Final = 4  # Programs with one key: a person has hardly more, others may claim it.
MOST_ADDRESSES: Final = 4  # Of one of them.
LOOK_SECONDS: Final = 3.0  # Between two looks at everything.
_TTL: Final = 9
"""Seconds for which others may believe where this program is (of SRV and A records).

A program that was killed says no goodbye.  The list of names (PTR) would keep it for 19 minutes,
zeroconf's minimum; so each one listed is asked again when this has run out.
"""
_ANSWER_MILLISECONDS: Final = 2500  # For that answer.

_STRANGER: Final = 2  # The rank of somebody of whom nothing is known.

_Own = tuple[str, str, int]  # The name, key and port of somebody who waits here.


class _Found(NamedTuple):
    """Somebody who waits, and where their program is."""

    player: WaitingPlayer
    targets: tuple[Address, ...]


class Discovery:
    """The programs that are seen, and that see this one."""

    def __init__(
        self,
        program: str,
        notify: Callable[[Seen], object],
        addresses: Callable[[], list[str]],
        find: Callable[[str], KnownPerson | None],
    ) -> None:
        """``notify`` gets an event for every change.

        ``program`` names this one, which is not shown.
        ``addresses`` are those of this computer, :func:`own_addresses`.
        ``find`` gives the person that a key belongs to, if that is known.
        """
        self._find = find
        self._own_addresses = addresses
        self._program = program
        self._notify = notify
        self._last: Seen | None = None
        self._own: _Own | None = None  # What others are to see.
        self._shown: _Own | None = None  # What they see.
        self._net: AsyncZeroconf | None = None
        self._addresses: list[str] = []
        self._why: Message | None = None
        self._names: dict[str, _Found | None] = {}
        """Those who answer by this name, in the order in which they began; the names that nobody
        answers in the order of their silence."""
        self._asking: dict[str, asyncio.Task[_Found | None]] = {}
        self._changed = asyncio.Event()

    def announce(self, name: str, key: str, port: int) -> None:
        """Let others see that somebody waits here."""
        self._own = name, key, port
        self._changed.set()

    def conceal(self) -> None:
        """Let others see it no more."""
        self._own = None
        self._changed.set()

    def targets_of(self, program: str) -> tuple[Address, ...]:
        """Addresses of a program that is seen; none if it is gone."""
        found = self._names.get(f"{program}.{SERVICE}")
        return found.targets if found else ()

    async def run(self) -> None:
        """Look and be seen, until cancelled."""
        try:
            while True:
                self._changed.clear()
                # The network may come and go while one waits.
                before, self._addresses = self._addresses, self._own_addresses()
                # Their order may change, too: the way out of this computer.
                if set(self._addresses) != set(before) or not self._net:
                    await self._restart()
                await self._show()
                self._look()
                self._report()
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._changed.wait()
        finally:
            await self._stop()

    async def _restart(self) -> None:
        await self._stop()
        self._why = None
        if not self._addresses:
            self._why = Message(N_("this computer has no network at all"))
            return
        try:
            self._net = AsyncZeroconf(interfaces=self._addresses)
            AsyncServiceBrowser(self._net.zeroconf, SERVICE, handlers=[self._browsed])
        except (OSError, ZeroconfError, RuntimeError) as error:
            await self._stop()
            self._why = why(error) if isinstance(error, OSError) else Message(str(error))

    async def _stop(self) -> None:
        net, self._net, self._shown = self._net, None, None
        self._names.clear()
        for asking in (running := list(self._asking.values())):
            asking.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        if net:
            with suppress(OSError, ZeroconfError):
                await net.async_close()

    async def _show(self) -> None:
        """Make what others see what it is to be."""
        if not self._net or self._own == self._shown:
            return
        was, self._shown = self._shown, self._own
        with suppress(OSError, ZeroconfError):
            if was:
                await (await self._net.async_unregister_service(self._info(*was)))
            if self._shown:
                # Nobody else has this number, so that nobody need be asked.
                info = self._info(*self._shown)
                await self._net.async_register_service(info, cooperating_responders=True)

    def _info(self, name: str, key: str, port: int) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            SERVICE,
            f"{self._program}.{SERVICE}",
            port=port,
            properties={"v": str(VERSION), "name": name, "key": key},
            server=f"durak-{self._program}.local.",
            parsed_addresses=self._addresses,
            host_ttl=_TTL,
        )

    def _browsed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        program = name.removesuffix(f".{SERVICE}")
        if not PROGRAM.fullmatch(program) or program == self._program:
            return
        if state_change is ServiceStateChange.Removed:
            self._drop(name)
        elif name not in self._names:
            # Names can be invented; a real one answers before it is pushed out again.
            silent = [other for other, one in self._names.items() if not one]
            if len(silent) >= MOST:
                self._drop(silent[0])
            self._names[name] = None
            # Most say all of it at once, so that there is nothing to ask.
            info = AsyncServiceInfo(SERVICE, name)
            if info.load_from_cache(zeroconf) and (answer := _waiting(info)):
                self._answered(name, answer)
        self._changed.set()

    def _drop(self, name: str) -> None:
        self._names.pop(name, None)
        if asking := self._asking.get(name):
            asking.cancel()

    def _look(self) -> None:
        """Ask all that are listed where they are, unless that is known."""
        if self._net:
            for name in self._names.keys() - self._asking.keys():
                asking = asyncio.create_task(self._ask(self._net.zeroconf, name))
                self._asking[name] = asking
                asking.add_done_callback(partial(self._asked, name))

    async def _ask(self, zeroconf: Zeroconf, name: str) -> _Found | None:
        info = AsyncServiceInfo(SERVICE, name)
        # An answer to one alone (QU) may reach another program of this host.
        with suppress(OSError, ZeroconfError):
            if await info.async_request(zeroconf, _ANSWER_MILLISECONDS, DNSQuestionType.QM):
                return _waiting(info)
        return None

    def _asked(self, name: str, asking: "asyncio.Task[_Found | None]") -> None:
        del self._asking[name]
        if asking.cancelled() or name not in self._names:
            return
        self._answered(name, asking.result())
        self._report()

    def _answered(self, name: str, answer: _Found | None) -> None:
        if bool(answer) is not bool(self._names[name]):
            del self._names[name]  # It is the last to answer, or to be silent.
        self._names[name] = answer
        keys: Counter[str] = Counter()
        there = [(one, other) for other, one in self._names.items() if one]
        for one, other in sorted(there, key=lambda entry: self._rank(entry[0])):
            if keys.total() < MOST and keys[one.player.key] < MOST_OF_KEY:
                keys[one.player.key] += 1
            else:
                del self._names[other]  # Perhaps the next time.
                self._names[other] = None

    def _rank(self, one: _Found) -> int:
        """A number that is smaller the better one knows somebody."""
        person = self._find(one.player.key)
        if person is None:
            return _STRANGER
        return not any(str(target) in person.addresses for target in one.targets)

    def _report(self) -> None:
        waiting = sorted(
            (one for one in self._names.values() if one),
            key=lambda one: (
                self._rank(one) == _STRANGER, one.player.name.casefold(), self._rank(one),
                one.player.program,
            ),
        )  # fmt: skip
        reach: Reach = "network"
        reason = self._why
        if not self._net:
            reach = "nowhere"
        elif all(map(_is_loopback, self._addresses)):
            reach = "this computer"
            reason = Message(N_("this computer is not on a network"))
        own = Address(self._addresses[0], self._own[2]) if self._own and self._addresses else None
        now = Seen(tuple(one.player for one in waiting), reach, reason, own)
        if now != self._last:
            self._last = now
            self._notify(now)


def own_addresses() -> list[str]:
    """The IPv4 addresses of this computer in networks, the reachable one first.

    Without any it is the one within the computer, if that is there.
    """
    way_out = ""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))  # an address of nobody (RFC 5737); nothing is sent
        way_out = sock.getsockname()[0]
    ips = {
        ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)
    }
    found = sorted(ips, key=lambda ip: (ip != way_out, ip))
    return [ip for ip in found if not _is_loopback(ip)] or found[:1]


def _is_loopback(ip: str) -> bool:
    return ipaddress.ip_address(ip).is_loopback


def _waiting(info: AsyncServiceInfo) -> _Found | None:
    """Somebody who waits, unless what they say of it makes no sense."""
    program = info.name.removesuffix(f".{SERVICE}")
    said = info.decoded_properties
    key, version = said.get("key") or "", said.get("v") or ""
    addresses = info.parsed_addresses(IPVersion.V4Only)[:MOST_ADDRESSES]
    try:
        public_key(key)
    except ValueError:
        return None
    if not addresses or not info.port or not version.isdecimal() or len(version) > 9:
        return None
    return _Found(
        WaitingPlayer(clean_name(said.get("name")), key, program, int(version) == VERSION),
        tuple(Address(ip, info.port) for ip in addresses),
    )
