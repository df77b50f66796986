"""The rules for every module, as far as a program can check them.

``python -m tests.style`` prints what breaks them.
"""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.pages import ROOT

LONGEST_LINE: Final = 12
"""Words in the first line of a docstring."""
LONGEST_MODULE: Final = 500
"""Lines of a module."""
_CLAUSE: Final = re.compile(r"(What|Whether|Who|Whoever|Whose|Which|How|Where|Why)\b")
_PERSON: Final = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
_SLEEPING: Final = ("sleep", "pause")
_WAITING: Final = ("wait", "wait_for", "acquire", "join", "result", "select")
_TIMES: Final = ("timeout", "within")
_SOON: Final = 10
"""Seconds; a test that waits less does not expect what it waits for."""
WAITS: Final = {
    "tests/processes.py": (1, "what the system, or another program, does not announce"),
    "tests/tui/apps.py": (1, "what comes from threads and other processes, unknown to a test"),
    "tests/match/test_background.py": (1, "that nothing is done can only be seen over a time"),
}
"""Calls of a module that wait for a time all the same, and why."""
_TEXTS: Final = {
    tokenize.COMMENT,
    tokenize.STRING,
    getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING),
}


def modules(*folders: str) -> Iterator[Path]:
    """All modules of these folders, in order."""
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def documents() -> Iterator[Path]:
    """All pages for people that use or change the program."""
    for pattern in ("*.md", "docs/**/*.md", "engines/*.md", "tests/*.md"):
        yield from sorted(ROOT.glob(pattern))


def first_lines(source: str) -> Iterator[str]:
    """The first lines of all docstrings."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield (ast.get_docstring(node) or ".").partition("\n")[0]


def long_or_open_docstrings(source: str) -> list[str]:
    """First lines of docstrings that are too long, or are no sentence."""
    return [
        first
        for first in first_lines(source)
        if not first.endswith(".") or len(first.split()) > LONGEST_LINE
    ]


def clauses(source: str) -> list[str]:
    """First lines of docstrings that point at a thing in place of naming it."""
    below = [
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]  # Of attributes and constants, too.
    return [text for text in below if isinstance(text, str) and _CLAUSE.match(text)]


def persons(source: str) -> list[str]:
    """Comments and texts that take a person for a man."""
    if not _PERSON.search(source):
        return []  # most have none at all, and to look for where they are takes long
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [t.string for t in tokens if t.type in _TEXTS for _ in _PERSON.findall(t.string)]


def sleeps(source: str) -> list[str]:
    """Calls that wait for a time in place of an event."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if _waits_for_a_time(call)]


def _waits_for_a_time(call: ast.Call) -> bool:
    name = ast.unparse(call.func).rpartition(".")[2]
    times = [word.value for word in call.keywords if word.arg in _TIMES]
    if name in _SLEEPING:
        times = [*call.args, *(word.value for word in call.keywords)]
        return any(ast.unparse(seconds) != "0" for seconds in times)
    if name in _WAITING:
        times += call.args
    return any(isinstance(one, ast.Constant) and _is_soon(one.value) for one in times)


def _is_soon(value: object) -> bool:
    return isinstance(value, int | float) and value is not True and 0 < value < _SOON


def found() -> dict[str, Counter[str]]:
    """The number of times that each module or page breaks each rule."""
    rules: dict[str, Counter[str]] = {
        name: Counter() for name in ("docstring", "clause", "person", "length", "sleep")
    }
    for path in modules("durak_tui", "engines/durak_engines", "tools"):
        name, source = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        rules["docstring"][name] = len(long_or_open_docstrings(source))
        rules["clause"][name] = len(clauses(source))
        rules["person"][name] = len(persons(source))
        rules["length"][name] = max(0, len(source.splitlines()) - LONGEST_MODULE)
    for path in documents():
        name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        rules["person"][name] = len(_PERSON.findall(text))
    for path in modules("tests"):
        name, source = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        if name in ("tests/style.py", "tests/test_style.py"):  # which name what is forbidden
            continue
        rules["clause"][name] = len(clauses(source))
        rules["person"][name] = len(persons(source))
        if not name.startswith("tests/rogues/"):
            # Neither more nor fewer: what is not needed any more is to go from the list.
            rules["sleep"][name] = abs(len(sleeps(source)) - WAITS.get(name, (0, ""))[0])
    return {rule: +counts for rule, counts in rules.items()}


def main() -> None:
    """Print what breaks the rules."""
    for rule, counts in found().items():
        print(f"{rule}: {sum(counts.values())} in {len(counts)} modules")
        for name, count in counts.items():
            print(f"  {count:3} {name}")


if __name__ == "__main__":
    main()
