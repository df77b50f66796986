"""A key as four words that two people can compare by telephone.

A key of 256 bits is too long to read out.  Its fingerprint has 40 bits: four words of a list of
1,024.  To pass for somebody takes another key with the same four words, and on average as many
tries as half of 2^40.  Each try costs a run of scrypt (RFC 7914) with 16 MB of memory,
some 40 ms on one core: about 700 years of a core for one person's key.  Words that two keys have
in common by chance do no harm, so the square root of that, a birthday attack, is of no use.
"""

import hashlib
from base64 import b64decode
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from durak_tui.common.clusters import folded
from durak_tui.common.fields import Malformed, text
from durak_tui.common.values import LONGEST_LINE
from durak_tui.user.person_names import is_taken

FILE: Final = "fingerprint_words.txt"
COUNT: Final = 4
BITS: Final = 10  # Of each word.
_KIND: Final = "ssh-ed25519"
_BEGIN: Final = b"\0\0\0\x0b" + _KIND.encode() + b"\0\0\0\x20"
_SALT: Final = b"durak-tui fingerprint 1"
_COST: Final = {"n": 1 << 14, "r": 8, "p": 1}


@lru_cache(maxsize=64)
def words_of(key: str) -> str:
    """The fingerprint of a public key, ``ssh-ed25519 AAAA...``, in words.

    They are the same in every language.  It takes about 40 ms, once for each key.
    """
    size = (COUNT * BITS + 7) // 8
    number = int.from_bytes(hashlib.scrypt(key_bytes(key), salt=_SALT, dklen=size, **_COST), "big")
    chosen = (number >> (BITS * place) for place in reversed(range(COUNT)))
    return " ".join(WORDS[one % len(WORDS)] for one in chosen)


def key_bytes(key: str) -> bytes:
    """The bytes of a public key written as ``ssh-ed25519 AAAA...``.

    Raises Malformed if it is none: 32 bytes behind its kind (RFC 8709, 4).
    """
    kind, _, encoded = key.partition(" ")
    try:
        value = b64decode(encoded, validate=True)
    except ValueError:  # binascii.Error is one
        value = b""
    if kind != _KIND or len(value) != len(_BEGIN) + 32 or not value.startswith(_BEGIN):
        raise Malformed("is not a public key")
    return value


def public_key(value: Any) -> str:
    """Read a public key from JSON.  Raises Malformed."""
    key = text(LONGEST_LINE)(value)
    key_bytes(key)
    return key


WORDS: Final = tuple(files("durak_tui.net").joinpath(FILE).read_text("ascii").split())
"""Of three to eight letters.

Each differs from all others in its first four, and in more than one letter of the whole; no two
sound alike.
"""


def told_apart(other_name: str, key: str, name: str) -> str:
    """The other's name, with their words where it means somebody else."""
    if is_taken(other_name) or folded(other_name) == folded(name):
        return f"{other_name} ({words_of(key)})"
    return other_name
