"""The race family, certified. This file and :mod:`board` are what has to be believed.

Write s = i + k for banked score plus turn total, and h for holding, c for throwing:

    h(s) = 1 - V(j, s, 0)                                                    for s > i
    c(s) = p_bust x + p_wipe (1 - V(j, 0, 0)) + sum_g p_g max(h(s+g), c(s+g)),
    V(i, j, k) = max(h(s), c(s)),    V(i, j, 0) = c(i),

with max(h, c) = 1 at and beyond the goal (if exact: x beyond it) and the bust payoff
x = 1 - V(j, i', 0), i' the score after a bust (1 if i' is the goal).

**There is one solution.** Read the equations as an operator on all V(i, j, k). Two tables that
are d apart have images that are nowhere further apart than d times the chance, under some pair of
policies, that the game goes on. If under every pair of policies it ends within n steps with a
chance of at least e > 0, from every state (proved at ``Board.ends_whatever_is_decided``), the n-th
power of the operator contracts by 1 - e: by Banach it has exactly one fixed point, and that is
the value of the game. It is optimal to take the larger of c and h. A pair of players neither of
whom can ever finish counts as an end worth 1/2, by convention (``Board.given``). All this holds
as well with the values of some other states held fixed, which is how the equations are solved.

**Pairs.** Without wipes, V(i,j,0) and V(j,i,0) depend on each other and on larger sums of scores.
Suppose all of those lie in the intervals kept for them. Take any box [a] x [b] for the pair,
evaluate both equations with every number replaced by the end of its interval that makes the
result smaller, rounding down, and again larger, rounding up. If both image intervals lie in the
box, the true map of the pair takes the box into itself; it is continuous, so by Brouwer it has a
fixed point there, and that is the pair's only one. It lies in the image, which is kept. Where
the box came from (a guess, an untrusted table) does not matter. The box [1] x [0] of a player who
can finish and one who cannot, both of whom a bust leaves where they are, is its own image without
rounding.

**Wipes** couple everything, but through the column w_j = V(j,0,0) alone. Take an interval for each
w_j, solve all pairs as above, and see whether the new intervals of V(j,0,0) lie in the old: the
map from a column to the V(j,0,0) it leads to is continuous (the unique solution of equations
that depend on it continuously) and takes the box into itself: Brouwer again.

**Decisions.** The same evaluation encloses c(s) and h(s) of every state of the turn, also of totals
that no throws add up to. Intervals apart decide. A margin enclosed by the point 0 is a tie, and a
margin whose interval holds 0 and more is settled exactly (:mod:`ties`) or with more bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from pigcore.games import Race, RuleError, StateError
from pigcore.games.errors import whole

from .board import Board
from .guess import Guess, Progress, guess
from .report import MOST_DIGITS, Interval, Report, Verdict
from .starts import largest_error, read_starts
from .tally import Tally
from .ties import settle

__all__ = ["Enclosure", "certify", "check", "enclose"]

BITS = 200
MOST_BITS = 6400
MOST_STRETCH = 1 << 20
"""A box that must be so much wider than guessed belongs to a wrong guess: take more bits."""
TOLERANCE = 5e-13
"""Well above the rounding of a good table, well below the 1e-12 that must not go unnoticed."""

Visit = Callable[["Enclosure", int, int, list[int], list[int]], None]


class Enclosure:
    """Intervals that contain 1 - V(i,j,0): ``low[i][j] / 2^bits`` … ``high[i][j] / 2^bits``.

    This is what banking j is worth to the opponent of a mover with i, whence the form.
    """

    def __init__(self, board: Board, bits: int) -> None:
        self.board, self.bits, self.one = board, bits, 1 << bits
        self.low = [[0] * board.goal for _ in range(board.goal)]
        self.high = [[self.one] * board.goal for _ in range(board.goal)]
        self.wipe_low, self.wipe_high = [0] * board.goal, [self.one] * board.goal

    def keep(self, i: int, j: int, low: int, high: int) -> None:
        """Keep [low, high] for V(i,j,0)."""
        self.low[i][j] = self.one - min(high, self.one)
        self.high[i][j] = self.one - max(low, 0)

    def holds(self, i: int, j: int, low: int, high: int) -> bool:
        """Whether [low, high] lies in what is kept for V(i,j,0)."""
        return self.low[i][j] <= self.one - high and self.one - low <= self.high[i][j]

    def throwing(self, i: int, j: int) -> tuple[list[int], list[int]]:
        """Lower and upper bounds of c(s) for all s >= i; the first are bounds of V(i,j,0)."""
        board, one, back = self.board, self.one, self.board.returns[i]
        low, high = self.low[j], self.high[j]
        bust_low, bust_high = (low[back], high[back]) if back < board.goal else (one, one)
        return (
            board.throwing(i, low, bust_low, self.wipe_low[j], one),
            board.throwing(i, high, bust_high, self.wipe_high[j], one, up=True),
        )

    def value(self, i: int, j: int) -> Interval:
        """V(i,j,0) between two fractions."""
        return (
            Fraction(self.one - self.high[i][j], self.one),
            Fraction(self.one - self.low[i][j], self.one),
        )

    def payoffs(self, i: int, j: int, s: int) -> tuple[Interval, Interval]:
        """The payoffs of throwing and of holding at s, between fractions."""
        low, high = self.throwing(i, j)
        hold = self.low[j][s], self.high[j][s]
        return (
            (Fraction(low[s], self.one), Fraction(high[s], self.one)),
            (Fraction(hold[0], self.one), Fraction(hold[1], self.one)),
        )


def enclose(
    board: Board,
    bits: int,
    hint: Sequence[Sequence[float]] | None = None,
    visit: Visit | None = None,
    progress: Progress | None = None,
) -> Enclosure | None:
    """Enclose every value of ``board``; None where the guess was not good enough for a proof.

    ``visit(enclosure, i, j, low, high)`` sees the bounds of c(s) of every turn on the way.
    """
    progress = progress or _silent
    visit = visit or _blind
    if not board.ends_whatever_is_decided:
        return None
    guessed = guess(board, bits, hint, progress)
    if guessed is None:
        return None
    found = Enclosure(board, bits)
    one = found.one
    for j in range(board.goal if board.wipe else 0):
        low, high = guessed.value[j][0] - guessed.column, guessed.value[j][0] + guessed.column
        found.wipe_low[j], found.wipe_high[j] = max(0, one - high), min(one, one - low)
    stretch = 1
    for done, pair in enumerate(board.pairs()):
        stretch = _enclose_pair(found, pair, guessed, stretch, visit)
        if not stretch:
            return None
        if done % 32 == 0:
            progress(board.pair_count + done, 2 * board.pair_count)
    for j in range(board.goal if board.wipe else 0):
        inside = found.wipe_low[j] <= found.low[j][0] and found.high[j][0] <= found.wipe_high[j]
        if not inside:
            return None
    progress(2 * board.pair_count, 2 * board.pair_count)
    return found


def _enclose_pair(
    found: Enclosure, pair: tuple[int, int], guessed: Guess, stretch: int, visit: Visit
) -> int:
    """Enclose V(i,j,0) and V(j,i,0) of one pair.

    Returns how many times wider than guessed the box had to be (at least ``stretch``); 0 if in
    vain.
    """
    i, j = pair
    board = found.board
    turns = list({(i, j): 0, (j, i): 0})
    if not (board.stays(i) and board.stays(j)):
        # A bust moves one of the two on: he needs only larger sums, and the other one him.
        for a, b in reversed(turns) if board.stays(i) else turns:
            low, high = found.throwing(a, b)
            found.keep(a, b, low[a], high[a])
            visit(found, a, b, low, high)
        return stretch
    given = board.given(i, j)
    while stretch <= MOST_STRETCH:
        for n, (a, b) in enumerate(turns):
            if given:
                centre, reach = given[n] * found.one // 2, 0
            else:
                centre, reach = guessed.value[a][b], guessed.radius[a][b] * stretch
            found.keep(a, b, centre - reach, centre + reach)
        images = [found.throwing(a, b) for a, b in turns]
        if all(found.holds(a, b, low[a], high[a]) for (a, b), (low, high) in zip(turns, images)):
            for (a, b), (low, high) in zip(turns, images):
                found.keep(a, b, low[a], high[a])
                visit(found, a, b, low, high)
            return stretch
        stretch *= 2
    return 0


def _silent(done: int, total: int) -> None:
    pass


def _blind(found: Enclosure, i: int, j: int, low: list[int], high: list[int]) -> None:
    pass


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
        Decimal digits to which the payoffs are enclosed, 1 … 10,000.

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
    digits = whole(digits, "digits")
    if not 1 <= digits <= MOST_DIGITS:
        raise RuleError(
            f"digits is {digits}, but must be between 1 and {MOST_DIGITS}: choose another number"
        )
    board = Board(game, i, j)
    i, j = i - board.offset, j - board.offset
    never_ends = board.never_ends(i, j, i + k)
    roll: Interval = (Fraction(0), Fraction(1))
    hold = roll
    decision, proof = "undecided", _why_not(board)
    for bits in _precisions(max(BITS, math.ceil(digits * math.log2(10)) + 100)):
        found = enclose(board, bits)
        if found is None:
            continue
        roll, hold = found.payoffs(i, j, i + k)
        if max(_width(roll), _width(hold)) * 10**digits > 1:
            continue
        decision, proof = _decide(found, i, j, k, _minus(roll, hold))
        if decision != "undecided":
            break
    turn = dict(zip(game.state_names, (i + board.offset, j + board.offset, k)))
    if k == 0:
        return Verdict(game.name, turn, decision, roll, None, None, never_ends, proof, digits)
    margin = _minus(roll, hold)
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


def _width(a: Interval) -> Fraction:
    return a[1] - a[0]


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
    hint = None if table is None else read_starts(game, table)
    if not 0 < tolerance <= 1:
        raise RuleError(f"tolerance is {tolerance}, but must be positive and at most 1")
    board = Board(game)
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
