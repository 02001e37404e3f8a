"""One throw: what it gains, and how likely it busts or wipes, exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from operator import add
from typing import Any

from .chances import Chance, chance, spell, unknown_keys
from .errors import RuleError, whole

__all__ = ["PIG_POSITIONS", "Roll"]

PIG_POSITIONS = ("dot up", "dot down", "trotter", "razorback", "snouter", "leaning jowler")
"""How a pig of Pass the Pigs can come to rest, in the order that :meth:`Roll.pigs` takes."""

_MAX_DICE = 1000


class Roll:
    """The exact distribution of one throw.

    A throw gains some points, *busts* (the turn total is lost) or *wipes* (the turn total and
    the banked score are lost).

    Parameters
    ----------
    gains : mapping of int to chance
        Points, each at least 1, and the chance of gaining them. A chance is a fraction (also
        as a string, ``"1/7"``), a decimal taken exactly, or an integer.
    bust, wipe : chance, optional
        The chances of losing the turn total, and of losing the banked score as well.
    total : int, optional
        Where every chance is an integer, what they are parts of. Left out, integers are
        parts of their own sum.

    Raises
    ------
    RuleError
        If a chance is negative or not a number, a gain is below 1, or the chances do not sum
        to one (to ``total``).

    Examples
    --------
    >>> Roll({3: "1/7", 7: "2/7", 11: "1/14"}, bust="3/7", wipe="1/14")
    Roll({3: '1/7', 7: '2/7', 11: '1/14'}, bust='3/7', wipe='1/14')
    >>> Roll({1: 2, 5: 1}, bust=1, total=4).bust
    Fraction(1, 4)
    >>> Roll.die(6) + Roll.die(6) == Roll.dice(2, 6)
    True
    >>> Roll({1: "1/2"}, bust="1/3")
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: the chances sum to 5/6, but must sum to 1: add the missing 1/6
    """

    gains: tuple[tuple[int, Fraction], ...]
    """``(points, chance)``, points rising, each chance positive."""
    bust: Fraction
    wipe: Fraction

    def __init__(
        self,
        gains: Mapping[int, Chance],
        bust: Chance = 0,
        wipe: Chance = 0,
        *,
        total: int | None = None,
    ) -> None:
        exact: dict[int, Fraction] = {}
        if not isinstance(gains, Mapping):
            raise RuleError(
                f"gains is {gains!r}, but must be a dict of points and chances such as {{2: '1/6'}}"
            )
        for points, value in gains.items():
            points = whole(points, "a gain")
            if points < 1:
                raise RuleError(
                    f"a gain is {points}, but a throw that does not bust must gain at least 1 point"
                )
            exact[points] = chance(value, f"gaining {points}")
        busts, wipes = chance(bust, "bust"), chance(wipe, "wipe")
        found = sum(exact.values(), busts + wipes)
        given = [*gains.values(), bust, wipe]
        if total is not None:
            out_of = Fraction(whole(total, "total"))
        elif found > 0 and all(hasattr(value, "__index__") for value in given):
            out_of = found
        else:
            out_of = Fraction(1)
        if found != out_of or out_of < 1:
            off = out_of - found
            remedy = f"add the missing {off}" if off > 0 else f"take the surplus {-off} away"
            if any(isinstance(value, float) for value in given) and abs(off) < Fraction(1, 10**9):
                remedy = "write fractions as '1/3', which a float only comes close to"
            raise RuleError(f"the chances sum to {found}, but must sum to {out_of}: {remedy}")
        self.gains = tuple((g, p / out_of) for g, p in sorted(exact.items()) if p)
        self.bust = busts / out_of
        self.wipe = wipes / out_of

    @classmethod
    def from_rules(cls, table: object, whose: str) -> Roll:
        """The roll that a table of rules describes, the inverse of :meth:`rules`."""
        if not isinstance(table, dict) or not isinstance(table.get("gains"), dict):
            raise RuleError(f"{whose} needs a table [roll.gains] of points and chances: add it")
        unknown_keys(table, ("gains", "bust", "wipe", "total"), "the table [roll]")
        gains: dict[int, Any] = {}
        for points, value in table["gains"].items():
            try:
                gains[int(points)] = value
            except ValueError:
                raise RuleError(f"a gain is {points!r}, but must be a whole number") from None
        return cls(gains, table.get("bust", 0), table.get("wipe", 0), total=table.get("total"))

    def rules(self) -> dict[str, Any]:
        """The roll as plain data."""
        return {
            "bust": str(self.bust),
            "wipe": str(self.wipe),
            "gains": {str(g): str(p) for g, p in self.gains},
        }

    # --- constructors -----------------------------------------------------------------------

    @classmethod
    def die(cls, sides: int = 6, bust: Iterable[int] = (1,)) -> Roll:
        """One fair die with the faces ``1 … sides``; the faces in ``bust`` lose the turn total.

        Examples
        --------
        >>> Roll.die(4)
        Roll({2: '1/4', 3: '1/4', 4: '1/4'}, bust='1/4')
        """
        sides = whole(sides, "the number of sides")
        if not 1 <= sides <= 1_000_000:
            raise RuleError(
                f"the number of sides is {sides}, but must be between 1 and 1,000,000: "
                "give another die"
            )
        faces = range(1, sides + 1)
        losing = {whole(face, "a bust face") for face in bust}
        for face in losing:
            if face not in faces:
                raise RuleError(
                    f"the bust face {face} is not on a die of {sides} sides: "
                    f"choose from 1 to {sides}"
                )
        each = Fraction(1, sides)
        return cls({f: each for f in faces if f not in losing}, bust=len(losing) * each)

    @classmethod
    def dice(
        cls, count: int, sides: int = 6, bust: Iterable[int] = (1,), *, wipe_all: bool = False
    ) -> Roll:
        """``count`` fair dice, summed; any face in ``bust`` loses the turn total.

        With ``wipe_all`` a throw in which *every* die shows a bust face wipes instead, as the
        double 1 of two-dice Pig does. Cost: one convolution per die.

        Examples
        --------
        >>> Roll.dice(2, 6, wipe_all=True).wipe
        Fraction(1, 36)
        """
        count = whole(count, "the number of dice")
        if not 1 <= count <= _MAX_DICE:
            raise RuleError(
                f"the number of dice is {count}, but must be between 1 and {_MAX_DICE}: throw fewer"
            )
        one = cls.die(sides, bust)
        thrown = reduce(add, [one] * count)
        if not wipe_all:
            return thrown
        wipe = one.bust**count
        return cls(dict(thrown.gains), bust=thrown.bust - wipe, wipe=wipe)

    @classmethod
    def coin(cls, gain: int = 1) -> Roll:
        """A fair coin: heads gains ``gain``, tails busts.

        Examples
        --------
        >>> Roll.coin()
        Roll({1: '1/2'}, bust='1/2')
        """
        return cls({gain: Fraction(1, 2)}, bust=Fraction(1, 2))

    @classmethod
    def pigs(
        cls, counts: Sequence[Chance] | Sequence[Sequence[Chance]], touching: Chance = 0
    ) -> Roll:
        """A pair of pigs, from how often they were seen in each position.

        Parameters
        ----------
        counts : six chances, or six rows of six
            In the order of :data:`PIG_POSITIONS`. Six numbers describe one pig, and the two
            pigs fall independently; a table counts the pairs as they fell together.
        touching : chance, optional
            How often the pigs touched, in the same unit as a table of counts: that wipes.

        Notes
        -----
        Both pigs on the same side gain 1, on opposite sides they bust; trotter and razorback
        are worth 5, snouter 10, leaning jowler 15; a pair of the same is worth 20, 20, 40, 60;
        otherwise the values add.

        Examples
        --------
        >>> Roll.pigs([1, 1, 0, 0, 0, 0])
        Roll({1: '1/2'}, bust='1/2')
        """
        size = len(PIG_POSITIONS)
        rows = list(counts)
        if len(rows) != size:
            raise RuleError(f"{len(rows)} pig positions are given, but there are {size}: give six")
        if all(isinstance(row, Sequence) and not isinstance(row, str) for row in rows):
            if any(len(row) != size for row in rows):  # type: ignore[arg-type]
                raise RuleError(f"the table of pig positions must be {size} rows of {size} counts")
            table = [[chance(n, "a pair of pigs") for n in row] for row in rows]  # type: ignore[union-attr]
        else:
            single = [chance(n, f"a pig on its {p}") for n, p in zip(rows, PIG_POSITIONS)]  # type: ignore[arg-type]
            table = [[a * b for b in single] for a in single]
        wipe = chance(touching, "touching pigs")
        total = sum(map(sum, table), wipe)
        if total == 0:
            raise RuleError("every count of pig positions is 0: give at least one throw")
        gains: dict[int, Fraction] = {}
        bust = Fraction(0)
        for a, row in enumerate(table):
            for b, seen in enumerate(row):
                points = _pigs_score(a, b)
                if points:
                    gains[points] = gains.get(points, Fraction(0)) + seen / total
                else:
                    bust += seen / total
        return cls(gains, bust=bust, wipe=wipe / total)

    def __add__(self, other: Roll) -> Roll:
        """Both thrown at once: gains add; a bust of either busts, a wipe of either wipes."""
        if not isinstance(other, Roll):
            return NotImplemented
        gains: dict[int, Fraction] = {}
        for g, p in self.gains:
            for h, q in other.gains:
                gains[g + h] = gains.get(g + h, Fraction(0)) + p * q
        wipe = 1 - (1 - self.wipe) * (1 - other.wipe)
        return Roll(gains, bust=1 - wipe - sum(gains.values()), wipe=wipe)

    # --- what there is to know --------------------------------------------------------------

    @cached_property
    def denominator(self) -> int:
        """The smallest common denominator of all chances."""
        return math.lcm(
            self.bust.denominator, self.wipe.denominator, *(p.denominator for _, p in self.gains)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roll):
            return NotImplemented
        return (self.gains, self.bust, self.wipe) == (other.gains, other.bust, other.wipe)

    def __hash__(self) -> int:
        return hash((self.gains, self.bust, self.wipe))

    def __repr__(self) -> str:
        gains = ", ".join(f"{g}: {str(p)!r}" for g, p in self.gains)
        bust = f", bust={str(self.bust)!r}" if self.bust else ""
        wipe = f", wipe={str(self.wipe)!r}" if self.wipe else ""
        return f"Roll({{{gains}}}{bust}{wipe})"

    def __str__(self) -> str:
        """The throw in words, gains of one chance together."""
        alike: dict[Fraction, list[str]] = {}
        for g, p in self.gains:
            alike.setdefault(p, []).append(str(g))
        parts = [
            f"gains {_any_of(points)} with chance {spell(p)}{' each' if len(points) > 1 else ''}"
            for p, points in alike.items()
        ]
        if self.bust:
            parts.append(f"busts (the turn total is lost) with {spell(self.bust)}")
        if self.wipe:
            parts.append(f"wipes (the banked score too) with {spell(self.wipe)}")
        return ", ".join(parts)


def _any_of(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _pigs_score(a: int, b: int) -> int:
    """Points of one pig in position ``a`` and the other in ``b``; 0 is a bust."""
    if a < 2 and b < 2:
        return int(a == b)
    value = (0, 0, 5, 5, 10, 15)
    double = (0, 0, 20, 20, 40, 60)
    return double[a] if a == b else value[a] + value[b]
