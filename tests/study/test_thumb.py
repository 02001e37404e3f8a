"""Rules of thumb: searches, the frontier, and every refusal."""

import csv
import itertools
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from support.slow import wins_of

import pigcore
from pigcore import BUST, gain
from pigcore.games import RuleError
from pigcore.study.thumb import Family, families, judged
from pigcore.study.thumb import rules as searching
from pigcore.study.thumb.families import limits_of

pytestmark = pytest.mark.slow

PIG = pigcore.Race(pigcore.Roll({1: 2, 2: 2, 3: 2}, bust=2), 40)

FARKLE = pigcore.Farkle.minimal(500)


def twice(base, step):
    """A rule of somebody's own, by a table of totals to hold at."""
    _, opp = np.indices((40, 40))
    return pigcore.hold_at(base + step * (opp >= 20))


OWN = Family("twice", ["base", "step"], [range(2, 22), range(0, 20, 3)], twice)


@pytest.fixture
def small_grids(monkeypatch):
    """Chunks of 50 rules, and descents from 200 rules on."""
    monkeypatch.setattr(searching, "_CHUNK", 50)
    monkeypatch.setattr(searching, "GRID", 200)


# --- what rules mean ----------------------------------------------------------------------------


def test_losses_are_those_of_the_match():
    for name, constants in [
        ("hold", (15,)), ("race", (15, 25)), ("pace", (14, 8)), ("late", (14, 20, 18)),
        ("keep-pace", (15, 8, 24)), ("linear", (14, Fraction(-1, 8), Fraction(1, 5))),
        ("linear-race", (14, Fraction(-1, 8), Fraction(1, 5), 28)),
    ]:  # fmt: skip
        family = families(PIG)[name]
        point = tuple(
            values.index(constant)
            for values, constant in zip(family.values, constants, strict=True)
        )
        rule = judged(PIG, family, point)
        assert (rule.constants, rule.simplicity) == (constants, len(constants))
        loss = pigcore.loss(PIG, rule.policy)
        assert rule.loss == pytest.approx(loss.average, abs=1e-13)
        assert rule.exploitability == pytest.approx(loss.exploitability, abs=1e-13)
        again = pigcore.parse_policy(PIG, rule.spec)
        assert (limits_of(PIG, again) == limits_of(PIG, rule.policy)).all()


def test_losses_of_equal_turns_are_those_in_fractions():
    game = pigcore.Race(
        pigcore.Roll({1: "1/6", 2: "1/6"}, bust="2/3"), 4, end="equal_turns", tie="half"
    )
    found = pigcore.rules_of_thumb(game, ["bank"]).best
    wins = {n: wins_of(game, f"hold:{n}", "optimal") for n in range(1, 5)}
    best = max(wins, key=lambda n: wins[n][0][0] + wins[n][1][0])
    assert found.constants == (best,)
    (first, _), (second, _) = wins[best]
    assert (found.first, found.second) == pytest.approx((float(first), float(second)), abs=1e-13)


def test_the_rule_of_the_literature_is_the_best_of_its_kind():
    """Neller and Presser's constants, which nobody had compared with all others: see docs."""
    found = pigcore.rules_of_thumb(pigcore.Pig(), ["keep-pace"], descents=2, seed=3)
    assert found.best.constants == (21, 8, 71)
    assert 0.5 - found.best.first / 2 - found.best.second / 2 == found.best.loss
    assert 1 - found.best.second == pytest.approx(0.535088170, abs=6e-10)
    around = families(pigcore.Pig())["keep-pace"]
    for base, slope, end in itertools.product((20, 21, 22), (7, 8, 9), (70, 71, 72)):
        point = (base - 1, around.values[1].index(slope), end - 1)
        assert judged(pigcore.Pig(), around, point).loss >= found.best.loss


def test_a_family_of_ones_own():
    found = pigcore.rules_of_thumb(PIG, [OWN, "hold"])
    rule = next(rule for rule in found.rules if rule.family == "twice")
    base, step = rule.constants
    assert rule.words == f"twice with base {base}, step {step}"
    losses = {
        constants: pigcore.loss(PIG, twice(*constants)).average
        for constants in itertools.product((base - 1, base, base + 1), (0, step, 9))
    }
    assert min(losses, key=losses.get) == rule.constants
    assert rule.loss == pytest.approx(losses[rule.constants], abs=1e-13)
    assert rule.spec is None
    assert rule.exploitability > 0


def test_the_best_points_to_bank_are_found():
    game = pigcore.Farkle.minimal(goal=1000)
    names = ["bank/most-points", "race/best-turn", "dice/best-turn"]
    found = pigcore.rules_of_thumb(game, names)
    assert [rule.simplicity for rule in found.rules] == [1, 2, 5]
    rule = found.rules[0]
    losses = {n: pigcore.loss(game, pigcore.hold_at(n)).average for n in range(50, 1001, 50)}
    assert rule.loss == pytest.approx(min(losses.values()), abs=1e-12)
    assert losses[rule.constants[0]] == min(losses.values())
    for rule in found.rules:
        policy = pigcore.parse_policy(game, rule.spec)
        judged = pigcore.loss(game, policy)
        assert rule.loss == pytest.approx(judged.average, abs=1e-12)
        assert rule.exploitability == pytest.approx(judged.exploitability, abs=1e-12)
    # No step of a unit in one constant is better.
    five = found.rules[2]
    for axis, step in [(0, 50), (1, -50), (1, 50)]:
        points = list(five.constants)
        points[axis] += step
        other = pigcore.loss(game, pigcore.hold_at(points, choose="best_turn")).average
        assert other >= five.loss - 1e-12
    assert len(found.to_csv().splitlines()) == 4


