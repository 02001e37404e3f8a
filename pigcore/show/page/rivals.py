"""Policies as a page plays them: what they do in every state, in as few bytes as may be.

A table goes row after row. A row is what a policy does along the last part of a state, in a race
the turn total, and most rows are equal; so the page holds each different row once, as the runs of
equal answers in it, and of the other parts of the state the runs of equal rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import shown
from ...play.policies import Policy
from ...play.policies import module_of as policies_of
from .encoding import encoded

__all__ = ["called", "table"]

SHORT = 24
"""Characters of a name that is read well inside a sentence."""

MOST_RUNS = 1_000_000
"""Runs of equal answers that a page holds: a few megabytes."""

CHUNK = 1 << 13
"""Rows that are looked at together."""


def table(game: Game, policy: Policy) -> dict[str, Any]:
    """What ``rival.js`` reads of a policy.

    ``answers`` has a chance for each of ``actions``. Row ``r`` has the runs ``first[r]`` to
    ``first[r + 1]``: from ``begins[run]`` on its answer is ``kinds[run]``. The rows of the states,
    by the place of all parts but the last in an array of ``shape``, come in runs as well: up to
    ``ends[run]`` the row is ``which[run]``.

    Raises
    ------
    RuleError
        If it is no policy of the game, remembers what it did, or answers in too many ways.
    SizeError
        If a table of its answers does not fit in memory.
    """
    found = policies_of(game).tabulated(game, policy)
    entries, answers = found.entries, np.eye(len(found.actions))
    if found.mixed:
        entries, answers = _numbered(entries)
    rows: dict[bytes, int] = {}
    places = np.concatenate([*_places(entries.reshape(-1, entries.shape[-1]), rows)])
    runs = [_runs(np.frombuffer(row, dtype=entries.dtype)) for row in rows]
    lengths = [len(begins) for begins, _ in runs]
    ends = np.append(np.flatnonzero(np.diff(places)) + 1, len(places))
    if sum(lengths) + len(ends) > MOST_RUNS:
        raise RuleError(
            f"the policy {shown(str(policy))} does something else in so many states that they do "
            "not fit into a page: give a rule such as hold:20, or choose a smaller goal"
        )
    return {
        "kind": "table",
        "name": called(policy),
        "shape": list(entries.shape),
        "actions": list(found.actions),
        "answers": answers.tolist(),
        "first": encoded(np.cumsum([0, *lengths]), "<u4"),
        "begins": encoded(np.concatenate([begins for begins, _ in runs]), "<u2"),
        "kinds": encoded(np.concatenate([kinds for _, kinds in runs]), "<u4"),
        "which": encoded(places[ends - 1], "<u4"),
        "ends": encoded(ends, "<u4"),
    }


def called(policy: Policy) -> str:
    """What a policy is called in sentences: its words where they are few, else a shorter name.

    Examples
    --------
    >>> import pigcore
    >>> called(pigcore.hold_at(20)), called(pigcore.keep_pace())
    ('hold at 20', 'keep pace (21, 8, 71)')
    """
    words = str(policy)
    if len(words) <= SHORT and words[0] != "<":
        return words
    try:
        spec = str(policy.spec)
    except (AttributeError, RuleError):
        return str(getattr(policy, "__name__", words))
    name, _, constants = spec.partition(":")
    plain = re.fullmatch("[a-z-]+", name) and constants and " " not in spec
    return f"{name.replace('-', ' ')} ({constants.replace(':', ', ')})" if plain else spec


def _numbered(chances: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Places among the different answers, -1 where there is none, and these answers."""
    flat = chances.reshape(-1, chances.shape[-1])
    asked = flat.any(axis=1)
    answers, found = np.unique(flat[asked], axis=0, return_inverse=True)
    entries = np.full(len(flat), -1)
    entries[asked] = found.ravel()
    return entries.reshape(chances.shape[:-1]), answers


def _places(entries: NDArray[Any], rows: dict[bytes, int]) -> Iterator[NDArray[np.int64]]:
    """Which of ``rows`` each row is, chunk by chunk; those that are new are added.

    Where there is nothing to answer (-1) a row goes on as before, and so do the rows.
    """
    last = 0
    for begin in range(0, len(entries), CHUNK):
        chunk = entries[begin : begin + CHUNK]
        asked = chunk >= 0
        there = np.flatnonzero(asked.any(axis=1))
        found = np.full(len(chunk), last)
        if len(there):
            chunk, asked = chunk[there], asked[there]
            columns = np.where(asked, np.arange(chunk.shape[1]), asked.argmax(axis=1)[:, None])
            filled = np.take_along_axis(chunk, np.maximum.accumulate(columns, axis=1), axis=1)
            changed = np.append(True, (filled[1:] != filled[:-1]).any(axis=1))
            known = [rows.setdefault(row.tobytes(), len(rows)) for row in filled[changed]]
            steps = np.searchsorted(there, np.arange(len(found)), side="right")
            answers = np.append(last, np.array(known)[np.cumsum(changed) - 1])
            found = answers[steps]
        last = int(found[-1])
        yield found


def _runs(row: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where the runs of equal entries begin, and the entries.

    Examples
    --------
    >>> [part.tolist() for part in _runs(np.array([4, 4, 1, 4]))]
    [[0, 2, 3], [4, 1, 4]]
    """
    begins = np.append(0, np.flatnonzero(np.diff(row)) + 1)
    return begins, row[begins]
