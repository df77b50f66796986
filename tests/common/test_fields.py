"""Fields of JSON: each is of its kind and within bounds, or Malformed names it."""

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.fields import (
    Malformed,
    Read,
    get,
    hexadecimal,
    is_deep,
    json_object,
    list_of,
    local_time,
    number,
    octets,
    one_of,
    optional,
    parse_object,
    text,
    whole,
)

TIME = "2026-11-20T21:01:56"
READERS: dict[str, tuple[Read[Any], list[Any], list[Any]]] = {
    "whole": (whole(1, 9), [1, 9], [0, 10, True, 1.0, "1", None]),
    "number": (number(0, 1), [0, 0.5, 1], [-0.1, 1.1, True, "0", float("nan"), None]),
    "text": (text(3), ["", "abc"], ["abcd", 3, None]),
    "hexadecimal": (hexadecimal(4), ["00af"], ["00AF", "0af", "00 f", 1234, None, ["0"] * 4]),
    "object": (json_object, [{}, {"a": 1}], [[], None, "{}"]),
    "choice": (one_of(0, 1, "x", None), [0, 1, "x", None], [2, True, "", [], {}]),
    "optional": (optional(whole(0, 1)), [None, 1], [2]),
    "list": (list_of(whole(0, 9), 1, 2), [[0], [1, 2]], [[], [1, 2, 3], [10], ["1"], "12", None]),
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@pytest.mark.parametrize(("read", "good", "bad"), READERS.values(), ids=READERS)
def test_a_field_is_of_its_kind_or_named(read: Read[Any], good: list[Any], bad: list[Any]) -> None:
    for value in good:
        found = get({"key": value}, "key", read)
        assert found == (tuple(value) if isinstance(value, list) else value)
    for value in bad:
        with pytest.raises(Malformed, match=r"^key "):
            get({"key": value}, "key", read)


def test_a_missing_field_is_read_as_null() -> None:
    assert get({}, "key", optional(text())) is None
    with pytest.raises(Malformed, match="key is not a text"):
        get({}, "key", text())


def test_bytes_and_moments_are_read_from_texts() -> None:
    assert octets(2)("00af") == b"\x00\xaf"
    assert local_time(TIME) == datetime.fromisoformat(TIME)
    for value in ("yesterday", f"{TIME}+01:00", 7, None):
        with pytest.raises(Malformed):
            local_time(value)


def test_one_point_nought_is_read_as_one() -> None:
    assert type(one_of(0, 1)(1.0)) is int


def test_an_error_of_another_reader_names_the_field_too() -> None:
    with pytest.raises(Malformed, match="key: could not convert"):
        get({"key": "x"}, "key", float)


@pytest.mark.parametrize(
    "data", [b"", b"[1]", b"null", b'"\xff"', b"[" * 100_000, b"9" * 10_000, b'{"a":' * 5000]
)
def test_what_is_no_object_is_malformed_and_nothing_worse(data: bytes) -> None:
    with pytest.raises(Malformed):
        parse_object(data)


@given(st.dictionaries(st.text(), JSON))
def test_an_object_with_any_content_is_read(value: dict[str, Any]) -> None:
    assert json.dumps(parse_object(json.dumps(value))) == json.dumps(value)
    for read, _good, _bad in READERS.values():
        for key in value:
            try:
                get(value, key, read)
            except Malformed as error:
                assert str(error).startswith(key)


def test_nesting_is_deep_from_a_hundred_on() -> None:
    assert not is_deep(json.loads("[" * 100 + "]" * 100))
    assert is_deep(json.loads('{"a":' * 101 + "1" + "}" * 101))
