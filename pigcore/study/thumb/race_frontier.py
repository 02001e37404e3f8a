"""Simplicity against loss: the best rule of each family, and which of them no simpler one beats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from ...games.checks import between, items, same_turns, whole
from ...games.errors import RuleError
from ...games.game import Game
from ...games.hog import Hog
from ...games.race import Race
from ...games.spelling import meant, nearest, shown, spell
from ...result import Fact, Result
from . import hog_families
from .race_families import Family, families
from .race_rules import Rule, judged
from .race_search import search, tasks_of

__all__ = ["Frontier", "families_of", "rules_of_thumb"]

USUAL = (
    "hold", "race", "pace", "late", "keep-pace", "bank", "modes",
    "always", "free", "lead", "zones", "free-zones",
    "bank/most-points", "bank/best-turn", "race/best-turn", "dice/best-turn", "modes/best-turn",
)  # fmt: skip
"""The families that are searched unless others are named, as far as a game has them."""

_DESCENTS = 12
_MOST_DESCENTS = 100_000
_MOST = 1_000


@dataclass(frozen=True, repr=False)
class Frontier(Result):
    """The best rule found in each family, fewest constants first, then by loss."""

    game: Game
    rules: tuple[Rule, ...]

    @property
    def frontier(self) -> tuple[Rule, ...]:
        """The rules that lose less than every rule with as few constants or fewer."""
        kept: list[Rule] = []
        for rule in self.rules:
            if all(rule.loss < other.loss for other in kept):
                kept.append(rule)
        return tuple(kept)

    @property
    def best(self) -> Rule:
        """The rule that loses least of those that fit in one sentence, or of all if none does."""
        fitting = [rule for rule in self.rules if rule.sentence]
        return min(fitting or self.rules, key=lambda rule: rule.loss)

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """A row for each rule; ``frontier``: whether no simpler rule beats it."""
        kept = self.frontier
        return [rule.as_dict() | {"frontier": rule in kept} for rule in self.rules[:count]]

    def records(self) -> list[dict[str, Any]]:
        """The same with the constants in one column, as text."""
        rows = self.rows()
        for row in rows:
            row["constants"] = " ".join(f"{name}={one}" for name, one in row["constants"].items())
        return rows

    def listed(self, count: int | None = None) -> list[dict[str, str]]:
        """The rows in words; a star marks the frontier."""
        heads = {"family": "family", "simplicity": "constants", "loss": "loss",
                 "exploitability": "exploitability", "": "", "sentence": "rule"}  # fmt: skip
        return [
            {head: spell(row.get(name, "*" if row["frontier"] else ""))
             for name, head in heads.items()}
            for row in self.rows(count)
        ]  # fmt: skip

    def facts(self) -> Iterable[Fact]:
        """The rules, and the best of those that fit in one sentence."""
        best = self.best
        yield Fact("rules", self.rows(), None)
        yield Fact("best", best, "remember", best.words)
        if best.spec is not None:
            yield Fact("policy", best.spec, "as a policy")

    def __str__(self) -> str:
        return f"{self.game.name}: {self.best}"


def families_of(game: Any) -> dict[str, Family]:
    """The families of rules there are for a game by name, those of fewest constants first."""
    if not isinstance(game, (Race, Hog)) or game.players > 2 or getattr(game, "falls", False):
        return {}
    return families(game) if isinstance(game, Race) else hog_families.families(game)


def rules_of_thumb(
    game: Race | Hog,
    names: Iterable[str | Family] = USUAL,
    *,
    descents: int = _DESCENTS,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Frontier:
    """Find rules that a person can remember and that play almost optimally.

    Parameters
    ----------
    game : Race, Hog
        Of two players.
    names : iterable of str or Family, optional
        ``"hold"`` (hold at n), ``"race"`` (hold at n, but roll for the goal once somebody has so
        many points), ``"pace"`` (n + (opp - own) / slope), ``"keep-pace"`` (both), ``"linear"`` (a
        + b own + c opp), ``"late"`` (hold at n, but at m once one has so many points oneself),
        ``"linear-race"``; or families of your own. Where a turn is more than a single roll:
        ``"bank"`` (bank at n), ``"race"`` (bank at n, but only at the goal once the opponent has so
        many points) and ``"modes"`` (by what is in hand); where throws leave a choice as in
        ``"bank/best-turn"``, with ``most-points`` or ``best-turn``. Where dice are set aside
        ``"dice/…"`` (by the dice left) is in place of ``"modes/…"``. In Hog ``"always"`` (n dice),
        ``"free"`` (n dice, but 0 where that gains at least k points on the opponent), ``"lead"`` (n
        dice, but 0 once one leads by so much), ``"zones"`` (n dice, others when so far behind or
        ahead) and ``"free-zones"`` (``"free"``, other dice when behind).
    descents : int
        How many times a family too large to be searched completely (12,000 rules) is searched from
        a random point, 1 … 100,000.
    seed : int
        0 or more. What is found does not depend on the executor.
    executor : concurrent.futures.Executor, optional
        Where rules are judged, a thousand or a descent at a time; left out, on all processors.
    progress : callable, optional
        Called as ``progress(done, of)`` when a chunk is done.

    Returns
    -------
    Frontier

    Raises
    ------
    RuleError
        If the game is neither a race of two nor Hog, there is no such family, or a parameter is out
        of range.
    SizeError
        If tables of 8 goal**3 bytes do not fit in memory.

    Notes
    -----
    Rules are compared by their exact win chance against best play, averaged over both seats; the
    loss is ½ less that. A rule costs O(goal**2 x gains) time: for Pig to 100 some 0.2 to 0.5 ms.
    Where a turn is more than a single roll it takes a match against best play, O(u**3) for a goal
    of u units, and the search is a single descent: a local optimum.

    Examples
    --------
    >>> import pigcore
    >>> found = rules_of_thumb(pigcore.Pig(), ["hold"])
    >>> print(found.best)
    hold at 25: loses 0.021069279405 against best play
    """
    known = families_of(game)
    if not known:
        called = game.name if isinstance(game, Game) else shown(game)
        raise RuleError(
            f"there are no rules of thumb for {called}: give a race of two such as pigcore.Pig(), "
            "or Hog"
        )
    same_turns(game, "a search for rules of thumb", any_end=True)
    descents = between(descents, "descents", 1, _MOST_DESCENTS)
    seed = whole(seed, "seed")
    if seed < 0:
        raise RuleError(f"seed is {shown(seed)}, but must be 0 or more")
    given = (
        [name for name in USUAL if name in known]
        if names is USUAL
        else items(names, "names", "families of rules", _MOST)
    )
    chosen = [_family(known, name) for name in given]
    if not chosen:
        raise RuleError(f"no families are named: name one such as {next(iter(known))!r}")
    tasks = [tasks_of(game, family, descents, seed) for family in chosen]
    of, done = sum(map(len, tasks)), 0

    def report() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, of)

    rules = []
    for family, work in zip(chosen, tasks):
        point, _, _ = search(work, executor, report)
        rules.append(judged(game, family, point))
    rules.sort(key=lambda rule: (rule.simplicity, rule.loss))
    return Frontier(game, tuple(rules))


def _family(known: dict[str, Family], name: Any) -> Family:
    if isinstance(name, Family):
        return name
    found = meant(name, known)
    if found is not None:
        return known[found]
    raise RuleError(f"there is no family of rules {shown(name)}: {nearest(str(name), list(known))}")
