"""The rules of a turn as data: what is in hand, what a throw may come to, and what one may do then.

A turn is a path through *modes*. In a mode the mover banks the points of the turn, where he may, or
throws, where there is something to throw. A throw busts (the points of the turn are lost), wipes
(the banked score, too), or leaves one or more *options*: each gains points and leads to a mode, and
the mover takes one of them. Pig has one mode; Farkle has one for each number of dice in hand; Pig
with at most three throws has one for each number of throws left.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from math import gcd
from typing import Any, NamedTuple

from .chances import spell_chance, unknown_keys, weights
from .checks import flag, label, refuse_if
from .errors import RuleError, SizeError
from .functions import answer
from .game import Keyed, Memo
from .roll import BUST, WIPE, Ending, Roll, fall_in_words, points_gained
from .spelling import counted, nearest, shown

MOST_MODES = 200_000
"""A turn has no more modes than this."""

MOST_OPTIONS = 5_000_000
"""Nor more options, those of all outcomes of all modes together."""

_MOST_LINES = 12


class Gain(NamedTuple):
    """What a throw may come to: so many points more, and then a mode.

    Examples
    --------
    >>> gain(3, 2)
    Gain(points=3, mode=2, label='')
    """

    points: int
    """0 … 10^18."""
    mode: Hashable
    """What is in hand then."""
    label: str = ""
    """What to call it, such as ``"two brains"``; no part of the rules."""


gain = Gain


class Option(NamedTuple):
    """One of the choices that a throw leaves."""

    gain: int
    mode: int
    """Its place in :attr:`Turn.modes`."""
    label: str = ""


class Outcome(NamedTuple):
    """What a throw may leave: one or more options, of which the mover takes one."""

    chance: Fraction
    options: tuple[Option, ...]
    """In canonical order: the smaller gain first, then the mode that comes first."""


class Throw(NamedTuple):
    """One throw: the chances to bust and to wipe, and every other outcome."""

    bust: Fraction
    wipe: Fraction
    outcomes: tuple[Outcome, ...]
    """With different options each, in the order of these."""


class Mode(NamedTuple):
    """What is in hand before a throw."""

    word: str
    """Its own among the modes of a turn, without spaces."""
    may_bank: bool
    throw: Throw | None
    """``None`` where there is nothing to throw."""


@contextmanager
def no_garbage() -> Iterator[None]:
    """Hundreds of thousands of small objects are made and kept: looking for garbage among them
    again and again would take a third of all time.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


