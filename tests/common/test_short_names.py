"""Names of engines in little room: variants of one program are named by what differs."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.common.short_names import short_names, two_names
from durak_tui.common.text import cells
from tests.common.test_text import TEXTS

LEVELS = ["durak-player --level 2", "durak-player --level 4"]


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (22, LEVELS),
        (21, ["level 2", "level 4"]),
        (7, ["level 2", "level 4"]),
        (5, ["le~ 2", "le~ 4"]),
    ],
)
def test_variants_are_named_by_the_arguments_in_which_they_differ(
    width: int, shown: list[str]
) -> None:
    assert short_names(LEVELS, width, "~") == shown


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        # What all have, such as a script and a seed, says nothing.
        (
            ["python3 bot.py --seed 1 --depth 3", "python3 bot.py --seed 1 --depth 4"],
            ["depth 3", "depth 4"],
        ),
        # A script or a module is the program, not what runs it.
        (["python3 one.py -q", "python3 other.py -q"], ["python3 one.py -q", "other.py -q"]),
        (
            ["python3 -m bots.fox --level 2", "python3 -m bots.fox --level 3"],
            ["level 2", "level 3"],
        ),
        (["/usr/bin/python3.11 -u /home/ann/fox.py"], ["fox.py"]),
        (["python3 -m py --seed 7"], ["py --seed 7"]),
        (
            ["python 'my bots/fox.py' -q 3", r"python my\ bots/owl.py -q 3"],
            ["fox.py -q 3", "owl.py -q 3"],
        ),
        (["sh -c 'exec fox --level 2'"], ["sh -c 'e~level 2'"]),
        # Of one name in two folders: it would not tell them apart.
        (
            ["python first/bot.py", "python second/bot.py"],
            ["python f~t/bot.py", "python s~d/bot.py"],
        ),
        (["python bots/my.py --level 2", "durak-dummy"], ["my.py --level 2", "durak-dummy"]),
        # A value in quotes is one.
        (
            ["fox --deals 'my games' -q", "fox --deals 'my other games' -q"],
            ["deals my games", "deals my~er games"],
        ),
        (["it's-a-fox --level 2", "it's-a-fox --level 3"], ["level 2", "level 3"]),
        # One without an argument of its own is the program.
        (["durak-montecarlo --time=0.3", "durak-montecarlo"], ["time 0.3", "durak-montecarlo"]),
        (["/home/ann/bots/fox --level 2", "/home/ann/bots/fox"], ["level 2", "fox"]),
        (["durak-player --level 2 --seed 7", "durak-player --level 2"], ["seed 7", "durak-player"]),
        # People have no options: what is cut from their names is seen.
        (["Anna Maria Petrova", "Anna Maria Ivanova"], ["Anna Mar~ Petrova", "Anna Mar~ Ivanova"]),
        (
            ["durak-dummy (player1)", "durak-dummy (player2)"],
            ["durak-du~player1)", "durak-du~player2)"],
        ),
        # Others beside them stay as they are, or lose their middle.
        ([*LEVELS, "durak-dummy"], ["level 2", "level 4", "durak-dummy"]),
        ([*LEVELS, "my engine with a long name"], ["level 2", "level 4", "my engin~ong name"]),
        # Where the program is what differs, it stays.
        (
            ["long-engine --level 2", "long-engine --level 3", "another-one --level 2"],
            ["level 2", "level 3", "another-~-level 2"],
        ),
    ],
)
def test_what_says_nothing_is_left_out(names: list[str], shown: list[str]) -> None:
    assert short_names(names, 17, "~") == shown


def test_variants_of_two_programs_keep_their_programs() -> None:
    names = [
        f"{program} --level {n}" for program in ("first-engine", "second-engine") for n in "23"
    ]
    found = short_names(names, 14, "~")
    assert len(set(found)) == 4
    assert all(name[0] == short[0] for name, short in zip(names, found, strict=True))


@given(
    st.lists(TEXTS | st.sampled_from([*LEVELS, "a --x", "a x", "a -x", "a"])), st.integers(0, 25)
)
@example(["level --level 2", "level", "a --level 2", "a --level 3"], 8)
def test_names_take_no_more_than_their_columns(names: list[str], width: int) -> None:
    found = short_names(names, width)
    assert [cells(one) <= width for one in found] == [True] * len(names)
    if all(cells(name) <= width for name in names):
        assert found == names


COMMANDS = st.builds(
    " ".join,
    st.tuples(
        st.sampled_from(["python", "python3 -u", "node", "sh -c", "python -m", "env"]),
        st.sampled_from(["a/bot.py", "b/bot.py", "bot.py", "bot", "'a b/bot.py'", r"a\ b/bot.py"]),
        st.sampled_from(["", "-q", "--level 2", "--level=2", "--level 3 -q", "'2 3'", "2 3"]),
    ),
)


@given(
    st.sets(st.text("ab -", min_size=12, max_size=16) | COMMANDS, max_size=6), st.integers(6, 20)
)
def test_different_names_stay_different(names: set[str], width: int) -> None:
    assert len(set(short_names(names, width, "~"))) == len(names)


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (50, "durak-player --level 2 - durak-player --level 4"),
        (46, "level 2 - level 4"),
    ],
)
def test_two_names_share_a_width(width: int, line: str) -> None:
    assert two_names(LEVELS, " - ", width) == line
    assert two_names(["bob", "an-engine-with-a-name"], " - ", 21, "~") == "bob - an-engi~-a-name"


@given(st.lists(TEXTS, min_size=2, max_size=2), st.integers(3, 60))
def test_two_names_take_no_more_than_their_width(names: list[str], width: int) -> None:
    assert cells(two_names(names, " - ", width)) <= width
