"""Keys that come faster than they are answered.

Textual hands each key to what has the focus at that moment, although the key before may be about
to give it to something else: of "/lisa" over a slow line the name would be lost.  Look at
``MessagePump._parent``, ``_closing`` and ``_closed`` and at ``App.on_event`` when Textual (8.2.8)
moves.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from textual.app import App, ScreenStackError
from textual.events import Key, Paste
from textual.message_pump import MessagePump
from textual.screen import Screen

PATIENCE: Final = 0.25  # Seconds between two looks whether what has a key is still there.
LONGEST: Final = 5.0  # Seconds after which the next key is handed on in any case.


class TypeAhead:
    """Keys for an application, each handed on once the last is answered."""

    def __init__(self, app: App[Any], deliver: Callable[[Key | Paste], Awaitable[None]]) -> None:
        """``deliver`` gives a key to whom it belongs."""
        self.is_idle = True  # Whether every key so far is answered.
        self.waiting: deque[Key | Paste] = deque()
        self._app = app
        self._deliver = deliver
        self._until = 0.0
        self._answer: asyncio.Task[None] | None = None

    async def take(self, key: Key | Paste) -> None:
        """Deliver a key once those before it are answered."""
        self.waiting.append(key)
        if self.is_idle:
            await self._next()

    async def _next(self) -> None:
        self.is_idle = not self.waiting
        if self.waiting:
            screen = self._app.screen
            target = self._app.focused or screen
            try:
                await self._deliver(self.waiting.popleft())
            finally:  # whatever went wrong with this one, the next is heeded
                self._until = monotonic() + LONGEST
                self._answer = asyncio.create_task(self._follow(target, screen))

    async def _follow(self, target: MessagePump, screen: Screen[Any]) -> None:
        """Wait for all that a key leads to, then deliver the next."""
        with suppress(ScreenStackError):  # once the program has ended there is no screen
            await self._way_done(target)
            # A key is heeded at the end of its way.  A message that something was picked comes up
            # after it, and whoever gets that may open a screen.
            if self._app.screen is screen:
                await self._way_done(target)
            filled = None
            while filled is not self._app.screen:
                filled = self._app.screen
                await self._done(filled)
            await self._done(self._app)  # from which the focus comes
        self._app.call_later(self._next)

    async def _way_done(self, target: MessagePump) -> None:
        """Wait for all that the key comes to, from node to node."""
        node: MessagePump | None = target
        while node is not None:
            await self._done(node)
            node = node._parent

    async def _done(self, node: MessagePump) -> None:
        """Wait until a node has done what it has, or is gone."""
        done = asyncio.Event()
        node.call_later(done.set)
        while not (done.is_set() or node._closing or node._closed or monotonic() >= self._until):
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), PATIENCE)
