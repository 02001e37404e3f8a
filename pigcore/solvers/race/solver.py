"""Solve races: Newton's method, and the methods of the literature under their own names."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial

import numpy as np

from ...games.checks import real
from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import counted, nearest, number, shown
from ...memory import require
from ..solution import ConvergenceWarning, iterations_of, tolerance_of
from .ranks import Ranks
from .search import Searched
from .solution import RaceSolution

Progress = Callable[[int, int], object] | None

TOLERANCE = 1e-12
"""How far turn starts may be from their equations unless asked otherwise."""

STEPS = 200
"""Best replies to each other that are tried among several before a cell is searched."""

METHODS = {
    "newton": 1000,
    "sweep": 10_000,
    "pairs": 10_000,
    "rounds": 10_000,
}
"""The methods and the iterations that each may use unless asked otherwise."""


def solve(
    game: Race,
    method: str = "newton",
    *,
    tolerance: float = TOLERANCE,
    max_iterations: int | None = None,
    start: float = 0.5,
    progress: Progress = None,
) -> RaceSolution:
    """Solve a race.

    Between two players there is one best play. Among three or more an equilibrium is found: no
    player can do better, from any scores on. Cell by cell from the goal down, a cell being the turn
    starts of one tuple of scores, whoever moves: best replies to each other settle nearly
    everywhere, and what does not is searched. A cell may have several equilibria, of which one is
    found. Where none is pure some players mix: ``solution.cells`` says where. Exact ties hold.

    Parameters
    ----------
    game : Race
    method : {"newton", "sweep", "pairs", "rounds"}
        - ``"newton"``: pair by pair from the goal down; the two turn starts of a pair are two
          equations, piecewise linear and convex, and Newton's method solves them in two or
          three steps. O(goal**2 x n x gains) time, where a turn looks at n < goal scores (some 30
          in Pig, whatever the goal), or O(goal**2 x n x options) where turns have several modes
          or throws leave a choice; O(goal**2) memory. A last turn takes some three times as long.
          m busts in a row take m**2 times as much, and some ten passes; u units of the goal and n
          players O(n u**(n + 1) options) time and O(n u**n) memory.
        - ``"sweep"``: in-place value iteration over all states, own score, opponent's score
          and turn total each falling from the goal.
        - ``"pairs"``: each pair of turn starts by itself, its two values swapped into each
          other until they stand still.
        - ``"rounds"``: the game stops after n more turns and is then worth ``start`` to whoever
          is to move; n = 1, 2, 3, … An iteration is one turn.

        The last three are for two players with turns that are a single roll, again and again.
    tolerance : float
        How far the turn starts may be from their equations: 1e-15 … 1. ``residual`` is compared
        with it. ``"newton"`` goes on to the last bits in any case; the others go on until an
        iteration changes nothing by more than a tenth of it.
    max_iterations : int, optional
        Stop after this many in any case (of one pair for ``"newton"`` and ``"pairs"``; of the
        outer iteration where throws can wipe or scores fall). Left out, more than any known game
        needs.
    start : float
        The value that ``"sweep"``, ``"pairs"`` and ``"rounds"`` give every turn at the outset.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Warns
    -----
    ConvergenceWarning
        If the turn starts are not within the tolerance, or no equilibrium of a cell was found.

    Notes
    -----
    Wipes couple all pairs through the column w(j) = V(j, 0, 0). It is iterated: solve given w,
    read the new w off the solution; Anderson's mixing of the last few columns speeds this up.

    Source: F. Crocce, E. Mordecki, "A non-iterative algorithm for generalized Pig games", Journal
    of Dynamics and Games 5(4), 2018, for the pairs; M. Busche and T. Neller, "Optimal Play of the
    Farkle Dice Game", Advances in Computer Games, 2017, for the equations of dice set aside; M.
    Busche, "Maximizing Win Probability in the Game of Farkle", 2016, for busts in a row.

    Examples
    --------
    >>> import pigcore
    >>> s = pigcore.solve(pigcore.HoldOrContinue())
    >>> round(s.win(70, 0), 9), len(s.history)
    (0.929091704, 3)
    >>> farkle = pigcore.solve(pigcore.Farkle.minimal(goal=2000))
    >>> round(farkle.win(0, 0), 9), farkle.best(0, 0, 300, 3)
    (0.578759416, ('throw',))
    >>> farkle.best(0, 0, 0, (1, 1, 5, 3, 2, 4))
    ('1, then throw',)
    >>> pig = pigcore.Race(pigcore.Roll.die(6), 20, busts_in_a_row=2, penalty=5, floor=-10)
    >>> s = pigcore.solve(pig)
    >>> round(s.win(0, 0), 6), round(s.win(0, 0, 0, 1, 0), 6), s.decide(0, 0, 12)
    (0.610643, 0.588794, 'roll')
    >>> party = pigcore.solve(pigcore.Pig(goal=30, players=3))
    >>> [round(chance, 12) for chance in party.win(0, 0, 0)]
    [0.427407701838, 0.32518360871, 0.247408689453]
    >>> party.decide(10, 20, 12, 14)
    'roll'
    """
    if not isinstance(game, Race):
        raise RuleError(f"{shown(game)} is no race: make one with pigcore.Pig() or its relatives")
    ranks, several = Ranks(game), game.players > 2
    tables = ranks.tables[0]
    plain = tables.single and not (several or game.penalty)
    methods = METHODS if plain else {"newton": METHODS["newton"]}
    if not isinstance(method, str) or method not in methods:
        raise RuleError(f"there is no method {shown(method)}: {nearest(str(method), methods)}")
    tolerance = tolerance_of(tolerance)
    start = real(start, "start", 0.0, 1.0)
    most = STEPS if several else METHODS[method]
    limit = iterations_of(most if max_iterations is None else max_iterations)
    others = " or fewer players" if several else " or a higher floor" if game.penalty else ""
    require(  # turn starts, payoffs of banking, and memory to check them
        8 * (ranks.size * (game.players - 1) + tables.goal * (tables.goal + tables.height)),
        f"solving {game.name} to {game.goal:,}",
        f"choose a smaller goal{others}",
    )
    work = Searched()
    if method == "newton":
        found = ranks.solve(limit, progress, partial(work.search, ranks) if several else None)
        kinds = [ranks.starts(found.H, kind) for kind in range(ranks.kinds)]
        history, stopped = found.history, found.settled
    else:
        kinds = [np.full((tables.goal, tables.goal), start)]
        dead = np.array(game.dead, dtype=np.uint8)
        iterate = getattr(tables.value_iteration(dead), method)
        history = iterate(kinds[0], tolerance / 10, limit, progress)
        stopped = len(history) < limit
    if several:
        history, stopped = [], not work.unsolved
    solution = RaceSolution._of(
        game, kinds, method=method, tolerance=tolerance,
        history=history, cells=tuple(work.cells), mixing=work.mixing,
    )  # fmt: skip
    if (stopped and tolerance >= TOLERANCE) or (solution.converged and not work.unsolved):
        return solution
    if several:
        cells = counted(work.unsolved, "cell")
        unsolved = f", and no equilibrium was found for {cells}" if work.unsolved else ""
        why = f"the residual is {number(solution.residual)}{unsolved}"
        remedy = "ask pigverify what a player could gain"
    else:
        why = (
            f"{method} stopped after {counted(len(history), 'iteration')}, before it reached the "
            f"tolerance {tolerance:.1e}: the residual is {number(solution.residual)}"
        )
        remedy = (
            "double precision reaches no more in this game: raise the tolerance, or prove what "
            "matters with pigverify"
            if stopped
            else "raise max_iterations or the tolerance"
        )
    warnings.warn(f"{why}: {remedy}", ConvergenceWarning, stacklevel=3)
    return solution
