"""Derivatives of a race's value, against differences in fractions."""

import json
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pigverify
import pytest
from hypothesis import given, settings
from support.ends_in_fractions import KINDS, Ends
from support.race_in_fractions import hands_over, solve_exact
from support.races import races
from support.turns import Rules

import pigcore
from pigcore import BUST, WIPE, Race, Roll, Turn, gain
from pigcore.study.race_sensitivity import Play, Visits

STEP = Fraction(1, 10**9)


def moved(game, outcome, step):
    """The game whose chances are p + step (e - p), e being sure of the outcome."""
    roll = game.roll
    gains = {gain: chance * (1 - step) + step * (gain == outcome) for gain, chance in roll.gains}
    bust = roll.bust * (1 - step) + step * (outcome == "bust")
    wipe = roll.wipe * (1 - step) + step * (outcome == "wipe")
    return game._like(turn=Roll(gains, bust, wipe))


KINKED = {
    Race(Roll({1: 2, 2: 1}, 3), 5, consolation=1): 3,
    Race(Roll({2: 2, 3: 1}, 3), 5, consolation=1): 3,
}
"""Games with exact ties in play, and how many of their derivatives have two sides."""

SMOOTH = [
    pigcore.Pig(6),
    pigcore.Piglet(4),
    pigcore.HoldOrContinue(4),
    pigcore.ConsolationPig(6),
    Race(Roll({2: 1, 3: 1}, 2), 9, "exact", 2),  # a bust may end on 8, from where nobody can win
    Race(Roll({2: 2, 3: 1}, 3, 1), 5, "exact", 1),
    Race(Roll({1: 1, 4: 1}, 1, 1), 4),
    Race(Roll({1: 1, 9: 1}, wipe=2), 3),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", [*SMOOTH, *KINKED], ids=lambda game: game.summary)
def test_derivatives_are_the_limits_of_differences(game):
    found = assert_limits_of_differences(game)
    assert sum(row.kink for row in found.derivatives) == KINKED.get(game, 0)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(races(max_goal=4))
def test_derivatives_of_generated_races(game):
    assert_limits_of_differences(game)


def assert_limits_of_differences(game):
    found = pigcore.sensitivity(game)
    start = solve_exact(game)[0, 0]
    assert found.value == pytest.approx(float(start), abs=1e-13)
    for row in found.derivatives:
        if row.chance == 1:
            assert row.below == row.above == pytest.approx(0, abs=1e-13)
            continue
        above = (solve_exact(moved(game, row.outcome, STEP))[0, 0] - start) / STEP
        below = (start - solve_exact(moved(game, row.outcome, -STEP))[0, 0]) / STEP
        assert row.above == pytest.approx(float(above), abs=2e-8)
        assert row.below == pytest.approx(float(below), abs=2e-8)
    assert bool(found.ties) >= any(row.kink for row in found.derivatives)
    return found


def moved_turn(turn, outcome, step):
    """The turn whose chances in the outcome's mode are moved towards it."""

    def throw(word):
        mode = next(mode for mode in turn.modes if mode.word == word)
        if mode.throw is None:
            return None
        before = f"{word}: " if len(turn.modes) > 1 else ""
        rows = {
            f"{before}bust": (BUST, mode.throw.bust),
            f"{before}wipe": (WIPE, mode.throw.wipe),
        }
        for chance, options in mode.throw.outcomes:
            ways = [gain(option.gain, turn.modes[option.mode].word) for option in options]
            name = before + " or ".join(f"{option.points} to {option.mode}" for option in ways)
            rows[name if before else ways[0].points] = tuple(ways), chance
        here = outcome in rows
        return [
            (what, chance * (1 - step * here) + step * (name == outcome))
            for name, (what, chance) in rows.items()
        ]

    banks = {mode.word: mode.may_bank for mode in turn.modes}
    return Turn(throw, turn.modes[turn.start].word, may_bank=banks.get)


def capped(left):
    return {BUST: "1/3", gain(1, left - 1): "1/3", gain(2, left - 1): "1/3"} if left else None


def gamble(mode):
    """One may stay in mode 1 for nothing, and is wiped there."""
    return {
        0: {BUST: "1/4", gain(1, 0): "1/4", gain(0, 1): "1/2"},
        1: {WIPE: "1/5", BUST: "1/5", gain(2, 0): "2/5", gain(3, 1): "1/5"},
    }[mode]


def greedy(left):
    """Of one throw one may keep less, and throw more often."""
    if not left:
        return None
    return {BUST: "1/3", gain(1, left - 1): "1/3", (gain(1, left), gain(2, left - 1)): "1/3"}


TURNS = [
    Rules(Turn(greedy, 2), 4),
    Rules(Turn(greedy, 2), 3, "exact", 1),
    Rules(
        Turn(
            {
                0: {BUST: 1, (gain(1, 1), gain(1, 2)): 2},
                1: {BUST: 1, gain(1, 0): 1},
                2: {BUST: 2, gain(1, 0): 1, gain(2, 0): 1},
            }.get,
            0,
        ),
        4,
    ),
    Rules(Turn(capped, 2), 4),
    Rules(Turn(capped, 2), 4, minimum_bank=2),
    Rules(Turn(capped, 3), 3, "exact", 1),
    Rules(Turn(gamble, 0), 3),
    Rules(Turn(gamble, 0, may_bank=bool), 3, opening=2),
]


@pytest.mark.slow
@pytest.mark.parametrize("rules_given", TURNS, ids=range(len(TURNS)))
def test_derivatives_of_turns_of_several_modes(rules_given):
    """By mode, against differences of exact values."""
    found = pigcore.sensitivity(Race(**rules_given._asdict()))
    start = pigcore.exact(found.game)
    assert found.value == pytest.approx(float(start), abs=1e-13)
    assert len({row.outcome for row in found.derivatives}) == len(found.derivatives)
    for row in found.derivatives:

        def value(step, outcome=row.outcome):
            turn = moved_turn(rules_given.turn, outcome, step)
            return pigcore.exact(Race(**rules_given._replace(turn=turn)._asdict()))

        assert row.above == pytest.approx(float((value(STEP) - start) / STEP), abs=2e-8)
        assert row.below == pytest.approx(float((start - value(-STEP)) / STEP), abs=2e-8)


ENDS = [
    *(Race(Roll({1: 1, 3: 1}, 3), 2, end=end, tie=tie) for end, tie in KINDS),
    Race(Roll.coin(), 2, end="equal_turns", tie="half"),
    Race(Roll.coin(), 2, end="last_turn", tie="play_on"),
    Race(Turn(greedy, 2), 1, end="last_turn"),
    Race(Turn(greedy, 2), 1, end="equal_turns", tie="play_on"),
]
"""A coin that is as likely to pass as not makes kinks where a tie is half a win or played on."""

DIFFERENT = [
    Race(Roll({1: 1, 3: 1}, 3), 3, other=Turn(greedy, 2)),
    Race(Turn(capped, 2), 3, other=Roll.coin(), opening=2),
    Race(Roll({1: 1, 3: 1}, 3), 3, end="equal_turns", tie="half", seat=2),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", [*ENDS, *DIFFERENT], ids=lambda game: game.summary)
def test_derivatives_with_last_turns_and_of_different_turns(game):
    """Against differences of the verifier's values; of single rolls also of those in fractions."""
    found = pigcore.sensitivity(game)
    assert found.value == pytest.approx(float(enclosed(game)), abs=1e-13)
    for row in found.derivatives:
        above, below = (
            (enclosed(moved_side(game, row.outcome, step)) - enclosed(game)) / step
            for step in (STEP, -STEP)
        )
        assert row.above == pytest.approx(float(above), abs=2e-8)
        assert row.below == pytest.approx(float(below), abs=2e-8)
    coin = game.turn.roll == Roll.coin() and game.tie != "first"
    assert any(row.kink for row in found.derivatives) >= coin
    if game in ENDS and game.turn.roll:
        assert enclosed(game) == pytest.approx(Ends(game, 40).value(1, 0, 0), abs=1e-30)


@lru_cache
def enclosed(game):
    low, high = pigverify.check(game, 0, 0, digits=40).value
    assert high - low < 1e-30
    return (low + high) / 2


def moved_side(game, outcome, step):
    """The game in which the outcome of one of two players' throws is more likely, or of both's."""
    side, name = "turn", str(outcome)
    if game.other:
        word, name = name.split(": ", 1)
        side = {"first": "turn", "second": "other"}[word]
    name = int(name) if name.isdigit() else name
    return game._like(**{side: moved_turn(getattr(game, side), name, step)})


def test_a_game_of_the_usual_size_against_the_verifier():
    """At goal 30 a step of 1e-9 has no kink in it, and the verifier's values have 40 digits."""
    game = pigcore.Pig(30)
    value = {
        step: sum(pigverify.check(moved(game, "bust", step), 0, 0, digits=40).value) / 2
        for step in (-STEP, STEP)
    }
    slope = (value[STEP] - value[-STEP]) / (2 * STEP)
    assert pigcore.sensitivity(game)["bust"].above == pytest.approx(float(slope), abs=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pigcore.Pig(), pigcore.TwoDicePig(40), pigcore.HoldOrContinue(75)], ids=str
)
def test_what_is_likelier_for_sure_changes_nothing(game):
    """Σ p_o D_o = 0, as moving all chances towards themselves moves none."""
    found = pigcore.sensitivity(game)
    assert sum(row.chance for row in found.derivatives) == pytest.approx(1, abs=1e-15)
    assert sum(row.chance * row.above for row in found.derivatives) == pytest.approx(0, abs=1e-13)
    assert [row.outcome for row in found.derivatives] == [
        *(gain for gain, _ in game.roll.gains),
        *(name for name in ("bust", "wipe") if getattr(game.roll, name)),
    ]


def test_visits_are_the_length_of_the_game():
    """19.2512735 turns of both players in Pig to 100, as the literature has it."""
    solution = pigcore.solve(pigcore.Pig())
    visits = Visits(Play(solution.game, solution.starts))
    assert visits.starts.sum() == pytest.approx(19.2512735, abs=5e-8)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [pigcore.TwoDicePig(11), Race(Roll({2: 2, 3: 1}, 3, 1), 9, "exact", 1), pigcore.Piglet(5)],
    ids=lambda game: game.summary,
)
def test_visits_are_the_expected_times_that_turns_begin(game):
    """From turns in fractions, as one dense system: visits = e + visits · handed over."""
    solution = pigcore.solve(game)
    play = Play(game, solution.starts, near=Play(game, solution.starts))
    starts = [(i, j) for i in range(game.goal) for j in range(game.goal)]
    rolls = [1 - play.turn(own, np.arange(game.goal)).bank for own in range(game.goal)]
    chosen = {(i, j, k) for i, j in starts for k in range(game.goal - i) if rolls[i][k, 0, j]}
    count = len(starts)
    flow = np.zeros((2, count, 2, count))
    for n, start in enumerate(starts):
        for reached, chance in hands_over(game, chosen, *start).items():
            flow[[0, 1], n, [1, 0], starts.index(reached)] = float(chance)
    first = np.zeros(2 * count)
    first[0] = 1.0
    expected = np.linalg.solve(np.eye(2 * count) - flow.reshape(2 * count, -1).T, first)
    found = Visits(play).starts.ravel()
    assert found == pytest.approx(expected, abs=1e-12)


