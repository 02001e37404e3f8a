"""What the proofs of Hog say: one state's verdict, and that of a whole game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from pigcore.games.hog import Hog

from ..algebra.decimals import Interval, decimal_between, print_between
from ..report import Shown, enclosed, lay_out

__all__ = ["Call", "Certificate", "Check", "Judgement", "State"]

State = tuple[int, int, int]
"""own, opp, parity."""


@dataclass(frozen=True)
class Judgement:
    """The worth of each choice in one state: low <= worth * unit <= high, in whole numbers."""

    worths: dict[int, tuple[int, int]]
    unit: int
    tied: bool = False
    """Whether the choices whose worths overlap are proved to be worth the same all the same."""

    @classmethod
    def exact(cls, worths: dict[int, int], unit: int) -> Judgement:
        """From worths that are known exactly."""
        return cls({choice: (worth, worth) for choice, worth in worths.items()}, unit)

    @property
    def win(self) -> tuple[int, int]:
        """The value of the state: the largest worth."""
        lows, highs = zip(*self.worths.values())
        return max(lows), max(highs)

    @property
    def best(self) -> tuple[int, ...]:
        """Every choice that is not proved to be worse than another."""
        low, _ = self.win
        return tuple(choice for choice, (_, high) in self.worths.items() if high >= low)

    @property
    def settled(self) -> bool:
        """Whether ``best`` is proved: one choice, or several of exactly the same worth."""
        best = {end for choice in self.best for end in self.worths[choice]}
        return self.tied or len(self.best) == 1 or len(best) == 1

    def margin(self) -> tuple[int, tuple[int, int]] | None:
        """The nearest worse choice, and how far it is below the best at least and at most."""
        best = self.best
        worse = [(high, choice) for choice, (_, high) in self.worths.items() if choice not in best]
        if not worse:
            return None
        high, choice = max(worse)
        least, most = self.win
        return choice, (least - high, most - self.worths[choice][0])


def _named(game: Hog, state: State) -> dict[str, int]:
    return dict(zip(game.state_names, state))


def _at(game: Hog, state: State) -> str:
    return ", ".join(f"{name} {number}" for name, number in _named(game, state).items())


class Check(Shown):
    """The proof of one state.

    Attributes
    ----------
    game : Hog
    state : tuple of int
        own, opp, parity.
    best : tuple of int
        All best choices.
    decision : str
        The best choice, or ``"tie"``.
    win : (Fraction, Fraction)
        An enclosure of the chance that the mover wins; both ends are the same where it is exact.
    payoffs : dict of int to (Fraction, Fraction)
        The same for each choice, played well afterwards.
    margin : (Fraction, Fraction) or None
        The same for how much worse the nearest choice is that is not best; None if there is none.
    ok : bool
        Whether ``best`` is proved.
    """

    def __init__(self, game: Hog, state: State, judgement: Judgement, digits: int) -> None:
        self.game = game
        self.state = state
        self.digits = digits
        self.best = judgement.best
        self.ok = judgement.settled
        self.decision = "tie" if len(self.best) > 1 else str(self.best[0])
        self.win = _fractions(judgement.win, judgement.unit)
        self.payoffs = {
            choice: _fractions(worth, judgement.unit) for choice, worth in judgement.worths.items()
        }
        margin = judgement.margin()
        self.margin = None if margin is None else _fractions(margin[1], judgement.unit)

    def as_dict(self) -> dict[str, Any]:
        """The facts as plain data; the chance of winning also as exact fractions."""
        return {
            "game": self.game.name,
            **_named(self.game, self.state),
            "ok": self.ok,
            "decision": self.decision,
            "best": list(self.best),
            "exact": self.win[0] == self.win[1],
            "win": enclosed(self.win, self.digits),
            "payoffs": {
                str(c): decimal_between(worth, self.digits) for c, worth in self.payoffs.items()
            },
            "margin": self.margin and decimal_between(self.margin, self.digits),
        }

    def __str__(self) -> str:
        choices = ", ".join(map(str, self.best))
        if not self.ok:
            verdict = f"not settled, {choices} cannot be told apart"
        elif len(self.best) > 1:
            verdict = f"choose any of {choices} (proved: an exact tie)"
        else:
            verdict = f"choose {choices} (proved)"
        where = f"{self.game.name} to {self.game.goal}, {_at(self.game, self.state)}"
        lines = [
            lay_out([f"{where}: {verdict}"], 2),
            f"  P(win)  {print_between(self.win, self.digits)}",
        ]
        for choice, worth in sorted(self.payoffs.items(), key=lambda item: -item[1][0]):
            mark = "  best" if choice in self.best else ""
            lines.append(f"  {choice:>6}  {print_between(worth, self.digits)}{mark}")
        return "\n".join(lines)


def _fractions(ends: tuple[int, int], unit: int) -> Interval:
    low, high = ends
    exact = Fraction(low, unit)
    return exact, exact if low == high else Fraction(high, unit)


class Call(NamedTuple):
    """A decision and how far the nearest other choice is from being as good."""

    state: State
    best: int
    other: int
    margin: Fraction
    """At least."""


class Certificate(Shown):
    """The proof of a whole game.

    Attributes
    ----------
    game : Hog
    states : int
        How many states were looked at.
    ties : int
        How many of them have several best choices, proved equal.
    tied : dict of state to tuple of int
        Those states, (own, opp, parity), and their best choices.
    undecided : list of state
        States whose best choice could not be proved; never any without cycles.
    closest : list of Call
        The ten closest decisions that are no ties, the closest first.
    win : (Fraction, Fraction)
        An enclosure of the value at 0 to 0; both ends are the same where it is exact.
    best : tuple of int
        All best choices there.
    tolerance, error : float or None
        The largest error of a table that passes, and the largest of the table given.
    worst : state or None
        Where that is.
    """

    def __init__(self, game: Hog, tolerance: float | None) -> None:
        self.game = game
        self.tolerance = tolerance
        self.states = 0
        self.tied: dict[State, tuple[int, ...]] = {}
        self.undecided: list[State] = []
        self.error: float | None = None
        self.worst: State | None = None
        self.closest: list[Call] = []
        self.win: Interval = (Fraction(0), Fraction(1))
        self.best: tuple[int, ...] = ()
        self._widest = 2.0

    @property
    def ties(self) -> int:
        """How many states have several best choices."""
        return len(self.tied)

    @property
    def refuted(self) -> bool:
        """Whether the table is further from the truth than the tolerance."""
        return self.error is not None and self.tolerance is not None and self.error > self.tolerance

    @property
    def ok(self) -> bool:
        """Whether everything is proved and the table right."""
        return not self.undecided and not self.refuted

    def take(self, state: State, judgement: Judgement) -> None:
        """Add one state."""
        self.states += 1
        best = judgement.best
        if not judgement.settled:
            self.undecided.append(state)
        elif len(best) > 1:
            self.tied[state] = best
        margin = judgement.margin()
        # The quotient of two whole numbers is rounded correctly, however large they are.
        if margin is not None and margin[1][0] / judgement.unit < self._widest:
            call = Call(state, best[0], margin[0], Fraction(margin[1][0], judgement.unit))
            self.closest = sorted([*self.closest, call], key=lambda call: call.margin)[:10]
            if len(self.closest) == 10:
                self._widest = float(self.closest[-1].margin)
        if state == (0, 0, 0):
            self.win = _fractions(judgement.win, judgement.unit)
            self.best = best

    def compare(self, state: State, judgement: Judgement, entry: Fraction) -> None:
        """Judge the table's value in one state."""
        scaled = entry.numerator * judgement.unit
        apart = max(abs(scaled - end * entry.denominator) for end in judgement.win)
        error = apart / (judgement.unit * entry.denominator)
        if self.error is None or error > self.error:
            self.error, self.worst = error, state

    def as_dict(self) -> dict[str, Any]:
        """The facts as plain data."""
        return {
            "game": self.game.name,
            "goal": self.game.goal,
            "ok": self.ok,
            "states": self.states,
            "ties": self.ties,
            "undecided": len(self.undecided),
            "best": list(self.best),
            "win": enclosed(self.win, 30),
            "closest": [
                {**_named(self.game, state), "best": best, "other": other, "margin": float(margin)}
                for state, best, other, margin in self.closest
            ],
            "error": self.error,
            "worst": None if self.worst is None else _named(self.game, self.worst),
            "tolerance": self.tolerance,
            "proof": self._proof(),
        }

    def _proof(self) -> str:
        if self.win[0] == self.win[1]:
            return "every value exact, in whole numbers; ties by equality"
        return "every value enclosed; ties modulo 3 random primes of 127 bits"

    def __str__(self) -> str:
        said = "refuted" if self.refuted else "certified" if self.ok else "undecided"
        lines = [f"{self.game.name} to {self.game.goal}: {said}"]
        if self.error is not None and self.worst is not None:
            lines.append(
                f"  table      within {self.error:.3g} of the truth (tolerance "
                f"{self.tolerance:.3g}), furthest at {_at(self.game, self.worst)}"
            )
        proved = self.states - len(self.undecided)
        lines.append(f"  states     {proved:,} proved, {self.ties:,} of them with tied choices")
        if self.undecided:
            example = _at(self.game, self.undecided[0])
            lines.append(f"  undecided  {len(self.undecided):,}, for example {example}")
        dice = " or ".join(map(str, self.best))
        lines.append(f"  V(0,0)     {print_between(self.win, 30)}, choosing {dice}")
        if self.closest:
            state, best, other, margin = self.closest[0]
            lines.append(
                f"  closest    {_at(self.game, state)}: {best} before {other} by "
                f"{float(margin):.3e}"
            )
        lines.append(f"  proof      {self._proof()}")
        return lay_out(lines, 13)
