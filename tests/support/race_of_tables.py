"""The race that the tables of a certificate describe, at exact values."""

from fractions import Fraction
from functools import cache

from support.certificates import columns_of

FURTHER = 20
"""With a last turn, so many units past ``rolled`` are looked at."""


class RaceOfTables:
    """The race that the header of a certificate describes.

    ``starts`` is the value of every turn start in fractions, ``tie`` that of a tie to who has the
    last turn; that they solve the equations of the tables is asserted. Where it counts who began,
    the other one's scores stand ``away`` higher.
    """

    def __init__(self, header, starts, tie=None):
        self.header, self.goal, self.last_turn = header, header["goal"], header["last_turn"]
        self.end = header["rolled"] + FURTHER * self.last_turn
        seats, kind = header["end"] or (1, 0)
        self.away, self.scores = (seats - 1) * self.goal, seats * self.goal
        self.modes, self.value = range(len(header["banks"])), starts
        self.throws = [
            [(Fraction(p, below), [tuple(one) for one in header["sets"][k]]) for k, p in row]
            for row, below in zip(header["weights"], header["denominators"])
        ]
        self.passing = cache(self.passing)
        self.tie = Fraction(kind, 2) if tie is None else tie
        for i, j in starts:
            assert self.turn(i, j)[1][i, header["start"]] == starts[i, j]

    def passing(self, need, n):
        """What a turn from mode n is worth in which so many units win, and one less is a tie."""
        if need <= 0:
            return Fraction(1)
        found = sum(p * max(self.passing(need - g, m) for g, m in one) for p, one in self.throws[n])
        return max(found, self.tie) if need == 1 else found

    def ends(self, j):
        """What the mover has to reach against j, and how far beyond he may be asked about."""
        return (self.goal, self.end) if j >= self.away else (self.scores, self.scores)

    def hold(self, s, j):
        """What banking up to a score is worth."""
        if s < self.ends(j)[0]:
            return 1 - self.value[j, s]
        if not self.last_turn or j < self.away:
            return Fraction(1)
        return 1 - self.passing(s - j + self.away + 1, self.header["start"])

    def first(self, i, n):
        """The first score that may be banked in a mode."""
        header = self.header
        least = max(header["minimum"], 0 if i % self.goal else header["opening"])
        return min(i + (least or n == header["start"]), i - i % self.goal + self.goal)

    def turn(self, i, j):
        """What banking, throwing and the better are worth, by score, and by score and mode."""
        header, bank, throw, best = self.header, {}, {}, {}
        end = self.ends(j)[1]
        lost = self.hold(i if self.last_turn else header["after_bust"][i], j)
        reach = max((g for one in header["sets"] for g, _ in one), default=0)
        for s in range(end + reach, i - 1, -1):
            past = s > self.goal and header["exact"]
            bank[s] = lost if past else self.hold(s, j)
            for n in self.modes:
                best[s, n] = bank[s]
                if s >= end:
                    continue
                may_bank = header["banks"][n] and s >= self.first(i, n)
                if below := header["denominators"][n]:
                    throw[s, n] = c = (
                        header["busts"][n] * lost / below
                        + (header["wipes"][n] and header["wipes"][n] * self.hold(0, j) / below)
                        + sum(p * max(best[s + g, m] for g, m in one) for p, one in self.throws[n])
                    )
                    best[s, n] = max(c, bank[s]) if may_bank else c
                elif not may_bank:
                    best[s, n] = lost
        return bank, throw, best

    def false(self, parts):
        """What is false in a certificate with these tables: in words, or None."""
        header, one = self.header, 1 << parts.header["bits"]
        choosing = [n for n in self.modes if header["banks"][n] and header["denominators"][n]]
        sets = [each for each in header["sets"] if len(each) > 1]
        if len(parts.records) != self.goal * self.scores:
            return "the number of records"
        for own, opp, low, high, states, asides in parts.records:
            i, j = int(own), int(opp)
            if not int(low, 16) <= self.value[i, j] * one <= int(high, 16):
                return f"the box of own {own}, opp {opp}"
            bank, throw, best = self.turn(i, j)
            end = header["rolled"] if j >= self.away else self.scores
            for n, column in zip(choosing, columns_of(states, len(choosing)), strict=True):
                right = [
                    "e" if throw[s, n] == bank[s] else "bt"[throw[s, n] > bank[s]]
                    for s in range(self.first(i, n), end)
                ]
                if column != right:
                    return f"a decision at own {own}, opp {opp}"
            if any(c > bank[s] for (s, _), c in throw.items() if s >= end):
                return f"where one banks at own {own}, opp {opp}"
            for options, column in zip(sets, columns_of(asides, len(sets)), strict=True):
                for s, letters in enumerate(column, i):
                    worth = [best[s + g, n] for g, n in options]
                    if {*letters} != {chr(97 + k) for k, w in enumerate(worth) if w == max(worth)}:
                        return f"an option at own {own}, opp {opp}"
        return None
