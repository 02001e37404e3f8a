"""Race games: two players bank points turn by turn, and the first to the goal wins.

A turn is a run of throws. Before each throw but the first the player may hold instead, which
adds the turn total to the banked score and passes the turn. See :class:`Race` for the rules
and :mod:`pigcore.games.roll` for what a throw can do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from .chances import unknown_keys
from .checks import is_a_sum, label, whole
from .errors import RuleError, StateError
from .game import Array, Frozen, Game
from .roll import Roll, pigs_score
from .spelling import counted, nearest, shown

__all__ = [
    "GAMES",
    "ConsolationPig",
    "HoldOrContinue",
    "PassThePigs",
    "Pig",
    "Piglet",
    "Race",
    "TwoDicePig",
    "from_rules",
]

MAX_GOAL = 65_536
"""The largest goal there can be: its turn starts alone fill 34 GB."""

TARGETS = ("at_least", "exact")


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Race(Frozen, Game):
    """A race to ``goal`` points.

    State (own, opp, total): the mover's banked score, the opponent's, and the turn total. A throw
    that gains g makes the turn total g larger; a bust loses the turn total and passes the turn; a
    wipe also loses the mover's banked score. At turn total 0 the mover must throw.

    Parameters
    ----------
    roll : Roll
        The exact distribution of one throw.
    goal : int
        Points to win, 1 … 65,536.
    target : {"at_least", "exact"}
        ``"at_least"``: own + total >= goal wins at once. ``"exact"``: own + total = goal wins
        at once and a throw past the goal is a bust.
    consolation : int
        Points that the mover banks after a bust. They win if they reach the goal; in an exact
        race they are not banked where they would lead past it.
    name : str
        What to call the game.

    Raises
    ------
    RuleError
        If a parameter is out of range or nobody can ever win.

    Examples
    --------
    >>> print(Race(Roll.coin(), goal=2, name="Piglet"))
    Piglet: be the first to bank 2 points or more; a throw gains 1 with chance 1/2, busts (the \
turn total is lost) with 1/2.
    """

    roll: Roll
    goal: int
    target: str
    consolation: int
    name: str

    family: ClassVar[str] = "race"
    state_names: ClassVar[tuple[str, ...]] = ("own", "opp", "total")
    optional: ClassVar[int] = 1

    def __init__(
        self,
        roll: Roll,
        goal: int,
        target: str = "at_least",
        consolation: int = 0,
        *,
        name: str = "Race",
    ) -> None:
        if not isinstance(roll, Roll):
            raise RuleError(f"roll is {shown(roll)}, but must be a pigcore.Roll")
        goal = whole(goal, "goal")
        if not 1 <= goal <= MAX_GOAL:
            size = (
                f" (its turn starts would take {goal**2 * 8e-9:,.0f} GB)"
                if 1 < goal < 10**9
                else ""
            )
            raise RuleError(
                f"goal is {shown(goal)}{size}, but must be between 1 and {MAX_GOAL}: "
                "choose another goal"
            )
        if not isinstance(target, str) or target not in TARGETS:
            raise RuleError(f"target is {shown(target)}: {nearest(target, TARGETS)}")
        consolation = whole(consolation, "consolation")
        if not 0 <= consolation <= goal:
            raise RuleError(
                f"consolation is {shown(consolation)}, but must be between 0 and the goal, {goal}"
            )
        self._set(roll=roll, goal=goal, target=target, consolation=consolation, name=label(name))
        self._refuse_a_game_nobody_wins()

    def _refuse_a_game_nobody_wins(self) -> None:
        if not self.roll.gains and not (self.consolation and self.roll.bust):
            raise RuleError("no throw gains a point, so nobody can win: give the roll a gain")
        if self.target == "exact" and not is_a_sum(self.goal, self._steps()):
            bonus = f" and the consolation {self.consolation}" if self.consolation else ""
            raise RuleError(
                f"no sum of the gains {shown([g for g, _ in self.roll.gains])}{bonus} is exactly "
                f"{self.goal}, so nobody can win: choose another goal or target='at_least'"
            )

    def _steps(self) -> list[int]:
        # In an exact race who throws for ever reaches the goal or busts, so the consolation
        # is always to be had.
        gains = [gain for gain, _ in self.roll.gains]
        return [*gains, self.consolation] if self.consolation else gains

    # --- the rules, as the solver and the verifier read them ------------------------------

    def after_bust(self, own: int) -> int:
        """The banked score of a mover with ``own`` points after a bust; ``goal`` is a win."""
        banked = own + self.consolation
        if banked <= self.goal:
            return banked
        return self.goal if self.target == "at_least" else own

    def reached(self, own: int, total: int) -> bool:
        """Whether a turn total of ``total`` wins at once for a mover with ``own`` points."""
        return total >= self.goal - own

    def forced(self, action: str) -> str:
        """What to do at the beginning of a turn, and where the turn total reaches the goal."""
        start, won = "At the beginning of a turn you must roll.", "That total wins: hold."
        return start if action == "roll" else won

    def never_comes(self, state: tuple[int, ...]) -> str:
        """Why play cannot come to a state, whatever the players do, as a sentence; empty if it
        can.
        """
        *scores, total = state
        gains = [gain for gain, _ in self.roll.gains]
        # What wins is a state as well, however large: of that nothing is said.
        if not self.reached(scores[0], total) and not is_a_sum(total, gains):
            return f"No throws add up to a turn total of {total}, so play never comes there."
        for score in scores:
            if not is_a_sum(score, self._steps()):
                return f"No turns add up to a score of {score}, so play never comes there."
        return ""

    @property
    def record(self) -> tuple[tuple[int | str, int], ...]:
        """The throws that the chances were estimated from, as (outcome, count); none here.

        An outcome is a gain, ``"bust"`` or ``"wipe"``. It may have several rows, for example one
        for each pair of positions of two pigs.
        """
        return ()

    @property
    def holds_smaller_goals(self) -> bool:
        """Whether a game to a smaller goal is a part of this one.

        Gains, busts and the end of the game depend only on the distances to the goal, so from the
        scores goal - g on this is the game to g. A wipe leads out of that part.
        """
        return not self.roll.wipe

    def with_sides(self, sides: int) -> Race:
        """The same race with dice of ``sides`` sides, if it is played with one or two dice.

        Raises
        ------
        RuleError
            If the roll is not that of such dice, or nobody can win with the new ones.

        Examples
        --------
        >>> print(Pig(goal=20).with_sides(3))
        Pig with 3 sides: be the first to bank 20 points or more; a throw gains 2 or 3 with \
        chance 1/3 each, busts (the turn total is lost) with 1/3.
        """
        gains = len(self.roll.gains)
        for roll, faces in (
            (Roll.die, gains + 1),
            (partial(Roll.dice, 2, wipe_all=True), (gains + 3) // 2),
        ):
            if faces >= 2 and self.roll == roll(faces):
                name = f"{self.name} with {counted(sides, 'side')}"
                return Race(roll(sides), self.goal, self.target, self.consolation, name=name)
        raise self._no_sides(sides)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """``starts``, P(mover wins) at the start of a turn at [own, opp]."""
        return (Array("starts", "float64", (self.goal, self.goal), 0.0, 1.0),)

    def _checked(self, state: tuple[int, ...]) -> tuple[int, ...]:
        # A total that reaches the goal is a state, too: that of a game just won.
        i, j, k = state
        for score, name in ((i, "own"), (j, "opp")):
            if not 0 <= score < self.goal:
                raise StateError(
                    f"{name} is {shown(score)}, but a banked score is between 0 and "
                    f"{self.goal - 1} while the game to {self.goal} goes on"
                )
        if k < 0 or (self.target == "exact" and i + k > self.goal):
            most = f"between 0 and {self.goal - i}" if self.target == "exact" else "0 or more"
            raise StateError(
                f"total is {shown(k)}, but with {counted(i, 'point')} banked a turn total is {most}"
            )
        return i, j, k

    def rules(self) -> dict[str, Any]:
        """The rules as plain data, the inverse of :func:`from_rules`."""
        return {
            "game": "race",
            "name": self.name,
            "goal": self.goal,
            "target": self.target,
            "consolation": self.consolation,
            "roll": self.roll.rules(),
        }

    def _key(self) -> tuple[Roll, int, str, int]:
        return self.roll, self.goal, self.target, self.consolation

    def __eq__(self, other: object) -> bool:
        """Games are equal when their rules are, whatever they are called."""
        return self._key() == other._key() if isinstance(other, Race) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def gist(self) -> str:
        """Goal and throw in a few words."""
        aim = f"to exactly {self.goal}" if self.target == "exact" else f"to {self.goal}"
        bonus = f", {self.consolation} for a bust" if self.consolation else ""
        return f"{aim}{bonus}: {self.roll.gist}"

    def __repr__(self) -> str:
        return (
            f"Race({self.roll!r}, goal={self.goal}, target={self.target!r}, "
            f"consolation={self.consolation}, name={self.name!r})"
        )

    def __str__(self) -> str:
        if self.target == "exact":
            aim = f"bank exactly {counted(self.goal, 'point')} (a throw past the goal busts)"
        else:
            aim = f"bank {counted(self.goal, 'point')} or more"
        bonus = f"; a bust still banks {self.consolation}" if self.consolation else ""
        return f"{self.name}: be the first to {aim}; a throw {self.roll}{bonus}."


class _Named(Race):
    """A race in which only the goal can be chosen."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(goal={self.goal})"


