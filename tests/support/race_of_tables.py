"""The race that the tables of a certificate describe, by exact values or by value iteration."""

from fractions import Fraction
from functools import cache

from support.certificates import columns_of

NEAR = 1e-9
"""Payoffs that are closer in double precision decide nothing."""
FURTHER = 20
"""With a last turn, so many units past ``rolled`` are looked at."""


class RaceOfTables:
    """The race that the header of a certificate describes.

    With the exact value of every turn start, and of a tie to who has the last turn, all that
    follows is exact; without, it is found by value iteration in double precision. Where it counts
    who began, the other one's scores stand ``away`` higher.
    """

    def __init__(self, header, starts=None, tie=None):
        self.header, self.goal, self.last_turn = header, header["goal"], header["last_turn"]
        self.near, self.one = (0, Fraction(1)) if starts else (NEAR, 1.0)
        self.end = header["rolled"] + FURTHER * self.last_turn
        seats, kind = header["end"] or (1, 0)
        self.away, self.scores = (seats - 1) * self.goal, seats * self.goal
        self.modes = range(len(header["banks"]))
        self.throws = [
            [(p * self.one / below, [tuple(one) for one in header["sets"][k]]) for k, p in row]
            for row, below in zip(header["weights"], header["denominators"])
        ]
        self.passing = cache(self.passing)
        self.tie = kind * self.one / 2 if tie is None else tie
        if kind == 2 and tie is None:
            self.play_on()
        scores, apart = range(self.scores), self.goal if self.away else self.scores + 1
        pairs = [
            (i, j) for i in scores for j in scores if not self.away or i // apart != j // apart
        ]
        self.value = [[self.one / 2 for j in scores] for i in scores]
        for i, j in pairs if starts else ():
            self.value[i][j] = starts[i, j]
        for _ in range(1 if starts else 3000):
            change = 0.0
            for i, j in reversed(pairs):
                new = self.turn(i, j)[1][i, header["start"]]
                change = max(change, abs(new - self.value[i][j]))
                self.value[i][j] = new
            if change < 1e-14:
                break
        assert change == 0 or not starts, "these are not the values of the race of the tables"

    def passing(self, need, n):
        """What a turn from mode n is worth in which so many units win, and one less is a tie."""
        if need <= 0:
            return self.one
        found = sum(p * max(self.passing(need - g, m) for g, m in one) for p, one in self.throws[n])
        return max(found, self.tie) if need == 1 else found

    def play_on(self):
        """What a tie is worth to who has the last turn, where both have one more turn each."""
        header, first, change = self.header, 0.5, 1.0
        n, end = header["start"], self.end - self.goal
        while abs(change) > 1e-15:
            self.tie, lost = 1 - first, first * header["busts"][n] / header["denominators"][n]
            self.passing = cache(self.passing.__wrapped__)
            best = {}
            for t in range(end + max(g for one in header["sets"] for g, _ in one), -1, -1):
                for m in self.modes:
                    best[t, m] = 1 - self.passing(t + 1, n)
                    if t < end:
                        found = sum(
                            p * max(best[t + g, k] for g, k in one) for p, one in self.throws[m]
                        )
                        found += header["busts"][m] * lost / header["denominators"][m]
                        best[t, m] = max(best[t, m] * (t > 0), found)
            change = best[0, n] - first
            first += change
        self.tie = 1 - first
        self.passing = cache(self.passing.__wrapped__)

    def ends(self, j):
        """What the mover has to reach against j, and how far beyond he may be asked about."""
        return (self.goal, self.end) if j >= self.away else (self.scores, self.scores)

    def hold(self, s, j):
        if s < self.ends(j)[0]:
            return 1 - self.value[j][s]
        if not self.last_turn or j < self.away:
            return self.one
        return 1 - self.passing(s - j + self.away + 1, self.header["start"])

    def first(self, i, n):
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
                        + header["wipes"][n] * self.hold(0, j) / below
                        + sum(p * max(best[s + g, m] for g, m in one) for p, one in self.throws[n])
                    )
                    best[s, n] = max(c, bank[s]) if may_bank else c
                elif not may_bank:
                    best[s, n] = lost
        return bank, throw, best

    def false(self, parts):
        """What is false in a certificate with these tables: in words, or None."""
        header, one, near = self.header, 1 << parts.header["bits"], self.near
        choosing = [n for n in self.modes if header["banks"][n] and header["denominators"][n]]
        sets = [each for each in header["sets"] if len(each) > 1]
        if len(parts.records) != self.goal * self.scores:
            return "the number of records"
        for own, opp, low, high, states, asides in parts.records:
            i, j = int(own), int(opp)
            if (
                not int(low, 16) - near * one
                <= self.value[i][j] * one
                <= int(high, 16) + near * one
            ):
                return f"the box of own {own}, opp {opp}"
            bank, throw, best = self.turn(i, j)
            end = header["rolled"] if j >= self.away else self.scores
            margins = {state: c - bank[state[0]] for state, c in throw.items()}
            for n, column in zip(choosing, columns_of(states, len(choosing)), strict=True):
                first = self.first(i, n)
                if len(column) != end - first:
                    return f"the number of decisions at own {own}, opp {opp}"
                for s, letter in enumerate(column, first):
                    margin = margins[s, n]
                    right = "t" if margin > near else "b" if margin < -near else "e"
                    if letter != right and (right != "e" or not near):
                        return f"a decision at own {own}, opp {opp}"
            if any(margins[s, n] > near for s, n in margins if s >= end):
                return f"where one banks at own {own}, opp {opp}"
            for options, column in zip(sets, columns_of(asides, len(sets)), strict=True):
                for s, letters in enumerate(column, i):
                    worth = [best[s + g, n] for g, n in options]
                    most = max(worth)
                    sure = {chr(97 + k) for k, w in enumerate(worth) if w == most}
                    wrong = {chr(97 + k) for k, w in enumerate(worth) if most - w > near}
                    if {*letters} & wrong or (not near and {*letters} != sure):
                        return f"an option at own {own}, opp {opp}"
        return None
