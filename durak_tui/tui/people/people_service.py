"""The one line of the application to people elsewhere."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

if TYPE_CHECKING:
    from durak_tui.net.line_events import LineEvent
    from durak_tui.tui.app import DurakApp
    from durak_tui.tui.people.people_calls import Calls

    Notify = Callable[[LineEvent], object]
    InThread = Callable[[Callable[[], object]], object]


@runtime_checkable
class Listener(Protocol):
    """A screen that shows what happens on the line."""

    def heard(self, event: "LineEvent") -> bool:
        """Take note; return whether nobody else needs to."""


class PeopleService:
    """The line, once a screen wants it, for all screens."""

    def __init__(self, app: "DurakApp", begin: "Callable[[str, Notify, InThread], Calls]") -> None:
        """``begin`` makes the line of a person by name, in any thread.

        It may raise UserError.
        """
        self.calls: Calls | None = None
        self._app: Final = app
        self._begin: Final = begin
        self._opening: asyncio.Task[Calls] | None = None

    async def open(self, name: str) -> "Calls":
        """The line, which is begun if there is none.  Raises UserError."""
        if self.calls is None:
            if self._opening is None:
                self._opening = asyncio.create_task(self._open(name))
            # A screen that waits for it may go; it is there for the next one.
            await asyncio.shield(self._opening)
        assert self.calls
        return self.calls

    async def _open(self, name: str) -> "Calls":
        try:
            call = self._app.call_later
            self.calls = await asyncio.to_thread(self._begin, name, self.notify, call)
            return self.calls
        finally:
            self._opening = None

    async def close(self) -> None:
        """End it, with a goodbye to all who may hear it."""
        calls, self.calls = self.calls, None
        if calls:
            await asyncio.to_thread(calls.close)

    def notify(self, event: "LineEvent") -> None:
        """Pass an event on, to the uppermost screen first."""
        from durak_tui.net.line_events import Broken, Invited, Opened

        if isinstance(event, Broken):
            self._app.mishap(event.error, None)
            return
        for screen in reversed(self._app.screen_stack):
            if isinstance(screen, Listener) and screen.heard(event):
                return
        if self.calls and isinstance(event, Invited | Opened):
            self.calls.hang_up(event.line)  # there is nobody who could play
