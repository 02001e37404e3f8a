"""Where two policies decide otherwise: by recursion over the turns of small games."""

from functools import cache

import numpy as np
import pytest

import pigcore
from pigcore.play.differences.hog import differences as hog_differences
from pigcore.play.differences.race import differences


def parting(game, first, second):
    """The chance of a turn from each score that two policies part in it, by recursion."""
    modes = game.turn.modes

    @cache
    def parted(own, opp, points, place):
        mode = modes[place]
        if own + points >= game.goal or mode.throw is None:
            return 0.0
        state = own, opp, points, *([mode.word] if len(modes) > 1 else [])
        rolls = [points == 0 or policy(*state) == "roll" for policy in (first, second)]
        if rolls[0] != rolls[1]:
            return 1.0
        outcomes = mode.throw.outcomes if rolls[0] else ()
        return sum(
            float(chance) * parted(own, opp, points + option.gain, option.mode)
            for chance, (option,) in outcomes
        )

    scores = range(game.goal)
    start = game.turn.start
    return np.array([[parted(own, opp, 0, start) for opp in scores] for own in scores])


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [pigcore.Pig(25), pigcore.TwoDicePig(18), pigcore.Pig(18, throws=3)],
    ids=lambda one: one.name,
)
def test_where_two_policies_differ(game):
    solution, other = pigcore.solve(game), pigcore.hold_at(9).for_game(game)
    often = differences(game, solution, other)
    visits = sum(
        pigcore.match(game, *pair).visits.sum(axis=0)
        for pair in ((solution, other), (other, solution))
    )
    assert np.allclose(often, visits / 2 * parting(game, solution.policy, other))
    assert often.sum() > 0.1


def test_policies_that_mix_part_by_their_chances():
    game = pigcore.Pig(12)
    mixed = pigcore.mix({"roll": "1/4", "hold": "3/4"})
    assert differences(game, mixed, mixed).sum() == 0
    always, never = pigcore.hold_at("goal"), pigcore.hold_at(1)
    assert differences(game, mixed, never)[0, 0] == pytest.approx(
        # After the first throw, which 5 of 6 survive, they part in a quarter of the turns.
        5 / 6 / 4 * sum(
            pigcore.match(game, *pair).visits.sum(axis=0)[0, 0] / 2
            for pair in ((mixed, never), (never, mixed))
        )
    )  # fmt: skip
    assert differences(game, always, never).sum() > differences(game, mixed, never).sum()


def test_where_two_policies_of_hog_differ():
    solution, other = pigcore.solve(pigcore.Hog.fa13(30)), pigcore.always_roll(4)
    game = solution.game
    often = hog_differences(game, solution, other)
    differing = solution.policy.answers != 4
    visits = sum(
        pigcore.match(game, *pair).visits.sum(axis=0)
        for pair in ((solution, other), (other, solution))
    )
    assert np.allclose(often, visits / 2 * differing)
    halves = pigcore.mix({4: "1/2", 5: "1/2"})
    assert hog_differences(game, halves, other)[0, 0] == pytest.approx(
        sum(
            pigcore.match(game, *pair).visits.sum(axis=0)[0, 0] / 4
            for pair in ((halves, other), (other, halves))
        )
    )