class Pig(_Named):
    """Pig: one die, a rolled 1 busts.

    Source: J. Scarne, *Scarne on Dice*, 1945; T. Neller and C. Presser, "Optimal Play of the
    Dice Game Pig", The UMAP Journal 25(1), 2004.
    """

    def __init__(self, goal: int = 100) -> None:
        super().__init__(Roll.die(6), goal, name="Pig")


class Piglet(_Named):
    """Piglet: a coin, heads gains one point and tails busts.

    Source: T. Neller and C. Presser, The UMAP Journal 25(1), 2004.
    """

    def __init__(self, goal: int = 10) -> None:
        super().__init__(Roll.coin(), goal, name="Piglet")


class TwoDicePig(_Named):
    """Two-dice Pig: a single 1 busts, a double 1 wipes.

    Source: T. Neller and C. Presser, The UMAP Journal 25(1), 2004 (the variation list).
    """

    def __init__(self, goal: int = 100) -> None:
        super().__init__(Roll.dice(2, wipe_all=True), goal, name="Two-dice Pig")


class HoldOrContinue(_Named):
    """Hold or Continue: Pig to exactly 75, as the ICPC Latin America problem of 2019 has it."""

    def __init__(self, goal: int = 75) -> None:
        super().__init__(Roll.die(6), goal, "exact", name="Hold or Continue")


