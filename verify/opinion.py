"""A second opinion on one state, and the arithmetic that it is given in.

It shares neither its arithmetic nor its program with the first: ``mpmath`` computes it, in an
interval context of its own, so that whatever else uses mpmath in the same process is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import finf, fnan, fninf, mpf_sign, to_rational

from pigcore.games.errors import SizeError
from pigcore.games.game import Game
from pigcore.games.spelling import counted

from .algebra.decimals import print_between
from .algebra.intervals import Interval, best_of, is_narrow
from .verdict import Proof, Verdict

__all__ = [
    "Real", "SecondOpinion", "enclosed", "ends", "finite", "interval_context", "opinion",
    "proved_signs", "refuse_if_far",
]  # fmt: skip

A = TypeVar("A")

_LARGEST = 200
"""Points missing to the goal: some minutes."""

Real = Any
"""An interval of mpmath: it adds, multiplies and divides, always rounded outward."""


def interval_context(digits: int) -> Any:
    """An interval context of its own, which computes with ``digits`` decimal digits."""
    context = MPIntervalContext()
    context.dps = digits
    return context


def refuse_if_far(missing: int) -> None:
    """Refuse what would take much longer than some minutes."""
    if missing > _LARGEST:
        raise SizeError(
            f"{counted(missing, 'point')} are missing from the goal, but a second opinion takes at "
            f"most {_LARGEST}: choose a smaller goal or a later state"
        )


def enclosed(
    payoffs: Callable[[Any], dict[A, Interval]], digits: int, spare: Sequence[int]
) -> tuple[dict[A, Interval], int]:
    """``payoffs(context)`` in a context of as many digits as so many need, and its bits.

    ``spare`` digits are lost to rounding, rising: the first that are enough are taken, or the last.
    """
    for more in spare:
        context = interval_context(digits + more)
        found = payoffs(context)
        if all(is_narrow(worth, digits) for worth in found.values()):
            break
    return found, context.prec


def ends(number: Real) -> Interval:
    """The ends of an interval of mpmath, exactly.

    Examples
    --------
    >>> ends(interval_context(5).mpf([-0.5, 2]))
    (Fraction(-1, 2), Fraction(2, 1))
    """
    low, high = number._mpi_
    return Fraction(*to_rational(low)), Fraction(*to_rational(high))


def finite(number: Real) -> bool:
    """Whether an interval of mpmath has two ends: a quotient by one that holds 0 has none."""
    return not any(end in (finf, fninf, fnan) for end in number._mpi_)


def proved_signs(number: Real) -> tuple[bool, bool]:
    """Whether an interval of mpmath is below 0, and whether it is above.

    Examples
    --------
    >>> proved_signs(interval_context(5).mpf([0, 2])), proved_signs(interval_context(5).mpf(-1))
    ((False, False), (True, False))
    """
    low, high = number._mpi_
    return mpf_sign(high) < 0, mpf_sign(low) > 0


@dataclass(frozen=True, repr=False)
class SecondOpinion(Verdict[Game, Any]):
    """One state recomputed with mpmath, compared with the first proof."""

    first: Verdict[Any, Any]
    """What :func:`pigverify.check` proves."""

    extras: ClassVar[tuple[str, ...]] = ("agrees", "first")

    @property
    def agrees(self) -> bool:
        """Whether no payoff and no best action contradicts the first proof."""
        mine, theirs = self.payoffs, self.first.payoffs
        return (
            set(mine) == set(theirs)
            and set(self.first.best) <= set(self.best)
            and all(_meet(worth, theirs[action]) for action, worth in mine.items())
        )

    @property
    def ok(self) -> bool:
        """Whether both proofs agree. Intervals cannot prove a tie, but they never contradict
        one.
        """
        alone = len(self.best) == 1 or self.best == self.first.best
        return self.proof.method != "none" and self.first.ok and self.agrees and alone

    def spelled(self, action: Any) -> str:  # type: ignore[override]
        """An action in words."""
        return self.first.spelled(action)

    def _more(self) -> list[tuple[str, str]]:
        if self.proof.method == "none":
            return []
        if not self.agrees:
            return [("first", f"contradicts this: {self.first.decision} ({self.first.proof})")]
        said = f"agrees: {self.first.decision} ({self.first.proof})"
        if self.ok and len(self.best) > 1:
            apart = max(high for _, high in self._apart())
            said += f"; here the payoffs differ by at most {print_between((apart, apart), 2)}"
        return [("first", said)]

    def _apart(self) -> list[Interval]:
        low = min(self.payoffs[action][0] for action in self.best)
        high = max(self.payoffs[action][1] for action in self.best)
        return [(Fraction(0), high - low)]


def opinion(
    first: Verdict[Any, Any], payoffs: dict[Any, Interval], bits: int | None, digits: int
) -> SecondOpinion:
    """What the payoffs computed with ``bits`` say, None if there was nothing to compute."""
    clipped = {
        action: (max(low, Fraction(0)), min(high, Fraction(1)))
        for action, (low, high) in payoffs.items()
    }
    proof = first.proof if bits is None else Proof("intervals", bits=bits)
    return SecondOpinion(
        first.game, first.state, best_of(clipped), clipped, proof, first, digits=digits
    )


def _meet(one: Interval, other: Interval) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]
