"""The rules of a race as its proof reads them: modes, throws and options in integers.

Scores are in units and counted from ``offset``: where nothing wipes, scores only grow, so that
what lies below the state asked about does not exist and the race is one to fewer points. A mode is
a place: with dice that are set aside, their number less one, also where no turn comes to it;
otherwise that in the turn's modes.

Where the players' turns differ, or it counts who began, who has a score is part of it: those of the
second player follow those of the first, and a turn ends where its player's scores do. So a turn
depends on the score that it begins with, and one table holds what both players' turns are worth;
pairs are of a score of each, and nothing is known or asked of other pairs, whose intervals stay
what they are, 0.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise, product
from operator import add, itemgetter
from typing import Any

from pigcore.games.dice import Dice
from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.spelling import shown
from pigcore.games.turn import Option, Turn, no_garbage
from pigcore.memory import require

__all__ = ["BITS", "Options", "Pair", "Rules", "banks_of", "of_two", "turns_of", "work_of"]

BITS = 200
"""Of the integers that a proof begins with."""

Pair = tuple[int, int]
Options = tuple[tuple[int, int], ...]
"""What may be chosen after a throw: (units, mode afterwards), each pair once."""

MOST_POINTS = 2000
"""Points that may be missing where a turn is one roll."""
MOST_UNITS = 400
"""Units that may be missing in any other turn."""
MOST_STARTS = 1 << 24
"""Turn starts of three players or more; four of them take some 130 bytes each."""
_MODE = itemgetter(1)
_MOST_OPTIONS = 2 * 10**10
"""Options of all states of the turns of all pairs of scores."""


def turns_of(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The turns of pairs: (i, j) and (j, i), or one where they are the same."""
    for i, j in pairs:
        yield from dict.fromkeys([(i, j), (j, i)])


def work_of(pairs: Sequence[Pair]) -> list[int]:
    """What is reported of so many pairs, all of them the last: how long their turns may be.

    Examples
    --------
    >>> work_of([(3, 3), (3, 2)])
    [0, 2, 5]
    """
    most = max(map(sum, pairs), default=0) + 2
    return [*accumulate((most - sum(pair) for pair in pairs), initial=0)]


def of_two(game: Race) -> bool:
    """Whether two play by turns, alike or not, and scores never fall."""
    return game.players == 2 and not game.busts_in_a_row


def banks_of(row: Sequence[Any], rules: Rules, i: int, won: Any) -> tuple[list[Any], Any]:
    """What banking pays at every score, and a bust; ``row`` is that below the goal."""
    back = rules.returns[i]
    bust = row[back] if back < rules.ends[i] else won
    past = bust if rules.exact else won
    if rules.last and len(row) > rules.ends[i]:  # of several players, others may still pass
        return [*row], bust
    return [*row[: rules.ends[i]], won, *[past] * rules.most], bust


