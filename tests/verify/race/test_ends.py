"""Races that end with a last turn or equal turns, and ties: proved, against fractions."""

from fractions import Fraction
from itertools import product

import pigverify
import pytest
from pigverify.kernels import plain
from pigverify.race.cells import Plan, ends_of
from pigverify.race.last_turns import with_last_turns
from pigverify.race.rules import Rules
from support import generated
from support.generated import ENDS
from support.slow import Drawn, Slow, played, worth_by
from support.turns import three_throws

import pigcore
from pigcore.games import Farkle, Race, RuleError, StateError
from pigcore.games.starts import Start
from pigcore.solvers.race import RaceSolution

COIN, THREE = pigcore.Roll.coin(), pigcore.Roll.die(3)
DICE = Farkle({"1": 1, "2 2": 2}, 4, 2, 3).turn
HOT = Farkle({"1": 1, "2 2": 2}, 4, 2, 3, must_roll_hot_dice=True).turn
GAMES = {
    "least": (THREE, 3, {"minimum_bank": 3}),
    "throws": (three_throws(4, 2).turn, 4, {}),
    "dice": (DICE, 4, {"opening": 2}),
}


def within(interval, value):
    low, high = interval
    return low <= value <= high


@pytest.mark.slow
@pytest.mark.parametrize(("end", "tie"), ENDS)
@pytest.mark.parametrize("name", GAMES)
def test_tables_are_proved(name, end, tie):
    turn, goal, rules = GAMES[name]
    game = Race(turn, goal, end=end, tie=tie, **rules)
    found, exact = pigcore.solve(game), Slow(game)
    for solution in (found, found.swapped):
        report = pigverify.certify(solution)
        assert report.ok
        assert report.undecided == report.own.wrong == 0
        assert report.error < 1e-14
        assert within(report.value, exact.value(0, 0, seat=solution.game.seat))
        if not game.alike:
            assert within(report.other_value, exact.value(0, 0, seat=3 - solution.game.seat))
        with plain(True):
            again = pigverify.certify(solution)
        assert (again.value, again.states, again.closest) == (
            report.value, report.states, report.closest,
        )  # fmt: skip


@pytest.mark.parametrize(("end", "tie"), [ENDS[0], ENDS[4], ENDS[5]])
def test_a_table_is_proved(end, tie):
    game = Race(three_throws(4, 2).turn, 2, end=end, tie=tie)
    report = pigverify.certify(pigcore.solve(game))
    assert report.ok
    assert within(report.value, Slow(game).value(0, 0))


