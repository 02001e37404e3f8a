"""Linear equations x = b + J x where J is dear to write down and cheap to apply.

Generalized conjugate residuals (S. Eisenstat, H. Elman, M. Schultz, 1983): of all combinations of
the directions taken so far, x is the one whose residual r = b + J x - x is the shortest. For that
the images q = p - J p of the directions p are kept orthogonal to each other. Where J has a few
large eigenvalues and many small ones, some ten or twenty steps reach the last digit.

The result need not be believed: whoever has it can look at its residual.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import mul
from typing import Any

from .arithmetic import Arithmetic

__all__ = ["reduce_residual"]

Vector = Sequence[Any]


def reduce_residual(
    x: Vector,
    residual: Vector,
    image: Callable[[Vector], Vector],
    arithmetic: Arithmetic,
    *,
    small: Any,
    most: int,
) -> list[Any]:
    """A solution of x = b + J x, or what is nearest to one after ``most`` steps.

    Parameters
    ----------
    x, residual : sequence
        Where to begin, and b + J x - x there.
    image : callable
        J, applied to a vector.
    arithmetic : Arithmetic
        Fixed or floating point.
    small : number
        No entry of the residual need be smaller at the end.
    most : int
        Steps that may be taken; each applies J once.

    Notes
    -----
    O(n most²) operations for n unknowns, besides the images.

    Examples
    --------
    >>> from .arithmetic import Floating
    >>> swap = lambda p: [p[1] / 2, p[0] / 4]
    >>> reduce_residual([0.0, 0.0], [7.0, 0.0], swap, Floating(), small=1e-9, most=9)
    [8.0, 2.0]
    """
    scale, over = arithmetic.scale, arithmetic.over
    x, residual = list(x), list(residual)
    before: list[tuple[list[Any], list[Any], Any]] = []
    for _ in range(most):
        if max(map(abs, residual)) <= small:
            break
        p = residual
        q = [a - b for a, b in zip(p, image(p))]
        for other_p, other_q, length in before:
            part = over(_dot(q, other_q), length)
            p = [a - scale(part * b) for a, b in zip(p, other_p)]
            q = [a - scale(part * b) for a, b in zip(q, other_q)]
        length = _dot(q, q)
        if not length:
            break
        before.append((p, q, length))
        step = over(_dot(residual, q), length)
        x = [a + scale(step * b) for a, b in zip(x, p)]
        residual = [a - scale(step * b) for a, b in zip(residual, q)]
    return x


def _dot(a: list[Any], b: list[Any]) -> Any:
    return sum(map(mul, a, b))
