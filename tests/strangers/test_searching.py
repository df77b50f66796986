"""The time of the whole search is shared out fairly."""

from tests.strangers.readers import READERS
from tests.strangers.searching import SEARCHES
from tests.strangers.test_screens import PARTS


def test_all_searches_are_counted() -> None:
    others = ["engines", "files", "files of other games", "tournaments"]
    assert len([*READERS, *PARTS, *others]) == SEARCHES
