"""Keys that come faster than they are answered.

Over a slow line several keys arrive at once.  Textual hands each to what has the focus at
that moment, although the key before may be about to give it to something else: of "/lisa"
the name would be lost.  Here a key waits until the one before has done its work.  Of Textual
8.2.8 it reads the private ``_parent``, ``_closing`` and ``_closed`` of ``MessagePump``; look at
these, and at ``App.on_event``, when Textual moves.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Any, Final

from textual.app import App
from textual.events import Key, Paste
from textual.message_pump import MessagePump
from textual.screen import Screen

PATIENCE: Final = 0.25
"""Seconds after which it is asked whether what has the last key is still there."""
LONGEST: Final = 5.0
"""Seconds after which the next key is handed on in any case."""


class TypeAhead:
    """Hands keys to an application one after the other."""

    def __init__(self, app: App[Any], deliver: Callable[[Key | Paste], Awaitable[None]]) -> None:
        """``deliver`` gives a key to whom it belongs."""
        self._app = app
        self._deliver = deliver
        self._typed: deque[Key | Paste] = deque()
        self._turn = 0
        """The number of the key that is being answered; 0 if none is."""
        self._at: MessagePump = app
        """What is to say that it has done its part."""
        self._count = 0

    async def take(self, key: Key | Paste) -> None:
        """Deliver a key once those before it are answered."""
        self._typed.append(key)
        if not self._turn:
            await self._next()

    async def _next(self) -> None:
        self._count += 1
        self._turn = turn = self._count
        screen = self._app.screen
        target = self._app.focused or screen
        await self._deliver(self._typed.popleft())
        self._follow(target, turn, partial(self._follow_what_is_said, target, screen))
        self._look_after(turn, monotonic() + LONGEST)

    def _look_after(self, turn: int, until: float) -> None:
        """Wait for what is busy, but not for what is gone."""
        if turn != self._turn:
            return
        if self._at._closing or self._at._closed or monotonic() > until:
            self._to_app(turn)
        else:
            loop = asyncio.get_running_loop()
            loop.call_later(PATIENCE, self._look_after, turn, until)

    def _follow(
        self, node: MessagePump | None, turn: int, then: Callable[[int], None] | None = None
    ) -> None:
        """Go up to the application, as the key does, node by node."""
        if turn != self._turn:
            return  # the next key is on its way already
        if node is None or node is self._app:
            self._ask(self._app, then or self._to_screen, turn)
        else:
            self._ask(node, self._follow, node._parent, turn, then)

    def _follow_what_is_said(self, target: MessagePump, screen: Screen[Any], turn: int) -> None:
        """Go the same way again, after messages about the key.

        A key is heeded at the end of its way.  A message that something was picked comes up
        after it, and whoever gets that may open a screen.
        """
        if turn != self._turn:
            return
        if self._app.screen is screen and not (target._closing or target._closed):
            self._follow(target, turn)
        else:
            self._to_screen(turn)

    def _to_screen(self, turn: int, asked: Screen[Any] | None = None) -> None:
        """Wait until a screen that the key has opened is filled.

        It may have come while the one below it was asked.
        """
        if turn != self._turn:
            return
        screen = self._app.screen
        if screen is asked:
            self._to_app(turn)
        else:
            self._ask(screen, self._to_screen, turn, screen)

    def _to_app(self, turn: int) -> None:
        """Wait for the application, from which the focus comes."""
        if turn == self._turn:
            self._ask(self._app, self._settled, turn)

    def _ask(self, node: MessagePump, then: Callable[..., object], *arguments: object) -> None:
        """Go on when the node has done all it has so far."""
        self._at = node
        node.call_later(then, *arguments)

    async def _settled(self, turn: int) -> None:
        if turn != self._turn:
            return
        self._turn = 0
        if self._typed:
            await self._next()
