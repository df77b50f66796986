"""Reports of unforeseen errors, for those who mend them."""

import stat
from collections.abc import Iterator

import pytest

from durak_tui.user.error_report import KEPT, reports_folder, write_report
from tests.reports import taken_reports


@pytest.fixture(autouse=True)
def reports_are_taken() -> Iterator[None]:
    """They are what these tests are about."""
    yield
    taken_reports()


def _failed() -> ZeroDivisionError:
    secret = "the hand of a person"
    try:
        len(secret) // 0
    except ZeroDivisionError as error:
        return error
    raise AssertionError


def test_a_report_says_what_happened_where_and_on_what() -> None:
    text = write_report(_failed(), ["size: 80x24"]).read_text()
    assert text.startswith("durak-tui 0.1.0, textual ")
    assert "LANG=C.UTF-8" in text and "size: 80x24" in text
    assert "in _failed" in text and "ZeroDivisionError: " in text


def test_a_report_is_nobody_elses_business() -> None:
    path = write_report(_failed())
    assert "the hand of a person" not in path.read_text()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_only_the_last_reports_are_kept() -> None:
    for _ in range(KEPT + 5):
        assert write_report(_failed()).exists()
    assert len(list(reports_folder().iterdir())) == KEPT
