"""What engines of version 2 say, cut to be shown and kept."""

from typing import Final

from durak_tui.common.text import beginning
from durak_tui.protocol.messages import Features, Info
from durak_tui.records.record import Introduction, Thought

TEXT: Final = 200  # Characters of a text that are kept.
NAME: Final = 80  # The same of a name, a version, an author.


def thought(info: Info, before: Thought | None = None) -> Thought | None:
    """What is known of a decision with this info; ``before`` without it."""
    win = before.win if info.win is None and before else info.win
    text = info.text or (before.text if before else "")
    if win is None and not text:
        return None
    return Thought(None if win is None else round(win, 4), beginning(text, TEXT))


def introduction(features: Features) -> Introduction | None:
    """What an engine says of itself; None if nothing."""
    said = (features.name, features.version, features.author)
    name, version, author = (None if part is None else beginning(part, NAME) for part in said)
    return Introduction(name, version, author) if any(said) else None
