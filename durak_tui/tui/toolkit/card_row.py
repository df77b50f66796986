"""Cards side by side, which decorate a screen."""

from collections.abc import Sequence
from typing import ClassVar

from durak_tui.tui.toolkit.canvas import Canvas, FeltWidget
from durak_tui.tui.toolkit.card_drawing import put_row, row_size


class CardRow(FeltWidget):
    """Cards in the middle of the felt, as large as fits."""

    DEFAULT_CSS: ClassVar = "CardRow { height: 1fr; }"

    def __init__(self, cards: Sequence[int], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._cards = cards

    def draw(self, canvas: Canvas) -> None:
        if size := row_size(len(self._cards), canvas.width, canvas.height - 1):
            top = (canvas.height - size.height) // 2
            put_row(canvas, self._cards, size, top, self.glyphs, four=self.has_four_colours)
