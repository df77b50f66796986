"""Text from outside, made fit for one line of a terminal."""


def one_line(text: str) -> str:
    """The text with everything escaped that cannot be shown or would break the line."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
