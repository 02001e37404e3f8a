"""The last turns of several players, once one of them has the goal.

So many players have a turn left, one each, and the best score so far is to be passed: with nobody
to follow, whoever has it wins, or shares the win with those who tie. So what is left is solved from
the last turn back, without a loop. A mover who has s after his throws, where `ahead` is the best,
may bank

    s > ahead     and is ahead of those who follow,
    s = ahead     and shares what that comes to, where equal scores share the win,

and throws on otherwise; he takes what is best for himself, and banks what is equal. Nothing of it
depends on how he came to s: one pass over s tells what a last turn is worth from every score.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.dice import BUSTS, Choice
from ...games.errors import StateError
from ...games.margins import TIED
from ...games.race import Race
from ...games.starts import first
from ...games.starts import left as turns_left
from ...kernels import Floats
from .arrays import BANKS, THROWS, RaceArrays
from .last_turn import payoffs_of_last_turn

LEADERS, MOVER = 0, 1
"""The first numbers of a state in a last turn: each leader's chance, and the mover's. Those of the
players after him follow."""


class Ways(NamedTuple):
    """What one may do with a score in a mode, and what is done: (numbers, states) each."""

    bank: Floats | None
    throw: Floats | None
    best: Floats
    stops: Any
    """Where banking is best, (states,)."""


class LastTurns:
    """What is won once somebody has the goal.

    Parameters
    ----------
    game : Race
    tables : RaceArrays
        The rules of the turns of who is followed by others.
    """

    game: Race
    tables: RaceArrays

    def __init__(self, game: Race, tables: RaceArrays) -> None:
        self.game, self.tables = game, tables
        self._shares: bool = game.tie == "half"
        self._known: dict[int, Floats] = {}

    def far(self, left: int) -> int:
        """How many scores from the goal on may be ahead when so many players have a turn left.

        Each of them may pass the one before by a throw.
        """
        passed = self.game.players - 1 - left
        return self.tables.height - self.tables.goal + passed * int(self.tables.gains.max())

    def worth(self, left: int) -> Floats:
        """What it comes to that so many players have a turn left.

        (leaders, far, goal, ..., goal, left + 1) at [those who have the best score less 1, that
        score less the goal, the scores of these players]: a leader's chance, and theirs.
        """
        if left not in self._known:
            self._known[left] = self._found(left)
        return self._known[left]

    def _found(self, left: int) -> Floats:
        goal, far = self.tables.goal, self.far(left)
        most = self.game.players - left if self._shares else 1
        if not left:
            shares = 1.0 / np.arange(1, most + 1)[:, None, None]
            return np.broadcast_to(shares, (most, far, 1))
        rest = (goal,) * (left - 1)
        leaders, ahead, *after = np.indices((most, far, *rest)).reshape(left + 1, -1)
        found = np.empty((goal, left + 1, len(ahead)))
        start = self.tables.start
        for s, ways in self.turns(left, leaders, ahead + goal, tuple(after)):
            if s < goal:
                throw = ways[start].throw
                assert throw is not None  # a turn begins with a throw
                found[s] = throw
        shaped = found.reshape(goal, left + 1, most, far, *rest)
        return np.ascontiguousarray(np.moveaxis(shaped, (0, 1), (2, -1)))

    def turns(
        self, left: int, leaders: Any, ahead: Any, after: tuple[Any, ...]
    ) -> Iterator[tuple[int, dict[int, Ways]]]:
        """Yield each score, the largest first, and what is done there, by mode.

        In states with so many leaders more than one, best scores, and scores of the players who
        follow, all (states,).
        """
        tables, goal, before = self.tables, self.tables.goal, self.worth(left - 1)
        nothing = np.zeros(len(ahead))

        def then(count: Any, best: Any, mine: bool) -> Floats:
            """What it comes to that so many have this best score, the mover being one or not."""
            leader, *others = before[(count, best - goal, *after)].T
            both = (leader, leader) if mine else (leader, nothing)
            return np.stack([*both, *others])

        lost = then(leaders, ahead, False)
        tied = then(leaders + 1, ahead, True) if self._shares else lost

        def passes(s: int) -> Floats:
            found = then(0, np.full(len(ahead), s), True)
            found[LEADERS] = 0.0
            return found

        known: dict[int, dict[int, Ways]] = {}
        for s in range(goal + self.far(left - 1) - 1, -1, -1):
            level, passed = s == ahead, s > ahead
            if s >= goal + self.far(left):  # a throw that passes everything comes here
                found = passes(s)
                ways = Ways(found, None, found, passed)
                known[s] = dict.fromkeys(range(len(tables.may)), ways)
            else:
                bank = passes(s) if s >= goal else lost
                bank = np.where(passed, bank, np.where(level, tied, lost))
                stops = (passed | level if self._shares else passed) & (s >= goal)
                known[s] = {}
                for mode in tables.order.tolist():
                    known[s][mode] = self._ways(s, mode, known, bank, lost, stops, level)
            known.pop(s + int(tables.gains.max()), None)
            yield s, known[s]

    def _ways(
        self,
        s: int,
        mode: int,
        known: dict[int, dict[int, Ways]],
        bank: Floats,
        lost: Floats,
        stops: Any,
        level: Any,
    ) -> Ways:
        """What one may do with a score in a mode, those above being known."""
        tables, may = self.tables, self.tables.may[mode]
        if not may & THROWS:
            return Ways(bank, None, bank, np.ones_like(stops))
        throw = tables.thrown[mode, 0] * lost
        for k in range(tables.sets[mode], tables.sets[mode + 1]):
            first, *others = (
                known[s + tables.gains[o]][tables.after[o]].best
                for o in range(tables.first[k], tables.first[k + 1])
            )
            for other in others:
                first = np.where(other[MOVER] > first[MOVER] + TIED, other, first)
            throw += tables.chances[k] * first
        if not may & BANKS:
            return Ways(None, throw, throw, np.zeros_like(stops))
        # Nobody throws on who has passed the best score and is so far; who has tied it may.
        better = throw[MOVER] > bank[MOVER] + TIED
        stops = stops & ~(better & (level if s >= tables.rolled else True))
        return Ways(bank, throw, np.where(stops, bank, throw), stops)

    # --- what the floors above ask ------------------------------------------------------------

    def banked(self, seat: int) -> Floats:
        """What banking the goal or more is worth to all, as the mover in a seat has it.

        float64 (far, goal, ..., goal, n) at [that score less the goal, the others' scores, player].
        """
        n, goal = self.game.players, self.tables.goal
        left = n - seat if self.game.seats > 1 else n - 1
        worth = self.worth(left)[0, : self.tables.height - goal]
        found = np.zeros((len(worth), *(goal,) * (n - 1), n))
        found[..., : left + 1] = worth.reshape(*worth.shape[:-1], *(1,) * (n - 1 - left), left + 1)
        return found


class LastTurn:
    """One last turn: what is done in it, and what that is worth to all.

    Attributes
    ----------
    left : int
        How many players have a turn left, the mover being one.
    ahead : int
        The best score, in units.
    """

    left: int
    ahead: int

    def __init__(self, turns: LastTurns, game: Race, scores: tuple[int, ...]) -> None:
        self.left = turns_left(game, first(game, [score * game.unit for score in scores]))
        self._turns, done = turns, range(self.left, len(scores))
        self.ahead = max(scores[place] for place in done)
        self._leaders = [place for place in done if scores[place] == self.ahead]
        if game.tie == "first":
            del self._leaders[1:]
        most = game.unit * (turns.tables.goal + turns.far(self.left) - 1)
        if self.ahead * game.unit > most:
            raise StateError(
                f"a score is {self.ahead * game.unit:,}, but nobody who plays well banks more than "
                f"{most:,}: give another state"
            )
        self._after = scores[1 : self.left]
        self._own, self._players, self._unit = scores[0], len(scores), game.unit

    @cached_property
    def _ways(self) -> list[dict[int, Ways]]:
        states = (np.array([len(self._leaders) - 1]), np.array([self.ahead]))
        after = tuple(np.array([score]) for score in self._after)
        return [ways for _, ways in self._turns.turns(self.left, *states, after)][::-1]

    def banks(self, units: int, mode: int) -> bool:
        """Whether to bank so many units is best."""
        return bool(self._at(units)[mode].stops[0])

    def worth(self, units: int, mode: int, banks: bool | None = None) -> Floats:
        """What a state of the turn is worth to all, or banking or throwing in it: (players,)."""
        ways = self._at(units)[mode]
        found = ways.best if banks is None else ways.bank if banks else ways.throw
        assert found is not None  # of what `may` allows
        return self._by_player(found[:, 0])

    def _at(self, units: int) -> dict[int, Ways]:
        if self._own + units >= len(self._ways):
            raise StateError(
                f"a last turn has {units * self._unit:,} points, but nobody who plays well throws "
                "again with so many: give another state"
            )
        return self._ways[self._own + units]

    def decisions(self, rows: int) -> tuple[NDArray[np.uint8], Floats]:
        """Whether to bank with 0, 1, … units of the turn, and what that is worth, (rows, modes).

        Beyond what there is, one banks.
        """
        modes = range(len(self._turns.tables.may))
        bank = np.ones((rows, len(modes)), dtype=np.uint8)
        worth = np.ones(bank.shape)
        for t, ways in enumerate(self._ways[self._own : self._own + rows]):
            for mode in modes:
                bank[t, mode] = ways[mode].stops[0]
                worth[t, mode] = ways[mode].best[MOVER, 0]
        return bank, worth

    def _by_player(self, numbers: Floats) -> Floats:
        found = np.zeros(self._players)
        found[: self.left] = numbers[MOVER:]
        found[self._leaders] = numbers[LEADERS]
        return found

    def may(self, units: int, mode: int) -> tuple[bool, bool]:
        """Whether one may bank, and throw: not past the score if nobody follows."""
        tables, s = self._turns.tables, self._own + units
        passed = s > self.ahead
        throws = bool(tables.may[mode] & THROWS) and not (
            passed and (self.left == 1 or s >= tables.rolled)
        )
        level = s == self.ahead and self._turns.game.tie == "half"
        return not throws or ((passed or level) and bool(tables.may[mode] & BANKS)), throws

    @property
    def bust(self) -> Floats:
        """What a bust is worth to all."""
        before = self._turns.worth(self.left - 1)
        goal = self._turns.tables.goal
        place = (len(self._leaders) - 1, self.ahead - goal, *self._after)
        leader, *others = before[place]
        return self._by_player(np.array([leader, 0.0, *others]))


@lru_cache(maxsize=8)
def last_turns_of(game: Race) -> LastTurns:
    """The last turns of a race of several players, as it is seen from the first seat."""
    return LastTurns(game, RaceArrays.of(game, every=True))


@lru_cache(maxsize=64)
def last_turn_of(game: Race, scores: tuple[int, ...]) -> LastTurn:
    """The last turn of a mover in ``game``, where all have these scores in units."""
    return LastTurn(last_turns_of(game.seen_from(1)), game, scores)


def worths_of_last_turn(
    game: Race, state: tuple[Any, ...], actions: tuple[str, str]
) -> dict[Any, Floats]:
    """What each action is worth to all players in a state of a last turn, the mover first; the best
    action first.

    ``actions`` are the words for throwing and for banking.
    """
    if game.players == 2:
        payoffs = payoffs_of_last_turn(game, state, actions)
        return {action: np.array((worth, 1.0 - worth)) for action, worth in payoffs.items()}
    n, unit, (throw, bank) = game.players, game.unit, actions
    points, *mode = state[n:]
    last = last_turn_of(game, tuple([score // unit for score in state[:n]]))

    def then(points: int, place: int) -> dict[str, Floats]:
        t = points // unit
        banks, throws = last.may(t, place)
        found = {bank: last.worth(t, place, True)} if banks else {}
        found |= {throw: last.worth(t, place, False)} if throws else {}
        best = bank if banks and last.banks(t, place) else throw
        return dict(sorted(found.items(), key=lambda one: one[0] != best))

    if not (mode and game.set_aside and isinstance(mode[0], tuple)):
        return then(points, game.mode_place(*mode or [None]))
    (dice,) = mode
    choices = {
        Choice(aside, action): worth
        for aside, (gain, left) in game.dice.asides(game.dice.check_throw(dice, len(dice))).items()
        for action, worth in then(points + gain, left - 1).items()
    }
    return dict(sorted(choices.items(), key=lambda one: -one[1][0])) or {BUSTS: last.bust}
