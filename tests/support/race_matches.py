"""Matches of races solved slowly and obviously, in fractions: with policies that mix and remember.

A player is (memories, chance, after): what he may remember, the chance that he rolls with
``chance(memory, own, opp, total)``, and what he remembers after a turn, ``after(memory, scored)``.
Where turns have modes or throws leave choices it is (memories, bank, after, take): the chance that
he banks, ``bank(memory, own, opp, points, mode)``, and the chance of each option of an outcome,
``take(memory, own, opp, points, mode, outcome)``, a mode being told by its place.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from .race_in_fractions import eliminate


def turn(game, chance, own, opp):
    """How a turn ends: {(what, score): chance}, what being win, pass, bank, bust or wipe."""
    return turn_of(
        game, lambda own, opp, points, mode: 1 - chance(own, opp, points), None, own, opp
    )


def turn_of(game, bank, take, own, opp):
    """The same of any turn, from scores in points."""
    modes, last = game.turn.modes, _last_score(game)

    def over(score):
        if not game.last_turn:
            return {("win", score): Fraction(1)}
        passed = chance_to_pass(game)(score - opp + game.unit, game.turn.start)
        return {("win", score): 1 - passed, ("pass", score): passed}

    def bust():
        if game.after_bust(own) < game.goal:
            return {("bust", game.after_bust(own)): Fraction(1)}
        return over(game.goal if game.last_turn else own_after_bust(game, own))

    def banked(score):
        return over(score) if score >= game.goal else {("bank", score): Fraction(1)}

    @cache
    def after(points, place):
        score = own + points
        if score > game.goal and game.target == "exact":
            return bust()
        if score >= (last if game.last_turn else game.goal):
            return over(score)
        stuck = modes[place].throw is None
        if stuck and not (score >= game.goal or points >= game.least(own)):
            return bust()
        share = Fraction(1) if stuck else Fraction(bank(own, opp, points, place))
        parts = [(share, banked(score))] if share else []
        if share < 1:
            parts.append((1 - share, throw(points, place)))
        return mixed(parts)

    @cache
    def throw(points, place):
        thrown = modes[place].throw
        parts = [(thrown.bust, bust()), (thrown.wipe, {("wipe", 0): Fraction(1)})]
        for n, outcome in enumerate(thrown.outcomes):
            shares = take(own, opp, points, place, n) if take and len(outcome.options) > 1 else [1]
            for share, option in zip(shares, outcome.options):
                if share:
                    then = after(points + option.gain, option.mode)
                    parts.append((outcome.chance * Fraction(share), then))
        return mixed(parts)

    return {key: weight for key, weight in throw(0, game.turn.start).items() if weight}


def mixed(parts):
    found = {}
    for share, ends in parts:
        for key, weight in ends.items() if share else ():
            found[key] = found.get(key, 0) + share * weight
    return found


@cache
def chance_to_pass(game):
    """The best chance to make so many points more in a turn, a function of points and mode."""

    @cache
    def passes(need, place):
        if need <= 0:
            return Fraction(1)
        thrown = game.turn.modes[place].throw
        return sum(
            (p * max(passes(need - it.gain, it.mode) for it in options)
             for p, options in (thrown.outcomes if thrown else ())),
            Fraction(0),
        )  # fmt: skip

    return passes


def _last_score(game):
    """From this score on one banks."""
    from pigcore.solvers.race.decided import tables_of

    return game.unit * tables_of(game).rolled


def own_after_bust(game, own):
    """The score after a bust, which may be past the goal."""
    back = game.after_bust(own)
    return own + game.consolation if back == game.goal else back


class MatchInFractions:
    """The nodes (player, own, opp, mine, his) of a match, and where each leads."""

    def __init__(self, game, players):
        self.game = game
        self.moves, self.wins, self.passes, self.finals = {}, {}, {}, {}
        memories = [player[0] for player in players]
        scores = range(0, game.goal, game.unit)
        for mover, (_, decide, after, *take) in enumerate(players):
            for own in scores:
                for opp in scores:
                    for mine in range(memories[mover]):
                        ends = self._ends(decide, take, mine, own, opp)
                        for his in range(memories[1 - mover]):
                            self._add((mover, own, opp, mine, his), ends, after)
        self.ending = {node for node in self.moves if self.wins[node] + self.passes[node]}
        while found := {
            node for node, moves in self.moves.items()
            if node not in self.ending and set(moves) & self.ending
        }:  # fmt: skip
            self.ending |= found

    def _ends(self, decide, take, mine, own, opp):
        if not take:
            return turn(self.game, lambda *state: decide(mine, *state), own, opp)
        return turn_of(
            self.game, lambda *state: decide(mine, *state), lambda *state: take[0](mine, *state),
            own, opp,
        )  # fmt: skip

    def _add(self, node, ends, after):
        mover, _, opp, mine, his = node
        self.moves[node] = {}
        self.wins[node] = self.passes[node] = self.finals[node] = Fraction(0)
        for (what, score), weight in ends.items():
            if what in ("win", "pass"):
                self.wins[node] += weight * (what == "win")
                self.passes[node] += weight * (what == "pass")
                self.finals[node] += weight * score
            else:
                scored = what == "bank" and score > node[1]
                following = (1 - mover, opp, score, his, after(mine, scored))
                self.moves[node][following] = self.moves[node].get(following, 0) + weight

    def expected(self, rewards, closed=0):
        """What is had in all from each node; ``closed`` where nobody can ever win."""
        rows = []
        for node, moves in self.moves.items():
            if node not in self.ending:
                rows.append({node: Fraction(1), None: Fraction(closed)})
                continue
            row = {node: Fraction(1), None: Fraction(rewards[node])}
            for following, weight in moves.items():
                row[following] = row.get(following, 0) - weight
            rows.append(row)
        return eliminate(rows, list(self.moves))

    def win(self, player):
        """P(the player wins) from each node."""
        return self.expected(
            {n: (self.wins if n[0] == player else self.passes)[n] for n in self.moves}
        )

    def never(self):
        """P(nobody ever wins) from each node."""
        return self.expected(dict.fromkeys(self.moves, 0), closed=1)

    def visits(self, start):
        """Expected visits of the nodes from which somebody may still win."""
        rows = {node: {node: Fraction(1), None: Fraction(node == start)} for node in self.ending}
        for node in self.ending:
            for following, weight in self.moves[node].items():
                if following in self.ending:
                    rows[following][node] = rows[following].get(node, 0) - weight
        return eliminate(list(rows.values()), list(rows))

    def lengths(self, start, turns):
        """P(the game ends with turn 1, 2, …) as far as that."""
        now, found = {start: Fraction(1)}, []
        for _ in range(turns):
            ends = (weight * (self.wins[n] + self.passes[n]) for n, weight in now.items())
            found.append(sum(ends, Fraction(0)))
            then = {}
            for node, weight in now.items():
                for following, p in self.moves[node].items():
                    then[following] = then.get(following, 0) + weight * p
            now = then
        return found
