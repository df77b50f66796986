"""Input is split at the same places, in any pieces it comes."""

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tui.tui.terminal.splitter import LONGEST, LONGEST_PASTE, SILENCE, Kind, Splitter, Unit
from tests.examples import examples
from tests.strangers.haste import in_time, patient
from tests.tui.terminal.sent import DELAY, NO_KEYS, REPLIES, keys, meant, split, strange

SLOW = SILENCE * 0.9
"""Seconds that a line may stand still in the middle of a sequence."""
WAYS_OUT = [
    (b"\x1b", "escape"), (b"\x03", "ctrl+c"), (b"\x11", "ctrl+q"),
    (b"\x1b[27u", "escape"), (b"\x1b[99;5u", "ctrl+c"), (b"\x1b[113;133u", "ctrl+q"),
]  # fmt: skip
"""Keys that lead out, as terminals and as Kitty send them."""
BEGUN = {
    "CSI": b"\x1b[12;",
    "Linux' console": b"\x1b[[",
    "SS3": b"\x1bO",
    "a click": b"\x1b[M!",
    "DCS": b"\x1bP>|",
    "OSC": b"\x1b]11;",
    "the end of a string": b"\x1b]11;\x1b",
    "a character": b"\xd0",
}
PASTES = {"a paste": b"\x1b[200~ab", "the end of a paste": b"\x1b[200~ab\x1b[20"}


