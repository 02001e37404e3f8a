"""Races that hardly end, and results that contradict themselves: what is not right is refused.

That whatever is answered of such races is right is what the campaign looks at.
"""

import pytest

import pigcore
from pigcore.games import PigcoreError, Race, Roll
from pigcore.play.results import Loss, Match, Response

pytestmark = pytest.mark.slow


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
