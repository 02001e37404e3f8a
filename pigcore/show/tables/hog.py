"""The booklet of Hog: the best number of dice at every pair of scores, and what is as good."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ...games.hog import Hog
from ...games.margins import action_in_words
from ...games.spelling import listed
from ...solvers.hog import HogSolution
from .booklet import Booklet, Cell, Grid, Note, favoured, runs_of, shown_scores

__all__ = ["booklet", "sentences"]

TIED = "*"
"""The mark of cells with several best choices."""

EXCHANGE = "X"

State = tuple[int, ...]


def booklet(solution: HogSolution, step: int | None) -> Booklet:
    """The best numbers of dice; O(goal**2) states, all asked."""
    game = solution.game
    scores = shown_scores(game.goal, step)
    # Of what is remembered beside exchanges a booklet has what it is at the start of a game.
    alone = game.memory.keys() == {"parity"}
    parities = [(0,), (1,)] if alone else [(0,) * len(game.memory)]
    best = {
        (own, opp, *rest): solution.best(own, opp, *rest)
        for rest, own, opp in product(parities, scores, scores)
    }

    def cell(state: State) -> Cell:
        return Cell(_spelled(best[state][0]), TIED if len(best[state]) > 1 else "")

    def records() -> Iterator[dict[str, Any]]:
        for state, choices in best.items():
            yield {
                **game.named(state),
                "best": " ".join(map(str, choices)),
                "win": solution.win(*state),
            }

    grids = [
        Grid(
            _title(game, rest),
            scores,
            [[cell((own, opp, *rest)) for opp in scores] for own in scores],
        )
        for rest in parities
    ]
    reading = ["Roll as many dice as the number at your score and your opponent's says."]
    if game.exchange:
        reading.append(f"{EXCHANGE} Exchange the dice.")
    tied = {state: choices for state, choices in best.items() if len(choices) > 1}
    if tied:
        reading.append(f"{TIED} Other numbers are as good: the notes list them.")
    notes = [
        Note(f"{title}, several best: the numbers, then your score against your opponent's", lines)
        for rest, title in ((rest, _title(game, rest)) for rest in parities)
        if (lines := _lines(game, {one: tied[one] for one in tied if one[2:] == rest}))
    ]
    return Booklet(game, reading, grids=grids, notes=notes, cells=records)


def sentences(solution: HogSolution) -> list[str]:
    """Who is favoured, and the best numbers of dice in the first turn."""
    first = listed([action_in_words(solution.game, one) for one in solution.best(0, 0)], "or")
    return [favoured(solution), f"At the start: {first}."]


def _title(game: Hog, rest: State) -> str:
    if not game.memory:
        return "Dice"
    if len(game.memory) > 1:
        return (
            f"Dice where {', '.join(f'{name} is {part}' for name, part in zip(game.memory, rest))}"
        )
    return f"Dice after an {'odd' if rest[0] else 'even'} number of exchanges"


def _spelled(choice: int) -> str:
    return EXCHANGE if choice == -1 else str(choice)


def _lines(game: Hog, tied: dict[State, tuple[int, ...]]) -> list[str]:
    """A line for each set of best choices, with the scores at which they are."""
    alike: dict[tuple[int, ...], dict[int, list[int]]] = {}
    for (own, opp, *_), choices in tied.items():
        alike.setdefault(choices, {}).setdefault(own, []).append(opp)
    lines = []
    for choices, places in sorted(alike.items(), key=lambda item: item[0]):
        rest = runs_of((choice for choice in choices if choice >= 0), "–", ", ")
        said = "any choice" if choices == game.choices else rest
        if choices[0] == -1 and choices != game.choices:
            said = f"{EXCHANGE}, {rest}"
        where = "; ".join(f"{own} against {runs_of(opp, '–', ', ')}" for own, opp in places.items())
        lines.append(f"{said}: {where}")
    return lines
