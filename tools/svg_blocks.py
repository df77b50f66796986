"""Pictures of a screen with shapes in place of block characters."""

import re
from html import escape, unescape
from typing import Final

CELL: Final = 12.2, 24.4  # What rich takes for columns and rows.
RISE: Final = 18.5  # From the top of a row to where its texts stand.
_TEXT: Final = re.compile(
    r'<text class="([^"]+)" x="([\d.]+)" y="([\d.]+)" textLength="[\d.]+"'
    r' clip-path="([^"]+)">([^<]*)</text>'
)
_L, _R, _U, _D = (0.0, 0.5), (0.5, 1.0), (0.0, 0.5), (0.5, 1.0)
_ALL: Final = (0.0, 1.0)
_SHAPES: Final = {
    "█": ((_ALL, _ALL),), "▀": ((_ALL, _U),), "▄": ((_ALL, _D),),
    "▌": ((_L, _ALL),), "▐": ((_R, _ALL),), "▏": (((0.0, 0.125), _ALL),),
    **{char: ((_ALL, (1 - n / 8, 1.0)),) for n, char in enumerate("▁▂▃", 1)},
    **{char: ((_ALL, (1 - n / 8, 1.0)),) for n, char in enumerate("▅▆▇", 5)},
    "▟": ((_ALL, _D), (_R, _U)), "▙": ((_ALL, _D), (_L, _U)),
    "▜": ((_ALL, _U), (_R, _D)), "▛": ((_ALL, _U), (_L, _D)),
}  # fmt: skip
"""For each character its parts of the cell: from left to right, and down."""
_LINES: Final = {"╱": ((0.0, 1.0), (1.0, 0.0)), "╲": ((0.0, 0.0), (1.0, 1.0))}
_THICK: Final = 1.6


def with_shapes(svg: str) -> str:
    """A picture of rich's with shapes instead of block characters."""
    return _TEXT.sub(_drawn, svg)


def _drawn(found: re.Match[str]) -> str:
    """A text of rich's, as it is where nothing is a shape."""
    its, x, y, clip, text = found.groups()
    shown = unescape(text)
    if _SHAPES.keys().isdisjoint(shown) and _LINES.keys().isdisjoint(shown):
        return found[0]
    top = float(y) - RISE
    return text_with_shapes(float(x), top, shown, f' class="{its}"', f' clip-path="{clip}"')


def text_with_shapes(x: float, y: float, text: str, look: str = "", clip: str = "") -> str:
    """Shapes, and the words between them, below ``y``.

    ``look`` are the attributes of all, ``clip`` further ones of the words.
    """
    parts, rest = [], ""
    for column, character in enumerate(text):
        at = x + column * CELL[0]
        if character in _SHAPES:
            parts += [_block(look, at, y, across, down) for across, down in _SHAPES[character]]
        elif character in _LINES:
            parts.append(_line(look, at, y, *_LINES[character]))
        else:
            rest += character
            continue
        rest += "\xa0"
    for word in re.finditer(r"[^\s\xa0]+" if parts else ".+", rest):
        at, long = x + word.start() * CELL[0], len(word[0]) * CELL[0]
        parts.append(
            f'<text{look} x="{at:g}" y="{y + RISE:g}" textLength="{long:g}"{clip}>'
            f"{escape(word[0]).replace(' ', chr(0xA0))}</text>"
        )
    return "".join(parts)


def _block(
    look: str, x: float, y: float, across: tuple[float, float], down: tuple[float, float]
) -> str:
    (left, right), (top, bottom) = across, down
    # A little more at the right and below, so that there is no line between two of them.
    width, height = (right - left) * CELL[0] + 0.25, (bottom - top) * CELL[1] + 0.25
    return (
        f'<rect{look} x="{x + left * CELL[0]:g}" y="{y + top * CELL[1]:g}"'
        f' width="{width:g}" height="{height:g}" shape-rendering="crispEdges"/>'
    )


def _line(
    look: str, x: float, y: float, start: tuple[float, float], end: tuple[float, float]
) -> str:
    x1, y1 = x + start[0] * CELL[0], y + start[1] * CELL[1]
    x2, y2 = x + end[0] * CELL[0], y + end[1] * CELL[1]
    half = _THICK / 2
    corners = ((x1 - half, y1), (x1 + half, y1), (x2 + half, y2), (x2 - half, y2))
    points = " ".join(f"{px:g},{py:g}" for px, py in corners)
    return f'<polygon{look} points="{points}"/>'
