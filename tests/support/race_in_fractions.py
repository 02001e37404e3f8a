"""The races solved slowly and obviously, in fractions: what all else must agree with.

``solve_exact`` sweeps all turn starts in floats until they settle, reads the decisions off, solves
the linear system that these decisions leave in fractions, and repeats from there until no
decision can be bettered.
"""

from __future__ import annotations

from fractions import Fraction

Starts = dict[tuple[int, int], Fraction]
HALF = Fraction(1, 2)


def payoffs(game, starts, own, opp, total=0):
    """P(mover wins) who throws and who holds (None at total 0), given the values at turn starts.

    ``starts`` maps (own, opp) to floats or to fractions; the payoffs are of the same kind.
    """
    goal = game.goal
    back = game.after_bust(own)
    bust = 1 if back == goal else 1 - starts[opp, back]
    wipe = 1 - starts[opp, 0]
    kind = type(starts[own, opp])

    best = {}
    for score in range(goal - 1, own + total - 1, -1):
        throw = kind(game.roll.bust) * bust + kind(game.roll.wipe) * wipe
        for gain, chance in game.roll.gains:
            reached = score + gain
            if reached < goal:
                worth = best[reached]
            elif reached > goal and game.target == "exact":
                worth = bust
            else:
                worth = 1
            throw += kind(chance) * worth
        hold = 1 - starts[opp, score]
        best[score] = max(throw, hold)
    return throw, (hold if total else None)


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


def solve_exact(game, sweeps=500) -> Starts:
    """V(own, opp, 0) for all own and opp; 1/2 where the game never ends."""
    goal = game.goal
    pairs = [(i, j) for total in range(2 * goal - 2, -1, -1) for i in range(goal)
             if 0 <= (j := total - i) < goal]  # fmt: skip
    never = {(i, j) for i, j, k in never_ending(game) if k == 0}

    starts = dict.fromkeys(pairs, 0.5)
    for _ in range(sweeps):
        change = 0.0
        for pair in pairs:
            value = payoffs(game, starts, *pair)[0]
            change = max(change, abs(value - starts[pair]))
            starts[pair] = value
        if change < 1e-14:
            break

    for _ in range(50):
        exact = _evaluate(game, _decisions(game, starts), pairs, never)
        if all(payoffs(game, exact, *pair)[0] == exact[pair] for pair in pairs):
            return exact
        starts = exact
    raise AssertionError(f"no policy of {game} was found that cannot be bettered")


def _decisions(game, starts):
    """The states in which throwing is better."""
    rolls = set()
    for i in range(game.goal):
        for j in range(game.goal):
            for k in range(1, game.goal - i):
                throw, hold = payoffs(game, starts, i, j, k)
                if throw > hold:
                    rolls.add((i, j, k))
    return rolls


def _evaluate(game, rolls, pairs, never) -> Starts:
    """What the decisions are worth: one linear equation for every turn start."""
    rows = []
    for pair in pairs:
        row = {None: HALF} if pair in never else _turn(game, rolls, *pair)
        # V - sum(weight V') = constant
        rows.append({pair: Fraction(1)} | {key: -w for key, w in row.items() if key is not None})
        if pair in row:
            rows[-1][pair] = 1 - row[pair]
        rows[-1][None] = row.get(None, Fraction(0))
    return eliminate(rows, pairs)


def match_exact(game, first, second, never=HALF):
    """Turn starts of two players who roll in the states (own, opp, total) that they name.

    Returns both players' {(own, opp): chance that he wins}, and whether the game is sure to end.
    ``never`` is what it is worth to the first player that it does not.
    """
    goal = game.goal
    turns = {
        (player, i, j): {
            (key if key is None else (1 - player, *key)): weight
            for key, weight in _turn(game, rolls, i, j).items()
        }
        for player, rolls in enumerate((first, second))
        for i in range(goal)
        for j in range(goal)
    }
    # A turn is 1 less the chance of each start that it is handed over to: the rest is won.
    ends = {start for start, turn in turns.items() if sum(turn.values()) > 0}
    while found := {
        start for start, turn in turns.items() if start not in ends
        and any(weight and key in ends for key, weight in turn.items())
    }:  # fmt: skip
        ends |= found
    rows = []
    for start, turn in turns.items():
        if start not in ends:
            turn = {None: Fraction(never) if start[0] == 0 else 1 - Fraction(never)}
        row = {start: Fraction(1), None: turn.get(None, Fraction(0))}
        for key, weight in turn.items():
            if key is not None:
                row[key] = row.get(key, 0) - weight
        rows.append(row)
    solved = eliminate(rows, list(turns))
    players = ({}, {})
    for (player, i, j), value in solved.items():
        players[player][i, j] = value
    return *players, len(ends) == len(turns)


