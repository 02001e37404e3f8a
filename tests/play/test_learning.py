"""The environment for learners: Gymnasium's own checker, and whether it plays the game."""

import sys
import warnings

import pytest
from gymnasium.utils.env_checker import check_env

import pigcore
from pigcore.games import RuleError
from pigcore.play.learning import Environment

CHOICES = {
    1: {pigcore.BUST: 1, pigcore.gain(2, 1): 2},
    2: {pigcore.BUST: 1, (pigcore.gain(1, 2), pigcore.gain(4, 1)): 2},
}
GAMES = {
    "Pig": pigcore.Pig(20),
    "nobody may win": pigcore.Race(pigcore.Roll({2: 1, 5: 1}, bust=1), 11, "exact"),
    "party": pigcore.Pig(15, players=3),
    "Farkle": pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3),
    "choices": pigcore.Race(pigcore.Turn(CHOICES.get, 2), 12),
    "Hog with exchange": pigcore.Hog.fa13_hijinks(20),
    "Hog with extra turns": pigcore.Hog.fa20(20),
}


@pytest.mark.parametrize("name", GAMES)
def test_gymnasiums_own_checker(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It was made by its class, not by gymnasium.make.
        warnings.filterwarnings("ignore", ".*not having a `?spec`?|.*`spec`")
        check_env(Environment(GAMES[name], "random", render_mode="ansi"), skip_render_check=False)


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
    pig, party, hog = pigcore.Pig(20), pigcore.Pig(20, players=3), pigcore.Hog.fa20(20)
    exact = pigcore.match(pig, pigcore.hold_at(6), pigcore.hold_at(9))
    for begins, seat in ((True, "first"), (False, "second"), (None, "average")):
        env = Environment(pig, "hold:9", begins=begins)
        won = returns(env, lambda seen: int(seen[2] < 6), episodes)
        assert won == pytest.approx(getattr(exact, seat), abs=within)
    exact = pigcore.match(party, pigcore.hold_at(6), (pigcore.hold_at(9), pigcore.random_play()))
    for begins, chance in ((False, sum(exact.seats[1:]) / 2), (None, exact.average)):
        env = Environment(party, ("hold:9", "random"), begins=begins)
        won = returns(env, lambda seen: int(seen[3] < 6), episodes)
        assert won == pytest.approx(chance, abs=within)
    env = Environment(hog, "random")
    won = returns(env, lambda seen: env.actions.index(4), episodes)
    exact = pigcore.match(hog, pigcore.always_roll(4), pigcore.random_play()).average
    assert won == pytest.approx(exact, abs=within)


def test_a_long_game_is_truncated():
    env = Environment(pigcore.Pig(100), "hold:20", longest=3, begins=True)
    env.reset(seed=1)
    done = False
    while not done:
        *_, terminated, done, info = env.step(1)
        assert not terminated
    assert info["turns"] == 3
    with pytest.raises(RuleError, match=r"no game is under way: call reset\(\) first"):
        env.step(1)


def test_an_opponent_may_win_before_the_learner_decides():
    env = Environment(pigcore.Piglet(1), "hold:1", begins=False)
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
    env = Environment(pigcore.Pig(100), "hold:1", begins=True, longest=1, render_mode="ansi")
    env.reset(seed=1)
    while not env.step(1)[3]:
        pass
    assert env.render().startswith("learner, 0 to 0: ")
    assert Environment(pigcore.Piglet(3)).render() is None


@pytest.mark.parametrize("action", [2, -1, 0.5, "roll", None])
def test_what_is_no_action_is_refused(action):
    env = Environment(pigcore.Pig(9), begins=True)
    env.reset(seed=1)
    with pytest.raises(RuleError, match=r"but must be 0 \(hold\) or 1 \(roll\)"):
        env.step(action)


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "pigcore.play.learning")
    with pytest.raises(ImportError, match=r"needs gymnasium.*pip install 'pigcore\[gym\]'"):
        import pigcore.play.learning  # noqa: F401
