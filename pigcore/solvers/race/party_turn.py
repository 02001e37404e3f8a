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
from ...kernels import Floats, Indices
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
    """One turn, by units of it: what holding and rolling are worth, and what is done."""

    hold: Floats
    """(rows, n)"""
    roll: Floats
    """(rows, modes, n), NaN where no turn comes or nothing is thrown."""
    chance: Floats
    """(rows, modes): that the mover throws."""
    near: dict[int, float]
    """Where he could mix, as in ``Mix.place``, if x were another one that is near."""


def downward(places: Indices, below: int) -> list[tuple[int, int]]:
    """The places of fewer points than ``below``, each after those that it leads to."""
    points, mode = places[places[:, 0] < below].T
    order = np.lexsort((np.arange(len(points)), -points))
    return list(zip(points[order].tolist(), mode[order].tolist()))


def may_bank(turn: RaceArrays, own: int, t: int, mode: int) -> bool:
    """Whether one may bank t units in a mode."""
    enough = t >= min(int(turn.least[own]), turn.goal - own)
    return enough and bool(turn.may[mode] & BANKS) and (t > 0 or mode != turn.start)


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
    turn: RaceArrays, banked: Floats, own: int, mix: Mix = UNMIXED, x: float | None = None
) -> Played:
    """Play a turn of who has ``own`` units where banking each score is worth ``banked`` to all.

    With x rows have one part more, the chance that the turn is handed over at its own score, which
    is worth x to the mover.
    """
    n = banked.shape[1]
    follow = len(banked) > turn.goal
    rows = (turn.rolled if follow else turn.goal) - own
    won = np.eye(n)[0]
    land = int(turn.landing[own])
    busted = won if land >= turn.goal else banked[land]
    past = busted if turn.exact else won
    place_of: dict[tuple[int, int], int] = {}
    if x is not None or mix.place:
        place_of = {(t, mode): k for k, (t, mode) in enumerate(turn.cells.tolist())}
    at, near = abs(mix.place), dict[int, float]()
    modes, hold = len(turn.may), banked[own : own + rows].copy()
    worth = np.empty((rows, modes, n))
    roll, chance = np.full((rows, modes, n), np.nan), np.full((rows, modes), np.nan)
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
        ahead: list[int] = []
        found: list[Any] = []
        for o in options:
            then = t + gains[o]
            ahead.append(place_of.get((then, after[o]), 0) if then < rows else 0)
            if then < rows:
                found.append(worth[then, after[o]])
            else:
                found.append(banked[own + then] if follow else won if then == rows else past)
        if len(found) == 1:
            return found[0]
        worths = [mine(row) for row in found]
        best = pick(worths)
        for k, row in enumerate(found):
            meet(row, found[best], -ahead[k], -ahead[best])
        mixed = ahead.index(at) if at and at in ahead else None
        shares = shared(worths, mixed, mix)
        parts = [found[k] if p == 1.0 else p * found[k] for k, p in shares.items()]
        return parts[0] if len(parts) == 1 else parts[0] + parts[1]

    for t, mode in downward(turn.cells, rows):
        banks = may_bank(turn, own, t, mode)
        if not turn.may[mode] & THROWS:
            worth[t, mode], chance[t, mode] = (hold[t] if banks else busted), 0.0
            continue
        found = turn.thrown[mode, 0] * busted
        for k in range(sets[mode], sets[mode + 1]):
            found = found + chances[k] * thrown(t, range(first[k], first[k + 1]))
        roll[t, mode], part = found, 1.0
        if banks:
            meet(found, hold[t], place_of.get((t, mode), 0))
            part = float(mine(found) > mine(hold[t]) + TIED)
        if mix.place > 0 and place_of[t, mode] == at:
            part = mix.weight
        chance[t, mode] = part
        worth[t, mode] = part * found + (1.0 - part) * hold[t] if part < 1 else found
    return Played(hold, roll, chance, near)
