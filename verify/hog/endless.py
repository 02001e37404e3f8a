"""Blocks of Hog in which play need never end, which is worth one half to each player.

The equations of such a block have many solutions: who may wait for ever may be worth anything that
waiting preserves. What is proved instead is about a policy s for both players.

1. Its values. From some states s never leaves the block: these are *closed*, and worth 1/2. From
   each of the others it leaves the others in the end, so that their values are enclosed as in
   :mod:`.enclosure`, with the choices of s alone.
2. In no state another choice is worth more than that of s; it is proved to be worth less, or
   exactly as much. The latter are, with that of s, the *best* choices.
3. A state is *safe* if its value is exactly 1/2, or if it cannot stay in the block for ever, and
   so is one with a safe successor: of the choice of s if the mover is ahead (value above 1/2), of
   each of the best choices if he is behind. All states are safe.

Then s is best play of both, and the values are those of the game. Let one player follow s, and the
other one play anyhow; V(n), the value to the other one after n turns, is a bounded supermartingale
by 2, and converges. Play that never leaves the block comes, with certainty, to a set of states that
it visits again and again, with all that chance can do there; V is the same, c, in all of them, so
that all choices are best ones. If c were below 1/2, there would be no state of value 1/2 among
them, and one that was found safe first; but its choices have a successor that was found before, or
leave. So c is 1/2 or more, and what goes on for ever, worth 1/2, is never more than V tends to: the
other player gets V(0) at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .choices import Block, Choice
from .judgement import Judgement
from .rules import State
from .stays import approximate, solved

__all__ = ["Endless", "followed", "unsafe"]

_STOPS = 100
"""The policy is best if play that stays ends as a draw with the chance 2**-100 after each turn."""


@dataclass
class Endless:
    """What is known of the blocks of a game in which play need never end."""

    blocks: list[tuple[Block, set[State]]] = field(default_factory=list)
    """Each with the states among which play can stay for ever."""
    policy: dict[State, int] = field(default_factory=dict)
    """The choices of s."""
    closed: set[State] = field(default_factory=set)
    """The states from which s never leaves."""


def _stopping(choice: Choice) -> Choice:
    """The same if play that stays may stop, which is worth one half."""
    stays = sum(number for number, _, _ in choice.inside)
    goes_on = (1 << _STOPS) - 1
    rolls = choice.rolls << _STOPS
    return replace(
        choice,
        const=choice.const + stays * (choice.one >> 1) // rolls,
        inside=[(number * goes_on, target, same) for number, target, same in choice.inside],
        rolls=rolls,
    )


def followed(
    block: Block, bits: int
) -> tuple[dict[State, int], set[State], Block, dict[State, int]]:
    """A policy, its closed states, what it leads to from the others, and their values.

    Nothing of this has to be believed but that the third follows from the first two.
    """
    stopping = {
        state: {answer: _stopping(choice) for answer, choice in choices.items()}
        for state, choices in block.items()
    }
    rough = approximate(stopping, bits, in_turn=True)
    policy = {
        state: max(choices, key=lambda answer: choices[answer].worth(rough))
        for state, choices in stopping.items()
    }
    closed = _closed(block, policy)
    played: Block = {}
    for state, answer in policy.items():
        if state not in closed:
            played[state] = {answer: _without(block[state][answer], closed)}
    choices = {state: choice for state, several in played.items() for choice in several.values()}
    return policy, closed, played, solved(choices, bits)


def _closed(block: Block, policy: Mapping[State, int]) -> set[State]:
    """The states from which the policy never leaves the block."""
    users: dict[State, list[State]] = {state: [] for state in block}
    leaving = []
    for state, answer in policy.items():
        choice = block[state][answer]
        if sum(number for number, _, _ in choice.inside) < choice.rolls:
            leaving.append(state)
        for _, target, _ in choice.inside:
            users[target].append(state)
    left = set(leaving)
    while leaving:
        for state in users[leaving.pop()]:
            if state not in left:
                left.add(state)
                leaving.append(state)
    return set(block) - left


def _without(choice: Choice, closed: set[State]) -> Choice:
    """The same choice with the closed states, which are worth one half, outside the block."""
    inside = [step for step in choice.inside if step[1] not in closed]
    number = sum(n for n, target, _ in choice.inside if target in closed)
    if not number:
        return choice
    const = choice.const + number * (choice.one >> 1) // choice.rolls
    return replace(choice, const=const, inside=inside, rounded=choice.rounded + 1)


def unsafe(
    block: Block,
    staying: set[State],
    policy: Mapping[State, int],
    judged: Mapping[State, Judgement],
    level: set[State],
) -> bool:
    """Whether a state of the block is not safe; ``level`` are those worth exactly one half."""
    safe = level | (set(block) - staying)
    left = set(block) - safe
    while left:
        found = set()
        for state in left:
            low, high = judged[state].value
            half = judged[state].unit
            if 2 * low > half:
                answers: tuple[int, ...] = (policy[state],)
            elif 2 * high < half:
                answers = judged[state].best
            else:
                continue
            if all(_leads_to(block[state][answer], safe) for answer in answers):
                found.add(state)
        if not found:
            return True
        safe |= found
        left -= found
    return False


def _leads_to(choice: Choice, safe: set[State]) -> bool:
    """Whether it may leave the block, or come to one of these states."""
    inside = sum(number for number, _, _ in choice.inside)
    return inside < choice.rolls or any(target in safe for _, target, _ in choice.inside)
