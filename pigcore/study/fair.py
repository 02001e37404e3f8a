"""Who is favoured, how many points would make up for it, and which goal or die favours nobody.

With best play on both sides, who moves first wins with V(0, 0). If the second player starts with c
points it is V(0, c), which the solution of the game holds already, for every c. Among three and
more, the solution has everybody's chance by seat if they begin with points c = (c_1, c_2, …). Of
all c in which somebody has none, the fairest is that in which the chance farthest from 1/n is
closest to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..frame import Framed, Told, columns_of_rows, csv_of_rows
from ..games.checks import between, items, same_turns, whole
from ..games.errors import RuleError
from ..games.game import Game
from ..games.rules import game_from_text, text_of
from ..games.spelling import counted, listed, number, shown
from ..play.boards import PLAYERS
from ..solvers import solve
from ..version import VERSION
from . import chunks

__all__ = ["Fairness", "PartyFairness", "Table", "fairest", "fairness"]

_MOST = 10_000
_MOST_STEP = 1_000_000

EQUAL = 1e-12
"""Two head starts that are as fair up to this: the one with fewer points is taken."""


@dataclass(frozen=True, repr=False)
class Fairness(Told, Framed):
    """Whom a game favours, and what makes up for it.

    Points are given to the second player; a negative number of them to the first.
    """

    game: Game
    first: float
    """The chance that who moves first wins, both playing best."""
    points: int
    """The head start that brings that chance closest to 1/2."""
    with_points: float
    """The chance that who moves first wins, given that head start."""
    by_points: tuple[float, ...]
    """The chance that who moves first wins, the second starting with 0, step, 2 step, … points."""
    step: int

    @property
    def second(self) -> float:
        """The chance that who moves second wins."""
        return 1.0 - self.first

    @property
    def unfair(self) -> float:
        """How far the chances are from those of a fair game."""
        return abs(self.first - 0.5)

    @property
    def advantage(self) -> float:
        """How much oftener the first player wins than the second: ``first - second``."""
        return 2.0 * self.first - 1.0

    @property
    def row(self) -> dict[str, Any]:
        """What a table of several games says of this one."""
        names = ("first", "advantage", "points", "with_points")
        return _to_goal(self.game) | {name: getattr(self, name) for name in names}

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        chances = enumerate(self.by_points)
        return {
            "game": self.game.as_dict(),
            **self._facts_shown(),
            "by_points": [{"points": n * self.step, "first": one} for n, one in chances],
            "version": VERSION,
        }

    def columns(self) -> dict[str, Any]:
        """Plain columns of the head starts tried: ``points`` int64 and ``first`` float64."""
        return columns_of_rows(self.as_dict()["by_points"])

    def _facts_shown(self) -> dict[str, Any]:
        names = ("first", "second", "advantage", "points", "with_points")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        whom = "second" if self.points >= 0 else "first"
        start = counted(abs(self.points), "point")
        return (
            f"the first player wins with {number(self.first)}, and with {number(self.with_points)} "
            f"given a head start of {start} for the {whom} player"
        )


@dataclass(frozen=True, repr=False)
class PartyFairness(Told, Framed):
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
        return {
            **_to_goal(self.game),
            **dict(zip(PLAYERS, self.win)),
            "points": " ".join(map(str, self.points)),
            "least": min(self.with_points),
            "most": max(self.with_points),
        }

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        facts = self._facts_shown()
        return {"game": self.game.as_dict(), **facts, "step": self.step, "version": VERSION}

    def columns(self) -> dict[str, Any]:
        """Plain columns with a row for each seat.

        ``player`` is text, ``win`` and ``with_points`` are float64, ``points`` int64.
        """
        seats = zip(PLAYERS, self.win, self.points, self.with_points)
        names = ("player", "win", "points", "with_points")
        return columns_of_rows([dict(zip(names, seat)) for seat in seats])

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

    def __str__(self) -> str:
        before, after = (listed(map(number, one)) for one in (self.win, self.with_points))
        return f"the players win with {before}, and with {after} given {self.start}"


def _to_goal(game: Game) -> dict[str, Any]:
    return {"game": game.name, "goal": game.as_dict()["goal"]}


@dataclass(frozen=True, repr=False)
class Table(Told, Framed):
    """The fairness of several games."""

    games: tuple[Fairness | PartyFairness, ...]
    left_out: tuple[int, ...] = ()
    """Goals asked for that the rules do not fit, as no sum of gains may be exactly that many."""

    @property
    def fairest(self) -> Fairness | PartyFairness:
        """The game in which the chance that is farthest from that of a fair game is closest."""
        return min(self.games, key=lambda game: game.unfair)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each game."""
        return [game.row for game in self.games]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "rows": self.rows,
            "fairest": self.rows[self.games.index(self.fairest)],
            "left_out": list(self.left_out),
            "version": VERSION,
        }

    def columns(self) -> dict[str, Any]:
        """Plain columns of the ``rows``.

        ``game`` is text, ``goal`` and ``points`` are int64; ``first``, ``advantage`` and
        ``with_points`` float64. Among three and more ``points`` is text, and each seat's chance,
        the ``least`` with these points and the ``most`` are float64.
        """
        return columns_of_rows(self.rows)

    def _facts_shown(self) -> list[dict[str, Any]]:
        return self.rows

    def to_csv(self) -> str:
        """The rows as CSV with a heading, lines ending in a newline."""
        return csv_of_rows(self.rows)

    def __str__(self) -> str:
        best = self.fairest
        return (
            f"{counted(len(self.games), 'game')}; fairest is {best.game.name} to "
            f"{best.game.as_dict()['goal']}: the first player wins with {number(best.first)}"
        )


