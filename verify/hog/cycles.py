"""Hog under rules that let a turn make no progress: enclosures instead of exact values.

Totals that lead to one another form a block. In a block the values are the fixed point of F,

    F(v)(s) = max_c [ const_c(s) + sum_s' p_c(s, s') v(s') ],

where v(s') stands for 1 - v(s') if the other player moves next, and const collects what leads
out of the block. Let w(s) bound the number of turns that the play can be expected to stay in the
block from s on, however both play: w >= 1 + sum p_c w for every choice. If const is off by at
most d times the chance of leaving and |F(v) - v| <= r for the numbers v at hand, the true F maps
the box |u - v| <= d + r w into itself,

    |F(u) - v| <= max_c [ d (1 - sum p_c) + sum p_c (d + r w) ] + r <= d + r w,

so a fixed point lies inside; it is the only one, as F contracts by 1 - 1 / max w in the norm
weighted by w. The numbers come from value iteration in floating point, which need not be trusted,
and from solving the equations of the choices found there in fixed-point integers.

A state is open where the enclosures of several choices overlap. Take the first of them in every
open state and the proved choice elsewhere, and solve the equations of these choices exactly. If
then the choices that overlap are worth the same in every open state, the same numbers solve the
equations of every policy that differs in open states only; one of these is optimal and its
equations have one solution, so every open state is a tie. "Exactly" means modulo random primes
of 127 bits: n states make n equations in integers whose determinant is at most (2 D)^n, D the
common denominator of the chances, so no more than (n + 2) log2(2 D) / 126 of some 2^119 primes
can hide a difference, less than 2^-100 for any game that can be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ..algebra.fields import true_modulo_primes
from .report import Judgement, State
from .rules import Rules

__all__ = ["enclosed"]

BITS = 256
ONE = 1 << BITS
WEIGHT = 1 << 32
"""The unit of the weights w."""


@dataclass
class Choice:
    """One choice in one state: const + sum (number / rolls) * v, in units of 2**-BITS."""

    const: int
    """Rounded down where ``rounded``."""
    rounded: bool
    outside: int
    """The largest error of the values in const."""
    inside: list[tuple[int, State, bool]]
    """(number of rolls, next state, whether the same player moves) within the block."""
    rolls: int

    def worth(self, values: dict[State, int]) -> int:
        """What it is worth, rounded down, if the states of the block have these values."""
        total = sum(
            number * (values[state] if same else ONE - values[state])
            for number, state, same in self.inside
        )
        return self.const + total // self.rolls

    def doubt(self, errors: dict[State, int]) -> int:
        """How far that may be off; 0 where the worth is known exactly."""
        inside = [errors[state] for _, state, _ in self.inside]
        # Both parts are rounded down at most; the errors are averaged over all rolls.
        return self.rounded + bool(inside) + max([self.outside, *inside])


Block = dict[State, dict[int, Choice]]
Row = tuple[int, dict[State, int]]
"""b and the coefficients a of an equation v = b + sum a v'."""
Op = Callable[[int, int], int]


def enclosed(
    rules: Rules, progress: Callable[[int, int], object] | None = None
) -> Iterator[tuple[State, Judgement]]:
    """Every state with enclosures of the worths of its choices, block after block, ties last.

    Raises
    ------
    RuleError
        If play need never end.
    """
    values: dict[State, int] = {}
    errors: dict[State, int] = {}
    policy: dict[State, int] = {}
    opened: dict[State, Judgement] = {}
    for top, low in _blocks(rules):
        states = _layers(rules, top, low)
        block = {state: _choices(rules, state, values, errors, low) for state in states}
        _refuse_endless(rules, block)
        values |= _approximate(block)
        errors |= _bound(block, values)
        for state, choices in block.items():
            worths = {}
            for answer, choice in choices.items():
                worth, doubt = choice.worth(values), choice.doubt(errors)
                worths[answer] = (worth - doubt, worth + doubt)
            judgement = Judgement(worths, ONE)
            policy[state] = judgement.best[0]
            if judgement.settled:
                yield state, judgement
            else:
                opened[state] = judgement
        if progress is not None:
            progress(len(rules.layers) - low, len(rules.layers))
    tied = bool(opened) and _all_tied(rules, policy, opened)
    for state, judgement in opened.items():
        yield state, replace(judgement, tied=tied)


