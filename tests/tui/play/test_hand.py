"""The cards in hand: by which key each is played, what may be done, and why something cannot be."""

import pytest
from textual.geometry import Offset

from durak_tui.game.cards import card_name
from durak_tui.game.position import GIVE_MORE, MOVE
from durak_tui.table.game import Game
from durak_tui.tui.play.hand import card_keys
from durak_tui.tui.toolkit.card_table import CardTable
from tests.game.build import card
from tests.tui.pictures import picture
from tests.tui.play.partner import partner
from tests.tui.play.playing import (
    ENGINE_FIRST,
    HANDS,
    HOPELESS,
    Player,
    found,
    game,
    named,
    playing,
)


def place_of(text: str, player: Player) -> Offset:
    """The place of a text on the screen."""
    rows = picture(player.app).split("\n")
    return next(Offset(row.index(text), y) for y, row in enumerate(rows) if text in row)


class TestKeys:
    async def test_a_game_is_on_at_once_and_a_key_plays_its_card(self, player: Player) -> None:
        view = player.view
        slots = [one if one is None else card_name(one) for one in view.slots]
        assert slots == ["7D", "7S", "9C", "TD", None, "7H", "KH"]
        assert (view.top.count, view.bottom.count) == (6, 6)
        assert (view.talon_count, view.discard_count) == (24, 0)
        assert view.news == "You hold the lowest trump and attack first."
        await player.press("2")
        assert named(player.view.table) == ["7S"]

    @pytest.mark.few(1)
    @pytest.mark.parametrize("key", ["enter", "space"])
    async def test_enter_and_space_play_the_marked_card(self, player: Player, key: str) -> None:
        await player.press("right", "right", key)
        assert player.game.actions[0] == (card("9C"),)

    async def test_the_cursor_goes_over_the_cards_that_may_be_played(self) -> None:
        async with playing(game(ENGINE_FIRST, "6C"), partner("takes")) as player:
            seen = []
            for key in ("left", "right", "right", "right", "left", "left"):
                seen.append(player.view.cursor)
                await player.press(key)
            nine, seven, king = card("9C"), card("7H"), card("KH")
            assert [*seen, player.view.cursor] == [nine, nine, seven, king, king, seven, nine]
            await player.press("right", "h", "l", "р", "д")
            assert player.view.cursor == seven, "no letter moves it"

    async def test_a_click_on_a_card_plays_it(self, player: Player) -> None:
        await player.pilot.click(offset=place_of("9♣", player))
        await player.until(lambda: player.game.actions)
        assert player.game.actions[0] == (card("9C"),)

    async def test_a_click_on_the_line_of_keys_does_what_it_says(self) -> None:
        async with playing(game(ENGINE_FIRST, "6C"), partner("takes")) as player:
            await player.pilot.click(offset=place_of("t Take", player))
            await player.until(lambda: player.view.bottom.count == 7)

    async def test_keys_and_places_stay_until_the_bout_is_over(self, player: Player) -> None:
        before = player.view.slots
        await player.play("7S")
        assert player.view.slots == before
        assert list(player.view.keys.values()) == ["1", "5"]
        await player.press("1", "d")
        # Both sevens are gone, and what was drawn has its place among the others.
        assert named([one for one in player.view.slots if one is not None]) == [
            "6D", "9C", "TD", "JC", "7H", "KH"
        ]  # fmt: skip
        assert list(player.view.keys.values()) == list("123456")

    async def test_russian_letters_are_the_keys_they_are_on(self) -> None:
        async with playing(found(has_a_big_hand), partner("takes")) as player:
            many = [one for one in player.view.slots if one is not None]
            assert player.view.keys[many[10]] == "a"
            await player.press("ф")
            assert player.game.actions[-2] == (many[10],)

        async with playing(game(ENGINE_FIRST, "6C"), partner("takes")) as player:
            await player.press("е")
            assert player.view.bottom.count == 7

    async def test_a_card_never_has_the_key_of_an_action(self) -> None:
        settings = {"keys": {"play.take": "a,4", "play.log": "ctrl+x"}}
        async with playing(found(has_a_big_hand), partner("takes"), settings=settings) as player:
            keys = list(player.view.keys.values())
            assert keys[:12] == [*"123567890", "b", "c", "e"]
            assert "g" in keys and not {"a", "d", "u", "n", "r", "q"} & set(keys)
            assert player.view.task.startswith("Attack")

    def test_there_are_keys_for_any_hand_that_can_be_held(self) -> None:
        keys = card_keys(["t", "d", "u", "n", "r", "g", "q", "enter"])
        assert keys.startswith("1234567890abcefhijkl")
        assert len(keys) == len(set(keys)) >= 35

    async def test_twenty_cards_and_more_are_all_seen_at_60x20_and_gone_over_by_line(self) -> None:
        async with playing(found(has_a_big_hand), partner("takes"), size=(60, 20)) as player:
            hand = [one for one in player.view.slots if one is not None]
            assert len(hand) > 20
            lines = player.screen.query_one(CardTable).lines
            assert [one for line in lines for one in line] == hand and len(lines) == 2
            rows = picture(player.app).split("\n")[:20]
            for line in lines:
                names = [player.app.glyphs.card(one) for one in line]
                at = max(n for n, row in enumerate(rows) if all(name in row for name in names))
                keys = [player.view.keys[one] for one in line]
                assert any(row.split() == keys for row in rows[at + 1 : at + 4])
            first = player.view.cursor
            await player.press("down")
            assert player.view.cursor == lines[1][0]
            await player.press("up")
            assert player.view.cursor == first
            await player.press("up")
            assert player.view.cursor == first


