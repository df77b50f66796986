"""Work done by a process of its own; here it is a calendar, which reads nothing."""

import os

from durak_tui.analysis.apart import Apart
from tests.processes import descendants_of

MUCH = bytes(1_000_000)  # More than fits into a pipe.


def test_all_lines_come_even_if_nobody_reads_what_was_given() -> None:
    lines = list(Apart().lines("calendar", 2026, MUCH))
    assert b"2026" in lines[0] and len(lines) > 30
    assert all(line.endswith(b"\n") for line in lines)


def test_a_reader_that_wants_no_more_leaves_no_process() -> None:
    before = descendants_of(os.getpid())  # Such as the guard of engines in other tests.
    lines = Apart().lines("calendar", 2026, b"")
    assert b"2026" in next(lines)
    assert descendants_of(os.getpid()) != before
    lines.close()
    assert descendants_of(os.getpid()) == before


def test_what_is_stopped_before_it_begins_gives_nothing() -> None:
    work = Apart()
    work.stop()
    assert not list(work.lines("calendar", 2026, b""))
