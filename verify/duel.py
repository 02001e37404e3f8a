"""Duels: an equilibrium and every reply, proved without rounding.

The payoffs are those of ``certificates/check_duel``, whole numbers from the rules alone. Where a
mixture has its weights is asked of pigcore, and :mod:`.algebra.simplex` goes on from there. Neither
need be believed: the checker shows that no hold gains against the mixture, and that it is the only
one, or that another one is as good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

from pigcore.games.duel import Duel
from pigcore.games.errors import PigcoreError, SizeError
from pigcore.games.game import FrozenDict
from pigcore.games.spelling import at_most, counted
from pigcore.memory import require

from .algebra.decimals import print_between
from .algebra.intervals import best_of, quotient_up
from .algebra.simplex import Simplex, TooMuch
from .certificates import check_duel
from .certificates.files import header_of
from .options import Progress, digits_of, tolerance_of
from .printing import joined
from .tally import TIED, OwnCount, pick
from .verdict import CLOSEST, Call, Proof, Report, Verdict

__all__ = [
    "RULES", "TOLERANCE", "DuelReport", "DuelVerdict", "certificate", "certify", "check", "tables",
]  # fmt: skip

TOLERANCE = 1e-9
"""The largest error of a payoff, and gain against a mixture, that is not refuted."""
RULES = ("holds", "denominator", "lost", "gains", "weights")
"""The entries of a certificate's header that say which duel it is."""

_DIGITS = 12
_REMEDY = "take fewer or smaller holds, or chances of fewer digits"
Mixture = Mapping[int, Fraction]


def _print(value: Fraction, digits: int = _DIGITS) -> str:
    return print_between((value, value), digits)


class _Spelled:
    """A duel's actions in words."""

    @staticmethod
    def spelled(action: Any) -> str:
        """A hold."""
        return f"hold at {action}"


@dataclass(frozen=True, repr=False)
class DuelVerdict(_Spelled, Verdict[Duel, int]):
    """What is proved about the replies to one hold: all in exact fractions."""

    scores: Mapping[int, Fraction]
    """The chance of each score of the hold replied to."""

    extras: ClassVar[tuple[str, ...]] = ("scores",)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "scores", FrozenDict(sorted(self.scores.items())))


@dataclass(frozen=True, repr=False, kw_only=True)
class DuelReport(_Spelled, Report[Duel]):
    """What is proved about a duel, and about a table of its payoffs."""

    distinct: int
    """Holds that are different turns; the mixtures are over these."""
    mixture: Mixture
    """An optimal mixture; no hold gains against it."""
    other: Mixture | None
    """Another optimal mixture, or None, which is proved to mean that there is no other."""
    tight: int
    """Holds that lose nothing against the mixture."""
    replies: Mapping[int, tuple[int, ...]]
    """All best replies to each hold."""
    exploit: float | None = None
    """The best hold gains this much against the table's mixture."""

    extras: ClassVar[tuple[str, ...]] = (
        "distinct", "mixture", "unique", "other", "tight", "exploit",
    )  # fmt: skip

    def __post_init__(self) -> None:
        for name in ("mixture", "other", "replies"):
            table = getattr(self, name)
            object.__setattr__(self, name, table and FrozenDict(table))

    @property
    def unique(self) -> bool:
        """Whether the mixture is the only optimal one."""
        return self.other is None

    @property
    def refuted(self) -> bool:
        """Whether a payoff or the mixture of the table is further off than the tolerance."""
        return super().refuted or self._exceeds(self.exploit)

    def _table(self) -> str:
        assert self.error is not None
        assert self.exploit is not None
        where = "" if self.worst is None else f", furthest {self.game.spell(self.worst)}"
        return (
            f"payoffs within {at_most(self.error)} of the truth{where}; the mixture gives away "
            f"{at_most(self.exploit)} (tolerance {self.tolerance:.12g})"
        )

    def _more(self) -> list[tuple[str, str]]:
        mixture = [joined(f"{h}: {_print(w)}") for h, w in self.mixture.items()]
        return [
            ("mixture", ", ".join(mixture)),
            ("proved", f"all {self.distinct} inequalities hold, {self.tight} as equations"),
            ("unique", "yes, proved" if self.unique else "no, another one is found"),
        ]


