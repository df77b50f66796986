"""The runner's end of a conversation with one engine.

It does no I/O: bytes from the engine go into :meth:`Conversation.receive_data`, events come out of
:meth:`Conversation.next_event`. The caps make sure that no engine can make the buffer grow.
"""

from enum import StrEnum
from typing import Final, NoReturn

from durak_tui.game.caps import caps_json
from durak_tui.game.position import Position
from durak_tui.protocol.faults import FaultCode, LocalProtocolError, RemoteProtocolError
from durak_tui.protocol.messages import (
    VERSION_1,
    Command,
    EngineAnswer,
    Features,
    GameData,
    Info,
    Kind,
    decode_answer,
    decode_info,
    encode_command,
)

QUESTIONS: Final[tuple[Kind, ...]] = ("move", "respond", "give_more", "deal", "game_end")
"""The command that is due in each phase of a position."""
LINE_CAP: Final = 64 * 1024  # Bytes an engine may write before a newline.
BUFFER_CAP: Final = 1024 * 1024  # Bytes that may wait to be read as lines.
INFO_CAP: Final = 100  # Info lines an engine may write before one answer.


class State(StrEnum):
    """The state of a conversation between two lines."""

    NEW = "the engine has not been greeted"
    PLAYING = "a game is on and the engine waits for a command"
    AWAITED = "the engine owes an answer"
    IDLE = "the game is over and the engine waits for the next"
    ENDED = "the engine is to exit"
    BROKEN = "the engine broke the protocol"


_GAME = ("init", "deal", "move", "respond", "give_more")
_HINTS = ("hint move", "hint respond", "hint give_more")

NEXT: Final[dict[State, dict[str, State]]] = {
    State.NEW: {"init": State.PLAYING},
    State.PLAYING: {"game_end": State.IDLE, **dict.fromkeys(_GAME + _HINTS, State.PLAYING)},
    State.IDLE: {"init": State.PLAYING, **dict.fromkeys(_HINTS, State.IDLE)},
    State.AWAITED: {},
    State.ENDED: {},
    State.BROKEN: {},
}
"""The commands of each state, and the state once they are answered."""


class Conversation:
    """One engine process, from its first ``init`` to its end."""

    def __init__(self) -> None:
        self.state = State.NEW
        self.features: Features = VERSION_1  # In the last answer to `init`.
        self.answered = b""
        self._pending: Command | None = None
        self._then = State.NEW
        self.unread = b""  # The start of a line that has not become an event yet.
        self._searched = 0
        self._infos = 0

    def send(
        self,
        command: Command,
        time_left_ms: int | None = None,
        game_time_left_ms: int | None = None,
    ) -> bytes:
        """The bytes of a command; LocalProtocolError if it may not be sent.

        Only engines of version 2 are sent the times.
        """
        word = f"hint {command.kind}" if command.hint else command.kind
        then = NEXT[self.state].get(word)
        if then is None:
            raise LocalProtocolError(f"{word} cannot be sent: {self.state.value}")
        if command.hint and not self.features.hints:
            raise LocalProtocolError("this engine gives no hints")
        if command.kind == "game_end":
            self.state = State.IDLE if self.features.persistent else State.ENDED
        else:
            self._pending = command
            self._then = then
            self._infos = 0
            self.state = State.AWAITED
        if self.features.protocol < 2:
            return encode_command(command) + b"\n"
        return encode_command(command, time_left_ms, game_time_left_ms) + b"\n"

    def receive_data(self, data: bytes) -> None:
        """Take bytes of the engine; RemoteProtocolError (flood) over the cap."""
        self.unread += data
        if len(self.unread) > BUFFER_CAP:
            self._flood(FaultCode.MANY_BYTES, self.unread[:1000], n=BUFFER_CAP)

    def next_event(self) -> EngineAnswer | Info | None:
        """The next info or answer, if complete; RemoteProtocolError ends it all."""
        buffer = self.unread
        if self._pending is None:
            if buffer.strip(b" \t\r"):
                self._flood(FaultCode.UNASKED, buffer[:1000])
            return None
        end = buffer.find(b"\n", self._searched)
        if (len(buffer) if end < 0 else end) > LINE_CAP:
            self._flood(FaultCode.LONG_LINE, buffer[:1000], n=LINE_CAP)
        if end < 0:
            self._searched = len(buffer)
            return None
        line = buffer[:end]
        buffer = self.unread = buffer[end + 1 :]
        self._searched = 0
        try:
            if line.lstrip().startswith(b"info") and self.features.protocol > 1:
                self._infos += 1
                if self._infos > INFO_CAP:
                    raise RemoteProtocolError(FaultCode.MANY_INFOS, line, n=INFO_CAP)
                return decode_info(line)
            answer = decode_answer(self._pending.kind, line)
        except RemoteProtocolError:
            self._stop()
            raise
        self.answered = line
        if answer.features is not None:
            self.features = answer.features
        self._pending = None
        self.state = self._then
        if buffer and buffer.strip(b" \t\r"):
            self._flood(FaultCode.SECOND_LINE, line + b"\n" + buffer[:1000])
        return answer

    def _flood(self, code: FaultCode, received: bytes, **values: object) -> NoReturn:
        self._stop()
        raise RemoteProtocolError(code, received, **values)

    def _stop(self) -> None:
        self.state = State.BROKEN
        self.unread = b""
        self._pending = None


def game_data(position: Position, player: int) -> GameData:
    """The data of a command to this player."""
    return GameData(
        position.discarded,
        position.talon_count,
        position.table,
        position.hands[1 - player].bit_count(),
        position.trump,
        attack_limit=caps_json(position.caps) or (),
    )
