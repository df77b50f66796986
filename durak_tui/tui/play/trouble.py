"""Questions to ask when an engine does not play on."""

from durak_tui.table.controller import Failed, Overdue
from durak_tui.table.seats import EngineSeat
from durak_tui.tui.play.questions import about_failure
from durak_tui.tui.play.session_table import SessionTable
from durak_tui.tui.toolkit.dialog import WITHDRAWN, Question
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import known_engines
from durak_tui.words.play import about_engine


class EngineTrouble:
    """The question about an engine at a table, while there is one."""

    def __init__(self, screen: DurakScreen, table: SessionTable) -> None:
        self._screen = screen
        self._table = table
        self._question: Question | None = None

    def ask(self, trouble: Overdue | Failed) -> None:
        """Ask what to do about an engine, until it answers after all."""
        session = self._table.session
        opponent = self._table.controller.engine(trouble.seat).opponent
        others = known_engines(session.settings)
        has_begun = not session.game.is_untouched
        asked = about_engine(trouble, opponent, others, has_begun=has_begun)
        self._question = question = about_failure(asked)
        # Another question that is open meanwhile is still asked after it.
        self._screen.run_worker(self._decide(question, trouble.seat), group="engine")

    async def _decide(self, question: Question, seat: int) -> None:
        answer = await self._screen.ask(question)
        if answer == WITHDRAWN:
            return
        self._question = None
        table, controller = self._table, self._table.controller
        what, _colon, engine = answer.partition(":")
        if what == "leave":
            self._leave_all()
        elif what == "engine":
            self._screen.in_thread(controller.engine(seat).opponent.close)
            table.session.exchange(EngineSeat(table.session.find(engine)))
            table.play()
        elif what == "restart":
            controller.restart(seat)
        elif what == "claim":
            controller.claim(seat)
        elif controller.engine(seat).is_asked:
            controller.engine(seat).wait_on()

    def withdraw(self) -> None:
        """Ask no longer: the engine has answered after all."""
        if self._question:
            self._question.withdraw()
            self._question = None

    def _leave_all(self) -> None:
        """Leave, together with screens that lie over this one."""
        screen = self._screen
        if screen.is_open:
            while screen.app.screen is not screen:
                screen.app.pop_screen()
            screen.action_back()
