"""The compliance check: every command and the awkward cases."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final, Literal, NamedTuple, get_args

from durak_tui.common.i18n import N_, _
from durak_tui.engine.cancel import CancelToken
from durak_tui.engine.check.scenarios import (
    ENEMY,
    ENGINE,
    EXPECTED,
    SCENARIOS,
    Ask,
    BeginGame,
    DealCards,
    EndOfInput,
    Enemy,
    GameEnd,
    Hint,
    Scenario,
    Step,
    WholeGame,
    cards_of,
)
from durak_tui.engine.client import Departure, EngineClient
from durak_tui.engine.config import Limits
from durak_tui.engine.engine_errors import REASONS, EngineFault, EngineVerdict, words_of
from durak_tui.engine.process import exit_detail
from durak_tui.engine.registry import Program
from durak_tui.game import deals
from durak_tui.game.cards import cards_in
from durak_tui.game.position import DEAL, GIVE_MORE, OVER, Position
from durak_tui.game.violation import IllegalAction
from durak_tui.protocol.conversation import LINE_CAP, QUESTIONS, game_data
from durak_tui.protocol.faults import EXCERPT, Detail, FaultCode, printable
from durak_tui.protocol.messages import VERSION_1, Command, Features, Kind

MOVE_TIME: Final = 2.0  # Seconds for every answer in a check, unless the user chooses.
LEAVE_SECONDS: Final = 1.0  # For exiting at `game_end` or at the end of the input.
SHOWN_LINES: Final = 5  # How many lines are kept of what an engine writes when it should exit.
NO_LIBRARY: Final = "No module named 'durak_tui'"  # Said by an engine that another Python runs.

ANOTHER_PYTHON: Final = N_(
    "run it with the Python that has durak-tui (named above), or activate the environment of"
    " that Python first"
)
END_OF_INPUT: Final = N_("exit when reading says that the input has ended: nothing more will come")

Status = Literal["passed", "failed", "skipped"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)


class Line(NamedTuple):
    """One line between the check and the engine."""

    direction: str  # `<-` to the engine, `->` from it.
    text: bytes
    seconds: float  # Since the command was sent.


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The outcome of one check."""

    name: str
    about: str
    status: Status
    wrong: str = ""
    """The fault, or the reason for skipping, in the chosen language."""
    advice: str = ""
    """Advice where ``verdict`` is not enough for it; marked for translation, as are name and
    about."""
    exchange: tuple[Line, ...] = ()
    last_words: tuple[str, ...] = ()
    verdict: EngineVerdict | None = None


