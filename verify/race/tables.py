"""The rules of a race as its proof reads them: integers, and which turn start follows which.

A *turn* is :class:`Turn`: modes, each with a common denominator of its chances, weights of sets of
options, of a bust and of a wipe. A *turn start* is all that counts between turns, seen by the
mover: the scores in units above the floor, the mover's first; a seat where it counts who began or
who has which turn; everybody's busts in a row where they cost points. Starts are numbered so that
the score of who moved last comes last: what banking t units leads to lies t places further.
A start in which somebody has the goal already is a *chase*: how many still have a turn, how many
units each of them is behind, and who leads.

A :class:`Frame` is one turn: where banking leads (pieces of places in a row), a bust and a wipe,
and from how many units on one may bank. What a rule of the scoreboard says, it says here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from operator import ge
from typing import Any

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.spelling import shown
from pigcore.games.turn import Turn as Given
from pigcore.memory import require

from .turn import Frame, Turn, possible

__all__ = ["Tables", "of_two"]


MOST_POINTS = 2000
"""Points that may be missing where a turn is one roll."""
MOST_UNITS = 400
"""Units that may be missing in any other turn."""
MOST_STARTS = 1 << 24
_MOST_WORK = 2 * 10**10
"""Options of all states of all turns."""


def of_two(game: Race) -> bool:
    """Whether two play by turns, alike or not, and scores never fall."""
    return game.players == 2 and not game.penalty


class Tables:
    """A race in integers: its turns, its turn starts, and what follows each of them.

    Parameters
    ----------
    game : Race
    least : tuple of int, optional
        Scores in units, the mover's first, that nobody is below in any start that matters.
    beyond : int
        With last turns, so many units past the goal are followed.

    Raises
    ------
    RuleError
        If a bust leads to no score that there is.
    SizeError
        If there are too many turn starts, or turns are too long.
    """

    def __init__(self, game: Race, least: Sequence[int] = (), beyond: int = 0) -> None:
        self.game: Race = game
        self._reached: dict[int, bytearray] = {}
        self.players: int = game.players
        self.unit: int = game.unit
        self.low: int = game.floor // game.unit
        """The least score, in units."""
        if least and game.units > MOST_POINTS and self._only_rises(game):
            self.low = min(least)
            least = [score - self.low for score in least]
        self.goal: int = game.goal // game.unit - self.low
        """Scores are 0 … goal - 1, counted from the least."""
        self.chases: bool = game.end != "goal"
        self.exact: bool = game.target == "exact"
        self.counts: int = max(1, game.busts_in_a_row)
        self.seats: int = game.seats
        self.cons: int = game.consolation // game.unit
        given = [game.turn] if game.other is None else [game.turn, game.other]
        obliges = any(turn.obliges for turn in given)
        self.reach: bool = game.win == "reach" or self.chases or not obliges
        self.landing: list[int] = self._landings()
        self._refuse(least)
        falling = any(more < less for less, more in pairwise(self.landing))
        least_bank = game.opening or game.minimum_bank
        stuck = any(mode.throw is None for mode in game.turn.modes) and least_bank
        keeps = self.chases or self.exact or self.players > 2 or game.penalty or not self.reach
        drops = not (keeps or falling or (stuck and self.cons) or game.may_pass)
        most = (max(max(t.gains) for t in given) if self.chases or not self.reach
                else (self.goal + self.exact) * game.unit)  # fmt: skip
        most = max(most // game.unit, 1)
        self.turns: list[Turn] = [Turn(t, game.unit, most, drops=drops) for t in given]
        self.most: int = max(turn.most for turn in self.turns)
        self.wipe: bool = any(any(turn.wipes) for turn in self.turns)
        self.beyond: int = beyond
        more, n = beyond + self.most + 1, self.players
        self.levels: list[int] = [self.goal + (n - left) * more for left in range(n)]
        """How many units somebody may be behind, by how many still have a turn."""
        self._number()
        self.dead: list[bool] = [False] * self.goal
        if self.exact:
            self._find_dead()
        self.least: tuple[int, ...] = tuple(least) if self._only_rises(game) else ()
        self._refuse_what_takes_days()

    # --- limits -------------------------------------------------------------------------------

    def _landings(self) -> list[int]:
        game, unit = self.game, self.game.unit
        if game.penalty:
            return [*range(self.goal)]
        found = [game.after_bust((i + self.low) * unit) // unit - self.low
                 for i in range(self.goal)]  # fmt: skip
        for i, back in enumerate(found):  # a class derived from Race may have its own
            if not i <= back <= self.goal:
                own, land = (i + self.low) * unit, (back + self.low) * unit
                raise RuleError(
                    f"a bust at {own} lands on {land}, but must be between {own} and {game.goal}: "
                    "correct the game's after_bust"
                )
        return found

    def _refuse(self, least: Sequence[int]) -> None:
        game = self.game
        left = self.goal - (min(least) if least and self._only_rises(game) else 0)
        missing = left * self.unit
        if game.turn.roll is not None and game.seats == 1 and not self.chases:
            if left > MOST_POINTS:
                raise SizeError(
                    f"{missing} points are missing from the goal, but a proof holds every pair of "
                    f"scores and is possible for at most {MOST_POINTS}: choose a smaller goal or a "
                    "later state"
                )
        elif left > MOST_UNITS:
            raise SizeError(
                f"a proof of {game.name} to {shown(missing)} would take days: choose a goal of at "
                f"most {MOST_UNITS * game.unit:,}"
            )
        starts = self.seats * (left * self.counts) ** self.players
        if starts > MOST_STARTS:
            raise SizeError(
                f"{game.name} to {game.goal} has {starts:,} turn starts, but at most "
                f"{MOST_STARTS:,} are proved: choose a smaller goal"
            )
        require(
            (64 * self.players + 200) * starts,
            f"a proof of {game.name} with {missing} points missing to the goal",
            "choose a smaller goal or a later state",
        )

    def _refuse_what_takes_days(self) -> None:
        if self.game.turn.roll is not None:
            return
        turn = self.turns[0]
        sizes = [sum(len(turn.sets[k]) for k, _ in row) for row in turn.rows]
        had = self.reached(0, self.goal)
        each = sum(size * sum(had[n :: turn.modes]) for n, size in enumerate(sizes))
        scores = self.goal ** (self.players - 1) * (self.goal + 1) // 2
        if each * scores > _MOST_WORK:
            raise SizeError(
                f"a proof of {self.game.name} to {shown(self.game.goal)} would take hours, as a "
                f"turn has {each:,} options in all its states: choose a smaller goal"
            )

    @staticmethod
    def _only_rises(game: Race) -> bool:
        wipes = game.turn.wipes or (game.other is not None and game.other.wipes)
        return not (game.penalty or wipes or game.seats > 1 or game.end != "goal")

    # --- turn starts --------------------------------------------------------------------------

    def _number(self) -> None:
        n = self.players
        self.per_seat: int = (self.counts * self.goal) ** n
        self.main: int = self.seats * self.per_seat
        self.size: int = self.main
        self._chase: dict[tuple[int, int], int] = {}
        """Where the chases with so many left and such leaders begin, for the first seat."""
        if self.chases:
            for left in range(1, n):
                for leaders in self._leaders(left):
                    self._chase[left, leaders] = self.size
                    self.size += self.seats * self.levels[left] ** left
            self.play_off: int = self.size
            self.size += self.seats * (self.game.tie == "play_on")
        self.ends: int = self.size
        """The place of an end in which the players of a mask share the win is ``ends`` + mask."""
        self.win: int = self.ends + (1 << n - 1)

    def _leaders(self, left: int) -> Iterator[int]:
        """Masks of who may lead while so many players are left, the mover being bit 0."""
        for mask in range(1, 1 << self.players):
            single = mask & (mask - 1) == 0
            if not mask & (1 << left) - 1 and (single or self.game.tie != "first"):
                yield mask

    @property
    def places(self) -> int:
        """How many places there are, those of ends included."""
        return self.ends + (1 << self.players)

    def shares(self, place: int) -> list[Fraction]:
        """What each player wins at an end, the next mover first."""
        mask = place - self.ends
        return [Fraction(mask >> c & 1, max(mask.bit_count(), 1)) for c in range(self.players)]

    def place(self, scores: Sequence[int], seat: int = 0, counts: Sequence[int] = ()) -> int:
        """The number of a turn start; seats count from 0."""
        found = seat
        for count in counts or (0,) * self.players if self.counts > 1 else ():
            found = found * self.counts + count
        for score in scores:
            found = found * self.goal + score
        return found

    def start(self, place: int) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
        """The inverse of :meth:`place`: scores, seat and busts in a row."""
        scores, counts = [], []
        for _ in range(self.players):
            place, score = divmod(place, self.goal)
            scores.append(score)
        for _ in range(self.players if self.counts > 1 else 0):
            place, count = divmod(place, self.counts)
            counts.append(count)
        return tuple(scores[::-1]), place, tuple(counts[::-1])

    def chase(self, seat: int, leaders: int, behind: Sequence[int]) -> int:
        """The number of a start in which somebody leads the others, who still have a turn."""
        found = seat
        for units in behind:
            found = found * self.levels[len(behind)] + units
        return self._chase[len(behind), leaders] + found

    def spell(self, place: int) -> str:
        """A turn start in words."""
        if place >= self.main:
            return "a last turn"
        return self.game.spell(self.state(place))

    def state(self, place: int, t: int = 0, mode: int | None = None) -> tuple[Any, ...]:
        """A state of a turn that begins at a start."""
        scores, seat, counts = self.start(place)
        points = [(score + self.low) * self.unit for score in scores]
        given, game = self.given(seat), self.game
        n = given.start if mode is None else mode
        modes = (given.values[n],) if {"dice", "mode"} & {*game.state_names} else ()
        told = counts or (seat + 1,) * (game.seats > 1)
        return (*points, t * self.unit, *modes, *(told if game.penalty or game.seats > 1 else ()))

    def given(self, seat: int) -> Given:
        """The turn of a seat as pigcore has it."""
        return self.game.turn_of(seat + 1)

    def seat(self, place: int) -> int:
        """Who moves at a start."""
        if place < self.main:
            return place // self.per_seat
        if place >= self.play_off:
            return place - self.play_off
        begin, left, _ = self._begun(place)
        return int((place - begin) // self.levels[left] ** left)

    def _begun(self, place: int) -> tuple[int, int, int]:
        """Where the chases of a start begin, how many are left in them, and who leads."""
        return max((at, *key) for key, at in self._chase.items() if at <= place)

    def others_dead(self, place: int) -> bool:
        """Whether nobody but the mover can win any more."""
        return all(self.dead[one] for one in self.start(place)[0][1:])

    def turn_of(self, seat: int) -> Turn:
        """What the mover of a seat throws."""
        return self.turns[seat % len(self.turns)]

    def throwing(self, place: int, t: int, k: int, mode: int) -> int:
        """A mode that a turn may be in with t units, whose throws leave a set of options."""
        seat = self.seat(place)
        turn, had = self.turn_of(seat), self.reached(seat, t + 1)
        for n, row in enumerate(turn.rows):
            if had[t * turn.modes + n] and any(k == one for one, _ in row):
                return n
        return mode

    # --- what follows -------------------------------------------------------------------------

    def _after(self, seat: int, others: Sequence[int], score: int,
               counts: Sequence[int] = ()) -> int:  # fmt: skip
        """What follows a turn after which the mover has a score below the goal."""
        then = (*others, score)
        if self.exact and all(self.dead[one] for one in then):
            return self.ends + (1 << self.players) - 1
        return self.place(then, (seat + 1) % self.seats, counts)

    def frame(self, place: int, *, dead: bool = False) -> Frame | None:
        """The turn of a start; None where nobody can win any more, unless that is asked for."""
        if place >= self.main:
            return self._last(place)
        (own, *others), seat, counts = self.start(place)
        turn, goal, game = self.turn_of(seat), self.goal, self.game
        if not dead and self.exact and all(self.dead[one] for one in (own, *others)):
            return None
        theirs, ahead, left = counts[1:], (seat + 1) % self.seats, self._left(seat)
        none = (*theirs, 0) if counts else ()
        least, won = goal - own, self.win
        if game.minimum_to_win:
            least = max(least, game.minimum_bank // game.unit)
        win_at = least
        wipe = self._after(seat, others, -self.low, none) if self.wipe else won
        bust = self._busted(seat, own, others, counts)
        first = game.minimum_bank // game.unit
        if own + self.low <= 0:
            first = max(first, game.opening // game.unit)
        first = min(first, win_at)
        pieces: list[tuple[int, int, int]] = []
        dead_others = self.exact and all(self.dead[one] for one in others)
        if dead_others:
            pieces = [(1, self._after(seat, others, own + t, none), 1) for t in range(goal - own)]
        else:
            pieces.append((goal - own, self.place((*others, own), ahead, none), 1))
        if win_at > goal - own:  # so few points may not even win
            pieces.append((win_at - (goal - own), won, 0))
        T, capped, end = win_at, False, turn.most + 1
        if left:
            T, capped = win_at + self.beyond, True
            pieces.append(self._won_for_now(ahead, left, others, T + end - win_at))
        elif self.exact:
            pieces += [(1, won, 0), (end - 1, bust, 0)]
        elif not self.reach:
            T, capped = win_at + self.beyond, True
            pieces.append((T + end - win_at, won, 0))
        else:
            pieces.append((end, won, 0))
        return Frame(turn, T, first, first, bust, wipe, tuple(pieces), capped,
                     not game.may_pass, own)  # fmt: skip

    @cached_property
    def rows(self) -> tuple[int, dict[str, array[int]]]:
        """The numbers of all turns in which nobody has the goal, for the compiled module.

        With a stride above 1 there are numbers for the first of so many starts in a row alone: from
        one to the next of them every place that is no end is ``goal`` further on.
        """
        alike = not (self.chases or self.exact)
        stride = self.goal ** (self.players - 1) if alike else 1
        numbers, where = array("q"), array("q")
        for place in range(0, self.main, stride):
            frame = self.frame(place)
            where.append(len(numbers) if frame else -1)
            if frame:
                numbers += frame.numbers()
        return stride, {"where": where, "numbers": numbers}

    def _left(self, seat: int) -> int:
        """How many players have a last turn once the mover of a seat has the goal."""
        if not self.chases:
            return 0
        return self.players - 1 if self.game.end == "last_turn" else self.players - 1 - seat

    def _busted(self, seat: int, own: int, others: Sequence[int], counts: Sequence[int]) -> int:
        game = self.game
        if not counts:
            land = self.landing[own]
            if land >= self.goal:
                left = self._left(seat)
                if left:
                    return self._won_for_now((seat + 1) % self.seats, left, others, 1)[1]
                return self.win
            return self._after(seat, others, land)
        count = (counts[0] + 1) % game.busts_in_a_row
        land = own if count else max(own - game.penalty // game.unit, 0)
        return self._after(seat, others, land, (*counts[1:], count))

    def _won_for_now(
        self, ahead: int, left: int, others: Sequence[int], count: int
    ) -> tuple[int, int, int]:
        """Who banks the goal leads: the places for it and more units."""
        behind = [self.goal - one for one in others[:left]]
        leaders = 1 << self.players - 1
        first = self.chase(ahead, leaders, behind)
        return count, first, self._step(left)

    def _step(self, left: int) -> int:
        """How much further a chase stands in which all are one unit further behind."""
        return sum(self.levels[left] ** k for k in range(left))

    def _ended(self, seat: int, leaders: int, behind: Sequence[int]) -> int:
        """What follows once a player has had his last turn; ``leaders`` as the next one sees it."""
        if behind:
            return self.chase(seat, leaders, behind)
        if leaders & (leaders - 1) and self.game.tie == "play_on":
            return self.play_off + seat
        return self.ends + leaders

    def _last(self, place: int) -> Frame:
        """A turn in which somebody else has the goal, or the first of a tie that is played on."""
        tie, n, seats = self.game.tie, self.players, self.seats
        throws = not self.game.may_pass
        if self.game.tie == "play_on" and self.play_off <= place < self.ends:
            seat = place - self.play_off
            turn, ahead = self.turn_of(seat), (seat + 1) % seats
            T = self.beyond
            first = self.chase(ahead, 1 << n - 1, [0])
            return Frame(turn, T, 1, 0, first + self.cons, first,
                         ((T + turn.most + 1, first, 1),), True, throws, 0)  # fmt: skip
        begin, left, leaders = self._begun(place)
        rest, behind = place - begin, list[int]()
        for _ in range(left):
            rest, units = divmod(rest, self.levels[left])
            behind.append(units)
        seat, (d, *others) = rest, behind[::-1]
        turn, ahead = self.turn_of(seat), (seat + 1) % seats
        turned = leaders >> 1  # as the next player sees it, who moved last is bit n - 1
        lost = self._ended(ahead, turned, others)
        level = lost if tie == "first" else self._ended(ahead, turned | 1 << n - 1, others)
        T, alone = d + 1, 1 << n - 1
        if others:
            T += self.beyond
            step = self._step(len(others))
            more = (T + turn.most - d, self._ended(ahead, alone, [one + 1 for one in others]), step)
        else:
            more = (T + turn.most - d, self.ends + alone, 0)
        pieces = ((d, lost, 0), (1, level, 0), more)
        bust = lost if self.cons < d else level if self.cons == d else more[1]
        first = d + 1 if tie == "first" else max(d, 1)
        return Frame(turn, T, first, 0, bust, lost, pieces, bool(others), throws, 0)

    # --- who can still win --------------------------------------------------------------------

    def _find_dead(self) -> None:
        """From which scores no luck leads to the goal."""
        alive = [False] * self.goal
        others = (0,) * (self.players - 1)
        for own in reversed(range(self.goal)):
            frame = self.frame(self.place((own, *others)))
            assert frame is not None
            to = {place: alive[place % self.goal] for place in {*frame.banks(), frame.bust}
                  if place < self.main}  # fmt: skip
            to[frame.wipe] = self.wipe
            to[self.win] = True
            alive[own] = bool(possible(frame, to)[1][frame.turn.start])
        self.dead = [not one for one in alive]

    @cached_property
    def feedback(self) -> list[int]:
        """Starts that later ones may lead to: after wipes, falls and ties that are played on."""
        if self.game.penalty:
            return [place for place in self.main_starts() if self.alive(place)]
        found = list[int]()
        if self.wipe:
            found = [p for p in self.main_starts() if p % self.goal == -self.low]
        if self.chases and self.game.tie == "play_on":
            found += range(self.play_off, self.play_off + self.seats)
        return [place for place in found if self.alive(place)]

    # --- in which order -----------------------------------------------------------------------

    def starts(self) -> Iterator[int]:
        """All turn starts that matter and have a turn, those that others lead to first."""
        if self.chases:
            yield from self._chases()
        for place in self.main_starts():
            if not self.exact or self.alive(place):
                yield place

    def alive(self, place: int) -> bool:
        """Whether somebody can still win."""
        return not self.exact or not all(self.dead[one] for one in self.start(place)[0])

    def _chases(self) -> Iterator[int]:
        for left in range(1, self.players):
            for (many, _), begin in self._chase.items():
                if many == left:
                    yield from range(begin, begin + self.seats * self.levels[left] ** left)
            if left == 1 and self.game.tie == "play_on":
                yield from range(self.play_off, self.play_off + self.seats)

    def main_starts(self) -> Iterator[int]:
        """Those in which nobody has the goal, larger sums of scores first."""
        n, least, order = self.players, self.least, [0] * self.seats
        for _ in range(n if self.counts > 1 else 0):
            order = [before - count for before in order for count in range(self.counts)]
        for _ in range(n):
            steps = range(0, -n * self.counts * self.goal, -n * self.counts)
            order = [before + step for before in order for step in steps]
        turned = [least[k:] + least[:k] for k in range(n)]
        # Starts with the same scores stand beside each other, whoever moves: boxes of races with
        # wipes are found in this order, and not in others.
        for place in sorted(range(self.main), key=lambda one: (order[one], one % self.per_seat)):
            if not least or any(all(map(ge, self.start(place)[0], one)) for one in turned):
                yield place

    def reached(self, seat: int, most: int) -> bytearray:
        """Which places a turn of a seat comes to."""
        seat %= len(self.turns)
        known, turn = self._reached.get(seat), self.turns[seat]
        if known is None or len(known) < most * turn.modes:
            game = self.game
            every = game.turn.roll is not None and game.seats == 1 and not self.chases
            # Where the mode is no part of a state, all numbers of units are looked at.
            known = bytearray(b"\1") * most if every else turn.reached(most)
            self._reached[seat] = known
        return known
