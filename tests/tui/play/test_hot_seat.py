"""Two people at one keyboard: neither sees the other's cards, and both see all the rest."""

from dataclasses import replace
from time import monotonic
from typing import Any

import pytest

from durak_tui.records.journal import worth_resuming
from durak_tui.records.record import GameRecord
from durak_tui.tui.home import HomeScreen
from durak_tui.tui.play import finished_game, hot_seat
from durak_tui.tui.play.names import NamesScreen
from durak_tui.tui.play.unfinished import StoredGames
from durak_tui.tui.terminal.palette import Palette
from durak_tui.tui.toolkit.dialog import Question
from durak_tui.tui.toolkit.help import HelpScreen
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.state import Series, StateStore
from tests.records.logs import games_in
from tests.tui.apps import TerminalWindow, in_terminal, started, text_on, until
from tests.tui.pictures import assert_picture
from tests.tui.play.keyboard import Keyboard, keyboard_at, left, shared
from tests.tui.play.playing import HANDS, listed, named
from tests.tui.terminals import ClockedTerminal, Terminal

TO_ANN = "Pass the keyboard to Ann, then press any key."
TO_BEN = "Pass the keyboard to Ben, then press any key."


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A covered table heeds the first key."""
    monkeypatch.setattr(hot_seat, "STILL", 0.0)


class TestCover:
    async def test_both_hands_are_covered_until_the_next_one_presses_a_key(self) -> None:
        async with shared(left()) as both:
            assert both.view.task == TO_ANN and both.cards_seen == both.hands_seen == []
            await both.press("x")
            assert both.hands_seen == ["Ann"] and both.view.bottom.name == "Ann"
            assert both.view.task.startswith("Attack: press the key under a card")
            await both.play("7S")
            assert both.view.task == TO_BEN and both.cards_seen == both.hands_seen == []
            assert both.view.news == "Ann attacks with 7♠." and named(both.view.table) == ["7S"]
            await both.press("1")
            assert both.hands_seen == ["Ben"] and both.view.task == "Beat 7♠ or take (t)."
            assert len(both.game.actions) == 1, "the key has only uncovered them"

    async def test_nothing_is_covered_where_the_same_one_goes_on(self) -> None:
        async with shared(left(HANDS, "7S", "")) as both:
            await both.press("x", "d")
            assert both.hands_seen == ["Ann"]
            assert both.view.news == "Ben takes 1 card. You draw J♣."
            assert both.view.task.startswith("Attack:")

    async def test_only_its_owner_learns_of_a_draw_once_they_see_the_table(self) -> None:
        async with shared(left(HANDS, "TD", "TH")) as both:
            await both.press("x", "d")
            assert both.view.news == "Beaten." and both.cards_seen == []
            await both.press("x")
            assert both.view.news == "Beaten. You draw 6♦."
            await both.play("6D")
            assert both.view.task == TO_ANN and both.view.news == "Beaten. Ben attacks with 6♦."
            await both.press("x")
            assert both.view.news == "Beaten. You draw J♣. Ben attacks with 6♦."

    async def test_it_stays_in_another_window_and_below_help_and_palette(self) -> None:
        async with shared(left(HANDS, "7S")) as both:
            for size in ((120, 40), (60, 20), (20, 5), (80, 24)):
                await both.pilot.resize_terminal(*size)
                await both.pilot.pause()
                assert both.cards_seen == []
            await both.press("question_mark")
            assert isinstance(both.app.screen, HelpScreen) and both.cards_seen == []
            await both.press("escape")
            offered = " ".join(one.title for one in both.app.commands())
            assert "Undo  (" in offered and "Go to: Settings" in offered
            hidden = ("Take", "Done", "Resign", "Hint", "New game")
            assert not any(f"{what}  (" in offered for what in hidden)
            await both.press("ctrl+p")
            assert isinstance(both.app.screen, Palette) and both.cards_seen == []
            await both.press("escape", "ctrl+l")
            assert both.view.task == TO_BEN and both.cards_seen == []

    async def test_the_bouts_at_the_side_are_what_both_have_seen(self) -> None:
        async with shared(left(HANDS, "7S", "8S", "", "9S"), size=(120, 30)) as both:
            assert both.view.task == TO_ANN
            shown = listed(both.screen)
            assert shown[:2] == ["1. Ann attacks beaten", "7♠/8♠"]
            assert both.cards_seen == []
            await both.press("x")
            assert listed(both.screen) == shown

    @pytest.mark.few(1)
    @pytest.mark.parametrize("key", ["t", "d", "r", "enter", "left", "h", "k", "S", "n"])
    async def test_no_key_of_the_game_does_anything_but_uncover(self, key: str) -> None:
        async with shared(left(HANDS, "7S")) as both:
            await both.press(key)
            assert both.hands_seen == ["Ben"] and len(both.game.actions) == 1
            assert both.app.screen is both.screen and not both.view.warns

    async def test_a_key_pressed_twice_shows_no_hand(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with shared(left()) as both:
            await both.press("x")
            monkeypatch.setattr(hot_seat, "STILL", 600.0)
            await both.press("1", "1", "1")
            assert both.hands_seen == [] and len(both.game.actions) == 1
            monkeypatch.setattr(hot_seat, "STILL", 0.0)
            await both.press("1")
            assert both.hands_seen == ["Ben"]

    @pytest.mark.parametrize("keys", [["u"], ["u", "u"], ["question_mark", "escape"]])
    async def test_nor_does_one_that_follows_a_key_of_another_use(
        self, monkeypatch: pytest.MonkeyPatch, keys: list[str]
    ) -> None:
        async with shared(left()) as both:
            await both.press("x", "1")
            monkeypatch.setattr(hot_seat, "STILL", 1.0)
            now = monotonic() + 10  # so long ago it was covered
            monkeypatch.setattr(hot_seat, "monotonic", lambda: now)
            await both.press(*keys, "enter")
            assert both.hands_seen == [] and both.app.screen is both.screen
            now += 2
            await both.press("enter")
            assert both.hands_seen == ["Ben"]

    async def test_a_finished_bout_is_looked_at_by_the_player_who_ended_it(self) -> None:
        async with shared(left(HANDS, "TD", "TH"), settings={"pause_ms": 60_000}) as both:
            await both.press("x", "d")
            assert both.screen.controller.pauses and both.hands_seen == ["Ann"]
            await both.press("x")
            assert both.view.task == TO_BEN and both.cards_seen == []

    async def test_neither_engines_nor_what_can_be_known_help_them(self) -> None:
        async with shared(left(HANDS, "7S")) as both:
            await both.press("x")
            possible = {action.method for action in both.screen.available_actions()}
            assert possible.isdisjoint({"hint", "known", "solve", "level"})
            assert possible >= {"take", "done", "resign", "take_back"}

    async def test_nobody_begins_another_game_instead_of_this_one(self) -> None:
        async with shared() as both:
            deal = both.game.deal
            await both.press("n")
            assert both.game.deal == deal and len(both.hands_seen) == 1, "it uncovers, as any key"
            await both.press("n", "n")
            assert both.game.deal == deal and both.app.screen is both.screen


class TestTakingBack:
    async def test_one_player_asks_and_the_other_answers_with_the_keyboard(self) -> None:
        async with shared(left()) as both:
            await both.press("x")
            await both.play("7S")
            await both.press("u")
            assert both.view.news == "Ann asks to take back the last move."
            assert both.view.task == TO_BEN and both.hands_seen == []
            await both.press("x")
            assert both.hands_seen == ["Ben"] and isinstance(both.app.screen, Question)
            assert "Ann asks to take back the last move." in text_on(both.app)
            await both.press("down", "enter")
            assert both.game.actions == () and both.view.task == TO_ANN
            assert both.hands_seen == []
            await both.press("x")
            assert both.hands_seen == ["Ann"] and both.view.news == "Taken back."

    async def test_a_player_who_was_refused_learns_of_it_once_the_other_has_played(self) -> None:
        async with shared(left()) as both:
            await both.press("x")
            await both.play("7S")
            await both.press("u", "x", "enter")
            assert both.hands_seen == ["Ben"] and "play on" not in both.view.news
            await both.play("8S")
            assert "play on" not in both.view.news
            await both.press("x")
            assert both.view.news == "Ben wants to play on. Ben beats 7♠ with 8♠."
            await both.play("7D")
            await both.press("x")
            assert "play on" not in both.view.news

    async def test_in_a_resumed_game_the_last_player_asks_and_may_withdraw(self) -> None:
        async with shared(left(HANDS, "7S", "8S", "7D")) as both:
            assert both.view.task == TO_BEN
            (undo,) = (one for one in both.screen.available_actions() if one.method == "take_back")
            assert undo.help == "Ask the other player to let you take back your last card"
            await both.press("u")
            assert both.view.news == "Ann asks to take back the last move."
            assert both.view.task == TO_BEN
            await both.press("u")
            assert both.view.task == TO_BEN and "asks" not in both.view.news
            await both.press("x")
            assert both.hands_seen == ["Ben"] and both.app.screen is both.screen

    async def test_there_may_be_nothing_to_take_back_or_no_taking_back(self) -> None:
        async with shared(left(HANDS, "7S")) as both:
            await both.press("x", "u")
            assert both.view.news == "Nothing to take back." and both.hands_seen == ["Ben"]
        async with shared(settings={"take_back": False}) as both:
            await both.press("x", "1", "u")
            assert both.hands_seen != [] and len(both.game.actions) == 1


async def finished(both: Keyboard) -> None:
    """Resign for the one who has the keyboard."""
    await both.press("x", "r", "down", "enter")
    await until(both.pilot, lambda: both.game.over)
    await both.pilot.pause()


class TestGames:
    async def test_at_the_end_both_hands_lie_open(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(finished_game, "LAST_LOOK", 0.0)
        async with shared(left(), settings={"first_attack": "winner"}) as both:
            await finished(both)
            assert both.view.news == "Ann resigned. Ben wins." and both.hands_seen == ["Ben", "Ann"]
            assert both.view.score == "Ann 0 : 1 Ben"
            await until(both.pilot, lambda: "Ben won" in text_on(both.app))
            assert "Ann resigned." in text_on(both.app)
            possible = [(one.id, one.method) for one in both.screen.available_actions()]
            assert ("play.review", "look_at") in possible
            assert not any(one in dict(possible) for one in ("play.learn", "play.harder"))
            await both.press("enter")
            assert both.view.task == TO_BEN and both.hands_seen == []
            assert both.game.names == ("Ann", "Ben") and both.game.deal.first == 1
            await finished(both)
            assert both.view.score == "Ann 1 : 1 Ben"
        for one in games_in(games_log()):
            assert isinstance(one, GameRecord)
            assert one.names == ("Ann", "Ben") and one.seats == (None, None)
        state = StateStore().value
        assert state.against(("Ann", "Ben")) == Series(1, 1, 0, ("engine", "person"))
        assert (state.people, state.opponent) == (("Ann", "Ben"), "")

    async def test_a_game_that_was_left_is_offered_by_both_names_and_resumed_covered(self) -> None:
        path = left(HANDS, "7S")
        async with started() as (pilot, app):
            await until(pilot, lambda: "Ann and Ben" in text_on(app))
            await pilot.press("r")
            both = await keyboard_at(pilot)
            assert both.view.task == TO_BEN and both.cards_seen == []
            assert both.view.news == "The game continues. Ann attacks with 7♠."
            await pilot.press("escape")
            assert isinstance(app.screen, HomeScreen) and path.exists()

    async def test_the_offer_of_unfinished_games_leads_to_their_table_or_a_new_game(self) -> None:
        left(HANDS, "7S")
        offer: dict[str, Any] = {"left": worth_resuming(unfinished_folder()), "deck": 52}
        async with started("unfinished", table="play", who={}, **offer) as (pilot, app):
            await until(pilot, lambda: isinstance(app.screen, StoredGames))
            assert "Ann and Ben" in text_on(app)
            await pilot.press("enter")
            both = await keyboard_at(pilot)
            assert both.view.task == TO_BEN
            both.screen.table.new_game()
            assert both.game.size == 52, "the terms are those of the command"
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        left(HANDS, "7S")
        offer["left"] = worth_resuming(unfinished_folder())
        names = {"names": ("Cid", "Dan")}
        async with started("unfinished", table="hot-seat", who=names, **offer) as (pilot, app):
            await until(pilot, lambda: isinstance(app.screen, StoredGames))
            await pilot.press("n")
            both = await keyboard_at(pilot)
            assert both.game.names == ("Cid", "Dan")

    @pytest.mark.slow
    async def test_the_words_follow_the_language(self) -> None:
        async with shared(left(HANDS, "7S"), settings={"language": "ru"}) as both:
            assert both.view.task == "Передайте клавиатуру: Ben. Затем — любая клавиша."
            both.app.change_settings(language="en")
            await both.pilot.pause()
            assert both.view.task == TO_BEN and both.cards_seen == []


class TestNames:
    async def test_they_are_asked_once_and_remembered(self) -> None:
        async with started(settings={"player": "Ann"}) as (pilot, _):
            await pilot.press("p", "p", *"Ben", "enter", "enter")
            both = await keyboard_at(pilot)
            assert both.game.names == ("Ann", "Ben")
            await until(pilot, lambda: StateStore().value.people == ("Ann", "Ben"))
            await pilot.press("escape", "p", "p", "enter")
            both = await keyboard_at(pilot)
            assert both.game.names == ("Ann", "Ben")

    async def test_two_equal_names_are_refused(self) -> None:
        async with started("hot-seat") as (pilot, app):
            await until(pilot, lambda: isinstance(app.screen, NamesScreen))
            await pilot.press("ctrl+o")
            assert "Type a name." in text_on(app)
            await pilot.press(*"Ann", "enter", *"ann", "enter", "enter")
            assert isinstance(app.screen, NamesScreen)
            assert "The two players need different names." in text_on(app)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_it_looks_right_covered_and_uncovered(window: TerminalWindow) -> None:
    async with shared(left(HANDS, "9C", "TH", "TD"), size=window.size) as both:
        await assert_picture(both.app, f"hot-seat-covered-{window}")
        assert both.cards_seen == []
        await both.press("x")
        await assert_picture(both.app, f"hot-seat-turn-{window}")
        await both.press("u", "x")
        await assert_picture(both.app, f"hot-seat-asked-{window}")


async def test_it_looks_right_in_russian(monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "truecolor")
    journal, settings = left(HANDS, "9C", "TH", "TD"), {"language": "ru"}
    async with shared(journal, size=(60, 20), settings=settings) as both:
        await assert_picture(both.app, "hot-seat-russian-60x20")


LONG = "Maximiliane Alexandra von Hohenzollern A", "Bartholomew Christopher Montgomery Smith"


def have_played(names: tuple[str, str], series: Series) -> None:
    """These two have a score, as the first sees it."""
    first, second = sorted(names)
    seen = series if names[0] == first else series.turned()
    StateStore().change(lambda state: replace(state, between={first: {second: seen}}))


async def test_in_a_small_window_long_names_leave_room_for_all_else() -> None:
    have_played(LONG, Series(2, 10))
    async with shared(size=(60, 20), names=LONG, attack_limit="6,5", first="me") as both:
        shown = text_on(both.app)
        assert "At most 6 attacks in a bout, 5 in the first. " in shown
        assert "Pass the keyboard to Maximiliane…, then press any key. " in shown
        assert both.view.top.name == "Bartholomew…" and " 10 : 2 " in shown
        await both.pilot.resize_terminal(200, 50)
        await both.pilot.pause()
        assert both.view.top.name == LONG[1]
        assert f"Pass the keyboard to {LONG[0]}, then" in text_on(both.app)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_long_names_have_room(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "truecolor")
    name = f"{size[0]}x{size[1]}"
    have_played(LONG, Series(12, 10, 1))
    async with shared(size=size, names=LONG, attack_limit="6,5", seed=3, first="me") as both:
        await assert_picture(both.app, f"hot-seat-long-names-{name}")
    journal = left(HANDS, "9C", "TH", "TD", names=LONG)
    async with shared(journal, size=size) as both:
        await both.press("u", "x")
        await assert_picture(both.app, f"hot-seat-long-names-asked-{name}")


async def test_the_form_for_the_names_looks_right(monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "truecolor")
    StateStore().change(lambda state: state.with_opponent(("Ann", "Ben")))
    async with started("hot-seat", {"first_attack": "engine"}, size=(60, 20)) as (pilot, app):
        await until(pilot, lambda: isinstance(app.screen, NamesScreen))
        await assert_picture(app, "hot-seat-names-60x20")


@pytest.mark.story
def test_a_command_begins_a_game_of_two_and_what_is_left_of_it_shows_no_card() -> None:
    options = ("play", "--hot-seat", "Ann", "Ben", "--first", "me")
    with ClockedTerminal(*options) as terminal:
        terminal.until(TO_ANN)
        terminal.press(" ")
        terminal.settle()
        assert TO_ANN in terminal.text, "it may have been pressed for something else"
        terminal.let_pass(1)
        terminal.press(" ")
        terminal.until("Attack:")
        terminal.press("1")
        terminal.until(TO_BEN)
        terminal.press("q")
        assert terminal.wait() == 0
        assert "Your game is saved. Run durak-tui to resume it." in terminal.text
        assert b"\x1b[?1049l" in terminal.tail, "no table stays behind in the terminal"
    with Terminal("play", "--resume") as terminal:
        terminal.until(TO_BEN)
        terminal.press("q")
        assert terminal.wait() == 0
    others = ("play", "--hot-seat", "Cid", "Dan", "--attack-limit", "6", "--new")
    with Terminal(*others) as terminal:
        terminal.until("At most 6 attacks in a bout.")
        terminal.press("q")
        assert terminal.wait() == 0
