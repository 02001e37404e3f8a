"""Hog under rules that let a turn make no progress: bounds from nothing instead of exact values.

Totals that lead to one another form a block; what leads out of it is known by then. In a block the
values are a fixed point of

    F(v)(s) = max_c [ sum_s' p_c(s, s') v(s') + the chance to win at once ],

where v(s') stands for 1 - v(s') if the other player moves next. All chances lie between 0 and 1; if
all of a block lie between two numbers each, they lie between what F makes of these, rounded down
and up. Sweeps over the block, which use at once what they find, narrow the bounds until roundings
stop them. The equations take the bounds that are left into themselves.

Every choice may end the game, or lead to a state that stands before its own in :func:`in_order`;
so play ends whatever is chosen, and there is no other fixed point. A game without such an order is
refused, and one that hardly ever leaves a block is not proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pigcore.games.errors import RuleError
from pigcore.games.spelling import counted

from ..algebra.elimination import TooLong
from ..options import Progress
from .judgement import Ends, Judgement
from .rules import Rules, State
from .ties import all_tied

__all__ = ["BITS", "MOST_BITS", "Enclosure", "Unproved", "enclose", "in_order"]

BITS = 128
MOST_BITS = 512
_MOST_SWEEPS = 20_000
_MOST_WORK = 40_000_000
"""Products that may be taken to bound a block: some ten seconds."""


class Unproved(Exception):  # noqa: N818  (no error: nothing is found, and why)
    """No bounds were found."""


class Enclosure(NamedTuple):
    """Every state with bounds of the worths of its choices, in units of 2^-bits."""

    judged: dict[State, Judgement]
    bits: int
    values: dict[State, Ends]
    """The equations take these boxes into themselves."""


class _Choice(NamedTuple):
    """One choice: (low or high + sum number v) / rolls."""

    low: int
    high: int
    inside: list[tuple[int, State, bool]]
    """(number of rolls, next state, whether the same player moves) within the block."""
    rolls: int

    def worth(self, values: dict[State, Ends], one: int) -> Ends:
        """Bounds of what it is worth, by those of the states of the block."""
        low, high = self.low, self.high
        for number, state, same in self.inside:
            least, most = values[state]
            low += number * (least if same else one - most)
            high += number * (most if same else one - least)
        return low // self.rolls, -(-high // self.rolls)


def in_order(rules: Rules) -> Iterator[State]:
    """All states, each after one that every choice in it may lead to, unless the game is over.

    Raises
    ------
    RuleError
        If there is no such order, so that play need never end.
    """
    before: set[State] = set()
    for left in rules.blocks():
        while left:
            ready = [state for state in left if _may_move_on(rules, state, before)]
            if not ready:
                own, opp, *_ = min(left)
                raise RuleError(
                    f"from {own} against {opp} the players can go on for ever without anybody "
                    f"reaching {rules.game.goal:,}: let every choice have a chance of progress"
                )
            yield from ready
            before.update(ready)
            left = [state for state in left if state not in before]


def _may_move_on(rules: Rules, state: State, before: set[State]) -> bool:
    """Whether every choice may end the game or lead to one of the states ``before``."""
    for choice in rules.game.choices:
        _, parity, places = rules.outcomes(state, choice)
        landings = [rules.landings[x, y] for _, x, y in places]
        if not any(
            landing.winner is not None or (*landing.state, parity) in before for landing in landings
        ):
            return False
    return True


def enclose(rules: Rules, progress: Progress | None = None, bits: int | None = None) -> Enclosure:
    """Every state with bounds of the worths of its choices, in so many bits or more.

    Choices that cannot be distinguished are ties, or else there are more bits, up to ``MOST_BITS``.

    Raises
    ------
    RuleError
        If play need never end.
    Unproved
        If it hardly ever leaves a block.
    """
    if rules.falls:
        for _ in in_order(rules):
            pass
    bits = bits or BITS
    while True:
        found = _enclosed(rules, bits, progress)
        judged = found.judged
        policy = {state: judgement.best[0] for state, judgement in judged.items()}
        opened = {state: one.best for state, one in judged.items() if not one.settled}
        try:
            tied = bool(opened) and all_tied(rules, policy, opened)
        except TooLong:
            tied = False
        if tied or not opened or bits >= MOST_BITS:
            judged |= {state: replace(judged[state], tied=tied) for state in opened}
            return found
        bits *= 2


def _enclosed(rules: Rules, bits: int, progress: Progress | None) -> Enclosure:
    """The judgements of all states, block after block."""
    one, done = 1 << bits, 0
    values: dict[State, Ends] = {}
    judged: dict[State, Judgement] = {}
    for states in rules.blocks():
        block = {state: _choices(rules, state, values, one) for state in states}
        values |= dict.fromkeys(states, (0, one))
        size = sum(1 + len(c.inside) for choices in block.values() for c in choices.values())
        for _ in range(min(_MOST_SWEEPS, 2 + _MOST_WORK // size)):
            before = [values[state] for state in states]
            for state, choices in block.items():
                worths = [choice.worth(values, one) for choice in choices.values()]
                values[state] = max(low for low, _ in worths), max(high for _, high in worths)
            if before == [values[state] for state in states]:
                break
        if max(high - low for low, high in map(values.__getitem__, states)) >> bits // 2:
            raise Unproved(
                f"from {counted(len(states), 'state')} that lead to one another play hardly ever "
                "gets away, and bounds of their values do not come together"
            )
        for state, choices in block.items():
            found = {answer: choice.worth(values, one) for answer, choice in choices.items()}
            judged[state] = Judgement(found, one)
        done += len(states)
        if progress is not None:
            progress(done, rules.size)
    return Enclosure(judged, bits, values)


def _choices(rules: Rules, state: State, values: dict[State, Ends], one: int) -> dict[int, _Choice]:
    """The choices of one state; states without bounds so far are inside of its block."""
    choices = {}
    for answer in rules.game.choices:
        rolls, parity, places = rules.outcomes(state, answer)
        low = high = 0
        inside = []
        for number, x, y in places:
            landing = rules.landings[x, y]
            target = (*landing.state, parity)
            if landing.winner is not None:
                low, high = (end + number * landing.winner * one for end in (low, high))
            elif target in values:
                least, most = values[target]
                low += number * (least if landing.same else one - most)
                high += number * (most if landing.same else one - least)
            else:
                inside.append((number, target, landing.same))
        choices[answer] = _Choice(low, high, inside, rolls)
    return choices
