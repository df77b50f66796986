"""The report of one check of an engine."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from durak_tui.common.i18n import N_, _, decimal, ngettext
from durak_tui.engine.check.compliance import CheckResult, Line, Status
from durak_tui.engine.engine_errors import EngineVerdict
from durak_tui.game.violation import Rule
from durak_tui.protocol.faults import printable
from durak_tui.words.refusals import ADVICE

TAIL: Final = 12  # Lines of a long exchange that are shown: the last are where it went wrong.
LAST_WORDS: Final = 5  # Lines that are shown of what the engine last wrote to standard error.
STATUS_WORDS: Final[Mapping[Status, str]] = {
    "passed": N_("passed"),
    "failed": N_("failed"),
    "skipped": N_("skipped"),
}
_LABELS: Final = (N_("problem:"), N_("fix:"))

Part = Literal["head", "about", "gap", "sent", "received", "stderr", "wrong", "advice"]
"""The subject of a line of the report; ``gap``: lines are left out."""


class ReportLine(NamedTuple):
    """A line of the report, indented and translated."""

    part: Part
    text: str


def report(
    result: CheckResult, verbose: bool, width: int, left_out: str = ""
) -> Iterator[ReportLine]:
    """The lines about one check, in ``width`` columns but for the exchange.

    ``verbose`` is with all that is known, for passed checks, too; ``left_out`` says behind "12
    lines before" where the others are seen.
    """
    why = f": {result.wrong}" if result.status == "skipped" else ""
    column = max(map(len, map(_, STATUS_WORDS.values())))
    yield from _wrapped(
        "head", f"{_(STATUS_WORDS[result.status]):<{column}}  ", _(result.name) + why, width
    )
    failed = result.status == "failed"
    if failed or verbose:
        yield from _wrapped("about", "  ", _(result.about), width)
        # Never wrapped: every blank of a line counts, and it can be copied as it is.
        shown = result.exchange if verbose else result.exchange[-TAIL:]
        if gap := len(result.exchange) - len(shown):
            before = ngettext("{n} lines before", "{n} lines before", gap).format(n=gap)
            yield ReportLine("gap", f"  ({before}{left_out})")
        yield from map(_exchanged, shown)
        for words in result.last_words if verbose else result.last_words[-LAST_WORDS:]:
            yield ReportLine("stderr", f"  stderr: {words}")
    if failed:
        wrong, advice = map(_, _LABELS)
        column = max(len(wrong), len(advice))
        yield from _wrapped("wrong", f"  {wrong:<{column}} ", result.wrong, width)
        yield from _wrapped("advice", f"  {advice:<{column}} ", advice_on(result), width)


def advice_on(result: CheckResult) -> str:
    """The probable remedy; empty if nothing is wrong."""
    if result.advice or result.verdict is None:
        return _(result.advice)
    return _(_advice(result.verdict))


def _wrapped(part: Part, start: str, text: str, width: int) -> list[ReportLine]:
    lines = textwrap.wrap(
        text, width, initial_indent=start, subsequent_indent=" " * len(start),
        break_on_hyphens=False,  # a path stays in one piece, as far as it fits into a line
    )  # fmt: skip
    return [ReportLine(part, line) for line in lines]


def _exchanged(line: Line) -> ReportLine:
    if line.direction == "<-":
        return ReportLine("sent", f"  <- {printable(line.text, None)}")
    time = _("{n} ms").format(n=decimal(line.seconds * 1000, ".1f"))
    if not line.text:
        time = _("an empty line, {time}").format(time=time)
    return ReportLine("received", f"  -> {printable(line.text)} ({time})")


def _advice(verdict: EngineVerdict) -> str:
    """Advice on a fault, marked for translation."""
    if isinstance(rule := verdict.details[0].code, Rule):
        return ADVICE[rule]
    match verdict.reason, verdict.command.removeprefix("hint "):
        case "timeout", _ if verdict.received:
            return N_(
                "no newline: end every answer with one, or the runner waits for the rest of the"
                " line"
            )
        case "timeout", "init" | "deal":
            return N_("no newline, or stdout not flushed: in Python print(..., flush=True)")
        case "timeout", _kind:
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
        case "unreadable", _kind:
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
