"""A party played by known policies, in fractions."""

from .race_in_fractions import MatchInFractions, turn_of
from .race_in_fractions import player_of as as_fractions

__all__ = ["SlowGames", "as_fractions"]


class SlowGames:
    """``values[m, scores]``: each player's chance when player m begins a turn, his score first."""

    def __init__(self, game, players):
        self.game, self.n, self.players = game, game.players, players
        match = MatchInFractions(game, players)
        wins = [match.worth(p) for p in range(self.n)]
        self.values = {place: [win[place] for win in wins] for place in wins[0]}

    def payoffs(self, m, scores, points, mode=0):
        """What throwing once and banking win for player m, who then goes on as he does."""
        throws, banks = self.game.words
        _, bank, _, take = self.players[m]
        ends = turn_of(
            self.game, lambda *it: bank(0, *it), lambda *it: take(0, *it), *scores,
            begin=(points, mode),
        )  # fmt: skip
        thrown = sum(
            chance * (1 if what == "win" else self.at(m, scores, score))
            for (what, score), chance in ends.items()
        )
        return {throws: thrown, banks: self.at(m, scores, scores[0] + points)}

    def at(self, m, scores, banked):
        return self.values[(m + 1) % self.n, (*scores[1:], banked)][m]
