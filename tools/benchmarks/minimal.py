"""The smallest Textual application, against which others are measured."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class Minimal(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("ready")


if __name__ == "__main__":
    Minimal().run()
