"""Write the table of the settings into their page: ``python -m tools.settings_table``."""

from pathlib import Path
from typing import Final

from durak_tui.common.values import shown
from durak_tui.user.schema import ROWS, SettingRow

PAGE: Final = Path(__file__).parents[1] / "docs" / "settings.md"
"""The page with the table."""
_BEGIN: Final = "<!-- made by python -m tools.settings_table -->\n"
_END: Final = "<!-- end of the settings -->\n"


def table() -> str:
    """The settings that are single values, as Markdown."""
    lines = [
        f"| `{row.key}` | {_values(row)} | `{shown(row.default)}` | {_meaning(row)} |"
        for row in ROWS.values()
    ]
    head = ["| key | value | default | meaning |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *lines]) + "\n"


def _values(row: SettingRow) -> str:
    if row.allowed:
        return str(row.allowed)
    return "; ".join(f"`{shown(value)}`: {label}" for value, label in row.choices)


def _meaning(row: SettingRow) -> str:
    return f"{row.label}. {row.hint}" if row.label else row.hint


def with_table(text: str) -> str:
    """The text of the page with the table as it is now."""
    before, rest = text.split(_BEGIN)
    _old, after = rest.split(_END)
    return f"{before}{_BEGIN}{table()}{_END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
