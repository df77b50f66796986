"""Write the table of the settings into the README: ``python -m tools.settings_table``."""

from pathlib import Path
from typing import Final

from durak_tui.common.values import shown
from durak_tui.user.schema import ROWS, Row

README: Final = Path(__file__).parent.parent / "README.md"
_BEGIN: Final = "<!-- made by python -m tools.settings_table -->\n"
_END: Final = "<!-- end of the settings -->\n"


def table() -> str:
    """The settings that are single values, as Markdown."""
    lines = ["| key | value | default | meaning |", "| --- | --- | --- | --- |"]
    lines += [
        f"| `{row.key}` | {_values(row)} | `{shown(row.default)}` | {_meaning(row)} |"
        for row in ROWS.values()
    ]
    return "\n".join(lines) + "\n"


def _values(row: Row) -> str:
    if row.allowed:
        return row.allowed
    return "; ".join(f"`{shown(value)}`: {label}" for value, label in row.choices)


def _meaning(row: Row) -> str:
    return f"{row.label}. {row.hint}" if row.label else row.hint


def with_table(text: str) -> str:
    """The text of the README with the table as it is now."""
    before, rest = text.split(_BEGIN)
    _old, after = rest.split(_END)
    return f"{before}{_BEGIN}{table()}{_END}{after}"


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
