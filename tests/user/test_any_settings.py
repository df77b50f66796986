"""A change in any file of settings leaves everything else as it is."""

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from durak_tui.engine.config import EngineConfig
from durak_tui.game.cards import DECK_SIZES
from durak_tui.user.schema import ROWS, Settings
from durak_tui.user.settings import SettingsStore
from tests.examples import examples
from tests.user.stores import files_beside, problems

_T = TypeVar("_T")
NAMES = ["lisa", "bart", "two words", "é"]
ACTIONS = ["play.take", "play.done", "logs.filter", "quit", "play.take.back"]


class Text:
    """A settings file made up of pieces, with numbered comments between them."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw
        self._comments = 0
        self.is_usual = True  # As the program writes it, and most people.

    def one_of(self, choices: list[_T]) -> _T:
        chosen: _T = self._draw(st.sampled_from(choices))
        return chosen

    def some_of(self, choices: list[_T]) -> list[_T]:
        chosen: list[_T] = self._draw(st.lists(st.sampled_from(choices), unique=True, max_size=4))
        return chosen

    def between(self) -> str:
        kind = self.one_of(["", "", "", "comment", "blank", "both"])
        if kind in ("comment", "both"):
            self._comments += 1
        comment = f"# comment {self._comments};\n"
        return {"": "", "blank": "\n", "comment": comment, "both": "\n" + comment}[kind]

    def lines(self, lines: list[str]) -> str:
        return "".join(f"{line}\n{self.between()}" for line in lines)

    def keys(self) -> tuple[str, str]:
        """As single lines and as a table; one of them is empty."""
        actions = self.some_of(ACTIONS)
        if "play.take" in actions and "play.take.back" in actions:
            actions.remove("play.take")  # as tables, there cannot be both
        kind = self.one_of(["none", "dotted", "inline", "table"])
        self.is_usual &= kind in ("none", "table")
        if kind == "dotted":
            return self.lines([f'keys.{action} = "k"' for action in actions]), ""
        if kind == "inline":
            pairs = ", ".join(f'"{action}" = "k"' for action in actions)
            return self.lines([f"keys = {{ {pairs} }}"]), ""
        if kind == "table":
            quote = self.one_of(["", '"'])
            return "", self.lines(["[keys]", *(f'{quote}{a}{quote} = "k"' for a in actions)])
        return "", ""

    def old_engines(self) -> tuple[str, str]:
        """As earlier versions wrote them."""
        engines = [
            [
                *self.one_of([[f'name = "{name}"'], [f"name = '{name}' # who"], []]),
                *self.one_of([['command = "x"'], ["command = 'y z'"], ["command = 3"], []]),
                *self.one_of([["move_time = 5"], ["move_time = 0"], []]),
                *self.one_of([["level = 1"], []]),
            ]
            for name in self._draw(st.lists(st.sampled_from(NAMES), max_size=4))
        ]
        if self.one_of([False, False, True]) and engines:
            self.is_usual = False
            rows = [f"{{ {', '.join(engine)} }}".replace(" # who", "") for engine in engines]
            return f"engine = [{', '.join(rows)}]\n", ""
        env = self.one_of([[], [], ["[engine.env]", "LEVEL = '1'"]])
        return "", "".join(self.lines(["[[engine]]", *engine, *env]) for engine in engines)

    def engines(self) -> tuple[str, str]:
        """As single lines and as tables; one of them is empty."""
        kind = self.one_of(["old", "tables", "tables", "tables", "dotted", "inline", "one table"])
        if kind == "old":
            return self.old_engines()
        self.is_usual &= kind == "tables"
        engines = {
            f'"{name}"': [
                *self.one_of([['command = "x"'], ["command = 'y z'"], ["command = 3"], []]),
                *self.one_of([["move_time = 5"], ["move_time = 0"], []]),
                *self.one_of([["level = 1"], ["env.LEVEL = '1'"], []]),
            ]
            for name in self.some_of(NAMES)
        }
        rows = {name: f"{{ {', '.join(engine)} }}" for name, engine in engines.items()}
        if kind == "inline":
            return f"engines = {{ {', '.join(f'{n} = {row}' for n, row in rows.items())} }}\n", ""
        if kind == "dotted":
            lines = [f"engines.{name}.{line}" for name, lines in engines.items() for line in lines]
            return self.lines(lines), ""
        if kind == "one table":
            return "", self.lines(["[engines]", *(f"{n} = {row}" for n, row in rows.items())])
        env = self.one_of([[], [], ["[engines.{}.options]", "LEVEL = '1'"]])
        return "", "".join(
            self.lines([f"[engines.{name}]", *engine, *(line.format(name) for line in env)])
            for name, engine in engines.items()
        )

    def all(self) -> str:
        single = [
            "deck = 52", 'theme = "t" # end', "mouse = 1", "think_seconds = 5", "x = [1,\n 2]",
            "date = 1979-05-27", "number = nan", "some = {a = 1, b.c = 2}", "dot.a = 1",
        ]  # fmt: skip
        keys, engines = self.keys(), self.engines()
        tables = [keys[1], engines[1], self.one_of(["", "[other]\nz = 1\n"])]
        text = self.between() + self.lines(self.some_of(single)) + keys[0] + engines[0]
        text += "".join(self._draw(st.permutations(tables)))
        text = text.rstrip("\n") if self.one_of([False, False, True]) else text
        return text.replace("\n", self.one_of(["\n", "\n", "\r\n"]))


@st.composite
def texts(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[str, bool]:
    """A file, and whether it is as usual."""
    text = Text(draw)
    return text.all(), text.is_usual


Change = Callable[[Settings], Settings]
entries = st.builds(
    EngineConfig,
    command=st.sampled_from(["x", "y z"]),
    name=st.sampled_from(NAMES),
    move_time=st.sampled_from([None, 5.0, 1]),
    game_time=st.sampled_from([None, 9.0]),
)


def _set(**values: Any) -> Change:
    return lambda settings: replace(settings, **values)


def _renamed(entry: EngineConfig, old: str) -> Change:
    def change(settings: Settings) -> Settings:
        if entry.name != old and settings.engine(entry.name):
            return settings
        return settings.with_engine(entry, instead_of=old)

    return change


changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(_set, deck=st.sampled_from(DECK_SIZES), theme=st.sampled_from(["", 'q"\\'])),
    st.builds(_set, mouse=st.booleans(), think_seconds=st.sampled_from([3.0, 4])),
    st.builds(
        lambda action, keys: lambda s: s.with_keys(action, keys),
        st.sampled_from(ACTIONS),
        st.sampled_from([None, "k", "q,w"]),
    ),
    st.builds(lambda entry: lambda s: s.with_engine(entry), entries),
    st.builds(_renamed, entries, st.sampled_from(NAMES)),
    st.builds(lambda name: lambda s: s.without_engine(name), st.sampled_from(NAMES)),
)


@hypothesis_settings(max_examples=examples(100))
@given(texts(), st.lists(changes, min_size=1, max_size=3))
def test_any_change_in_any_file_keeps_comments_and_everything_else(
    tmp_path_factory: pytest.TempPathFactory, text: tuple[str, bool], edits: list[Change]
) -> None:
    file = tmp_path_factory.mktemp("any") / "settings.toml"
    content, is_usual = text
    file.write_bytes(content.encode())
    store = SettingsStore(file)
    assert not [problem for problem in problems(store) if "cannot be read" in problem]
    for change in edits:
        before, wanted = file.read_bytes().decode(), change(store.value)
        store.change(change)
        after = file.read_bytes().decode()
        assert SettingsStore(file).value == store.value
        # Only the order of engines may be another, where they stand on one line.
        assert replace(store.value, engines=wanted.engines) == wanted
        assert set(store.value.engines) == set(wanted.engines)
        if files_beside(file):
            # It could not be changed where it is.
            assert not is_usual
            assert file.with_name("settings.toml.old").read_bytes().decode() == before
            assert "was rewritten with the settings" in problems(store)[-1]
            break
        comments = re.findall(r"# comment \d+;", before)
        assert sorted(re.findall(r"# comment \d+;", after)) == sorted(comments)
        old, new = tomllib.loads(before), tomllib.loads(after)
        for key in old.keys() - {*ROWS, "keys", "engine", "engines"}:
            assert json.dumps(new[key], default=str) == json.dumps(old[key], default=str)
