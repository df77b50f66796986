"""Opponents as they are offered: levels, engines of one's own, and those that ship."""

from durak_tui.engine.config import EngineConfig
from durak_tui.tui.engines.offers import offers
from durak_tui.user.engines import opponents
from durak_tui.user.schema import Settings
from durak_tui.user.state import Series, UserState

LISA = EngineConfig("lisa-engine --fast", "lisa")


def test_every_opponent_is_offered_with_a_description_and_the_score() -> None:
    state = UserState(series={"Casual": Series(4, 1, 2), "lisa": Series(0, 0, 1)})
    listed = offers(opponents(Settings(engines=(LISA,))), state, "12345")
    assert [one.key for one in listed[:6]] == [*"12345", ""]
    assert listed[1][:4] == ("Casual", "Casual", "Saves good cards, but slips up.", "4 : 1")
    assert [one.shown for one in listed if not one.id] == ["Your engines", "Shipped engines"]
    assert listed[6][:4] == ("lisa", "lisa", "lisa-engine --fast", "0 : 0")
