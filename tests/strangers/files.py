"""The files of the user and of runs, as anybody may have left them, and who reads them.

Each reader asks the program what it asks itself: what is wrong is said in a line, what can be used
is used, and the next change neither loses nor overwrites anything of the user's.
"""

import json
import os
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, partial
from math import isnan
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from hypothesis import strategies as st

from durak_tui.analysis import game_review as review
from durak_tui.analysis.lesson import judge
from durak_tui.common.errors import UserError
from durak_tui.library.index import LogIndex, parse_game
from durak_tui.library.own_record import OwnGame
from durak_tui.library.reviewed import OwnMistakes
from durak_tui.match.plan import GAMES
from durak_tui.net.events import TalkEvent, TalkFailed
from durak_tui.net.fingerprints import words_of
from durak_tui.net.peer_talk import PeerTalk
from durak_tui.net.talk_journal import SUFFIX, TalkStore, UnfinishedTalk, resume
from durak_tui.net.talk_journal import unfinished as sittings_in
from durak_tui.net.wire.known_people import KnownPeople
from durak_tui.practice.exercises import exercise, own_mistakes
from durak_tui.practice.history import HistoryStore
from durak_tui.practice.positions import shipped
from durak_tui.practice.practice_session import Practice
from durak_tui.records.journal import NotUnfinished, unfinished
from durak_tui.records.journal_format import DamagedJournal
from durak_tui.records.log_format import encode_game
from durak_tui.records.record import NORMAL
from durak_tui.records.review_file import ReviewFile
from durak_tui.table.game import Game
from durak_tui.table.session import tidy
from durak_tui.tournament.report import title
from durak_tui.tournament.tournament_config import load
from durak_tui.tournament.tournament_files import config_values, stopped_tournament, write_config
from durak_tui.tournament.tournament_run import Tournament
from durak_tui.user.engines import opponent_now, opponents, unknown_engines, who_plays
from durak_tui.user.import_pydurak import open_stores
from durak_tui.user.schema import Settings, checked
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import StateStore
from durak_tui.user.store import Store
from tests.net.deals import SMALL, key
from tests.records.games import games_of
from tests.strangers import haste
from tests.strangers.readers import unfit
from tests.strangers.strategies import Draw, Log, altered_bytes
from tests.strangers.user_files import (
    HISTORY,
    OLD_SETTINGS,
    OLD_TABLES,
    PEOPLE,
    SETTINGS,
    STATE,
    TOURNAMENT,
    altered_lines,
    altered_toml,
    begun_game,
    journals,
    own_game,
    review_lines,
    reviewed,
    sittings,
)

T = TypeVar("T")
_LONGEST_SENTENCE: Final = 1000

# Python needs a second to read a megabyte of TOML, and what is changed is read twice.
in_time = partial(haste.in_time, seconds=2 * haste.SECONDS)


def _fit(sentences: Iterable[object]) -> None:
    """Each sentence for the user is a line for a terminal, not a file."""
    for sentence in sentences:
        text = str(sentence)
        assert not unfit(text), unfit(text)
        assert "\n" not in text
        assert len(text) < _LONGEST_SENTENCE + 5 * len(os.environ["HOME"]), text[:2000]


def _kept_aside(path: Path, before: bytes) -> bool:
    """True if a file's content is still there, under any name."""
    return any(one.read_bytes() == before for one in path.parent.iterdir() if one.is_file())


def _changed(store: Store[T], change: Callable[[T], T], before: bytes) -> T:
    """Change what is stored; it is read back, and nothing else is lost."""
    wanted = store.change(change)
    assert type(store)(store.path).value == wanted
    if store.path.read_bytes() != before and not _kept_aside(store.path, before):
        old, new = _values(before), _values(store.path.read_bytes())
        for key, value in old.items():
            # A key that changes is one of those that the change is about.
            assert key in _CHANGING or new[key] == value, key
    _fit(store.messages)
    return wanted


_CHANGING: Final = {
    "deck", "engine", "engines", "series", "opponent", "answers", "positions",
    "recent_logs", "last_log_folder",
}  # fmt: skip


def _values(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data, parse_float=_number, parse_constant=_number)
    except ValueError:
        found = tomllib.loads(data.decode("utf-8-sig"), parse_float=_number)
    assert isinstance(found, dict)
    return found