class Rules:
    """A race in integers, as far as it matters from some scores on.

    Parameters
    ----------
    game : Race
    *scores : int
        Banked scores in units, the mover's first, 0 if left out; a turn from there leads to no
        smaller ones, unless it wipes.

    Raises
    ------
    RuleError
        If three busts in a row cost points.
    SizeError
        If too many units are missing from the goal, or a turn has too many modes and options.
    """

    def __init__(self, game: Race, *scores: int) -> None:
        dice = game.turn.source if isinstance(game.turn.source, Dice) else None
        self._game, self._unit = game, game.unit
        self._roll: bool = game.turn.roll is not None and game.alike and game.end == "goal"
        wipes = game.turn.wipes
        self.players: int = game.players
        self.alike: bool = game.alike
        """Whether all players have the same turn, and it does not count who began."""
        scores = (0,) * self.players if wipes or not game.alike or not scores else scores
        self.offset: int = min(scores)
        self.scores: tuple[int, ...] = tuple([score - self.offset for score in scores])
        """The least scores that matter, the mover's first."""
        self.span: int = game.units - self.offset
        """How many scores a player may have."""
        self.seats: int = 1 if game.alike else game.players
        """How many players' scores are told apart."""
        self.goal: int = self.seats * self.span
        """How many scores there are; where all play alike, that is the goal."""
        self._refuse()
        turns = [game.turn, *([game.other] if game.other else [])]
        obliged = any(turn.obliges for turn in turns)
        if game.may_pass or (game.end == "goal" and game.win == "bank" and obliged):
            raise RuleError(
                "pigverify proves no race in which a turn may be passed"
                if game.may_pass
                else "pigverify proves no race in which a mode obliges who has reached the goal to "
                "throw again: give win='reach' for the rules in which he has won"
            )
        self.last_turn: bool = game.end != "goal"
        """Whether there are last turns at all."""
        seen = [game]
        while len(seen) < self.seats:
            seen.append(seen[-1].swapped)
        self._chased: list[bool] = [each.answered for each in seen]
        self.last: Any = None
        """Of several players the last turns, if there are any; see :mod:`last_turns`."""
        self.past: int = 0
        """From so many units past the goal on they bank."""
        self.begin: int = 0
        """Where the scores of several players begin of whom it is that is asked about."""
        self.tie: str = game.tie
        self.further: dict[float, int] = {}
        """With a last turn, how many units are made with a smaller chance, once that is known."""
        self._follows: int = 0
        self.exact: bool = game.target == "exact"
        self._minimum = game.minimum_bank // game.unit
        self._opening = game.opening // game.unit
        self._opens_to = game.opens_to // game.unit
        self.returns: list[int] = self._landings()
        """The banked score after a bust."""
        self.may_bank: list[bool] = []
        """Whether one may bank in a mode, points permitting."""
        self.denominators: list[int] = []
        """The common denominator of all chances in a mode."""
        self.busts: list[int] = []
        """The chance of a bust, times the denominator."""
        self.wipes: list[int] = []
        self.choices: list[Mapping[Options, int] | None] = []
        """The sets of options with their chances times the denominator; None without a throw."""
        several = self.players > 2 and self.last_turn
        self.all_modes: bool = (dice is not None or self._roll) and game.alike and not several
        """Whether states are looked at which no throws lead to."""
        turns = [game.turn] if game.other is None else [game.turn, game.other]
        self._begin: list[int] = []
        self._parts: list[int] = [0]
        for turn in turns:
            self._read(turn)
        self.ends: list[int] = [own - own % self.span + self.span for own in range(self.goal)]
        """Where the turns of who has a score win."""
        self.start: int = self._begin[0]
        """The mode in which the first player's turns start."""
        self.modes: int = len(self.choices)
        self.wipe: bool = any(self.wipes)
        """Whether some throw can wipe, so that all pairs of scores depend on each other."""
        self.recorded: bool = False
        """Whether the proof is written down: then a checker has to find the intervals again, and
        who wins for sure, or cannot win, is kept in a box, too."""
        self._choosing: dict[int, Sequence[tuple[int, int, int]]] = {}
        self._lost: dict[int, Collection[int]] = {}
        self._refuse_what_takes_days()

    def _refuse(self) -> None:
        game, missing = self._game, self.span * self._unit
        if self._roll and self.goal > MOST_POINTS:
            raise SizeError(
                f"{missing} points are missing from the goal, but a proof holds every pair of "
                f"scores and is possible for at most {MOST_POINTS}: choose a smaller goal or a "
                "later state"
            )
        if not self._roll and self.goal > MOST_UNITS:
            raise SizeError(
                f"a proof of {game.name} to {shown(missing)} would take days: choose a goal of at "
                f"most {MOST_UNITS * game.unit:,}"
            )
        if self.players > 2:
            self._refuse_so_many()
            return
        # Six numbers a pair, two floats for a table; with wipes also where each turn can end.
        numbers = 6 * (48 + BITS // 7) + 64 + (3000 if game.turn.wipes else 0)
        require(
            numbers * self.goal**2,
            f"a proof of {game.name} with {missing} points missing to the goal",
            "choose a smaller goal or a later state",
        )

    def _refuse_so_many(self) -> None:
        starts = self.turn_starts
        if starts > MOST_STARTS:
            raise SizeError(
                f"{self._game.name} to {self._game.goal} has {starts:,} turn starts, but at most "
                f"{MOST_STARTS:,} are proved: choose a smaller goal"
            )
        # Two bounds and a table's value for each player, and what is said of cells; where some are
        # left to more bits, bounds twice as long.
        require(
            (56 * self.players + 32) * starts, f"a proof of {self._game.name}",
            "choose a smaller goal",
        )  # fmt: skip

    def _read(self, turn: Turn) -> None:
        """Read a player's turn; its modes follow those that are known."""
        known, dice = len(self.choices), turn.source
        if isinstance(dice, Dice):
            self._read_dice(dice, known)
        else:
            self._read_turn(turn, known)
        self._begin.append(known + (dice.count - 1 if isinstance(dice, Dice) else turn.start))
        self._parts.append(len(self.choices))

    def _landings(self) -> list[int]:
        if not self.alike:
            return list(range(self.goal))
        game, unit, offset = self._game, self._unit, self.offset
        found = [game.after_bust((i + offset) * unit) // unit - offset for i in range(self.goal)]
        for i, back in enumerate(found):  # a class derived from Race may have its own
            if not i <= back <= self.goal:
                raise RuleError(
                    f"a bust at {(i + offset) * unit} lands on {(back + offset) * unit}, but must "
                    f"be between {(i + offset) * unit} and {game.goal}: correct the game's "
                    "after_bust"
                )
        return found

    def _read_dice(self, dice: Dice, known: int) -> None:
        below = math.lcm(*(p.denominator for p in dice.chances))
        for n in range(1, dice.count + 1):
            sets: dict[Options, int] = {}
            for found, p in dice.options(n).items():
                options = [(points // self._unit, known + left - 1) for points, left in found]
                key = tuple(sorted(set(options)))
                sets[key] = sets.get(key, 0) + int(p * below**n)
            self.may_bank.append(not (dice.must_roll and n == dice.count))
            self.denominators.append(int(below**n))
            self.busts.append(sets.pop((), 0))
            self.wipes.append(0)
            self.choices.append(sets)

    @no_garbage()
    def _read_turn(self, turn: Turn, known: int) -> None:
        # Gains that reach the goal from every score are one gain, unless more may be needed.
        most = max(turn.gains) if self.last_turn else self.span + self.exact
        read = _Units(self._unit, most, known).__getitem__
        for mode in turn.modes:
            throw = mode.throw
            self.may_bank.append(mode.may_bank)
            chances = (
                [throw.bust, throw.wipe, *(outcome.chance for outcome in throw.outcomes)]
                if throw
                else []
            )
            below = math.lcm(*(p.denominator for p in chances))
            bust = wipe = Fraction(0)
            sets: dict[Options, int] | None = None
            if throw:
                bust, wipe, sets = throw.bust, throw.wipe, {}
                for p, options in throw.outcomes:
                    if self.exact and all(gain // self._unit > self.goal for gain, *_ in options):
                        bust += p  # past the goal from every score
                        continue
                    key = tuple(map(read, options))  # units rise
                    if key[-1][0] == most:
                        key = tuple(sorted({*key}))
                    sets[key] = sets.get(key, 0) + p.numerator * (below // p.denominator)
            self.denominators.append(below)
            self.busts.append(int(bust * below))
            self.wipes.append(int(wipe * below))
            self.choices.append(sets)

    def _refuse_what_takes_days(self) -> None:
        if self.all_modes:
            return  # the limit of the goal is enough
        sizes = [sum(map(len, sets)) if sets else 0 for sets in self.serious]
        each = sum(sizes[n] for i in self.firsts for modes in self.reached_from(i) for n in modes)
        pairs = self.span ** (self.players - 1) * (self.span + 1) // 2
        if each * pairs > _MOST_OPTIONS:
            raise SizeError(
                f"a proof of {self._game.name} to {shown(self._game.goal)} would take hours, as a "
                f"turn has {each:,} options in all its states: choose a smaller goal"
            )

    # --- throws -------------------------------------------------------------------------------

    @cached_property
    def serious(self) -> Sequence[Mapping[Options, int] | None]:
        """``choices`` without options that another one is never worse than.

        Where the first to have the goal or more wins, these are those with fewer units for the
        same mode: whoever has more can play as if he had fewer. He may bank whatever he could have
        banked then, and reaches the goal no later. This is false with a last turn and where the
        goal must be hit (it may be better not to have reached it), where a turn that may not
        be banked ends with a consolation (which may be more than is banked), where a bust with more
        points leads to fewer, and where several others may answer otherwise to a larger score;
        there all are kept.
        """
        stuck = any(sets is None for sets in self.choices) and (self._minimum or self._opening)
        fall = any(more < less for less, more in pairwise(self.returns))
        every = self.last_turn or self.exact or self.players > 2 or fall
        if every or (stuck and self._game.consolation):
            return self.choices
        found: list[Mapping[Options, int] | None] = []
        for sets in self.choices:
            if sets is None or all(len({*map(_MODE, each)}) == len(each) for each in sets):
                found.append(sets)
                continue
            kept: dict[Options, int] = {}
            for options, ways in sets.items():
                most = dict(zip(map(_MODE, options), options))  # the largest, as units rise
                best = tuple(sorted(most.values()))
                kept[best] = kept.get(best, 0) + ways
            found.append(kept)
        return found

    @cached_property
    def gains(self) -> Sequence[tuple[int, int]] | None:
        """Gains with their chances times the denominator, where a turn is one roll."""
        if not self._roll:
            return None
        return sorted((options[0][0], ways) for options, ways in (self.choices[0] or {}).items())

    @cached_property
    def most(self) -> int:
        """The most units that a throw can score."""
        sets = [options for sets in self.choices for options in sets or ()]
        return max([options[-1][0] for options in sets], default=1)  # units rise

    @cached_property
    def rank(self) -> Sequence[int]:
        """A number for each mode, above those of all modes that it leads to without gain."""
        ranks = [0] * self.modes
        turns = filter(None, (self._game.turn, self._game.other))
        for turn, known in zip(turns, self._parts):
            for n in () if isinstance(turn.source, Dice) else turn.order:
                sets = self.choices[known + n] or ()
                free = [ranks[one] + 1 for options in sets for units, one in options if not units]
                ranks[known + n] = max(free, default=0)
        return ranks

    @cached_property
    def _had(self) -> Sequence[Sequence[int]]:
        """For each turn, bit n at [t]: whether it can have t units in mode n."""
        most = (self.furthest + (0 if self.last_turn else 1)) * self._unit
        games = [self._game] if self._game.other is None else [self._game, self._game.swapped]
        return [
            [bits << known for bits in game.come_to(most)]
            for game, known in zip(games, self._parts)
        ]

    @cached_property
    def reached(self) -> Sequence[Sequence[int]]:
        """In which modes a turn can have t units, at [t], as far as ``furthest``.

        Where the mode is no part of a state, all numbers of units are looked at.
        """
        return self._reached[0]

    @cached_property
    def _reached(self) -> Sequence[Sequence[Sequence[int]]]:
        last = self.furthest + 1
        had = [[1] * last] if self._roll else [each[:last] for each in self._had]
        return [[_places(bits) for bits in each] for each in had]

    def reached_from(self, own: int) -> Sequence[Sequence[int]]:
        """The same of the turns of who has a score."""
        return self._reached[own // self.span % len(self._begin)]

    def start_of(self, own: int) -> int:
        """The mode in which the turns of who has a score start."""
        return self._begin[own // self.span % len(self._begin)]

    @property
    def firsts(self) -> Sequence[int]:
        """A score of each player whose turn is another one."""
        return range(0, self.span * len(self._begin), self.span)

    def chased(self, own: int) -> bool:
        """Whether somebody has a last turn once who has a score wins."""
        return self._chased[own // self.span]

    def top(self, own: int) -> int:
        """From this score on turns of several players end that begin with ``own``."""
        return self.ends[own] + self.past * self.chased(own)

    def follow_to(self, far: int) -> None:
        """With a last turn, look at turns of so many units as well."""
        if not self.all_modes and far > self._follows:
            self._follows = far
            self._choosing.clear()
            for known in ("_had", "_reached"):
                self.__dict__.pop(known, None)

    @property
    def furthest(self) -> int:
        """The most units of a turn in which there is still something to decide."""
        return max(self.span + self.most, self._follows) if self.last_turn else self.span - 1

    def modes_at(self, t: int, own: int = 0) -> Collection[int]:
        """The modes in which a turn with t units is evaluated, of who has a score."""
        return range(self.modes) if self.all_modes else self.reached_from(own)[t]

    # --- banking ------------------------------------------------------------------------------

    def first(self, own: int) -> int:
        """The first score that may be banked in a turn that begins with ``own``.

        So may all larger ones; what reaches the goal always may.
        """
        if not (self._minimum or self._opening):
            return own
        opens = own % self.span + self.offset <= self._opens_to
        least = max(self._minimum, self._opening if opens else 0)
        return min(own + least, self.ends[own])

    def may_choose(self, own: int, s: int, mode: int) -> bool:
        """Whether one may bank s in a mode, and throw as well."""
        begun = s > own or mode != self.start_of(own)
        banks = begun and self.may_bank[mode] and s >= self.first(own)
        more = s < (self.top(own) if self.players > 2 else self.ends[own])
        more = more or (self.players == 2 and self.chased(own))
        return banks and self.choices[mode] is not None and more

    def choosing(self, own: int) -> Sequence[tuple[int, int, int]]:
        """The states of a turn with a choice: their place in it, s, and the mode."""
        if own not in self._choosing:
            self._choosing[own] = [
                (t * self.modes + n, own + t, n)
                for t, modes in enumerate(self.reached_from(own))
                for n in modes
                if self.may_choose(own, own + t, n)
            ]
        return self._choosing[own]

    @property
    def choice_count(self) -> int:
        """In how many states there is a choice."""
        return self.span * sum(len(self.choosing(own)) for own in range(self.goal))

    # --- who can still win --------------------------------------------------------------------

    @cached_property
    def dead(self) -> Sequence[bool]:
        """For each score whether nothing leads from there to the goal."""
        alive: list[bool] = [not self.exact] * self.goal + [True]
        for i in reversed(range(self.goal)) if self.exact else ():
            back = self.returns[i]
            alive[i] = self.can(i, any, alive, bust=back > i and alive[back], wipe=True)[self.start]
        return [not one for one in alive[: self.goal]]

    def lost(self, own: int) -> Collection[int]:
        """The places of those states of a turn from which its player can never win any more."""
        if own not in self._lost:
            found: Mapping[int, bool] = {}
            if any(self.dead):
                alive = [not one for one in self.dead] + [True]
                back = alive[self.returns[own]]
                found = self.can(own, any, alive, bust=back, wipe=alive[0])
            self._lost[own] = frozenset(place for place, one in found.items() if not one)
        return self._lost[own]

    @cached_property
    def sure(self) -> Sequence[bool]:
        """For each score whether one wins from there against somebody who cannot win.

        One can play so that a turn never ends worse than it began, and with luck at a better score.
        """
        sure = [False] * self.goal + [True]
        for i in reversed(range(self.goal)):
            back = self.returns[i]
            better = back > i and sure[back]
            kept = better or back == i
            safe = self.can(i, all, sure, bust=kept, wipe=False)
            found = self.can(i, any, sure, bust=better, wipe=False, safe=(safe, kept))
            sure[i] = found[self.start]
        return sure

    def can(
        self,
        own: int,
        outcomes: Callable[[Iterable[bool]], bool],
        bank: Sequence[bool],
        *,
        bust: bool,
        wipe: bool,
        won: bool = True,
        safe: tuple[Mapping[int, bool], bool] | None = None,
        among: Any = None,
    ) -> Mapping[int, bool]:
        """From which places a turn from ``own`` ends as somebody wants: with luck, or for sure.

        He wants to bank s where ``bank[s]``, and a bust, a wipe or a win where these are true.
        ``outcomes`` is any or all. Where ``safe`` is given he throws only if all outcomes are that:
        the places that are, and whether a bust is. With ``among``, bounds of the turn, he does
        nothing that these prove to be worse than something else.
        """
        count, first, goal, start = self.modes, self.first(own), self.ends[own], self.start_of(own)
        can: dict[int, bool] = {}

        def then(known: Mapping[int, bool], lost: bool, s: int, options: Options) -> bool:
            if among and len(options) > 1:
                options = among.may_take(s - own, options, count)
            return any(
                known[(s + g - own) * count + n] if s + g < goal
                else lost if self.exact and s + g > goal else won
                for g, n in options
            )  # fmt: skip

        for s in reversed(range(own, goal)):
            for n in sorted(self.modes_at(s - own, own), key=lambda n: (self.rank[n], n)):
                sets, place = self.choices[n], (s - own) * count + n
                banks = place != start and self.may_bank[n] and s >= first
                found = banks and bank[s]
                if found and among and sets is not None:
                    found = among.may_bank(place, s)
                if sets is None:
                    found = found or (not banks and bust)
                elif not found and not (banks and among and not among.may_throw(place, s)):
                    ends = [bust] * (self.busts[n] > 0) + [wipe] * (self.wipes[n] > 0)
                    found = outcomes([*ends, *(then(can, bust, s, one) for one in sets)])
                    if found and safe:
                        known, lost = safe
                        kept = [lost] * (self.busts[n] > 0) + [False] * (self.wipes[n] > 0)
                        found = all([*kept, *(then(known, lost, s, one) for one in sets)])
                can[place] = found
        return can

    def settled(self, *scores: int) -> tuple[int, ...] | None:
        """What each of n players wins, times n, where that is known beforehand.

        Players none of whom can ever win win 1/n each by convention. Players who cannot win have
        lost against one who can try turn after turn without spoiling anything.
        """
        alive = [place for place, score in enumerate(scores) if not self.dead[score]]
        if not alive:
            return (1,) * len(scores)
        if len(alive) > 1 or not self.sure[scores[alive[0]]]:
            return None
        return tuple([len(scores) * (place == alive[0]) for place in range(len(scores))])

    @cached_property
    def hopeless(self) -> Sequence[bool]:
        """For each score whether who has it wins nothing, whatever he does.

        Nothing leads from there to the goal, and nobody else ever has to give his own chances up:
        if all had, all would win as often by convention.
        """
        steady = all(dead or sure for dead, sure in zip(self.dead, self.sure))
        return [dead and steady and not self._game.consolation for dead in self.dead]

    # --- turns --------------------------------------------------------------------------------

    def stays(self, i: int) -> bool:
        """Whether a bust leaves the banked score as it was."""
        return self.returns[i] == i

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Pairs of scores, i <= j, whose turn starts depend on each other and on earlier ones.

        A bank raises the sum of both scores and a bust leaves it alone: larger sums come first.
        """
        if not self.alike:
            for total in range(self.goal + self.span - 2, self.span - 1, -1):
                for i in range(
                    max(0, total - self.goal + 1), min(total - self.span + 1, self.span)
                ):
                    yield i, total - i
            return
        own, opp = sorted(self.scores)
        for total in range(2 * self.goal - 2, own + opp - 1, -1):
            for i in range(max(own, total - self.goal + 1), total // 2 + 1):
                j = total - i
                if j >= opp:
                    yield i, j

    @property
    def pair_count(self) -> int:
        """How many pairs there are."""
        if not self.alike:
            return self.span**2
        own, opp = (self.goal - score for score in self.scores)
        both = min(own, opp)
        return own * opp - both * (both - 1) // 2

    def cycle(self, scores: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The rotations of a tuple of scores, in the order in which the players move."""
        return [scores[m:] + scores[:m] for m in range(self.players)]

    def number(self, scores: tuple[int, ...]) -> int:
        """The place of a tuple of scores among all of them."""
        found = scores[0] // self.span
        for score in scores:
            found = found * self.span + score % self.span
        return found

    def sit(self, seat: int, scores: Sequence[int]) -> None:
        """Ask about scores in units of a mover in a seat, where it counts who began."""
        if self.seats > 1:
            self.begin = (seat - 1) * self.span
            places = [(self.begin + k * self.span) % self.goal for k in range(self.players)]
            self.scores = tuple(map(add, places, scores))

    def tuple_of(self, number: int) -> tuple[int, ...]:
        """The inverse."""
        found = []
        for _ in range(self.players):
            number, score = divmod(number, self.span)
            found.append(score)
        if self.seats == 1:
            return tuple(found[::-1])
        seats = [(number + k) % self.seats for k in range(self.players)]
        return tuple([seat * self.span + score for seat, score in zip(seats, found[::-1])])

    def cells(self, least: tuple[int, ...] = ()) -> Tuples:
        """A tuple of scores for each cell, those of larger totals first.

        With ``least`` only the cells that play can come to from these scores; the tuple then has
        the players in that order.
        """
        by_total: dict[int, array[int]] = {}
        if least:
            all_scores: Iterable[tuple[int, ...]] = product(
                *(range(one, self.ends[one]) for one in least)
            )
        else:
            all_scores = self._smallest()
        for scores in all_scores:
            by_total.setdefault(sum(scores), array("q")).append(self.number(scores))
        numbers = array("q")
        for total in sorted(by_total, reverse=True):
            numbers += by_total.pop(total)
        return Tuples(self, numbers)

    def _smallest(self) -> Iterator[tuple[int, ...]]:
        """The smallest rotation of every tuple of scores."""
        if self.seats > 1:
            yield from map(self.tuple_of, range(self.span**self.players))
            return
        for own in range(self.goal):
            for others in product(range(own, self.goal), repeat=self.players - 1):
                scores = (own, *others)
                if own not in others or scores == min(self.cycle(scores)):
                    yield scores

    @cached_property
    def places(self) -> Sequence[tuple[int, int]]:
        """(t, mode) of all that a turn may come to; of the same t, each after those it leads to."""
        modes = sorted(range(self.modes), key=lambda n: (self.rank[n], n))
        return [(t, n) for t, had in enumerate(map(set, self.reached)) for n in modes if n in had]

    def spell(self, scores: Sequence[int]) -> str:
        """The beginning of a turn in words."""
        return self._game.spell((*self.points(scores), 0))

    def points(self, scores: Sequence[int]) -> tuple[int, ...]:
        """Scores in units as points."""
        return tuple([(score % self.span + self.offset) * self._unit for score in scores])

    def scores_of(self, own: int, *others: int) -> tuple[int, ...]:
        """Scores in units as they stand in tables, the mover being the first player."""
        away = -self.offset if self.alike else self.span
        return own - self.offset, *(score + away for score in others)

    @property
    def turn_starts(self) -> int:
        """How many turn starts there are."""
        return self.seats * int(self.span**self.players)

    def in_one_table(self, arrays: Mapping[str, Any]) -> Sequence[Sequence[float]]:
        """A solution's turn starts, as the table of all scores has them."""
        starts: Sequence[Sequence[float]] = arrays["starts"]
        if self.alike:
            return starts
        unknown = [1.0] * self.span  # what lies between two scores of one player
        return [
            *([*unknown, *row] for row in starts),
            *([*row, *unknown] for row in arrays["other_starts"]),
        ]


class _Units(dict[Option, tuple[int, int]]):
    """Options in units, more than the most as that, whose modes follow those that are known."""

    def __init__(self, unit: int, most: int, known: int) -> None:
        self._unit, self._most, self._known = unit, most, known

    def __missing__(self, option: Option) -> tuple[int, int]:
        gain = min(option.gain // self._unit, self._most)
        found = self[option] = gain, self._known + option.mode
        return found


class Tuples(Sequence[tuple[int, ...]]):
    """Tuples of scores, of which there may be millions, by their numbers."""

    def __init__(self, rules: Rules, numbers: array[int]) -> None:
        self._scores, self._numbers = rules.tuple_of, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [*map(self._scores, self._numbers[place])]
        return self._scores(self._numbers[place])

    def among(self, marks: bytearray) -> Tuples:
        """Those whose numbers are marked."""
        kept = copy(self)
        kept._numbers = array("q", filter(marks.__getitem__, self._numbers))
        return kept


def _places(bits: int) -> list[int]:
    """Where a whole number has bits."""
    return [n for n, bit in enumerate(bin(bits)[:1:-1]) if bit == "1"]
