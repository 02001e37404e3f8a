"""The best rule of each family of rules of a race."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from typing import Any

from ...games.checks import between, items, whole
from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import nearest, shown
from ...writing import only_writer
from .frontier import Frontier
from .race_families import Family, families
from .race_losses import judged
from .race_record import Record
from .race_search import search, tasks_of

__all__ = ["rules_of_thumb"]

USUAL = ("hold", "race", "pace", "late", "keep-pace")
"""The families that are searched unless others are named."""

_DESCENTS = 12
_MOST_DESCENTS = 100_000
_MOST = 1_000


def rules_of_thumb(
    game: Race,
    names: Iterable[str | Family] = USUAL,
    *,
    descents: int = _DESCENTS,
    seed: int = 0,
    executor: Executor | None = None,
    path: Any = None,
    progress: Callable[[int, int], object] | None = None,
) -> Frontier:
    """Find rules that a person can remember and that play almost optimally.

    Parameters
    ----------
    game : Race
    names : iterable of str or Family
        ``"hold"`` (hold at n), ``"race"`` (hold at n, but roll for the goal once somebody has so
        many points), ``"pace"`` (n + (opp - own) / slope), ``"keep-pace"`` (both), ``"linear"`` (a
        + b own + c opp), ``"late"`` (hold at n, but at m once one has so many points oneself),
        ``"linear-race"``, ``"bands-2"`` and ``"bands-3"`` (a table by score
        bands); or families of your own.
    descents : int
        How many times a family too large to be searched completely (12,000 rules) is searched from
        a random point, 1 … 100,000.
    seed : int
        0 or more. What is found does not depend on the executor.
    executor : concurrent.futures.Executor, optional
        Where rules are judged, a thousand or a descent at a time; left out, on all processors.
    path : path, optional
        A CSV file that the best rules are added to as they are found, and an interrupted search is
        resumed from.
    progress : callable, optional
        Called as ``progress(done, of)`` when a chunk is done.

    Returns
    -------
    Frontier

    Raises
    ------
    RuleError
        If the game is no race, there is no such family, or a parameter is out of range.
    FileError
        If ``path`` cannot be written, holds anything else, or another study is writing it.
    SizeError
        If tables of 8 goal**3 bytes do not fit in memory.

    Notes
    -----
    Rules are compared by their exact win chance against best play, averaged over both seats; the
    loss is ½ less that. A rule costs O(goal**2 x gains) time: for Pig to 100 some 0.2 to 0.5 ms.

    Examples
    --------
    >>> import pigcore
    >>> found = rules_of_thumb(pigcore.Pig(), ["hold"])
    >>> print(found.best)
    hold at 25: loses 0.021069279405 against best play
    """
    if not isinstance(game, Race):
        raise RuleError(f"{shown(game)} is not a race: give a race such as pigcore.Pig()")
    descents = between(descents, "descents", 1, _MOST_DESCENTS)
    seed = whole(seed, "seed")
    if seed < 0:
        raise RuleError(f"seed is {shown(seed)}, but must be 0 or more")
    chosen = [_family(game, name) for name in items(names, "names", "families of rules", _MOST)]
    if not chosen:
        raise RuleError("no families are named: name one such as 'hold'")
    tasks = [tasks_of(game, family, descents, seed) for family in chosen]
    of, done = sum(map(len, tasks)), 0

    def told() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, of)

    rules = []
    with only_writer(path):
        for family, work in zip(chosen, tasks):
            record = Record(path, game, family, seed, len(work))
            point, _, _ = search(work, record, executor, told)
            rules.append(judged(game, family, point))
    rules.sort(key=lambda rule: (rule.simplicity, rule.loss))
    return Frontier(game, tuple(rules))


def _family(game: Race, name: Any) -> Family:
    if isinstance(name, Family):
        return name
    known = families(game)
    if name in known:
        return known[name]
    raise RuleError(f"there is no family of rules {shown(name)}: {nearest(name, known)}")
