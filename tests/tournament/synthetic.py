"""Tournaments without engines: results are drawn by lot, the same for the same game."""

import html.parser
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

from durak_tui.engine.cancel import Cancelled, CancelToken
from durak_tui.game.position import DRAW
from durak_tui.match.engine_game import PlayedGame
from durak_tui.match.pool.local import SerialPool
from durak_tui.match.schedule import Task
from durak_tui.records.record import VOID, Clock, Ending, GameRecord
from durak_tui.tournament.tournament_config import TournamentConfig, parse
from durak_tui.tournament.tournament_run import Tournament

NOON: Final = datetime(2026, 11, 21, 12)
Outcome = Callable[[Task], Ending]


def cup(form: str, engines: int, games: int = 4, **more: Any) -> TournamentConfig:
    """A tournament of engines called e1, e2 ..."""
    names = [{"name": f"e{number}", "command": "durak-dummy"} for number in range(1, engines + 1)]
    return parse({"format": form, "games": games, "output": "out", "engine": names, **more})


def by_lot(task: Task) -> Ending:
    """Any ending: won, drawn, forfeited, void."""
    lot = Random(f"{task.game_id} {task.players[0].shown}")
    kind = lot.randrange(12)
    winner = lot.randrange(2)
    if kind == 0:
        return Ending(VOID, "crash", None, "both are gone", "init", "timeout", "a\nb")
    if kind < 3:
        reason = lot.choice(("illegal", "crash"))
        return Ending(winner, reason, 1 - winner, f"{reason} <b>", "move", stderr="<script>")
    return Ending(DRAW if kind < 5 else winner)


def drawn(task: Task) -> Ending:
    """Every game is a draw."""
    return Ending(DRAW)


def record_of(task: Task, outcome: Outcome) -> GameRecord:
    """What would be written about a game."""
    lot = Random(task.game_id)
    clocks = [Clock(lot.random(), lot.randrange(1, 40), lot.random()) for _ in (0, 1)]
    first, second = (player.shown for player in task.players)
    return GameRecord(
        task.deal,
        (),
        outcome(task),
        (first, second),
        NOON + timedelta(seconds=task.game_id),
        NOON + timedelta(seconds=task.game_id + 1),
        task.game_id,
        task.seed,
        (clocks[0], clocks[1]),
    )


class LotPool(SerialPool):
    """Plays by lot, one game at a time; sets the token when ``stop_after`` are played."""

    def __init__(
        self, cancel: CancelToken, outcome: Outcome = by_lot, stop_after: int | None = None
    ) -> None:
        super().__init__(cancel)
        self.cancel = cancel
        self.outcome = outcome
        self.stop_after = stop_after
        self.tasks: list[Task] = []

    def submit(self, tasks: Sequence[Task]) -> "Future[list[PlayedGame]]":
        """Play."""
        games = [PlayedGame(record_of(task, self.outcome), (None, None), 0.0) for task in tasks]
        self.tasks += tasks
        if len(self.tasks) == self.stop_after:
            self.cancel.set()
        future: Future[list[PlayedGame]] = Future()
        future.set_result(games)
        return future


class MemoryLog:
    """A log that is a list."""

    def __init__(self) -> None:
        self.records: list[GameRecord] = []

    def append(self, record: GameRecord) -> None:
        """Save a game, without what only the writer adds."""
        self.records.append(replace(record, run=None))


def played(
    config: TournamentConfig,
    outcome: Outcome = by_lot,
    *,
    past: Sequence[GameRecord] = (),
    stop_after: int | None = None,
) -> tuple[Tournament, list[GameRecord], list[Task]]:
    """A tournament that went on after ``past``: itself, its games, the tasks it gave out."""
    cancel, log = CancelToken(), MemoryLog()
    tournament = Tournament(config, log=log)
    tournament.resume(past)
    pool = LotPool(cancel, outcome, stop_after)
    try:
        tournament.play(pool, cancel)
    except Cancelled:
        assert stop_after is not None
    return tournament, [*past, *log.records], pool.tasks


class Page(html.parser.HTMLParser):
    """Reads a page strictly: every tag that is opened is closed, in order."""

    void = frozenset({"meta"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._pieces = [("", "")]
        self.declaration = ""
        self.feed(page)
        self.close()
        assert self.declaration == "DOCTYPE html"
        assert not self.open

    def handle_decl(self, decl: str) -> None:
        """The document type."""
        self.declaration = decl

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag begins."""
        self.tags.append((tag, dict(attrs)))
        if tag not in self.void:
            self.open.append(tag)
        self._pieces.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """It must be the last one that was opened."""
        assert self.open.pop() == tag
        self._pieces.append(("", ""))

    def handle_data(self, data: str) -> None:
        """Text between tags."""
        self.text.append(data)
        tag, text = self._pieces[-1]
        self._pieces[-1] = tag, text + data

    def texts_of(self, *tags: str) -> list[str]:
        """What stands between the tags of these kinds, in order."""
        return [text for tag, text in self._pieces if tag in tags]

    def needs_nothing_else(self) -> bool:
        """Whether the page is whole without any other file, and runs nothing."""
        names = {name for _, attributes in self.tags for name in attributes}
        tags = {tag for tag, _ in self.tags}
        assert tags <= {
            "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "pre", "code",
            "div", "table", "thead", "tbody", "tr", "th", "td", "section", "a",
            "figure", "figcaption", "svg", "line", "circle", "polyline", "text",
        }  # fmt: skip
        links = {attributes["href"] for _, attributes in self.tags if "href" in attributes}
        ids = {attributes["id"] for _, attributes in self.tags if "id" in attributes}
        assert links <= {f"#{place}" for place in ids}
        return names <= {
            "lang", "charset", "name", "content", "http-equiv", "scope", "class", "style", "href",
            "id", "viewbox", "role", "aria-label", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy",
            "r", "points", "text-anchor",
        }  # fmt: skip


def folder_names(folder: Path) -> list[str]:
    """What a folder holds."""
    return sorted(file.name for file in folder.iterdir())
