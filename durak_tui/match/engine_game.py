"""One game between two engines, and its verdict.

The order of events is pyDurak's ("Order of events in one game"): both engines are greeted, both get
their cards, then the player to act is asked; after every bout both get a ``deal``, engine 1 first,
and at the end both get ``game_end``.  It plays on a position, without a walk, for speed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from time import monotonic
from typing import NamedTuple

from durak_tui.engine.about import introduction, thought
from durak_tui.engine.client import EngineClient
from durak_tui.engine.engine_errors import EngineFault, EngineStartError, EngineVerdict
from durak_tui.game.deals import Deal
from durak_tui.game.position import DEAL, OVER, Action
from durak_tui.protocol.conversation import QUESTIONS, game_data
from durak_tui.protocol.faults import Detail, FaultCode
from durak_tui.protocol.messages import Command, Info, Kind
from durak_tui.records.record import STDERR_SHOWN, VOID, Clock, Ending, GameRecord, Said, Thought
from durak_tui.records.walk import Bout, bout_in


class PlayedGame(NamedTuple):
    """A game played to its end, or to a fault."""

    record: GameRecord
    verdicts: tuple[EngineVerdict | None, EngineVerdict | None]
    """Each engine's fault; of both in a void game."""
    overhead: float  # Seconds after the greeting on no engine's clock: our own and the pipe's.
    pipe_seconds: float = 0.0  # The pipe's part of that, for each command.
    stderr: tuple[bytes, bytes] = (b"", b"")  # What both wrote to it, if that is kept.

    def expected_seconds(self, *, started: bool) -> float:
        """Seconds for another such game, whose engines run if ``started``."""
        record = self.record
        if started:
            return (record.ended_at - record.started_at).total_seconds()
        # It may have waited for its engines to start, which the next need not.
        return self.overhead + sum(clock.seconds for clock in record.clocks or ())


def play_game(
    deal: Deal,
    engines: tuple[EngineClient, EngineClient],
    *,
    game_id: int | None = None,
    seed: int | str | None = None,
    on_action: Callable[[Action], None] | None = None,
    on_thought: Callable[[int, Thought], None] | None = None,
    keeps_infos: bool = False,
) -> PlayedGame:
    """Play one game.  Faults of engines decide it; none is raised.

    ``on_action`` is called with everything that is played, ``on_thought`` with what the engine in
    seat 0 or 1 says as it thinks; ``keeps_infos`` is for the record to have that, too.  Raises
    Cancelled if the engines' token is set; then they are to be closed.
    """
    game = _EngineGame(deal, engines, on_action, on_thought, keeps_infos)
    started_at = datetime.now()
    game.greet()
    started = monotonic()
    game.deal_hands()
    if game.verdicts == [None, None]:
        game.play_on()
        if game.position.table or game.position.phase != OVER:  # not after the last cards are drawn
            game.end_bout()
    elapsed = monotonic() - started
    for engine in engines:
        engine.end_game()
    first, second = engines
    record = GameRecord(
        deal=deal,
        actions=tuple(game.actions),
        ending=game.ending(),
        names=(first.name, second.name),
        started_at=started_at,
        ended_at=datetime.now(),
        game_id=game_id,
        seed=seed,
        clocks=(_clock(first), _clock(second)),
        said=game.said() if keeps_infos else None,
    )
    if game.bouts:
        record.set_bouts(game.bouts)
    busy = first.game_seconds + second.game_seconds
    return PlayedGame(record, (game.verdicts[0], game.verdicts[1]), max(0.0, elapsed - busy))


def _clock(engine: EngineClient) -> Clock:
    # Microseconds, so that a log gives back what was written.
    return Clock(round(engine.game_seconds, 6), engine.game_answers, round(engine.game_worst, 6))


