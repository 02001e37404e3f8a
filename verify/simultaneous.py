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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
_GUESSES = 50
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
    for a, b in search.pairs(progress):
        search.find(a, b)
        for pair in {(a, b), (b, a)}:
            proof.pair(*pair)
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
    progress: Progress | None = None,
    closest: int | None = None,
    executor: Executor | None = None,
) -> SimultaneousReport:
    """Prove what strategies guarantee at every pair, those of a table or those found here.

    O(goal**3) products of whole numbers: three seconds to 100. To find strategies takes another
    half minute.
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
    mixing = 0
    for a, b in search.pairs(progress):
        if table is None:
            search.find(a, b)
        for pair in {(a, b), (b, a)}:
            mixing += proof.pair(*pair)
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
            chance, hold = reach.pop(k), _hold_chance(self.game, row, own, k)
            rolled = chance
            if hold:
                mixes |= hold < 1
                part, whole = float(hold).as_integer_ratio()
                ends[own + k] = chance * part // whole
                rolled = chance * (whole - part) // whole
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
        beyond = [0]  # how often it ends at `last` or beyond, at `last` - 1, …, at the goal
        for x in range(last, goal - 1, -1):
            beyond.append(beyond[-1] + ends.get(x, 0))
        *above, reached = beyond
        found = [
            (sum(map(mul, weights, map(self.by_opponent[y].__getitem__, below))) >> BITS) + reached
            for y in range(opp, goal)
        ]
        more = zip(range(goal, last + 1), reversed(above))
        return found + [wins + ends.get(y, 0) // 2 for y, wins in more]

    def pair(self, own: int, opp: int) -> bool:
        """Prove a pair whose larger totals are; whether the strategy mixes there."""
        ends, mixes = self.turn(own, opp)
        last = max(*ends, self.game.goal)
        value = int(Fraction(self.guess(own, opp)) * ONE)
        self.by_opponent[opp][own] = 0
        held = self.held(ends, opp, last)
        rest = held[0]
        for step in range(_GUESSES):
            held[0] = rest + (ends[own] * value >> BITS)
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


_STEPS, _PIVOTS = 50, 2000
"""Linear programs of a pair, and pivots of each, at most."""
_USUAL = 20
"""A rule to begin with holds here and beyond."""
_GAP, _RARE, _SURE, _EDGE, _LEAST = 2e-15, 1e-14, 1e-12, 1e-15, 1e-10
"""What replies may gain; what is no chance, no mixture, no difference and no pivot."""


class _Search:
    """Strategies of all pairs from two scores on, in floating point; they need not be believed.

    A *rule* rolls or holds at each total. At most totals it is clear which, so both players follow
    a rule but at some totals *in doubt*: there the masses z >= 0 and y >= 0 of their turns do what
    the rule does not. What a turn ends in, and how often it comes to a total, is linear in them, so
    the game is one of two polyhedra, and a linear program has the best z and y (B. von Stengel,
    "Efficient computation of behavior strategies", Games and Economic Behavior 14, 1996):

        max over z  min over y of  a z + b y + z G y,     A z <= r,  B y <= s,

    where r and s are how often the rules come to the totals. By duality of the inner one that is

        max  a z - s u     with  A z <= r,  -G'z - B'u <= b,  z >= 0,  u >= 0.

    Let the second player's rule be best against the first one's: then b >= 0, and z = u = 0 is a
    vertex to begin with. What a best reply to the mixtures does otherwise is in doubt from then on.
    Rules and doubts of a pair are nearly those of its neighbour, and so is its value, which is
    found by Newton's steps meanwhile.
    """

    def __init__(self, game: Race, own: int, opp: int) -> None:
        self.game, self.first = game, (min(own, opp), max(own, opp))
        chances, most = dict(game.roll.gains), game.most_of_a_throw
        self.gains = [float(chances.get(gain, 0)) for gain in range(1, most + 1)]
        self.bust = float(game.roll.bust)
        self.size = game.furthest + most
        self.values: list[list[float]] = [
            [(1.0 + (x > y) - (x < y)) / 2 for y in range(self.size)] for x in range(self.size)
        ]
        self.columns = [[*column] for column in zip(*self.values)]
        self.rows: dict[tuple[int, int], list[float]] = {}
        self.known: dict[tuple[int, int], tuple[list[bool], set[int]]] = {}
        """Of pairs, the rules and the doubts in the end."""

    def holds(self, own: int, opp: int) -> Sequence[float]:
        """The strategy that was found."""
        return self.rows[own, opp]

    def guess(self, own: int, opp: int) -> float:
        """The chance to win that was found."""
        return self.values[own][opp]

    def pairs(self, progress: Progress | None) -> Iterator[tuple[int, int]]:
        """All pairs from the two scores on, the larger score first, larger totals first.

        Both orders of a pair need both orders of what follows from it. Progress is by their work:
        the nearer to the goal, the more totals are in doubt.
        """
        (least, most), goal = self.first, self.game.goal
        pairs = [
            (own, total - own)
            for total in range(2 * goal - 2, least + most - 1, -1)
            for own in range(max((total + 1) // 2, most), min(total - least, goal - 1) + 1)
        ]
        work = [goal**2 + (own + opp) ** 2 for own, opp in pairs]
        of, done = sum(work), 0
        for pair, part in zip(pairs, work):
            yield pair
            done += part
            if progress:
                progress(done, of)

    def find(self, i: int, j: int) -> None:
        """Solve a pair, i >= j, once those of larger totals are."""
        sides = (i, j), (j, i)
        # What the first player wins at each of both final scores.
        pays = [row[j:] for row in self.values[i:]], [row[i:] for row in self.columns[j:]]
        value = self.expected(i, j)
        rules: list[list[bool]] = []
        doubts: list[set[int]] = []
        for own, opp in sides:
            rule, doubt = self.known.get((own, opp + 1), (None, ()))
            rules.append([*(rule or (k < _USUAL for k in range(self.game.furthest - own)))])
            doubts.append({*doubt})
        for _ in range(_STEPS):
            pays[0][0][0] = pays[1][0][0] = value
            mixed = self.mixtures(rules, doubts, pays)
            high, mine, held = self.best(mixed[1], pays[0], rules[0])
            low, theirs, _ = self.best(mixed[0], pays[1], rules[1], mirrored=True)
            both = mixed[0][0] * mixed[1][0]
            after = (sum(map(mul, mixed[0], held)) - value * both) / (1.0 - both)
            by = 0.0 if i == j else after - value
            value += by
            changed = False
            if high + low - 1.0 > max(_GAP, abs(by) / 8):
                for one, rule, doubt, reply in zip(mixed, rules, doubts, (mine, theirs)):
                    reach = self.reach(one)
                    for k, (rolls, better) in enumerate(zip(rule, reply)):
                        if rolls != better and k not in doubt:
                            changed = True
                            if k < len(reach) and reach[k] > _RARE:
                                doubt.add(k)
                            else:
                                rule[k] = better
            if not changed and abs(by) < 1e-15:
                break
        self.values[i][j] = self.columns[j][i] = value
        self.values[j][i] = self.columns[i][j] = 1.0 - value
        for one, rule, doubt, reply, side in zip(mixed, rules, doubts, (mine, theirs), sides):
            self.known[side] = rule, self.write(side, one, rule, doubt, reply)

    def expected(self, i: int, j: int) -> float:
        """About what a pair is worth, by its neighbours; 1/2 of equal scores."""
        if i + 1 < self.game.goal and i > j:
            return self.values[i + 1][j] + self.values[i][j + 1] - self.values[i + 1][j + 1]
        return 0.5 if i == j else self.values[i][j + 1]

    def write(
        self,
        side: tuple[int, int],
        ends: Sequence[float],
        rule: list[bool],
        doubt: set[int],
        reply: Sequence[bool],
    ) -> set[int]:
        """Write the chance to hold at each total of turns that end so, and make the rule what they
        do mostly; where they mix. Where a turn never comes the best reply is written.
        """
        row, reach, mixing = [1.0] * self.game.furthest, self.reach(ends), set()
        for k, rolls in enumerate(reply):
            comes = k < len(reach) and reach[k] > _RARE
            if comes and k in doubt:
                share = max(ends[k], 0.0) / reach[k] if k < len(ends) else 0.0
                rule[k] = share < 0.5
                if _SURE < share < 1.0 - _SURE:
                    row[k] = share
                    mixing.add(k)
                    continue
            row[k] = float(not (rule[k] if comes else rolls))
        self.rows[side] = row
        return mixing

    def mixtures(
        self,
        rules: list[list[bool]],
        doubts: list[set[int]],
        pays: tuple[list[list[float]], list[list[float]]],
    ) -> list[list[float]]:
        """What the best mixtures end in that follow the rules but where these are in doubt."""
        first, _ = self.run(rules[0])
        _, reply, _ = self.best(first, pays[1], rules[1], mirrored=True, only=doubts[1])
        rules[1] = [*reply]
        second, _ = self.run(rules[1])
        if not any(doubts):
            return [first, second]
        (flips, flows, come), (others, back, often) = (
            self.flips(rule, sorted(doubt)) for rule, doubt in zip(rules, doubts)
        )
        most = max(map(len, (first, *flips)))
        worths = [_sums(other, pays[0][:most]) for other in (second, *others)]
        costs = [-sum(map(mul, flip, worths[0])) for flip in flips]
        table = [[*flow, *([0.0] * len(others)), right] for flow, right in zip(flows, come)]
        for n, worth in enumerate(worths[1:]):
            table.append(
                [
                    *(-sum(map(mul, flip, worth)) for flip in flips),
                    *(-flow[n] for flow in back),
                    max(sum(map(mul, first, worth)), 0.0),
                ]
            )
        z, y = _program(table, [*costs, *often, 0.0])
        return [
            _blend([first, *flips], [1.0, *z]),
            _blend([second, *others], [1.0, *y[len(flips) :]]),
        ]

    def run(self, rule: Sequence[bool], start: int = 0) -> tuple[list[float], list[float]]:
        """What a turn ends in that rolls at ``start`` and then follows a rule, at each total (0: it
        busts); and how often it comes to each total.
        """
        most = len(self.gains)
        reach = [0.0] * (start + 1 + most)
        ends = reach[:]
        reach[start] = 1.0
        k = start
        while k < len(reach):
            chance = reach[k]
            if chance:
                if k == start or (k < len(rule) and rule[k]):
                    ends[0] += self.bust * chance
                    more = k + 1 + most - len(reach)
                    if more > 0:
                        reach += [0.0] * more
                        ends += [0.0] * more
                    for n, part in enumerate(self.gains, k + 1):
                        reach[n] += part * chance
                else:
                    ends[k] = chance
            k += 1
        return ends, reach

    def flips(
        self, rule: Sequence[bool], doubt: Sequence[int]
    ) -> tuple[list[list[float]], list[list[float]], list[float]]:
        """What changes by each turn that does not do what a rule does at a total in doubt: what it
        ends in; by how much less often, at [total, turn], it comes to each total in doubt than such
        turns are there; and how often the rule comes to these totals.
        """
        _, come = self.run(rule)
        found, leads = [], []
        for k in doubt:
            ends, reach = self.run(rule, k)
            ends[k] -= 1.0
            sign = -1.0 if rule[k] else 1.0
            found.append([sign * end for end in ends])
            leads.append([-sign * reach[n] if k < n < len(reach) else float(n == k) for n in doubt])
        return (
            found,
            [[*row] for row in zip(*leads)],
            [come[k] if k < len(come) else 0.0 for k in doubt],
        )

    def reach(self, ends: Sequence[float]) -> list[float]:
        """How often a turn comes to each total that ends so."""
        reach = [0.0] * (len(ends) + len(self.gains))
        reach[0] = 1.0
        for k, held in enumerate(ends):
            rolled = reach[k] - (held if k else 0.0)
            if rolled > _RARE:
                for n, part in enumerate(self.gains, k + 1):
                    reach[n] += rolled * part
        return reach

    def best(
        self,
        against: list[float],
        pays: list[list[float]],
        rule: Sequence[bool],
        *,
        mirrored: bool = False,
        only: set[int] | None = None,
    ) -> tuple[float, list[bool], list[float]]:
        """The best reply to the ends of a turn: what it wins, when it rolls, what holding wins.

        ``only`` at some totals, if they are given; it follows the rule at all others.
        """
        held = _sums(against, pays)
        if mirrored:
            held = [1.0 - each for each in held]
        worth, rolls = held[:], [*rule]
        lost, most = self.bust * held[0], len(self.gains) + 1
        for k in range(len(rolls) - 1, -1, -1):
            rolled = lost + sum(map(mul, self.gains, worth[k + 1 : k + most]))
            if k and (only is None or k in only):
                rolls[k] = rolled > worth[k]
            if rolls[k]:
                worth[k] = rolled
        return worth[0], rolls, held


def _sums(weights: Sequence[float], rows: Iterable[Sequence[float]]) -> list[float]:
    """The sum of each row, weighted."""
    return [sum(map(mul, weights, row)) for row in rows]


def _blend(rows: list[list[float]], weights: Sequence[float]) -> list[float]:
    """The weighted sum of rows, which may be of different lengths."""
    found = [0.0] * max(map(len, rows))
    for row, weight in zip(rows, weights):
        if weight:
            found[: len(row)] = [a + weight * b for a, b in zip(found, row)]
    return found


def _program(table: list[list[float]], cost: list[float]) -> tuple[list[float], list[float]]:
    """The z >= 0 of the least cost with table z <= right, and the multipliers of the rows.

    The simplex method in floating point, from z = 0: the last entries of the rows, which are what
    is on the right, are not negative.
    """
    rows, columns = len(table), len(cost) - 1
    inside, outside = [columns + r for r in range(rows)], [*range(columns)]
    for _ in range(_PIVOTS):
        least = min(cost[:-1])
        if least >= -_EDGE:
            break
        c = cost.index(least)
        column = [row[c] for row in table]
        leaving = [(table[r][-1], a, r) for r, a in enumerate(column) if a > _LEAST]
        if not leaving:
            break
        ratio = min((right + _EDGE) / a for right, a, _ in leaving)
        _, r = max((a, r) for right, a, r in leaving if right <= ratio * a)
        inside[r], outside[c] = outside[c], inside[r]
        pivots = table[r]
        pivot = 1.0 / pivots[c]
        pivots[c] = 1.0
        pivots[:] = [value * pivot for value in pivots]
        for row in (*table, cost):
            factor = row[c]
            if factor and row is not pivots:
                row[c] = 0.0
                row[:] = [value - factor * other for value, other in zip(row, pivots)]
    z, y = [0.0] * columns, [0.0] * rows
    for variable, row in zip(inside, table):
        if variable < columns:
            z[variable] = max(row[-1], 0.0)
    for variable, value in zip(outside, cost):
        if variable >= columns:
            y[variable - columns] = max(value, 0.0)
    return z, y
