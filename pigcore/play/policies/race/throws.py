"""Every throw of a race after which something is taken, and what a policy takes of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....games.dice import Choice
from ....games.spelling import listed
from ....games.starts import Mover
from ....kernels import Floats
from ....solvers.race.arrays import tables_of
from ....solvers.race.decided import Decisions

Places = NDArray[np.intp]

Step = tuple[int, int]
"""The units that an option gains, and the mode that it leads to."""


class Throw(NamedTuple):
    """A throw: the mode in which it is thrown, its chance, and what it leaves to take."""

    mode: int
    chance: float
    leaves: tuple[Any, ...]
    """The faces of dice, or (points, mode) of each option as a function is given them."""
    said: tuple[Any, ...]
    """How a state ends in which it lies on the table."""
    choices: range
    """The places of its choices among all."""


@dataclass(frozen=True)
class Throws:
    """All throws, with their choices as the kernel orders its options.

    Where dice are set aside these are fewer: dice that gain the same and leave as many are one
    option, and throws that leave the same options are one set.
    """

    each: list[Throw]
    gains: Places
    """The units that a choice gains."""
    after: Places
    """The mode that it leads to."""
    option: Places
    """Its place among the options."""
    leads: NDArray[np.bool_]
    """Whether no choice of its throw that stands before it is the same option."""
    words: list[Any]
    """What it is called, or the faces of the dice set aside."""
    begin: Places
    """The first choice of each throw."""
    mode: Places
    """The mode of each throw."""
    chances: Floats
    """The chance of each throw in its mode."""
    places: dict[Any, int]
    """The throw of each mode and (frozen) set of options, or faces."""

    def action(self, choice: int, then: str) -> Any:
        """A choice in words, and what one does then."""
        words = self.words[choice]
        return f"{words}, then {then}" if isinstance(words, str) else Choice(words, then)


@lru_cache(maxsize=8)
def throws_of(mover: Mover) -> Throws:
    """The throws of a mover after which something is taken."""
    each: list[Throw] = []
    choices: list[tuple[Step, int, bool, Any]] = []
    for mode, chance, leaves, said, some in _of_dice(mover) if mover.set_aside else _of_turn(mover):
        throw = range(len(choices), len(choices) + len(some))
        each.append(Throw(mode, chance, leaves, said, throw))
        options = [option for _, option, _ in some]
        choices += [
            (step, option, option not in options[:n], word)
            for n, (step, option, word) in enumerate(some)
        ]
    steps, option, leads, words = zip(*choices)
    gains, after = np.array(steps).T
    keys = [(one.mode, one.leaves if mover.set_aside else frozenset(one.leaves)) for one in each]
    return Throws(
        each, gains, after, np.array(option), np.array(leads), list(words),
        np.array([one.choices.start for one in each]), np.array([one.mode for one in each]),
        np.array([one.chance for one in each]), {key: n for n, key in enumerate(keys)},
    )  # fmt: skip


Found = Iterator[tuple[int, float, tuple[Any, ...], tuple[Any, ...], list[tuple[Step, int, Any]]]]
"""Mode, chance, what a throw leaves, how a state ends with it; step, option and words of each."""


def _of_dice(mover: Mover) -> Found:
    tables, unit, dice = tables_of(mover), mover.game.unit, mover.set_aside
    sets: dict[Any, dict[Step, int]] = {}
    for k, mode in enumerate(tables.owner.tolist()):
        some = range(tables.first[k], tables.first[k + 1])
        places = {(int(tables.gains[n]), int(tables.after[n])): n for n in some}
        sets[mode, frozenset(places)] = places
    for n in range(1, dice.count + 1):
        for faces, p in dice.throws(n).items():
            found = {
                aside: (gain // unit, left - 1)
                for aside, (gain, left) in dice.asides(faces, n).items()
            }
            if found:
                places = sets[n - 1, frozenset(found.values())]
                order = sorted(found, key=lambda aside: (found[aside], -len(aside), aside))
                choices = [(found[aside], places[found[aside]], aside) for aside in order]
                yield n - 1, float(p), faces, (faces,), choices


def _of_turn(mover: Mover) -> Found:
    tables, turn = tables_of(mover), mover.turn
    for m, mode in enumerate(turn.modes):
        outcomes = mode.throw.outcomes if mode.throw else ()
        order = sorted(outcomes, key=lambda one: (len(one.options), [o[:2] for o in one.options]))
        for (p, options), begin in zip(order, tables.first[tables.sets[m] :].tolist()):
            words = [
                option.label or f"{option.gain:,} {turn.phrases[option.mode]}" for option in options
            ]
            some = [
                ((int(tables.gains[n]), int(tables.after[n])), n, word)
                for n, word in enumerate(words, begin)
            ]
            leaves = tuple((option.gain, turn.values[option.mode]) for option in options)
            yield m, float(p), leaves, (turn.values[m], listed(words, "or")), some


# --- what is taken --------------------------------------------------------------------------------


def sole_options(mover: Mover) -> Floats:
    """1 for each option that is the only one of its set, else 0."""
    lengths = np.diff(tables_of(mover).first)
    return np.repeat(lengths == 1, lengths).astype(np.float64)


def taken(mover: Mover, found: Decisions, units: Places) -> Floats:
    """The chance that each choice is taken of its throw, at [units of the turn, choice].

    The decisions are those against the first opponent.
    """
    known = throws_of(mover)
    if found.shares is not None:
        shares: Floats = found.shares[units][:, known.option, 0]
        return np.where(known.leads, shares, 0.0)
    share = np.zeros((len(units), len(known.gains)))
    if found.worth is None:
        share[:, known.begin] = 1.0
    else:
        at = np.minimum(units[:, None] + known.gains, len(found.worth) - 1), known.after
        best = first_of_most(found.worth[:, :, 0][at], known.begin)
        np.put_along_axis(share, best, 1.0, axis=1)
    return share


def first_of_most(worth: Floats, begin: Places) -> Places:
    """Of each throw, the first choice that is worth most, at [row, throw]."""
    count = worth.shape[1]
    most = np.repeat(np.maximum.reduceat(worth, begin, axis=1), np.diff([*begin, count]), axis=1)
    return np.minimum.reduceat(np.where(worth >= most, np.arange(count), count), begin, axis=1)


def merged(mover: Mover, share: Floats) -> Floats:
    """The chances that options are taken, of those that choices are, both at [units, …]."""
    known, tables = throws_of(mover), tables_of(mover)
    each = share * np.repeat(known.chances, np.diff([*known.begin, len(known.gains)]))
    order = np.argsort(known.option, kind="stable")
    places, begin = np.unique(known.option[order], return_index=True)
    found = np.zeros((len(share), len(tables.gains)))
    chances = np.repeat(tables.chances, np.diff(tables.first))
    found[:, places] = np.add.reduceat(each[:, order], begin, axis=1) / chances[places]
    return found
