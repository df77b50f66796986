"""The play screen around the hand: pauses, bouts at the side, the line of keys, whole games."""

from random import Random

import pytest
from textual.geometry import Offset

from durak_tui.game.cards import card_name
from durak_tui.game.position import DEAL
from durak_tui.tui.play import finished_game, session_table
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.toolkit.card_table import CardTable
from durak_tui.tui.toolkit.chances import Chances
from durak_tui.tui.toolkit.help import HelpScreen
from tests.processes import Bell
from tests.table.games import dealt
from tests.table.talker import talker
from tests.tui.apps import SIZES, in_terminal, text_on
from tests.tui.pictures import picture
from tests.tui.play.partner import partner
from tests.tui.play.playing import (
    ENGINE_FIRST,
    HANDS,
    HOPELESS,
    Player,
    game,
    named,
    playing,
)


class TestPause:
    LASTING = {"pause_ms": 60_000}  # noqa: RUF012

    async def test_it_ends_by_itself(self) -> None:
        async with playing(game(HANDS, "TD", "TH"), settings={"pause_ms": 50}) as player:
            await player.press("d")
            await player.until(lambda: player.view.discard_count == 2)

    @pytest.mark.few(2)
    @pytest.mark.parametrize("key", ["1", "d", "t", "enter", "space", "left", "в"])
    async def test_a_key_of_the_game_ends_it_and_does_nothing_more(self, key: str) -> None:
        async with playing(game(HANDS), partner("takes"), settings=self.LASTING) as player:
            await player.pilot.press(player.key("KH"))
            await player.until(lambda: player.screen.controller.pauses)
            assert player.view.news == "partner takes 1 card."
            assert player.view.task == "Press any key to continue." and not player.view.keys
            count = len(player.game.actions)
            await player.press(key)
            assert len(player.game.actions) == count
            assert player.view.bottom.count == 6 and not player.view.warns

    async def test_help_and_take_back_mean_what_they_always_mean(self) -> None:
        async with playing(game(HANDS), partner("takes"), settings=self.LASTING) as player:
            await player.pilot.press(player.key("KH"))
            await player.until(lambda: player.screen.controller.pauses)
            await player.pilot.press("question_mark")
            assert isinstance(player.app.screen, HelpScreen)
            await player.pilot.press("escape")
            await player.press("u")
            assert not player.view.table and player.view.bottom.count == 6
            assert not player.screen.controller.pauses

    async def test_a_click_ends_it(self) -> None:
        async with playing(game(HANDS, "TD", "TH"), settings=self.LASTING) as player:
            await player.pilot.press("d")
            assert player.view.news == "Beaten." and named(player.view.table) == ["TD", "TH"]
            await player.pilot.click(CardTable, offset=Offset(30, 12))
            await player.until(lambda: player.view.discard_count == 2)

    async def test_cards_that_the_engine_adds_are_seen_before_they_go(self) -> None:
        start = game(dealt("7S 7D 7C 9C TD KD", "6C 6S 6D 9D TH AS", trump="8H", first=1), "6C")
        async with playing(start, partner("gives"), settings=self.LASTING) as player:
            await player.pilot.press("t")
            await player.until(lambda: player.screen.controller.pauses)
            assert named(player.view.table) == ["6C"]
            assert named(sorted(player.view.given)) == ["6D", "6S"]
            assert player.view.news == "partner adds 6♦ 6♠. You take 3 cards."
            await player.press("space")
            assert player.view.bottom.count == 9


class TestBell:
    @pytest.mark.parametrize("bell", [False, True])
    async def test_it_rings_when_the_engine_has_acted_and_the_person_is_to(
        self, monkeypatch: pytest.MonkeyPatch, bell: bool
    ) -> None:
        rings: list[int] = []
        async with playing(game(HANDS), partner("takes"), settings={"bell": bell}) as player:
            monkeypatch.setattr(player.app, "bell", lambda: rings.append(len(player.game.actions)))
            await player.press("right")
            await player.play("7S")  # the engine takes
            assert rings == [2] * bell
            await player.press("u")
            await player.play("7S")
            assert rings == [2, 2] * bell
            await player.play("7H")  # more is added, and the next bout begun
            await player.press("d")
            assert rings == [2, 2] * bell


class TestWholeGames:
    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        ("seed", "size", "deck"), [(1, (80, 24), 36), (2, (60, 20), 52), (3, (120, 30), 24)]
    )
    async def test_a_whole_game_is_played(
        self, seed: int, size: tuple[int, int], deck: int
    ) -> None:
        rng = Random(seed)
        async with playing(size=size, deck=deck, seed=seed) as player:
            assert player.view.talon_count == deck - 12
            while not player.game.over:
                view = player.view
                assert {*view.keys} <= {one for one in view.slots if one is not None}
                choices = player.game.choices(0)
                keys = list(view.keys.values())
                if choices.passing and (not keys or rng.random() < 0.3):
                    await player.press("t" if choices.passing == "take" else "d")
                else:
                    await player.press(rng.choice(keys))
                if rng.random() < 0.1:
                    await player.press("u")
                if rng.random() < 0.05:
                    await player.pilot.resize_terminal(30, 9)
                    await player.pilot.resize_terminal(*rng.choice(SIZES))
            assert player.game.position.phase >= DEAL
            assert player.game.storage and player.game.storage.saved


