"""One person's games, one after the other."""

import os
from pathlib import Path
from threading import Thread

import pytest

from durak_tui.game.position import DEAL
from durak_tui.records.journal import worth_resuming
from durak_tui.table.duel import Duel
from durak_tui.table.session import Session, Terms, tidy
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series, StateStore
from tests.records.games import random_game


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Its games are stored below ``tmp_path``."""
    folder, log = tmp_path / "unfinished", tmp_path / "games.log"
    return Session(SettingsStore(), StateStore(), folder, log, Terms(seed=1, winner_first=True))


def given_up(session: Session) -> None:
    """A game against durak-dummy that the person gives up."""
    session.begin(session.find("durak-dummy"))
    session.table.resign()
    session.count()


def taken_up(session: Session) -> None:
    """A game of somebody else, gone on with from its twentieth action."""
    record = random_game(1)
    duel = Duel.taken_up(record, 20, seat=0, names=record.names)
    session.take_up(duel, session.find("durak-dummy"))


def decide(session: Session) -> None:
    """Play whatever is allowed until the person has decided something."""
    duel, decided = session.duel, False
    while not decided:
        while duel.position.phase == DEAL:
            session.table.settle()
        decided = duel.person_to_act
        legal = duel.position.legal()
        must = not duel.position.may_pass()
        session.table.play(((legal & -legal).bit_length() - 1,) if must else ())


def test_a_game_in_which_another_engine_took_over_is_kept(session: Session, tmp_path: Path) -> None:
    session.begin(session.find("durak-dummy"))
    decide(session)
    played = session.duel.actions
    session.exchange(session.find("another"))
    assert not session.duel.can_take_back
    assert not session.is_untouched
    assert session.leave()
    (kept,) = worth_resuming(tmp_path / "unfinished")
    assert session.resume(kept.path) == ""
    assert session.duel.actions == played
    assert session.is_kept
    session.table.resign()
    session.count()
    assert session.series == Series(), "it was begun against somebody else"


def test_another_engine_does_not_make_a_game_worth_keeping(session: Session) -> None:
    taken_up(session)
    session.exchange(session.find("another"))
    assert session.is_untouched


def test_what_cannot_be_resumed_leaves_everything_as_it_was(
    session: Session, tmp_path: Path
) -> None:
    session.begin(session.find("durak-dummy"))
    before = session.table
    assert session.resume(tmp_path / "gone.jsonl") == "the game is not there any more"
    assert tmp_path.name in session.resume(tmp_path)
    assert session.table is before


def test_the_next_game_knows_of_the_last_one_before_that_is_stored(session: Session) -> None:
    given_up(session)
    session.begin_again()
    assert (session.series.wins, session.series.losses) == (0, 1)
    assert session.duel.deal.first == 1, "the winner attacks first"
    session.remember()
    assert StateStore().value.against("durak-dummy") == session.series


def test_a_game_that_is_over_while_the_last_one_is_being_stored_counts_too(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_up(session)
    change = StateStore.change

    def slowly(store: StateStore, *arguments: object) -> None:
        change(store, *arguments)  # type: ignore[arg-type]
        monkeypatch.setattr(StateStore, "change", change)
        given_up(session)

    monkeypatch.setattr(StateStore, "change", slowly)
    session.remember()
    session.remember()
    assert StateStore().value.against("durak-dummy").losses == 2


def test_a_game_is_stored_once_whoever_asks_for_it_at_the_same_time(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_up(session)
    change = StateStore.change
    others = [Thread(target=session.remember) for _ in range(2)]

    def slowly(store: StateStore, *arguments: object) -> None:
        monkeypatch.setattr(StateStore, "change", change)
        for other in others:
            other.start()
        change(store, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(StateStore, "change", slowly)
    session.remember()
    for other in others:
        other.join()
    assert StateStore().value.against("durak-dummy").losses == 1


def test_a_log_that_cannot_be_written_does_not_hide_a_damaged_game(
    session: Session, tmp_path: Path
) -> None:
    folder, log = tmp_path / "unfinished", tmp_path / "games.log"
    log.mkdir()
    given_up(session)
    session.table.leave()
    session.begin(session.find("durak-dummy"))
    session.table.leave()
    assert session.table.path
    os.utime(session.table.path, (0, 0))
    (folder / "damaged.jsonl").write_text("no game\n")
    written, unreadable = tidy(folder, log)
    assert written.startswith(f"A finished game could not be written to {log}: ")
    assert "damaged.jsonl cannot be read and is left as it is" in unreadable
    assert not session.table.path.exists(), "nobody misses it"


def test_there_is_nothing_to_tidy_in_no_folder(tmp_path: Path) -> None:
    assert tidy(tmp_path / "none", tmp_path / "games.log") == []
