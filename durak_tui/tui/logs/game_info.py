"""All that a log says about one game beside its cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from durak_tui.common.i18n import N_, _, decimal, grouped
from durak_tui.common.short_names import short_names
from durak_tui.common.text import one_line
from durak_tui.game.caps import NO_CAPS, caps_name
from durak_tui.net.proof import KEY as PROOF
from durak_tui.records.bounds import TOO_LARGE
from durak_tui.tui.logs import log_words
from durak_tui.tui.logs.log_reader import OpenGame
from durak_tui.tui.toolkit.page import Line, PageScreen, beside, paragraph
from durak_tui.user.opponents import shown_name
from durak_tui.words.game_notation import outcome_word
from durak_tui.words.narrator import ending_words

_SHOWN: Final = 4000  # Bytes that are shown of a damaged game, and characters of any one value.
_ALL: Final = 40_000  # Characters that are shown of all of them.
_NAME: Final = 24  # Columns of a player's name in the name of a fact.
_OF_RUN: Final[Mapping[str, str]] = {
    "engines": N_("engines"),
    "matches": N_("matches"),
    "match_size": N_("games per match"),
    "seed": N_("seed"),
    "deck": N_("deck"),
    "attack_limit": N_("attack limit"),
    "deals": N_("recorded deals"),
    "paired": N_("every deal twice"),
    "move_time": N_("seconds per move"),
    "game_time": N_("seconds per game"),
    "tournament": N_("tournament"),
    "games": N_("games per pairing"),
    "rounds": N_("rounds"),
    "command": N_("command"),
    "env": N_("environment"),
}
"""Facts that a run states about itself."""


class GameInfo(PageScreen):
    """A text about a game."""

    HELP = N_("What the log records besides the cards: times, the ending, the run.")

    def __init__(self, game: OpenGame) -> None:
        super().__init__()
        self._game = game

    def title_text(self) -> str:
        return _("About game {n}").format(n=grouped(self._game.key.number + 1))

    def lines(self, width: int) -> list[Line]:
        return about(self._game, self.durak.glyphs.dash, width)


def about(game: OpenGame, dash: str, width: int) -> list[Line]:
    """The facts about a game, as lines of at most ``width`` columns.

    ``dash`` stands for what is not known.
    """
    facts = [*_some(_facts(game, dash), dash)]
    column = min(width // 2, max(cell_len(name) for name, _value, _look in facts) + 2)
    lines = list(beside(facts, column, width))
    if game.record is None and game.raw:
        lines += [[], [(_("In the log:"), "dim")]]
        text = one_line(game.raw[:_SHOWN].decode(errors="backslashreplace").strip())
        lines += paragraph(text, width)
    return lines


def _some(facts: Iterable[tuple[str, str, str]], dash: str) -> Iterator[tuple[str, str, str]]:
    """As many facts as anybody may read, none too long."""
    room = _ALL
    for name, value, look in facts:
        shown = _capped(name), _capped(value.strip()) or dash
        room -= sum(map(len, shown))
        if room < 0:
            yield "...", _(TOO_LARGE), "text"
            return
        yield *shown, look


def _capped(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def _facts(game: OpenGame, dash: str) -> Iterator[tuple[str, str, str]]:
    """Name, value and look of each fact."""
    summary, record = game.summary, game.record
    first, second = map(shown_name, summary.names or (dash, dash))
    yield _("Player 1"), first, "strong"
    yield _("Player 2"), second, "strong"
    yield _("Result"), outcome_word(summary.result), "text"
    if summary.damage is not None:
        yield _("Damaged"), one_line(summary.damage), "bad"
        yield _("Header"), summary.title, "text"
    elif why := log_words.why(summary):
        yield _("Ending"), why, "bad"
    if summary.started_at is not None:
        yield _("Began"), summary.started_at.isoformat(" "), "text"
    if record is not None:
        yield _("Ended"), record.ended_at.isoformat(" "), "text"
    if summary.bouts is not None:
        yield _("Bouts"), str(summary.bouts), "text"
    if summary.cards is not None:
        yield _("Cards played"), str(summary.cards), "text"
    if record is None:
        return
    ending = record.ending
    yield _("Deck"), str(len(record.deal.deck)), "text"
    if record.deal.caps != NO_CAPS:
        yield _("Attack limit"), caps_name(record.deal.caps), "text"
    if ending.detail:
        yield _("Verdict"), ending_words(ending, record.names, (first, second)), "text"
    for line in ending.stderr.splitlines():
        yield _("Last words"), _in_words(line), "text"
    names = short_names((first, second), _NAME)
    for name, clock in zip(names, record.clocks or (), strict=False):
        text = _("{seconds} s for {n} answers, longest {worst} s")
        seconds, worst = (decimal(one, ".3f") for one in (clock.seconds, clock.worst))
        said = text.format(seconds=seconds, n=clock.answers, worst=worst)
        yield _("Time of {name}").format(name=name), said, "text"
    for name, player, command in zip(names, (first, second), record.seats or (), strict=False):
        if command and command != player:
            yield _("Command of {name}").format(name=name), one_line(command), "text"
    if record.taken_up:
        yield _("Resumed"), _("after {n} actions").format(n=record.taken_up), "text"
    for name, one in zip(names, record.said.engines if record.said else (), strict=False):
        if one:
            yield _("Engine of {name}").format(name=name), one.line, "text"
    if record.game_id is not None:
        yield _("Game in the run"), str(record.game_id), "text"
    if record.seed is not None:
        yield _("Seed"), one_line(str(record.seed)), "text"
    for key, value in (record.run or {}).items():
        if said := _in_words(value):
            yield _("Run: {key}").format(key=_key(key)), said, "text"
    for key, value in record.others.items():
        if key == PROOF and isinstance(value, dict):
            said = _("by both players, without a dealer; durak-tui verify checks it")
            yield _("Dealt"), said, "text"
        else:
            yield _key(key), _in_words(value) or dash, "text"


def _key(key: str) -> str:
    return _(_OF_RUN[key]) if key in _OF_RUN else one_line(key)


def _in_words(value: object) -> str:
    """A JSON value as a person would write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        said = ((_key(str(key)), _in_words(each)) for key, each in value.items())
        return ", ".join(f"{key} {words}" for key, words in said if words)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_in_words(each) or "-" for each in value)
    # Not by identity: a game may have come from another process.
    return _(TOO_LARGE) if value == TOO_LARGE else one_line(str(value))
