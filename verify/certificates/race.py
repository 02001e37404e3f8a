"""What the certificate of a race of two holds: docs/certificates/race.md.

:mod:`.check_race` checks it. The boxes are those that :mod:`..race.find` claimed and
:mod:`..race.check` took into their insides.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import TIES, Race

from ..options import Progress
from ..race.prove import Proved, report_of
from ..race.tables import Tables
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
    return _tables(Tables(game))


def _tables(rules: Tables) -> dict[str, Any]:
    game, turn, most = rules.game, rules.turns[0], rules.goal
    if game.penalty:
        raise RuleError(
            f"{game.name} has no certificate, because busts in a row cost points, for which the "
            "format has no place: prove it without one"
        )
    if not rules.reach or game.may_pass:
        raise RuleError(
            f"{game.name} has no certificate, because "
            + ("a turn may be passed" if game.may_pass else
               "a mode obliges who has reached the goal to throw again")
            + ", for which the format has no place: prove it without one"
        )  # fmt: skip
    order, kind = turn.order, [rules.seats, TIES.index(game.tie)]
    place = {n: new for new, n in enumerate(order)}
    throws: list[dict[Any, int]] = []
    busts = []
    for n in order:
        throws.append({})
        bust = turn.busts[n]
        for k, weight in turn.rows[n]:
            key = tuple(sorted((gain, place[mode]) for gain, mode in turn.sets[k]))
            if rules.exact and all(gain > most for gain, _ in key):
                bust += weight  # past the goal from every score
                continue
            throws[-1][key] = throws[-1].get(key, 0) + weight
        busts.append(bust)
    sets = sorted({one for throw in throws for one in throw}, key=lambda one: (len(one), one))
    number = {options: k for k, options in enumerate(sets)}
    return {
        "goal": rules.goal,
        "exact": rules.exact,
        "after_bust": rules.landing,
        "minimum": min(game.minimum_bank // game.unit, rules.goal),
        "opening": min(game.opening // game.unit, rules.goal),
        "last_turn": rules.chases,
        "start": place[turn.start],
        "banks": [turn.may[n] for n in order],
        "denominators": [turn.below[n] for n in order],
        "busts": busts,
        "wipes": [turn.wipes[n] for n in order],
        "sets": [[list(option) for option in options] for options in sets],
        "weights": [sorted([number[one], p] for one, p in throw.items()) for throw in throws],
        "other": [],
        "penalty": [],
        "end": [] if not rules.chases or kind == [1, 0] else kind,
    }


# --- the certificate ------------------------------------------------------------------------------


def certificate(
    game: Race, progress: Progress | None = None
) -> tuple[RaceReport, dict[str, Any], Iterator[str]]:
    """Prove every decision of the race: the report, and header and records of the certificate.

    Both are empty where something is left undecided.

    Raises
    ------
    RuleError
        If the format has no place for a rule.
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
    n = named["goal"] if any(named["wipes"]) else int(game.tie == "play_on")
    entries = {
        **named, "rolled": named["goal"], "bits": 1, "ties": False, "column_low": [0] * n,
        "column_high": [0] * n, "column_above": [], "column_below": [],
    }  # fmt: skip
    header_of(check_race, game, entries, _REMEDY)
    proved = Proved(game, progress=progress, written=True).run()
    report = report_of(proved)
    if not report.ok:
        return replace(report, undecided=max(1, report.undecided)), {}, iter(())
    ties = proved.settled
    if ties and game.tie == "play_on":
        raise RuleError(
            f"{game.name} has no certificate, because it has exact ties, of which none is written "
            "where equal scores are played on: prove it without one"
        )
    rules, check = proved.tables, proved.check
    assert check is not None
    assert check.claims is not None
    starts: list[int] = [rules.place((j, 0)) for j in range(n)] if rules.wipe else []
    if game.tie == "play_on":
        starts = [rules.play_off]
    boxes = [check.claims[place] for place in starts]
    column = _exact_column(proved) if ties and rules.wipe else []
    entries |= {
        "rolled": rules.goal + rules.beyond,
        "bits": check.bits,
        "ties": ties,
        "column_low": [low for low, _ in boxes],
        "column_high": [high for _, high in boxes],
        "column_above": [w.numerator for w in column],
        "column_below": [w.denominator for w in column],
    }
    header, checked = header_of(check_race, game, entries, _REMEDY)
    if ties and not game.turn.roll and not _is_taken(header, _records(proved, checked)):
        return replace(report, undecided=report.undecided + 1), {}, iter(())
    return report, header, _records(proved, checked)


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


def _records(proved: Proved, checked: Checked) -> Iterator[str]:
    """The lines of all turn starts."""
    rules, last = proved.tables, proved.tables.goal - 1
    for total in range(last + last, -1, -1):
        most = last if rules.seats > 1 else total // 2
        for i in range(max(0, total - last), min(total, most) + 1):
            pair = [(i, total - i, 0), (total - i, i, rules.seats - 1)]
            for own, opp, seat in dict.fromkeys(pair):
                yield _record(proved, checked, own, opp, seat)


def _record(proved: Proved, checked: Checked, own: int, opp: int, seat: int) -> str:
    """A start, its box, what to do in every state, and which options to take."""
    rules = proved.tables
    place = rules.place((own, opp), seat)
    check, frame, engine = proved.bounds(place)
    half = check.one >> 1
    low, high = (check.claims or {})[place] if rules.alive(place) else (half, half)
    i, j = own + rules.goal * seat, opp + rules.goal * (rules.seats > 1 and not seat)
    letters, marks = engine.letters()
    turn, M, order = frame.turn, frame.turn.modes, frame.turn.order
    states = []
    for n in checked.choosing:
        skip = max(frame.first, int(order[n] == turn.start))
        states.append(_runs([chr(letter) for letter in letters[skip * M + order[n] :: M]]))
    several, columns = len(turn.several), []
    new = {n: k for k, n in enumerate(order)}
    numbers = {
        tuple(sorted((g, new[m]) for g, m in turn.sets[k])): (j, turn.sets[k])
        for j, k in enumerate(turn.several)
    }
    for options in checked.sets:
        at, given = numbers[tuple(map(tuple, options))]
        turned = [given.index((g, order[m])) for g, m in options]
        columns.append(_runs([
            "".join([chr(97 + k) for k, old in enumerate(turned) if mark >> old & 1])
            for mark in marks[at::several]
        ]))  # fmt: skip
    return f"{i} {j} {low:x} {high:x} {','.join(states)} {','.join(columns)}"


def _runs(letters: Sequence[str]) -> str:
    return "".join([f"{one}{len(list(run))}" for one, run in groupby(letters)])


def _exact_column(proved: Proved) -> list[Fraction]:
    """V(j, 0) as fractions. Ties where throws wipe are so rare that small games are enough."""
    rules = proved.tables
    turn, game = rules.turns[0], rules.game
    states = rules.goal**2 * (rules.goal + 1) // 2 * turn.modes
    if (states + 2) * math.log2(2 * max(turn.below)) > _LONGEST:
        raise SizeError(
            f"the goal of {game.name} is {game.goal}, but where throws wipe and payoffs are "
            "exactly equal a certificate holds long fractions: choose a smaller goal"
        )
    known = proved.in_fractions()
    return [known.values[0][rules.place((j, 0))] for j in range(rules.goal)]