@settings(max_examples=examples(500))
@given(st.lists(strange, min_size=20, max_size=20), st.data())
def test_it_is_the_same_in_any_pieces(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(sent)
    cut = data.draw(st.integers(0, len(whole)))
    units = split(whole)
    assert split(whole[:cut], whole[cut:]) == units
    assert split(*(bytes((byte,)) for byte in whole)) == units
    meant(units)  # raises nothing


@settings(max_examples=examples(500))
@given(st.lists(strange, min_size=1, max_size=5))
def test_esc_ctrl_c_and_ctrl_q_get_through_in_the_end(sent: list[bytes]) -> None:
    whole = b"".join(sent)
    before = keys(whole, SILENCE)
    for key, name in WAYS_OUT:
        assert keys(whole, SILENCE, key, SILENCE, b"j") == [*before, name, "j"]


@pytest.mark.parametrize("what", REPLIES)
def test_a_reply_is_no_key_at_any_cut_where_it_comes_in_two_pieces(what: str) -> None:
    reply = REPLIES[what]
    assert keys(reply, b"j") == ["j"]
    for cut in range(2, len(reply)):
        assert keys(reply[:cut], SLOW, reply[cut:], b"j") == ["j"]
    # Later than this an ESC is the key.  What follows it at once still is none.
    assert keys(reply[:1], DELAY * 0.9, reply[1:], b"j") == ["j"]
    if reply[1:2] != b"_":
        assert keys(reply[:1], DELAY * 2, reply[1:], b"j") == ["escape", "j"]


@given(st.sampled_from(sorted(REPLIES)), st.data())
def test_a_reply_is_no_key_in_any_number_of_pieces(what: str, data: st.DataObject) -> None:
    reply = REPLIES[what]
    cuts = sorted(data.draw(st.sets(st.integers(2, len(reply)))))
    parts: list[bytes | float] = [b""]
    for begin, end in zip([0, *cuts], [*cuts, len(reply)], strict=True):
        parts += [reply[begin:end], data.draw(st.floats(0, SLOW))]
    assert not keys(*parts)


@pytest.mark.parametrize("what", NO_KEYS)
def test_what_is_no_key_is_swallowed(what: str) -> None:
    assert keys(NO_KEYS[what], b"j") == ["j"]


@pytest.mark.parametrize("what", BEGUN)
def test_what_is_begun_and_not_gone_on_with_is_given_up(what: str) -> None:
    before = {"SS3": ["alt+shift+o"], "the end of a string": ["escape"]}
    assert keys(BEGUN[what], SILENCE, b"q") == [*before.get(what, []), "q"]


@pytest.mark.parametrize("what", BEGUN)
def test_a_control_key_gets_through_what_is_begun_at_once(what: str) -> None:
    assert keys(BEGUN[what], b"\x03")[-1:] == ["ctrl+c"]


def test_a_key_pressed_in_the_middle_of_a_reply_leaves_the_rest_of_it_no_key() -> None:
    assert keys(b"\x1b]11;rgb:1e", b"\x03", b"1e/1e\x1b\\j") == ["ctrl+c", "j"]
    assert keys(b"\x1b[8;2", b"\r", b"4;80tj") == ["enter", "j"]


def test_an_esc_alone_is_the_escape_key_after_its_time_and_before_another_esc() -> None:
    assert not keys(b"\x1b", DELAY * 0.9)
    assert keys(b"\x1b", DELAY) == ["escape"]
    assert keys(b"\x1b\x1b[A") == ["escape", "up"]
    assert keys(b"\x1b", DELAY, b"[") == ["escape"]
    assert keys(b"\x1b", DELAY, b"[", DELAY, b"j") == ["escape", "left_square_bracket", "j"]
    assert keys(b"\x1b", DELAY, b"Peter") == ["escape", *"Peter"]
    assert keys(b"\x1b", SILENCE, b"[A") == ["escape", "left_square_bracket", "A"]


def test_a_letter_that_begins_sequences_is_a_key_with_alt_if_nothing_follows() -> None:
    assert keys(b"\x1bP", SILENCE) == ["alt+shift+p"]
    assert keys(b"\x1b[", SILENCE, b"j") == ["j"]


def test_a_character_may_come_in_pieces_and_what_it_lacks_is_not_waited_for() -> None:
    assert keys(b"\xd0", 60.0, b"\xbf") == ["п"]
    assert keys(b"\xf0\x9f\x82j\xa1") == ["j"]


# Pastes


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"])), min_size=1), st.data())
def test_a_slow_paste_comes_whole_and_is_no_key(texts: list[str], data: st.DataObject) -> None:
    sent = b"\x1b[200~" + "".join(texts).encode() + b"\x1b[201~"
    cuts = sorted(data.draw(st.sets(st.integers(6, len(sent) - 6), max_size=4)))
    cuts.append(data.draw(st.integers(len(sent) - 4, len(sent))))
    parts: list[bytes | float] = []
    for begin, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
        parts += [sent[begin:end], data.draw(st.floats(0, 1000))]
    assert keys(*parts, b"j") == [repr("".join(texts)), "j"]


@pytest.mark.parametrize(("key", "name"), WAYS_OUT)
def test_a_paste_that_is_silent_is_dropped_by_a_key_that_leads_out(key: bytes, name: str) -> None:
    assert keys(b"\x1b[200~abc", SILENCE, key, DELAY, b"j") == [name, "j"]
    assert keys(b"\x1b[200~abc", SILENCE * 0.9, key, b"j\x1b[201~")[0] != name
    assert keys(b"\x1b[200~abc", SILENCE, b"qq", key, DELAY, b"j") == [name, "j"]


def test_an_end_of_a_paste_that_is_slow_still_ends_it() -> None:
    for cut in range(1, 6):
        end = b"\x1b[201~"
        assert keys(b"\x1b[200~ab", end[:cut], 60.0, end[cut:], b"j") == ["'ab'", "j"]
        if cut > 1:
            assert keys(b"\x1b[200~ab", 60.0, end[:cut], 60.0, end[cut:], b"j") == ["'ab'", "j"]


def test_a_paste_after_one_without_an_end_is_only_itself() -> None:
    assert keys(b"\x1b[200~lost", 60.0, b"\x1b[200~found\x1b[201~") == ["'found'"]


def test_a_paste_that_is_too_long_is_dropped_to_its_end() -> None:
    assert keys(b"\x1b[200~", b"q" * LONGEST_PASTE, b"\x1b[201~j") == [
        repr("q" * LONGEST_PASTE), "j"
    ]  # fmt: skip
    assert keys(b"\x1b[200~", b"q" * (LONGEST_PASTE + 1), b"\x1b[201~j") == ["j"]


def test_sequences_in_a_paste_do_nothing_and_the_window_is_still_heeded() -> None:
    sent = b"\x1b[200~a\x1b[Ab\x1b[<0;1;1Mc\x1b]11;d\x1b[I\x1b[201~"
    assert [unit.kind for unit in split(sent)] == [Kind.CSI, Kind.PASTE]
    assert split(sent)[0] == Unit(Kind.CSI, "\x1b[I")


# Without an end


ENDLESS = {what: (begun, b"1") for what, begun in {**BEGUN, **PASTES}.items()}
ENDLESS["escape"] = (b"", b"\x1b")
ENDLESS["keys"] = (b"", b"j")
ENDLESS["characters"] = (b"", "п".encode())
ENDLESS["sequences that have no end"] = (b"", b"\x1b[1")


@pytest.mark.few(2)
@pytest.mark.parametrize("what", ENDLESS)
def test_what_never_ends_takes_little_time(what: str) -> None:
    begun, more = ENDLESS[what]
    sent = more * ((1 << 20) // len(more))

    @patient
    def is_split_in_time() -> None:
        splitter = Splitter(DELAY)
        with in_time(sent):
            splitter.receive_data(begun, 0.0)
            for at in range(0, len(sent), 4096):
                splitter.receive_data(sent[at : at + 4096], 0.0)

    is_split_in_time()


@pytest.mark.few(2)
@pytest.mark.parametrize("what", ENDLESS)
def test_what_never_ends_takes_little_memory(what: str) -> None:
    begun, more = ENDLESS[what]
    chunk = more * (4096 // len(more))
    splitter = Splitter(DELAY)
    tracemalloc.start()
    try:
        splitter.receive_data(begun, 0.0)
        for _ in range(3 * LONGEST_PASTE // len(chunk)):
            splitter.receive_data(chunk, 0.0)
        bound = 16 * LONGEST_PASTE if what in PASTES else 64 * LONGEST
        assert tracemalloc.get_traced_memory()[0] < bound
    finally:
        tracemalloc.stop()
