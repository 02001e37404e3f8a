"""Races, certified: when to bank and which option to take, in one state or in all of them.

:mod:`find` makes boxes, :mod:`check` says what they prove, :mod:`exactly` settles ties. Here it is
decided with how many bits that is tried, and what came back is put into words.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from pigcore.games.dice import BUSTS, Choice
from pigcore.games.errors import PigcoreError, StateError
from pigcore.games.race import Race
from pigcore.games.starts import Mover, start_of
from pigcore.games.starts import left as turns_left

from ..algebra.intervals import Interval, best_of, in_units, is_narrow, largest, quotient_up
from ..algebra.primes import PRIMES, error_chance
from ..kernels import FIRST_BITS, WIDE_BITS
from ..options import Progress, digits_of, tolerance_of
from ..verdict import CLOSEST, Call, Proof
from .check import Check, Open
from .exactly import Known, ends_surely, equal, fractions, residues
from .find import Guess, run, wiped
from .tables import Tables
from .turn import Exact, Floats, Frame, Plan, turn
from .verdict import PartyReport, RaceReport, RaceVerdict

__all__ = ["TOLERANCE", "Proved", "certify", "check"]

TOLERANCE = 5e-13
"""Well above the rounding of a good table, well below the 1e-12 that must not go unnoticed."""
TOLERANCE_OF_SEVERAL = 1e-12
"""The largest error of a value, and gain by another strategy, that is not refuted."""
BITS = 200
"""Of plain Python's first attempt at what the compiled module left open."""
MOST_BITS = 1600
_MOST_AGAIN = 20_000
"""Turn starts of which plain Python tries so many bits before something is left open."""
_MOST_OF_SEVERAL = 1000
"""The same of three players or more, whose exact ties no number of bits shows."""
_RADII = 13, 16, 20, 26, 34
"""Of boxes that are claimed beforehand: powers of 2 times 2^-62."""
_FURTHER = 3
_BEYOND = 2.0**-5
"""The chance to pass, in one turn, somebody who is further ahead than what is followed."""
ZERO, ONE = Fraction(0), Fraction(1)
_SHORT = 400
"""Turn starts on which a payoff depends that is looked for as a fraction."""
_PROVED = 10
"""So many digits are enough where all turn starts depend on each other."""
_VAGUE = Fraction(1, 10**9)
"""Nobody is told a value that is known no better."""
_NARROW = Fraction(1, 1 << 42)
"""Bounds that are no wider tell how good a table is."""
_NOT_FOUND = "no proof was found with as many bits as are allowed"
_ENDLESS = "the players can keep this race from ever ending: its values may not be unique"


def bits_of(digits: int) -> int:
    """As many bits as so many digits are."""
    return math.ceil(digits * math.log2(10))


def bits_for(digits: int) -> int:
    """The bits that bounds of a match begin with, so that chances have so many digits."""
    return max(BITS, bits_of(digits) + 100)


def precisions(bits: int, most: int = MOST_BITS) -> Iterator[int]:
    """Bits to try one after the other, from so many on."""
    yield from [one for one in (FIRST_BITS, WIDE_BITS) if bits <= one]
    bits = max(bits, BITS)
    while bits <= most:
        yield bits
        bits *= 2


