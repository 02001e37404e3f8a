"""Hog: two players choose how many dice to roll at once, and the first to the goal wins.

Every term of the course that the game comes from has its own rules. Here they are small
functions (:mod:`pigcore.games.hog_rules`) and a term is a composition of them: see :class:`Hog`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product, repeat
from math import prod
from typing import Any, ClassVar

from .chances import entries
from .checks import between, flag, items, label, refuse_if
from .errors import RuleError, SizeError, StateError
from .game import Array, Frozen, FrozenDict, Game
from .hog_rules import (
    MAX_DICE,
    MORE,
    Rule,
    ask,
    called,
    more_of,
    name_of,
    resolve,
    resolve_all,
    rule,
    says,
    title,
)
from .spelling import counted, first_of, listed, shown

MAX_GOAL = 2000
"""The largest goal: every pair of scores goes through the rule functions once."""

MAX_SIDES = 100
MAX_PERIOD = 60
"""The largest number by which a rule may take the remainder of a turn's number."""

_MOST_REMEMBERED = 250
"""The most points of a turn, or dice, that a rule may look back at."""
_SINGLE = ("limit", "pig_out", "bacon", "wild", "gift")
_SEVERAL = ("points", "after", "again")
_SIDES = {4: "four-sided", 6: "six-sided", 8: "eight-sided", 10: "ten-sided"}


