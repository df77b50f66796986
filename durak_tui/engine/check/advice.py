"""Advice for the authors of engines that fail a check."""

from collections.abc import Mapping
from typing import Final

from durak_tui.common.i18n import N_
from durak_tui.game.violation import Rule
from durak_tui.protocol.faults import FaultReason

ANOTHER_PYTHON: Final = N_(
    "run it with the Python that has durak-tui (named above), or activate the environment of"
    " that Python first"
)
END_OF_INPUT: Final = N_("exit when reading says that the input has ended: nothing more will come")

_BEAT: Final = N_(
    "beat the LAST card on the table, with a higher card of its suit or, unless it is a trump,"
    " with a trump; otherwise take, with an empty line"
)
ADVICE_ON_RULES: Final[Mapping[Rule, str]] = {
    Rule.GIVE_LIMIT: N_("give at most enemy_count - 1 cards, and at 0 answer with an empty line"),
    Rule.MUST_LEAD: N_("lead a card when the table is empty; an empty line only ends a bout"),
    Rule.NOT_HELD: N_(
        "keep track of the hand: add the cards of every deal, remove what is played or thrown in"
    ),
    Rule.LOWER: _BEAT,
    Rule.OTHER_SUIT: _BEAT,
    Rule.TRUMP_NEEDED: _BEAT,
    Rule.RANK_NOT_ON_TABLE: N_("play only ranks that are on the table, whoever played them"),
    Rule.GIVEN_TWICE: N_("name each card once"),
}
"""Advice for an engine that breaks a rule; others an answer cannot break."""


def advice_on_fault(reason: FaultReason, kind: str, received: bool) -> str:
    """Advice on a fault; ``received`` is whether any answer had begun."""
    match reason, kind:
        case "timeout", _ if received:
            return N_(
                "no newline: end every answer with one, or the runner waits for the rest of the"
                " line"
            )
        case "timeout", "init" | "deal":
            return N_("no newline, or stdout not flushed: in Python print(..., flush=True)")
        case "timeout", _:
            return N_(
                "no newline, or stdout not flushed (in Python print(..., flush=True)), or it thinks"
                " too long for this limit (durak-tui check has --move-time SEC)"
            )
        case "unreadable", "init":
            return N_(
                'answer init with "ok" in lower case, or in version 2 ok ## {JSON}; what is not'
                " an answer, such as debug output, belongs on standard error"
            )
        case "unreadable", "deal":
            return N_(
                'answer deal with "ok" in lower case; what is not an answer, such as debug'
                " output, belongs on standard error"
            )
        case "unreadable", "give_more":
            return N_(
                'answer with cards such as "7C TS", or an empty line; what is not an answer, such'
                " as debug output, belongs on standard error"
            )
        case "unreadable", _:
            return N_(
                'answer with one card such as "7C", or an empty line; what is not an answer, such'
                " as debug output, belongs on standard error"
            )
        case "flood", _:
            return N_(
                "write one line for each command and none unasked; what is not an answer, such as"
                " debug output, belongs on standard error"
            )
        case "crash", _:
            return N_("see its last words on standard error; the lines above reproduce it")
        case _:  # it has closed a pipe
            return N_("keep standard input and output open until the engine exits")
