"""The pages in docs/formats say of every file what the program writes and reads."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import pytest

from durak_tui.analysis import game_review as review
from durak_tui.game.caps import ATTACK_LIMITS
from durak_tui.game.position import DRAW
from durak_tui.library.index import LogIndex
from durak_tui.match.run_log import DURAK_LOGS
from durak_tui.net.proof import KEY, Proof
from durak_tui.net.talk_faults import Fault, PeerFault
from durak_tui.net.talk_journal import TalkStore
from durak_tui.net.talk_messages import Refusal, Resign
from durak_tui.practice.history import HistoryStore, MissedPosition
from durak_tui.practice.positions import from_json, shipped, to_json
from durak_tui.protocol.faults import FaultReason
from durak_tui.records.journal_format import (
    Opening,
    action_line,
    decode_journal,
    end_line,
    line,
    opening_line,
)
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import (
    AGREED,
    DISHONEST,
    NORMAL,
    RESIGNED,
    Clock,
    Ending,
    GameRecord,
    Introduction,
    Said,
    Thought,
)
from durak_tui.records.review_file import FORMAT, ReviewFile
from durak_tui.statistics.counts import GameCounts
from durak_tui.statistics.statistics_json import as_json
from durak_tui.table.game import Game
from durak_tui.table.seats import EngineSeat, PersonSeat, stored_seat
from durak_tui.tournament.tournament_files import results
from durak_tui.user.state import StateStore, UserState
from tests.analysis import reviews
from tests.cli.commands import CapFd, autoplay, command, small
from tests.match.matches import DUMMY, PLAN
from tests.net.deals import PARTIES
from tests.net.guests.lobbies import Server as LobbyServer
from tests.net.guests.lobbies import meet, play
from tests.net.sittings import Evening
from tests.pages import DOCS, ROOT
from tests.records.games import random_game
from tests.tournament.synthetic import cup, played

OPAQUE: Final = re.compile(r"engine\d\.faults|settings|(seats\[\]\.engine|run\.engine NAME)\.env")
"""Objects whose keys are not those of the format."""
NAMED: Final = {
    "series": "NAME", "between": "NAME", "between.NAME": "OTHER",
    "engines[].seats[].faults": "REASON", "positions": "KEY", "values": "CARDS",
}  # fmt: skip
"""Objects whose keys are names, and what stands for them in the tables."""


def page(name: str) -> str:
    return (DOCS / "formats" / f"{name}.md").read_text(encoding="utf-8")


def documented(text: str) -> set[str]:
    """The key paths in the first column of all tables."""
    cells = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    assert cells
    return {path for cell in cells for path in re.findall(r"`([^`]+)`", cell)}


def example(name: str) -> str:
    found: list[str] = re.findall(r"^```\n(.*?)^```$", page(name), re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return found[0]


def objects(text: str) -> list[dict[str, Any]]:
    """The objects of a text with one on each line."""
    return [json.loads(line) for line in text.splitlines()]


def paths(value: object, place: str = "") -> Iterable[str]:
    """The key paths in a JSON value."""
    if isinstance(value, Mapping) and not OPAQUE.fullmatch(place):
        for key, part in value.items():
            name = NAMED.get(place) or re.sub("^engine .*", "engine NAME", key)
            path = f"{place}.{name}" if place else name
            if place not in NAMED:
                yield path
            yield from paths(part, path)
    elif isinstance(value, list):
        for part in value:
            yield from paths(part, place + "[]")


def all_paths(values: Iterable[object]) -> set[str]:
    return {path for value in values for path in paths(value)}


def full_record() -> GameRecord:
    """A void game of a run, so that nothing is missing."""
    ending = Ending(None, "crash", None, "both are gone", "init", "timeout", "the last words")
    caps = ATTACK_LIMITS["6,5"]
    plan = replace(PLAN, players=(replace(DUMMY, start_time=90.0),) * 2, caps=caps)
    run = plan.settle(None, lambda _: None).settings
    clock = Clock(1.5, 3, 0.75)
    said = Said((Introduction("mine", "1.2", "Ann"), None), (Thought(0.5, "hm"), None))
    whole = random_game(1)
    record = replace(whole, actions=(), ending=ending, game_id=7, seed="x", run=run)
    record = replace(record, deal=whole.deal._replace(caps=caps))
    seats = None, "durak-dummy"
    others = {KEY: Proof(PARTIES, 36, (None, None), ()).as_json()}
    return replace(record, clocks=(clock, clock), seats=seats, taken_up=3, said=said, others=others)


def written(record: GameRecord) -> dict[str, Any]:
    """The JSON of a game in a log."""
    game: dict[str, Any] = json.loads(encode_game(record).partition(b"\n")[2])
    return game


def test_the_index_leads_to_every_page() -> None:
    pages = {path.stem for path in (DOCS / "formats").glob("*.md")} - {"README"}
    assert set(re.findall(r"\]\((\w+)\.md", page("README"))) == pages


class TestLog:
    def test_has_the_keys_of_the_tables(self) -> None:
        of_run = full_record()
        config = cup("swiss", 4, rounds=2)
        patient = tuple(replace(engine, start_time=90.0) for engine in config.engines)
        config = replace(config, engines=patient, caps=ATTACK_LIMITS["6"])
        of_cup = replace(of_run, run=config.settings())
        assert all_paths(map(written, (of_run, of_cup))) == documented(page("log"))

    def test_begins_with_the_keys_of_pydurak_in_their_order(self) -> None:
        listed = documented(page("log").partition("| `termination` |")[0])
        game = (ROOT / "tests" / "data" / "dummy_vs_dummy.log").read_bytes().split(b"\n")[1]
        genuine = json.loads(game)
        assert all_paths([genuine]) == listed
        assert list(written(full_record()))[: len(genuine)] == list(genuine)

    @pytest.mark.parametrize("key", ["phase", "other_reason", "stderr"])
    def test_of_a_normal_ending_leaves_out_what_it_says(self, key: str) -> None:
        assert key not in written(random_game(1))["termination"]
        row = re.search(rf"^\| `termination.{key}` .*$", page("log"), re.MULTILINE)
        assert row
        assert "missing" in row[0]

    def test_names_every_reason(self) -> None:
        row = re.search(r"^\| `termination.reason` .*$", page("log"), re.MULTILINE)
        assert row
        assert re.findall(r"`(\w+)`", row[0]) == [
            NORMAL,
            RESIGNED,
            AGREED,
            DISHONEST,
            *get_args(FaultReason),
        ]

    def test_holds_a_game_as_the_example_shows(self, tmp_path: Path) -> None:
        log = tmp_path / "games.log"
        log.write_text(example("log"))
        with LogIndex(log) as index:
            index.scan()
            assert len(index) == 1
            assert encode_game(index.game(0)) == log.read_bytes()

    def test_loses_what_was_cut_off_to_another_file(self, tmp_path: Path) -> None:
        log, game = tmp_path / "games.log", example("log")
        log.write_text(game + game[:200])
        assert DURAK_LOGS.move_torn(str(log)) == f"{log}.torn"
        assert "`LOG.torn`" in page("log")
        assert log.read_text() == game
        assert Path(f"{log}.torn").read_text() == game[:200] + "\n"


class TestReviews:
    def test_have_the_keys_of_the_tables(self, tmp_path: Path) -> None:
        file = ReviewFile(tmp_path / "games.log")
        record = replace(random_game(1), actions=())
        review.store(file, b"raw", review.Review((), 20, len(record.actions)))
        lines = objects(Path(file.path).read_text())
        assert list(lines[0]) == ["name", "format"]
        assert all_paths(lines) == documented(page("reviews"))
        assert f"| `format` | number | {FORMAT} |" in page("reviews")

    def test_are_found_in_the_example_for_the_game_of_the_other(self, tmp_path: Path) -> None:
        log = tmp_path / "games.log"
        log.write_text(example("log"))
        file = ReviewFile(log)
        Path(file.path).write_text(example("reviews"))
        with LogIndex(log) as index:
            index.scan()
            raw, record = index.raw(0), index.game(0)
        found = review.stored(file, raw, record, 20)
        assert found == reviews.review(record, 20)


class TestUnfinishedGame:
    def test_has_the_keys_of_the_tables(self) -> None:
        record = random_game(1)
        seats = stored_seat(PersonSeat("lisa")), stored_seat(EngineSeat(DUMMY))
        deal = record.deal._replace(caps=ATTACK_LIMITS["6"])
        opening = Opening(deal, seats, record.started_at)
        lines = [opening_line(opening), action_line(()), line(undo=0), end_line(record)]
        lines += [action_line((), Thought(0.5, "hm")), line(log="/games.log", size=0)]
        assert all_paths(map(json.loads, lines)) == documented(page("unfinished"))

    def test_is_stored_as_the_example_shows(self) -> None:
        text = example("unfinished")
        game = decode_journal(text.encode())
        assert game.ending
        assert (game.ending.winner, game.ending.reason, len(game.actions)) == (1, RESIGNED, 2)
        resigned = Game(game.opening.deal, (PersonSeat("lisa"), EngineSeat(DUMMY)))
        resigned.resign(0)
        assert resigned.ending == game.ending
        assert opening_line(game.opening).decode() == text.splitlines(keepends=True)[0]
        documented_here = documented(page("unfinished"))
        assert all_paths(objects(text)) == documented_here - {"attack_limit"}

    def test_has_a_draw_with_the_number_that_it_says(self) -> None:
        assert f"{DRAW} is a draw" in page("unfinished")


class TestSitting:
    def test_has_the_keys_of_the_tables(self, tmp_path: Path) -> None:
        evening = Evening(tmp_path, 1)
        evening.connect()
        evening.run()
        path = evening.sides[0].conversation.store.path
        _stored, stopped = TalkStore.new(evening.sides[0].conversation.sides, "", tmp_path)
        for accusation in (PeerFault(Fault.TURN, "why"), Refusal(Fault.TURN, "why")):
            stopped.accusation(accusation)
        stopped.disclosed({})
        stopped.end(datetime.now(), timed_out=True)
        assert path and stopped.path
        text = path.read_text() + stopped.path.read_text()
        lines = [json.loads(line) for line in text.splitlines()]
        evening.close()
        for entry in lines:
            for key in ("out", "heard", "start"):
                if key in entry:
                    entry[key] = None
        assert all_paths(lines) == documented(page("sitting"))


class TestResultOfARun:
    def test_has_the_keys_of_the_table(self) -> None:
        run = autoplay(*small("--json", "-"))
        result = json.loads(run.stdout[run.stdout.index(b"{") :])
        others = {
            "statistics": as_json(GameCounts(2, 0, 0)),
            "games": [{"termination": {"stderr": "Traceback"}}],
            "engine1": {"says": Introduction(author="Ann").said},
            "engine2": {"says": Introduction(author="Bob").said},
        }
        listed = documented(page("run"))
        assert all_paths([result, others]) == listed
        assert all_paths([json.loads(example("run"))]) == listed - {
            "statistics.bound",
            "games[].termination.stderr",
            "engine1.says.author",
            "engine2.says.author",
        }


class TestResultsOfATournament:
    def test_have_the_keys_of_the_table(self) -> None:
        tournament, _, _ = played(cup("swiss", 5, rounds=3))
        tournament.engines = (Introduction("e1", "2", "Ann"), *[None] * 4)
        listed = documented(page("tournament"))
        assert tournament.scores.failures
        assert all_paths([results(tournament)]) == listed
        shown = all_paths([json.loads(example("tournament"))])
        missing = {path for path in listed - shown if "failures[]" not in path}
        assert shown < listed
        assert all("faults.REASON" in path or ".says" in path for path in missing)


class TestState:
    def test_has_the_keys_of_the_table_and_is_read_as_in_the_example(self, tmp_path: Path) -> None:
        file = tmp_path / "state.json"
        text = example("state")
        file.write_text(text)
        store = StateStore(file)
        assert not store.messages
        assert store.value.against("Beginner").wins == 2
        file.unlink()
        StateStore(file).change(
            lambda state: replace(
                UserState()
                .with_log("/home/lisa/.local/share/durak-tui/games.log")
                .with_result("Beginner", "person")
                .with_result("Beginner", "engine")
                .with_result("Beginner", "person")
                .with_opponent("Beginner")
                .with_suggestion("Beginner", "Casual")
                .with_opponent(("Lisa", "Bart"))
                .with_result(("Lisa", "Bart"), "person"),
                last_match=Path("/home/lisa/.local/share/durak-tui/matches/2026-11-22-101500.log"),
                last_tournament=Path("/home/lisa/cup/cup.toml"),
            )
        )
        # What is as at first is not written.
        assert json.loads(file.read_text()) == {
            key: value for key, value in json.loads(text).items() if key != "imported_old"
        }
        assert all_paths([json.loads(text)]) == documented(page("state"))


class TestPractice:
    def test_has_the_keys_of_the_table_and_is_read_as_in_the_example(self, tmp_path: Path) -> None:
        file = tmp_path / "practice.json"
        text = example("practice")
        file.write_text(text)
        store = HistoryStore(file)
        assert not store.messages
        assert store.value.positions == {
            "5abd2ba1c7dd": MissedPosition(1, 47),
            "64d77f71c9d2": None,
        }
        store.change(lambda history: history.after("5abd2ba1c7dd", True))
        assert all_paths([json.loads(file.read_text())]) == documented(page("practice"))

    def test_a_server_keeps_games_with_the_keys_of_the_table(self, tmp_path: Path) -> None:
        server = LobbyServer(tmp_path)
        ann, bob, carl = (server.come(name) for name in ("Ann", "Bob", "Carl"))
        for guest in (bob, carl):
            meet(server, guest, ann)
            play(server, Random(1), guest, ann, most=5)
            guest.go()
            server.settle()
            if guest is bob:
                ann.chair.say(Resign())
                ann.chair.leave()
                server.settle()
        kept = [*server.kept.values(), *server.results.values()]
        assert len(kept) == 2
        assert all_paths(kept) == documented(page("guests"))

    def test_the_positions_that_ship_have_the_keys_of_the_table(self) -> None:
        listed = documented(page("positions"))
        assert all_paths([to_json(shipped()[0])]) == listed
        (shown,) = objects(example("positions"))
        assert to_json(from_json(shown)) in map(to_json, shipped())


class TestGames:
    def test_have_the_keys_of_the_tables(self, capfd: CapFd, tmp_path: Path) -> None:
        log, results = tmp_path / "games.log", tmp_path / "results.json"
        files = "--log-file", log, "--json", results
        known = documented(page("games"))
        for words in (
            ["goldrush", "burrow", "goldrush-random 1", "sh -c 'echo me'", "-r", 2, "--seed", 1],
            ["2048", "2048-random 1", "sh -c 'echo me'", "--repeat", 1, "--clock", "1=1"],
        ):
            assert command(capfd, *words, "--repeat", 1, *files)[0] == 0
            *_, line = log.read_text().splitlines()
            game = json.loads(line)
            assert next(iter(game)) == "game"
            assert set(game) | set(game["opening"]) <= known
            found = json.loads(results.read_text())
            assert {*found, *(f"players[].{key}" for key in found["players"][0])} <= known
            of_game = {f"games[].{key}" for one in found["games"] for key in one}
            assert of_game - known == {f"games[].{key}" for key in game["details"]}
            assert all(f"`{key}`" in page("games") for key in game["details"])
            log.unlink()