@dataclass
class _EngineGame:
    deal: Deal
    engines: tuple[EngineClient, EngineClient]
    on_action: Callable[[Action], None] | None
    on_thought: Callable[[int, Thought], None] | None
    keeps_infos: bool
    thoughts: list[Thought | None] = field(default_factory=list)  # On each action, if kept.
    thought: Thought | None = None  # On the command that is being answered.
    actions: list[Action] = field(default_factory=list)
    bouts: list[Bout] = field(default_factory=list)  # For the log, which need not replay them.
    begin_hands: tuple[int, int] = (0, 0)  # As the bout began.
    begin_talon: int = 0
    surplus: Action = ()  # What the attacker gave beyond the attack limit (H-003).
    verdicts: list[EngineVerdict | None] = field(default_factory=lambda: [None, None])

    def __post_init__(self) -> None:
        self.position = self.deal.position()
        self.begin_bout()
        hears = self.on_thought is not None or self.keeps_infos
        for seat, engine in enumerate(self.engines):
            engine.listener = partial(self.heard, seat) if hears else None

    def greet(self) -> None:
        """Greet both, so that only two failures make the game void."""
        for seat, engine in enumerate(self.engines):
            try:
                engine.new_game(self.position.trump)
            except EngineFault as fault:
                self.verdicts[seat] = fault.verdict
            except EngineStartError as error:
                # It could be started before the run; now it is gone.
                detail = Detail(FaultCode.NOT_STARTED, {"why": error.message})
                self.verdicts[seat] = engine.fault(detail).verdict

    def deal_hands(self) -> None:
        for seat in (0, 1):
            if not self.verdicts[seat]:
                self._ask(seat, "deal", self.deal.hands[seat])

    def play_on(self) -> None:
        position = self.position
        while position.phase != OVER:
            if position.phase == DEAL:
                self.end_bout()
                dealt = position.deal()
                self.begin_bout()
                for seat in (0, 1):
                    received = dealt.cards[seat]
                    if self.surplus and seat == position.attacker:  # who gives attacks again
                        received = (*received, *self.surplus)
                    if self._ask(seat, "deal", received) is None:
                        return
                self.surplus = ()
                continue
            seat = position.to_act
            cards = self._ask(seat, QUESTIONS[position.phase], position.table)
            if cards is None:
                return
            try:
                played = self.engines[seat].check(position, cards)
            except EngineFault as fault:
                self.verdicts[seat] = fault.verdict
                return
            if len(played) < len(cards):
                self.surplus = cards[len(played) :]
            position.play(played)
            self.actions.append(played)
            if self.keeps_infos:
                self.thoughts.append(self.thought)
            if self.on_action:
                self.on_action(played)

    def begin_bout(self) -> None:
        position = self.position
        first, second = position.hands
        self.begin_hands = (first, second)
        self.begin_talon = position.talon_count

    def end_bout(self) -> None:
        bout = bout_in(self.position, self.begin_hands, self.begin_talon)
        self.bouts.append(bout)

    def _ask(self, seat: int, kind: Kind, cards: Sequence[int]) -> Action | None:
        self.thought = None
        try:
            return self.engines[seat].ask(Command(kind, cards, game_data(self.position, seat)))
        except EngineFault as fault:
            self.verdicts[seat] = fault.verdict
            return None

    def heard(self, seat: int, info: Info) -> None:
        self.thought = thought(info, self.thought)
        if self.on_thought and self.thought:
            self.on_thought(seat, self.thought)

    def said(self) -> Said:
        first, second = self.engines
        engines = introduction(first.features), introduction(second.features)
        return Said(engines, tuple(self.thoughts))

    def ending(self) -> Ending:
        first, second = self.verdicts
        verdict = first or second
        if verdict is None:
            return Ending(self.position.winner)
        loser = 0 if first else 1
        void = first is not None and second is not None
        return Ending(
            winner=VOID if void else 1 - loser,
            reason=verdict.reason,
            engine=None if void else loser,
            messages=tuple(one.message for one in self.verdicts if one),
            phase=verdict.command,
            other_reason=second.reason if first and second else None,
            stderr=self._last_words(),
        )

    def _last_words(self) -> str:
        """The end of what failed engines wrote; of two, by whom."""
        failed = [one for one, verdict in zip(self.engines, self.verdicts, strict=True) if verdict]
        if len(failed) == 1:
            return failed[0].stderr_tail()[-STDERR_SHOWN:]
        words = [(one.name, one.stderr_tail()[-STDERR_SHOWN // 2 :]) for one in failed]
        return "\n".join(f"{name}: {text}" for name, text in words if text)
