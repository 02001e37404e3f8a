"""How sure the decisions of a race are whose chances were estimated from recorded throws.

With counts n(o) of N throws and Jeffreys' prior, the chances are distributed as
Dirichlet(n(o) + 1/2). The game is solved at the posterior mean (n(o) + 1/2) / (N + m/2), m being
the number of outcomes recorded, and at chances drawn from the posterior; a decision is stable if
nearly all draws agree with the mean on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.checks import between, items, whole
from ..games.errors import RuleError
from ..games.race import Race
from ..games.roll import Roll
from ..games.spelling import shown
from ..memory import require
from ..solvers.race import solve
from ..solvers.race.arrays import Floats, RaceArrays
from ..solvers.race.newton import newton
from ..writing import only_writer
from . import chunks
from .race_posterior_result import Posterior, Record, resumed
from .race_sensitivity import margins

__all__ = ["posterior"]

MOST_DRAWS = 65_535
"""A state counts its draws in 16 bits."""

_MOST_SEEN = 10**15
_MOST_ROWS = 10_000
_TOLERANCE = 1e-12
_ITERATIONS = 100


def posterior(
    game: Race,
    record: Mapping[int | str, int] | Iterable[tuple[int | str, int]] | None = None,
    *,
    draws: int = 1000,
    seed: int = 0,
    executor: Executor | None = None,
    path: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> Posterior:
    """Solve a race at chances drawn from the posterior of its recorded throws.

    Parameters
    ----------
    game : Race
        Goal, target and consolation; its own chances are not used.
    record : mapping or pairs of outcome and count, optional
        How often each outcome was seen: a gain, ``"bust"`` or ``"wipe"``. An outcome that is
        composed of several has a row for each. Left out: ``game.record``.
    draws : int
        1 … 65,535.
    seed : int
        0 or more. Draw n has a stream of its own, ``SeedSequence(seed, spawn_key=(n,))``: the
        result does not depend on the executor.
    executor : concurrent.futures.Executor, optional
        Where the draws are solved, some at a time; left out, on all processors.
    path : path, optional
        Where to keep the result, written as the draws come and whole at every moment; the file of
        the same study that was interrupted is resumed.
    progress : callable, optional
        Called with (done, of) as the draws come.

    Returns
    -------
    Posterior

    Raises
    ------
    RuleError
        If no throws are recorded, or a parameter is out of range.
    FileError
        If ``path`` cannot be written, holds anything else, or another study is writing it.
    SizeError
        If some 8 goal**3 bytes do not fit in memory.

    Notes
    -----
    A solve a draw: O(draws x goal**3 x gains) time.

    Examples
    --------
    >>> import pigcore
    >>> found = posterior(pigcore.PassThePigs.kern(goal=60), draws=20, seed=1)
    >>> found.draws, found.stable_states, found.states
    (20, 100096, 106200)
    """
    if not isinstance(game, Race):
        raise RuleError(
            f"{shown(game)} is not a race: give a race such as pigcore.PassThePigs.kern()"
        )
    rows = _checked(game.record if record is None else record, game)
    draws = between(draws, "draws", 1, MOST_DRAWS)
    seed = whole(seed, "seed")
    if seed < 0:
        raise RuleError(f"seed is {shown(seed)}, but must be 0 or more")
    require(8 * game.goal**3, f"the map of a race to {game.goal}", "choose a smaller goal")
    mean = _mean(game, rows)
    solution = solve(mean)
    with only_writer(path):
        study = resumed(path, mean, rows, draws, seed, solution.value)
        size = max(1, min(50, round(15 * (100 / game.goal) ** 3)))
        missing = np.flatnonzero(np.isnan(study.values)).tolist()
        tasks = (
            (mean, rows, solution.starts, seed, missing[first : first + size])
            for first in range(0, len(missing), size)
        )
        begun, saved, cost = study.done, time.monotonic(), 0.0
        try:
            for numbers, values, same, thresholds in chunks.run(_solve, tasks, executor):
                study.add(numbers, values, same, thresholds)
                if path is not None and time.monotonic() - saved > 10 * cost:
                    began = time.monotonic()
                    study.save(path)
                    saved, cost = time.monotonic(), time.monotonic() - began
                if progress is not None:
                    progress(study.done, draws)
        finally:
            if path is not None and study.done > begun:
                study.save(path)
    return study.result()


def _checked(record: Any, game: Race) -> Record:
    given = record.items() if isinstance(record, Mapping) else record
    rows: list[tuple[int | str, int]] = []
    for row in items(given, "record", "pairs of outcome and count", _MOST_ROWS + 1):
        try:
            outcome, count = row
        except (TypeError, ValueError):
            raise RuleError(
                f"a row of the record is {shown(row)}, but must be an outcome and its count"
            ) from None
        if outcome not in ("bust", "wipe"):
            outcome = whole(outcome, "an outcome (a gain, 'bust' or 'wipe')")
        rows.append((outcome, between(count, f"the count of {outcome}", 0, _MOST_SEEN)))
    if not rows:
        raise RuleError(
            f"no throws of {game.name} are recorded: give a record such as {{5: 12, 'bust': 7}}, "
            "or a game that has one, such as pass-the-pigs:kern"
        )
    if len(rows) > _MOST_ROWS:
        raise RuleError(f"the record has more than {_MOST_ROWS} rows: combine outcomes")
    return tuple(rows)


def _mean(game: Race, record: Record) -> Race:
    """The game at the posterior mean."""
    weights: dict[int | str, Fraction] = {}
    for outcome, count in record:
        weights[outcome] = weights.get(outcome, Fraction(0)) + count + Fraction(1, 2)
    total = sum(weights.values())
    chances = {outcome: weight / total for outcome, weight in weights.items()}
    bust, wipe = (chances.pop(name, Fraction(0)) for name in ("bust", "wipe"))
    roll = Roll({int(gain): chance for gain, chance in chances.items()}, bust, wipe)
    return Race(roll, game.goal, game.target, game.consolation, name=game.name)


def _solve(
    mean: Race, record: Record, starts: Floats, seed: int, numbers: list[int]
) -> tuple[list[int], Floats, NDArray[np.uint16], NDArray[np.uint16]]:
    """Some draws: their values, and how many decide as the mean does.

    Returns the numbers of the draws, V(0, 0) of each, and the counts, uint16 (goal, goal, goal) at
    [own, opp, total] and (goal, goal) at [own, opp].
    """
    tables = RaceArrays.of(mean)
    goal, gains = tables.goal, tables.gains.tolist()
    place = {"bust": len(gains), "wipe": len(gains) + 1}
    index = [
        place[outcome]
        if isinstance(outcome, str)
        else gains.index(min(outcome, goal + tables.exact))
        for outcome, _ in record
    ]
    weights = np.array([count + 0.5 for _, count in record])
    rolls = [margin > 0 for _, margin in margins(tables, starts)]
    holds_at = [_threshold(own) for own in rolls]
    values = np.empty(len(numbers))
    same = np.zeros((goal, goal, goal), dtype=np.uint16)  # at [own, total, opp], as margins come
    thresholds = np.zeros((goal, goal), dtype=np.uint16)
    for n, number in enumerate(numbers):
        stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        chances = np.zeros(len(gains) + 2)
        np.add.at(chances, index, stream.dirichlet(weights))
        drawn = replace(tables, chances=chances[:-2].copy(), thrown=chances[None, -2:].copy())
        (found,), *_ = newton(drawn, [None], _TOLERANCE, _ITERATIONS)
        values[n] = found[0, 0]
        for own, margin in margins(drawn, found):
            here = margin > 0
            same[own, : goal - own] += here == rolls[own]
            thresholds[own] += _threshold(here) == holds_at[own]
    return numbers, values, np.ascontiguousarray(same.swapaxes(1, 2)), thresholds


def _threshold(rolls: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The smallest total held at, against each opponent, or that which reaches the goal."""
    holds = np.ones(rolls.shape, dtype=bool)
    holds[:-1] = ~rolls[1:]
    first: NDArray[np.intp] = holds.argmax(axis=0) + 1
    return first
