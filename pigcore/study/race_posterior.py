"""How sure the decisions of a race are whose chances were estimated from recorded throws.

With counts n(o) of N throws and Jeffreys' prior, the chances are distributed as
Dirichlet(n(o) + 1/2). The game is solved at the posterior mean (n(o) + 1/2) / (N + m/2), m being
the number of outcomes recorded, and at chances drawn from the posterior; a decision is stable if
nearly all draws agree with the mean on it.
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
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..frame import data_frame
from ..games.checks import between, items, whole
from ..games.errors import FileError, RuleError
from ..games.race import Race
from ..games.roll import Roll
from ..games.rules import family_of, text_of
from ..games.spelling import counted, number, shown
from ..games.texts import named_file, refusal, spelled
from ..memory import require
from ..notebook import InNotebooks
from ..solvers.race import solve
from ..solvers.race.arrays import Floats, RaceArrays
from ..solvers.race.newton import newton
from ..solvers.solution import immutable
from ..version import VERSION
from ..writing import only_writer, write_atomically
from . import chunks
from .race_sensitivity import Play, Visits

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

    state: tuple[int, int, int]
    decision: str
    """At the posterior mean."""
    share: float
    """Of the draws that decide the same."""
    visits: float
    """How often a game at the posterior mean comes there, whoever moves."""


@dataclass(frozen=True, eq=False, repr=False)
class Posterior(InNotebooks):
    """Values and decisions of a race at chances drawn from their posterior."""

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
        share[~_decided(self.game.goal)] = np.nan
        return immutable(share)

    @cached_property
    def stable(self) -> NDArray[np.bool_]:
        """Where at least 95% of the draws agree: bool (goal, goal, goal) at [own, opp, total]."""
        return immutable(self.same >= self._enough)

    @property
    def states(self) -> int:
        """The number of states in which there is something to decide."""
        return int(_decided(self.game.goal).sum())

    @property
    def stable_states(self) -> int:
        """The number of those that are stable."""
        return int(self.stable.sum())

    @property
    def stable_thresholds(self) -> int:
        """The number of the goal**2 turn starts whose smallest total held at is stable."""
        return int((self.same_thresholds >= self._enough).sum())

    @property
    def _enough(self) -> int:
        """The smallest number of draws that is 95% of them."""
        return -(-STABLE * self.draws // 100)

    @cached_property
    def _visits(self) -> Floats:
        """How often a game comes to decide at [own, opp, total], both playing as at the mean."""
        play = Visits(Play(self.game, solve(self.game).starts))
        visits = np.zeros(self.same.shape)
        for own, _, reached in play.walks():
            often = reached[:, 0] * play.starts[:, own].sum(axis=0)
            visits[own, :, : len(often)] = often.T
        visits[:, :, 0] = 0.0
        return visits

    @property
    def stable_in_play(self) -> float:
        """The share of the decisions that occur in play, by how often they do, that are stable."""
        return float(self._visits[self.stable].sum() / self._visits.sum())

    def doubts(self, count: int = 10) -> list[Doubt]:
        """The decisions in play that are not stable, the most frequent ones first."""
        visits = np.where(self.stable, 0.0, self._visits)
        order = np.argsort(-visits, axis=None, kind="stable")[:count]
        states = [
            state for state in zip(*np.unravel_index(order, visits.shape)) if visits[state] > 0
        ]
        policy = solve(self.game).policy
        found = []
        for state in states:
            own, opp, total = map(int, state)
            share = int(self.same[state]) / self.draws
            decision, often = policy(own, opp, total), float(visits[state])
            found.append(Doubt((own, opp, total), decision, share, often))
        return found

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with one row for each state in which there is something to decide.

        ``own``, ``opp`` and ``total`` are int64, ``decision`` (at the mean) text, ``share`` (of the
        draws that decide the same) and ``visits`` (in a game) float64, ``stable`` bool.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        decided = _decided(self.game.goal)
        own, opp, total = np.nonzero(decided)
        rolls = solve(self.game).decisions()[decided] == 1
        return data_frame(
            {
                "own": own,
                "opp": opp,
                "total": total,
                "decision": np.where(rolls, "roll", "hold"),
                "share": self.same[decided] / self.draws,
                "stable": self.stable[decided],
                "visits": self._visits[decided],
            }
        )

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

    def _facts_shown(self) -> dict[str, Any]:
        names = ("value", "interval", "draws", "seed")
        return {name: getattr(self, name) for name in names}

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        low, high = map(number, self.interval)
        return (
            f"the first player wins with {number(self.value)}, in 95% of {self.draws:,} draws with "
            f"{low} to {high}; {self.stable_states:,} of {counted(self.states, 'decision')} are "
            "stable"
        )


def _decided(goal: int) -> NDArray[np.bool_]:
    own, _, total = np.ogrid[:goal, :goal, :goal]
    decided = (total > 0) & (own + total < goal)
    return np.broadcast_to(decided, (goal, goal, goal))


class Study:
    """The draws done so far; not done are those whose value is NaN."""

    draws: int
    game: Race
    record: Record
    seed: int
    values: Any

    def __init__(self, game: Race, record: Record, draws: int, seed: int, value: float) -> None:
        self.game, self.record, self.draws, self.seed = game, record, draws, seed
        self.value = value
        self.values = np.full(draws, np.nan)
        self.same: Counts = np.zeros((game.goal,) * 3, dtype=np.uint16)
        self.thresholds: Counts = np.zeros((game.goal,) * 2, dtype=np.uint16)

    @property
    def done(self) -> int:
        """The number of draws that are there."""
        return self.draws - int(np.isnan(self.values).sum())

    def add(self, numbers: list[int], values: Floats, same: Counts, thresholds: Counts) -> None:
        """Take in some draws."""
        self.values[numbers] = values
        self.same += same
        self.thresholds += thresholds

    def result(self) -> Posterior:
        """All draws."""
        decided = np.where(_decided(self.game.goal), self.same, 0).astype(np.uint16)
        arrays = map(immutable, (self.values, decided, self.thresholds))
        return Posterior(self.game, self.record, self.draws, self.seed, self.value, *arrays)

    @property
    def _header(self) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "rules": text_of(self.game),
            "record": [list(row) for row in self.record],
            "draws": self.draws,
            "seed": self.seed,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Replace the file by what is there now."""
        members: dict[str, Any] = {
            "header": np.array(json.dumps(self._header)),
            "values": self.values,
            "same": self.same,
            "thresholds": self.thresholds,
        }
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
            expected = {"values": self.values, "same": self.same, "thresholds": self.thresholds}
            fits = sizes["header.npy"] < _LARGEST_TEXT and all(
                sizes[f"{name}.npy"] < array.nbytes + 1000 for name, array in expected.items()
            )
            with np.load(path, allow_pickle=False) as file:
                header = json.loads(str(file["header"])) if fits else {}
                found = {name: file[name] for name in expected} if header == self._header else {}
        except OSError as error:
            raise refusal(error, where) from None
        except Exception:  # numpy and zipfile throw a dozen kinds at what is damaged
            raise FileError(
                f"{where} already exists and is not a study of a posterior: choose another name"
            ) from None
        if not all(
            name in found and (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
            for name, array in expected.items()
        ):
            raise FileError(
                f"{where} holds another study (other rules, record, draws or seed): choose "
                "another name"
            )
        self.values, self.same = found["values"], found["same"]
        self.thresholds = found["thresholds"]
        most = max(self.same.max(initial=0), self.thresholds.max(initial=0))
        done = self.values[~np.isnan(self.values)]
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
        Of two players with a single roll; its own chances are not used.
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
        If the game is no such race, no throws are recorded, or a parameter is out of range.
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
    >>> found = pigcore.posterior(pigcore.PassThePigs.kern(goal=60), draws=20, seed=1)
    >>> found.draws, found.stable_states, found.states
    (20, 100096, 106200)
    """
    family = family_of(game)
    if family != "race" or game.players > 2 or not game.single:
        raise RuleError(
            f"there is no study of recorded throws for {game.name} ({family}): give a "
            "race of two players in which one roll is thrown again and again"
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
        study = Study(mean, rows, draws, seed, solution.value)
        if path is not None and (file := Path(named_file(path))).exists():
            study.read(file)
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
    rolls = list(_rolls(tables, starts))
    holds_at = [_threshold(own) for own in rolls]
    values = np.empty(len(numbers))
    same = np.zeros((goal, goal, goal), dtype=np.uint16)  # at [own, total, opp], as margins come
    thresholds = np.zeros((goal, goal), dtype=np.uint16)
    for n, draw in enumerate(numbers):
        stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(draw,)))
        chances = np.zeros(len(gains) + 2)
        np.add.at(chances, index, stream.dirichlet(weights))
        drawn = replace(tables, chances=chances[:-2].copy(), thrown=chances[None, -2:].copy())
        (found,), *_ = newton(drawn, [None], _TOLERANCE, _ITERATIONS)
        values[n] = found[0, 0]
        for own, here in enumerate(_rolls(drawn, found)):
            same[own, : goal - own] += here == rolls[own]
            thresholds[own] += _threshold(here) == holds_at[own]
    return numbers, values, np.ascontiguousarray(same.swapaxes(1, 2)), thresholds


def _rolls(tables: RaceArrays, starts: Floats) -> Iterator[NDArray[np.bool_]]:
    """Where rolling is better by own score, at [total, opp]."""
    held = tables.held(starts)
    for own in range(tables.goal):
        hold, roll = tables.payoffs(held, own)
        yield (roll > hold)[:, 0]


def _threshold(rolls: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The smallest total held at, against each opponent, or that which reaches the goal."""
    holds = np.ones(rolls.shape, dtype=bool)
    holds[:-1] = ~rolls[1:]
    first: NDArray[np.intp] = holds.argmax(axis=0) + 1
    return first