def test_a_wrong_table_is_refuted():
    solution = pigcore.solve(Race(DICE, 6, end="equal_turns", tie="half"))
    starts = solution.other_starts.copy()
    starts[3, 2] += 1e-9
    wrong = type(solution)(
        solution.game, solution.starts, other_starts=starts, method="newton", tolerance=1e-12,
        history=(),
    )  # fmt: skip
    report = pigverify.certify(wrong)
    assert not report.ok
    assert report.error == pytest.approx(1e-9, rel=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_generated_turns(seed):
    game = generated.scored(seed, "ends", 2)
    report = pigverify.certify(pigcore.solve(game))
    assert report.own.wrong == 0
    assert report.error < 1e-12
    low, high = report.value
    assert low <= Slow(game).value(0, 0) <= high


@pytest.mark.slow
@pytest.mark.parametrize("tie", ["first", "half", "play_on"])
def test_single_states_are_proved(tie):
    game = Race(DICE, 4, end="equal_turns", tie=tie)
    found = pigcore.solve(game)
    states = [(0, 0), (3, 2, 2, 2), (0, 3, 1, 1), (2, 0, 3, 1)]
    last = [(2, 4, 2, 2), (2, 4, 1, (1,)), (0, 5, 0, (1, 3)), (2, 4, 3, 1), (3, 4)]
    for solution, asked in ((found, states), (found.swapped, states + last)):
        for state in asked:
            verdict = pigverify.check(solution.game, *state)
            assert verdict.ok
            payoffs = solution.payoffs(*state)
            assert set(verdict.payoffs) == set(payoffs)
            for action, (low, high) in verdict.payoffs.items():
                assert float(low) - 1e-14 <= payoffs[action] <= float(high) + 1e-14
            assert verdict.best == solution.best(*state)


def test_equal_numbers_in_a_last_turn_are_a_tie():
    """A coin passes with 1/2, which is what a shared tie is worth; played on, nothing tells."""
    game = Race(COIN, 2, end="equal_turns", tie="half").swapped
    verdict = pigverify.check(game, 0, 3, 3)
    assert set(verdict.best) == {"hold", "roll"}
    assert verdict.payoffs["roll"] == verdict.payoffs["hold"]
    report = pigverify.certify(game)
    assert report.ok


@pytest.mark.slow
def test_a_tie_that_no_bits_settle():
    """Each attempt has twice the bits of the last one, far more than the exponent of a double.

    Equations modulo primes settle it, unless they may have several solutions, as it is where the
    first throw may gain nothing.
    """
    turn = pigcore.Roll({2: "1/2"}, bust="1/2")
    game = Race(turn, 4, opening=2, minimum_bank=1, end="last_turn", tie="play_on")
    assert pigverify.certify(pigcore.solve(game)).proof.ties == "primes"
    with pytest.raises(RuleError, match="has no certificate, because it has exact ties"):
        pigverify.write_certificate(game, "nowhere.pigcert")
    modes = {
        0: {pigcore.BUST: "1/4", pigcore.gain(0, 1): "3/4"},
        1: {pigcore.BUST: "1/3", pigcore.gain(2, 0): "2/3"},
    }
    game = game._like(turn=pigcore.Turn(modes.get, 0))
    report = pigverify.certify(pigcore.solve(game))
    assert (report.outcome, report.undecided, report.own.wrong) == ("undecided", 2, 0)
    assert report.value[0] <= Fraction(31, 56) <= report.value[1]


def test_what_is_not_proved_is_said():
    game = Race(THREE, 4, end="equal_turns")
    with pytest.raises(RuleError, match="there are no certificates of Race for three yet"):
        pigverify.write_certificate(game.seated(3), "nowhere.pigcert")
    with pytest.raises(RuleError, match="may play last turns in a way of its own"):
        pigverify.match(game, lambda *_: "roll", "hold:1")
    with pytest.raises(RuleError, match="no matches are proved in Race for three: give a race"):
        pigverify.match(game.seated(3), "hold:1", "hold:1")


# --- matches --------------------------------------------------------------------------------------


def choosing(left):
    """Of one throw one may keep less, and throw more often."""
    if not left:
        return None
    some = pigcore.gain(1, left), pigcore.gain(2, left - 1)
    return {pigcore.BUST: "1/3", pigcore.gain(1, left - 1): "1/3", some: "1/3"}


CHOICE = pigcore.Turn(choosing, 2)
RARE = pigcore.Roll({1: 1, 3: 1}, 3)
MATCHES = [
    Race(THREE, 3, other=pigcore.Roll.coin(), minimum_bank=2),
    Race(RARE, 3, other=CHOICE),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", MATCHES, ids=lambda game: game.summary)
def test_matches_are_proved(game):
    """Any two strategies, whatever is sensible, against fractions."""
    sides = game, game.swapped if game.other else game
    players = [Drawn(side, seed, game.goal + 3) for seed, side in enumerate(sides)]
    asked = [player.policy for player in players]  # with as many parts as there are
    found = pigverify.match(game, *(lambda *state, one=one: one(*state) for one in asked))
    for interval, truth in zip((found.first, found.second), played(game, players).seats):
        assert within(interval, truth)
        assert interval[1] - interval[0] < 1e-30


@pytest.mark.slow
@pytest.mark.parametrize("game", [
    *(Race(turn, 3, end=end, tie=tie) for end, tie in ENDS[::2] for turn in (RARE, HOT)),
    Race(THREE, 3, other=DICE),
], ids=lambda game: game.summary)  # fmt: skip
def test_policies_by_name_are_those_of_pigcore(game):
    names = "optimal", "keep-pace:2:3:3"
    proved, match = (one.match(game, *names) for one in (pigverify, pigcore))
    for (low, high), found in ((proved.first, match.first), (proved.second, match.second)):
        assert low <= high < low + Fraction(1, 10**20)
        assert float(low) == pytest.approx(found, abs=1e-13)


# --- three players --------------------------------------------------------------------------------

SEVERAL = [(end, tie) for end in ("last_turn", "equal_turns") for tie in ("first", "half")]
THROWS = three_throws(4, 2).turn


def test_bounds_of_last_turns_hold_the_truth():
    game = Race(COIN, 2, players=3, end="last_turn", tie="half")
    rules = with_last_turns(Rules(game))
    for scores in product(range(2), repeat=2):
        for s, (low, high) in enumerate(rules.last.rows((0, *scores), 150)[: rules.past], 2):
            start = Start((*scores, s))
            *after, ahead = Slow(game, far=rules.past, roots=[(0, start)]).values[0, start]
            truth = ahead, *after
            for least, one, most in zip(low, truth, high):
                assert Fraction(least, 1 << 150) <= one <= Fraction(most, 1 << 150)
                assert most - least <= 1 << 20


def test_where_turns_end_is_proved():
    rules = with_last_turns(Rules(Race(COIN, 2, players=3, end="equal_turns")))
    assert rules.past > 2
    assert 900 < rules.last.limit((0, 2, 4), 1000) <= 1000
    assert rules.last.limit((4, 0, 2), 1000) == 1001  # nobody follows
    rules.last.past = 1
    assert rules.last.limit((0, 2, 4), 1000) <= 900


def test_whoever_throws_far_past_the_goal_has_not_won_yet():
    """By throwing whenever one may one comes to where the others may still pass."""
    rules = with_last_turns(Rules(Race(COIN, 2, players=3, end="equal_turns")))
    always = Plan({place: 1 for place, _, _ in rules.choosing(0)}, lambda t, options: options[0])
    ends = ends_of(rules, 0, always, Fraction(1), lambda chance, ways, n: chance * ways / 2)
    top = rules.top(0)
    assert (ends.won, ends.banked) == (0, {top: Fraction(1, 1 << top)})


@pytest.mark.slow
@pytest.mark.parametrize(("end", "tie"), SEVERAL)
def test_three_players_solutions_are_certified_or_refuted(end, tie):
    game = Race(THROWS, 2, players=3, end=end, tie=tie)
    solution = pigcore.solve(game)
    slow = Slow(game, far=6, guess=lambda start: worth_by(solution, start))
    report = pigverify.certify(solution)
    assert report.ok
    assert report.undecided == 0
    for truth, (low, high) in zip(slow.values[0, Start((0, 0, 0))], report.chances):
        assert low <= truth <= high
    starts = solution.starts.copy()
    starts[(0,) * starts.ndim] += 1e-9
    altered = RaceSolution(game, starts, cells=(), tolerance=1e-12)
    assert not pigverify.certify(altered).ok


@pytest.mark.slow
def test_a_state_of_three_is_proved_from_every_seat():
    game = Race(pigcore.Roll.die(4), 4, players=3, end="equal_turns", tie="half")
    solution = pigcore.solve(game)
    for _ in range(3):
        verdict = pigverify.check(solution.game, 1, 2, 0, 2)
        assert verdict.best == solution.best(1, 2, 0, 2)
        for action, worth in solution.payoffs(1, 2, 0, 2).items():
            low, high = verdict.payoffs[action]
            assert low - 1e-15 <= worth <= high + 1e-15
        solution = solution.swapped
    with pytest.raises(StateError, match="proved with the whole game alone"):
        pigverify.check(game.swapped, 1, 2, 5, 2)
    with pytest.raises(StateError, match="nobody who plays well"):
        pigverify.check(game, 1, 2, 0, 4000)


@pytest.mark.nightly
@pytest.mark.slow
def test_mixing_and_dice_of_three_are_certified():
    for game in (
        Race(pigcore.Roll.die(6), 12, players=3, end="last_turn"),
        Race(DICE, 3, players=3, end="equal_turns", tie="half"),
    ):
        report = pigverify.certify(pigcore.solve(game))
        assert report.ok
        assert report.undecided == 0


def test_turns_that_must_be_thrown_on_are_refused():
    with pytest.raises(RuleError, match="turns past the goal have no end"):
        pigverify.certify(Race(HOT, 3, players=3, end="last_turn"))
