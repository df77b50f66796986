"""Results as commands print them: a table, statistics in lines, JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from durak_tui.cli.common import StandardOutput
from durak_tui.cli.json_file import JsonFile
from durak_tui.common.i18n import _, chance_words, decimal, ngettext, share_words
from durak_tui.game.position import DRAW
from durak_tui.library.index import has_games
from durak_tui.match.run import Run
from durak_tui.match.tally import Tally
from durak_tui.records.record import VOID, GameRecord
from durak_tui.statistics.counts import Counts, PairCounts
from durak_tui.statistics.elo import Estimate, elo, los, nelo, score
from durak_tui.statistics.sprt import Sprt
from durak_tui.statistics.statistics_json import as_json
from durak_tui.words.match import even_sentence, fault_lines, match_line
from durak_tui.words.totals_words import bound_words


def table(tally: Tally, names: Sequence[str]) -> Iterator[str]:
    """The result table and the faults.

    That of a whole run is byte for byte the original's (D-019).
    """
    for number, (name, points) in enumerate(zip(names, tally.points(), strict=True), 1):
        yield f"Engine{number} ({name}) scores:\t{points:.1f}"
    yield ""
    for number, match in enumerate(tally.matches(), 1):
        line = match_line(number, match)
        is_over = match.played >= tally.match_size
        yield line if is_over else f"{line} ({match.played} of {tally.match_size} games)"
    faults = list(tally.fault_lines())
    if faults:
        yield ""
        yield "Faults"
    yield from fault_lines(names, faults, tally.games.void)


def statistics_block(run: Run, name: str, sprt: Sprt | None) -> Iterator[str]:
    """The lines of ``--stats``, as seen by engine 1, called ``name``."""
    mine, counts = f"Engine1 ({name})", run.counts()
    yield ""
    yield from describe(counts, mine, sprt)
    if isinstance(counts, PairCounts):
        yield ""
        yield "Every game for itself"
        yield from describe(run.game_counts(), mine)
    if run.overhead_commands:
        each = run.overhead_seconds / run.overhead_commands * 1e6
        yield ""
        yield f"Runner: {each:.1f} us per command on no engine's clock,"
        yield f"        of them {run.pipe_seconds * 1e6:.1f} us for the pipe, both ways"


def notes_of(run: Run) -> list[str]:
    """Sentences about a run that its numbers do not say."""
    if not run.is_even_by_construction or run.tally.played < 2:
        return []
    once = _("{option} plays each deal once.").format(option="--no-paired")
    return [f"{even_sentence()} {once}"]


def _is_log(path: Path) -> bool:
    try:
        return has_games(path)
    except PermissionError:  # perhaps it can be written
        return False


class JsonResults(JsonFile):
    """The JSON of a run."""

    def __init__(self, target: str) -> None:
        super().__init__(target, _is_log)

    def add(self, match: int, record: GameRecord) -> None:
        """Keep a game of match ``match`` (from 1)."""
        ending = record.ending
        winner = ending.winner
        words = {"stderr": ending.stderr} if ending.stderr else {}
        entry = {
            "id": record.game_id,
            "match": match,
            "winner": None if winner is VOID or winner == DRAW else winner + 1,
            "termination": {
                "reason": ending.reason,
                "engine": None if ending.engine is None else ending.engine + 1,
                "detail": ending.detail,
                **words,
            },
            "plies": len(record.actions),
            "ms": [round(clock.seconds * 1000, 3) for clock in record.clocks or ()],
        }
        self.keep(entry)

    def write(
        self, run: Run, commands: Sequence[str], sprt: Sprt | None, output: StandardOutput
    ) -> None:
        """Write the result to ``output`` or the file.  Raises OSError."""
        tally, counts = run.tally, run.counts()
        head: dict[str, Any] = {
            f"engine{seat + 1}": {
                "name": player.shown,
                "command": commands[seat],
                **({"says": said.said} if (said := run.engines[seat]) else {}),
                "wins": tally.games.wins[seat],
                "faults": {why: count.count for why, count in sorted(tally.faults[seat].items())},
            }
            for seat, player in enumerate(run.schedule.players)
        }
        head |= {
            "draws": tally.games.draws,
            "void": tally.games.void,
            "seed": run.schedule.seed,
            "pairs": astuple(counts) if isinstance(counts, PairCounts) else None,
            "statistics": as_json(counts, sprt),
            "notes": notes_of(run),
        }
        self.finish(head, output)


def describe(counts: Counts, name: str, sprt: Sprt | None = None) -> Iterator[str]:
    """Counts as lines, translated; ``name`` is the engine they belong to.

    The sign ± is the only one beyond ASCII, unless the name has others.
    """
    points, superiority = score(counts), los(counts)
    games = counts.as_games()
    if points is None or superiority is None:
        yield _("Score of {name}: no games").format(name=name)
    else:
        number = ngettext("{n} game", "{n} games", games.number).format(n=games.number)
        share = share_words(points, 2)
        yield _("Score of {name}: {score} ({games})").format(name=name, score=share, games=number)
        text = _("Won {won}, lost {lost}, drawn {drawn}")
        yield text.format(won=games.wins, lost=games.losses, drawn=games.draws)
        if isinstance(counts, PairCounts):
            text = _("Pairs LL LD WL DD WD WW: {numbers}")
            yield text.format(numbers=" ".join(map(str, counts.numbers())))
        yield _("Elo of {name}: {value}").format(name=name, value=_estimate_words(elo(counts)))
        yield _("nElo of {name}: {value}").format(name=name, value=_estimate_words(nelo(counts)))
        text = _("LOS of {name}: {share}")
        yield text.format(name=name, share=chance_words(superiority, 2))
    if sprt:
        llr = sprt.llr(counts)
        decision = sprt.decision(llr)
        scale = "nElo" if sprt.model == "normalized" else "Elo"
        text = _("SPRT of {name}: {scale} {elo0} (H0) or {elo1} (H1)")
        yield text.format(name=name, scale=scale, elo0=decimal(sprt.elo0), elo1=decimal(sprt.elo1))
        verdict = _("{which} accepted").format(which=decision) if decision else _("undecided")
        text = _("LLR {llr} ({low} to {high}): {verdict}")
        low, high = decimal(sprt.lower, ".2f"), decimal(sprt.upper, ".2f")
        yield text.format(llr=decimal(llr, "z.4f"), low=low, high=high, verdict=verdict)


def _estimate_words(estimate: Estimate | None) -> str:
    if estimate is None:
        return _("unknown, as all outcomes were even")
    if estimate.error is None:
        return bound_words(estimate)
    return f"{decimal(estimate.value, '+z.2f')} ± {decimal(estimate.error, '.2f')} (95 %)"
