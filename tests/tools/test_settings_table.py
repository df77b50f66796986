"""The table of the settings in the README."""

import re
import tomllib

from durak_tui.user.schema import ROWS
from durak_tui.user.settings_file import understood
from tools.settings_table import README, table, with_table


def test_the_readme_has_the_settings_as_they_are() -> None:
    text = README.read_text(encoding="utf-8")
    assert with_table(text) == text, "run python -m tools.settings_table"


def test_every_setting_says_what_it_may_be_and_what_it_is_for() -> None:
    for row, line in zip(ROWS.values(), table().splitlines()[2:], strict=True):
        assert line.startswith(f"| `{row.key}` | ")
        assert all(cell.strip() for cell in line.strip("|").split("|"))


def test_the_example_of_the_readme_is_a_file_without_problems() -> None:
    text = README.read_text(encoding="utf-8")
    [example] = re.findall(r"```toml\n(\[keys\].*?)```", text, re.DOTALL)
    meaning = understood(tomllib.loads(example))
    assert not meaning.problems
    assert meaning.settings.keys
    assert meaning.settings.engines
