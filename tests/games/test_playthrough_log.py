"""The log of other games: a line for each, whatever happens to the file."""

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.fields import Malformed, parse_object
from durak_tui.common.text import strict_json
from durak_tui.games.playthrough import (
    Finish,
    Playthrough,
    SeatFault,
    decode_playthrough,
    encode_playthrough,
    ranked,
)
from durak_tui.games.playthrough_log import (
    PlaythroughLog,
    PlaythroughWriter,
    TornGame,
    holds_games,
)
from tests.games.toys import HIGHER

NOON = datetime(2026, 11, 27, 12)
texts = st.text(max_size=20)
json = st.dictionaries(texts, st.integers(-9, 9) | texts, max_size=3)
faults = st.none() | st.builds(SeatFault, st.sampled_from(("timeout", "crash")), texts, texts)
finishes = st.builds(
    Finish,
    st.tuples(st.integers(1, 2), st.integers(1, 2)),
    st.tuples(faults, faults),
    st.tuples(st.floats(0, 100).map(lambda s: round(s, 6)), st.just(0.0)),
    json,
)
games = st.builds(
    Playthrough,
    texts, st.tuples(texts, texts), json, texts, st.none() | finishes,
    st.just(NOON), st.none() | st.integers(1, 99), st.none() | json,
)  # fmt: skip


def game(number: int, **changes: Any) -> Playthrough:
    """A finished game."""
    finish = Finish((1, 2), (None, None), (0.1, 0.2), {"sums": [3, 1]})
    return Playthrough("higher", ("a", "b"), {}, "31", finish, NOON, number)._replace(**changes)


@given(games)
def test_a_game_comes_back_as_it_was_written(one: Playthrough) -> None:
    line = encode_playthrough(one)
    assert decode_playthrough(line) == one
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")


@given(st.binary(max_size=60) | games.map(encode_playthrough).map(lambda line: line[:-9]))
def test_any_other_line_is_malformed(line: bytes) -> None:
    with pytest.raises(Malformed):
        decode_playthrough(line)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("names", []), ("game", 1), ("opening", []), ("at", "yesterday"), ("ranks", [3, 1]),
        ("seconds", [-1, 0]), ("faults", [["lazy", "", ""], None]), ("moves", None), ("id", 0),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(field: str, value: object) -> None:
    values = parse_object(encode_playthrough(game(1))) | {field: value}
    with pytest.raises(Malformed, match=field):
        decode_playthrough(strict_json(values).encode())


class TestLog:
    def test_games_are_found_by_number(self, tmp_path: Path) -> None:
        path = tmp_path / "games.log"
        with PlaythroughWriter(path) as writer, PlaythroughLog(path, HIGHER) as log:
            for number in (1, 2, 3):
                writer.append(game(number))
                log.scan()
                assert len(log) == number
                assert log.game(number - 1) == game(number)
            assert log.offset(0) == 0

    def test_a_line_that_grows_is_one_game(self, tmp_path: Path) -> None:
        path, line = tmp_path / "games.log", encode_playthrough(game(1))
        with path.open("ab", buffering=0) as file:
            file.write(line[:20])
            with PlaythroughLog(path, HIGHER) as log:
                log.scan()
                with pytest.raises(TornGame, match="cut off"):
                    log.game(0)
                file.write(line[20:] + line)
                log.scan()
                assert [log.game(number) for number in range(len(log))] == [game(1)] * 2

    def test_blank_lines_and_a_damaged_one_harm_nothing_else(self, tmp_path: Path) -> None:
        path, line = tmp_path / "games.log", encode_playthrough(game(1))
        path.write_bytes(b"\n" + line + b"\nnonsense\n\n" + line)
        with PlaythroughLog(path, HIGHER) as log:
            log.scan()
            assert len(log) == 3
            assert log.game(0) == log.game(2) == game(1)
            with pytest.raises(Malformed):
                log.game(1)

    def test_a_game_of_another_kind_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "games.log"
        path.write_bytes(encode_playthrough(game(1)))
        with PlaythroughLog(path, replace(HIGHER, name="lower")) as log:
            log.scan()
            with pytest.raises(Malformed, match="no game of lower") as caught:
                log.game(0)
            assert not isinstance(caught.value, TornGame)

    def test_an_endless_line_is_not_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("durak_tui.games.playthrough_log._LONGEST", 1000)
        path = tmp_path / "games.log"
        long = b'{"game": "higher", "x": "' + b"x" * 2000
        path.write_bytes(long + b"\n" + encode_playthrough(game(1)))
        with PlaythroughLog(path, HIGHER) as log:
            log.scan()
            with pytest.raises(TornGame, match="too long"):
                log.game(0)
            assert log.game(1) == game(1)


class TestWhoseLogItIs:
    @pytest.mark.parametrize("before", [b"", b"nonsense\n", b'{"game": "high\n', b"\n\n"])
    def test_damage_before_a_game_does_not_change_it(self, tmp_path: Path, before: bytes) -> None:
        path = tmp_path / "games.log"
        path.write_bytes(before + encode_playthrough(game(1)))
        assert holds_games(path, HIGHER)
        assert not holds_games(path, replace(HIGHER, name="lower"))

    def test_an_empty_file_is_anybodys(self, tmp_path: Path) -> None:
        path = tmp_path / "games.log"
        path.touch()
        assert holds_games(path, HIGHER)

    @pytest.mark.parametrize(
        "text", ["Dear Ann\n", "\n", "{}\n", '{"game": "high', ' {"game": "higher", "id": 1}\n']
    )
    def test_other_texts_are_nobodys(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "letter.txt"
        path.write_text(text)
        assert not holds_games(path, HIGHER)

    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError, match="Not a regular file"):
            holds_games(tmp_path / "pipe", HIGHER)


@pytest.mark.parametrize(
    "facts", ['{"x": NaN}', '{"x": 1e999}', '{"x": ' + "[" * 200 + "]" * 200 + "}"]
)
def test_facts_that_could_not_be_written_again_are_refused(facts: str) -> None:
    line = encode_playthrough(game(1)).decode().replace('"opening": {}', f'"opening": {facts}')
    with pytest.raises(Malformed, match="opening"):
        decode_playthrough(line.encode())


def test_whoever_is_level_has_one_rank() -> None:
    assert ranked([3, 5, 3, 1]) == (2, 1, 2, 4)
    assert Finish((1, 1), (None, None), (0, 0), {}).winner is None
    assert Finish((2, 1), (None, None), (0, 0), {}).winner == 1
