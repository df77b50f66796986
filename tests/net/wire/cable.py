"""A cable between two programs on loopback that can be torn, or cut where nobody sees it."""

import selectors
import socket
import threading
from contextlib import suppress
from typing import Self


class Cable:
    """A port whose connections lead to another port."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._target = 0
        self._is_cut = False
        self._other_end: dict[socket.socket, socket.socket] = {}
        self._bell, self._ring = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._wishes: list[str] = []
        self._done = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run)

    def leads_to(self, port: int) -> None:
        """Where it leads."""
        self._target = port

    def cut(self) -> None:
        """From now on nothing comes through, and nobody is told."""
        self._ask("cut")

    def mend(self) -> None:
        """New connections come through; the old ones are for ever silent."""
        self._ask("mend")

    def tear(self) -> None:
        """End all connections, so that both ends see it."""
        self._ask("tear")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ask("end")
        self._thread.join()

    def _ask(self, wish: str) -> None:
        self._wishes.append(wish)
        self._ring.send(b"!")
        self._done.acquire()

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._bell:
                    self._bell.recv(1)
                    if self._obey(self._wishes.pop()):
                        return
                elif key.fileobj is self._listener:
                    self._connect(self._listener.accept()[0])
                elif isinstance(key.fileobj, socket.socket):
                    self._pass_on(key.fileobj)

    def _obey(self, wish: str) -> bool:
        """Returns whether that was all."""
        if wish in ("tear", "end"):
            for one in list(self._other_end):
                self._drop(one)
        if wish == "end":
            for one in (self._listener, self._bell, self._ring):
                one.close()
            self._selector.close()
        if wish == "cut":
            self._is_cut = True
            for one in self._other_end:
                self._selector.unregister(one)
        if wish == "mend":
            self._is_cut = False
        self._done.release()
        return wish == "end"

    def _connect(self, near: socket.socket) -> None:
        if self._is_cut:
            near.close()
            return
        far = socket.create_connection(("127.0.0.1", self._target))
        self._other_end |= {near: far, far: near}
        for one in (near, far):
            self._selector.register(one, selectors.EVENT_READ)

    def _pass_on(self, one: socket.socket) -> None:
        if one not in self._other_end:
            return
        data = b""
        with suppress(OSError):
            data = one.recv(1 << 16)
            self._other_end[one].sendall(data)
        if not data:
            self._drop(one)

    def _drop(self, one: socket.socket) -> None:
        other = self._other_end.pop(one, None)
        with suppress(KeyError, ValueError):
            self._selector.unregister(one)
        one.close()
        if other:
            self._drop(other)
