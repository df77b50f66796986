"""Fingerprints in words: the same everywhere, easily told apart."""

import pytest

from durak_tui.net.fingerprints import BITS, COUNT, WORDS, key_bytes, told_apart, words_of

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIB7lxkgyuJuVtLilS4e/YLtc5dGz1YFRm1Nh3URYWJE"


def test_a_key_has_the_same_words_on_every_machine_and_in_every_version() -> None:
    assert words_of(KEY) == "karate holiday rotary willow"


def test_keys_that_differ_in_one_bit_have_other_words() -> None:
    other = KEY[:-1] + "F"
    assert key_bytes(KEY)[:-1] == key_bytes(other)[:-1]
    assert not set(words_of(other).split()) & set(words_of(KEY).split())


def test_a_fingerprint_has_forty_bits() -> None:
    assert len(WORDS) == len(set(WORDS)) == 1 << BITS
    assert COUNT * BITS == 40


def test_words_are_short_and_differ_in_their_first_four_letters() -> None:
    assert list(WORDS) == sorted(WORDS)
    assert all(word.isascii() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)
    assert len({word[:4] for word in WORDS}) == len(WORDS)


def test_one_letter_heard_wrong_makes_no_other_word() -> None:
    """No two become the same when one letter is changed or left out."""
    blurred = [
        {word[:place] + mark + word[place + 1 :] for place in range(len(word)) for mark in "_"}
        for word in WORDS
    ]
    seen: set[str] = set(WORDS)
    for word, forms in zip(WORDS, blurred, strict=True):
        assert not forms & seen, word
        assert not {word[:p] + word[p + 1 :] for p in range(len(word))} & set(WORDS), word
        seen |= forms


@pytest.mark.parametrize(
    "text",
    [
        "", "ssh-ed25519", "ssh-ed25519 ", "ssh-rsa AAAA", KEY[:-4], KEY + "AAAA", KEY + " anna",
        KEY.replace("AAAAC3", "BAAAC3"), "ssh-ed25519 я", KEY.replace("ed25519", "ed25518"),
    ],
)  # fmt: skip
def test_what_is_no_key_has_no_words(text: str) -> None:
    with pytest.raises(ValueError, match="is not a public key"):
        words_of(text)


@pytest.mark.parametrize("name", ["Ann", "ANN", "A\u034fnn", "Beginner"])
def test_a_name_that_looks_like_somebody_elses_has_words_beside_it(name: str) -> None:
    assert told_apart(name, KEY, "Ann") == f"{name} (karate holiday rotary willow)"
    assert told_apart("Anne", KEY, "Ann") == "Anne"
    assert told_apart("میخواهم", KEY, "می‌خواهم") != "میخواهم"
