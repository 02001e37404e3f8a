"""The proofs of Hog: published figures, brute force in fractions, every term with its ties."""

import dataclasses
import json
from fractions import Fraction

import numpy as np
import pigverify
import pytest
from hypothesis import given, settings
from pigverify.hog import prove as proof
from pigverify.hog.match import match
from support import hogs

import pigcore
from pigcore.games import FileError, Hog, RuleError, StateError
from pigcore.play import hog as play

TERMS = ["fa13", "fa13_hijinks", "su15", "sp16", "fa20", "fa22", "fa24"]


@pytest.mark.parametrize(
    ("points", "dice", "sides", "published"),
    [(4, 1, 6, 1), (12, 2, 6, 1), (11, 2, 6, 2), (7, 3, 6, 3), (8, 3, 4, 6)],
)
def test_the_published_ways(points, dice, sides, published):
    assert proof.ways(points, dice, sides) == published


def test_fa13_with_its_329_ties():
    hog = pigcore.solve(Hog.fa13())
    report = pigverify.certify(hog)
    assert report.ok
    assert (report.states, report.ties, report.undecided) == (10_000, 329, [])
    assert report.win[0] == report.win[1]
    assert abs(report.win[0] - Fraction("0.5002728823645917")) < Fraction(1, 10**16)
    assert report.best == (4,)
    assert report.error < 1e-15
    assert "certified" in str(report)


@pytest.mark.parametrize("name", [name for name in TERMS if name != "fa13"])
def test_every_term_with_its_ties(name):
    """All values within rounding of the solver's, and all sets of best choices the same."""
    hog = pigcore.solve(getattr(Hog, name)())
    report = pigverify.certify(hog)
    assert report.ok
    assert report.states == hog.starts.size
    assert report.error < 2e-15
    parts = len(hog.game.state_names)
    assert {state[:parts]: best for state, best in report.tied.items()} == {
        state: hog.best(*state) for state in hog.ties()
    }
    closest = hog.closest(1)[0]
    assert report.closest[0].state[:parts] == closest.state
    assert float(report.closest[0].margin) == pytest.approx(closest.margin, abs=1e-15)


def test_31_80():
    verdict = pigverify.check(Hog.fa13(), 31, 80)
    assert verdict.ok
    assert (verdict.best, verdict.decision) == ((0,), "0")
    assert float(verdict.win[0]) == pytest.approx(pigcore.solve(Hog.fa13()).win(31, 80), abs=1e-15)
    assert "choose 0 (proved)" in str(verdict)


def test_a_tie_is_proved():
    hog = pigcore.solve(Hog.fa13())
    state = hog.ties()[-1]
    verdict = pigverify.check(hog.game, *state)
    assert verdict.decision == "tie"
    assert verdict.ok
    assert verdict.best == hog.best(*state)
    assert len({verdict.payoffs[choice] for choice in verdict.best}) == 1
    assert "(proved: an exact tie)" in " ".join(str(verdict).split())


@pytest.mark.parametrize("name", TERMS)
def test_every_state_by_brute_force(name):
    game = dataclasses.replace(getattr(Hog, name)(12), max_dice=3)
    brute = hogs.Solved(hogs.term(name, 12, 3))
    report = proof.certify(game)
    assert report.ok
    tied = {}
    for state in np.ndindex(12, 12, game.parities):
        verdict = proof.check(game, *state)
        assert verdict.win == (brute.value(0, *state)[0],) * 2
        assert verdict.best == brute.best(*state)
        for choice, worth in verdict.payoffs.items():
            assert worth == (brute.worth(0, *state, choice)[0],) * 2
        if len(verdict.best) > 1:
            tied[state] = verdict.best
    assert report.tied == tied


