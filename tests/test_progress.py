"""What the user's own ``progress`` raises comes out as itself, from every solver and proof."""

import pigverify
import pytest

import pigcore
from pigcore import Bag, Duel, Farkle, Hog, HoldOrContinue, Pig, TwoDicePig

DICE = [100] * 20


class EnoughError(Exception):
    """Nothing that pigcore knows of."""


def stop(done, of):
    raise EnoughError(f"{done} of {of}")


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


@pytest.mark.parametrize(
    "game",
    [
        Pig(20),
        TwoDicePig(10),
        Hog.fa13(20),
        Hog(5, 2, pig_out="pig_out_for_nothing"),
        Duel(),
        Bag(DICE, DICE, DICE),
    ],
    ids=str,
)
def test_from_the_proof(game):
    with pytest.raises(EnoughError):
        pigverify.certify(game, progress=stop)
