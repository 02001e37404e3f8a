"""What the certificate of a race of two holds: docs/certificates/race.md.

:mod:`.check_race` checks it. The boxes are those that the prover keeps, wider by a unit at each
end. Each is the image of a still wider one, which the equations take into its inside; as the
rounded equations are monotone, they take the box into its inside, too, and the checker needs no
more than one evaluation of each.
"""

from __future__ import annotations

import io
import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import TIES, Race

from ..algebra.arithmetic import Rational
from ..options import Progress
from ..race.carried import Nothing
from ..race.compiled import FIRST_BITS
from ..race.decisions import Decisions, View
from ..race.enclosure import Bounds, Enclosure, Unproved, decide_all, enclose_all
from ..race.evaluation import wipe_column
from ..race.prove import (
    Layer,
    Proved,
    nothing_proved,
    precisions,
    prove,
    report_of,
    settled,
)
from ..race.rules import BITS, Pair, Rules, turns_of
from ..race.verdict import RaceReport
from . import check_race
from .check_race import Race as Checked
from .files import header_of, pack
from .reading import Refuted

__all__ = ["RULES", "certificate", "serves", "tables"]

RULES = (
    "goal", "exact", "after_bust", "minimum", "opening", "last_turn", "start", "banks",
    "denominators", "busts", "wipes", "sets", "weights", "other", "penalty", "end",
)  # fmt: skip
"""The entries of the header that say which game it is."""

_REMEDY = "choose a smaller goal or a simpler turn"
_LONGEST = 13_000
"""Bits of a number that Python still reads in decimal digits."""


def serves(game: Race) -> bool:
    """Whether the format has a place for the game's players."""
    return game.players == 2 and game.other is None


# --- the rules as tables --------------------------------------------------------------------------


