"""``durak-tui review``: what the decisions of recorded games were worth."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from textwrap import fill
from typing import Any, Final

from durak_tui.analysis.game_review import (
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
    StandardOutput,
    Stop,
    at_least_one,
    chart_lines,
    complain,
    explained,
    stopping,
)
from durak_tui.cli.live import ProgressLine
from durak_tui.cli.show import damaged, games_of
from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import one_line, strict_json
from durak_tui.common.unpack import is_file, shown
from durak_tui.common.values import Most
from durak_tui.game.cards import card_names
from durak_tui.game.position import PHASE_NAMES
from durak_tui.library.index import LogIndex, parse_game
from durak_tui.library.reviewed import Reviewed
from durak_tui.records.log_format import SEATS, DamagedGame
from durak_tui.records.record import NORMAL, GameRecord, outcome
from durak_tui.records.review_file import ReviewFile
from durak_tui.user.opponents import shown_name
from durak_tui.words.game_notation import header_words, outcome_word
from durak_tui.words.narrator import ending_words, shown_names
from durak_tui.words.review_chart import chances_title, review_curve
from durak_tui.words.review_words import counts_words, mistake_words, tally_words, unsolved_words
from durak_tui.words.worth import percent

MOST_WORLDS: Final = 10_000  # More are slips of the finger: a decision would take minutes.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    parser.description = (
        "Show what every decision in recorded games was worth, judged by what the player could"
        " know: the expected score over the game, mistakes with what they cost and what was"
        " better, and a summary of each player. With an empty talon it is exact. The results are"
        " saved in LOG.review, so that each game is reviewed once; those of a log from a pipe or"
        " standard input are not saved."
    )
    parser.epilog = (
        "--json prints one object: log, worlds, games, players, stopped. A game has game (its"
        " number), names, result, scores (of player1, after each action), complete, players and"
        " decisions; a decision has number, bout, player, phase, action, score, best,"
        " best_score, exact, forced, cost, kind and values (what each possible action was"
        " worth, a list of action and score); a player has player, name, games,"
        " decisions, the number of each kind of mistake, cost, mean_cost and worst."
        " A damaged game has game and damage only."
    )
    add(
        "log",
        metavar="LOG",
        help="a log of durak-autoplay or of pyDurak, perhaps compressed by gzip; - for standard"
        " input",
    )
    add("--game", type=int, metavar="N", help="this game (counted from 1), with all its mistakes")
    add("--json", action="store_true", help="as JSON")
    add(
        "--worlds",
        type=partial(at_least_one, most=Most(MOST_WORLDS)),
        default=WORLDS,
        metavar="N",
        help="layouts of the hidden cards in which each decision is tried (default 500)",
    )
    add("--again", action="store_true", help="review again, even if a review is saved")


def run(arguments: argparse.Namespace) -> int:
    output, number = StandardOutput(), arguments.game
    with games_of(arguments.log, number) as index, stopping() as stop:
        work = _Work(arguments, index, stop)
        if arguments.json:
            _print_json(work, output)
        else:
            output.lines(_all_games(work) if number is None else _one_game(work))
    return stop.exit_code if work.stopped else 0


@dataclass(slots=True)
class _ReviewedGame:
    """A reviewed game; a damaged one has neither record nor review."""

    number: int
    title: str
    damage: str = ""
    record: GameRecord = field(init=False)
    review: Review = field(init=False)

    def tallies(self) -> tuple[MistakeTally, MistakeTally]:
        return self.review.tally(0, self.number), self.review.tally(1, self.number)


class _Work:
    """A reviewer of games in order, which stores what is finished."""

    def __init__(self, arguments: argparse.Namespace, index: LogIndex, stop: Stop) -> None:
        self.log: str = arguments.log
        self.worlds: int = arguments.worlds
        only: int | None = arguments.game
        self.numbers = range(len(index)) if only is None else range(only - 1, only)
        self.found = Reviewed()  # In the games that are complete.
        self.stopped = False  # Whether a signal came before the last decision.
        self._is_alone = only is not None
        self._progress = ProgressLine(len(self.numbers))
        self._index = index
        self._stop = stop
        self._file = ReviewFile(arguments.log)
        self._writes = is_file(arguments.log)  # Beside nothing else can anything be saved.
        self._reads = self._writes and not arguments.again

    def games(self) -> Iterator[_ReviewedGame]:
        """Review the games in their order, until a signal.

        Raises CommandError if the only one asked for is damaged.
        """
        for done, number in enumerate(self.numbers):
            if self._stop.token.is_set:
                self.stopped = True
                return
            with explained(N_("{path} cannot be read: {why}"), 1, path=shown(self.log)):
                game = self._game(number, done)
            self._progress.clear()
            if game.damage and self._is_alone:
                raise damaged(game.number, game.damage)
            yield game
            if self.stopped:
                return

    def _game(self, number: int, done: int) -> _ReviewedGame:
        game = _ReviewedGame(number + 1, self._index.title(number))
        try:
            raw = self._index.raw(number)
            game.record = parse_game(raw)
        except DamagedGame as error:
            game.damage = str(error)
            return game
        game.review = self._stored(raw, game.record) or self._made(raw, game.record, done)
        self.stopped = not game.review.complete
        if game.review.complete:
            self.found.add(number, game.record, game.review)
        return game

    def _made(self, raw: bytes, record: GameRecord, done: int) -> Review:
        found: list[Decision] = []
        for decision in decisions(record, self.worlds):
            found.append(decision)
            self._progress.update(done + len(found) / len(record.actions))
            if self._stop.token.is_set:
                break
        review = Review(tuple(found), self.worlds, len(record.actions))
        if review.complete and self._writes:
            try:
                store(self._file, raw, review)
            except OSError as problem:
                self._writes = False  # What is there is read all the same.
                text = _("{path} cannot be written: {why}; reviews are not saved")
                self._complain(text, problem)
        return review

    def _stored(self, raw: bytes, record: GameRecord) -> Review | None:
        if self._reads:
            try:
                return stored(self._file, raw, record, self.worlds)
            except OSError as problem:
                self._reads = self._writes = False
                text = _("{path} cannot be read: {why}; reviews are not saved")
                self._complain(text, problem)
        return None

    def _complain(self, text: str, problem: OSError) -> None:
        self._progress.clear()
        complain(text.format(path=one_line(self._file.path), why=why(problem)))


# As text


def _one_game(work: _Work) -> Iterator[str]:
    for game in work.games():
        review, record = game.review, game.record
        names = shown_names(record.names)
        players = f"{names[0]} - {names[1]} ({outcome_word(outcome(record))})"
        yield _("Game {n}: {players}").format(n=game.number, players=players)
        if record.ending.reason != NORMAL:
            yield ending_words(record.ending, record.names, names)
        ways = _("Layouts of the hidden cards: {n}, for mistakes {more}")
        yield ways.format(n=work.worlds, more=review.mistake_worlds)
        if review.unsolved:
            yield unsolved_words(review.unsolved)
        curve = review_curve(review, names)
        if chart := chart_lines(curve):
            yield ""
            yield chances_title(names[0], review)
            yield from chart
        for player, tally in enumerate(game.tallies()):
            yield from _player(names[player], tally)
            for mistake in review.mistakes:
                if mistake.player == player:
                    yield f"  {mistake_words(mistake)}"
        if work.stopped:
            done = len(review.decisions)
            yield ""
            stopped = _("Stopped after {done} of {n} decisions; this is not saved.")
            yield stopped.format(done=done, n=review.length)


def _all_games(work: _Work) -> Iterator[str]:
    width = len(str(len(work.numbers)))
    for game in work.games():
        if game.damage:
            found = _("damaged: {why}").format(why=game.damage)
        elif not game.review.complete:
            found = _("stopped")
        else:
            one, other = (
                f"{name} {percent(tally.worst.cost) if tally.worst else '-'}"
                for name, tally in zip(shown_names(game.record.names), game.tallies(), strict=True)
            )
            found = _("worst mistakes: {one}, {other}").format(one=one, other=other)
        yield f"{game.number:>{width}}. {header_words(game.title)}  {found}"
    for name, tally in work.found.tallies.items():
        yield from _player(shown_name(name), tally)
        if tally.worst:
            worst = _("Worst, game {n}: {mistake}")
            mistake = mistake_words(tally.worst)
            yield "  " + worst.format(n=tally.worst_game, mistake=mistake)


def _player(name: str, tally: MistakeTally) -> Iterator[str]:
    yield ""
    yield f"{name}: {tally_words(tally)}"
    yield fill(counts_words(tally), 80, initial_indent="  ", subsequent_indent="  ")


# As JSON


def _print_json(work: _Work, output: StandardOutput) -> None:
    head = strict_json({"log": work.log, "worlds": work.worlds})[:-1] + ', "games": ['
    begin = head
    for game in work.games():
        output.write(f"{begin}\n{strict_json(_game_as_json(game))}")
        begin = ","
    if begin == head:
        output.write(head)
    players = [_tally_as_json(tally, name) for name, tally in work.found.tallies.items()]
    output.line("\n], " + strict_json({"players": players, "stopped": work.stopped})[1:])


def _game_as_json(game: _ReviewedGame) -> dict[str, Any]:
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
        "values": [{"action": card_names(a), "score": worth} for a, worth in decision.values],
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
