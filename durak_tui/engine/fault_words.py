"""Why an engine failed, in the language of the user.

Logs and :class:`~durak_tui.protocol.faults.Verdict` have it in English, so what they say is
recognized here by its wording.
"""

from typing import Final

from durak_tui.common.i18n import AGAINST_RULES, N_, WHY_NOT, recognized
from durak_tui.records.bounds import TOO_LARGE

WORDINGS: Final = (
    N_("{engine}: {reason} in {command} after {n} ms: {why}; sent '{sent}', got '{received}'"),
    # Programs.
    N_("engine {name} did not start: {why}, last words: {words}"),
    N_("engine {name} did not start: {why}"),
    N_("engine {name} cannot be started: {why}"),
    N_("engine {name} gives no hints"),
    N_("no engine can be started: {why}"),
    N_("worker processes cannot be started: {why}; --concurrency 1 does without"),
    N_("the interpreter that its first line names does not exist"),
    N_("it is source, not a program: build it with {command}"),
    N_("it is not a program: a script needs a first line such as #!/usr/bin/env python3"),
    N_("exited with code {n}"),
    N_("killed by {name} (signal {n})"),
    N_("closed its standard input while alive"),
    N_("closed its standard output while alive"),
    N_("{player} resigned"),
    N_("{player} did not act within {n} s"),
    # Times, in parts.
    N_("no answer within {n} s"),
    N_("no answer within {n} s of its start"),
    N_("all that was left of {n} s for the game"),
    N_("nor within {n} s more"),
    N_("only the start of a line"),
    N_("no answer after {n} s, and the player would not wait longer"),
    # Answers.
    N_('{command} is answered with "ok"'),
    N_("{command} is answered with one card"),
    N_("not a card: {name}"),
    N_("what follows {what} is not JSON: {why}"),
    N_("what follows {what} is not a JSON object"),
    N_('"{key}" in the init answer is true or false'),
    N_('"{key}" in the init answer is a text'),
    N_("more than {n} info lines"),
    N_("more than {n} bytes at once"),
    N_("a line of more than {n} bytes"),
    N_("a line that nobody asked for"),
    N_("more than one line for an answer"),
    *AGAINST_RULES,
    *WHY_NOT,
    # Kinds of faults.
    N_("illegal"),
    N_("unreadable"),
    N_("timeout"),
    N_("flood"),
    N_("crash"),
    N_("closed"),
    TOO_LARGE,
)


def fault_words(text: str) -> str:
    """What is said of a fault; English where the wording is another."""
    return recognized(text, WORDINGS)
