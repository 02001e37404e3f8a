"""Values that are known from elsewhere: in print, by hand, or by programs that share nothing with
pigcore; each to the digits that stand here."""

from fractions import Fraction
from functools import cache

import pigverify
import pytest
from support.refusals import rows

import pigcore

solve = cache(pigcore.solve)
PIG, HOC = pigcore.Pig(), pigcore.HoldOrContinue()
LIMITS = (250, 250, 400, 1000, 2900)
"""At which one banks in Farkle, with so many dice left."""


def bank(game):
    """The points of a turn of who banks at these limits."""
    return pigcore.alone(game, pigcore.hold_at(LIMITS, choose="best_turn")).points


NAMES = {name: getattr(pigcore, name) for name in pigcore.__all__} | {
    "solve": solve, "pigverify": pigverify, "Fraction": Fraction, "PIG": PIG, "HOC": HOC,
    "bank": bank, "LIMITS": [*LIMITS], "DUEL": pigcore.Duel(holds=range(2, 41)),
}  # fmt: skip

KNOWN = """
# Neller and Presser 2004, and its replications
solve(PIG).win(0, 0) -> 0.530592725273747
solve(PIG).decide(78, 99, 20) -> 'roll'
solve(PIG).thresholds()[0].min() >= 21 -> True
solve(Piglet(2)).win(0, 0, 0) -> 4 / 7
solve(Piglet(2)).win(0, 0, 1) -> 5 / 7
solve(Piglet(2)).win(0, 1, 0) -> 2 / 5
solve(Piglet(2)).win(0, 1, 1) -> 3 / 5
solve(Piglet(2)).win(1, 0, 0) -> 4 / 5
solve(Piglet(2)).win(1, 1, 0) -> 2 / 3
pigverify.exact(Piglet(2), 1, 1) -> Fraction(2, 3)
pigverify.exact(Pig(10), 0, 0) -> Fraction(7776, 10961)
alone(PIG, 'hold:20').points -> 8.1417948937
alone(PIG).turns -> 12.5452323520
alone(PIG, 'hold:20').turns -> 12.63676949045
match(PIG, 'optimal', 'hold:20').first -> 0.571498430277
match(PIG, 'hold:20', 'hold:20').first -> 0.534698326165
match(PIG, 'optimal', 'optimal').turns -> 19.2512735
match(PIG, 'optimal', keep_pace()).first -> 0.535088170
match(PIG, 'optimal', keep_pace(rounding='half-up')).first -> 0.535052737
best_response(PIG, 'hold:20').first -> 0.587367621
# possiblywrong 2014: at 41 against 49 hold from 22 on, except roll at 27. One also rolls at 57 and
# 58, but who follows the sentence never gets there: he holds at 33 at the latest.
[k for k in range(1, 59) if solve(PIG).decide(41, 49, k) == 'roll'] -> [*range(1, 22), 27, 57, 58]
solve(PIG).closest(1)[0][:3] -> ((1, 49, 28), 'roll', 'hold')
solve(PIG).closest(1)[0].margin -> 2.734e-8
solve(PIG).disputed() -> []
# Hold or Continue: printed are 0.929041 and 0.761767
solve(HOC).win(0, 0) -> 0.526921870272
solve(HOC).win(70, 0) -> 0.929091704
solve(HOC).win(45, 10) -> 0.761774310
[solve(HOC).decide(*at) for at in [(72, 0, 2), (15, 0, 3), (15, 0, 30)]] -> ['roll', 'roll', 'hold']
repr(solve(HOC)).startswith('<Solution of Hold or Continue to 75: the first player wins') -> True
# Batten, Kramer and Kern
[solve(PassThePigs()).thresholds()[own, 0] for own in (0, 42, 43)] -> [24, 18, 20]
[solve(PassThePigs()).decide(0, 54, total) for total in (98, 99)] -> ['hold', 'roll']
alone(PassThePigs(), 'hold:23').points -> 10.057321852651
# Norvig
solve(ConsolationPig()).win(25, 32, 8) -> 0.736357188272
solve(ConsolationPig()).win(19, 35, 4) -> 0.493173612834
solve(Pig(30, players=3)).win(0, 0, 0)[0] -> 0.427407701838
solve(Pig(30, players=3)).win(0, 0, 0)[1] -> 0.325183608710
solve(Pig(30, players=3)).win(0, 0, 0)[2] -> 0.247408689453
solve(Pig(30, players=3)).cell_counts -> {'pure': 9020, 'mixed': 0}
# The course of Hog
solve(Hog.fa13()).win(0, 0) -> 0.5002728823645917
[solve(Hog.fa13()).best(*at) for at in ((0, 0), (31, 80))] -> [(4,), (0,)]
len(solve(Hog.fa13()).ties()) -> 329
# Duels: "at least 8%" is below 8% among holds, and true of the best reply of all rules
solve(DUEL).scores(20)[0] -> 0.62454083420125672
solve(DUEL).scores(20)[20] -> 0.099712986645624821
solve(DUEL).scores(20)[21] -> 0.094990627487340995
solve(DUEL).scores(20)[22] -> 0.074188848985588224
solve(DUEL).scores(20)[23] -> 0.054196084766465126
solve(DUEL).scores(20)[24] -> 0.035198091574370427
solve(DUEL).scores(20)[25] -> 0.01717252633935375
[*solve(DUEL).scores(20)] -> [0, *range(20, 26)]
solve(DUEL).best(20) -> (2,)
solve(DUEL).best_hold(20)[0] -> 2
solve(DUEL).best_hold(20)[1] -> 0.1449915
solve(DUEL).best_rule(20).throws_at -> (0,)
solve(DUEL).best_rule(20).gain -> 0.1449915
sum(solve(DUEL).mix.values()) -> 1.00000000000000
solve(DUEL).best_hold(solve(DUEL).mix)[1] -> 0.00000000000000
solve(DUEL).safest[:2] -> (17, 20)
solve(DUEL).safest[2] -> 0.0795918094094264
min((solve(DUEL).best_rule(h).gain, h) for h in DUEL.holds)[1] -> 17
solve(DUEL).best_rule(17).gain -> 0.0817804045878394
solve(DUEL).best_rule().gain -> 0.00024901457624316
0.3 < solve(DUEL).mix[21] < 0.36 -> True
max(solve(DUEL).mix, key=solve(DUEL).mix.get) -> 21
(solve(DUEL).value, solve(DUEL).unique, len(solve(DUEL).mix)) -> (0, True, 15)
# Busche and Neller 2017
bank(Farkle.minimal()) -> 446.571440343728
alone(Farkle.minimal()).points -> 446.571440343728
alone(Farkle.minimal()).thresholds('points')[:5].tolist() -> LIMITS
"""

