"""Environments for learners: the libraries' own checkers, and whether they play the game."""

import importlib
import sys
import warnings
from inspect import getattr_static, isfunction, signature
from unittest import mock

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test

import pigcore
from pigcore.games import RuleError
from pigcore.play import learning
from pigcore.play.learning.agents import TypedEnv

CAPPED = {
    left: {pigcore.BUST: 1, pigcore.gain(2, left - 1): 2, pigcore.gain(5, left - 1): 1}
    for left in (1, 2)
} | {0: None}
CHOICES = {
    1: {pigcore.BUST: 1, pigcore.gain(2, 1): 2},
    2: {pigcore.BUST: 1, (pigcore.gain(1, 2), pigcore.gain(4, 1)): 2},
}
GAMES = {
    "Pig": pigcore.Pig(20),
    "exact": pigcore.HoldOrContinue(15),
    "wipes": pigcore.TwoDicePig(20),
    "nobody may win": pigcore.Race(pigcore.Roll({2: 1, 5: 1}, bust=1), 11, "exact"),
    "party": pigcore.Pig(15, players=3),
    "party that nobody may win": pigcore.Race(
        pigcore.Roll({2: 1, 5: 1}, bust=1), 11, "exact"
    ).seated(3),
    "Farkle": pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3),
    "capped": pigcore.Race(pigcore.Turn(CAPPED.get, 2), 12),
    "choices": pigcore.Race(pigcore.Turn(CHOICES.get, 2), 12),
    "Hog": pigcore.Hog.fa13(20),
    "Hog with exchange": pigcore.Hog.fa13_hijinks(20),
    "Hog with extra turns": pigcore.Hog.fa20(20),
}
FOR_DICTS = (  # what the checker says of every environment whose observation holds a mask
    "Observation is not a NumPy array|Observation numpy array is all zeros|"
    "Action mask numpy array is all zeros|Observation space for each agent probably should be"
)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_checker(name):
    env = learning.environment(GAMES[name], "random", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It was made by a function, not by gymnasium.make.
        warnings.filterwarnings("ignore", ".*not having a `?spec`?|.*`spec`")
        check_env(env, skip_render_check=False)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_own_checker(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", f".*({FOR_DICTS})")
        api_test(learning.contest(GAMES[name], render_mode="ansi"), num_cycles=200)
        seed_test(lambda: learning.contest(GAMES[name]), num_cycles=50)


def test_what_type_checkers_see_of_pettingzoo():
    assert isinstance(learning.contest(pigcore.Pig(20)), AECEnv)
    assert set(TypedEnv.__annotations__) <= set(AECEnv.__annotations__)
    methods = [name for name in vars(TypedEnv) if not name.startswith("__")]
    assert "agent_iter" in methods
    for name in methods:
        stated, real = getattr_static(TypedEnv, name), getattr_static(AECEnv, name)
        assert type(stated) is type(real), name
        if isfunction(stated):
            ours, theirs = signature(stated).parameters, signature(real).parameters
            assert [*ours] == [*theirs], name
            assert [p.default for p in ours.values()] == [p.default for p in theirs.values()], name


def returns(env, decide, episodes):
    """The mean return of a learner who decides by what is seen."""
    won = 0.0
    env.reset(seed=1)
    for _ in range(episodes):
        seen, info = env.reset()
        done = False
        while not done:
            assert seen in env.observation_space
            assert info["action_mask"].any()
            seen, reward, terminated, truncated, info = env.step(decide(seen))
            assert reward == 0 or terminated
            done = terminated or truncated
        won += reward
        assert not info["action_mask"].any()
    return won / episodes


@pytest.mark.slow
def test_the_return_is_the_chance_of_winning():
    episodes = 600
    within = 4 * 0.5 / episodes**0.5
    pig = pigcore.Pig(20)
    for begins, seat in ((True, "first"), (False, "second"), (None, "average")):
        env = learning.environment(pig, pigcore.roll_times(2), begins=begins)
        won = returns(env, lambda seen: int(seen[2] < 6), episodes)
        exact = getattr(pigcore.match(pig, pigcore.hold_at(6), pigcore.roll_times(2)), seat)
        assert won == pytest.approx(exact, abs=within)
    party = pigcore.Pig(20, players=3)
    others = pigcore.hold_at(9), "random"
    exact = pigcore.match(party, pigcore.hold_at(6), (others[0], pigcore.random_play()))
    for begins, chance in (
        (True, exact.first), (False, sum(exact.seats[1:]) / 2), (None, exact.average)
    ):  # fmt: skip
        env = learning.environment(party, others, begins=begins)
        won = returns(env, lambda seen: int(seen[3] < 6), episodes)
        assert won == pytest.approx(chance, abs=within)
    hog = pigcore.Hog.fa20(20)
    env = learning.environment(hog, "random")
    won = returns(env, lambda seen: env.actions.index(4), episodes)
    exact = pigcore.match(hog, pigcore.always_roll(4), pigcore.random_play()).average
    assert won == pytest.approx(exact, abs=within)


def test_two_agents_play_the_game():
    pig = pigcore.Pig(12)
    env = learning.contest(pig)
    limits = {"player_0": 4, "player_1": 9}
    games, won, began = 600, 0, 0
    env.reset(seed=5)
    for _ in range(games):
        env.reset()
        began += env.agent_selection == "player_0"
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                won += agent == "player_0" and reward == 1
                assert abs(reward) == 1
            else:
                env.step(int(seen["observation"][2] < limits[agent]))
    exact = pigcore.match(pig, pigcore.hold_at(4), pigcore.hold_at(9)).average
    assert won / games == pytest.approx(exact, abs=0.08)
    assert 0.4 < began / games < 0.6


def test_what_is_not_seen_cannot_be_decided():
    env = learning.contest(GAMES["Pig"])
    env.reset(seed=1)
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(waiting)["action_mask"].tolist() == [0, 0]
    assert env.observe(env.agent_selection)["action_mask"].tolist() == [0, 1]
    env.step(1)


def test_a_long_game_is_truncated():
    env = learning.environment(pigcore.Pig(100), "hold:20", longest=3, begins=True)
    env.reset(seed=1)
    done = False
    while not done:
        *_, terminated, done, info = env.step(1)
        assert not terminated
    assert info["turns"] == 3
    with pytest.raises(RuleError, match=r"no game is under way: call reset\(\) first"):
        env.step(1)


def test_a_game_that_nobody_can_win_ends_without_a_winner():
    game = pigcore.Race(pigcore.Roll({2: 1, 3: 1}, bust=1), 4, "exact")
    env = learning.environment(game, "hold:3", begins=True)
    ends = set()
    env.reset(seed=2)
    for _ in range(100):
        _, info = env.reset()
        done = False
        while not done:  # who throws once has 2 or 3, and nobody gets from 3 to 4
            seen, reward, done, truncated, info = env.step(int(info["action_mask"][0] == 0))
            assert not truncated
        ends.add((reward, *seen[:2].tolist()))
    assert (0.0, 3, 3) in ends
    assert {reward for reward, own, opp in ends if own == 4} == {1.0}


def test_an_opponent_may_win_before_the_learner_decides():
    env = learning.environment(pigcore.Piglet(1), "hold:1", begins=False)
    lost = 0
    env.reset(seed=1)
    for _ in range(100):
        seen, info = env.reset()
        if seen[1] == 1:
            assert info["action_mask"].tolist() == [1, 1]
            _, reward, terminated, _, _ = env.step(0)
            assert (reward, terminated) == (0.0, True)
            lost += 1
    assert 30 < lost < 70


def test_it_tells_the_game_in_words():
    env = learning.environment(pigcore.Piglet(3), "hold:1", begins=True, render_mode="ansi")
    env.reset(seed=1)
    env.step(1)
    assert "learner" in env.render()
    assert learning.environment(pigcore.Piglet(3)).render() is None


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: learning.environment(pigcore.game("bag")), "there is no board for Bag"),
        (lambda: learning.contest(pigcore.Duel()), "there is no board for Duel"),
        (lambda: learning.environment(pigcore.Pig(), "hold:x"), "the total to hold at"),
        (lambda: learning.environment(pigcore.Pig(9), longest=0), "longest is 0, but must be"),
        (lambda: learning.contest(pigcore.Pig(9), render_mode="human"), "render_mode is 'human'"),
        (lambda: learning.environment(pigcore.Pig(9), begins="no"), "begins is 'no', but must be"),
        (lambda: learning.contest(pigcore.Pig(9)).step(1), "no game is under way"),
        (lambda: learning.greedy(pigcore.Pig(9), np.zeros(3)), r"the values are an array \(3,\)"),
    ],
)
def test_refusals(make, sentence):
    with pytest.raises(RuleError, match=sentence):
        make()


