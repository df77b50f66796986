"""Times as they are entered in forms."""

from durak_tui.common import values
from durak_tui.common.i18n import _


def seconds(text: str) -> float | None:
    """A time as it was entered; None if there is none."""
    text = text.strip().replace(",", ".")
    return float(text) if text else None


def seconds_problem(text: str) -> str:
    """A sentence about what is wrong with a time limit, or nothing."""
    try:
        if (time := seconds(text)) is not None:
            values.seconds(time)
    except ValueError:
        return _("Write seconds as a number above 0, such as 2.5, or leave this empty.")
    return ""