@settings(max_examples=50, deadline=None)
@given(hogs.hogs(max_goal=9))
def test_any_composition(game):
    """Solver and verifier agree, also on what is no game."""
    try:
        hog = pigcore.solve(game)
    except RuleError:
        with pytest.raises(RuleError, match="need never end"):
            proof.certify(game)
        return
    report = pigverify.certify(hog)
    assert report.ok
    assert report.error < 1e-13
    if proof.Rules(game).falls:
        assert 0 <= report.win[1] - report.win[0] < Fraction(1, 10**60)
    else:
        assert report.win[0] == hogs.Solved(hogs.plain(game)).value(0, 0, 0)[0]


def test_a_cycle_is_enclosed():
    # From 0 to 0 with goal 2 and one die that scores 2 or nothing, and is thrown again for
    # ever: v = 1/2 + 1/2 (1 - v), so v = 2/3.
    game = Hog(2, 1, (2, 2), pig_out="pig_out_for_nothing")
    verdict = proof.check(game, 0, 0)
    low, high = verdict.win
    assert low <= Fraction(2, 3) <= high
    assert 0 < high - low < Fraction(1, 10**70)
    report = proof.certify(game)
    assert report.ok
    assert "enclosed" in str(report)


def test_longer_cycles_are_enclosed():
    def back(own, opp):
        """A score that ends in 9 loses 7."""
        return (own - 7, opp) if own % 10 == 9 and own < 20 else (own, opp)

    hog = pigcore.solve(Hog(20, 3, pig_out="pig_out_for_nothing", bacon="free_bacon", after=back))
    report = pigverify.certify(hog)
    assert report.ok
    # At 18 to 0 every number of dice wins in the end, whatever happens in between.
    assert report.tied[18, 0, 0] == hog.best(18, 0) == (1, 2, 3)
    assert {state[:2]: best for state, best in report.tied.items()} == {
        state: hog.best(*state) for state in hog.ties()
    }
    assert report.error < 1e-13
    assert report.win[1] - report.win[0] < Fraction(1, 10**60)


ENDLESS = [
    Hog(9, 2, pig_out="pig_out", bacon=lambda own, opp: 0),
    Hog(9, 2, pig_out="pig_out", after=lambda own, opp: (own % 9, opp % 9)),
    Hog(9, 1, pig_out="pig_out", after=lambda own, opp: (0, opp)),
    Hog(9, 1, exchange=True, points=lambda points: 0 if points == 1 else points),
]


@pytest.mark.parametrize("game", ENDLESS)
def test_a_game_that_need_never_end_is_refused(game):
    for ask in (proof.certify, lambda game: proof.check(game, 0, 0)):
        with pytest.raises(RuleError, match="need never end: from the scores"):
            ask(game)


# --- matches ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "sp16", "fa20"])
def test_matches_by_brute_force(name):
    game = dataclasses.replace(getattr(Hog, name)(13), max_dice=3)

    def first(own, opp, parity):
        return 1 + (own + 2 * opp) % 3

    def second(own, opp, parity):
        return 0 if parity else 1 + (own * opp) % 2

    brute = hogs.Solved(hogs.term(name, 13, 3), (first, second))
    assert match(game, first, second) == (brute.value(0, 0, 0)[0], 1 - brute.value(1, 0, 0)[0])


def test_always_roll_4_proved():
    game = Hog.fa13()
    policy = pigcore.solve(game).policy.tolist()
    exact = match(game, lambda own, opp, _: policy[own][opp], lambda *_: 4)
    found = play.match(game, pigcore.solve(game), play.always_roll(4))
    assert found.first == pytest.approx(float(exact[0]), abs=1e-14)
    assert found.moving_second == pytest.approx(float(exact[1]), abs=1e-14)


def test_the_answer_to_the_exchange_proved():
    game = Hog.fa13_hijinks()
    author = play.answer_the_exchange().tolist()
    everything = pigcore.solve(game).policy.tolist()
    exact = match(
        game,
        lambda own, opp, _: author[own][opp],
        lambda own, opp, parity: everything[own][opp][parity],
    )
    found = play.blind(play.answer_the_exchange()).against_optimum
    assert found.first == pytest.approx(float(exact[0]), abs=1e-14)
    assert found.moving_second == pytest.approx(float(exact[1]), abs=1e-14)


