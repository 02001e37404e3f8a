"""One throw: what it gains, and how likely it busts or wipes, exactly."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from .chances import LARGEST, MAX_DIGITS, Chance, chance, remedy_of, spell_chance, unknown_keys
from .checks import between, items, whole
from .errors import RuleError
from .game import Keyed
from .spelling import clauses, listed, shown

PIG_POSITIONS = ("dot up", "dot down", "trotter", "razorback", "snouter", "leaning jowler")
"""How a pig of Pass the Pigs can come to rest, in the order that :meth:`Roll.pigs` takes."""

MAX_GAIN = 10**18
"""The most points of a throw."""

MAX_SIDES = 200_000
MAX_DICE = 1000
MAX_FACES = 6000
_MAX_PAIRS = 1_000_000


class Roll(Keyed):
    """The exact distribution of one throw.

    A throw gains some points, *busts* (the turn total is lost) or *wipes* (the turn total and
    the banked score are lost).

    Parameters
    ----------
    gains : mapping of int to chance
        Points, each 1 … 10^18, and the chance of gaining them. A chance is a fraction (also
        as a string, ``"1/7"``), a decimal taken exactly, or an integer.
    bust, wipe : chance, optional
        The chances of losing the turn total, and of losing the banked score as well.
    total : int, optional
        If every chance is an integer, the number that they are fractions of; by default their sum.

    Raises
    ------
    RuleError
        If a chance is negative or not a number, a gain is below 1, or the chances do not sum
        to one (to ``total``) or have a common denominator of more than 3000 digits.

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
                f"gains is {shown(gains)}, but must be a dict of points and chances such as "
                "{2: '1/6'}"
            )
        for points, value in gains.items():
            points = whole(points, "a gain")
            if points < 1:
                raise RuleError(
                    f"a gain is {shown(points)}, but a throw that does not bust must gain at least "
                    "1 point"
                )
            if points > MAX_GAIN:
                raise RuleError(f"a gain is {shown(points)}, but must be at most 10^18 points")
            exact[points] = chance(value, f"gaining {points}")
        busts, wipes = chance(bust, "bust"), chance(wipe, "wipe")
        found = _sum([*exact.values(), busts, wipes])
        given = [*gains.values(), bust, wipe]
        if total is not None:
            out_of = whole(total, "total")
            if out_of < 1:
                raise RuleError(f"total is {shown(out_of)}, but must be at least 1")
        elif found > 0 and all(hasattr(value, "__index__") for value in given):
            out_of = int(found)
        else:
            out_of = 1
        if found != out_of:
            remedy = remedy_of(found, out_of, given)
            raise RuleError(
                f"the chances sum to {shown(found)}, but must sum to {shown(out_of)}: {remedy}"
            )
        _bounded(found.denominator * out_of)
        self._set(
            gains=tuple((g, p / out_of) for g, p in sorted(exact.items()) if p),
            bust=busts / out_of,
            wipe=wipes / out_of,
        )

    @classmethod
    def from_rules(cls, table: object, whose: str) -> Roll:
        """The roll that a table of rules describes, the inverse of :meth:`rules`."""
        if not isinstance(table, dict) or not isinstance(table.get("gains"), dict):
            raise RuleError(
                f"{whose} needs a table [roll.gains] of points and chances: add it, or name dice "
                "in [roll], such as dice = 1"
            )
        unknown_keys(table, ("gains", "bust", "wipe", "total"), "the table [roll]")
        gains: dict[int, Any] = {}
        for points, value in table["gains"].items():
            # One spelling for each number, so that no entry can hide another.
            if not isinstance(points, str) or not re.fullmatch("[1-9][0-9]{0,18}", points):
                raise RuleError(
                    f"a gain is {shown(points)}, but must be a whole number of at least 1, "
                    "such as 7"
                )
            gains[int(points)] = value
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

        It has at most 200,000 sides.

        Examples
        --------
        >>> Roll.die(4)
        Roll({2: '1/4', 3: '1/4', 4: '1/4'}, bust='1/4')
        """
        return cls.dice(1, sides, bust)

    @classmethod
    def dice(
        cls, count: int, sides: int = 6, bust: Iterable[int] = (1,), *, wipe_all: bool = False
    ) -> Roll:
        """``count`` fair dice, summed; any face in ``bust`` loses the turn total.

        With ``wipe_all`` a throw in which *every* die shows a bust face wipes instead, as the
        double 1 of two-dice Pig does. One die has at most 200,000 sides; of several there are
        at most 1000, with at most 6000 sides altogether. Cost: O(count sides²) products.

        Examples
        --------
        >>> Roll.dice(2, 6, wipe_all=True).wipe
        Fraction(1, 36)
        """
        count, sides = check_dice(count, sides)
        given = items(bust, "bust", "faces of the die such as (1,)", MAX_SIDES + 1)
        losing = {between(face, "a bust face", 1, sides) for face in given}
        ways = ways_to_sums(count, [face for face in range(1, sides + 1) if face not in losing])
        wipe = len(losing) ** count if wipe_all else 0
        total = sides**count
        return cls(ways, bust=total - sum(ways.values()) - wipe, wipe=wipe, total=total)

    @classmethod
    def coin(cls, gain: int = 1) -> Roll:
        """A fair coin: heads gains ``gain``, tails busts.

        Examples
        --------
        >>> Roll.coin()
        Roll({1: '1/2'}, bust='1/2')
        """
        return cls({whole(gain, "a gain"): Fraction(1, 2)}, bust=Fraction(1, 2))

    @classmethod
    def pigs(
        cls,
        counts: Sequence[Chance] | Sequence[Sequence[Chance]] | Mapping[str, Chance],
        touching: Chance = 0,
    ) -> Roll:
        """A pair of pigs, from counts of how often each position was seen.

        Parameters
        ----------
        counts : six chances, six rows of six, or mapping of str to chance
            In the order of :data:`PIG_POSITIONS`. Six numbers describe one pig, and the two pigs
            fall independently; a table counts pairs of positions. A mapping has positions by their
            names; ``"sider"`` is either side, both being as likely.
        touching : chance, optional
            How often the pigs touched, which wipes, in the same unit as a table of counts.

        Notes
        -----
        Both pigs on the same side gain 1, on opposite sides they bust; trotter and razorback
        are worth 5, snouter 10, leaning jowler 15; a pair of the same is worth 20, 20, 40, 60;
        otherwise the values add.

        Examples
        --------
        >>> Roll.pigs([1, 1, 0, 0, 0, 0])
        Roll({1: '1/2'}, bust='1/2')
        >>> Roll.pigs({"sider": 2}) == _
        True
        """
        size = len(PIG_POSITIONS)
        if isinstance(counts, Mapping):
            unknown_keys({**counts}, ("sider", *PIG_POSITIONS), "pigs")
            side = chance(counts.get("sider", 0), "a pig on its side") / 2
            sides = [chance(counts.get(p, 0), f"a pig on its {p}") for p in PIG_POSITIONS[:2]]
            others = [counts.get(position, 0) for position in PIG_POSITIONS[2:]]
            counts = [*[side + one for one in sides], *others]
        rows = items(counts, "counts", f"{size} counts of pig positions", 100)
        if len(rows) != size:
            raise RuleError(f"{len(rows)} pig positions are given, but there are {size}: give six")
        if all(isinstance(row, Sequence) and not isinstance(row, str) for row in rows):
            if any(len(row) != size for row in rows):
                raise RuleError(f"the table of pig positions must be {size} rows of {size} counts")
            table = [[chance(n, "a pair of pigs") for n in row] for row in rows]
        else:
            single = [chance(n, f"a pig on its {p}") for n, p in zip(rows, PIG_POSITIONS)]
            table = [[a * b for b in single] for a in single]
        wipe = chance(touching, "touching pigs")
        total = sum(map(sum, table), wipe)
        if total == 0:
            raise RuleError("every count of pig positions is 0: give at least one throw")
        gains: dict[int, Fraction] = {}
        bust = Fraction(0)
        for a, row in enumerate(table):
            for b, seen in enumerate(row):
                points = pigs_score(a, b)
                if points:
                    gains[points] = gains.get(points, Fraction(0)) + seen / total
                else:
                    bust += seen / total
        return cls(gains, bust=bust, wipe=wipe / total)

    def __add__(self, other: Roll) -> Roll:
        """Both thrown at once: gains add; a bust of either busts, a wipe of either wipes."""
        if not isinstance(other, Roll):
            return NotImplemented
        if len(self.gains) * len(other.gains) > _MAX_PAIRS:
            raise RuleError(
                f"rolls of {len(self.gains)} and {len(other.gains)} gains are too large to add: "
                f"their product must be at most {_MAX_PAIRS}"
            )
        # Whole numbers, parts of one total, add much faster than fractions.
        gains: dict[int, int] = {}
        mine, yours = self.denominator, other.denominator
        total = _bounded(mine * yours)
        theirs = [(h, int(q * yours)) for h, q in other.gains]
        for g, p in self.gains:
            part = int(p * mine)
            for h, q in theirs:
                gains[g + h] = gains.get(g + h, 0) + part * q
        wipe = total - int((1 - self.wipe) * mine) * int((1 - other.wipe) * yours)
        return Roll(gains, bust=total - wipe - sum(gains.values()), wipe=wipe, total=total)

    def __radd__(self, other: object) -> Roll:
        """``sum`` of rolls, which starts from 0."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __mul__(self, count: int) -> Roll:
        """``count`` independent throws of this roll at once, added as by ``+``."""
        times = between(count, "the number of rolls added", 1, MAX_DICE)
        half = None if times == 1 else self * (times // 2)
        if half is None:
            return self
        return half + half + self if times % 2 else half + half

    __rmul__ = __mul__

    # --- what there is to know --------------------------------------------------------------

    @cached_property
    def denominator(self) -> int:
        """The smallest common denominator of all chances."""
        return math.lcm(
            self.bust.denominator, self.wipe.denominator, *(p.denominator for _, p in self.gains)
        )

    @property
    def _key(self) -> object:
        return self.gains, self.bust, self.wipe

    @property
    def summary(self) -> str:
        """The throw in a few words."""
        points = [g for g, _ in self.gains]
        parts = []
        if len(points) > 2 and points[-1] - points[0] == len(points) - 1:
            parts = [f"gains {points[0]} to {points[-1]}"]
        elif len(points) > 5:
            parts = [f"{len(points)} gains from {points[0]} to {points[-1]}"]
        elif points:
            parts = [f"gains {listed(points, 'or')}"]
        parts += [f"bust {spell_chance(self.bust)}"] if self.bust else []
        parts += [f"wipe {spell_chance(self.wipe)}"] if self.wipe else []
        return ", ".join(parts)

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
            f"gains {listed(points, 'or')} with chance {spell_chance(p)}"
            + (" each" if len(points) > 1 else "")
            for p, points in alike.items()
        ]
        if self.bust:
            parts.append(f"busts (the turn total is lost) with chance {spell_chance(self.bust)}")
        if self.wipe:
            parts.append(f"wipes (the banked score too) with chance {spell_chance(self.wipe)}")
        return clauses(parts, "or")


