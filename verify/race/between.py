"""All equilibria of a cell of three players or more between two tuples of whole numbers.

Any equilibrium of a cell gives each turn start values between 0 and 1. If those of the next mover
lie between two tuples, then what a bust is worth does, and so does what each throw can come to;
where throwing is worth more than banking at all of these, every equilibrium throws there, where it
is worth less at all of them it banks, and likewise for options. Elsewhere it may do either or mix:
the decision is *open*. So each turn maps bounds to bounds, and whatever satisfies all movers'
equations stays between them, and below what all others leave who win at least so much. A mover who
cannot win any more is indifferent everywhere, and banks: that is the convention for exact ties.

Once no decision is open, every equilibrium decides alike, and the equations of these decisions are
affine, with the chance that all hand the turn over at their own scores as the slope Q. Bounds that
lead into themselves, with nothing open, then contain

* what these decisions are worth to all, as an affine map of a box into itself has a fixed point
  there, and it has no other one, since play leaves the cell with some chance;
* what any player wins at most who alone decides otherwise, by whatever strategy: upper bounds have
  the larger of what he can do wherever he moves, evaluations from 0 on rise to his best reply, and
  being monotone they never exceed an upper bound whose evaluation does not.

Where to look for these bounds follows from the last two rounds, y' = a + Q y, and is a guess: only
that they lead into themselves has to be right. ``kernels/cells.pxi`` does the same with 62 or 124
bits, and comes to the same integers.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cells import Scores, Starts
from .newton import rounding
from .rules import Options, Rules

__all__ = ["Between"]

_WON, _BUST = -(10**9), -(10**9) - 1
"""Names beside those of what is thrown, from 0 on, and of what is banked, from -1 down."""
_MOST_ROUNDS = 500
_SHARP = 48
"""Bits of bounds that rounding leaves as they are; with fewer, a cell is looked at more closely."""
_ROUGH = 20
"""Bits of widths that do not matter where they are added up."""

Box = tuple[Sequence[int], Sequence[int]]
"""Lower and upper bounds by player, from the mover on."""


class Between:
    """Bounds of the turns of a race, all players' in one whole number.

    A field for each player, from the mover on, has what he wins at least; as many above them what
    he loses at least, and one more the chance that the turn is handed over at its own score. Sums
    of multiples that are rounded down stay lower bounds of all of these.
    """

    rules: Rules
    starts: Starts
    width: int
    field: int
    shifts: list[int]
    slope: int
    won: int
    sets: list[list[tuple[Options, int]]]
    places: list[tuple[int, int]]
    begin: list[int]
    """Of a turn with so many units to the goal."""

    def __init__(self, rules: Rules, starts: Starts) -> None:
        self.rules, self.starts, n = rules, starts, rules.players
        self.one: int = 1 << starts.bits
        self.width = starts.bits + max(rules.denominators).bit_length() + 2
        self.field = (1 << starts.bits + 1) - 1
        self.shifts = [k * self.width for k in range(2 * n + 1)]
        self.slope = self.shifts[-1]
        self.won = self.packed([self.one] + [0] * (n - 1), [self.one] + [0] * (n - 1))
        self.sets = [list((sets or {}).items()) for sets in rules.choices]
        self.places = sorted(
            rules.places, key=lambda place: (-place[0], rules.rank[place[1]], place[1])
        )
        sizes = range(rules.span + rules.past + 1)
        self.begin = [sum(t >= size for t, _ in self.places) for size in sizes]
        self._may: dict[int, set[int]] = {}
        self._spread = rounding(rules)

    def packed(self, low: Sequence[int], high: Sequence[int]) -> int:
        """Bounds by player, from the mover on."""
        both = [*low, *(self.one - one for one in high)]
        return sum(one << shift for one, shift in zip(both, self.shifts))

    def unpacked(self, fields: int) -> Box:
        """The inverse."""
        n, field = self.rules.players, self.field
        both = [fields >> shift & field for shift in self.shifts[:-1]]
        return both[:n], [self.one - one for one in both[n:]]

    def handed(self, box: Box) -> int:
        """Bounds by player from the next mover on, who has this one for the last."""
        low, high = box
        return self.packed([low[-1], *low[:-1]], [high[-1], *high[:-1]])

    def rows(self, scores: Scores) -> list[int]:
        """What banking own, own + 1, … is worth to all; the first is not known yet."""
        starts, others = self.starts, scores[1:]
        ends = scores[0] + 1, self.rules.ends[scores[0]]
        low, high = starts.low.rows(others, *ends), starts.high.rows(others, *ends)
        found = [0, *map(self.handed, zip(low, high))]
        if self.rules.last and self.rules.chased(scores[0]):
            found += [self.packed(*box) for box in self.rules.last.rows(scores, starts.bits)]
        return found

    def may(self, own: int) -> set[int]:
        """The places with a choice between banking and throwing."""
        if own not in self._may:
            self._may[own] = {place for place, _, _ in self.rules.choosing(own)}
        return self._may[own]

    def ends(self, fields: int) -> tuple[int, int]:
        """What the mover wins at least and at most."""
        most = fields >> self.shifts[self.rules.players] & self.field
        return fields & self.field, self.one - most

    def either(self, all_fields: Sequence[int]) -> int:
        """What the mover's better choice of several is worth, whichever that is."""
        lows, highs = zip(*map(self.unpacked, all_fields))
        low = [max(column) if c == 0 else min(column) for c, column in enumerate(zip(*lows))]
        return self.packed(low, [max(column) for column in zip(*highs)])

    def turn(self, scores: Scores, rows: Sequence[int], after: int) -> tuple[int, int]:
        """Bounds of a turn start by those of handing it over there; how many decisions are open."""
        rules, own, count, won = self.rules, scores[0], self.rules.modes, self.won
        size, open_ones, back = rules.top(own) - own, 0, rules.returns[own]
        hopeless = rules.hopeless
        field, shifts, top = self.field, self.shifts, self.shifts[rules.players]
        held = [after | self.one << self.slope, *rows[1:]]
        lost = won if back >= rules.ends[own] else held[back - own]
        past = lost if rules.exact else won
        worth: list[int] = [won] * ((size + 1) * count) + [past] * (rules.most * count)
        names = [_WON] * ((size + 1) * count) + [_BUST if rules.exact else _WON] * (len(worth))
        may, wide = self.may(own), (1 << self.width) - 1
        for t in range(size, len(held)):  # where others may still pass, all bank
            worth[t * count : (t + 1) * count] = [held[t]] * count
            names[t * count : (t + 1) * count] = [-1 - t] * count
        for t, n in self.places[self.begin[size] :]:
            place, base, below = t * count + n, t * count, rules.denominators[n]
            names[place] = place
            if rules.choices[n] is None:
                banks = rules.may_bank[n] and own + t >= rules.first(own)
                worth[place], names[place] = (held[t], -1 - t) if banks else (lost, _BUST)
                continue
            total = rules.busts[n] * lost
            for options, ways in self.sets[n]:
                if len(options) == 1:
                    ((g, m),) = options
                    total += ways * worth[base + g * count + m]
                    continue
                found = self._rivals([base + g * count + m for g, m in options], worth, names)
                if len(found) > 1:
                    open_ones += 1
                    found = [self.either(found)]
                total += ways * found[0]
            thrown = 0
            for shift in shifts:
                thrown |= (total >> shift & wide) // below << shift
            if place in may:
                low, least = thrown & field, held[t] & field
                high, most = self.one - (thrown >> top & field), self.one - (held[t] >> top & field)
                if high < least or hopeless[own]:
                    thrown, names[place] = held[t], -1 - t
                elif low <= most:
                    open_ones += 1
                    thrown = self.either([thrown, held[t]])
            worth[place] = thrown
        return worth[rules.start_of(own)], open_ones

    def _rivals(
        self, places: Sequence[int], worth: Sequence[int], names: Sequence[int]
    ) -> list[int]:
        """What those options are worth that may be the best and lead to different things."""
        least = max([worth[place] & self.field for place in places])
        found = [place for place in places if self.ends(worth[place])[1] >= least]
        return list({names[one]: worth[one] for one in found}.values())

    # --- one cell -----------------------------------------------------------------------------

    def _shared(self, low: Sequence[int], high: Sequence[int]) -> Box:
        """Bounds of an equilibrium of which each player wins no more than all others leave."""
        rest = self.one - sum(low)
        return low, [min(top, least + rest) for least, top in zip(low, high)]

    def cell(self, cycle: Sequence[Scores]) -> Sequence[Box] | None:
        """Bounds of the turn starts of a cell that leave nothing open, all of larger sums being
        known; None if there are none with so many bits.
        """
        n, one, bits = len(cycle), self.one, self.starts.bits
        rows, hopeless = [self.rows(each) for each in cycle], self.rules.hopeless
        boxes: list[Box] = [([0] * n, [one] * n)] * n

        def one_round() -> tuple[int, int]:
            open_ones, slope = 0, one
            for m in range(n - 1, -1, -1):
                after = self.handed(boxes[(m + 1) % n])
                fields, left = self.turn(cycle[m], rows[m], after)
                boxes[m], open_ones = self.unpacked(fields), open_ones + left
                slope = slope * (fields >> self.slope) >> bits
            return open_ones, slope

        before = rounds = 0
        while True:
            old = boxes[0]
            open_ones, slope = one_round()
            if not open_ones:
                break
            boxes = [self._shared(*box) for box in boxes]
            rounds += 1
            wide = sum(b - a >> _ROUGH for box in boxes for a, b in zip(*box))
            if rounds == _MOST_ROUNDS or (rounds > 1 and 50 * wide >= 49 * before):
                return None
            before = wide

        left = one - slope

        def reach(size: int) -> int:
            return (size << bits) // left if size < left else one

        more, guess = reach(n * self._spread), []
        for low, high, least, most in zip(*boxes[0], *old):  # where the line leads in the end
            low += min(reach(slope * max(low - least, 0) >> bits), high - low)
            high -= min(reach(slope * max(most - high, 0) >> bits), high - low)
            guess.append((low, high))
        while more <= one >> _SHARP:
            lows = [max(low - more, 0) for low, _ in guess]
            highs = [min(high + more, one) for _, high in guess]
            for c, score in enumerate(cycle[0]):
                if hopeless[score]:
                    lows[c] = highs[c] = 0
            boxes[0] = lows, highs
            open_ones, _ = one_round()
            if open_ones:
                break
            if all(map(int.__le__, lows, boxes[0][0])) and all(map(int.__le__, boxes[0][1], highs)):
                return boxes
            more *= 4
        return None
