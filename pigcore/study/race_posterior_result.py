"""What the draws from a posterior came to, while they come and when all are there."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..frame import data_frame
from ..games.errors import FileError
from ..games.race import Race
from ..games.rules import text_of
from ..games.spelling import counted, number
from ..games.texts import named_file, refusal, spelled
from ..notebook import InNotebooks
from ..solvers.race.arrays import Floats, RaceArrays
from ..solvers.race.solver import solve
from ..solvers.solution import immutable
from ..version import VERSION
from ..writing import write_atomically
from .race_sensitivity import decisions
from .race_visits import Visits

__all__ = ["STABLE", "Doubt", "Posterior", "Study", "resumed"]

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
        solution = solve(self.game)
        tables = RaceArrays.of(self.game)
        visits = np.zeros(self.same.shape)
        for own, often in Visits(self.game, decisions(tables, solution.starts)[0]).reached():
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


def resumed(
    path: str | os.PathLike[str] | None,
    game: Race,
    record: Record,
    draws: int,
    seed: int,
    value: float,
) -> Study:
    """The study, with the draws of the file if there is one.

    Raises
    ------
    FileError
        If the file holds anything else.
    """
    study = Study(game, record, draws, seed, value)
    if path is not None and (file := Path(named_file(path))).exists():
        study.read(file)
    return study
