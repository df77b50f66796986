"""Questions about positions, one after the other."""

from textual.app import ComposeResult

from durak_tui.analysis.lesson import Lesson
from durak_tui.common.i18n import N_
from durak_tui.tui.lesson.question import QuestionScreen, answering
from durak_tui.tui.lesson.view import LessonView
from durak_tui.tui.toolkit.card_table import CardTable


class LessonScreen(QuestionScreen):
    """A lesson; the answers stand in it."""

    TITLE = N_("Learn from mistakes")
    HELP = N_(
        "Each question is the position before a mistake. You see your hand, and the cards of"
        " the other hand that could be known. Play what you think is best; then you see what"
        " every card is worth. 99 is almost a won game, 1 almost a lost one; +, = and - are"
        " certain: won, drawn, lost. A star marks the best. At the end you can try the ones you"
        " missed again."
    )
    ACTIONS = answering("lesson", N_("Go to the next question"))
    asked: LessonView

    def __init__(self, lesson: Lesson, names: tuple[str, str]) -> None:
        """``names`` are those at seat 0 and 1."""
        super().__init__()
        self._lesson = lesson
        self._names = names

    def content(self) -> ComposeResult:
        yield CardTable()

    def on_mount(self) -> None:
        self.asked = LessonView(self._lesson, self._names, self.words(), self.new_hand())
        self.show()

    @property
    def is_asking(self) -> bool:
        return self.asked.is_asking

    def show(self) -> None:
        self.query_one(CardTable).show(self.asked.table())
        self.keys_changed()

    def action_next(self) -> None:
        if self.asked.go_on():
            self.show()
        else:
            self.action_back()

    def action_back(self) -> None:
        self.dismiss(None)
