"""The source of a new engine, made from the shipped examples.

In an installed package these, and the guide, are part of ``durak_engines``.
"""

import re
import sys
from importlib.resources import files
from typing import Final

from durak_tui.common.i18n import _, chosen
from durak_tui.engine.registry import LANGUAGES, SHIPPED

EXAMPLE: Final = "thrifty"  # What the examples call themselves, and use for nothing else.
GAMES: Final = {"goldrush": "prospector", "2048": "doubler"}
"""The examples for other games."""
BEGIN: Final = "Here your work begins"
LONGEST_NAME: Final = 60
LONGEST_SHEBANG: Final = 127  # Bytes of a first line `#!...` that every system reads to its end.


def name_rule() -> str:
    """The rule for names, in words."""
    text = _("a letter, then letters, digits, - and _, at most {longest} in all")
    return text.format(longest=LONGEST_NAME)


def check_name(name: str, language: str) -> None:
    """Raise ValueError, with the reason, translated, for an unsuitable name."""
    if not re.fullmatch(rf"[A-Za-z][A-Za-z0-9_-]{{0,{LONGEST_NAME - 1}}}", name):
        text = _("{name!r} cannot name an engine: a name is {rule}")
        raise ValueError(text.format(name=name, rule=name_rule()))
    if name in SHIPPED:
        text = _("{name} is an engine that ships with durak-tui: choose another name")
        raise ValueError(text.format(name=name))
    # Python looks into the folder of a program first, so json.py there would be everybody's json.
    if language == "python" and name in {*sys.stdlib_module_names, "durak_tui", "durak_engines"}:
        text = _("{name}.py would hide the module {name} from Python: choose another name")
        raise ValueError(text.format(name=name))


def starter(name: str, language: str, game: str = "") -> str:
    """The source of a new engine, or of a player of `GAMES`.

    Raises ValueError, or OSError without examples.
    """
    check_name(name, language)
    called = GAMES.get(game, EXAMPLE)
    folder, suffix = files("durak_engines") / "examples", LANGUAGES[language].suffix
    if not (example := folder / (called + suffix)).is_file() and game:
        there = [
            one for one, its in LANGUAGES.items() if (folder / (called + its.suffix)).is_file()
        ]
        text = _("there are examples for {game} in: {languages}")
        raise ValueError(text.format(game=game, languages=", ".join(there)))
    text = example.read_text(encoding="utf-8")
    if text.startswith("#!") and language == "python" and (shebang := own_shebang()):
        _line, newline, rest = text.partition("\n")
        text = shebang + newline + rest
    return text.replace(called, name)


def guide() -> str:
    """The guide for authors, if possible in the language of the user.

    Raises OSError if it is not installed.
    """
    folder = files("durak_engines")
    translated = folder / f"guide.{chosen()}.md"
    return (translated if translated.is_file() else folder / "guide.md").read_text("utf-8")


def own_shebang() -> str | None:
    """The first line for this Python; None if it cannot be named."""
    line = f"#!{sys.executable}"
    sayable = sys.executable and len(line.encode()) <= LONGEST_SHEBANG
    return line if sayable and not re.search(r"\s", line) else None
