"""What a person is asked when the engine at the table keeps silent or has failed."""

from collections.abc import Callable

from durak_tui.tui.play.game_flow import GameFlow
from durak_tui.tui.play.questions import (
    WITHDRAWN,
    Asked,
    Withdrawable,
    about_failure,
    about_silence,
)
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import known_engines


class EngineTrouble:
    """One question at a time.  It is withdrawn when the engine answers after all."""

    def __init__(
        self,
        screen: DurakScreen,
        flow: Callable[[], GameFlow],
        *,
        leave: Callable[[], None],
        exchange: Callable[[str], None],
    ) -> None:
        """``leave`` and ``exchange`` do what the person has chosen: leave the game, or go on
        against the engine of that name."""
        self._screen = screen
        self._flow = flow
        self._leave = leave
        self._exchange = exchange
        self._question: Withdrawable | None = None

    def ask_about_silence(self, seconds: float) -> None:
        """The engine has owed an answer for so long."""
        session = self._flow().session
        begun, words = not session.is_untouched, session.opponent.last_words
        self._put(about_silence(session.engine, seconds, words, begun=begun))

    def ask_about_failure(self) -> None:
        """The engine cannot go on."""
        session, trouble = self._flow().session, self._flow().trouble
        assert trouble
        known = (entry.name for entry in known_engines(self._screen.durak.settings.value))
        others = [name for name in known if name != session.table.contestant.shown]
        failure, begun = session.opponent.failure, not session.is_untouched
        self._put(about_failure(session.engine, trouble, failure, others=others, begun=begun))

    def withdraw(self) -> None:
        """It has answered."""
        question, self._question = self._question, None
        if question:
            question.withdraw()

    def _put(self, asked: Asked) -> None:
        self._question = Withdrawable(asked)
        self._screen.app.push_screen(self._question, self._answered)

    def _answered(self, answer: str | None) -> None:
        if answer == WITHDRAWN:
            return
        self._question = None
        flow = self._flow()
        what, _colon, engine = (answer or "").partition(":")
        if what == "leave":
            self._leave()
        elif what == "engine":
            self._exchange(engine)
        elif what == "restart":
            flow.restart()
        elif what == "claim":
            flow.claim()
        elif flow.seat.is_asked:
            flow.seat.wait_on()
