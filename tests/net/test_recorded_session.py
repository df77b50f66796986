"""A session of two programs as it was recorded: this version still says the same.

The file has one side's journal up to the deal, its secret among it, and then each line of both.
"""

import json
from collections import deque
from pathlib import Path
from random import Random
from typing import Any, Final

from durak_tui.game.cards import parse_card
from durak_tui.game.position import DEAL
from durak_tui.net.locks import Group
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.stages import Stage
from durak_tui.net.talk_journal import TalkStore
from durak_tui.net.talk_messages import PROTOCOL, Play, of_json
from tests.net.sittings import Side
from tests.records.games import DATA

GROUP: Final = Group("small", 2**64 - 1469)
SESSION = [json.loads(line) for line in (DATA / "people.session").read_text().splitlines()]


def sent(side: Side) -> deque[dict[str, Any]]:
    """The messages of a side, without its greeting."""
    values = (json.loads(line) for line in side.lines)
    return deque(value for value in values if "n" in value)


def test_a_recorded_session_is_replayed_line_by_line(tmp_path: Path) -> None:
    side = Side(tmp_path, 1, Random(1), is_stored=False)
    path = tmp_path / "recorded.conversation"
    entries = [line["journal"] for line in SESSION if "journal" in line]
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    sitting = side.conversation = PeerTalk(
        side.tell, side.write, *TalkStore.resume(path, side.log), group=GROUP
    )
    sitting.line_up()
    (other,) = (entry["other"] for entry in entries if "other" in entry)
    heard = sum("out" in entry for entry in entries)
    hello = {"durak-tui": PROTOCOL, "version": "0", "own": other, "other": "", "have": heard}
    sitting.receive(json.dumps(hello).encode() + b"\n")
    said: list[dict[str, Any]] = []
    for line in SESSION:
        if "journal" in line:
            continue
        value = {key: each for key, each in line.items() if key != "from"}
        if line["from"] == 0:
            sitting.receive(json.dumps(value).encode() + b"\n")
        else:
            said.append(value)
            message = of_json(value)
            if isinstance(message, Play):
                sitting.settle()
                sitting.play([parse_card(card) for card in value["cards"]])
        side.work()
        if sitting.talk.game and sitting.talk.game.position.phase == DEAL:
            sitting.settle()
    assert side.failures == []
    assert list(sent(side)) == said
    assert sitting.talk.stage is Stage.BETWEEN
    game = side.logged_game()
    assert len(game.actions) == said[-2]["played"]
    sitting.close()
