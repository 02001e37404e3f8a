"""Generated games of every family, solved and proved: all that is said is what fractions say."""

from collections import Counter
from random import Random

import pytest
from support.generated import MAKERS
from support.judgement import judge_game

from pigcore import RuleError


@pytest.mark.parametrize("family", MAKERS)
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 20))]
)
def test_what_is_said_of_a_game_is_so(family, seed):
    random, count = Random(f"{seed} {family}"), Counter()
    while not count:
        try:
            game = MAKERS[family](random, True)
        except RuleError:
            continue
        judge_game(random, game, True, count)
