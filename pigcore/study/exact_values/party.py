"""What a party is worth to whoever moves first, in fractions: cell by cell, from the goal down.

With the decisions taken, the turns of a cell are affine in each other, as ``kernels/party.pyx``
says; only the cells that play can come to are solved. Decisions that doubles cannot tell are begun
as doubles take them, compared in fractions, and taken the other way where that is wrong. Numerators
and denominators grow by some digits with every cell, which is why goals are small here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from ...games.errors import RuleError, SizeError
from ...games.race import Race
from ...games.spelling import counted
from ...solvers.party import PartySolution, solve
from ...solvers.race.outlook import OneTurn
from .race import at_its_start

__all__ = ["MOST_TUPLES", "PartyInFractions", "fraction"]

MOST_TUPLES = 3000
"""Tuples of scores that play can come to: three players of Pig to 70, of Piglet to 16."""
MOST_OF_ALL = 500_000
"""Tuples of scores that there are."""
MOST_ROUNDS = 50

Scores = tuple[int, ...]
Chances = tuple[Fraction, ...]


def fraction(game: Race, place: tuple[int, ...]) -> Fraction:
    """The chance that the mover wins.

    Raises
    ------
    StateError
        If ``place`` is no start of a turn.
    SizeError
        If there are more than 500,000 tuples of scores, or play can come to more than 3,000.
    RuleError
        If a player mixes in a cell that play can come to.
    """
    scores = at_its_start(game, place)
    tuples = game.goal**game.players
    if tuples > MOST_OF_ALL:
        raise SizeError(
            f"{counted(game.players, 'player')} to {game.goal} have {tuples:,} tuples of scores, "
            f"but exact values are computed for at most {MOST_OF_ALL:,}: choose a smaller goal"
        )
    return PartyInFractions(game).chances(scores)[0]


class PartyInFractions:
    """A party, solved in fractions where it is asked for."""

    def __init__(self, game: Race, solution: PartySolution | None = None) -> None:
        self.game: Race = game
        self.n: int = game.players
        self.goal: int = game.goal
        self._solution = solve(game) if solution is None else solution
        self._trusted: float = self._solution._disputed_below
        self._gains = game.roll.gains
        self._bust = game.roll.bust
        self._exact = game.target == "exact"
        self._several = {cell.scores for cell in self._solution.cells}
        self._values: dict[Scores, Chances] = {}
        self._plans: dict[Scores, tuple[list[bool], list[bool]]] = {}

    def chances(self, scores: Scores) -> Chances:
        """Each player's chance to win, the mover's first."""
        layers: list[set[Scores]] = [set() for _ in range(self.n * (self.goal - 1) + 1)]
        layers[sum(scores)].add(scores)
        count = 0
        for layer in layers:
            for it in list(layer):
                for rotation in _circle(it):
                    layer.add(rotation)
                    for after in self._reached(rotation):
                        layers[sum(after)].add(after)
            count += len(layer)
            if count > MOST_TUPLES:
                raise SizeError(
                    f"play of {self.game.name} to {self.goal} can come to more than "
                    f"{MOST_TUPLES:,} tuples of scores, too many for exact values: choose a "
                    "smaller goal"
                )
        for layer in reversed(layers):
            for it in layer:
                if it not in self._values:
                    self._solve(_circle(it))
        return self._values[scores]

    # --- one turn -----------------------------------------------------------------------------

    def _plan(self, scores: Scores) -> tuple[list[bool], list[bool]]:
        """At each score that could be banked: whether doubles roll, and cannot tell."""
        if scores not in self._plans:
            turn, own = OneTurn.of(self._solution, scores), scores[0]
            banks, hold, roll = (
                np.concatenate([np.ones(own), part[: self.game.goal - own, 0]])
                for part in (turn.chance, turn.bank, turn.throw)
            )
            if ((banks > 0) & (banks < 1)).any():
                raise RuleError(
                    f"at {self.game.spell((*scores, 0))} a player of {self.game.name} mixes, and "
                    "the chances of the mixture are not fractions: choose a smaller goal"
                )
            near = np.abs(roll - hold) < self._trusted
            self._plans[scores] = (banks == 0).tolist(), near.tolist()
        return self._plans[scores]

    def _reached(self, scores: Scores) -> Iterable[Scores]:
        """The turns that may follow, but for those of the cell itself."""
        own, others = scores[0], scores[1:]
        rolls, near = self._plan(scores)
        landing = self.game.after_bust(own)
        if own < landing < self.goal:
            yield (*others, landing)
        coming = {own}
        for s in range(own, self.goal):
            if s not in coming:
                continue
            if s > own and (near[s] or not rolls[s]):
                yield (*others, s)
            if s == own or near[s] or rolls[s]:
                coming.update(s + gain for gain, _ in self._gains)

    def _turn(self, scores: Scores, rolls: list[bool]) -> Callable[[int], list[Fraction]]:
        """What rolling at a score is worth: by player from the mover on, and the busts' chance."""
        own, others = scores[0], scores[1:]
        landing = self.game.after_bust(own)
        won = [Fraction(1), *[Fraction(0)] * self.n]
        if landing == own:
            bust = [*[Fraction(0)] * self.n, Fraction(1)]
        else:
            bust = won if landing >= self.goal else self._held((*others, landing))
        known: dict[int, list[Fraction]] = {}

        def rolling(s: int) -> list[Fraction]:
            if s not in known:
                found = [self._bust * it for it in bust]
                for gain, chance in self._gains:
                    after = s + gain
                    if after >= self.goal:
                        row = bust if after > self.goal and self._exact else won
                    else:
                        row = rolling(after) if rolls[after] else self._held((*others, after))
                    found = [it + chance * part for it, part in zip(found, row)]
                known[s] = found
            return known[s]

        return rolling

    def _held(self, after: Scores) -> list[Fraction]:
        """What passing the turn on is worth to all from the mover on, who is the last then."""
        *others, mine = self._values[after]
        return [mine, *others, Fraction(0)]

    # --- one cell -----------------------------------------------------------------------------

    def _solve(self, cell: list[Scores]) -> None:
        if all(self.game.dead[score] for score in cell[0]):
            self._values |= {it: (Fraction(1, self.n),) * self.n for it in cell}
            return
        plans = {it: list(self._plan(it)[0]) for it in cell}
        for _ in range(MOST_ROUNDS):
            turns = {it: self._turn(it, plans[it]) for it in cell}
            found = _together([turns[it](it[0]) for it in cell])
            wrong = [
                (it, s)
                for it, x in zip(cell, [*found[1:], found[0]])
                for s in range(it[0] + 1, self.goal)
                if self._plan(it)[1][s] and self._is_wrong(it, s, plans[it], turns[it], x[-1])
            ]
            if not wrong:
                break
            for it, s in wrong:
                plans[it][s] = not plans[it][s]
        else:
            raise RuleError(
                f"at {self.game.spell((*cell[0], 0))} no decisions of {self.game.name} agree with "
                "what they lead to: ask pigverify what a player could gain"
            )
        if min(cell) in self._several and any(plans[it] != self._plan(it)[0] for it in cell):
            raise RuleError(
                f"at {self.game.spell((*cell[0], 0))} doubles cannot tell which of several "
                f"equilibria of {self.game.name} is the first: ask pigverify"
            )
        self._values |= dict(zip(cell, found))

    def _is_wrong(self, scores: Scores, s: int, rolls: list[bool], turn: Any, x: Fraction) -> bool:
        after = (*scores[1:], s)
        if after not in self._values:  # play does not come there
            return False
        row = turn(s)
        better = bool(row[0] + row[-1] * x > self._held(after)[0])
        return better != rolls[s]


def _circle(scores: Scores) -> list[Scores]:
    """The rotations of a tuple, in the order in which the players move."""
    return [scores[m:] + scores[:m] for m in range(len(scores))]


def _together(rows: list[list[Fraction]]) -> list[Chances]:
    """The values of the turns of a circle, each but for its busts and how likely those are."""
    n = len(rows)
    found = []
    for first in range(n):
        worth, through = [Fraction(0)] * n, Fraction(1)
        for step in range(n):
            *parts, bust = rows[(first + step) % n]
            worth = [it + through * parts[c - step] for c, it in enumerate(worth)]
            through *= bust
        found.append(tuple(it / (1 - through) for it in worth))
    return found