def keys_on(player: Player) -> str:
    """The line of keys at 80x24."""
    return picture(player.app).split("\n")[23]


class TestLineOfKeys:
    async def test_it_shows_what_means_something_now(self) -> None:
        async with playing(game(HANDS), partner("takes")) as player:
            last = keys_on(player)
            assert " enter Play " in last and " esc Back " in last
            assert "Done" not in last, "a card must be led"
            assert "Take" not in last and "Undo" not in last
            await player.play("7S")
            assert " d Done " in keys_on(player) and " u Undo " in keys_on(player)

        async with playing(game(ENGINE_FIRST, "9S"), partner("takes")) as player:
            last = keys_on(player)
            assert " t Take " in last and " esc Back " in last and "Done" not in last
            assert player.view.news == "The game continues. partner attacks with 9♠."

    async def test_it_says_what_enter_does_and_that_waits_for_the_person(self) -> None:
        async with playing(game(HOPELESS, "TH"), partner("takes")) as player:
            assert " enter Take " in keys_on(player) and " t Take " not in keys_on(player)
            assert player.view.task == "You have nothing that beats 10♥: take (enter)."
            assert named(player.view.table) == ["TH"], "it is not done without the person"
            await player.press("enter")
            assert player.view.bottom.count == 7
        async with playing(game(HANDS, "TD", "TH")) as player:
            assert " enter Done " in keys_on(player) and " d Done " not in keys_on(player)
            assert player.view.task == "Nothing to throw in: press enter."
            await player.press("enter")
            assert player.view.discard_count == 2
        async with playing(game(HANDS), partner("takes")) as player:
            await player.play("7S")
            assert player.view.task.startswith("Add up to 2 cards")
            assert " enter Mark " in keys_on(player)

    async def test_solving_is_answered_before_it_is_possible(self, player: Player) -> None:
        assert "Solve" not in keys_on(player)
        await player.press("S")
        assert player.view.news == "You can solve the game once the talon is empty."
        assert player.view.warns


class TestTheEnd:
    async def test_no_signs_are_left_under_cards_that_nobody_can_play(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(finished_game, "LAST_LOOK", 600)
        player.app.change_settings(pause_ms=60_000)
        assert player.view.has_keys
        player.screen.controller.resign(0)
        await player.until(lambda: not player.view.has_keys)
        hand = picture(player.app).split("\n")[22]
        assert not hand.strip()


class TestTooSmall:
    async def test_keys_do_nothing_that_nobody_sees(self, player: Player) -> None:
        before = player.view
        await player.pilot.resize_terminal(40, 24)
        await player.pilot.press("1", "enter", "t", "d", "n", "escape", "question_mark")
        await player.pilot.pause()
        assert player.app.screen is player.screen and not player.game.actions
        await player.pilot.resize_terminal(80, 24)
        await player.pilot.pause()
        assert player.view == before
        await player.pilot.resize_terminal(80, 10)
        await player.pilot.press("ctrl+l", "й")
        await player.pilot.pause()
        assert player.app.return_code == 0


# Settings of the table


async def test_a_hand_is_sorted_by_suit_with_trumps_last() -> None:
    async with playing(game(HANDS), partner("takes"), settings={"hand_order": "suit"}) as player:
        names = [card_name(card) if card is not None else "|" for card in player.view.slots]
        assert names == ["9C", "7D", "TD", "7S", "|", "7H", "KH"]


async def test_the_felt_is_that_of_the_settings_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    in_terminal(monkeypatch, "truecolor")
    settings, wide = {"felt": "blue"}, (120, 30)
    async with playing(game(HANDS), partner("takes"), settings=settings, size=wide) as player:
        widgets = player.screen.query_one(CardTable), player.screen.query_one(GameLog)
        table, beside = (widget.background_colors[1] for widget in widgets)
        assert table.b > beside.b > beside.g, "a shade of the same colour"
        player.app.change_settings(felt="green")
        await player.until(
            lambda: all(one.background_colors[1].g > one.background_colors[1].b for one in widgets)
        )


# The chances that the engine sees


async def test_they_are_not_shown_unless_wanted() -> None:
    async with playing(game(HANDS), talker()) as player:
        await player.pilot.press(player.key("9C"))
        await player.turn()
        assert not player.screen.query_one(Chances).display
        assert "sure" not in text_on(player.app)


async def test_they_are_shown_while_it_thinks_and_afterwards(bell: Bell) -> None:
    async with playing(game(HANDS), talker(bell), settings={"show_infos": True}) as player:
        assert not player.screen.query_one(Chances).display
        await player.pilot.press(player.key("9C"))
        await player.until(lambda: "25 % hm" in text_on(player.app))
        await player.until(lambda: player.view.task == "partner is thinking...")
        bell.ring()
        await player.turn()
        await player.until(lambda: "75 % sure" in text_on(player.app))
        assert "25 %" not in text_on(player.app)
        await player.pilot.press(next(iter(player.view.keys.values())))
        assert player.screen.query_one(Chances).display, "the table would move"


async def test_a_silent_engine_leaves_the_table_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_table, "MOMENT", 0)
    async with playing(game(HANDS), settings={"show_infos": True}) as player:
        await player.pilot.press(player.key("9C"))
        await player.turn()
        assert not player.screen.query_one(Chances).display
