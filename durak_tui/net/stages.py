"""The stages of a talk, and the messages due at each.

:meth:`durak_tui.net.talk.Talk.may` looks a message up here.  docs/sitting.md has the table for
readers: ``then`` and ``once`` are for it, and the tests hold :class:`~durak_tui.net.talk.Talk` to
them.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from durak_tui.net.talk_messages import (
    AcceptDraw,
    Again,
    Agree,
    Chat,
    Claim,
    DealStep,
    DealVerdict,
    DeclineDraw,
    Leave,
    Message,
    OfferDraw,
    Open,
    Play,
    Propose,
    Resign,
)


class Stage(StrEnum):
    """The point that a talk has come to."""

    RULES = "the house rules are not agreed yet"
    DEALING = "the cards are being dealt"
    PLAYING = "the game is on"
    CHECKING = "the game is over, the deal is being checked"
    BETWEEN = "the game is over and checked"
    FAILED = "it cannot go on"


class Speaker(StrEnum):
    """A condition on the side that may say a message."""

    EITHER = "either side"
    TALKER = "either side, up to the limit in a game"
    PROPOSER = "the side to propose: seat 0 first, then in turn"
    ANSWERER = "the same, agreeing to what the other side has proposed"
    MOVER = "the side to act"
    PLAYER = "either side, unless it or the cards have ended the game"
    OFFERER = "such a side, up to the limit, without an offer that stands"
    OFFERED = "such a side, if an offer of the other side stands"
    WAITER = "the side that waits for the other's action or keys"
    OPENER = "a side that has not opened its secret"
    LATE = "a side that has not heard of the end yet; passed over"
    CHECKER = "a side that has opened its secret, once"
    READY = "a side that has not said it yet"


class TalkRow(NamedTuple):
    """The side that may say a message, and the stage that follows."""

    who: Speaker
    then: Stage | None = None  # None: the stage stays.
    once: str = ""  # The condition for ``then``; empty if the message alone is enough.


_ALWAYS: Final[Mapping[type[Message], TalkRow]] = {
    Chat: TalkRow(Speaker.TALKER),
    Leave: TalkRow(Speaker.EITHER),
}
_BOTH: Final = "both sides have said it"
NEXT: Final[Mapping[Stage, Mapping[type[Message], TalkRow]]] = {
    Stage.RULES: {
        Propose: TalkRow(Speaker.PROPOSER),
        Agree: TalkRow(Speaker.ANSWERER, Stage.DEALING),
        **_ALWAYS,
    },
    Stage.DEALING: {
        DealStep: TalkRow(Speaker.EITHER, Stage.PLAYING, "all cards are dealt"),
        **_ALWAYS,
    },
    Stage.PLAYING: {
        Play: TalkRow(Speaker.MOVER, Stage.CHECKING, "the cards end the game"),
        DealStep: TalkRow(Speaker.EITHER),
        Resign: TalkRow(Speaker.PLAYER, Stage.CHECKING),
        OfferDraw: TalkRow(Speaker.OFFERER),
        AcceptDraw: TalkRow(Speaker.OFFERED, Stage.CHECKING),
        DeclineDraw: TalkRow(Speaker.OFFERED),
        Claim: TalkRow(Speaker.WAITER),
        Open: TalkRow(Speaker.OPENER, Stage.CHECKING, "the game is over at the other side, too"),
        **_ALWAYS,
    },
    Stage.CHECKING: {
        DealStep: TalkRow(Speaker.OPENER),
        Open: TalkRow(Speaker.OPENER),
        **dict.fromkeys((Resign, OfferDraw, AcceptDraw, DeclineDraw, Claim), TalkRow(Speaker.LATE)),
        DealVerdict: TalkRow(Speaker.CHECKER, Stage.BETWEEN, _BOTH),
        **_ALWAYS,
    },
    Stage.BETWEEN: {Again: TalkRow(Speaker.READY, Stage.DEALING, _BOTH), **_ALWAYS},
    Stage.FAILED: {},
}
"""The messages due at each stage, their speakers, and the stage that follows.

A server's guests have nothing to check: their games go from PLAYING to BETWEEN.
"""
