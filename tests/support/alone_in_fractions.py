"""A race without an opponent, slowly and obviously: what the solitaire must agree with."""

from fractions import Fraction
from functools import cache
from itertools import product

from support.race_in_fractions import eliminate

INFINITE = float("inf")


def throws(game, own, score, unbounded=False):
    """What a throw leads to: (chance, "at" a score of the same turn, or "banked" after it)."""
    after_bust = own + game.consolation if unbounded else game.after_bust(own)
    yield game.roll.bust, "banked", after_bust
    yield game.roll.wipe, "banked", 0
    for gain, chance in game.roll.gains:
        reached = score + gain
        if unbounded or reached < game.goal:
            yield chance, "at", reached
        elif reached > game.goal and game.target == "exact":
            yield chance, "banked", after_bust
        else:
            yield chance, "banked", game.goal


def turns_of(game, rolls):
    """Expected turns from each score of who rolls in the states (own, total) of ``rolls``."""
    goal = game.goal

    def ends(own, score):
        if score > own and (own, score - own) not in rolls:
            return {score: Fraction(1)}
        found = {}
        for chance, kind, reached in throws(game, own, score):
            for end, part in ({reached: 1} if kind == "banked" else ends(own, reached)).items():
                if chance * part:
                    found[end] = found.get(end, 0) + chance * part
        return found

    steps = {own: ends(own, own) for own in range(goal)}
    finds = {goal}
    while more := {own for own in steps if own not in finds and finds & set(steps[own])}:
        finds |= more
    lost = set(steps) - finds
    while more := {own for own in steps if own not in lost and lost & set(steps[own])}:
        lost |= more
    sure = sorted(set(steps) - lost)
    rows = []
    for own in sure:
        row = {own: Fraction(1), None: Fraction(1)}
        for end, chance in steps[own].items():
            if end < goal:
                row[end] = row.get(end, 0) - chance
        rows.append(row)
    solved = eliminate(rows, sure)
    return [solved.get(own, INFINITE) for own in range(goal)]


def fewest_turns(game):
    """The least over all decisions there are, one by one."""
    states = [(own, total) for own in range(game.goal) for total in range(1, game.goal - own)]
    best = [INFINITE] * game.goal
    for choice in product([False, True], repeat=len(states)):
        rolls = {state for state, roll in zip(states, choice) if roll}
        best = list(map(min, best, turns_of(game, rolls)))
    return best


def in_turns(game, worth, turns, *, roll=None, decline=False, cap=None):
    """What each score is worth with so many turns left: a function of (own, left).

    ``worth`` maps what is banked at the end; ``roll(own, total, left)`` is the chance of rolling,
    as is best if None; scores are without limit and held from ``cap`` on unless it is None.
    """

    @cache
    def value(own, left):
        done = cap is None and own >= game.goal
        return worth(own) if not left or done else turn(own, own, left)

    @cache
    def turn(own, score, left):
        if cap is not None and score >= max(cap, own + 1):
            return value(score, left - 1)
        throw = sum(
            chance * (turn(own, at, left) if kind == "at" else value(at, left - 1))
            for chance, kind, at in throws(game, own, score, cap is not None)
        )
        if score == own and not decline:
            return throw
        hold = value(score, left - 1)
        if roll is None:
            return max(throw, hold)
        part = roll(own, score - own, left)
        return part * throw + (1 - part) * hold

    return lambda own: value(own, turns)
