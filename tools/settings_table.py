"""Write the table of the settings into the READMEs: ``python -m tools.settings_table``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from durak_tui.common.i18n import _, choose, chosen
from durak_tui.common.values import shown
from durak_tui.user.schema import ROWS, SettingRow
from tests.readme import README, RUSSIAN_README

READMES: Final[Mapping[str, Path]] = {"en": README, "ru": RUSSIAN_README}
"""The pages with the table, by language."""
_HEADS: Final[Mapping[str, str]] = {
    "en": "| key | value | default | meaning |",
    "ru": "| ключ | значение | по умолчанию | что значит |",
}
_BEGIN: Final = "<!-- made by python -m tools.settings_table -->\n"
_END: Final = "<!-- end of the settings -->\n"


def table(language: str = "en") -> str:
    """The settings that are single values, as Markdown."""
    before = chosen()
    choose(language)
    try:
        lines = [
            f"| `{row.key}` | {_values(row)} | `{shown(row.default)}` | {_meaning(row)} |"
            for row in ROWS.values()
        ]
    finally:
        choose(before)
    return "\n".join([_HEADS[language], "| --- | --- | --- | --- |", *lines]) + "\n"


def _values(row: SettingRow) -> str:
    if row.allowed:
        return str(row.allowed)
    return "; ".join(f"`{shown(value)}`: {_(label)}" for value, label in row.choices)


def _meaning(row: SettingRow) -> str:
    return f"{_(row.label)}. {_(row.hint)}" if row.label else _(row.hint)


def with_table(text: str, language: str = "en") -> str:
    """The text of a README with the table as it is now."""
    before, rest = text.split(_BEGIN)
    _old, after = rest.split(_END)
    return f"{before}{_BEGIN}{table(language)}{_END}{after}"


if __name__ == "__main__":
    for code, page in READMES.items():
        page.write_text(with_table(page.read_text(encoding="utf-8"), code), encoding="utf-8")
