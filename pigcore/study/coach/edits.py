"""The smallest changes of a policy that gain most: one number, one exception, one constant more.

Every change is judged by a match of its own. Which are tried follows from the text form:

    one number     each number of it moves, the others stay: over a grid, then by 8, 4, 2 and 1
                   units from the best of that while something is gained
    one exception  ``… unless CONDITION then OTHER``, with a condition on the scores: to the first
                   order an exception gains the sum, over the turn starts where it holds, of their
                   visits times what OTHER's turn is worth more; cumulative sums have that for all
                   conditions at once. The most promising move like one number, by matches
    one constant   what the family offers: a slope, a threshold of its own for one mode, …

What is found is the best of what was tried: a local optimum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...games.errors import PigcoreError
from ...play.policies.holds import HoldAt
from ...play.policies.named import Condition, Named, text_of
from ...play.policies.texts import parse

KINDS = {  # in words
    "number": "one number",
    "choice": "other options",
    "exception": "one exception",
    "constant": "one more number",
}

_GRID = 24
_PROMISING = 5
_LEAST = 1e-9
"""What is gained by less is rounding."""

_NUMBER = re.compile(r"(?<![\w.])-?[0-9]+(?![\w./])")
_CHOICE = re.compile(r"/[a-z-]+")
_FILE = re.compile(r"\.(py|json|npz)\b")
_CONDITIONS = ("own>=", "opp>=", "either>=", "lead<=", "lead>=")


class Edit(NamedTuple):
    """A small change of a policy, and what it makes of it."""

    kind: str
    """A key of :data:`KINDS`."""
    policy: str | None
    """The changed policy's text form; None where the policy has none that could be changed."""
    words: str
    """The changed policy in words."""
    wins: float
    gain: float
    """What it wins more than before."""


def edits_of(side: Any, policy: Any, report: Callable[[], object]) -> tuple[Edit, ...]:
    """The best change of each kind that gains something, that which gains most first."""
    text = text_of(policy)
    best: dict[str, Edit] = {}
    kinds = _numbers, _exceptions, _constants
    for kind in kinds:
        for edit in kind(side, policy, text):
            known = best.get(edit.kind)
            if edit.gain > _LEAST and (known is None or edit.gain > known.gain + _LEAST):
                best[edit.kind] = edit
        report()
    return tuple(sorted(best.values(), key=lambda edit: -edit.gain))


class _Texts:
    """What policies win that are given as text, each once; those that there are not, nothing."""

    def __init__(self, side: Any) -> None:
        self._side = side
        self._known: dict[str, float] = {}

    def win(self, text: str) -> float:
        """The chance to win, -1 if there is no such policy."""
        if text not in self._known:
            try:
                won = self._side.win(parse(self._side.game, text))
            except PigcoreError:
                won = -1.0
            self._known[text] = won
        return self._known[text]

    def edit(self, kind: str, text: str) -> Edit:
        """The change to ``text``."""
        won = self.win(text)
        words = str(parse(self._side.game, text)) if won >= 0 else ""
        return Edit(kind, text, words, won, won - self._side.wins)


def _climb(number: int, unit: int, win: Callable[[int], float]) -> int:
    """The number near this one that wins most: steps of 8, 4, 2 and 1 units while they gain."""
    steps = [8, 4, 2, 1]
    while steps:
        step = steps[0] * unit
        better = max((number + step, number - step), key=win)
        if win(better) > win(number) + _LEAST:
            number = better
        else:
            steps.pop(0)
    return number


def _numbers(side: Any, policy: Any, text: str | None) -> Iterator[Edit]:
    """One number of the text changed, or the rule by which it takes options."""
    if text is None or _FILE.search(text):
        return
    texts = _Texts(side)
    goal, unit = side.game.goal, getattr(side.game, "unit", 1)
    for found in _NUMBER.finditer(text):
        before, after, number = text[: found.start()], text[found.end() :], int(found[0])
        step = unit if number % unit == 0 else 1

        def win(n: int, before: str = before, after: str = after) -> float:
            return texts.win(f"{before}{n}{after}") if n <= goal else -1.0

        spread = {round(goal * n / _GRID / step) * step for n in range(1, _GRID)}
        grid = {number, *spread, *(number + n * step for n in range(-3, 4))}
        best = _climb(max(sorted(grid), key=win), step, win)
        yield texts.edit("number", f"{before}{best}{after}")
    said = _CHOICE.search(text)
    if said or (isinstance(policy, HoldAt) and getattr(side.game, "chooses", False)):
        for choose in ("/most-points", "/best-turn"):
            yield texts.edit("choice", _CHOICE.sub(choose, text) if said else text + choose)


def _exceptions(side: Any, policy: Any, text: str | None) -> Iterator[Edit]:
    """Another policy where a condition on the scores holds."""
    found: list[tuple[float, str, int, str]] = []
    unit = getattr(side.game, "unit", 1)
    for other in side.others(policy):
        gains = side.instead(other)
        for where in _CONDITIONS:
            promised, number = _most_promising(gains, side.scores, where)
            found.append((promised, where, number, other))
    found.sort(key=lambda one: -one[0])
    for promised, where, number, other in found[:_PROMISING]:
        if promised <= 0:
            return
        known: dict[int, float] = {}

        def win(n: int, where: str = where, other: str = other, known: Any = known) -> float:
            if n not in known:
                known[n] = side.win_unless(Condition(f"{where}{n}"), other)
            return float(known[n])

        number = _climb(number, unit, win)
        condition = Condition(f"{where}{number}")
        usual = policy if isinstance(policy, Named) else None
        said = parse(side.game, other)
        composed = None if text is None else f"{text} unless {condition.spec} then {other}"
        words = str((usual or _Unnamed()).unless(condition.spec, said))
        yield Edit("exception", composed, words, win(number), win(number) - side.wins)


class _Unnamed(Named):
    """A policy without a name, in words."""

    def __str__(self) -> str:
        return "play as before"


def _most_promising(gains: Any, scores: Any, where: str) -> tuple[float, int]:
    """What a condition gains to the first order with its best number, and that number."""
    condition = Condition(f"{where}0")
    at = condition.of(*scores).ravel()
    sign = -1 if condition.sign == ">=" else 1
    order = np.argsort(sign * at, kind="stable")
    at, sums = at[order], np.cumsum(gains.ravel()[order])
    last = np.flatnonzero(np.append(np.diff(at) != 0, True))  # all starts of a number, or none
    best = last[np.argmax(sums[last])]
    return float(sums[best]), int(at[best])


def _constants(side: Any, policy: Any, text: str | None) -> Iterator[Edit]:
    """A constant more, as the family offers it; the others stay, or are the best without it."""
    if text is None or _FILE.search(text):
        return
    texts = _Texts(side)
    numbers = [edit.policy for edit in _numbers(side, policy, text) if edit.kind == "number"]
    begin = [text, *sorted(filter(None, numbers), key=texts.win)[-1:]]
    tried = [more for one in begin for more in side.one_more(parse(side.game, one))]
    if tried:
        found = texts.edit("constant", max(tried, key=texts.win))
        if found.wins > max(texts.win(one) for one in begin) + _LEAST:
            yield found