def _number(text: str) -> float | str:
    number = float(text)
    return "nan" if isnan(number) else number  # Equal to itself.


# Readers, each of a file in a home of its own


def settings(path: Path) -> None:
    before = path.read_bytes()
    with in_time(before):
        store = SettingsStore(path)
        found = store.value
        assert checked(found) == found
        _fit([*store.messages, *unknown_engines(found), opponent_now(found, "")])
        assert all(one.name for one in opponents(found))
    with in_time(before):
        deck = 88 - found.deck
        after = _changed(store, lambda settings: replace(settings, deck=deck), before)
        # Engines on one line stay in the order in which they are.
        assert replace(after, engines=found.engines) == replace(found, deck=deck)
        assert set(after.engines) == set(found.engines)


def state(path: Path) -> None:
    before = path.read_bytes()
    with in_time(before):
        store = StateStore(path)
        _fit(store.messages)
        _changed(store, lambda value: value.with_result("x", None).with_opponent("x"), before)
        _changed(store, lambda value: value.with_log("/x.log"), before)


def history(path: Path) -> None:
    before = path.read_bytes()
    some = _some_exercises()
    with in_time(before):
        store = HistoryStore(path)
        _fit(store.messages)
        practice = Practice(store, some)
        assert sum(practice.counts) >= len(some)
        assert practice.current in some
        _changed(store, lambda value: value.after(some[0].key, False), before)


@cache
def _some_exercises() -> Any:
    return [exercise(one) for one in list(shipped())[:3]]


def old_settings(path: Path) -> None:
    before = path.read_bytes()
    with in_time(before):
        found, remembered, problems = open_stores()
        _fit([*problems, *found.news])
        assert checked(found.value) == found.value
        assert path.read_bytes() == before
    with in_time(before):
        again = open_stores()
        assert again[0].value == found.value
        assert again[1].value == remembered.value


def journal(path: Path) -> None:
    folder, log = path.parent, Path(os.environ["HOME"], "games.log")
    log.unlink(missing_ok=True)
    before = path.read_bytes()
    with in_time(before):
        for entry in unfinished(folder):
            assert entry.game.bout >= 1
    with in_time(before):
        try:
            game = Game.resume(path, log)
        except (DamagedJournal, NotUnfinished) as refusal:
            _fit([refusal])
        else:
            assert not game.over
            game.leave()
    # Only what a kill has cut off may be gone.
    assert path.read_bytes() in (before, before[: before.rfind(b"\n") + 1])
    before = path.read_bytes()
    with in_time(before):
        _fit(tidy(folder, log))
    if path.exists():
        assert path.read_bytes() == before
    elif log.exists():
        (record,) = games_of(log)
        assert record.actions or record.ending.reason != NORMAL
    else:
        assert before.count(b"play") <= 1  # nobody misses it


def sitting(path: Path) -> None:
    before = path.read_bytes()
    with in_time(before):
        found = sittings_in(path.parent)
    for entry in found:
        if isinstance(entry, UnfinishedTalk):
            who = entry.stored.sides
            assert unfit(who.name + who.other_name) == []
            assert words_of(who.peer)
        else:
            _fit([entry.reason])
    if path.exists():
        with in_time(before):
            try:
                _, one = resume(path)
            except (DamagedJournal, NotUnfinished) as refusal:
                _fit([refusal])
            else:
                one.close()
        assert before.startswith(path.read_bytes())
    _resumed(path.with_name(f"y{SUFFIX}"), before)


def _resumed(path: Path, before: bytes) -> None:
    """Sit down again; what is wrong is seen, at the latest, when the game is repeated."""
    path.write_bytes(before)
    with in_time(before):
        try:
            one = PeerTalk(
                _fails,
                lambda _data: None,
                *TalkStore.resume(path, path.with_suffix(".log")),
                group=SMALL,
            )
        except (DamagedJournal, NotUnfinished) as refusal:
            _fit([refusal])
        else:
            one.leave()


def _fails(event: TalkEvent) -> None:
    if isinstance(event, TalkFailed):
        _fit([event.text])


def people(path: Path) -> None:
    before = path.read_bytes()
    with in_time(before):
        store = KnownPeople(path)
        _fit(store.messages)
        damaged = bool(store.messages)
        for one in store.value:
            assert not unfit(one.name)
            assert store.known_as(one.key)
    with in_time(before):
        store.trust("Eve", key("Eve"), "[::1]:4000")
        assert store.known_as(key("Eve")) == "Eve"
        assert KnownPeople(path).value == store.value
        assert not damaged or _kept_aside(path, before)


