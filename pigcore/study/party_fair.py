"""Who is favoured among three and more, and what makes up for it: everybody's chance by seat.

If the players begin with points c = (c_1, c_2, …), who moves first wins with the first of the
chances that the solution of the game holds for the scores c, the second with the second, and so on.
Of all c in which somebody has none, the fairest is that in which the chance farthest from 1/n is
closest to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..frame import frame_of_rows
from ..games.game import Game
from ..games.race import Race
from ..games.spelling import counted, listed, number
from ..notebook import InNotebooks
from ..play.boards import PLAYERS
from ..solvers.party import PartySolution
from ..version import VERSION

__all__ = ["Parties", "PartyFairness", "party_fairness"]

Parties = Race | PartySolution
"""What has this kind of fairness, solved or not."""

EQUAL = 1e-12
"""Two head starts that are as fair up to this: the one with fewer points is taken."""


@dataclass(frozen=True, repr=False)
class PartyFairness(InNotebooks):
    """Whom a game of three or more favours, and what makes up for it; tuples are by seat."""

    game: Game
    win: tuple[float, ...]
    """The chances of winning, all playing best, of who moves first, second, …."""
    points: tuple[int, ...]
    """The points to begin with that bring the chances closest to each other."""
    with_points: tuple[float, ...]
    """The chances of winning with these points."""
    step: int

    @property
    def first(self) -> float:
        """The chance that who moves first wins."""
        return self.win[0]

    @property
    def unfair(self) -> float:
        """How far a chance is at most from that of a fair game."""
        return max(abs(chance - 1 / len(self.win)) for chance in self.win)

    @property
    def row(self) -> dict[str, Any]:
        """What a table of several games says of this one."""
        chances = dict(zip(PLAYERS, self.win))
        given = " ".join(map(str, self.points))
        least, most = min(self.with_points), max(self.with_points)
        goal = self.game.as_dict()["goal"]
        return {"game": self.game.name, "goal": goal} | chances | {
            "points": given, "least": least, "most": most
        }  # fmt: skip

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game.as_dict(),
            "win": list(self.win),
            "points": list(self.points),
            "with_points": list(self.with_points),
            "step": self.step,
            "version": VERSION,
        }

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row for each seat.

        ``player`` is text, ``win`` and ``with_points`` are float64, ``points`` int64.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        seats = zip(PLAYERS, self.win, self.points, self.with_points)
        names = ("player", "win", "points", "with_points")
        return frame_of_rows([dict(zip(names, seat)) for seat in seats])

    def _facts_shown(self) -> dict[str, Any]:
        return {name: list(getattr(self, name)) for name in ("win", "points", "with_points")}

    @property
    def start(self) -> str:
        """The head start in words."""
        given = [
            f"{counted(points, 'point')} for the {name}"
            for name, points in zip(PLAYERS, self.points)
            if points
        ]
        return listed(given) if given else "no points for anybody"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        before, after = (listed(map(number, it)) for it in (self.win, self.with_points))
        return f"the players win with {before}, and with {after} given {self.start}"


def party_fairness(solution: PartySolution, game: Game, step: int, shift: int = 0) -> PartyFairness:
    """The fairness of the game that begins where all have ``shift`` points.

    O(goal^n) for n players.
    """
    n = game.players
    starts = solution.starts[(slice(shift, None, step),) * n]
    goal = len(starts)
    others = np.indices((goal,) * (n - 1)).reshape(n - 1, -1)
    tried = []
    for own in range(goal):
        worst = np.abs(starts[own] - 1 / n).max(axis=-1).ravel()
        if own:
            worst[others.min(axis=0) > 0] = np.inf
        fair = np.flatnonzero(worst <= worst.min() + EQUAL)
        place = fair[others[:, fair].sum(axis=0).argmin()]
        units = (own, *others[:, place].tolist())
        tried.append((round(float(worst[place]) / EQUAL), sum(units), units))
    units = min(tried)[-1]
    return PartyFairness(
        game,
        tuple(starts[(0,) * n].tolist()),
        tuple(step * it for it in units),
        tuple(starts[units].tolist()),
        step,
    )
