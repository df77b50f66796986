"""The form of Gold Rush, and its run."""

import os
from collections.abc import Mapping
from os.path import expanduser
from pathlib import Path
from typing import ClassVar, Final

from durak_tui.common.i18n import N_, _, why
from durak_tui.common.text import sentence, short_path
from durak_tui.games.goldrush.dig import GOLD_RUSH, MINERS, MOST_ROUNDS, ROUNDS, SEATS, TURN_SECONDS
from durak_tui.games.goldrush.maps import HEIGHT, WIDTH, MapError, empty_map, shipped_mines
from durak_tui.games.goldrush.mine_plan import MineOptions, mine_plan, named_map
from durak_tui.games.group_run import GroupPlan
from durak_tui.games.group_schedule import players_named
from durak_tui.match.options import RunOption
from durak_tui.tui.games.group_feed import MineFeed
from durak_tui.tui.games.group_screen import (
    REPEAT,
    SEED,
    GroupScreen,
    log_row,
    player_row,
    rounds_option,
)
from durak_tui.tui.games.mine_screen import MineScreen
from durak_tui.tui.runs.run_screen import Entered, RunForm, option_row
from durak_tui.tui.toolkit.actions import KeyAction
from durak_tui.tui.toolkit.completed_field import complete_name_of, complete_path
from durak_tui.tui.toolkit.form import CompletedField, FormRow, entered_seconds
from durak_tui.tui.toolkit.screen import asking

_PLAYERS: Final = tuple(f"player{number}" for number in range(1, len(SEATS) + 1))
_ROUNDS: Final = rounds_option(MOST_ROUNDS, ROUNDS)
_SECONDS: Final = RunOption(
    name="seconds", kind="seconds", entered=f"{TURN_SECONDS:g}", label=N_("Seconds per turn"),
    hint=N_("A miner that takes longer is out of the game."),
)  # fmt: skip


class MineForm(RunForm):
    """A mine, and up to four miners."""

    FIRST = "map"

    def __init__(self, entered: Entered, *, id: str | None = None) -> None:
        which = _("{names}, or any command line. Tab: complete.").format(names=", ".join(MINERS))
        mines = _("{names}, or a file. Tab: complete.").format(names=", ".join(shipped_mines()))
        super().__init__(
            FormRow(
                _("Map"),
                CompletedField(
                    complete_name_of(shipped_mines(), complete_path), entered["map"], id="map"
                ),
                mines,
                map_problem,
            ),
            *(
                player_row(GOLD_RUSH, number, entered, MINERS, which)
                for number in range(1, len(_PLAYERS) + 1)
            ),
            option_row(_ROUNDS, entered["rounds"]),
            option_row(REPEAT, entered["repeat"]),
            option_row(_SECONDS, entered["seconds"]),
            option_row(SEED, entered["seed"]),
            log_row(entered["log"]),
            id=id,
        )


def map_problem(text: str) -> str:
    """A sentence about a map that cannot be used; or nothing."""
    if not text.strip():
        return _("Name a map or a file. Included maps: {names}.").format(
            names=", ".join(shipped_mines())
        )
    try:
        named_map(text.strip())
    except FileNotFoundError:
        text = _("There is no such file or map. Included maps: {names}.")
        return text.format(names=", ".join(shipped_mines()))
    except MapError as error:
        return sentence(str(error))
    except OSError as error:
        return sentence(str(why(error)))
    return ""


class GoldRushScreen(GroupScreen):
    """Programs dig for diamonds: one game to watch, or many."""

    TITLE = N_("Gold Rush")
    HELP = N_(
        "Up to four programs dig for diamonds in a mine. Leave Games empty to watch one game, or"
        " enter a number: bases are picked at random that many times, and every miner plays once"
        " from each. Such a run continues when you leave this screen, and its games are in the log;"
        " a single game that you leave is dropped."
    )
    FOLLOWS = MineFeed.NAME
    SHOWS = MineScreen
    ACTIONS: ClassVar = (
        *GroupScreen.ACTIONS,
        KeyAction("goldrush.edit", "ctrl+t,f2", N_("Edit map"), N_("Draw a map of your own")),
    )

    @property
    def _feed(self) -> MineFeed:
        return self.durak.mine_feed

    def first_entries(self) -> Mapping[str, str]:
        good, poor = MINERS
        return {
            "map": "galleries", "player1": good, "player2": poor, "player3": "", "player4": "",
            "rounds": _ROUNDS.entered, "seconds": _SECONDS.entered,
        }  # fmt: skip

    def form(self, entered: Entered) -> MineForm:
        return MineForm(entered, id="form")

    def plan(self, entered: Entered, seed: int) -> GroupPlan:
        options = MineOptions(
            named_map(entered["map"]),
            int(entered["rounds"]),
            turn_seconds=entered_seconds(entered["seconds"]) or TURN_SECONDS,
        )
        players = players_named([entered[name] for name in _PLAYERS if entered[name]])
        repeat = int(entered["repeat"]) if entered["repeat"] else None
        return mine_plan(options, players, None, repeat, seed)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "edit":
            return self._now is None
        return super().check_action(action, parameters)

    @asking
    async def action_edit(self) -> None:
        """Edit the map of the form, or a copy if it ships."""
        name = self._form.entered()["map"] or "mine"
        path = Path(expanduser(name))
        try:
            mine_map = named_map(name)
            if not path.is_file():
                # A copy of one that ships, perhaps drawn on before.
                path = self._folder / f"{name}.map"
                if path.exists():
                    mine_map = named_map(os.fspath(path))
        except FileNotFoundError:
            mine_map = empty_map(WIDTH, HEIGHT)
        except (OSError, MapError) as error:
            reason = why(error) if isinstance(error, OSError) else error
            self._form.say(sentence(str(reason)), True)
            return
        from durak_tui.tui.games.map_editor import MapEditorScreen

        if saved := await self.ask(MapEditorScreen(path, mine_map)):
            self.query_one("#map", CompletedField).value = short_path(saved)