class ConsolationPig(_Named):
    """Pig in which a rolled 1 ends the turn and scores one point.

    Source: P. Norvig, *Design of Computer Programs*, lesson 5 (there to 40).
    """

    def __init__(self, goal: int = 40) -> None:
        super().__init__(Roll.die(6), goal, consolation=1, name="Consolation Pig")


class PassThePigs(Race):
    """Pass the Pigs with two pigs.

    The default is the rounded table of the literature, in which nothing wipes (D. Batten,
    "Optimal Pass the Pigs Strategy"); :meth:`kern` takes the recorded throws instead.
    """

    _ROUNDED: ClassVar[Mapping[int, int]] = {
        1: 21301, 5: 40622, 10: 7848, 15: 2783, 20: 6229, 25: 42, 40: 90, 60: 5,
    }  # fmt: skip
    # J. Kern, "Pig Data and Bayesian Inference on Multinomial Probabilities", Journal of
    # Statistics Education 14(3), 2006: 6000 throws, black pig by pink pig, 23 of them touching.
    _KERN: ClassVar[Sequence[Sequence[int]]] = (
        (573, 656, 139, 360, 56, 12),
        (623, 731, 185, 449, 58, 17),
        (155, 180, 45, 149, 17, 5),
        (396, 473, 124, 308, 45, 8),
        (54, 67, 13, 47, 2, 1),
        (10, 10, 0, 7, 1, 1),
    )
    _KERN_TOUCHING: ClassVar[int] = 23

    def __init__(self, goal: int = 100, *, roll: Roll | None = None) -> None:
        rounded = Roll(self._ROUNDED, bust=21080, total=100_000)
        super().__init__(rounded if roll is None else roll, goal, name="Pass the Pigs")

    @classmethod
    def kern(cls, goal: int = 100) -> PassThePigs:
        """The game of J. Kern's 6000 recorded throws; 23 of them touched, and touching wipes.

        Examples
        --------
        >>> PassThePigs.kern().roll.wipe
        Fraction(23, 6000)
        """
        return cls(goal, roll=Roll.pigs(cls._KERN, touching=cls._KERN_TOUCHING))

    @property
    def record(self) -> tuple[tuple[int | str, int], ...]:
        """The throws of :meth:`kern`, a row for each pair of positions and one for touching."""
        if self != type(self).kern(self.goal):
            return ()
        seen = [
            (pigs_score(black, pink) or "bust", count)
            for black, row in enumerate(self._KERN)
            for pink, count in enumerate(row)
        ]
        return (*seen, ("wipe", self._KERN_TOUCHING))

    def __repr__(self) -> str:
        kind = type(self)
        if self == kind(self.goal):
            return f"{kind.__name__}(goal={self.goal})"
        if self == kind.kern(self.goal):
            return f"{kind.__name__}.kern(goal={self.goal})"
        return f"{kind.__name__}(goal={self.goal}, roll={self.roll!r})"


GAMES: dict[str, Any] = {
    "pig": Pig,
    "piglet": Piglet,
    "two-dice-pig": TwoDicePig,
    "hold-or-continue": HoldOrContinue,
    "pass-the-pigs": PassThePigs,
    "pass-the-pigs:kern": PassThePigs.kern,
    "consolation-pig": ConsolationPig,
}
"""The games of this family by the names that the command line and a TOML file use."""


def from_rules(rules: dict[str, Any]) -> Race:
    """The race that ``rules`` (as in a TOML file) describes.

    Raises
    ------
    RuleError
        If an entry is missing, unknown or out of range.
    """
    known = ("game", "name", "goal", "target", "consolation", "roll")
    for key in rules:
        if key in ("gains", "bust", "wipe", "total"):
            raise RuleError(
                f"a race has no entry {key!r} of its own: move it into the table [roll]"
            )
    unknown_keys(rules, known, "a race")
    for key in ("goal", "roll"):
        if key not in rules:
            raise RuleError(f"a race needs the entry {key!r}: add it")
    return Race(
        Roll.from_rules(rules["roll"], "a race"),
        rules["goal"],
        rules.get("target", "at_least"),
        rules.get("consolation", 0),
        name=rules.get("name", "Race"),
    )