def fairness(game: Any, *, step: int = 1) -> Any:
    """Say whom a game favours, and find the head start that makes it fairest.

    Parameters
    ----------
    game : Race, Hog, Farkle, Race or a solution of one
    step : int
        Head starts are multiples of this.

    Returns
    -------
    Fairness, PartyFairness
        The latter among three and more players, with everybody's chance, and points for all.

    Raises
    ------
    RuleError
        If nobody moves first in the game, or ``step`` is out of range.

    Notes
    -----
    One solve is enough: a game with a head start is a later state of the game without one.

    Examples
    --------
    >>> import pigcore
    >>> found = fairness(pigcore.Pig())
    >>> found.points, round(found.first, 6), round(found.with_points, 6)
    (4, 0.530593, 0.501595)
    >>> found = fairness(pigcore.Pig(30, players=3))
    >>> found.points, [round(chance, 6) for chance in found.with_points]
    ((0, 6, 14), [0.335672, 0.334684, 0.329645])
    """
    rules = getattr(game, "game", game)
    if getattr(rules, "seat", 1) > 1:
        raise RuleError(
            f"seat is {rules.seat}, but fairness is about who began: give the game without a seat"
        )
    same_turns(rules, "a study of fairness", any_end=True)
    goal = _goal_of(rules)
    step = between(step, "step", 1, goal)
    return _fairness(solve(game) if game is rules else game, rules, goal, step)


