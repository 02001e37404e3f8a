"""The value of a turn start as a fraction, however long: along best play, in whole numbers.

Every decision is proved first; of equal ones any will do. Only the turn starts that these decisions
lead to matter. With all chances of a turn over a common denominator m, a start is a row of whole
numbers,

    m V(i,j) + q V(j,i) + sum_s t_s V(j,s) = m,

and all rows together have a matrix that falls into the pairs (i,j), (j,i), those of larger sums of
scores first. Its determinant D is the product of theirs, and D V is a whole number (Cramer) between
0 and D. So it is enough to know V modulo a number M above D that has no factor in common with it,
and to cancel once, at the end.

M is a power of a large prime. All other factors are small: whole numbers of a row, and the
determinant d of a pair, by which x is divided as (x + k M) / d with the k that makes it whole. So
no two long numbers are multiplied on the way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race

from ..algebra.arithmetic import Rational
from ..algebra.elimination import TooLong, eliminate
from ..options import Progress
from ..verdict import Proof
from .compiled import FIRST_BITS
from .enclosure import Enclosure
from .prove import Proved, prove, why_not
from .rules import BITS, Pair, Rules
from .rules import of_two as serves

__all__ = ["only", "serves", "value"]

_MOST_BITS = 4_000_000
"""Of the determinant of all rows."""
_MOST_PRODUCTS = 100_000
"""Of fractions, where throws wipe."""
_NO_END = "by the decisions that are best play may never end, so that the value may not be unique"
_PRIMES = tuple(2**n - 1 for n in (127, 521, 607, 1279, 2203))


class _Row(NamedTuple):
    """below V = below - the sum of all weights times the values of the starts after them."""

    below: int
    after: Mapping[Pair, int]


class _Short(Exception):  # noqa: N818
    """A turn has more throws than its denominator is a power of."""


class _Whole:
    """Chances in whole numbers, parts of ``one``; see :class:`.algebra.arithmetic.Arithmetic`."""

    def __init__(self, denominator: int, throws: int) -> None:
        self.throws, self.one = throws, denominator**throws

    def share(self, number: int, below: int) -> int:
        """Divide a chance, which must leave no rest."""
        found, rest = divmod(number, below)
        if rest:
            raise _Short
        return found


def only(game: Race, place: tuple[int, ...]) -> str:
    """Where alone this is a way to values, if it is none here."""
    _, _, points, *mode = place
    if points or [*mode] not in ([], [game.turn.values[game.turn.start]]):
        return "where a turn begins"
    if game.end != "goal":
        return "where nobody has a last turn"
    return ""


def value(
    game: Race, place: tuple[int, ...], progress: Progress | None = None
) -> tuple[Fraction, Proof]:
    """The value of the start of a turn, and how its decisions are proved.

    Raises
    ------
    RuleError
        If a decision could not be proved, or the value is not unique.
    SizeError
        If it would be too long.
    """
    own, opp = (score // game.unit for score in place[:2])
    rules = Rules(game, own, opp)
    i, j = rules.scores_of(own, opp)
    start = (i, j)
    proved = _proved(rules, progress)
    rows, known = _walk(proved.found, start)
    solve = _eliminated if rules.wipe else _solve
    found = known[start] if start in known else solve(rows, known, start)
    low, high = proved.found.value(*start)
    assert low <= found <= high, "the fraction is not where the value is"
    return found, proved.proof


def _proved(rules: Rules, progress: Progress | None) -> Proved[Any]:
    """All decisions proved, and bounds by which each can be told."""
    for bits in FIRST_BITS, BITS:
        proved: Proved[Any] | None = prove(rules, progress=progress, bits=bits)
        # With layers more bits decided it than the bounds have.
        if proved and not proved.decisions.undecided and not proved.layers:
            return proved
    reason = why_not(proved.found if proved else None).reason
    raise RuleError(f"not every decision could be proved: {reason}")


def _walk(found: Enclosure, start: Pair) -> tuple[dict[Pair, _Row], dict[Pair, Fraction]]:
    """The rows of all starts that best play comes to; and those of which the value is known."""
    rules = found.rules
    below = math.lcm(*rules.denominators)
    chances: Any = _Whole(below, 16)
    rows: dict[Pair, _Row] = {}
    known: dict[Pair, Fraction] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here in rows or here in known:
            continue
        shares = rules.settled(*here)
        if shares is not None:
            known[here] = Fraction(shares[0], 2)
            continue
        turn = found.bounds(*here)
        while True:
            try:
                q, wipe, banked = found.turns.ends(turn.low, turn.bank_low, chances)
                break
            except _Short:
                chances = _Whole(below, 2 * chances.throws)
        i, j = here
        parts = Counter({(j, s): chance for s, chance in banked})
        parts[j, i] += q
        parts[j, 0] += wipe
        common = math.gcd(chances.one, *parts.values())
        after = {one: chance // common for one, chance in parts.items() if chance}
        rows[here] = _Row(chances.one // common, after)
        waiting += after
    return rows, known


def _solve(rows: Mapping[Pair, _Row], known: Mapping[Pair, Fraction], start: Pair) -> Fraction:
    """The value of ``start``."""
    pairs = sorted({(min(one), max(one)) for one in rows}, key=sum, reverse=True)
    blocks = [[one for one in dict.fromkeys((pair, pair[::-1])) if one in rows] for pair in pairs]
    determinants = [_determinant(rows, block) for block in blocks]
    if not all(determinants):
        raise RuleError(_NO_END)
    size = sum(map(int.bit_length, determinants))
    if size > _MOST_BITS:
        raise SizeError(
            f"the fraction may have {size * 0.30103:,.0f} digits, but at most "
            f"{_MOST_BITS * 0.30103:,.0f} are computed: choose a later state, or ask for --digits "
            "1000"
        )
    product = 2 * math.prod(determinants)  # twice, as known values may be halves
    prime = next(prime for prime in _PRIMES if all(d % prime for d in determinants))
    modulus = prime ** (product.bit_length() // (prime.bit_length() - 1) + 1)
    values = {one: share.numerator * pow(share.denominator, -1, modulus)
              for one, share in known.items()}  # fmt: skip
    left = Counter(one for row in rows.values() for one in row.after)

    def rest(here: Pair, block: Iterable[Pair]) -> int:
        """What a row is without its block; values that nobody needs again are forgotten."""
        below, after = rows[here]
        total = below
        for one, weight in after.items():
            if one not in block:
                total -= weight * values[one]
                left[one] -= 1
                if not left[one]:
                    del values[one]
        return total

    for block, d in zip(blocks, determinants):
        inverse = -pow(modulus, -1, d)
        sums = [rest(one, block) for one in block]
        if len(block) == 2:
            (m, first), (n, second) = (rows[one] for one in block)
            q, p = first.get(block[1], 0), second.get(block[0], 0)
            sums = [n * sums[0] - q * sums[1], m * sums[1] - p * sums[0]]
        for one, x in zip(block, sums):
            values[one] = (x + x * inverse % d * modulus) // d % modulus
    return Fraction(values[start] * product % modulus, product)


def _eliminated(rows: Mapping[Pair, _Row], known: Mapping[Pair, Fraction], start: Pair) -> Fraction:
    """The same where throws wipe, so that all depend on those against a player with nothing."""
    order = sorted(rows, key=lambda one: (one[1] == 0, -sum(one)))
    matrix, right = {}, {}
    for here in order:
        below, after = rows[here]
        matrix[here] = {one: weight for one, weight in after.items() if one in rows}
        matrix[here][here] = matrix[here].get(here, 0) + below
        right[here] = below - sum(weight * known.get(one, 0) for one, weight in after.items())
    try:
        return Fraction(eliminate(matrix, right, Rational(), _MOST_PRODUCTS)[start])
    except TooLong:
        raise SizeError(
            "where throws wipe, every score depends on every other, and the fraction would take "
            "too long: choose a smaller goal, or ask for --digits 1000"
        ) from None
    except ZeroDivisionError:
        raise RuleError(_NO_END) from None


def _determinant(rows: Mapping[Pair, _Row], block: list[Pair]) -> int:
    (m, first), (n, second) = rows[block[0]], rows[block[-1]]
    if len(block) == 1:
        return m + first.get(block[0], 0)
    return m * n - first.get(block[1], 0) * second.get(block[0], 0)
