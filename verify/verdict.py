"""What a proof says, in the same words for all families.

``Verdict``  of one state: the best actions, what each action is worth, and how close the call is
``Report``   of a whole game: what is proved of its decisions, its value, and of a solution's table
``Call``     one decision of a report and how close it is
``Proof``    how it was proved, as data
``Own``      the decisions that follow from a table, counted

All are frozen. A family subclasses the first two where it has more to say. Whatever is not known
exactly is a pair of fractions that enclose it; a state is a tuple of whole numbers, whose names
are in ``game.state_names``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from pigcore.games.game import FrozenDict, Game
from pigcore.games.margins import advice_sentence
from pigcore.games.spelling import at_most, counted, listed
from pigcore.version import VERSION

from .algebra.decimals import as_data, print_between
from .algebra.intervals import Interval, best_of, largest, margin_of
from .algebra.primes import PRIME_BITS
from .printing import Shown, lay_out

__all__ = [
    "CLOSEST", "Call", "Own", "Proof", "Report", "State", "Verdict", "plain_data",
]  # fmt: skip

State = tuple[int, ...]
A = TypeVar("A", bound="str | int")
G = TypeVar("G", bound=Game)

_DIGITS = 30
_MARGIN_DIGITS = 4
CLOSEST = 10
"""Closest calls in a report, if no other number is asked for."""


@dataclass(frozen=True, repr=False)
class Proof(Shown):
    """How something was proved.

    Examples
    --------
    >>> Proof("enclosure", bits=200)
    enclosed with 200 bits
    >>> Proof("enclosure", bits=200, ties="primes", primes=3, error_chance=2.0**-320)
    enclosed with 200 bits, ties by 3 random primes of 127 bits, wrong with chance at most 2^-320
    """

    method: str
    """``"enclosure"`` (between integers rounded outward), ``"integers"`` or ``"fractions"`` (both
    exact), ``"intervals"`` (those of mpmath), ``"rules"`` (nothing is left to compute) or
    ``"none"`` (nothing is proved)."""
    bits: int | None = None
    """Of the integers."""
    ties: str | None = None
    """How ties were settled, if there are any: ``"equality"`` (the numbers are the same),
    ``"fractions"`` or ``"primes"``; the least certain of these where several were used."""
    primes: int = 0
    """Random primes that the ties were settled with."""
    error_chance: float = 0.0
    """The chance that some tie is none, rounded up to a power of 1/2; 0 without random primes."""
    reason: str = ""
    """Why nothing is proved, or why nothing is left to compute."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "method": self.method,
            "bits": self.bits,
            "ties": self.ties,
            "primes": self.primes,
            "prime_bits": PRIME_BITS if self.primes else None,
            "error_chance": self.error_chance,
            "reason": self.reason or None,
        }

    def __str__(self) -> str:
        if self.method in ("none", "rules"):
            return self.reason
        method = {
            "enclosure": f"enclosed with {self.bits} bits",
            "integers": f"exact integers of {self.bits} bits",
            "fractions": "exact fractions",
            "intervals": f"mpmath's intervals of {self.bits} bits",
        }[self.method]
        if self.ties is None:
            return method
        power = self.error_chance.hex().rpartition("p")[2]
        ties = {
            "equality": "equality",
            "fractions": "exact fractions",
            "primes": f"{self.primes} random primes of {PRIME_BITS} bits, wrong with chance at "
            f"most 2^{power}",
        }[self.ties]
        return f"{method}, ties by {ties}"


@dataclass(frozen=True, repr=False)
class Own(Shown):
    """A solution's own decisions, counted.

    Examples
    --------
    >>> Own(right=494_998, disputed_right=2)
    494,998 right, 2 disputed and right
    >>> Own(wrong=1, tie=3)
    0 right, 3 ties, 1 wrong
    """

    right: int = 0
    """Decisions for the only best action."""
    wrong: int = 0
    """Decisions for an action that is worse than another and does not look close."""
    tie: int = 0
    """Decisions between actions of which several are best, for one of these."""
    disputed_right: int = 0
    """Decisions for the only best action, by a margin too small to be trusted."""
    disputed_wrong: int = 0
    """Decisions for a worse action, by a margin too small to be trusted."""

    _words: ClassVar[dict[str, str]] = {
        "right": "right",
        "tie": "ties",
        "wrong": "wrong",
        "disputed_right": "disputed and right",
        "disputed_wrong": "disputed and wrong",
    }

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {name: getattr(self, name) for name in self._words}

    def __str__(self) -> str:
        counts = [(name, getattr(self, name)) for name in self._words]
        return ", ".join(
            f"{number:,} {'tie' if (name, number) == ('tie', 1) else self._words[name]}"
            for name, number in counts
            if number or name == "right"
        )


