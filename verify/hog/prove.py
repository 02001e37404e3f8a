"""The Hog family, certified: which choices are best in one state, or in all of them.

Where every turn raises the total of the two scores, as in all terms, nothing is rounded
(:mod:`exact`). Where own rules let a turn make no progress, the values are enclosed
(:mod:`enclosure`), and ties settled modulo random primes (:mod:`ties`).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pigcore.games.hog import Hog

from ..algebra.intervals import quotient_up
from ..arrays import checked
from ..options import Progress, digits_of, tolerance_of
from ..verdict import CLOSEST, Call, Proof
from .enclosure import Unproved, enclose
from .exact import Exact
from .judgement import Judgement
from .own import OwnChoices
from .rules import Rules, State
from .ties import by_primes
from .verdict import HogReport, HogVerdict

__all__ = ["TOLERANCE", "certify", "check", "nothing_proved", "report_of"]

TOLERANCE = 1e-12
"""The largest error of a solution that is not refuted."""


def _judged(
    rules: Rules, progress: Progress | None = None
) -> tuple[Iterable[tuple[State, Judgement]], int, str]:
    """Every state with the proved worths of its choices, the bits of these, and how proved."""
    if rules.falls:
        found = enclose(rules, progress)
        return found.judged.items(), found.bits, "enclosure"
    exact = Exact(rules)
    return _exactly(rules, exact, progress), exact.unit.bit_length(), "integers"


def _exactly(
    rules: Rules, exact: Exact, progress: Progress | None
) -> Iterator[tuple[State, Judgement]]:
    for done, (_, layer) in enumerate(exact.layers(), 1):
        for state, worths in layer.items():
            yield state, Judgement.exact(worths, exact.unit)
        if progress is not None:
            progress(done, len(rules.layers))


def _proof(rules: Rules, method: str, bits: int, *, ties: bool, primes: bool) -> Proof:
    """How it was proved: with which ``ties``, and whether ``primes`` settled some of them."""
    proof = Proof(method, bits)
    if primes:
        return by_primes(rules, proof)
    return replace(proof, ties="equality") if ties else proof


def check(
    game: Hog,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> HogVerdict:
    """Prove which numbers of dice are best in one state, and enclose what each is worth.

    Cost: every state of at least this total of the scores; every state of all where a turn may
    make no progress.
    """
    own, opp, *rest = place = game.check_state(*state)
    digits = digits_of(digits)
    rules = Rules(game, lowest=own + opp)
    if rules.falls:  # then lower totals matter too
        rules = Rules(game)
    wanted = (own, opp, sum(rest))
    try:
        judged, bits, method = _judged(rules)
    except Unproved as why:
        nothing = dict.fromkeys(game.choices, (Fraction(0), Fraction(1)))
        proof = Proof("none", reason=str(why))
        return HogVerdict(game, place, tuple(nothing), nothing, proof, digits=digits)
    judgement = next(found for at, found in judged if at == wanted)
    best = judgement.best
    if judgement.settled:
        proof = _proof(rules, method, bits, ties=len(best) > 1, primes=judgement.tied)
    else:
        reason = "the best choices cannot be told apart with as many bits as are allowed"
        proof = Proof("none", reason=reason)
    worths = {choice: judgement.fractions(ends) for choice, ends in judgement.worths.items()}
    return HogVerdict(game, place, best, worths, proof, digits=digits)


def certify(
    game: Hog,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    claimed: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
    executor: Executor | None = None,
) -> HogReport:
    """Prove every decision, and how far a table of values is from the truth.

    A term to 100 takes one to three seconds: 2.7 million products of a number of 7,000 bits and
    one of 26. Time and memory grow with the third and fourth power of the goal.
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    arrays = None if table is None else list(checked(game, table).values())
    rules = Rules(game)
    try:
        judged, bits, method = _judged(rules, progress)
    except Unproved as why:
        return nothing_proved(rules, str(why), None if table is None else tolerance)
    calls = closest or CLOSEST
    if arrays is None:
        return report_of(rules, judged, bits, method, calls)
    return report_of(rules, judged, bits, method, calls, arrays, tolerance, claimed)


def report_of(
    rules: Rules,
    judged: Iterable[tuple[State, Judgement]],
    bits: int,
    method: str,
    closest: int = CLOSEST,
    arrays: Sequence[Any] | None = None,
    tolerance: float | None = None,
    claimed: float | None = None,
) -> HogReport:
    """What the judgements of all states prove, and about a table if there is one."""
    game = rules.game
    found = _Findings(len(game.state_names), closest)
    own_choices = None if arrays is None else OwnChoices(rules, arrays, claimed)
    for state, judgement in judged:
        found.add(state, judgement)
        if arrays is not None and own_choices is not None:
            own, opp, parity = state
            found.compare(state, judgement, arrays[parity][own][opp])
            own_choices.add(state, judgement)
    first = found.first
    return HogReport(
        game,
        value=first.fractions(first.value),
        states=found.settled,
        ties=len(found.tied),
        undecided=found.undecided,
        closest=tuple(found.closest),
        proof=_proof(rules, method, bits, ties=bool(found.tied), primes=found.primes),
        tolerance=tolerance,
        error=found.error,
        worst=found.worst,
        own=None
        if own_choices is None or found.error is None
        else own_choices.count.own(found.error),
        best=first.best,
        tied=found.tied,
    )


def nothing_proved(rules: Rules, reason: str, tolerance: float | None = None) -> HogReport:
    """The report of a game of which nothing is proved."""
    game = rules.game
    return HogReport(
        game,
        value=(Fraction(0), Fraction(1)),
        states=0,
        ties=0,
        undecided=rules.size,
        closest=(),
        proof=Proof("none", reason=reason),
        tolerance=tolerance,
        best=game.choices,
    )


class _Findings:
    """What the judgements of all states add up to."""

    first: Judgement
    """Of the state that a game begins in."""

    def __init__(self, parts: int, most: int) -> None:
        self.calls = most
        self.parts = parts
        """Of a state, as the game names them."""
        self.settled = self.undecided = 0
        self.tied: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.primes = False
        self.closest: list[Call] = []
        self.error: float | None = None
        self.worst: tuple[int, ...] | None = None
        self._widest = 2.0

    def add(self, state: State, judgement: Judgement) -> None:
        """Count one state."""
        best = judgement.best
        if not judgement.settled:
            self.undecided += 1
        else:
            self.settled += 1
            self.primes |= judgement.tied
            if len(best) > 1:
                self.tied[state[: self.parts]] = best
        found = judgement.runner_up()
        # The quotient of two whole numbers is rounded correctly, however large they are.
        if found is not None and found[1][0] / judgement.unit < self._widest:
            other, margin = found
            call = Call(state[: self.parts], best[0], other, judgement.fractions(margin))
            insort(self.closest, call, key=lambda call: call.margin[0])
            del self.closest[self.calls :]
            if len(self.closest) == self.calls:
                self._widest = float(self.closest[-1].margin[0])
        if state == (0, 0, 0):
            self.first = judgement

    def compare(self, state: State, judgement: Judgement, entry: float) -> None:
        """Judge the table's value in one state."""
        above, below = Fraction(entry).as_integer_ratio()
        apart = max(abs(above * judgement.unit - end * below) for end in judgement.value)
        error = quotient_up(apart, judgement.unit * below)
        if self.error is None or error > self.error:
            self.error, self.worst = error, state[: self.parts]
