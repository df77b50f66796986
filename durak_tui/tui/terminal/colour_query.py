"""The questions by which a terminal says that it has true colours.

rich and Textual (8.2.8) believe the environment, which says so of few over SSH: OpenSSH does not
pass COLORTERM.  First a terminal is asked for its kind (DA1), which all know.  One that is a VT220
or later, from 61 on, knows by that standard that a device control string is not to be printed, and
is asked for its colours in two ways: for the capabilities RGB and Tc (XTGETTCAP), and for the look
that is set (DECRQSS) after a true colour was set, which then is set back.  By what their documents
and sources say:

==================  ==============  =====================================================
terminal            DA1             answers that it has true colours
==================  ==============  =====================================================
xterm               64;...          to both; where they are switched off, RGB is -1
kitty, foot         62;...          to both
wezterm, Ghostty    65;... 62;...   to both
iTerm2              62;... 64;...   to both, newer ones
VTE                 61;... 65;...   to DECRQSS, newer ones
Windows Terminal    61;...          to DECRQSS
mintty              64;...          to DECRQSS
Konsole             62;...          to neither; nothing is printed
mosh                62              to neither; nothing is printed
tmux                1;2...          is not asked: it would answer to neither
Apple's Terminal    1;2             is not asked: it prints device control strings
screen              1;2             is not asked: it hands them on to the terminal around it
console of Linux    6               is not asked: older ones print them
PuTTY, Alacritty    6               is not asked: they would answer to neither
xterm.js            1;2             is not asked: it does not say its colours
==================  ==============  =====================================================

What does not answer has 256 colours, if its name says so.  Some names say more.
"""

import re
from typing import Final

from durak_tui.tui.terminal.splitter import Kind, Unit

DA1: Final = "\x1b[c"
"""The question for the kind of a terminal."""
COLOURS: Final = "\x1bP+q524742\x1b\\\x1bP+q5463\x1b\\\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m"
"""The question for true colours, for one that knows device control strings.

The names of capabilities are hexadecimal.
"""

_LEAST_LEVEL: Final = 61
_DA1_ANSWER: Final = re.compile(r"\x1b\[\?(\d{1,4})(?:;[\d;]*)?c")
_TRUE: Final = re.compile(
    r"\x1bP1\+r(?:524742|5463)(?!=2[dD]).*"  # 2d: a minus.
    r"|\x1bP1\$r(?:[\d:;]*[:;])?48[:;]2[:;](?:\d*:)?1[:;]2[:;]3(?:;[\d:;]*)?m"
)
_NAMES: Final = re.compile(
    r"(?:xterm-)?(?:kitty|ghostty)|(?:alacritty|contour|foot|wezterm)(?:-.*)?|.*-direct"
)


def is_by_name(term: str) -> bool:
    """True if all terminals that TERM says this of have true colours."""
    return _NAMES.fullmatch(term) is not None


def can_be_asked(unit: Unit) -> bool:
    """True if a terminal says that it can be asked for more."""
    found = _DA1_ANSWER.fullmatch(unit.text) if unit.kind is Kind.CSI else None
    return found is not None and int(found[1]) >= _LEAST_LEVEL


def says_true_colours(unit: Unit) -> bool:
    """True if a terminal says that it has true colours."""
    return unit.kind is Kind.STRING and _TRUE.fullmatch(unit.text) is not None