@dataclass(frozen=True, init=False, repr=False)
class Hog(Frozen, Game):
    """A game of Hog: any composition of rules.

    On a turn the mover, with ``own`` points against ``opp``, chooses 0 to ``max_dice`` dice (at
    least 1 if there is no ``bacon``). The points of the roll, or of ``bacon``, go through the rules
    ``points`` and are added to ``own``; ``gift`` adds to ``opp``. The rules ``after`` then map both
    scores, and only then can the game be over: a player who has the goal wins. If both have it, the
    one with more points wins, or the mover if they are equal. Otherwise the other player moves,
    unless a rule of ``again`` says that the same one does. Play that never ends, which the terms do
    not allow, counts one half for each.

    Parameters
    ----------
    goal : int
        Points to win, 1 … 2000.
    max_dice : int, or rule (own, opp) -> int
        The most dice at once, 1 … 100. A rule is taken as ``limit``, and the most that it allows.
    dice : pair of int
        The sides, 2 … 100, of the usual dice and of those rolled when ``wild`` applies.
    limit : rule (own, opp) -> int, optional
        The most dice that are rolled in a state, also by who chooses more.
    pig_out : rule (dice, ones) -> points, or None
        What a roll with ``ones`` > 0 ones scores; 1 by default. None: its sum, like any other.
    bacon : rule (own, opp) -> points, optional
        What 0 dice score.
    wild : rule (own, opp) -> bool, optional
        When the second kind of dice is rolled.
    points : rule (points) -> points, or several
        What the points of a turn become, in this order. One may look back (``previous``).
    gift : rule (points, dice) -> points, optional
        What the opponent receives.
    after : rule (own, opp) -> (own, opp), or several
        The end of a turn, in this order.
    again : rule (own, opp) -> bool, or several
        When the mover moves again; one such rule is enough. One may count turns (``turn``).
    exchange : bool
        Whether there is the choice -1: score 1 point and exchange the two kinds of dice. The
        state then has a third part, the parity of the exchanges.
    name : str
        What to call the game.

    Notes
    -----
    A rule is a function or the name of one. What is remembered between turns, for rules that look
    back (:mod:`~pigcore.games.hog_rules`), follows the scores in a state; see ``memory``. A game
    with functions of your own can be saved once they are registered with :meth:`Hog.rule`, and
    loaded where they are registered again.

    Raises
    ------
    RuleError
        If a parameter is out of range or a rule unknown.

    Examples
    --------
    >>> def half_price(own, opp):
    ...     "0 dice score 5 when behind and 1 otherwise"
    ...     return 5 if own < opp else 1
    >>> print(Hog(50, max_dice=5, pig_out="pig_out", bacon=half_price, name="My Hog"))
    My Hog: be the first to 50 points; choose 0 to 5 six-sided dice; any 1 makes the turn score \
1; 0 dice score 5 when behind and 1 otherwise.
    """

    goal: int = 100
    max_dice: int = 10
    dice: tuple[int, int] = (6, 4)
    limit: Rule | None = None
    pig_out: Rule | None = None
    bacon: Rule | None = None
    wild: Rule | None = None
    points: tuple[Rule, ...] = ()
    gift: Rule | None = None
    after: tuple[Rule, ...] = ()
    again: tuple[Rule, ...] = ()
    exchange: bool = False
    name: str = field(default="Hog", compare=False)

    family: ClassVar[str] = "hog"
    _given_in_full: ClassVar[bool] = False  # strategies of the course have defaults in third place
    rule: ClassVar[Callable[..., Any]] = staticmethod(rule)

    def __init__(
        self,
        goal: int = 100,
        max_dice: int | Rule | str = 10,
        dice: Iterable[int] = (6, 4),
        *,
        limit: Rule | str | None = None,
        pig_out: Rule | str | None = "pig_out",
        bacon: Rule | str | None = None,
        wild: Rule | str | None = None,
        points: Rule | str | Iterable[Rule | str] = (),
        gift: Rule | str | None = None,
        after: Rule | str | Iterable[Rule | str] = (),
        again: Rule | str | Iterable[Rule | str] = (),
        exchange: bool = False,
        name: str = "Hog",
    ) -> None:
        goal = between(goal, "goal", 1, MAX_GOAL)
        if callable(max_dice) or isinstance(max_dice, str):
            twice = "max_dice is a rule and limit another: give one rule, and a number or none"
            refuse_if(limit is not None, twice)
            limit, every = max_dice, range(goal)
            rule: Any = resolve("limit", limit)
            max_dice = max(ask("limit", rule, own, opp) for own in every for opp in every)
        kinds = items(dice, "dice", "two numbers of sides, such as (6, 4)", 3)
        refuse_if(
            len(kinds) != 2,
            f"dice is {shown(dice)}, but must be two numbers of sides, such as (6, 4)",
        )
        single = {"limit": limit, "pig_out": pig_out, "bacon": bacon, "wild": wild, "gift": gift}
        several = {"points": points, "after": after, "again": again}
        values: dict[str, Any] = {
            "goal": goal,
            "max_dice": between(max_dice, "max_dice", 1, MAX_DICE),
            "dice": tuple(between(one, "the number of sides", 2, MAX_SIDES) for one in kinds),
            "exchange": flag(exchange, "exchange"),
            "name": label(name),
        }
        values |= {kind: resolve(kind, given) for kind, given in single.items()}
        values |= {kind: resolve_all(kind, given) for kind, given in several.items()}
        self._set(**values)

    # --- the terms --------------------------------------------------------------------------

    @classmethod
    def fa13(cls, goal: int = 100) -> Hog:
        """Fall 2013: Pig out, Free bacon, Hog wild, Swine swap."""
        return cls(goal, name="Hog fa13", **_FA13)

    @classmethod
    def fa13_hijinks(cls, goal: int = 100) -> Hog:
        """The contest of fall 2013: as fa13, and the choice -1 exchanges the dice."""
        return cls(goal, exchange=True, name="Hog fa13 with Ham Hijinks", **_FA13)

    @classmethod
    def su15(cls, goal: int = 100) -> Hog:
        """Summer 2015: as fa13, but the scores swap when their last digits are reversed."""
        return cls(goal, name="Hog su15", **{**_FA13, "after": "swine_swap_reversed"})

    @classmethod
    def sp16(cls, goal: int = 100) -> Hog:
        """Spring 2016: Pig out for nothing, Piggy back, Hogtimus prime, the swap of su15."""
        more = {"points": "hogtimus_prime", "gift": "piggy_back", "after": "swine_swap_reversed"}
        return cls(goal, name="Hog sp16", **{**_FA13, "pig_out": "pig_out_for_nothing", **more})

    @classmethod
    def sp18(cls, goal: int = 100) -> Hog:
        """Spring 2018: bacon from two digits, and a swap of multiples."""
        return cls(goal, name="Hog sp18", bacon="bacon_apart", after="swine_swap_multiple")

    @classmethod
    def sp18_contest(cls, goal: int = 100) -> Hog:
        """The contest of spring 2018: as sp18, and Time Trot."""
        name, swap = "Hog sp18 with Time Trot", "swine_swap_multiple"
        return cls(goal, name=name, bacon="bacon_apart", after=swap, again="time_trot")

    @classmethod
    def su18(cls, goal: int = 100) -> Hog:
        """Summer 2018: bacon from the product of digits, and a swap across the digits."""
        return cls(goal, name="Hog su18", bacon="bacon_product", after="swine_swap_across")

    @classmethod
    def fa19(cls, goal: int = 100) -> Hog:
        """Fall 2019: Feral Hogs that look back at dice, and a swap of equal products."""
        points, swap = "feral_hogs_of_dice", "swine_swap_product"
        return cls(goal, name="Hog fa19", bacon="bacon_less", points=points, after=swap)

    @classmethod
    def su20(cls, goal: int = 100) -> Hog:
        """Summer 2020: Feral Hogs that look back at points, and a swap of digits apart."""
        bacon, swap = "bacon_up_and_down", "swine_swap_apart"
        return cls(goal, name="Hog su20", bacon=bacon, points="feral_hogs", after=swap)

    @classmethod
    def fa20(cls, goal: int = 100) -> Hog:
        """Fall 2020: bacon from the digits of pi, and extra turns."""
        extra = ("swine_align", "pig_pass")
        return cls(goal, name="Hog fa20", bacon="pi_bacon", again=extra)

    @classmethod
    def sp21(cls, goal: int = 100) -> Hog:
        """Spring 2021: Piggy points and More boar."""
        return cls(goal, name="Hog sp21", bacon="piggy_points", again="more_boar")

    @classmethod
    def fa21(cls, goal: int = 100) -> Hog:
        """Fall 2021: Picky piggy and Hog pile."""
        return cls(goal, name="Hog fa21", bacon="picky_piggy", after="hog_pile")

    @classmethod
    def fa22(cls, goal: int = 100) -> Hog:
        """Fall 2022: Pig tail and Square swine."""
        return cls(goal, name="Hog fa22", bacon="pig_tail", after="square_swine")

    @classmethod
    def fa24(cls, goal: int = 100) -> Hog:
        """Fall 2024: Boar brawl and Sus fuss."""
        return cls(goal, name="Hog fa24", bacon="boar_brawl", after="sus_fuss")

    # --- the rules, as the solver and the verifier read them ----------------------------------

    @property
    def choices(self) -> tuple[int, ...]:
        """The mover's choices, in rising order: numbers of dice, and -1 if dice can be
        exchanged.
        """
        extra = (-1,) * self.exchange + (0,) * (self.bacon is not None)
        return extra + tuple(range(1, self.max_dice + 1))

    def most(self, own: int, opp: int) -> int:
        """The most dice that are rolled in a state, also by who chooses more."""
        return min(self.max_dice, ask("limit", self.limit, own, opp) if self.limit else MAX_DICE)

    @cached_property
    def memory(self) -> FrozenDict[str, int]:
        """What a state has after the scores, all of which is 0 at first, and of how many values.

        ``parity`` of the exchanges; ``turn``, the remainder of its number, and whether it is
        ``extra``; ``previous`` points and ``previous_dice`` of the mover's turn before, and of the
        opponent's. Points as large as the last value, or larger, make no difference.

        Raises
        ------
        RuleError
            If a rule counts turns and does not repeat.
        """
        found = dict.fromkeys(self._remembered, 2)
        if "turn" in found:
            found["turn"] = self._period()
        if "previous" in found:
            found["previous"] = found["opp_previous"] = self._far_back()
        if "previous_dice" in found:
            found["previous_dice"] = found["opp_previous_dice"] = self.max_dice + 1
        return FrozenDict(found)

    @cached_property
    def _remembered(self) -> tuple[str, ...]:
        """What is remembered, by name; no rule is asked."""
        several = [(kind, rule) for kind in MORE for rule in getattr(self, kind)]
        asked = {name for kind, rule in several for name in more_of(kind, rule)}
        looked = [name for name in ("previous", "previous_dice") if name in asked]
        return (
            *["parity"] * self.exchange,
            *[name for name in ("turn", "extra") if name in asked],
            *[part for name in looked for part in (name, f"opp_{name}")],
        )

    @property
    def memories(self) -> int:
        """How many different things there may be to remember."""
        return prod(self.memory.values())

    def _period(self) -> int:
        """After how many turns the rules of ``again`` repeat."""
        some = {0, 1, self.goal // 3, self.goal // 2, self.goal - 1}

        def said(turn: int) -> list[bool]:
            several = product(self.again, self.choices, range(2), some, some)
            return [
                ask("again", rule, own, opp, dice=max(dice, 0), turn=turn, extra=extra)
                for rule, dice, extra, own, opp in several
            ]

        turns = [said(turn) for turn in range(2 * MAX_PERIOD)]
        for period in range(1, MAX_PERIOD + 1):
            if turns[period:] == turns[:-period]:
                return period
        raise RuleError(
            f"when the mover of {self.name} moves again does not repeat in {MAX_PERIOD} turns: let "
            f"it take the remainder of the turn's number, by {MAX_PERIOD} at most"
        )

    def _far_back(self) -> int:
        """How many numbers of points the rules of ``points`` tell apart in the turn before."""
        scores, several = range(self.goal), range(1, self.max_dice + 1)
        scored = {self.max_dice * max(self.dice)}
        if self.pig_out:
            scored |= {self.pig_out_points(n, ones) for n in several for ones in range(1, n + 1)}
        if self.bacon:
            scored |= {self.bacon_points(*both) for both in product(scores, scores)}
        most = max(scored)
        if most > _MOST_REMEMBERED:
            raise SizeError(
                f"a turn of {self.name} may score {most:,} points, but rules look back at "
                f"{_MOST_REMEMBERED} at most: choose fewer dice, or dice of fewer sides"
            )

        def said(previous: int) -> list[int]:
            return [
                ask("points", rule, points, dice=dice, previous=previous, previous_dice=0)
                for rule, points, dice in product(self.points, range(most + 1), self.choices)
                if dice >= 0 and "previous" in more_of("points", rule)
            ]

        last = said(most + 1)
        return next((n + 2 for n in range(most, -1, -1) if said(n) != last), 1)

    def remember(
        self, memory: tuple[int, ...], choice: int, points: int, again: bool
    ) -> tuple[int, ...]:
        """The memory of who moves after a turn that rolled so many points."""
        known = dict(zip(self.memory, memory))
        if "parity" in known:
            known["parity"] ^= choice == -1
        if "turn" in known:
            known["turn"] = (known["turn"] + 1) % self.memory["turn"]
        if "extra" in known:
            known["extra"] = int(again)
        for name, now in (("previous", points), ("previous_dice", max(choice, 0))):
            if name in known:
                both = min(now, self.memory[name] - 1), known[f"opp_{name}"]
                known[name], known[f"opp_{name}"] = both if again else both[::-1]
        return tuple(known.values())

    @property
    def arrays(self) -> tuple[Array, ...]:
        """P(mover wins) at [own, opp] and what is remembered: ``starts``; where that is exchanges
        alone ``starts`` and, for an odd parity, ``exchanged``.
        """
        alone = self.memory.keys() == {"parity"}
        shape = (self.goal, self.goal, *(() if alone else self.memory.values()))
        names = ("starts", "exchanged")[: 1 + alone]
        return tuple(Array(name, "float64", shape, 0.0, 1.0) for name in names)

    @property
    def state_names(self) -> tuple[str, ...]:
        """What a state consists of."""
        return ("own", "opp", *self._remembered)

    @property
    def optional(self) -> int:  # type: ignore[override]
        """The memory may be left out; it is then 0."""
        return len(self._remembered)

    @property
    def summary(self) -> str:
        """Goal and rules in the words of the course, as many as fit in a line of a list."""
        rules = [self.bacon, self.wild, *self.points, self.gift, *self.after, *self.again]
        names = [called(function) for function in rules if function]
        if self.pig_out:
            names.insert(0, "Sow Sad" if self.name in _SOWS else called(self.pig_out))
        names += ["exchange"] if self.exchange else []
        return f"to {self.goal}: {first_of(names, 52) or 'plain sums'}"

    def sides(self, own: int, opp: int, *memory: int) -> int:
        """How many sides the dice rolled in this state have."""
        wild = self.wild is not None and ask("wild", self.wild, own, opp)
        return self.dice[wild != (self.exchange and memory[:1] == (1,))]

    def done(self, action: int) -> tuple[str, str]:
        """A choice in words."""
        dice = counted(action, "die", "dice")
        return ("exchange", "the dice") if action == -1 else ("roll", dice)

    def pig_out_points(self, dice: int, ones: int) -> int:
        """Points of a roll of ``dice`` dice that shows ``ones`` > 0 ones."""
        assert self.pig_out is not None, "without the rule a roll scores its sum"
        return int(ask("pig_out", self.pig_out, dice, ones))

    def bacon_points(self, own: int, opp: int) -> int:
        """Points of rolling 0 dice."""
        assert self.bacon is not None, "ask only where 0 dice are allowed"
        return int(ask("bacon", self.bacon, own, opp))

    def gain(self, points: int, dice: int, memory: tuple[int, ...] = ()) -> tuple[int, int]:
        """What the mover and the opponent gain by a turn of ``points`` with ``dice`` dice."""
        for change in self.points:
            points = ask("points", change, points, **self.known(dice, memory))
        return points, ask("gift", self.gift, points, dice) if self.gift else 0

    def strikes(
        self, own: int, opp: int, points: int, dice: int, memory: tuple[int, ...] = ()
    ) -> Iterator[str]:
        """What each rule does that strikes when a turn of ``points`` ends, in words; a gift apart.

        Examples
        --------
        >>> list(Hog.sp16().strikes(20, 28, 7, 3)), list(Hog.fa24().strikes(14, 50, 7, 2))
        (['Hogtimus Prime: 7 becomes 11'], ['Sus Fuss: 21 becomes 23'])
        """
        more = self.known(dice, memory)
        for change in self.points:
            if (then := ask("points", change, points, **more)) != points:
                yield f"{called(change)}: {points} becomes {then}"
            points = then
        own, opp = own + points, opp + (self.gift(points, dice) if self.gift else 0)
        for after in self.after:
            then, other = after(own, opp)
            if (then, other) == (opp, own) and own != opp:
                yield f"{called(after)}: the scores are swapped"
            else:
                for was, now in ((own, then), (opp, other)):
                    if was != now:
                        yield f"{called(after)}: {was} becomes {now}"
            own, opp = then, other
        if max(own, opp) < self.goal:
            for rule in self.again:
                if ask("again", rule, own, opp, **more):
                    yield f"{called(rule)}: another turn"

    def finish(self, own: int, opp: int) -> tuple[int, int]:
        """Both scores after the end-of-turn rules."""
        for change in self.after:
            own, opp = ask("after", change, own, opp)
        return own, opp

    def winner(self, own: int, opp: int) -> int | None:
        """1 if the mover has won with these scores, 0 if the opponent has, None if nobody has."""
        if max(own, opp) < self.goal:
            return None
        return int(own >= opp)

    def moves_again(self, own: int, opp: int, dice: int = 0, memory: tuple[int, ...] = ()) -> bool:
        """Whether the mover, now with ``own``, takes another turn after one of ``dice`` dice."""
        more = self.known(dice, memory)
        return any(ask("again", rule, own, opp, **more) for rule in self.again)

    def known(self, dice: int, memory: tuple[int, ...]) -> dict[str, int]:
        """What rules are given that look back."""
        return {"dice": dice, **dict(zip(self.memory, memory or repeat(0)))}

    def place_of(self, state: tuple[int, ...]) -> tuple[int, int, int]:
        """Where a state stands in an array at [memory, own, opp]."""
        own, opp, *memory = state
        place = 0
        for size, part in zip(self.memory.values(), memory):
            place = place * size + part
        return place, own, opp

    def state_at(self, place: Iterable[Any]) -> tuple[int, ...]:
        """The state at a place of an array at [memory, own, opp]."""
        number, own, opp = map(int, place)
        memory = []
        for size in reversed(self.memory.values()):
            number, part = divmod(number, size)
            memory.append(part)
        return own, opp, *reversed(memory)

    def _checked(self, state: tuple[int, ...]) -> tuple[int, ...]:
        for score, what in zip(state[:2], self.state_names):
            if not 0 <= score < self.goal:
                raise StateError(
                    f"{what} is {shown(score)}, but a score is between 0 and {self.goal - 1} while "
                    f"the game to {self.goal} goes on"
                )
        for (what, size), part in zip(self.memory.items(), state[2:]):
            if not 0 <= part < size:
                raise StateError(
                    f"{what} is {shown(part)}, but must be {listed(range(size), 'or')}"
                    if size <= 2
                    else f"{what} is {shown(part)}, but must be between 0 and {size - 1}"
                )
        return state

    # --- as data and as text ------------------------------------------------------------------

    def rules(self) -> dict[str, Any]:
        """The rules as plain data, the inverse of :func:`from_rules`.

        Raises
        ------
        RuleError
            If a rule function was never registered.
        """
        data: dict[str, Any] = {
            "game": "hog", "name": self.name, "goal": self.goal, "max_dice": self.max_dice,
            "dice": list(self.dice), "exchange": self.exchange,
        }  # fmt: skip
        for kind in _SINGLE:
            function = getattr(self, kind)
            data[kind] = name_of(kind, function) if function else False
        for kind in _SEVERAL:
            data[kind] = [name_of(kind, function) for function in getattr(self, kind)]
        return data

    def __repr__(self) -> str:
        for make in GAMES.values():
            if (self.name, self) == ((term := make(self.goal)).name, term):
                return f"Hog.{make.__name__}(goal={self.goal})"
        several = {kind: getattr(self, kind) for kind in _SEVERAL}
        given = [
            f"{kind}={title(function) if function else None}, "
            for kind, function in ((kind, getattr(self, kind)) for kind in _SINGLE)
            if function or kind == "pig_out"
        ]
        given += [f"{kind}=[{', '.join(map(title, f))}], " for kind, f in several.items() if f]
        return (
            f"Hog({self.goal}, max_dice={self.max_dice}, dice={self.dice}, {''.join(given)}"
            f"exchange={self.exchange}, name={self.name!r})"
        )

    def __str__(self) -> str:
        usual, other = (_SIDES.get(sides, f"{sides}-sided") for sides in self.dice)
        least = 0 if self.bacon else 1
        parts = [
            f"be the first to {counted(self.goal, 'point')}",
            f"choose {least} to {self.max_dice} {usual} dice",
        ]
        if self.wild:
            parts.append(f"roll {other} ones when {says(self.wild, 'wild')}")
        if self.exchange:
            parts.append(
                f"the choice -1 scores 1 and exchanges {usual} and {other} dice for both players"
            )
        if self.pig_out is None:
            parts.append("a 1 is a face like any other (no Pig Out)")
        for kind in ("limit", "pig_out", "bacon", "points", "gift", "after", "again"):
            given = getattr(self, kind)
            several = given if isinstance(given, tuple) else (given,)
            parts += [says(function, kind) for function in several if function]
        return f"{self.name}: {'; '.join(parts)}."


_FA13: dict[str, Any] = {"bacon": "free_bacon", "wild": "hog_wild", "after": "swine_swap"}
_TERMS = (
    Hog.fa13, Hog.fa13_hijinks, Hog.su15, Hog.sp16, Hog.sp18, Hog.sp18_contest, Hog.su18, Hog.fa19,
    Hog.su20, Hog.fa20, Hog.sp21, Hog.fa21, Hog.fa22, Hog.fa24,
)  # fmt: skip
GAMES: dict[str, Any] = {"hog": Hog.fa13} | {f"hog:{term.__name__}": term for term in _TERMS}
"""The games of this family by the names that the command line and a TOML file use."""

_SOWS = ("Hog sp21", "Hog fa21", "Hog fa22", "Hog fa24")
"""Terms in which Pig Out is called Sow Sad."""

SAME = {"hog:sp24": "hog:fa24", "hog:sp26": "hog:fa24"}
"""Terms whose project had the rules of another one, as their files were compared."""


def from_rules(rules: dict[str, Any]) -> Hog:
    """The game of Hog that ``rules`` (as in a TOML file) describes: rules by their names."""
    plain = ("name", "goal", "max_dice", "dice", "exchange")
    more = ', or write game = "hog:fa13" for the rules of a term'
    given = entries(rules, (*plain, *_SINGLE, *_SEVERAL), "a game of Hog", "goal", more=more)
    for kind in _SINGLE:
        if given.get(kind) is False:  # TOML's word for None
            given[kind] = None
    for kind in _SEVERAL:
        if isinstance(given.get(kind), dict):
            raise RuleError(f"{kind} is {shown(given[kind])}, but must be a name or a list of them")
    return Hog(**given)
