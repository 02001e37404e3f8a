"""Races solved and played slowly and obviously, in fractions: what all else must agree with.

The rules are those of ``pigcore.games.starts`` and nothing else is used: any turn, any rule of the
scoreboard, any number of players, who play best or as they are told. Turn starts that lead to each
other are solved together, those that follow from them first: all decisions at a guess leave linear
equations, their solution is the next guess, until nothing can be bettered. Exact ties bank, or take
the first option.
"""

from __future__ import annotations

import inspect
import random
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import product

from hypothesis import assume

from pigcore.games import starts
from pigcore.games.race import COUNTS, TOLD
from pigcore.games.starts import Start
from pigcore.play.policies import race
from pigcore.solvers.race.arrays import tables_of

ONE = Fraction(1)


class UnsettledError(Exception):
    """Best replies to each other were not found: they go round, or need not end the game."""


class Slow:
    """``values[who, start]``: everybody's chance at a turn start, the mover's first.

    Players are numbers where ``players`` says how they decide, else all are 0 and play best. A
    player is None, who plays best, or a function of (start, points, mode, options): the chance that
    he banks, or the chance of each option of a throw that leaves several. Of more than two, and
    after a tie, he plays last turns best, and so does everybody unless they are ``asked``.
    ``far`` is a number of points beyond the goal with which everybody banks; ``guess`` says what a
    turn start may be worth to all; play that never ends is worth ``never`` to each.
    """

    def __init__(self, game, players=(), *, far=40, guess=None, never=None, roots=None, asked=True):
        self.game, self.players, self.far = game, players or [None], far
        self.n, self.asked = game.players, asked
        self.never = Fraction(1, self.n) if never is None else never
        self.guess = guess or (lambda start: (1 / self.n,) * self.n)
        self.values, self._floats, self._cells, self.exact = {}, {}, {}, True
        self.idle = set()  # turn starts from which play never ends
        if roots is None:
            roots = product(range(len(self.players)), every_start(game))
        for nodes in components(roots, self.follow):
            self.solve(nodes)

    def value(self, *scores, seat=1, busts=(), who=0):
        """The chance of the mover to win."""
        return self.values[who, Start(scores, seat, busts)][0]

    @property
    def wins(self):
        """At [k][p], the chance that player p wins if player k begins, from the usual start."""
        found = [self.values[k, begun(self.game, k)] for k in range(self.n)]
        return [[row[(p - k) % self.n] for p in range(self.n)] for k, row in enumerate(found)]

    @property
    def seats(self):
        """The chances of player 0 to win, moving first, second, …"""
        return [self.wins[-place % self.n][0] for place in range(self.n)]

    # --- one turn ---------------------------------------------------------------------------------

    def after(self, node, then):
        """What follows a turn as a node, or an end; scores are told apart as far as it matters."""
        who, game = node[0], self.game
        if not isinstance(then, Start):
            stuck = game.target == "exact" and then[0] == then[-1]
            return (self.never,) * self.n if stuck else then
        asked = self.players[(who + 1) % len(self.players)]
        if (
            self.n == 2 and (not asked or then.play_off) and starts.left(game, then)
        ):  # it is the difference that counts
            behind = then.scores[1] - then.scores[0]
            then = Start(
                (game.goal, game.goal + behind), then.seat, (), 3 - starts.left(game, then)
            )
        return (who + 1) % len(self.players), then

    def told(self, node):
        """What says how the mover plays, if anything does."""
        best = not self.asked or self.n > 2 or node[1].play_off
        return None if best and starts.left(self.game, node[1]) else self.players[node[0]]

    def may(self, node, points, mode):
        """Whether one may bank, and throw; who is far ahead banks. In a last turn a player who is
        told may do both, whatever he has."""
        start, score = node[1], node[1].scores[0] + points
        if self.told(node) and starts.left(self.game, start):
            turn = self.game.turn_of(start.seat)
            throws, begun = turn.modes[mode].throw is not None, mode == turn.start
            far = score >= self.game.goal + self.far and score > max(start.scores[1:])
            own = start.scores[0]
            enough = points >= self.game.least(own) or self.game.reached(own, points)
            banks = (turn.modes[mode].may_bank or not throws) and enough
            banks = banks and (points > 0 or not begun)
            return banks or far, throws and not far
        if (
            (self.game.end != "goal" or self.game.win == "bank")
            and score >= self.game.goal + self.far
            and score > max(start.scores[1:])
        ):
            return True, False
        return starts.may(self.game, start, points, mode)

    def ends(self, node):
        """What follows a bank of so many points, a bust (-1) and a wipe (-2)."""
        start = node[1]
        ways = {-1: starts.bust, -2: starts.wipe}

        @cache
        def then(points):
            if points < 0:
                return self.after(node, ways[points](self.game, start))
            return self.after(node, starts.bank(self.game, start, points))

        return then

    def cells(self, node, totals=False):
        """(points, mode, may bank, may throw) that a turn comes to, each before what follows it;
        ``totals`` is whether also those of points that no throws add up to in a mode.
        """
        if (node, totals) not in self._cells:
            start = node[1]
            turn = self.game.turn_of(start.seat)
            rank = {mode: place for place, mode in enumerate(reversed(turn.order))}
            ahead, seen, found = [(0, 0, turn.start)], {(0, turn.start)}, []
            if totals:
                most = self.game.goal + min(turn.gains[-1], self.far)
                if self.game.end != "goal":
                    most = self.game.goal + self.far // 2 - start.scores[0]
                every = product(range(0, most, self.game.unit), rank.items())
                ahead = sorted((points, place, mode) for points, (mode, place) in every)
                seen = {(points, mode) for points, _, mode in ahead}
            while ahead:
                points, _, mode = heappop(ahead)
                banks, throws = self.may(node, points, mode)
                found.append((points, mode, banks, throws))
                for _, options in turn.modes[mode].throw.outcomes if throws else ():
                    for one in options:
                        then = points + one.gain, one.mode
                        if then not in seen:
                            seen.add(then)
                            heappush(ahead, (then[0], rank[one.mode], one.mode))
            self._cells[node, totals] = found
        return self._cells[node, totals]

    def follow(self, node):
        """All nodes that a turn may lead to."""
        then, found = self.ends(node), set()
        modes = self.game.turn_of(node[1].seat).modes
        for points, mode, banks, throws in self.cells(node):
            thrown = modes[mode].throw
            ends = [points] * banks + [-1] * (not (banks or throws) or (throws and thrown.bust > 0))
            found |= {then(end) for end in [*ends, *[-2] * (throws and thrown.wipe > 0)]}
        return {one for one in found if isinstance(one[-1], Start)}

    def paid(self, node, value):
        """What ``ends`` are worth to the mover."""
        then = self.ends(node)

        @cache
        def paid(end):
            after = then(end)
            return value(after)[-1] if isinstance(after[-1], Start) else after[0]

        return paid

    def worths(self, node, value, totals=False):
        """{(points, mode): {"bank": to the mover, "throw": the same, "best": the better}}.

        As far as one may do either; ``value(node)`` is what a turn start is worth to all.
        """
        paid, found = self.paid(node, value), {}
        turn = self.game.turn_of(node[1].seat)
        for points, mode, banks, throws in reversed(self.cells(node, totals)):
            ways = {"bank": paid(points)} if banks else {}
            if throws:
                bust, wipe, outcomes = chances_of(turn, self.exact)[mode]
                ways["throw"] = (bust and bust * paid(-1)) + (wipe and wipe * paid(-2))
                for chance, options in outcomes:
                    best = max(found[points + gain, after]["best"] for gain, after in options)
                    ways["throw"] += chance * best
            ways["best"] = max(ways.values()) if ways else paid(-1)
            found[points, mode] = ways
        return found

    def chances(self, node, value):
        """{what follows a turn: its chance}, of best play if a start is worth ``value(node)``."""
        then, found = self.ends(node), {}
        for end, part in self.stops(node, value).items():
            after = then(end)
            found[after] = found.get(after, 0) + part
        return found

    def stops(self, node, value):
        """The same by what ``ends`` takes: {points, or -1 or -2: chance}."""
        start, found = node[1], {}
        decide, turn = self.told(node), self.game.turn_of(start.seat)
        ways = None if decide else self.worths(node, value)
        here = {(points, mode): 0 for points, mode, _, _ in self.cells(node)}
        here[0, turn.start] = 1 if self.exact else 1.0
        for points, mode, banks, throws in self.cells(node):
            if not (chance := here[points, mode]):
                continue
            stops = int(banks)
            if banks and throws and decide:
                stops = Fraction(decide(start, points, mode, None))
            elif banks and throws:
                bank, throw = ways[points, mode]["bank"], ways[points, mode]["throw"]
                begun = (points, mode) == (0, turn.start)  # where nobody passes for nothing
                stops = int(bank > throw or (bank == throw and not begun))
            parts = [(points, stops)] if banks or throws else [(-1, 1)]
            if throws and stops < 1:
                bust, wipe, outcomes = chances_of(turn, self.exact)[mode]
                parts += [(-1, (1 - stops) * bust), (-2, (1 - stops) * wipe)]
                for part, options in outcomes:
                    ahead, taken = [(points + gain, after) for gain, after in options], {0: 1}
                    if len(options) > 1 and decide:
                        taken = decide(start, points, mode, options)
                    elif len(options) > 1:
                        worth = [ways[one]["best"] for one in ahead]
                        taken = {worth.index(max(worth)): 1}
                    for place, share in taken.items():
                        here[ahead[place]] += chance * (1 - stops) * part * share
            for end, part in parts:
                if part:
                    found[end] = found.get(end, 0) + chance * part
        return found

    # --- how a game goes on -----------------------------------------------------------------------

    def visits(self, begun):
        """How often play comes to each turn start from which somebody may still win."""
        rows = {
            node: ({node: ONE}, Fraction(node == begun)) for node in self.values.keys() - self.idle
        }
        for node in rows:
            for one, chance in self.chances(node, self.values.get).items():
                if one in rows:
                    rows[one][0][node] = rows[one][0].get(node, 0) - chance
        return eliminated(rows.values())

    def lengths(self, begun, turns):
        """P(the game ends with turn 1, 2, …) as far as that."""
        now, found = {begun: ONE}, []
        for _ in range(turns):
            found.append(Fraction(0))
            then = {}
            for node, often in now.items():
                for one, chance in self.chances(node, self.values.get).items():
                    if isinstance(one[-1], Start):
                        then[one] = then.get(one, 0) + often * chance
                    else:
                        found[-1] += often * chance * sum(one)
            now = then
        return found

    # --- turn starts that lead to each other ------------------------------------------------------

    def solve(self, nodes):
        """The values of turn starts that lead to each other."""
        guess = {node: tuple(map(float, self.guess(node[1]))) for node in nodes}
        told = all(map(self.told, nodes))
        alone = len(nodes) == 1 and nodes[0] not in self.follow(nodes[0])
        for self.exact in (False, True)[told or alone :]:
            kind = Fraction if self.exact else float  # less a float, a fraction would be one
            guess = {node: tuple(map(kind, row)) for node, row in guess.items()}
            for effort in range(30):
                try:
                    found = self._linear(nodes, guess)
                except ZeroDivisionError:  # in floats, where throws are rare
                    break
                off = max(abs(a - b) for n in nodes for a, b in zip(found[n], guess[n]))
                guess = found
                if told or alone or off <= (0 if self.exact else 1e-14):
                    break
                if effort == 9:
                    self._sweep(nodes, guess)
        if off and not (told or alone):
            raise UnsettledError(f"{self.game!r} at {nodes[:6]}")
        self.values |= found
        self.idle |= self._idle
        self._floats |= {node: tuple(map(float, each)) for node, each in found.items()}

    def _linear(self, nodes, guess):
        """What all is worth by the decisions that are best at a guess."""
        inside, known = set(nodes), self.values if self.exact else self._floats
        chances = {n: self.chances(n, lambda one: guess.get(one) or known[one]) for n in nodes}
        ending = set()
        while more := {
            node for node in inside - ending
            if any(isinstance(one[-1], Fraction) or one not in inside or one in ending
                   for one, chance in chances[node].items())
        }:  # fmt: skip
            ending |= more
        self._idle = inside - ending
        found = dict.fromkeys(self._idle, (self.never,) * self.n)
        halves = self.n == 2 and len(self.players) == 1  # what one wins the other loses
        seats, rows = range(1 if halves else self.n), []
        for node, p in product(nodes, seats):
            if node in found:
                continue
            row, constant = {(node, p): ONE}, Fraction(0)
            for one, chance in chances[node].items():
                if not isinstance(one[-1], Start):
                    constant += chance * one[p]
                elif one in found or one not in inside:
                    constant += chance * (found.get(one) or known[one])[p - 1]
                elif halves:
                    constant += chance
                    row[one, 0] = row.get((one, 0), 0) + chance
                else:
                    key = one, (p - 1) % self.n
                    row[key] = row.get(key, 0) - chance
            rows.append((row, constant))
        solved = eliminated(rows)
        for node in ending:
            mine = [solved[node, p] for p in seats]
            found[node] = (mine[0], 1 - mine[0]) if halves else tuple(mine)
        return found

    def _sweep(self, nodes, guess):
        """Better guesses in floats: each turn start in turn, again and again."""
        guess |= {node: tuple(map(float, guess[node])) for node in nodes}

        def known(node):
            return guess[node] if node in guess else self._floats[node]

        for _ in range(2000 if len(nodes) > 1 else 1):
            change = 0.0
            for node in nodes:
                new = [0.0] * self.n
                for one, chance in self.chances(node, known).items():
                    worth = known(one) if isinstance(one[-1], Start) else None
                    for p in range(self.n):
                        new[p] += chance * (float(one[p]) if worth is None else worth[p - 1])
                change = max(change, *(abs(a - b) for a, b in zip(new, guess[node])))
                guess[node] = tuple(new)
            if change < 1e-14:
                break


