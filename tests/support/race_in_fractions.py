"""Races solved and played slowly and obviously, in fractions: what all else must agree with.

They are solved as :mod:`support.turns` says. ``MatchInFractions`` plays any turn among any number
of players. A player is (memories, chance, after): what he may remember, the chance that he rolls
with ``chance(memory, *scores, total)``, his own score first, and what he remembers after a turn,
``after(memory, scored)``. Where turns have modes or throws leave choices it is (memories, bank,
after, take): the chance that he banks, ``bank(memory, *scores, points, mode)``, and the chance of
each option of an outcome, ``take(memory, *scores, points, mode, outcome)``, a mode being given by
its place.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from pigcore.games.starts import first, may
from pigcore.play.policies import race as policies

from .slow import Slow, eliminated, played, values_of
from .turns import HALF, Rules, turn_alone

__all__ = [
    "MatchInFractions", "match_exact", "never_ending", "payoffs",
    "player_of", "reply_exact", "rolling", "solve_exact", "told", "turn", "turn_of",
]  # fmt: skip


def solve_exact(game):
    """V(own, opp, 0) for all own and opp; 1/2 where the game never ends."""
    return values_of(game)


def payoffs(game, starts, own, opp, total=0):
    """P(mover wins) who throws and who holds (None at total 0), given the values at turn starts.

    ``starts`` maps (own, opp) to floats or to fractions; the payoffs are of the same kind.
    """
    rules = Rules.of(game)

    def paid(score):
        return 1 if rules.won(score) else 1 - starts[opp, score]

    throw = turn_alone(
        rules, own, paid, paid(game.after_bust(own)), paid(0), begin=(total, rules.turn.start)
    )
    return throw, (paid(own + total) if total else None)


def never_ending(game) -> set[tuple[int, int, int]]:
    """The states (own, opp, total) from which no play at all leads to the end of the game."""
    goal = game.goal
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    ends: set[tuple[int, int, int]] = set()

    def can_end(i, j, k):
        reached = [(j, i + k, 0)] if k else []
        bust = game.roll.bust > 0
        for gain, _ in game.roll.gains:
            if i + k + gain < goal:
                reached.append((i, j, k + gain))
            elif i + k + gain == goal or game.target == "at_least":
                return True
            else:
                bust = True
        if bust:
            if game.after_bust(i) == goal:
                return True
            reached.append((j, game.after_bust(i), 0))
        if game.roll.wipe:
            reached.append((j, 0, 0))
        return any(state in ends for state in reached)

    while found := [state for state in states if state not in ends and can_end(*state)]:
        ends.update(found)
    return set(states) - ends


# --- played ---------------------------------------------------------------------------------------


def player_of(game, policy):
    """A policy without memory, asked state by state, as a player."""

    def asked(*state, **more):
        *scores, points, place = state
        mode = () if game.turn.roll else (game.turn.modes[place].word,)
        said = policies.answer(game, policy, *scores, points, *mode, **more)
        return said if isinstance(said, dict) else {said: 1}

    def bank(memory, own, *rest):
        *others, points, place = rest
        if not may(game, first(game, (own, *others)), points, place)[0]:
            return 0
        return asked(own, *rest).get(game.words[1], 0)

    def take(memory, *state):
        *state, n = state
        options = game.turn.modes[state[-1]].throw.outcomes[n].options
        offered = [(option.gain, game.turn.modes[option.mode].word) for option in options]
        said = asked(*state, options=offered)
        return [said.get(k, 0) for k in range(len(options))]

    return 1, bank, lambda memory, scored: memory, take


def turn(game, chance, *scores):
    """How a turn ends: {(what, score): chance}, what being win, pass, bank, bust or wipe."""
    return turn_of(game, lambda *state: 1 - chance(*state[:-1]), None, *scores)


def turn_of(game, bank, take, *scores, begin=None):
    """The same of any turn, from scores in points; ``begin`` is points and mode of a throw."""
    modes, last, own = game.turn.modes, game.last_turn and _last_score(game), scores[0]

    def over(score):
        if not game.last_turn:
            return {("win", score): Fraction(1)}
        passed = chance_to_pass(game)(score - scores[1] + game.unit, game.turn.start)
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
        share = Fraction(1) if stuck else Fraction(bank(*scores, points, place))
        parts = [(share, banked(score))] if share else []
        if share < 1:
            parts.append((1 - share, throw(points, place)))
        return mixed(parts)

    @cache
    def throw(points, place):
        thrown = modes[place].throw
        parts = [(thrown.bust, bust()), (thrown.wipe, {("wipe", 0): Fraction(1)})]
        for n, outcome in enumerate(thrown.outcomes):
            shares = take(*scores, points, place, n) if take and len(outcome.options) > 1 else [1]
            for share, option in zip(shares, outcome.options):
                if share:
                    then = after(points + option.gain, option.mode)
                    parts.append((outcome.chance * Fraction(share), then))
        return mixed(parts)

    ends = throw(*begin or (0, game.turn.start))
    return {key: weight for key, weight in ends.items() if weight}


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
            (p * max(passes(need - option.gain, option.mode) for option in options)
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
    """The nodes of a match, (mover, scores …, memories …) with his own first, and their moves."""

    def __init__(self, game, players):
        self.game, self.n = game, len(players)
        self.moves, self.wins, self.passes, self.finals = {}, {}, {}, {}
        places = list(product(range(0, game.goal, game.unit), repeat=self.n))
        for mover, (memories, decide, after, *take) in enumerate(players):
            others = [range(player[0]) for player in (*players[mover + 1 :], *players[:mover])]
            for scores, mine in product(places, range(memories)):
                ends = self._ends(decide, take, mine, scores)
                for theirs in product(*others):
                    self._add((mover, *scores, mine, *theirs), ends, after)
        self.ending = {node for node in self.moves if self.wins[node] + self.passes[node]}
        while found := {
            node for node, moves in self.moves.items()
            if node not in self.ending and set(moves) & self.ending
        }:  # fmt: skip
            self.ending |= found

    def _ends(self, decide, take, mine, scores):
        if not take:
            return turn(self.game, lambda *state: decide(mine, *state), *scores)
        return turn_of(
            self.game, lambda *state: decide(mine, *state), lambda *state: take[0](mine, *state),
            *scores,
        )  # fmt: skip

    def _add(self, node, ends, after):
        mover, (own, *others), (mine, *theirs) = node[0], node[1 : 1 + self.n], node[1 + self.n :]
        self.moves[node] = {}
        self.wins[node] = self.passes[node] = self.finals[node] = Fraction(0)
        for (what, score), weight in ends.items():
            if what in ("win", "pass"):
                self.wins[node] += weight * (what == "win")
                self.passes[node] += weight * (what == "pass")
                self.finals[node] += weight * score
            else:
                kept = after(mine, what == "bank" and score > own)
                following = ((mover + 1) % self.n, *others, score, *theirs, kept)
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
        return eliminated([(row, row.pop(None)) for row in rows])

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
        return eliminated([(row, row.pop(None)) for row in rows.values()])

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


def rolling(rolls):
    """A player without memory who rolls as ``rolls(*scores, total)`` says."""
    return 1, lambda memory, *state: rolls(*state), lambda memory, scored: memory


def told(rolls):
    """Who rolls as ``rolls(*scores, total)`` says, as :class:`~support.slow.Slow` has it."""
    return lambda start, points, mode, options: 1 - rolls(*start.scores, points)


def match_exact(game, first, second, never=HALF):
    """Turn starts of two players who roll in the states (own, opp, total) that they name.

    Returns both players' {(own, opp): chance that he wins}, and whether the game is sure to end.
    ``never`` is what it is worth to the first player that it does not.
    """
    players = [told(lambda *state, rolls=rolls: state in rolls) for rolls in (first, second)]
    rows, shares = Slow(game, players, never=0).values, (Fraction(never), 1 - Fraction(never))
    found = {}, {}
    for (who, start), row in rows.items():
        found[who][start.scores] = row[0] + shares[who] * (1 - sum(row))
    return *found, all(sum(row) == 1 for row in rows.values())


def reply_exact(game, *others):
    """What the best reply to the others wins by seat; they are functions of (*scores, total)."""
    return played(game, [None, *map(told, others)]).seats
