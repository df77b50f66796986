"""An accusation that is false names its author, who has lost the game by it."""

import json
from pathlib import Path

import pytest

from durak_tui.net.events import Checked
from durak_tui.net.peer_game import DISHONEST
from durak_tui.net.proof import check, read
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion
from durak_tui.net.talk_messages import MOVE_TIME, Resign
from durak_tui.records.record import TIMEOUT
from tests.net.deals import SMALL
from tests.net.sittings import Evening, Side, begun

UNPROVED = "player 1 accused the other player and did not open their secret"
REFUTED = "player 1 accused the other player, and the check of the deal found nothing wrong"


def accuse(evening: Evening, fault: str, *, opens: bool) -> Side:
    """Ann's program, somewhat changed, accuses Борис of a fault; returns that side."""
    ann, bob = evening.sides
    said = json.dumps({"refused": fault, "detail": "a false key"}).encode() + b"\n"
    secret = ann.conversation.store.path
    assert secret
    if opens:
        start = next(line for line in secret.read_text().splitlines() if '"secret"' in line)
        opened = {"deal": "secret", "secret": json.loads(start)["secret"]}
        said += json.dumps({"opens": opened}).encode() + b"\n"
    bob.conversation.receive(said)
    bob.work()
    return bob


def ann_resigns(evening: Evening) -> Side:
    """Ann gives up, and Борис knows it; returns that side."""
    ann, bob = evening.sides
    ann.conversation.say(Resign())
    while evening.deliver(0):
        bob.work()
    assert bob.talk.stage is Stage.CHECKING
    return bob


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("fault", ["deal", "illegal"])
@pytest.mark.parametrize(("opens", "why"), [(False, UNPROVED), (True, REFUTED)])
def test_a_false_accuser_has_lost_and_the_log_says_why_even_after_a_crash(
    fault: str, opens: bool, why: str, is_killed: bool, evening: Evening
) -> None:
    bob = accuse(evening, fault, opens=opens)
    assert bob.talk.stage is Stage.FAILED
    assert bob.conversation.conclusion is Conclusion.CAUGHT
    if opens:
        assert bob.told(Checked) == [Checked(REFUTED.replace("player 1", "Ann") + ".")]
    if is_killed:
        bob.die()
        bob.work()
    assert bob.conversation.conclude()
    game = bob.logged_game()
    assert (game.ending.winner, game.ending.reason, game.ending.engine) == (1, DISHONEST, 0)
    assert game.ending.detail == why
    proof = read(game, SMALL)
    assert proof
    assert (proof.secrets[0] is not None) is opens
    if opens:
        assert len(list(check(game, proof))) == 4 * 36, "the deal was honest"


@pytest.mark.parametrize("opens", [True, False])
def test_an_accusation_after_a_lost_game_does_not_undo_it(opens: bool, evening: Evening) -> None:
    bob = ann_resigns(evening)
    accuse(evening, "deal", opens=opens)
    assert bob.conversation.conclude()
    assert bob.logged_game().ending.winner == 1
    assert "player 1 accused" in bob.logged_game().ending.detail


@pytest.mark.parametrize("reason", ["turn", "malformed", "nobody knows this one"])
def test_a_game_that_is_over_is_logged_though_the_loser_refuses(
    reason: str, evening: Evening
) -> None:
    bob = ann_resigns(evening)
    bob.conversation.receive(json.dumps({"refused": reason}).encode() + b"\n")
    assert bob.conversation.conclusion is Conclusion.UNCHECKED
    assert bob.conversation.conclude()
    assert bob.logged_game().ending.detail == "Ann resigned"


@pytest.mark.parametrize(
    "line", [b'{"refused":"turn"}', b'{"durak-tui":99,"version":"9"}', b"nonsense"]
)
def test_a_game_stopped_by_a_line_of_the_other_can_be_claimed(
    line: bytes, evening: Evening
) -> None:
    bob = evening.sides[1]
    bob.conversation.receive(line + b"\n")
    assert bob.talk.stage is Stage.FAILED
    assert bob.conversation.conclusion is None, "they may come back"
    bob.now += MOVE_TIME
    assert bob.conversation.conclusion is Conclusion.TIMEOUT
    assert bob.conversation.conclude()
    ending = bob.logged_game().ending
    assert (ending.winner, ending.reason) == (1, TIMEOUT)


def test_an_accusation_before_the_cards_are_dealt_leaves_nothing_to_log(tmp_path: Path) -> None:
    bob = accuse(begun(tmp_path, 6), "deal", opens=True)
    assert bob.talk.stage is Stage.FAILED
    assert bob.conversation.conclusion is None
    assert not bob.conversation.conclude()
