"""A saved exact value, checked: the fraction that somebody claims a state is worth.

It is right if it lies in the certified enclosure and is the true value modulo fresh random primes.
The true value is a fraction N / M too, whose length is bounded by the equations that it solves; if
n / d were another one, n M - N d would be a whole number of bounded length other than 0, which few
primes divide (:mod:`pigverify.algebra.primes`). Where the proof of the value is exact already, the
two are compared.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from pigcore.games.errors import FileError, PigcoreError, RuleError
from pigcore.games.game import Game
from pigcore.games.rules import family_of, game_from_text
from pigcore.games.spelling import short, shown
from pigcore.games.texts import named_file, open_file, read_text
from pigcore.version import VERSION

from .algebra.decimals import decimal, print_between
from .algebra.elimination import TooLong
from .algebra.intervals import Interval
from .algebra.primes import PRIME_BITS, PRIMES, error_chance, true_modulo_primes
from .entry import certify, check
from .families import module_of
from .options import Progress
from .printing import Shown, lay_out
from .verdict import Proof

__all__ = [
    "DIGITS", "FORMAT", "Claim", "FractionReport", "Modulo", "Valued", "is_exact_value", "judge",
]  # fmt: skip

FORMAT = "pigcore exact value 1"
_KEYS = {"format", "version", "rules", "state", "numerator", "denominator"}
_BEGIN = b'{\n "format": "pigcore exact value'
_AGAIN = "compute and save it again"
DIGITS = 30
"""Significant digits of the enclosure that a fraction has to lie in."""


@dataclass(frozen=True)
class Claim:
    """What somebody says that a state of a game is worth; of the whole game where none is named."""

    game: Game
    state: tuple[int, ...]
    numerator: int
    denominator: int


class Modulo(NamedTuple):
    """What a family says of a value: where it lies, and what it is modulo primes."""

    interval: Interval
    proof: Proof
    reason: str
    """Why it is not known modulo primes; empty where it is."""
    value: Callable[[int], int] | None = None
    """The value modulo a prime."""
    bits: int = 0
    """Of the fraction that it is, at most."""
    residue: tuple[int, int] | None = None
    """In place of ``value``: what it is modulo a product of primes that the proof drew itself."""


@dataclass(frozen=True, repr=False)
class FractionReport(Shown):
    """What is proved about a fraction that is claimed to be a value."""

    game: Game
    state: tuple[int, ...]
    outcome: str
    """``"certified"``, ``"refuted"`` or ``"undecided"``."""
    reason: str
    """Why it is refuted or undecided; empty where it is certified."""
    value: Interval
    """What is proved of the true value."""
    claimed: Fraction
    digits: tuple[int, int]
    """Of the numerator and the denominator."""
    proof: Proof
    error_chance: float = 0.0
    """The chance that random primes mislead, rounded up to a power of 1/2; 0 without them."""

    @property
    def ok(self) -> bool:
        """Whether the fraction is the value."""
        return self.outcome == "certified"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "game": self.game.as_dict(),
            "state": self.game.named(self.state),
            "ok": self.ok,
            "outcome": self.outcome,
            "reason": self.reason or None,
            "value": decimal(self.claimed, DIGITS),
            "numerator_digits": self.digits[0],
            "denominator_digits": self.digits[1],
            "primes": PRIMES if self.error_chance else 0,
            "error_chance": self.error_chance,
            "proof": self.proof.as_dict(),
            "version": VERSION,
        }

    def __str__(self) -> str:
        where = f", {self.game.spell(self.state)}" if self.state else ""
        above, below = self.digits
        rows = [("claimed", f"{decimal(self.claimed, DIGITS)}, {above:,} over {below:,} digits")]
        if self.reason:
            rows += [("why", self.reason), ("value", print_between(self.value, DIGITS))]
        rows.append(("proof", str(self.proof)))
        if self.error_chance:
            power = self.error_chance.hex().rpartition("p")[2]
            primes = f"{PRIMES} random primes of {PRIME_BITS} bits"
            rows.append(("fraction", f"by {primes}, wrong with chance at most 2^{power}"))
        return lay_out(f"{self.game.name}{where}: {self.outcome}", rows)


def is_exact_value(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as a saved exact value does."""
    try:
        with open_file(named_file(path)) as file:
            return file.read(len(_BEGIN)) == _BEGIN
    except (FileError, OSError):
        return False


