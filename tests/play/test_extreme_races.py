"""Races that hardly end: what is not right is refused, and what anybody plays is right.

The references are linear equations in fractions, and policy iteration in fractions for replies.
"""

import random
import re
from fractions import Fraction

import numpy as np
import pytest
from support.slow import match_exact, reply_exact

import pigcore
from pigcore.games import PigcoreError, Race, Roll, RuleError
from pigcore.play.results import Loss, Match, Response

pytestmark = pytest.mark.slow

NEAR = 1e-9

REFUSED = "double precision does not suffice for this game, in which .*: make its smallest chances"


def race(rng, tiny, goals, wipes=True):
    """A race of any kind; gains have chances of 10^-n for some of the n in ``tiny``, too."""
    while True:
        chances = {
            gain: Fraction(1, 10 ** rng.choice(tiny))
            if tiny and rng.random() < 0.6
            else Fraction(rng.randint(1, 5), 20)
            for gain in rng.sample(range(1, 6), rng.randint(1, 3))
        }
        rest = 1 - sum(chances.values())
        shares = [0, 1, Fraction(1, 2), Fraction(1, 10**6)]
        wipe = max(rest, 0) * rng.choice(shares if wipes else [0])
        roll = {"bust": rest - wipe, "wipe": wipe}
        target, consolation = rng.choice(["exact", "at_least"]), rng.choice([0, 0, 1])
        try:
            return Race(Roll(chances, **roll), rng.randint(*goals), target, consolation)
        except RuleError:
            continue


def player(rng, goal, opponents=1):
    """(a policy, whether it rolls on in a state): a rule or any table that begins its turns."""
    limit, mixed = rng.randint(1, goal), rng.random() < 0.5
    table = np.array([rng.random() < 0.5 for _ in range(goal ** (opponents + 2))])
    table = table.reshape((goal,) * (opponents + 2))
    table[..., 0] = True  # the first throw of a turn is made
    if not mixed:
        return pigcore.hold_at(limit), lambda *state: state[-1] < limit

    def rolls(*state):
        return max(state) < goal and bool(table[state])

    if opponents == 1:
        policy = lambda own, opp, total: "roll" if rolls(own, opp, total) else "hold"  # noqa: E731
    else:
        policy = lambda own, a, b, total: "roll" if rolls(own, a, b, total) else "hold"  # noqa: E731
    return policy, rolls


def right_or_refused(ask, game, policy, tiny):
    """What is asked for; None if it is refused, as only games of small chances are."""
    try:
        return ask(game, policy)
    except PigcoreError as error:
        if tiny and re.match(REFUSED, str(error)):
            return None
        raise


@pytest.mark.parametrize(
    "tiny",
    [
        (),
        (2, 3, 4, 6),
        (6, 8, 9, 10, 12),
        pytest.param((12, 14, 15, 16, 18, 24), marks=pytest.mark.nightly),
    ],
)
@pytest.mark.filterwarnings("ignore::pigcore.ConvergenceWarning")
def test_matches_replies_and_losses_are_right_or_refused(tiny):
    replies = 0
    for seed in range(12):
        rng = random.Random(seed)
        game = race(rng, tiny, (2, 5))
        goal = game.goal
        states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(1, goal - i)]
        (first, _), (second, _) = both = [player(rng, goal) for _ in range(2)]
        mine, theirs = ({state for state in states if rolls(*state)} for _, rolls in both)
        won, lost, _ = match_exact(game, mine, theirs, never=0)
        match = pigcore.match(game, first, second)
        assert match.first == pytest.approx(float(won[0, 0]), abs=1e-13)
        assert match.second == pytest.approx(float(1 - lost[0, 0]), abs=1e-13)
        best = [float(seat) for seat in reply_exact(game, both[1][1])]
        if reply := right_or_refused(pigcore.best_response, game, second, tiny):
            assert [reply.first, reply.second] == pytest.approx(best, abs=NEAR)
            replies += 1
        if loss := right_or_refused(pigcore.loss, game, second, tiny):
            assert loss.exploitability == pytest.approx(sum(best) / 2 - 0.5, abs=NEAR)
            assert 0 <= loss.average <= loss.exploitability + NEAR
            costs = sum(mistake.cost for mistake in loss.mistakes(10**6))
            assert costs == pytest.approx(loss.average, abs=2 * NEAR)
    assert replies > (9 if max(tiny, default=0) <= 6 else 3 if 6 in tiny else 0)


@pytest.mark.parametrize("tiny", [(), (2, 4, 6, 9, 12, 13, 14, 15, 18)])
@pytest.mark.filterwarnings("ignore::pigcore.ConvergenceWarning")
def test_replies_among_three_are_right_or_refused(tiny):
    for seed in range(20):
        rng = random.Random(seed)
        game = race(rng, tiny, (2, 3), wipes=False).seated(3)
        others = [player(rng, game.goal, 2) for _ in range(2)]
        policies = tuple(policy for policy, _ in others)
        if reply := right_or_refused(pigcore.best_response, game, policies, tiny):
            best = [float(seat) for seat in reply_exact(game, *(rolls for _, rolls in others))]
            assert reply.seats == pytest.approx(best, abs=NEAR)


@pytest.mark.filterwarnings("ignore::pigcore.ConvergenceWarning")
def test_a_tie_for_doubles_is_no_tie_for_a_party():
    game = Race(Roll({1: "1e-14", 2: "3/20"}, bust="0.84999999999999"), 3, "exact").seated(3)
    for ask in (pigcore.best_response, pigcore.loss):
        with pytest.raises(PigcoreError, match="a gain has the chance 1e-14"):
            ask(game, pigcore.hold_at(1))


@pytest.mark.nightly
def test_wipes_that_hardly_let_anybody_win():
    game = Race(Roll({1: "1/10"}, wipe="9/10"), 20)
    one = pigcore.hold_at(1)
    assert pigcore.match(game, one, one).average == pytest.approx(0.5, abs=1e-15)
    for ask in (pigcore.best_response, pigcore.loss):
        with pytest.raises(PigcoreError, match="decisions of a best reply that it cannot tell"):
            ask(game, one)
    far = Race(Roll({5: "1/2"}, bust="1/4", wipe="1/4"), 400)
    match = pigcore.match(far, pigcore.hold_at(20), pigcore.hold_at(40))
    assert match.first == pytest.approx(0.996656343834, abs=1e-12)


def test_what_contradicts_itself_is_refused():
    with pytest.raises(PigcoreError, match="a chance comes to 1.1"):
        Match.of_two(1.1, 0.5, None)
    with pytest.raises(PigcoreError, match="a chance comes to nan"):
        Match.of_two(float("nan"), 0.5, None)
    with pytest.raises(PigcoreError, match="a best reply wins comes to 0.4"):
        Response(pigcore.Pig(), None, (0.5, 0.3), list, known=0.5)
    for average, summed in ((-0.1, -0.1), (0.1, 0.2)):
        with pytest.raises(PigcoreError, match=r"comes to (-0.1|0.2)"):
            Loss(pigcore.Pig(), average, 0.5, costly=list, summed=summed)
