"""What is false in a certificate of a duel, compared with sums over all pairs of scores."""

from fractions import Fraction
from functools import lru_cache

import pigverify
from support.attacks.anywhere import Claims
from support.duels import hold, payoff

from pigcore.games import Duel, Roll


@lru_cache(16)
def _payoffs(roll, holds):
    """A(a, b) for all holds, by enumeration of both turns."""
    return {(a, b): payoff(hold(roll, a), hold(roll, b)) for a in holds for b in holds}


class DuelClaims(Claims):
    """All that a certificate says is compared with the duel of its own tables."""

    @staticmethod
    def false_parts(parts):
        header, holds = parts.header, parts.header["holds"]
        below = header["denominator"]
        chances = {g: Fraction(p, below) for g, p in zip(header["gains"], header["weights"])}
        roll = Roll(chances, bust=Fraction(header["lost"], below))
        paid = _payoffs(roll, tuple(holds))
        first = {h: min(k for k in holds if hold(roll, k) == hold(roll, h)) for h in holds}
        columns = zip(*[[int(word, 16) for word in record[2:]] for record in parts.records])
        mixtures = [[Fraction(weight, sum(column)) for weight in column] for column in columns]
        for mixture in mixtures:
            used = [(a, x) for a, x in zip(holds, mixture) if x]
            if any(first[a] != a for a, _ in used):
                return "a weight of a hold that is another one's turn"
            for b in holds:
                if sum(x * paid[a, b] for a, x in used) < 0:
                    return f"the mixture, against hold {b}"
        for number, replies, *_ in parts.records:
            pays = {a: paid[a, int(number)] for a in holds}
            best = [a for a in holds if pays[a] == max(pays.values())]
            if [int(part) for part in replies.split(",")] != best:
                return f"the replies to hold {number}"
        if header["unique"]:
            only = len(mixtures) == 1 and pigverify.certify(Duel(roll, holds)).unique
        else:
            only = mixtures[0] == mixtures[1]
        return None if only == header["unique"] else "whether the mixture is the only one"
