"""Any race as equations: what a turn start is worth to each player, by where the turn ends.

Let a player have the place p after the mover, 0 being the mover himself, at the scores (i, …, l).
With the decisions taken, the turn ends by banking s, in a bust or in a wipe, or wins, all scores
in units. The next one moves then, and the player has the place p - 1, or n - 1 if he has moved:

    W(i,…,l; p) = [p = 0] w + Σ t_s W(…,l,s; p-1) + q W(…,l,i'; p-1) + p_w W(…,l,0; p-1),

where i' is the score after a bust: where it is i, the n rotations of the scores form a cycle. Of
two players the second one's value is 1 less the mover's, which leaves one value for each turn
start; p is then the mover's place in the round, if it counts who began. The chances are whole
multiples of D to the power -L, D the common denominator of all throws and L the throws of the
longest turn. Where the opponent has a last turn, and s is the goal or above, his turn is worth
C(s - j + 1), which is computed in fractions first: the best chance of so many units in one turn,
or, if one unit less is a tie, the most that it is worth.

A tie that is played on is worth e to who has the second turn. With the decisions that are best at
some e all that follows is a line in it, and so is what the first of the two turns is worth, which
has to be 1 - e: solve that, take what is best at the solution, and so on until nothing changes.

Decisions that doubles cannot tell apart are states of their own: whether to bank t units or to
throw in mode m is (i, …, p, t, m), which of the k-th set of options to take is (i, …, p, t, -k).
Options that lead to the same are one: those that win at once, and those after which one banks the
same score, whatever is in hand. The mover decides by his own worth, and that counts for all. With
three players or more, who throws at a tie, or which of equal options he takes, matters to the
others: one banks, or takes the first option.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from ...games.checks import same_turns
from ...games.errors import RuleError, SizeError, StateError
from ...games.race import TIES, Race
from ...games.spelling import counted
from ...memory import require
from ...solvers import solve
from ...solvers.party import PartySolution
from ...solvers.race.arrays import DEAD, SURE, RaceArrays
from ...solvers.race.last_turn import worth_of_a_tie
from ...solvers.solution import TIED
from .decisions import Rules
from .equations import Row, State

__all__ = ["RaceRules", "rules"]

MOST_UNITS = 400
"""More than four minutes and a gigabyte in Pig."""

MOST_CHOOSING = 40
"""Where throws leave a choice: Farkle with six dice to 40 units takes 20 seconds and 700 MB."""

MOST_LAST = 20
"""With a last turn Farkle to 20 units takes 10 seconds and 320 MB: turns go on past the goal."""

MOST_OF_ALL = 500_000
"""Tuples of scores that there are, with three players or more."""

MOST_TUPLES = 20_000
"""Of these, those that play can come to: some ten seconds."""

MOST_TUPLES_CHOOSING = 1_000
"""The same where throws leave a choice: Farkle with six dice takes 40 seconds."""

# What is done with some units in a mode; of the last two, doubles do not tell which is better.
_BANK, _THROW, _OPEN_BANK, _OPEN_THROW, _STUCK = range(5)

Options = tuple[tuple[int, int], ...]
Scores = tuple[int, ...]


Line = tuple[Fraction, Fraction]
"""c + q e, by what a tie is worth to who has the last turn."""

_NOTHING: Line = Fraction(0), Fraction(0)
_TIE: Line = Fraction(0), Fraction(1)
_WON: Line = Fraction(1), Fraction(0)


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


def rules(game: Race, place: tuple[Any, ...]) -> tuple[RaceRules, State]:
    """The game as equations, and the turn start asked about, to the mover.

    Raises
    ------
    StateError
        If ``place`` is no start of a turn.
    SizeError
        If the goal is above 400 units, 40 where throws leave a choice or 20 with last turns, the
        tuples of scores of three players or more are more than 500,000, or the decisions would not
        fit in memory.
    RuleError
        If with a last turn no number of points can be large enough to bank.
    """
    same_turns(game, "an exact value", any_end=game.players == 2)
    scores, (points, *mode) = place[: game.players], place[game.players :]
    if points or any(game.turn.place(each) != game.turn.start for each in mode):
        names = " and the ".join(game.state_names[game.players :])
        raise StateError(f"only starts of turns have exact values: leave the {names} out")
    ends = game.end == "goal"
    most = MOST_LAST if not ends else MOST_CHOOSING if game.turn.chooses else MOST_UNITS
    if game.units > most:
        raise SizeError(
            f"the goal is {game.goal:,}, but exact values of {game.name} are computed for goals "
            f"of at most {most * game.unit:,}: choose a smaller goal"
        )
    tuples = game.units**game.players
    if game.players > 2 and tuples > MOST_OF_ALL:
        raise SizeError(
            f"{counted(game.players, 'player')} to {game.goal} have {tuples:,} tuples of scores, "
            f"but exact values are computed for at most {MOST_OF_ALL:,}: choose a smaller goal"
        )
    if not ends and not all(
        mode.may_bank and (mode.throw is None or mode.throw.bust) for mode in game.turn.modes
    ):
        raise RuleError(
            "with a last turn, exact values need that every throw may bust and that one may bank "
            "in every mode, or a turn has no end: change the rules, or ask pigverify for an "
            "enclosure"
        )
    found = RaceRules(game)
    own, *others = scores
    if others[0] >= game.goal:  # nothing but the score to pass matters in a last turn
        return found, ((others[0] - own) // game.unit + 1,)
    return found, (*(score // game.unit for score in scores), found.seat)


class RaceRules(Rules):
    """A race as equations, with the decisions of doubles where they can be trusted.

    Parameters
    ----------
    game : Race
    """

    game: Race
    goal: int
    players: int
    shared: bool
    seat: int
    """The place of two players in the round, from 0, if it counts who began; else 0."""

    def __init__(self, game: Race, opponent: RaceRules | None = None) -> None:
        self.game, self.goal, self.players = game, game.units, game.players
        self.shared, self.seat = game.players > 2, game.seat - 1
        self._opponent: RaceRules = opponent or self
        if game.seats == 2 and opponent is None:
            self._opponent = RaceRules(game.swapped, self)
        turn = game.turn
        self._count: int = len(turn.modes)
        self._start: int = turn.start
        self._rank = {mode: -n for n, mode in enumerate(turn.order)}
        self._below: int = math.lcm(
            *(
                chance.denominator
                for throw in (mode.throw for mode in turn.modes if mode.throw)
                for chance in (
                    throw.bust,
                    throw.wipe,
                    *(outcome.chance for outcome in throw.outcomes),
                )
            )
        )
        # Where dice are set aside, n in hand are the n-th column, whether a turn comes there or no.
        dice = game.set_aside
        self._columns: Any = [int(value) - 1 for value in turn.values] if dice else slice(None)  # type: ignore[call-overload]
        self.options: dict[int, Options] = {}
        """The sets of options, (units, mode) each, by their numbers from 1 on."""
        self._throws: list[Throws | None] = [self._throws_of(mode.throw) for mode in turn.modes]
        self._widest: int = game.most_of_a_throw // game.unit
        self._kept: dict[Any, Ends] = {}
        self._turns: dict[Scores, Turn] = {}
        self._chase: list[list[Line]] = []
        self._tie = Fraction(TIES.index(game.tie), 2)
        if game.tie == "play_on":
            self._tie = self._played_on()
        self._decide()

    def _throws_of(self, throw: Any) -> Throws | None:
        """The throws of a mode without options that are never best, equal sets together."""
        if throw is None:
            return None
        game, below, dice = self.game, self._below, self.game.set_aside
        # With more units in the same mode one may do all that one would do with fewer, unless
        # the goal has to be hit, or passed by no more than is needed, or one rather busts, or it
        # helps that another player comes first.
        most_is_best = not (
            game.target == "exact" or game.end != "goal" or game.consolation or self.shared
        )
        ways: dict[Options, int] = {}
        for outcome in throw.outcomes:
            options = [(option.gain // game.unit, option.mode) for option in outcome.options]
            if most_is_best:
                options = [(gain, mode) for mode, gain in {m: g for g, m in options}.items()]
            key = tuple(sorted(options))
            if dice:  # of equals all dice again come first, as in the solvers
                order = [(mode + 1) % dice.count for mode in self._columns]
                key = tuple(sorted(options, key=lambda each: (each[0], order[each[1]])))
            ways[key] = ways.get(key, 0) + int(outcome.chance * below)
        sets = []
        for key, chance in ways.items():
            self.options[len(self.options) + 1] = key
            sets.append((len(self.options), chance))
        return Throws(int(throw.bust * below), int(throw.wipe * below), tuple(sets))

    def _decide(self) -> None:
        """What doubles do in every state, and what they say that each is worth."""
        game, goal, n = self.game, self.goal, self.players
        solution = solve(game)
        # What it is worth to a mover that the turn of the next one begins, who sees him as the
        # last.
        self._paid = solution.starts[..., -1] if self.shared else 1.0 - solution.other_starts
        self._open: float = solution._disputed_below
        self._several: set[Scores] = set()
        self._mixing: set[Scores] = set()
        if isinstance(solution, PartySolution):
            self._several = {
                tuple(score // game.unit for score in cell.scores) for cell in solution.cells
            }
            numbers = np.array([*solution._mixing], dtype=np.intp)
            places = np.unravel_index(numbers, (goal,) * n)
            self._mixing = set(zip(*[place.tolist() for place in places]))
        tables = RaceArrays.of(game)
        self._fate: list[int] = tables.fates.tolist()
        self._back: list[int] = tables.landing.tolist()
        chooses = game.turn.chooses
        for own, bank, throw in solution.all_payoffs():
            bank, throw = bank[:, self._columns], throw[:, self._columns]
            if not own:
                shape = *(goal,) * n, len(throw), self._count
                size = (1 + 8 * chooses) * math.prod(shape)
                require(2 * size, f"the decisions of {game.name}", "choose a smaller goal")
                self._plans = np.zeros(shape, dtype=np.uint8)
                self._worth = np.zeros(shape if chooses else (0,) * len(shape))
            margin = throw - bank
            plans = (margin > TIED * self.shared).astype(np.uint8)
            plans[np.abs(margin) < self._open] += _OPEN_BANK
            plans[np.isnan(bank)] = _THROW
            plans[np.isnan(bank) & np.isnan(throw)] = _STUCK
            self._plans[own, ..., : len(plans), :] = np.moveaxis(plans, (0, 1), (-2, -1))
            if chooses:
                worth = np.fmax(bank, throw)
                busts = self._back[own]
                banked = self._paid[..., busts] if busts < goal else np.ones((goal,) * (n - 1))
                worth = np.where(plans == _STUCK, banked, worth)
                self._worth[own, ..., : len(plans), :] = np.moveaxis(worth, (0, 1), (-2, -1))

    @property
    def share(self) -> float:
        """Where throws leave a choice, nearly all time goes into the turns of play."""
        return 0.97 if self.game.turn.chooses else 0.3

    @cached_property
    def _before(self) -> list[float]:
        """Of all tuples with a smaller total, the share; a turn takes the square of its length."""
        work = np.arange(self.goal, 0, -1.0) ** 2
        for _ in range(self.players - 1):
            work = np.convolve(work, np.ones(self.goal))
        return [0.0, *(np.cumsum(work) / work.sum()).tolist()]

    def before(self, state: State) -> float:
        """As :class:`Rules` says; with a last turn there is nothing left but that."""
        return 0.0 if len(state) == 1 else self._before[sum(state[: self.players])]

    # --- rows ---------------------------------------------------------------------------------

    def rank(self, state: State) -> tuple[Any, ...]:
        """Late scores first, what to take before what to do then; what wipes lead to, last."""
        n = self.players
        begins = len(state) == n + 1
        wiped = begins and state[1] == 0 and self.game.turn.wipes
        return wiped, -sum(state[:n]) - sum(state[n + 1 : n + 2]), begins, state[n + 1 :]

    def decided_by(self, state: State) -> State:
        """The same to the mover."""
        n = self.players
        return (*state[:n], 0, *state[n + 1 :]) if self.shared else state

    def _of(self, state: State) -> RaceRules:
        """Those of the mover, of two players of whom one began."""
        return self if self.shared or state[2] == self.seat else self._opponent

    def rows(self, state: State) -> tuple[Row, ...]:
        """What a turn start, an open decision or a last turn is worth to a player."""
        if len(state) == 1:
            chance = self._made(state[0])
            return (Row(chance.numerator, (), chance.denominator),)
        if (rules := self._of(state)) is not self:
            return rules.rows(state)
        n = self.players
        scores, p, at = state[:n], state[n] * self.shared, state[n + 1 :]
        turn = self._turn(scores)
        if not at:
            found = self._foregone(scores, p)
            return (self._row(turn, p, 0, self._start) if found is None else found,)
        points, what = at
        if what < 0:
            rivals, _ = turn.best(points, -what)
        else:
            rivals = Then("bank", points), Then("throw", points, what)
        return tuple(self._after(turn, p, then) for then in rivals)

    def likely(self, state: State) -> int:
        """What doubles prefer."""
        if (rules := self._of(state)) is not self:
            return rules.likely(state)
        scores, (points, what) = state[: self.players], state[self.players + 1 :]
        if what < 0:
            return self._turn(scores).best(points, -what)[1]
        return int(self._plans[scores][points, what] == _OPEN_THROW)

    def check_other(self, state: State) -> None:
        """Refuse another decision in a cell of several equilibria, which may be another one.

        Raises
        ------
        RuleError
            If doubles cannot tell which is the first.
        """
        scores = state[: self.players]
        cell = min(scores[m:] + scores[:m] for m in range(self.players))
        if cell in self._several:
            raise RuleError(
                f"at {self._spelled(cell)} doubles cannot tell which of several equilibria of "
                f"{self.game.name} is the first: ask pigverify"
            )

    def choices(self, scores: Scores, points: int, mode: int = 0) -> tuple[Row, Row]:
        """What banking is worth to the mover, and what throwing."""
        turn = self._turn(scores)
        return self._after(turn, 0, Then("bank", points)), self._row(turn, 0, points, mode)

    def _spelled(self, scores: Scores) -> str:
        return self.game.spell((*(self.game.unit * score for score in scores), 0))

    def _foregone(self, scores: Scores, p: int) -> Row | None:
        """What a turn start is worth to a player where it is enough to know who cannot win.

        If nobody can, the players share a win by convention; if one alone can, and reaches the
        goal for sure, his win.
        """
        fates = [self._fate[score] for score in scores]
        if all(fate == DEAD for fate in fates):
            return Row(1, (), self.players)
        if sorted(fates) == sorted([SURE] + [DEAD] * (self.players - 1)):
            return Row(int(fates[p] == SURE))
        return None

    def ended(self, scores: Scores, p: int, then: Then) -> tuple[int, State, int]:
        """What it is worth that a turn ends, or that something in it is open.

        That is the first number and the third one times the worth of the state, if there is one.
        """
        if then.kind == "win":
            return int(p == 0), (), 0
        own, *others = scores
        if then.kind == "open":
            return 0, (*scores, p or self.seat, then.points, then.mode), 1
        if then.kind == "bank":
            score = own + then.points
        else:
            score = self._back[own] if then.kind == "bust" else 0
        if score < self.goal:
            return (
                (0, (*others, score, (p or self.players) - 1), 1)
                if self.shared
                else (1, (*others, score, self._opponent.seat), -1)
            )
        if not self.game.answered:
            return int(p == 0), (), 0
        return 1, (score - others[0] + 1,), -1

    def _after(self, turn: Turn, p: int, then: Then) -> Row:
        if then.kind == "throw":
            return self._row(turn, p, then.points, then.mode)
        constant, state, sign = self.ended(turn.scores, p, then)
        return Row(constant, ((state, sign),) if state else ())

    def _row(self, turn: Turn, p: int, points: int, mode: int) -> Row:
        """What throwing is worth, by all that the turn can come to from there."""
        ends = self._ends(turn, points, mode)
        won, constant = ends.over, 0
        terms: dict[State, int] = {}
        for then, chance in ends.chances:
            won -= chance
            more, state, sign = self.ended(turn.scores, p, then)
            constant += more * chance
            if state:
                terms[state] = terms.get(state, 0) + sign * chance
        return Row(constant + won * (p == 0), tuple(terms.items()), ends.over)

    # --- turns --------------------------------------------------------------------------------

    def _turn(self, scores: Scores) -> Turn:
        if scores not in self._turns:
            if scores in self._mixing:
                raise RuleError(
                    f"at {self._spelled(scores)} a player of {self.game.name} mixes, and the "
                    "chances of the mixture are not fractions: choose a smaller goal"
                )
            most = MOST_TUPLES_CHOOSING if self.game.turn.chooses else MOST_TUPLES
            if self.shared and len(self._turns) == most:
                raise SizeError(
                    f"play of {self.game.name} to {self.game.goal} can come to more than {most:,} "
                    "tuples of scores, too many for exact values: choose a smaller goal"
                )
            self._turns[scores] = Turn(self, scores)
        return self._turns[scores]

    def _ends(self, turn: Turn, points: int, mode: int) -> Ends:
        """How the turn ends; turns with the same decisions are looked at once."""
        count, left = self._count, self.goal - turn.scores[0]
        key: Any = turn.scores, points, mode
        if not self.game.turn.chooses:
            plan = turn.plan if self.game.answered else turn.plan[: left * count]
            # Nothing comes past as many units banked at in all modes as the largest gain is.
            stop = plan.find(bytes(self._widest * count + count - 1), (points + 1) * count)
            if stop >= 0:
                plan, left = plan[: (-(-stop // count) + self._widest) * count], 0
            key, turn = (plan, left, points, mode), Turn(self, turn.scores, plan)
        if key not in self._kept:
            self._kept[key] = self._followed(turn, points, mode)
        return self._kept[key]

    def _followed(self, turn: Turn, points: int, mode: int) -> Ends:
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
                rivals, _ = turn.best(points, number)
                one = rivals[0] if len(rivals) == 1 else Then("open", points, -number)
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
        return Ends(tuple((each, chance // divisor) for each, chance in found), scale[0] // divisor)

    # --- last turns ---------------------------------------------------------------------------

    def _made(self, need: int) -> Fraction:
        """The most that a turn is worth in which so many units win, and one less is a tie."""
        return self._at(self._chased(need)[self._start])

    def _at(self, line: Line) -> Fraction:
        return line[0] + line[1] * self._tie

    def _chased(self, need: int) -> list[Line]:
        """The same by mode."""
        while need >= (short := len(self._chase)):
            row = [_WON] * self._count
            following = [row, *self._chase[::-1], *self._chase[:1] * self._widest]
            for mode in self.game.turn.order if short else ():
                found = self._thrown(mode, _NOTHING, following)
                row[mode] = max(found, _TIE, key=self._at) if short == 1 else found
            self._chase.append(row)
        return self._chase[need]

    def _thrown(self, mode: int, bust: Line, following: Sequence[list[Line]]) -> Line:
        """What throwing in a mode is worth: ``following`` has what that is, by gain and mode."""
        throws = self._throws[mode] or Throws(0, 0, ())
        c, q = (throws.bust * part for part in bust)
        for number, chance in throws.sets:
            best = max((following[gain][n] for gain, n in self.options[number]), key=self._at)
            c, q = c + chance * best[0], q + chance * best[1]
        return c / self._below, q / self._below

    def _played_on(self) -> Fraction:
        """What a tie is worth to who has the second of two more turns."""
        self._tie = Fraction(0)
        none = 1 - self._made(1)  # against nothing he ties, if only by a bust
        low, tie, high = Fraction(0), Fraction(worth_of_a_tie(self.game)), Fraction(1)
        while True:
            self._tie = tie
            self._chase.clear()
            c, q = self._first_turn((none, -none))
            found = (1 - c) / (1 + q)
            if found == tie:
                return tie
            # What the first one's chances lack to 1 grows less than the tie: the solution is there.
            low, high = (tie, high) if found > tie else (low, tie)
            tie = found if low <= found <= high else (low + high) / 2

    def _first_turn(self, bust: Line) -> Line:
        """What the first of the two turns is worth, a bust in it being worth ``bust``."""
        least = min(throws.bust for throws in self._throws if throws)
        paid = Fraction(least, self._below) * (1 - self._at(bust))
        units = 1  # a throw pays 1 at most unless it busts, and more units are passed less easily
        while self._made(units + 1) >= paid:
            units += 1
        turn: list[list[Line]] = []
        for t in reversed(range(units + self._widest)):
            c, q = self._chased(t + 1)[self._start]
            bank = (1 - c, -q) if t else bust
            turn.insert(0, [bank] * self._count)
            for mode in self.game.turn.order if t < units else ():
                turn[0][mode] = max(self._thrown(mode, bust, turn), bank, key=self._at)
        return self._thrown(self._start, bust, turn)


class Turn:
    """The decisions in the turn of a mover, as far as doubles tell."""

    scores: Scores

    def __init__(self, rules: RaceRules, scores: Scores, plan: bytes | None = None) -> None:
        self.scores, self._rules = scores, rules
        self._left = rules.goal - scores[0]
        if plan is not None:
            self.plan = plan
        self._last, self._exact = rules.game.answered, rules.game.target == "exact"
        self._known: dict[tuple[int, int], tuple[tuple[Then, ...], int]] = {}

    @cached_property
    def plan(self) -> bytes:
        """What is done with so many units in a mode, one after the other."""
        found: bytes = self._rules._plans[self.scores].tobytes()
        return found

    @cached_property
    def _worth(self) -> list[list[float]]:
        worth = self._rules._worth[self.scores]
        rows: list[list[float]] = worth[: len(worth) - self.scores[0]].tolist()
        return rows

    def best(self, points: int, number: int) -> tuple[tuple[Then, ...], int]:
        """What may be the best of a set of options, and which of it doubles prefer."""
        options = self._rules.options[number]
        if len(options) == 1:
            ((gain, mode),) = options
            return (self._then(points + gain, mode),), 0
        if (points, number) not in self._known:
            self._known[points, number] = self._best(points, options)
        return self._known[points, number]

    def _best(self, points: int, options: Options) -> tuple[tuple[Then, ...], int]:
        found = [(points + gain, mode) for gain, mode in options]
        thens = [(self._worth_of(*cell), self._then(*cell)) for cell in found]
        if any(then is _WIN for _, then in thens):
            return (_WIN,), 0
        most, rules = max(worth for worth, _ in thens), self._rules
        rivals = list(dict.fromkeys(then for worth, then in thens if worth >= most - rules._open))
        enough = most - TIED * rules.shared
        return tuple(rivals), rivals.index(next(one for worth, one in thens if worth >= enough))

    def _then(self, points: int, mode: int) -> Then:
        """What is done with so many units in a mode."""
        if points >= self._left and not self._last:
            return _BUST if self._exact and points > self._left else _WIN
        at = points * self._rules._count + mode
        plan = self.plan[at] if at < len(self.plan) else _BANK
        if plan == _BANK:
            return Then("bank", points)
        if plan == _STUCK:
            return _BUST
        return Then("throw" if plan == _THROW else "open", points, mode)

    def _worth_of(self, points: int, mode: int) -> float:
        if points < len(self._worth):
            return self._worth[points][mode]
        rules = self._rules
        if not self._last and not (self._exact and points > self._left):
            return 1.0
        then = Then("bank", points) if self._last else _BUST
        _, state, _ = rules.ended(self.scores, 0, then)
        if len(state) == 1:
            return 1.0 - float(rules._made(state[0]))
        return float(rules._paid[state[:-1]]) if state else 1.0


def _sum(below: int, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    (a, m), (b, n) = first, second
    if m < n:
        return a * below ** (n - m) + b, n
    return a + b * below ** (m - n), m
