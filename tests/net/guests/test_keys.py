"""Until when the keys of guests are good."""

import asyncssh
import pytest

from durak_tui.net.guests.ssh import has_expired


@pytest.mark.parametrize(
    "time", ["20200101", "202001010000Z", "20200101000000", "", "tomorrow", "99991331", "9999-1-1"]
)
def test_a_key_whose_time_is_over_or_unreadable_has_expired(time: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    line = key.export_public_key().decode()
    for options in (f'expiry-time="{time}"', f'expiry-time="99991231",expiry-time="{time}"'):
        keys = asyncssh.import_authorized_keys(f"{options} {line}")
        found = keys.validate(key, "10.0.0.1", "10.0.0.1")
        assert found is not None
        assert has_expired(found)


@pytest.mark.parametrize(
    "option", ["restrict", "expiry-time=99981231", "expiry-time=999812312359Z"]
)
def test_other_keys_have_not(option: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    keys = asyncssh.import_authorized_keys(f"{option} {key.export_public_key().decode()}")
    found = keys.validate(key, "10.0.0.1", "10.0.0.1")
    assert found is not None
    assert not has_expired(found)
