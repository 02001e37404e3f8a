"""Hog as arrays: what each choice comes to, in whole numbers of rolls, and where that leads.

A turn from the scores (own, opp) that gains g and gives h ends at x = own + g against y = opp + h,
in one of a few endings, which say what is remembered then and who moves. All tables of where turns
end are at [ending, x + y, y], flat, with rows of ``stride``. So all that a roll comes to is one
number, how far it *moves*, the same from all scores:

    place = (own + opp) stride + opp + move.

The rule functions are called once for every pair of scores, and never again.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, prod
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from ...games import hog_rules
from ...games.errors import RuleError
from ...games.functions import answer
from ...games.hog import Hog
from ...games.hog_rules import KINDS, ask, more_of
from ...kernels import Floats, hog
from ...memory import require

WON, LOST, UNREACHED = -1, -2, -3

_LARGEST = 2**31 - 1
"""Scores at the end of a game are said up to this."""


def counts(game: Hog, sides: int) -> list[dict[int, int]]:
    """What 0, 1, … dice of so many sides score, before other rules, in how many rolls."""
    first = 1 if game.pig_out is None else 2
    sums = [1]
    several: list[dict[int, int]] = [{}]
    for dice in range(1, game.max_dice + 1):
        sums = _one_more(sums, first, sides)
        scored = {points: number for points, number in enumerate(sums) if number}
        if game.pig_out is not None:
            for ones in range(1, dice + 1):
                points = game.pig_out_points(dice, ones)
                number = comb(dice, ones) * (sides - 1) ** (dice - ones)
                scored[points] = scored.get(points, 0) + number
        several.append(scored)
    return several


def _one_more(sums: list[int], first: int, sides: int) -> list[int]:
    """The ways to each sum with one more die of the faces ``first … sides``; exact integers."""
    below = [0, *accumulate(sums)]
    last = len(sums)
    return [
        below[min(max(total - first + 1, 0), last)] - below[min(max(total - sides, 0), last)]
        for total in range(last + sides)
    ]


class _Endings:
    """How turns may end, apart from the scores.

    ``found`` has the number of each ending: the places of the memory if the same player moves again
    and if not, and, as bytes at [own, opp], whether he does at these scores.
    """

    def __init__(self, game: Hog) -> None:
        self._game = game
        self._rules = [(rule, (*KINDS["again"], *more_of("again", rule))) for rule in game.again]
        self._said: dict[Any, tuple[bytes, tuple[bool, bool]]] = {}
        self.found: dict[tuple[tuple[int, int], bytes], int] = {}

    def number(self, memory: tuple[int, ...], choice: int, points: int) -> int:
        """How a turn ends that begins with this memory, and in which a choice scores so much."""
        game, known = self._game, self._game.known(max(choice, 0), memory)
        asked = [(rule, parts, [known[p] for p in parts[2:]]) for rule, parts in self._rules]
        key = tuple(tuple(more) for _, _, more in asked)
        if key not in self._said:
            scores = range(game.goal)
            said = [
                any(answer(rule, parts, own, opp, *more) for rule, parts, more in asked)
                for own in scores
                for opp in scores
            ]
            self._said[key] = bytes(said), (True in said, False in said)
        again, ever = self._said[key]
        same, other = (
            game.place_of((0, 0, *game.remember(memory, choice, points, stays)))[0] if some else -1
            for stays, some in zip((True, False), ever)
        )
        return self.found.setdefault(((same, other), again), len(self.found))


class HogArrays:
    """What the solver, chains, boards and simulations know of a game of Hog.

    ``kernels/hog.pyx`` says what it reads of this.
    """

    game: Hog
    memories: int
    choices: NDArray[np.intp]
    kind: NDArray[np.uint8]
    """The kind of state at [own, opp]: which dice are rolled, and how many at most."""
    begin: NDArray[np.intp]
    """Where the outcomes of so many dice begin, at [memory, kind, dice]; in place of 0 dice stands
    the choice -1, if there is one."""
    moves: NDArray[np.intp]
    """How far each outcome moves."""
    chances: Floats
    """How likely it is."""
    rolled: dict[tuple[int, int, int], dict[int, int]]
    """The same by memory, kind and dice, in whole numbers of rolls."""
    certain: NDArray[np.intp]
    """Where 0 dice lead, at [memory, own, opp]; -1 if they cannot be chosen."""
    move: dict[tuple[int, int, int], int]
    """How far (memory, choice, points) moves."""
    shape: tuple[int, int, int]
    """Of all tables of where turns end."""
    target: NDArray[np.intp]
    """The flat state [memory, own, opp] that follows, or WON, LOST or UNREACHED."""
    same: NDArray[np.uint8]
    """Whether the same player moves then."""
    final: NDArray[np.int32]
    """Both scores after the rules of the end, the mover's first, at [x + y, y]."""
    blocks: NDArray[np.intp]
    settle: NDArray[np.intp]
    induction: hog.Induction

    def __init__(self, game: Hog) -> None:
        self.game, self.memories = game, game.memories
        self.choices = np.array(game.choices, dtype=np.intp)
        kinds, self.kind = _kinds(game)
        memories = [game.state_at((q, 0, 0))[2:] for q in range(self.memories)]
        # The sides, and how many dice at most, by memory and kind.
        dice = [
            [(game.dice[wild != (game.exchange and memory[0] == 1)], most) for wild, most in kinds]
            for memory in memories
        ]
        scored = {sides: counts(game, sides) for kinds in dice for sides, _ in kinds}
        rows = range(game.goal if game.bacon else 0)
        free = [[game.bacon_points(own, opp) for opp in range(game.goal)] for own in rows]
        endings = _Endings(game)
        self._measure(memories, dice, scored, free, endings)
        self._roll(dice, scored)
        self.certain = np.full((self.memories, *self.kind.shape), -1)
        for q in range(self.memories if free else 0):
            self.certain[q] = [[self.move[q, 0, one] for one in row] for row in free]
            self.certain[q] += self.begun
        self._end(endings)
        self._order()
        runs, begin = self._runs()
        self.induction = hog.Induction(
            self.kind, begin, runs, self.chances, self.certain, self.settle, self.blocks,
            self.shape[2],
        )  # fmt: skip

    @classmethod
    def of(cls, game: Hog) -> HogArrays:
        """The arrays of ``game``.

        Those of the last few games of ready-made rules are kept; a rule of one's own is asked
        anew each time, as it may answer differently by now.
        """
        rules = (game.limit, game.pig_out, game.bacon, game.wild, *game.points, game.gift)
        rules += (*game.after, *game.again)
        own = hog_rules.__name__
        ready_made = all(getattr(rule, "__module__", "") == own for rule in rules if rule)
        return _kept(game) if ready_made else cls(game)

    def __reduce__(self) -> tuple[Any, tuple[Hog]]:
        return HogArrays.of, (self.game,)

    # --- how they are made ------------------------------------------------------------------------

    def _measure(
        self,
        memories: list[tuple[int, ...]],
        dice: list[list[tuple[int, int]]],
        scored: dict[int, list[dict[int, int]]],
        free: list[list[int]],
        endings: _Endings,
    ) -> None:
        """How far all choices move with all points that they score."""
        game = self.game
        ends: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        for q, memory in enumerate(memories):
            rolls = [scored[sides] for sides in {sides for sides, _ in dice[q]}]
            points = [(n, one) for each in rolls for n, few in enumerate(each) for one in few]
            points += [(0, one) for one in set().union(*free)] + [(-1, 1)] * game.exchange
            for choice, one in points:
                if (q, choice, one) not in ends:
                    gained = game.gain(one, max(choice, 0), memory)
                    ends[q, choice, one] = *gained, endings.number(memory, choice, one)
        gains, gifts, numbers = np.array([*ends.values()]).T
        # Past each row a register of the kernel is read, which begins at a multiple of its width.
        stride = (game.goal + int(gifts.max()) + 15) // 8 * 8
        rows = 2 * game.goal + int(gains.max() + gifts.max())
        self.shape = len(endings.found), rows, stride
        size = 40 * prod(self.shape) + 50 * game.goal**2 * self.memories
        require(size, f"the tables of {game.name}", "choose a smaller goal")
        moves = (numbers * rows + gains + gifts) * stride + gifts
        self.move = dict(zip(ends, moves.tolist()))

    def _roll(
        self, dice: list[list[tuple[int, int]]], scored: dict[int, list[dict[int, int]]]
    ) -> None:
        """What every choice but 0 dice comes to."""
        game = self.game
        self.begin = np.zeros((self.memories, len(dice[0]), game.max_dice + 2), dtype=np.intp)
        self.rolled = {}
        found: list[tuple[int, float]] = []
        for q, kinds in enumerate(dice):
            known: dict[tuple[int, int], dict[int, int]] = {}
            for k, (sides, most) in enumerate(kinds):
                self.begin[q, k, 0] = len(found)
                if game.exchange:
                    found.append((self.move[q, -1, 1], 1.0))
                for choice in range(1, game.max_dice + 1):
                    self.begin[q, k, choice], n = len(found), min(choice, most)
                    if (sides, n) not in known:
                        known[sides, n] = self._moved(q, n, scored[sides][n])
                    self.rolled[q, k, choice] = rolls = known[sides, n]
                    whole = sum(rolls.values())
                    # Rounded once, as integers are divided: the kernel's bounds rely on it.
                    found += [(move, rolls[move] / whole) for move in sorted(rolls, key=self._line)]
                self.begin[q, k, -1] = len(found)
        moves, chances = zip(*found)
        self.moves, self.chances = np.array(moves, dtype=np.intp), np.array(chances)

    def _moved(self, q: int, dice: int, scored: dict[int, int]) -> dict[int, int]:
        """How far so many dice move, and in how many rolls."""
        found: dict[int, int] = {}
        for points, number in scored.items():
            move = self.move[q, dice, points]
            found[move] = found.get(move, 0) + number
        return found

    def _line(self, move: int) -> tuple[int, int, int]:
        """Orders moves such that those of one ending and gift stand together, by their gains."""
        _, rows, stride = self.shape
        return move // (rows * stride), move % stride, move

    def _runs(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The kernel's ``runs`` of consecutive gains, and where they ``begin``."""
        first = np.diff(self.moves, prepend=self.moves[0]) != self.shape[2]
        first[self.begin[self.begin < len(first)]] = True
        begin = np.flatnonzero(first)
        runs = np.stack([self.moves[begin], np.diff(begin, append=len(first)), begin], axis=1)
        return runs, np.searchsorted(begin, self.begin)

    def _end(self, endings: _Endings) -> None:
        """What follows wherever a turn can end."""
        game, goal = self.game, self.game.goal
        reached = np.zeros(self.shape, dtype=bool)
        for move in {*self.moves.tolist()}:
            self.window(reached, move)[:] = True
        reached.reshape(-1)[self.certain[self.certain >= 0]] = True
        self.final = np.zeros((*self.shape[1:], 2), dtype=np.int32)
        over = np.full(self.shape[1:], UNREACHED, dtype=np.intp)
        for total, y in np.argwhere(reached.any(axis=0)).tolist():
            own, opp = game.finish(total - y, y)
            winner = game.winner(own, opp)
            over[total, y] = 0 if winner is None else WON if winner else LOST
            self.final[total, y] = min(own, _LARGEST), min(opp, _LARGEST)
        goes_on = over == 0
        mine, theirs = np.moveaxis(np.where(goes_on[..., None], self.final, 0), 2, 0)
        self.target = np.empty(self.shape, dtype=np.intp)
        self.same = np.zeros(self.shape, dtype=np.uint8)
        for end, ((again, other), said) in enumerate(endings.found):
            moves_again = np.frombuffer(said, dtype=bool).reshape(goal, goal)
            stays = moves_again[mine, theirs] & goes_on
            stay, passes = (again * goal + mine) * goal + theirs, (other * goal + theirs) * goal
            self.target[end] = np.where(goes_on, np.where(stays, stay, passes + mine), over)
            self.same[end] = stays
        self.target[~reached] = UNREACHED
        self.same[~reached] = 0

    def _order(self) -> None:
        """The kernel's ``blocks``, from the largest totals down, and what settles in each."""
        goal, target = self.game.goal, self.target
        totals = np.where(target < 0, 2 * goal, target // goal % goal + target % goal)
        least = np.full((goal, goal), 2 * goal, dtype=np.intp)
        for move in {*self.moves.tolist()}:
            np.minimum(least, self.window(totals, move), out=least)
        if self.game.bacon is not None:
            np.minimum(least, totals.reshape(-1)[self.certain].min(axis=0), out=least)
        self.blocks = _blocks(least)
        if self.cyclic:
            self._refuse_endless()
        places = np.flatnonzero(target >= 0)
        order = places[np.argsort(-totals.reshape(-1)[places], kind="stable")]
        self.blocks[:, 2] = np.searchsorted(-totals.reshape(-1)[order], -self.blocks[:, 0])
        columns = order, target.reshape(-1)[order], self.same.reshape(-1)[order]
        self.settle = np.ascontiguousarray(np.stack(columns, axis=1), dtype=np.intp)

    def _refuse_endless(self) -> None:
        """RuleError if there are states among which the players can stay for ever.

        The largest set of them is what is left when states without a choice that is certain to stay
        among the states left are taken away until none is.
        """
        goal = self.game.goal
        left = np.ones(self.certain.shape, dtype=bool)
        while left.any():
            inside = left.reshape(-1)[np.maximum(self.target, 0)] & (self.target >= 0)
            staying = inside.reshape(-1)[self.certain] & (self.certain >= 0)
            for q, k in np.ndindex(self.begin.shape[:2]):
                here = self.kind == k
                for first, last in zip(self.begin[q, k], self.begin[q, k, 1:]):
                    if last > first:
                        some = (self.window(inside, move) for move in self.moves[first:last])
                        staying[q] |= here & np.logical_and.reduce([*some])
            if (left <= staying).all():
                _, own, opp = np.argwhere(left)[0].tolist()
                raise RuleError(
                    f"from {own} against {opp} the players can go on for ever without anybody "
                    f"reaching {goal:,}: let every choice have a chance of progress"
                )
            left &= staying

    # --- what they answer -------------------------------------------------------------------------

    @cached_property
    def begun(self) -> NDArray[np.intp]:
        """Where a turn from [own, opp] stands that has not moved."""
        own, opp = np.indices(self.kind.shape)
        return np.asarray((own + opp) * self.shape[2] + opp)

    def window(self, table: NDArray[Any], move: int) -> NDArray[Any]:
        """What a table has where turns from [own, opp] end that move so far: a view."""
        step = self.shape[2] * table.itemsize
        return as_strided(table.reshape(-1)[move:], self.kind.shape, (step, step + table.itemsize))

    def gained(self, move: int) -> tuple[int, int]:
        """What the mover and the other gain by a turn that moves so far."""
        _, rows, stride = self.shape
        both, gift = divmod(move % (rows * stride), stride)
        return both - gift, gift

    @property
    def cyclic(self) -> bool:
        """Whether some totals can be stayed in."""
        return bool(self.blocks[:-1, 1].any())

    def induct(
        self,
        policy: NDArray[np.int16],
        *,
        counting: bool = False,
        tolerance: float = 1e-14,
        most: int = 100_000,
        guess: float = 0.0,
    ) -> tuple[Floats, Floats, int, float]:
        """Values, what ended turns are worth, iterations, and the last change.

        ``guess`` is what turns are taken to be worth at first that go on.
        """
        value = np.zeros(policy.shape)
        ended = self._ended(len(policy), 0.0 if counting else 1.0)
        if guess:
            ended.reshape(len(policy), -1)[:, self.settle[:, 0]] = guess
        done = self.induction.induct(value, ended, policy, counting, tolerance, most)
        return value, ended, *done

    def maximizing(self) -> NDArray[np.int16]:
        """The policy of a player who chooses the best everywhere, for the kernel."""
        return np.full(self.certain.shape, hog.MAXIMIZE, dtype=np.int16)

    def worths(self, mine: Floats, others: Floats) -> Floats:
        """What each choice is worth to a player, (choices, memories, goal, goal), by what states
        are worth to him in which he moves, and in which the other one does.
        """
        ended, (place, state, same) = self._ended(1, 1.0), self.settle.T
        ended.reshape(-1)[place] = np.where(
            same, mine.reshape(-1)[state], others.reshape(-1)[state]
        )
        return self.worths_of(ended[0])

    def worths_of(self, ended: Floats) -> Floats:
        """The same to a player to whom ended turns are worth ``ended``."""
        shape = (len(self.choices), *self.certain.shape)
        require(8 * prod(shape), "the payoffs of all choices", "choose a smaller goal")
        out = np.empty(shape)
        self.induction.worths(ended, self.choices, out)
        return out

    def _ended(self, players: int, won: float) -> Floats:
        """What ended games are worth, and 0 elsewhere: the kernel's ``ended`` at the outset.

        Its first byte lies where the widest row of a kernel does: at a multiple of 64.
        """
        count = players * prod(self.shape)
        memory = np.zeros(count + 7)
        skip = -memory.__array_interface__["data"][0] % 64 // memory.itemsize
        ended = memory[skip : skip + count].reshape(players, *self.shape)
        ended[:, self.target == WON] = won
        return ended


@lru_cache(maxsize=16)
def _kept(game: Hog) -> HogArrays:
    return HogArrays(game)


def _kinds(game: Hog) -> tuple[list[tuple[bool, int]], NDArray[np.uint8]]:
    """Of each kind of state whether the second dice are rolled, and how many; and the kinds."""
    kinds: dict[tuple[bool, int], int] = {}
    kind = np.zeros((game.goal, game.goal), dtype=np.uint8)
    if not game.wild and not game.limit:
        return [(False, game.max_dice)], kind
    for own, opp in np.ndindex(kind.shape):
        wild = bool(game.wild and ask("wild", game.wild, own, opp))
        kind[own, opp] = kinds.setdefault((wild, game.most(own, opp)), len(kinds))
    return [*kinds], kind


def _blocks(least: NDArray[np.intp]) -> NDArray[np.intp]:
    """Consecutive totals that lead to one another, by the least total that follows each state: the
    kernel's ``blocks``.
    """
    goal = len(least)
    own, opp = np.indices(least.shape)
    lowest = np.full(2 * goal - 1, 2 * goal, dtype=np.intp)
    np.minimum.at(lowest, (own + opp).reshape(-1), least.reshape(-1))
    blocks: list[list[int]] = []
    top = low = 2 * goal - 2
    cyclic = 0
    for total in range(top, -1, -1):
        if lowest[total] <= total:
            cyclic, low = 1, min(low, int(lowest[total]))
        if total <= low:
            blocks.append([top, cyclic, 0])
            top = low = total - 1
            cyclic = 0
    return np.array([*blocks, [-1, 0, 0]], dtype=np.intp)


# --- by score, and by memory ----------------------------------------------------------------------


def by_memory(array: NDArray[Any]) -> NDArray[Any]:
    """From [own, opp, *memory] to [memory, own, opp], as the kernel has it."""
    flat = array.reshape(*array.shape[:2], -1)
    moved: NDArray[Any] = np.ascontiguousarray(np.moveaxis(flat, 2, 0))
    return moved


def by_score(array: NDArray[Any], game: Hog) -> NDArray[Any]:
    """The inverse of :func:`by_memory`: a view where nothing is remembered, or else a copy."""
    shape = *array.shape[1:], *game.memory.values()
    found: NDArray[Any] = array[0] if len(array) == 1 else np.stack(list(array), axis=2)
    return found.reshape(shape)
