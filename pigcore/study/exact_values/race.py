"""Any race of two as equations: what a turn start is worth by where the turn ends.

With the decisions taken, a turn from (i, j) ends by banking s, in a bust or in a wipe, or wins, all
scores in units:

    V(i,j) = 1 - Σ t_s V(j,s) - q V(j,i') - p_w V(j,0),

where i' is the score after a bust. The chances are whole multiples of D to the power -L, D the
common denominator of all throws and L the throws of the longest turn. Where the opponent has a last
turn, V(j,s) for s at the goal or above is the best chance C(s - j + 1) of so many units in one
turn, which is computed in fractions first.

Decisions that doubles cannot tell apart are states of their own: whether to bank t units or to
throw in mode m is (i, j, t, m), which of the k-th set of options to take is (i, j, t, -k). Options
that lead to the same are one: those that win at once, and those after which one banks the same
score, whatever is in hand.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from ...games.dice import Dice
from ...games.errors import RuleError, SizeError, StateError
from ...games.race import Race
from ...memory import require
from ...solvers.race import solve
from ...solvers.race.arrays import DEAD, SURE, RaceArrays
from .equations import Row, State

__all__ = ["ANY_TURN", "RaceRules", "at_its_start", "rules"]

ANY_TURN = True

MOST_UNITS = 400
"""More than four minutes and a gigabyte in Pig."""

MOST_CHOOSING = 40
"""Where throws leave a choice: Farkle with six dice to 40 units takes 20 seconds and 700 MB."""

MOST_LAST = 20
"""With a last turn Farkle to 20 units takes 10 seconds and 320 MB: turns go on past the goal."""

# What is done with some units in a mode; of the last two, doubles do not tell which is better.
_BANK, _THROW, _OPEN_BANK, _OPEN_THROW, _STUCK = range(5)

Options = tuple[tuple[int, int], ...]


class Then(NamedTuple):
    """What follows a throw: so many units are banked, or thrown with in a mode, and so on."""

    kind: str
    """``"bank"``, ``"throw"``, ``"open"``, ``"bust"``, ``"wipe"`` or ``"win"``."""
    points: int = 0
    mode: int = 0
    """The mode, or minus the number of a set of options that is open."""


_BUST, _WIPE, _WIN = Then("bust"), Then("wipe"), Then("win")


class Throws(NamedTuple):
    """What a throw in a mode may come to; chances are multiples of one over D."""

    bust: int
    wipe: int
    sets: tuple[tuple[int, int], ...]
    """(number of a set of options, chance)"""


class Ends(NamedTuple):
    """How a turn ends unless it wins: whole numbers, each a chance times ``over``."""

    chances: tuple[tuple[Then, int], ...]
    over: int


def at_its_start(game: Race, place: tuple[Any, ...]) -> tuple[int, ...]:
    """The scores of a state that is the start of a turn; refused if it is none.

    Raises
    ------
    StateError
        If ``place`` is no start of a turn.
    """
    points, *mode = place[game.players :]
    if points or any(game.turn.place(it) != game.turn.start for it in mode):
        names = " and the ".join(game.state_names[game.players :])
        raise StateError(f"only starts of turns have exact values: leave the {names} out")
    return place[: game.players]


def rules(game: Race, place: tuple[Any, ...]) -> tuple[RaceRules, State]:
    """The game as equations, and the turn start asked about.

    Raises
    ------
    StateError
        If ``place`` is no start of a turn.
    SizeError
        If the goal is above 400 units, 40 where throws leave a choice or 20 with a last turn, or
        the decisions would not fit in memory.
    RuleError
        If with a last turn no number of points can be large enough to bank.
    """
    own, opp = at_its_start(game, place)
    most = MOST_LAST if game.last_turn else MOST_CHOOSING if game.turn.chooses else MOST_UNITS
    if game.units > most:
        raise SizeError(
            f"the goal is {game.goal:,}, but exact values of {game.name} are computed for goals "
            f"of at most {most * game.unit:,}: choose a smaller goal"
        )
    if game.last_turn and not all(
        mode.may_bank and (mode.throw is None or mode.throw.bust) for mode in game.turn.modes
    ):
        raise RuleError(
            "with a last turn, exact values need that every throw may bust and that one may bank "
            "in every mode, or a turn has no end: change the rules, or ask pigverify for an "
            "enclosure"
        )
    found = RaceRules(game)
    if opp >= game.goal:  # nothing but the score to pass matters in a last turn
        return found, ((opp - own) // game.unit + 1,)
    return found, (own // game.unit, opp // game.unit)


class RaceRules:
    """A race of two as equations, with the decisions of doubles where they can be trusted.

    Parameters
    ----------
    game : Race
    """

    game: Race
    goal: int

    def __init__(self, game: Race) -> None:
        self.game, self.goal = game, game.units
        turn = game.turn
        self._count: int = len(turn.modes)
        self._start: int = turn.start
        self._rank = {mode: -n for n, mode in enumerate(turn.order)}
        self._below: int = math.lcm(
            *(
                chance.denominator
                for throw in (mode.throw for mode in turn.modes if mode.throw)
                for chance in (throw.bust, throw.wipe, *(it.chance for it in throw.outcomes))
            )
        )
        self.options: dict[int, Options] = {}
        """The sets of options, (units, mode) each, by their numbers from 1 on."""
        self._throws: list[Throws | None] = [self._throws_of(mode.throw) for mode in turn.modes]
        self._widest: int = game.most_of_a_throw // game.unit
        self._chase: list[list[Fraction]] = [[Fraction(1)] * self._count]
        self._kept: dict[tuple[bytes, int, int, int], Ends] = {}
        self._turns: dict[tuple[int, int], Turn] = {}
        self._decide()

    def _throws_of(self, throw: Any) -> Throws | None:
        """The throws of a mode without options that are never best, equal sets together."""
        if throw is None:
            return None
        game, below = self.game, self._below
        # With more units in the same mode one may do all that one would do with fewer, unless
        # the goal has to be hit, or passed by no more than is needed, or one rather busts.
        most_is_best = not (game.target == "exact" or game.last_turn or game.consolation)
        ways: dict[Options, int] = {}
        for outcome in throw.outcomes:
            options = [(it.gain // game.unit, it.mode) for it in outcome.options]
            if most_is_best:
                options = [(gain, mode) for mode, gain in {m: g for g, m in options}.items()]
            key = tuple(sorted(options))
            ways[key] = ways.get(key, 0) + int(outcome.chance * below)
        sets = []
        for key, chance in ways.items():
            self.options[len(self.options) + 1] = key
            sets.append((len(self.options), chance))
        return Throws(int(throw.bust * below), int(throw.wipe * below), tuple(sets))

    def _decide(self) -> None:
        """What doubles do in every state, and what they say that each is worth."""
        game, goal = self.game, self.goal
        solution = solve(game)
        self._starts = solution.starts
        trusted = solution._disputed_below
        tables = RaceArrays.of(game)
        dead = tables.dead
        if tables.single and dead.any():
            dead = replace(tables, single=False).dead
        self._fate: list[int] = dead.tolist()
        self._back: list[int] = tables.landing.tolist()
        # Where dice are set aside, n in hand are the n-th column, whether a turn comes there or no.
        dice = isinstance(game.turn.source, Dice)
        columns = [int(it) - 1 for it in game.turn.values] if dice else slice(None)  # type: ignore[call-overload]
        chooses = game.turn.chooses
        for own, bank, throw in solution.all_payoffs():
            bank, throw = bank[:, columns], throw[:, columns]
            if not own:
                shape = goal, goal, len(throw), self._count
                size = (1 + 8 * chooses) * math.prod(shape)
                require(2 * size, f"the decisions of {game.name}", "choose a smaller goal")
                self._plans = np.zeros(shape, dtype=np.uint8)
                self._worth = np.zeros(shape if chooses else (0,) * 4)
            margin = throw - bank
            plans = (margin > 0).astype(np.uint8)
            plans[np.abs(margin) < trusted] += _OPEN_BANK
            plans[np.isnan(bank)] = _THROW
            plans[np.isnan(bank) & np.isnan(throw)] = _STUCK
            self._plans[own, :, : len(plans)] = np.moveaxis(plans, -1, 0)
            if chooses:
                worth = np.fmax(bank, throw)
                busts = self._back[own]
                banked = 1.0 - solution.starts[:, busts] if busts < goal else np.ones(goal)
                worth = np.where(plans == _STUCK, banked, worth)
                self._worth[own, :, : len(plans)] = np.moveaxis(worth, -1, 0)
        self._open: float = trusted

    # --- rows ---------------------------------------------------------------------------------

    def rank(self, state: State) -> tuple[Any, ...]:
        """Late scores first, what to take before what to do then; what wipes lead to, last."""
        begins = len(state) == 2
        wiped = begins and state[1] == 0 and self.game.turn.wipes
        return wiped, -sum(state[:3]), begins, state[3:]

    def rows(self, state: State) -> tuple[Row, ...]:
        """What a turn start, an open decision or a last turn is worth."""
        if len(state) == 1:
            chance = self._made(state[0])
            return (Row(chance.numerator, (), chance.denominator),)
        own, opp, *at = state
        if not at:
            found = self._foregone(own, opp)
            return (self._row(own, opp, 0, self._start) if found is None else found,)
        points, what = at
        if what < 0:
            turn = self._turn(own, opp)
            return tuple(
                dict.fromkeys(self._after(own, opp, it) for it in turn.best(points, -what))
            )
        bank, throw = self.choices(own, opp, points, what)
        likely = self._plans[own, opp, points, what] == _OPEN_THROW
        return (throw, bank) if likely else (bank, throw)

    def choices(self, own: int, opp: int, points: int, mode: int = 0) -> tuple[Row, Row]:
        """What banking is worth, and what throwing."""
        return self._after(own, opp, Then("bank", points)), self._row(own, opp, points, mode)

    def _foregone(self, own: int, opp: int) -> Row | None:
        """The worth of a turn start of which nothing has to be known but who cannot win.

        If nobody can, half a win by convention; if one of them reaches the goal for sure, his win.
        """
        mine, theirs = self._fate[own], self._fate[opp]
        if mine == theirs == DEAD:
            return Row(1, (), 2)
        if {mine, theirs} == {DEAD, SURE}:
            return Row(int(theirs == DEAD))
        return None

    def _ended(self, own: int, opp: int, then: Then) -> State:
        """The state of the opponent once a turn has ended; empty if the game is won then."""
        if then.kind == "bank":
            score = own + then.points
        else:
            score = self._back[own] if then.kind == "bust" else 0
        if score < self.goal:
            return opp, score
        return (score - opp + 1,) if self.game.last_turn else ()

    def _after(self, own: int, opp: int, then: Then) -> Row:
        if then.kind == "throw":
            return self._row(own, opp, then.points, then.mode)
        if then.kind == "open":
            return Row(0, (((own, opp, then.points, then.mode), 1),))
        ended = () if then.kind == "win" else self._ended(own, opp, then)
        return Row(1, ((ended, -1),) if ended else ())

    def _row(self, own: int, opp: int, points: int, mode: int) -> Row:
        """What throwing is worth, by all that the turn can come to from there."""
        ends = self._ends(own, opp, points, mode)
        constant = ends.over
        terms: dict[State, int] = {}
        for then, chance in ends.chances:
            if then.kind == "open":
                # The rest of the turn, worth V(i,j,t,m) and no less than 1 less that.
                constant -= chance
                terms[own, opp, then.points, then.mode] = chance
            elif state := self._ended(own, opp, then):
                terms[state] = terms.get(state, 0) - chance
        return Row(constant, tuple(terms.items()), ends.over)

    # --- turns --------------------------------------------------------------------------------

    def _turn(self, own: int, opp: int) -> Turn:
        if (own, opp) not in self._turns:
            self._turns[own, opp] = Turn(self, own, opp)
        return self._turns[own, opp]

    def _ends(self, own: int, opp: int, points: int, mode: int) -> Ends:
        """How the turn ends; turns with the same decisions are looked at once."""
        if self.game.turn.chooses:
            return self._walked(self._turn(own, opp), points, mode)
        left, count = self.goal - own, self._count
        plan = self._plans[own, opp, : left if not self.game.last_turn else None].tobytes()
        # Nothing comes past as many units banked at in all modes as the largest gain is.
        stop = plan.find(bytes(self._widest * count + count - 1), (points + 1) * count)
        if stop >= 0:
            plan, left = plan[: (-(-stop // count) + self._widest) * count], 0
        key = plan, left, points, mode
        if key not in self._kept:
            self._kept[key] = self._walked(Turn(self, own, opp, plan), points, mode)
        return self._kept[key]

    def _walked(self, turn: Turn, points: int, mode: int) -> Ends:
        below, rank = self._below, self._rank
        # Chances are whole numbers over `below` to the power that stands beside them.
        ends: dict[Then, tuple[int, int]] = {}
        reach = {(points, mode): (1, 0)}
        ahead = [(points, rank[mode], mode)]
        while ahead:
            points, _, mode = heappop(ahead)
            chance, power = reach.pop((points, mode))
            power += 1
            bust, wipe, sets = self._throws[mode]  # type: ignore[misc]
            followed = [(_BUST, bust), (_WIPE, wipe)]
            for number, ways in sets:
                best = turn.best(points, number)
                one = best[0] if len(best) == 1 else Then("open", points, -number)
                followed.append((one, ways))
            for then, ways in followed:
                if not ways or then is _WIN:
                    continue
                if then.kind == "throw":
                    into: Any = reach
                    key: Any = then.points, then.mode
                    if key not in reach:
                        heappush(ahead, (then.points, rank[then.mode], then.mode))
                else:
                    into, key = ends, then
                more = ways * chance, power
                into[key] = _sum(below, into[key], more) if key in into else more
        most = max((power for _, power in ends.values()), default=0)
        scale = [below**n for n in range(most + 1)][::-1]
        found = [(then, chance * scale[power]) for then, (chance, power) in ends.items()]
        divisor = math.gcd(scale[0], *(chance for _, chance in found))
        return Ends(tuple((it, chance // divisor) for it, chance in found), scale[0] // divisor)

    def _made(self, need: int) -> Fraction:
        """The best chance of so many units in one turn."""
        for short in range(len(self._chase), need + 1):
            row = [Fraction(0)] * self._count
            self._chase.append(row)
            for mode in self.game.turn.order:
                throws = self._throws[mode]
                ways: dict[tuple[int, int], int] = {}
                for number, chance in throws.sets if throws else ():
                    options = self.options[number]
                    cells = [(max(short - gain, 0), after) for gain, after in options]
                    best = max(cells, key=lambda cell: self._chase[cell[0]][cell[1]])
                    ways[best] = ways.get(best, 0) + chance
                total = sum(n * self._chase[rest][after] for (rest, after), n in ways.items())
                row[mode] = Fraction(total) / self._below
        return self._chase[need][self._start]


class Turn:
    """The decisions in the turn of who has ``own`` against ``opp``, as far as doubles tell."""

    def __init__(self, rules: RaceRules, own: int, opp: int, plan: bytes | None = None) -> None:
        self._rules, self._own, self._opp = rules, own, opp
        self._left = rules.goal - own
        self._plan = rules._plans[own, opp].tobytes() if plan is None else plan
        self._last, self._exact = rules.game.last_turn, rules.game.target == "exact"
        self._known: dict[tuple[int, int], tuple[Then, ...]] = {}

    @cached_property
    def _worth(self) -> list[list[float]]:
        worth = self._rules._worth[self._own, self._opp]
        rows: list[list[float]] = worth[: len(worth) - self._own].tolist()
        return rows

    def best(self, points: int, number: int) -> tuple[Then, ...]:
        """What may be the best of a set of options, the likeliest first."""
        options = self._rules.options[number]
        if len(options) == 1:
            ((gain, mode),) = options
            return (self._then(points + gain, mode),)
        if (points, number) not in self._known:
            self._known[points, number] = self._best(points, options)
        return self._known[points, number]

    def _best(self, points: int, options: Options) -> tuple[Then, ...]:
        found = [(points + gain, mode) for gain, mode in options]
        thens = [(self._worth_of(*cell), self._then(*cell)) for cell in found]
        if any(then is _WIN for _, then in thens):
            return (_WIN,)
        most = max(worth for worth, _ in thens)
        rivals = sorted((it for it in thens if it[0] >= most - self._rules._open), reverse=True)
        return tuple(dict.fromkeys(then for _, then in rivals))

    def _then(self, points: int, mode: int) -> Then:
        """What is done with so many units in a mode."""
        if points >= self._left and not self._last:
            return _BUST if self._exact and points > self._left else _WIN
        at = points * self._rules._count + mode
        plan = self._plan[at] if at < len(self._plan) else _BANK
        if plan == _BANK:
            return Then("bank", points)
        if plan == _STUCK:
            return _BUST
        return Then("throw" if plan == _THROW else "open", points, mode)

    def _worth_of(self, points: int, mode: int) -> float:
        if points < len(self._worth):
            return self._worth[points][mode]
        own, opp, rules = self._own, self._opp, self._rules
        if not self._last and not (self._exact and points > self._left):
            return 1.0
        ended = rules._ended(own, opp, Then("bank", points) if self._last else _BUST)
        if len(ended) == 1:
            return 1.0 - float(rules._made(ended[0]))
        return 1.0 - float(rules._starts[ended]) if ended else 1.0


def _sum(below: int, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    (a, m), (b, n) = first, second
    if m < n:
        return a * below ** (n - m) + b, n
    return a + b * below ** (m - n), m
