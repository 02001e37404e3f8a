"""Races and Hog, handed to the compiled loop.

It reads tables of all decisions. Policies that have none, because they answer alike throws
differently or mix what they set aside, are asked on a board, and so are players with different
turns, or who may tie, or who must bank the goal to win; then a game takes about a millisecond. The
same random bits make the same games here and there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.hog import Hog
from ..games.starts import Mover, Start, score_after
from ..kernels import simulate as kernel
from ..memory import require
from ..solvers.hog import HogPolicy
from ..solvers.hog.arrays import HogArrays
from ..solvers.race.arrays import tables_of as arrays_of
from ..solvers.race.decided import WIDTH
from ..solvers.race.late import late_of
from ..solvers.race.turns import opponents
from .boards.hog import urns_of
from .boards.race import LOST, RaceRules
from .boards.urns import Urn
from .policies.race.plans import Plan

THROW, BANK, MIXED, BUSTS = 0, 1, 2, 3

Table = tuple[NDArray[Any], ...]
"""The arrays of a player, as the kernel reads them."""


def tables_of(rules: Any, seats: Sequence[Any]) -> tuple[Table, ...]:
    """What the compiled loop needs of the players; empty if games are played on a board."""
    game = rules.game
    if isinstance(game, Hog):
        return tuple(map(_chooser, seats))
    odd = game.penalty or game.seats > 1 or game.tie != "first"
    if odd or (game.players > 2 and game.end != "goal"):
        return ()
    beyond = game.win == "bank" and game.end == "goal"  # turns may go on past the goal
    plans = {id(seat.plan): seat.plan for seat in seats}
    if beyond or any(_by_throw(plan) or plan.passes is not None for plan in plans.values()):
        return ()
    players = {key: _player(rules, plan) for key, plan in plans.items()}
    return tuple(players[id(seat.plan)] for seat in seats)


def loop_of(rules: Any, tables: Sequence[Table]) -> kernel.Games:
    """The kernel's object, which plays games and adds to the counts, in units."""
    return _hog(rules, tables) if isinstance(rules.game, Hog) else _race(rules, tables)


def _urns(urns: Sequence[Urn | None]) -> tuple[NDArray[Any], ...]:
    """The cells of all urns, and where each has its own."""
    some = [one for one in urns if one is not None]
    begin = np.cumsum([0, *(0 if one is None else len(one.shares) for one in urns)]).tolist()
    powers = [(at, one.power if one else 0) for at, one in zip(begin, urns)]
    return (
        np.concatenate([one.shares for one in some]),
        np.concatenate([one.outcomes for one in some]),
        np.array(powers, dtype=np.intp),
    )


# --- Hog ------------------------------------------------------------------------------------------


def _chooser(plan: HogPolicy) -> Table:
    """The place of his choice in each state, or MIXED and the chances of each choice."""
    game, states = plan.game, (plan.game.memories, plan.game.goal**2)
    if plan.table is not None:
        places = np.searchsorted(game.choices, plan.table).astype(np.int16)
        return places.reshape(states), np.zeros((0, 0, len(game.choices)))
    chances = np.moveaxis(plan.chances.reshape(-1, *states), 0, 2).copy()
    sure = (chances == 1.0).any(axis=2)
    return np.where(sure, chances.argmax(axis=2), -1).astype(np.int16), chances


def _hog(arrays: HogArrays, tables: Sequence[Table]) -> kernel.Games:
    game, each = arrays.game, urns_of(arrays)
    shape = len(game.choices), *arrays.certain.shape
    require(8 * prod(shape), f"the rolls of {game.name}", "choose a smaller goal")
    places = np.zeros(shape, dtype=np.intp)
    urns = np.arange(len(each)).reshape(arrays.begin.shape[0], -1, game.max_dice)
    for n, choice in enumerate(game.choices):
        for q, place in enumerate(places[n]):
            if choice > 0:
                place[:] = urns[q, :, choice - 1][arrays.kind]
            else:
                sure = arrays.move[q, -1, 1] if choice else arrays.certain[q] - arrays.begun
                place[:] = -1 - sure
    return kernel.Hogs(
        *_urns([*each.values()]), places.reshape(*shape[:2], -1), game.goal, arrays.target,
        arrays.same, arrays.final, tables,
    )  # fmt: skip


