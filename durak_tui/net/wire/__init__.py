"""Lines between two programs in a network, without a server between them.

``network.py`` is for faces.  It has a thread of its own (``network_thread.py``), in whose event
loop ``discovery.py`` sees who waits and ``switchboard.py`` has the one line, from the first call to
its end.  A line is an SSH channel (``link.py``), called by ``connect.py`` or accepted by
``listen.py``; ``greeting.py`` has what programs say on it before a game.  Nothing here but
``network.py`` knows the game: a line carries bytes.
"""

from importlib.util import find_spec
from typing import Final

from durak_tui.common.errors import UserError
from durak_tui.common.i18n import N_

NEEDED: Final = ("asyncssh", "zeroconf")


def check_net() -> None:
    """Raise UserError unless the extra ``durak-tui[net]`` is installed."""
    if not all(map(find_spec, NEEDED)):
        raise UserError(
            N_("To play over the network, install what it needs: pip install 'durak-tui[net]'")
        )
