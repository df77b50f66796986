"""The form of 2048 for two, and its run."""

from collections.abc import Mapping
from typing import Final

from durak_tui.common.i18n import N_, _
from durak_tui.games.duel2048.duel import ROUNDS
from durak_tui.games.duel2048.duel_plan import DuelOptions, duel_plan
from durak_tui.games.duel2048.duel_play import DUEL_2048, DUELISTS, MOST_ROUNDS, SECONDS, Duelists
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import players_named
from durak_tui.match.options import RunOption
from durak_tui.pool.run_errors import RunError
from durak_tui.tui.games.duel_screen import DuelScreen
from durak_tui.tui.games.group_feed import DuelFeed
from durak_tui.tui.games.group_screen import (
    REPEAT,
    SEED,
    GroupScreen,
    log_row,
    player_row,
    rounds_option,
)
from durak_tui.tui.runs.run_screen import Entered, RunForm, option_row
from durak_tui.tui.toolkit.form import ChoiceField, FormRow, entered_seconds

_PLAYERS: Final = tuple(f"player{number}" for number in range(1, 7))
_LOG_HINT: Final = N_("Each game is added when it ends; your own also when you leave it.")
_YOU: Final = RunOption(
    name="you", choices=("first", "second", "no"), entered="first", label=N_("You play"),
    hint=N_("You play against player 1, or watch programs play."),
)  # fmt: skip
_ROUNDS: Final = rounds_option(MOST_ROUNDS, ROUNDS)
_SECONDS: Final = RunOption(
    name="seconds", kind="seconds", entered=f"{SECONDS:g}", label=N_("Seconds per game"),
    hint=N_("A program's time for all its decisions. Your own is not limited."),
)  # fmt: skip
_FREE: Final = RunOption(
    name="free", choices=("no", "yes"), entered="no", label=N_("Imports allowed"),
    hint=N_(
        "What Python files with a class Player may import. If any module, they can also read files."
    ),
)  # fmt: skip


class DuelForm(RunForm):
    """You or not, and up to six programs."""

    FIRST = "you"

    def __init__(self, entered: Entered, *, id: str | None = None) -> None:
        which = _("{names}, a Python file with a class Player, or any command line.")
        which = which.format(names=", ".join(DUELISTS))
        seats = {
            "first": _("as the first player (+)"),
            "second": _("as the second player (-)"),
            "no": _("no, you watch"),
        }
        imports = {"no": _("ten safe modules"), "yes": _("any module")}
        super().__init__(
            option_row(_YOU, entered["you"], seats),
            *(
                player_row(DUEL_2048, number, entered, DUELISTS, which)
                for number in range(1, len(_PLAYERS) + 1)
            ),
            option_row(_ROUNDS, entered["rounds"]),
            option_row(REPEAT, entered["repeat"]),
            option_row(_SECONDS, entered["seconds"]),
            option_row(_FREE, entered["free"], imports),
            option_row(SEED, entered["seed"]),
            log_row(entered["log"], _LOG_HINT),
            id=id,
        )

    def on_mount(self) -> None:
        self._show_rows()

    def on_choice_field_changed(self, event: ChoiceField.Changed) -> None:
        event.stop()
        self._show_rows()
        self.say_about(event.field)

    def _show_rows(self) -> None:
        """Hide what does not matter to a person's own game."""
        alone = self.entered()["you"] == "no"
        for name in (*_PLAYERS[1:], "repeat"):
            self.query_one(f"#{name}").query_ancestor(FormRow).display = alone


class DuelsScreen(GroupScreen):
    """2048 for two: your own game, one to watch, or many."""

    TITLE = N_("2048 for two")
    HELP = N_(
        "Two players place tiles and merge them on one board. Play yourself against a program, or"
        " leave Games empty to watch one game between programs, or enter a number for a round"
        " robin, which continues when you leave this screen, and whose games are in the log."
    )
    FOLLOWS = DuelFeed.NAME
    SHOWS = DuelScreen

    @property
    def _feed(self) -> DuelFeed:
        return self.durak.duel_feed

    def first_entries(self) -> Mapping[str, str]:
        players = dict.fromkeys(_PLAYERS, "") | dict(zip(_PLAYERS, DUELISTS, strict=False))
        return {
            **players, "you": _YOU.entered, "rounds": _ROUNDS.entered,
            "seconds": _SECONDS.entered, "free": _FREE.entered,
        }  # fmt: skip

    def form(self, entered: Entered) -> DuelForm:
        return DuelForm(entered, id="form")

    def plan(self, entered: Entered, seed: int) -> GroupPlan:
        return duel_plan(
            _options(entered),
            players_named([entered[name] for name in _PLAYERS if entered[name]]),
            int(entered["repeat"] or 0),
            seed,
            duelists=_duelists(entered),
        )

    def is_run(self, entered: Entered) -> bool:
        return entered["you"] == "no" and super().is_run(entered)

    def play_one(self, entered: Entered, seed: int, log: str) -> None:
        if entered["you"] == "no":
            super().play_one(entered, seed, log)
            return
        if not entered["player1"]:
            raise RunError(N_("name a program for player 1, your opponent"))
        self.durak.go(
            "2048-play",
            opening=_options(entered).opening(seed, 1),
            seat=int(entered["you"] == "second"),
            opponent=entered["player1"],
            duelists=_duelists(entered),
            log=log,
        )


def _duelists(entered: Entered) -> Duelists:
    return Duelists(any_module=entered["free"] == "yes")


def _options(entered: Entered) -> DuelOptions:
    return DuelOptions(int(entered["rounds"]), entered_seconds(entered["seconds"]) or SECONDS)
