"""TOML from strangers: read as tomllib does, in a time that grows with its length."""

import tomllib

import pytest

from durak_tui.common.toml import values_of
from tests.strangers.haste import in_time, patient

MEGABYTE = 2**20


@pytest.mark.parametrize(
    "text",
    [
        "",
        'a = 1\n[b.c]\nd."e.f".g = "h"',
        ".".join("a" * 500) + " = 1",
        f'a = "{"b." * 3000}"',
        f"# {'.' * 80}\n" * 500,
        "a = '''\n" + "1.2.3.4. " * 300 + "'''",
        "".join(f'[engines."{n}.x"]\ncommand = "./a.b --c 1.5"\n' for n in range(20_000)),
    ],
)
def test_it_says_what_tomllib_says(text: str) -> None:
    assert values_of(text) == tomllib.loads(text)


@pytest.mark.parametrize("part", ["a", '"a b"', r'"\""', "'a'", "a-b"])
@pytest.mark.parametrize(
    "line",
    ["{} = 1", "  [{}]", "c={{{}=1}}", 't = {{x = """\\\n""", {}=1}}', "t = {{y='''a''', {}=1}}"],
)
def test_a_key_of_too_many_parts_is_refused_where_it_stands(part: str, line: str) -> None:
    text = "b = 1\n" + line.format(".".join([part] * 20_000))
    where = 2 + text.count("\n", 6)
    with pytest.raises(ValueError, match=rf"too many parts \(at line {where}, column 1\)"):
        values_of(text)


def keys(header: int, parts: int) -> str:
    """A megabyte of keys of ``parts`` parts, in a table whose name has ``header``."""
    lines, size = [f"[{'.'.join('h' * header)}]"] if header else [], 0
    while size < MEGABYTE:
        lines.append(f"{'a.' * (parts - 1)}k{len(lines)} = 1")
        size += len(lines[-1]) + 1
    return "\n".join(lines)


@pytest.mark.few(2)
@pytest.mark.parametrize(("header", "parts"), [(0, 2), (5, 5), (0, 10), (100, 100), (3000, 2)])
def test_a_megabyte_of_keys_is_read_or_refused_in_time(header: int, parts: int) -> None:
    text = keys(header, parts)

    @patient
    def read() -> None:
        with in_time(text):
            try:
                assert len(values_of(text)) >= 1
            except ValueError as error:
                assert "too many parts" in str(error)

    read()
