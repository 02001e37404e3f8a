"""A last turn: a score to pass, and what that is worth.

Who needs d units to pass and has the mode m throws until he has them, which wins at once, or busts.
If equal scores are worth something, e, he may bank them instead. So, where he decides at all, he
takes options and, at d = 1, may stop:

    C(d, m) = sum over sets of options p max over (g, l) of C(d - g, l),    C(d, m) = 1 for d <= 0,

and C(1, m) = max(e, that) where one may bank. There is nothing in it that a player's style could
matter for: every policy plays it like this, and so what follows a tie that is played on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from ...games.dice import BANK, BUSTS, THROW, Choice
from ...games.race import Race
from ...kernels import LANES, Floats
from .arrays import BANKS, THROWS, RaceArrays, arrays_to_ask, chances_of_a_turn


@lru_cache(maxsize=8)
def chances_to_pass(game: Race, doublings: int = 0) -> Floats:
    """C(d, m) at [d, mode]; (0, modes) in a game whose mover never has a last turn.

    With n dice the mode is n - 1.

    It has all d that games come to, which may be asked for beyond that: twice as many, and so on.
    """
    tables = _tables(game)
    if not game.answers:
        return np.zeros((0, len(tables.may)))
    most = len(tables.chase) - 1 << doublings
    return chances_of_a_turn(tables, most)


def worth_of_a_tie(game: Race) -> float:
    """What equal scores are worth to who has the last turn."""
    return _tables(game).tie


def _tables(game: Race) -> RaceArrays:
    """The arrays of who is answered by a last turn."""
    return arrays_to_ask(game if game.answered else game.swapped)


@lru_cache(maxsize=8)
def _throwing_at_a_tie(game: Race) -> Floats:
    """What throwing is worth where one unit more passes, in each mode."""
    tables = _tables(game)
    best = np.where(tables.gains > 0, 1.0, chances_to_pass(game)[1, tables.after])
    by_set = np.maximum.reduceat(best, tables.first[:-1]) * tables.chances
    found: Floats = np.bincount(tables.owner, by_set, len(tables.may)).astype(np.float64)
    return found


def _chance_to_pass(game: Race, need: int, place: int) -> float:
    """C(need, mode)."""
    assert game.answers, "the mover never has a last turn"
    doublings = 0
    while need >= len(chances := chances_to_pass(game, doublings)):
        doublings += 1
    return float(chances[need, place])


def payoffs_of_last_turn(
    game: Race, state: tuple[Any, ...], actions: tuple[str, str] = (THROW, BANK)
) -> dict[Any, float]:
    """What each action is worth in a state in which the opponent has the goal.

    With something in hand the best action comes first.

    One throws while the score is not passed, and banks when it is, or if equal scores are worth
    more than to go on; ``actions`` are the words.
    """
    own, opp, points, *mode = state
    throw, bank = actions

    def then(points: int, place: int) -> dict[str, float]:
        may, tables = arrays_to_ask(game).may[place], _tables(game)
        if own + points > opp >= game.goal:
            return {bank: 1.0}
        tied = bool(game.tie != "first" and own + points == opp >= game.goal and may & BANKS)
        if not may & THROWS:
            return {bank: tables.tie * tied}
        if not tied:
            return {throw: _chance_to_pass(game, (opp - own - points) // game.unit + 1, place)}
        found = {bank: tables.tie, throw: float(_throwing_at_a_tie(game)[place])}
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    if not game.set_aside:
        return then(points, game.turn.place(mode[0]) or 0 if mode else 0)
    (dice,) = mode
    if isinstance(dice, int):
        return then(points, dice - 1)
    found = {
        Choice(aside, action): worth
        for aside, (gain, left) in game.dice.asides(game.dice.check_throw(dice, len(dice))).items()
        for action, worth in then(points + gain, left - 1).items()
    }
    return found or {BUSTS: 0.0}


class PlayOff:
    """One turn of a tie that is played on, in which both play best.

    Parameters
    ----------
    game : Race
    against : int or None
        The units that the first of the two turns made, in the second; None in the first.
    """

    def __init__(self, game: Race, against: int | None) -> None:
        self.game: Race = game
        self.against: int | None = against
        self._known: dict[tuple[int, int], tuple[float, float]] = {}
        self._tables = tables = _tables(game)
        # The first one's turn is one with a unit less than the goal: see `arrays.play_off`.
        own = tables.goal - 1
        made = chances_of_a_turn(replace(tables, tie=0.0), 1)[1]
        self._second = made + (1.0 - made) * tables.tie  # against nothing
        held = np.zeros((tables.height, LANES))
        held[own:] = 1.0 - tables.chase[1 : tables.height - own + 1, None]
        held[own] = 1.0 - self._second[tables.start]
        self._bank, self._throw = held[own:, 0], tables.thrown_at(held, own)[own:, :, 0]

    def payoffs(self, points: int, place: int, actions: tuple[str, str]) -> dict[str, float]:
        """What each action is worth with so many points in a mode, the best one first."""
        throw, bank = actions
        t, may, game = points // self.game.unit, self._tables.may[place], self.game
        if self.against:  # a last turn, with as much to pass
            own = game.goal - game.unit
            state = own, own + self.against * game.unit, points
            state += () if game.turn.roll is not None else (game.modes[place],)
            return payoffs_of_last_turn(game, state, actions)
        if self.against == 0:
            return {bank: 1.0} if t else {throw: float(self._second[place])}
        if not t or not may & BANKS:
            return {throw: float(self._throw[t, place])}
        found = {bank: float(self._bank[t])}
        if may & THROWS and t < len(self._throw):
            found[throw] = float(self._throw[t, place])
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def outlook(self, points: int, place: int, action: str) -> tuple[float, float]:
        """The chance to bust and the points that are banked after an action, if both play best."""
        if action == BANK:
            return 0.0, float(points)
        tables, unit = self._tables, self.game.unit
        bust, banked = float(tables.thrown[place, 0]), 0.0
        for k in range(tables.sets[place], tables.sets[place + 1]):
            ends = [
                (points + unit * int(tables.gains[o]), int(tables.after[o]))
                for o in range(tables.first[k], tables.first[k + 1])
            ]
            best, *_ = sorted(ends, key=lambda end: -max(self._ahead(*end).values()))
            lost, kept = self._after(*best)
            bust, banked = bust + tables.chances[k] * lost, banked + tables.chances[k] * kept
        return float(bust), float(banked)

    def _ahead(self, points: int, place: int) -> dict[str, float]:
        return self.payoffs(points, place, (THROW, BANK))

    def _after(self, points: int, place: int) -> tuple[float, float]:
        """The same of the best action."""
        if (points, place) not in self._known:
            best = next(iter(self._ahead(points, place)))
            self._known[points, place] = self.outlook(points, place, best)
        return self._known[points, place]

    @property
    def bust(self) -> float:
        """What a bust is worth."""
        if self.against is None:
            return float(self._bank[0])
        return 0.0 if self.against else self._tables.tie


@lru_cache(maxsize=8)
def play_off_of(game: Race, against: int | None) -> PlayOff:
    """The play-off of a game: see :class:`PlayOff`."""
    return PlayOff(game, against)


def best_of_last_turn(game: Race, state: tuple[Any, ...]) -> Any:
    """The best action; of several the one with the fewest points, then the fewest dice left."""
    *_, dice = state
    payoffs = payoffs_of_last_turn(game, state)
    if isinstance(dice, int) or BUSTS in payoffs:
        return next(iter(payoffs))

    asides = game.dice.asides(game.dice.check_throw(dice, len(dice)))

    def rank(choice: Choice) -> tuple[Any, ...]:
        gain, _ = asides[choice.aside]
        return -payoffs[choice], gain, -len(choice.aside), choice.aside

    return min(payoffs, key=rank)
