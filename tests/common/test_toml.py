"""TOML from strangers: read as tomllib does, in a time that grows with its length."""

import tomllib

import pytest

from durak_tui.common.toml import PARTS, values_of
from tests.strangers.haste import in_time, patient


@pytest.mark.parametrize(
    "text",
    [
        "",
        'a = 1\n[b.c]\nd."e.f".g = "h"',
        ".".join("a" * PARTS) + " = 1",
        f'a = "{"b." * 1000}"',
        f"# {'b ' * 1000}\na = '''\n{'b. ' * 90}'''",
    ],
)
def test_it_says_what_tomllib_says(text: str) -> None:
    assert values_of(text) == tomllib.loads(text)


@pytest.mark.parametrize("part", ["a", '"a b"', r'"\""', "'a'", "a-b"])
@pytest.mark.parametrize("dot", [".", " . "])
def test_a_key_of_too_many_parts_is_refused_where_it_stands(part: str, dot: str) -> None:
    long = dot.join([part] * 20_000)
    for text in (f"b = 1\n  {long} = 1", f"b = 1\n [{long}]", f"b = 1\nc={{{long}=1}}"):
        with pytest.raises(
            ValueError, match=rf"more than {PARTS} parts \(at line 2, column [234]\)"
        ):
            values_of(text)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "text",
    ["a" * 10**6, '"' * 10**6, "'" * 10**6, '"\\' * 500_000, '"a' * 500_000, "a . " * 250_000,
     "\n".join([".".join("a" * (PARTS - 1))] * 5000), "." * 10**6, "a.\n" * 300_000],
)  # fmt: skip
def test_a_megabyte_of_what_looks_like_keys_takes_no_longer_than_it_is(text: str) -> None:
    @patient
    def read() -> None:
        with in_time(text), pytest.raises(ValueError, match=r"at line|at end"):
            values_of(text)

    read()
