"""The least that a Textual application can be: what others are measured against."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Minimal(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("ready")


if __name__ == "__main__":
    Minimal().run()
