"""The contest's own input and output (Hold or Continue, ICPC Latin America 2019)."""

from __future__ import annotations

from ..games import HoldOrContinue, StateError
from ..games.checks import written
from ..games.spelling import shown
from ..solvers import solve

__all__ = ["answers"]


def answers(text: str) -> list[str]:
    """``"H"`` or ``"C"`` for each query C H X of ``text``, which starts with their number.

    X = 0 continues, C + X = 75 holds (and wins); everything else is the solution's decision.

    Raises
    ------
    StateError
        If the input has another shape or a state does not exist.

    Examples
    --------
    >>> answers("3 15 0 3 35 50 40 15 0 30")
    ['C', 'H', 'H']
    """
    try:
        count, *numbers = (written(word, "a number") for word in text.split())
    except ValueError:
        raise StateError(
            "the input must be whole numbers: Q, then Q lines of three, C H X"
        ) from None
    if len(numbers) != 3 * count:
        raise StateError(
            f"the input announces {shown(count)} queries, so {shown(3 * count)} numbers must "
            f"follow, but {len(numbers)} do: correct Q or the lines after it"
        )
    game = HoldOrContinue()
    decisions = solve(game).decisions()
    found = []
    for own, opp, total in zip(*[iter(numbers)] * 3):
        if own + total == game.goal:
            game.check_state(own, opp)
            found.append("H")
        else:
            found.append("C" if decisions[game.check_state(own, opp, total)] == 1 else "H")
    return found