# --- the checker's duel ---------------------------------------------------------------------------


def tables(game: Duel) -> dict[str, Any]:
    """The holds and the throw as integers: the entries ``RULES`` of the header."""
    roll, below = game.roll, game.roll.denominator
    return {
        "holds": list(game.holds),
        "denominator": below,
        "lost": int((roll.bust + roll.wipe) * below),
        "gains": [g for g, _ in roll.gains],
        "weights": [int(p * below) for _, p in roll.gains],
    }


def _header(game: Duel) -> tuple[dict[str, Any], check_duel.Duel]:
    """The header of a certificate, and what the checker makes of it.

    Raises
    ------
    SizeError
        If the proof would take too long or not fit in memory.
    """
    # Pivots of the linear program make numbers some times as long as the payoffs are.
    throws = 2 * (game.holds[-1] // min((gain for gain, _ in game.roll.gains), default=1) + 1)
    bits, holds = throws * game.roll.denominator.bit_length(), len(game.holds)
    require(16 * holds**2 * (bits // 4 + 100), f"a proof of {holds} holds", "take fewer holds")
    entries = {**tables(game), "unique": True, "states": holds}
    return header_of(check_duel, game, entries, _REMEDY, "is too large for a proof")


def check(
    game: Duel, *state: object, digits: int = 30, progress: Progress | None = None
) -> DuelVerdict:
    """Prove which holds answer a hold, or the optimal mixture, best, and what each pays.

    A payoff is the sum of all pairs of scores of two turns: exact, and quick for holds up to 100.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    _, duel = _header(game)
    opponent, square = duel.scores(place[0]), duel.one**2
    gains = {
        hold: (Fraction(duel.paid(duel.scores(hold), opponent), square),) * 2 for hold in game.holds
    }
    best = best_of(gains)
    return DuelVerdict(
        game,
        place,
        best,
        gains,
        Proof("fractions", ties="equality" if len(best) > 1 else None),
        {score: Fraction(n, duel.one) for score, n in opponent.items() if n},
        digits=digits,
    )


def certify(
    game: Duel,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> DuelReport:
    """Prove an optimal mixture, whether it is the only one, and judge a solution's.

    The payoffs of n holds are n² sums over pairs of scores, the linear program some n pivots of n²
    fractions; the published duel of 39 holds takes 0.3 s.
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    _, duel = _header(game)
    tell = progress or (lambda done, of: None)
    tell(0, 3)
    duel.play()
    tell(1, 3)
    weights, others = _mixtures(duel, _likely_support(game))
    tell(2, 3)
    paid = duel.check(weights, others)
    replies = dict(zip(game.holds, map(tuple, duel.replies())))
    square, whole = duel.one**2, sum(weights)
    distinct = [n for n, (hold, first) in enumerate(zip(game.holds, duel.first)) if hold == first]
    losses = sorted((paid[n], game.holds[n]) for n in distinct if paid[n])
    first = next(hold for hold, weight in zip(game.holds, weights) if weight)
    tied = sum(len(best) > 1 for best in replies.values())
    judged = {} if table is None else _judged(game, duel, replies, table)
    tell(3, 3)
    return DuelReport(
        game=game,
        value=(Fraction(0), Fraction(0)),
        states=len(game.holds),
        ties=tied,
        undecided=0,
        closest=tuple(
            Call((), first, hold, (Fraction(loss, whole * square),) * 2)
            for loss, hold in losses[: closest or CLOSEST]
        ),
        proof=Proof("fractions", ties="equality" if tied else None),
        tolerance=None if table is None else tolerance,
        **judged,
        distinct=len(distinct),
        mixture=_fractions(game, weights),
        other=None if others is None else _fractions(game, others),
        tight=sum(paid[n] == 0 for n in distinct),
        replies=replies,
    )


def _likely_support(game: Duel) -> set[int]:
    """The holds that a mixture has weights for, as pigcore says."""
    import pigcore

    try:
        return {*pigcore.solve(game).exact.weights}
    except PigcoreError:
        return set()


def _mixtures(duel: check_duel.Duel, likely: Collection[int]) -> tuple[list[int], list[int] | None]:
    """Weights of a mixture and of another one, if there is one; both need to be checked.

    Of holds that are one and the same turn only the first has any.
    """
    places = [n for n, (hold, first) in enumerate(zip(duel.holds, duel.first)) if hold == first]
    square = duel.one**2
    matrix = [[Fraction(duel.payoffs[a][b], square) for b in places] for a in places]
    try:
        program = Simplex(matrix, [k for k, n in enumerate(places) if duel.holds[n] in likely])
        found = [program.optimum(), program.another()]
    except TooMuch:
        raise SizeError(
            f"the equilibrium of {counted(len(places), 'hold')} takes too long to find in exact "
            f"fractions: {_REMEDY}"
        ) from None

    def whole(mixture: Sequence[Fraction]) -> list[int]:
        below = lcm(*(weight.denominator for weight in mixture))
        weights = dict(zip(places, (int(weight * below) for weight in mixture)))
        return [weights.get(n, 0) for n in range(len(duel.holds))]

    first, second = found
    assert first is not None
    return whole(first), None if second is None else whole(second)


def _fractions(game: Duel, weights: Sequence[int]) -> dict[int, Fraction]:
    return {hold: Fraction(x, sum(weights)) for hold, x in zip(game.holds, weights) if x}


def _judged(
    game: Duel,
    duel: check_duel.Duel,
    replies: Mapping[int, tuple[int, ...]],
    arrays: Mapping[str, Any],
) -> dict[str, Any]:
    """How far a table is from the truth, what its player gets right, and what its mixture loses."""
    given, square, count = arrays["payoffs"].tolist(), duel.one**2, OwnCount()
    error, worst = max(
        (abs(Fraction(given[a][b]) - Fraction(duel.payoffs[a][b], square)), -second)
        for a in range(len(game.holds))
        for b, second in enumerate(game.holds)
    )
    for place, best in enumerate(replies.values()):
        column = {name: row[place] for name, row in zip(game.holds, given)}
        reply, margin = pick(column, TIED)
        count.judge(reply, best, margin)
    mixture = [Fraction(weight) for weight in arrays["mix"].tolist()]
    gains = [sum((a * x for a, x in zip(row, mixture) if x), Fraction(0)) for row in duel.payoffs]
    lost = max(max(gains) / square, abs(sum(mixture, Fraction(-1))), -min(mixture))
    return {
        "error": quotient_up(*error.as_integer_ratio()),
        "worst": (-worst,),
        "own": count.own(),
        "exploit": quotient_up(*lost.as_integer_ratio()),
    }


def certificate(
    game: Duel, progress: Progress | None = None
) -> tuple[DuelReport, dict[str, Any], Iterator[str]]:
    """Prove the equilibrium and all replies: the report, and header and records of the certificate.

    Raises
    ------
    SizeError
        If the proof, or to check it, would take too long or not fit in memory.
    """
    report = certify(game, progress=progress)
    header, _ = _header(game)
    header["unique"] = report.unique
    mixtures = [_weights(one) for one in (report.mixture, report.other) if one is not None]
    records = (
        f"{hold} {','.join(map(str, best))} "
        + " ".join(f"{weights.get(hold, 0):x}" for weights in mixtures)
        for hold, best in report.replies.items()
    )
    return report, header, records


def _weights(mixture: Mixture) -> dict[int, int]:
    """The same mixture in whole numbers."""
    below = lcm(*(weight.denominator for weight in mixture.values()))
    return {hold: int(weight * below) for hold, weight in mixture.items()}
