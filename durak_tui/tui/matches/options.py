"""What is entered for a match, and the plan it makes."""

from dataclasses import dataclass, replace
from os.path import expanduser, isdir
from pathlib import Path
from typing import Final

from durak_tui.common.i18n import _, why
from durak_tui.common.text import one_line
from durak_tui.common.values import Most
from durak_tui.engine.config import DEFAULT_MOVE_TIME, EngineConfig, Limits
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.library.index import has_games, has_something
from durak_tui.match.plan import AT_ONCE, DEFAULT_MATCH_SIZE, DEFAULT_MATCHES, SEED, Plan
from durak_tui.statistics.sprt import Sprt, numbers_in
from durak_tui.tui.toolkit.form import Check, entered_seconds, too_much
from durak_tui.user.engines import engine_named, opponents
from durak_tui.user.schema import Settings

USUAL_ENGINE: Final = "durak-dummy"  # Levels are for people: nobody measures engines by them.


@dataclass(frozen=True, slots=True)
class Entered:
    """A form that is filled in, every field as it stands there."""

    engine1: str = USUAL_ENGINE  # The name of a known engine, or a command line.
    engine2: str = USUAL_ENGINE
    matches: str = str(DEFAULT_MATCHES)
    games: str = str(DEFAULT_MATCH_SIZE)  # In each match.
    seed: str = ""  # Empty: at random.
    deck: str = "36"
    attack_limit: str = "none"  # One of ATTACK_LIMITS.
    paired: str = "yes"
    move_time: str = f"{DEFAULT_MOVE_TIME:g}"
    game_time: str = ""  # Empty: no limit.
    sprt: str = ""  # Empty: no sequential test.
    concurrency: str = ""  # Games at the same time.  Empty: one for each core.
    log: str = ""  # Empty: none.
    infos: str = "no"  # Whether it is to have what engines say.

    @property
    def path(self) -> Path | None:
        return Path(expanduser(self.log)) if self.log else None


def plan_of(entered: Entered, settings: Settings) -> Plan:
    """The plan of a form in which nothing is wrong."""
    move_time = entered_seconds(entered.move_time) or DEFAULT_MOVE_TIME
    limits = Limits(move_time, entered_seconds(entered.game_time))

    def player(name: str) -> EngineConfig:
        return engine_named(settings, name, move_time).within(limits)

    return Plan(
        (player(entered.engine1), player(entered.engine2)),
        matches=int(entered.matches),
        match_size=int(entered.games),
        seed=int(entered.seed) if entered.seed else None,
        deck=int(entered.deck),
        caps=ATTACK_LIMITS[entered.attack_limit],
        paired=entered.paired == "yes",
        sprt=Sprt(*numbers_in(entered.sprt)) if entered.sprt else None,
    )


def with_names(plan: Plan, settings: Settings) -> Plan:
    """The plan of a log, with the user's names of its engines."""
    # What ships is called by its command, whatever else the user calls it.
    found = sorted(opponents(settings), key=lambda entry: entry.name != entry.command)
    names = {entry.command: entry.name for entry in reversed(found)}

    def named(player: EngineConfig) -> EngineConfig:
        name = names.get(player.command, "")
        return replace(player, name="" if name == player.command else name)

    first, second = plan.players
    return replace(plan, players=(named(first), named(second)))


# Checks: what is wrong with a field, in a sentence; empty if nothing is.


def whole_problem(most: Most) -> Check:

    def check(text: str) -> str:
        if text.isascii() and text.isdigit() and text.strip("0"):
            return too_much(text, most)
        return _("Enter a whole number from 1 to {most}.").format(most=most.number)

    return check


def at_once_problem(text: str) -> str:
    """A number of games, or nothing."""
    return whole_problem(AT_ONCE)(text) if text else ""


def seed_problem(text: str) -> str:
    """A seed, or nothing."""
    digits = text.removeprefix("-")
    if not text:
        return ""
    if digits.isascii() and digits.isdigit():
        return too_much(digits, SEED)
    return _("Enter a whole number, or leave this empty.")


def sprt_problem(text: str) -> str:
    """The two strengths of a sequential test, or nothing."""
    try:
        if text:
            Sprt(*numbers_in(text))
    except ValueError:
        return _("Enter two strengths, the lower first, such as 0, 10, or leave this empty.")
    return ""


def log_problem(text: str) -> str:
    """A path, or nothing."""
    if one_line(text) != text:
        return _("A path is one line of text.")
    if not text:
        return ""
    try:
        path = Path(expanduser(text))
        if text.endswith("/") or isdir(path):
            return _("This is a folder: add the name of a file.")
        if has_something(path) and not has_games(path):
            return _("This file is not a log of games: choose another.")
    except OSError as error:
        return _("This file cannot be used: {why}.").format(why=why(error))
    return ""
