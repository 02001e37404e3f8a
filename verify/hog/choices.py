"""The choices of a block of Hog as equations in whole numbers.

Totals that lead to one another form a block; what leads out of it is known already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .rules import Rules, State

__all__ = ["Block", "Choice", "blocks", "choices_in", "states_in", "staying"]


@dataclass(frozen=True)
class Choice:
    """One choice in one state: const + sum (number / rolls) * v, in units of 1 / one."""

    one: int

    const: int
    """Rounded down where ``rounded``."""
    rounded: int
    """The units that const may be too small by."""
    outside: int
    """The largest error of the values in const."""
    inside: list[tuple[int, State, bool]]
    """(number of rolls, next state, whether the same player moves) within the block."""
    rolls: int

    def worth(self, values: Mapping[State, int]) -> int:
        """What it is worth, rounded down, if the states of the block have these values."""
        total = sum(
            number * (values[state] if same else self.one - values[state])
            for number, state, same in self.inside
        )
        return self.const + total // self.rolls

    def stay(self, lengths: Mapping[State, int]) -> int:
        """How long play stays in the block after it, if from its states on it stays so long."""
        return sum(number * lengths[state] for number, state, _ in self.inside) // self.rolls

    def doubt(self, errors: dict[State, int]) -> int:
        """How far that may be off; 0 where the worth is known exactly."""
        inside = [errors[state] for _, state, _ in self.inside]
        # Both parts are rounded down at most; the errors are averaged over all rolls.
        return self.rounded + bool(inside) + max([self.outside, *inside])


Block = dict[State, dict[int, Choice]]
"""The choices of each state of a block."""


def blocks(rules: Rules) -> Iterator[tuple[int, int]]:
    """(largest, smallest) total of each block, from the largest down."""
    lowest: dict[int, int] = {}
    for start, end in rules.falls:
        lowest[start] = min(end, lowest.get(start, start))
    top = low = rules.layers[0]
    for total in rules.layers:
        low = min(low, lowest.get(total, total))
        if total == low:
            yield top, low
            top = low = total - 1


def states_in(rules: Rules, top: int, low: int) -> list[State]:
    """The states of the totals from ``top`` down to ``low``."""
    return [state for total in range(top, low - 1, -1) for state in rules.layer(total)]


def choices_in(
    rules: Rules,
    state: State,
    values: dict[State, int],
    errors: dict[State, int],
    low: int,
    one: int,
) -> dict[int, Choice]:
    """The choices of one state; states whose total is below the blocks so far are inside."""
    choices = {}
    for answer in rules.game.choices:
        rolls, parity, places = rules.outcomes(state, answer)
        total = outside = 0
        inside = []
        for number, x, y in places:
            landing = rules.landings[x, y]
            target = (*landing.state, parity)
            if landing.winner is not None:
                total += number * landing.winner * one
            elif target in values:
                total += number * (values[target] if landing.same else one - values[target])
                outside = max(outside, errors[target])
            else:
                assert landing.own + landing.opp >= low
                inside.append((number, target, landing.same))
        const, rest = divmod(total, rolls)
        choices[answer] = Choice(one, const, rest > 0, outside, inside, rolls)
    return choices


def staying(block: Block) -> set[State]:
    """The states among which the players can stay for ever.

    Choices that may lead out of it are taken away, then states without a choice, then choices that
    may lead to these, and so on: play can go on for ever among what is left. Each is looked at
    once.
    """
    stays = {
        state: {
            answer
            for answer, choice in choices.items()
            if sum(number for number, _, _ in choice.inside) == choice.rolls
        }
        for state, choices in block.items()
    }
    users: dict[State, list[tuple[State, int]]] = {state: [] for state in block}
    for state, answers in stays.items():
        for answer in answers:
            for _, target, _ in block[state][answer].inside:
                users[target].append((state, answer))
    gone = [state for state, answers in stays.items() if not answers]
    while gone:
        for state, answer in users[gone.pop()]:
            if answer in stays[state]:
                stays[state].remove(answer)
                if not stays[state]:
                    gone.append(state)
    return {state for state, answers in stays.items() if answers}
