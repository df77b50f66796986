"""A user's plan of a run, and the run settled from it."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from durak_tui.common.i18n import N_, ngettext
from durak_tui.common.values import Most, one_of, seconds, true_or_false
from durak_tui.engine.config import DEFAULT_START_TIME, EngineConfig, Limits
from durak_tui.game.caps import NO_CAPS, Caps, caps_json, caps_of
from durak_tui.game.cards import DECK_SIZES, USUAL_DECK
from durak_tui.library.index import last_game
from durak_tui.match.run import RunSpec
from durak_tui.match.run_log import is_written, settings_of
from durak_tui.match.schedule import (
    DealSource,
    RecordedDeals,
    Schedule,
    capped,
    paired,
    seeded,
)
from durak_tui.pool.run_errors import RunError, usable
from durak_tui.pool.run_file import Notice
from durak_tui.statistics.sprt import Sprt

DEFAULT_MATCHES: Final = 10
DEFAULT_MATCH_SIZE: Final = 100

# Far beyond what anybody measures: ten million games separate strengths that differ by a fifth
# of an Elo, take days on a hundred cores, and their log some 40 GB.  Memory does not grow with the
# games of a run, but with its matches.
GAMES: Final = Most(10_000_000, N_("a run has at most {most} games"))
MATCHES: Final = Most(1_000_000, N_("a run has at most {most} matches"))
SEED: Final = Most(10**30 - 1, N_("a seed has at most {digits} digits"))
# Each takes a process and two engines.
AT_ONCE: Final = Most(1000, N_("at most {most} games at the same time"))


class TooFewDealsError(RunError):
    """A log with fewer deals than the run has games."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A user's wishes for a run; None leaves one open."""

    players: tuple[EngineConfig, EngineConfig]
    matches: int | None = None
    match_size: int | None = None
    """Games in each match.  Without this and :attr:`matches` recorded deals are played once."""
    seed: int | None = None  # Names the series of deals; without it, a random one.
    deck: int | None = None
    deals: str | None = None
    """A log whose deals are played, in its order, instead of those of ``seed`` and ``deck``."""
    caps: Caps | None = None  # The attack limit; left open it is none, or that of recorded deals.
    paired: bool = True  # Play every deal twice, the second time with the hands exchanged.
    sprt: Sprt | None = None

    def settle(self, resumed: str | None, notice: Notice) -> RunSpec:
        """Settle what was left open.

        ``resumed`` is the log of the run that is to be gone on with: a seed that was drawn at
        random is in there. Raises WrongValue if it is too much, RunError if a log cannot be read,
        TooFewDealsError.
        """
        matches, size = self.matches, self.match_size
        deals, seed, is_paired = None, None, self.paired
        source: DealSource
        MATCHES.check(matches or 0)
        SEED.check(abs(self.seed or 0))
        if self.deals is not None:
            with usable(N_("deals cannot be read from {path}: {why}"), path=self.deals):
                source = deals = RecordedDeals(self.deals)
            if deals.damaged:
                text = ngettext(
                    "{n} damaged game left out of {path}: {why}",
                    "{n} damaged games left out of {path}, the first: {why}",
                    deals.damaged,
                )
                facts = {"path": self.deals, "why": deals.first_damage}
                notice(text.format(n=deals.damaged, **facts))
            is_paired = self.paired and deals.paired
            if matches is None and size is None:
                matches, size = 1, len(deals)
        else:
            seed = self._seed(resumed)
            source = (paired if is_paired else seeded)(seed, self._deck)
        if self.caps is not None:
            source = capped(source, self.caps)
        schedule = Schedule(
            DEFAULT_MATCHES if matches is None else matches,
            DEFAULT_MATCH_SIZE if size is None else size,
            self.players,
            source,
            seed,
        )
        GAMES.check(schedule.total)
        if deals is not None and schedule.total > len(deals):
            raise TooFewDealsError(
                N_("{path} has too few deals: {deals} of {total}"),
                path=self.deals,
                deals=len(deals),
                total=schedule.total,
            )
        return RunSpec(schedule, self._settings(schedule, deals, is_paired), is_paired, self.sprt)

    def _seed(self, resumed: str | None) -> int:
        if self.seed is not None:
            return self.seed
        if resumed is not None:
            # A run with a random seed has written it into its games.
            past = settings_of(resumed).get("seed")
            if isinstance(past, int):
                return past
        return secrets.randbits(32)

    @property
    def _deck(self) -> int:
        return self.deck or USUAL_DECK

    def _settings(
        self, schedule: Schedule, deals: RecordedDeals | None, is_paired: bool
    ) -> dict[str, Any]:
        first, second = (player.limits for player in self.players)
        settings = {
            "engines": [player.command for player in self.players],
            "matches": schedule.matches,
            "match_size": schedule.match_size,
            "seed": schedule.seed,
            "deals": None if deals is None else deals.digest,
            "deck": None if deals is not None else self._deck,
            "paired": is_paired,
            "move_time": _one_if_equal(first.move_time, second.move_time),
            "game_time": _one_if_equal(first.game_time, second.game_time),
            "sprt": None if self.sprt is None else _sprt_setting(self.sprt),
        }
        start_time = _one_if_equal(first.start_time, second.start_time)
        if start_time != DEFAULT_START_TIME:
            settings["start_time"] = start_time  # Left out else, as by earlier versions.
        # Recorded deals may be played without the limit that they have in their log.
        if self.caps is not None and (deals is not None or self.caps != NO_CAPS):
            settings["attack_limit"] = caps_json(self.caps)
        return settings


