"""Every game that ``pigcore games`` lists is proved whole, at its own goal."""

import pytest
from pigverify import certify

from pigcore.games.rules import named_games

READY_MADE = {make(): name for name, make in reversed(named_games().items())}
"""Each once, by the first of its names."""


@pytest.mark.slow
@pytest.mark.parametrize("game", READY_MADE, ids=READY_MADE.get)
def test_every_ready_made_game_is_proved_whole(game):
    report = certify(game)
    assert (report.ok, report.undecided) == (True, 0)
    assert report.states > 0
