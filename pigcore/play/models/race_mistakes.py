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
from ...games.starts import Mover, Start, tail
from ...kernels import Floats
from ...solvers.race import RaceSolution
from ...solvers.race.arrays import tables_of
from ...solvers.race.chain import Chain
from ...solvers.race.decided import BANK, OPEN, WIDTH, Decisions, codes, ends_of
from ...solvers.race.one_turn import Paid
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
        mover = self.turns.mover
        return None if self.turns.by_state else plan_of(mover.game, self.policy, mover.seat)

    @cached_property
    def visits(self) -> Floats:
        """Of each turn start."""
        visits: Floats = Chain(self.turns, *self.rivals).visits_of_all()[0]
        equal = self.turns.game.end == "equal_turns"  # who sits in each as often
        return np.nan_to_num(visits, posinf=0.0) / (self.turns.game.seats if equal else 1)

    @property
    def average(self) -> float:
        """What is lost in a game, a fair coin saying who moves first."""
        return float((self.visits * self.lost).sum())

    def rows(self) -> Iterator[tuple[int, Floats, Floats, Floats, Floats]]:
        """(own, bank, throw, loss, visits of the states), arrays at [units, mode, opp]."""
        found = self.turns.mistakes(self.best._worths)
        for own, (bank, throw, lost, reached) in enumerate(found):
            yield own, bank, throw, lost, reached * self.visits[own]

    def costliest(self, count: int) -> list[Mistake]:
        """The mistakes that cost most in a game."""
        mover, game = self.turns.mover, self.turns.game
        found: list[Mistake] = []
        if self.plan is not None:
            for start, lost_there, times in costliest(self.lost, self.visits):
                if len(found) == count and found[-1].cost >= lost_there * times:
                    break  # no turn that follows can hold one that costs more
                some = mistakes_in_turn(self.plan, start_at(mover, start), count, self.best)
                found += [one._replace(visits=one.visits * times) for one in some]
                found = nlargest(count, found, key=lambda mistake: mistake.cost)
            return found
        for own, bank, throw, lost, visits in self.rows():
            for place, *given in costliest(lost, visits, count):
                t, mode, opp = place
                best, other = mover.words if throw[place] > bank[place] else mover.words[::-1]
                hand = [mover.turn.values[mode]] * ("mode" in game.state_names)
                at = start_at(mover, (own, opp))
                state = *at.scores, game.unit * t, *hand, *tail(game, at)
                found.append(Mistake(state, other, best, *given))
        return sorted(found, key=lambda mistake: -mistake.cost)[:count]


# --- within a turn --------------------------------------------------------------------------------


def mistakes_in_turn(plan: Plan, start: Start, count: int, best: Any) -> Iterator[Mistake]:
    """At least the ``count`` throws of a turn that cost most; best is what a solution says.

    Visits are counted for one turn.
    """
    mover, game = plan.mover, plan.game
    turn, end = best._turn(start), tail(game, start)
    own, *others = units = tuple(map(game.in_units, start.scores))
    paid = turn.paid(len(codes(mover, own, 1)))
    opp = np.repeat([others], WIDTH, axis=0)
    found = plan.turn(own, opp if len(others) > 1 else opp[:, 0], start.busts)
    bank = found.bank[:, :, 0].astype(np.float64)
    if not mover.chooses:
        yield from _by_state(mover, found, start, paid)
        return
    known = throws_of(mover)
    bank[0, tables_of(mover).start] = 0.0
    thrown = ends_of(mover, found, own).reach[:, :, 0] * (1.0 - bank) * (paid.code != BANK)
    rows = np.flatnonzero(thrown.any(axis=1))
    share = plan.shares(units, rows, found)
    at = np.minimum(rows[:, None] + known.gains, len(thrown) - 1), known.after
    pays = np.stack([paid.throw[at], paid.bank[at]], axis=-1)
    best_choice = first_of_most(paid.best[at], known.begin)
    worth = np.add.reduceat((share * pays).sum(axis=2), known.begin, axis=1)
    lost = np.maximum(np.take_along_axis(paid.best[at], best_choice, axis=1) - worth, 0.0)
    does = np.where(share > 0, pays, np.inf)  # what is done, of which the costliest is named
    takes = first_of_most(-does.min(axis=2), known.begin)
    visits = thrown[rows][:, known.mode] * known.chances
    thens = THROWING, BANKING
    for (row, place), *given in costliest(lost, visits, count):
        hand, *text = known.each[place].said
        state = *start.scores, int(rows[row]) * game.unit, hand, *end, *text
        took, should = int(takes[row, place]), int(best_choice[row, place])
        chosen = known.action(took, thens[int(does[row, took].argmin())])
        banks = bool(paid.banks[at[0][row, should], known.after[should]])
        yield Mistake(state, chosen, known.action(should, thens[banks]), *given)


def start_at(mover: Mover, place: tuple[int, ...]) -> Start:
    """The turn start that stands at a place among all: own units, the others', busts in a row."""
    game, (own, opp, *busts) = mover.game, place
    others: Any = np.unravel_index(opp, (game.units,) * (game.players - 1))
    scores = tuple(game.in_points(int(one)) for one in (own, *others))
    counts: Any = ()
    if game.penalty:
        counts = np.unravel_index((*busts, 0)[0], (game.busts_in_a_row,) * 2)
    return Start(scores, mover.seat, tuple(map(int, counts)))


def _by_state(mover: Mover, decisions: Decisions, start: Start, paid: Paid) -> Iterator[Mistake]:
    """The same where all that is decided is to throw or to bank."""
    game, end = mover.game, tail(mover.game, start)
    bank = decisions.bank[:, :, 0].astype(np.float64)
    rows = slice(len(bank))
    share = bank * paid.bank[rows] + (1.0 - bank) * paid.throw[rows]
    lost = np.where(paid.code[rows] == OPEN, np.maximum(paid.best[rows] - share, 0.0), 0.0)
    reach = ends_of(mover, decisions, game.in_units(start.scores[0])).reach[rows, :, 0]
    for (t, mode), given, visits in costliest(lost, reach):
        words = mover.words if paid.banks[t, mode] else mover.words[::-1]
        hand = [mover.turn.values[mode]] * ("mode" in game.state_names)
        yield Mistake((*start.scores, game.unit * t, *hand, *end), *words, given, visits)
