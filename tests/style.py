"""What the house asks of every module, as far as a program can see it.

``python -m tests.style`` prints what each module still has to fix, and
``python -m tests.style --list >tests/style_todo.txt`` writes the list of those modules anew.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.readme import ROOT

TODO: Final = ROOT / "tests" / "style_todo.txt"
"""Modules that do not keep a rule yet, a rule and a module in each line."""
LONGEST_LINE: Final = 12
"""Words in the first line of a docstring."""
LONGEST_MODULE: Final = 500
"""Lines of a module."""
_PERSON: Final = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
_SLEEP: Final = re.compile(r"\bsleep\((?!0\))|(?<!def )\bpause\((?!\))")
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
    yield from sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("engines/*.md")])


def long_or_open_docstrings(source: str) -> list[str]:
    """First lines of docstrings that are too long, or are no sentence."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = (ast.get_docstring(node) or ".").partition("\n")[0]
            if not first.endswith(".") or len(first.split()) > LONGEST_LINE:
                found.append(first)
    return found


def persons(source: str) -> list[str]:
    """Comments and texts that take a person for a man."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [t.string for t in tokens if t.type in _TEXTS for _ in _PERSON.findall(t.string)]


def sleeps(source: str) -> list[str]:
    """Lines that wait for a time in place of an event."""
    return [line.strip() for line in source.splitlines() if _SLEEP.search(line)]


def found() -> dict[str, Counter[str]]:
    """How often each module or page breaks each rule."""
    rules: dict[str, Counter[str]] = {
        name: Counter() for name in ("docstring", "person", "length", "sleep")
    }
    for path in modules("durak_tui", "engines/durak_engines", "tools"):
        name, source = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        rules["docstring"][name] = len(long_or_open_docstrings(source))
        rules["person"][name] = len(persons(source))
        rules["length"][name] = max(0, len(source.splitlines()) - LONGEST_MODULE)
    for path in documents():
        name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        rules["person"][name] = len(_PERSON.findall(text))
    for path in modules("tests"):
        name, source = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        if name not in ("tests/style.py", "tests/test_style.py", "tests/rogues/rogue.py"):
            rules["sleep"][name] = len(sleeps(source))
    return {rule: +counts for rule, counts in rules.items()}


def main() -> None:
    """Print what is to be fixed, or the list of where."""
    for rule, counts in found().items():
        if "--list" not in sys.argv:
            print(f"{rule}: {sum(counts.values())} in {len(counts)} modules")
        for name, count in counts.items():
            print(f"{rule} {name}" if "--list" in sys.argv else f"  {count:3} {name}")


if __name__ == "__main__":
    main()