def test_a_solution_will_do_and_answers_as_data():
    solution = pigcore.solve(pigcore.TwoDicePig(20))
    found = pigcore.sensitivity(solution)
    assert found.derivatives == pigcore.sensitivity(solution.game).derivatives
    said = json.loads(json.dumps(found.as_dict()))
    assert list(said) == ["game", "value", "derivatives", "ties", "version"]
    assert said["derivatives"][-1]["outcome"] == "wipe"
    assert list(said["derivatives"][0]) == ["outcome", "chance", "below", "above", "kink"]
    assert str(found).startswith("the first player wins with 0.602857678255; towards 4 0.08")
    with pytest.raises(KeyError):
        found[3]


def test_a_tie_that_nobody_meets_makes_no_kink():
    """From 0 points a throw of this coin wins at once: the ties at higher scores never occur."""
    found = pigcore.sensitivity(Race(Roll({5: 1}, 1), 5))
    assert not found.ties
    assert found[5].above == found[5].below == pytest.approx(2 / 9)


def test_ties_that_only_another_tie_leads_to():
    """Who rolls at (0, 0, 2) busts and banks 1: only then somebody has 2 points to 1."""
    found = pigcore.sensitivity(Race(Roll({2: 1}), 3, "exact", 1))
    assert found.ties == ((0, 0, 2), (0, 1, 2), (0, 2, 2))


def test_a_chance_smaller_than_the_step_to_a_tie():
    rare = Race(Roll({1: 2 * 10**14, 2: 10**14, 3: 1}, 3 * 10**14), 5, consolation=1)
    found = pigcore.sensitivity(rare)
    kinked = pigcore.sensitivity(next(iter(KINKED)))
    assert found.ties == kinked.ties
    for outcome in (1, 2, "bust"):
        assert found[outcome].below == pytest.approx(kinked[outcome].below, abs=1e-9)
        assert found[outcome].above == pytest.approx(kinked[outcome].above, abs=1e-9)


def test_refusals():
    with pytest.raises(pigcore.RuleError, match=r"no study of the chances .* Hog fa13 \(hog\)"):
        pigcore.sensitivity(pigcore.Hog.fa13())
    for game in (pigcore.Farkle.three_farkles(500), pigcore.Pig(20, players=3)):
        with pytest.raises(pigcore.RuleError, match="two players by turns, without points"):
            pigcore.sensitivity(game)
    with pytest.raises(pigcore.RuleError, match="'pig' is not a game"):
        pigcore.sensitivity("pig")
    with pytest.raises(pigcore.SizeError, match="choose a smaller goal"):
        pigcore.sensitivity(pigcore.Pig(20_000))
