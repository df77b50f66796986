"""Reading a tournament's file: what it means, and what is said when it is wrong."""

import os
from pathlib import Path
from typing import Any

import pytest

from durak_tui.game.caps import Caps
from durak_tui.tournament.pairings import Shape
from durak_tui.tournament.tournament_config import (
    DEFAULT_GAMES,
    DEFAULT_SEED,
    ConfigError,
    load,
    parse,
)

TWO = """
format = "swiss"
output = "out"
[[engine]]
command = "a"
[[engine]]
command = "b"
"""


def error_of(path: Path, text: str | bytes) -> str:
    """The message of the error about a file with this text."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ConfigError) as caught:
        load(str(path))
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 300
    return message


def test_an_engine_may_be_called_by_an_emoji_of_several_characters() -> None:
    (first, _other) = parse(
        {"engine": [{"command": "a", "name": "👩‍🚀"}, {"command": "b", "name": "می‌خواهم"}],
         "format": "swiss", "output": "out"}
    ).engines  # fmt: skip
    assert first.name == "👩‍🚀"


def test_everything_that_a_file_can_say(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(
        """
        format = "swiss"
        games = 20
        seed = -7
        output = "results/spring"
        deck = 52
        attack_limit = "6,5"
        move_time = 3
        start_time = 90
        game_time = 60.5
        rounds = 5

        [[engine]]
        name = "one"
        command = "durak-dummy --fast"
        env = { LEVEL = "3", A = "" }
        move_time = 1

        [[engine]]
        command = "durak-dummy"
        game_time = 30
        """
    )
    config = load(str(path))
    assert (config.format, config.games, config.seed, config.deck) == ("swiss", 20, -7, 52)
    assert config.caps == Caps(6, 5)
    assert config.output == tmp_path / "results" / "spring"
    assert config.shape == Shape("swiss", 2, 5)
    assert config.names == ["one", "durak-dummy"]
    one, other = config.engines
    assert one.command == "durak-dummy --fast"
    assert one.env == (("A", ""), ("LEVEL", "3"))
    assert (one.limits.move_time, one.limits.game_time) == (1, 60.5)
    assert (other.limits.move_time, other.limits.game_time) == (3, 30)
    assert config.settings() == {
        "tournament": "swiss", "games": 20, "seed": -7, "deck": 52, "attack_limit": [6, 5],
        "rounds": 5, "engines": ["one", "durak-dummy"],
        "engine one": {
            "command": "durak-dummy --fast", "env": {"A": "", "LEVEL": "3"},
            "move_time": 1.0, "game_time": 60.5, "start_time": 90.0,
        },
        "engine durak-dummy": {
            "command": "durak-dummy", "env": {},
            "move_time": 3.0, "game_time": 30.0, "start_time": 90.0,
        },
    }  # fmt: skip


def test_what_need_not_be_said(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(f"seed = -{2**63}\n{TWO}")
    assert load(str(path)).seed == -(2**63), "all that TOML allows"
    path.write_text(TWO)
    config = load(str(path))
    assert (config.games, config.seed, config.deck) == (DEFAULT_GAMES, DEFAULT_SEED, 36)
    assert config.rounds is None
    assert config.settings()["rounds"] == 1
    limits = config.engines[0].limits
    assert (limits.move_time, limits.game_time) == (10, None)


def test_an_attack_limit_of_six_may_be_a_number() -> None:
    values = {"format": "swiss", "output": "x", "engine": [{"command": "a"}, {"command": "b"}]}
    assert parse({**values, "attack_limit": 6}).caps == Caps(6, 6)
    assert parse({**values, "attack_limit": "none"}).settings() == parse(values).settings()


def test_the_output_folder_may_stand_anywhere(tmp_path: Path) -> None:
    values = {"format": "swiss", "engine": [{"command": "a"}, {"command": "b"}]}
    assert parse({**values, "output": "/else/where"}, "x").output == Path("/else/where")
    assert parse({**values, "output": "~/cup"}, "x").output == tmp_path / "cup"
    assert parse({**values, "output": "../cup"}, "x").output == Path("x/../cup")


LINE = "must be one line of text in quotes"
SECONDS = "must be a number of seconds above 0 and at most 1000000000"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('format = "swiss"', "", "format: is missing"),
        ('"swiss"', '"swis"', 'format: "swis" is not a format; did you mean "swiss"'),
        ('"swiss"', "3", "format: 3 is not a format; known formats: round-robin, gauntlet, swiss,"),
        ('"swiss"', '"knockout"\nrounds = 3', "rounds: only a swiss tournament"),
        ('output = "out"', "", "output: is missing"),
        ('"out"', '""', "output: must not be empty"),
        ('"out"', "3", "output: must be text in quotes, not 3"),
        ('"out"', f"0x{'f' * 5000}", "output: must be text in quotes, not ..."),
        ('"out"', '"a\\u0000b"', "output: must not contain a NUL character"),
        ('[[engine]]\ncommand = "b"', "", "engine: a tournament needs at least 2 engines"),
        ('command = "b"', "", "engine 2: command: is missing"),
        ('"b"', "['b']", f"engine 2: command: {LINE}"),
        ('"b"', '" b"', f"engine 2: command: {LINE}, without spaces"),
        ('"b"', '"a"', 'engine 2: name: engine 1 is called "a" too'),
        ('"b"', f'"{"b" * 10_001}"', "engine 2: command: at most 10000 characters, not 10001"),
    ],
)
def test_one_line_names_the_key_and_what_is_wrong_with_it(
    right: str, wrong: str, said: str, tmp_path: Path
) -> None:
    assert TWO.count(right) == 1
    assert error_of(tmp_path / "cup.toml", TWO.replace(right, wrong)).startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('comand = "b"', "comand: unknown key; did you mean command?"),
        ("sped = 0", "sped: unknown key; known keys: name, command, env, move_time, game_time"),
        ("rounds = 0", "rounds: unknown key"),
        ('name = "a"', 'name: engine 1 is called "a" too'),
        ('name = "a\\nb"', f"name: {LINE}"),
        (f'name = "{"n" * 201}"', "name: at most 200 characters, not 201"),
        ('env = "X=3"', "env: must be a table such as"),
        ("env = { X = 3 }", "env: X: must be text in quotes, not 3"),
        ('env = { "A=B" = "3" }', 'env: "A=B" cannot be the name of a variable'),
        (f'env = {{ X = "{"3" * 10_000}" }}', "env: at most 10000 characters, not 10001"),
        ("move_time = 0", f"move_time: {SECONDS}, not 0"),
    ],
)
def test_of_an_engine_it_says_which_one(line: str, said: str, tmp_path: Path) -> None:
    assert error_of(tmp_path / "cup.toml", f"{TWO}{line}\n").startswith(f"engine 2: {said}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gams = 3", "gams: unknown key; did you mean games?"),
        ('"a\\nb" = 3', r"a\nb: unknown key; known keys: format,"),
        ("games = 3", "games: must be even, not 3: every deal is played twice"),
        ("games = 0", "games: must be at least 2, not 0"),
        ("games = true", "games: must be a whole number, not true"),
        ('games = "2"', 'games: must be a whole number, not "2"'),
        ("games = 1000002", "games: at most 1,000,000 games in a pairing"),
        ("rounds = 11\ngames = 1000000", "games: 11,000,000 games in all, at most 10,000,000"),
        ("rounds = 1001", "rounds: at most 1,000 rounds"),
        (f"seed = -{2**63 + 1}", "seed: must be a number of at most 64 bits"),
        (f"seed = 0x{'f' * 5000}", "seed: must be a number of at most 64 bits"),
        (f"move_time = 0x{'f' * 5000}", f"move_time: {SECONDS}, not ..."),
        ("seed = 1979-05-27", "seed: must be a whole number, not 1979-05-27"),
        ("deck = 40", "deck: must be one of 24, 36, 52, not 40"),
        ("attack_limit = 5", 'attack_limit: must be one of "none", "6", "6,5", not 5'),
        ('game_time = "long"', f'game_time: {SECONDS}, not "long"'),
        (f"[{'a' * 500}]\n[{'a' * 500}]", "not TOML: Cannot declare ('aaa"),
        ("games = ", "not TOML: Invalid value (at line 1, column 9)"),
        (f"games = {'9' * 5000}", "not TOML: "),
        (f"games = {'[' * 100_000}", "not TOML: "),
    ],
)
def test_the_same_for_the_general_keys(line: str, said: str, tmp_path: Path) -> None:
    assert error_of(tmp_path / "cup.toml", f"{line}\n{TWO}").startswith(said)


@pytest.mark.parametrize("engine", ['engine = "a"', "engine = 3", "engine = ['a', 'b']"])
def test_engines_are_tables(engine: str, tmp_path: Path) -> None:
    text = f'format = "swiss"\noutput = "out"\n{engine}\n'
    said = error_of(tmp_path / "cup.toml", text)
    assert said == "engine: each engine must be a table that begins with [[engine]]"
    said = error_of(tmp_path / "cup.toml", 'format = "swiss"\noutput = "out"\n[engine]\nx = 3\n')
    assert said == "engine: each engine must be a table that begins with [[engine]]"


def test_more_engines_than_can_be_paired_or_kept_are_refused() -> None:
    values: dict[str, Any] = {"format": "gauntlet", "output": "out", "games": 2}
    many = [{"name": f"{number}", "command": "x"} for number in range(257)]
    parse({**values, "engine": many[1:]})
    with pytest.raises(ConfigError, match=r"^engine: at most 256 engines$"):
        parse({**values, "engine": many})
    long = [{**one, "command": "x" * 1000} for one in many[1:]]
    with pytest.raises(
        ConfigError, match=r"^engine: names, commands and variables of all engines tog"
    ):
        parse({**values, "engine": long})


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    said = error_of(tmp_path / "cup.toml", b"# one\n# two\nformat = '\xff'\n")
    assert said == "not TOML: line 3 is not UTF-8"


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    os.mkfifo(path)
    with pytest.raises(OSError, match="Not a regular file"):
        load(str(path))


def test_a_key_of_very_many_parts_is_refused_at_once(tmp_path: Path) -> None:
    assert "Keys of too many parts" in error_of(tmp_path / "cup.toml", "a." * 100_000 + "a=1")