SLOW = """
alone(Farkle.standard()).points -> 542.0632439993
alone(Farkle.kcd()).points -> 564.4376204139
alone(Farkle.zilch()).points -> 623.0174889748
solve(Farkle.minimal()).value -> 0.536953031813
solve(Farkle.minimal()).win(0, 200) -> 0.504002
solve(Farkle.minimal()).residual < 1e-12 -> True
min(range(0, 500, 50), key=lambda opp: abs(solve(Farkle.minimal()).win(0, opp) - 0.5)) -> 200
solve(Farkle.minimal(opening=500)).value -> 0.535548532490
solve(Farkle.minimal(last_turn=True)).value -> 0.535654965165
"""


def cases(text):
    return rows("\n".join(line for line in text.splitlines() if line[:1] != "#"))


@pytest.mark.parametrize(
    ("asked", "known"),
    [*cases(KNOWN), *(pytest.param(*row, marks=pytest.mark.slow) for row in cases(SLOW))],
)
def test_what_is_known_comes_out(asked, known):
    found, expected = eval(asked, NAMES), eval(known, NAMES)
    if isinstance(expected, float):
        number, _, power = known.partition("e")
        digits = len(number.partition(".")[2]) if "." in known and "/" not in known else 15
        unit = 10.0 ** (int(power or 0) - digits)
        assert found == pytest.approx(expected, abs=max(unit, 2e-15), rel=0)
    else:
        assert found == expected