@pytest.mark.parametrize("action", [2, -1, 0.5, "roll", None])
def test_what_is_no_action_is_refused(action):
    env = learning.environment(pigcore.Pig(9), begins=True)
    env.reset(seed=1)
    with pytest.raises(RuleError, match=r"but must be 0 \(hold\) or 1 \(roll\)"):
        env.step(action)
    contest = learning.contest(pigcore.Pig(9))
    contest.reset(seed=1)
    with pytest.raises(RuleError, match=r"but must be 0 \(hold\) or 1 \(roll\)"):
        contest.step(action)


def test_what_is_missing_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "gymnasium", None)
    for module in ("one_player", "two_players", "spaces"):
        monkeypatch.delitem(sys.modules, f"pigcore.play.learning.{module}", raising=False)
    with pytest.raises(ImportError, match=r"needs gymnasium.*pip install 'pigcore\[gym\]'"):
        learning.environment(pigcore.Pig(9))


# --- scores ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", [pigcore.Pig(20), pigcore.Hog.fa13(20)], ids=lambda one: one.name)
def test_a_score_says_how_far_from_perfect_a_policy_is(game):
    best = pigcore.solve(game)
    policy = pigcore.random_play()
    for env in (learning.environment(game, best), learning.contest(game)):
        found = env.score(policy)
        assert found.average == pytest.approx(0.5 - pigcore.match(game, policy, best).average)
        reply = pigcore.best_response(game, policy)
        assert found.exploitability == pytest.approx(reply.average - 0.5)
        assert found.exploitability >= found.average > 0.05
        perfect = env.score(best)
        assert perfect.average == pytest.approx(0, abs=1e-12)
        assert perfect.exploitability == pytest.approx(0, abs=1e-12)


