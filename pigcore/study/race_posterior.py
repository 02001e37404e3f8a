"""How sure the decisions of a race are whose chances were estimated from recorded throws.

With counts n(o) of N throws and Jeffreys' prior, the chances are distributed as
Dirichlet(n(o) + 1/2). The game is solved at the posterior mean (n(o) + 1/2) / (N + m/2), m being
the number of outcomes recorded, and at chances drawn from the posterior; a decision is stable if
nearly all draws agree with the mean on it. Where a turn has several modes, the throws in each are
counted by themselves, and a mode of which none are recorded keeps its chances.
"""

from __future__ import annotations

import json
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..frame import Framed, Told
from ..games.checks import between, items, same_turns, whole
from ..games.errors import FileError, RuleError
from ..games.race import Race
from ..games.roll import Roll
from ..games.rules import family_of, text_of
from ..games.spelling import counted, nearest, number, shown
from ..games.texts import named_file, refusal, spelled
from ..games.turn import BUST, WIPE, Turn, gain
from ..memory import require
from ..play.policies.race.plans import best_play
from ..solvers.race import RaceSolution
from ..solvers.race.arrays import Floats, RaceArrays
from ..solvers.race.newton import newton
from ..solvers.solution import immutable
from ..version import VERSION
from ..writing import only_writer, write_atomically
from . import chunks
from .race_sensitivity import Play, Throws, Visits, throws_of

__all__ = ["Doubt", "Posterior", "posterior"]

MOST_DRAWS = 65_535
"""A state counts its draws in 16 bits."""

_MOST_SEEN = 10**15
_MOST_ROWS = 10_000
_TOLERANCE = 1e-12
_ITERATIONS = 100

STABLE = 95
"""The percentage of draws that must agree for a decision to be called stable."""

_FORMAT = "pigcore posterior 1"
_LARGEST_TEXT = 1 << 26

Record = tuple[tuple[int | str, int], ...]
Counts = NDArray[np.uint16]


@dataclass(frozen=True)
class Doubt:
    """A decision that occurs in play and that the draws disagree about."""

    state: tuple[Any, ...]
    decision: str
    """At the posterior mean."""
    share: float
    """Of the draws that decide the same."""
    visits: float
    """How often a game at the posterior mean comes there, whoever moves."""


