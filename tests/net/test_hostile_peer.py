"""A peer that sends anything at any time: a clear error for both, and nothing worse."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from durak_tui.net.events import Checked, SaidText
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion
from durak_tui.net.talk_journal import decode
from durak_tui.net.talk_messages import CHAT, LINE_CAP, MOVE_TIME, Chat
from durak_tui.records.record import TIMEOUT, GameRecord
from tests.examples import examples
from tests.net.deals import JSON
from tests.net.sittings import NAMES, Evening, Side

# Examples are meant to be too long; Hypothesis would rather not print them.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")


@dataclass
class Moment:
    """One side at a moment of an evening, and what the other had said by then."""

    journal: Path
    hello: bytes
    number: int  # Of the next message of the other side.


@dataclass
class Recording:
    """An evening: its moments, and all that one side ever said."""

    moments: list[Moment]
    lines: list[dict[str, Any]]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    folder = tmp_path_factory.mktemp("evening")
    evening = Evening(folder, 8, games=2)
    moments: list[Moment] = []
    lines: list[dict[str, Any]] = []
    hello = evening.sides[0].lines[0]

    def record(line: bytes, sender: int) -> bytes:
        value = json.loads(line)
        if sender == 0 and value.pop("n", 0):
            lines.append(value)
        return line

    for receiver in evening.steps(record):
        victim = evening.sides[1]
        victim.work()
        path = victim.conversation.store.path
        if receiver == 1 and path:
            kept = folder / f"moment{len(moments)}.kept"
            shutil.copy(path, kept)
            moments.append(Moment(kept, hello, len(moments)))
    # The first line was the greeting; then each line brought the next message.
    assert len(lines) == len(moments) - 1
    evening.close()
    return Recording([Moment(m.journal, m.hello, at + 1) for at, m in enumerate(moments)], lines)


class Victim(Side):
    """A side that is taken up at a moment of a recorded evening."""

    def __init__(self, folder: Path, moment: Moment) -> None:
        self.events = []
        self.log = folder / "games.log"
        path = folder / "victim.sitting"
        shutil.copy(moment.journal, path)
        self.raw = b""
        self.now = 0.0
        self.resume(path)
        self.hello = json.loads(moment.hello)
        self.meet()

    def meet(self) -> None:
        """Get a line on which the other side has heard everything."""
        path = self.conversation.store.path
        assert path
        self.conversation.line_lost()
        self.conversation.line_up()
        stored = decode(path.read_bytes())
        own, sent = self.conversation.sides.own, stored.forgotten + len(stored.kept)
        hello = {**self.hello, "own": stored.other, "other": own, "have": sent}
        self.conversation.receive(json.dumps(hello).encode() + b"\n")
        assert not self.failures

    def write(self, data: bytes) -> None:
        self.raw += data

    def hand(self) -> int | None:
        game = self.talk.game
        return game.position.hands[1] if game else None


def attack(recording: Recording, at: int, data: bytes) -> Victim:
    """A victim that has received these bytes at a moment."""
    moment = recording.moments[at % len(recording.moments)]
    with TemporaryDirectory() as folder:
        victim = Victim(Path(folder), moment)
        before, stage = victim.hand(), victim.talk.stage
        victim.conversation.receive(data)
        victim.work()
        if victim.talk.failure:
            assert victim.failures == [victim.talk.failure]
            assert "Ann" in victim.talk.failure
            last = b"".join(victim.raw.splitlines()[-2:])  # The secret may follow.
            assert b'{"refused":' in last or b'"refused"' in data
            assert not victim.conversation.busy
        elif stage is Stage.PLAYING and victim.talk.stage is Stage.PLAYING:
            after = victim.hand()
            assert before is not None
            assert after is not None
            assert after & before == before, "a card was lost without being played"
        victim.conversation.line_lost()
        victim.conversation.close()
    return victim


def numbered(value: dict[str, Any], recording: Recording, at: int) -> bytes:
    number = recording.moments[at % len(recording.moments)].number
    return json.dumps({"n": number, **value}).encode() + b"\n"


CARDS = st.lists(st.sampled_from(["6C", "7D", "AS", "KH", "9S", "2C", "XX", "6c", ""]), max_size=8)
KEYS = st.dictionaries(
    st.integers(-1, 53).map(str), st.text("0123456789abcdefg", min_size=15, max_size=17)
)
DEAL = st.fixed_dictionaries(
    {"deal": st.sampled_from(["keys", "cards", "secret", "commit", "coin", "without", "?"])},
    optional={"keys": KEYS | JSON, "pass": JSON, "values": JSON, "secret": JSON, "trumps": JSON},
)
SENT = st.fixed_dictionaries(
    {
        "is": st.sampled_from(
            [
                "propose", "agree", "deal", "play", "resign", "offer", "accept", "decline", "claim",
                "open", "verdict", "again", "chat", "leave", "", "hello",
            ]
        )
    },
    optional={
        "cards": CARDS | JSON,
        "shown": DEAL | JSON,
        "data": DEAL | JSON,
        "text": st.text(max_size=CHAT + 2),
        "found": st.text(max_size=20) | JSON,
        "played": st.integers(-1, 200) | JSON,
        "deck": st.sampled_from([24, 36, 52, 40, "36", None, 36.0, True]),
        "attack_limit": st.lists(st.integers(-1, 53), max_size=3) | JSON,
        "n": st.integers(-1, 400) | JSON,
        "late": st.booleans() | JSON,
    },
)  # fmt: skip
SECRET = b'{"opens":{"deal":"secret","secret":"%s"}}' % (b"00" * 32)
LINES = st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode())


@settings(max_examples=examples(50))
@given(at=st.integers(0, 10**6), sent=st.lists(SENT, min_size=1, max_size=3))
def test_any_message_at_any_moment(
    recording: Recording, at: int, sent: list[dict[str, Any]]
) -> None:
    attack(recording, at, b"".join(numbered(one, recording, at) for one in sent))


@settings(max_examples=examples(50))
@given(at=st.integers(0, 10**6), data=LINES)
@example(at=40, data=b"\xff\xfe")
@example(at=40, data=b"[" * 8000)
@example(at=40, data=b'{"n":' + b"9" * 5000 + b"}")
@example(at=40, data=b'{"durak-tui":true}')
@example(at=40, data=b'{"durak-tui":2}')
@example(at=40, data=b'{"durak-tui":3,"version":"\\u001b[2J"}')
@example(at=40, data=b'{"refused":{}}')
@example(at=40, data=b'{"opens":{}}')
@example(at=40, data=b'{"opens":7}')
@example(at=40, data=b'{"refused":"deal"}\n{"opens":{"deal":"keys","keys":{}}}')
@example(
    at=40, data=b'{"refused":"deal"}\n{"opens":{"deal":"secret"}}\n{"opens":{"deal":"secret"}}'
)
@example(at=40, data=b'{"refused":"illegal"}\n' + b"x" * 9000)
@example(
    at=-1, data=b'{"refused":"deal"}\n{"opens":{"deal":"secret","secret":"%s"}}' % (b"00" * 32)
)
@example(at=40, data=b'{"refused":"turn","detail":"\\u001b[2J"}')
def test_a_line_of_anything_at_any_moment(recording: Recording, at: int, data: bytes) -> None:
    victim = attack(recording, at, data + b"\n")
    assert victim.talk.failure
    assert victim.talk.failure.isprintable()


TALK = st.tuples(
    st.sampled_from(["offer", "decline", "claim", "chat", "leave", "accept"]),
    st.integers(0, 60),
    st.booleans(),
)


@settings(max_examples=examples(200))
@given(at=st.integers(0, 10**6), said=st.lists(TALK, max_size=4))
def test_nothing_but_an_action_sets_the_clock_of_a_peer_back(
    recording: Recording, at: int, said: list[tuple[str, int, bool]]
) -> None:
    moment = recording.moments[at % len(recording.moments)]
    with TemporaryDirectory() as folder:
        victim = Victim(Path(folder), moment)
        sitting = victim.conversation
        wait = sitting.talk.wait if sitting.talk.stage is Stage.PLAYING else None
        for number, (kind, played, is_cut) in enumerate(said, moment.number):
            victim.now += MOVE_TIME / 4
            line = {"n": number, "is": kind, "played": played, "text": "ha"}
            sitting.receive(json.dumps(line).encode() + b"\n")
            victim.work()
            if sitting.talk.failure:
                victim.now += MOVE_TIME  # It may begin anew once.
            elif is_cut:
                victim.meet()
        if wait and wait.seat == 0:
            victim.now += MOVE_TIME * (1 - len(said) / 4)
            assert sitting.conclusion is Conclusion.TIMEOUT
            assert sitting.conclude() or sitting.conclude()
            game = victim.logged()[-1]
            assert isinstance(game, GameRecord)
            assert (game.ending.winner, game.ending.reason) == (1, TIMEOUT)
        sitting.close()


@settings(max_examples=examples(50))
@given(at=st.integers(0, 10**6), which=st.integers(0, 10**6))
def test_what_was_due_at_another_moment(recording: Recording, at: int, which: int) -> None:
    at %= len(recording.moments)
    which %= len(recording.lines)
    if which != at:
        line = recording.lines[which]
        victim = attack(recording, at, numbered(line, recording, at))
        may_come = line["is"] in ("offer", "resign", "chat", "again")
        harmless = may_come or [line] == recording.lines[at : at + 1]
        assert victim.talk.failure or harmless or not victim.told(Checked), line


def test_a_line_without_end_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sides[1].conversation.receive(b"x" * (LINE_CAP + 1))
    assert evening.sides[1].failures == [
        "Ann's program sent a message that is too long. The game stops here."
    ]
    assert evening.sides[1].lines[-1].startswith(b'{"refused":"too long"')


def test_another_version_is_named_to_both_in_a_sentence(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.deliver(0, lambda line: line.replace(b'"durak-tui":2', b'"durak-tui":3'))
    evening.run()
    (one,), (other,) = (side.failures for side in evening.sides)
    assert other.startswith("Ann has version")
    assert one.startswith(f"{NAMES[1]} has another version of durak-tui")


def messages_until_enough(evening: Evening, **said: object) -> Iterator[int]:
    """Have Ann's program say this again and again until Борис's stops; yields the bytes of each."""
    evening.bring()
    victim = evening.sides[1]
    assert victim.conversation.store.path
    number = decode(victim.conversation.store.path.read_bytes()).heard
    while not victim.failures:
        number += 1
        line = json.dumps({"n": number, **said}).encode() + b"\n"
        victim.conversation.receive(line)
        yield len(line)
    assert victim.failures == [
        "Ann's program sent more messages than a game needs. The game stops here."
    ]


def test_a_peer_that_talks_without_end_is_heard_for_long_and_then_stopped(evening: Evening) -> None:
    victim, count = evening.sides[1], 0
    for _ in messages_until_enough(evening, **{"is": "chat"}, text="ha"):
        victim.work()
        count += 1
    assert (count, len(victim.told(SaidText))) == (2001, 1000)


def test_a_flood_is_refused_before_it_fills_the_memory(evening: Evening) -> None:
    large: dict[str, object] = {"x": [{}] * 1500}
    assert sum(messages_until_enough(evening, **{"is": "deal"}, data=large)) < 300_000


def test_an_honest_program_talks_no_more_than_is_heard(evening: Evening) -> None:
    ann, bob = evening.sides
    said = 0
    for _ in range(1100):
        said += ann.conversation.say(Chat("ha"))
        ann.agree_on_draw()
        evening.deliver(0)
        bob.work()
        bob.decline_draw()
        evening.deliver(1)
        ann.work()
    evening.die(0)
    assert not ann.conversation.say(Chat("still there?"))
    assert not ann.agree_on_draw()
    evening.finish()
    assert len(bob.told(SaidText)) == said
    assert 200 < said < 1000


def test_all_that_may_be_said_can_be_said_while_there_is_no_line(evening: Evening) -> None:
    ann, bob = evening.sides
    for side in evening.sides:
        side.conversation.line_lost()
    said = 0
    while ann.conversation.say(Chat("\N{WHITE SMILING FACE}\U0001f0a1" * 250)):
        said += 1
    evening.connect()
    evening.finish()
    assert len(bob.told(SaidText)) == said > 10
