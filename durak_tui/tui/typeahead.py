"""Keys that come faster than they are answered.

Over a slow line several keys arrive at once.  Textual hands each to what has the focus at
that moment, although the key before may be about to give it to something else: of "/lisa"
the name would be lost.  Here a key waits until the one before has done its work.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from textual.app import App
from textual.events import Key, Paste
from textual.message_pump import MessagePump

PATIENCE: Final = 0.25
"""Seconds after which the next key is handed on in any case: what had the last one may be
gone, or be busy."""


class TypeAhead:
    """Hands keys to an application one after the other."""

    def __init__(self, app: App[Any], deliver: Callable[[Key | Paste], Awaitable[None]]) -> None:
        """``deliver`` gives a key to whom it belongs."""
        self._app = app
        self._deliver = deliver
        self._typed: deque[Key | Paste] = deque()
        self._turn = 0
        """The number of the key that is being answered; 0 if none is."""
        self._count = 0

    async def take(self, key: Key | Paste) -> None:
        """Deliver a key once those before it are answered."""
        self._typed.append(key)
        if not self._turn:
            await self._next()

    async def _next(self) -> None:
        self._count += 1
        self._turn = turn = self._count
        target = self._app.focused or self._app.screen
        await self._deliver(self._typed.popleft())
        asyncio.get_running_loop().call_later(PATIENCE, self._to_app, turn)
        self._follow(target, turn)

    def _follow(self, node: MessagePump | None, turn: int) -> None:
        """Go the way of the key: up to the application, each node in its turn."""
        if node is None or node is self._app:
            self._app.call_later(self._to_screen, turn)
        else:
            node.call_later(self._follow, node._parent, turn)

    def _to_screen(self, turn: int) -> None:
        """A screen that the key has opened is filled before it answers."""
        self._app.screen.call_later(self._to_app, turn)

    def _to_app(self, turn: int) -> None:
        """Whatever gets the focus gets it from the application, in its turn."""
        self._app.call_later(self._settled, turn)

    async def _settled(self, turn: int) -> None:
        if turn != self._turn:
            return
        self._turn = 0
        if self._typed:
            await self._next()
