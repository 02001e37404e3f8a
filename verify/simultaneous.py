"""Races whose turns are taken at the same time: what mixed strategies guarantee, in whole numbers.

Whoever knows a strategy for every pair of scores can prove by it what a player wins at least. Let
L(x, y) be such bounds for larger totals of scores, and r the distribution of what his turn from i
ends in. Against every turn of the opponent from j he wins at least

    U(j),   U(y) = min( u(y),  bust u(j) + sum_g p_g U(y + g) ),   u(y) = sum_x r(x) L(x, y),

where the opponent may roll on for ever: who is past the goal and past every x has won. If both
bust, L(i, j) itself is what is won: any guess of it with U(j) at least the guess is proved, as U
rises with the guess and play cannot go on for ever. All terms are positive, and each is rounded
down. The opponent has the same strategies, so one less L(j, i) is the most that anybody can win
at i to j. Both ends together bound the value, and what a best reply gains, at every pair.

That is all that must be believed. The strategies are those of a solution; where there is none they
are found here, in floating point (:class:`_Search`), and need not be believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any, ClassVar

from pigcore.games.errors import RuleError
from pigcore.games.race import Race
from pigcore.games.spelling import at_most

from .algebra.decimals import print_between
from .algebra.intervals import Interval, best_of, quotient_up
from .arrays import checked
from .options import Progress, digits_of, tolerance_of
from .verdict import Proof, Report, Verdict

__all__ = ["TOLERANCE", "certify", "check"]

TOLERANCE = 1e-12
"""The largest error of a chance, and gain of a best reply, that is not refuted."""

BITS = 120
ONE = 1 << BITS
_NEAR = ONE >> 60
"""A guess so far below what is won is not bettered."""
_STEPS = 50
"""Guesses at a pair; each that fails is followed by Newton's step, so that two or three do."""

Holds = Callable[[int, int], Sequence[float]]
"""The chance to hold at each total with own and opp banked."""
Guess = Callable[[int, int], float]
"""About what is won there."""


@dataclass(frozen=True, repr=False)
class SimultaneousVerdict(Verdict[Race, str]):
    """What is proved about one state: what both actions win against strategies that were found."""

    chance_to_hold: float = 0.0
    """In the strategy that was found."""
    gain: float = 1.0
    """No reply gains more against that strategy, from these scores on."""
    pair: Interval = (Fraction(0), Fraction(1))
    """The chance to win when a round begins at these scores."""

    extras: ClassVar[tuple[str, ...]] = ("chance_to_hold", "gain", "pair")

    @property
    def decision(self) -> str:
        """The better action, or ``"mix"``."""
        return "mix" if len(self.best) > 1 else super().decision

    @property
    def margin(self) -> Interval | None:
        """Bounds of the better payoff less the other one."""
        if len(self.best) == 1:
            return super().margin
        (a, b), (c, d) = self.payoffs.values()
        return Fraction(0), max(b - c, d - a)

    @property
    def sentence(self) -> str:
        """What to do and how much it matters; where the strategy mixes, how."""
        if self.decision != "mix":
            return super().sentence
        return f"Hold with chance {self.chance_to_hold:.4f}: both are equally good against that."

    def _more(self) -> list[tuple[str, str]]:
        return [
            ("round", f"{print_between(self.pair, 12)} when it begins"),
            ("gain", f"no reply to this strategy gains more than {at_most(self.gain)}"),
        ]


@dataclass(frozen=True, repr=False, kw_only=True)
class SimultaneousReport(Report[Race]):
    """What is proved about all pairs of scores, and about a table of strategies.

    ``states`` are pairs of scores; ``ties`` those at which the strategy mixes.
    """

    gain: float
    """No reply gains more against the strategies, at any pair of scores."""

    extras: ClassVar[tuple[str, ...]] = ("gain",)

    @property
    def refuted(self) -> bool:
        """Whether a chance of the table is too far off, or a reply gains too much."""
        return super().refuted or self.gain > (self.tolerance or TOLERANCE)

    def __str__(self) -> str:
        # Pairs have no ties; the strategy mixes at some.
        said = f"{self.states:,} proved, {self.ties:,} of them ties"
        mixed = f"{self.states:,} pairs of scores proved; the strategy mixes at {self.ties:,}"
        return super().__str__().replace(said, mixed)

    def _more(self) -> list[tuple[str, str]]:
        return [("gain", f"no reply to the strategy gains more than {at_most(self.gain)}")]


