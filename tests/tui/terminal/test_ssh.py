"""Playing over SSH: the line goes dead in mid-game, and not a card is lost."""

import re
import signal
from pathlib import Path

import pytest

from durak_tui.game.cards import cards_in
from durak_tui.records.journal_format import StoredGame, decode_journal
from durak_tui.tui.toolkit.glyphs import UNICODE
from durak_tui.user.settings import SettingsStore
from tests.tui.story import TASK, is_asked, journals, shows

pytestmark = pytest.mark.story


def lying(text: str) -> list[str]:
    """All cards and counts on the screen, but not those of the sentences below the table."""
    shown = " ".join(line for line in text.splitlines() if not line.rstrip().endswith("."))
    return sorted(re.findall(r"(?:10|[6-9JQKA])[♣♦♥♠]|Talon \d+|Discarded \d+|\d+ cards?", shown))


def asked(text: str) -> bool:
    """True if the person is to decide something."""
    return bool(TASK.search(text))


def stored() -> StoredGame:
    """The game as the other end has stored it."""
    (journal,) = journals()
    return decode_journal(journal.read_bytes())


def is_on_again(text: str, played: int) -> bool:
    """True once the person is asked again after more actions, and all is shown."""
    game = stored()
    if not (len(game.actions) > played and is_asked(game) and shows(text, game) and asked(text)):
        return False
    position = game.position
    cards = [*cards_in(position.hands[game.opening.here]), *position.table]
    return {UNICODE.card(card) for card in cards} <= set(lying(text))


async def test_a_game_goes_on_where_it_was_when_the_connection_was_cut(tmp_path: Path) -> None:
    # Each worker of the short suite would load a whole SSH for this test, which it leaves out.
    from tests.tui.ssh import ssh_server

    env = {"HOME": str(tmp_path), "LANG": "C.UTF-8"}
    SettingsStore(tmp_path / ".config" / "durak-tui" / "settings.toml").update(
        pause_ms=0, travel="off"
    )
    async with ssh_server(env=env) as server:
        async with server.dialled() as remote:
            await remote.until("Play")
            remote.press("enter")
            await remote.until("Who do you want to play against?")
            remote.press("enter")
            await remote.until("You ·")
            # Either may begin: one decision is the person's: take, or lead the first card.
            text = await remote.until(asked)
            played = len(stored().actions)
            remote.press("1" if "Attack" in text else "t")
            before = await remote.until(lambda now: is_on_again(now, played))
            remote.cut()
        assert await server.statuses.get() == 128 + signal.SIGHUP
        async with server.dialled() as remote:
            await remote.until("Resume")
            remote.press("r")
            await remote.until("You ·")
            await remote.until(lambda now: lying(now) == lying(before))
            remote.press("q")
            assert await server.statuses.get() == 0
    assert not list(tmp_path.rglob("*.broken"))