def reply_exact(game, theirs):
    """The best chances to win, moving first and second, against who rolls in the states ``theirs``.

    Howard's policy iteration: what is as good is kept, so that it ends.
    """
    mine, before = set(), None
    while mine != before:
        won, others, _ = match_exact(game, mine, theirs, never=0)
        # Of one who banks what the other player then makes of it.
        held = {state: 1 - value for state, value in others.items()}
        before, mine = mine, _bettered(game, mine, held)
    return won[0, 0], held[0, 0]


def _bettered(game, mine, held):
    """The states to roll in where banking s against opp is worth ``held[opp, s]``."""
    rolls = set()
    for own in range(game.goal):
        for opp in range(game.goal):
            back, best = game.after_bust(own), {}
            bust = 1 if back == game.goal else held[opp, back]
            for score in range(game.goal - 1, own, -1):
                throw = game.roll.bust * bust + game.roll.wipe * held[opp, 0]
                for gain, chance in game.roll.gains:
                    past = bust if game.target == "exact" and score + gain > game.goal else 1
                    throw += chance * best.get(score + gain, past)
                hold, state = held[opp, score], (own, opp, score - own)
                if throw > hold or (throw == hold and state in mine):
                    rolls.add(state)
                best[score] = max(throw, hold)
    return rolls


def hands_over(game, rolls, i, j):
    """{turn start: the chance that the turn from (i, j) hands over to it}."""
    turn = _turn(game, rolls, i, j)
    return {start: -weight for start, weight in turn.items() if start is not None}


def _turn(game, rolls, i, j):
    """V(i,j,0) as a sum of turn starts: {start: weight, None: constant}."""
    goal = game.goal

    def handed_over(score):
        return {None: Fraction(1)} if score == goal else {None: Fraction(1), (j, score): -1}

    sums = {}
    for score in range(goal - 1, i - 1, -1):
        if score > i and (i, j, score - i) not in rolls:
            sums[score] = handed_over(score)
            continue
        parts = [
            (game.roll.bust, handed_over(game.after_bust(i))),
            (game.roll.wipe, handed_over(0)),
        ]
        for gain, chance in game.roll.gains:
            if score + gain < goal:
                parts.append((chance, sums[score + gain]))
            elif score + gain > goal and game.target == "exact":
                parts.append((chance, handed_over(game.after_bust(i))))
            else:
                parts.append((chance, {None: Fraction(1)}))
        total = {}
        for chance, part in parts:
            for key, weight in part.items():
                total[key] = total.get(key, 0) + chance * weight
        sums[score] = total
    return sums[i]


def eliminate(rows, unknowns) -> Starts:
    """Gaussian elimination on sparse rows {unknown: coefficient, None: right side}."""
    pivots = []
    for unknown in unknowns:
        at = next(n for n, row in enumerate(rows) if row.get(unknown))
        row = rows.pop(at)
        lead = row[unknown]
        row = {key: value / lead for key, value in row.items()}
        pivots.append((unknown, row))
        for other in rows:
            factor = other.pop(unknown, 0)
            if factor:
                for key, value in row.items():
                    if key != unknown:
                        other[key] = other.get(key, 0) - factor * value
    solution: Starts = {}
    for unknown, row in reversed(pivots):
        solution[unknown] = row.get(None, Fraction(0)) - sum(
            (value * solution[key] for key, value in row.items() if key not in (None, unknown)),
            Fraction(0),
        )
    return solution