def reviews(path: Path) -> None:
    log, record = path.with_suffix(""), begun_game()
    log.write_bytes(encode_game(record))
    before, who = path.read_bytes(), who_plays(Settings())
    with in_time(before), LogIndex(log) as index:
        index.scan()
        raw = index.raw(0)
        assert parse_game(raw) == record
        try:
            found = review.stored(ReviewFile(log), raw, record, review.WORLDS)
            assert found is None or len(found.decisions) == len(record.actions)
            for each in own_mistakes(log, who):
                for action, _worth in each.question.values:
                    assert judge(each.question, action).best_worth <= 1
                assert str(each.game("x").position) == str(each.question.position)
        except OSError as refusal:
            _fit([refusal])
        mistakes = OwnMistakes()
        for _step in mistakes.read(index, str(log), [OwnGame(0, "x", 1.0, 0, None, None)]):
            pass
        try:
            review.store(ReviewFile(log), raw, reviewed())
        except OSError as refusal:
            _fit([refusal])
            assert path.read_bytes() == before
        else:
            assert review.stored(ReviewFile(log), raw, record, review.WORLDS) == reviewed()
            whole = before[: before.rfind(b"\n") + 1]
            assert path.read_bytes().startswith(whole)


def tournament(path: Path) -> None:
    before = path.read_bytes()
    with in_time(before):
        stopped_tournament(path)
        try:
            config = load(str(path))
        except UserError as refusal:
            _fit([refusal])
            return
        made = Tournament(config)
        assert 0 < made.total <= GAMES.number
        _fit([title(made)])
    # What every game carries can be read again.
    record = replace(own_game(), run=made.settings, names=(config.names[0], config.names[-1]))
    log = path.with_suffix(".log")
    log.write_bytes(encode_game(record))
    assert games_of(log)[0].run == json.loads(json.dumps(made.settings))
    with in_time(before):
        again = path.with_suffix(".again")
        write_config(again, config_values(config, "x"))
        assert load(str(again)).engines == config.engines


class Kind(NamedTuple):
    """One kind of file."""

    place: str  # In the user's home.
    read: Callable[[Path], None]
    genuine: Callable[[], Iterable[bytes]]
    alter: Callable[[bytes], st.SearchStrategy[bytes]]


def _toml(data: bytes) -> st.SearchStrategy[bytes]:
    return altered_toml(data.decode())


def _json(value: object) -> Callable[[], Iterable[bytes]]:
    return lambda: [json.dumps(value).encode() + b"\n"]


KINDS: Final = {
    "settings": Kind("settings.toml", settings,
                     lambda: [SETTINGS.encode(), OLD_TABLES.encode()], _toml),
    "state": Kind("state.json", state, _json(STATE), altered_lines),
    "history": Kind("practice.json", history, _json(HISTORY), altered_lines),
    "old settings": Kind(".durak/settings.json", old_settings, _json(OLD_SETTINGS), altered_lines),
    "journal": Kind("unfinished/x.jsonl", journal, journals, altered_lines),
    "sitting": Kind(f"unfinished/x{SUFFIX}", sitting, sittings, altered_lines),
    "people": Kind("people.json", people, _json(PEOPLE), altered_lines),
    "reviews": Kind("x.log.review", reviews, lambda: [review_lines()], altered_lines),
    "tournament": Kind("cup.toml", tournament, lambda: [TOURNAMENT.encode()], _toml),
}  # fmt: skip


@st.composite
def strange_files(draw: Draw) -> tuple[str, Log]:
    """A kind of file, and what is in it."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    data = draw(st.sampled_from(list(KINDS[kind].genuine())))
    if draw(st.sampled_from((True, True, True, False))):
        data = draw(KINDS[kind].alter(data))
    if draw(st.sampled_from((False, False, False, True))):
        data = draw(altered_bytes(data))
    return kind, Log(data)


def examine(kind: str, data: bytes) -> None:
    """Have a file of this kind read, in the home of the user."""
    one = KINDS[kind]
    path = Path(os.environ["HOME"], one.place)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    one.read(path)
