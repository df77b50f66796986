"""Guests who come with a browser."""

import asyncio
import base64
import json
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.net.guests.servers import Server
from tests.processes import all_end, look_until
from tests.tui.terminals import Display

pytestmark = pytest.mark.story

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE: Final = 60


class Page(Display):
    """A terminal in a page, spoken to as the page does."""

    def __init__(self, socket: Any) -> None:
        super().__init__()
        self._socket = socket

    async def until(self, wanted: str) -> None:
        """Wait until it shows a text."""
        async with asyncio.timeout(PATIENCE):
            while not self.shows(wanted):
                message = await self._socket.receive()
                assert isinstance(message.data, bytes), (message, self.text)
                if answer := self.take(message.data):
                    await self.type(answer.decode())

    async def type(self, text: str) -> None:
        """Press keys."""
        await self._socket.send_json(["stdin", text])

    async def answers(self) -> None:
        """Wait until the server has heard all that was said."""
        await self._socket.send_json(["ping", 7])
        async with asyncio.timeout(PATIENCE):
            while (message := await self._socket.receive()).data != '["pong", 7]':
                assert isinstance(message.data, bytes), message
                self.take(message.data)

    async def ended(self) -> bytes:
        """Wait for the end of the line; returns what was shown last."""
        async with asyncio.timeout(PATIENCE):
            async for message in self._socket:
                self.take(message.data)
        return self.tail


@asynccontextmanager
async def visiting(server: Server, *forwarded: str, **headers: str) -> AsyncIterator[Page]:
    """A guest in a browser, perhaps behind proxies, until the block is left."""
    import aiohttp

    headers = {"Origin": f"http://127.0.0.1:{server.port}", **headers}
    said = [*headers.items(), *(("X-Forwarded-For", one) for one in forwarded)]
    url = f"http://127.0.0.1:{server.port}/ws?width=80&height=24"
    async with aiohttp.ClientSession() as session, session.ws_connect(url, headers=said) as line:
        yield Page(line)


async def test_a_guest_in_a_browser_has_the_same_game(tmp_path: Path) -> None:
    with Server(tmp_path, "--web", "--login-seconds", "1") as server:
        async with visiting(server) as page:
            await page.until("Nothing from this visit is saved")
            await page.type("p")
            await page.until("Who do you want to play against?")
            await page.type("1")
            await page.until("You ·")
            await page._socket.send_json(["resize", {"width": 1, "height": 1}])
            await page._socket.send_json(["resize", {"width": 10**9, "height": "x"}])
            await page._socket.send_str("[" * 1000)
            await page._socket.send_str("[" * 1_000_000)
            await page._socket.send_str('["resize", {"width": 1e999, "height": 1}]')
            await page.type(f"\x1b[200~{'z' * 100_000}\x1b[201~")
            await page._socket.send_str('["stdin", "\\ud800"]')
            await page.type("\x1b[97;5:3u\x9f\x1b[?62;22c")
            await page.answers()
            await page._socket.send_json(["resize", {"width": 80, "height": 24}])
            await page.type("q")
            await page.ended()
        server.until_logged("a guest without a key from 127.0.0.1: disconnected")
        look_until(lambda: not server.applications)


async def test_behind_a_web_server_its_name_is_the_servers_if_that_is_named(tmp_path: Path) -> None:
    behind = {"Host": "durak.example.org", "Origin": "https://durak.example.org"}
    with Server(tmp_path, "--web", "--public-host", "https://durak.example.org") as server:
        async with visiting(server, **behind) as page:
            await page.until("Settings")


async def test_the_limits_are_those_of_other_guests(tmp_path: Path) -> None:
    options = ["--web", "--behind-proxy", "--sessions", "2", "--per-address", "1"]
    with Server(tmp_path, *options) as server:
        proxied = "10.0.0.1, 10.0.0.2"
        async with visiting(server, proxied) as first, visiting(server, proxied) as second:
            assert b"All places for your address" in await second.ended()
            await first.until("Settings")
        server.until_logged("from 10.0.0.2: disconnected")


async def test_only_the_proxy_itself_says_where_a_guest_comes_from(tmp_path: Path) -> None:
    with Server(tmp_path, "--web", "--behind-proxy") as server:
        async with visiting(server, "10.0.0.3, " + "x" * 5000):
            server.until_logged("from 127.0.0.1: connected")


async def test_a_browser_that_prefers_russian_gets_it(tmp_path: Path) -> None:
    with Server(tmp_path, "--web") as server:
        async with visiting(server, **{"Accept-Language": "ru-RU,ru;q=0.9"}) as page:
            await page.until("Настройки")


