"""Arguments of the engines' options."""

from argparse import ArgumentTypeError


def seconds(text: str) -> float:
    """A time above zero."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def seed(text: str) -> int:
    """A seed: zero, or a number above."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 15:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 0 up, of 15 digits at most")
    return int(text)


def whole_number(text: str) -> int:
    """A number above zero."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 15 or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)