def test_greedy_values_are_a_policy():
    for game in (pigcore.Pig(15), pigcore.Hog.fa13(15), pigcore.Hog.fa13_hijinks(15)):
        env = learning.environment(game, "random")
        best = pigcore.solve(game)
        values = np.zeros((*env.observation_space.nvec, len(env.actions)))
        for state in np.ndindex(best.policy.answers.shape if game.family == "hog" else (15,) * 3):
            if game.family == "hog" or (state[0] + state[2] < 15 and state[2]):
                values[(*state, env.actions.index(best.best(*state)[0]))] = 1.0
        match = pigcore.match(game, learning.greedy(game, values), best)
        assert match.average == pytest.approx(0.5, abs=1e-12)


@pytest.mark.slow
def test_all_players_of_a_party_are_agents():
    """Who holds at 6 wins as often as in a match, whoever sits where; rewards sum to 0."""
    party = pigcore.Pig(20, players=3)
    env = learning.contest(party, render_mode="ansi")
    limits = {"player_0": 6, "player_1": 9, "player_2": 20}
    won = dict.fromkeys(limits, 0)
    env.reset(seed=5)
    for _ in range(600):
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            if terminated:
                assert sum(env.rewards.values()) == 0
                env.step(None)
                continue
            own, second, third, total = observation["observation"]
            after = list(limits)[(list(limits).index(agent) + 1) % 3]
            assert env.observe(after)["observation"].tolist() == [second, third, own, total]
            env.step(int(total < limits[agent]))
            for name, reward in env.rewards.items():
                won[name] += reward == 1
    rules = [pigcore.hold_at(limit) for limit in limits.values()]
    shares = pigcore.match(party, rules[0], rules[1:]).shares
    assert [count / 600 for count in won.values()] == pytest.approx(shares, abs=0.08)
    assert "player_0" in env.render()
    with pytest.raises(RuleError, match="3 opponents are given, but Pig for three is"):
        learning.environment(party, ("random",) * 3)
    values = np.zeros((21, 21, 21, 21, 2))
    values[..., :9, 1] = 1.0
    assert pigcore.match(party, learning.greedy(party, values), rules[1]).average == pytest.approx(
        pigcore.match(party, rules[1], rules[1]).average
    )


def test_gymnasium_makes_every_ready_made_game_that_is_played_move_by_move():
    import gymnasium

    import pigcore.envs

    gymnasium.register_envs(pigcore.envs)
    there = {name for name in gymnasium.registry if name.startswith("pigcore/")}
    assert len(there) == len(pigcore.envs.NAMES)
    assert {"pigcore/pig-v0", "pigcore/farkle-kcd-v0", "pigcore/hog-fa24-v0"} <= there
    assert not any(name.startswith(("pigcore/duel", "pigcore/bag")) for name in there)
    env = gymnasium.make("pigcore/piglet-v0", opponent="hold:2", begins=True)
    assert env.unwrapped.game == pigcore.Piglet()
    assert env.spec.kwargs == {"game": "piglet", "opponent": "hold:2", "begins": True}
    check_env(env.unwrapped, skip_render_check=True)
    seen, info = env.reset(seed=3)
    assert (seen.tolist(), info["action_mask"].tolist()) == ([0, 0, 0], [0, 1])
    other = gymnasium.make("pigcore.envs:pigcore/pig-v0", game=GAMES["party"], opponent="hold:9")
    assert other.unwrapped.game == GAMES["party"]
    with pytest.raises(RuleError, match="there is no policy 'hodl' in Pig: did you mean 'hold'"):
        gymnasium.make("pigcore/pig-v0", opponent="hodl:20")


def test_without_gymnasium_the_sentence_names_the_extra():
    with mock.patch.dict(sys.modules, {"gymnasium": None}):
        sys.modules.pop("pigcore.envs", None)
        with pytest.raises(ImportError, match=r"pip install 'pigcore\[gym\]'"):
            importlib.import_module("pigcore.envs")
