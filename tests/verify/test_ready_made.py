"""Every game that ``pigcore games`` lists is proved whole, all but one at their own goals."""

import pytest
from pigverify import certify

import pigcore
from pigcore.games.rules import game, games_made_at_once, named_games

LONG = "farkle", "farkle:minimal", "farkle:zilch", "zombie-dice:box"
"""Those that take a minute of a processor together, or more; the same games to fewer points are
proved by day."""
AT_ONCE = {make(): name for name, make in reversed(games_made_at_once().items())}
READY_MADE = [
    pytest.param(name, marks=[pytest.mark.nightly] * (name in LONG))
    for name in [
        *AT_ONCE.values(),
        *(name for name in named_games() if name not in games_made_at_once()),
    ]
]
"""Each once, by the first of its names."""


def shown(name):
    """What is proved."""
    if name == "farkle:three-farkles":  # to 10,000 it takes an hour
        return pigcore.Farkle.three_farkles(500, floor=-500)
    return game(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", READY_MADE)
def test_every_ready_made_game_is_proved_whole(name):
    """But for Hog whose rules look back at more than the scores."""
    game = shown(name)
    if game.family == "hog" and set(game.memory) - {"parity"}:
        with pytest.raises(pigcore.RuleError, match="look back at .*, which no proof of Hog does"):
            certify(game)
        return
    report = certify(game)
    assert (report.ok, report.undecided) == (True, 0)
    assert report.states > 0
