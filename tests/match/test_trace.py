"""The runner plays pyDurak's genuine game: the same commands, the same record."""

from collections.abc import Iterator

from durak_tui.engine.client import EngineClient
from durak_tui.engine.registry import Program
from durak_tui.game.cards import card_names, parse_card
from durak_tui.game.deals import Deal, first_attacker
from durak_tui.match.engine_game import play_game
from durak_tui.protocol.messages import VERSION_1, Command, Features, decode_answer, encode_command
from durak_tui.records.record import NORMAL, Clock, outcome
from tests.protocol.trace import Line, commands_of, genuine_log, genuine_trace


class ScriptedEngine(EngineClient):
    """Stands in for the client of an engine, and gives the answers of a trace."""

    def __init__(self, seat: int, answers: Iterator[Line], said: list[Line]) -> None:
        super().__init__(Program(f"scripted {seat + 1}", ()))
        self._seat = seat
        self._answers = answers
        self._said = said

    def new_game(self, trump: int) -> Features:
        self.ask(Command("init", [trump]))
        return VERSION_1

    def ask(self, command: Command) -> tuple[int, ...]:
        self._send(command)
        answer = next(self._answers)
        assert answer.seat == self._seat, "the engine in the other seat was to be asked"
        self._said.append(answer)
        self.game_seconds += 0.25
        self.game_answers += 1
        self.game_worst = 0.25
        return decode_answer(command.kind, answer.text.encode()).cards

    def end_game(self) -> None:
        self._send(Command("game_end"))

    def _send(self, command: Command, *_times: int | None) -> None:
        self._said.append(Line(self._seat, True, encode_command(command).decode()))


def test_the_runner_plays_the_genuine_game_line_for_line_and_records_it() -> None:
    genuine = genuine_trace()
    given = [line for line in genuine if not line.to_engine]
    deck = tuple(parse_card(name) for name in genuine_log()["deck"])
    answers, said = iter(given), list[Line]()
    first, second = (ScriptedEngine(seat, answers, said) for seat in (0, 1))
    played = play_game(
        Deal(deck, first_attacker(deck, 0)), (first, second), game_id=417, seed="trace"
    )
    assert commands_of(said) == commands_of(genuine)
    assert [(line.seat, line.to_engine) for line in said] == [
        (line.seat, line.to_engine) for line in genuine
    ]
    assert next(answers, None) is None, "not every answer was asked for"
    assert played.verdicts == (None, None)
    record = played.record
    cards = [line.text.split() for line in given if line.text != "ok"]
    assert [card_names(action) for action in record.actions] == cards
    assert outcome(record) == genuine_log()["result"] == "1-0"
    assert record.ending.reason == NORMAL
    assert record.names == ("scripted 1", "scripted 2")
    assert (record.game_id, record.seed) == (417, "trace")
    assert record.started_at <= record.ended_at
    assert record.clocks == tuple(
        Clock(engine.game_seconds, engine.game_answers, 0.25) for engine in (first, second)
    )
