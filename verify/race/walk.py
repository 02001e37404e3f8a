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
from typing import NamedTuple

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.starts import start_of

from ..algebra.elimination import TooLong
from ..options import Progress
from ..verdict import Proof
from .exactly import Known
from .prove import Proved
from .tables import of_two as serves
from .turn import Exact, Floor, forward

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
    after: Mapping[int, int]


class _Short(Exception):  # noqa: N818
    """A turn has more throws than its denominator is a power of."""


class _Whole(Floor):
    """Chances in whole numbers, parts of ``one``, which must leave no rest."""

    def __init__(self, denominator: int, throws: int) -> None:
        super().__init__(denominator**throws)
        self.throws = throws

    def mean(self, total: int, below: int) -> int:
        """A sum over its denominator."""
        found, rest = divmod(total, below)
        if rest:
            raise _Short
        return found


def only(game: Race, place: tuple[int, ...]) -> str:
    """Where alone this is a way to values, if it is none here."""
    turn = game.turn_of(start_of(game, place).seat)
    mode = dict(zip(game.state_names, place)).get("mode", turn.values[turn.start])
    if place[2] or mode != turn.values[turn.start]:
        return "where a turn begins"
    if game.end != "goal":
        return "where nobody has a last turn"
    if game.win == "bank" and (game.turn.obliges or (game.other and game.other.obliges)):
        return "where no mode obliges to throw on with the goal reached"
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
    units = [score // game.unit for score in place[:2]]
    found = Proved(game, least=units, progress=progress).run()
    if not found.check or found.undecided:
        why = found.proof.reason or "no proof was found with as many bits as are allowed"
        raise RuleError(f"not every decision could be proved: {why}")
    tables = found.tables
    start = tables.place(units, start_of(game, place).seat - 1)
    if not tables.alive(start):
        return Fraction(1, 2), found.proof
    rows = _walk(found, start)
    solve = _coupled if tables.wipe else _solve
    fraction = solve(found, rows, start)
    low, high = found.value(start)
    assert low <= fraction <= high, "the fraction is not where the value is"
    return fraction, found.proof


def _walk(found: Proved, start: int) -> dict[int, _Row]:
    """The rows of all starts that best play comes to."""
    tables = found.tables
    below = math.lcm(*(d for turn in tables.turns for d in turn.below if d))
    chances = _Whole(below, 16)
    rows: dict[int, _Row] = {}
    waiting = [start]

    while waiting:
        here = waiting.pop()
        if here in rows:
            continue
        frame = found.frame(here)
        plan = found.plan(here, frame)
        while True:
            try:
                parts = forward(chances, frame, plan)
                break
            except _Short:
                chances = _Whole(below, 2 * chances.throws)
        common = math.gcd(chances.one, *parts.values())
        after = {one: chance // common for one, chance in parts.items()
                 if chance and one != tables.win}  # fmt: skip
        rows[here] = _Row(chances.one // common, after)
        waiting += [one for one in after if one < tables.size]
    return rows


def _solve(found: Proved, rows: Mapping[int, _Row], start: int) -> Fraction:
    """The value of ``start``."""
    tables, blocks = found.tables, list[list[int]]()
    known = {tables.ends + 3: Fraction(1, 2)}  # where nobody can win any more
    done = set[int]()
    for one in sorted(rows, key=lambda here: -sum(tables.start(here)[0])):
        if one not in done:
            to = found.frame(one).bust  # of as many points, unless it is done
            blocks.append([one, to] if to in rows and to not in done and to != one else [one])
            done.update(blocks[-1])
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

    def rest(here: int, block: Iterable[int]) -> int:
        """What a row is without its block; values that nobody needs again are forgotten."""
        below, after = rows[here]
        total = below
        for one, weight in after.items():
            if one not in block:
                total -= weight * values[one]
                left[one] -= 1
                if not left[one] and one < tables.size:
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


def _coupled(found: Proved, rows: Mapping[int, _Row], start: int) -> Fraction:
    """The same where throws wipe, so that all depend on those against a player with nothing."""
    known, order = Known(found.tables, Exact()), [one for one in found.starts if one in rows]
    try:
        known.solve(order, found.plan, found.frames, _MOST_PRODUCTS)
    except TooLong:
        raise SizeError(
            "where throws wipe, every score depends on every other, and the fraction would take "
            "too long: choose a smaller goal, or ask for --digits 1000"
        ) from None
    except ZeroDivisionError:
        raise RuleError(_NO_END) from None
    return Fraction(known.values[0][start])


def _determinant(rows: Mapping[int, _Row], block: list[int]) -> int:
    (m, first), (n, second) = rows[block[0]], rows[block[-1]]
    if len(block) == 1:
        return m + first.get(block[0], 0)
    return m * n - first.get(block[1], 0) * second.get(block[0], 0)