@cache
def chances_of(turn, exact):
    """By mode the chances of a bust, of a wipe, and of options (gain, mode); or floats."""
    kind = Fraction if exact else float
    return [
        mode.throw and (
            kind(mode.throw.bust), kind(mode.throw.wipe),
            [(kind(p), [one[:2] for one in options]) for p, options in mode.throw.outcomes],
        )
        for mode in turn.modes
    ]  # fmt: skip


def begun(game, mover=0):
    """The start of a game in which player ``mover`` moves first."""
    start = starts.first(game)
    return start if game.other is None else start._replace(seat=1 + mover)


def played(game, players, **more):
    """The games of players from the usual start; nobody wins what never ends."""
    roots = [(mover, begun(game, mover)) for mover in range(game.players)]
    return Slow(game, players, never=0, roots=roots, **more)


def values_of(game):
    """{(own, opp): the mover's chance}; where best play need never end the test is passed over."""
    try:
        found = Slow(game)
    except UnsettledError:
        assume(False)
    if not all(starts.stuck(game, start.scores) for _, start in found.idle):
        assume(False)
    return {start.scores: value for (_, start), (value, _) in found.values.items()}


def every_start(game):
    """All turn starts at which nobody has the goal."""
    scores = product(range(game.floor, game.goal, game.unit), repeat=game.players)
    counts = product(range(game.busts_in_a_row), repeat=game.players)
    seats = range(1, game.seats + 1)
    for place, seat, busts in product(scores, seats, [*counts] if game.penalty else [()]):
        yield Start(place, seat, busts)


