"""Games in which any text may stand, above all one that looks like the header of another game."""

from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from durak_tui.common.text import one_line
from durak_tui.records.record import PEACEFUL, Ending, GameRecord, Introduction, Said, Thought
from tests.records.games import forfeits, random_game

HEADER: Final = "####2026-11-27T00:00:00, a - b (1-0)####"
PIECES: Final = (
    HEADER, "####2026-11-27T", "####", "#", "2026-11-27T00:00:00, ", "\n", "\r\n", "\u2028", " - ",
    '"', "\\", "{}", "\ud800", "x",
)  # fmt: skip
TEXTS: Final = st.text(max_size=20) | st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
PLAIN: Final = st.lists(st.sampled_from([HEADER, "####", "#", "x"]), max_size=4).map("".join)
"""Texts that JSON has as they are."""


@st.composite
def worded_games(draw: st.DrawFn, texts: st.SearchStrategy[str] = TEXTS) -> GameRecord:
    """A game of a run with any texts in all places that have one."""
    whole = random_game(draw(st.integers(0, 30)))
    game = draw(st.sampled_from([whole, *forfeits(whole, draw(st.integers(1, 5)))]))
    ending = game.ending
    if ending.reason not in PEACEFUL:
        # A reader has these two on a line.
        reasons = texts.map(one_line).filter(lambda reason: reason not in PEACEFUL)
        ending = Ending(
            ending.winner, draw(reasons), ending.engine, draw(texts), ending.phase,
            draw(st.none() | texts.map(one_line)), draw(texts),
        )  # fmt: skip
    thoughts = st.builds(Thought, st.none() | st.floats(0, 1), texts)
    who = st.builds(Introduction, texts, texts, texts)
    keys = texts.map(lambda key: f"key {key}")
    return replace(
        game,
        ending=ending,
        names=(draw(texts), draw(texts)),
        seed=draw(texts),
        run={f"engine {draw(texts)}": {"command": draw(texts)}, "tournament": draw(texts)},
        seats=(draw(texts), None),
        said=Said((draw(who), None), tuple(draw(st.lists(thoughts, max_size=3)))),
        others=draw(st.dictionaries(keys, texts | st.lists(texts, max_size=2), max_size=2)),
    )
