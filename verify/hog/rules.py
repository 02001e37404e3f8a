"""The rules of a Hog game as the proof reads them: what rolls can gain and where turns lead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import comb, lcm, log2
from typing import NamedTuple

from pigcore.games.hog import Hog
from pigcore.memory import require

__all__ = ["Landing", "Rules", "State", "rolls_of", "ways"]

_PLACE = 400
"""Bytes for a pair of scores that a turn can end at, and for what follows."""

State = tuple[int, int, int]
"""own, opp and the parity of the exchanges, which is 0 where there are none."""


@lru_cache(maxsize=4096)
def _sums(dice: int, sides: int, first: int) -> tuple[int, ...]:
    """How many rolls of ``dice`` dice with the faces ``first … sides`` have each sum."""
    if dice == 0:
        return (1,)
    fewer = _sums(dice - 1, sides, first)
    sums = [0] * (dice * sides + 1)
    for total, number in enumerate(fewer):
        for face in range(first, sides + 1):
            sums[total + face] += number
    return tuple(sums)


def ways(points: int, dice: int, sides: int = 6) -> int:
    """The ways to score ``points`` with ``dice`` dice of which none shows a 1.

    Examples
    --------
    >>> [ways(4, 1, 6), ways(12, 2, 6), ways(11, 2, 6), ways(7, 3, 6), ways(8, 3, 4)]
    [1, 1, 2, 3, 6]
    """
    sums = _sums(dice, sides, 2)
    return sums[points] if 0 <= points < len(sums) else 0


def rolls_of(game: Hog, dice: int, sides: int) -> dict[tuple[int, int], int]:
    """How many of the sides**dice rolls gain what: (mover's gain, opponent's gift) to number."""
    rolls: dict[tuple[int, int], int] = {}

    def count(points: int, number: int) -> None:
        gained = game.gain(points, dice)
        rolls[gained] = rolls.get(gained, 0) + number

    first = 1 if game.pig_out is None else 2
    for points, number in enumerate(_sums(dice, sides, first)):
        if number:
            count(points, number)
    if game.pig_out is not None:
        for ones in range(1, dice + 1):
            others = (sides - 1) ** (dice - ones)
            count(game.pig_out_points(dice, ones), comb(dice, ones) * others)
    assert sum(rolls.values()) == sides**dice
    return rolls


class Landing(NamedTuple):
    """What follows a turn that ends at some scores."""

    winner: int | None
    """1 the mover, 0 the opponent, None where the game goes on."""
    own: int
    opp: int
    same: bool
    """Whether the mover moves again; then own and opp are as the mover sees them still."""

    @property
    def state(self) -> tuple[int, int]:
        """The scores as the next mover sees them."""
        return (self.own, self.opp) if self.same else (self.opp, self.own)


class Rules:
    """The rules of one game, looked up once: what every choice can gain and where that leads.

    Only the states whose total is at least ``lowest`` are looked at.

    Raises
    ------
    SizeError
        If there are too many of them for the memory that is available.
    """

    def __init__(self, game: Hog, lowest: int = 0) -> None:
        self.game = game
        self.goal: int = game.goal
        self.lowest = lowest
        self.layers: range = range(2 * game.goal - 2, lowest - 1, -1)
        self.size: int = game.parities * sum(
            min(total, game.goal - 1) - max(0, total - game.goal + 1) + 1 for total in self.layers
        )
        """The number of states."""
        # Each value, and one less it, as whole numbers of the units of a game that only rises.
        unit = len(self.layers) * log2(lcm(*game.dice)) * game.max_dice
        each = _PLACE + 2 * (64 + int(unit / 7))
        require(each * self.size, f"a proof of {game.name} to {game.goal}", "choose a smaller goal")
        self.exchange: tuple[int, int] | None = game.gain(1, 0) if game.exchange else None
        self.sides: dict[State, int] = {state: game.sides(*state) for state in self.states()}
        self.rolls: dict[int, dict[int, dict[tuple[int, int], int]]] = {
            sides: {dice: rolls_of(game, dice, sides) for dice in game.choices if dice > 0}
            for sides in sorted(set(self.sides.values()))
        }
        self.free: dict[tuple[int, int], tuple[int, int]] = {}
        self.landings: dict[tuple[int, int], Landing] = {}
        self.falls: list[tuple[int, int]] = []
        """From which total to which one, where a turn need not raise it."""
        self._look_up()

    def states(self) -> Iterator[State]:
        """Every state, the largest totals first."""
        for total in self.layers:
            yield from self.layer(total)

    def layer(self, total: int) -> Iterator[State]:
        """Every state of one total."""
        for own in range(max(0, total - self.goal + 1), min(total, self.goal - 1) + 1):
            for parity in range(self.game.parities):
                yield own, total - own, parity

    def blocks(self) -> Iterator[list[State]]:
        """The states of totals that lead to one another, the largest totals first."""
        lowest: dict[int, int] = {}
        for start, end in self.falls:
            lowest[start] = min(end, lowest.get(start, start))
        block: list[State] = []
        low = self.layers[0]
        for total in self.layers:
            block += self.layer(total)
            low = min(low, lowest.get(total, total))
            if total == low:
                yield block
                block, low = [], total - 1

    def outcomes(self, state: State, choice: int) -> tuple[int, int, list[tuple[int, int, int]]]:
        """How many rolls a choice has, the parity after it, and the ends.

        Each end is (number of rolls, own, opp) before the rules that end a turn.
        """
        own, opp, parity = state
        if choice > 0:
            sides = self.sides[state]
            gained = self.rolls[sides][choice].items()
            places = [(number, own + gain, opp + gift) for (gain, gift), number in gained]
            return sides**choice, parity, places
        one = self.free[own, opp] if choice == 0 else self.exchange
        assert one is not None
        return 1, parity if choice == 0 else 1 - parity, [(1, own + one[0], opp + one[1])]

    def _look_up(self) -> None:
        """Where turns end, and what follows; rows of scores are bits of a number, own by own."""
        rows: dict[int, dict[int, int]] = {sides: defaultdict(int) for sides in self.rolls}
        for (own, opp, _), sides in self.sides.items():
            rows[sides][opp] |= 1 << own
        gains = [
            (gain, gift, rows[sides])
            for sides, several in self.rolls.items()
            for gain, gift in {gained for rolls in several.values() for gained in rolls}
        ]
        if self.exchange:
            gains += [(*self.exchange, row) for row in rows.values()]
        reached: dict[int, int] = defaultdict(int)
        for gain, gift, row in gains:
            for opp, owns in row.items():
                reached[opp + gift] |= owns << gain
        places = dict.fromkeys(state[:2] for state in self.sides)
        for own, opp in places if self.game.bacon is not None else ():
            gain, gift = self.free[own, opp] = self.game.gain(self.game.bacon_points(own, opp), 0)
            reached[opp + gift] |= 1 << own + gain
        for y, bits in reached.items():
            for x in range(bits.bit_length()):
                if bits >> x & 1:
                    self.landings[x, y] = self._land(x, y)
        self._look_for_falls(sorted(gains, key=lambda one: one[0] + one[1]))

    def _look_for_falls(self, gains: list[tuple[int, int, dict[int, int]]]) -> None:
        """Find turns that leave the total no larger; the smallest gains come first."""
        for (x, y), landing in self.landings.items():
            total = landing.own + landing.opp
            for gain, gift, row in gains if landing.winner is None else ():
                if x + y - gain - gift < total:
                    break
                if x >= gain and row.get(y - gift, 0) >> (x - gain) & 1:
                    self.falls.append((x + y - gain - gift, total))
        for (own, opp), (gain, gift) in self.free.items():
            landing = self.landings[own + gain, opp + gift]
            if landing.winner is None and landing.own + landing.opp <= own + opp:
                self.falls.append((own + opp, landing.own + landing.opp))

    def _land(self, x: int, y: int) -> Landing:
        own, opp = self.game.finish(x, y)
        winner = self.game.winner(own, opp)
        return Landing(winner, own, opp, winner is None and self.game.moves_again(own, opp))
