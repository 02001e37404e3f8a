"""Matches of races solved slowly and obviously, in fractions: with policies that mix and remember.

A player is (memories, chance, after): what he may remember, the chance that he rolls with
``chance(memory, own, opp, total)``, and what he remembers after a turn, ``after(memory, scored)``.
"""

from __future__ import annotations

from fractions import Fraction

from .race_in_fractions import eliminate


def turn(game, chance, own, opp):
    """How a turn ends: {(what, score): chance}, what being win, bank, bust or wipe."""
    ends = {}
    reached = {0: Fraction(1)}

    def end(what, score, weight):
        if weight:
            ends[what, score] = ends.get((what, score), 0) + weight

    def bust(weight):
        end(
            "bust" if game.after_bust(own) < game.goal else "win", own_after_bust(game, own), weight
        )

    while reached:
        total = min(reached)
        weight = reached.pop(total)
        rolls = Fraction(chance(own, opp, total)) if total else Fraction(1)
        end("bank", own + total, weight * (1 - rolls))
        weight *= rolls
        bust(weight * game.roll.bust)
        end("wipe", 0, weight * game.roll.wipe)
        for gain, p in game.roll.gains:
            score = own + total + gain
            if score > game.goal and game.target == "exact":
                bust(weight * p)
            elif score >= game.goal:
                end("win", score, weight * p)
            elif weight:
                reached[total + gain] = reached.get(total + gain, 0) + weight * p
    return ends


def own_after_bust(game, own):
    """The score after a bust, which may be past the goal."""
    back = game.after_bust(own)
    return own + game.consolation if back == game.goal else back


class MatchInFractions:
    """The nodes (player, own, opp, mine, his) of a match, and where each leads."""

    def __init__(self, game, players):
        self.game = game
        self.moves, self.wins, self.finals = {}, {}, {}
        memories = [player[0] for player in players]
        for mover, (_, chance, after) in enumerate(players):
            for own in range(game.goal):
                for opp in range(game.goal):
                    for mine in range(memories[mover]):
                        ends = turn(game, lambda *state: chance(mine, *state), own, opp)  # noqa: B023
                        for his in range(memories[1 - mover]):
                            self._add((mover, own, opp, mine, his), ends, after)
        self.ending = {node for node in self.moves if self.wins[node]}
        while found := {
            node for node, moves in self.moves.items()
            if node not in self.ending and set(moves) & self.ending
        }:  # fmt: skip
            self.ending |= found

    def _add(self, node, ends, after):
        mover, _, opp, mine, his = node
        self.moves[node], self.wins[node], self.finals[node] = {}, Fraction(0), Fraction(0)
        for (what, score), weight in ends.items():
            if what == "win":
                self.wins[node] += weight
                self.finals[node] += weight * score
            else:
                following = (1 - mover, opp, score, his, after(mine, what == "bank"))
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
        return self.expected({n: w if n[0] == player else 0 for n, w in self.wins.items()})

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
            found.append(sum(weight * self.wins[node] for node, weight in now.items()))
            then = {}
            for node, weight in now.items():
                for following, p in self.moves[node].items():
                    then[following] = then.get(following, 0) + weight * p
            now = then
        return found