class Proved:
    """A race, or the part of it that matters for a state, as far as it is proved.

    Parameters
    ----------
    game : Race
    arrays : mapping, optional
        Those of a solution, whose decisions are compared; they may say where to look, too.
    least : tuple of int
        Scores in units that nobody is below.
    asked : int
        With last turns, units past the goal that somebody asks for.
    """

    def __init__(
        self, game: Race, arrays: Mapping[str, Any] | None = None, *, least: Sequence[int] = (),
        asked: int = 0, closest: int | None = None, progress: Progress | None = None,
        written: bool = False,
    ) -> None:  # fmt: skip
        self.game: Race = game
        self.judged: bool = arrays is not None
        self.written: bool = written
        self.tables: Tables = Tables(game, least)
        self._beyond = max(asked, 0)
        if self.tables.chases or not self.tables.reach:
            self._beyond = max(self._beyond, _far_enough(self.tables))
            self.tables = Tables(game, least, self._beyond)
        self._given = arrays
        self._least, self._closest, self._progress = least, closest, progress
        self.check: Check | None = None
        """The last pass over all starts that showed their boxes to hold."""
        self.undecided: dict[int, list[Any]] = {}
        """What is open at the end, by starts."""
        self.never: int = 0
        """States, starts of turns included, from which nobody can win any more."""
        self.proof: Proof = Proof("none", reason=_NOT_FOUND)
        self.settled: bool = False
        """Whether exact numbers had to show what bounds leave open."""

    @cached_property
    def starts(self) -> list[int]:
        """All starts that matter."""
        return [*self.tables.starts()]

    @cached_property
    def guess(self) -> Guess:
        """Where to look: as a table says, where starts that are known do not say enough, as of
        several players, of whose equilibria one has to be chosen; else as pigcore does.
        """
        several = self.tables.players > 2
        if self.table is not None and (several or self.tables.feedback):
            return self.table
        return self._solved()

    def _solved(self) -> Guess:
        """What pigcore finds, no more: of a race to fewer points where only these matter."""
        low, game = self.tables.low, self.game
        if low > 0:
            goal, n = self.tables.goal * game.unit, game.players
            game = Race(game.turn, goal, game.target, game.consolation, players=n)
        return Guess(self.tables, solved(game))

    @cached_property
    def table(self) -> Guess | None:
        """The arrays of a solution as they are numbered here."""
        return None if self._given is None else Guess(self.tables, self._given)

    @property
    def _doubles(self) -> Any:
        return self.table.seen[0] if self.table and self.judged else None

    @cached_property
    def frames(self) -> dict[int, Frame]:
        """The turns of all starts."""
        found = {place: self.tables.frame(place) for place in self.starts}
        return {place: frame for place, frame in found.items() if frame}

    def frame(self, place: int) -> Frame:
        """The turn of a start."""
        found = self.tables.frame(place, dead=True)
        assert found is not None
        return found

    def chases(self, bits: int) -> Check:
        """Last turns alone."""
        found = Check(self.tables, bits)
        last = [place for place in self.tables.starts() if place >= self.tables.main]
        run(found, self.guess, last, radius=1 << max(_RADII[0] + bits - FIRST_BITS, 2))
        return found.finish()

    # --- bits ---------------------------------------------------------------------------------

    def run(self, bits: int = FIRST_BITS) -> Proved:
        """Prove everything that can be; with last turns followed as far as that takes."""
        self._run(bits)
        for _ in range(_FURTHER if self._beyond else 0):
            if self.check and not self.undecided:
                break
            if self.tables.players > 2 and len(self.starts) > _MOST_OF_SEVERAL:
                break
            self._follow()
            self._run(bits)
        if self.check:
            self._count(self.check)
        return self

    def _follow(self) -> None:
        """Follow last turns twice as far."""
        self._beyond *= 2
        self.tables = Tables(self.game, self._least, self._beyond)
        self.check, self.undecided = None, {}
        for known in ("starts", "guess", "table", "frames"):
            self.__dict__.pop(known, None)

    def _run(self, bits: int) -> None:
        tables, failed, widest, vague = self.tables, 0, Fraction(2), True
        most = _MOST_OF_SEVERAL if tables.players > 2 else _MOST_AGAIN
        below = max(max(turn.below) for turn in tables.turns)
        for attempt in precisions(bits, max(MOST_BITS, 8 * below.bit_length())):
            if failed > 2 or (attempt > WIDE_BITS and len(self.starts) > most):
                break
            found = (None if vague else self._closer(attempt)) or self.whole(attempt)
            if found is None:
                failed += 1
                continue
            self.undecided = {place: judged.open for place, judged in found.left.items()}
            self.proof = Proof("enclosure", bits=attempt)
            if self.undecided and attempt >= (WIDE_BITS if tables.players == 2 else BITS):
                self._settle(found)
            vague = self._is_vague() and (not tables.feedback or 2 * found.width <= widest)
            mixed_up = self._closest and attempt < WIDE_BITS and found.counts.mixed_up
            if not (vague or self.undecided or mixed_up):
                break
            widest = found.width
        endless = failed > 2 and not self.check and tables.players == 2
        if endless and not ends_surely(self.starts, self.frames):
            self.proof = Proof("none", reason=_ENDLESS)

    def _closer(self, bits: int) -> Check | None:
        """The pass before with all decided that it left open, by more bits of what that depends on;
        None where that is not all, or the whole is as soon looked at again.
        """
        found, tables = self.check, self.tables
        alike = tables.players == 2 and tables.seats == 1 and not (tables.feedback or tables.chases)
        if not (found and self.undecided and alike and len(self.starts) > _MOST_AGAIN) or (
            self.written or tables.turns[0].several
        ):
            return None
        again = Check(tables, bits, doubles=self._doubles)
        again.counts = found.counts
        again.counts.limit <<= bits - found.bits
        starts = self._needed({*found.left})
        try:
            run(again, self.guess, starts, self._progress, radius=1, counts=False)
            again.finish()
        except Open:
            return None
        for place, judged in found.left.items():
            frame = self.frame(place)
            again.judge(place, frame, self.bounds(place, frame, again)[2], judged.open)
        found.left = again.left
        return None if found.left else found

    def _is_vague(self) -> bool:
        """Whether bounds tell too little of a table; without one, of the value."""
        assert self.check is not None
        if self.judged or self.written or self.tables.feedback:
            return self.check.width > _NARROW
        low, high = self.check.value(self.first)
        return high - low > _NARROW

    def _pass(self, bits: int, radius: int, known: Mapping[int, Any]) -> Check | None:
        """One pass over everything; None where boxes are not shown to hold."""
        found = Check(self.tables, bits, doubles=self._doubles, closest=self._closest or CLOSEST)
        found.claims = {} if self.written else None
        try:
            run(found, self.guess, self.starts, self._progress, radius=radius, known=known)
            return found.finish()
        except Open:
            return None

    def whole(self, bits: int) -> Check | None:
        """Find boxes for all starts that hold, with so many bits; None where there are none."""
        back, known = self.tables.feedback, dict[int, list[tuple[int, int]]]()
        if self.tables.wipe and self.tables.players == 2 and bits > FIRST_BITS:
            known = wiped(self.tables, bits, self.guess, self.starts)
        shift = 0 if known else bits - FIRST_BITS
        for radius in _RADII if back else _RADII[:1]:
            found = self._pass(bits, 1 << max(radius + shift, 2), known)
            if found is None:
                continue
            for _ in range(12 if back and shift else 0):  # claim less, again and again
                known = {p: [(v[p], w[p]) for v, w in zip(found.low, found.high)] for p in back}
                again = self._pass(bits, 0, known)
                before = max(b - a for ends in known.values() for a, b in ends)
                if not again or 2 * max(again.high[0][p] - again.low[0][p] for p in back) > before:
                    break
                found = again
            self.check = found
            return found
        if self.guess is self.table and self.tables.players == 2:  # it misleads
            self.guess = self._solved()
            return self.whole(bits)
        return None

    def narrow(self) -> None:
        """Take all boxes to what the equations take them to, until that makes them no narrower."""
        found, width = self.check, 1 << 200
        assert found is not None
        while len(self.starts) <= _MOST_AGAIN:
            for place in self.starts:
                found.narrow(place, self.frames[place])
            before, width = width, max(found.high[0][p] - found.low[0][p] for p in self.starts)
            if 4 * width > 3 * before:
                break

    def _needed(self, left: set[int]) -> list[int]:
        """The starts that some depend on: of scores none of which is smaller."""
        tables, n = self.tables, self.tables.players
        if tables.seats > 1:
            return self.starts
        size, goal = tables.goal**n, tables.goal
        marks = bytearray(size)
        for place in left:
            scores = tables.start(place)[0]
            for k in range(n):
                marks[tables.place((*scores[k:], *scores[:k]))] = 1
        for axis in range(n):  # whoever has more is needed, too
            stride = goal**axis
            for k in range(size):
                if k // stride % goal and marks[k - stride]:
                    marks[k] = 1
        return [place for place in self.starts if marks[place]]

    # --- ties ---------------------------------------------------------------------------------

    def bounds(
        self, place: int, frame: Frame | None = None, check: Check | None = None
    ) -> tuple[Check, Frame, Any]:
        """The bounds of a turn: the pass, the turn and its engine."""
        frame, check = frame or self.frame(place), check or self.check
        assert check is not None
        engine = check.load(place, frame)
        engine.turn(0, check.seen_low[0])
        engine.turn(1, check.seen_high[0])
        return check, frame, engine

    def plan(self, place: int, frame: Frame) -> Plan:
        """What looks best by the lower bounds; of several players, what was looked at."""
        check, _, engine = self.bounds(place, frame)
        if check.plans.get(place):
            return check.plans[place]  # type: ignore[no-any-return]
        engine.decide(0)
        return Plan(*engine.plan)

    def exactly(self, *, short: bool = False) -> Known | None:
        """What all starts are worth, as fractions or residues, if they have one solution."""
        tables = self.tables
        starts = self.starts
        if self.undecided and not (tables.wipe or tables.game.penalty or tables.chases):
            starts = self._needed(set(self.undecided))
        if len(starts) > _MOST_AGAIN or not self._banks_beyond(starts):
            return None
        if tables.players == 2 and not (
            ends_surely(starts, self.frames)
            or ends_surely(starts, self.frames, self._letters, tables.win)
        ):
            return None
        known = None
        if tables.players == 2 or short:
            known = fractions(tables, starts, self.plan, self.frames)
        if known is None and not short:
            known = residues(tables, starts, self.plan, self.frames)
        return known

    def _banks_beyond(self, starts: Sequence[int]) -> bool:
        """Whether it is proved that one banks where nothing is followed, as plans do there."""
        tables, check = self.tables, self.check
        assert check is not None
        for place in starts:
            frame = self.frames[place]
            if not frame.capped:
                continue
            rules, one = frame.turn, check.one
            whole = tables.wipe or tables.game.penalty or tables.game.tie == "play_on"
            if rules.obliges and whole:
                return False
            low, lost = check.seen_low[0], one - check.seen_high[0][frame.bust]
            least = min([low[to] for to in frame.banks()[frame.T :]])
            for n in range(rules.modes):
                if rules.may[n] and rules.below[n] and (
                    rules.below[n] * (one - least) > rules.busts[n] * lost
                ):  # fmt: skip
                    return False
        return True

    def _letters(self, place: int, frame: Frame) -> tuple[bytes, list[int]]:
        """What may be the best in every state, and of every set of options."""
        return self.bounds(place, frame)[2].letters()  # type: ignore[no-any-return]

    def in_fractions(self) -> Known:
        """What all starts are worth, however long that is."""
        known = Known(self.tables, Exact())
        known.solve(self.starts, self.plan, self.frames)
        return known

    def _settle(self, found: Check) -> None:
        """Settle what is open with exact numbers: all of it or, by residues, nothing, as plans that
        are not best somewhere are worth something else everywhere.
        """
        if self.tables.players > 2 and not all(found.plans.get(p) for p in self.starts):
            return
        known = self.exactly()
        if known is None:
            return
        tied = {place: self._tied(known, place, items) for place, items in self.undecided.items()}
        if not (known.exact and not self.written) and not all(map(all, tied.values())):
            return
        for place, same in tied.items():
            for item, alike in zip(self.undecided[place], same):
                if (place, item) not in found.unreached:
                    found.counts.settled(item, alike)
        self.undecided, self.settled = {}, True
        self.proof = replace(self.proof, ties="fractions") if known.exact else self._by_primes()

    def _tied(self, known: Known, place: int, items: Sequence[Any]) -> list[bool]:
        """Of what is open at a start, whether it is worth the same."""
        frame, plan = self.frames[place], self.plan(place, self.frames[place])
        return equal(known, self.bounds(place, frame)[2], frame, plan, items)

    def _by_primes(self) -> Proof:
        below = max(d for turn in self.tables.turns for d in turn.below)
        throws = self.check.counts.throws if self.check else 0
        chance = error_chance(math.ceil((throws + 2) * math.log2(2 * below)) + 1)
        return replace(self.proof, ties="primes", primes=PRIMES, error_chance=chance)

    # --- what comes out -----------------------------------------------------------------------

    def _count(self, found: Check) -> None:
        """What nobody can win any more, and how ties are proved."""
        self.never = found.counts.never
        if self.tables.exact:
            self.never += self._nobody(found)
        if self.proof.ties is None and found.counts.ties + found.counts.aside_ties:
            self.proof = replace(self.proof, ties="equality")

    def choices(self) -> int:
        """In how many states there is a choice."""
        check = Check(self.tables, FIRST_BITS)
        return sum(len(f.choosing(check.counted_all(p, f))) for p, f in self.frames.items())

    def _nobody(self, check: Check) -> int:
        """States of turns at whose start nobody can win any more, with these starts."""
        tables, found = self.tables, 0
        for place in tables.main_starts():
            if not tables.alive(place):
                frame = tables.frame(place, dead=True)
                assert frame is not None
                # Those with points that no throw from there leads to may still be won.
                found += check.won_by_some(frame, check.counted_all(place, frame))[1]
        return found

    @property
    def first(self) -> int:
        """The start of the game."""
        tables = self.tables
        return tables.place([-tables.low] * tables.players)

    def value(self, place: int, c: int = 0) -> Interval:
        """What a start is worth."""
        return self.check.value(place, c) if self.check else (ZERO, ONE)

    def calls(self) -> tuple[Call, ...]:
        """The closest calls."""
        tables, found = self.tables, []
        for least, state, throws, most, start in self.check.counts.closest if self.check else ():
            n, (throw, bank) = tables.players, Mover(self.game, tables.seat(start) + 1).words
            place = tables.state(start, *state[n : n + 2])
            best, other = (throw, bank) if throws else (bank, throw)
            found.append(Call(place, best, other, (least, most)))
        return tuple(found)