@dataclass(frozen=True)
class Call:
    """A decision: the best action, the best of the others, and how much worse that is."""

    state: State
    """Empty where what is answered is no state but a mixture, as in a duel."""
    best: str | int
    other: str | int
    margin: Interval
    """The best payoff less the payoff of ``other``."""

    def as_dict(self, game: Game, digits: int = 17) -> dict[str, Any]:
        """Plain data, the state by name."""
        return {
            "state": game.named(self.state),
            "best": self.best,
            "other": self.other,
            "margin": as_data(self.margin, digits),
        }


class _Result(Shown):
    """What verdicts and reports have in common."""

    extras: ClassVar[tuple[str, ...]] = ()
    """What the family says besides, for ``as_dict``."""

    @staticmethod
    def spelled(action: Any) -> str:
        """An action in words."""
        return str(action)

    def _more(self) -> list[tuple[str, str]]:
        """Lines that the family adds."""
        return []

    def _extra_data(self, digits: int) -> dict[str, Any]:
        return {name: plain_data(getattr(self, name), digits) for name in self.extras}


@dataclass(frozen=True, repr=False)
class Verdict(_Result, Generic[G, A]):
    """What is proved about one state."""

    game: G
    state: State
    best: tuple[A, ...]
    """All best actions; where nothing is proved, all that may be best."""
    payoffs: Mapping[A, Interval]
    """What each action is worth, played well afterwards."""
    proof: Proof
    digits: int = field(default=_DIGITS, kw_only=True)
    """Significant digits to print."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "payoffs", FrozenDict(self.payoffs))

    @property
    def ok(self) -> bool:
        """Whether ``best`` is proved."""
        return self.proof.method != "none"

    @property
    def decision(self) -> str:
        """The best action in words, ``"tie"``, or ``"undecided"`` where no proof was found."""
        if not self.ok:
            return "undecided"
        return self.spelled(self.best[0]) if len(self.best) == 1 else "tie"

    @property
    def value(self) -> Interval:
        """What the state is worth."""
        return largest(self.payoffs)

    @property
    def margin(self) -> Interval | None:
        """The best payoff minus that of a different action: 0 in a tie, None without a choice."""
        if len(self.payoffs) == 1:
            return None
        if self.ok and len(self.best) > 1:
            return Fraction(0), Fraction(0)
        # Where nothing is proved, whatever may be best may be best by this much or by nothing.
        found = margin_of(self.payoffs, self.best if self.ok else best_of(self.payoffs)[:1])
        return found if found is None or self.ok else (Fraction(0), max(map(abs, found)))

    @property
    def sentence(self) -> str:
        """What to do and how much it matters, as a sentence; empty if nothing is proved.

        Examples
        --------
        >>> import pigverify
        >>> from pigcore.games import Pig
        >>> pigverify.check(Pig(), 1, 49, 28).sentence
        'Roll: it wins 3 more games in 100 million than holding.'
        """
        if not self.ok:
            return ""
        middles = {action: sum(ends, Fraction(0)) / 2 for action, ends in self.payoffs.items()}
        return advice_sentence(self.game, self.best, middles)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: numbers as the digits proved, at most ``digits``, and as bounds."""
        margin = self.margin
        return {
            "game": self.game.as_dict(),
            "state": self.game.named(self.state),
            "best": list(self.best),
            "value": as_data(self.value, self.digits),
            "payoffs": [
                {"action": action, "worth": as_data(worth, self.digits)}
                for action, worth in self._ordered()
            ],
            "margin": margin and as_data(margin, self.digits),
            "decision": self.decision,
            "ok": self.ok,
            "sentence": self.sentence or None,
            **self._extra_data(self.digits),
            "proof": self.proof.as_dict(),
            "version": VERSION,
        }

    def _ordered(self) -> list[tuple[A, Interval]]:
        return sorted(self.payoffs.items(), key=lambda item: item[1][::-1], reverse=True)

    def __str__(self) -> str:
        decision = self.decision
        if decision == "tie":
            decision = f"tie of {listed(map(self.spelled, self.best))}"
        rows = [
            (self.spelled(action), print_between(worth, self.digits))
            for action, worth in self._ordered()
        ]
        if self.margin is not None:
            rows.append(("margin", print_between(self.margin, self.digits)))
        if self.sentence and len(self.payoffs) > 1:
            rows.append(("in words", self.sentence))
        where = self.game.spell(self.state)
        heading = f"{self.game.name}, {where}: {decision} ({self.proof})"
        return lay_out(heading, [*rows, *self._more()])


