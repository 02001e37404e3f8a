"""What kernels give, one line per result: a name, and a digest of its bytes or the number itself.

The first line says which kernels: two instruction sets or compilers must agree on all others. Two
kinds of processors need not agree on lines that begin with "mixed": there numpy's linear algebra,
which computes otherwise on each, proposes the next column of wipes. Lines that begin with "near"
end with means of turn starts. Two instruction sets agree on these but for the last bits: turns side
by side are looked at together, and as many as fit in a register.
"""

import hashlib

import numpy as np

import pigcore
from pigcore import kernels
from pigcore.kernels import cells, hog
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.replies import wins


def show(name, *arrays):
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(a).tobytes() for a in arrays))
    print(name, digest.hexdigest())


def near(name, *arrays):
    found = (np.nanmean(a.ravel() * np.random.default_rng(1).random(a.size)) for a in arrays)
    print("near", repr(name), *found, sep="|")


print(kernels.VARIANT, kernels.LANES, sep="|", end="|")
print(*(m.__file__ for m in (cells, hog)), sep="|")
Roll, Race = pigcore.Roll, pigcore.Race
games = [pigcore.Pig(goal) for goal in (1, 2, 7, 8, 9, 16, 17, 37, 100)] + [
    pigcore.TwoDicePig(37),
    pigcore.HoldOrContinue(40),
    pigcore.PassThePigs(60),
    pigcore.ConsolationPig(37),
    Race(Roll({3: 1, 10: 3, 16: 12}, 104), 58, "exact"),
    Race(Roll({2: 1, 22: 1, 34: 1}, 40, 1), 36, "exact"),
]
for game in games:
    solution, tables = pigcore.solve(game), RaceArrays.of(game)
    mixed = "mixed " if tables.wipes else ""
    show(f"{mixed}{game}", solution.decisions())
    near(game, solution.starts, solution.values())
    table = np.random.default_rng(1).integers(0, 2, (game.goal,) * 3).astype(np.uint8)
    for plan in (None, solution.starts, table):
        near(f"a match of {game}", *wins(game, [plan, table]))
for term in (pigcore.Hog.fa13(), pigcore.Hog.fa13_hijinks()):
    solution = pigcore.solve(term)
    show(str(term), solution.starts)
for last in (False, True):
    game = pigcore.Farkle({"1": 1, "2 2": 3, "3 3": 5}, 37, 4, 3, opening=3, last_turn=last)
    solution = pigcore.solve(game)
    near(game, solution.starts)


def throw(n):
    return {pigcore.games.turn.BUST: 2, pigcore.games.turn.WIPE: 1} | {
        tuple(pigcore.games.turn.gain(g + n % 2, (n + g) % 3) for g in few): 1
        for few in ((1,), (2, 3), (1, 2, 4))
    }


turn = pigcore.Turn(throw, 0)
for game in (
    Race(turn, 29, consolation=2),
    Race(turn, 29, "exact", 2),
    Race(Roll.die(6), 29, busts_in_a_row=2, penalty=5, floor=-10),
    Race(Roll.die(6), 37, opening=6, minimum_bank=4, end="equal_turns"),
    Race(Roll.die(6), 37, other=Roll.dice(2, 6)),
):
    near(game, pigcore.solve(game).starts)
for game, n in ((pigcore.Pig(17), 3), (pigcore.HoldOrContinue(9), 4), (pigcore.Pig(3), 6)):
    near(game, pigcore.solve(game.seated(n)).starts)
for n in (1, 7, 8, 30):
    rock = [i * 97 % 150 for i in range(n)]
    paper = [i * 61 % 150 for i in range(n)]
    rest = [300 - r - p for r, p in zip(rock, paper)]
    solution = pigcore.solve(pigcore.Bag(rock, paper, rest))
    print(n, solution.score.hex())
    show("choices", solution.arrays()["choices"])
