"""What a policy of a race gives away, state by state or, where these leave choices, by throws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from typing import Any

import numpy as np

from ...games.dice import BANK as BANKING
from ...games.dice import THROW as THROWING
from ...games.race import Race
from ...games.starts import Start, first
from ...kernels import Floats
from ...solvers.race import RaceSolution
from ...solvers.race.arrays import tables_of
from ...solvers.race.chain import Chain
from ...solvers.race.decided import BANK, OPEN, WIDTH, Decisions, codes, ends_of
from ...solvers.race.one_turn import OneTurn, Paid
from ...solvers.race.turns import Turns
from ..policies.answers import Policy
from ..policies.race import plan_of
from ..policies.race.plans import Plan
from ..policies.race.throws import first_of_most, throws_of
from ..results import Mistake, costliest


@dataclass
class Mistakes:
    """What turns give away against rivals where another solution is best, state by state; turn by
    turn where throws leave a choice, or busts in a row count.
    """

    game: Race
    turns: Turns
    rivals: Sequence[Turns]
    best: RaceSolution
    lost: Floats
    """What each turn gives away."""
    policy: Policy
    """Whose turns they are."""

    @cached_property
    def plan(self) -> Plan | None:
        """The decisions, where they are not those of states alone."""
        return None if self.turns.by_state else plan_of(self.game, self.policy)

    @cached_property
    def visits(self) -> Floats:
        """Of each turn start."""
        visits: Floats = Chain(self.turns, *self.rivals).visits_of_all()[0]
        return np.nan_to_num(visits, posinf=0.0) / self.game.seats  # who sits in each as often

    @property
    def average(self) -> float:
        """What is lost in a game, a fair coin saying who moves first."""
        return float((self.visits * self.lost).sum())

    def rows(self) -> Iterator[tuple[int, Floats, Floats, Floats, Floats]]:
        """(own, bank, throw, loss, visits of the states), arrays at [units, mode, opp]."""
        found = self.turns.mistakes(self.best.other_starts)
        for own, (bank, throw, lost, reached) in enumerate(found):
            yield own, bank, throw, lost, reached * self.visits[own]

    def costliest(self, count: int) -> list[Mistake]:
        """The mistakes that cost most in a game."""
        unit, modes = self.game.unit, self.game.turn.values
        found: list[Mistake] = []
        if self.plan is not None:
            for start, lost_there, times in costliest(self.lost, self.visits):
                if len(found) == count and found[-1].cost >= lost_there * times:
                    break  # no turn that follows can hold one that costs more
                scores = start_at(self.game, start)
                some = mistakes_in_turn(self.game, self.plan, scores, count, self.best)
                found += [one._replace(visits=one.visits * times) for one in some]
                found = nlargest(count, found, key=lambda mistake: mistake.cost)
            return found
        for own, bank, throw, lost, visits in self.rows():
            for place, *given in costliest(lost, visits, count):
                t, mode, opp = place
                best, other = ("roll", "hold") if throw[place] > bank[place] else ("hold", "roll")
                named = () if len(modes) == 1 else (modes[mode],)
                state = *start_at(self.game, (own, opp)), unit * t, *named
                found.append(Mistake(state, other, best, *given))
        return sorted(found, key=lambda mistake: -mistake.cost)[:count]


# --- within a turn --------------------------------------------------------------------------------


def mistakes_in_turn(
    game: Race, plan: Plan, scores: tuple[int, ...], count: int, best: Any
) -> Iterator[Mistake]:
    """At least the ``count`` throws of a turn at these scores, the mover's first, that cost most.

    Visits are counted for one turn. What is best is said by the solution ``best``. Behind the
    scores stand the busts in a row of both where they cost points.
    """
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
