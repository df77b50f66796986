"""A moment of a game as a picture, one SVG file."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.svg import element
from durak_tui.common.text import fit, made_printable
from durak_tui.export.arrangement import CARD, STAGE, TALON, Placed, arrange
from durak_tui.export.card_shapes import SUITS, definitions, shown, turned
from durak_tui.game.cards import suit_of
from durak_tui.records.record import GameRecord
from durak_tui.records.replay import ReplayCursor
from durak_tui.words.narrator import distinct_names
from durak_tui.words.replay_words import ReplayWords


def picture(record: GameRecord, cursor: ReplayCursor) -> str:
    """The table where the cursor stands."""
    return "\n".join(_parts(record, cursor)) + "\n"


def _parts(record: GameRecord, cursor: ReplayCursor) -> Iterator[str]:
    width, height = STAGE
    placed = arrange(cursor.state, record.deal.deck)
    words = ReplayWords(record, cursor, shown, exported=True)
    names = distinct_names(record.names)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    yield f"<title>{escape(' - '.join(names))}</title>"
    yield "<defs>"
    yield from definitions(one.card for one in placed if one.is_open)
    yield '<radialGradient id="felt" cx="50%" cy="45%" r="75%"><stop stop-color="#2f7a55"/>'
    yield '<stop offset="1" stop-color="#174531"/></radialGradient></defs>'
    yield f'<rect width="{width}" height="{height}" rx="18" fill="url(#felt)"/>'
    yield from _trump(record.deal.deck[-1])
    yield from map(_card, placed)
    for seat, y in ((1, 32), (0, 624)):
        count = cursor.state.hands[seat].bit_count()
        cards = ngettext("{count} card", "{count} cards", count).format(count=count)
        text = f"{fit(names[seat], 60)} · {cards}"
        yield _text(width / 2, y, text, 19, font_weight=600)
    talon = _("Talon {count}").format(count=cursor.state.talon_count)
    yield _text(TALON[0] + CARD[0] / 2, TALON[1] + CARD[1] + 24, talon, 15)
    news, task = words.news(), words.task()
    lines = wrap(news if news == task else f"{news} {task}", 100)[:2]
    lines = [made_printable(line, lambda _: "") for line in lines]  # A joiner may have been cut.
    for y, line in zip((438, 458) if len(lines) == 1 else (428, 450), lines, strict=False):
        yield _text(width / 2, y, line, 17)
    yield "</svg>"


def _trump(card: int) -> Iterator[str]:
    """The suit of the trumps, seen once the talon is gone."""
    x, y = TALON[0] + CARD[0] / 2, TALON[1] + CARD[1] / 2
    yield element("circle", cx=str(x), cy=str(y), r=34, fill="#ffffffd0")
    yield f'<use href="#suit-{suit_of(card)}" x="{x - 20}" y="{y - 20}" width="40" height="40">'
    title = _("Trump {card}").format(card=SUITS[suit_of(card)])
    yield f"<title>{title}</title></use>"


def _card(one: Placed) -> str:
    width, height = CARD
    return element(
        "use", href=f"#card-{one.card}" if one.is_open else "#card-back",
        x=one.x, y=one.y, width=width, height=height,
        transform=turned(one.turn, one.x + width / 2, one.y + height / 2),
    )  # fmt: skip


def _text(x: float, y: float, text: str, size: int, **more: object) -> str:
    return element(
        "text", escape(text), x=x, y=y, text_anchor="middle", font_family="system-ui,sans-serif",
        fill="#f3efe2", font_size=size, **more,
    )  # fmt: skip
