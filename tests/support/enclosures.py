"""Enclosures of races, and right tables made from them without any solver."""

from __future__ import annotations

from pigverify.race.prove import Proved


class Solution:
    """What the verifier asks of a solution: a game, and arrays that have ``tolist``."""

    class Array(list):
        def tolist(self):
            return [list(row) for row in self]

    def __init__(self, game, starts):
        self.game, self._starts = game, starts

    def arrays(self):
        return {"starts": self.Array(self._starts)}


class Enclosed:
    """Every turn start of a race between two numbers."""

    def __init__(self, game):
        self._found = Proved(game).run()

    def value(self, i, j):
        """What a turn start is worth, at scores in units."""
        return self._found.value(self._found.tables.place((i, j)))


def table_of(game):
    """A correct table, from the middles of the enclosures."""
    found, goal = Enclosed(game), range(game.units)
    return [[float(sum(found.value(i, j)) / 2) for j in goal] for i in goal]


def holds(interval, value):
    """Whether ``value`` lies in the interval."""
    return interval[0] <= value <= interval[1]