def tables(game: Race) -> dict[str, Any]:
    """The rules of the race as integers: the entries ``RULES`` of the header.

    Modes stand in the order in which steps of no gain need them, and options that another one is
    never worse than are left out.
    """
    rules = _Rules(game)
    order = rules.order
    kind = [rules.seats, TIES.index(game.tie)]
    place = {n: new for new, n in enumerate(order)}
    most = math.inf if rules.last_turn else rules.span + rules.exact
    throws: list[dict[Any, int]] = []
    for n in order:  # gains that reach the goal from every score are one gain
        throws.append({})
        for options, weight in (rules.serious[n] or {}).items():
            key = tuple(sorted({(min(gain, most), place[mode]) for gain, mode in options}))
            throws[-1][key] = throws[-1].get(key, 0) + weight
    sets = sorted({one for throw in throws for one in throw}, key=lambda one: (len(one), one))
    number = {options: k for k, options in enumerate(sets)}
    return {
        "goal": rules.span,
        "exact": rules.exact,
        "after_bust": rules.returns[: rules.span],
        "minimum": min(game.minimum_bank // game.unit, rules.span),
        "opening": min(game.opening // game.unit, rules.span),
        "last_turn": rules.last_turn,
        "start": place[rules.start],
        "banks": [rules.may_bank[n] for n in order],
        "denominators": [rules.denominators[n] * (rules.choices[n] is not None) for n in order],
        "busts": [rules.busts[n] for n in order],
        "wipes": [rules.wipes[n] for n in order],
        "sets": [[list(option) for option in options] for options in sets],
        "weights": [sorted([number[one], p] for one, p in throw.items()) for throw in throws],
        "other": [],
        "penalty": [],
        "end": [] if kind == [1, 0] else kind,
    }


class _Rules(Rules):
    """Decisions are named also where no throws lead."""

    def __init__(self, game: Race) -> None:
        super().__init__(game.seen_from(1))
        self.all_modes = self.recorded = True

    @property
    def order(self) -> list[int]:
        """The modes in the order of the tables."""
        return sorted(range(self.modes), key=lambda n: (self.rank[n], n))


# --- the certificate ------------------------------------------------------------------------------


class _Found(NamedTuple):
    """A proof of the whole game."""

    layers: Sequence[Layer]
    """Intervals of 1 - V(i, j): of all, and of those that were found once more with more bits."""
    rows: dict[Pair, str]
    """The last words of the records."""
    ties: bool
    """Whether the intervals leave ties open."""
    column: Sequence[Any] = ()
    """V(j, 0) as fractions, where throws wipe and there are ties."""

    @property
    def bits(self) -> int:
        """Those of the boxes that are written down."""
        return self.layers[-1].found.bits


def certificate(
    game: Race, progress: Progress | None = None
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
    game = game.seen_from(1)
    named = tables(game)
    if named["last_turn"] and not (all(named["banks"]) and all(named["busts"])):
        raise SizeError(
            f"{game.name} has no certificate, because with its last turn there is no score from "
            "which on one banks whatever dice are left: let hot dice be banked and every number of "
            "dice bust, or prove it without a certificate"
        )
    n = named["goal"] if any(named["wipes"]) else int(game.tie == "play_on")
    entries = {
        **named, "rolled": named["goal"], "bits": 1, "ties": False, "column_low": [0] * n,
        "column_high": [0] * n, "column_above": [], "column_below": [],
    }  # fmt: skip
    report, proved = _proved(game, entries, progress)
    if proved is None:
        return replace(report, undecided=max(1, report.undecided)), {}, iter(())
    found = proved.layers[0].found
    pays = [(found.wipe_low[j], found.wipe_high[j]) for j in range(n)]
    if game.tie == "play_on":
        pays = [found.tie]
    column = [(found.one - high, found.one - low) for low, high in pays]
    entries |= {
        "rolled": max(named["goal"], getattr(found, "furthest", 0)),
        "bits": proved.bits,
        "ties": proved.ties,
        "column_low": [low for low, _ in column],
        "column_high": [high for _, high in column],
        "column_above": [w.numerator for w in proved.column],
        "column_below": [w.denominator for w in proved.column],
    }
    header, _ = header_of(check_race, game, entries, _REMEDY)
    if proved.ties and not game.turn.roll and not _is_taken(header, _records(proved)):
        return replace(report, undecided=report.undecided + 1), {}, iter(())
    return report, header, _records(proved)


def _is_taken(header: dict[str, Any], records: Iterator[str]) -> bool:
    """Whether the checker takes it, to which tied decisions may lead nowhere."""
    stream = io.BytesIO()
    pack(stream, header, records)
    stream.seek(0)
    try:
        check_race.check(stream)
    except Refuted:
        return False
    return True


def _records(proved: _Found) -> Iterator[str]:
    (found, pairs), *again = proved.layers
    chosen = [frozenset(layer.pairs) for layer in again]
    for pair in pairs:
        layers = [found, *(one.found for one, some in zip(again, chosen) if pair in some)]
        for i, j in turns_of([pair]):
            low, high = 0, 1 << proved.bits
            for layer in layers:  # the truth lies in all of them
                more = proved.bits - layer.bits
                least, most = layer.one - layer.high[i][j], layer.one - layer.low[i][j]
                wider = found.rules.settled(i, j) != (1, 1)
                low, high = max(low, least - wider << more), min(high, most + wider << more)
            yield f"{i} {j} {low:x} {high:x} {proved.rows[i, j]}"


def _runs(letters: Sequence[str]) -> str:
    return "".join([f"{one}{len(list(run))}" for one, run in groupby(letters)])


# --- the proof ------------------------------------------------------------------------------------


def _proved(
    game: Race, entries: dict[str, Any], progress: Progress | None
) -> tuple[RaceReport, _Found | None]:
    rules, column = _Rules(game), []
    _, checked = header_of(check_race, game, entries, _REMEDY)
    if rules.last_turn:
        proved = _with_last_turn(game, rules, entries, progress)
    else:
        proved = prove(
            rules, None, progress, bits=FIRST_BITS, witness=partial(_Letters, checked=checked)
        )
    if proved is None:
        return nothing_proved(game), None
    report, letters = report_of(game, proved.found, proved.decisions), proved.witness
    report = replace(report, stages=proved.stages)
    if not report.ok or letters is None:
        return report, None
    if letters.ties and game.tie == "play_on":
        raise RuleError(
            f"{game.name} has no certificate, because it has exact ties, of which none is written "
            "where equal scores are played on: prove it without one"
        )
    if letters.ties and rules.wipe:
        column = _exact_column(game, proved.found)
    layers = Layer(proved.found, list(rules.pairs())), *proved.layers
    return report, _Found(layers, letters.rows, letters.ties, column)


def _with_last_turn(
    game: Race,
    rules: _Rules,
    entries: dict[str, Any],
    progress: Progress | None,
) -> Proved[_Letters] | None:
    """Prove a race whose turns go on past the goal: how far is known once they are enclosed."""
    proved = None
    for bits in precisions(rules, BITS):
        found = Enclosure(rules, bits, None, Nothing())
        try:
            enclose_all(found, [], progress)
        except Unproved:
            continue
        tops = [(found.top(i, j, found.high[j][i]), i) for i, j in turns_of(rules.pairs())]
        found.furthest = max([top for top, i in tops if rules.chased(i)] + [found.top_of_a_tie])
        _, checked = header_of(check_race, game, entries | {"rolled": found.furthest}, _REMEDY)
        decisions = Decisions(found, witness=_Letters(found, checked))
        decide_all(found, [decisions], progress)
        proof = decisions.proof()
        if decisions.undecided:
            decisions, proof = settled(found, decisions, progress)
        proved = Proved(found, decisions, proof, decisions.witness)
        if not decisions.undecided:
            break
    return proved


class _Letters:
    """The decisions of turn after turn, as letters in runs.

    Those that are ``known`` already have to be the same.
    """

    def __init__(
        self, found: Enclosure, checked: Checked, known: dict[Pair, str] | None = None
    ) -> None:
        self._found, self._checked, self._known = found, checked, known
        self._order: list[int] = found.rules.order  # type: ignore[attr-defined]
        self.rows: dict[Pair, str] = {}
        self._open: set[Pair] = set()
        self._unequal: bool = False
        """Whether nothing proves some tie of the turn that is looked at."""

    @property
    def undecided(self) -> int:
        """Turns with ties that nothing proves."""
        return len(self._open)

    @property
    def ties(self) -> bool:
        """Whether exact numbers had to show what bounds leave open."""
        return self._known is not None

    def exactly(self, exact: Enclosure) -> _Letters:
        """Who sees all turns once more with exact numbers."""
        return _Letters(exact, self._checked, self.rows)

    def add(self, turn: Bounds) -> bool:
        """Take the bounds of one turn, unless they leave something open."""
        view = View(self._found, turn, self._found.residue[turn.opp][turn.own])
        self._unequal, pair = False, (turn.own, turn.opp)
        states = ",".join([_runs(self._states(view, n)) for n in self._checked.choosing])
        row = f"{states} {','.join(map(_runs, self._asides(view)))}"
        self.rows[pair] = row
        if self._unequal or (self._known and row != self._known[pair]):
            self._open.add(pair)
        return pair not in self._open

    def _states(self, view: View, n: int) -> list[str]:
        """What to do in the mode, at every score that may be banked."""
        turn, modes, first = view.turn, self._checked.modes, self._checked.first(view.turn.own, n)
        end = self._checked.end_of(view.turn.opp)
        base = (first - turn.own) * modes + self._order[n]
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
                self._unequal |= not view.equal(packed)
        return found

    def _asides(self, view: View) -> list[list[str]]:
        """What to take, of every set of options."""
        turn, found = view.turn, []
        modes, end = self._checked.modes, self._checked.end_of(turn.opp)
        for options in self._checked.sets:
            places, column = [gain * modes + self._order[n] for gain, n in options], []
            for base in range(0, (end - turn.own) * modes, modes):
                lows = [view.low[base + place] for place in places]
                highs = [view.high[base + place] for place in places]
                least = max(lows)
                named = [k for k, high in enumerate(highs) if high >= least]
                if len(named) > 1 and len({one[k] for k in named for one in (lows, highs)}) > 1:
                    packed = [view.packed[base + places[k]] for k in named]
                    self._unequal |= not view.equal(packed)
                column.append("".join([chr(97 + k) for k in named]))
            found.append(column)
        return found

    def part(self, found: Enclosure) -> _Letters:
        """One that has seen nothing yet."""
        return _Letters(found, self._checked, self._known)

    def take(self, other: _Letters) -> None:
        """Take over what another one has seen."""
        self._open |= other._open - self.rows.keys()
        self.rows = other.rows | self.rows

    # --- in the compiled module -------------------------------------------------------------------

    def arrays(self) -> dict[str, array[int]]:
        """What the compiled module has to know."""
        ends = accumulate(map(len, self._checked.sets), initial=0)
        options = [option for options in self._checked.sets for option in options]
        return {
            "named": array("q", [self._order[n] for n in self._checked.choosing]),
            "named_sets": array("q", ends),
            "named_gains": array("q", [gain for gain, _ in options]),
            "named_after": array("q", [self._order[n] for _, n in options]),
        }

    def read(self, race: Any) -> None:
        """Take over what the compiled module has seen."""
        for line in race.written.decode().splitlines():
            i, j, row = line.split(" ", 2)
            self.rows[int(i), int(j)] = row


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