class Turn(Keyed):
    """The rules of a turn.

    Parameters
    ----------
    throw : callable
        ``throw(mode)`` says what a throw in a mode may come to: a dict of outcomes and chances, or
        a list of pairs of them; ``None`` where there is nothing to throw. An outcome is
        :data:`BUST`, :data:`WIPE`, a :func:`gain`, or a tuple of gains, of which the mover takes
        one. Chances are exact, as in :class:`Roll`; whole numbers may be parts of their sum.
    start : hashable
        The mode at the beginning of a turn. The first throw is compulsory.
    may_bank : callable, optional
        ``may_bank(mode)`` says whether one may bank in a mode; by default in every mode.
    word : callable, optional
        The word for a mode on the command line and in files, without spaces; by default a whole
        number, or a text without spaces, is its own word, and a tuple of whole numbers is written
        with commas.
    phrase : callable, optional
        The mode in words for people, such as ``"with 2 throws left"``.

    Raises
    ------
    RuleError
        If the chances of a mode do not add up, a gain is below zero, one may neither bank nor
        throw, options that gain nothing lead back to a mode, or a function answers differently when
        it is asked again; the sentence names the mode.
    SizeError
        If there are more than 200,000 modes or 5,000,000 options.

    Notes
    -----
    All modes that the start leads to are found once. Modes that allow the same and whose throws
    come to the same are merged, also where they lead to each other (so two modes that alternate and
    are alike are one). This changes no value: of a mode, the equations of a game read what it
    allows and comes to, so by induction on the number of throws, all modes of a class are worth the
    same in the game that is broken off after so many throws, and the value of the game is the limit
    of these. An outcome that changes nothing (no points, the same mode) is thrown again: its chance
    is divided out.

    Examples
    --------
    >>> def throw(left):
    ...     if left == 0:
    ...         return None
    ...     return {BUST: "1/6", **{gain(face, left - 1): "1/6" for face in range(2, 7)}}
    >>> three = Turn(throw, start=3, phrase=lambda left: f"with {left} throws left")
    >>> print(three)
    with 3 throws left: a throw gains 2, 3, 4, 5 or 6 with chance 1/6 each (then with 2 throws \
left), or busts with chance 1/6
    with 2 throws left: a throw gains 2, 3, 4, 5 or 6 with chance 1/6 each (then with 1 throws \
left), or busts with chance 1/6
    with 1 throws left: a throw gains 2, 3, 4, 5 or 6 with chance 1/6 each (then with 0 throws \
left), or busts with chance 1/6
    with 0 throws left: one must bank
    >>> three.describe()
    {'modes': 4, 'outcomes': 15, 'options': 15}
    """

    modes: tuple[Mode, ...]
    """Whole numbers first and rising, then by word."""
    start: int
    """The place of the first mode."""
    values: tuple[Hashable, ...]
    """The modes as they were given to the functions."""
    phrases: tuple[str, ...]
    steps: tuple[frozenset[tuple[int, int]], ...]
    """For each mode the different (gain, mode afterwards) of all options."""
    source: Any
    """What the turn was made from that says it in fewer words, if anything."""
    _places: Mapping[Hashable, int]

    @no_garbage()
    def __init__(
        self,
        throw: Callable[[Any], Any],
        start: Hashable,
        *,
        may_bank: Callable[[Any], bool] | None = None,
        word: Callable[[Any], str] | None = None,
        phrase: Callable[[Any], str] | None = None,
        source: object = None,
        every: Sequence[Hashable] = (),
    ) -> None:
        for function, name in ((throw, "throw"), (may_bank or throw, "may_bank")):
            if not callable(function):
                raise RuleError(f"{name} is {shown(function)}, but must be a function of a mode")
        modes, found = _explored(throw, may_bank, (start, *every), twice=source is None)
        words = _words(modes, word)
        _order([{m for points, m in mode.steps if not points} for mode in found], words.__getitem__)
        # Who names every mode has them all, and none of them merged.
        kinds, kept = [*range(len(found))] if every else _kinds(found), dict[int, int]()
        for n in sorted(range(len(modes)), key=lambda n: _rank(words[n])):
            kept.setdefault(kinds[n], n)
        place = {kind: n for n, kind in enumerate(kept)}
        places, firsts = [place[kind] for kind in kinds], [*kept.values()]
        options = Memo(lambda steps: tuple([Option(*step) for step in steps]))
        share = cache(Fraction)
        self._set(
            modes=tuple(_mode(found[n], words[n], places, options, share) for n in firsts),
            start=places[0],
            values=tuple(modes[n] for n in firsts),
            phrases=tuple(_phrase(modes[n], words[n], phrase, len(kept)) for n in firsts),
            steps=tuple(
                frozenset((g, places[after]) for g, after in found[n].steps) for n in firsts
            ),
            source=source,
            _places={key: places[n] for n, mode in enumerate(modes) for key in (mode, words[n])},
        )

    @classmethod
    def of_roll(cls, roll: Roll) -> Turn:
        """A turn of one mode, in which every throw is ``roll``.

        Examples
        --------
        >>> print(Turn.of_roll(Roll.coin()))
        a throw gains 1 with chance 1/2, or busts (the turn total is lost) with chance 1/2
        """
        if not isinstance(roll, Roll):
            raise RuleError(f"roll is {shown(roll)}, but must be a pigcore.Roll")
        outcomes = [(Gain(points, "roll"), p) for points, p in roll.gains]
        ends = [(BUST, roll.bust), (WIPE, roll.wipe)]
        return cls(lambda mode: [*outcomes, *ends], "roll", source=roll)

    # --- what there is to know ------------------------------------------------------------------

    @cached_property
    def roll(self) -> Roll | None:
        """What is thrown again and again, where there is one mode and nothing to choose.

        None where dice are set aside, were it a single one.
        """
        if isinstance(self.source, Roll):
            return self.source
        mode = self.modes[0]
        if (
            hasattr(self.source, "scoring")
            or len(self.modes) > 1
            or not mode.may_bank
            or self.chooses
        ):
            return None
        assert mode.throw is not None, "the first throw is compulsory"
        ends = (BUST, mode.throw.bust), (WIPE, mode.throw.wipe)
        return Roll.of([*((options[0].gain, p) for p, options in mode.throw.outcomes), *ends])

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """The different points that options gain, rising; 0 may be among them."""
        return tuple(sorted({gain for steps in self.steps for gain, _ in steps}))

    @cached_property
    def chooses(self) -> bool:
        """Whether some throw leaves a choice."""
        throws = (mode.throw for mode in self.modes if mode.throw)
        return any(len(outcome.options) > 1 for throw in throws for outcome in throw.outcomes)

    @cached_property
    def wipes(self) -> bool:
        """Whether some throw can wipe."""
        return any(mode.throw is not None and mode.throw.wipe > 0 for mode in self.modes)

    @cached_property
    def obliges(self) -> bool:
        """Whether a throw may lead to a mode in which one must throw again."""
        after = {mode for steps in self.steps for _, mode in steps}
        return any(self.modes[n].throw and not self.modes[n].may_bank for n in after)

    @cached_property
    def idles(self) -> bool:
        """Whether a turn may end with 0 points, banked after a throw."""
        reached, waiting = set[int](), [self.start]
        for n in waiting:
            found = self._free[n] - reached
            reached |= found
            waiting += found
        return any(self.modes[n].may_bank for n in reached)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The modes, each after all that its options of no gain lead to."""
        return _order(self._free, str)

    @cached_property
    def _free(self) -> list[set[int]]:
        return [{after for gain, after in steps if not gain} for steps in self.steps]

    def place(self, mode: object) -> int | None:
        """Where ``mode``, a value or a word, stands in :attr:`modes`; ``None`` if there is none.

        Modes that were merged stand in one place.
        """
        try:
            return self._places.get(mode)
        except TypeError:  # what cannot be hashed is no mode
            return None

    def describe(self) -> dict[str, int]:
        """How many modes, outcomes and options there are."""
        throws = [mode.throw for mode in self.modes if mode.throw]
        return {
            "modes": len(self.modes),
            "outcomes": sum(len(throw.outcomes) for throw in throws),
            "options": sum(len(options) for throw in throws for _, options in throw.outcomes),
        }

    def rules(self) -> dict[str, Any]:
        """The turn as plain data, the inverse of :meth:`from_rules`."""
        return {
            "start": self.modes[self.start].word,
            "modes": {
                mode.word: {"may_bank": mode.may_bank, "throws": self._throws(mode.throw)}
                for mode in self.modes
            },
        }

    def _throws(self, throw: Throw | None) -> list[dict[str, Any]]:
        if throw is None:
            return []
        ends = (("bust", throw.bust), ("wipe", throw.wipe))
        rows: list[dict[str, Any]] = [{"chance": str(p), name: True} for name, p in ends if p]
        for outcome in throw.outcomes:
            options = [
                {"gain": option.gain, "mode": self.modes[option.mode].word}
                | ({"label": option.label} if option.label else {})
                for option in outcome.options
            ]
            rows.append({"chance": str(outcome.chance), "options": options})
        return rows

    @classmethod
    def from_rules(cls, table: object) -> Turn:
        """The turn that a table of rules describes.

        Raises
        ------
        RuleError
            If an entry is unknown or what they describe is no turn.
        """
        if not isinstance(table, dict) or not isinstance(table.get("modes"), dict):
            raise RuleError("a turn needs tables [turn.modes.WORD] of what is in hand: add them")
        unknown_keys(table, ("start", "modes"), "the table [turn]")
        values = {word: int(word) if _is_whole(word) else word for word in table["modes"]}
        read = {values[word]: _read_mode(word, one, values) for word, one in table["modes"].items()}
        if table.get("start") is None:
            raise RuleError("the table [turn] has no entry 'start': name the first mode of a turn")
        start = _named(table["start"], values, "start is")
        return cls(lambda mode: read[mode][1], start, may_bank=lambda mode: read[mode][0])

    # --- equality and words ---------------------------------------------------------------------

    @property
    def _key(self) -> object:
        # Labels and phrases are for people, and nobody sees the word of an only mode.
        return self.roll or (
            [(mode.word, mode.may_bank, mode.throw and _key_of(mode.throw)) for mode in self.modes],
            self.start,
        )

    def __eq__(self, other: object) -> bool:
        """Whether both have one key: of large turns that differ, the hashes mostly do."""
        if isinstance(other, Turn) and hash(self) != hash(other):
            return False
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.start, self.gains, len(self.modes)))

    def __repr__(self) -> str:
        if self.roll is not None:
            return f"Turn.of_roll({self.roll!r})"
        if hasattr(self.source, "turn"):
            return f"{self.source!r}.turn"
        return f"<turn of {counted(len(self.modes), 'mode')}, start={self.values[self.start]!r}>"

    def __str__(self) -> str:
        """Every mode in a line, the first one first; of many modes the first dozen."""
        if self.roll is not None:
            return f"a throw {self.roll}"
        order = self._reading_order()
        lines = [f"{self.phrases[n]}: {self._said(n)}" for n in order[:_MOST_LINES]]
        more = len(self.modes) - len(lines)
        return "\n".join([*lines, *([f"and {counted(more, 'more mode')}"] if more else [])])

    def _reading_order(self) -> list[int]:
        order, seen = [self.start], {self.start}
        for n in order:
            throw = self.modes[n].throw
            for outcome in throw.outcomes if throw else ():
                for option in outcome.options:
                    if option.mode not in seen:
                        seen.add(option.mode)
                        order.append(option.mode)
        return order

    def _said(self, n: int) -> str:
        mode = self.modes[n]
        if mode.throw is None:
            return "one must bank"
        single = [(p, options[0]) for p, options in mode.throw.outcomes if len(options) == 1]
        then = {m: "" if m == n else f" (then {phrase})" for m, phrase in enumerate(self.phrases)}
        gains = ((option.gain, p, then[option.mode]) for p, option in single)
        choices = sum((p for p, options in mode.throw.outcomes if len(options) > 1), Fraction(0))
        more = [f"leaves a choice with chance {spell_chance(choices)}"] * (choices > 0)
        said = fall_in_words(gains, mode.throw.bust, mode.throw.wipe, more)
        return f"a throw {said}{'' if mode.may_bank else '; one must throw'}"


# --- exploring ----------------------------------------------------------------------------------

_Step = tuple[int, int]
"""Points, and the number of the mode that they lead to."""


class _Found(NamedTuple):
    """A mode as its functions describe it; chances are whole numbers, parts of their sum."""

    may_bank: bool
    parts: dict[Ending | tuple[_Step, ...], int]
    """Of what ends the turn, and of the steps that are left, each once."""
    labels: dict[_Step, str]

    @property
    def steps(self) -> set[_Step]:
        """All steps that its throws leave."""
        return {step for steps in self.parts if isinstance(steps, tuple) for step in steps}


def finished(modes: Sequence[Mode]) -> list[tuple[Fraction, Fraction, Fraction]]:
    """By mode the chances to bank at last, to bust and to wipe, of who has the goal and must bank.

    One who may bank does, and others throw and take what busts least often, however many points it
    gains: the best decisions are found by policy iteration.

    Raises
    ------
    RuleError
        If nothing ends such a turn, or one had to choose between a bust and a wipe.

    Examples
    --------
    >>> turn = Turn(lambda mode: {BUST: 1, gain(2, "free"): 4, gain(2, "again"): 1}, "free",
    ...             may_bank=lambda mode: mode == "free")
    >>> finished(turn.modes)
    [(Fraction(4, 5), Fraction(1, 5), Fraction(0, 1)), (Fraction(1, 1), Fraction(0, 1), \
Fraction(0, 1))]
    """
    throws = {n: mode.throw for n, mode in enumerate(modes) if mode.throw and not mode.may_bank}
    refuse_if(
        any(throw.wipe for throw in throws.values())
        and any(len(options) > 1 for throw in throws.values() for _, options in throw.outcomes),
        "a mode obliges to throw, can wipe and leaves a choice, so that it is not said what is "
        "best with the goal reached: give win='reach'",
    )
    taken = {n: [options[0].mode for _, options in throw.outcomes] for n, throw in throws.items()}
    while True:
        rows: dict[int, dict[Any, Fraction]] = {}
        for n, throw in throws.items():
            row = rows[n] = {BUST: throw.bust, WIPE: throw.wipe}
            for (p, _), mode in zip(throw.outcomes, taken[n]):
                then = mode if mode in throws else None  # who may bank does
                row[then] = row.get(then, Fraction(0)) + p
        _eliminate(rows)
        given = [rows.get(n, {None: Fraction(1)}) for n in range(len(modes))]
        found = [tuple(row.get(end, Fraction(0)) for end in (None, BUST, WIPE)) for row in given]
        better = {
            n: [
                min([mode, *(option.mode for option in options)], key=lambda m: found[m][1])
                for (_, options), mode in zip(throw.outcomes, taken[n])
            ]
            for n, throw in throws.items()
        }
        if better == taken:
            return found  # type: ignore[return-value]
        taken = better


def _eliminate(rows: dict[int, dict[Any, Fraction]]) -> None:
    """Turn the chances of what follows each mode into those of what follows in the end."""
    for n, row in rows.items():
        leaves = 1 - row.pop(n, Fraction(0))
        refuse_if(
            not leaves, "whoever has reached the goal may have to throw for ever: give win='reach'"
        )
        for key in row:
            row[key] /= leaves
        for other in rows.values():
            p = other.pop(n, Fraction(0))
            for key, q in row.items() if p else ():
                other[key] = other.get(key, Fraction(0)) + p * q


def _explored(
    throw: Callable[[Any], Any], may_bank: Callable[[Any], bool] | None,
    begin: tuple[Hashable, ...], twice: bool,
) -> tuple[list[Hashable], list[_Found]]:  # fmt: skip
    """All modes that the first ones lead to, in the order in which they are found."""
    numbers: dict[Hashable, int] = {}
    modes: list[Hashable] = []

    def number(mode: Any, whose: object) -> int:
        try:
            n = numbers.setdefault(mode, len(modes))
        except TypeError:
            raise RuleError(
                f"a mode that {shown(whose)} leads to is {shown(mode)}, but must be hashable: "
                "write a tuple in place of a list"
            ) from None
        if n == len(modes):
            modes.append(mode)
        return n

    for mode in begin:
        number(mode, "start")
    answers, found, options = [], list[_Found](), 0
    for mode in modes:
        answers.append(_asked(throw, may_bank, mode))
        found.append(_read(*answers[-1], mode, number))
        options += sum(len(steps) for steps in found[-1].parts if isinstance(steps, tuple))
        if len(modes) > MOST_MODES or options > MOST_OPTIONS:
            raise SizeError(
                f"the turn has more than {MOST_MODES:,} modes or {MOST_OPTIONS:,} options: "
                "describe what is in hand by less"
            )
    for mode, said in zip(reversed(modes), reversed(answers)) if twice else ():
        refuse_if(
            _asked(throw, may_bank, mode) != said,
            f"what a throw in mode {shown(mode)} comes to differs when it is asked again: let it "
            "depend on nothing but the mode",
        )
    refuse_if(
        not found[0].parts,
        f"nothing is thrown in mode {shown(begin[0])}, in which turns start: the first throw of a "
        "turn is compulsory",
    )
    return modes, found


def _asked(
    throw: Callable[[Any], Any], may_bank: Callable[[Any], bool] | None, mode: Any
) -> tuple[bool, list[tuple[Any, Any]] | None]:
    """Whether one may bank in a mode, and the outcomes of a throw with their chances."""
    bankable = may_bank is None or flag(
        answer(may_bank, ("mode",), mode), f"may_bank in mode {shown(mode)}"
    )
    given = answer(throw, ("mode",), mode)
    if given is None:
        return bankable, None
    try:
        pairs = given.items() if isinstance(given, Mapping) else given
        return bankable, [(outcome, p) for outcome, p in pairs]
    except (TypeError, ValueError):
        raise RuleError(
            f"a throw in mode {shown(mode)} is {shown(given)}, but must be a dict of outcomes and "
            "chances, a list of such pairs, or None"
        ) from None


def _read(
    bankable: bool, pairs: list[tuple[Any, Any]] | None, mode: Any,
    number: Callable[[Any, object], int],
) -> _Found:  # fmt: skip
    found, here, where = _Found(bankable, {}, {}), (0, number(mode, mode)), f"mode {shown(mode)}"
    if pairs is None:
        refuse_if(not bankable, f"in {where} one may neither bank nor throw: allow one of the two")
        return found
    names = [f"an outcome in {where}"] * len(pairs)
    for (given, _), part in zip(pairs, weights([p for _, p in pairs], names, f" in {where}")):
        key: Any = given
        if not isinstance(given, Ending):
            options = _options(given, where)
            if not part:
                continue
            steps = {(points, number(after, mode)): label for points, after, label in options}
            key = tuple(steps)
            if here in steps:
                refuse_if(
                    len(steps) > 1,
                    f"an option in {where} gains nothing and changes nothing: leave it out of the "
                    "choice",
                )
                continue  # it is thrown again
            for step, label in steps.items() if any(steps.values()) else ():
                found.labels.setdefault(step, label)
        if part:
            found.parts[key] = found.parts.get(key, 0) + part
    refuse_if(not found.parts, f"every throw in {where} changes nothing, so the turn never ends")
    return found


def _options(given: Any, where: str) -> tuple[Gain, ...]:
    """The options that an outcome leaves, as they must be."""
    options = (given,) if type(given) is Gain else given
    if not isinstance(options, (tuple, frozenset)) or {*map(type, options)} != {Gain}:
        raise RuleError(
            f"an outcome in {where} is {shown(given)}, but must be pigcore.BUST, pigcore.WIPE, "
            "pigcore.gain(points, mode), or a tuple of such gains"
        )
    for points, _, said in options:
        if not (type(points) is int and 0 <= points < 10**18):  # which most are
            points_gained(points, f"a gain in {where}", 0)
        if said != "":
            label(said, f"a label in {where}")
    return tuple(options)


def _words(modes: Iterable[Hashable], word: Callable[[Any], str] | None) -> list[str]:
    words: dict[str, Hashable] = {}
    for mode in modes:
        said = _word(mode) if word is None else word(mode)
        if not isinstance(said, str) or not said.isprintable() or not said or " " in said:
            raise RuleError(
                f"the word for mode {shown(mode)} is {shown(said)}, but must be a text without "
                "spaces: give word=, a function of a mode"
            )
        if said in words:
            raise RuleError(
                f"modes {shown(words[said])} and {shown(mode)} have the same word, {said}: give "
                "each a word of its own"
            )
        words[said] = mode
    return [*words]


def _word(mode: Any) -> object:
    if hasattr(mode, "__index__") and not isinstance(mode, bool):
        return str(int(mode))
    if isinstance(mode, tuple) and mode and all(isinstance(part, int) for part in mode):
        return ",".join(map(str, mode))
    return mode


def _is_whole(word: str) -> bool:
    return word.isascii() and word.isdigit() and str(int(word)) == word


def _rank(word: str) -> tuple[int, int, str]:
    return (0, int(word), "") if _is_whole(word) else (1, 0, word)


def _phrase(mode: Any, word: str, phrase: Callable[[Any], str] | None, count: int) -> str:
    if phrase is None:
        return f"in mode {word}" if count > 1 else "always"
    return label(phrase(mode), f"the phrase for mode {word}")


# --- checking and merging -----------------------------------------------------------------------


def _order(steps: Sequence[set[int]], name: Callable[[int], object]) -> tuple[int, ...]:
    """The numbers, each after all that it steps to; a cycle is refused by naming its modes."""
    try:
        return tuple(TopologicalSorter(dict(enumerate(steps))).static_order())
    except CycleError as error:
        cycle = [str(name(n)) for n in reversed(error.args[1][:_MOST_LINES])]
        raise RuleError(
            f"options that gain nothing lead from mode {' to '.join(cycle)}, so a turn need never "
            "end: let one of them gain a point"
        ) from None


def _kinds(found: list[_Found]) -> list[int]:
    """The number of the kind of each mode: modes of a kind allow the same and come to the same.

    All begin as one kind. Where modes of a kind differ in what they allow or come to, they are
    parted, and the largest part keeps the number: so a mode gets another one a few times only, and
    only modes that lead to such a one are looked at again (A. Valmari and G. Franceschinis, "Simple
    O(m log n) Time Markov Chain Lumping", TACAS 2010).
    """
    before: list[set[int]] = [set() for _ in found]
    for n, mode in enumerate(found):
        for _, after in mode.steps:
            before[after].add(n)
    kinds, members = [0] * len(found), [{*range(len(found))}]
    waiting = {*range(len(found))}
    while waiting:
        asked: dict[int, dict[Any, set[int]]] = {}
        for n in waiting:
            if len(members[kinds[n]]) > 1:
                parts = _together(found[n], kinds)
                common = gcd(*parts.values())
                shares = frozenset([(key, part // common) for key, part in parts.items()])
                looks = found[n].may_bank, shares
                asked.setdefault(kinds[n], {}).setdefault(looks, set()).add(n)
        waiting = set()
        for kind, alike in asked.items():
            # Modes that were not asked lead to none that got another number; these do.
            rest = members[kind].difference(*alike.values())
            *others, members[kind] = sorted([rest, *alike.values()], key=len)
            for other in filter(None, others):
                for n in other:
                    kinds[n] = len(members)
                    waiting |= before[n]
                members.append(other)
    return kinds


def _together(mode: _Found, places: Sequence[int]) -> dict[Any, int]:
    """The parts of the outcomes, steps to these places of modes, each once and rising."""
    together: dict[Any, int] = {}
    for key, part in mode.parts.items():
        if isinstance(key, Ending):
            pass
        elif len(key) == 1:  # as most have
            key = ((key[0][0], places[key[0][1]]),)
        else:
            key = tuple(sorted({(points, places[after]) for points, after in key}))
        together[key] = together.get(key, 0) + part
    return together


def _mode(found: _Found, word: str, places: list[int], options: Memo, share: Any) -> Mode:
    """A mode with the places of those that its options lead to."""
    if not found.parts:
        return Mode(word, found.may_bank, None)
    labels: dict[_Step, str] = {}
    for (points, after), said in found.labels.items():
        if said:
            labels.setdefault((points, places[after]), said)
    together = _together(found, places)
    total = sum(together.values())
    bust, wipe = (share(together.pop(end, 0), total) for end in (BUST, WIPE))
    outcomes = [
        Outcome(
            share(part, total),
            tuple([Option(step[0], step[1], labels.get(step, "")) for step in steps])
            if labels
            else options[steps],
        )
        for steps, part in sorted(together.items())
    ]
    return Mode(word, found.may_bank, Throw(bust, wipe, tuple(outcomes)))


def _key_of(throw: Throw) -> tuple[Any, ...]:
    left = [(p, [option[:2] for option in options]) for p, options in throw.outcomes]
    return throw.bust, throw.wipe, left


# --- reading ------------------------------------------------------------------------------------


def _named(given: object, values: Mapping[str, Hashable], where: str) -> Hashable:
    word = str(given) if type(given) is int else given
    if not isinstance(word, str) or word not in values:
        raise RuleError(f"{where} {shown(word)}: {nearest(word, values)}")
    return values[word]


def _tables(given: object, known: tuple[str, ...], what: str, where: str) -> list[dict[str, Any]]:
    """A list of tables that have no entries but those known."""
    if not isinstance(given, list) or not all(isinstance(row, dict) for row in given):
        raise RuleError(f"{what} of {where} is {shown(given)}, but must be a list of tables")
    for row in given:
        unknown_keys(row, known, f"{what} of {where}")
    return given


def _read_mode(word: str, table: object, values: Mapping[str, Hashable]) -> tuple[bool, Any]:
    where, pairs = f"mode {shown(word)}", []
    (mode,) = _tables([table], ("may_bank", "throws"), "the table", where)
    for row in _tables(
        mode.get("throws", []), ("chance", "bust", "wipe", "options"), "throws", where
    ):
        (what,) = {*row} - {"chance"} if len(row) == 2 and "chance" in row else {""}
        if what != "options" and row.get(what) is not True:
            raise RuleError(
                f"a throw of {where} is {shown(row)}, but must have a chance and one of bust = "
                "true, wipe = true and options"
            )
        options = row.get("options", [])
        gains = tuple(
            Gain(
                one.get("gain", 0),
                _named(one.get("mode"), values, f"an option in {where} leads to"),
                one.get("label", ""),
            )
            for one in _tables(options, ("gain", "mode", "label"), "options", where)
        )
        pairs.append((gains if what == "options" else Ending(what), row["chance"]))
    return flag(mode.get("may_bank", True), f"may_bank of {where}"), pairs or None
