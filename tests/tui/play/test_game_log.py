"""The bouts beside the table, and the texts below them."""

from textual.events import MouseScrollDown, MouseScrollUp

from durak_tui.game.caps import Caps
from durak_tui.records.walk import walk
from durak_tui.tui.play.game_log import GameLog
from durak_tui.tui.toolkit.help import HelpScreen
from durak_tui.user.state import StateStore
from tests.tui.apps import text_on
from tests.tui.pictures import picture
from tests.tui.play.partner import partner
from tests.tui.play.playing import HANDS, Player, found, game, listed, playing

WIDE = 120, 30


def parts(player: Player) -> list[list[tuple[str, str]]]:
    """The rows of the panel as pairs of text and look."""
    canvas = player.screen.query_one(GameLog).canvas
    return [list(canvas.row(y)) for y in range(canvas.height)]


def below(player: Player) -> str:
    """The texts below the bouts, in one line."""
    rows = ["".join(text for text, _look in row) for row in parts(player)]
    return " ".join(" ".join(rows[1 + len(listed(player.screen)) :]).split())


async def test_the_plus_in_the_list_is_explained_by_the_help() -> None:
    async with playing(game(HANDS), partner("takes"), size=(120, 40)) as player:
        await player.press("question_mark")
        await player.until(lambda: isinstance(player.app.screen, HelpScreen))
        said = "Show or hide the bouts; + is a card added to those taken"
        await player.until(lambda: said in text_on(player.app))


async def test_each_bout_has_its_attacker_its_outcome_and_below_its_cards() -> None:
    async with playing(game(HANDS), partner("takes"), size=WIDE) as player:
        await player.play("7S", "7H")
        await player.press("d")
        assert listed(player.screen)[:2] == ["1. You attack taken", "7♠ +7♥"]
        await player.pilot.press("g")
        assert "You attack" not in text_on(player.app)
        await player.pilot.press("g")
        assert "You attack" in text_on(player.app)


async def test_a_bout_of_the_other_has_their_name() -> None:
    async with playing(game(HANDS._replace(first=1), "6C"), partner("takes"), size=WIDE) as player:
        assert listed(player.screen) == ["1. partner attacks", "6♣"]


async def test_a_card_stands_with_the_one_that_beat_it_and_apart_from_others() -> None:
    async with playing(game(HANDS, "7S", "8S"), partner("takes"), size=WIDE) as player:
        assert listed(player.screen) == ["1. You attack", "7♠/8♠"]
        await player.play("7D")
        assert listed(player.screen) == ["1. You attack", "7♠/8♠ 7♦"]
        assert "7♠/8♠  7♦" in picture(player.app)


async def test_trumps_are_marked() -> None:
    async with playing(game(HANDS, "9C", "TH"), partner("takes"), size=WIDE) as player:
        row = parts(player)[2]
        assert ("10♥", "trump-red") in row
        assert not any("9♣" in text for text, look in row if look.startswith("trump"))


async def test_a_player_who_takes_as_the_game_is_given_up_has_taken() -> None:
    async with playing(game(HANDS), partner("takes"), size=WIDE) as player:
        await player.play("7S")
        assert listed(player.screen) == ["1. You attack", "7♠"], "more may be given"
        player.screen.controller.resign(0)
        await player.pilot.pause()
        assert listed(player.screen) == ["1. You attack taken", "7♠"]


async def test_the_newest_bout_is_at_the_bottom_and_older_ones_are_scrolled_to() -> None:
    start = found(lambda game: len(game.actions) > 120)
    async with playing(start, size=(120, 20)) as player:
        bouts = sum(1 for bout in walk(start.deal, start.before).bouts() if bout.cards)
        assert f"{bouts:>2}. " in picture(player.app)
        assert " 1. " not in picture(player.app)
        for _page in range(10):
            await player.pilot.press("pageup")
        assert " 1. " in picture(player.app)
        assert f"{bouts:>2}. " not in picture(player.app)
        for _page in range(10):
            await player.pilot.press("pagedown")
        assert f"{bouts:>2}. " in picture(player.app)
        log = player.app.screen.query_one(GameLog)
        log.post_message(MouseScrollUp(log, 1, 1, 0, 0, 0, False, False, False))
        await player.until(lambda: f"{bouts:>2}. " not in picture(player.app))
        log.post_message(MouseScrollDown(log, 1, 1, 0, 0, 0, False, False, False))
        await player.until(lambda: f"{bouts:>2}. " in picture(player.app))


async def test_it_comes_and_goes_with_the_size_of_the_window(player: Player) -> None:
    assert "Bouts" not in picture(player.app)
    await player.pilot.resize_terminal(120, 30)
    await player.until(lambda: "Bouts" in picture(player.app))
    await player.pilot.resize_terminal(60, 20)
    await player.until(lambda: "Bouts" not in picture(player.app))


RULES = "Get rid of all your cards"


async def test_below_stand_the_rules_until_a_game_was_finished_and_what_is_played_here() -> None:
    async with playing(game(HANDS), engine="Casual", size=WIDE) as player:
        assert below(player).startswith(RULES)
        said = "Casual, level 2 of 5. Saves good cards, but slips up. 36 cards, no attack limit."
        assert below(player).endswith(said)
    StateStore().change(lambda state: state.with_result(("Ann", "Ben"), "person"))
    limited = game(HANDS._replace(caps=Caps(6, 5)))
    async with playing(limited, partner("takes"), size=WIDE) as player:
        assert below(player) == "36 cards, 6 attacks, 5 in the first bout."


async def test_where_bouts_need_the_room_less_is_said_and_the_rules_go_first() -> None:
    start = found(lambda game: len(game.bouts) == 8 and game.to_act == 0)
    async with playing(start, size=(120, 24)) as player:
        assert RULES not in text_on(player.app) and "no attack limit." in text_on(player.app)
        await player.pilot.resize_terminal(120, 17)
        await player.until(lambda: "no attack limit." not in text_on(player.app))
