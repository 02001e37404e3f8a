"""What the certificate of a race of two holds: docs/certificates/race.md.

:mod:`.check_race` checks it. The boxes are those that the prover keeps, wider by a unit at each
end. Each is the image of a still wider one, which the equations take into its inside; as the
rounded equations are monotone, they take the box into its inside, too, and the checker needs no
more than one evaluation of each.
"""

from __future__ import annotations

import io
import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from pigcore.games.errors import SizeError
from pigcore.games.race import Race

from ..algebra.arithmetic import Rational
from ..blocks import Pair, turns_of
from ..options import Progress
from ..race.carried import Nothing
from ..race.decisions import Decisions, View
from ..race.enclosure import Bounds, Enclosure, Unproved, decide_all, enclose_all
from ..race.evaluation import wipe_column
from ..race.prove import nothing_proved, report_of
from ..race.rules import Rules
from ..race.ties import shown_exactly
from ..race.verdict import RaceReport
from . import check_race
from .check_race import Race as Checked
from .files import header_of, pack

__all__ = ["RULES", "certificate", "serves", "tables"]

RULES = (
    "goal", "exact", "after_bust", "minimum", "opening", "last_turn", "start", "banks",
    "denominators", "busts", "wipes", "sets", "weights", "other", "penalty", "end",
)  # fmt: skip
"""The entries of the header that say which game it is."""

_BITS = 128
"""Fewer than other proofs begin with: the boxes are most of the file."""
_BITS_LAST = 200
"""With a last turn, whose chances are small numbers far away from the goal."""
_MOST_BITS = 6400
_REMEDY = "choose a smaller goal or a simpler turn"
_LONGEST = 13_000
"""Bits of a number that Python still reads in decimal digits."""


def serves(game: Race) -> bool:
    """Whether the format has room for the game's players."""
    return game.players == 2


# --- the rules as tables --------------------------------------------------------------------------


