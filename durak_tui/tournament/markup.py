"""A report as headings, paragraphs, tables and listings, and these as Markdown and as HTML.

Texts may come from engines and hold anything: what is markup in one of the two forms is
escaped there, and what cannot be shown is escaped in both.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from durak_tui.common.text import one_line

_MARKUP: Final = re.compile(r"[\\`*_\[\]|#~&]|<(?=\S)|^[>+=-]")
"""What may be taken for Markdown or for HTML inside of it."""
_ENTITIES: Final = {"<": "&lt;", "&": "&amp;"}
"""Not every reader of Markdown knows these with a backslash."""
_FENCES: Final = re.compile("`+")
_STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 0.5rem; }
h1 { margin-top: 0; }
h3 { font-size: 1rem; overflow-wrap: anywhere; }
p { max-width: 45rem; overflow-wrap: anywhere; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.7rem; text-align: left; vertical-align: top;
  border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
thead th { border-bottom: 2px solid currentColor; }
.n { text-align: right; white-space: nowrap; }
pre { padding: 0.5rem 0.7rem; white-space: pre-wrap; overflow-wrap: anywhere;
  border-left: 3px solid currentColor; }
@media print {
  :root { color-scheme: light; }
  body { font-size: 9pt; max-width: none; margin: 0; padding: 0; }
  div { overflow-x: visible; }
  h1, h2, h3, thead { break-after: avoid; }
  tr { break-inside: avoid; }
}
"""


@dataclass(frozen=True, slots=True)
class Heading:
    """``level`` 1 is the title of the document."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Columns whose title begins with ``>`` hold numbers and are set to the right."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def heads(self) -> Iterator[tuple[str, bool]]:
        """Each column's title, and whether it holds numbers."""
        for column in self.columns:
            yield column.removeprefix(">"), column.startswith(">")


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines that stay as they are."""

    text: str


Block: TypeAlias = Heading | Paragraph | Table | Listing


def _visible(text: str) -> str:
    """The text with everything escaped that cannot be shown, except ends of lines."""
    return "\n".join(map(one_line, text.split("\n")))


def to_markdown(blocks: Sequence[Block]) -> str:
    """The document as Markdown, with tables as GitHub has them."""
    return "\n\n".join(_markdown_block(block) for block in blocks) + "\n"


def _markdown_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_markdown(text)}"
        case Paragraph(text):
            return _markdown(text)
        case Table():
            return "\n".join(_markdown_rows(block))
        case Listing(text):
            # Longer than any in the text, which would end it.
            longest = max(map(len, _FENCES.findall(text)), default=0)
            fence = "`" * max(3, longest + 1)
            return f"{fence}\n{_visible(text)}\n{fence}"


def _markdown(text: str) -> str:
    return _MARKUP.sub(lambda found: _ENTITIES.get(found[0], "\\" + found[0]), one_line(text))


def _markdown_rows(table: Table) -> Iterator[str]:
    heads = list(table.heads())
    yield _markdown_row([title for title, _ in heads])
    yield f"| {' | '.join('---:' if number else '---' for _, number in heads)} |"
    for row in table.rows:
        yield _markdown_row(row)


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_markdown, cells))} |"


def to_html(title: str, blocks: Sequence[Block]) -> str:
    """The document as one HTML file that needs no other, for the screen and for paper."""
    body = "\n".join(_html_block(block) for block in blocks)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # Should anything slip through the escaping, it still loads and runs nothing.
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{_html(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _html_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{_html(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{_html(text)}</p>"
        case Table():
            return "\n".join(_html_rows(block))
        case Listing(text):
            return f"<pre>{_html(text)}</pre>"


def _html(text: str) -> str:
    return escape(_visible(text))


def _html_rows(table: Table) -> Iterator[str]:
    heads = list(table.heads())
    marks = [' class="n"' if number else "" for _, number in heads]
    titles = (
        f'<th scope="col"{mark}>{_html(title)}</th>'
        for (title, _), mark in zip(heads, marks, strict=True)
    )
    yield f"<div><table>\n<thead><tr>{''.join(titles)}</tr></thead>\n<tbody>"
    for row in table.rows:
        cells = (f"<td{mark}>{_html(cell)}</td>" for cell, mark in zip(row, marks, strict=True))
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>\n</table></div>"
