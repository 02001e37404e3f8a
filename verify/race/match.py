"""Two players of a race with decisions of their own: what each wins, between two numbers.

Let W(p, s) be the chance that the first player wins where p moves at the turn start s. A turn by
p's decisions leads to each other start with some chance, t, and wins with chance e; so

    W(p, s) = e + sum over s' of t(s') W(1 - p, s').

All of it grows with every number in it, none of which is negative: from numbers that are too small,
rounded down, come bounds from below, and bounds from above likewise. Without wipes only busts lead
round in a circle, p at s and the other one at s': with chances q and q' of these,

    a = (e + q f) / (1 - q q'),      b = (f + q' e) / (1 - q q'),

and where both are certain nobody ever wins: a = b = 0.

**Wipes.** The chances are the least solution of these equations (what is won after n turns, in the
limit). Put 0 for all that wipes lead to, or what the last pass found for it: every pass is a bound
from below. Put 1, and every pass is one from above.

**Last turns** are played best, and so is what follows from a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from pigcore.games.errors import RuleError
from pigcore.games.race import Race
from pigcore.games.spelling import shown

from ..algebra.intervals import Interval
from ..options import Progress
from .prove import Proved, bits_for, bits_of
from .tables import Tables
from .tables import of_two as serves
from .turn import Ceiling, Floor, Frame, Plan, forward

__all__ = ["best_play", "match", "serves"]

Key = tuple[int, int]
"""A player, 0 or 1, and a turn start at which he moves."""
Strategy = Callable[..., Any]
"""own, opp and total to "roll" or "hold", or to a number, of which 0 alone is to hold; with the
mode where there are several, and with options to the index of the one that is taken."""

_ANSWERS = {"roll": True, "hold": False, "throw": True, "bank": False}
_PASSES = 2000
"""After so many passes bounds are as they are."""
_OFTEN = 64


class Answers(dict[int, Any]):
    """What is asked of a strategy state by state, once each, as a plan is read."""

    def __init__(self, answer: Callable[[int], Any]) -> None:
        super().__init__()
        self.answer: Callable[[int], Any] = answer

    def __missing__(self, place: int) -> Any:
        found = self[place] = self.answer(place)
        return found


class _Function:
    """A strategy of somebody, its answers checked."""

    def __init__(self, game: Race, strategy: Strategy) -> None:
        self._game, self._strategy = game, strategy

    def plan(self, tables: Tables, place: int, frame: Frame) -> Plan:
        """What it does in a turn."""
        rules, game, given_ = frame.turn, self._game, tables.given(tables.seat(place))
        words = "'throw' or 'bank'" if given_.chooses else "'roll' or 'hold'"
        modes: Any = [()] if given_.roll is not None else [(v,) for v in given_.values]
        several = len(rules.several)

        def throws(at: int) -> bool:
            state = tables.state(place, at // rules.modes, at % rules.modes)
            answer = self._strategy(*state)
            try:
                on = _ANSWERS[answer] if isinstance(answer, str) else {0: False, 1: True}[answer]
            except (KeyError, TypeError):
                raise RuleError(
                    f"the strategy answers {shown(answer)} at {game.spell(state)}, but must "
                    f"answer {words}, or 1 or 0"
                ) from None
            return on

        def takes(at: int) -> int:
            t, k = divmod(at, several)
            options = rules.sets[rules.several[k]]
            mode = next(n for n, row in enumerate(rules.rows) if rules.several[k] in dict(row))
            mode = tables.throwing(place, t, rules.several[k], mode)
            state = tables.state(place, t, mode)
            given = tuple((units * tables.unit, *modes[after]) for units, after in options)
            answer = self._strategy(*state, given)
            try:
                return {n: n for n in range(len(options))}[answer]
            except (KeyError, TypeError):
                raise RuleError(
                    f"the strategy answers {shown(answer)} at {game.spell(state)} with the "
                    f"options {shown(given)}, but must answer with the index of one, 0 to "
                    f"{len(options) - 1}"
                ) from None

        return Plan(Answers(throws), Answers(takes))  # type: ignore[arg-type]


def best_play(game: Race, progress: Progress | None = None) -> Best:
    """Best play, every decision proved.

    Raises
    ------
    RuleError
        If a decision cannot be proved.
    """
    found = Proved(game, progress=progress).run()
    if not found.check or found.undecided:
        raise RuleError(
            f"not every decision of {game.name} can be proved, so that nothing is known to be "
            "optimal play: name another policy"
        )
    return Best(found)


class Best:
    """Best play by bounds that decide everything.

    What is not proved to be worse is exactly as good: of that it banks, and takes the option of
    the fewest points, as pigcore does.
    """

    def __init__(self, found: Proved) -> None:
        self._found = found

    def plan(self, tables: Tables, place: int, frame: Frame) -> Plan:
        """What it does in a turn."""
        _, _, engine = self._found.bounds(place)
        letters, marks = engine.letters()
        throws = bytes(letter == ord("t") for letter in letters)
        return Plan(throws, [(mark & -mark).bit_length() - 1 for mark in marks])


def match(
    game: Race,
    first: Strategy | Best,
    second: Strategy | Best,
    start: tuple[int, ...] = (0, 0),
    digits: int = 30,
    progress: Progress | None = None,
) -> tuple[Interval, Interval]:
    """The chance that ``first`` wins, between two fractions: moving first, and moving second.

    At the ``start`` it has the first of two scores.
    """
    one_, other_ = (_Function(game, each) if callable(each) else each for each in (first, second))
    found = _Match(game, (one_, other_), bits_for(digits), bits_of(digits), progress)
    own, opp = (score // game.unit for score in start)
    tables = found.tables
    other = game.seats - 1 if game.end == "goal" else 0  # who moves first has the first seat
    wins = []
    for up in (0, 1):
        found.solve(up)
        places = (0, tables.place((own, opp))), (1, tables.place((opp, own), other))
        wins.append([found.wins.get(place, 0) for place in places])
    low, high = wins
    one = found.one
    return (
        (Fraction(low[0], one), Fraction(min(high[0], one), one)),
        (Fraction(low[1], one), Fraction(min(high[1], one), one)),
    )


class _Match:
    """Bounds of what the first of two players wins, wherever a turn begins."""

    def __init__(
        self, game: Race, players: tuple[Any, Any], bits: int, wanted: int,
        progress: Progress | None,
    ) -> None:  # fmt: skip
        self.proved = Proved(game)
        self.tables, self.players, self.one = self.proved.tables, players, 1 << bits
        self._wanted, self._bits, self._progress = bits - wanted, bits, progress
        self.wins: dict[tuple[int, int], int] = {}
        self._turns: dict[tuple[int, int], Any] = {}

    @cached_property
    def _last(self) -> Any:
        """Last turns, played best."""
        return self.proved.chases(self._bits)

    def _ends(self, up: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """Of ends and last turns, by place: what the first player wins if he moves, and if not."""
        tables, one = self.tables, self.one
        for place in range(tables.ends, tables.places):
            shares = [int(share * one) + (up and share.denominator > 2)
                      for share in tables.shares(place)]  # fmt: skip
            never = tables.exact and place == tables.ends + 3  # nobody can win any more
            yield place, (0, 0) if never else (shares[0], shares[1])
        for place in range(tables.main, tables.ends):
            low, high = self._last.low[0][place], self._last.high[0][place]
            yield place, (high if up else low, one - (low if up else high))

    def turn(self, player: int, place: int, up: int) -> list[tuple[int, int]]:
        """Where a turn leads, and bounds of the chances; those of one place are added up."""
        frame = self.tables.frame(place)
        assert frame is not None
        key = player, place
        if key not in self._turns:
            self._turns[key] = self.players[player].plan(self.tables, place, frame)

        kind, beyond = (Ceiling, self.tables.win) if up else (Floor, -1)
        found = forward(kind(self.one), frame, self._turns[key], beyond)
        return [(to, chance) for to, chance in found.items() if chance and to >= 0]

    def _movers(self, place: int) -> Sequence[int]:
        """Who may move at a start: where turns differ, everybody has his own."""
        tables = self.tables
        if tables.game.other is None or tables.chases:
            return 0, 1
        return (tables.seat(place),)

    def solve(self, up: int) -> None:
        """Bounds of all chances: from below, or from above."""
        tables, turns = self.tables, dict[Key, list[tuple[int, int]]]()
        ends = {(p, place): wins[p] for place, wins in self._ends(up) for p in (0, 1)}
        starts = [place for place in tables.main_starts() if tables.alive(place)]
        for done, place in enumerate(sorted(starts)):
            if self._progress and done % _OFTEN == 0:
                self._progress(done + up * len(starts), 2 * len(starts))
            for player in self._movers(place):
                turns[player, place] = self.turn(player, place, up)
        if self._progress:
            self._progress((up + 1) * len(starts), 2 * len(starts))
        back = [key for key in turns if tables.wipe and not tables.start(key[1])[0][-1]]
        guessed = dict.fromkeys(back, self.one if up else 0)
        for _ in range(_PASSES):
            self.wins = dict(ends)
            for place in starts:
                for player in self._movers(place):
                    self.wins[player, place] = self._worth((player, place), turns, guessed, up)
            moved = max(
                [abs(self.wins[key] - before) for key, before in guessed.items()], default=0
            )
            guessed = {key: self.wins[key] for key in guessed}
            if not moved >> self._wanted:
                break

    def _worth(
        self, here: Key, turns: Mapping[Key, list[tuple[int, int]]], guessed: Mapping[Key, int],
        up: int,
    ) -> int:  # fmt: skip
        """What the first player wins from here, all but where busts may lead being known."""
        wins, one, bits, more = self.wins, self.one, self._bits, up and self.one - 1

        def row(key: Key, left: Key) -> tuple[int, int]:
            """What a turn pays but for what is left out, and how likely that is."""
            total = chance_of = 0
            for to, chance in turns[key]:
                then = 1 - key[0], to
                if then == left:
                    chance_of = chance
                else:
                    total += chance * (wins[then] if then in wins else guessed[then])
            return total + more >> bits, chance_of

        frame = self.tables.frame(here[1])
        assert frame is not None
        near = [(1 - here[0], to) for to in (frame.bust, frame.pieces[0][1])]
        then = next((key for key in near if key not in wins), here)
        e, q = row(here, then)
        if not q:
            return min(e, one)
        f, back = row(then, here)
        # Of 1 - q q' the other bound is wanted: floor (up: ceiling) of q q' gives it.
        above, left = e * one + q * f, one - (q * back + more >> bits)
        if left > 0:
            return min((above + (left - 1 if up else 0)) // left, one)
        if up:  # no more is known than that it is a chance, if they do not just lead to each other
            return one if e or f or len(turns[here]) + len(turns[then]) > 2 else 0
        return min(above >> bits, one)
