"""Figures about duels with one die, Hog, bags of rock-paper-scissors dice, and a player alone.

In a duel both play one turn, unseen, and the higher score wins.
"""

from __future__ import annotations

from functools import lru_cache

from pigcore import alone
from pigcore.games.bag import Bag
from pigcore.games.duel import Duel
from pigcore.games.hog import Hog
from pigcore.games.pig import Pig
from pigcore.games.rules import game as named

from .. import bag, duel, hog
from ..duel.verdict import DuelReport, DuelVerdict
from ..hog.rules import ways as ways_to_score
from .questions import Answer, doubles, exact, words

__all__ = [
    "beaten", "best_reply_to", "parity", "safest", "score", "turn", "turns_alone", "ways", "weight",
]  # fmt: skip


@lru_cache(maxsize=1)
def equilibrium() -> DuelReport:
    """The duel of the holds from 2 to 40, proved once."""
    return duel.certify(Duel())


@lru_cache(maxsize=64)
def replies(hold: int, most: int = 40) -> DuelVerdict:
    """What every hold up to ``most`` gains against one of them."""
    return duel.check(Duel(holds=range(2, most + 1)), hold)


def turn(hold: int, scores: list[int]) -> Answer:
    """The chances of some scores of a turn."""
    found = replies(hold).scores
    return exact(*(found[score] for score in scores))


def weight(hold: int) -> Answer:
    """How often the optimal mixture holds there."""
    return exact(equilibrium().mixture.get(hold, 0))


def safest(rules: str) -> Answer:
    """The smallest gain of the best reply to a hold, among "holds" or "all" rules of stopping."""
    if rules == "holds":
        return exact(equilibrium().safest.gain)
    return exact(min(replies(hold).any_rule.gain for hold in Duel().holds))


def best_reply_to(hold: int) -> Answer:
    """What the best reply gains: P(win) - P(lose)."""
    return exact(replies(hold).any_rule.gain)


def beaten(hold: int, first: int, last: int) -> Answer:
    """Which holds from ``first`` to ``last`` lose against ``hold``, as runs "10-19"."""
    gains = replies(hold, last).payoffs
    return words(_runs([h for h in range(first, last + 1) if gains[h][1] < 0]))


def _runs(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"{a}-{b}" for a, b in runs)


def ways(rolls: list[list[int]]) -> Answer:
    """The ways to score k with n s-sided dice of which none shows a 1, for each (k, n, s)."""
    return exact(*(ways_to_score(*roll) for roll in rolls))


def parity(game: str, own: int, opp: int) -> Answer:
    """Whether the best choices of dice depend on how often the dice were exchanged."""
    rules = named(game, Hog)
    even, odd = (set(hog.check(rules, own, opp, parity).best) for parity in (0, 1))
    return words("in common" if even & odd else "nothing in common")


def score(rock: list[int], paper: list[int], scissors: list[int]) -> Answer:
    """The best expected score."""
    return Answer((bag.certify(Bag(rock, paper, scissors)).value,))


def turns_alone(hold: int) -> Answer:
    """The turns that a player alone takes to 100 in Pig, holding at a total or at the goal."""
    return doubles(alone(Pig(100), f"hold:{hold}").turns)
