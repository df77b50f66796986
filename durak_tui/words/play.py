"""A game that is being played, in sentences for one player.

The player is "you", the other is called by name.  There are two voices: that of the screens, here,
in a line or two with signs of cards, and the full words of :mod:`durak_tui.words.plain`.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from durak_tui.common.i18n import N_, _, ngettext, why
from durak_tui.common.text import fit, one_line, short_path, shortened
from durak_tui.engine.config import EngineConfig
from durak_tui.engine.engine_errors import EngineError, EngineStartError, RunnerError
from durak_tui.game.caps import attacks_on
from durak_tui.game.position import MOVE, RESPOND, Action
from durak_tui.game.violation import IllegalAction, Rule
from durak_tui.records.journal_format import Opening
from durak_tui.records.walk import Acts, Beaten, Event, Taken
from durak_tui.table.adviser import Advice, NoHintsError
from durak_tui.table.controller import Failed, Overdue
from durak_tui.table.game import Choices, LiveGame, Pass
from durak_tui.table.opponent import Opponent
from durak_tui.table.storage import Trouble
from durak_tui.user.opponents import LEVELS, Level, next_level, shown_name
from durak_tui.user.state import Series
from durak_tui.words.narrator import Cards, Narrator, limit_of_attacks, shown_names
from durak_tui.words.refusals import ON_SCREEN, Refusals
from durak_tui.words.worth import worth_words

ENGINES: Final = 5  # Others that are offered for one that cannot be started.
_NAME: Final = 13  # Columns of each name where two people are listed.


class PlayWords(Narrator):
    """The sentences of both voices."""

    REFUSALS: ClassVar[Refusals]
    PASSING: ClassVar[tuple[str, str]]  # What playing no card is for the defender, the attacker.

    def __init__(
        self,
        game: LiveGame,
        seat: int,
        cards: Cards,
        *,
        aloud: bool = False,
        names: tuple[str, str] | None = None,
    ) -> None:
        """``aloud``: what anybody may hear, with both called by their names."""
        super().__init__(names or shown_names(game.names), cards, you=None if aloud else seat)
        self.name: Final = self.names[1 - seat]  # That of the other player.
        self._game = game
        self._seat = seat

    def refusal(self, error: IllegalAction) -> str:
        """The reason why the player's cards cannot be played."""
        return self.REFUSALS.of(error, self.cards)

    def tell(self, event: Event) -> list[str]:
        sentences = super().tell(event)
        if isinstance(event, Beaten | Taken):
            caps = self._game.caps
            limit = caps.first if event.bout == 1 else caps.each
            if isinstance(event, Taken):
                is_reached = attacks_on(len(event.table)) + len(event.given) == limit
            else:
                is_reached = len(event.table) == 2 * limit and all(event.left)
            if is_reached:
                text = ngettext(
                    "The limit of {n} attack is reached.",
                    "The limit of {n} attacks is reached.",
                    limit,
                )
                sentences.append(text.format(n=limit))
        return sentences

    def choice(self, action: Action) -> str:
        """The cards of an action, or what playing none means now."""
        taking, done = self.PASSING
        return self.cards(action) or _(taking if self._game.position.phase == RESPOND else done)

    def result(self) -> str:
        assert self._game.ending
        first, second = self._game.position.hands
        return self.end(self._game.ending, (first.bit_count(), second.bit_count()))