def check_dice(count: object, sides: object) -> tuple[int, int]:
    """How many dice are thrown, and how many sides each has, as they must be."""
    count = between(count, "the number of dice", 1, MAX_DICE)
    sides = between(sides, "the number of sides", 1, MAX_SIDES)
    if count > 1 and count * sides > MAX_FACES:
        raise RuleError(
            f"{count} dice of {sides} sides have {count * sides} sides, but must have at most "
            f"{MAX_FACES}: throw fewer or smaller dice"
        )
    return count, sides


def _bounded(denominator: int) -> int:
    if denominator > LARGEST:
        raise RuleError(
            f"the common denominator of the chances has more than {MAX_DIGITS} digits: "
            "round the chances"
        )
    return denominator


def _sum(chances: list[Fraction]) -> Fraction:
    common = 1
    for p in chances:
        common = _bounded(math.lcm(common, p.denominator))
    return Fraction(sum(p.numerator * (common // p.denominator) for p in chances), common)


def ways_to_sums(count: int, faces: list[int]) -> dict[int, int]:
    """In how many ways ``count`` dice that show these rising faces have each sum.

    The ways are the coefficients of Q = P^n, where P = Σ x^(f - f_0) over the faces: Q has
    the constant term 1 and P Q' = n P' Q (J. C. P. Miller's recurrence).
    """
    if not faces:
        return {}
    lowest, *rest = faces
    if count == 1:
        return dict.fromkeys(faces, 1)
    ways = [1]
    steps = [face - lowest for face in rest]
    for k in range(1, count * (faces[-1] - lowest) + 1):
        terms = ((count * i - k + i) * ways[k - i] for i in steps if i <= k)
        ways.append(sum(terms) // k)
    return {count * lowest + k: number for k, number in enumerate(ways) if number}


def pigs_score(a: int, b: int) -> int:
    """Points of one pig in position ``a`` and the other in ``b``; 0 is a bust.

    Positions are counted as in :data:`PIG_POSITIONS`.
    """
    if a < 2 and b < 2:
        return int(a == b)
    value = (0, 0, 5, 5, 10, 15)
    double = (0, 0, 20, 20, 40, 60)
    return double[a] if a == b else value[a] + value[b]