# --- races ----------------------------------------------------------------------------------------


def _by_throw(plan: Plan) -> bool:
    """Whether something is not determined by where a policy banks and what its options are worth,
    or not known before games come there.
    """
    return plan.by_throw or plan.turn(0, opponents(plan.game)[:WIDTH]).shares is not None


def _race(rules: RaceRules, tables: Sequence[Table]) -> kernel.Games:
    """The kernel's object of a race; sets of options that are alike are one."""
    game, unit = rules.game, rules.game.unit
    sets: dict[Any, int] = {}
    numbers = []
    for fall in rules.falls:
        options = tuple((option.gain // unit, option.mode) for option in fall.options)
        lost = -1 - LOST.index(fall.play) if fall.play in LOST else -1
        numbers.append(sets.setdefault(options, len(sets)) if options else lost)
    shares, outcomes, urns = _urns(rules.urns)
    every = np.array([option for some in sets for option in some], dtype=np.intp).reshape(-1, 2)
    landing = [score_after(game, Start((own,))) // unit for own in range(0, game.goal, unit)]
    return kernel.Races(
        shares, np.array(numbers, dtype=np.intp)[outcomes], urns,
        np.cumsum([0, *map(len, sets)], dtype=np.intp), *every.T.copy(), game.turn.start,
        np.array(landing, dtype=np.intp), np.array(game.dead, dtype=np.uint8),
        late_of(game).by_mode() if game.end == "last_turn" else np.zeros((0, len(rules.urns))),
        tables,
    )  # fmt: skip


def _player(rules: RaceRules, plan: Plan) -> Table:
    """All decisions of a policy: where turns go on, chances of those that are mixed, worths."""
    game = rules.game
    goal, modes = game.units, len(rules.urns)
    exact = game.target == "exact"
    height = arrays_of(Mover(game)).height + exact  # with a line past the goal
    columns = 1 if plan.alike else goal ** (game.players - 1)
    shape = goal, columns, height, modes
    require(
        (9 if game.chooses else 2) * int(np.prod(shape, dtype=object)),
        f"a table of the decisions of {game.name} to {game.goal:,}",
        "choose a smaller goal" + " or fewer players" * (game.players > 2),
    )
    table, worth = np.full(shape, BANK, dtype=np.uint8), np.zeros((0,) * 4)
    chances = worth
    if game.chooses:
        worth = np.zeros(shape)
    throws = np.array([one is not None for one in rules.urns])
    s, opp = np.arange(height)[:, None], opponents(game)[: WIDTH if plan.alike else None]
    for own in range(goal):
        found = plan.turn(own, opp)
        rows = slice(own, min(own + len(found.bank), height))
        some = rows.stop - own
        share = np.moveaxis(found.bank[:some, :, :columns], -1, 0)
        mixed = (share > 0) & (share < 1)
        table[own][:, rows] = np.where(mixed, MIXED, share)
        enough = (s - own >= game.least(own * game.unit) // game.unit) | (s >= goal)
        table[own][:, (~throws & ~enough) | (exact & (s > goal))] = BUSTS
        if mixed.any():
            if not chances.size:
                require(8 * table.size, f"the decisions of {game.name}", "choose a smaller goal")
                chances = np.zeros(shape)
            chances[own][:, rows] = 1.0 - share
        if found.worth is not None and game.chooses:
            worth[own][:, rows] = np.moveaxis(found.worth[:some, :, :columns], -1, 0)
            worth[own][:, rows.stop :] = worth[own][:, rows.stop - 1 : rows.stop]
    return table, chances, worth
