"""The table of the settings on their page."""

import re
import tomllib

from durak_tui.user.schema import ROWS
from durak_tui.user.settings_file import understood
from tools.settings_table import PAGE, table, with_table

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_page_has_the_settings_as_they_are() -> None:
    assert with_table(TEXT) == TEXT, "run python -m tools.settings_table"


def test_every_setting_says_what_it_may_be_and_what_it_is_for() -> None:
    for row, line in zip(ROWS.values(), table().splitlines()[2:], strict=True):
        assert line.startswith(f"| `{row.key}` | ")
        assert all(cell.strip() for cell in line.strip("|").split("|"))


def test_the_example_of_the_page_is_a_file_without_problems() -> None:
    [example] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    meaning = understood(tomllib.loads(example))
    assert not meaning.problems
    assert meaning.settings.keys
    assert meaning.settings.engines
