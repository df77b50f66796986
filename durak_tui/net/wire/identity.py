"""The key of this program, made once."""

import contextlib
import os
from pathlib import Path
from typing import Final, NamedTuple

import asyncssh

from durak_tui.common.errors import UserError
from durak_tui.common.files import locked, read_file, replace_file
from durak_tui.common.i18n import N_
from durak_tui.common.text import short_path
from durak_tui.common.values import reason_of
from durak_tui.net.fingerprints import words_of

FILE: Final = "identity"
KIND: Final = "ssh-ed25519"  # The one kind of key that programs show each other.


class NoIdentity(UserError):
    """The key of this program cannot be read or written."""


class Identity(NamedTuple):
    """A private key and how others know it."""

    private: asyncssh.SSHKey
    key: str  # The public one: "ssh-ed25519 AAAA...".
    words: str


def own_identity(folder: Path) -> Identity:
    """The key in this folder, made if there is none.

    Its file is for its owner alone (0600).  Raises NoIdentity.
    """
    path = folder / FILE
    try:
        with locked(path):
            private = _read(path) or _made(path)
    except OSError as error:
        raise NoIdentity(
            N_("the key of this program, {path}, cannot be used: {why}"),
            path=short_path(path),
            why=error.strerror or error,
        ) from None
    return Identity(private, key := public_text(private), words_of(key))


def public_text(key: asyncssh.SSHKey) -> str:
    """A public key as it is compared: without a comment."""
    return " ".join(key.export_public_key().decode().split()[:2])


def _read(path: Path) -> asyncssh.SSHKey | None:
    data = read_file(path)
    if not data:  # none, or one whose maker was killed
        return None
    # Who may read it can pass for its owner.
    path.chmod(0o600)
    try:
        key = asyncssh.import_private_key(data)
        if key.get_algorithm() != KIND:
            raise ValueError(key.get_algorithm())
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as error:
        raise NoIdentity(
            N_(
                "{path} is not a key of this program: {why}. Move it away to get a new one; people"
                " who know you will be warned that your key has changed"
            ),
            path=short_path(path),
            why=reason_of(error),
        ) from None
    return key


def _made(path: Path) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key(KIND)
    # First the empty file: what replaces it has its mode, and is whole.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    path.chmod(0o600)
    replace_file(path, [key.export_private_key()])
    return key
