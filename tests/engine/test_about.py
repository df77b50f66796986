"""Of the words of an engine a short line is kept, and a chance."""

from hypothesis import given
from hypothesis import strategies as st

from durak_tui.common.text import one_line
from durak_tui.engine.about import NAME, TEXT, introduction, thought
from durak_tui.protocol.messages import VERSION_1, Features, Info
from durak_tui.records.record import Introduction, Thought
from tests.protocol.strategies import features, infos


@given(infos, infos)
def test_a_thought_is_a_chance_and_a_short_text_that_can_be_printed(
    first: Info, second: Info
) -> None:
    for found in (thought(first), thought(second, thought(first))):
        if found is not None:
            assert found.win is None or 0 <= found.win <= 1
            assert len(found.text) <= TEXT and found.text.isprintable()


def test_the_last_info_counts_and_what_it_does_not_say_stays() -> None:
    begun = thought(Info(win=0.25, text="depth 1"))
    assert begun == Thought(0.25, "depth 1")
    assert thought(Info(nodes=7), begun) == begun
    assert thought(Info(win=0.5), begun) == Thought(0.5, "depth 1")
    assert thought(Info(text="depth 2"), begun) == Thought(0.25, "depth 2")
    assert thought(Info(win=0.0), begun) == Thought(0.0, "depth 1")
    assert thought(Info(nodes=7)) is None


@given(features)
def test_an_introduction_is_short(said: Features) -> None:
    found = introduction(said)
    assert found is None or all(len(part) <= NAME for part in found if part is not None)


def test_an_engine_that_says_nothing_has_no_introduction() -> None:
    assert introduction(VERSION_1) is None
    assert introduction(Features(2, persistent=True)) is None
    assert introduction(Features(2, version="1.2")) == Introduction(version="1.2")


@given(st.builds(Introduction, *[st.none() | st.text(min_size=1)] * 3))
def test_an_introduction_is_a_line_of_what_there_is(said: Introduction) -> None:
    assert said.line.isprintable()
    assert all(one_line(part) in said.line for part in said if part)


def test_an_introduction_reads_well() -> None:
    assert Introduction("mine", "1.2", "Ann").line == "mine 1.2, Ann"
    assert Introduction(author="Ann").line == "Ann"
    assert Introduction("mine").line == "mine"
