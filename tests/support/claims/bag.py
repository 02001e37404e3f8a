"""What is false in a certificate of a bag, compared with polynomials with a marked die."""

from fractions import Fraction
from itertools import product

from support.attacks.anywhere import Claims
from support.certificates import spelled_out
from support.truth import BagTruth

from pigcore.games import Bag

BEST = {
    ("rock",): "r", ("paper",): "p", ("scissors",): "s", ("paper", "scissors"): "R",
    ("rock", "scissors"): "P", ("paper", "rock"): "S", ("paper", "rock", "scissors"): "t",
}  # fmt: skip


class BagClaims(Claims):
    """All that a certificate says is compared with the bag of its own tables."""

    @staticmethod
    def false_parts(parts):
        header = parts.header
        columns = [
            [Fraction(x, d) for x, d in zip(header[face], header["denominators"])]
            for face in ("rock", "paper", "scissors")
        ]
        paid = {name: Fraction(header[name], header["unit"]) for name in ("win", "draw", "lose")}
        truth = BagTruth(Bag(*columns, **paid))
        if Fraction(header["above"], header["below"]) != truth.value:
            return "the best expected total"
        n, seen = len(columns[0]), set(truth.states)
        claimed = {
            (int(r), int(p), s): letter
            for r, p, runs in parts.records
            for s, letter in enumerate(spelled_out(runs))
        }
        if claimed.keys() != {counts for counts in product(range(n), repeat=3) if sum(counts) < n}:
            return "the counts"
        for counts, letter in claimed.items():
            right = BEST[tuple(sorted(truth.best(counts)))] if counts in seen else "n"
            if letter != right:
                return f"{letter} after {counts}"
        return None