def _one_if_equal(first: float | None, second: float | None) -> Any:
    # Two only if they differ: the usual run has one time for both.
    return first if first == second else [first, second]


def _sprt_setting(sprt: Sprt) -> list[Any]:
    usual = sprt == Sprt(sprt.elo0, sprt.elo1, model=sprt.model)
    errors = [] if usual else [sprt.alpha, sprt.beta]
    return [sprt.elo0, sprt.elo1, *errors, sprt.model]


def plan_of_log(path: str) -> Plan:
    """The plan of a log's last run.  Raises RunError if unclear.

    Its players are called as in the last game, the first of whom is the run's first engine.
    """
    with usable(N_("{path} cannot be read: {why}"), path=path):
        game = last_game(path)
    settings = (game and game.run) or {}
    if settings.get("deals") is not None:
        text = N_("{path} belongs to a run that plays the deals of another log; name that log, too")
        raise RunError(text, path=path)
    with suppress(KeyError, TypeError, ValueError):
        plan = _plan_of(settings)
        # Only if nothing of it was misunderstood.
        if game and plan.settle(None, lambda _: None).settings == settings:
            players = zip(plan.players, game.names, strict=True)
            first, second = (
                replace(one, name="" if name == one.command else name) for one, name in players
            )
            return replace(plan, players=(first, second))
    raise RunError(N_("{path} does not end with a run of matches"), path=path)


@dataclass(frozen=True, slots=True)
class StoppedMatch:
    """A match that can be resumed from its log."""

    log: str
    names: tuple[str, str]
    done: int
    total: int


def stopped_match(log: str | os.PathLike[str]) -> StoppedMatch | None:
    """The match that a log ends with, if it can be resumed.

    One that some program still plays cannot.  Nor can one with the deals of another log: to resume
    it, that log must be named.
    """
    with suppress(OSError):
        if not is_written(log) and (game := last_game(log)) and game.game_id:
            total = _total(game.run or {})
            if game.game_id < total <= GAMES.number:
                return StoppedMatch(os.fspath(log), game.names, game.game_id, total)
    return None


def _total(run: Mapping[str, Any]) -> int:
    """The games of a match with its own deals, else 0."""
    match run:
        case {"matches": int(matches), "match_size": int(size), "deals": None} if matches > 0:
            return matches * size
    return 0


def _plan_of(settings: Mapping[str, Any]) -> Plan:
    """The plan in settings; raises KeyError, TypeError or ValueError."""
    times = [settings[name] for name in ("move_time", "game_time")]
    times.append(settings.get("start_time", DEFAULT_START_TIME))
    limits = zip(*(one if isinstance(one, list) else [one, one] for one in times), strict=True)
    first, second = (
        EngineConfig(_text(command)).within(
            Limits(seconds(move), None if game is None else seconds(game), seconds(start))
        )
        for command, (move, game, start) in zip(settings["engines"], limits, strict=True)
    )
    sprt = None
    if settings["sprt"] is not None:
        elo0, elo1, *errors, model = settings["sprt"]
        sprt = Sprt(elo0, elo1, **dict(zip(("alpha", "beta"), errors, strict=False)), model=model)
    return Plan(
        (first, second),
        matches=_number(settings["matches"]),
        match_size=_number(settings["match_size"]),
        seed=_number(settings["seed"]),
        deck=one_of(*DECK_SIZES)(settings["deck"]),
        caps=caps_of(settings.get("attack_limit")),
        paired=true_or_false(settings["paired"]),
        sprt=sprt,
    )


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(value)
    return value


def _number(value: Any) -> int:
    if type(value) is not int:  # true is none, nor is 1.0
        raise TypeError(value)
    return value
