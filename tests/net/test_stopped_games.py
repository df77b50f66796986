"""Games in which one side says that the other cheats, truly or falsely: both open their secrets."""

import json
from pathlib import Path

import pytest

from durak_tui.game.position import DEAL
from durak_tui.net.events import Checked
from durak_tui.net.proof import KEY, check, read
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion
from durak_tui.net.talk_messages import MOVE_TIME, Resign
from durak_tui.records.record import DISHONEST, TIMEOUT
from tests.net.deals import SMALL
from tests.net.sittings import Evening, Side, begun
from tests.net.test_talk_journal import LOGGING, Killed


def false_play(line: bytes, sender: int) -> bytes:
    """A line in which seat 0 plays with keys of no card."""
    value = json.loads(line)
    if sender == 0 and value.get("is") == "play" and value.get("shown"):
        value["shown"]["keys"] = {
            place: key[:-1] + "357"[key[-1] == "3"] for place, key in value["shown"]["keys"].items()
        }
    return json.dumps(value).encode() + b"\n"


def caught(folder: Path) -> Evening:
    """An evening in which seat 0 shows a false card in mid-game."""
    evening = begun(folder, 50)
    evening.run(false_play)
    return evening


@pytest.mark.parametrize("killed_at", [None, *LOGGING])
def test_a_cheater_who_is_caught_in_mid_game_has_lost_it(
    killed_at: tuple[type, str] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = caught(tmp_path).sides
    assert bob.talk.stage is Stage.FAILED
    assert bob.conversation.conclusion is Conclusion.CAUGHT
    assert not bob.told(Checked)
    assert "did not accept what this one sent" in ann.talk.failure

    def killed(*_: object, **__: object) -> None:
        raise Killed

    if killed_at:
        with monkeypatch.context() as patch:
            patch.setattr(*killed_at, killed)
            with pytest.raises(Killed):
                bob.conversation.conclude()
        bob.die()
        assert bob.talk.stage is Stage.FAILED
    bob.conversation.conclude()
    assert bob.conversation.conclusion is None
    game = bob.logged_game()
    assert (game.ending.winner, game.ending.reason, game.ending.engine) == (1, DISHONEST, 0)
    assert game.ending.detail.startswith("player 1's key for position ")
    assert bob.conversation.store.path is None
    proof = read(game, SMALL)
    assert proof
    # Nothing was false but the key: the rest of the deal is as both had promised.
    assert len(list(check(game, proof))) == 4 * 36


def test_a_player_who_breaks_the_rules_has_lost_and_both_secrets_open(tmp_path: Path) -> None:
    evening = begun(tmp_path, 50)
    ann, bob = evening.sides

    def led_by_ann(line: bytes, sender: int) -> bytes:
        """With no card instead of the one with which she begins a bout."""
        value, game = json.loads(line), bob.talk.game
        assert game
        begins = game.position.phase == DEAL or not game.position.table
        if sender == 0 and value.get("is") == "play" and begins:
            value["cards"] = []
            value.pop("shown", None)
        return json.dumps(value).encode() + b"\n"

    evening.run(led_by_ann)
    assert bob.failures == ["What Ann played is against the rules. The game stops here."]
    (failure,) = ann.failures
    assert failure.startswith("Борис's program did not accept what this one sent (")
    bob.conversation.conclude()
    game = bob.logged_game()
    assert (game.ending.winner, game.ending.reason, game.ending.engine) == (1, DISHONEST, 0)
    assert None not in game.others[KEY]["secrets"]


def test_an_accuser_who_was_false_is_named_too(tmp_path: Path) -> None:
    evening = begun(tmp_path, 10)
    portions = 0

    def false(line: bytes, sender: int) -> bytes:
        nonlocal portions
        value = json.loads(line)
        data = value.get("data", {})
        if sender == 1 and data.get("pass") == 3:
            portions += 1
            if portions == 5:
                # Places of the talon, far down in it, have changed their cards.
                data["values"].reverse()
                return json.dumps(value).encode() + b"\n"
        is_on = evening.sides[1].talk.stage is Stage.PLAYING
        return false_play(line, sender) if is_on else line

    evening.run(false)
    ann, bob = evening.sides
    assert "did not accept what this one sent" in ann.talk.failure
    wrong = "did not lock the positions in the deck as their secret says"
    assert ann.told(Checked) == [Checked(f"Борис {wrong}.")]
    ann.conversation.conclude()
    ending = ann.logged_game().ending
    assert (ending.winner, ending.detail) == (0, f"player 2 {wrong}")
    assert bob.conversation.conclusion is Conclusion.CAUGHT


@pytest.mark.parametrize("seats", [(0,), (1,), (0, 1)])
def test_a_stopped_game_never_goes_on_and_secrets_come_on_the_next_line(
    seats: tuple[int, ...], tmp_path: Path
) -> None:
    evening = begun(tmp_path, 50)
    ann, bob = evening.sides
    for _ in evening.steps(false_play):
        if bob.talk.failure:
            break
    evening.connect()
    while evening.deliver(1):  # Ann hears of it, but what she says is lost.
        pass
    ann.lines.clear()
    for seat in seats:
        evening.sides[seat].die()
    assert [side.talk.stage for side in evening.sides] == [Stage.FAILED, Stage.FAILED]
    evening.connect()
    evening.run()
    bob.conversation.conclude()
    assert None not in bob.logged_game().others[KEY]["secrets"]


def test_nobody_opens_a_secret_because_the_other_opens_one(evening: Evening) -> None:
    bob = evening.sides[1]
    bob.conversation.receive(b'{"opens":{"deal":"secret","secret":"%s"}}\n' % (b"00" * 32))
    assert bob.failures == ["Ann's program sent something out of turn. The game stops here."]
    assert not any(line.startswith(b'{"opens"') for line in bob.lines)


# An accusation that is false names its author, who has lost the game by it.

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
