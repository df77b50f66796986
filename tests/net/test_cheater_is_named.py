"""Both people, and the log, are told who has cheated."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from durak_tui.common.i18n import choose
from durak_tui.net.events import Checked, OtherChecked
from durak_tui.net.peer_game import DISHONEST
from durak_tui.net.talk_faults import DealWrong
from durak_tui.net.talk_journal import decode
from durak_tui.net.talk_messages import DealVerdict
from durak_tui.records.record import GameRecord
from tests.net.sittings import Evening


def cheated(folder: Path) -> Evening:
    """A whole game in which seat 0 cheats."""
    evening = Evening(folder, 11)
    evening.connect()

    def false(line: bytes) -> bytes:
        # A promise of another secret than that of the shuffle; it shows when the secret does.
        value = json.loads(line)
        if value.get("data", {}).get("deal") == "commit":
            value["data"]["secret"] = "0" * 64
        return json.dumps(value).encode() + b"\n"

    for _ in evening.steps(lambda line, sender: false(line) if sender == 0 else line):
        pass
    return evening


def test_a_cheater_is_named_and_has_lost(tmp_path: Path) -> None:
    evening = cheated(tmp_path)
    ann, bob = evening.sides
    found = "Ann's secret is not the one promised before the deal."
    assert bob.told(Checked) == [Checked(found)]
    assert ann.told(Checked) == [Checked("")]
    (told,) = ann.told(OtherChecked)
    assert isinstance(told, OtherChecked)
    assert told.found == f"Борис's program says: {found}"
    (game,) = bob.logged()
    assert isinstance(game, GameRecord)
    assert (game.ending.winner, game.ending.reason, game.ending.engine) == (1, DISHONEST, 0)
    evening.close()


@pytest.fixture
def russian() -> Iterator[None]:
    choose("ru")
    yield
    choose("en")


@pytest.mark.usefixtures("russian")
def test_a_cheater_is_named_to_each_person_in_their_language_and_to_the_log_in_english(
    tmp_path: Path,
) -> None:
    evening = cheated(tmp_path)
    ann, bob = evening.sides
    (game,) = bob.logged()
    assert isinstance(game, GameRecord)
    assert game.ending.detail == "player 1's secret is not the one promised before the deal"
    assert bob.conversation.store.path
    verdict = next(one for one in reversed(decode(bob.conversation.store.path.read_bytes()).kept))
    assert verdict == DealVerdict(DealWrong.SECRET, 0)
    (found,) = bob.told(Checked)
    (told,) = ann.told(OtherChecked)
    assert isinstance(found, Checked)
    assert isinstance(told, OtherChecked)
    assert "секрет" in found.found
    assert told.found.endswith(found.found)
    evening.close()