def solved(game: Race) -> Mapping[str, Any] | None:
    """The arrays of pigcore's solution, if there is one."""
    import pigcore

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", pigcore.ConvergenceWarning)
            return pigcore.solve(game).arrays()
    except (ImportError, PigcoreError, ArithmeticError):
        return None


def _far_enough(tables: Tables) -> int:
    """So many units more that nobody hardly ever makes them in one turn."""
    if not tables.reach and not tables.chases:
        return 30 * tables.most
    most = 0
    for rules in tables.turns:
        T = 8 * tables.goal + 40 * rules.most
        pieces = (T, 0, 0), (rules.most + 1, 1, 0)
        passing = Frame(rules, T, T, T, 0, 0, pieces, capped=False, throws=True, own=0)
        chances, _ = turn(Floats(), passing, (0.0, 1.0))
        made = chances[rules.start : T * rules.modes : rules.modes][::-1]
        most = max(most, next((d for d, p in enumerate(made, 1) if p < _BEYOND), T))
    return most


# --- one state ------------------------------------------------------------------------------------


def check(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    table: Mapping[str, Any] | None = None,
) -> RaceVerdict:
    """Prove what is best in one state, and enclose the payoffs of every choice.

    Every turn start that can still come is enclosed; all of them where a throw can wipe or scores
    fall. Of several equilibria of three players or more that of the table is spoken of.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    n = game.players
    own, points, units = place[0], place[n], [score // game.unit for score in place[:n]]
    begun = start_of(game, place)
    mover, left = Mover(game, begun.seat), turns_left(game, begun) if game.end != "goal" else 0
    thrown = _thrown(mover, place)
    if not left and not mover.chasers and game.win == "reach" and not thrown and (
        game.reached(own, points)
    ):  # fmt: skip
        won, (_, bank) = Proof("rules", reason="the goal is reached"), mover.words
        return RaceVerdict(game, place, (bank,), {bank: (ONE, ONE)}, won, digits=digits)
    if left and n > 2:
        raise StateError(
            f"at {game.spell(place)} somebody has the goal, but last turns of several players are "
            "proved with the whole game alone: ask for all states, or for one before"
        )
    least = [] if n > 2 and table is not None else units
    asked = own // game.unit + points // game.unit - game.goal // game.unit + 1
    if left:
        asked = max(asked, max(units) - game.goal // game.unit)
    found = Proved(game, table, least=least, asked=asked, progress=progress)
    found.judged = False
    start, below = _start(found.tables, game, place), max(max(t.below) for t in found.tables.turns)
    coupled = game.penalty or found.tables.wipe
    bits = WIDE_BITS if coupled else max(WIDE_BITS, bits_of(digits) + 20)
    most = WIDE_BITS if coupled else max(4 * BITS, 8 * below.bit_length(), 2 * bits)
    if coupled and len(found.starts) > _MOST_AGAIN:
        bits = FIRST_BITS
    said: RaceVerdict | None = None
    for attempt in precisions(bits, max(MOST_BITS, most)):
        if said and attempt > most:
            break
        if found.whole(attempt) is None:
            if said and said.ok:
                break
            continue
        if game.penalty and n == 2:
            found.narrow()
        said = _said(found, start, place, digits)
        if _is_proved(replace(said, digits=min(digits, _PROVED)) if coupled else said):
            break
    if said is None:
        worths = dict.fromkeys(_actions(found, start, place), (ZERO, ONE))
        endless = n == 2 and not ends_surely(found.starts, found.frames)
        none = Proof("none", reason=_ENDLESS if endless else _NOT_FOUND)
        return RaceVerdict(game, place, tuple(worths), worths, none, digits=digits)
    return said


def _start(tables: Tables, game: Race, place: tuple[Any, ...]) -> int:
    """The turn start that a state belongs to."""
    n, begun = game.players, start_of(game, place)
    units = [score // game.unit - tables.low for score in begun.scores]
    if game.end != "goal" and turns_left(game, begun):
        return tables.chase(begun.seat - 1, 1 << n - 1, [units[1] - units[0]])
    return tables.place(units, begun.seat - 1, begun.busts)


class _Then(NamedTuple):
    """Banking t units, or throwing with them in a mode; None is a bust."""

    action: str
    t: int
    mode: int


def _thrown(mover: Mover, place: tuple[Any, ...]) -> bool:
    """Whether a throw lies on the table."""
    return bool(mover.set_aside) and not isinstance(place[mover.game.players + 1], int)


def _mode(mover: Mover, place: tuple[Any, ...]) -> int:
    """Which mode a state is in."""
    return 0 if mover.turn.roll is not None else mover.place(place[mover.game.players + 1])


def _actions(found: Proved, start: int, place: tuple[Any, ...]) -> dict[str, _Then | None]:
    """What can be done, and what is done with how many units and in which mode then."""
    game = found.game
    mover = Mover(game, start_of(game, place).seat)
    frame = found.tables.frame(start, dead=True)
    assert frame is not None
    points = place[game.players] // game.unit
    if not _thrown(mover, place):
        then = _then(mover, frame, points, _mode(mover, place))
        return {one.action: one for one in then} or {BUSTS: None}
    faces = place[game.players + 1]
    actions: dict[str, _Then | None] = {}
    for aside, (worth, hand) in mover.set_aside.asides(faces, len(faces)).items():
        for after in _then(mover, frame, points + worth // game.unit, mover.place(hand)):
            actions[str(Choice(aside, after.action))] = after
    return actions or {BUSTS: None}


def _then(mover: Mover, frame: Frame, t: int, mode: int) -> list[_Then]:
    throw, bank = mover.words
    rules = frame.turn
    begins = not t and mode == rules.start
    throws = bool(rules.below[mode]) and (t < frame.T or frame.capped)
    banks = not frame.throws if begins else (
        (t >= frame.T and not frame.capped) or (t >= frame.first and rules.may[mode])
        or (not rules.below[mode] and t >= frame.still)
    )  # fmt: skip
    return [_Then(throw, t, mode)] * throws + [_Then(bank, t, mode)] * banks


def _worth(found: Proved, frame: Frame, then: _Then | None, see: Any, throw: Any) -> Any:
    """What is done is worth, from what starts are, and throwing in each state."""
    if then is None:
        return see[frame.bust]
    if then.action in ("bank", "hold"):
        banks = frame.banks()
        return see[banks[min(then.t, len(banks) - 1)]]
    return throw(then.t * frame.turn.modes + then.mode)


def _bounds(found: Proved, frame: Frame, engine: Any, then: _Then | None) -> Interval:
    check = found.check
    assert check is not None
    if then and then.action in ("throw", "roll") and then.t >= frame.T:
        return ZERO, ONE  # nothing is followed there
    seen = check.seen_low[0], check.seen_high[0]
    low, high = (
        _worth(found, frame, then, see, lambda at, side=side: engine.bounds(at)[0][side])
        for side, see in enumerate(seen)
    )
    return in_units((low, high), check.one)


def _said(found: Proved, start: int, place: tuple[Any, ...], digits: int) -> RaceVerdict:
    game, tables, check = found.game, found.tables, found.check
    assert check is not None
    bits = check.bits
    actions = _actions(found, start, place)
    never = _never_ends(found, start, place)

    def says(worths: Mapping[str, Interval], proof: Proof | None = None) -> RaceVerdict:
        proof = proof or Proof("none", reason=_NOT_FOUND)
        return RaceVerdict(game, place, best_of(worths), worths, proof, never, digits=digits)

    mover = Mover(game, start_of(game, place).seat)
    if not tables.alive(start) and (never or _thrown(mover, place)):
        share = Fraction(1, game.players)
        worths = dict.fromkeys(actions, (share, share))
        return says(worths, Proof("enclosure", bits=bits, ties="equality"))
    _, frame, engine = found.bounds(start)
    worths = {a: _bounds(found, frame, engine, then) for a, then in actions.items()}
    best, proof = best_of(worths), Proof("enclosure", bits=bits)
    if len({actions[a] for a in best}) == 1 or len({end for a in best for end in worths[a]}) == 1:
        low, high = largest(worths)
        if high - low > _VAGUE:  # a box that says nothing
            return says(worths)
        said = says(worths, replace(proof, ties="equality") if len(best) > 1 else proof)
        may_be_short = len(found.starts) <= _SHORT and len(best) == 1 and (
            any(a < b for a, b in worths.values())
        )  # fmt: skip
        known = found.exactly(short=True) if may_be_short and _is_proved(said) else None
        if known is None:
            return said
    else:
        known = found.exactly(short=game.players > 2) if bits >= WIDE_BITS else None
        if known is None:
            return says(worths)
        said = says(worths)
    _, throw = known.bounds(frame, found.plan(start, frame))
    exact = {
        a: _worth(found, frame, then, known.seen[0], throw.__getitem__)
        for a, then in actions.items()
    }
    if known.exact:  # of another equilibrium, if these lie elsewhere
        agree = all(low <= exact[a] <= high for a, (low, high) in worths.items())
        alone = {a: (value, value) for a, value in exact.items()}
        return says(alone, Proof("fractions")) if agree else said
    found.proof = proof
    proof = found._by_primes()
    same = all(all(found._tied(known, p, judged.open)) for p, judged in check.left.items())
    if len({exact[a] for a in best}) > 1 or not same:
        return said
    # Who cannot win, or cannot but win, does so exactly.
    certain = {0: (ZERO, ZERO), 1: (ONE, ONE)}
    return says({a: certain.get(exact[a], ends) for a, ends in worths.items()}, proof)


def _never_ends(found: Proved, start: int, place: tuple[Any, ...]) -> bool:
    """Whether nobody can win any more in a state."""
    tables, game = found.tables, found.game
    if not tables.exact or start >= tables.main or not tables.others_dead(start):
        return False
    mover = Mover(game, start_of(game, place).seat)
    if _thrown(mover, place):
        return False
    frame = tables.frame(start, dead=True)
    assert frame is not None
    t = place[game.players] // game.unit
    if t >= frame.T:
        return False
    return not Check.alive_in(tables, frame)[t * frame.turn.modes + _mode(mover, place)]


def _is_proved(said: RaceVerdict) -> bool:
    """Whether the best actions are known, and all payoffs to as many digits as are asked for."""
    return said.ok and all(is_narrow(ends, said.digits) for ends in said.payoffs.values())


# --- all states -----------------------------------------------------------------------------------


def certify(
    game: Race,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> RaceReport:
    """Prove every decision of the game, and how far a table of its values is from the truth.

    O(units³ · choices) operations on integers, O(units²) memory for two players.
    """
    usual = TOLERANCE if game.players == 2 else TOLERANCE_OF_SEVERAL
    tolerance = tolerance_of(tolerance, usual)
    found = Proved(game, table, closest=closest, progress=progress).run()
    report = report_of(found, None if table is None else tolerance)
    return report if table is None or not found.check else _compared(found, report, tolerance)


def report_of(found: Proved, tolerance: float | None = None) -> RaceReport:
    """What is proved, without a table."""
    game, tables = found.game, found.tables
    several = game.players > 2
    kind: Any = PartyReport if several else RaceReport
    check = found.check
    if check is None:
        open_ones = max(1, found.choices())
        return kind(  # type: ignore[no-any-return]
            game, (ZERO, ONE), 0, 0, open_ones, (), found.proof, tolerance=tolerance
        )
    undecided = sum(len(items) for items in found.undecided.values())
    more: dict[str, Any] = {}
    if several:
        widest = max(
            max(high[p] - low[p] for p in found.starts) for low, high in zip(check.low, check.high)
        )
        more = {
            "gain": quotient_up(widest, check.one),
            "chances": tuple(found.value(found.first, c) for c in range(game.players)),
            "cells": _cells(tables),
            "mixing": len(found.guess.mixing),
        }
    elif game.seats > 1:
        other = tables.place([-tables.low] * 2, 1)
        more["other_value"] = found.value(other)
    return kind(  # type: ignore[no-any-return]
        game,
        value=found.value(found.first),
        states=check.counts.decided + check.counts.ties,
        ties=check.counts.ties,
        undecided=undecided,
        closest=found.calls(),
        proof=found.proof,
        tolerance=tolerance,
        never=found.never,
        asides=check.counts.asides,
        aside_ties=check.counts.aside_ties,
        **more,
    )


def _cells(tables: Tables) -> int:
    """Tuples of scores, whoever moves."""
    goal, n = tables.goal, tables.players
    if tables.seats > 1:
        return int(goal**n)
    turns = [math.gcd(k, n) for k in range(n)]
    return sum(int(goal**k) for k in turns) // n


def _compared(found: Proved, report: RaceReport, tolerance: float) -> RaceReport:
    """``report`` with how far the table is from what is proved, and what its player gets right."""
    tables, check = found.tables, found.check
    assert check is not None
    assert found.table is not None
    worst, least, where = -1, 0, 0
    unit = Fraction(1, check.one)
    players = range(1 if tables.players == 2 else tables.players)
    for c in players:
        values, lows, highs = found.table.values[c], check.low[c], check.high[c]
        for place in tables.main_starts():
            above, below = values[place].as_integer_ratio()
            if tables.alive(place):
                low, high = lows[place], highs[place]
            else:
                share = unit.denominator // tables.players
                low, high = share, share + (unit.denominator % tables.players > 0)
            number = above * check.one
            least = max(least, (number - high * below) // below, (low * below - number) // below)
            off = max(high * below - number, number - low * below)
            off = -(-off // below)
            if off > worst:
                worst, where = off, place
    if Fraction(least, check.one) <= tolerance < Fraction(worst, check.one):
        vague = Proof("none", reason="bounds are too wide to say how far the table is off")
        return replace(report, proof=vague)
    own = check.counts.own
    own["tie"] += report.ties
    more: dict[str, Any] = {"most_gain": tolerance} if tables.players > 2 else {}
    return replace(
        report, tolerance=tolerance, error=quotient_up(worst, check.one),
        worst=_scores(tables, where), own=own.own(), **more,
    )  # fmt: skip


def _scores(tables: Tables, place: int) -> tuple[Any, ...]:
    state = tables.state(place)
    if tables.game.penalty or tables.game.seats > 1 or tables.players > 2:
        return state[: tables.players + 1] if tables.players > 2 else state
    return state[:2]