def _layers(rules: Rules, top: int, low: int) -> list[State]:
    return [state for total in range(top, low - 1, -1) for state in rules.layer(total)]


def _blocks(rules: Rules) -> Iterator[tuple[int, int]]:
    """(largest, smallest) total of each block, from the largest down."""
    lowest: dict[int, int] = {}
    for start, end in rules.falls:
        lowest[start] = min(end, lowest.get(start, start))
    top = low = rules.layers[0]
    for total in rules.layers:
        low = min(low, lowest.get(total, total))
        if total == low:
            yield top, low
            top = low = total - 1


def _outcomes(
    rules: Rules, state: State, answer: int
) -> tuple[int, int, list[tuple[int, int, int]]]:
    """How many rolls a choice has, the parity after it, and (number of rolls, x, y) of each end."""
    own, opp, parity = state
    if answer > 0:
        sides = rules.game.sides(own, opp, parity)
        gained = rules.rolls[sides][answer].items()
        places = [(number, own + gain, opp + gift) for (gain, gift), number in gained]
        return sides**answer, parity, places
    one = rules.free[own, opp] if answer == 0 else rules.exchange
    assert one is not None
    return 1, parity if answer == 0 else 1 - parity, [(1, own + one[0], opp + one[1])]


def _choices(
    rules: Rules, state: State, values: dict[State, int], errors: dict[State, int], low: int
) -> dict[int, Choice]:
    """The choices of one state; states whose total is below the blocks so far are inside."""
    choices = {}
    for answer in rules.game.choices:
        rolls, parity, places = _outcomes(rules, state, answer)
        total = outside = 0
        inside = []
        for number, x, y in places:
            landing = rules.landings[x, y]
            target = (*landing.state, parity)
            if landing.winner is not None:
                total += number * landing.winner * ONE
            elif target in values:
                total += number * (values[target] if landing.same else ONE - values[target])
                outside = max(outside, errors[target])
            else:
                assert landing.own + landing.opp >= low
                inside.append((number, target, landing.same))
        const, rest = divmod(total, rolls)
        choices[answer] = Choice(const, rest > 0, outside, inside, rolls)
    return choices


def _refuse_endless(rules: Rules, block: Block) -> None:
    """Raise if the players can stay in the block for ever.

    States without a choice that is certain to stay among the states left are taken away until
    there is none to take away; play can go on for ever among what is left then.
    """
    left = set(block)
    while True:
        stay = {
            state: answer
            for state in left
            for answer, choice in block[state].items()
            if sum(number for number, target, _ in choice.inside if target in left) == choice.rolls
        }
        if len(stay) == len(left):
            break
        left = set(stay)
    if left:
        own, opp, parity = min(left)
        raise rules.game.endless(own, opp, stay[own, opp, parity])


def _approximate(block: Block) -> dict[State, int]:
    """Values close to the fixed point; nothing is proved of them."""
    rough = dict.fromkeys(block, 0.5)
    flat = {
        state: [
            (choice.const / ONE, [(n / choice.rolls, s, same) for n, s, same in choice.inside])
            for choice in choices.values()
        ]
        for state, choices in block.items()
    }
    for _ in range(10_000):
        change = 0.0
        for state, choices in flat.items():
            value = max(
                const + sum(p * (rough[s] if same else 1 - rough[s]) for p, s, same in inside)
                for const, inside in choices
            )
            change = max(change, abs(value - rough[state]))
            rough[state] = value
        if change < 1e-15:
            break
    values = {state: int(value * ONE) for state, value in rough.items()}
    for _ in range(20):
        before = values
        policy = {
            state: max(choices.values(), key=lambda choice: choice.worth(before))
            for state, choices in block.items()
        }
        values = _solve(policy)
        if max(abs(values[state] - before[state]) for state in block) < 1 << 20:
            break
    return values


