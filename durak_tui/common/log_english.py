"""The English of rules and protocol, translated.

It stands in logs, so it is said in English and translated where somebody reads it.
"""

import re
from functools import cache
from typing import Final

from durak_tui.common.i18n import N_, _

SENTENCES: Final = (
    # Of protocol/ and engine/: why an engine has failed.
    N_("engine {name} cannot be started: {why}"),
    N_("engine {name} did not start: {why}"),
    N_("the interpreter that its first line names does not exist"),
    N_("it is source, not a program: build it with {command}"),
    N_("it is not a program: a script needs a first line such as #!/usr/bin/env python3"),
    N_("last words: {words}"),
    N_("exited with code {code}"),
    N_("killed by {name} (signal {number})"),
    N_("closed its standard output while alive"),
    N_("closed its standard input while alive"),
    N_("no answer within {seconds} s"),
    N_("no answer within {seconds} s of its start"),
    N_("all that was left of {seconds} s for the game"),
    N_("nor within {seconds} s more"),
    N_("only the start of a line"),
    N_('{command} is answered with "ok"'),
    N_("{command} is answered with one card"),
    N_("what follows ok ## is not JSON: {error}"),
    N_("what follows ok ## is not a JSON object"),
    N_("what follows info is not JSON: {error}"),
    N_("what follows info is not a JSON object"),
    N_('"{key}" in the init answer is a text'),
    N_('"{key}" in the init answer is true or false'),
    N_("a line that nobody asked for"),
    N_("a line of more than {count} bytes"),
    N_("more than {count} info lines"),
    N_("more than one line for an answer"),
    # Of game/violation.py: why an action is illegal.
    N_("nobody may play a card now"),
    N_("plays more than one card"),
    N_("has to lead a card, the table is empty"),
    N_("does not hold {card}"),
    N_("no card of the rank of {card} on the table ({table})"),
    N_("gives {count} cards, at most {limit} may be given"),
    N_("gives a card twice"),
    N_("{card} does not beat {other} (trump {trump})"),
    # Of game/cards.py and game/notation.py: what is wrong with a position.
    N_("not a card: {name}"),
    N_("a position has {least} to {most} fields, not {count}"),
    N_("the attacker is player 1 or 2, not {text}"),
    N_("the phase is one of {names}, not {text}"),
    N_("the trump is one card, not {text}"),
    N_("what a player has taken is not in their hand"),
    N_("{card} is in two places"),
    N_("the last card of the talon is the trump, {card}"),
    N_("cards are written like 6CTD, not {text}"),
    N_("two hands have / between them, unlike {text}"),
    N_("the cards on the table are impossible: a player {why}"),
    N_("impossible cards given: a player {why}"),
    N_("with these cards the phase is {stage}, not {text}"),
)
_WITH_COMMAS: Final = ("error", "name", "names", "why", "words")


def translated(text: str) -> str:
    """Translate such a sentence, or several with commas between them."""
    for sentence in SENTENCES:
        if found := _pattern(sentence).fullmatch(text):
            values = found.groupdict()
            if "why" in values:
                values["why"] = translated(values["why"])
            return _(sentence).format(**values)
    first, comma, rest = text.partition(", ")
    return f"{translated(first)}, {translated(rest)}" if comma else _(text)


@cache
def _pattern(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", sentence)
    for at, part in enumerate(parts):
        some = ".+?" if part in _WITH_COMMAS else "[^,]+?"
        parts[at] = f"(?P<{part}>{some})" if at % 2 else re.escape(part)
    return re.compile("".join(parts), re.DOTALL)
