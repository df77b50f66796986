"""Every module keeps the rules of CONTRIBUTING.md that a program can see."""

import pytest

from tests import style


@pytest.mark.slow
def test_the_rules_are_kept_everywhere() -> None:
    for rule, broken in style.found().items():
        assert not broken, f"see CONTRIBUTING.md, and: python -m tests.style (rule {rule})"


def test_the_first_line_of_a_docstring_is_a_short_sentence() -> None:
    short = '"""Return the twelve words that one line may have and no more."""\n'
    assert style.long_or_open_docstrings(short) == []
    assert style.long_or_open_docstrings(short.replace("line", "long line"))
    assert style.long_or_open_docstrings('def f():\n    """No end"""\n') == ["No end"]


def test_a_docstring_names_the_thing() -> None:
    assert style.clauses('"""Whatever: the howling of Whos."""\n') == []
    assert style.clauses('def f():\n    """Whether it is so."""\n') == ["Whether it is so."]


def test_a_person_is_they() -> None:
    assert style.persons("# their own, there and the\nhe = 1\n") == []
    assert style.persons("# his\n") == ["# his"]
    assert len(style.persons('text = _("He may")\nother = f"{1} to him"\n')) == 2


def test_a_test_waits_for_an_event() -> None:
    assert style.sleeps("await pilot.pause()\nawait asyncio.sleep(0)\n") == []
    assert style.sleeps("done.wait()\ndone.wait(60)\nrun.wait(timeout=120)\n") == []
    assert style.sleeps("x.result(0)\nlock.acquire(True)\n") == []
    assert len(style.sleeps("time.sleep(0.5)\nawait pilot.pause(delay=1)\n")) == 2
    fixed = ["done.wait(0.5)", "one.wait_for(is_it, 2)", "wait(both, timeout=0.3)", "end(within=5)"]
    assert style.sleeps("\n".join(fixed)) == fixed