class ScreenWords(PlayWords):
    """One line for what has happened, one for what may be done."""

    REFUSALS = ON_SCREEN
    PASSING = N_("take"), N_("done")

    def __init__(
        self,
        game: LiveGame,
        seat: int,
        cards: Cards,
        keys: Mapping[str, str],
        dot: str,
        *,
        aloud: bool = False,
        names: tuple[str, str] | None = None,
    ) -> None:
        """``keys`` of actions as printed; ``dot`` divides things of a kind.

        ``names`` are what the players are called here, if not as everywhere.
        """
        super().__init__(game, seat, cards, aloud=aloud, names=names)
        self._keys = keys
        self._dot = dot

    def opening(self) -> str:
        """The attack limit, or who attacks first; or that it goes on."""
        game = self._game
        if game.actions:
            goes_on = _("The game continues.")  # no text is found within another
            return f"{goes_on} {self.acted(game.last)}".strip()
        # There is no room for both in 60 columns, and who attacks is seen as well.
        return limit_of_attacks(game.caps) or self.first_attack(
            game.position.attacker, by_trump=game.by_lowest_trump
        )

    def acted(self, events: Acts) -> str:
        """A player's action, and the end of the bout, if any."""
        played, *end = events
        # Of a pass its end says enough.
        worth_saying = events if played.cards or not end else end
        return " ".join(sentence for event in worth_saying for sentence in self.tell(event))

    def others_turn(self) -> str:
        """The reason why the player can do nothing now."""
        if self._game.over:
            return self.REFUSALS.text(Rule.GAME_OVER)
        return _("It is {name}'s turn.").format(name=self.name)

    def cannot_pass(self, wanted: Pass) -> str:
        """The reason why the player cannot take, or be done, now."""
        if self._game.to_act != self._seat:
            return self.others_turn()
        return pass_refused(self._game.position.phase, wanted, self._keys)

    def task(self, chosen: int = 0) -> str:
        """The player's choices, with ``chosen`` cards to be given."""
        position, choices = self._game.position, self._game.choices(self._seat)
        if position.phase == MOVE and not position.table:
            text = _("Attack: press the key under a card, or arrows and {pick}.")
        elif position.phase == MOVE and choices.cards:
            text = _("Throw in a matching card, or press {done}.")
        elif position.phase == MOVE:
            text = _("Nothing to throw in: press {pick}.")
        elif position.phase == RESPOND and choices.cards:
            text = _("Beat {card} or take ({take}).")
        elif position.phase == RESPOND:
            text = _("You have nothing that beats {card}: take ({pick}).")
        else:
            return adding_task(choices, chosen, self._keys)
        return text.format(card=self.cards(position.table[-1:]), **self._keys)

    def hand_over(self) -> str:
        """Said while the keyboard is on its way to the player."""
        name = self.names[self._seat]
        return _("Pass the keyboard to {name}, then press any key.").format(name=name)

    def asks_back(self) -> str:
        """Said when the other asks the player to let them take back."""
        return _("{name} asks to take back the last move.").format(name=self.name)

    def thinking(self) -> str:
        """Said when the engine takes longer than a moment."""
        return _("{name} is thinking...").format(name=self.name)

    def in_trouble(self) -> str:
        """Said when the engine has failed and nothing was decided about that."""
        text = _("{name} failed. {pick}: choose what to do.")
        return text.format(name=self.name, **self._keys)

    def after(self, level: Level | None = None) -> str:
        """A level that suits the player better; empty if there is none."""
        if level is None:
            return ""
        harder = next_level(self._game.names[1 - self._seat], 1) == level
        text = (
            _("Too easy? {harder}: play against {level}.")
            if harder
            else _("Too hard? {easier}: play against {level}.")
        )
        return text.format(**{**self._keys, "level": shown_name(level.name)})

    def after_review(self, mistakes: int) -> str:
        """The next thing to do; empty if there is none in particular."""
        if mistakes:
            text = ngettext(
                "{learn}: learn from it.",
                "{learn}: learn from them, one by one.",
                mistakes,
            )
            return text.format(**self._keys)
        ending, level = self._game.ending, next_level(self._game.names[1 - self._seat], 1)
        if ending is None or ending.winner != self._seat or not level or "harder" not in self._keys:
            return ""
        text = _("{harder}: play against {level}.")
        return text.format(**{**self._keys, "level": shown_name(level.name)})

    def hint(self, advice: Advice) -> str:
        """The worth of the best choice and of playing no card."""
        parts = [self._worth(advice.best, advice)]
        if advice.best and () in advice.scores:
            parts.append(self._worth((), advice))
        return _("Hint: {what}").format(what=f" {self._dot} ".join(parts))

    def _worth(self, action: Action, advice: Advice) -> str:
        played, score = self.choice(action), advice.score(action)
        if score is None:
            return played
        return f"{played} {worth_words(score, exact=not self._game.position.talon_count)}"


def adding_task(choices: Choices, chosen: int, keys: Mapping[str, str]) -> str:
    """The choices of adding to what is taken, with ``chosen`` cards marked."""
    if chosen:
        text = ngettext(
            "{n} card marked, {limit} at most: press {done} to add it.",
            "{n} cards marked, {limit} at most: press {done} to add them.",
            chosen,
        )
    elif not choices.cards:
        text = _("Nothing to add: press {pick}.")
    elif choices.limit == 1:
        text = _("Press a card's key to throw it in as well, or {done} for none.")
    else:
        text = ngettext(
            "Add {n} card to those taken, or press {done}.",
            "Add up to {n} cards to those taken, or press {done}.",
            choices.limit,
        )
    return text.format(n=chosen or choices.limit, limit=choices.limit, **keys)


def pass_refused(phase: int, wanted: Pass, keys: Mapping[str, str]) -> str:
    """The reason why the player to act cannot pass in this way."""
    if wanted is Pass.TAKE:
        return _("You attack: there is nothing to take.")
    if phase == RESPOND:
        return _("You defend: beat the card or take ({take}).").format(**keys)
    return ON_SCREEN.text(Rule.MUST_LEAD)


def players_of(opening: Opening, ellipsis: str) -> str:
    """Whom a game is against, or which two people play it."""
    names = shown_names(opening.names)
    if opening.between_people:
        return both_players(names, ellipsis)
    return _("against {engine}").format(engine=names[1 - opening.here])


def both_players(names: tuple[str, str], ellipsis: str) -> str:
    """Two people in a list."""
    first, second = names_within(names, _NAME, ellipsis)
    return _("{first} and {second}").format(first=first, second=second)


