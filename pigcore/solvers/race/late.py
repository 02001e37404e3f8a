"""Turn starts once somebody has the goal: last turns, and what follows a tie that is played on.

So many players have a turn left, one each, and the best score so far is to be passed: with nobody
to follow, whoever has it wins, or shares the win with those who tie. So these starts are solved
from the last turn back, without a loop; but two who tie may play on. Nothing else matters in such a
turn than how far one comes, so one backward turn tells what all own scores are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from ...games.errors import RuleError, StateError
from ...games.race import Race
from ...games.starts import Mover, Start, left
from ...kernels import Floats
from .arrays import RaceArrays, chances_to_pass, tables_of

AT_ONCE = 4096
"""Turns that are evaluated side by side, at most."""


class Late:
    """What is won once somebody has the goal, in units.

    Parameters
    ----------
    game : Race
    """

    game: Race
    tables: RaceArrays
    tie: float
    """What equal scores are worth to the second of two players; 0 where they are worth nothing."""

    def __init__(self, game: Race) -> None:
        self.game, self.tables = game, RaceArrays.of(Mover(game), every=True)
        self._shares: bool = game.tie == "half"
        self._known: dict[int, Floats] = {}
        self._chances: dict[float, Floats] = {}
        self.tie = 0.5 * self._shares
        if game.tie == "play_on":
            self.tie = _settled(lambda tie: 1.0 - self.playing_on(tie))

    # --- the last turn of all ---------------------------------------------------------------------

    def behind(self, most: int, tie: float) -> Floats:
        """What a turn is worth to who is 0, 1, …, ``most`` units behind, or more, and wins if he
        is ahead; equal scores are worth ``tie``.
        """
        if len(self._chances.get(tie, ())) < most + 2:
            chances = chances_to_pass(self.tables, 2 * most + 2, tie)
            self._chances[tie] = chances[:, self.tables.start].copy()
        return self._chances[tie][1:]

    def by_mode(self) -> Floats:
        """What it is worth that 0, 1, … units more pass, in each mode, as far as games come."""
        tables = tables_of(Mover(self.game))
        return chances_to_pass(tables, tables.goal + tables.further + tables.most, self.tie)

    def after_nothing(self, tie: float) -> float:
        """The same of who is level with nothing to pass, so that a bust ties, too."""
        made = float(self.behind(0, 0.0)[0])
        return made + (1.0 - made) * tie

    def playing_on(self, tie: float) -> float:
        """What the first turn after a tie is worth, where the next tie is worth so much."""
        tables, ahead = self.tables, self.tables.further + 1
        held = 1.0 - self.behind(ahead + tables.most, tie)[: ahead + tables.most + 1, None]
        held[0] = 1.0 - self.after_nothing(tie)
        lost = held[:1]
        return float(tables.throws(held[None], 1, ahead, lost, lost, begun=True)[0].item())

    # --- last turns that others follow ------------------------------------------------------------

    def far(self, left: int) -> int:
        """How many scores from the goal on may be ahead when so many players have a turn left.

        Each of them may pass the one before by a throw.
        """
        passed = self.game.players - 1 - left
        return self.tables.height - self.tables.goal + passed * self.tables.most

    def worth(self, left: int, far: int = 0) -> Floats:
        """What it comes to that so many players have a turn left.

        (leaders, far, goal, ..., goal, left + 1) at [those who have the best score less 1, that
        score less the goal, the scores of these players]: theirs, and a leader's chance.
        """
        far = max(far, self.far(left))
        if left not in self._known or self._known[left].shape[1] < far:
            self._known[left] = self._found(left, far)
        return self._known[left]

    def _found(self, left: int, far: int) -> Floats:
        goal = self.tables.goal
        most = self.game.players - left if self._shares else 1
        leaders, ahead, *after = np.indices((most, far, *(goal,) * max(left - 1, 0)))
        shape, count = leaders.shape, leaders.size
        if not left:
            return np.asarray(1.0 / (1.0 + leaders[..., None]))
        found = np.empty((count, goal, left))
        states = [each.ravel() for each in (leaders, ahead, *after)]
        if left == 1:
            need = np.arange(far)[:, None] + goal - np.arange(goal)
            for one in range(most):
                tie = 1.0 / (one + 2.0) if self._shares else self.tie
                found[one * far : (one + 1) * far, :, 0] = self.behind(goal + far, tie)[need]
        for begun in range(0, count if left > 1 else 0, AT_ONCE):
            some = slice(begun, begun + AT_ONCE)
            found[some] = self._turns(left, *[each[some] for each in states])
        shares = found.reshape(*shape, goal, left)
        shares = np.moveaxis(shares, -2, 2)
        others = [-1 if axis == 0 else 1 for axis in range(shares.ndim)]
        rest = (1.0 - shares.sum(axis=-1, keepdims=True)) / np.arange(1.0, most + 1).reshape(others)
        return np.concatenate([shares, np.maximum(rest, 0.0)], axis=-1)

    def _turns(self, left: int, leaders: Floats, ahead: Floats, *after: Floats) -> Floats:
        """What turns from all own scores are worth to who has a turn left, (turns, goal, left)."""
        goal, tables, before = self.tables.goal, self.tables, self.worth(left - 1)

        def then(found: Floats, mine: bool) -> Floats:
            """By who has a turn left, the mover, who is one of the best or not, being the first."""
            *others, leader = np.moveaxis(found, -1, 0)
            return np.stack([leader if mine else 0.0 * leader, *others])

        held = np.zeros((left, goal + before.shape[1], len(ahead)))
        held[:, goal:] = then(before[0][(slice(None), *after)], True)
        if self._shares:
            tied = then(before[(leaders + 1, ahead, *after)], True)
            held[:, goal + ahead, np.arange(len(ahead))] = tied
        lost = then(before[(leaders, ahead, *after)], False)
        least = goal + ahead + (not self._shares)
        limit = np.maximum(goal + ahead + 1, tables.rolled)
        found = tables.throws(held, least, limit, lost, lost, every=True, begun=True)
        return np.moveaxis(found[:goal, 0], -1, 0)

    # --- what is asked ----------------------------------------------------------------------------

    def banked(self, seat: int, far: int) -> Floats:
        """What banking the goal or more is worth to all, as the mover in a seat has it.

        float64 (far, goal, ..., goal, n) at [that score less the goal, the others' scores, player].
        """
        n, goal = self.game.players, self.tables.goal
        left = Mover(self.game, seat).chasers
        worth = self.worth(left, far)[0, :far]
        found = np.zeros((far, *(goal,) * (n - 1), n))
        worth = worth.reshape(*worth.shape[:-1], *(1,) * (n - 1 - left), left + 1)
        found[..., 1 : left + 1], found[..., 0] = worth[..., :-1], worth[..., -1]
        return found

    def at(self, start: Start) -> Floats:
        """What a start is worth to all, the mover first."""
        game, unit, n = self.game, self.game.unit, self.game.players
        scores = [score // unit for score in start.scores]
        if n == 2:
            mine, most = 1.0 - self.tie, scores[1] - scores[0]
            if start.play_off != 1:
                mine = float(self.behind(most, self.tie)[most])
            if start.play_off == 2 and not most:
                mine = self.after_nothing(self.tie)
            return np.array((mine, 1.0 - mine))
        waiting, goal = left(game, start), self.tables.goal
        ahead, most = max(scores), self.far(waiting)
        leaders = [place for place in range(waiting, n) if scores[place] == ahead]
        if ahead - goal >= most:
            raise StateError(
                f"a score is {ahead * unit:,}, but nobody who plays well banks more than "
                f"{(goal + most - 1) * unit:,}: give another state"
            )
        leaders = leaders if self._shares else leaders[:1]
        worth = self.worth(waiting)[(len(leaders) - 1, ahead - goal, *scores[:waiting])]
        found = np.zeros(n)
        found[:waiting], found[leaders] = worth[:-1], worth[-1]
        return found


@lru_cache(maxsize=8)
def late_of(game: Race) -> Late:
    """The last turns of a race."""
    return Late(game)


def _settled(image: Callable[[float], float]) -> float:
    """What a tie is worth that is played on: where an image is what it was.

    The image rises, is piecewise linear, and less steep than the chance of one more tie.
    """
    p, slope = 0.5, 0.0
    for _ in range(100):
        first = image(p)
        change = first - p
        if abs(change) < 1e-15:
            break
        further = image(first) - first
        slope = further / change
        if not slope < 1.0 - 1e-9:
            break
        p = min(max(first + further / (1.0 - slope), 0.0), 1.0)
    slope = (image(p + 1e-3) - image(p - 1e-3)) / 2e-3
    if slope > 1.0 - 1e-6:
        raise RuleError(
            "both players do best to tie again and again, so that playing on has no end: give "
            "tie='half'"
        )
    return p
