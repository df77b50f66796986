"""Conversations in every state, and short ways to go on from there."""

from typing import Final

import pytest

from durak_tui.protocol.conversation import Conversation, State
from durak_tui.protocol.faults import LocalProtocolError, RemoteProtocolError
from durak_tui.protocol.messages import Command, EngineAnswer, GameData, Info
from tests.game.build import cards

DATA: Final = GameData((), 24, (), 6, cards("7S")[0])
HINT_DATA: Final = DATA._replace(hand=cards("8C 9D"), enemy_known=())

INIT: Final = Command("init", cards("7S"))
DEAL: Final = Command("deal", cards("6C 7C"), DATA)
MOVE: Final = Command("move", (), DATA)
GIVE_MORE: Final = Command("give_more", cards("7C"), DATA)
GAME_END: Final = Command("game_end")
HINT: Final = Command("move", (), HINT_DATA, hint=True)

COMMANDS: Final = {
    "init": INIT,
    "deal": DEAL,
    "move": MOVE,
    "respond": Command("respond", cards("7C"), DATA),
    "give_more": GIVE_MORE,
    "game_end": GAME_END,
    "hint": HINT,
}

OK: Final = b"ok\n"
OK_2: Final = b'ok ## {"persistent": true, "hints": true}\n'


def events(conversation: Conversation) -> list[EngineAnswer | Info]:
    """All that has happened by now."""
    found: list[EngineAnswer | Info] = []
    while (event := conversation.next_event()) is not None:
        found.append(event)
    return found


def replied(
    conversation: Conversation, command: Command, reply: bytes
) -> list[EngineAnswer | Info]:
    """Send a command; the engine replies at once."""
    conversation.send(command)
    conversation.receive_data(reply)
    return events(conversation)


def fault(conversation: Conversation, *pieces: bytes) -> RemoteProtocolError:
    """The fault that these bytes are; afterwards the conversation is over for good."""
    with pytest.raises(RemoteProtocolError) as caught:
        for piece in pieces:
            conversation.receive_data(piece)
            events(conversation)
    assert conversation.state is State.BROKEN
    assert conversation.unread == b""
    with pytest.raises(LocalProtocolError):
        conversation.send(INIT)
    return caught.value


# Every state, and how a conversation gets there


def new() -> Conversation:
    return Conversation()


def greeted() -> Conversation:
    conversation = Conversation()
    conversation.send(INIT)
    return conversation


def playing() -> Conversation:
    conversation = Conversation()
    replied(conversation, INIT, OK)
    return conversation


def playing_2() -> Conversation:
    conversation = Conversation()
    replied(conversation, INIT, OK_2)
    return conversation


def asked() -> Conversation:
    conversation = playing()
    conversation.send(MOVE)
    return conversation


def asked_2() -> Conversation:
    conversation = playing_2()
    conversation.send(MOVE)
    return conversation


def idle() -> Conversation:
    conversation = playing_2()
    conversation.send(GAME_END)
    return conversation


def idle_without_hints() -> Conversation:
    conversation = Conversation()
    replied(conversation, INIT, b'ok ## {"persistent": true}\n')
    conversation.send(GAME_END)
    return conversation


def ended() -> Conversation:
    conversation = playing()
    conversation.send(GAME_END)
    return conversation


def broken() -> Conversation:
    conversation = asked_2()
    fault(conversation, b"nonsense\n")
    return conversation
