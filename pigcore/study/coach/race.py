"""What a policy of a race gives away, state by state, and matches with some of it mended.

In a state of a turn one banks or throws, and after some throws one takes an option. Let B and T be
what banking and throwing are worth to who plays best from there on, b the chance that the policy
banks, and d how often it comes there. Then

    holds too early   d b max(T − B, 0)
    rolls too long    d (1 − b) max(B − T, 0)
    wrong option      what the whole turn gives away beyond the sum of these.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import between, same_turns
from ...games.errors import PigcoreError, RuleError
from ...games.race import Race
from ...games.starts import Mover, Start, tail
from ...kernels import Floats
from ...play.matches import best_response
from ...play.models.race import RaceCourse, among, best_turns, movers_of, turns_by, turns_of
from ...play.models.race_mistakes import mistakes_in_turn
from ...play.policies.holds import HoldAt
from ...play.policies.named import Condition, Optimal
from ...play.policies.race import plan_of
from ...play.policies.race.plans import BestPlan, Busts, Plan, best_play
from ...solvers.race.arrays import tables_of
from ...solvers.race.chain import Chain
from ...solvers.race.decided import (
    Decisions,
    Opponents,
    columns_of,
    paid_by,
    with_shares,
)
from ...solvers.race.turns import Turns
from .situations import ZONES, Key, Side

EARLY, LATE, OPTION, MOST_MODES = "holds too early", "rolls too long", "wrong option", 12
"""The kinds of mistakes; more modes than so many are not kept apart."""

_SHARES = (0.02, 0.04, 0.06, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7)
"""Thresholds that an exception may turn to, as shares of the goal."""

_SLOPES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50)


def side_of(game: Race, policy: Any, opponent: Any, seat: int = 1) -> RaceSide:
    """A policy against an opponent, moving in a seat."""
    same_turns(game, "a coach", any_end=game.seats == 1 or game.players == 2)
    mover = Mover(game, between(seat, "seat", 1, game.seats))
    if isinstance(opponent, Optimal):
        return RaceSide(mover, policy, best_turns(mover.next), best_play(game))
    if game.players > 2:
        raise RuleError(
            f"the opponent is {opponent}, but {game.name} has {game.players} players: leave it "
            "out, and the others play best"
        )
    theirs = turns_of(mover.next, opponent)
    reply = best_response(game, opponent if game.seats > 1 else theirs).policy.solution
    return RaceSide(mover, policy, theirs, reply)


class RaceSide(Side):
    """A policy of a race against others; ``reply`` is what plays best against them."""

    mover: Mover
    reply: Any
    turns: Turns

    def __init__(self, mover: Mover, policy: Any, theirs: Turns, reply: Any) -> None:
        game = mover.game
        units, n = game.units, game.players
        others = np.indices((units,) * (n - 1)).reshape(n - 1, -1).max(axis=0)
        own, opp = np.broadcast_arrays(np.arange(units)[:, None], others)
        super().__init__(game, (own * game.unit, opp * game.unit))
        self.mover, self.reply = mover, reply
        self._paid: Floats = paid_by(game, reply.starts_of(mover.next.seat))
        self.plan: Plan = plan_of(game, policy, mover.seat)
        self.turns = turns_of(mover, policy)
        self._others = [theirs] * (n - 1)
        self.wins: float = self._win(self.turns)
        self._split()

    # --- what everything is worth --------------------------------------------------------------

    @lru_cache(maxsize=2)  # noqa: B019  two rows, and a side is short-lived
    def _pays(self, own: int) -> tuple[Floats, Floats]:
        """What banking and throwing pay, (rows, modes, others)."""
        bank, throw, _ = self.reply._worths.payoffs(self.mover.seat, own)
        return bank, throw

    @cached_property
    def _visits(self) -> Floats:
        """Of each turn start."""
        visits = Chain(self.turns, *self._others).visits_of_all()[0]
        found: Floats = np.nan_to_num(visits, posinf=0.0)
        return found

    @property
    def _apart(self) -> bool:
        """Whether modes are kept apart."""
        return 1 < len(self.game.turn.modes) <= MOST_MODES

    # --- the split -----------------------------------------------------------------------------

    def _split(self) -> None:
        worth = self.turns.worth(self._paid)
        start = tables_of(self.mover).start
        for own in range(self.game.units):
            bank, throw = self._pays(own)
            chance, reached = (part[: len(bank)] for part in self.turns.visits(own))
            visits = self._visits[own]
            gap = throw - bank
            early = np.where(gap > 0.0, chance * gap, 0.0) * reached * visits
            late = np.where(gap < 0.0, (chance - 1.0) * gap, 0.0) * reached * visits
            modes = range(early.shape[1])
            # What costs nothing may cost something once the other situations are mended.
            for kind, cost in ((EARLY, early), (LATE, late)):
                for mode in (modes if self._apart else [-1]) if cost.any() else []:
                    some = cost[:, mode] if self._apart else cost
                    self.note(kind, mode, self.zones[own], some, own)
            if self.game.chooses:
                lost = (throw[0, start] - worth[own]) * visits
                self.note(OPTION, -1, self.zones[own], lost - (early + late).sum(axis=(0, 1)), own)

    def mistake(self, key: Key, own: int, *place: int) -> tuple[tuple[Any, ...], Any, Any]:
        """(state, chosen, best) at a place of the costs with ``own`` units."""
        game, unit, others = self.game, self.game.unit, place[-1]
        each: Any = np.unravel_index(others, (game.units,) * (game.players - 1))
        scores = tuple(unit * int(score) for score in (own, *each))
        start = Start(scores, self.mover.seat)
        if key.kind == OPTION:
            found = mistakes_in_turn(self.plan, start, 1000, self.reply)
            for one in sorted(found, key=lambda mistake: -mistake.cost):
                if _taken(one.chosen) != _taken(one.best):
                    return one.state, one.chosen, one.best
            raise PigcoreError(f"no throw is played wrong at {scores}, but it must be")
        throw, bank = game.words
        t, mode = place[0], key.mode if self._apart else place[1]
        modes = () if len(game.modes) == 1 else (game.modes[mode],)
        wrong = (bank, throw) if key.kind == EARLY else (throw, bank)
        return (*scores, unit * t, *modes, *tail(game, start)), *wrong

    def words(self, keys: frozenset[Key], state: tuple[Any, ...], chosen: Any) -> str:
        """What is done wrong in a situation."""
        game, kind = self.game, next(iter(keys)).kind
        zones, modes = {key.zone for key in keys}, {key.mode for key in keys}
        if kind == OPTION:
            dice = game.set_aside
            said = "sets the wrong dice aside" if dice else "takes the wrong option"
        elif len(zones) > 1 and -1 not in modes:
            points, hand = state[game.players], self.mode_in_words(next(iter(modes)))
            throw, bank = game.words
            does = f"{bank}s" if bank == "bank" else f"{bank}s at"
            return f"{does if kind == EARLY else f'{throw}s on at'} {points:,} {hand}"
        else:
            said = "too timid" if kind == EARLY else "too bold"
        return f"{said} {ZONES[zones.pop()]}" if len(zones) == 1 else said

    def mode_in_words(self, mode: int) -> str | None:
        """What is in hand."""
        if mode < 0:
            return None
        hand = " in hand" if self.game.set_aside else ""
        return f"{self.game.turn.phrases[mode]}{hand}"

    # --- matches -------------------------------------------------------------------------------

    def _win(self, turns: Turns) -> float:
        if self.game.seats > 1:
            seat = self.mover.seat
            course = RaceCourse(movers_of(self.game, seat), [turns, *self._others])
            return float(course.wins[1 - seat][0])
        found = among([turns, *self._others])
        n = self.game.players
        return found.average + (found.never / n if self._fair else 0.0)

    @property
    def _fair(self) -> bool:
        """Whether games without end are shared: to a reply to anybody else they are worth 0."""
        return self._others[0] is best_turns(self.mover.next)

    def mended(self, keys: frozenset[Key]) -> float:
        """What the policy wins if it plays a situation best."""
        return self._win(turns_by(_Mended(self, keys)))

    def win(self, policy: Any) -> float:
        """What another policy wins in its place."""
        return self._win(turns_of(self.mover, policy))

    @lru_cache(maxsize=64)  # noqa: B019  a side is short-lived
    def _turns(self, text: str) -> Turns:
        from ...play.policies.texts import parse

        return turns_of(self.mover, parse(self.game, text, files=False))

    def instead(self, other: str) -> Floats:
        """What playing as ``other`` is worth more at each turn start, to the first order."""
        more = self._turns(other).worth(self._paid) - self.turns.worth(self._paid)
        return more * self._visits

    def win_unless(self, condition: Condition, other: str) -> float:
        """What the policy wins that plays as ``other`` where the condition holds.

        Turns are all that a match knows of, so they are spliced.
        """
        where = np.asarray(condition(*self.scores))
        return self._win(_spliced(self.turns, self._turns(other), where))

    # --- what may be changed -------------------------------------------------------------------

    def _choosing(self, policy: Any) -> str:
        """The rule for options that a text names."""
        if not self.game.chooses:
            return ""
        choose = policy.choose if isinstance(policy, HoldAt) else "best_turn"
        return "/" + choose.replace("_", "-")

    def others(self, policy: Any) -> list[str]:
        """Policies that an exception may turn to: to roll to the end, and thresholds."""
        game, end = self.game, self._choosing(policy)
        limits = sorted({max(1, round(game.units * share)) * game.unit for share in _SHARES})
        return [f"hold:{limit}{end}" for limit in ("goal", *limits)]

    def one_more(self, policy: Any) -> list[str]:
        """Policies with one constant more: a slope, or another threshold for one mode."""
        game = self.game
        if not isinstance(policy, HoldAt) or len(policy.points) > 1 or policy.points == ("goal",):
            return []
        points, modes = policy.points[0], len(game.modes)
        if modes == 1:
            ends = range(game.goal // 2, game.goal, max(1, game.goal // 25))
            paces = [f"linear:{points}:-1/{slope}:1/{slope}" for slope in _SLOPES]
            return paces + [f"race:{points}:{end}" for end in ends]
        if modes > MOST_MODES:
            return []
        texts = []
        for mode, limit in product(range(modes), self.others(policy)):
            each = [str(points)] * modes
            each[mode] = limit.partition(":")[2].partition("/")[0]
            texts.append(f"hold:{','.join(each)}{self._choosing(policy)}")
        return texts


def _taken(action: Any) -> Any:
    """What of a throw is taken, without what is done then."""
    return getattr(action, "aside", str(action).rpartition(", then")[0])


def _spliced(usual: Turns, other: Turns, where: NDArray[np.bool_]) -> Turns:
    """The turns of one player, but another's where that is so, at [own, others]."""
    goal, others = where.shape
    ends = np.empty(goal * (goal + 1) // 2 * others)
    for own in range(goal):
        start, length = others * usual._start(own), goal - own
        block = np.where(where[own][:, None], other.ends_from(own), usual.ends_from(own))
        ends[start : start + others * length] = block.ravel()
    squares = np.where(where, other.squares, usual.squares)
    return Turns(usual.mover, None, ends, np.ascontiguousarray(squares))


class _Mended(Plan):
    """A policy that plays some situations best."""

    def __init__(self, side: RaceSide, keys: frozenset[Key]) -> None:
        self.mover, self.side, self.usual = side.mover, side, side.plan
        modes = len(side.game.turn.modes)
        self._wrong = {kind: np.zeros((len(ZONES), modes), dtype=bool) for kind in (EARLY, LATE)}
        self._options = np.zeros(len(ZONES), dtype=bool)
        for key in keys:
            zone = [*ZONES].index(key.zone)
            if key.kind == OPTION:
                self._options[zone] = True
            else:
                self._wrong[key.kind][zone, key.mode if key.mode >= 0 else slice(None)] = True

    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        found = self.usual.turn(own, opp, busts, throws)
        columns = columns_of(self.game, opp)
        zone = self.side.zones[own][columns]
        bank, throw = self.side._pays(own)
        gap = (throw - bank)[:, :, columns]
        decided = np.array(found.bank)
        known = decided[: len(gap)]
        known[(gap > 0) & self._wrong[EARLY][zone].T] = 0
        known[(gap < 0) & self._wrong[LATE][zone].T] = 1
        found = found._replace(bank=decided)
        if not self._options[zone].any():
            return found
        parts = found, BestPlan(self.side.reply, self.mover.seat).turn(own, opp)
        if found.worth is None:
            tables = tables_of(self.mover)
            parts = with_shares(tables, found), with_shares(tables, parts[1])
        usual, best = ((part.worth, part.shares) for part in parts)
        worth, shares = (
            None if one is None else np.where(self._options[zone], other, one)
            for one, other in zip(usual, best)
        )
        return Decisions(decided, worth, shares)
