"""What a person can remember in Farkle: when to bank, and what to set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import nearest, shown
from ...play.alone.farkle import solitaire
from ...play.matches.race import best_turns, turns_of
from ...play.policies import bank_at, bank_by_dice
from ...solvers.race.chain import Chain
from .frontier import Frontier
from .rule import RuleOfThumb

__all__ = ["rules_of_thumb"]

Point = tuple[int, ...]


@dataclass(frozen=True)
class _Family:
    """Rules that differ in their constants: what these are called, and where to begin."""

    names: tuple[str, ...]
    begin: Point
    policy: Callable[..., Any]


def _families(game: Race) -> dict[str, _Family]:
    limits = solitaire(game, "points_per_turn").policy[0, : max(game.dice.count - 1, 1)].tolist()
    limits = [min(it, game.goal) if it > 0 else game.goal for it in limits]
    usual = limits[min(2, len(limits) - 1)]
    by_dice = tuple(f"bank with {n} left" for n in range(1, len(limits) + 1))
    late = game.goal - 2 * usual if game.goal > 2 * usual else game.unit
    found = {}
    for aside in ("most_points", "most_dice", "best_turn"):
        spelled = aside.replace("_", "-")

        def at(points: int, aside: str = aside) -> Any:
            return bank_at(points, aside)

        def racing(points: int, score: int, aside: str = aside) -> Any:
            return bank_at(points, aside).unless(f"opp >= {score}", bank_at("goal", aside))

        def dice(*points: int, aside: str = aside) -> Any:
            return bank_by_dice(points, aside)

        found[f"bank/{spelled}"] = _Family(("bank at",), (usual,), at)
        found[f"race/{spelled}"] = _Family(("bank at", "race from"), (usual, late), racing)
        found[f"dice/{spelled}"] = _Family(by_dice, tuple(limits), dice)
    return found


USUAL = ("bank/most-points", "bank/best-turn", "race/best-turn", "dice/best-turn")
"""The families that are searched unless others are named."""


def rules_of_thumb(
    game: Race,
    names: Iterable[str] = USUAL,
    *,
    descents: int | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    path: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> Frontier:
    """The best rule of each family that a descent finds.

    Of one constant every value is tried up to four times what the most points in a turn ask for.
    Of several, each in turn moves by steps of 8, 4, 2 and 1 units while that gains something, until
    none does: a local optimum. The search begins at the best single constant, or at the thresholds
    of the most points in a turn.

    Parameters
    ----------
    game : Race
    names : iterable of str
        ``bank/ASIDE`` (bank at n), ``race/ASIDE`` (bank at n, but only at the goal once the
        opponent has so many points), ``dice/ASIDE`` (by the dice left), where ``ASIDE`` is
        ``most-points``, ``most-dice`` or ``best-turn``.
    progress : callable, optional
        Called as ``progress(done, of)`` when a family is done.

    Raises
    ------
    RuleError
        If there is no such family, or descents, a seed, an executor or a file are asked for.

    Notes
    -----
    A rule takes a match against best play, O(u**3) for a goal of u units.

    Examples
    --------
    >>> import pigcore
    >>> print(rules_of_thumb(pigcore.Farkle.minimal(goal=1000), ["bank/most-points"]).best)
    bank at 600; set aside what scores most: loses 0.106431725958 against best play
    """
    options = {"descents": descents, "seed": seed, "executor": executor, "path": path}
    for name, given in options.items():
        if given is not None:
            raise RuleError(
                f"{name} is given, but a rule of Farkle is searched in one descent: leave it out"
            )
    if game.opening > max(game.minimum_bank, game.unit):
        raise RuleError(
            "rules of thumb bank from the same points on at every score, but an opening of "
            f"{game.opening:,} forbids that at 0: give a game without an opening"
        )
    known, chosen = _families(game), list(names)
    for name in chosen:
        if name not in known:
            raise RuleError(
                f"there is no family of rules {shown(name)}: {nearest(str(name), list(known))}"
            )
    if not chosen:
        raise RuleError("no families are named: name one such as 'bank/most-points'")
    rules: list[Any] = []
    for done, name in enumerate(chosen, 1):
        rules.append(_descend(game, name, known[name]))
        if progress is not None:
            progress(done, len(chosen))
    rules.sort(key=lambda rule: (rule.simplicity, rule.loss))
    return Frontier(game, tuple(rules))


def _descend(game: Race, name: str, family: _Family) -> RuleOfThumb:
    best = best_turns(game)
    known: dict[Point, RuleOfThumb] = {}

    def judged(point: Point) -> RuleOfThumb:
        if point not in known:
            policy = family.policy(*point)
            mine, theirs = Chain(turns_of(game, policy), best).wins(0)
            known[point] = RuleOfThumb(
                game,
                name,
                family.names,
                point,
                policy,
                float(mine[0, 0, 0, 0]),
                float(theirs[0, 0, 0, 0]),
            )
        return known[point]

    if len(family.begin) <= 2:  # the first constant alone: its loss has several valleys
        first, *rest = family.begin
        values = range(game.unit, min(4 * first, game.goal) + 1, game.unit)
        rule = min((judged((value, *rest)) for value in values), key=lambda it: round(it.loss, 12))
    else:
        rule = judged(family.begin)
    steps = [8, 4, 2, 1] if len(family.begin) > 1 else []
    while steps:
        before = rule
        for axis in range(len(family.begin)):
            for way in (steps[0] * game.unit, -steps[0] * game.unit):
                while True:
                    point = list(rule.constants)
                    point[axis] = min(max(point[axis] + way, game.unit), game.goal)
                    other = judged(tuple(point))
                    # Rounding must not tell apart what is equal.
                    if round(other.loss, 12) >= round(rule.loss, 12):
                        break
                    rule = other
        if rule is before:
            steps.pop(0)
    return rule