def has_a_big_hand(game: Game) -> bool:
    """The person may lead any of more than twenty cards."""
    position = game.position
    return (
        game.to_act == 0
        and position.phase == MOVE
        and not position.table
        and position.hands[0].bit_count() > 20
    )


class TestWhyNot:
    async def test_more_cards_than_can_be_added(self) -> None:
        async with playing(found(may_add_fewer_than_he_has), partner("takes")) as player:
            limit = player.game.choices(0).limit
            keys = list(player.view.keys.values())
            await player.press(*keys[: limit + 1])
            assert len(player.view.chosen) == limit
            assert player.view.news == (f"You can add at most {limit} card{'s'[: limit > 1]}.")
            await player.press(keys[0])
            assert len(player.view.chosen) == limit - 1
            await player.press("d")
            assert len(player.game.actions[-1]) == limit - 1 and not player.view.chosen

    async def test_a_key_that_means_nothing_in_an_attack(self, player: Player) -> None:
        await player.press("d")
        assert player.view.news == "You attack: play a card first." and player.view.warns
        await player.press("u")
        assert player.view.news == "Nothing to take back." and player.view.warns

    async def test_a_warning_goes_once_something_else_is_done(self, player: Player) -> None:
        news = player.view.news
        for another in ("right", "down", "k"):
            await player.press("t")
            assert player.view.warns and player.view.news != news
            await player.press(another)
            assert "take" not in player.view.news
            await player.press("right")
            assert (player.view.news, player.view.warns) == (news, False)


def may_add_fewer_than_he_has(game: Game) -> bool:
    """The one who takes holds so few cards that not all that fit can be added."""
    position = game.position
    return (
        game.to_act == 0
        and position.phase == GIVE_MORE
        and 1 < position.give_limit() < position.legal().bit_count()
    )


class TestDecisions:
    async def test_forced_moves_are_made_if_the_settings_say_so(self) -> None:
        settings = {"forced_moves": True}
        async with playing(game(HOPELESS, "TH"), partner("takes"), settings=settings) as player:
            assert player.game.actions[:2] == ((card("TH"),), ())
            assert player.view.bottom.count == 7

    async def test_cards_are_taken_back_past_what_the_engine_did(self, player: Player) -> None:
        before = player.view
        await player.play("9C")
        await player.press("u")
        assert player.view.news == "Taken back."
        assert player.view.slots == before.slots
        assert player.view.keys == before.keys and not player.view.table
        await player.play("7S")
        await player.press("d", "u", "u")
        assert not player.view.table

    async def test_nothing_is_taken_back_if_the_settings_forbid_it(self) -> None:
        settings = {"take_back": False}
        async with playing(game(HANDS), partner("takes"), settings=settings) as player:
            await player.play("9C")
            before = player.view
            await player.press("u")
            assert player.view == before
            assert "Undo" not in picture(player.app)

    async def test_where_one_card_may_be_added_its_key_adds_it(self) -> None:
        async with playing(found(may_add_one), partner("takes")) as player:
            assert player.view.task == "Press a card's key to throw it in as well, or d for none."
            (key, *_others) = player.view.keys.values()
            count = len(player.game.actions)
            await player.press(key)
            assert len(player.game.actions[count]) == 1 and not player.view.chosen
            assert player.view.news.startswith("You add ")


def may_add_one(game: Game) -> bool:
    """The person may give one card to the one who takes, and the talon lasts."""
    return (
        game.to_act == 0
        and game.position.phase == GIVE_MORE
        and game.choices(0).limit == 1
        and game.position.talon_count > 6
    )