def test_a_match_with_a_cycle_is_refused():
    game = Hog(9, 2, pig_out="pig_out_for_nothing")
    with pytest.raises(RuleError, match="a turn need not raise the total of the scores"):
        match(game, lambda *_: 1, lambda *_: 1)


# --- what is printed, and what is refused -----------------------------------------------------


def test_results_are_plain_data():
    verdict = json.loads(
        json.dumps(proof.check(Hog.fa13_hijinks(12), 3, 4, 1, digits=12).as_dict())
    )
    assert (verdict["own"], verdict["opp"], verdict["parity"]) == (3, 4, 1)
    assert verdict["exact"]
    assert Fraction(verdict["win"]["low"]) == Fraction(verdict["win"]["high"])
    assert set(verdict["payoffs"]) == {str(choice) for choice in range(-1, 11)}
    report = json.loads(json.dumps(proof.certify(Hog.fa13(12)).as_dict()))
    assert report["ok"]
    assert report["error"] is None
    assert report["states"] == 144


def test_a_wrong_table_is_refuted():
    hog = pigcore.solve(Hog.fa13(15))
    hog.starts[3, 5] += 1e-9
    report = pigverify.certify(hog)
    assert report.refuted
    assert not report.ok
    assert report.worst == (3, 5, 0)
    assert report.error == pytest.approx(1e-9)
    assert "refuted" in str(report)
    assert pigverify.certify(hog, tolerance=1e-8).ok


def test_progress_is_reported():
    seen = []
    proof.certify(Hog.fa13(10), progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (19, 19)
    assert seen == sorted(seen)


def test_a_saved_solution_is_certified(tmp_path):
    pigcore.solve(Hog.fa13_hijinks(15)).save(tmp_path / "hog.npz")
    assert pigverify.certify(tmp_path / "hog.npz").ok


STARTS = pigcore.solve(Hog.fa13(5)).starts.tolist()
TABLES = [
    ({"starts": STARTS, "more": []}, "the array 'more' is unknown"),
    ({}, "the array 'starts' is missing"),
    ({"starts": STARTS[:-1]}, "the array 'starts' is no table of 5 rows of 5 numbers"),
    ({"starts": [[1.0] * 4] * 5}, "the array 'starts' is no table of 5 rows of 5 numbers"),
    ({"starts": [[[1.0, 1.0]] * 5] * 5}, "starts[0, 0] is [1.0, 1.0], but must be a probability"),
    ({"starts": 0.5}, "the array 'starts' is no table of 5 rows of 5 numbers"),
    ({"starts": [[float("nan")] * 5] * 5}, "starts[0, 0] is nan, but must be a probability"),
    ({"starts": [[1.5] * 5] * 5}, "starts[0, 0] is 1.5, but must be a probability"),
    ({"starts": [["x"] * 5] * 5}, "starts[0, 0] is 'x', but must be a probability"),
]


@pytest.mark.parametrize(("table", "message"), TABLES)
def test_damaged_tables_are_refused(table, message):
    with pytest.raises(FileError) as refusal:
        proof.certify(Hog.fa13(5), table)
    assert message in str(refusal.value)


def test_states_and_digits_out_of_range():
    with pytest.raises(StateError, match="own is 100, but a score is between 0 and 99"):
        pigverify.check(Hog.fa13(), 100, 0)
    with pytest.raises(StateError, match="a state of Hog fa13 is own, opp, but"):
        pigverify.check(Hog.fa13(), 3)
    with pytest.raises(StateError, match="parity is 1, but must be 0"):
        pigverify.check(Hog.fa13(), 3, 4, 1)
    with pytest.raises(RuleError, match="digits is 0, but must be between 1 and 10000"):
        pigverify.check(Hog.fa13(), 99, 99, digits=0)
