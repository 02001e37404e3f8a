"""The contest's own input and output (Hold or Continue, ICPC Latin America 2019)."""

from __future__ import annotations

from ...games import HoldOrContinue, StateError
from ...games.checks import between, written
from ...games.spelling import counted, shown
from ...solvers import solve

__all__ = ["answers"]

LETTERS = "CHX"
"""The contest's names for the mover's score, the opponent's and the points of the turn."""


def answers(text: str) -> list[str]:
    """``"H"`` or ``"C"`` for each query C H X of ``text``, which starts with their number.

    X = 0 continues, C + X = 75 holds (and wins); everything else is the solution's decision.

    Raises
    ------
    RuleError, StateError
        If the input has another shape or a state does not exist.

    Examples
    --------
    >>> answers("3 15 0 3 35 50 40 15 0 30")
    ['C', 'H', 'H']
    """
    queries = _queries(text)
    if not queries:
        return []
    decide = solve(HoldOrContinue()).policy  # like solution.decide, without its warnings
    return ["C" if decide(*query) == "roll" else "H" for query in queries]


def _queries(text: str) -> list[tuple[int, ...]]:
    """The queries of a text, each one a state."""
    words = text.split()
    if not words:
        raise StateError("the input is empty: give Q, the number of queries, then Q lines C H X")
    what = "Q, the number of queries,"
    count = between(written(words[0], what), what, 0)
    numbers = [
        written(word, f"query {place // 3 + 1}: {LETTERS[place % 3]}")
        for place, word in enumerate(words[1:])
    ]
    if len(numbers) != 3 * count:
        several = f"{shown(count)} {'query' if count == 1 else 'queries'}"
        follow = counted(len(numbers), "number follows", "numbers follow")
        raise StateError(
            f"the input announces {several} and so {shown(3 * count)} numbers, but {follow}: "
            "correct Q or the lines after it"
        )
    queries, goal = list(zip(*[iter(numbers)] * 3)), HoldOrContinue().goal
    for place, query in enumerate(queries, start=1):
        for letter, value, most in zip(LETTERS, query, (goal - 1, goal - 1, goal - query[0])):
            between(value, f"query {place}: {letter}", 0, most)
    return queries
