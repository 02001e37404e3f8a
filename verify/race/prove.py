"""The race family, certified: which decision is right in one state, or in all of them.

:mod:`enclosure` says why its intervals contain the values of the game.

**Decisions.** The same evaluation encloses c(s) and h(s) of every state of the turn, also of totals
that no throws add up to. Intervals apart decide. A margin enclosed by the point 0 is a tie, and a
margin whose interval holds 0 and more is settled exactly (:mod:`ties`) or with more bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pigcore.games import Race, StateError

from ..algebra.decimals import Interval, is_narrow
from ..asked import digits_asked, tolerance_asked
from ..report import Report, Verdict
from .board import Board
from .enclosure import Enclosure, enclose
from .guess import Progress
from .starts import largest_error, read_starts
from .tally import Tally
from .ties import settle

__all__ = ["certify", "check"]

BITS = 200
MOST_BITS = 6400
TOLERANCE = 5e-13
"""Well above the rounding of a good table, well below the 1e-12 that must not go unnoticed."""


# --- one state ----------------------------------------------------------------------------------


def check(game: Race, *state: object, digits: int = 30) -> Verdict:
    """Prove which decision is right in one state, and enclose its payoffs.

    Parameters
    ----------
    game : Race
        The race.
    *state : int
        The mover's and the opponent's banked scores, and the turn total unless it is 0.
    digits : int
        Significant digits to which the payoffs and what is between them are proved, 1 … 10,000;
        fewer are if some would take more bits than are allowed.

    Notes
    -----
    Cost: every pair of scores that can still come, about 0.3 ms each in Pig; every pair of all
    where a throw can wipe.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> print(check(Pig(100), 80, 90, 12, digits=12))
    Pig, own 80, opp 90, total 12: roll (enclosed with 200 bits)
      roll   0.718408954637
      hold   0.309158818085
      margin 0.409250136553
    """
    if not 2 <= len(state) <= 3:
        raise StateError(
            f"{len(state)} numbers are given, but a state of {game.name} has two or three: "
            f"{', '.join(game.state_names)} (0 if left out)"
        )
    i, j, k = game.check_state(*state)
    digits = digits_asked(digits)
    board = Board(game, i, j)
    i, j = i - board.offset, j - board.offset
    never_ends = board.never_ends(i, j, i + k)
    roll = hold = Fraction(0), Fraction(1)
    margin = _minus(roll, hold)
    decision, proof = "undecided", _why_not(board)
    for bits in _precisions(max(BITS, math.ceil(digits * math.log2(10)) + 100)):
        found = enclose(board, bits)
        if found is None:
            continue
        roll, hold = found.payoffs(i, j, i + k)
        if decision != "tie":  # which does not change, and may take long to settle
            margin = _minus(roll, hold)
            decision, proof = _decide(found, i, j, k, margin)
        if decision == "tie":
            margin = Fraction(0), Fraction(0)
        asked = (roll, hold, margin) if k else (roll,)
        if decision != "undecided" and all(is_narrow(ends, digits) for ends in asked):
            break
    turn = dict(zip(game.state_names, (i + board.offset, j + board.offset, k)))
    if k == 0:
        return Verdict(game.name, turn, decision, roll, None, None, never_ends, proof, digits)
    return Verdict(game.name, turn, decision, roll, hold, margin, never_ends, proof, digits)


def _precisions(bits: int) -> Iterator[int]:
    most = max(MOST_BITS, 2 * bits)
    while bits <= most:
        yield bits
        bits *= 2


def _decide(found: Enclosure, i: int, j: int, k: int, margin: Interval) -> tuple[str, str]:
    proof = f"enclosed with {found.bits} bits"
    if k == 0 or margin[0] > 0:
        return "roll", proof
    if margin[1] < 0:
        return "hold", proof
    if margin[0] == margin[1]:
        return "tie", "enclosed by a point"
    tally = Tally()
    for a, b in _turns(found.board):
        tally.visit(found, a, b, *found.throwing(a, b))
    settled = settle(found.board, _rolls(found), tally.opened)
    return ("tie", settled) if settled else ("undecided", _why_not(found.board))


def _why_not(board: Board) -> str:
    if board.ends_whatever_is_decided:
        return "no proof was found with as many bits as are allowed"
    return "the players can keep this race from ever ending: its values may not be unique"


def _minus(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def _turns(board: Board) -> list[tuple[int, int]]:
    return [(a, b) for i, j in board.pairs() for a, b in {(i, j), (j, i)}]


def _rolls(found: Enclosure) -> dict[tuple[int, int], list[bool]]:
    """The decisions that the enclosure proves; where it proves none, hold."""
    return {
        (i, j): [c > h for c, h in zip(found.throwing(i, j)[0], found.high[j])]
        for i, j in _turns(found.board)
    }


# --- all states ---------------------------------------------------------------------------------


def certify(
    game: Race,
    table: Mapping[str, Sequence[Sequence[float]]] | None = None,
    *,
    tolerance: float = TOLERANCE,
    progress: Progress | None = None,
) -> Report:
    """Prove every decision of the race, and how far a table of its values is from the truth.

    Parameters
    ----------
    game : Race
        The race.
    table : mapping, optional
        ``{"starts": rows}`` with ``rows[own][opp]`` the value at the start of a turn. It is
        compared with the truth and hints where to look for it.
    tolerance : float
        The largest error that is not refuted.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> report = certify(Piglet(2))
    >>> report.states, report.ties, report.win[0] <= Fraction(4, 7) <= report.win[1]
    (2, 0, True)
    """
    board = Board(game)
    hint = None if table is None else read_starts(game, table)
    tolerance = tolerance_asked(tolerance)
    for bits in _precisions(BITS):
        tally, proof = Tally(), f"enclosed with {bits} bits"
        found = enclose(board, bits, hint, tally.visit, progress)
        if found is None:
            continue
        settled = settle(board, _rolls(found), tally.opened) if tally.opened else None
        if settled:
            tally.ties += len(tally.opened)
            tally.opened.clear()
            proof += f", ties by {settled}"
        if not tally.opened:
            break
    undecided = len(tally.opened)
    if found is None:
        # Nothing is known but that chances lie between 0 and 1.
        found, tally, proof = Enclosure(board, BITS), Tally(), _why_not(board)
        undecided = game.goal**2 * (game.goal - 1) // 2
    error, worst = (None, None) if hint is None else largest_error(found, hint)
    return Report(
        game=game.name,
        states=tally.decided + tally.ties,
        ties=tally.ties,
        undecided=undecided,
        never=tally.never,
        closest=tally.closest(found.one),
        win=found.value(0, 0),
        proof=proof,
        tolerance=None if hint is None else tolerance,
        error=error,
        worst=worst,
    )
