"""Races and Hog, handed to the compiled loop.

It reads tables of all decisions. Policies that have none, because they answer alike throws
differently or mix what they set aside, are asked on a board, and so are players with different
turns, or who may tie, or who must bank the goal to win; then a game takes about a millisecond. The
same random bits make the same games here and there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.hog import Hog
from ...games.starts import Start, score_after
from ...kernels import simulate as kernel
from ...memory import require
from ...solvers.race.arrays import arrays_to_ask
from ...solvers.race.decided import WIDTH, Decisions
from ...solvers.race.late import late_of
from ..boards.hog import HogRules, HogSeat
from ..boards.race import LOST, RaceRules
from ..policies.race.plans import Plan

__all__ = ["loop_of", "tables_of"]

THROW, BANK, MIXED = 0, 1, 2

Player = tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]
"""The arrays of a ``kernel.Player``."""


def tables_of(rules: Any, seats: Sequence[Any]) -> tuple[Any, ...]:
    """What the compiled loop needs of the players; empty if games are played on a board."""
    game = rules.game
    if isinstance(game, Hog):
        return tuple(seats)
    odd = game.busts_in_a_row or not game.alike or game.tie != "first"
    if odd or (game.players > 2 and game.end != "goal"):
        return ()
    beyond = game.win == "bank" and game.end == "goal"  # turns may go on past the goal
    plans = {id(seat.plan): seat.plan for seat in seats}
    if beyond or any(_by_throw(plan) or plan.passes is not None for plan in plans.values()):
        return ()
    players = {key: _player_of(rules, plan) for key, plan in plans.items()}
    return tuple(players[id(seat.plan)] for seat in seats)


def _by_throw(plan: Plan) -> bool:
    """Whether something is not determined by where a policy banks and what its options are worth,
    or not known before games come there.
    """
    return plan.by_throw or _against(plan, 0, np.arange(1)).shares is not None


def _against(plan: Plan, own: int, fronts: NDArray[np.intp]) -> Decisions:
    """What a player with own units does against others, each the number of their scores."""
    game, count = plan.game, len(fronts)
    others: Any = np.resize(fronts, -(-count // WIDTH) * WIDTH)
    if game.players > 2:
        others = np.stack(np.unravel_index(others, (game.units,) * (game.players - 1)), axis=1)
    found = plan.turn(own, others)
    return Decisions(*(None if part is None else part[..., :count] for part in found))  # type: ignore[arg-type]


def loop_of(rules: Any, tables: Sequence[Any]) -> Callable[..., None]:
    """What plays some games and adds to the counts: ``play`` of the kernel's object."""
    if isinstance(rules.game, Hog):
        return _hog(rules, tables)
    made = {id(player): kernel.Player(*player) for player in tables}
    loop, unit = _races_of(rules, [made[id(player)] for player in tables]), rules.game.unit

    def play(bits: SFC64, start: Sequence[int], *given: Any) -> None:
        loop.play(bits, [score // unit for score in start], *given)

    return play


def _hog(rules: HogRules, seats: Sequence[HogSeat]) -> Callable[..., None]:
    urns = rules.urns
    first = np.cumsum([0, *(len(urn.shares) for urn in urns.values())]).tolist()
    places = [(*key, start, urn.power) for (key, urn), start in zip(urns.items(), first)]
    players = (kernel.Chooser(seat.table, seat.chances, seat.choices) for seat in seats)
    return kernel.Rolls(
        np.concatenate([urn.shares for urn in urns.values()]),
        np.concatenate([urn.outcomes for urn in urns.values()]),
        np.array(places, dtype=np.intp), rules.kind, rules.free, rules.exchange, rules.target,
        rules.same, rules.final, *players,
    ).play  # fmt: skip


def _races_of(rules: RaceRules, seats: Sequence[kernel.Player]) -> kernel.Races:
    """The kernel's object of a race; sets of options that are alike are one."""
    game, unit = rules.game, rules.game.unit
    sets: dict[Any, int] = {}
    numbers = []
    for fall in rules.falls:
        options = tuple((option.gain // unit, option.mode) for option in fall.options)
        lost = -1 - LOST.index(fall.play) if fall.play in LOST else -1
        numbers.append(sets.setdefault(options, len(sets)) if options else lost)
    urns = [urn for urn in rules.urns if urn is not None]
    cells = np.cumsum([0, *(0 if urn is None else len(urn.shares) for urn in rules.urns)])
    every = [option for some in sets for option in some]
    scores = np.arange(game.units) * unit
    return kernel.Races(
        np.concatenate([urn.shares for urn in urns]),
        np.array(numbers, dtype=np.intp)[np.concatenate([urn.outcomes for urn in urns])],
        np.array(
            [(at, urn.power if urn else 0) for at, urn in zip(cells.tolist(), rules.urns)],
            dtype=np.intp,
        ),
        np.cumsum([0, *map(len, sets)], dtype=np.intp),
        np.array([gain for gain, _ in every], dtype=np.intp),
        np.array([mode for _, mode in every], dtype=np.intp),
        rules.start,
        game.target == "exact",
        np.array([game.least(own) // unit for own in scores.tolist()], dtype=np.intp),
        np.array(
            [score_after(game, Start((own,))) // unit for own in scores.tolist()], dtype=np.intp
        ),
        np.array(game.dead, dtype=np.uint8),
        late_of(game).by_mode() if game.last_turn else np.zeros((0, len(rules.urns))),
        seats,
    )


def _player_of(rules: RaceRules, plan: Plan) -> Player:
    """All decisions of a policy as the compiled loop reads them."""
    game = rules.game
    goal, modes, rolled = game.units, len(rules.urns), rules.rolled // game.unit
    height = goal
    if rules.chooses or game.last_turn:
        height = arrays_to_ask(game).height + (game.target == "exact")  # a row past the goal
    columns = 1 if plan.alike else goal ** (game.players - 1)
    shape = goal, columns, height, modes
    require(
        (9 if rules.chooses else 2) * int(np.prod(shape, dtype=object)),
        f"a table of the decisions of {game.name} to {game.goal:,}",
        "choose a smaller goal" + " or fewer players" * (game.players > 2),
    )
    bank, worth = np.full(shape, BANK, dtype=np.uint8), np.zeros((0,) * 4)
    chances = worth
    if rules.chooses:
        worth = np.zeros(shape)
    throws = np.array([urn is not None for urn in rules.urns])
    banks = np.array(rules.banks) | ~throws
    s = np.arange(height)[:, None]
    for own in range(goal):
        found = _against(plan, own, np.arange(columns))
        rows = slice(own, min(own + len(found.bank), height))
        some = rows.stop - own
        share = np.moveaxis(found.bank[:some], -1, 0)
        least = game.least(own * game.unit) // game.unit
        may_bank = (banks & ((s - own >= least) | (s >= goal)))[rows]
        may_throw = (throws & ((s < goal) | (s < rolled)))[rows]
        share = np.where(may_bank, np.where(may_throw, share, 1), 0)
        mixed = (share > 0) & (share < 1)
        bank[own][:, rows] = np.where(mixed, MIXED, share)
        if mixed.any():
            if not chances.size:
                require(8 * bank.size, f"the decisions of {game.name}", "choose a smaller goal")
                chances = np.zeros(shape)
            chances[own][:, rows] = 1.0 - share
        if found.worth is not None and rules.chooses:
            worth[own][:, rows] = np.moveaxis(found.worth[:some], -1, 0)
            worth[own][:, rows.stop :] = worth[own][:, rows.stop - 1 : rows.stop]
    return bank, chances, worth
