"""What is asked when an engine does not play on."""

from durak_tui.table.controller import Failed, Overdue
from durak_tui.table.seats import EngineSeat
from durak_tui.tui.play.questions import about_failure
from durak_tui.tui.play.table import TableScreen
from durak_tui.tui.toolkit.dialog import WITHDRAWN, Withdrawable
from durak_tui.user.engines import known_engines
from durak_tui.words.play import about_engine


class EngineTrouble(TableScreen):
    """A table with engines, which may fail."""

    _question: Withdrawable | None = None

    def ask_about_engine(self, trouble: Overdue | Failed) -> None:
        """Ask what to do about an engine, until it answers after all."""
        opponent = self.controller.engine(trouble.seat).opponent
        others = known_engines(self.durak.settings.value)
        has_begun = not self.session.game.is_untouched
        asked = about_engine(trouble, opponent, others, has_begun=has_begun)
        self._question = question = about_failure(asked)
        # Whatever else is being asked meanwhile is still asked after it.
        self.run_worker(self._decide(question, trouble.seat), group="engine")

    async def _decide(self, question: Withdrawable, seat: int) -> None:
        answer = await self.ask(question)
        if answer == WITHDRAWN:
            return
        self._question = None
        controller = self.controller
        what, _colon, engine = answer.partition(":")
        if what == "leave":
            self.leave_all()
        elif what == "engine":
            self.in_thread(controller.engine(seat).opponent.close)
            self.session.exchange(EngineSeat(self.session.find(engine)))
            self.begin_game()
        elif what == "restart":
            controller.restart(seat)
        elif what == "claim":
            controller.claim(seat)
        elif controller.engine(seat).is_asked:
            controller.engine(seat).wait_on()

    def withdraw_question(self) -> None:
        """Ask no longer: the engine has answered after all."""
        if self._question:
            self._question.withdraw()
            self._question = None

    def leave_all(self) -> None:
        """Leave together with whatever lies over this screen, such as help."""
        if self.is_open:
            while self.app.screen is not self:
                self.app.pop_screen()
            self.action_back()
