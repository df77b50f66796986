"""Characters that are seen as one, and joiners that mean something."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_tui.common.clusters import clusters, folded
from durak_tui.common.text import beginning, cells, is_one_line, one_line

EMOJI = ["👩‍🚀", "👩🏽‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️‍🔥", "👍🏽", "❤️", "1️⃣", "🇩🇪", "♣️", "⛹🏽‍♀️"]
WORDS = ["می‌خواهم", "برادر‌ها", "ക്‌ഷ", "क्‌ष", "دَ‌ه"]
CONJUNCTS = ["क्‍ष", "র‍্য"]
DANGEROUS = [
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\ufeff\u061c\u200b\u00ad",
    *"\U000e0067\U000e007f\x00\x1b\x7f\x9b\u2028\ud800",
]
LONE = [
    "\u200d", "\u200c", "👩\u200d", "\u200d👩", "👩\u200d\u200d🚀", "a\u200db", "a\u200cb",
    "1\u200d2", "ي\u200c", "\u200cي", "ي\u200c\u200cي", "ي\u200c\u200dي", "ي\u200c ي",
    "ي\u200c1", "👩\u200da", "a\u200d👩", "👩\u200c🚀", "ي\u200dي", "👩\u202e\u200d🚀",
    "👩\x1b\u200d🚀", "ക്\u200c ", "ക്\u200d ", "a\u200d\u0301", "a\u200d\ufe0f", "👩\u200d🏽",
    "1\u200d\u20e3", "ka\u200d\u0bbe", "ক\u200d\u09cd", "ر\u200c\u094d",
]  # fmt: skip
PIECES = st.sampled_from(
    [*EMOJI, *WORDS, *CONJUNCTS, *DANGEROUS, *LONE, *"aя 棋é", "e\u0301", "\u0301"]
)
TEXTS = st.lists(PIECES, max_size=8).map("".join) | st.text()


@pytest.mark.parametrize("text", [*EMOJI, *WORDS, *CONJUNCTS])
def test_a_joiner_that_means_something_is_shown(text: str) -> None:
    for shown in (text, f"a{text}b", f"{text} {text}", text + text):
        assert one_line(shown) == shown
        assert is_one_line(shown)


@pytest.mark.parametrize("text", [*DANGEROUS, *LONE])
def test_one_that_means_nothing_is_escaped_with_all_that_is_dangerous(text: str) -> None:
    for shown in (text, f"a{text}b", f"{text} 👩"):
        assert one_line(shown) != shown
        assert not is_one_line(shown)
        assert one_line(shown).isprintable()


@pytest.mark.parametrize("text", EMOJI)
def test_an_emoji_is_one_cluster_of_two_columns(text: str) -> None:
    assert clusters(f"a{text}b{text}{text}") == ["a", text, "b", text, text]
    assert cells(text) == 2


@pytest.mark.parametrize("text", WORDS)
def test_letters_keep_their_marks_and_may_be_cut_behind_a_joiner(text: str) -> None:
    assert all(piece[0].isalpha() for piece in clusters(text))
    assert cells(text) == len(clusters(text))


@given(TEXTS)
def test_clusters_are_the_whole_text(text: str) -> None:
    assert "".join(clusters(text)) == text


@given(TEXTS, st.integers(0, 12))
@example("ي\u200c", 2)
def test_nothing_is_cut_between_the_parts_of_a_cluster(text: str, most: int) -> None:
    begun = beginning(text, most)
    assert text.startswith(begun) and len(begun) <= most
    whole = clusters(text)
    if begun != text and len(whole[0]) <= most:
        assert begun in {"".join(whole[:n]).rstrip("\u200c\u200d") for n in range(len(whole))}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("می‌خواهم", "میخواهم"), ("👩‍🚀", "👩🚀"), ("❤️", "❤"), ("Ann", "ANN"), ("é", "e\u0301"),
        ("Ａｎｎ", "ann"), ("A\u034fnn", "Ann"), ("Straße", "STRASSE"), ("ﬁn", "fin"),
        ("An\u3164n", "Ann"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_equal_once_folded(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_names_that_look_different_stay_different() -> None:
    assert len({*map(folded, ["Ann", "Anne", "Ánn", "👩", "👩🏽", "👩🚀", "♥", "♣"])}) == 8
