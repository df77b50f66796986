"""Cards side by side, which decorate a screen."""

from collections.abc import Sequence
from typing import ClassVar

from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget
from durak_tui.tui.toolkit.card_art import SIZES, face
from durak_tui.tui.toolkit.styles import suit_colour


class CardRow(FeltWidget):
    """Cards in the middle of the felt, as large as fits."""

    DEFAULT_CSS: ClassVar = "CardRow { height: 1fr; }"

    def __init__(self, cards: Sequence[int], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._cards = cards

    def draw(self, canvas: Canvas) -> None:
        glyphs, four = self.glyphs, self.durak.settings.value.suit_colours == 4
        for size in SIZES:
            step = size.width + 1
            width = step * len(self._cards) - 1
            if width < canvas.width and size.height < canvas.height:
                break
        else:
            return
        left, top = (canvas.width - width) // 2, (canvas.height - size.height) // 2
        for place, card in enumerate(self._cards):
            x, look = left + place * step, f"card-{suit_colour(card, four=four)}"
            for y, row in enumerate(face(card, size, glyphs), top):
                canvas.put(x, y, row, look)
            if not glyphs.ascii and not size.is_chip:
                sides, ends = (x, x + size.width - 1), (top, top + size.height - 1)
                places = [(column, y) for y in ends for column in sides]
                for (column, y), corner in zip(places, glyphs.corners, strict=True):
                    canvas.put(column, y, corner, "edge-card")
