"""Alone to the goal: the fewest turns to it, and the highest chance of reaching it in time.

With E(b) the expected number of turns from b, which a bust leaves at c(b) >= b,

    E(b) = 1 + turn(b),  the turn paying E(s) for banking s, E(c(b)) for a bust, E(0) for a wipe,

and least over the decisions. Banked scores never fall but by a wipe, so given the decisions one
pass downward solves for all scores: a(b), the expected turns until the goal or a wipe, and w(b),
the chance that it is a wipe; then E(b) = a(b) + w(b) E(0) with E(0) = a(0) / P(goal before wipe).
All these are sums of positive terms, so nothing cancels. Policy iteration does the rest; it begins
with decisions under which the goal is sure to be reached, and never leaves such decisions again.

The chance C_t(b) of reaching the goal within t turns is backward induction over t:

    C_t(b) = turn(b),  the turn paying C_{t-1}(s), C_{t-1}(c(b)), C_{t-1}(0), and 1 for the goal.

Turns from all scores go side by side, in units.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from ....games.race import Race
from ....memory import require
from ....solvers.race.arrays import Floats, Indices
from .cells import Bools, Cells, Decided, Ends, Layer, cells_of

__all__ = ["ToGoal", "expected_turns"]

IMPROVEMENTS = 100
"""Policies improve some five to ten times."""

MOST_TURNS = 1e308
"""More are infinite."""


class ToGoal:
    """A race to its goal."""

    game: Race
    cells: Cells
    landing: Indices
    goal: int

    def __init__(self, game: Race) -> None:
        self.game, self.cells = game, cells_of(game)
        tables = self.cells.tables
        self.landing, self.goal = tables.landing, tables.goal

    def layer(self, held: Floats, decline: bool = False) -> Layer:
        """The turns where banking s pays ``held[s]``, up to the goal."""
        held = np.nan_to_num(held, neginf=-MOST_TURNS)
        return Layer(
            self.game, 0, np.arange(self.goal), partial(_columns, held), held[self.landing],
            np.full(self.goal, held[0]), decline, self.goal,
        )  # fmt: skip

    def ends(self, found: Decided) -> Ends:
        """How turns end that are played so, (goal, goal + 1) at [own, s]: wipes are kept apart."""
        own = np.arange(self.goal)
        ends = self.cells.ends(own, found)
        onto = np.zeros((self.goal, self.goal + 1))
        scores = np.minimum(np.arange(len(ends.banked))[:, None] + own, self.goal)
        np.add.at(onto, (np.broadcast_to(own, scores.shape), scores), ends.banked)
        return Ends(_with_busts(onto, ends.bust, self.landing), ends.bust, ends.wiped)

    def fewest_turns(self) -> tuple[Floats, Floats]:
        """The fewest expected turns from each score, and the payoffs that best play is best for.

        Infinite where the goal cannot be made sure, or beyond 1e308.
        """
        with np.errstate(over="ignore", invalid="ignore"):  # where turns are too many for doubles
            # The most points of a turn are a good beginning where they lead to the goal.
            held = np.arange(-self.goal, 1.0)
            expected = expected_turns(self.ends(self.layer(held).best()))
            if not np.isfinite(expected).all():
                expected = expected_turns(self.ends(self._begin()))
            for _ in range(IMPROVEMENTS):
                held = -np.append(expected, 0.0)
                found = self.layer(held).best()
                if _close(1.0 - found.worth, expected):
                    break
                before, expected = expected, expected_turns(self.ends(found))
                if _close(expected, before):
                    break
        return expected, held

    def _begin(self) -> Decided:
        """Decisions by which the goal is sure to be reached wherever that can be made sure.

        From every one of the sure scores one can come nearer to the goal with a positive chance,
        and is sure to stay among them: those that lead to it at once are found first, then those
        that lead to these, and so on. What of a guess cannot do so is not sure.
        """
        sure: Bools = self.cells.tables.dead == 0
        while True:
            near = np.append(np.zeros(self.goal, dtype=bool), True)
            chosen: Decided | None = None
            while True:
                held = np.where(near, 1.0, np.where(np.append(sure, True), 0.0, -np.inf))
                found = self.layer(held).best()
                new = (found.worth > 0) & sure & ~near[:-1]
                if chosen is None:
                    chosen = found
                for kept, better in zip(chosen, found):
                    kept[..., new] = better[..., new]
                if not new.any():
                    break
                near[:-1] |= new
            if (near[:-1] == sure).all():
                return chosen
            sure = near[:-1]

    def best_chance(self, turns: int, decline: bool) -> Floats:
        """The highest chances of reaching the goal at [turns, own, the goal last]."""
        chances = self._chances(turns)
        for left in range(1, turns + 1):
            chances[left, :-1] = self.layer(chances[left - 1], decline).best().worth
        return chances

    def chance_of(self, ends: list[Ends]) -> Floats:
        """The same of who plays turns that end so: with 1, 2, … turns left."""
        chances = self._chances(len(ends))
        for left, (onto, _, wiped) in enumerate(ends, 1):
            chances[left, :-1] = onto @ chances[left - 1] + wiped * chances[left - 1, 0]
        return chances

    def _chances(self, turns: int) -> Floats:
        require(8 * turns * self.goal, f"the chances of {turns:,} turns", "ask for fewer turns")
        chances = np.zeros((turns + 1, self.goal + 1))
        chances[:, -1] = 1.0
        return chances


def _close(found: Floats, expected: Floats) -> bool:
    return np.allclose(found, expected, rtol=1e-14, atol=0.0)


def _columns(held: Floats, scores: int) -> Floats:
    """What banking 0, 1, … pays, the same in every column."""
    goal = len(held) - 1
    return np.repeat(held[np.minimum(np.arange(scores), goal), None], goal, axis=1)


def _with_busts(onto: Floats, bust: Floats, landing: Indices) -> Floats:
    """``onto`` with the chances of busts where these land."""
    np.add.at(onto, (np.arange(len(bust)), landing), bust)
    return onto


def expected_turns(ends: Ends) -> Floats:
    """The expected turns of given decisions; infinite where there need be no end."""
    onto, _, wipes = ends
    goal = len(onto)
    until, wiped = np.zeros(goal + 1), np.zeros(goal + 1)
    reached = np.append(np.zeros(goal), 1.0)  # P(goal before a wipe)
    for own in range(goal - 1, -1, -1):
        further = own + 1 + np.flatnonzero(onto[own, own + 1 :])
        chances = onto[own, further]
        wipe = wipes[own] if own else 0.0  # from 0 it changes nothing
        leaves = chances.sum() + wipe
        if not leaves:
            until[own] = np.inf
            continue
        until[own] = (1.0 + chances @ until[further]) / leaves
        wiped[own] = (wipe + chances @ wiped[further]) / leaves
        reached[own] = chances @ reached[further] / leaves
    from_0 = until[0] / reached[0] if reached[0] else np.inf
    back = np.zeros(goal)
    np.multiply(wiped[:goal], from_0, out=back, where=wiped[:goal] > 0)
    return until[:goal] + back
