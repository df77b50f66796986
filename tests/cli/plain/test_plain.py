"""Games in lines of text, played with the real program as a person would."""

import re
import signal
from pathlib import Path
from random import Random

import pytest

from durak_tui.common.text import short_path
from durak_tui.game.cards import card_names
from durak_tui.records.journal import unfinished
from durak_tui.records.record import outcome
from durak_tui.user.folders import games_log, unfinished_folder
from durak_tui.user.state import StateStore
from tests.cli.plain.player import (
    Player,
    at_random,
    cards_named,
    cards_said,
    choices,
    journals,
    logged,
    play_game,
    played,
)
from tests.conftest import rogue
from tests.processes import all_end, children_of

RESULTS = {
    "1-0": "You have won.",
    "0-1": "You lost. durak-dummy wins.",
    "s-s": "The game is a draw.",
}


class TestAnEvening:
    @pytest.mark.few(1)
    @pytest.mark.parametrize("deck", ["24", "52"])
    def test_games_are_played_described_logged_and_counted(self, deck: str) -> None:
        choose = at_random(Random(5))
        with Player("--seed", "5", "--deck", deck) as player:
            texts = []
            for _ in range(25):
                begin = len(player.text)
                last = play_game(player, choose)
                texts.append(player.text[begin:])
                score = re.findall(r"Score: you (\d+), durak-dummy (\d+), draws (\d+)\.", last)
                player.type("1")
            player.process.send_signal(signal.SIGKILL)
        records = logged()
        assert len(records) == 25
        results = [outcome(record) for record in records]
        assert score == [tuple(str(results.count(each)) for each in ("1-0", "0-1", "s-s"))]
        for record, text in zip(records, texts, strict=True):
            assert len(record.deal.deck) == int(deck)
            assert cards_said(text) == played(record)
            assert RESULTS[outcome(record)] in text
            assert record.names == ("Human", "durak-dummy")
            assert re.search(r"^The talon is empty\.$", text, re.M)
        everything = "".join(texts)
        for sentence in (
            r"you may add up to \d+ more cards", r"you may add 1 more card",
            r"You add: .* of \w+, .*\.", "You add no more",
            "durak-dummy adds: ", "durak-dummy adds no more", r"You took \d+ cards",
            r"durak-dummy took \d+ cards", r"Beaten\. \d+ cards leave", "You hold 1 card:",
            "You draw 1 card: ", r"You draw \d cards: ", "durak-dummy draws 1 card",
            r"\d+ cards are left in the talon", "1 card is left in the talon",
        ):  # fmt: skip
            assert re.search(sentence, everything), sentence

    def test_who_attacks_first_is_what_is_played(self) -> None:
        said = {"--winner-first": {"d"}, "--no-winner-first": {"Y", "d"}, "--first=me": {"Y"}}
        for option, expected in said.items():
            first = set()
            with Player("--seed", "1", "--new", option) as player:
                player.until()
                player.answer("resign")
                for _ in range(8):
                    first.add(re.findall(r"(\w)\S* attacks? first", player.answer("1"))[0])
                    player.answer("resign")
            assert first == expected

    def test_another_level_is_suggested_and_one_number_away(self) -> None:
        for _game in range(3):
            StateStore().change(lambda state: state.with_result("Casual", "engine"))
        with Player("--level=2", "--seed=3", "--new") as player:
            player.until()
            assert "2: Play against Beginner." in player.answer("resign")
            assert "Beginner" in player.answer("2")
        assert StateStore().value.suggested == (("Casual", "Beginner"),)

    def test_an_import_from_pydurak_is_reported_once(self) -> None:
        old = Path.home() / ".durak" / "settings.json"
        old.parent.mkdir()
        old.write_text('{"engines": [{"name": "Lisa", "path": "/bin/cat"}]}')
        for is_reported in (True, False):
            with Player("--seed", "1", "--new") as player:
                assert (f"Imported from {old}: Lisa." in player.until()) == is_reported

    def test_settings_hold_where_no_option_says_other(self) -> None:
        settings = Path.home() / ".config/durak-tui/settings.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text('deck = 52\ntake_back = false\nplayer = "Ann"\nspeed = "?"\n')
        with Player("durak-dummy", "--seed", "1") as player:
            assert "with 52 cards" in player.until()
            player.answer("1")
            assert "Nothing to take back" in player.answer("back")
            player.answer("resign")
            player.rest()
            assert "settings.toml" in player.errors(), "speed has a wrong value"
        assert logged()[-1].names == ("Ann", "durak-dummy")


