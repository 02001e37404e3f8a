"""What games come to, a line for each: whether a change has changed behaviour.

    python tests/signature.py [GAME ...] > after; diff before after
    python tests/signature.py --kernels

A line has a digest of every value that is kept, and their mean to 13 digits. Where digests alone
differ, the last bits do: another order of additions, or another instruction set. Games that take
long are solved to a smaller goal.

``--kernels`` says which kernels these are, and then of games of all rules the digest of what two
instruction sets or compilers must agree on, and means of what agrees but for the last bits: turns
side by side are looked at together, and as many as fit in a register. Two kinds of processors need
not agree on lines that begin with "mixed": there numpy's linear algebra, which computes otherwise
on each, proposes the next column of wipes.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np

import pigcore
from pigcore import Race, Roll, kernels
from pigcore.games.rules import games_made_at_once
from pigcore.games.starts import Mover
from pigcore.kernels import cells, hog
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.replies import wins

sys.path.append(str(Path(__file__).parent))
SMALLER = {"farkle:three-farkles": 1000, "zombie-dice:box": 5}


def digest(arrays):
    every = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)
    return hashlib.sha256(every).hexdigest()[:16]


def line(name, same=(), near=()):
    """What is the same to the last bit, and what nearly is."""
    means = (np.nanmean(one.ravel() * np.random.default_rng(1).random(one.size)) for one in near)
    print(name, digest(same), *means, sep="|")


def of_kernels():
    from support.generated import scored

    print(kernels.VARIANT, kernels.LANES, *(part.__file__ for part in (cells, hog)), sep="|")
    exact = [Roll({3: 1, 10: 3, 16: 12}, 104), 58], [Roll({2: 1, 22: 1, 34: 1}, 40, 1), 36]
    for game in (
        *map(pigcore.Pig, (1, 2, 7, 8, 9, 16, 17, 37, 100)), pigcore.TwoDicePig(37),
        pigcore.HoldOrContinue(40), pigcore.PassThePigs(60), pigcore.ConsolationPig(37),
        *(Race(*given, "exact") for given in exact),
    ):  # fmt: skip
        solution, mixed = pigcore.solve(game), "mixed " * RaceArrays.of(Mover(game)).wipes
        line(f"{mixed}{game}", [solution.decisions()], [solution.starts, solution.values()])
        table = np.random.default_rng(1).integers(0, 2, (game.goal,) * 3).astype(np.uint8)
        for plan in (None, solution.starts, table):
            line(f"a match of {game}", near=wins(Mover(game), [plan, table]))
    for term in (pigcore.Hog.fa13(), pigcore.Hog.fa13_hijinks()):
        line(term, [pigcore.solve(term).starts])
    dice = {"1": 1, "2 2": 3, "3 3": 5}, 37, 4, 3
    for game in (
        pigcore.Farkle(*dice, opening=3), pigcore.Farkle(*dice, opening=3, last_turn=True),
        pigcore.Pig(17, players=3), pigcore.HoldOrContinue(9, players=4), pigcore.Pig(3, players=6),
        *(scored(seed, players=2) for seed in range(30)),
    ):  # fmt: skip
        line(repr(game), near=[pigcore.solve(game).starts])
    for n in (1, 7, 8, 30):
        rock, paper = ([i * k % 150 for i in range(n)] for k in (97, 61))
        bag = pigcore.Bag(rock, paper, [300 - r - p for r, p in zip(rock, paper)])
        line(f"{n} dice", pigcore.solve(bag).arrays().values())


def of_games(names):
    for name in names or games_made_at_once():
        goal = {"goal": SMALLER[name]} if name in SMALLER else {}
        arrays = [*pigcore.solve(pigcore.game(name, **goal)).arrays().values()]
        mean = np.mean([np.nanmean(array) for array in arrays if array.dtype.kind == "f"])
        print(f"{name:24} {digest(arrays)} {mean:.13f}", flush=True)


if __name__ == "__main__":
    of_kernels() if sys.argv[1:] == ["--kernels"] else of_games(sys.argv[1:])
