"""Races between policies: matches against fractions, and the figures of the literature."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.generated import some, turned
from support.slow import Drawn, Slow, answers_of

import pigcore
from pigcore.games import Race, Roll, RuleError, SizeError
from pigcore.games.starts import Mover, Start
from pigcore.play.models import race as race_matches
from pigcore.play.results import Lengths
from pigcore.solvers.race.arrays import tables_of

EXACT = 1e-13

# --- against fractions --------------------------------------------------------------------------


def close(found, exact, error=EXACT):
    return abs(found - exact) <= error * max(1, abs(exact))


def check(game, turns, start, truth):
    """A match from scores in units."""
    match = race_matches.among(turns, start)
    own, opp = (game.unit * part for part in start)
    seats = (0, Start((own, opp))), (1, Start((opp, own)))
    for player in range(2):
        for node, found in nodes(match.course.chain.wins(player), game.unit):
            assert close(found, truth.values[node][player - node[0]])
    assert close(match.first, truth.values[seats[0]][0])
    assert close(match.second, truth.values[seats[1]][1])
    never = {node: 1 - sum(row) for node, row in truth.values.items()}
    assert close(match.never, sum(never[seat] for seat in seats) / 2)
    assert (match.never == 0) == (sum(never[seat] for seat in seats) < 1e-15)
    ended = 1 - never[seats[0]]
    if ended < 1e-15:
        return
    visits = truth.visits(seats[0])
    for node, found in nodes(match.course._visits, game.unit):
        if node in visits:
            assert close(found, visits[node])
    turns = sum(weight * (1 - never[node]) for node, weight in visits.items())
    assert close(match.turns_if_ended, turns / ended)
    scores = [0, 0]
    for node, weight in visits.items():
        for player, score in enumerate(finals(game, truth, node)):
            scores[(node[0] + player) % 2] += weight * score
    for found, score in zip(match.scores, scores, strict=True):
        assert close(found, score / ended)
    found = match.lengths.chances
    for turn, chance in enumerate(truth.lengths(seats[0], min(5, len(found) - 1)), 1):
        assert close(found[turn], chance)
    assert close(sum(found), ended, 1e-11)


def finals(game, truth, node):
    """The scores, the mover's first, with which his turn reaches the goal, times how likely."""
    own, opp = node[1].scores
    if opp >= game.goal:
        return 0, 0
    then, found = truth.ends(node), [0, 0]
    for points, chance in truth.stops(node, truth.values.get).items():
        after, score = then(points), own + (game.consolation if points == -1 else points)
        over = sum(after) if not isinstance(after[-1], Start) else after[1].scores[1] >= game.goal
        found[0] += chance * over * score
        found[1] += chance * over * opp
    return found


def nodes(arrays, unit):
    """((player, own, opp, mine, his), number) of a number for each turn start."""
    for player, array in enumerate(arrays):
        for (own, opp), number in np.ndenumerate(array):
            yield (player, Start((unit * own, unit * opp))), number


# --- turns of any kind --------------------------------------------------------------------------


@st.composite
def general(draw):
    """A race, how the turns of two end who decide by lot, a start, and the same in fractions."""
    game, seed = draw(some(turned, 4)), draw(st.integers(0, 2**32))
    try:
        if game.target == "at_least" and draw(st.booleans()):
            game = game._like(end="last_turn")
        far = tables_of(Mover(game)).rolled
        assume(far < 40)
    except RuleError:  # also of turns that are too long to follow
        assume(False)
    lots = [Drawn(game, seed + n, past=far * game.unit) for n in range(2)]
    both = lots if draw(st.booleans()) else [lots[0], "random"]
    start = draw(st.integers(0, game.units - 1)), draw(st.integers(0, game.units - 1))
    players = [one if one in lots else answers_of(game, one) for one in both]
    truth = Slow(game, players, never=0, far=far * game.unit - game.goal)
    turns = [race_matches.turns_of(Mover(game), getattr(one, "policy", one)) for one in both]
    return game, turns, start, truth


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(general())
def test_matches_of_any_turn_are_what_the_fractions_say(match):
    check(*match)


def test_play_that_hardly_ends_is_known_to_the_last_digits(monkeypatch):
    # Wins take six gains in a row of one in a thousand: some 1e18 turns.
    game = Race(Roll({1: "1/1000"}, bust="1/1000", wipe="998/1000"), 6)
    match = pigcore.match(game, pigcore.hold_at(6), pigcore.hold_at(6), start=(0, 0))
    row = pigcore.match(game, pigcore.hold_at(6), pigcore.hold_at(6), start=(3, 0))
    p = Fraction(1, 1000) ** 6
    assert match.first == pytest.approx(float(1 / (2 - p)), rel=1e-14)
    assert match.turns == pytest.approx(float(1 / p), rel=1e-13)
    assert row.first > match.first
    monkeypatch.setattr("pigcore.play.results.MOST_TURNS", 1000)
    with pytest.raises(SizeError, match="after 1,000 turns the game still goes on"):
        match.lengths  # noqa: B018


# --- figures ------------------------------------------------------------------------------------


