"""Questions about an engine that does not play on."""

from collections.abc import Callable
from typing import Final

from durak_tui.common.i18n import _, ngettext
from durak_tui.common.text import one_line
from durak_tui.engine.errors import EngineStartError, RunnerError
from durak_tui.table.controller import Controller, Failed, Overdue
from durak_tui.tui.play.questions import WITHDRAWN, Withdrawable
from durak_tui.tui.toolkit.menu import Entry
from durak_tui.tui.toolkit.screen import DurakScreen
from durak_tui.user.engines import known_engines

ENGINES: Final = 5
"""Other engines that are offered."""
_WORDS: Final = 4
_WIDTH: Final = 56


class EngineQuestions:
    """Asks what to do about an engine, until it answers after all."""

    def __init__(
        self,
        screen: DurakScreen,
        controller: Controller,
        *,
        leave: Callable[[], object],
        exchange: Callable[[int, str], object],
    ) -> None:
        """``exchange`` puts an engine of another name on a seat."""
        self._screen = screen
        self._controller = controller
        self._leave = leave
        self._exchange = exchange
        self._question: Withdrawable | None = None

    def about_silence(self, overdue: Overdue, name: str) -> None:
        """Ask about an engine that has owed an answer for too long."""
        count = max(1, int(overdue.seconds))
        text = ngettext(
            "It has not answered for {n} second, which is longer than it may think.",
            "It has not answered for {n} seconds, which is longer than it may think.",
            count,
        ).format(n=count)
        words = self._controller.engine(overdue.seat).opponent.last_words
        self._ask(
            overdue.seat,
            _("{name} gives no answer").format(name=name),
            _with_words(text, words),
            Entry("wait", _("Wait on")),
            Entry("restart", _("Start it again and go on from here")),
            Entry("claim", _("Claim the win")),
        )

    def about_failure(self, failed: Failed, name: str) -> None:
        """Ask about an engine that cannot go on."""
        seat, error = failed.seat, failed.error
        opponent = self._controller.engine(seat).opponent
        if isinstance(error, RunnerError):
            text = _(
                "This computer is short of something. Close what you do not need and try again."
            )
            title = _("{name} cannot be asked").format(name=name)
            self._ask(seat, title, f"{one_line(str(error))}\n{text}", _try_again())
        elif isinstance(error, EngineStartError):
            text = _(
                "See to its command on the screen of the engines, or play against another one."
            )
            against = _("Go on against {name}") if self._has_begun else _("Play against {name}")
            known = [one.name for one in known_engines(self._screen.durak.settings.value)]
            others = [one for one in known if one != opponent.config.shown][:ENGINES]
            self._ask(
                seat,
                _("{name} cannot be started").format(name=name),
                f"{one_line(str(error))}\n{text}",
                *(Entry(f"engine:{one}", against.format(name=one)) for one in others),
                _try_again(),
            )
        else:
            failure = opponent.failure
            # The command is named as in the protocol: it is for whoever writes engines.
            why = f"{failure.verdict.command}: {failure.verdict.detail}" if failure else str(error)
            self._ask(
                seat,
                _("{name} has failed").format(name=name),
                _with_words(one_line(why), failure.last_words if failure else ""),
                Entry("restart", _("Start it again and go on from here")),
                Entry("claim", _("Claim the win")),
            )

    def ask_again(self, name: str) -> bool:
        """Ask again about an engine that has failed; whether one has."""
        failed = self._controller.failed
        if failed:
            self.about_failure(failed, name)
        return failed is not None

    @property
    def _has_begun(self) -> bool:
        return not self._controller.game.is_untouched

    def _ask(self, seat: int, title: str, text: str, *entries: Entry) -> None:
        leave = _("Leave the game for later") if self._has_begun else _("Back")
        self._question = Withdrawable(title, text, [*entries, Entry("leave", leave)])
        # Whatever else is being asked meanwhile is still asked after it.
        self._screen.run_worker(self._decide(self._question, seat), group="engine")

    async def _decide(self, question: Withdrawable, seat: int) -> None:
        answer = await self._screen.ask(question)
        if answer != WITHDRAWN:
            self._question = None
            self._do(seat, answer)

    def _do(self, seat: int, answer: str) -> None:
        controller = self._controller
        what, _colon, engine = answer.partition(":")
        if what == "leave":
            self._leave()
        elif what == "engine":
            self._exchange(seat, engine)
        elif what == "restart":
            controller.restart(seat)
        elif what == "claim":
            controller.claim(seat)
        elif controller.engine(seat).is_asked:
            controller.engine(seat).wait_on()

    def withdraw(self) -> None:
        """Ask no longer: the engine has answered."""
        question, self._question = self._question, None
        if question:
            question.withdraw()


def _try_again() -> Entry:
    return Entry("restart", _("Try again"))


def _with_words(text: str, words: str) -> str:
    """Append the last lines that an engine has written to standard error."""
    lines = [one_line(line)[:_WIDTH] for line in words.splitlines() if line.strip()][-_WORDS:]
    return "\n".join([text, *([_("Its last words:")] if lines else []), *lines])
