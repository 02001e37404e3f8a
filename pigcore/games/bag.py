"""A bag of rock-paper-scissors dice, each with its own chances, drawn one after another.

The dice leave the bag in random order and each is thrown once. Before every throw the player,
who knows the dice and the results so far but not which dice showed them, picks a gesture and
plays it against the die. Source: TopCoder SRM 579 (2013), "RockPaperScissors".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from fractions import Fraction
from inspect import signature
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from .chances import Chance, chance, check_sum, entries, spell_chance
from .checks import between, items, label, refuse_if
from .errors import FileError, RuleError, StateError
from .game import Array, Game, Keyed
from .spelling import counted, shown
from .texts import STANDARD_INPUT, read_text

GESTURES = ("rock", "paper", "scissors")
"""The order of chances everywhere: each gesture beats the one before it."""

CONTEST_TOTAL = 300
"""Whole numbers are parts of this, as the contest has them, unless a bag says otherwise."""

MAX_DICE = 10_000
"""The most dice in a bag; solving allows fewer."""

LARGEST_PAYOFF = 10**100
"""The largest payoff; the smallest that is not 0 is its inverse."""


class Bag(Keyed, Game):
    """A bag of n dice; die i shows rock, paper or scissors with its own chances.

    Parameters
    ----------
    rock, paper, scissors : sequences of chances, one entry a die
        Exact chances (``"1/3"``, ``"0.25"``, a Fraction). The three of one die sum to 1; or all
        three are whole numbers and sum to ``total``.
    win, draw, lose : number, optional
        What a throw pays: 3, 1 and 0 in the contest. Any exact number, also below 0, of a size
        between 1e-100 and 1e100.
    total : int
        What whole numbers are fractions of: 300 in the contest.
    name : str
        What to call the game.

    Raises
    ------
    RuleError
        If the columns differ in length or are empty, or the chances of a die do not sum to one.

    Examples
    --------
    >>> Bag([100, 0], [200, 100], [0, 200]).dice[0]
    (Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))
    >>> Bag(["1/2"], ["1/4"], ["1/5"])
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: the chances of die 1 sum to 19/20, but must sum to 1: add the \
missing 1/20
    """

    dice: tuple[tuple[Fraction, Fraction, Fraction], ...]
    """The chances of each die, in the order of :data:`GESTURES`."""
    win: Fraction
    draw: Fraction
    lose: Fraction
    name: str

    family: ClassVar[str] = "bag"
    state_names: ClassVar[tuple[str, ...]] = ("rocks", "papers", "scissors")
    _suffixes: ClassVar[tuple[str, ...]] = (".csv",)
    worth: ClassVar[str] = "best expected score"
    gains: ClassVar[tuple[str, str, str]] = ("earns", "point", " games")
    begins_anywhere: ClassVar[bool] = True

    def __init__(
        self,
        rock: Iterable[Chance],
        paper: Iterable[Chance],
        scissors: Iterable[Chance],
        *,
        win: Chance = 3,
        draw: Chance = 1,
        lose: Chance = 0,
        total: int = CONTEST_TOTAL,
        name: str = "Bag",
    ) -> None:
        columns = [
            items(column, gesture, "a list of chances, one a die", MAX_DICE + 1)
            for column, gesture in zip((rock, paper, scissors), GESTURES, strict=True)
        ]
        lengths = [len(column) for column in columns]
        found = ", ".join(f"{n} for {g}" for n, g in zip(lengths, GESTURES, strict=True))
        differ = len({*lengths}) > 1
        refuse_if(differ, f"the numbers of chances differ ({found}): give every die one of each")
        refuse_if(not lengths[0], "the bag is empty: give at least one die")
        refuse_if(lengths[0] > MAX_DICE, f"the bag holds more than {MAX_DICE} dice: take fewer")
        parts = between(total, "total", 1)
        rows = zip(*columns, strict=True)
        self._set(
            dice=tuple(_die(row, i, parts) for i, row in enumerate(rows, start=1)),
            win=_payoff(win, "a win"),
            draw=_payoff(draw, "a draw"),
            lose=_payoff(lose, "a loss"),
            name=label(name),
        )

    def __len__(self) -> int:
        """The number of dice."""
        return len(self.dice)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """``score``, and ``choices`` by rocks, then papers, then scissors, as indices of GESTURES.

        A choice is -1 where the counts are too unlikely to determine it.
        """
        n = len(self)
        high = float(n * max(self.win, self.draw, self.lose))
        low = float(n * min(self.win, self.draw, self.lose))
        slack = 1e-9 * max(abs(low), abs(high))
        return (
            Array("score", "float64", (1,), low - slack, high + slack),
            Array("choices", "int64", (n * (n + 1) * (n + 2) // 6,), -1, 2),
        )

    def payoff(self, gesture: int, shown: int) -> Fraction:
        """The payoff of ``gesture`` against the face ``shown``; both are indices of
        :data:`GESTURES`.
        """
        return (self.draw, self.win, self.lose)[(gesture - shown) % 3]

    def _checked(self, state: tuple[int, ...]) -> tuple[int, ...]:
        for seen, name in zip(state, self.state_names, strict=True):
            if seen < 0:
                raise StateError(f"{name} is {shown(seen)}, but a count is 0 or more")
        if sum(state) >= len(self):
            raise StateError(
                f"{self._seen(state)} are {shown(sum(state))} throws, but before a throw a bag of "
                f"{counted(len(self), 'die', 'dice')} has shown at most {len(self) - 1}"
            )
        return state

    @property
    def summary(self) -> str:
        """The number of dice and the payoffs in a few words."""
        pay = [spell_chance(value) for value in (self.win, self.draw, self.lose)]
        return f"{counted(len(self), 'die', 'dice')}; win {pay[0]}, draw {pay[1]}, lose {pay[2]}"

    def spell(self, state: tuple[int, ...]) -> str:
        """A state in words: what was seen so far."""
        return f"after {self._seen(state)}"

    def _seen(self, state: tuple[int, ...]) -> str:
        r, p, s = state
        rocks, papers = "rock" if r == 1 else "rocks", "paper" if p == 1 else "papers"
        return f"{shown(r)} {rocks}, {shown(p)} {papers} and {shown(s)} scissors"

    def can_show(self, rocks: int, papers: int, scissors: int) -> bool:
        """Whether some of the dice can show these counts.

        Each throw needs a die of its own. By P. Hall's theorem (1935) there are such dice if and
        only if, for every set of gestures, no fewer dice can show one of them than are asked for.
        """
        counts = (rocks, papers, scissors)
        return all(
            sum(counts[face] for face in faces)
            <= sum(any(die[face] for face in faces) for die in self.dice)
            for size in range(1, len(GESTURES) + 1)
            for faces in combinations(range(len(GESTURES)), size)
        )

    def done(self, action: str) -> tuple[str, str]:
        """A gesture in words."""
        return "pick", action

    def rules(self) -> dict[str, Any]:
        """The rules as plain data, the inverse of :func:`from_rules`."""
        columns = zip(*self.dice, strict=True)
        return {
            "game": "bag",
            "name": self.name,
            **{g: [str(p) for p in column] for g, column in zip(GESTURES, columns, strict=True)},
            **{key: str(getattr(self, key)) for key in ("win", "draw", "lose")},
        }

    def __repr__(self) -> str:
        words = (f"{key}={value!r}" for key, value in self.rules().items() if key != "game")
        return f"Bag({', '.join(words)})"

    def __str__(self) -> str:
        win, draw, lose = map(spell_chance, (self.win, self.draw, self.lose))
        return (
            f"{self.name}: {counted(len(self), 'die', 'dice')} drawn at random from a bag, each "
            f"thrown once against a gesture picked before; a win pays {win}, a draw {draw}, a loss "
            f"{lose}."
        )


def _die(row: tuple[Chance, ...], number: int, total: int) -> tuple[Fraction, Fraction, Fraction]:
    r, p, s = (chance(v, f"{g} on die {number}") for v, g in zip(row, GESTURES, strict=True))
    found = r + p + s
    whole = all(value.denominator == 1 for value in (r, p, s)) and found != 1
    check_sum(found, total if whole else 1, f" of die {number}", row)
    return r / found, p / found, s / found


def _payoff(value: Chance, what: str) -> Fraction:
    try:
        text = str(value).strip()
        # A payoff is spelled like a chance, but may be below 0.
        exact = -chance(text[1:], what) if text.startswith("-") else chance(text, what)
    except ValueError:
        raise RuleError(
            f"{what} pays {shown(value)}, but must pay a number such as 3, '1/2' or -1"
        ) from None
    if exact and not Fraction(1, LARGEST_PAYOFF) <= abs(exact) <= LARGEST_PAYOFF:
        raise RuleError(
            f"{what} pays {shown(value)}, but a payoff that is not 0 is between 1e-100 and 1e100: "
            "choose another unit"
        )
    return exact


# --- files ------------------------------------------------------------------------------------

_ARRAY = re.compile(r"\[([^\[\]{}]*)\]|\{([^\[\]{}]*)\}")


def read(path: str | os.PathLike[str], **payoffs: Chance) -> Bag:
    """The bag that a file describes: three columns, or the contest's three arrays.

    With columns each line has the chances of a die, separated by commas, of rock, paper and
    scissors unless the first line names them in another order. The contest's arrays are ``[100,0]
    [200,100] [0,200]``, in brackets or braces: all chances of rock, then of paper, then of
    scissors. Either way the three numbers of a die sum to 1, or are whole and sum to 300.
    """
    where, text = read_text(path, "give a CSV of three columns")
    columns = (_arrays if re.search(r"[\[{]", text) else _table)(text, where)
    try:
        name = {} if where == STANDARD_INPUT else {"name": Path(path).stem}
        return Bag(*columns, **(name | payoffs))  # type: ignore[arg-type]
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None


def _arrays(text: str, where: str) -> list[list[str]]:
    found = [a + b for a, b in _ARRAY.findall(text)]
    around = re.sub(r"[\s,;]", "", _ARRAY.sub("", text))
    if len(found) != len(GESTURES) or around not in ("", "[]", "{}"):
        raise FileError(
            f"{where} holds {len(found)} whole arrays"
            f"{f' and {shown(around)}' if around else ''}, but a bag is three: "
            "[rock chances] [paper chances] [scissors chances]"
        )
    return [a.split(",") if a.strip() else [] for a in found]


def _table(text: str, where: str) -> list[list[str]]:
    lines = [[cell.strip(' "') for cell in line.split(",")] for line in text.splitlines()]
    for number, cells in enumerate(lines, start=1):
        if any(cells) and len(cells) != len(GESTURES):
            raise FileError(
                f"{where}, line {number}: there {'is' if len(cells) == 1 else 'are'} "
                f"{counted(len(cells), 'column')}, but a die has three chances, rock, paper and "
                "scissors: separate them by commas"
            )
    rows, order = [cells for cells in lines if any(cells)], [*GESTURES]
    if rows and sorted(map(str.lower, rows[0])) == sorted(GESTURES):
        order = [cell.lower() for cell in rows.pop(0)]
    return [[cells[order.index(gesture)] for cells in rows] for gesture in GESTURES]


# --- by name, and as plain data ---------------------------------------------------------------


def ready(
    file: str | os.PathLike[str] | None = None, *,
    win: Chance = 3, draw: Chance = 1, lose: Chance = 0,
) -> Bag:  # fmt: skip
    """The bag in ``file``, or the contest's example of one pure die of each kind."""
    if file is not None:
        return read(file, win=win, draw=draw, lose=lose)
    return Bag([300, 0, 0], [0, 300, 0], [0, 0, 300], win=win, draw=draw, lose=lose)


GAMES: dict[str, Any] = {"bag": ready}
"""The games of this family by the names that the command line and a TOML file use."""


def from_rules(rules: dict[str, Any]) -> Bag:
    """The bag that ``rules`` (as in a TOML file) describes."""
    return Bag(**entries(rules, signature(Bag).parameters, "a bag", *GESTURES))
