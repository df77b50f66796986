"""A program that plays one game with somebody in the network.

    python -m tests.net.wire.program NAME FOLDER [WHOM]

Without WHOM it waits and accepts; with it, it invites somebody who waits by this name.  Events are
printed, a line of JSON each.  It leaves when it reads a line from standard input, or when the other
has left.
"""

import json
import queue
import sys
import threading
from pathlib import Path
from time import monotonic
from typing import Final

from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.cards import cards_in
from durak_tui.game.position import GIVE_MORE, Action, Position
from durak_tui.net import events as game
from durak_tui.net import line_events as line
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.talk_journal import Sides, TalkStore
from durak_tui.net.talk_messages import HouseRules
from durak_tui.net.wire.link import Link
from durak_tui.net.wire.network_thread import NetworkThread
from durak_tui.net.wire.switchboard import Came, Connected
from durak_tui.table.controller import Acted
from tests.net.sittings import Person

HOUSE_RULES: Final = HouseRules(caps=ATTACK_LIMITS["6,5"])
LOG: Final = "games.log"
_CALLS: Final = 3  # How often an invitation may fail: the line is bad.


class Program(Person):
    """The line, the sitting, and somebody who plays their lowest cards."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._heard: queue.Queue[line.LineEvent | Connected | Came | None] = queue.Queue()
        self._network = NetworkThread(name, self._heard.put, folder=folder)
        self._line = 0
        self._link: Link | None = None
        self._verdicts: dict[str, str] = {}

    def run(self, whom: str) -> None:
        """Find somebody, and play to the end."""
        self._network.start()
        threading.Thread(target=self._wait_for_the_end, daemon=True).start()
        with self._network:
            self._meet(whom)
            self._play()

    def _wait_for_the_end(self) -> None:
        sys.stdin.readline()
        self._heard.put(None)

    # Before the game.

    def _meet(self, whom: str) -> None:
        """Wait for somebody, or invite them as soon as they are seen."""
        waiting: dict[str, line.WaitingPlayer] = {}
        calls = 0
        if whom:
            self._network.look()
        else:
            self._network.listen()
        while not isinstance(event := self._heard.get(), Connected):
            match event:
                case line.Seen():
                    waiting = {one.name: one for one in event.waiting}
                    self._print("Seen", names=list(waiting))
                case line.Invited():
                    self._network.accept(event.line)
                case line.InvitationFailed() if calls < _CALLS:
                    self._print("InvitationFailed", why=str(event.why))
                    self._line = 0
                case line.InvitationFailed() | line.NotListening():
                    raise SystemExit(str(event.why))
                case line.Broken():
                    raise event.error
            if whom in waiting and not self._line:
                calls += 1
                self._line = self._network.invite(waiting[whom])
        opened = event.event
        assert isinstance(opened, line.Opened)
        self._line = opened.line
        sides = Sides.new(
            0 if event.targets else 1, self._name, self._network.identity.key, opened.who.key,
            opened.who.shown, targets=event.targets, port=event.port,
        )  # fmt: skip
        stored, store = TalkStore.new(sides, self._folder / LOG, self._folder)
        self.conversation = PeerTalk(self.tell, self.write, stored, store)
        self._print("Opened")
        self._connect(event)

    # The game.

    def _play(self) -> None:
        """Until somebody leaves."""
        while not isinstance(event := self._heard.get(), line.LineLeft | None):
            match event:
                case Connected():
                    self._print("Back")
                    self._connect(event)
                case line.Lost():
                    self._print("Lost", why=str(event.why))
                    self.conversation.line_lost()
                case Came() if self._link:
                    self.conversation.receive(self._link.read())
                case line.NotListening():
                    raise SystemExit(str(event.why))
                case line.Broken():
                    raise event.error
            while self._heard.empty() and self._can_go_on():
                pass
        if event:
            self._print("LineLeft")
            self.conversation.close()
        else:
            self.conversation.leave()
            self._network.hang_up(self._line)

    def _connect(self, event: Connected) -> None:
        self._link = event.link
        self.conversation.line_up()

    def _can_go_on(self) -> bool:
        if self.conversation.busy:
            self.conversation.work()
            return True
        return self.go_on(HOUSE_RULES)

    def choice(self, position: Position) -> Action:
        legal = cards_in(position.legal())
        return tuple(legal[: position.give_limit() if position.phase == GIVE_MORE else 1])

    # What the conversation has for its face.

    def write(self, data: bytes) -> None:
        if self._link:
            self._link.send(data)

    def tell(self, event: game.TalkEvent) -> None:
        match event:
            case Acted():
                assert self.talk.game
                self._print("Acted", played=len(self.talk.game.actions))
            case game.Checked() | game.OtherChecked():
                self._verdicts[type(event).__name__] = event.found
                if len(self._verdicts) == 2:
                    self._print("Verdicts", **self._verdicts)
            case game.TalkFailed():
                raise SystemExit(event.text)

    def _print(self, event: str, **facts: object) -> None:
        print(json.dumps({"at": monotonic(), "event": event, **facts}), flush=True)


if __name__ == "__main__":
    Program(sys.argv[1], Path(sys.argv[2])).run("".join(sys.argv[3:]))
