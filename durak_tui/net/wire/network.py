"""People in the network, and the conversation with one of them."""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from durak_tui.net.events import TalkEvent, TalkListener
from durak_tui.net.fingerprints import words_of
from durak_tui.net.line_events import (
    Back,
    Contact,
    LineEvent,
    LineLeft,
    Lost,
    Opened,
    WaitingPlayer,
)
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.talk_journal import Kept, Sides, TalkStore
from durak_tui.net.wire.link import Link
from durak_tui.net.wire.network_thread import NetworkThread
from durak_tui.net.wire.switchboard import Came, Connected


class Network(NetworkThread):
    """People in a network without a server, and a talk with one.

    The thread of the network notifies that of the face, where the conversation is.
    """

    kind: Literal["network"] = "network"

    def __init__(
        self,
        name: str,
        face: Callable[[LineEvent], object],
        call: Callable[[Callable[[], object]], object],
        folder: Path,
        log: Path,
        *,
        host: str | None = None,
        announce: bool = True,
    ) -> None:
        """Begin.  Raises NoIdentity.

        ``call`` runs something in the thread of the face, where ``face`` is called.  Conversations
        are stored in a folder, finished games in a log.  With ``host`` one is called at this
        address only; without ``announce`` others need to know it.
        """
        super().__init__(name, lambda event: call(partial(self._heard, event)), host=host)
        self.key = self.identity.key
        self.words = self.identity.words
        self._face = face
        self._call = call
        self._folder = folder
        self._log = log
        self._announce = announce
        self._taking_up = threading.Lock()
        self._line = 0  # That of the conversation.
        self._connected: Connected | None = None  # When the line was there last.
        self._link: Link | None = None  # As long as it is there.
        self._lost: Lost | None = None
        self._talk: PeerTalk | None = None
        self._is_working = False
        self.start()

    def about(self, whom: WaitingPlayer) -> Contact:
        known_as = self.people.known_as(whom.key)
        return Contact(whom.name, whom.key, words_of(whom.key), known_as)

    def listen(self, port: int | None = None, *, announce: bool | None = None) -> None:
        super().listen(port, announce=self._announce if announce is None else announce)

    def hang_up(self, line: int) -> None:
        if line == self._line:
            self._forget_talk()
        super().hang_up(line)

    # The conversation.

    def sit_down(self, opened: Opened, notify: TalkListener) -> PeerTalk:
        connected = self._connected
        assert connected and connected.event.line == opened.line
        sides = Sides.new(
            0 if connected.targets else 1, self.name, self.identity.key, opened.who.key,
            opened.who.shown, targets=connected.targets, port=connected.port,
        )  # fmt: skip
        stored, store = TalkStore.new(sides, self._log, self._folder)
        self._talk = talk = PeerTalk(self._waking(notify), self._write, stored, store)
        if self._link:
            talk.line_up()
            self._receive()
        elif self._lost:  # before there was a conversation that needed the line
            self._face(self._lost)
        self.wake()
        return talk

    def take_up(self, kept: Kept, notify: TalkListener) -> tuple[int, PeerTalk]:
        in_thread = self._waking(lambda event: self._call(partial(notify, event)))
        talk = PeerTalk(in_thread, self._write, *TalkStore.resume(kept.id, self._log))
        sides = talk.sides
        with self._taking_up:  # the line may be back before its number is known here
            self._forget_talk()
            if not sides.targets:
                self.listen(sides.port or None, announce=False)
            self._line = self.reconnect(sides.peer, kept.name, sides.targets)
            self._talk = talk
        talk.listener = self._waking(notify)  # From now on in the thread of the face.
        return self._line, talk

    def _waking(self, notify: TalkListener) -> TalkListener:
        """Wrap a listener, so that work goes on after each event."""

        def notified(event: TalkEvent) -> None:
            notify(event)
            self.wake()

        return notified

    def _forget_talk(self) -> None:
        self._line = 0
        self._talk = self._connected = self._link = self._lost = None

    def _write(self, data: bytes) -> None:
        """Send bytes of the conversation, if there is a line."""
        if self._link:
            self._link.send(data)
        self.wake()

    def wake(self) -> None:
        """Have the conversation do what takes time, piece by piece."""
        if self._talk and self._talk.busy and not self._is_working:
            self._is_working = True
            self._call(self._work)

    def _work(self) -> None:
        self._is_working = False
        if self._talk:
            self._talk.work()
            self.wake()

    def _receive(self) -> None:
        if self._talk and self._link:
            self._talk.receive(self._link.read())

    def _heard(self, event: LineEvent | Connected | Came) -> None:
        """Take an event of the line, in the thread of the face."""
        with self._taking_up:
            talk, line = self._talk, self._line
        match event:
            case Came():
                if event.line == line:  # else it waits, or nobody wants it
                    self._receive()
            case Connected(Opened() as opened):
                self._forget_talk()
                self._line, self._connected, self._link = opened.line, event, event.link
                self._face(opened)
            case Connected(Back() as back):
                if back.line == line:
                    self._connected, self._link, self._lost = event, event.link, None
                    if talk:
                        talk.line_up()
                self._face(back)
            case Lost() | LineLeft() if event.line == line:
                self._link, self._lost = None, event if isinstance(event, Lost) else None
                if talk:
                    talk.line_lost()
                    if isinstance(event, LineLeft) and not talk.talk.failure:
                        # They may come back as long as one waits.
                        sides = talk.sides
                        self.reconnect(sides.peer, sides.other_name, sides.targets, line)
                self._face(event)
            case _:
                assert not isinstance(event, Connected)
                self._face(event)
        self.wake()
