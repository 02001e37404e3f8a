"""Best replies and what policies give away, in races, Hog and duels."""

import pytest
from support import hogs

import pigcore
from pigcore.games import Hog, Race, Roll

DUEL = pigcore.Duel(holds=(15, 17, 20, 21, 25))


def careful(own, opp, total, busts, opp_busts):
    """Hold early after a bust."""
    return "hold" if total >= (4 if busts else 9) else "roll"


ROLL = Roll({1: "1/4", 2: "1/4", 3: "1/4"}, bust="1/8", wipe="1/8")
SMALL = pigcore.Farkle({(1,): 1, (2,): 2, (2, 2): 3}, goal=6, dice=2, sides=3)
FALLS = pigcore.Farkle(
    {"1": 1, "2 2": 3}, 6, 3, 3, busts_in_a_row=2, penalty=2, floor=-2, minimum_bank=2,
    minimum_to_win=True,
)  # fmt: skip

CASES = [
    (Race(ROLL, 8, consolation=1), pigcore.roll_times(2)),
    (Race(ROLL, 8), pigcore.hold_at(4).unless("own>=5", pigcore.roll_times(2))),
    (Race(Roll.die(4), 10, busts_in_a_row=2, penalty=3, floor=-3), careful),
    (Race(Roll.die(4), 10, busts_in_a_row=2, penalty=3, floor=-3), "optimal"),
    (FALLS, pigcore.hold_at(2)),
    (pigcore.Pig(12, players=3), pigcore.hold_at(5)),
    (SMALL.seated(3), pigcore.hold_at(2)),
    (SMALL, pigcore.random_play()),
    (SMALL, lambda own, opp, points, faces: "1, then bank" if 1 in faces else "2, then throw"),
    (SMALL, pigcore.hold_at(2).unless("own>=3", pigcore.random_play())),
    (pigcore.Pig(25), pigcore.hold_at(9)),
    (pigcore.HoldOrContinue(25), pigcore.hold_at(1)),
    (pigcore.ConsolationPig(20), pigcore.random_play()),
    (Hog.fa13_hijinks(9), pigcore.mix({2: "1/2", 5: "1/2"})),
    (Hog(9, 3, pig_out="pig_out_for_nothing"), pigcore.always_roll(1)),
    (DUEL, pigcore.mix({15: "1/2", 20: "1/2"})),
]


def worth(game, first, second):
    """What the first policy is worth on the average: a chance, in a duel a payoff.

    The second one is that of all others.
    """
    match = pigcore.match(game, first, second)
    return match.payoff if game.family == "duel" else match.average


@pytest.mark.parametrize(("game", "policy"), CASES, ids=lambda one: str(one)[:20])
def test_what_is_lost_adds_up(game, policy):
    best, found = pigcore.solve(game), pigcore.loss(game, policy)
    fair = 0.0 if game.family == "duel" else 1 / game.players
    assert found.average == pytest.approx(fair - worth(game, policy, best), abs=1e-13)
    mistakes = found.mistakes(10**7)
    assert sum(mistake.cost for mistake in mistakes) == pytest.approx(found.average, abs=1e-13)
    costs = [mistake.cost for mistake in mistakes]
    assert costs == sorted(costs, reverse=True)
    assert [mistake.cost for mistake in found.mistakes(3)] == costs[:3]
    for mistake in mistakes[:20]:
        if not mistake.state:
            continue
        worths = best.payoffs(*mistake.state)
        if not any(word in repr(policy) for word in ("mix", "random", "roll_times")):
            apart = worths[mistake.best] - worths[mistake.chosen]
            assert mistake.loss == pytest.approx(apart, abs=1e-12)


@pytest.mark.parametrize(("game", "policy"), CASES, ids=lambda one: str(one)[:20])
def test_what_a_reply_gains_adds_up(game, policy):
    reply = pigcore.best_response(game, policy)
    best = worth(game, pigcore.solve(game), policy)
    deviations = reply.deviations(10**7)
    gained = sum(deviation.cost for deviation in deviations)
    assert gained == pytest.approx(reply.average - best, abs=1e-13)
    assert reply.average >= best - 1e-14
    found = pigcore.loss(game, policy).exploitability
    fair = 0.0 if game.family == "duel" else 1 / game.players
    assert found == pytest.approx(reply.average - fair, abs=1e-15)
    assert worth(game, reply.policy, policy) == pytest.approx(reply.average, abs=1e-13)


@pytest.mark.parametrize("players", [2, 3])
def test_where_it_counts_who_began_all_seats_add_up(players):
    game = Race(Roll.die(4), 6 - players, end="equal_turns", tie="half", players=players)
    policy = pigcore.hold_at(2)
    lost, reply = pigcore.loss(game, policy), pigcore.best_response(game, policy)
    costs = sum(mistake.cost for mistake in lost.mistakes(2000))
    assert costs == pytest.approx(lost.average, abs=1e-12)
    gains = sum(one.cost for one in reply.deviations(2000))
    more = reply.average - pigcore.match(game, "optimal", policy).average
    assert gains == pytest.approx(more, abs=1e-12)
    assert more > 1e-4


def test_words():
    reply = pigcore.best_response(pigcore.Pig(), pigcore.hold_at(20))
    state = {"state": "own 73, opp 65, total 25"}
    assert reply.listed(1)[0].items() >= {**state, "reply": "hold", "best play": "roll"}.items()


# --- Hog that progresses slowly -----------------------------------------------------------------


@pytest.mark.parametrize(("again", "first"), [(True, 1.0), (False, 0.5)])
def test_play_that_hardly_progresses(again, first):
    game, seven = hogs.seven_hundreds(lambda own, opp: again), pigcore.always_roll(7)
    match = pigcore.match(game, seven, seven)
    assert (match.first, match.second) == pytest.approx((first, 1 - first), abs=1e-13)
    assert match.turns == pytest.approx(1e14)


def test_a_race_that_hardly_ends_has_a_reply():
    game = Race(Roll({1: "1/1000"}, bust="999/1000"), 3)
    reply = pigcore.best_response(game, pigcore.hold_at(1))
    assert reply.policy(0, 0, 1) == "hold"
    assert reply.average == pytest.approx(0.5, abs=1e-14)
