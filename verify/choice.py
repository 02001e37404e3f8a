"""Which dice to choose, proved: a file of ``pigcore dice`` with the races of all sets, each against
each, their matrix, and a mixture of the sets.

Each race is enclosed as any other (:mod:`.race.enclosure`): no chance of winning lies outside its
interval. A fair coin says who moves first, so that set i wins

    w(i, j) <= ( high(i, j) + 1 - low(j, i) ) / 2,      w(i, i) = 1/2,

against set j, and against a mixture m no more than the sum of m(j) w(i, j), in fractions. What any
set wins beyond one half is all that the mixture loses, whatever numbers lie in the intervals.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from pigcore.games.errors import FileError, PigcoreError, RuleError
from pigcore.games.game import Game
from pigcore.games.rules import game_from_text, text_of
from pigcore.games.spelling import at_most, short, shown
from pigcore.games.texts import named_file, open_file, read_text
from pigcore.version import VERSION

from .algebra.decimals import as_data, print_between
from .algebra.intervals import Interval, quotient_up
from .families import module_of
from .options import Progress, reporting
from .printing import Shown, lay_out
from .verdict import Proof

__all__ = ["FORMAT", "DiceReport", "is_dice_choice", "judge"]

FORMAT = "pigcore dice 1"
_KEYS = ("format", "version", "sets", "first", "error_bound", "mix", "gain", "sha256")
_BEGIN = b'{\n "format": "pigcore dice'
_AGAIN = "compare the dice and save them again"
_MOST = 100
_DIGITS = 15
TOLERANCE = 1e-9
"""The largest error of a chance, and gain of a set, that a file may admit."""
HALF = Fraction(1, 2)

Matrix = list[list[Interval]]


class _Claim(NamedTuple):
    """What a file says."""

    games: dict[str, Any]
    first: list[list[float]]
    error_bound: float
    mix: list[Fraction]
    """Weights that sum to 1."""
    gain: float


@dataclass(frozen=True, repr=False)
class DiceReport(Shown):
    """What is proved about a choice among sets of dice."""

    file: str
    sets: dict[str, Game]
    """The rules of each set, by its name."""
    first: Sequence[Sequence[Interval]]
    """P(who has set i wins) against set j, moving first, at [i][j]; empty where none is proved."""
    mix: Sequence[Fraction]
    """The mixture of the file."""
    gain: Fraction
    """No set wins more than 1/2 + gain against the mixture."""
    error: float
    """No chance of the file is further from the truth."""
    claimed: tuple[float, float]
    """The gain and the error that the file admits."""
    proof: Proof

    @property
    def reason(self) -> str:
        """Why it is refuted or undecided; empty where it is certified."""
        gain, error = (min(one, TOLERANCE) for one in self.claimed)
        if self.proof.method == "none":
            return self.proof.reason
        if self.error > error:
            return f"a chance is off by more than {_admitted(error)}"
        if self.gain > gain:
            return f"a set wins more than 1/2 + {_admitted(gain)}"
        return ""

    @property
    def ok(self) -> bool:
        """Whether all that the file says is proved."""
        return not self.reason

    @property
    def outcome(self) -> str:
        """``"certified"``, ``"refuted"`` or ``"undecided"``."""
        return "certified" if self.ok else "undecided" if not self.first else "refuted"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "sets": {name: text_of(game) for name, game in self.sets.items()},
            "ok": self.ok,
            "outcome": self.outcome,
            "reason": self.reason or None,
            "first": [[as_data(one, _DIGITS) for one in row] for row in self.first],
            "mix": {n: as_data((w, w), _DIGITS) for n, w in zip(self.sets, self.mix)},
            "gain": quotient_up(*self.gain.as_integer_ratio()),
            "error": self.error,
            "proof": self.proof.as_dict(),
            "version": VERSION,
        }

    def __str__(self) -> str:
        chosen = [
            f"{name}: {print_between((weight, weight), 6)}"
            for name, weight in zip(self.sets, self.mix)
            if weight
        ]
        rows = [(f"set {name}", str(game)) for name, game in self.sets.items()]
        rows.append(("choose", ", ".join(chosen)))
        if self.reason:
            rows.insert(0, ("why", self.reason))
        if self.first:
            gain = at_most(quotient_up(*self.gain.as_integer_ratio()))
            rows += [
                ("proved", f"against this choice no set wins more than 1/2 + {gain}"),
                ("chances", f"{len(self.sets) ** 2:,}, all within {at_most(self.error)}"),
            ]
        return lay_out(f"{self.file}: {self.outcome}", [*rows, ("proof", str(self.proof))])


def _admitted(limit: float) -> str:
    if limit == TOLERANCE:
        return f"{limit:.0e}, all that a file may admit"
    return f"{at_most(limit)}, all that the file admits"


def is_dice_choice(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as a saved choice of dice does."""
    try:
        with open_file(named_file(path)) as file:
            return file.read(len(_BEGIN)) == _BEGIN
    except (FileError, OSError):
        return False