async def test_at_sigterm_pages_show_that_the_server_closes(tmp_path: Path) -> None:
    with Server(tmp_path, "--web") as server:
        async with visiting(server) as page:
            await page.until("Settings")
            below = server.below
            server.process.send_signal(signal.SIGTERM)
            assert b"The server is closing." in await page.ended()
        assert server.process.wait(PATIENCE) == 128 + signal.SIGTERM
        assert all_end(below)


CARD_PIXELS: Final = """() => {
    const layer = document.querySelector(".xterm-text-layer");
    const { data } = layer.getContext("2d").getImageData(0, 0, layer.width, layer.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
        count += data[at] > 220 && data[at + 1] > 220 && data[at + 2] > 220;
    return count;
}"""
"""A script that counts the terminal's pixels as white as cards."""
A_HAND: Final = 8000
"""More of it than there is on a screen without a hand of cards."""


class Browser:
    """Chromium without a window, spoken to by its DevTools protocol."""

    def __init__(self, socket: Any) -> None:
        self.violations: list[str] = []  # Of the page's policy, as its console has them.
        self._socket = socket
        self._number = 0

    async def do(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method and return its result."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = await self._socket.receive_json()
                entry = answer.get("params", {}).get("entry", {})
                if entry.get("source") == "security":
                    self.violations.append(entry["text"])
                if answer.get("id") == self._number:
                    # There is none if the page was left meanwhile.
                    result: dict[str, Any] = answer.get("result", {})
                    return result

    async def until(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        async with asyncio.timeout(PATIENCE):
            code = f"new Promise(done => {{ const look = () => {condition} ? done(1)"
            code += " : requestAnimationFrame(look); look(); })"
            while not await self.do("Runtime.evaluate", expression=code, awaitPromise=True):
                pass

    async def value(self, expression: str) -> Any:
        """A number or a text as the page has it."""
        found = await self.do("Runtime.evaluate", expression=expression)
        return found["result"]["value"]

    async def press(self, key: str) -> None:
        """Press a key that writes a character."""
        await self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
        await self.do("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def picture(self, path: Path) -> None:
        """Save what it shows."""
        shot = await self.do("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))


@asynccontextmanager
async def browsing(folder: Path, url: str) -> AsyncIterator[Browser]:
    """A browser with one page, until the block is left."""
    import aiohttp

    assert CHROMIUM
    process = subprocess.Popen(
        [
            CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-dev-shm-usage", "--remote-debugging-port=0", "--window-size=1000,640",
            f"--user-data-dir={folder}", "about:blank",
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        told = folder / "DevToolsActivePort"
        look_until(lambda: told.exists() and told.read_text().count("\n") == 1)
        port = told.read_text().split()[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                pages = json.loads(await answer.text())
            (address,) = [one["webSocketDebuggerUrl"] for one in pages if one["type"] == "page"]
            async with session.ws_connect(address, max_msg_size=0) as socket:
                browser = Browser(socket)
                for domain in ("Page", "Log"):
                    await browser.do(f"{domain}.enable")
                await browser.do("Page.navigate", url=url)
                yield browser
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not here (chromium)")
async def test_the_page_in_a_real_browser(tmp_path: Path) -> None:
    with Server(tmp_path, "--web") as server:
        url = f"http://127.0.0.1:{server.port}/"
        async with browsing(tmp_path / "browser", url) as browser:
            await browser.until("document.body.classList.contains('-first-byte')")
            async with asyncio.timeout(PATIENCE):
                while not [
                    one for home in server.homes for one in home.rglob("unfinished/*.jsonl")
                ]:
                    # What is typed before the application listens is lost, as on any terminal.
                    await browser.press("p")
                    await browser.press("1")
            async with asyncio.timeout(PATIENCE):
                while await browser.value(f"({CARD_PIXELS})()") < A_HAND:
                    pass
            await browser.picture(tmp_path / "page.png")  # For people, if anything fails.
            await browser.press("q")
            await browser.until("document.body.classList.contains('-closed')")
            assert await browser.value("document.fonts.check('16px \"Roboto Mono\"')") is True
            await browser.do("Runtime.evaluate", expression="document.body.dataset.left = 1")
            click = "document.getElementById('again').click()"
            await browser.do("Runtime.evaluate", expression=click)
            await browser.until(
                "!document.body?.dataset.left && document.body?.classList.contains('-first-byte')"
            )
            assert browser.violations == []
        look_until(lambda: not server.applications)
