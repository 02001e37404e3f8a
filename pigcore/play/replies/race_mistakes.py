"""What a policy of a race gives away within a turn, throw by throw where these leave choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...games.dice import BANK as BANKING
from ...games.dice import THROW as THROWING
from ...games.race import Race
from ...games.starts import Start, first
from ...solvers.race.arrays import tables_of
from ...solvers.race.decided import BANK, OPEN, WIDTH, Decisions, codes, ends_of
from ...solvers.race.one_turn import OneTurn, Paid
from ..policies.race.plans import Plan, best_play
from ..policies.race.throws import first_of_most, throws_of
from .results import Mistake, costliest


def mistakes_in_turn(
    game: Race, plan: Plan, scores: tuple[int, ...], count: int, solution: Any = None
) -> Iterator[Mistake]:
    """At least the ``count`` throws of a turn at these scores, the mover's first, that cost most.

    Visits are counted for one turn. What is best is said by the ``solution``, or by best play.
    Behind the scores stand the busts in a row of both where they cost points.
    """
    best: Any = solution or best_play(game)
    if game.falls:
        yield from _by_busts(game, plan, scores, count, best)
    else:
        yield from _in_turn(game, plan, scores, count, best._turn(first(game, scores)))


def _in_turn(
    game: Race, plan: Plan, scores: tuple[int, ...], count: int, turn: OneTurn
) -> Iterator[Mistake]:
    own, *others = units = tuple(score // game.unit for score in scores)
    paid = turn.paid(len(codes(game, own, 1)))
    opp = np.repeat([others], WIDTH, axis=0)
    found = plan.turn(own, opp if len(others) > 1 else opp[:, 0])
    if not game.chooses:
        yield from _by_state(game, found, scores, paid)
        return
    known = throws_of(game)
    bank = found.bank[:, :, 0].astype(np.float64)
    bank[0, tables_of(game).start] = 0.0
    thrown = ends_of(game, found, own).reach[:, :, 0] * (1.0 - bank) * (paid.code != BANK)
    rows = np.flatnonzero(thrown.any(axis=1))
    share = plan.shares(units, rows, found)
    at = np.minimum(rows[:, None] + known.gains, len(thrown) - 1), known.after
    pays = np.stack([paid.throw[at], paid.bank[at]], axis=-1)
    best = first_of_most(paid.best[at], known.begin)
    worth = np.add.reduceat((share * pays).sum(axis=2), known.begin, axis=1)
    lost = np.maximum(np.take_along_axis(paid.best[at], best, axis=1) - worth, 0.0)
    does = np.where(share > 0, pays, np.inf)  # what is done, of which the costliest is named
    takes = first_of_most(-does.min(axis=2), known.begin)
    visits = thrown[rows][:, known.mode] * known.chances
    thens = THROWING, BANKING
    for (row, place), *given in costliest(lost, visits, count):
        state = *scores, int(rows[row]) * game.unit, *known.each[place].said
        took, should = int(takes[row, place]), int(best[row, place])
        chosen = known.action(took, thens[int(does[row, took].argmin())])
        banks = bool(paid.banks[at[0][row, should], known.after[should]])
        yield Mistake(state, chosen, known.action(should, thens[banks]), *given)


def start_at(game: Race, place: tuple[int, ...]) -> tuple[int, ...]:
    """The scores of a turn start in points and busts in a row, from where it stands among all."""
    own, opp, *busts = place
    others = np.unravel_index(opp, (game.units + game.below,) * (game.players - 1))
    scores = game.unit * np.array([own, *others]) + (game.floor or 0)
    if not game.falls:
        return tuple(scores.tolist())
    counts: Any = np.unravel_index(busts or (0,), (game.busts_in_a_row,) * 2)
    return *scores.tolist(), *(int(count[0]) for count in counts)


def _by_busts(
    game: Race, plan: Any, start: tuple[int, ...], count: int, best: Any
) -> Iterator[Mistake]:
    """The same where busts in a row cost points, in a turn of the race from the floor up."""
    (own, opp, *busts), low = start, game.floor or 0
    late = max(own - game.sure_from, 0)
    scores = own - late - low, opp - low
    turn = best._turn(Start((own, opp), game.seat, tuple(busts)))
    found = _in_turn(game.from_floor, plan.plan(*busts, late // game.unit), scores, count, turn)
    for one in found:
        yield one._replace(state=(own, opp, *one.state[2:], *busts))


def _by_state(
    game: Race, decisions: Decisions, scores: tuple[int, ...], paid: Paid
) -> Iterator[Mistake]:
    """The same where all that is decided is to throw or to bank."""
    bank = decisions.bank[:, :, 0].astype(np.float64)
    rows = slice(len(bank))
    share = bank * paid.bank[rows] + (1.0 - bank) * paid.throw[rows]
    lost = np.where(paid.code[rows] == OPEN, np.maximum(paid.best[rows] - share, 0.0), 0.0)
    reach = ends_of(game, decisions, scores[0] // game.unit).reach[rows, :, 0]
    for (t, mode), given, visits in costliest(lost, reach):
        words = game.words if paid.banks[t, mode] else game.words[::-1]
        named = [] if game.turn.roll is not None else [game.turn.values[mode]]
        yield Mistake((*scores, game.unit * t, *named), *words, given, visits)
