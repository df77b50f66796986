"""A lobby of guests, and two of them at a table."""

from pathlib import Path

import pytest

from tests.net.guests.lobbies import Guest, Server, meet, playing


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


@pytest.fixture
def both(server: Server) -> tuple[Guest, Guest]:
    """Two at a table, who have not agreed on house rules."""
    ann, bob = server.come("Ann"), server.come("Bob")
    meet(server, ann, bob)
    return ann, bob


@pytest.fixture
def players(server: Server, both: tuple[Guest, Guest]) -> tuple[Guest, Guest]:
    """The same two in a game that is worth keeping."""
    playing(server, *both)
    return both


@pytest.fixture
def ann(players: tuple[Guest, Guest]) -> Guest:
    return players[0]


@pytest.fixture
def bob(players: tuple[Guest, Guest]) -> Guest:
    return players[1]
