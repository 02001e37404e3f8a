"""Bags of rock-paper-scissors dice: what every gesture is worth, and the best total.

``certificates/check_bag`` computes it, in integers from the dice alone and without rounding, so
that nothing is ever left open; a file that it checks holds what is reported here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any, ClassVar

from pigcore.games.bag import GESTURES, Bag
from pigcore.games.errors import StateError
from pigcore.games.spelling import at_most, counted
from pigcore.memory import require

from .algebra.decimals import print_between
from .algebra.intervals import quotient_up
from .certificates import check_bag
from .certificates.files import header_of
from .options import Progress, digits_of, tolerance_of
from .tally import DISPUTED, OwnCount, Tally
from .verdict import Proof, Report, State, Verdict

__all__ = [
    "RULES",
    "TOLERANCE",
    "BagReport",
    "BagVerdict",
    "certificate",
    "certify",
    "check",
    "tables",
]

TOLERANCE = 1e-10
"""The largest error of a score, and loss by its choices, that is not refuted: as parts of the
largest payoff, and of the spread of payoffs."""
RAREST = Fraction(1, 10**270)
"""Counts less likely than this, for which a table need not have a choice."""
RULES = ("denominators", *GESTURES, "unit", "win", "draw", "lose")
"""The entries of a certificate's header that say which bag it is."""

_BEST = {letter: best for best, letter in check_bag.LETTERS.items()} | {"n": (1, 1, 1)}


@dataclass(frozen=True, repr=False)
class BagVerdict(Verdict[Bag, str]):
    """What is proved about the next die after some counts: all in exact fractions."""

    chance: Fraction
    """How likely these counts are."""

    extras: ClassVar[tuple[str, ...]] = ("chance",)

    def _more(self) -> list[tuple[str, str]]:
        return [("chance", print_between((self.chance, self.chance), self.digits))]


@dataclass(frozen=True, repr=False)
class BagReport(Report[Bag]):
    """What is proved about a bag, and about a table of its choices: the value is the best total."""

    loss: float | None = None
    """Who plays the table's choices is expected to score less than the best by at most this."""
    wrong: tuple[State, ...] = ()
    """Counts after which another choice than the table's is better, by a margin that is not
    disputed: 1e-9 of the spread of payoffs."""

    extras: ClassVar[tuple[str, ...]] = ("loss", "wrong")

    @property
    def refuted(self) -> bool:
        """Whether the table's score or its choices are further off than the tolerance."""
        if self.tolerance is None or self.error is None or self.loss is None:
            return False
        # In other units all payoffs change.
        payoffs = self.game.win, self.game.draw, self.game.lose
        limit, spread = Fraction(self.tolerance), max(payoffs) - min(payoffs)
        far = self.error > limit * max(map(abs, payoffs)) or self.loss > limit * spread
        return bool(self.wrong) or far

    def _table(self) -> str:
        assert self.error is not None
        assert self.loss is not None
        return (
            f"score within {at_most(self.error)} of the truth, choices lose at most "
            f"{at_most(self.loss)} (tolerance {self.tolerance:.12g} of the payoffs)"
        )

    def _more(self) -> list[tuple[str, str]]:
        if not self.wrong:
            return []
        wrong = counted(len(self.wrong), "choice")
        return [("wrong", f"{wrong}, the first {self.game.spell(self.wrong[0])}")]


# --- the checker's bag ----------------------------------------------------------------------------


def tables(game: Bag) -> dict[str, Any]:
    """The dice and payoffs as integers: the entries ``RULES`` of the header."""
    below = [lcm(*(chance.denominator for chance in die)) for die in game.dice]
    columns = zip(*game.dice, strict=True)
    payoffs = {name: getattr(game, name) for name in ("win", "draw", "lose")}
    unit = lcm(*(payoff.denominator for payoff in payoffs.values()))
    return {
        "denominators": below,
        **{g: [int(p * d) for p, d in zip(c, below)] for g, c in zip(GESTURES, columns)},
        "unit": unit,
        **{name: int(payoff * unit) for name, payoff in payoffs.items()},
    }