def run_checks(
    spec: Program,
    limits: Limits,
    *,
    cancel: CancelToken | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[CheckResult]:
    """Make all checks, each when its result is asked for.

    A check is skipped if one that it needs has not passed, or if the engine does not claim to do
    what it is about. Raises EngineStartError and Cancelled.
    """
    passed: set[str] = set()
    features = VERSION_1
    # A person waits for the result: not as long as a match has patience.
    limits = replace(limits, start_time=limits.move_time)
    for scenario in SCENARIOS:
        reason = _why_not(scenario, passed, features)
        if reason:
            yield CheckResult(scenario.name, scenario.about, "skipped", reason)
            continue
        # Version 2 is what the client announces by itself.
        env = {} if scenario.protocol > 1 else {"DURAK_PROTOCOL": str(scenario.protocol)}
        program = spec._replace(env={**spec.env, **env})
        driver = _Driver(scenario, program, limits, cancel, clock)
        with driver.client as client:
            result = driver.play()
            if scenario.protocol > 1:
                features = client.features
        if result.status == "passed":
            passed.add(scenario.name)
        yield result


def _why_not(scenario: Scenario, passed: set[str], features: Features) -> str:
    for name in scenario.needs:
        if name not in passed:
            return _('needs "{check}"').format(check=_(name))
    if scenario.claim and not getattr(features, scenario.claim):
        text = _('its answer to init does not say "{claim}": true')
        return text.format(claim=scenario.claim)
    return ""


class _CheckError(Exception):
    def __init__(self, wrong: str, advice: str = "", verdict: EngineVerdict | None = None) -> None:
        super().__init__(wrong)
        self.advice = advice
        self.verdict = verdict


class _Driver:
    def __init__(
        self,
        scenario: Scenario,
        program: Program,
        limits: Limits,
        cancel: CancelToken | None,
        clock: Callable[[], float],
    ) -> None:
        self.scenario = scenario
        self.client = EngineClient(program, limits, trace=self.note, cancel=cancel, clock=clock)
        self.exchange: list[Line] = []
        self.position = Position((0, 0), (), ENGINE, trump=0)
        self.seat = ENGINE
        self.undealt: Sequence[int] = ()  # The first hand, until the engine is given it.
        self.expected = ""

    def note(self, direction: str, line: bytes, seconds: float) -> None:
        self.exchange.append(Line(direction, line, seconds))

    def play(self) -> CheckResult:
        scenario, client = self.scenario, self.client
        failure: _CheckError | None = None
        try:
            if all(self.take(step) for step in scenario.script):
                client.end_game()
        except EngineFault as fault:
            failure = self.explain(fault)
        except _CheckError as error:
            failure = error
        status: Status = "passed"
        wrong, advice, verdict = "", "", None
        if failure and scenario.optional:
            status, wrong = "skipped", _("optional, and not supported: {why}").format(why=failure)
        elif failure:
            status, wrong = "failed", str(failure)
            advice, verdict = failure.advice, failure.verdict
        words = tuple(line[:EXCERPT] for line in client.stderr_tail().splitlines())
        exchange = tuple(self.exchange)
        return CheckResult(
            scenario.name, scenario.about, status, wrong, advice, exchange, words, verdict
        )

    def take(self, step: Step) -> bool:
        match step:
            case BeginGame(setting):
                self.begin(setting.position(), ENGINE, cards_of(setting.hand))
            case DealCards():
                self.deal()
            case Ask(kind, expected):
                if _due(self.position) == (ENGINE, kind):
                    self.ask(kind, expected)
            case Enemy(card):
                # What may not be played now is passed over.
                if _due(self.position)[0] == ENEMY:
                    legal = self.position.legal()
                    self.position.play([one for one in cards_of(card) if legal >> one & 1])
            case Hint():
                self.hint(step)
            case WholeGame():
                self.whole_game(step)
            case GameEnd():
                return self.game_end()
            case EndOfInput():
                self.end_of_input()
                return False
        return True

    def begin(self, position: Position, seat: int, hand: Sequence[int]) -> None:
        """Begin the game of this position; ``hand`` is dealt later."""
        self.position = position
        self.seat = seat
        self.undealt = hand
        self.expected = "ok"
        features = self.client.new_game(position.trump)
        if features.protocol > self.scenario.protocol:
            raise _CheckError(
                _("init is answered as in version 2, though DURAK_PROTOCOL is 1"),
                N_("look at DURAK_PROTOCOL, and answer ok alone unless it is 2 or more"),
            )

    def deal(self) -> None:
        cards, self.undealt = self.undealt, ()
        if not cards:
            if self.position.phase != DEAL:
                return
            cards = self.position.deal().cards[self.seat]
        self.expected = "ok"
        self.client.ask(Command("deal", cards, game_data(self.position, self.seat)))

    def ask(self, kind: Kind, expected: str) -> None:
        position = self.position
        self.expected = expected
        cards = self.client.ask(Command(kind, position.table, game_data(position, self.seat)))
        self.judge(position, cards)
        position.play(cards)

    def hint(self, step: Hint) -> None:
        position = step.setting.position()
        for names in step.plays:
            position.play(cards_of(names))
        player, kind = _due(position)
        self.expected = EXPECTED[kind]
        data = game_data(position, player)._replace(
            hand=position.hand(player), enemy_known=cards_of(step.known)
        )
        cards, _info = self.client.hint(kind, data)
        self.judge(position, cards)

    def whole_game(self, step: WholeGame) -> None:
        game = deals.deal("check", step.number)
        rng = random.Random(step.number)
        position = game.position()
        self.begin(position, step.seat, game.hands[step.seat])
        self.deal()
        while position.phase != OVER:
            player, kind = _due(position)
            if kind == "deal":
                self.deal()
            elif player == step.seat:
                self.ask(kind, EXPECTED[kind])
            else:
                position.play(_at_random(position, rng))

    def leave(self, *, game_end: bool) -> Departure:
        """Have the engine exit by itself, noting what it writes."""
        departure = self.client.watch_exit(LEAVE_SECONDS, game_end=game_end)
        for line in departure.output.splitlines()[:SHOWN_LINES]:
            self.note("->", line, departure.seconds)
        return departure

    def game_end(self) -> bool:
        """Send ``game_end``; False if the engine has left, as it should."""
        client = self.client
        if client.features.persistent:
            client.end_game()
            return True
        departure = self.leave(game_end=True)
        if departure.output.strip():
            raise _CheckError(
                _("game_end has no answer, but it writes {text!r}").format(
                    text=printable(departure.output)
                ),
                N_("write nothing at game_end"),
            )
        if departure.status is None:
            raise _CheckError(
                _("still running {n:g} s after game_end").format(n=LEAVE_SECONDS),
                N_('exit at game_end; only an engine that says "persistent": true stays'),
            )
        # An exit code alone says little: a shell script leaves with that of its last command.
        if departure.status < 0 or (departure.status and client.stderr_tail()):
            raise _CheckError(
                _("crash at game_end: {why}").format(why=words_of(exit_detail(departure.status))),
                N_("game_end is one word, without cards and without JSON; exit there"),
            )
        return False

    def end_of_input(self) -> None:
        departure = self.leave(game_end=False)
        if len(departure.output) > LINE_CAP:
            text = _("keeps writing after its input has ended: at least {n} bytes")
            raise _CheckError(text.format(n=len(departure.output)), END_OF_INPUT)
        if departure.status is None:
            text = _("still running {n:g} s after the end of its input")
            raise _CheckError(text.format(n=LEAVE_SECONDS), END_OF_INPUT)

    def judge(self, position: Position, cards: Sequence[int]) -> None:
        try:
            position.check(cards)
        except IllegalAction as error:
            raise self.client.fault(Detail(error.rule, error.values)) from None

    def explain(self, fault: EngineFault) -> _CheckError:
        verdict = fault.verdict
        text = _("{reason} in {command}: {detail}")
        reason = _(REASONS[verdict.reason])
        wrong = text.format(reason=reason, command=verdict.command, detail=verdict.why)
        is_quoted = repr(verdict.received) in wrong  # as in: not a card: 'ok'
        if verdict.received and verdict.reason in ("unreadable", "flood") and not is_quoted:
            wrong += ", " + _("got {text!r}").format(text=verdict.received)
        says_what = verdict.details[0].code is FaultCode.NOT_OK
        if verdict.reason in ("illegal", "unreadable") and not says_what:
            wrong += "; " + _("expected: {what}").format(what=_(self.expected))
        advice = self.scenario.advice.get(verdict.reason, "")
        if verdict.reason == "crash" and NO_LIBRARY in self.client.stderr_tail():
            wrong += "; " + _("the Python that has it is {path}").format(path=sys.executable)
            advice = ANOTHER_PYTHON
        return _CheckError(wrong, advice, verdict)


def _due(position: Position) -> tuple[int, Kind]:
    """The player to act and the question; -1 between bouts and afterwards."""
    player = position.to_act if position.phase <= GIVE_MORE else -1
    return player, QUESTIONS[position.phase]


def _at_random(position: Position, rng: random.Random) -> list[int]:
    cards = cards_in(position.legal())
    if position.phase == GIVE_MORE:
        most = min(len(cards), position.give_limit())
        return rng.sample(cards, rng.randint(0, max(most, 0)))
    options = [[card] for card in cards]
    return rng.choice([*options, []] if position.may_pass() else options)
