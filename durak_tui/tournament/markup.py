"""The parts of a report in Markdown, escaped, and its page."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from durak_tui.common.text import one_line

_MARKUP: Final = re.compile(r"[\\`*_\[\]|#~&]|<(?=\S)|^[>+=-]|:(?=//)|(?<=www)\.", re.IGNORECASE)
"""What may be taken for Markdown, for HTML inside of it, or for an address to be linked."""
_ENTITIES: Final = {"<": "&lt;", "&": "&amp;"}
"""Not every reader of Markdown knows these with a backslash."""
_FENCES: Final = re.compile("`+")
_BETTER: Final = {
    "<table>": "<div><table>",  # wide ones are scrolled by themselves
    "</table>": "</table></div>",
    "<th ": '<th scope="col" ',
    "<th>": '<th scope="col">',
    ' style="text-align:right"': ' class="n"',
    "<pre><code>": "<pre>",
    "\n</code></pre>": "</pre>",
}
"""Tags as they are made, and as they are wanted.  Texts hold no tags."""
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


def heading(level: int, text: str) -> str:
    return f"{'#' * level} {escaped(text)}"


def escaped(text: str) -> str:
    """Running text, which no reader of Markdown takes for anything else."""
    return _MARKUP.sub(lambda found: _ENTITIES.get(found[0], "\\" + found[0]), one_line(text))


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table; titles with ``>`` begin columns of numbers."""
    lines = [_row([column.removeprefix(">") for column in columns])]
    marks = ("---:" if column.startswith(">") else "---" for column in columns)
    lines.append(f"| {' | '.join(marks)} |")
    return "\n".join([*lines, *map(_row, rows)])


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(escaped(str(cell)) for cell in cells)} |"


def listing(text: str) -> str:
    # Longer than any in the text, which would end it.
    longest = max(map(len, _FENCES.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = "\n".join(map(one_line, text.split("\n")))
    return f"{fence}\n{lines}\n{fence}"


def page(title: str, markdown: str) -> str:
    """One HTML file, for screen and paper, that needs no other."""
    from markdown_it import MarkdownIt  # only here: most commands write no report

    # Nothing but what the parts need: no links, pictures or HTML, whatever a text holds.
    parser = MarkdownIt("zero").enable(["heading", "table", "fence", "escape", "entity"])
    body = parser.render(markdown)
    for ours, better in _BETTER.items():
        body = body.replace(ours, better)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # Should anything slip through the escaping, it still loads and runs nothing.
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(one_line(title))}</title>\n<style>\n{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}</body>\n</html>\n"
    )