def check(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> SimultaneousVerdict:
    """Prove what both actions win in one state, against a strategy that is proved."""
    own, opp, total = game.check_state(*state)
    digits = digits_of(digits)
    search = _Search(game, own, opp)
    proof = _Bounds(game, search.holds, search.guess)
    pairs = [*search.pairs()]
    for done, (a, b) in enumerate(pairs):
        search.find(a, b)
        for pair in {(a, b), (b, a)}:
            proof.pair(*pair)
        if progress:
            progress(done + 1, len(pairs))
    payoffs, chance = proof.payoffs(own, opp, total), 0.0
    if total:
        chance = _hold_chance(game, search.holds(own, opp), own, total)
    low, high = proof.low[own, opp], ONE - proof.low[opp, own]
    return SimultaneousVerdict(
        game,
        (own, opp, total),
        ("roll", "hold") if 0 < chance < 1 else best_of(payoffs),
        {action: (Fraction(a, ONE), Fraction(b, ONE)) for action, (a, b) in payoffs.items()},
        Proof("enclosure", bits=BITS),
        digits=digits,
        chance_to_hold=chance,
        gain=quotient_up(high - low, ONE),
        pair=(Fraction(low, ONE), Fraction(high, ONE)),
    )


def certify(
    game: Race,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    claimed: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
    executor: Executor | None = None,
) -> SimultaneousReport:
    """Prove what strategies guarantee at every pair, those of a table or those found here.

    O(goal**3) products of whole numbers: some seconds to 100. To find strategies takes minutes.
    """
    if closest is not None:
        raise RuleError(
            f"the strategies of {game.name} mix where calls are close, so there is no list of "
            "them: ask for a state"
        )
    tolerance = tolerance_of(tolerance, TOLERANCE)
    search = _Search(game, 0, 0)
    proof, starts = _Bounds(game, search.holds, search.guess), None
    if table is not None:
        arrays = checked(game, table)
        starts, rows = arrays["starts"], arrays["holds"]
        proof = _Bounds(game, lambda own, opp: rows[own][opp], lambda own, opp: starts[own][opp])
    pairs = [*search.pairs()]
    mixing = 0
    for done, (a, b) in enumerate(pairs):
        if table is None:
            search.find(a, b)
        for pair in {(a, b), (b, a)}:
            mixing += proof.pair(*pair)
        if progress:
            progress(done + 1, len(pairs))
    low, error, worst = proof.low, None, None
    if starts is not None:
        off, worst = max(
            (max(found - low[pair], ONE - low[pair[::-1]] - found), pair)
            for pair in low
            for found in [int(Fraction(starts[pair[0]][pair[1]]) * ONE)]
        )
        error = quotient_up(off + 1, ONE)
    gain = max(ONE - low[a, b] - low[b, a] for a, b in low)
    return SimultaneousReport(
        game,
        value=(Fraction(1, 2), Fraction(1, 2)),  # both have the same choices
        states=len(low),
        ties=mixing,
        undecided=0,
        closest=(),
        proof=Proof("enclosure", bits=BITS),
        tolerance=None if table is None else tolerance,
        error=error,
        worst=None if worst is None else (*worst, 0),
        gain=quotient_up(gain, ONE),
    )


def _hold_chance(game: Race, row: Sequence[float], own: int, total: int) -> float:
    """The chance to hold: one must roll at 0, and holds from ``furthest`` on."""
    return 0.0 if total == 0 else 1.0 if own + total >= game.furthest else row[total]


class _Bounds:
    """L of every pair that was proved, in units of 2^-120."""

    def __init__(self, game: Race, holds: Holds, guess: Guess) -> None:
        self.game, self.holds, self.guess = game, holds, guess
        roll = game.roll
        self.whole = roll.denominator
        self.bust = int(roll.bust * self.whole)
        self.gains = [(gain, int(chance * self.whole)) for gain, chance in roll.gains]
        self.low: dict[tuple[int, int], int] = {}
        self.by_opponent: list[list[int]] = [[0] * game.goal for _ in range(game.goal)]
        """The same at [opp][own]."""
        self.turns: dict[tuple[int, int], dict[int, int]] = {}

    def turn(self, own: int, opp: int) -> tuple[dict[int, int], bool]:
        """What a turn ends in at least, {final score: chance}, and whether it mixes."""
        row, mixes = self.holds(own, opp), False
        reach, ends = {0: ONE}, {own: 0}
        while reach:
            k = min(reach)
            chance, hold = reach.pop(k), Fraction(_hold_chance(self.game, row, own, k))
            rolled = chance
            if hold:
                mixes |= hold < 1
                ends[own + k] = chance * hold.numerator // hold.denominator
                rest = 1 - hold
                rolled = chance * rest.numerator // rest.denominator
            if rolled:
                ends[own] += rolled * self.bust // self.whole
                for gain, part in self.gains:
                    reach[k + gain] = reach.get(k + gain, 0) + rolled * part // self.whole
        return ends, mixes

    def held(self, ends: dict[int, int], opp: int, last: int) -> list[int]:
        """What a turn with these ends wins at least, for each final score of the opponent."""
        goal = self.game.goal
        below = [x for x in ends if x < goal]
        weights = [ends[x] for x in below]
        reached = sum(chance for x, chance in ends.items() if x >= goal)
        found = []
        for y in range(opp, last + 1):
            if y < goal:
                bounds = self.by_opponent[y]
                found.append((sum(map(mul, weights, [bounds[x] for x in below])) >> BITS) + reached)
            else:
                wins = sum(chance for x, chance in ends.items() if x > y)
                found.append(wins + ends.get(y, 0) // 2)
        return found

    def pair(self, own: int, opp: int) -> bool:
        """Prove a pair whose larger totals are; whether the strategy mixes there."""
        ends, mixes = self.turn(own, opp)
        last = max(*ends, self.game.goal)
        value = int(Fraction(self.guess(own, opp)) * ONE)
        for step in range(_STEPS):
            self.by_opponent[opp][own] = value
            held = self.held(ends, opp, last)
            least, busts = self.reply(held)
            if 0 <= least - value <= _NEAR:
                value = least
                break
            both = ends[own] * busts >> BITS
            value = (least * ONE - both * value) // (ONE - both) - (1 << step)
            value = max(value, 0)
        else:
            value = 0  # less is never won
        self.by_opponent[opp][own] = self.low[own, opp] = value
        self.turns[own, opp] = ends
        return mixes

    def reply(self, held: list[int]) -> tuple[int, int]:
        """The least that an opponent can leave, from the bottom of his turn; how often he busts."""
        best: list[int] = [0] * len(held)
        busts: list[int] = [0] * len(held)
        for k in range(len(held) - 1, -1, -1):
            rolled, lost = self.bust * held[0], self.bust * ONE
            for gain, part in self.gains:
                if k + gain < len(held):  # past everything that the turn can end in he has won
                    rolled += part * best[k + gain]
                    lost += part * busts[k + gain]
            rolled //= self.whole
            if k == 0 or rolled < held[k]:
                best[k], busts[k] = rolled, lost // self.whole
            else:
                best[k] = held[k]
        return best[0], busts[0]

    def payoffs(self, own: int, opp: int, total: int) -> dict[str, tuple[int, int]]:
        """Bounds of what rolling and holding win against the opponent's strategy.

        Below, by what is guaranteed from every pair on; above, by what that leaves him at least.
        """
        goal, ends = self.game.goal, self.turns[opp, own]
        last = max(*ends, goal, own + total)
        his = self.held(ends, own, last)
        mine = []
        for x in range(own, last + 1):
            wins = 0
            for y, chance in ends.items():
                if x < goal and y < goal:
                    wins += chance * self.low[x, y] >> BITS
                elif x >= y:
                    wins += chance // 2 if x == y else chance
            mine.append(wins)
        low: dict[int, tuple[int, int, int]] = {}
        high: dict[int, tuple[int, int, int]] = {}
        for k in range(len(mine) - 1, -1, -1):
            least, most = self.bust * mine[0], self.bust * his[0]
            for gain, part in self.gains:
                if k + gain in low:
                    least += part * low[k + gain][2]
                    most += part * high[k + gain][2]
                else:
                    least += part * sum(ends.values())
            least, most = least // self.whole, most // self.whole
            low[k] = least, mine[k], max(least, mine[k]) if k else least
            high[k] = most, his[k], min(most, his[k]) if k else most
        found = {"roll": (low[total][0], ONE - high[total][0])}
        return found if total == 0 else found | {"hold": (low[total][1], ONE - high[total][1])}


class _Search:
    """Strategies of all pairs from two scores on, in floating point: growing matrix games.

    What is found need not be believed. A game of a few rules is solved by the simplex method; the
    best reply of each player to the other's mixture is a rule more, until none gains.
    """

    def __init__(self, game: Race, own: int, opp: int) -> None:
        self.game, self.first = game, (min(own, opp), max(own, opp))
        self.gains = [(gain, float(chance)) for gain, chance in game.roll.gains]
        self.bust = float(game.roll.bust)
        self.size = game.furthest + game.most_of_a_throw
        self.values: list[list[float]] = [
            [(1.0 + (x > y) - (x < y)) / 2 for y in range(self.size)] for x in range(self.size)
        ]
        self.columns = [[*column] for column in zip(*self.values)]
        self.rows: dict[tuple[int, int], list[float]] = {}
        self.seeds: dict[tuple[int, int], list[tuple[bool, ...]]] = {}

    def holds(self, own: int, opp: int) -> Sequence[float]:
        """The strategy that was found."""
        return self.rows[own, opp]

    def guess(self, own: int, opp: int) -> float:
        """The chance to win that was found."""
        return self.values[own][opp]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs from the two scores on, the larger score first, larger totals first.

        Both orders of a pair need both orders of what follows from it.
        """
        least, most = self.first
        goal = self.game.goal
        for total in range(2 * goal - 2, least + most - 1, -1):
            for own in range((total + 1) // 2, min(total, goal - 1) + 1):
                if own >= most and total - own >= least:
                    yield own, total - own

    def find(self, i: int, j: int) -> None:
        """Solve a pair, i >= j, once those of larger totals are."""
        furthest = self.game.furthest
        sides = (i, j), (j, i)
        value = 0.5 if i == j else self.values[i][j + 1]
        rules: list[list[dict[int, float]]] = [[], []]
        rolls: list[list[tuple[bool, ...]]] = [[], []]
        payoff: list[list[float]] = []
        both: list[list[float]] = []

        def add(who: int, rule: tuple[bool, ...]) -> bool:
            ends = self.ends(sides[who][0], rule)
            if ends in rules[who]:
                return False
            rules[who].append(ends)
            rolls[who].append(rule)
            if who == 0:
                payoff.append([self.pays(ends, one, i, j) for one in rules[1]])
                both.append([ends.get(i, 0.0) * one.get(j, 0.0) for one in rules[1]])
            else:
                for row, chances, one in zip(payoff, both, rules[0]):
                    row.append(self.pays(one, ends, i, j))
                    chances.append(one.get(i, 0.0) * ends.get(j, 0.0))
            return True

        for who, (own, opp) in enumerate(sides):
            known = self.seeds.get((own, opp + 1), [])
            for rule in known or [tuple(k < 20 for k in range(furthest - own))]:
                add(who, rule)
        for _ in range(400):
            before = value
            x, y = _mixtures([[a + value * b for a, b in zip(*each)] for each in zip(payoff, both)])
            won = sum(a * sum(map(mul, y, row)) for a, row in zip(x, payoff) if a)
            lost = sum(a * sum(map(mul, y, row)) for a, row in zip(x, both) if a)
            value = 0.5 if i == j else won / (1.0 - lost)
            self.values[i][j] = self.columns[j][i] = value
            mixed = [_blend(rules[0], x), _blend(rules[1], y)]
            high, mine = self.best(i, mixed[1], self.values)
            low, theirs = self.best(j, mixed[0], self.columns, mirrored=True)
            new = add(0, mine)
            new = add(1, theirs) or new
            if abs(value - before) < 1e-15 and (high + low - 1.0 < 2e-15 or not new):
                break
        self.values[i][j] = self.columns[j][i] = value
        self.values[j][i] = self.columns[i][j] = 1.0 - value
        for who, (own, opp) in enumerate(sides):
            weights = (x, y)[who]
            used = [rule for rule, weight in zip(rolls[who], weights) if weight > 1e-12]
            self.seeds[own, opp] = used
            self.rows[own, opp] = self.chances(own, mixed[who], (mine, theirs)[who])

    def ends(self, own: int, rule: Sequence[bool]) -> dict[int, float]:
        """What a turn by a rule ends in."""
        reach, ends = {0: 1.0}, {own: 0.0}
        while reach:
            k = min(reach)
            chance = reach.pop(k)
            if k and (k >= len(rule) or not rule[k]):
                ends[own + k] = chance
                continue
            ends[own] += self.bust * chance
            for gain, part in self.gains:
                reach[k + gain] = reach.get(k + gain, 0.0) + part * chance
        return ends

    def pays(self, mine: dict[int, float], theirs: dict[int, float], i: int, j: int) -> float:
        """What one rule wins against another, but for both busts."""
        found = 0.0
        weights, places = [*theirs.values()], [*theirs]
        for x, chance in mine.items():
            row = self.values[x]
            found += chance * sum(map(mul, weights, [row[y] for y in places]))
        return found - mine.get(i, 0.0) * theirs.get(j, 0.0) * self.values[i][j]

    def best(
        self, own: int, against: dict[int, float], table: list[list[float]], mirrored: bool = False
    ) -> tuple[float, tuple[bool, ...]]:
        """The best reply to the ends of a mixture: what it wins, and when it rolls."""
        places, weights = [*against], [*against.values()]
        held = []
        for x in range(own, self.size):
            row = table[x]
            won = sum(map(mul, weights, [row[y] for y in places]))
            held.append(sum(weights) - won if mirrored else won)
        worth, rolls = held[:], [False] * (self.game.furthest - own)
        for k in range(len(rolls) - 1, -1, -1):
            rolled = self.bust * held[0]
            for gain, part in self.gains:
                rolled += part * worth[k + gain]
            if k == 0 or rolled > worth[k]:
                worth[k], rolls[k] = rolled, True
        return worth[0], tuple(rolls)

    def chances(self, own: int, mixed: dict[int, float], reply: Sequence[bool]) -> list[float]:
        """The chance to hold at each total, of a mixture; where it never comes, as the reply."""
        row = [1.0] * self.game.furthest
        reach = [0.0] * (self.size + self.game.most_of_a_throw)
        reach[0] = 1.0
        for k in range(self.game.furthest - own):
            held = mixed.get(own + k, 0.0) if k else 0.0
            come = reach[k] > 1e-14
            row[k] = min(held / reach[k], 1.0) if come else float(not reply[k])
            for gain, part in self.gains:
                reach[k + gain] += reach[k] * (1.0 - row[k]) * part
        return row


def _blend(rules: Sequence[dict[int, float]], weights: Sequence[float]) -> dict[int, float]:
    """The ends of a mixture of rules."""
    found: dict[int, float] = {}
    for ends, weight in zip(rules, weights):
        if weight:
            for x, chance in ends.items():
                found[x] = found.get(x, 0.0) + weight * chance
    return found


def _mixtures(matrix: list[list[float]]) -> tuple[list[float], list[float]]:
    """Optimal mixtures of a matrix game in floating point, by the simplex method."""
    rows, columns = len(matrix), len(matrix[0])
    tableau = [[1.0 + value for value in row] + [1.0] for row in matrix]
    cost = [-1.0] * columns + [0.0]
    inside = [columns + r for r in range(rows)]
    outside = [*range(columns)]
    for _ in range(4000):
        c = min(range(columns), key=cost.__getitem__)
        if cost[c] >= -1e-14:
            break
        leaving = [(row[-1], row[c], r) for r, row in enumerate(tableau) if row[c] > 1e-10]
        if not leaving:
            break
        ratio = min((right + 1e-14) / entry for right, entry, _ in leaving)
        _, r = max((entry, r) for right, entry, r in leaving if right <= ratio * entry)
        inside[r], outside[c] = outside[c], inside[r]
        pivot = 1.0 / tableau[r][c]
        pivots = [value * pivot for value in tableau[r]]
        pivots[c] = pivot
        for row in (*tableau, cost):
            factor = row[c]
            if factor and row is not tableau[r]:
                row[c] = 0.0
                row[:] = [value - factor * other for value, other in zip(row, pivots)]
        tableau[r] = pivots
    x, y = [0.0] * rows, [0.0] * columns
    for variable, row in zip(inside, tableau):
        if variable < columns:
            y[variable] = max(row[-1], 0.0)
    for variable, value in zip(outside, cost):
        if variable >= columns:
            x[variable - columns] = max(value, 0.0)
    return [value / sum(x) for value in x], [value / sum(y) for value in y]
