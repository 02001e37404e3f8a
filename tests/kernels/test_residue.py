"""The kernel of residues: against fractions, and against tables that would lead it astray."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from support.race_in_fractions import eliminate

from pigcore.kernels import residue
from pigcore.study.exact_values.equations import MOST_COUPLED, Row, cycles, equations
from pigcore.study.exact_values.residues import _primes, whole_numbers

PRIMES = _primes(160_000)[:21]


def system(seed, states=12):
    """Random equations with cycles, whose unknowns lie between -1 and 1."""
    rng = random.Random(seed)
    rows = {}
    for n in range(states):
        others = [(m,) for m in rng.sample(range(states), rng.randint(0, 4)) if m <= n + 2]
        weights = [
            rng.choice([-1, 1]) * rng.randint(1, 10 ** rng.choice([1, 9, 30])) for _ in others
        ]
        size = sum(map(abs, weights))
        constant = rng.randint(-size - 5, size + 5)
        rows[n,] = Row(constant, tuple(zip(others, weights)), size + abs(constant) + 1)
    return rows


def solved(rows):
    """The same in fractions."""
    lines = []
    for state, row in rows.items():
        line = {state: Fraction(row.over), None: Fraction(row.constant)}
        for other, weight in row.terms:
            line[other] = line.get(other, 0) - weight
        lines.append(line)
    return eliminate(lines, list(rows))


@pytest.mark.parametrize("seed", range(30))
def test_unknowns_are_those_of_fractions(seed):
    rows = system(seed)
    truth = solved(rows)
    found = equations(rows, lambda state: state, rows)
    below, above = whole_numbers(found)
    assert 0 < abs(below) <= found.bound
    assert [Fraction(number, below) for number in above] == [truth[state] for state in rows]
    for p, (multiple, *numbers) in zip(PRIMES.tolist(), found.solve(PRIMES).tolist()):
        assert multiple == below % p
        assert numbers == [number % p for number in above]


def test_a_prime_that_divides_a_pivot_is_given_up():
    p = int(PRIMES[3])
    rows = {(0,): Row(1, (((1,), 1),), p), (1,): Row(1, (((0,), p - 1),), p)}
    rows |= {(2,): Row(1, (((2,), -1),), p - 1)}  # p x = 1
    found = equations(rows, lambda state: state, [(0,), (2,)])
    assert not found.solve(PRIMES[3:4]).any()
    below, above = whole_numbers(found)
    assert [Fraction(number, below) for number in above] == [solved(rows)[0,], Fraction(1, p)]


def test_shares_are_those_of_the_chinese_remainder_theorem():
    for count in (1, 7, 8, 21):
        primes = PRIMES[:count]
        product = math.prod(primes.tolist())
        found = residue.shares(primes, primes)
        assert found == [pow(product // p, -1, p) for p in primes.tolist()]


def test_primes_are_primes():
    def prime(n):
        return n > 1 and all(n % p for p in range(2, math.isqrt(n) + 1))

    top = int(PRIMES[0])
    assert [n for n in range(top - 300, 1 << 26) if prime(n)][::-1] == [
        p for p in _primes(160_000).tolist() if p >= top - 300
    ]


def test_cycles_come_after_what_they_lead_to():
    rng = random.Random(1)
    for _ in range(50):
        following = [[rng.randrange(9) for _ in range(rng.randint(0, 2))] for _ in range(9)]
        found = cycles(following)
        assert sorted(node for cycle in found for node in cycle) == list(range(9))
        reached = {n: {n} for n in range(9)}
        for _ in range(9):
            for n in range(9):
                reached[n] |= {m for other in following[n] for m in reached[other]}
        place = {node: at for at, cycle in enumerate(found) for node in cycle}
        for a in range(9):
            for b in range(9):
                assert (place[a] == place[b]) == (b in reached[a] and a in reached[b])
                assert b not in reached[a] or place[b] <= place[a]


def test_what_hangs_together_too_much_is_refused():
    size = MOST_COUPLED + 2
    states = [(n,) for n in range(size)]
    rows = {state: Row(1, tuple((one, 1) for one in states), 2 * size) for state in states}
    with pytest.raises(ValueError, match=r"at most 64: choose a smaller goal"):
        equations(rows, lambda state: state, states[:1])


# --- what the kernel refuses --------------------------------------------------------------------


def tables():
    """x_0 = 1/2 + x_1 / 3, x_1 = 1/2 + x_0 / 3, x_2 = 1/2 + x_0: they are 3/4, 3/4 and 5/4."""
    return {
        "digits": np.array([[1.0], [1.0], [1.0]]),
        "over": np.array([1, 2, 0]),
        "scales": np.array([[1.0], [2.0], [3.0]]),
        "multiple": np.array([[8.0]]),
        "pivots": np.array([[1, 1]]),
        "known": np.array([-1, 0, -1]),
        "constant": np.array([0, 0, 0]),
        "begin": np.array([0, 0, 0, 1]),
        "terms": np.array([[0, 2]]),
        "block": np.array([0, 0, 2]),
        "inner": np.array([0, 1, 3, 3]),
        "entries": np.array([[1, 1], [0, 1], [1, -1]]),
    }


def solve(array, wanted=(2,), primes=PRIMES, columns=None):
    found = np.zeros((len(primes), columns or 1 + len(wanted)), dtype=np.int64)
    residue.System(*array.values()).solve(primes, np.array(wanted, dtype=np.intp), found)
    return found


def test_good_tables_are_taken():
    for p, (multiple, number) in zip(PRIMES.tolist(), solve(tables()).tolist()):
        assert number * pow(multiple, -1, p) % p == 5 * pow(4, -1, p) % p


@pytest.mark.parametrize(
    ("name", "place", "value"),
    [
        ("digits", (0, 0), 2.0**24), ("digits", (0, 0), float("nan")), ("scales", (1, 0), -1e9),
        ("over", 0, 3), ("over", 0, -1), ("known", 0, 1), ("known", 0, -2),
        ("multiple", (0, 0), 2.0**24),
        ("pivots", (0, 0), -1), ("pivots", (0, 0), 3), ("pivots", (0, 1), 3),
        ("pivots", (0, 1), -2), ("constant", 1, 3), ("constant", 1, -1),
        ("begin", 0, 1), ("begin", 3, 2), ("begin", 1, -1), ("inner", 3, 4), ("inner", 0, 1),
        ("terms", (0, 0), 2), ("terms", (0, 0), -1), ("terms", (0, 1), 3), ("block", 1, 2),
        ("block", 0, -1), ("block", 2, 1), ("entries", (0, 0), 3), ("entries", (0, 0), 2),
        ("entries", (2, 0), 0), ("entries", (0, 1), 3), ("entries", (0, 1), -2),
    ],
)  # fmt: skip
def test_tables_that_lead_out_of_the_arrays_are_refused(name, place, value):
    array = tables()[name]
    array[place] = value
    with pytest.raises(ValueError, match=r"\w"):
        residue.System(*(tables() | {name: array}).values())


def test_wrong_shapes_primes_and_wishes_are_refused():
    for name, array in tables().items():
        with pytest.raises(ValueError, match=r"\w"):
            residue.System(*(tables() | {name: array[:0]}).values()).solve(
                PRIMES, np.array([2]), np.zeros((len(PRIMES), 2), dtype=np.int64)
            )
    for wrong in (2**25, 2**26, -5):
        with pytest.raises(ValueError, match=r"must be between 2\^25 and 2\^26"):
            solve(tables(), primes=np.array([wrong]))
        with pytest.raises(ValueError, match=r"must be between 2\^25 and 2\^26"):
            residue.shares(PRIMES, np.array([wrong]))
    for wanted in (3, -1):
        with pytest.raises(ValueError, match="is wanted"):
            solve(tables(), [wanted])
    with pytest.raises(ValueError, match="does not fit"):
        solve(tables(), columns=3)
