"""When an application has done all that it can do for now."""

import asyncio
from time import monotonic
from typing import Any, Final

from textual.app import App

from tests.processes import work_of_other_threads

AT_REST: Final = b"\x1b[=77z"
"""The sign of rest of a program with a clock moved by hand."""


async def rest(app: App[Any], within: float) -> None:
    """Until only a clock, a thread or another process can make the application work."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    deadline = monotonic() + within
    while monotonic() < deadline and app.is_running:
        await asyncio.sleep(0)
        if not ready and not _has_work(app):
            return


async def settle(app: App[Any], within: float) -> None:
    """Until neither the application nor a thread of it can go on by itself."""
    before, deadline = [""], monotonic() + within
    while before != (before := work_of_other_threads()):
        assert monotonic() < deadline, f"{app.screen} goes on and on"
        await rest(app, deadline - monotonic())


def _has_work(app: App[Any]) -> bool:
    """True while a key is undelivered, or a frame not drawn."""
    if app._exit or not app.screen_stack:
        return False
    if app._resize_event or app.type_ahead.waiting:  # type: ignore[attr-defined]
        return True
    screen = app.screen_stack[-1]
    return (
        not app._batch_count
        and screen.is_current
        and bool(
            screen._layout_required
            or screen._scroll_required
            or screen._repaint_required
            or screen._recompose_required
            or screen._dirty_widgets
            or screen._callbacks
        )
    )
