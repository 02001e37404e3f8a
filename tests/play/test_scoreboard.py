"""Rules of the scoreboard, combined at random: matches and replies are those of a reference."""

from collections import Counter

import pytest
from support import generated
from support.judgement import judge_play


@pytest.mark.parametrize(
    "seeds",
    [range(9), *(
        pytest.param([n], marks=[pytest.mark.slow, *[pytest.mark.nightly] * (n == 12)])  # a minute
        for n in range(9, 120)
    )],
    ids=lambda seeds: str(seeds[0]),
)  # fmt: skip
def test_matches_and_replies_are_those_of_the_reference(seeds):
    for seed in seeds:
        game, count = generated.scored(seed), Counter()
        judge_play(game, seed, count)
        assert not count["replies refused"] or game.end != "goal"
        # Functions are not followed into the last turns of several players, and into play-offs.
        follows = game.end == "goal" or (game.players == 2 and game.tie != "play_on")
        assert count["matches refused"] == (not seed % 2 and not follows)
