"""Sentences on the run that a form describes."""

from durak_tui.common.i18n import _, grouped, ngettext
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.rated import rated
from durak_tui.match.plan import Plan
from durak_tui.match.snapshot import MatchSnapshot
from durak_tui.statistics.rating import expected_score
from durak_tui.tournament.pairings import pairing_count
from durak_tui.tournament.tournament_config import TournamentConfig
from durak_tui.tui.runs.run_words import elo_line, engine_names, games_of
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.user.engines import about, opponents
from durak_tui.user.opponents import shown_name
from durak_tui.user.schema import Settings
from durak_tui.words.text_table import fitted, in_columns
from durak_tui.words.worth import percent


def engines_said(settings: Settings) -> str:
    """The engines that can be entered, and how strong they are."""
    rows = [
        (_name(one), about(one), f"{known.rating:.0f}" if (known := rated(one.command)) else "")
        for one in opponents(settings).engines_first
    ]
    return "\n".join(in_columns(fitted([(_("Engine"), "", _("Rating")), *rows], names=2)))


def match_said(plan: Plan) -> str:
    """The engines and games of a match, and what ratings foretell."""
    games = (plan.matches or 0) * (plan.match_size or 0)
    players = [(seat, one) for seat, one in enumerate(plan.players, 1) if one.command]
    lines = [f"{seat} {_with_rating(one)}" for seat, one in players]
    first, second = (rated(one.command) for one in plan.players)
    if first and second and first != second:
        share = percent(expected_score(first.rating - second.rating))
        text = _("{name} is expected to score {share}")
        lines.append(text.format(name=_name(plan.players[0]), share=share))
    lines.append(_games(games))
    if plan.paired:
        deals = (games + 1) // 2
        text = ngettext("{n} deal, from both seats", "{n} deals, from both seats", deals)
        lines.append(text.format(n=grouped(deals)))
    return "\n".join(lines)


def last_said(now: MatchSnapshot, glyphs: Glyphs) -> str:
    """The engines of a match, its games and its result."""
    names = f" {glyphs.dash} ".join(engine_names(now))
    return "\n".join((names, games_of(now.done, now.total), elo_line(now, glyphs)))


def tournament_said(config: TournamentConfig) -> str:
    """The games of a tournament, and its engines."""
    n = pairing_count(config.shape)
    pairings = ngettext("{n} pairing", "{n} pairings", n).format(n=grouped(n))
    return f"{pairings}, {_games(n * config.games)}\n{', '.join(map(_with_rating, config.engines))}"


def _games(n: int) -> str:
    return ngettext("{n} game in all", "{n} games in all", n).format(n=grouped(n))


def _name(engine: EngineConfig) -> str:
    return shown_name(engine.shown)


def _with_rating(engine: EngineConfig) -> str:
    name, known = _name(engine), rated(engine.command)
    text = _("{name} (rating {n})")
    return text.format(name=name, n=f"{known.rating:.0f}") if known else name