def judge(
    path: str | os.PathLike[str],
    *,
    progress: Progress | None = None,
) -> DiceReport:
    """Prove a saved choice of dice: every chance, and what the mixture loses at most.

    Raises
    ------
    FileError
        If the file is damaged or is not a saved choice of dice.
    SizeError
        If a proof would not fit in memory, or take hours.
    """
    where, claim = _read(path)
    found = reporting(lambda report: _enclosed([*claim.games.values()], report), progress)
    first: Matrix = []
    proof, gain, error = Proof("none", reason="no enclosure was found"), HALF, 1.0
    if found is not None:
        first, bits = found
        proof, gain = Proof("enclosure", bits=bits), _gain(first, claim.mix)
        error = max(
            quotient_up(*max(abs(Fraction(said) - end) for end in ends).as_integer_ratio())
            for row, said_row in zip(first, claim.first)
            for ends, said in zip(row, said_row)
        )
    claimed = claim.gain, claim.error_bound
    return DiceReport(where, claim.games, first, claim.mix, gain, error, claimed, proof)


def _enclosed(games: Sequence[Any], progress: Progress | None) -> tuple[Matrix, int] | None:
    """The chances of all sets against all, and the fewest bits of a proof."""
    n, least = len(games), 0
    pairs = [(i, j) for i in range(n) for j in range(i + 1)]
    first: Matrix = [[(Fraction(0), Fraction(1))] * n for _ in games]
    for done, (i, j) in enumerate(pairs):
        game, report = games[i].against(games[j]), None
        if progress:
            report = partial(_report, progress, done, len(pairs))
        found = module_of(game, "prove").enclosed(game, report)
        if found is None:
            return None
        first[i][j], first[j][i], bits = found
        least = min(least or bits, bits)
    return first, least


def _report(progress: Progress, before: int, pairs: int, done: int, of: int) -> None:
    """Report how much of all pairs is done where so much of one is."""
    progress(before * of + done, pairs * of)


def _gain(first: Matrix, mix: Sequence[Fraction]) -> Fraction:
    """The most that any set wins beyond one half against a mixture."""

    def most(i: int, j: int) -> Fraction:
        return HALF if i == j else (first[i][j][1] + 1 - first[j][i][0]) / 2

    every = range(len(mix))
    return max(sum((mix[j] * most(i, j) for j in every), -HALF) for i in every)


def _read(path: str | os.PathLike[str]) -> tuple[str, _Claim]:
    """The file's name, and what it claims.

    Raises
    ------
    FileError
        If anything in it is not as it was written.
    """
    where, text = read_text(path, "give the path of a choice of dice that pigcore saved")
    try:
        members = json.loads(text)
        digest = members.pop("sha256")
        written = json.dumps(members, indent=1)
        right = digest == hashlib.sha256(written.encode()).hexdigest()
        again = json.dumps(members | {"sha256": digest}, indent=1) + "\n"
    except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
        raise FileError(f"{where} is damaged or is no saved choice of dice: {_AGAIN}") from None
    if not right or again != text:
        raise FileError(f"{where} is altered, as its checksum says: {_AGAIN}")
    try:
        return where, _claim(members)
    except PigcoreError as error:
        raise FileError(f"{where}: {short(str(error), 300)}: {_AGAIN}") from None


def _claim(members: dict[str, Any]) -> _Claim:
    if tuple(members) != _KEYS[:-1] or members["format"] != FORMAT:
        raise FileError(f"it must hold {', '.join(_KEYS)}, in the format {FORMAT!r}")
    sets = members["sets"]
    if not isinstance(sets, dict) or not 2 <= len(sets) <= _MOST:
        raise FileError(f"its sets are {shown(sets)}, but must be 2 to {_MOST} rules by name")
    games: dict[str, Any] = {}
    for name, rules in sets.items():
        game = game_from_text(rules, f"the set {shown(name)}") if isinstance(rules, str) else rules
        if not _is_one_of_two(game):
            raise RuleError(f"the set {shown(name)} is no race of two players with one turn")
        next(iter(games.values()), game).against(game)  # refuses rules that differ in more
        games[name] = game
    n = len(games)
    first = members["first"]
    rows = first if isinstance(first, list) and len(first) == n else [None]
    matrix = [_chances(row, n, "a row of first") for row in rows]
    mix = [*map(Fraction, _chances(members["mix"], n, "mix"))]
    whole = sum(mix, Fraction(0))
    if not abs(whole - 1) < Fraction(1, 1 << 40):
        raise FileError(f"its mix sums to {float(whole)!r}, but must sum to 1")
    bound, gain = _chances([members["error_bound"], members["gain"]], 2, "its error_bound or gain")
    return _Claim(games, matrix, bound, [weight / whole for weight in mix], gain)


def _is_one_of_two(game: Any) -> bool:
    """Whether two players race with one turn, as it is proved for any two turns."""
    home = module_of(game, "prove") if isinstance(game, Game) else None
    return hasattr(home, "enclosed") and game.players == 2 and getattr(game, "alike", False)


def _chances(numbers: Any, length: int, what: str) -> list[float]:
    """So many numbers between 0 and 1."""
    if (
        not isinstance(numbers, list) or len(numbers) != length
        or not all(isinstance(one, float) and 0 <= one <= 1 for one in numbers)
    ):  # fmt: skip
        raise FileError(f"{what} is {shown(numbers)}, but must be {length} numbers between 0 and 1")
    return numbers
