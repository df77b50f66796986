"""Text from outside, made fit for one line of a terminal."""


def one_line(text: str) -> str:
    """The text, with everything escaped that does not fit on one line."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
