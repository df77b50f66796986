"""Faults by their codes, and bytes of engines that cannot harm a terminal."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.game.violation import Rule
from durak_tui.protocol.faults import (
    EXCERPT,
    Detail,
    FaultCode,
    FaultReason,
    RemoteProtocolError,
    printable,
)
from tests.protocol.strategies import noise


def test_the_reasons_are_those_of_the_protocol_page() -> None:
    assert set(get_args(FaultReason)) == {
        "illegal", "unreadable", "timeout", "flood", "crash", "closed",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("Ходи ♣ 🂡".encode(), "Ходи ♣ 🂡"),
        (b"a\0b", r"a\x00b"),
        (b"\x1b[2J\x07", r"\x1b[2J\x07"),
        (b"one\ntwo\r\n", r"one\ntwo\r\n"),
        (b"\t\x7f", r"\t\x7f"),
        (b"\xff\xfe", r"\xff\xfe"),
        (b"\xc2\x9b31m", r"\x9b31m"),
        ("right\u202eto left".encode(), r"right\u202eto left"),
        (b"\xed\xa0\x80", r"\xed\xa0\x80"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(data: bytes, text: str) -> None:
    assert printable(data) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x" * 200, "x" * 200),
        (b"x" * 201, "x" * 200 + "..."),
        ("🂡".encode() * 201, "🂡" * 200 + "..."),
        (b"x" + "🂡".encode() * 200, "x" + "🂡" * 199 + "..."),
        (b"\0" * 50, r"\x00" * 50),
        (b"\0" * 51, r"\x00" * 50 + "..."),
    ],
)
def test_what_came_back_is_cut_to_200_characters_with_a_mark(data: bytes, text: str) -> None:
    assert EXCERPT == 200
    assert printable(data) == text


def test_what_was_sent_is_shown_whole() -> None:
    line = b"move 7C ## " + b'{"discarded": []}' * 100
    assert printable(line, None) == line.decode()


@given(st.binary() | noise, st.none() | st.integers(1, 300))
def test_any_bytes_become_one_printable_line(data: bytes, limit: int | None) -> None:
    text = printable(data, limit)
    assert text.isprintable()
    text.encode()
    if limit is not None:
        assert len(text) <= limit + len("...")


def test_a_protocol_error_carries_code_values_and_bytes() -> None:
    error = RemoteProtocolError(FaultCode.LONG_LINE, b"7C", n=5)
    assert (error.reason, error.received) == ("flood", b"7C")
    assert error.detail == Detail(FaultCode.LONG_LINE, {"n": 5})
    assert str(error) == "a line of more than 5 bytes"


def test_a_broken_rule_is_the_code_of_an_illegal_answer() -> None:
    assert all(Detail(rule).reason == "illegal" for rule in Rule)
