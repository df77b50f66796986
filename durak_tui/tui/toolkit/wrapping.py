"""Text broken into lines by the cells that it takes."""

from textwrap import wrap

from rich.cells import cell_len, chop_cells


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, each of at most ``width`` cells."""
    if all(cell_len(character) == 1 for character in text):
        return wrap(text.strip(), width)
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cell_len(joined) <= width:
            line = joined
        elif cell_len(word) <= width:
            lines.append(line)
            line = word
        else:  # where no blanks are, it goes on in the same line
            parts = (part.strip() for part in chop_cells(joined, width))
            *full, line = filter(None, parts)
            lines += full
    return [*lines, line] if line else lines
