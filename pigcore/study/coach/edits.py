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
from contextlib import suppress
from functools import cache
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
    tried, best = _Tried(side, policy), dict[str, Edit]()
    for kind in (tried.numbers, tried.exceptions, tried.constants):
        for edit in kind():
            known = best.get(edit.kind)
            if edit.gain > _LEAST and (known is None or edit.gain > known.gain + _LEAST):
                best[edit.kind] = edit
        report()
    return tuple(sorted(best.values(), key=lambda edit: -edit.gain))


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


class _Tried:
    """What changes of a policy win that are given as text, each once."""

    def __init__(self, side: Any, policy: Any) -> None:
        self.side, self.policy, self.text = side, policy, text_of(policy)
        self.unit: int = getattr(side.game, "unit", 1)
        self._known: dict[str, float] = {}

    def win(self, text: str) -> float:
        """The chance to win, -1 if there is no such policy."""
        if text not in self._known:
            self._known[text] = -1.0
            with suppress(PigcoreError):
                self._known[text] = self.side.win(parse(self.side.game, text))
        return self._known[text]

    def _edit(self, kind: str, text: str) -> Edit:
        won = self.win(text)
        words = str(parse(self.side.game, text)) if won >= 0 else ""
        return Edit(kind, text, words, won, won - self.side.wins)

    def numbers(self) -> Iterator[Edit]:
        """One number of the text changed, or the rule by which it takes options."""
        text, goal = self.text, self.side.game.goal
        if text is None or _FILE.search(text):
            return
        for found in _NUMBER.finditer(text):
            before, after, number = text[: found.start()], text[found.end() :], int(found[0])
            step = self.unit if number % self.unit == 0 else 1

            def win(n: int, before: str = before, after: str = after) -> float:
                return self.win(f"{before}{n}{after}") if n <= goal else -1.0

            spread = {round(goal * n / _GRID / step) * step for n in range(1, _GRID)}
            grid = {number, *spread, *(number + n * step for n in range(-3, 4))}
            best = _climb(max(sorted(grid), key=win), step, win)
            yield self._edit("number", f"{before}{best}{after}")
        said = _CHOICE.search(text)
        if said or (isinstance(self.policy, HoldAt) and self.side.game.chooses):
            for choose in ("/most-points", "/best-turn"):
                yield self._edit("choice", _CHOICE.sub(choose, text) if said else text + choose)

    def exceptions(self) -> Iterator[Edit]:
        """Another policy where a condition on the scores holds."""
        side, text, found = self.side, self.text, list[tuple[float, str, int, str]]()
        for other in side.others(self.policy):
            gains = side.instead(other)
            for where in _CONDITIONS:
                promised, number = _most_promising(gains, side.scores, where)
                found.append((promised, where, number, other))
        found.sort(key=lambda one: -one[0])
        usual = self.policy if isinstance(self.policy, Named) else Named("", "play as before", "")
        for promised, where, number, other in found[:_PROMISING]:
            if promised <= 0:
                return

            @cache
            def win(n: int, where: str = where, other: str = other) -> float:
                return float(side.win_unless(Condition(f"{where}{n}"), other))

            number = _climb(number, self.unit, win)
            condition, won = f"{where}{number}", win(number)
            composed = None if text is None else f"{text} unless {condition} then {other}"
            words = str(usual.unless(condition, parse(side.game, other)))
            yield Edit("exception", composed, words, won, won - side.wins)

    def constants(self) -> Iterator[Edit]:
        """A constant more, as the family offers it; the others stay, or are the best without it."""
        if self.text is None or _FILE.search(self.text):
            return
        numbers = [str(edit.policy) for edit in self.numbers() if edit.kind == "number"]
        begin = [self.text, *sorted(numbers, key=self.win)[-1:]]
        game = self.side.game
        tried = [more for one in begin for more in self.side.one_more(parse(game, one))]
        if tried:
            found = self._edit("constant", max(tried, key=self.win))
            if found.wins > max(map(self.win, begin)) + _LEAST:
                yield found


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
