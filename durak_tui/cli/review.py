"""``durak-tui review``: what the decisions of recorded games were worth."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from durak_tui.analysis.review import (
    KINDS,
    WORLDS,
    Decision,
    MistakeTally,
    Review,
    decisions,
    store,
    stored,
)
from durak_tui.cli.common import (
    CommandError,
    Output,
    at_least_one,
    can_be_written,
    complain,
    mendable,
)
from durak_tui.cli.live import ProgressLine
from durak_tui.cli.show import games_of
from durak_tui.cli.signals import Stop, stopping
from durak_tui.common.text import one_line
from durak_tui.game.cards import card_names
from durak_tui.game.position import PHASE_NAMES
from durak_tui.library.index import LogIndex, parse_game
from durak_tui.records.log_format import SEATS, DamagedGame
from durak_tui.records.record import NORMAL, GameRecord, outcome
from durak_tui.records.review_file import OtherFormat, ReviewFile
from durak_tui.words.review import cost_words, counts_words, mistake_words, plot, tally_words

MOST_WORLDS: Final = 10_000
"""More are slips of the finger: a decision would take minutes."""
_PLOT_CHARACTERS: Final = "│└─═▁▂▃▄▅▆▇█"


def _worlds(text: str) -> int:
    worlds = at_least_one(text)
    if worlds > MOST_WORLDS:
        raise argparse.ArgumentTypeError(f"{text} is above {MOST_WORLDS}")
    return worlds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Says what every decision of recorded games was worth to who took it, going by what they"
        " could know: the expected score over the game, mistakes with what they cost and what"
        " was better, and a summary of each player. With an empty talon it is exact. What was"
        " found is stored in LOG.review, so that it is done once."
    )
    parser.epilog = (
        "--json prints one object: log, worlds, games, players, stopped. A game has game (its"
        " number), names, result, scores (of player1, after each action), complete, players and"
        " decisions; a decision has number, bout, player, phase, action, score, best,"
        " best_score, exact, forced, cost and kind; a player has player, name, games,"
        " decisions, the number of each kind of mistake, cost, mean_cost and worst."
        " A damaged game has game and damage only."
    )
    parser.add_argument("log", metavar="LOG", help="a log of durak-autoplay or of pyDurak")
    parser.add_argument(
        "--game", type=int, metavar="N", help="this game (from 1), with all its mistakes"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument(
        "--worlds",
        type=_worlds,
        metavar="N",
        help="ways in which hidden cards may lie, in which decisions are tried (default 300)",
    )
    parser.add_argument(
        "--again", action="store_true", help="do it again, even if it has been stored"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    output, number = Output(), arguments.game
    with games_of(arguments.log, number) as index, stopping() as stop:
        numbers = range(len(index)) if number is None else range(number - 1, number)
        work = _Work(arguments, index, numbers, stop)
        if arguments.json:
            _print_json(work, output, alone=number is not None)
        elif number is not None:
            _print_game(work, output)
        else:
            _print_games(work, output)
    return stop.exit_code if work.stopped else 0


@dataclass(slots=True)
class _Game:
    """A reviewed game; a damaged one has neither record nor review."""

    number: int
    title: str
    damage: str = ""
    record: GameRecord = field(init=False)
    review: Review = field(init=False)

    @property
    def complete(self) -> bool:
        return not self.damage and self.review.complete

    def tallies(self) -> tuple[MistakeTally, MistakeTally]:
        return self.review.tally(0, self.number), self.review.tally(1, self.number)


class _Work:
    """Reviews games one after the other, and stores what is finished."""

    def __init__(
        self, arguments: argparse.Namespace, index: LogIndex, numbers: range, stop: Stop
    ) -> None:
        self.log: Final[str] = arguments.log
        self.worlds: Final[int] = arguments.worlds or WORLDS
        self.numbers: Final = numbers
        self.stopped = False
        """Whether a signal came before the last decision."""
        self._progress: Final = ProgressLine(len(numbers))
        self._again: Final[bool] = arguments.again
        self._index: Final = index
        self._stop: Final = stop
        self._file: Final = ReviewFile(arguments.log)
        self._readable = self._writable = True

    def games(self) -> Iterator[_Game]:
        """Review the games in their order, until a signal."""
        for number in self.numbers:
            if self._stop.token.is_set:
                self.stopped = True
                return
            self._progress.next_game()
            with mendable(f"{self.log} cannot be read", 1):
                game = self._game(number)
            self._progress.clear()
            yield game
            if self.stopped:
                return

    def _game(self, number: int) -> _Game:
        game = _Game(number + 1, self._index.title(number))
        try:
            raw = self._index.raw(number)
            game.record = parse_game(raw)
        except DamagedGame as error:
            game.damage = str(error)
        else:
            game.review = self._stored(raw, game.record) or self._review(raw, game.record)
        return game

    def _review(self, raw: bytes, record: GameRecord) -> Review:
        found: list[Decision] = []
        for decision in decisions(record, self.worlds):
            found.append(decision)
            self._progress.decided(len(found), len(record.actions))
            if self._stop.token.is_set:
                break
        review = Review(tuple(found), self.worlds, len(record.actions))
        self.stopped = not review.complete
        if review.complete:
            self._store(raw, review)
        return review

    def _store(self, raw: bytes, review: Review) -> None:
        if self._readable and self._writable:
            with self._complaining("cannot be written"):
                return store(self._file, raw, review)
            self._writable = False  # what is there is read all the same
        return None

    def _stored(self, raw: bytes, record: GameRecord) -> Review | None:
        if self._readable and not self._again:
            with self._complaining("cannot be read"):
                return stored(self._file, raw, record, self.worlds)
            self._readable = False
        return None

    @contextmanager
    def _complaining(self, what: str) -> Iterator[None]:
        """Say why nothing is stored if the file cannot be used here."""
        try:
            yield
        except (OSError, OtherFormat) as problem:
            reason = (isinstance(problem, OSError) and problem.strerror) or str(problem)
            self._progress.clear()
            path = one_line(self._file.path)
            complain(f"durak-tui: {path} {what}: {reason}; reviews are not stored")


# As text


def _print_game(work: _Work, output: Output) -> None:
    for game in work.games():
        if game.damage:
            raise CommandError(f"game {game.number} is damaged: {game.damage}", exit_code=1)
        for line in _heading(game, work.worlds):
            output.line(line)
        lines = plot(game.review, ascii_only=not can_be_written(_PLOT_CHARACTERS))
        if lines:
            output.line()
            output.line(f"Expected score of {SEATS[0]} by bouts; below, who made mistakes")
        for line in lines:
            output.line(line)
        for player, tally in enumerate(game.tallies()):
            output.line()
            _print_player(output, game, player, tally)
        if work.stopped:
            done, of = len(game.review.decisions), game.review.length
            output.line(f"\nStopped after {done} of {of} decisions; this is not stored.")


def _heading(game: _Game, worlds: int) -> Iterator[str]:
    record = game.record
    first, second = map(one_line, record.names)
    yield f"Game {game.number}: {first} - {second} ({outcome(record)})"
    if record.ending.reason != NORMAL:
        yield one_line(record.ending.detail)
    yield f"Hidden cards were laid out in {worlds} ways; where the axis is double, it is exact"
    if game.review.unsolved:
        yield f"Too large to be solved: {game.review.unsolved} decisions of the endgame"


def _print_player(output: Output, game: _Game, player: int, tally: MistakeTally) -> None:
    output.line(f"{SEATS[player]} ({one_line(game.record.names[player])}): {tally_words(tally)}")
    output.line(f"  {counts_words(tally)}")
    for mistake in game.review.mistakes:
        if mistake.player == player:
            output.line(f"  {mistake_words(mistake)}")


def _print_games(work: _Work, output: Output) -> None:
    players: dict[str, MistakeTally] = {}
    width = len(str(len(work.numbers)))
    for game in work.games():
        begin = f"{game.number:>{width}}. {game.title}"
        if game.damage:
            output.line(f"{begin}  damaged: {game.damage}")
        elif not game.review.complete:
            output.line(f"{begin}  stopped")
        else:
            _add(players, game)
            parts = [
                f"{seat} {tally.mistakes} ({cost_words(tally.cost)})"
                for seat, tally in zip(SEATS, game.tallies(), strict=True)
            ]
            output.line(f"{begin}  mistakes: {', '.join(parts)}")
    for name, tally in players.items():
        output.line()
        output.line(f"{name}: {tally_words(tally)}")
        output.line(f"  {counts_words(tally)}")
        if tally.worst:
            output.line(f"  Worst, game {tally.worst_game}: {mistake_words(tally.worst)}")


def _add(players: dict[str, MistakeTally], game: _Game) -> None:
    """Add a complete game to what everybody has done."""
    names = list(map(one_line, game.record.names))
    if names[0] == names[1]:
        names = [f"{name} ({seat})" for name, seat in zip(names, SEATS, strict=True)]
    for name, tally in zip(names, game.tallies(), strict=True):
        players[name] = players[name].plus(tally) if name in players else tally


# As JSON


def _print_json(work: _Work, output: Output, *, alone: bool) -> None:
    players: dict[str, MistakeTally] = {}
    head = json.dumps({"log": work.log, "worlds": work.worlds})[:-1] + ', "games": ['
    between = head + "\n"
    for game in work.games():
        if alone and game.damage:
            raise CommandError(f"game {game.number} is damaged: {game.damage}", exit_code=1)
        if game.complete:
            _add(players, game)
        output.write(between + json.dumps(_game_as_json(game)))
        between = ",\n"
    if between.startswith(head):
        output.write(head)
    all_players = [_tally_as_json(tally, name) for name, tally in players.items()]
    tail = json.dumps({"players": all_players, "stopped": work.stopped})
    output.line("\n], " + tail[1:])


def _game_as_json(game: _Game) -> dict[str, Any]:
    if game.damage:
        return {"game": game.number, "damage": game.damage}
    record, review = game.record, game.review
    return {
        "game": game.number,
        "names": record.names,
        "result": outcome(record),
        "complete": review.complete,
        "scores": [round(score, 4) for score in review.scores],
        "players": [
            {"player": SEATS[player], **_tally_as_json(tally, record.names[player])}
            for player, tally in enumerate(game.tallies())
        ],
        "decisions": [_decision_as_json(decision) for decision in review.decisions],
    }


def _decision_as_json(decision: Decision) -> dict[str, Any]:
    return {
        "number": decision.number + 1,
        "bout": decision.bout,
        "player": SEATS[decision.player],
        "phase": PHASE_NAMES[decision.phase],
        "action": card_names(decision.action),
        "score": round(decision.score, 4),
        "best": card_names(decision.best),
        "best_score": round(decision.best_score, 4),
        "exact": decision.exact,
        "forced": decision.forced,
        "cost": round(decision.cost, 4),
        "kind": decision.kind,
    }


def _tally_as_json(tally: MistakeTally, name: str) -> dict[str, Any]:
    worst = tally.worst
    return {
        "name": name,
        "games": tally.games,
        "decisions": tally.decisions,
        **dict(zip(KINDS, tally.counts, strict=True)),
        "cost": round(tally.cost, 4),
        "mean_cost": round(tally.mean_cost, 4),
        "worst": worst and {"game": tally.worst_game, **_decision_as_json(worst)},
    }
