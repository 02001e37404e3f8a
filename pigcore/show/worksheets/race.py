"""Exercises about a race for two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

from ...games.dice import Dice
from ...games.errors import StateError
from ...games.race import Race
from ...games.scoring import faces_of
from .exercises import (
    Exercise,
    Section,
    compared,
    decisions,
    favoured,
    in_parts,
)

__all__ = ["sections", "serves"]

MOST_MODES = 200
"""Of turns of more modes it is not asked what to do: nobody can say what is in hand."""


def serves(game: Race) -> bool:
    """Whether there are worksheets."""
    return game.players == 2 and game.other is None and not game.penalty


def sections(solution: Any, random: Random) -> Iterator[Section]:
    """All sections of the worksheet."""
    game: Race = solution.game
    began = " In all exercises you began the game." * (game.seats > 1 and game.seat == 1)
    yield Section("By hand", f"Give exact fractions.{began}", tuple(_by_hand(game, random)))
    if len(game.turn.modes) <= MOST_MODES:
        yield decisions(
            solution, random, lambda: _state(game, random), lambda state: _said(game, state)
        )
    yield favoured(
        solution, random, lambda own, opp: f"You have {own:,}, your opponent has {opp:,}."
    )
    yield compared(game, random, _rules(game, random))


# --- by hand --------------------------------------------------------------------------------------


def _by_hand(game: Race, random: Random) -> Iterator[Exercise]:
    throw = "roll" if game.words[0] == "roll" else "throw"
    if game.turn.roll is not None:
        yield from _of_a_roll(game, random)
    else:
        modes = [n for n, mode in enumerate(game.turn.modes) if mode.throw is not None]
        for n in sorted(random.sample(modes, min(2, len(modes)))):
            lost = game.turn.modes[n].throw
            assert lost is not None
            question = f"How likely does a {throw} bust {game.turn.phrases[n]}?"
            yield Exercise(question, in_parts(lost.bust + lost.wipe))
    if game.set_aside:
        yield from _of_dice(game.set_aside, random)


def _of_a_roll(game: Race, random: Random) -> Iterator[Exercise]:
    roll = game.turn.roll
    assert roll is not None
    lost = roll.bust + roll.wipe
    mean = sum((Fraction(p) * gain for gain, p in roll.gains), Fraction(0))
    yield Exercise("How likely are the points of the turn lost with one roll?", in_parts(lost))
    yield Exercise(
        "How many points does one roll add on average, if lost points count as none?",
        in_parts(mean),
    )
    times = random.randint(2, 4)
    expected = times * (1 - lost) ** (times - 1) * mean
    yield Exercise(
        f"You always roll {times} times, then hold. How many points does a turn bring on average "
        "(far from the goal)?",
        in_parts(expected),
    )
    if lost:
        total = mean / lost
        question = "At which turn total does one more roll lose as much as it gains on average?"
        yield Exercise(question, in_parts(total))


def _of_dice(dice: Dice, random: Random) -> Iterator[Exercise]:
    throws = [
        counts for counts in dice.throws(dice.count) if len(dice.scoring.choices(counts)) > 2
    ] or [counts for counts in dice.throws(dice.count) if dice.scoring.choices(counts)]
    for counts in random.sample(throws, min(3, len(throws))):
        choices = dice.scoring.choices(counts)
        most = max(choices, key=lambda aside: (choices[aside], -sum(aside)))
        faces = [*faces_of(counts)]
        random.shuffle(faces)
        aside, thrown = (" ".join(map(str, some)) for some in (faces_of(most), faces))
        question = f"You throw {thrown}. How many points can you set aside at most?"
        ways = f"there are {len(choices)} ways to set dice aside"
        yield Exercise(question, f"{choices[most]:,}, with {aside}; {ways}")


# --- states ---------------------------------------------------------------------------------------


def _state(game: Race, random: Random) -> tuple[Any, ...]:
    """A state to which play may come, and in which there is something to decide."""
    unit = game.unit
    while True:
        own, opp = (unit * random.randrange(game.goal // unit) for _ in range(2))
        points = unit * random.randint(1, max(1, min((game.goal - own) // unit, 40)))
        mode = random.choice(game.turn.values)
        state = (own, opp, points, *([mode] if game.optional == 2 else []))
        with suppress(StateError):  # no turn has so many points with this in hand
            if own + points < game.goal and not game.never_comes(game.check_state(*state)):
                return state


def _said(game: Race, state: tuple[Any, ...]) -> str:
    own, opp, points, *mode = state
    hand = f", {game.turn.phrases[game.mode_place(*mode)]}" if mode else ""
    throw, bank = game.words
    return (
        f"You have {own:,}, your opponent has {opp:,}, and there are {points:,} points on the "
        f"table{hand}. Do you {throw} or {bank}?"
    )


def _rules(game: Race, random: Random) -> list[tuple[str, str]]:
    word = "hold" if game.words[1] == "hold" else "bank"
    fair = max(game.unit, game.goal // 5 // game.unit * game.unit)
    points = sorted({max(game.unit, fair * n // 4 // game.unit * game.unit) for n in range(2, 8)})
    some = sorted(random.sample(points, min(3, len(points))))
    found = [(f"{word}:{n}", f"{word} at {n:,}") for n in some]
    if game.words[1] == "hold":
        n = random.randint(2, 6)
        found.append((f"roll-times:{n}", f"roll {n} times, then hold"))
    return found
