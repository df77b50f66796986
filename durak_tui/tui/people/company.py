"""The one line of the application to people elsewhere."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen

if TYPE_CHECKING:
    from durak_tui.net.line import LineEvent
    from durak_tui.tui.people.calls import Calls


class StartCalls(Protocol):
    """Makes the line of a person called so."""

    def __call__(
        self,
        name: str,
        tell: "Callable[[LineEvent], object]",
        call: Callable[[Callable[[], object]], object],
        /,
    ) -> "Calls":
        """Begin it, in any thread.  Raises UserError."""


@runtime_checkable
class Listener(Protocol):
    """A screen that shows what happens on the line."""

    def heard(self, event: "LineEvent") -> bool:
        """Take note; return whether nobody else has to."""


class _HasCompany(Protocol):
    """An application with people elsewhere."""

    company: "Company"

    def mishap(self, error: BaseException, screen: Screen[Any] | None) -> None: ...


def company_of(node: DOMNode) -> "Company":
    """The company of the application that a screen belongs to."""
    return cast(_HasCompany, node.app).company


class Company:
    """The line, once a screen wants it, for all screens."""

    def __init__(self, app: App[Any], start: StartCalls) -> None:
        self.calls: Calls | None = None
        self._app: Final = app
        self._start: Final = start
        self._opening: asyncio.Task[Calls] | None = None

    async def open(self, name: str) -> "Calls":
        """The line, which is begun if there is none.  Raises UserError."""
        if self.calls is None:
            if self._opening is None:
                self._opening = asyncio.create_task(self._open(name))
            # The screen that waits for it may go; it is there for the next one.
            await asyncio.shield(self._opening)
        assert self.calls
        return self.calls

    async def _open(self, name: str) -> "Calls":
        try:
            call = self._app.call_later
            self.calls = await asyncio.to_thread(self._start, name, self.tell, call)
            return self.calls
        finally:
            self._opening = None

    async def close(self) -> None:
        """End it, with a goodbye to all who may hear it."""
        calls, self.calls = self.calls, None
        if calls:
            await asyncio.to_thread(calls.close)

    def tell(self, event: "LineEvent") -> None:
        """Pass on what is heard, to the uppermost screen first."""
        from durak_tui.net.line import Broken, Invited, Opened

        if isinstance(event, Broken):
            cast(_HasCompany, self._app).mishap(event.error, None)
            return
        for screen in reversed(self._app.screen_stack):
            if isinstance(screen, Listener) and screen.heard(event):
                return
        if self.calls and isinstance(event, Invited | Opened):
            self.calls.hang_up(event.line)  # there is nobody who could play
