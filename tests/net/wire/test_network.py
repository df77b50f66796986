"""The line and the conversation on it, put together."""

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import TypeVar

import pytest

from durak_tui.common.errors import UserError
from durak_tui.net import wire
from durak_tui.net.address import Address
from durak_tui.net.line_events import Back, Invited, LineEvent, Lost, Opened
from durak_tui.net.wire.network import Network
from durak_tui.net.wire.switchboard import Came
from tests.net.wire.cable import Cable
from tests.net.wire.players import LOOPBACK, at_their_programs

T = TypeVar("T")


class Face:
    """A face of a network, in one thread."""

    def __init__(self, folder: Path) -> None:
        self._calls: Queue[Callable[[], object]] = Queue()
        self._told: list[LineEvent] = []
        self.network = Network(
            "Ann", self._told.append, self._calls.put, folder / "unfinished", folder / "log",
            host=LOOPBACK, announce=False,
        )  # fmt: skip

    def hears(self, kind: type[T]) -> T:
        """The next event of a kind; those before it are passed over."""
        while True:
            while self._told:
                event = self._told.pop(0)
                if isinstance(event, kind):
                    return event
            self._calls.get(timeout=60)()


@pytest.fixture
def face(tmp_path: Path) -> Iterator[Face]:
    found = Face(tmp_path)
    yield found
    found.network.close()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("is_back", [True, False])
def test_who_sits_down_after_the_line_was_torn_greets_on_the_one_that_is_back(
    is_back: bool, face: Face, tmp_path: Path
) -> None:
    with at_their_programs(tmp_path, "Boris") as (boris,), Cable() as cable:
        cable.leads_to(boris.waits().port)
        face.network.invite(Address(LOOPBACK, cable.port))
        boris.accept(boris.hears(Invited).line)
        opened = face.hears(Opened)
        cable.tear()
        lost = face.hears(Lost)
        if is_back:
            face.hears(Back)
        sitting = face.network.sit_down(opened, lambda event: None)
        if not is_back:
            assert face.hears(Lost) == lost, "there is somebody now who has to know"
            face.hears(Back)
        boris.hears(Came)
        assert b'"durak-tui"' in boris.came
        sitting.close()


def test_without_the_extra_one_hears_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wire.check_net()
    monkeypatch.setattr(wire, "NEEDED", ("asyncssh", "no_such_module"))
    with pytest.raises(UserError, match=r"pip install 'durak-tui\[net\]'"):
        wire.check_net()
