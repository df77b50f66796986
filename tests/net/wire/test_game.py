"""A whole game between two programs, over the line."""

import queue
from pathlib import Path
from random import Random

import pytest

from durak_tui.net.address import Address
from durak_tui.net.line_events import (
    Back,
    Broken,
    Invited,
    LineEvent,
    Listening,
    Lost,
)
from durak_tui.net.stages import Stage
from durak_tui.net.wire.link import Link
from durak_tui.net.wire.network_thread import NetworkThread
from durak_tui.net.wire.switchboard import Came, Connected
from tests.net.sittings import NAMES, USUAL, Side, same_game
from tests.net.wire.cable import Cable
from tests.net.wire.players import LOOPBACK, with_key

Happened = LineEvent | Connected | Came
Heard = queue.Queue[tuple[int, Happened]]


class Program(Side):
    """A side with a line of its own; what it hears is queued with its seat."""

    def __init__(self, folder: Path, seat: int, heard: Heard) -> None:
        self.link: Link | None = None
        self.network = NetworkThread(
            NAMES[seat],
            lambda event: heard.put((seat, event)),
            folder=with_key(folder / NAMES[seat]),
            host=LOOPBACK,
        )
        super().__init__(folder / NAMES[seat], seat, Random(seat))

    def write(self, data: bytes) -> None:
        if self.link:
            self.link.send(data)

    def hear(self, event: Happened) -> None:
        match event:
            case Invited():
                self.network.accept(event.line)
            case Connected():
                self.link = event.link
                self.conversation.line_up()
            case Lost():
                self.conversation.line_lost()
            case Came() if self.link:
                self.conversation.receive(self.link.read())
            case Broken():
                raise event.error
        self.work()
        while self.decide(USUAL, 1):
            self.work()


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("tears", [0, 1], ids=["a good line", "a line that is torn"])
def test_two_people_play_a_game_over_the_line_and_both_have_it_in_their_logs(
    tears: int, tmp_path: Path
) -> None:
    heard = Heard()
    caller, called = programs = Program(tmp_path, 0, heard), Program(tmp_path, 1, heard)
    torn = backs = 0
    # The caller is closed first, so as not to call again.
    with Cable() as cable, called.network, caller.network:
        for program in programs:
            program.network.start()
        called.network.listen(0, announce=False)
        while not all(program.talk.stage is Stage.BETWEEN for program in programs):
            seat, event = heard.get(timeout=60)
            if isinstance(event, Listening):
                cable.leads_to(event.port)
                caller.network.invite(Address(LOOPBACK, cable.port))
            programs[seat].hear(event)
            assert not programs[seat].failures
            backs += isinstance(event, Connected) and isinstance(event.event, Back)
            if torn < tears and programs[seat].talk.stage is Stage.PLAYING:
                cable.tear()
                torn += 1
    assert backs == 2 * tears
    (one,), (other,) = (program.logged() for program in programs)
    assert same_game(one, other)
    for program in programs:
        program.conversation.close()
