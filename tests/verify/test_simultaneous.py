"""Proofs about simultaneous turns: strategies of others and of its own, judged in whole numbers."""

from fractions import Fraction
from itertools import product

import pigverify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pigcore
from pigcore.games import Race, Roll
from pigcore.games.errors import FileError

PIG = pigcore.game("simultaneous-pig", goal=8)
COIN = Race(Roll({1: "1/2"}, bust="1/2"), 5, simultaneous=True, name="Coins")


@pytest.fixture(scope="module")
def solution():
    return pigcore.solve(COIN)


def arrays(solution):
    return {name: array.copy() for name, array in solution.arrays().items()}


class Solved:
    """What the verifier takes for a solution."""

    def __init__(self, game, table):
        self.game, self.table = game, table

    def arrays(self):
        return self.table


@pytest.mark.slow
@pytest.mark.nightly
def test_pig_to_100_is_certified():
    found = pigcore.solve(pigcore.game("simultaneous-pig"))
    report = pigverify.certify(found)
    assert report.ok
    assert report.gain < 1e-13
    assert report.error < 1e-13
    assert report.states == 10_000
    assert report.ties == int(found.mixing.sum())
    assert report.value == (Fraction(1, 2), Fraction(1, 2))
    assert "the strategy mixes at 4,359" in " ".join(str(report).split())
    # What the solution itself says that it guarantees is proved here as well.
    assert report.gain <= found.error_bound


def of(gains, bust, goal):
    """A race of whole numbers of chances."""
    whole = sum(gains.values()) + bust
    chances = {gain: Fraction(part, whole) for gain, part in gains.items()}
    return Race(Roll(chances, bust=Fraction(bust, whole)), goal, simultaneous=True, name="Both")


@pytest.mark.parametrize("game", [COIN, of({5: 3, 6: 2}, 4, 9), of({1: 1}, 3, 1)])
def test_a_strategy_of_its_own_is_found_and_proved(game):
    seen = []
    report = pigverify.certify(game, progress=lambda done, of: seen.append((done, of)))
    assert report.ok
    assert report.gain < 1e-13
    assert report.tolerance is None
    assert report.states == game.goal**2
    done, (whole, *rest) = [done for done, _ in seen], {of for _, of in seen}
    assert done == sorted({*done})
    assert (done[-1], rest) == (whole, [])


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(
    st.builds(
        of,
        st.dictionaries(st.integers(1, 6), st.integers(1, 4), min_size=1, max_size=3),
        st.integers(3, 12),
        st.integers(1, 12),
    )
)
def test_strategies_of_generated_games_are_found_and_proved(game):
    assert pigverify.certify(game).gain < 1e-13


@pytest.mark.nightly
@pytest.mark.slow
def test_the_whole_game_is_proved_from_nothing():
    report = pigverify.certify(pigcore.game("simultaneous-pig"))
    assert report.gain < 1e-13
    assert (report.states, report.ties) == (10_000, 4_359)


def test_what_is_guaranteed_is_what_the_solution_says(solution):
    proof = pigverify.simultaneous._Bounds(
        COIN,
        lambda own, opp: solution.holds[own, opp].tolist(),
        lambda own, opp: float(solution.starts[own, opp]),
    )
    one = 1 << 120
    for total in range(8, -1, -1):
        for own, opp in product(range(5), repeat=2):
            if own + opp == total:
                proof.pair(own, opp)
                low = Fraction(proof.low[own, opp], one)
                # Its own bound is lower by rounding in doubles, the truth higher by none.
                assert Fraction(float(solution.guaranteed[own, opp])) <= low
                assert low <= Fraction(float(solution.starts[own, opp])) + Fraction(1, 10**15)


@pytest.mark.parametrize("apart", [2**-46, -(2**-46), 0.01])
def test_a_start_that_is_off_is_refuted(solution, apart):
    table = arrays(solution)
    table["starts"][3, 1] += apart
    report = pigverify.certify(Solved(COIN, table), tolerance=1e-14)
    assert report.refuted
    assert report.worst == (3, 1, 0)
    assert abs(report.error - abs(apart)) < 1e-14


def test_a_strategy_that_can_be_beaten_is_refuted(solution):
    table = arrays(solution)
    table["holds"][4, 4] = 0.0  # rolls for ever
    report = pigverify.certify(Solved(COIN, table))
    assert report.refuted
    assert report.gain > 1e-3
    beaten = solution.tables.reply(table["holds"])[0]
    assert report.gain == pytest.approx((1 - beaten - beaten.T).max(), abs=1e-12)


def test_a_poor_guess_is_no_obstacle(solution):
    for guess in (0.0, 1.0):
        proof = pigverify.simultaneous._Bounds(
            COIN,
            lambda own, opp: solution.holds[own, opp].tolist(),
            lambda own, opp, guess=guess: guess,
        )
        proof.pair(4, 4)
        low = Fraction(proof.low[4, 4], 1 << 120)
        assert 0 <= Fraction(1, 2) - low < Fraction(1, 10**14)


@pytest.mark.slow
def test_states():
    found = pigcore.solve(PIG)
    for state in [(7, 6), (7, 6, 2), (7, 6, 20), (6, 7, 3), (7, 7, 40)]:
        verdict = pigverify.check(PIG, *state)
        for action, worth in found.payoffs(*state).items():
            low, high = verdict.payoffs[action]
            assert low - Fraction(1, 10**11) <= Fraction(worth) <= high + Fraction(1, 10**11)
            assert high - low < Fraction(1, 10**13)
        assert verdict.gain < 1e-13
        low, high = verdict.pair
        assert low <= Fraction(found.win(*state[:2])) + Fraction(1, 10**14)
        assert high >= Fraction(found.win(*state[:2])) - Fraction(1, 10**14)
    mixed = pigverify.check(PIG, 7, 6, 20)
    assert mixed.decision == "mix"
    assert mixed.best == ("roll", "hold")
    assert "Hold with chance 0.8176: both are equally good" in str(mixed)
    assert mixed.margin[1] < Fraction(1, 10**13)
    sure = pigverify.check(PIG, 5, 4, 2)
    assert sure.sentence == "Roll: it wins 24 more games in 100 than holding."
    assert sure.decision == "roll"


def test_other_arrays_are_refused(solution):
    table = arrays(solution)
    with pytest.raises(FileError, match="the array 'holds' is missing"):
        pigverify.certify(Solved(COIN, {"starts": table["starts"]}))
    table["holds"][1, 1, 1] = 1.5
    with pytest.raises(FileError, match=r"holds\[1, 1, 1\] is 1\.5"):
        pigverify.certify(Solved(COIN, table))


def test_what_is_not_proved_is_refused():
    for ask in (
        lambda: pigverify.second(COIN, 1, 1),
        lambda: pigverify.disputed(COIN),
        lambda: pigverify.reachable(COIN, 1, 1),
        lambda: pigverify.match(COIN, "hold:2", "hold:3"),
    ):
        with pytest.raises(pigcore.RuleError, match="Coins"):
            ask()
