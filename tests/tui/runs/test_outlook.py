"""Words beside the forms of runs."""

from durak_tui.engine.config import EngineConfig
from durak_tui.match.plan import Plan
from durak_tui.tui.runs.outlook import engines_said, match_said, tournament_said
from durak_tui.user.schema import Settings
from tests.tournament.synthetic import cup

LEVELS = EngineConfig("durak-player --level 1"), EngineConfig("durak-montecarlo")
OTHERS = EngineConfig("my-engine", "mine"), EngineConfig("durak-dummy")


def test_a_match_is_told_by_its_games_and_by_what_its_engines_ratings_foretell() -> None:
    said = match_said(Plan(LEVELS, matches=10, match_size=101)).splitlines()
    assert said == [
        "1 durak-player --level 1 (rating 1151)",
        "2 durak-montecarlo (rating 2019)",
        "durak-player --level 1 is expected to score 1\N{NO-BREAK SPACE}%",
        "1,010 games in all",
        "505 deals, from both seats",
    ]
    said = match_said(Plan(OTHERS, matches=1, match_size=1, paired=False)).splitlines()
    assert said == ["1 mine", "2 durak-dummy (rating 1594)", "1 game in all"]


def test_the_engines_that_can_be_entered_stand_with_their_ratings() -> None:
    head, *rows = engines_said(Settings(engines=OTHERS[:1])).splitlines()
    assert head.split() == ["Engine", "Rating"]
    assert any(row.split() == ["mine", "my-engine"] for row in rows)
    assert any(row.startswith("Master ") and row.endswith(" 2019") for row in rows)


def test_a_tournament_is_told_by_its_pairings_and_games() -> None:
    config = cup("gauntlet", 4)
    games, engines = tournament_said(config).splitlines()
    assert games == f"3 pairings, {3 * config.games} games in all"
    assert engines == "e1 (rating 1594), e2 (rating 1594), e3 (rating 1594), e4 (rating 1594)"
