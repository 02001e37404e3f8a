"""Enclosures of races, and right tables made from them without any solver."""

from __future__ import annotations

from pigverify.race.carried import Nothing
from pigverify.race.enclosure import Enclosure, enclose
from pigverify.race.rules import Rules


class Solution:
    """What the verifier asks of a solution: a game, and arrays that have ``tolist``."""

    class Array(list):
        def tolist(self):
            return [list(row) for row in self]

    def __init__(self, game, starts):
        self.game, self._starts = game, starts

    def arrays(self):
        return {"starts": self.Array(self._starts)}


def enclosed(rules, bits=200):
    """The finished enclosure of a race."""
    found = Enclosure(rules, bits, residues=Nothing())
    for _ in enclose(found):
        pass
    return found


def table_of(game):
    """A correct table, from the middles of the enclosures."""
    found = enclosed(Rules(game))
    goal = range(game.units)
    return [[float(sum(found.value(i, j)) / 2) for j in goal] for i in goal]


def holds(interval, value):
    """Whether ``value`` lies in the interval."""
    return interval[0] <= value <= interval[1]
