"""What the play screen says: one line for what has happened, one for what may be done."""

from collections.abc import Mapping
from typing import Final

from durak_tui.common.i18n import N_, _, ngettext
from durak_tui.game.cards import suit_of
from durak_tui.game.position import (
    DEAL,
    MOVE,
    RESPOND,
    Action,
    Dealt,
    lowest_trump_holder,
)
from durak_tui.records.walk import Drawn, about_to_play, end_of_bout
from durak_tui.table.duel import Duel, Obstacle, Pass, WhyNot
from durak_tui.tui.toolkit.glyphs import Glyphs
from durak_tui.user.state import Series
from durak_tui.words.narrator import Narrator

_OBSTACLES: Final[Mapping[Obstacle, str]] = {
    Obstacle.OVER: N_("The game is over."),
    Obstacle.TURN: N_("It is the turn of {name}."),
    Obstacle.NOT_HELD: N_("{card} has been played already."),
    Obstacle.LOWER: N_("{card} does not beat {other}: it is lower."),
    Obstacle.SUIT: N_("{card} does not beat {other}: neither its suit nor a trump."),
    Obstacle.TRUMP: N_("{card} does not beat {other}: only a higher trump does."),
    Obstacle.RANK: N_("{card} cannot be thrown in: no {rank} lies on the table."),
}


class Words:
    """Puts a game into sentences.  The engine is called by its name, the person "you"."""

    def __init__(self, duel: Duel, engine: str, glyphs: Glyphs, keys: Mapping[str, str]) -> None:
        """``keys`` are those of the actions, as they are printed."""
        self._duel = duel
        self._engine = engine
        self._glyphs = glyphs
        self._keys = keys
        self._narrator = Narrator((engine, engine), glyphs.cards, you=duel.seat)

    # What has happened.

    def opening(self) -> str:
        """Who attacks first, and why if it is by the rule; or that the game is gone on with."""
        duel = self._duel
        if duel.actions:
            goes_on = _("The game goes on.")
            return f"{goes_on} {self._last()}".strip()
        position = duel.position
        holder = lowest_trump_holder(
            (position.hands[0], position.hands[1]), suit_of(position.trump)
        )
        return self._narrator.opening(position.attacker, by_trump=holder == position.attacker)

    def _last(self) -> str:
        """What was played last."""
        duel = self._duel
        *actions, last = duel.actions
        before = Duel(duel.deal, seat=duel.seat, names=duel.names, actions=actions)
        if before.position.phase == DEAL:
            before.settle()
        words = Words(before, self._engine, self._glyphs, self._keys)
        said = words.played(last)
        before.play(last)
        if before.position.phase == DEAL:
            said = f"{said if last else ''} {words.bout_over()}".strip()
        return said

    def played(self, cards: Action) -> str:
        """What is about to be played."""
        return self._narrator.played(about_to_play(self._duel.position, cards))

    def bout_over(self) -> str:
        """How the bout has ended whose cards still lie there."""
        return " ".join(self._narrator.tell(end_of_bout(self._duel.position)))

    def drawn(self, dealt: Dealt) -> str:
        """What the person has drawn, and whether that was the last of it."""
        drawn = Drawn(1, dealt, self._duel.position.talon_count)
        return " ".join(self._narrator.drawn(drawn))

    def why_not(self, why: WhyNot) -> str:
        """Why a card cannot be played."""
        if why.obstacle is Obstacle.LIMIT:
            limit = why.limit or 0
            text = ngettext(
                "No more than {n} card may be added.", "No more than {n} cards may be added.", limit
            )
            return text.format(n=limit)
        card = self._glyphs.card(why.card)
        other = "" if why.to_beat is None else self._glyphs.card(why.to_beat)
        return _(_OBSTACLES[why.obstacle]).format(
            name=self._engine, card=card, other=other, rank=card[:-1]
        )

    def cannot_pass(self, wanted: Pass) -> str:
        """Why the person cannot take, or not be done, now."""
        duel = self._duel
        if duel.over:
            return _(_OBSTACLES[Obstacle.OVER])
        if not duel.person_to_act:
            return _(_OBSTACLES[Obstacle.TURN]).format(name=self._engine)
        if wanted is Pass.TAKE:
            return _("You attack: there is nothing to take.")
        if duel.position.phase == RESPOND:
            return _("You defend: beat the card or take ({take}).").format(**self._keys)
        return _("You attack: play a card first.")

    def passing(self) -> str:
        """What playing no card is called, in a word."""
        return _("take") if self._duel.position.phase == RESPOND else _("done")

    # What may be done.

    def task(self, chosen: int = 0) -> str:
        """What the person may do now, ``chosen`` cards being marked to be given."""
        duel, position = self._duel, self._duel.position
        choices = duel.choices()
        if position.phase == MOVE and not position.table:
            return _("Attack: press the key under a card, or arrows and {pick}.").format(
                **self._keys
            )
        if position.phase == MOVE:
            if choices.cards:
                return _("Throw in a card of a rank on the table, or done ({done}).").format(
                    **self._keys
                )
            return _("You have nothing to throw in: done ({done}).").format(**self._keys)
        if position.phase == RESPOND:
            other = self._glyphs.card(position.table[-1])
            if choices.cards:
                return _("Beat {card} or take ({take}).").format(card=other, **self._keys)
            return _("You have nothing that beats {card}: take ({take}).").format(
                card=other, **self._keys
            )
        if chosen:
            text = ngettext(
                "{n} card of {limit} is marked: done ({done}) adds it.",
                "{n} cards of {limit} are marked: done ({done}) adds them.",
                chosen,
            )
            return text.format(n=chosen, limit=choices.limit, **self._keys)
        if choices.limit == 1:
            return _("Add a card to those taken by its key, or none: done ({done}).").format(
                **self._keys
            )
        text = ngettext(
            "You may add {n} card to those taken; then done ({done}).",
            "You may add up to {n} cards to those taken; then done ({done}).",
            choices.limit,
        )
        return text.format(n=choices.limit, **self._keys)

    def thinking(self) -> str:
        """Said when the engine takes longer than a moment."""
        return _("{name} thinks...").format(name=self._engine)

    def in_trouble(self) -> str:
        """Said when the engine has failed and nothing was decided about that."""
        return _("{name} has failed. {pick}: what to do about it.").format(
            name=self._engine, **self._keys
        )

    # The end.

    def result(self) -> str:
        """How the game has ended."""
        ending, (first, second) = self._duel.ending, self._duel.position.hands
        assert ending
        return self._narrator.result(ending, (first.bit_count(), second.bit_count()))

    def after(self) -> str:
        """What may be done once the game is over."""
        return _("{again}: another game. {back}: leave.").format(**self._keys)


def score(series: Series) -> str:
    """The games of a series so far; empty before the first."""
    if not series.wins + series.losses + series.draws:
        return ""
    if not series.draws:
        return _("You {wins} : {losses}").format(wins=series.wins, losses=series.losses)
    text = ngettext(
        "You {wins} : {losses}, {n} draw", "You {wins} : {losses}, {n} draws", series.draws
    )
    return text.format(wins=series.wins, losses=series.losses, n=series.draws)
