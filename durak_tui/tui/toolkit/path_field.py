"""A line for the name of a file."""

from durak_tui.tui.toolkit.completion import complete_path
from durak_tui.tui.toolkit.form import CompletedField


class PathField(CompletedField):
    """A path that does not stand in a form; tab completes it."""

    DEFAULT_CSS = """
    PathField, PathField:focus {
        border: none; height: 1; padding: 0; width: 1fr; background: $panel;
        &:ansi { background: ansi_default; text-style: underline; }
    }
    """

    def __init__(self, value: str = "", *, id: str | None = None) -> None:
        super().__init__(complete_path, value, id=id)
