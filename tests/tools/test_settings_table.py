"""The table of the settings in the READMEs."""

import re
import tomllib

import pytest

from durak_tui.common.i18n import chosen
from durak_tui.user.schema import ROWS
from durak_tui.user.settings_file import understood
from tests.readme import README
from tools.settings_table import READMES, table, with_table


@pytest.mark.parametrize("language", READMES)
def test_the_readme_has_the_settings_as_they_are(language: str) -> None:
    text = READMES[language].read_text(encoding="utf-8")
    assert with_table(text, language) == text, "run python -m tools.settings_table"


def test_no_word_of_the_russian_table_is_left_in_english() -> None:
    assert chosen() == "en"
    for english, russian in zip(*(table(one).splitlines() for one in ("en", "ru")), strict=True):
        if "---" not in english:
            _, key, _, default, meaning, _ = re.split(r" ?\| ?", english)
            found = re.split(r" ?\| ?", russian)
            assert (found[1], found[3]) == (key, default) or key == "key"
            assert re.search("[а-я]", found[2])
            assert re.search("[а-я]", found[4]) and found[4] != meaning
    assert chosen() == "en"


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
