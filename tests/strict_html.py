"""Pages as a strict reader takes them."""

from html.parser import HTMLParser
from typing import Final


class Page(HTMLParser):
    """Reads a page strictly: every tag that is opened is closed, in order."""

    void: Final = frozenset({"meta", "link", "br", "input", "hr"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._pieces = [("", "")]
        self.declaration = ""
        self.feed(page)
        self.close()
        assert self.declaration.lower() == "doctype html"
        assert not self.open

    def handle_decl(self, decl: str) -> None:
        """The document type."""
        self.declaration = decl

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag begins."""
        self.tags.append((tag, dict(attrs)))
        if tag not in self.void:
            self.open.append(tag)
        self._pieces.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """It must be the last one that was opened."""
        assert self.open.pop() == tag
        self._pieces.append(("", ""))

    def handle_data(self, data: str) -> None:
        """Text between tags."""
        self.text.append(data)
        tag, text = self._pieces[-1]
        self._pieces[-1] = tag, text + data

    def count(self, tag: str) -> int:
        """The number of tags of a kind."""
        return [name for name, _ in self.tags].count(tag)

    def texts_of(self, *tags: str) -> list[str]:
        """The texts between tags of these kinds, in order."""
        return [text for tag, text in self._pieces if tag in tags]

    def needs_nothing_else(self) -> bool:
        """True if the page is whole without any other file, and runs nothing."""
        names = {name for _, attributes in self.tags for name in attributes}
        tags = {tag for tag, _ in self.tags}
        assert tags <= {
            "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "pre", "code",
            "div", "table", "thead", "tbody", "tr", "th", "td", "section", "a",
            "figure", "figcaption", "svg", "line", "circle", "polyline", "text",
        }  # fmt: skip
        links = {attributes["href"] for _, attributes in self.tags if "href" in attributes}
        ids = {attributes["id"] for _, attributes in self.tags if "id" in attributes}
        assert links <= {f"#{place}" for place in ids}
        return names <= {
            "lang", "charset", "name", "content", "http-equiv", "scope", "class", "style", "href",
            "id", "viewbox", "role", "aria-label", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy",
            "r", "points", "text-anchor",
        }  # fmt: skip