def _multiplied(
    game: Bag, progress: Progress | None = None
) -> tuple[dict[str, Any], check_bag.Bag]:
    """The header of a certificate, and what the checker makes of it.

    Raises
    ------
    SizeError
        If the dice are too many, or their chances too long.
    """
    n, entries, remedy = len(game), tables(game), "take fewer dice or chances of fewer digits"
    bits = sum(d.bit_length() + 1 for d in entries["denominators"])
    require((n + 1) ** 3 * bits // 4, f"a proof of {counted(n, 'die', 'dice')}", remedy)
    entries |= {"states": math.comb(n + 2, 3), "above": 0, "below": 1}
    header, bag = header_of(check_bag, game, entries, remedy, "is too large for a proof")
    bag.multiply(lambda dice: progress(dice, n) if progress else None)
    return header, bag


def _states(n: int) -> Iterator[State]:
    """The counts before a throw, in the order of certificates."""
    for r in range(n):
        for p in range(n - r):
            for s in range(n - r - p):
                yield r, p, s


def _named(letter: str) -> tuple[str, ...]:
    return tuple(gesture for gesture, best in zip(GESTURES, _BEST[letter]) if best)


def check(
    game: Bag, *state: object, digits: int = 30, progress: Progress | None = None
) -> BagVerdict:
    """Prove which throws are best after some counts, and what each is worth.

    The same work as for all counts: O(n³) products of long integers for n dice.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    _, bag = _multiplied(game, progress)
    letter, paid, happens = bag.best(*place)
    if letter == "n":
        raise StateError(
            f"{game.spell(place)} there is no next throw to ask about, because these dice never "
            "show such counts: ask about counts that they can show"
        )
    worths = {one: (Fraction(x, happens * bag.paid_in),) * 2 for one, x in zip(GESTURES, paid)}
    best, chance = _named(letter), Fraction(happens, bag.ways(sum(place)))
    proof = Proof("fractions", ties="equality" if len(best) > 1 else None)
    return BagVerdict(game, place, best, worths, proof, chance, digits=digits)


def certify(
    game: Bag,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> BagReport:
    """Prove the best throw after every count, and compare a solution's table with it.

    O(n³) products of integers of n² coefficients for n dice, O(n³) coefficients in memory.
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    judge = None if table is None else _Choices(game, table["choices"].tolist())
    report, *_ = _proved(game, progress, closest, judge)
    if table is None or judge is None:
        return report
    far = abs(Fraction(table["score"].tolist()[0]) - report.value[0])
    return BagReport(
        **{name: getattr(report, name) for name in Report.__dataclass_fields__}
        | {
            "tolerance": tolerance,
            "error": quotient_up(*far.as_integer_ratio()),
            "own": judge.count.own(),
        },
        loss=quotient_up(*judge.loss.as_integer_ratio()),
        wrong=tuple(judge.wrong),
    )


def _proved(
    game: Bag,
    progress: Progress | None,
    closest: int | None = None,
    judge: Callable[..., None] | None = None,
) -> tuple[BagReport, dict[str, Any], list[str]]:
    """What the checker returns of all states, with the header and the letters of a certificate."""
    header, bag = _multiplied(game, progress)
    tally, letters, paid = Tally(closest), [], [0] * len(game)
    for state in _states(len(game)):
        letter, worths, happens = bag.best(*state)
        letters.append(letter)
        paid[sum(state)] += max(worths)
        best = _named(letter) if happens else GESTURES[:1]
        between = {one: (x, x) for one, x in zip(GESTURES, worths) if happens}
        tally.add(state, best, between or {best[0]: (0, 0)}, happens * bag.paid_in)
        if judge is not None:
            judge(bag, state, worths, happens)
    value, proof = bag.total(paid), Proof("integers", 8 * bag.bytes)
    if tally.ties:
        proof = Proof("integers", 8 * bag.bytes, ties="equality")
    report = BagReport(game, value=(value, value), **tally.counted(proof))
    header["above"], header["below"] = value.as_integer_ratio()
    return report, header, letters


class _Choices:
    """What the choices of a table lose, state after state."""

    def __init__(self, game: Bag, choices: list[int]) -> None:
        payoffs = game.win, game.draw, game.lose
        self.spread: Fraction = max(payoffs) - min(payoffs)
        self.count = OwnCount()
        self.loss = Fraction(0)
        self.wrong: list[State] = []
        self._choices = iter(choices)

    def __call__(self, bag: check_bag.Bag, state: State, worths: list[int], happens: int) -> None:
        """Judge the table's choice in the next state."""
        given, ways, most = next(self._choices), bag.ways(sum(state)), max(worths)
        lost = most - (worths[given] if given >= 0 else min(worths))
        if lost:
            self.loss += Fraction(lost, ways * bag.paid_in)
        if given < 0:
            if Fraction(happens, ways) > RAREST:
                self._missed(state, math.inf)
        elif happens and self.spread:
            unit = happens * bag.paid_in * self.spread
            if lost:
                self._missed(state, float(lost / unit))
            elif worths.count(most) > 1:
                self.count["tie"] += 1
            else:
                self.count.add(True, float((most - sorted(worths)[1]) / unit))

    def _missed(self, state: State, margin: float) -> None:
        self.count.add(False, margin)
        if margin >= DISPUTED:
            self.wrong.append(state)


def certificate(
    game: Bag, progress: Progress | None = None
) -> tuple[BagReport, dict[str, Any], Iterator[str]]:
    """Prove every choice of the bag: the report, and header and records of the certificate.

    Raises
    ------
    SizeError
        If the dice are too many, or their chances too long.
    """
    report, header, letters = _proved(game, progress)
    rows = groupby(zip(_states(len(game)), letters), key=lambda one: one[0][:2])
    records = (
        f"{r} {p} "
        + "".join(f"{letter}{len([*run])}" for letter, run in groupby(x for _, x in row))
        for (r, p), row in rows
    )
    return report, header, records
