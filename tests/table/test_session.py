"""One person's games, one after the other."""

import os
from pathlib import Path
from threading import Thread

import pytest

from durak_tui.common.text import short_path
from durak_tui.game.caps import NO_CAPS, Caps
from durak_tui.game.deals import Deal, deal
from durak_tui.game.position import DEAL
from durak_tui.records.journal import Journal, worth_resuming
from durak_tui.table.game import GameStart
from durak_tui.table.seats import EngineSeat, PersonSeat
from durak_tui.table.session import SeriesOptions, Session, tidy
from durak_tui.user.settings import SettingsStore
from durak_tui.user.state import Series, StateStore
from tests.records.games import random_game


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Its games are stored below ``tmp_path``."""
    folder, log = tmp_path / "unfinished", tmp_path / "games.log"
    return Session(
        SettingsStore(), StateStore(), folder, log, SeriesOptions(seed=1, first="winner")
    )


def engine(session: Session, name: str = "durak-dummy") -> EngineSeat:
    return EngineSeat(session.find(name))


def given_up(session: Session) -> None:
    """A game against durak-dummy that the person gives up."""
    session.begin(engine(session))
    session.game.resign(0)
    session.count()


def taken_up(session: Session) -> None:
    """A game of somebody else, gone on with from its twentieth action."""
    session.take_up(GameStart.within(random_game(1), 20), engine(session))


def decide(session: Session) -> None:
    """Play anything legal until the person has decided something."""
    game, decided = session.game, False
    while not decided:
        while game.position.phase == DEAL:
            session.game.settle()
        decided = game.to_act == 0
        legal = game.position.legal()
        must = not game.position.may_pass()
        session.game.play(((legal & -legal).bit_length() - 1,) if must else ())


def test_a_game_in_which_another_engine_took_over_is_kept(session: Session, tmp_path: Path) -> None:
    session.begin(engine(session))
    decide(session)
    played = session.game.actions
    session.exchange(engine(session, "another"))
    assert not session.game.can_take_back(0)
    assert not session.game.is_untouched
    session.leave()
    assert session.is_kept
    (kept,) = worth_resuming(tmp_path / "unfinished")
    assert session.resume(kept.path) == ""
    assert session.game.actions == played
    assert session.is_kept
    session.game.resign(0)
    session.count()
    assert session.series == Series(), "it was begun against somebody else"


def test_a_game_of_others_is_kept_once_the_person_has_played_in_it(session: Session) -> None:
    taken_up(session)
    session.exchange(engine(session, "another"))
    assert session.game.is_untouched
    decide(session)
    assert session.is_kept
    assert session.game.take_back(0)
    assert session.game.is_untouched and not session.is_kept


def test_another_engine_takes_over_before_the_old_journal_goes(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.begin(engine(session))
    decide(session)

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    (before,) = (tmp_path / "unfinished").glob("*.jsonl")
    monkeypatch.setattr(Journal, "create", full)
    session.exchange(engine(session, "another"))
    assert list((tmp_path / "unfinished").glob("*.jsonl")) == [before]


def test_what_cannot_be_resumed_leaves_everything_as_it_was(
    session: Session, tmp_path: Path
) -> None:
    session.begin(engine(session))
    before = session.game
    assert session.resume(tmp_path / "gone.jsonl") == "the game is not there any more"
    assert short_path(tmp_path) in session.resume(tmp_path)
    assert session.game is before


def test_deals_are_those_of_the_seed_in_order_or_at_random(tmp_path: Path) -> None:
    def deals(terms: SeriesOptions) -> list[Deal]:
        session = Session(SettingsStore(), StateStore(), tmp_path / "on", tmp_path / "log", terms)
        begun = []
        for _ in range(2):
            session.begin(PersonSeat("Ann"))
            begun.append(session.game.deal)
            session.throw_away()
        return begun

    assert (
        deals(SeriesOptions(seed=7)) == deals(SeriesOptions(seed="7")) == [deal(7, 1), deal(7, 2)]
    )
    assert [len(one.deck) for one in deals(SeriesOptions(deck=52))] == [52, 52]
    assert len({*deals(SeriesOptions()), *deals(SeriesOptions())}) == 4
    assert {one.caps for one in deals(SeriesOptions(attack_limit="6,5"))} == {Caps(6, 5)}
    SettingsStore().update(attack_limit="6")
    assert {one.caps for one in deals(SeriesOptions())} == {Caps(6, 6)}
    assert {one.caps for one in deals(SeriesOptions(attack_limit="none"))} == {NO_CAPS}


@pytest.mark.parametrize(("first", "seats"), [("me", {0}), ("engine", {1}), ("trump", {0, 1})])
def test_who_attacks_first_is_said_by_the_settings_or_for_this_session(
    first: str, seats: set[int], tmp_path: Path
) -> None:
    store = SettingsStore()
    store.update(first_attack="trump" if first == "me" else first)
    terms = SeriesOptions(seed=1, first="me" if first == "me" else None)
    session = Session(store, StateStore(), tmp_path / "on", tmp_path / "log", terms)
    begun = set()
    for _ in range(8):
        session.begin(engine(session))
        begun.add(session.game.deal.first)
        session.throw_away()
    assert begun == seats


def test_the_next_game_knows_of_the_last_one_before_that_is_stored(session: Session) -> None:
    given_up(session)
    session.begin_again()
    assert (session.series.wins, session.series.losses) == (0, 1)
    assert session.game.deal.first == 1, "the winner attacks first"
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


def test_a_game_is_stored_once_though_several_threads_ask_for_it(
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
    session.game.leave()
    session.begin(engine(session))
    session.game.leave()
    assert session.game.storage and session.game.storage.path
    os.utime(session.game.storage.path, (0, 0))
    (folder / "damaged.jsonl").write_text("no game\n")
    written, unreadable = tidy(folder, log)
    assert written.startswith(f"A finished game could not be written to {short_path(log)}: ")
    assert "damaged.jsonl cannot be read and is left as it is" in unreadable
    assert not session.game.storage.path.exists(), "nobody misses it"


def test_games_in_which_nobody_has_decided_anything_go_once_they_are_old_and_closed(
    session: Session, tmp_path: Path
) -> None:
    paths = []
    for is_played, is_closed in [(False, True), (False, True), (True, True), (False, False)]:
        session.begin(engine(session))
        if is_played:
            decide(session)
        storage = session.game.storage
        assert storage and storage.path
        paths.append(storage.path)
        if is_closed:
            session.game.leave()
    old, young, played, open_here = paths
    for path in (old, played, open_here):
        os.utime(path, (0, 0))
    assert tidy(tmp_path / "unfinished", tmp_path / "games.log") == []
    assert [path for path in paths if path.exists()] == [young, played, open_here]


def test_of_many_damaged_games_some_are_named_and_the_others_counted(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"damaged{number}.jsonl").write_text("no game\n")
    texts = tidy(tmp_path, tmp_path / "games.log")
    assert [text[-15:] for text in texts].count("cannot be read.") == 1
    assert (len(texts), texts[-1]) == (4, "6 more unfinished games cannot be read.")
    assert tidy(tmp_path / "none", tmp_path / "games.log") == []


def test_the_last_opponent_is_the_one_meant_without_a_name(session: Session) -> None:
    assert session.find("").shown == "Beginner"
    session.begin(engine(session))
    session.remember()
    assert StateStore().value.opponent == "durak-dummy"
    assert session.find("").shown == "durak-dummy"
    SettingsStore().update(default_engine="durak-random")
    assert session.find("").shown == "durak-dummy", "the default is for people who have not chosen"


def test_a_game_that_others_began_is_no_choice_of_an_opponent(session: Session) -> None:
    taken_up(session)
    session.remember()
    assert StateStore().value.opponent == ""


def test_a_level_is_suggested_at_the_end_of_a_game_once(session: Session) -> None:
    for level, games in (("Casual", ["", "", "", "Beginner", "", ""]), ("Beginner", [""] * 5)):
        for name in games:
            session.begin(EngineSeat(session.find(level)))
            assert session.suggested is None
            session.game.resign(0)
            session.count()
            assert (session.suggested.name if session.suggested else "") == name
            session.remember()
            session.leave()
    assert StateStore().value.suggested == (("Casual", "Beginner"),)


def test_a_person_is_not_taken_for_the_engine_of_the_same_name(session: Session) -> None:
    given_up(session)
    session.remember()
    person = PersonSeat("durak-dummy")
    session.begin(person)
    assert session.series == Series(), "the score is that of the engine"
    session.game.resign(1)
    session.count()
    session.begin_again()
    assert session.other == person and session.opponents == [None, None]
    assert session.series.wins == 1
    session.begin(engine(session))
    assert session.series == Series(0, 1, 0, ("engine",))


def test_two_people_play_one_game_after_the_other(session: Session, tmp_path: Path) -> None:
    session.begin(PersonSeat("Ben"), PersonSeat("Ann"))
    assert session.game.names == ("Ann", "Ben") and session.game.persons == (0, 1)
    decide(session)
    session.leave()
    assert session.is_kept
    (kept,) = worth_resuming(tmp_path / "unfinished")
    assert session.resume(kept.path) == ""
    assert session.opponents == [None, None]
    session.game.resign(0)
    session.count()
    session.remember()
    state = StateStore().value
    assert (state.people, state.opponent, session.suggested) == (("Ann", "Ben"), "", None)
    assert state.against(("Ben", "Ann")).wins == 1
    session.begin_again()
    assert session.game.names == ("Ann", "Ben"), "not the name in the settings"
    assert session.game.deal.first == 1, "the winner attacks first"
    session.game.resign(1)
    session.count()
    assert session.series == Series(1, 1, 0, ("engine", "person"))