@dataclass(frozen=True, repr=False)
class Report(_Result, Generic[G]):
    """What is proved about a whole game, and about a table of its solution."""

    game: G
    value: Interval
    """What the game is worth to who moves first."""
    states: int
    """States whose best actions are proved, ties included."""
    ties: int
    """Those with several best actions."""
    undecided: int
    """States for which no proof was found."""
    closest: tuple[Call, ...]
    """The closest calls that are not ties, closest first."""
    proof: Proof
    tolerance: float | None = None
    """The largest error that is not refuted; None without a table."""
    error: float | None = None
    """No number of the table is further than this from the truth; None without a table."""
    worst: State | None = None
    """Where the table is furthest from the truth."""
    own: Own | None = None
    """The decisions that follow from the table, counted; None without a table."""

    @property
    def refuted(self) -> bool:
        """Whether the table is further from the truth than the tolerance, or has a wrong
        decision.
        """
        return self._exceeds(self.error) or (self.own is not None and self.own.wrong > 0)

    def _exceeds(self, *errors: float | None) -> bool:
        # Where nothing is proved of the game there is no error: that refutes no table.
        return any(
            error is not None and self.tolerance is not None and error > self.tolerance
            for error in errors
        )

    @property
    def ok(self) -> bool:
        """Whether every decision is proved, and the table is right, if there is one.

        A table is right if it is within the tolerance and none of its undisputed decisions is
        wrong.
        """
        return self.proof.method != "none" and not self.undecided and not self.refuted

    @property
    def outcome(self) -> str:
        """``"certified"``, ``"refuted"`` or ``"undecided"``."""
        return "refuted" if self.refuted else "certified" if self.ok else "undecided"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": self.game.as_dict(),
            "value": as_data(self.value, _DIGITS),
            "ok": self.ok,
            "refuted": self.refuted,
            "states": self.states,
            "ties": self.ties,
            "undecided": self.undecided,
            "closest": [call.as_dict(self.game) for call in self.closest],
            "error": self.error,
            "worst": None if self.worst is None else self.game.named(self.worst),
            "tolerance": self.tolerance,
            "own": None if self.own is None else self.own.as_dict(),
            **self._extra_data(_DIGITS),
            "proof": self.proof.as_dict(),
            "version": VERSION,
        }

    def _table(self) -> str:
        """What is said about the table."""
        if self.error is None:
            return "not judged, as nothing is proved of the game"
        where = "" if self.worst is None else f", furthest at {self.game.spell(self.worst)}"
        return f"within {at_most(self.error)} of the truth (tolerance {self.tolerance:.12g}){where}"

    def _why(self) -> str:
        """Why some states are undecided, where others are proved."""
        if self.proof.method == "none":
            return ""
        return ", whose actions cannot be distinguished with as many bits as are allowed"

    def call_in_words(self, call: Call, digits: int = _MARGIN_DIGITS) -> str:
        """A close call in words."""
        where = f"{self.game.spell(call.state)}: " if call.state else ""
        best, other = self.spelled(call.best), self.spelled(call.other)
        return f"{where}{best} before {other} by {print_between(call.margin, digits)}"

    def __str__(self) -> str:
        rows = [("value", print_between(self.value, _DIGITS))]
        if self.tolerance is not None:
            rows.append(("table", self._table()))
        if self.own is not None:
            rows.append(("own", str(self.own)))
        ties = "1 of them a tie" if self.ties == 1 else f"{self.ties:,} of them ties"
        rows.append(("states", f"{self.states:,} proved, {ties}"))
        if self.undecided:
            rows.append(("undecided", f"{counted(self.undecided, 'state')}{self._why()}"))
        rows += self._more()
        if self.closest:
            rows.append(("closest", self.call_in_words(self.closest[0])))
        rows.append(("proof", str(self.proof)))
        return lay_out(f"{self.game.name}: {self.outcome}", rows)


def plain_data(value: Any, digits: int) -> Any:
    """``value`` for JSON: exact numbers as strings, tables with their keys as text."""
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if isinstance(value, Fraction):
        return as_data((value, value), digits)
    if isinstance(value, Mapping):
        return {str(key): plain_data(entry, digits) for key, entry in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain_data(entry, digits) for entry in value]
    return value
