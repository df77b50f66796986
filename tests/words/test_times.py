"""Times of the past as a person says them."""

from datetime import datetime, timedelta

import pytest

from durak_tui.words.times import ago

NOW = datetime(2026, 11, 27, 12, 0)


@pytest.mark.parametrize(
    ("since", "said"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(days=1), "2026-11-26"),
        (timedelta(minutes=-5), "2026-11-27"),  # by a clock that is ahead
    ],
)
def test_a_day_is_counted_in_minutes_and_hours_and_after_it_by_the_date(
    since: timedelta, said: str
) -> None:
    assert ago(NOW - since, NOW) == said
