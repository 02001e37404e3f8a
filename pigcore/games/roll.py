"""One throw: what it gains, and how likely it busts or wipes, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from .chances import Chance, chance, spell_chance, unknown_keys, weights
from .checks import between, items, whole
from .errors import RuleError
from .game import Keyed
from .spelling import clauses, listed, shown

PIG_POSITIONS = ("dot up", "dot down", "trotter", "razorback", "snouter", "leaning jowler")
"""How a pig of Pass the Pigs can come to rest."""

MAX_GAIN = 10**18
"""The most points of a throw."""

MAX_SIDES = 200_000
MAX_DICE = 1000
MAX_FACES = 6000


class Ending(Enum):
    """How a throw ends the turn."""

    BUST = "bust"
    WIPE = "wipe"

    def __repr__(self) -> str:
        return self.name


BUST = Ending.BUST
"""The points of the turn are lost."""
WIPE = Ending.WIPE
"""The points of the turn and the banked score are lost."""

Fall = tuple[int | Ending, int, bool]
"""What a throw of dice comes to, in how many ways, and whether it is a double."""


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
        if not isinstance(gains, Mapping):
            raise RuleError(
                f"gains is {shown(gains)}, but must be a dict of points and chances such as "
                "{2: '1/6'}"
            )
        points = [points_gained(each, "a gain", 1) for each in gains]
        names = [*(f"gaining {each}" for each in points), "bust", "wipe"]
        out_of = None if total is None else between(total, "total", 1)
        parts = weights([*gains.values(), bust, wipe], names, total=out_of)
        whole = sum(parts)
        *exact, busts, wipes = (Fraction(part, whole) for part in parts)
        found = tuple((g, p) for g, p in sorted(zip(points, exact)) if p)
        self._set(gains=found, bust=busts, wipe=wipes)

    def rules(self) -> dict[str, Any]:
        """The roll as plain data, a table ``[roll]``."""
        return {
            "bust": str(self.bust),
            "wipe": str(self.wipe),
            "gains": {str(g): str(p) for g, p in self.gains},
        }

    # --- constructors -----------------------------------------------------------------------

    @classmethod
    def of(cls, outcomes: Iterable[tuple[int | Ending, Chance]]) -> Roll:
        """The roll of these outcomes and chances; those of equal outcomes add up.

        Examples
        --------
        >>> Roll.of([(3, "1/4"), (3, "1/4"), (BUST, "1/2")])
        Roll({3: '1/2'}, bust='1/2')

        A coin of 1 and 3 points and a die of three sides whose 1 busts:

        >>> Roll.of((c + d if d > 1 else BUST, 1) for c in (1, 3) for d in (1, 2, 3))
        Roll({3: '1/6', 4: '1/6', 5: '1/6', 6: '1/6'}, bust='1/3')
        """
        found: dict[Any, Any] = {BUST: 0, WIPE: 0}
        for what, p in outcomes:
            found[what] = found.get(what, 0) + (p if isinstance(p, int) else chance(p, str(what)))
        return cls(found, bust=found.pop(BUST), wipe=found.pop(WIPE))

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
        losing = faces_of_a_die(bust, "bust", sides)
        falls = thrown(count, sides, losing, all_bust="wipe" if wipe_all else "bust")
        return cls.of((what, ways) for what, ways, _ in falls)

    @classmethod
    def coin(cls, gain: int = 1) -> Roll:
        """A fair coin: heads gains ``gain``, tails busts.

        Examples
        --------
        >>> Roll.coin()
        Roll({1: '1/2'}, bust='1/2')
        """
        return cls({gain: 1}, bust=1)

    @classmethod
    def pigs(cls, counts: Mapping[str, Chance]) -> Roll:
        """A pair of pigs that fall independently, from how often each position was seen.

        Positions have the names of :data:`PIG_POSITIONS`; ``"sider"`` is either side, both being as
        likely. Both pigs on the same side gain 1, on opposite sides they bust; trotter and
        razorback are worth 5, snouter 10, leaning jowler 15, and a pair of the same twice as much
        together.

        Examples
        --------
        >>> Roll.pigs({"sider": 3, "trotter": 1})
        Roll({1: '9/32', 5: '3/8', 20: '1/16'}, bust='9/32')
        """
        if not isinstance(counts, Mapping):
            raise RuleError(f"pigs is {shown(counts)}, but must be a table of positions and counts")
        names = ("sider", *PIG_POSITIONS)
        unknown_keys(counts, names, "pigs")
        side, *seen = (chance(counts.get(name, 0), f"a pig as {name}") for name in names)
        seen[:2] = [side / 2 + n for n in seen[:2]]
        if not any(seen):
            raise RuleError("every count of pigs is 0: give at least one")
        pairs = [(a, b) for a in range(len(seen)) for b in range(len(seen))]
        return cls.of(
            (pigs_score(a, b) or BUST, seen[a] * seen[b] / sum(seen) ** 2) for a, b in pairs
        )

    # --- what there is to know --------------------------------------------------------------

    @cached_property
    def denominator(self) -> int:
        """The smallest common denominator of all chances."""
        return lcm(*(p.denominator for p in (self.bust, self.wipe, *(p for _, p in self.gains))))

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
        lost = " (the turn total is lost)", " (the banked score too)"
        return fall_in_words(((g, p, "") for g, p in self.gains), self.bust, self.wipe, lost=lost)


def fall_in_words(
    gains: Iterable[tuple[int, Fraction, str]], bust: Fraction, wipe: Fraction,
    more: Iterable[str] = (), lost: tuple[str, str] = ("", ""),
) -> str:  # fmt: skip
    """What a throw comes to: points with their chances, and what follows; and what is lost.

    Gains of one chance after which the same follows are said together.
    """
    alike: dict[tuple[Fraction, str], list[int]] = {}
    for points, p, then in gains:
        alike.setdefault((p, then), []).append(points)
    parts = [
        f"gains {listed(points, 'or')} with chance {spell_chance(p)}"
        + " each" * (len(points) > 1) + then
        for (p, then), points in alike.items()
    ] + [*more]  # fmt: skip
    for verb, what, p in zip(("busts", "wipes"), lost, (bust, wipe)):
        parts += [f"{verb}{what} with chance {spell_chance(p)}"] if p else []
    return clauses(parts, "or")


def points_gained(points: object, what: str, least: int) -> int:
    """Points of a throw, as they must be."""
    found = whole(points, what)
    if not least <= found <= MAX_GAIN:
        raise RuleError(f"{what} is {shown(found)}, but must be {least} to 10^18 points")
    return found


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


def faces_of_a_die(given: Any, name: str, sides: int) -> tuple[int, ...]:
    """Faces of a die of so many sides, each once and rising."""
    faces = items(given, name, "faces of a die such as [1]", MAX_SIDES + 1)
    return tuple(sorted({between(face, f"a {name} face", 1, sides) for face in faces}))


def thrown(
    count: int, sides: int, bust: Iterable[int], wipe: Iterable[int] = (),
    all_bust: int | str = "bust", doubles: int = 1, apart: bool = False,
) -> Iterator[Fall]:  # fmt: skip
    """What dice come to that are added up; faces beyond their sides are none of them.

    Doubles count ``doubles`` times. They are kept apart where that differs, or ``apart`` asks it.
    """
    busts, wipes = (sum(face <= sides for face in faces) for faces in (bust, wipe))
    kept = sorted({*range(1, sides + 1)} - {*bust, *wipe})
    ways = ways_to_sums(count, kept)
    left = (sides - wipes) ** count - len(kept) ** count
    for face in kept if apart or doubles > 1 else ():
        ways[count * face] -= 1
        yield doubles * count * face, 1, True
    yield from ((points, number, False) for points, number in ways.items())
    if all_bust != "bust":
        what = WIPE if isinstance(all_bust, str) else all_bust
        yield what, busts**count - busts, False
        yield what, busts, True
        left -= busts**count
    yield BUST, left, False
    yield WIPE, sides**count - (sides - wipes) ** count, False


def ways_to_sums(count: int, faces: list[int]) -> dict[int, int]:
    """In how many ways ``count`` dice that show these rising faces have each sum.

    The ways are the coefficients of Q = P^n, where P = Σ x^(f - f_0) over the faces: Q has
    the constant term 1 and P Q' = n P' Q (J. C. P. Miller's recurrence).
    """
    if not faces or count == 1:
        return dict.fromkeys(faces, 1)
    ways, lowest = [1], faces[0]
    steps = [face - lowest for face in faces[1:]]
    for k in range(1, count * (faces[-1] - lowest) + 1):
        terms = ((count * i - k + i) * ways[k - i] for i in steps if i <= k)
        ways.append(sum(terms) // k)
    return {count * lowest + k: number for k, number in enumerate(ways) if number}


def pigs_score(black: int, pink: int) -> int:
    """Points of two pigs in these of :data:`PIG_POSITIONS`; 0 is a bust."""
    if black < 2 and pink < 2:
        return int(black == pink)
    value = (0, 0, 5, 5, 10, 15)
    return (value[black] + value[pink]) * (2 if black == pink else 1)