class TestATurn:
    """Seed 1: the person defends with 6S 8H 9D JD JH QD against 7H, trumps are clubs."""

    def test_everything_typed_gets_an_answer_and_the_turn_goes_on(self) -> None:
        with Player("--seed", "1") as player:
            block = player.until()
            (hand,) = re.findall("You hold 6 cards: .*", block)
            assert card_names(cards_named(hand)) == ["6S", "8H", "9D", "JD", "JH", "QD"]
            assert block.endswith(
                "Your turn: beat 7 of hearts, or take.\n"
                "1: 8 of hearts.\n2: jack of hearts.\nt: take.\n"
            )
            for typed, said in (
                ("3", "3 is not one of the choices."),
                ("0", "0 is not one of the choices."),
                ("6s", "to beat 7 of hearts it must be of the same suit, or a trump"),
                ("10h", "You do not hold 10 of hearts."),
                ("7C", "You do not hold trump 7 of clubs."),
                ("1 2", "You can play only one card now."),
                ("d", "You must beat the card or take."),
                ("7♣️", "You do not hold trump 7 of clubs."),
                ("КС", "'К' is a Cyrillic letter; write the Latin K."),
                ("xyzzy", "Not understood: xyzzy. Type ? for help."),
                ("\x1b[2J", r"Not understood: \x1b[2J."),
                ("b", "Nothing to take back."),
                ("hand", "You hold 6 cards: 6 of spades, 8 of hearts,"),
                ("table", "On the table: 7 of hearts, not beaten.\n"),
                ("TABLE", "durak-dummy holds 5 cards."),
                ("score", "Score: you 0, durak-dummy 0, draws 0."),
                ("?", "q or quit: leave. The game is saved and can be resumed."),
                ("", "1: 8 of hearts.\n2: jack of hearts.\nt: take.\n"),
                ("8h", "You beat it: 8 of hearts."),
            ):
                assert said in player.answer(typed), typed

    def test_a_decision_is_taken_back_with_all_that_came_of_it(self) -> None:
        with Player("--seed", "1") as player:
            first = player.until()
            player.answer("1")
            player.answer("t")
            player.answer("1")
            for _ in range(3):
                block = player.answer("u")
                assert "Taken back." in block
            assert choices(block) == choices(first) == ["1", "2", "t"]
            assert "You hold 6 cards: 6 of spades, 8 of hearts," in block


