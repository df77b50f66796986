"""Practice: which position comes next, and what an answer was worth."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from durak_tui.analysis.lesson import Judgement, judge
from durak_tui.common.i18n import Message
from durak_tui.game.position import Action
from durak_tui.practice.exercises import Exercise, exercise, own_mistakes
from durak_tui.practice.history import History, HistoryStore
from durak_tui.practice.positions import shipped
from durak_tui.user.engines import who_plays
from durak_tui.user.folders import games_log
from durak_tui.user.schema import Settings

OWN_EVERY: Final = 3  # One in this many new positions is a mistake of the person's own.


class Counts(NamedTuple):
    """The progress of a person."""

    solved: int
    total: int
    waiting: int  # Those that were failed and come back.


class Practice:
    """One exercise after the other, each judged and remembered."""

    current: Exercise

    def __init__(
        self, store: HistoryStore | None = None, exercises: Iterable[Exercise] | None = None
    ) -> None:
        """Without arguments: from the user's file, with the positions that ship."""
        self.judgement: Judgement | None = None  # Of the first answer to the current one.
        self._store = store or HistoryStore()
        self._exercises: dict[str, Exercise] = {}
        self.add(map(exercise, shipped()) if exercises is None else exercises)
        self.next()

    def add(self, exercises: Iterable[Exercise]) -> None:
        """Have more of them, such as mistakes of the person's own."""
        for one in exercises:
            self._exercises.setdefault(one.key, one)

    @property
    def messages(self) -> Sequence[Message]:
        """Problems with the file of the answers."""
        return self._store.messages

    @property
    def counts(self) -> Counts:
        positions = self._store.value.positions
        known = [positions[key] for key in self._exercises if key in positions]
        waiting = sum(its is not None for its in known)
        return Counts(len(known) - waiting, len(self._exercises), waiting)

    @property
    def has_waited(self) -> bool:
        """True if the current exercise was failed before."""
        return self._store.value.positions.get(self.current.key) is not None

    def next(self) -> None:
        """Go to the next exercise."""
        self.current = chosen(list(self._exercises.values()), self._store.value)
        self.judgement = None

    def answer(self, action: Action) -> Judgement:
        """Judge an answer; the first one counts.

        Raises IllegalAction, and OSError if it cannot be remembered in the file; it is remembered
        here all the same.
        """
        found = judge(self.current.question, action)
        if self.judgement is None:
            self.judgement = found
            key = self.current.key
            self._store.change(lambda history: history.after(key, found.right))
        return found


def chosen(exercises: Sequence[Exercise], history: History) -> Exercise:
    """The one that comes next.

    That is one that was failed and is due; or else a new one, now and then one's own; or else the
    failed one that is due first; or else the one that was solved longest ago.
    """
    waiting: list[tuple[int, int]] = []  # When each is due, and its place.
    new: list[Exercise] = []
    for place, one in enumerate(exercises):
        if one.key not in history.positions:
            new.append(one)
        elif its := history.positions[one.key]:
            waiting.append((its.due, place))
    if waiting and (min(waiting)[0] <= history.answers or not new):
        return exercises[min(waiting)[1]]
    if new:
        wants_own = history.answers % OWN_EVERY == 0
        return next((one for one in new if one.own == wants_own), new[0])
    by_key = {one.key: one for one in exercises}
    return next(by_key[key] for key in history.positions if key in by_key)


def own_exercises(settings: Settings) -> list[Exercise]:
    """The mistakes in the log of the user's own games.

    There are none if that cannot be read; the screens of logs say so.
    """
    try:
        return list(own_mistakes(games_log(), who_plays(settings)))
    except OSError:
        return []
