"""What the user's own ``progress`` raises comes out as itself, from every solver and proof."""

import pytest

import pigcore
from pigcore import Bag, Duel, Farkle, Hog, HoldOrContinue, Pig, TwoDicePig
from pigcore.games.functions import telling

DICE = [100] * 20


class EnoughError(Exception):
    """Nothing that pigcore knows of."""


def stop(done, of):
    raise EnoughError(f"{done} of {of}")


@pytest.mark.parametrize(
    ("game", "function", "states"),
    [
        (Pig(20), lambda own, opp, total: "roll" if total < 9 else "hold", 20 * 19 * 20 // 2),
        (Hog.fa13(20), lambda own, opp: 5, 400),
    ],
)
def test_who_asks_a_function_tells_how_far(game, function, states):
    heard = []
    with telling(lambda done, of: heard.append((done, of))):
        found = pigcore.match(game, function, "optimal")
    assert heard[-1] == (states, states)
    assert heard == sorted(heard)
    assert found == pigcore.match(game, function, "optimal")
    with telling(stop), pytest.raises(EnoughError):
        pigcore.match(game, function, "optimal")


@pytest.mark.parametrize(
    "game", [Pig(20), TwoDicePig(10), Duel(), Bag(DICE, DICE, DICE), Farkle(goal=500)], ids=str
)
def test_from_the_solver(game):
    with pytest.raises(EnoughError, match="of"):
        pigcore.solve(game, progress=stop)


@pytest.mark.parametrize("method", ["newton", "sweep", "pairs", "rounds"])
def test_from_every_method(method):
    with pytest.raises(EnoughError):
        pigcore.solve(HoldOrContinue(20), method, progress=stop)
