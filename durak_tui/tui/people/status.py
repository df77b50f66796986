"""The state of an evening between two people, as one sentence."""

from dataclasses import dataclass
from time import monotonic
from typing import Final

from durak_tui.common.i18n import _
from durak_tui.net.stages import Stage
from durak_tui.net.talk import Conclusion, Talk
from durak_tui.tui.people import people_words as words
from durak_tui.tui.people.calls import PeopleTalk

_PATIENT: Final = 15.0  # Seconds of a turn before its clock is shown.


@dataclass
class TalkStatus:
    """Facts about an evening that the conversation does not keep."""

    name: str  # The other player's.
    lost: float | None = None  # Since when the line is lost, by the monotonic clock.
    left: str = ""  # That the other has left, or why, in a sentence.
    done: tuple[int, int] = (0, 1)  # Of the shuffle, or of the check: how much, of how much.
    found: str = ""  # By a check.
    checks: int = 0  # Sides that have sent their verdict.
    last_said: str = ""  # By the other, as long as nothing else is to be shown.
    concluded: Conclusion | None = None  # Why the game was ended without the other, if it was.

    def is_kept(self, talk: Talk | None) -> bool:
        """True if there is a game to go on with later."""
        if talk is None or self.concluded:
            return False
        return talk.stage in (Stage.DEALING, Stage.PLAYING, Stage.CHECKING)

    def sentence(self, conversation: "PeopleTalk | None", key: str) -> tuple[str, str, str]:
        """A sentence, its look, and another about ending the game by ``key``.

        That is empty unless the game can be ended without the other.
        """
        why = conversation.conclusion if conversation and not self.concluded else None
        talk = conversation.talk if conversation else None
        return *self._stand(talk), words.may_conclude(why, key) if why else ""

    def _stand(self, talk: Talk | None) -> tuple[str, str]:
        if talk is None:
            return _("One moment..."), "text"
        if self.concluded:
            return words.concluded(self.concluded), "accent"
        if talk.failure:
            return f"{self.found} {talk.failure}".strip(), "bad"
        if self.left:
            kept = words.goes_on() if self.is_kept(talk) else ""
            return f"{self.left} {kept}".strip(), "accent"
        if self.lost is not None:
            return words.no_answer(self.name, max(0, round(monotonic() - self.lost))), "accent"
        return self.last_said or self._stage(talk), "bad" if self.found else "text"

    def _stage(self, talk: Talk) -> str:
        name = self.name
        match talk.stage:
            case Stage.RULES:
                return words.terms_wanted(name)
            case Stage.DEALING:
                return words.shuffling(name, *self.done)
            case Stage.PLAYING:
                offered = words.offered_draw(name) if talk.offers[talk.here] else ""
                return f"{offered} {self._turn(talk)}".strip()
            case Stage.CHECKING:
                done, of = self.done
                return words.checking(done, of) if done < of else words.unopened(name)
        here, there = talk.again[talk.here], talk.again[1 - talk.here]
        verdict = self.found or (words.verified() if self.checks else "")
        again = words.waits_for_again(name) if here else words.wants_again(name) if there else ""
        return f"{verdict} {again}".strip()

    def _turn(self, talk: Talk) -> str:
        """The clock of a turn that takes a while."""
        wait, name = talk.wait, self.name
        if wait is None or wait.so_far < _PATIENT:
            return ""
        is_here = wait.seat == talk.here
        if talk.claims[talk.here]:
            return words.claimed(name)
        if wait.is_over:
            return words.your_time_is_up(name) if is_here else words.time_is_up(name)
        if talk.claims[1 - talk.here]:
            return words.is_claimed(name, wait.left)
        return words.your_time_left(wait.left) if is_here else words.time_left(name, wait.left)