class TestLeaving:
    @pytest.mark.few(1)
    @pytest.mark.parametrize(
        ("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGTERM, 143)]
    )
    def test_a_signal_leaves_the_game_stored(self, number: int, code: int) -> None:
        with Player("--seed", "1") as player:
            player.until()
            player.answer("1")
            engines = children_of(player.process.pid)
            assert player.signal(number) == code
            assert "durak-tui play --plain --resume" in player.rest()
            assert player.errors() == ""
        assert all_end(engines)
        (game,) = unfinished(unfinished_folder())
        assert len(game.game.actions) == 3

    @pytest.mark.few(1)
    @pytest.mark.parametrize("word", ["quit", "q", "exit", None])
    def test_so_does_the_end_of_input_and_the_word(self, word: str | None) -> None:
        with Player("--seed", "1") as player:
            player.until()
            player.answer("1")
            if word:
                player.type(word)
            assert player.rest() == (
                "\nYour game is saved. To resume it: durak-tui play --plain --resume\n"
            )
            assert player.process.returncode == 0
        assert len(unfinished(unfinished_folder())) == 1

    def test_what_is_typed_ahead_counts(self) -> None:
        with Player("--seed", "1") as player:
            player.type("1\nt\n2\nt")
            player.rest()
        (game,) = unfinished(unfinished_folder())
        assert len(game.game.actions) > 6

    def test_a_terminal_that_is_gone_leaves_the_game_stored(self) -> None:
        with Player("--seed", "1", terminal=True) as player:
            player.until()
            player.answer("1")
            engines = children_of(player.process.pid)
            player.hang_up()
            player.process.wait(60)
            assert player.errors() == ""
        assert all_end(engines)
        (game,) = unfinished(unfinished_folder())
        assert len(game.game.actions) == 3

    def test_nobody_who_reads_is_no_reason_to_lose_a_game(self) -> None:
        with Player("--seed", "1") as player:
            player.until()
            assert player.process.stdout
            player.process.stdout.close()
            player.type("1")
            assert player.process.wait(60) == 141
        assert len(unfinished(unfinished_folder())[0].game.actions) >= 2

    def test_without_any_input_there_is_just_the_opening(self) -> None:
        shell = ["/bin/sh", "-c", 'exec "$0" "$@" <&-']
        with Player("--seed", "1", around=shell) as player:
            assert "You play against durak-dummy" in player.rest()
            assert player.process.returncode == 0

    def test_a_game_can_be_thrown_away(self) -> None:
        with Player("--seed", "1") as player:
            player.until()
            player.answer("discard")
            assert "t: take." in player.answer("2")
            player.answer("discard")
            assert player.answer("1") == "\n1: Play again.\n2: Quit.\n"
            player.rest()
        assert journals() == []
        assert not games_log().exists()


class TestTheNextStart:
    def test_the_unfinished_games_are_offered(self) -> None:
        for seed in ("1", "2"):
            with Player("--seed", seed, "--new") as player:
                player.until()
                player.answer("1")
                player.type("q")
                player.rest()
        with Player() as player:
            block = player.until()
            assert "What do you want to play?\n1: Against durak-dummy, begun on " in block
            assert choices(block) == ["1", "2", "3"]
            assert "Type a number from 1 to 3." in player.answer("4")
            assert "On the table: " in player.answer("2")
            with Player() as other:
                # Nobody else is offered the game that is being played.
                assert choices(other.until()) == ["1", "2"]
                assert "24 cards are left in the talon" in other.answer("2")
        assert len(unfinished(unfinished_folder())) == 3

    def test_a_game_goes_on_against_the_engine_that_it_was_begun_with(self) -> None:
        with Player(rogue("good"), "--seed", "1") as player:
            player.until()
            player.answer("t")
        with Player("--resume") as player:
            assert f"You play against {rogue('good')} with" in player.until()
            player.answer("resign")
            assert f"You play against {rogue('good')} with" in player.answer("1")

    def test_a_damaged_game_is_reported_and_kept(self) -> None:
        with Player("--seed", "1") as player:
            player.until()
        (journal,) = journals()
        journal.write_bytes(journal.read_bytes() + b"hello\n")
        damaged = journal.read_bytes()
        with Player() as player:
            block = player.until()
            assert f"{short_path(journal)} cannot be read and is left as it is: line 3 " in block
            assert "You play against durak-dummy" in block
        assert journal.read_bytes() == damaged

    def test_a_game_that_could_not_be_logged_is_logged_then(self) -> None:
        games_log().mkdir(parents=True)
        with Player() as player:
            player.until()
            block = player.answer("resign")
            assert f"could not be written to {short_path(games_log())}: Is a directory." in block
            player.rest()
        with Player("--new") as player:
            assert (
                f"A finished game could not be written to {short_path(games_log())}"
                in player.until()
            )
        games_log().rmdir()
        with Player("--new") as player:
            player.until()
        assert len(logged()) == 1
        assert len(journals()) == 2


class TestEveryTerminal:
    def test_an_engine_with_a_strange_name_cannot_order_a_terminal(self, tmp_path: Path) -> None:
        engine = tmp_path / "\x1b[31mЖ"
        engine.write_text(f"#!/bin/sh\nexec {rogue('good')}\n")
        engine.chmod(0o755)
        with Player(str(engine), "--seed", "1") as player:
            assert r"You play against " in (block := player.until())
            assert r"/\x1b[31mЖ with 36 cards" in block
            assert "\x1b" not in player.text

    def test_a_whole_game_on_a_narrow_terminal(self) -> None:
        with Player("--seed", "2", terminal=True) as player:
            play_game(player, at_random(Random(2)))
            player.type("2")
            player.rest()
            assert player.process.returncode == 0
            assert re.fullmatch(r"[ -~\r\n]*", player.text)
        (record,) = logged()
        assert cards_said(player.text.replace("\r", "")) == played(record)

    def test_ctrl_c_leaves(self) -> None:
        with Player("--seed", "1", terminal=True) as player:
            player.until()
            # The person who types ends the line.
            assert player.answer("1").startswith("1\r\nYou beat it: 8 of hearts.\r\n")
            player.press("\x03")
            assert player.rest().endswith(
                "\r\nYour game is saved. To resume it: durak-tui play --plain --resume\r\n"
            )
            assert player.process.returncode == 130

    def test_a_full_disk_is_reported_once_and_the_game_is_played_to_its_end(self) -> None:
        shell = ["/bin/sh", "-c", 'ulimit -f 0; exec "$0" "$@"']
        with Player("--seed", "1", around=shell) as player:
            last = play_game(player, at_random(Random(1)))
            assert player.text.count("The game continues, but it cannot be saved in ") == 1
            assert last.count("The game is over, but it could not be written to ") == 1
            player.type("2")
            player.rest()
            assert player.process.returncode == 0
            assert player.errors() == ""