def _solve(policy: dict[State, Choice]) -> dict[State, int]:
    """The values of fixed choices, in fixed point."""
    rows: dict[State, Row] = {}
    for state, choice in policy.items():
        b = choice.const
        row: dict[State, int] = {}
        for number, target, same in choice.inside:
            p = number * ONE // choice.rolls
            b += 0 if same else p
            row[target] = row.get(target, 0) + (p if same else -p)
        rows[state] = b, row
    return _eliminate(rows, ONE, lambda a, b: a * b >> BITS, lambda a, b: (a << BITS) // b)


def _eliminate(rows: dict[State, Row], one: int, times: Op, over: Op) -> dict[State, int]:
    """The solution of v = b + A v, sparse, in the arithmetic at hand."""
    order = {state: number for number, state in enumerate(rows)}
    solved: dict[State, Row] = {}
    for state, (constant, coefficients) in rows.items():
        b, row = constant, dict(coefficients)
        # Put in what is known of the states eliminated before, the earliest first, as its row
        # holds others that were eliminated after it; then solve for this one.
        while earlier := [target for target in row if target in solved]:
            first = min(earlier, key=order.__getitem__)
            factor = row.pop(first)
            more, known = solved[first]
            b += times(factor, more)
            for target, a in known.items():
                row[target] = row.get(target, 0) + times(factor, a)
        pivot = one - row.pop(state, 0)
        solved[state] = over(b, pivot), {target: over(a, pivot) for target, a in row.items()}
    values: dict[State, int] = {}
    for state in reversed(solved):
        b, row = solved[state]
        values[state] = b + sum(times(a, values[target]) for target, a in row.items())
    return values


def _all_tied(rules: Rules, policy: dict[State, int], opened: dict[State, Judgement]) -> bool:
    """Whether the best choices of every open state are worth the same, modulo random primes."""

    def claim(prime: int) -> bool:
        values = _residues(rules, policy, prime)
        for state, judgement in opened.items():
            worths = set()
            for answer in judgement.best:
                b, row = _row(rules, state, answer, prime)
                total = b + sum(a * values[target] for target, a in row.items())
                worths.add(total % prime)
            if len(worths) > 1:
                return False
        return True

    return true_modulo_primes(claim)


def _residues(rules: Rules, policy: dict[State, int], prime: int) -> dict[State, int]:
    """The values of a policy modulo a prime, block after block."""
    values: dict[State, int] = {}
    for top, low in _blocks(rules):
        rows: dict[State, Row] = {}
        for state in _layers(rules, top, low):
            b, row = _row(rules, state, policy[state], prime)
            for target in [target for target in row if target in values]:
                b += row.pop(target) * values[target]
            rows[state] = b % prime, row
        values |= _eliminate(
            rows, 1, lambda a, b: a * b % prime, lambda a, b: a * pow(b, -1, prime) % prime
        )
    return values


def _row(rules: Rules, state: State, answer: int, prime: int) -> Row:
    """The equation of one choice: a constant, and the coefficients of the states it leads to."""
    rolls, parity, places = _outcomes(rules, state, answer)
    each = pow(rolls, -1, prime)
    constant = 0
    row: dict[State, int] = {}
    for number, x, y in places:
        landing = rules.landings[x, y]
        if landing.winner is not None:
            constant += number * landing.winner * each
        else:
            target = (*landing.state, parity)
            constant += 0 if landing.same else number * each
            row[target] = row.get(target, 0) + (number if landing.same else -number) * each
    return constant, row


def _bound(block: Block, values: dict[State, int]) -> dict[State, int]:
    """How far the values may be off, state by state: d + r w, as proved above."""
    weights = _weights(block)
    d = r = 0
    for state, choices in block.items():
        best = max(choice.worth(values) for choice in choices.values())
        rounding = max(choice.rounded + bool(choice.inside) for choice in choices.values())
        r = max(r, abs(best - values[state]) + rounding)
        d = max(d, *(choice.outside for choice in choices.values()))
    return {state: d - (-r * weight // WEIGHT) for state, weight in weights.items()}


def _weights(block: Block) -> dict[State, int]:
    """The weights w in units of 1 / WEIGHT, their inequality checked in fractions."""
    stays = {
        state: [[(n / c.rolls, s) for n, s, _ in c.inside] for c in choices.values() if c.inside]
        for state, choices in block.items()
    }
    rough = dict.fromkeys(block, 1.0)
    while True:
        for _ in range(50):
            for state, several in stays.items():
                rough[state] = 1 + max(
                    (sum(p * rough[s] for p, s in inside) for inside in several), default=0.0
                )
        weights = {
            state: int(value * 1.01 * WEIGHT) if stays[state] else WEIGHT
            for state, value in rough.items()
        }
        if all(
            weights[state]
            >= WEIGHT
            + sum(Fraction(number * weights[s], choice.rolls) for number, s, _ in choice.inside)
            for state, choices in block.items()
            for choice in choices.values()
        ):
            return weights
