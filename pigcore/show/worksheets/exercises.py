"""The exercises of a worksheet, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from ...games.checks import between
from ...games.errors import PigcoreError
from ...games.game import Game
from ...games.margins import games_in_words
from ...games.rules import required
from ...play import match
from ...solvers import solve
from ...version import VERSION

__all__ = [
    "Exercise", "Section", "Worksheet", "compared", "decisions", "favoured", "in_parts",
    "whatever_is_known", "worksheet",
]  # fmt: skip

MOST_SEED = 10**9

CLEAR, SAME = 0.004, 1e-9
"""The decisions that are asked for differ by so much at least."""

TRIES = 4000
"""States that are drawn at most for one section."""

ASKED = 6
FAVOURED = 4


class Exercise(NamedTuple):
    """A question, and what the answer key says."""

    question: str
    answer: str


class Section(NamedTuple):
    """Exercises of one kind."""

    title: str
    note: str
    exercises: tuple[Exercise, ...]


@dataclass(frozen=True)
class Worksheet:
    """Exercises about a game, and their answers."""

    game: Game
    seed: int
    sections: tuple[Section, ...]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.game.as_dict(),
            "seed": self.seed,
            "sections": [
                {
                    "title": section.title,
                    "note": section.note,
                    "exercises": [exercise._asdict() for exercise in section.exercises],
                }
                for section in self.sections
            ],
            "version": VERSION,
        }


def worksheet(game: Game, seed: int = 1) -> Worksheet:
    """A worksheet about ``game``.

    The questions are drawn by ``seed``; the answers are exact fractions where they are to be found
    by hand, and else what the solution says, whose values are known to far more digits.

    Raises
    ------
    RuleError
        If the family has no worksheets, or the seed is no whole number from 0 to 1,000,000,000.

    Examples
    --------
    >>> import pigcore
    >>> sheet = worksheet(pigcore.Pig(30), seed=7)
    >>> [section.title for section in sheet.sections]
    ['By hand', 'What would you do?', 'Who is favoured?', 'Which rule is better?']
    >>> sheet.sections[0].exercises[0].answer
    '1/6'
    """
    why = "there are no worksheets about {0.name}: give a race for two or a game of Hog"
    module = required(__package__, game, why)
    seed = between(seed, "the seed", 0, MOST_SEED)
    random, solution = Random(f"{seed}"), solve(game)
    sections = tuple(module.sections(solution, random))
    return Worksheet(game, seed, tuple(section for section in sections if section.exercises))


# --- what all families ask ------------------------------------------------------------------------


def in_parts(number: Fraction) -> str:
    """A fraction, with what it comes to.

    Examples
    --------
    >>> in_parts(Fraction(6, 7)), in_parts(Fraction(8))
    ('6/7, about 0.857', '8')
    """
    if number.denominator == 1:
        return str(number.numerator)
    if number.denominator <= 6:
        return str(number)
    return f"{number}, about {float(number):.3f}"


def decisions(
    solution: Any,
    random: Random,
    drawn: Callable[[], tuple[Any, ...]],
    said: Callable[[tuple[Any, ...]], str],
) -> Section:
    """What would you do? In states that differ in what is best."""
    game = solution.game
    by_best: dict[Any, list[Any]] = {}
    asked: set[Any] = set()
    for _ in range(TRIES):
        state = drawn()
        if state in asked:
            continue
        asked.add(state)
        payoffs = solution.payoffs(*state)
        ranked = sorted(payoffs, key=lambda action: -payoffs[action])
        if len(ranked) < 2 or not payoffs[ranked[0]] - payoffs[ranked[1]] >= CLEAR:
            continue
        by_best.setdefault(ranked[0], []).append((state, ranked, payoffs))
        often = sorted(map(len, by_best.values()))
        if len(often) > 1 and often[-2] >= ASKED / 2:
            break
    exercises = []
    for state, ranked, payoffs in _mixed(list(by_best.values()), ASKED, random):
        best, other = ranked[:2]
        less = games_in_words(game, payoffs[best] - payoffs[other])
        done = [" ".join(game.done(action)).strip() for action in (best, other)]
        answer = (
            f"{done[0].capitalize()}: you win {payoffs[best]:.1%} of the games, and {less} fewer "
            f"if you {done[1]}."
        )
        exercises.append(Exercise(said(state), answer))
    note = "You and your opponent both play as well as possible from then on."
    return Section("What would you do?", note, tuple(exercises))


def _mixed(groups: Sequence[list[Any]], most: int, random: Random) -> list[Any]:
    """As many of each group as there may be, without an order."""
    found: list[Any] = []
    for turn in range(most):
        for group in groups:
            if turn < len(group) and len(found) < most:
                found.append(group[turn])
    random.shuffle(found)
    return found


def favoured(solution: Any, random: Random, said: Callable[[int, int], str]) -> Section:
    """Who is favoured, at the start of a turn?"""
    game, unit = solution.game, getattr(solution.game, "unit", 1)
    scores = range(0, game.goal, unit)
    sides: tuple[list[Any], list[Any]] = ([], [])
    for _ in range(TRIES):
        own, opp = random.choice(scores), random.choice(scores)
        chance = solution.win(own, opp)
        # Not obvious: who is ahead by little, or has the turn, need not be favoured.
        if 0.02 <= abs(chance - 0.5) <= 0.2 and own != opp:
            side = sides[chance < 0.5]
            if len(side) < FAVOURED and (own, opp) not in [one[:2] for one in side]:
                side.append((own, opp, chance))
        if all(len(side) == FAVOURED for side in sides):
            break
    exercises = [
        Exercise(said(own, opp), f"{'You' if p > 0.5 else 'Your opponent'}: you win {p:.1%}.")
        for own, opp, p in _mixed(sides, FAVOURED, random)
    ]
    return Section(
        "Who is favoured?", "It is your turn, and nothing is thrown yet.", tuple(exercises)
    )


def compared(game: Game, random: Random, rules: Sequence[tuple[str, str]]) -> Section:
    """Which of two rules, (text, words), wins more often?"""
    exercises = []
    pairs = [(one, other) for n, one in enumerate(rules) for other in rules[n + 1 :]]
    for one, other in random.sample(pairs, min(2, len(pairs))):
        found: Any = match(game, one[0], other[0])
        wins = found.average + found.never / 2
        better = one if wins > 0.5 + SAME else other
        answer = (
            f"“{better[1]}” wins {max(wins, 1 - wins):.2%} of the games."
            if abs(wins - 0.5) > SAME
            else "Both win as often."
        )
        exercises.append(Exercise(f"“{one[1]}” against “{other[1]}”", answer))
    note = "Each player keeps to one of the two rules; both begin equally often."
    return Section("Which rule is better?", note, tuple(exercises))


def whatever_is_known(ask: Callable[[], Exercise]) -> Iterator[Exercise]:
    """An exercise, if the game is not too large for it."""
    try:
        yield ask()
    except PigcoreError:
        return