def test_a_game_that_may_never_end():
    game, one = pigcore.HoldOrContinue(), pigcore.hold_at(1)
    match = pigcore.match(game, one, one)
    assert match.never == pytest.approx(0.15, abs=0.01)
    assert match.average == pytest.approx((1 - match.never) / 2, abs=1e-14)
    assert match.turns == np.inf
    assert match.as_dict()["turns"] is None
    assert match.turns_if_ended == pytest.approx(match.lengths.mean, abs=1e-8)
    assert np.isinf(match.visits[0, 74, 74])
    assert "0.142191840295 of the games never end" in str(match)


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        (pigcore.Pig(40), pigcore.hold_at(12), pigcore.roll_times(4)),
        (pigcore.TwoDicePig(30), pigcore.hold_at(12), pigcore.random_play()),
        (pigcore.HoldOrContinue(), pigcore.hold_at(1), pigcore.hold_at(1)),
        (pigcore.ConsolationPig(), pigcore.random_play(), pigcore.solve(pigcore.ConsolationPig())),
    ],
)
def test_wins_are_perfect_play_less_what_was_given_away(game, first, second):
    match, value = pigcore.match(game, first, second), pigcore.solve(game).value
    mine, theirs = match.losses
    others = match.course.chain.wins(1)[0][0, 0]
    never = 1 - match.first - others
    assert match.first + never / 2 == pytest.approx(value - mine + theirs, abs=1e-13)
    assert min(mine, theirs) >= 0
    assert mine != theirs


def test_large_goals_take_little_memory(monkeypatch):
    game, one = pigcore.HoldOrContinue(40), pigcore.hold_at(1)
    policies = [(one, one), (pigcore.solve(game), one), (pigcore.random_play(), one)]
    before = [pigcore.match(game, *both, start=(2, 1)) for both in policies]
    monkeypatch.setattr(race_matches, "LARGE", 40)
    for both, match in zip(policies, before):
        again = pigcore.match(game, *both, start=(2, 1))
        for name in ("first", "second", "never", "turns_if_ended"):
            assert getattr(again, name) == pytest.approx(getattr(match, name), abs=1e-13)


def test_a_match_can_be_sent_to_another_process():
    pig, hog = pigcore.Pig(20), pigcore.Hog.fa13(12)
    policies = [pigcore.hold_at(9), pigcore.random_play()], [pigcore.always_roll(3)] * 2
    for game, (mine, theirs) in zip((pig, hog), policies):
        match = pigcore.match(game, mine, theirs)
        assert match.lengths.median > 2  # the chain is there, and stays behind
        again = pickle.loads(pickle.dumps(match))
        assert again == match
        assert again.visits.tolist() == match.visits.tolist()
        reply, loss = pigcore.best_response(game, theirs), pigcore.loss(game, mine)
        assert pickle.loads(pickle.dumps(reply)).deviations(3) == reply.deviations(3)
        assert pickle.loads(pickle.dumps(loss)).mistakes(3) == loss.mistakes(3)


# --- lengths ------------------------------------------------------------------------------------


def test_quantiles():
    found = Lengths(np.array([0.0, 0.25, 0.5, 0.0, 0.125]))  # an eighth never ends
    assert [found.quantile(share) for share in (0, 0.25, 0.3, 0.5, 0.86, 1)] == [0, 1, 2, 2, 4, 4]
    assert (found.mean, found.median, len(found)) == (1.75 / 0.875, 2, 5)
    with pytest.raises(RuleError, match="share is 2"):
        found.quantile(2)


# --- refused ------------------------------------------------------------------------------------


def test_exact_ties_are_held_by_all_that_plays_by_a_solution():
    game = Race(Roll({2: "2/5"}, bust="3/5"), 8, "exact", 1)
    solution = pigcore.solve(game)
    right = Fraction(791995394607874, 2384185791015625)  # best play holds all ties, in fractions
    table = solution.decisions()
    for best in (solution, solution.policy, pigcore.parse_policy(game, "optimal"), table):
        match = pigcore.match(game, pigcore.hold_at(4), best)
        assert match.second == pytest.approx(float(right), abs=1e-14)
    for own, opp, total in [(4, 3, 2), (4, 1, 2), (5, 0, 2), (5, 4, 2)]:
        assert solution.best(own, opp, total) == ("roll", "hold")
        with pytest.warns(pigcore.DisputedWarning):
            assert solution.decide(own, opp, total) == "hold"
        assert table[own, opp, total] == 0
        assert solution.policy(own, opp, total) == "hold"
        assert solution.thresholds()[own, opp] <= total


def test_what_games_that_nobody_wins_count():
    """By hand: a turn wins 1/4, leaves a score that cannot reach 3 1/4, and else goes to the other:
    x = 1/4 + y/2 and y = (1/4)(1/2) + x/2 for who moves first and second, and nobody wins 1/4.
    """
    game = pigcore.Race(pigcore.Roll({2: "1/4", 3: "1/4"}, bust="1/2"), 3, "exact")
    for never, expected in {
        "loss": (5 / 12, 1 / 3),
        "half": (5 / 12 + 1 / 8, 1 / 3 + 1 / 8),
        "again": (5 / 9, 4 / 9),
    }.items():
        match = pigcore.match(game, "hold:2", "hold:2", never=never)
        assert (match.first, match.second) == pytest.approx(expected, abs=1e-14)
        assert match.never == pytest.approx(0.25 if never == "loss" else 0, abs=1e-14)
