"""Rules of the scoreboard, combined at random: matches and replies are those of a reference."""

import pytest
from support import generated
from support.slow import Drawn, UnsettledError, answers_of, played

import pigcore
from pigcore.solvers.race.arrays import tables_of


def drawn(seed):
    """A generated game, how far its turns are followed, and its players; some decide by lot."""
    game = generated.scored(seed)
    sides = [game] * game.players if game.other is None else [game, game.swapped]
    far = tables_of(game).rolled * game.unit - game.goal
    rule = pigcore.hold_at(2)
    named = [rule, rule, "random", "optimal"]
    players, policies = [], []
    for place, side in enumerate(sides):
        lot = Drawn(side, seed + place, past=game.goal + far)
        policies.append(named[(seed + place) % 4] if seed % 2 else lot.policy)
        players.append(answers_of(side, policies[-1]) if seed % 2 else lot)
    return game, far, players, policies


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
        game, far, players, (policy, *others) = drawn(seed)
        others = others if game.players > 2 else others[0]
        follows = game.end == "goal" or (game.players == 2 and game.tie != "play_on")
        if not (seed % 2 or follows):  # into whose last turns matches do not follow functions
            with pytest.raises(pigcore.RuleError, match="a function is asked in last turns of"):
                pigcore.match(game, policy, others)
            continue
        found = pigcore.match(game, policy, others)
        seats = (found.first, found.second) if game.players == 2 else found.seats
        assert played(game, players, far=far).seats == pytest.approx(seats, abs=1e-12), seed
        try:
            best = played(game, [None, *players[1:]], far=far)
        except UnsettledError:  # where nobody may win for ever
            continue
        try:
            reply = pigcore.best_response(game, others)
        except pigcore.RuleError:  # a function that gives something away
            assert game.end != "goal", seed
            continue
        seats = (reply.first, reply.second) if game.players == 2 else reply.seats
        assert best.seats == pytest.approx(seats, abs=1e-11), seed
