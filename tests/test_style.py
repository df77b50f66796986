"""Every module keeps the rules of CONTRIBUTING.md, but for those that are still to be fixed."""

import pytest

from tests import style

RULES = style.found()
TODO = {tuple(line.split()) for line in style.TODO.read_text(encoding="utf-8").splitlines()}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_kept_everywhere_but_where_it_is_known_not_to_be(rule: str) -> None:
    new = {name: n for name, n in RULES[rule].items() if (rule, name) not in TODO}
    assert not new, f"see CONTRIBUTING.md, and: python -m tests.style (rule {rule})"


@pytest.mark.parametrize("rule", RULES)
def test_what_has_been_mended_is_on_the_list_no_more(rule: str) -> None:
    mended = {name for known, name in TODO if known == rule} - set(RULES[rule])
    assert not mended, "python -m tests.style --list >tests/style_todo.txt"


def test_the_first_line_of_a_docstring_is_a_short_sentence() -> None:
    short = '"""Return the twelve words that one line may have and no more."""\n'
    assert style.long_or_open_docstrings(short) == []
    assert style.long_or_open_docstrings(short.replace("line", "long line"))
    assert style.long_or_open_docstrings('def f():\n    """No end"""\n') == ["No end"]


def test_a_person_is_they() -> None:
    assert style.persons("# their own, there and the\nhe = 1\n") == []
    assert style.persons("# his\n") == ["# his"]
    assert len(style.persons('text = _("He may")\nother = f"{1} to him"\n')) == 2


def test_a_test_waits_for_an_event() -> None:
    assert style.sleeps("await pilot.pause()\nawait asyncio.sleep(0)\n") == []
    assert len(style.sleeps("time.sleep(0.5)\nawait pilot.pause(1)\n")) == 2
