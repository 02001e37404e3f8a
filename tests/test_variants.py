"""Variants that are data alone: each is served by everything that serves Pig."""

import pigverify
import pytest
from support.commands import ask
from support.slow import values_of

import pigcore

GOALS = {
    "pig:three-throws": 25,
    "big-pig": 60,
    "double-trouble": 30,
    "growing-pig": 25,
}
"""The goals to which they are served here; each goes to 100 by itself."""


@pytest.fixture(scope="module")
def zombie():
    return pigcore.solve(pigcore.game("zombie-dice"))


@pytest.mark.slow
@pytest.mark.nightly
def test_zombie_dice(zombie, tmp_path):
    game = zombie.game
    assert game.turn.describe()["modes"] == 9972  # of 10,766, those that are alike being one
    assert sum(bits.bit_count() for bits in game.come_to(12)) == 14_008
    assert zombie.converged
    state = zombie.closest(1)[0].state
    assert zombie.best(*state) == ("roll",)
    found = pigcore.match(game, zombie, pigcore.hold_at(4))
    assert found.average > 0.5
    with pytest.raises(pigcore.SizeError, match="Zombie Dice has no certificate, because its rul"):
        pigverify.write_certificate(game, tmp_path / "z.pigcert")
    done = ask("pigcore", "page", "zombie-dice", "-o", "z.html", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("z.html: Zombie Dice in ")


@pytest.mark.slow
@pytest.mark.parametrize("name", GOALS)
def test_it_is_worth_what_fractions_say(name):
    game = pigcore.game(name, goal=9)
    exact = values_of(game)
    starts = pigcore.solve(game).starts
    assert max(abs(starts[pair] - float(value)) for pair, value in exact.items()) < 1e-14


@pytest.mark.slow
@pytest.mark.parametrize("name", GOALS)
def test_it_is_proved_matched_and_simulated_like_pig(name, tmp_path):
    game = pigcore.game(name, goal=GOALS[name])
    solution = pigcore.solve(game)
    assert pigverify.certify(solution).ok
    pigverify.write_certificate(game, tmp_path / "game.pigcert")
    assert pigverify.check_certificate(tmp_path / "game.pigcert").ok
    found = pigcore.match(game, "optimal", "hold:8")
    lost = pigcore.loss(game, "hold:8").average
    assert found.average == pytest.approx(0.5 + lost, abs=1e-12)
    assert lost > 0
    assert pigcore.best_response(game, "hold:8").average >= found.average - 1e-12
