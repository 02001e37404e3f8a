"""What is false in a certificate of Hog, compared with the exact values of its tables."""

from fractions import Fraction

from support.attacks.anywhere import Claims
from support.certificates import HogOfTables


class HogClaims(Claims):
    """The truth about each set of tables is found once."""

    def __init__(self, game, data):
        super().__init__(game, data)
        self._truths = {}

    def false_parts(self, parts):
        header, one = parts.header, 1 << parts.header["bits"]
        key = repr([header[name] for name in header if name not in ("bits", "states", "ties")])
        if key not in self._truths:
            # Policy iteration may begin anywhere: what it ends with solves the equations.
            middles = {
                tuple(map(int, place)): Fraction(int(low, 16) + int(high, 16), 2 * one)
                for *place, low, high, _ in parts.records
            }
            self._truths = {key: HogOfTables(header, middles)}
        return false_claim(parts, self._truths[key])


def false_claim(parts, truth):
    """What a certificate says that is not so in the game that was solved: in words, or None."""
    one = 1 << parts.header["bits"]
    if len(parts.records) != len(truth.values):
        return "the number of records"
    for *words, low, high, best in parts.records:
        state = tuple(map(int, words))
        if not int(low, 16) <= truth.values[state] * one <= int(high, 16):
            return f"the box of {state}"
        if [int(choice) for choice in best.split(",")] != truth.best(state):
            return f"the choices at {state}"
    return None
