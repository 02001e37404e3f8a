"""Which games, states and throws of Farkle there are; what is none is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .checks import items, whole
from .errors import RuleError, StateError
from .farkle_scoring import Counts, counts_of
from .farkle_turns import hands
from .spelling import counted, shown

if TYPE_CHECKING:
    from .farkle import Farkle

__all__ = [
    "MOST_BEYOND", "checked", "counts_of_throw", "most_points", "passed",
    "refuse_games_without_an_end",
]  # fmt: skip

MOST_BEYOND = 50_000
"""How many units beyond the goal turns are followed at most, where there is a last turn."""


def refuse_games_without_an_end(game: Farkle) -> None:
    """RuleError if nobody can win, or a turn need never end."""
    if not game.bust(game.dice) < 1:
        raise RuleError(
            f"no throw of {counted(game.dice, 'die', 'dice')} scores, so nobody can win: add a "
            "combination"
        )
    if not any(map(game.bust, hands(game.scoring, game.chances))):
        raise RuleError(
            "no throw of a turn can bust, so a turn can go on for ever: leave out a combination "
            "or give other dice"
        )
    least = min(max(game.opening, game.minimum_bank, game.unit), game.goal)
    hot = 1 << game.dice
    for points, hands_then in enumerate(game.reached(game.goal + game.most_of_a_throw)):
        won = points * game.unit >= game.goal and not game.last_turn
        bankable = hands_then & ~hot if game.must_roll_hot_dice and not won else hands_then
        if points * game.unit >= least and bankable:
            return
    raise RuleError(
        f"no turn comes to {least:,} points or more that could be banked, so nobody can win: lower "
        "the least points to bank, or let hot dice be banked"
    )


def most_points(game: Farkle) -> int:
    """The most points of a turn that can be asked for.

    Who has reached the goal throws again only with a last turn; there is no end to his points
    then, but so far from the goal there is nothing left to gain.
    """
    most = game.goal + game.most_of_a_throw
    return most + MOST_BEYOND * game.unit if game.last_turn else most


def passed(game: Farkle, own: int, opp: int, points: int) -> bool:
    """Whether so many points of a last turn pass what the opponent has banked: they win at once."""
    return opp >= game.goal and own + points > opp


def checked(game: Farkle, state: tuple[int, ...]) -> tuple[int, ...]:
    """``state`` with all dice in hand in place of none; StateError if there is none such."""
    own, opp, points, dice = state
    most = most_points(game)
    below, on = game.goal - game.unit, f"while the game to {game.goal:,} goes on"
    last = game.last_turn and opp >= game.goal
    for score, name, limit, when in (
        (own, "own", below, on),
        (opp, "opp", *((most, "before a last turn") if last else (below, on))),
    ):
        if not 0 <= score <= limit:
            raise StateError(
                f"{name} is {shown(score)}, but a banked score is between 0 and {limit:,} {when}"
            )
    for score, name in ((own, "own"), (opp, "opp"), (points, "points")):
        if score < 0 or score % game.unit:
            raise StateError(
                f"{name} is {shown(score)}, but scores of {game.name} are multiples of {game.unit}"
            )
    if not 0 <= dice <= game.dice:
        raise StateError(f"dice is {shown(dice)}, but between 1 and {game.dice} are in hand")
    dice = game.hand(dice)
    if points > most:
        raise StateError(f"points is {shown(points)}, but must be at most {most:,}")
    if not game.reached(points)[points // game.unit] >> dice & 1:
        raise StateError(
            f"no turn has {points:,} points with {counted(dice, 'die', 'dice')} in hand: give "
            "another state"
        )
    return own, opp, points, dice


def counts_of_throw(faces: Iterable[int], dice: int, sides: int) -> Counts:
    """The faces of ``dice`` dice as counts; StateError if they are none."""
    given = items(faces, "the throw", "faces such as (1, 5, 5)", 1000)
    shown_faces = tuple(whole(face, "a face", StateError) for face in given)
    for face in shown_faces:
        if not 1 <= face <= sides:
            raise StateError(
                f"a face is {shown(face)}, but a die shows a number between 1 and {sides}"
            )
    if len(shown_faces) != dice:
        raise StateError(
            f"{counted(len(shown_faces), 'die was', 'dice were')} thrown, but "
            f"{counted(dice, 'die is', 'dice are')} in hand"
        )
    return counts_of(shown_faces, sides)
