"""Pictures of a screen with shapes in place of block characters."""

import re
from html import escape, unescape
from typing import Final

_CELL: Final = 12.2, 24.4  # What rich takes for columns and rows.
_RISE: Final = 18.5  # From the top of a row to where its texts stand.
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
    """One text as shapes, and what is left of it between them."""
    its, x_of, y_of, clip, text = found.groups()
    x, y = float(x_of), float(y_of) - _RISE
    parts, rest = [], ""
    for column, character in enumerate(unescape(text)):
        at = x + column * _CELL[0]
        if character in _SHAPES:
            parts += [_block(its, at, y, across, down) for across, down in _SHAPES[character]]
        elif character in _LINES:
            parts.append(_line(its, at, y, *_LINES[character]))
        else:
            rest += character
            continue
        rest += "\xa0"
    if not parts:
        return found[0]
    for word in re.finditer(r"[^\s\xa0]+", rest):
        at, long = x + word.start() * _CELL[0], len(word[0]) * _CELL[0]
        parts.append(
            f'<text class="{its}" x="{at:g}" y="{y_of}" textLength="{long:g}"'
            f' clip-path="{clip}">{escape(word[0])}</text>'
        )
    return "".join(parts)


def _block(
    its: str, x: float, y: float, across: tuple[float, float], down: tuple[float, float]
) -> str:
    (left, right), (top, bottom) = across, down
    # A little more at the right and below, so that there is no line between two of them.
    width, height = (right - left) * _CELL[0] + 0.25, (bottom - top) * _CELL[1] + 0.25
    return (
        f'<rect class="{its}" x="{x + left * _CELL[0]:g}" y="{y + top * _CELL[1]:g}"'
        f' width="{width:g}" height="{height:g}" shape-rendering="crispEdges"/>'
    )


def _line(
    its: str, x: float, y: float, start: tuple[float, float], end: tuple[float, float]
) -> str:
    x1, y1 = x + start[0] * _CELL[0], y + start[1] * _CELL[1]
    x2, y2 = x + end[0] * _CELL[0], y + end[1] * _CELL[1]
    half = _THICK / 2
    corners = ((x1 - half, y1), (x1 + half, y1), (x2 + half, y2), (x2 - half, y2))
    points = " ".join(f"{px:g},{py:g}" for px, py in corners)
    return f'<polygon class="{its}" points="{points}"/>'
