"""Sparse linear equations in fractions and residues."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pigverify.algebra.elimination import eliminate
from pigverify.race.turn import Exact, Modular

PRIME = 2**127 - 1


@st.composite
def chains(draw):
    """x = b + A x, the rows of A chances that leave something out, with signs."""
    n = draw(st.integers(1, 6))
    rows, right = {}, {}
    for i in range(n):
        weights = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
        below = sum(weights) + draw(st.integers(1, 5))
        signs = draw(st.lists(st.sampled_from([1, -1]), min_size=n, max_size=n))
        rows[i] = {j: -Fraction(s * w, below) for j, (w, s) in enumerate(zip(weights, signs)) if w}
        rows[i][i] = rows[i].get(i, 0) + 1
        right[i] = Fraction(draw(st.integers(-9, 9)), 7)
    return rows, right


@pytest.mark.slow
@given(chains())
def test_fractions_solve_every_equation(chain):
    rows, right = chain
    x = eliminate(rows, right, Exact())
    assert list(x) == list(rows)
    for i, row in rows.items():
        assert sum(a * x[j] for j, a in row.items()) == right[i]


@pytest.mark.slow
@given(chains())
def test_residues_are_those_of_the_fractions(chain):
    rows, right = chain

    def residue(value):
        return value.numerator * pow(value.denominator, -1, PRIME) % PRIME

    exact = eliminate(rows, right, Exact())
    found = eliminate(
        {i: {j: residue(Fraction(a)) for j, a in row.items()} for i, row in rows.items()},
        {i: residue(b) for i, b in right.items()},
        Modular(PRIME),
    )
    assert found == {i: residue(x) for i, x in exact.items()}


def test_residues_are_zero_where_the_numbers_are():
    # 0 = 5 - 5 must not be taken for a pivot: the residue of a difference is the prime itself.
    with pytest.raises(ValueError, match="not invertible"):
        eliminate({0: {0: 2, 1: 4}, 1: {0: 3, 1: 7 + 6 - 14}}, {0: 6, 1: 9}, Modular(7))
    with pytest.raises(ValueError, match="not invertible"):
        eliminate({0: {0: 7}}, {0: 1}, Modular(7))
    with pytest.raises(ZeroDivisionError):
        eliminate({0: {0: 1, 1: 1}, 1: {0: 1, 1: 1}}, {0: 1, 1: 1}, Exact())