def fairest(
    game: Game,
    *,
    goals: Iterable[int] | None = None,
    sides: Iterable[int] | None = None,
    step: int = 1,
    executor: Executor | None = None,
    progress: Any = None,
) -> Table:
    """Compute the fairness of a game for several goals, several numbers of sides of its dice, or
    both.

    Parameters
    ----------
    game : Race, Hog, Farkle or Race
    goals : iterable of int, optional
        By default the game's own. Goals that do not fit the rules, for example because nobody could
        win, do not appear in the table.
    sides : iterable of int, optional
        By default the game's own dice.
    step : int
        Head starts are multiples of this.
    executor : concurrent.futures.Executor, optional
        Where to solve; by default on all processors.
    progress : callable, optional
        Called with (done, of) as the solves come.

    Returns
    -------
    Table
        Its games in the order of ``sides``, then of ``goals``; ``fairest`` is one of them.

    Raises
    ------
    RuleError
        If nobody moves first, a parameter is out of range, the rules fit none of the goals, or the
        game has no dice whose sides could be changed.

    Notes
    -----
    If a game contains those to smaller goals (``game.holds_smaller_goals``), one solve for each
    number of sides is enough; otherwise each game is solved.

    Examples
    --------
    >>> import pigcore
    >>> table = fairest(pigcore.Pig(), goals=[50, 100], sides=[4, 6])
    >>> table.fairest.game.name, table.fairest.game.goal
    ('Pig with 4 sides', 100)
    """
    own = _goal_of(game)
    aims = _whole_numbers([own] if goals is None else goals, "goals")
    dice = None if sides is None else _whole_numbers(sides, "sides")
    step = between(step, "step", 1, _MOST_STEP)
    variants = [game] if dice is None else [game.with_sides(number) for number in dice]
    tasks: list[tuple[Any, ...]] = []
    left_out: dict[int, RuleError] = {}
    for n, variant in enumerate(variants):
        games = _to_goals(variant, aims, left_out)
        if games and variant.holds_smaller_goals:
            tasks.append((n, games, step))
        else:
            tasks += [(n, {goal: one}, step) for goal, one in games.items()]
    if not tasks:
        raise left_out[aims[-1]]
    found: dict[tuple[int, int], Fairness | PartyFairness] = {}
    for done, (n, rows) in enumerate(chunks.run(_of_goals, tasks, executor), 1):
        found |= {(n, goal): row for goal, row in rows.items()}
        if progress is not None:
            progress(done, len(tasks))
    order = [(n, goal) for n in range(len(variants)) for goal in aims if (n, goal) in found]
    return Table(tuple(found[place] for place in order), tuple(left_out))


def _goal_of(game: Any) -> int:
    if not isinstance(game, Game):
        raise RuleError(f"{shown(game)} is neither a game nor a solution: give a game such as Pig")
    goal: int | None = getattr(game, "goal", None)
    if goal is None:
        raise RuleError(
            f"nobody moves first in {game.name}, so it favours nobody: give a game to a goal"
        )
    return goal


def _whole_numbers(values: Iterable[int], what: str) -> list[int]:
    found = [whole(value, what) for value in items(values, what, "whole numbers", _MOST + 1)]
    if not 0 < len(found) <= _MOST:
        raise RuleError(f"there are {len(found)} {what}, but must be 1 to {_MOST}: choose others")
    return list(dict.fromkeys(found))


def _to_goals(game: Game, goals: list[int], left_out: dict[int, RuleError]) -> dict[int, Game]:
    """The game to each goal that its rules fit; why others are left out is noted."""
    text = text_of(game)
    games = {}
    for goal in goals:
        try:
            games[goal] = game_from_text(text, game.name, goal=goal)
        except RuleError as error:
            left_out[goal] = error
    return games


def _of_goals(
    n: int, games: dict[int, Game], step: int
) -> tuple[int, dict[int, Fairness | PartyFairness]]:
    """The fairness of games of which the one to the largest goal holds the others."""
    most = max(games)
    solution = solve(games[most])
    return n, {
        goal: _fairness(solution, game, goal, step, most - goal) for goal, game in games.items()
    }


def _fairness(
    solution: Any, game: Game, goal: int, step: int, shift: int = 0
) -> Fairness | PartyFairness:
    """The fairness of the game that begins where all have ``shift`` points."""
    unit = getattr(game, "unit", 1)  # scores may be multiples of more than 1
    step = max(step, unit)
    if step % unit:
        raise RuleError(
            f"step is {step}, but scores of {game.name} are multiples of {unit}: give such a step"
        )
    if game.shared:
        return _among_more(solution, game, step, shift)
    chances = {
        points: solution.win(shift + max(-points, 0), shift + max(points, 0))
        for points in range(-((goal - 1) // step) * step, goal, step)
    }
    best = min(chances, key=lambda points: (abs(chances[points] - 0.5), abs(points)))
    ahead = tuple(chances[points] for points in range(0, goal, step))
    return Fairness(game, chances[0], best, chances[best], ahead, step)


def _among_more(solution: Any, game: Any, step: int, shift: int) -> PartyFairness:
    """The fairness of the game that begins where all have ``shift`` points.

    O(goal^n) for n players.
    """
    n, unit = game.players, game.unit
    starts = solution.seen_starts[(slice(shift // unit, None, step // unit),) * n]
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
        tuple(step * one for one in units),
        tuple(starts[units].tolist()),
        step,
    )
