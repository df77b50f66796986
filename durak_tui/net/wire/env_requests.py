"""The environment that an SSH client sends (RFC 4254, 6.4), bounded.

asyncssh keeps all that a client sends, as many as it likes, and has no option against it.  So this
module, and no other, replaces a private member of it: ``SSHServerChannel._process_env_request``,
which reads a name and a value from the packet and returns whether the request is granted.
pyproject.toml names the versions of asyncssh in which it is so.  Another version: read that method
and ``SSHChannel._service_next_request`` in asyncssh/channel.py, which finds it by its name, and run
tests/net/wire/test_env_requests.py.
"""

from collections.abc import Callable
from typing import Any

from asyncssh.packet import SSHPacket


def keep_variables(
    channel: Any, is_wanted: Callable[[str, str], bool] = lambda _name, _value: False
) -> dict[str, str]:
    """Grant requests for wanted variables only, by default for none.

    ``channel`` is one that asyncssh's ``create_server_channel`` has just made.  Returns a
    dictionary that fills with the variables.
    """
    kept: dict[str, str] = {}

    def process(packet: SSHPacket) -> bool:
        name, value = (packet.get_string().decode(errors="replace") for _ in range(2))
        packet.check_end()
        if is_wanted(name, value):
            kept[name] = value
            return True
        return False

    channel._process_env_request = process
    return kept
