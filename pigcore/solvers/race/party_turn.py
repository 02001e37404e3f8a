"""One turn of a party, played by any table of turn starts; mixtures of two ways to play it.

Where a mover is indifferent at one x, what a bust is worth to him, he is so between two things that
his turn may lead to: to bank and to throw in one state, or two states that options of the same
throws lead to. As points and modes of a turn never come back, no turn meets such a choice twice. So
what a turn is worth to all is affine in the chance that he takes one of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...games.margins import TIED
from ...kernels import Floats
from .arrays import BANKS, THROWS, RaceArrays

NEAR = 1e-9
"""Two things that differ by less are compared more closely."""


class Mix(NamedTuple):
    """Where the mover of a turn start mixes, and how."""

    place: int
    """Among ``RaceArrays.cells``: there he throws with a chance. Below 0 it is that place but for
    the sign: of options that are worth as much to him, he takes that which leads there."""
    weight: float
    """The chance that he does."""


UNMIXED = Mix(0, 0.0)


class Played(NamedTuple):
    """One turn, by units of it: what throwing is worth, and where the mover could mix."""

    roll: Floats
    """(limit, modes, n), NaN where no turn comes or nothing is thrown."""
    near: dict[int, float]
    """Where he could mix, as in ``Mix.place``, if x were another one that is near."""


def pick(worths: Sequence[float]) -> int:
    """Which option is best, the first of those that are so but for TIED."""
    taken = 0
    for k, worth in enumerate(worths):
        taken = k if worth > worths[taken] + TIED else taken
    return taken


def shared(worths: Sequence[float], mixed: int | None, mix: Mix) -> dict[int, float]:
    """The options that are taken and their chances; ``mixed`` leads to where the mover mixes."""
    taken = pick(worths)
    if mixed is None or len(worths) == 1 or worths[mixed] < worths[taken] - TIED:
        return {taken: 1.0}
    if mix.place > 0:
        return {mixed: 1.0}
    other = pick([-1.0 if k == mixed else worth for k, worth in enumerate(worths)])
    if worths[other] < worths[mixed] - TIED:
        return {mixed: 1.0}
    return {mixed: mix.weight, other: 1.0 - mix.weight}


def play(
    turn: RaceArrays, bank: Floats, bust: Floats, wipe: Floats, least: int, limit: int,
    mix: Mix = UNMIXED, x: float | None = None,
) -> Played:  # fmt: skip
    """Play a turn where banking so many units is worth ``bank`` to all, (rows, n), a bust and a
    wipe what they say; of at least so many, and of ``limit`` in any case.

    With x rows have one part more, the chance that the turn is handed over at its own score, which
    is worth x to the mover.
    """
    place_of: dict[tuple[int, int], int] = {}
    if x is not None or mix.place:
        place_of = {(t, mode): k for k, (t, mode) in enumerate(turn.cells.tolist())}
    at, near = abs(mix.place), dict[int, float]()
    worth = np.repeat(bank[:, None], len(turn.may), axis=1)
    roll = np.full((limit, *worth.shape[1:]), np.nan)
    sets, first = turn.sets.tolist(), turn.first.tolist()
    gains, after, chances = turn.gains.tolist(), turn.after.tolist(), turn.chances.tolist()

    def mine(row: Floats) -> float:
        return float(row[0] if x is None else row[0] + x * row[-1])

    def meet(one: Floats, other: Floats, *places: int) -> None:
        if x is None or one[-1] == other[-1]:
            return
        off, slope = mine(one) - mine(other), one[-1] - other[-1]
        if abs(off) < NEAR:
            near.update((place, float(x - off / slope)) for place in places if place)

    def thrown(t: int, options: range) -> Any:
        ends = [(t + gains[o], after[o]) for o in options]
        found: list[Any] = [worth[end] for end in ends]
        if len(found) == 1:
            return found[0]
        ahead = [place_of.get(end, 0) if end[0] < limit else 0 for end in ends]
        worths = [mine(row) for row in found]
        best = pick(worths)
        for k, row in enumerate(found):
            meet(row, found[best], -ahead[k], -ahead[best])
        mixed = ahead.index(at) if at and at in ahead else None
        shares = shared(worths, mixed, mix)
        parts = [found[k] if p == 1.0 else p * found[k] for k, p in shares.items()]
        return parts[0] if len(parts) == 1 else parts[0] + parts[1]

    points, which = turn.cells[turn.cells[:, 0] < limit].T
    order = np.lexsort((np.arange(len(points)), -points))
    for t, mode in zip(points[order].tolist(), which[order].tolist()):
        begun = t == 0 and mode == turn.start
        banks = t >= least and bool(turn.may[mode] & BANKS) and not begun
        if not turn.may[mode] & THROWS:
            worth[t, mode] = bank[t] if t >= least else bust
            continue
        found = turn.thrown[mode, 0] * bust + turn.thrown[mode, 1] * wipe
        for k in range(sets[mode], sets[mode + 1]):
            found = found + chances[k] * thrown(t, range(first[k], first[k + 1]))
        roll[t, mode], part = found, 1.0
        if banks:
            meet(found, bank[t], place_of.get((t, mode), 0))
            part = float(mine(found) > mine(bank[t]) + TIED)
        if mix.place > 0 and place_of[t, mode] == at:
            part = mix.weight
        worth[t, mode] = part * found + (1.0 - part) * bank[t] if part < 1 else found
    return Played(roll, near)