@dataclass(frozen=True, eq=False, repr=False)
class Posterior(Told, Framed):
    """Values and decisions of a race at chances drawn from their posterior.

    Where a turn has several modes, maps have a last axis for them, and totals are points of the
    turn; scores and points are in units.
    """

    game: Race
    """The race at the posterior mean."""
    record: tuple[tuple[int | str, int], ...]
    """The outcomes recorded, and how often each was seen."""
    draws: int
    seed: int
    value: float
    """The chance that the first player wins, at the posterior mean."""
    values: NDArray[np.float64]
    """The same in each draw, float64 (draws,), read-only."""
    same: NDArray[np.uint16]
    """In how many draws the decision is that of the mean: (goal, goal, goal) at [own, opp, total],
    read-only; 0 where there is nothing to decide."""
    same_thresholds: NDArray[np.uint16]
    """The same for the smallest total that is held at: (goal, goal) at [own, opp], read-only."""

    @property
    def interval(self) -> tuple[float, float]:
        """The middle 95% of the values."""
        low, high = np.quantile(self.values, [0.025, 0.975])
        return float(low), float(high)

    @cached_property
    def share(self) -> NDArray[np.float32]:
        """The share of draws with the decision of the mean: float32 at [own, opp, total].

        NaN where there is nothing to decide: at total 0, and where the total reaches the goal.
        """
        share = (self.same / np.float32(self.draws)).astype(np.float32)
        share[~self._decided] = np.nan
        return immutable(share)

    @cached_property
    def stable(self) -> NDArray[np.bool_]:
        """Where at least 95% of the draws agree: bool (goal, goal, goal) at [own, opp, total]."""
        return immutable(self.same >= self._enough)

    @property
    def states(self) -> int:
        """The number of states in which there is something to decide."""
        return int(self._decided.sum())

    @property
    def stable_states(self) -> int:
        """The number of those that are stable."""
        return int(self.stable.sum())

    @property
    def stable_thresholds(self) -> int:
        """The number of turn starts (in each mode) whose smallest total held at is stable."""
        return int((self.same_thresholds >= self._enough).sum())

    @property
    def _enough(self) -> int:
        """The smallest number of draws that is 95% of them."""
        return -(-STABLE * self.draws // 100)

    @property
    def _solution(self) -> RaceSolution:
        return best_play(self.game)

    @cached_property
    def _decided(self) -> NDArray[np.bool_]:
        """Where there is something to decide."""
        return _decided(self._solution)

    @cached_property
    def _visits(self) -> Floats:
        """How often a game comes to decide in each state, both playing as at the mean."""
        visits = Visits(Play(self.game, self._solution.starts))
        often = ((own, often) for _, own, often in visits.often())
        return np.where(self._decided, _map(often, self.same.shape), 0.0)

    @property
    def stable_in_play(self) -> float:
        """The share of the decisions that occur in play, by how often they do, that are stable."""
        return float(self._visits[self.stable].sum() / self._visits.sum())

    def doubts(self, count: int = 10) -> list[Doubt]:
        """The decisions in play that are not stable, the most frequent ones first."""
        visits = np.where(self.stable, 0.0, self._visits)
        order = np.argsort(-visits, axis=None, kind="stable")[:count]
        found = []
        for state in zip(*np.unravel_index(order, visits.shape)):
            if often := float(visits[state]):
                own, opp, units, *mode = map(int, state)
                place = self._solution._state(own, opp, units, *mode or [0])
                share = int(self.same[state]) / self.draws
                found.append(Doubt(place, self._solution.policy(*place), share, often))
        return found

    def columns(self) -> dict[str, Any]:
        """Plain columns with one row for each state in which there is something to decide.

        ``own``, ``opp`` and ``total`` (or ``points``, and ``mode`` as text) are int64, ``decision``
        (at the mean) text, ``share`` (of the draws that decide the same) and ``visits`` (in a game)
        float64, ``stable`` bool.
        """
        decided, game = self._decided, self.game
        own, opp, units, *modes = np.nonzero(decided)
        words = np.array([mode.word for mode in game.turn.modes])
        parts = [
            *(game.unit * part for part in (own, opp, units)),
            *(words[mode] for mode in modes),
        ]
        throws = self._solution.decisions()[decided] == 1
        return {
            **dict(zip(game.state_names, parts)),
            "decision": np.where(throws, *game.words),
            "share": self.same[decided] / self.draws,
            "stable": self.stable[decided],
            "visits": self._visits[decided],
        }

    def as_dict(self) -> dict[str, Any]:
        """The numbers as plain data, without the maps."""
        return {
            "game": self.game.as_dict(),
            "value": self.value,
            "interval": list(self.interval),
            "draws": self.draws,
            "seed": self.seed,
            "throws": sum(count for _, count in self.record),
            "outcomes": len(self.record),
            "states": self.states,
            "stable_states": self.stable_states,
            "thresholds": self.same_thresholds.size,
            "stable_thresholds": self.stable_thresholds,
            "stable_in_play": self.stable_in_play,
            "doubts": [
                {**vars(doubt), "state": self.game.named(doubt.state)} for doubt in self.doubts()
            ],
            "version": VERSION,
        }

    def __str__(self) -> str:
        low, high = map(number, self.interval)
        return (
            f"the first player wins with {number(self.value)}, in 95% of {self.draws:,} draws with "
            f"{low} to {high}; {self.stable_states:,} of {counted(self.states, 'decision')} are "
            "stable"
        )


def _map(rows: Iterable[tuple[int, Floats]], shape: tuple[int, ...], fill: float = 0.0) -> Floats:
    """What stands at [units, mode, opp] for each own, at [own, opp, units] and, if any, [mode]."""
    found = np.full((*shape, 1)[:4], fill)
    for own, array in rows:
        found[own, :, : len(array)] = np.moveaxis(array, 2, 0)
    return found.reshape(shape)


def _shape(game: Race) -> tuple[int, ...]:
    """Of a map of all states."""
    modes = len(game.turn.modes)
    return (game.units,) * 3 + (modes,) * (modes > 1)


def _decided(solution: RaceSolution) -> NDArray[np.bool_]:
    """Where there is something to decide."""
    return ~np.isnan(_map(solution.margins(), _shape(solution.game), np.nan))


class Study:
    """The draws done so far; not done are those whose value is NaN."""

    solution: RaceSolution
    record: Record
    seed: int

    def __init__(self, solution: RaceSolution, record: Record, draws: int, seed: int) -> None:
        self.solution, self.record, self.seed = solution, record, seed
        shape = _shape(solution.game)
        self.arrays: dict[str, Any] = {
            "values": np.full(draws, np.nan),
            "same": np.zeros(shape, dtype=np.uint16),
            "thresholds": np.zeros(shape[:2] + shape[3:], dtype=np.uint16),
        }
        self._header = {
            "format": _FORMAT,
            "rules": text_of(solution.game),
            "record": [list(row) for row in record],
            "draws": draws,
            "seed": seed,
        }

    @property
    def missing(self) -> list[int]:
        """The draws that are not there."""
        found: list[int] = np.flatnonzero(np.isnan(self.arrays["values"])).tolist()
        return found

    def add(self, numbers: list[int], values: Floats, same: Counts, thresholds: Counts) -> None:
        """Take in some draws."""
        self.arrays["values"][numbers] = values
        self.arrays["same"] += same
        self.arrays["thresholds"] += thresholds

    def result(self) -> Posterior:
        """All draws."""
        values, same, thresholds = self.arrays.values()
        decided = np.where(_decided(self.solution), same, 0).astype(np.uint16)
        arrays = map(immutable, (values, decided, thresholds))
        game, value = self.solution.game, self.solution.value
        return Posterior(game, self.record, len(values), self.seed, value, *arrays)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Replace the file by what is there now."""
        members: dict[str, Any] = {"header": np.array(json.dumps(self._header)), **self.arrays}
        write_atomically(path, lambda file: np.savez_compressed(file, **members))

    def read(self, path: Path) -> None:
        """Go on with the draws of a file.

        Raises
        ------
        FileError
            If it cannot be read, or holds anything but some draws of this study.
        """
        where = spelled(path)
        try:
            with zipfile.ZipFile(path) as archive:
                sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
            fits = sizes["header.npy"] < _LARGEST_TEXT and all(
                sizes[f"{name}.npy"] < array.nbytes + 1000 for name, array in self.arrays.items()
            )
            with np.load(path, allow_pickle=False) as file:
                ours = fits and json.loads(str(file["header"])) == self._header
                found = {name: file[name] for name in self.arrays if ours}
        except OSError as error:
            raise refusal(error, where) from None
        except Exception:  # numpy and zipfile throw a dozen kinds at what is damaged
            raise FileError(
                f"{where} already exists and is not a study of a posterior: choose another name"
            ) from None
        if not found or any(
            (found[name].dtype, found[name].shape) != (array.dtype, array.shape)
            for name, array in self.arrays.items()
        ):
            raise FileError(
                f"{where} holds another study (other rules, record, draws or seed): choose "
                "another name"
            )
        self.arrays = found
        values, same, thresholds = found.values()
        done = values[~np.isnan(values)]
        most = max(same.max(initial=0), thresholds.max(initial=0))
        if most > len(done) or ((done < 0) | (done > 1)).any():
            raise FileError(f"{where} is altered: delete it and start again")


def posterior(
    game: Any,
    record: Mapping[Any, int] | Iterable[tuple[Any, int]] | None = None,
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
        Of two players, without a last turn and without dice that are set aside. Its own chances
        are used only in modes of which no throws are recorded.
    record : mapping or pairs of outcome and count, optional
        How often each outcome was seen: a gain, ``"bust"`` or ``"wipe"``; where a turn has several
        modes, an outcome as :func:`pigcore.sensitivity` names it, such as ``"2: bust"``. An outcome
        that is composed of several has a row for each. Left out: ``game.record``.
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
        If the game is no such race, no throws are recorded, or a parameter is out of range.
    FileError
        If ``path`` cannot be written, holds anything else, or another study is writing it.
    SizeError
        If some 8 goal**3 bytes for each mode do not fit in memory.

    Notes
    -----
    A solve a draw: O(draws x goal**3 x options) time.

    Examples
    --------
    >>> import pigcore
    >>> found = pigcore.posterior(pigcore.PassThePigs.kern(goal=60), draws=20, seed=1)
    >>> found.draws, found.stable_states, found.states
    (20, 100096, 106200)
    """
    family = family_of(game)
    dice = family == "race" and game.set_aside
    apart = family != "race" or game.last_turn or game.falls
    if apart or game.players > 2 or dice:
        raise RuleError(
            f"there is no study of recorded throws for {game.name} ({family}): give a race of two "
            "players by turns, without a last one, in which no dice are set aside"
        )
    same_turns(game, "a study of recorded throws")
    rows = _checked(game.record if record is None else record, game)
    draws = between(draws, "draws", 1, MOST_DRAWS)
    seed = whole(seed, "seed")
    if seed < 0:
        raise RuleError(f"seed is {shown(seed)}, but must be 0 or more")
    mean = _mean(game, rows)
    require(8 * prod(_shape(mean)), f"the map of a race to {game.goal}", "choose a smaller goal")
    solution = best_play(mean)
    with only_writer(path):
        study = Study(solution, rows, draws, seed)
        if path is not None and (file := Path(named_file(path))).exists():
            study.read(file)
        size = max(1, min(50, round(15 * 100**3 / prod(_shape(mean)))))
        missing = study.missing
        tasks = (
            (mean, rows, solution.starts, seed, missing[first : first + size])
            for first in range(0, len(missing), size)
        )
        done, saved, cost = draws - len(missing), time.monotonic(), 0.0
        try:
            for found in chunks.run(_solve, tasks, executor):
                study.add(*found)
                done += len(found[0])
                if path is not None and time.monotonic() - saved > 10 * cost:
                    began = time.monotonic()
                    study.save(path)
                    saved, cost = time.monotonic(), time.monotonic() - began
                if progress is not None:
                    progress(done, draws)
        finally:
            if path is not None and len(study.missing) < len(missing):
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
        if len(game.turn.modes) > 1:
            outcome = _named(game, outcome)
        elif outcome not in ("bust", "wipe"):
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


def _named(game: Race, outcome: Any) -> str:
    """An outcome of a throw in one of several modes."""
    names = [str(each.name) for each in throws_of(game)]
    if outcome not in names:
        raise RuleError(
            f"{shown(outcome)} is no outcome of {game.name}: {nearest(str(outcome), names)}"
        )
    return str(outcome)


def _mean(game: Race, record: Record) -> Race:
    """The game at the posterior mean."""
    weights: dict[int | str, Fraction] = {}
    for outcome, count in record:
        weights[outcome] = weights.get(outcome, Fraction(0)) + count + Fraction(1, 2)
    if len(game.turn.modes) > 1:
        return game._like(turn=_turn(game, weights))
    total = sum(weights.values())
    chances = {outcome: weight / total for outcome, weight in weights.items()}
    bust, wipe = (chances.pop(name, Fraction(0)) for name in ("bust", "wipe"))
    roll = Roll({int(gain): chance for gain, chance in chances.items()}, bust, wipe)
    return game._like(turn=roll)


def _turn(game: Race, weights: Mapping[int | str, Fraction]) -> Turn:
    """The turn of several modes whose throws have these weights where any are recorded."""
    turn, throws = game.turn, throws_of(game)
    totals: dict[int, Fraction] = {}
    for each in throws:
        totals[each.mode] = totals.get(each.mode, Fraction(0)) + weights.get(each.name, 0)
    left, rows = iter(throws), {}
    for value, mode in zip(turn.values, turn.modes):
        if mode.throw is None:
            continue
        found: list[tuple[Any, Fraction]] = [
            (
                tuple(
                    gain(option.gain, turn.values[option.mode], option.label) for option in options
                ),
                chance,
            )
            for chance, options in mode.throw.outcomes
        ]
        ends = ((BUST, mode.throw.bust), (WIPE, mode.throw.wipe))
        found += [(end, chance) for end, chance in ends if chance]
        rows[value] = [
            (outcome, weights.get(each.name, Fraction(0)) / total if total else chance)
            for (outcome, chance), each in zip(found, left)
            for total in [totals[each.mode]]
        ]
    words = dict(zip(turn.values, (mode.word for mode in turn.modes)))
    return Turn(
        lambda value: [row for row in rows[value] if row[1]] if value in rows else None,
        turn.values[turn.start],
        may_bank=lambda value: turn.modes[turn.place(value) or 0].may_bank,
        word=words.__getitem__,
        phrase=dict(zip(turn.values, turn.phrases)).__getitem__,
    )


def _solve(
    mean: Race, record: Record, starts: Floats, seed: int, numbers: list[int]
) -> tuple[list[int], Floats, Counts, Counts]:
    """Some draws: their values, and how many decide as the mean does.

    Returns the numbers of the draws, V(0, 0) of each, and the counts at the places of the maps.
    """
    play = Play(mean, starts)
    tables, named = play.tables, {each.name: each for each in throws_of(mean)}
    by_mode: dict[int, list[tuple[Throws, float]]] = {}
    for outcome, count in record:
        by_mode.setdefault(named[outcome].mode, []).append((named[outcome], count + 0.5))
    come = best_play(mean)._reached()[:, :, None]
    rolls = list(_rolls(tables, starts))
    holds_at = [_threshold(own, come) for own in rolls]
    shape, modes = _shape(mean), len(mean.turn.modes)
    values = np.empty(len(numbers))
    same = np.zeros((*shape[:2], modes, shape[0]), dtype=np.uint16)  # as margins come
    thresholds = np.zeros((shape[0], modes, shape[0]), dtype=np.uint16)
    for n, draw in enumerate(numbers):
        stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(draw,)))
        chances, thrown = tables.chances.copy(), tables.thrown.copy()
        for mode, rows in by_mode.items():
            chances[tables.owner == mode] = thrown[mode] = 0.0
            for (each, _), chance in zip(rows, stream.dirichlet([weight for _, weight in rows])):
                each.add(chances, thrown, chance)
        drawn = replace(tables, chances=chances, thrown=thrown)
        (found,), *_ = newton(drawn, [None], _TOLERANCE, _ITERATIONS)
        values[n] = found[0, 0]
        for own, here in enumerate(_rolls(drawn, found)):
            same[own, : len(here)] += here == rolls[own]
            thresholds[own] += _threshold(here, come) == holds_at[own]
    return numbers, values, _places(same, shape), _places(thresholds, shape[:2] + shape[3:])


def _places(counts: Counts, shape: tuple[int, ...]) -> Counts:
    """Counts at [own, …, mode, opp] at the places of the maps."""
    return np.ascontiguousarray(np.moveaxis(counts, -1, 1)).reshape(shape)


def _rolls(tables: RaceArrays, starts: Floats) -> Iterator[NDArray[np.bool_]]:
    """Where throwing is better, or one must, by own score, at [units, mode, opp]."""
    held = tables.held(starts)
    for own in range(tables.goal):
        bank, throw = tables.payoffs(held, own, tables.goal)
        yield (throw > bank) | np.isnan(bank)


def _threshold(rolls: NDArray[np.bool_], come: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The fewest units banked in each mode, or those that reach the goal, at [mode, opp]."""
    banks = ~rolls & come[: len(rolls)]
    first: NDArray[np.intp] = np.where(banks.any(axis=0), banks.argmax(axis=0), len(rolls))
    return first