def test_a_family_of_ones_own_where_dice_are_set_aside():
    game = FARKLE
    family = Family("bank", ["at"], [range(50, 501, 50)], pigcore.hold_at)
    found = pigcore.rules_of_thumb(game, [family, "bank/most-points"])
    assert found.rules[0].loss == found.rules[1].loss


@pytest.mark.parametrize("chooses", [False, True])
def test_turns_of_several_modes(chooses):
    def throw(left):
        rich = (gain(4, left - 1), gain(2, 0)) if chooses else gain(4, left - 1)
        return {BUST: 2, gain(1, left - 1): 2, rich: 1} if left else None

    game = pigcore.Race(pigcore.Turn(throw, 3), 12)
    found = pigcore.rules_of_thumb(game)
    ends = ["/best-turn", "/most-points"] if chooses else [""]
    assert {rule.family for rule in found.rules} >= {
        f"{kind}{ends[0]}" for kind in ("bank", "modes")
    }
    assert set(families(game)) == {
        f"{kind}{end}" for kind in ("bank", "race", "modes") for end in ends
    }
    for rule in found.rules:
        judged_so = pigcore.loss(game, rule.policy)
        assert rule.loss == pytest.approx(judged_so.average, abs=1e-12)
        assert rule.exploitability == pytest.approx(judged_so.exploitability, abs=1e-12)
        assert ("in mode 1" in rule.words) == rule.family.startswith("modes")
        assert pigcore.loss(game, rule.spec).average == judged_so.average
    one = next(rule for rule in found.rules if rule.simplicity == 1)
    (best,) = one.constants
    losses = [pigcore.loss(game, pigcore.hold_at(n)).average for n in range(1, 13)]
    if not chooses:
        assert losses[best - 1] == pytest.approx(min(losses), abs=1e-12)


# --- searches -----------------------------------------------------------------------------------


def test_a_descent_finds_what_the_grid_has(small_grids, monkeypatch):
    descended = pigcore.rules_of_thumb(PIG, ["race"], descents=4)
    monkeypatch.setattr(searching, "GRID", 2000)
    assert pigcore.rules_of_thumb(PIG, ["race"]).best == descended.best


def test_progress_counts_chunks(small_grids):
    reported = []
    pigcore.rules_of_thumb(
        PIG, ["hold", OWN, "race"], descents=2, progress=lambda *done: reported.append(done)
    )
    assert reported == [(n, 6) for n in range(1, 7)]  # 1 of 40 rules, 3 of 140, 2 descents


# --- the frontier -------------------------------------------------------------------------------


def test_the_frontier():
    small = Family("hold late", ["total"], [range(12, 15)], pigcore.hold_at)
    found = pigcore.rules_of_thumb(PIG, [OWN, small, "hold", "race"])
    assert [rule.simplicity for rule in found.rules] == [1, 1, 2, 2]
    losses = [rule.loss for rule in found.rules]
    assert losses[0] < losses[1]
    assert losses[2] < losses[3]
    kept = found.frontier
    assert found.rules[0] in kept
    assert found.rules[1] not in kept
    assert [rule.loss for rule in kept] == sorted((rule.loss for rule in kept), reverse=True)
    assert found.best == min(found.rules, key=lambda rule: rule.loss)
    rows = list(csv.DictReader(found.to_csv().splitlines()))
    assert [float(row["loss"]) for row in rows] == losses
    assert [row["frontier"] for row in rows] == [str(rule in kept) for rule in found.rules]
    assert found.as_dict()["best"]["sentence"] == found.best.words
    assert str(found) == f"{PIG.name}: {found.best}"


# --- refusals -----------------------------------------------------------------------------------


def test_a_rule_that_cannot_be_sent():
    family = Family("f", ["a"], [[1]], lambda a: pigcore.hold_at(a + 1))
    with ProcessPoolExecutor(1) as executor, pytest.raises(RuleError, match="cannot be sent"):
        pigcore.rules_of_thumb(PIG, [family], executor=executor)


# --- every family of games ------------------------------------------------------------------------


HOG = pigcore.Hog.fa24(16)


def test_hog_with_a_hold_by_the_difference_of_scores():
    found = pigcore.rules_of_thumb(HOG, ["always", "free", "lead"])
    optimal = pigcore.solve(HOG)
    for rule in found.rules:
        won = pigcore.match(HOG, rule.policy, optimal)
        assert rule.loss == pytest.approx(0.5 - won.average, abs=1e-12)
        assert rule.exploitability >= rule.loss - 1e-12
        assert pigcore.parse_policy(HOG, rule.spec) == rule.policy.for_game(HOG)
    always, lead = (next(r for r in found.rules if r.family == name) for name in ("always", "lead"))
    assert always.words == f"always roll {always.constants[0]} dice"
    assert "but where your lead is at least" in lead.words
    best = min(
        0.5 - pigcore.match(HOG, pigcore.always_roll(dice), optimal).average
        for dice in range(1, 11)
    )
    assert always.loss == pytest.approx(best, abs=1e-12)
    # Both have rules that roll always as many, as nobody leads by the goal.
    assert lead.loss <= always.loss + 1e-12
