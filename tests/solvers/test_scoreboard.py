"""Rules of the scoreboard, combined at random: values are those of a slow reference."""

import contextlib
import warnings

import pytest
from support import generated
from support.slow import Slow, every_start, state_at, worth_by

import pigcore
from pigcore import BUST, Race, Turn, gain
from pigcore.games.race import from_rules
from pigcore.games.rules import game_from_text, text_of
from pigcore.games.starts import Mover

SLOW, NIGHTLY = pytest.mark.slow, [pytest.mark.slow, pytest.mark.nightly]


def solved(game, far=60):
    """The solution and the reference; what several players play is a best reply to itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        solution = pigcore.solve(game)
    several = game.players > 2
    return solution, Slow(
        game,
        far=12 if several else far,
        guess=(lambda start: worth_by(solution, start)) if several else None,
    )


def difference(game, far=60):
    """By how much the solution is off."""
    solution, slow = solved(game, far)
    return max(
        abs(float(exact) - found)
        for start in every_start(game)
        for exact, found in zip(slow.values[0, start], worth_by(solution, start))
    )


def check_states(game):
    """Every state's payoffs are those of the reference, and tables and single states agree."""
    assert game_from_text(text_of(game)) == from_rules(game.rules()) == game
    found, slow = solved(game)
    tables = [
        (found.values(seat), found.decisions(seat), found.thresholds(seat))
        for seat in range(1, game.seats + 1)
    ]
    for start in every_start(game):
        throw_word, bank_word = Mover(game, start.seat).words
        places, least = list(map(game.in_units, start.scores)), {}
        for (points, mode), ways in slow.worths((0, start), slow.values.get).items():
            if start.scores[0] + points >= game.goal:
                continue
            state = state_at(game, start, points, mode)
            best = float(ways.pop("best"))
            words = {"throw": throw_word, "bank": bank_word}
            wanted = {words[way]: float(worth) for way, worth in ways.items()}
            assert found.payoffs(*state) == pytest.approx(wanted or {"bust": best}, abs=1e-12)
            single = game.turn_of(start.seat).roll is not None
            after = *[mode] * (not single), *start.busts
            at = *places, points // game.unit, *after
            values, decisions, thresholds = tables[start.seat - 1]
            mine = found.win(*state)[0] if game.shared else found.win(*state)
            assert mine == pytest.approx(best, abs=1e-12)
            assert values[at] == pytest.approx(best, abs=1e-12)
            said = found.policy(*state)
            for action in said if isinstance(said, dict) else [said]:
                assert wanted.get(action, best) >= best - 1e-11
            if isinstance(said, str):
                assert decisions[at] == {throw_word: 1, bank_word: 0}.get(said, -1)
            if said == bank_word:
                least[after] = points
        for after, points in least.items():  # the fewest come last
            assert thresholds[*places, *after] == points


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=SLOW) for n in range(4, 80))])
def test_every_state_of_generated_games_is_what_the_reference_says(seed):
    check_states(generated.scored(seed))


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(n, marks=SLOW if n < 10 else NIGHTLY) for n in range(1, 20))]
)
def test_generated_games_have_the_values_of_the_reference(block):
    for seed in range(20 * block, 20 * block + 20):
        game = generated.scored(seed)
        assert difference(game) <= 1e-12, (seed, game)


def of_the_letter(game):
    """The same race with turns that may be passed, and one in which the goal must be banked."""
    rules = [{"may_pass": True}] if not game.penalty else []
    if game.end == "goal" and game.target == "at_least" and game.turn.obliges:
        rules.append({"win": "bank"})
    for some in rules:
        with contextlib.suppress(pigcore.RuleError):
            yield game._like(**some)


LONG = {0, 9, 11, 24, 25, 27, 38, 40, 50}
"""These take the reference 20 to 60 seconds each."""


@pytest.mark.parametrize(
    "seed",
    [3, 19, *(pytest.param(n, marks=NIGHTLY if n in LONG else SLOW) for n in range(60))],
)
def test_turns_that_may_be_passed_and_a_goal_that_must_be_banked(seed):
    for game in of_the_letter(generated.scored(seed, players=2)):
        assert difference(game, far=300) <= 1e-12, game


def test_who_is_obliged_far_past_the_goal_throws_there():
    throws = {
        "a": [(gain(1, "a"), 2), (gain(5, "c"), 2), (BUST, 1)],
        "c": [(gain(2, "a"), 1), (BUST, 1)],
    }
    turn = Turn(throws.__getitem__, start="a", may_bank=lambda mode: mode == "a")
    game = Race(turn, 15, win="bank")
    solution = pigcore.solve(game)
    match = pigcore.match(game, "optimal", "optimal")
    assert match.first == pytest.approx(solution.value, abs=1e-13)
    assert match.second == pytest.approx(1 - solution.value, abs=1e-13)