def names_within(names: tuple[str, str], room: int, ellipsis: str) -> tuple[str, str]:
    """Both names, cut to ``room`` columns and still different."""
    first, second = (fit(name, room, ellipsis) for name in names)
    if first == second:
        first, second = shortened(names, room, ellipsis)
    return first, second


def score(series: Series) -> str:
    """The games of a series so far; empty before the first."""
    wins, losses, n = series.wins, series.losses, series.draws
    if not wins + losses + n:
        return ""
    text = _("You {wins} : {losses}")
    if n:
        text = ngettext("You {wins} : {losses}, {n} draw", "You {wins} : {losses}, {n} draws", n)
    return text.format(wins=wins, losses=losses, n=n)


def score_between(names: tuple[str, str], series: Series) -> str:
    """The same for two people; the first has seen it so."""
    wins, losses, n = series.wins, series.losses, series.draws
    if not wins + losses + n:
        return ""
    text = _("{name} {wins} : {losses} {other}")
    if n:
        text = ngettext(
            "{name} {wins} : {losses} {other}, {n} draw",
            "{name} {wins} : {losses} {other}, {n} draws",
            n,
        )
    return text.format(name=names[0], other=names[1], wins=wins, losses=losses, n=n)


def score_in_numbers(series: Series) -> str:
    """The same without names: the games of the first, then the other's."""
    return f"{series.wins} : {series.losses}"


def hint_asked(engine: str) -> str:
    """Said while the engine of that name thinks about a hint."""
    return _("{engine} is thinking about a hint...").format(engine=one_line(engine))


def why_no_hint(engine: str, error: EngineError) -> str:
    """The reason why the engine of that name gives no hint."""
    if isinstance(error, NoHintsError):
        text = _("{engine} gives no hints: choose another engine in the settings.")
        return text.format(engine=one_line(engine))
    return _("No hint: {why}.").format(why=one_line(str(error)))


def not_stored(trouble: Trouble) -> str:
    text = (
        _("The game is over, but it could not be written to {path}: {why}.")
        if trouble.is_log
        else _("The game continues, but it cannot be saved in {path}: {why}.")
    )
    return text.format(path=short_path(trouble.path), why=why(trouble.error))


def not_kept(trouble: Trouble) -> str:
    """Said when a game is left that should be stored."""
    text = _("Your last move could not be saved in {path}: {why}.")
    return text.format(path=short_path(trouble.path), why=why(trouble.error))


class EngineQuestion(NamedTuple):
    """A question about an engine that does not play on."""

    title: str
    text: str
    last_words: Sequence[str]
    answers: Mapping[str, str]  # Wait, restart, claim, leave or engine:NAME, and its label.


def about_level(level: Level) -> str:
    """The number of a level, and how it plays."""
    text = _("{name}, level {n} of {of}.")
    of_all = text.format(name=shown_name(level.name), n=level.number, of=len(LEVELS))
    return f"{of_all} {_(level.about)}"


def about_engine(
    trouble: Overdue | Failed,
    opponent: Opponent,
    others: Sequence[EngineConfig] = (),
    *,
    has_begun: bool,
) -> EngineQuestion:
    """The problem with an engine, and the ways out.

    ``others`` may play in its place, if it cannot be started.
    """
    name, words = shown_name(opponent.config.shown), ""
    error = trouble.error if isinstance(trouble, Failed) else None
    text = one_line(str(error or ""))
    restart = _("Restart it and continue from here")
    answers = {"restart": restart, "claim": _("Claim the win")}
    if isinstance(trouble, Overdue):
        title = _("{name} does not answer")
        text = ngettext(
            "No answer for {n} second, which is longer than its limit.",
            "No answer for {n} seconds, which is longer than its limit.",
            max(1, int(trouble.seconds)),
        ).format(n=max(1, int(trouble.seconds)))
        words = opponent.last_words
        answers = {"wait": _("Keep waiting"), **answers}
    elif isinstance(error, RunnerError):
        title = _("{name} cannot be asked")
        advice = _("This computer is out of resources. Close what you do not need and try again.")
        text = f"{text}\n{advice}"
        answers = {"restart": _("Try again")}
    elif isinstance(error, EngineStartError):
        title = _("{name} cannot be started")
        text = f"{text}\n" + _("Check its command, or play against another engine.")
        against = _("Resume against {name}") if has_begun else _("Play against {name}")
        names = [one.name for one in others if one.name != opponent.config.shown][:ENGINES]
        answers = {f"engine:{other}": against.format(name=other) for other in names}
        answers["restart"] = _("Try again")
    else:
        title = _("{name} failed")
        if failure := opponent.failure:
            # The command is named as in the protocol: it is for authors of engines.
            text = one_line(f"{failure.verdict.command}: {failure.verdict.why}")
            words = failure.last_words
    answers["leave"] = _("Leave the game for later") if has_begun else _("Leave")
    lines = [one_line(line) for line in words.splitlines() if line.strip()]
    return EngineQuestion(title.format(name=one_line(name)), text, lines, answers)