class Valued(Protocol):
    """What is asked of an exact value."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def state(self) -> tuple[int, ...]:
        """The state; empty where the value is that of the whole game."""

    @property
    def numerator(self) -> int:
        """In lowest terms."""

    @property
    def denominator(self) -> int:
        """Above 0."""


def _read(path: str | os.PathLike[str]) -> Claim:
    """What a saved exact value claims.

    Raises
    ------
    FileError
        If the file is damaged or is not a saved exact value.
    """
    where, text = read_text(path, "give the path of a saved exact value")
    try:
        found = json.loads(text, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError):
        raise FileError(f"{where} is damaged or is not a saved exact value: {_AGAIN}") from None
    try:
        return _claim(found)
    except PigcoreError as error:
        raise FileError(f"{where}: {short(str(error), 300)}: {_AGAIN}") from None


def _taken(what: Valued) -> Claim:
    try:
        numerator, denominator = int(what.numerator), int(what.denominator)
        game, state = what.game, tuple(what.state)
    except (AttributeError, TypeError, ValueError):
        raise RuleError(
            f"{shown(what)} is not an exact value: give one that pigcore.exact made, or its file"
        ) from None
    family_of(game)
    if denominator < 1:
        raise RuleError(f"the denominator is {shown(denominator)}, but must be above 0")
    return Claim(game, game.check_state(*state) if state else (), numerator, denominator)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _claim(found: Any) -> Claim:
    if not isinstance(found, dict) or set(found) != _KEYS or found["format"] != FORMAT:
        raise FileError(f"it must hold {', '.join(sorted(_KEYS))}, in the format {FORMAT!r}")
    if not isinstance(found["rules"], str):
        raise FileError("its rules are not a text")
    game: Game = game_from_text(found["rules"], "the text of its rules")
    state = found["state"]
    if not isinstance(state, list):
        raise FileError(f"its state is {shown(state)}, but must be a list")
    if not state and not game.begins_anywhere:
        raise FileError(f"no state is named, but one of {game.name} is {game.usage}")
    place = game.check_state(*state) if state else ()
    return Claim(game, place, _whole(found, "numerator"), _whole(found, "denominator"))


def _whole(found: Mapping[str, Any], name: str) -> int:
    text = found[name]
    digits = text.removeprefix("-") if isinstance(text, str) else ""
    if not (digits.isascii() and digits.isdigit()) or (len(digits) > 1 and digits[0] == "0"):
        raise FileError(f"its {name} is {shown(short(str(text), 60))}, but must be a whole number")
    number = int(Decimal(text))  # int() itself stops at 4300 digits
    if text[0] == "-" and not (number and name == "numerator"):
        raise FileError(f"its {name} is {shown(short(text, 60))}, but must not be negative")
    if name == "denominator" and not number:
        raise FileError("its denominator is 0")
    return number


def judge(
    what: Valued | str | os.PathLike[str], *, progress: Progress | None = None
) -> FractionReport:
    """Check whether a fraction is the value of a state of a game.

    Parameters
    ----------
    what : exact value, or path of a saved one
        An exact value has ``game``, ``state``, ``numerator`` and ``denominator``.
    progress : callable, optional
        Called as ``progress(done, total)`` while decisions are proved.

    Returns
    -------
    FractionReport
        ``ok`` if the fraction, in lowest terms, is the value.

    Raises
    ------
    FileError
        If the file is damaged or is not a saved exact value.
    SizeError
        If a proof would not fit in memory.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> judge(Claim(Piglet(2), (0, 0), 4, 7)).outcome
    'certified'
    >>> judge(Claim(Piglet(2), (0, 0), 5, 7)).outcome
    'refuted'
    """
    claim = _read(what) if isinstance(what, (str, os.PathLike)) else _taken(what)
    found = _found(claim, progress)
    lengths = (
        Decimal(abs(claim.numerator)).adjusted() + 1,
        Decimal(claim.denominator).adjusted() + 1,
    )
    divisor = math.gcd(claim.numerator, claim.denominator)
    value = Fraction(claim.numerator, claim.denominator)
    low, high = found.interval
    outcome, reason, chance = "refuted", "", 0.0
    if divisor > 1:
        reason = "the fraction is not in lowest terms"
    elif not low <= value <= high:
        far = max(low - value, value - high)
        reason = f"it lies outside of what is proved, by {decimal(far, 3)}"
    elif low == high:
        outcome = "certified"
    else:
        outcome, reason, chance = _modulo(claim, found)
    return FractionReport(
        claim.game,
        claim.state,
        outcome,
        reason,
        found.interval,
        value,
        lengths,
        found.proof,
        chance,
    )


def _found(claim: Claim, progress: Progress | None) -> Modulo:
    """What is proved of the value; one proof of the decisions serves for all of it."""
    game, state = claim.game, claim.state
    home = module_of(game, "residues") if state else None
    if home is not None:
        found: Modulo = home.value_modulo(game, state, progress)
        return found
    proved: Any = check(game, *state, digits=DIGITS) if state else certify(game)
    reason = proved.proof.reason or "the value is enclosed, but not known exactly"
    return Modulo(proved.value, proved.proof, reason)


def _modulo(claim: Claim, found: Modulo) -> tuple[str, str, float]:
    """Outcome, reason and the chance that it misleads, by fresh random primes."""
    bits = found.bits + max(abs(claim.numerator), claim.denominator).bit_length() + 1
    if found.residue is not None:
        number, modulus = found.residue
        if (claim.denominator * number - claim.numerator) % modulus:
            return "refuted", f"it is another number modulo {PRIMES} random primes", 0.0
        return "certified", "", error_chance(bits)
    value = found.value
    if value is None:
        return "undecided", found.reason, 0.0
    apart = []

    def agrees(prime: int) -> bool:
        difference = claim.denominator * value(prime) - claim.numerator
        if difference % prime:
            apart.append(prime)
        return not apart

    try:
        true = true_modulo_primes(agrees)
    except TooLong:
        true = False
    if apart:
        return "refuted", f"it is another number modulo the prime {apart[0]}", 0.0
    if not true:
        return "undecided", "its equations are too many to be solved modulo primes", 0.0
    return "certified", "", error_chance(bits)
