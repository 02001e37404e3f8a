"""The Hog family, certified: which choices are best in one state, or in all of them.

Where every turn raises the total of the two scores, as in all terms, every worth is enclosed in
integers of 126 bits (:mod:`rounded`); what these leave open is computed without rounding, with all
that it depends on (:mod:`exact`). Where own rules let a turn make no progress, the values are
bounded from nothing (:mod:`enclosure`), and ties settled modulo random primes (:mod:`ties`).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from pigcore.games.errors import RuleError
from pigcore.games.hog import Hog

from ..algebra.intervals import quotient_up
from ..arrays import checked
from ..options import Progress, digits_of, tolerance_of
from ..verdict import CLOSEST, Call, Proof, Stage
from .enclosure import Unproved, enclose
from .exact import Exact
from .judgement import Judgement
from .own import OwnChoices
from .rounded import BITS, Rounded, enclosed
from .rules import Rules, State
from .ties import by_primes
from .verdict import HogReport, HogVerdict

__all__ = ["TOLERANCE", "Proved", "best_choices", "certify", "check", "nothing_proved", "report_of"]

TOLERANCE = 1e-12
"""The largest error of a solution that is not refuted."""


class Proved(NamedTuple):
    """Judgements of states, and how they were come to."""

    judged: Iterable[tuple[State, Judgement]]
    method: str
    bits: int
    others: int = 0
    """States that are not among them: one choice is the best, and no call is among the closest."""
    stages: tuple[Stage, ...] = ()


def _proved(rules: Rules, calls: int | None, progress: Progress | None, *, ordered: bool) -> Proved:
    """Every state judged, or the notable ones only where so many closest ``calls`` are all.

    Where these are to be ``ordered``, their margins are computed without rounding, too.
    """
    if rules.falls:
        boxes = enclose(rules, progress)
        return Proved(boxes.judged.items(), "enclosure", boxes.bits)
    found = enclosed(rules, progress)
    states = rules.states() if calls is None else [*found.notable(calls), (0, 0, 0)]
    judged = {state: found.judgement(state) for state in states}
    opened = {state: one.best for state, one in judged.items() if not one.settled}
    asked = dict.fromkeys(judged, rules.game.choices) if ordered else opened
    stages: tuple[Stage, ...] = ()
    starts = 0
    if asked:
        exact = Exact(rules, min(own + opp for own, opp, _ in asked))
        for _, layer in exact.settled(asked, lambda state: _candidates(found, state)):
            starts += len(layer)
            for state in asked.keys() & layer.keys():
                judged[state] = judged[state].with_exact(layer[state], exact.unit)
    if opened:
        first = Stage(BITS, rules.size - len(opened), rules.size)
        stages = first, Stage(exact.unit.bit_length(), len(opened), starts)
    return Proved(judged.items(), "enclosure", BITS, rules.size - len(judged), stages)


def best_choices(rules: Rules, progress: Progress | None = None) -> dict[State, tuple[int, ...]]:
    """The best choices of every state, proved.

    Raises
    ------
    RuleError
        If those of a state cannot be distinguished.
    """
    try:
        judged = dict(_proved(rules, None, progress, ordered=False).judged)
    except Unproved:
        judged = {}
    if not judged or not all(value.settled for value in judged.values()):
        raise RuleError(
            f"not every choice of {rules.game.name} can be proved, so that nothing is known to be "
            "optimal play: name another policy"
        )
    return {state: one.best for state, one in judged.items()}


def _candidates(found: Rounded, state: State) -> tuple[int, ...]:
    """A choice that is proved to be best in a state, or all that may be."""
    judgement = found.judgement(state)
    return judgement.best[:1] if judgement.settled else judgement.best


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
        judgement, method, bits = _state_judged(rules, wanted, progress)
    except Unproved as why:
        nothing = dict.fromkeys(game.choices, (Fraction(0), Fraction(1)))
        proof = Proof("none", reason=str(why))
        return HogVerdict(game, place, tuple(nothing), nothing, proof, digits=digits)
    best = judgement.best
    if judgement.settled:
        proof = _proof(rules, method, bits, ties=len(best) > 1, primes=judgement.tied)
    else:
        reason = "the best choices cannot be distinguished with as many bits as are allowed"
        proof = Proof("none", reason=reason)
    worths = {choice: judgement.fractions(ends) for choice, ends in judgement.worths.items()}
    return HogVerdict(game, place, best, worths, proof, digits=digits)


def _state_judged(
    rules: Rules, state: State, progress: Progress | None
) -> tuple[Judgement, str, int]:
    """One state judged, how, and with how many bits: exactly, if turns raise the total."""
    if rules.falls:
        boxes = enclose(rules, progress)
        return boxes.judged[state], "enclosure", boxes.bits
    found = enclosed(rules, progress)
    exact = Exact(rules, state[0] + state[1])
    asked = {state: rules.game.choices}
    *_, (_, layer) = exact.settled(asked, lambda other: _candidates(found, other))
    return Judgement.exact(layer[state], exact.unit), "integers", exact.unit.bit_length()


def certify(
    game: Hog,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> HogReport:
    """Prove every decision, and how far a table of values is from the truth.

    A term to 100 takes half a second or more: 2.7 million products for the sums of rolls. Time and
    memory grow with the third and second power of the goal.
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    arrays = None if table is None else list(checked(game, table).values())
    rules = Rules(game)
    calls = closest or CLOSEST
    try:
        proved = _proved(
            rules, calls if arrays is None else None, progress, ordered=closest is not None
        )
    except Unproved as why:
        return nothing_proved(rules, str(why), None if table is None else tolerance)
    if arrays is None:
        return report_of(rules, proved, calls)
    return report_of(rules, proved, calls, arrays, tolerance)


def report_of(
    rules: Rules,
    proved: Proved,
    closest: int = CLOSEST,
    arrays: Sequence[Any] | None = None,
    tolerance: float | None = None,
) -> HogReport:
    """What the judgements of all states prove, and about a table if there is one."""
    game = rules.game
    found = _Findings(len(game.state_names), closest)
    own_choices = None if arrays is None else OwnChoices(rules, arrays)
    for state, judgement in proved.judged:
        found.add(state, judgement)
        if arrays is not None and own_choices is not None:
            own, opp, parity = state
            found.compare(state, judgement, arrays[parity][own][opp])
            own_choices.add(state, judgement)
    first = found.first
    return HogReport(
        game,
        value=first.fractions(first.value),
        states=found.settled + proved.others,
        ties=len(found.tied),
        undecided=found.undecided,
        closest=tuple(found.closest),
        proof=_proof(rules, proved.method, proved.bits, ties=bool(found.tied), primes=found.primes),
        tolerance=tolerance,
        error=found.error,
        worst=found.worst,
        own=None if own_choices is None else own_choices.count.own(),
        best=first.best,
        tied=found.tied,
        stages=proved.stages,
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