def tables(game: Race) -> dict[str, Any]:
    """The rules of the race as integers: the entries ``RULES`` of the header.

    Modes stand in the order in which steps of no gain need them, and options that another one is
    never worse than are left out.
    """
    rules = _Rules(game)
    order = rules.order
    place = {n: new for new, n in enumerate(order)}
    most = math.inf if rules.last_turn else rules.goal + rules.exact
    throws: list[dict[Any, int]] = []
    for n in order:  # gains that reach the goal from every score are one gain
        throws.append({})
        for options, weight in (rules.serious[n] or {}).items():
            key = tuple(sorted({(min(gain, most), place[mode]) for gain, mode in options}))
            throws[-1][key] = throws[-1].get(key, 0) + weight
    sets = sorted({it for throw in throws for it in throw}, key=lambda it: (len(it), it))
    number = {options: k for k, options in enumerate(sets)}
    return {
        "goal": rules.goal,
        "exact": rules.exact,
        "after_bust": rules.returns,
        "minimum": min(game.minimum_bank // game.unit, rules.goal),
        "opening": min(game.opening // game.unit, rules.goal),
        "last_turn": rules.last_turn,
        "start": place[rules.start],
        "banks": [rules.may_bank[n] for n in order],
        "denominators": [rules.denominators[n] * (rules.choices[n] is not None) for n in order],
        "busts": [rules.busts[n] for n in order],
        "wipes": [rules.wipes[n] for n in order],
        "sets": [[list(option) for option in options] for options in sets],
        "weights": [sorted([number[it], p] for it, p in throw.items()) for throw in throws],
        "other": [],
        "penalty": [],
        "end": [],
    }


class _Rules(Rules):
    """Decisions are named also where no throws lead."""

    def __init__(self, game: Race) -> None:
        super().__init__(game)
        self.all_modes = True

    @property
    def order(self) -> list[int]:
        """The modes in the order of the tables."""
        return sorted(range(self.modes), key=lambda n: (self.rank[n], n))


# --- the certificate ------------------------------------------------------------------------------


class _Found(NamedTuple):
    """A proof of the whole game."""

    found: Any
    """Intervals of 1 - V(i, j), as `low` and `high`, with `rules` and `bits`."""
    rows: dict[Pair, str]
    """The last words of the records."""
    ties: bool
    """Whether the intervals leave ties open."""
    column: Sequence[Any] = ()
    """V(j, 0) as fractions, where throws wipe and there are ties."""


def certificate(
    game: Race, progress: Progress | None = None, executor: Executor | None = None
) -> tuple[RaceReport, dict[str, Any], Iterator[str]]:
    """Prove every decision of the race: the report, and header and records of the certificate.

    Both are empty where something is left undecided.

    Raises
    ------
    RuleError
        If three busts in a row cost points.
    SizeError
        If a checker would not take it, or with a last turn one never banks for sure.
    """
    named = tables(game)
    if named["last_turn"] and not (all(named["banks"]) and all(named["busts"])):
        raise SizeError(
            f"{game.name} has no certificate, because with its last turn there is no score from "
            "which on one banks whatever dice are left: let hot dice be banked and every number of "
            "dice bust, or prove it without a certificate"
        )
    n = named["goal"] if any(named["wipes"]) else 0
    entries = {
        **named, "rolled": named["goal"], "bits": 1, "ties": False, "column_low": [0] * n,
        "column_high": [0] * n, "column_above": [], "column_below": [],
    }  # fmt: skip
    report, proved = _proved(game, entries, progress, executor)
    if proved is None:
        return replace(report, undecided=max(1, report.undecided)), {}, iter(())
    found = proved.found
    wiped = [(found.one - found.wipe_high[j], found.one - found.wipe_low[j]) for j in range(n)]
    entries |= {
        "rolled": max(named["goal"], getattr(found, "furthest", 0)),
        "bits": found.bits,
        "ties": proved.ties,
        "column_low": [low for low, _ in wiped],
        "column_high": [high for _, high in wiped],
        "column_above": [w.numerator for w in proved.column],
        "column_below": [w.denominator for w in proved.column],
    }
    header, _ = header_of(check_race, game, entries, _REMEDY)
    if proved.ties and not game.turn.roll and not _is_taken(header, _records(found, proved.rows)):
        return replace(report, undecided=report.undecided + 1), {}, iter(())
    return report, header, _records(found, proved.rows)


def _is_taken(header: dict[str, Any], records: Iterator[str]) -> bool:
    """Whether the checker takes it: of tied options the first ones may lead nowhere."""
    stream = io.BytesIO()
    pack(stream, header, records)
    stream.seek(0)
    try:
        check_race.check(stream)
    except check_race.Refuted:
        return False
    return True


def _records(found: Any, rows: dict[Pair, str]) -> Iterator[str]:
    one = found.one
    for i, j in turns_of(found.rules.pairs()):
        low, high = one - found.high[i][j], one - found.low[i][j]
        if found.rules.settled(i, j) != (1, 1):
            low, high = max(0, low - 1), min(one, high + 1)
        yield f"{i} {j} {low:x} {high:x} {rows[i, j]}"


def _runs(letters: Sequence[str]) -> str:
    return "".join([f"{it}{len(list(run))}" for it, run in groupby(letters)])


# --- the proof ------------------------------------------------------------------------------------


class _Boxes(Enclosure):
    """Keeps a box around who wins for sure, and a wider one around who can never win."""

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        """Keep [low, high], or more, for V(i, j)."""
        settled, by = self.rules.settled(i, j), 0
        if settled and settled != (1, 1):  # wider than those of larger sums, which it may hang on
            by = (2 * self.rules.goal - i - j << self.bits // 4) - settled[0] // 2
        super().keep(i, j, low - by, high + by)


def _proved(
    game: Race, entries: dict[str, Any], progress: Progress | None, executor: Executor | None
) -> tuple[RaceReport, _Found | None]:
    rules, report = _Rules(game), None
    _, checked = header_of(check_race, game, entries, _REMEDY)
    exactly = lambda exact: _Letters(exact, checked)  # noqa: E731
    bits = _BITS_LAST if rules.last_turn else _BITS
    while bits <= max(_MOST_BITS, 8 * max(rules.denominators).bit_length()):
        found = _Boxes(rules, bits, None, Nothing())
        letters = _Letters(found, checked)
        bits *= 2
        try:
            if rules.last_turn:  # how far its turns go is known once they are enclosed
                enclose_all(found, [], progress, executor)
                found.furthest = max(
                    found.top(i, j, found.high[j][i]) for i, j in turns_of(rules.pairs())
                )
                further = entries | {"rolled": found.furthest}
                _, checked = header_of(check_race, game, further, _REMEDY)
                letters = _Letters(found, checked)
                decide_all(found, [letters], progress, executor)
            else:
                enclose_all(found, [letters], progress, executor)
        except Unproved:
            continue
        ties, column = letters.undecided > 0, []
        if ties:
            known = shown_exactly(found, exactly, progress, executor)
            if known is not None and known[1].rows == letters.rows:
                known[1].decisions.call_as(letters.decisions)
                letters = known[1]
        report = report_of(game, found, letters.decisions)
        report = replace(report, undecided=report.undecided + letters.undecided)
        if report.ok:
            if ties and rules.wipe:
                column = _exact_column(game, found)
            return report, _Found(found, letters.rows, ties, column)
    return report or nothing_proved(game), None


class _Letters:
    """The decisions of turn after turn, as letters in runs."""

    def __init__(self, found: Enclosure, checked: Checked) -> None:
        self._found, self._checked = found, checked
        self._order: list[int] = found.rules.order  # type: ignore[attr-defined]
        self.decisions: Decisions = Decisions(found)
        """Those of the report."""
        self.rows: dict[Pair, str] = {}
        self.undecided = 0
        """Ties that nothing proves."""

    def add(self, turn: Bounds) -> None:
        """Take the bounds of one turn."""
        self.decisions.add(turn)
        view = View(self._found, turn, self._found.residue[turn.opp][turn.own])
        states = ",".join([_runs(self._states(view, n)) for n in self._checked.choosing])
        asides = ",".join(map(_runs, self._asides(view)))
        self.rows[turn.own, turn.opp] = f"{states} {asides}"

    def _states(self, view: View, n: int) -> list[str]:
        """What to do in the mode, at every score that may be banked."""
        turn, modes, first = view.turn, self._checked.modes, self._checked.first(view.turn.own, n)
        end, base = self._checked.end, (first - turn.own) * modes + self._order[n]
        bounds = [
            turn.lows[base::modes], turn.high.payoffs[base::modes], turn.bank_lows[first:end],
            turn.bank_high[first:end],
        ]  # fmt: skip
        found = [
            "t" if low > most else "b" if least > high else "e"
            for low, high, least, most in zip(*bounds)
        ]
        for k, (letter, *ends) in enumerate(zip(found, *bounds)) if "e" in found else ():
            if letter == "e" and len({*ends}) > 1:
                packed = [turn.low.payoffs[base + k * modes], turn.bank_low[first + k]]
                self.undecided += not view.equal(packed)
        return found

    def _asides(self, view: View) -> list[list[str]]:
        """What to take, of every set of options."""
        turn, found = view.turn, []
        modes, end = self._checked.modes, self._checked.end
        for options in self._checked.sets:
            places, column = [gain * modes + self._order[n] for gain, n in options], []
            for base in range(0, (end - turn.own) * modes, modes):
                lows = [view.low[base + place] for place in places]
                highs = [view.high[base + place] for place in places]
                least = max(lows)
                named = [k for k, high in enumerate(highs) if high >= least]
                if len(named) > 1 and len({it[k] for k in named for it in (lows, highs)}) > 1:
                    packed = [view.packed[base + places[k]] for k in named]
                    self.undecided += not view.equal(packed)
                column.append("".join([chr(97 + k) for k in named]))
            found.append(column)
        return found

    # --- in blocks --------------------------------------------------------------------------------

    def part(self, found: Enclosure, rows: Collection[int]) -> _Letters:
        """One that has seen nothing yet, to look on where ``found`` is a part of the enclosure."""
        part = _Letters(found, self._checked)
        part.decisions = self.decisions.part(found, rows)
        return part

    def outcome(self) -> tuple[dict[Pair, str], int, Any]:
        """What it has seen."""
        return self.rows, self.undecided, self.decisions.outcome()

    def take(self, outcome: tuple[dict[Pair, str], int, Any]) -> None:
        """Take over what a part has seen."""
        rows, undecided, decisions = outcome
        self.rows |= rows
        self.undecided += undecided
        self.decisions.take(decisions)


def _exact_column(game: Race, found: Enclosure) -> list[Any]:
    """V(j, 0) as fractions. Ties where throws wipe are so rare that small games are enough."""
    rules = found.rules
    states = rules.goal**2 * (rules.goal + 1) // 2 * rules.modes
    if (states + 2) * math.log2(2 * max(rules.denominators)) > _LONGEST:
        raise SizeError(
            f"the goal of {game.name} is {game.goal}, but where throws wipe and payoffs are "
            "exactly equal a certificate holds long fractions: choose a smaller goal"
        )
    ends = {}
    for i, j in turns_of(rules.pairs()):
        turn = found.bounds(i, j)
        ends[i, j] = found.turns.ends(turn.low, turn.bank_low, Rational())
    return list(wipe_column(rules, ends, Rational()))
