"""Players of 2048 for two as their authors write them: a class Player, or a shell script."""

import shlex
from pathlib import Path
from typing import Final

from durak_tui.engine.config import EngineConfig

GOOD: Final = """
class Player:
    def __init__(self, isFirst, array):
        self.isFirst = isFirst
        self.array = array

    def output(self, currentRound, board, mode):
        if mode == "position":
            own = board.getNext(self.isFirst, currentRound)
            return own or board.getNone(not self.isFirst)[0]
        if mode == "direction":
            return next(d for d in range(4) if board.copy().move(self.isFirst, d))
"""


def good(folder: Path, name: str = "good") -> EngineConfig:
    """A player that takes the first that is legal."""
    return player(folder, GOOD, name)


def player(folder: Path, source: str, name: str = "bad") -> EngineConfig:
    """A player with this source."""
    path = folder / f"{name}.py"
    path.write_text(source)
    return EngineConfig(str(path), name)


def misbehaving(folder: Path, position: str, *, begin: str = "", top: str = "") -> EngineConfig:
    """A good player that does this when it is asked for its third position."""
    return player(folder, misbehaving_source(position, begin=begin, top=top))


def misbehaving_source(position: str, *, begin: str = "", top: str = "") -> str:
    """The source of such a player."""
    return f"""{top}
{GOOD}
Good = Player

class Player(Good):
    def __init__(self, isFirst, array):
        super().__init__(isFirst, array)
        self.asked = 0
        {begin}

    def output(self, currentRound, board, mode):
        if mode == "position":
            self.asked += 1
            if self.asked == 3:
                {position}
        return super().output(currentRound, board, mode)
"""


SCRIPT: Final = """
heard=$1; shift
while read -r line; do
    echo "$line" >>"$heard"
    case $line in
        2048*) echo "ready Shell" ;;
        game*) echo ok ;;
        _*) echo - ;;
        end*) ;;
        *) echo "$1"; shift ;;
    esac
done
"""


class Scripted:
    """A program that answers so, one answer a decision, and keeps what it reads."""

    def __init__(self, folder: Path, name: str, *answers: str) -> None:
        self.config: Final = EngineConfig(
            shlex.join(["sh", "-c", SCRIPT, name, str(folder / name), *answers]), name
        )
        self._heard = folder / name

    def heard(self) -> list[str]:
        """The lines that it has read up to now."""
        return self._heard.read_text().splitlines() if self._heard.exists() else []
