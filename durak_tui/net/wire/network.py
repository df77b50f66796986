"""People in the network, and the conversation with one of them.

It is the line of :class:`~durak_tui.net.wire.companion.Companion` and the
:class:`~durak_tui.net.peer_talk.PeerTalk` on it, put together for a face.
"""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from durak_tui.net.address import Address
from durak_tui.net.events import TalkEvent, TalkListener
from durak_tui.net.journal import Kept, Sides, TalkStore
from durak_tui.net.line import Back, Came, Contact, Left, LineEvent, Lost, Opened, Waiting
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.wire.companion import Companion
from durak_tui.net.words import words_of


class Network:
    """People in a network, and the line to one of them."""

    kind: Literal["network"] = "network"

    def __init__(
        self,
        name: str,
        tell: Callable[[LineEvent], object],
        call: Callable[[Callable[[], object]], object],
        folder: Path,
        log: Path,
        *,
        host: str | None = None,
        announce: bool = True,
    ) -> None:
        """Begin.  Raises NoIdentity.

        ``call`` has the thread of the face do something, ``tell`` is called there.  Conversations
        are stored in a folder, finished games in a log.  With ``host`` one is called at this
        address only; without ``announce`` whoever wants to play has to know it.
        """
        self.name = name
        self._tell = tell
        self._call = call
        self._folder = folder
        self._log = log
        self._announce = announce
        self._companion = Companion(
            name, lambda event: call(partial(self._heard, event)), host=host
        )
        self.words = self._companion.identity.words
        self._taking_up = threading.Lock()
        self._line = 0  # The line of the conversation, as the face knows it,
        self._wire = 0  # and as the companion does: another one once somebody has left.
        self._early: list[Came] = []  # What has come before one has sat down.
        self._talk: PeerTalk | None = None
        self._send: Callable[[bytes], object] | None = None
        self._lost: Lost | None = None
        self._works = False
        self._companion.start()

    def about(self, whom: Waiting) -> Contact:
        known_as = self._companion.people.known_as(whom.key)
        return Contact(whom.name, whom.key, words_of(whom.key), known_as)

    def look(self) -> None:
        self._companion.look()

    def listen(self, port: int | None = None) -> None:
        self._companion.listen(port, announce=self._announce)

    def hush(self) -> None:
        self._companion.hush()

    def invite(self, whom: Waiting | Address) -> int:
        return self._companion.invite(whom)

    def accept(self, line: int) -> None:
        self._companion.accept(line)

    def hang_up(self, line: int) -> None:
        if line == self._line:
            line = self._wire
            self._rise()
        self._companion.hang_up(line)

    def trust(self, line: int) -> None:
        self._companion.trust(line)

    def close(self) -> None:
        self._companion.close()

    # The conversation.

    def sit_down(self, opened: Opened, notify: TalkListener) -> PeerTalk:
        sides = Sides.new(
            0 if opened.called else 1, self.name, self._companion.identity.key, opened.who.key,
            opened.who.shown, targets=opened.targets, port=opened.port,
        )  # fmt: skip
        stored, store = TalkStore.new(sides, self._log, self._folder)
        self._talk = talk = PeerTalk(self._waking(notify), self._write, stored, store)
        if self._send:
            talk.line_up()
        elif self._lost:  # before there was anybody who had to know
            self._tell(self._lost)
        early, self._early = self._early, []
        for came in early:
            talk.receive(came.take())
        self.wake()
        return talk

    def take_up(self, kept: Kept, notify: TalkListener) -> tuple[int, PeerTalk]:
        in_thread = self._waking(lambda event: self._call(partial(notify, event)))
        talk = PeerTalk(in_thread, self._write, *TalkStore.resume(kept.id, self._log))
        sides = talk.sides
        with self._taking_up:  # the line may be back before its number is known here
            self._rise()
            if not sides.targets:
                self._companion.listen(sides.port or None, announce=False)
            self._wire = self._line = self._companion.resume(sides.peer, kept.name, sides.targets)
            self._talk = talk
        talk.listener = self._waking(notify)  # From now on in the thread of the face.
        return self._line, talk

    def _waking(self, notify: TalkListener) -> TalkListener:
        """Wrap a listener, so that work goes on after each event."""

        def notified(event: TalkEvent) -> None:
            notify(event)
            self.wake()

        return notified

    def _rise(self) -> None:
        self._line = self._wire = 0
        self._talk = self._send = self._lost = None
        self._early.clear()

    def _write(self, data: bytes) -> None:
        """Send bytes of the conversation, if there is a line."""
        if self._send:
            self._send(data)
        self.wake()

    def wake(self) -> None:
        """Have the conversation do what takes time, piece by piece."""
        if self._talk and self._talk.busy and not self._works:
            self._works = True
            self._call(self._work)

    def _work(self) -> None:
        self._works = False
        if self._talk:
            self._talk.work()
            self.wake()

    def _heard(self, event: LineEvent) -> None:
        """In the thread of the face: what the line says."""
        with self._taking_up:
            talk, wire, line = self._talk, self._wire, self._line
        match event:
            case Opened():
                self._rise()
                self._line = self._wire = event.line
                self._send = event.send
            case Came():
                if event.line == wire and talk:
                    talk.receive(event.take())
                    self.wake()
                elif event.line == wire:
                    self._early.append(event)
                return
            case Lost() | Left() | Back() if event.line == wire:
                event = event._replace(line=line)
                self._send = event.send if isinstance(event, Back) else None
                self._lost = event if isinstance(event, Lost) else None
                if talk is None:
                    self._early.clear()
                elif self._send:
                    talk.line_up()
                else:
                    talk.line_lost()
                if isinstance(event, Left) and talk and not talk.talk.failure:
                    # They may come back as long as one waits.
                    sides = talk.sides
                    self._wire = self._companion.resume(sides.peer, sides.other_name, sides.targets)
                self._tell(event)
                self.wake()
                return
        self._tell(event)
