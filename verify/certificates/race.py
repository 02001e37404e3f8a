"""What the certificate of a race of two holds: docs/certificates/race.md.

:mod:`.check_race` checks it. Every box that is kept is wider, by a unit at each end, than what the
equations take a still wider one to. As the rounded equations are monotone, they take it into its
inside, and the checker needs no more than one evaluation of each.

Who proves what stands here in one place each: :func:`_of_turns` any turn, and :func:`_of_rolls` a
single roll.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import groupby
from types import SimpleNamespace
from typing import Any, NamedTuple

from pigcore.games.errors import SizeError
from pigcore.games.race import Race
from pigcore.games.rules import column_of

from ..algebra.rational import Rational
from ..blocks import Pair, turns_of
from ..farkle.decisions import Decisions, View
from ..farkle.enclosure import Bounds, Enclosure, Unproved, decide_all, enclose_all
from ..farkle.prove import nothing_proved, report_of
from ..farkle.rules import Options, Rules
from ..options import Progress
from ..race import enclosure as rolled
from ..race import prove as rolls
from ..race.decisions import Decisions as RollDecisions
from ..race.evaluation import turn_ends, wipe_column
from ..race.rules import Rules as RollRules
from ..race.ties import settle
from ..verdict import Proof, Report
from . import check_race
from .check_race import Race as Checked
from .files import header_of, pack

__all__ = ["RULES", "certificate", "tables"]

RULES = (
    "goal", "exact", "after_bust", "minimum", "opening", "last_turn", "start", "banks",
    "denominators", "busts", "wipes", "sets", "weights", "other", "penalty", "end",
)  # fmt: skip
"""The entries of the header that say which game it is."""

_BITS = 128
"""Fewer than other proofs begin with: the boxes are most of the file."""
_BITS_LAST = 200
"""With a last turn, whose chances are small numbers far away from the goal."""
_MOST_BITS = 512
_MOST_ROLL_BITS = 6400
ANY_TURN = True
_REMEDY = "choose a smaller goal or a simpler turn"
_LONGEST = 13_000
"""Bits of a number that Python still reads in decimal digits."""


# --- the rules as tables --------------------------------------------------------------------------


def tables(game: Race) -> dict[str, Any]:
    """The rules of the race as integers: the entries ``RULES`` of the header.

    Modes stand in the order in which steps of no gain need them, and options that another one is
    never worse than are left out.
    """
    rules, order = _rules(game), _order(game)
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


def _rules(game: Race) -> Any:
    """The rules as the proof of any turn reads them."""
    if column_of(game) != "race":
        rules = Rules(game)
        rules.all_modes = True  # decisions are named also where no throws lead
        return rules
    roll = RollRules(game)
    gains: dict[Options, int] = {((gain, 0),): p for gain, p in roll.gains}
    return SimpleNamespace(
        goal=roll.goal, exact=roll.exact, returns=roll.returns, last_turn=game.last_turn, start=0,
        may_bank=[True], denominators=[roll.denominator], busts=[roll.bust], wipes=[roll.wipe],
        choices=[gains], serious=[gains], rank=[0],
    )  # fmt: skip


def _order(game: Race) -> list[int]:
    """The modes of the proof's rules in the order of the tables."""
    rank = _rules(game).rank
    return sorted(range(len(rank)), key=lambda n: (rank[n], n))


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
) -> tuple[Report[Any], dict[str, Any], Iterator[str]]:
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
    prove = _of_rolls if column_of(game) == "race" else _of_turns
    report, proved = prove(game, entries, progress, executor)
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
    one, last = found.one, found.rules.goal - 1
    sums = range(2 * last, -1, -1)
    pairs = [(i, it - i) for it in sums for i in range(max(0, it - last), it // 2 + 1)]
    for i, j in turns_of(pairs):
        low, high = one - found.high[i][j], one - found.low[i][j]
        if low == high and not found.nobody_wins(i, j):  # it is known exactly
            low, high = max(0, low - 1), min(one, high + 1)
        yield f"{i} {j} {low:x} {high:x} {rows[i, j]}"


def _runs(letters: Sequence[str]) -> str:
    return "".join([f"{it}{len(list(run))}" for it, run in groupby(letters)])


# --- any turn -------------------------------------------------------------------------------------


class _Widened(Enclosure):
    """Keeps more at each end: two units, as who plays a number known exactly is given one."""

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        by = 2 * (low < high)
        super().keep(i, j, low - by, high + by)

    def nobody_wins(self, i: int, j: int) -> bool:
        return self.rules.settled(i, j) is not None


def _of_turns(
    game: Race,
    entries: dict[str, Any],
    progress: Progress | None,
    executor: Executor | None,
) -> tuple[Report[Any], _Found | None]:
    rules, report, order = _rules(game), None, _order(game)
    _, checked = header_of(check_race, game, entries, _REMEDY)
    bits = _BITS_LAST if rules.last_turn else _BITS
    while bits <= _MOST_BITS:
        found = _Widened(rules, bits)
        decisions, letters = Decisions(found), _Letters(found, checked, order)
        try:
            if rules.last_turn:  # how far its turns go is known once they are enclosed
                enclose_all(found, [decisions], progress, executor)
                found.furthest = max(
                    found.top(i, j, found.high[j][i]) for i, j in turns_of(rules.pairs())
                )
                further = entries | {"rolled": found.furthest}
                _, checked = header_of(check_race, game, further, _REMEDY)
                letters = _Letters(found, checked, order)
                decide_all(found, [letters], progress, executor)
            else:
                enclose_all(found, [decisions, letters], progress, executor)
        except Unproved:
            bits *= 2
            continue
        report = report_of(game, found, decisions)
        report = replace(report, undecided=decisions.undecided + letters.undecided)
        if report.ok:
            return report, _Found(found, letters.rows, letters.opened > 0)
        bits *= 2
    return report or nothing_proved(game), None


class _Letters:
    """The decisions of turn after turn, as letters in runs."""

    def __init__(self, found: Enclosure, checked: Checked, order: Sequence[int]) -> None:
        self._found, self._checked, self._order = found, checked, order
        self.rows: dict[Pair, str] = {}
        self.opened = 0
        """Ties that residues prove."""
        self.undecided = 0

    def add(self, turn: Bounds) -> None:
        """Take the bounds of one turn."""
        view = View(self._found, turn, self._found.residue[turn.opp][turn.own])
        states = ",".join([_runs(self._states(view, n)) for n in self._checked.choosing])
        asides = ",".join(map(_runs, self._asides(view)))
        self.rows[turn.own, turn.opp] = f"{states} {asides}"

    def _states(self, view: View, n: int) -> list[str]:
        """What to do in the mode, at every score that may be banked."""
        turn, found, mode = view.turn, [], self._order[n]
        for s in range(self._checked.first(turn.own, n), self._checked.end):
            throw, above = turn.low.throws[s - turn.own][mode], turn.high.throws[s - turn.own][mode]
            bank, most = turn.bank_low[s], turn.bank_high[s]
            low, least = throw >> view.shift, bank >> view.shift
            if low > most:
                found.append("t")
            elif least > above:
                found.append("b")
            else:
                found.append("e")
                if not low == above == least == most:
                    self._open(view, [throw, bank])
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
                    self._open(view, [view.packed[base + places[k]] for k in named])
                column.append("".join([chr(97 + k) for k in named]))
            found.append(column)
        return found

    def _open(self, view: View, packed: Sequence[int]) -> None:
        if view.equal(packed):
            self.opened += 1
        else:
            self.undecided += 1

    # --- in blocks --------------------------------------------------------------------------------

    def part(self, found: Enclosure, rows: Collection[int]) -> _Letters:
        """One that has seen nothing yet, to look on where ``found`` is a part of the enclosure."""
        return _Letters(found, self._checked, self._order)

    def outcome(self) -> tuple[dict[Pair, str], int, int]:
        """What it has seen."""
        return self.rows, self.opened, self.undecided

    def take(self, outcome: tuple[dict[Pair, str], int, int]) -> None:
        """Take over what a part has seen."""
        rows, opened, undecided = outcome
        self.rows |= rows
        self.opened += opened
        self.undecided += undecided


# --- a single roll --------------------------------------------------------------------------------


class _WidenedRolls(rolled.Enclosure):
    """Keeps a unit more at each end, and more of who wins for sure, but for what nobody wins."""

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        settled, by = self.rules.settled(i, j), 1
        if self.nobody_wins(i, j):
            by = 0
        elif settled and low == high:  # who can never win has the wider box
            by = (1 << self.bits // 4) - settled[0] // 2
        super().keep(i, j, low - by, high + by)

    def nobody_wins(self, i: int, j: int) -> bool:
        return not (self.rules.alive[i] or self.rules.alive[j])

    def contains(self, i: int, j: int, low: int, high: int) -> bool:
        least, most = self.one - self.high[i][j], self.one - self.low[i][j]
        if self.nobody_wins(i, j):
            return least == low == high == most
        return (least < low or not least) and (high < most or most == self.one)


class _RollLetters:
    """The decisions of turn after turn, as letters in runs."""

    def __init__(self) -> None:
        self.rows: dict[Pair, str] = {}

    def add(self, turn: rolled.Bounds) -> None:
        i, j, low, high, hold_low, hold_high = turn
        start = i + 1
        letters = [
            "t" if c > most else "b" if least > above else "e"
            for c, above, least, most in zip(
                low[start:], high[start:], hold_low[start:], hold_high[start:]
            )
        ]
        self.rows[i, j] = f"{_runs(letters)} "

    def part(self, found: Any, rows: Collection[int]) -> _RollLetters:
        return _RollLetters()

    def outcome(self) -> dict[Pair, str]:
        return self.rows

    def take(self, outcome: dict[Pair, str]) -> None:
        self.rows |= outcome


def _of_rolls(
    game: Race,
    entries: dict[str, Any],
    progress: Progress | None,
    executor: Executor | None,
) -> tuple[Report[Any], _Found | None]:
    header_of(check_race, game, entries, _REMEDY)
    rules, bits = RollRules(game), _BITS
    report: Report[Any] | None = None
    while bits <= max(_MOST_ROLL_BITS, 8 * rules.denominator.bit_length()):
        found, decisions, letters = _WidenedRolls(rules, bits), RollDecisions(rules), _RollLetters()
        bits *= 2
        try:
            rolled.enclose_all(found, [decisions, letters], None, progress, executor)
        except rolled.Unproved:
            continue
        proof = Proof("enclosure", bits=found.bits, ties="equality" if decisions.ties else None)
        if decisions.opened:
            proof = settle(found.decided(), decisions.opened, proof) or proof
        proved: rolls.Proved[Any] = rolls.Proved(found, decisions, proof, None)
        report = proved.report(game)
        if report.ok:
            column = _exact_column(game, rules, letters.rows) if proved.settled else []
            return report, _Found(found, letters.rows, proved.settled, column)
    return report or rolls.prove(rules, bits=bits).report(game), None


def _exact_column(game: Race, rules: RollRules, rows: dict[Pair, str]) -> list[Any]:
    """V(j,0,0) as fractions. Ties where throws wipe are so rare that small games are enough."""
    if not rules.wipe:
        return []
    states = rules.goal**2 * (rules.goal + 1) // 2
    if (states + 2) * math.log2(2 * rules.denominator) > _LONGEST:
        raise SizeError(
            f"the goal is {rules.goal}, but where throws wipe and payoffs are exactly equal a "
            "certificate holds long fractions: choose a smaller goal"
        )
    arithmetic, ends = Rational(rules.denominator), {}
    for (i, j), runs in rows.items():
        throws = [False] * (i + 1)
        for decision, length in re.findall("([tbe])([0-9]+)", runs):
            throws += [decision == "t"] * int(length)
        ends[i, j] = turn_ends(rules, i, throws, arithmetic)
    return list(wipe_column(rules, ends, arithmetic))
