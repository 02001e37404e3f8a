"""Optimal mixtures of symmetric games, against the vertices of all supports."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pigverify.algebra.simplex import Simplex


def antisymmetric(draw, size):
    rows = [[Fraction(0)] * size for _ in range(size)]
    for a in range(size):
        for b in range(a):
            rows[a][b] = Fraction(draw(st.integers(-2, 2)), 2)
            rows[b][a] = -rows[a][b]
    return rows


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data(), st.integers(1, 5))
def test_uniqueness_against_all_vertices(data, size):
    rows = antisymmetric(data.draw, size)
    likely = data.draw(st.lists(st.integers(0, size - 1), unique=True))  # need not be right
    program = Simplex(rows, likely)
    first, second = program.optimum(), program.another()
    vertices = set()
    for support in itertools.chain.from_iterable(
        itertools.combinations(range(size), n) for n in range(1, size + 1)
    ):
        for tight in itertools.combinations(range(size), len(support) - 1):
            x = solve([[rows[i][j] for i in support] for j in tight] + [[1] * len(support)])
            if x is None or min(x) < 0:
                continue
            point = dict(zip(support, x))
            if all(sum(w * rows[i][j] for i, w in point.items()) >= 0 for j in range(size)):
                vertices.add(tuple(point.get(i, Fraction(0)) for i in range(size)))
    assert tuple(first) in vertices
    assert (second is None) == (len(vertices) == 1)
    assert second != first


def solve(rows):
    """The one x with rows · x = (0, …, 0, 1), or None."""
    rows = [
        [Fraction(v) for v in row] + [Fraction(n == len(rows) - 1)] for n, row in enumerate(rows)
    ]
    for n in range(len(rows)):
        pivot = next((r for r in range(n, len(rows)) if rows[r][n]), None)
        if pivot is None:
            return None
        rows[n], rows[pivot] = rows[pivot], [*rows[n]]
        rows[n] = [v / rows[n][n] for v in rows[n]]
        for r in range(len(rows)):
            if r != n:
                rows[r] = [v - rows[r][n] * w for v, w in zip(rows[r], rows[n])]
    return [row[-1] for row in rows]
