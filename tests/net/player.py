"""A program of one side, for tests that kill it: ``python -m tests.net.player FOLDER SEAT SEED``.

It plays one game at random on a line of the socket ``FOLDER/line``, goes on with what is stored,
and ends when the game is in the log of both, or in its own and there is no line any more.
"""

import socket
import sys
from pathlib import Path
from random import Random

from durak_tui.net.stages import Stage
from durak_tui.net.talk_journal import UnfinishedTalk, unfinished
from tests.net.sittings import USUAL, Side


class Program(Side):
    """A side with a line of its own."""

    line: socket.socket | None = None

    def write(self, data: bytes) -> None:
        if self.line:
            self.line.sendall(data)

    def take_up(self) -> None:
        """Go on with what is stored."""
        for found in unfinished(self.folder):
            assert isinstance(found, UnfinishedTalk), found.reason
            self.conversation.store.discard()
            self.resume(found.path)

    def play(self) -> None:
        """Play until the line is lost, or the game is over and checked."""
        with socket.socket(socket.AF_UNIX) as self.line:
            self.line.connect(str(self.folder / "line"))
            try:
                self.conversation.line_up()
                while self.talk.stage not in (Stage.BETWEEN, Stage.FAILED):
                    self.work()
                    if not self.decide(USUAL, 1):
                        data = self.line.recv(65536)
                        if not data:
                            break
                        self.conversation.receive(data)
                        self.work()
            except (BrokenPipeError, ConnectionResetError):
                pass
            self.conversation.line_lost()
            if self.talk.stage is Stage.BETWEEN:
                self.line.shutdown(socket.SHUT_WR)
                while self.line.recv(65536):
                    pass


def main() -> None:
    folder, seat, seed = sys.argv[1:]
    program = Program(Path(folder), int(seat), Random(seed))
    program.take_up()
    while program.talk.stage is not Stage.BETWEEN:
        try:
            program.play()
        except ConnectionRefusedError:
            if program.logged():
                break
            raise
        if program.failures:
            raise SystemExit(program.failures[0])
    program.conversation.close()


if __name__ == "__main__":
    main()