def worth_by(solution, start):
    """Everybody's chance at a turn start, by a solution; it is no guess of last turns."""
    game = solution.game
    if max(start.scores) >= game.goal:
        return (1 / game.players,) * game.players
    found = solution.starts_of(start.seat)[*map(game.in_units, start.scores), *start.busts]
    return tuple(found.tolist()) if game.players > 2 else (float(found), 1.0 - float(found))


def components(roots, follow):
    """What leads to each other, each list after all lists to which it leads (Tarjan)."""
    number, low, stack, there = {}, {}, [], set()
    for root in roots:
        if root in number:
            continue
        path = [(root, iter(()))]
        while path:
            node, ahead = path[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                stack.append(node)
                there.add(node)
                ahead = iter(follow(node))
                path[-1] = node, ahead
            for one in ahead:
                if one not in number:
                    path.append((one, iter(())))
                    break
                if one in there:
                    low[node] = min(low[node], number[one])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    yield stack[at:]
                    there -= {*stack[at:]}
                    del stack[at:]


def eliminated(rows):
    """{unknown: value} of sparse rows ({unknown: coefficient}, constant), in fractions."""
    pivots = []
    rows = [(dict(row), constant) for row, constant in rows]
    while rows:
        row, constant = rows.pop()
        key = next(iter(row))
        lead = row.pop(key)
        row, constant = {k: one / lead for k, one in row.items()}, constant / lead
        pivots.append((key, row, constant))
        for place, (other, right) in enumerate(rows):
            factor = other.pop(key, 0)
            if factor:
                for k, one in row.items():
                    other[k] = other.get(k, 0) - factor * one
                rows[place] = other, right - factor * constant
    found = {}
    for key, row, constant in reversed(pivots):
        found[key] = constant - sum(one * found[k] for k, one in row.items())
    return found


def answers_of(game, policy):
    """A policy of pigcore, asked state by state, as a player."""

    def decide(start, points, mode, options):
        mover = starts.Mover(game, start.seat)
        modes = mover.turn.values
        given = options and [(gain, modes[after]) for gain, after in options]
        said = race.answer(game, policy, *state_at(game, start, points, mode), options=given)
        said = said if isinstance(said, dict) else {said: 1}
        said = {what: Fraction(chance) for what, chance in said.items()}
        return said if options else said.get(mover.words[1], Fraction(0))

    return decide


def state_at(game, start, points, mode):
    """The state of a turn with so many points, in the mode at a place."""
    several = {"dice", "mode"} & {*game.state_names}
    hand = [game.turn_of(start.seat).values[mode]] if several else []
    return *start.scores, points, *hand, *starts.tail(game, start)


def wins_of(game, *policies):
    """:attr:`Slow.wins` of policies of pigcore."""
    return played(game, [answers_of(game, policy) for policy in policies], far=far_of(game)).wins


def far_of(game):
    """So many points beyond the goal the solver looks at."""
    return tables_of(starts.Mover(game)).rolled * game.unit - game.goal


class Drawn:
    """Who decides by lot, once for each state: a player here, and a function for pigcore.

    From ``past`` points on he banks. With different turns he has that of a ``seat``.
    """

    def __init__(self, game, seed, past=None, seat=1):
        self.game, self.seed, self.past = game, seed, past
        self.mover = starts.Mover(game, seat)

    def __call__(self, start, points, mode, options):
        modes = self.mover.turn.values
        word, named = (
            modes[mode],
            options and tuple((gain, modes[after]) for gain, after in options),
        )
        said = self._drawn(start.scores, start.busts, points, word, named)
        return {said: 1} if options else said

    def _drawn(self, *state):
        scores, _, points, mode, options = state
        draw = random.Random(repr((self.seed, *state)))
        if options:
            return draw.randrange(len(options))
        if points == 0 and mode == self.mover.turn.values[self.mover.turn.start]:
            return 0
        far = self.past is not None and scores[0] + points >= self.past
        return int(far or draw.random() < 0.6)

    @property
    def policy(self):
        """The function that pigcore asks."""
        game, n = self.game, self.game.players
        counts = COUNTS if game.penalty else ()
        names = [name for name in game.state_names if name not in TOLD]
        single, turn = len(names) == n + 1, self.mover.turn
        names += [*counts, *["options"] * self.mover.chooses]

        def asked(*given):
            state = dict(zip(names, given))
            scores, points, *more = given[:n], *given[n : n + 2 - single]
            mode = more[0] if more else turn.values[0]
            busts = tuple(state[name] for name in counts)
            options = state.get("options")
            said = self._drawn(scores, busts, points, mode, options and tuple(options))
            return said if options else self.mover.words[said]

        kind, default = inspect.Parameter.POSITIONAL_OR_KEYWORD, {"options": None}
        parts = [
            inspect.Parameter(name, kind, default=default.get(name, inspect.Parameter.empty))
            for name in names
        ]
        asked.__signature__ = inspect.Signature(parts)
        return asked


# --- races of one throw again and again -----------------------------------------------------------


def told(rolls):
    """Who rolls as ``rolls(*scores, total)`` says, as a player."""
    return lambda start, points, mode, options: 1 - Fraction(rolls(*start.scores, points))
