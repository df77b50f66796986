"""An application is waited for until it is at rest, but not for ever."""

from itertools import count

import pytest

from tests.tui import rest
from tests.tui.apps import started


async def test_an_application_that_goes_on_and_on_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    works = count()
    monkeypatch.setattr(rest, "work_of_other_threads", lambda: [str(next(works))])
    async with started() as (_pilot, app):
        with pytest.raises(AssertionError, match="goes on and on"):
            await rest.settle(app, 0.05)
