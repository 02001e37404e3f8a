"""Races, certified: when to bank and which option to take, in one state or in all of them.

:mod:`enclosure` says why its intervals contain the values of the game, :mod:`decisions` what they
decide, and :mod:`ties` why ties are ties.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any, Generic, NamedTuple, TypeVar

from pigcore.games.dice import BANK, BUSTS, Choice, Dice
from pigcore.games.errors import StateError
from pigcore.games.race import Race
from pigcore.games.scoring import counts_of, faces_of
from pigcore.games.starts import first
from pigcore.games.starts import left as turns_left

from ..algebra.intervals import Interval, best_of, is_narrow
from ..arrays import checked, checked_flat
from ..options import Progress, digits_of, tolerance_of
from ..verdict import CLOSEST, Proof, Stage
from . import several
from .carried import Nothing
from .cells import Cells
from .compiled import FIRST_BITS, WIDE_BITS, enclose_first, is_small, nearly
from .decisions import Decisions
from .enclosure import Bounds, Enclosure, Unproved
from .last_turns import with_last_turns
from .own import OwnDecisions, compared, is_sharp
from .rules import BITS, Pair, Rules, turns_of
from .several import proved_state
from .ties import Exactly, has_one_solution, in_fractions, shown_exactly
from .verdict import RaceReport, RaceVerdict

__all__ = [
    "TOLERANCE", "Layer", "Proved", "bits_for", "bits_of", "certify", "check", "enclosed",
    "enclosures", "modes_of", "nothing_proved", "precisions", "prove", "report_of",
    "settled", "verdict",
]  # fmt: skip

MOST_BITS = 6400
_MOST_ENDLESS = 800
"""Where play may go on for ever, more are of no use."""
_ORDERING_BITS = 800
"""Margins that these do not tell apart are most likely the same number in several states."""
_OF_WIDE = 30
"""So many digits are asked for where nobody says how many."""
_PROVED = 22
"""So many of them are enough where throws wipe, if more are not proved by ``WIDE_BITS``."""
_SHARP = 32
"""Bits of a small chance, enough for nearly every decision by it."""
TOLERANCE = 5e-13
"""Well above the rounding of a good table, well below the 1e-12 that must not go unnoticed."""

ZERO, ONE = Fraction(0), Fraction(1)
_Turns = Collection[tuple[int, ...]]
"""Scores at which turns begin."""


def precisions(rules: Rules, bits: int) -> Iterator[int]:
    """Bits to try one after the other, from so many on."""
    if bits < BITS and is_small(rules):
        yield from dict.fromkeys((bits, WIDE_BITS))
    bits = max(bits, BITS)
    most = max(MOST_BITS, 2 * bits, 8 * max(rules.denominators).bit_length())
    while bits <= most:
        yield bits
        bits *= 2


def bits_of(digits: int) -> int:
    """As many bits as so many digits are."""
    return math.ceil(digits * math.log2(10))


def _as_a_whole(rules: Rules) -> bool:
    """Whether what a few pairs leave open is settled by enclosing all of them with more bits."""
    return rules.wipe or (rules.recorded and any(rules.dead))


def bits_for(digits: int) -> int:
    """The bits that an enclosure begins with, so that payoffs have so many digits."""
    return max(BITS, bits_of(digits) + 100)


def enclosures(
    rules: Rules,
    bits: int,
    hint: Sequence[Sequence[float]] | None = None,
    witnesses: Callable[[Enclosure], Sequence[Any]] = lambda found: (),
    progress: Progress | None = None,
    *,
    asked: int = 0,
) -> Iterator[tuple[Enclosure, Sequence[Any]]]:
    """Finished enclosures with these bits and with more, and who looked on.

    ``asked`` is a score of so many units that somebody asks for, where there is a last turn.
    """
    column = None if hint else nearly(rules, bits)
    for attempt in precisions(rules, bits):
        found = Enclosure(rules, attempt, hint, Nothing())
        found.asked, found.column = asked, column
        looking = witnesses(found)
        try:
            enclose_first(found, looking, progress)
        except Unproved:
            column = found.column
            continue
        column = found.column
        yield found, looking
        if not found.ends or (attempt >= _MOST_ENDLESS and not has_one_solution(found)):
            return  # more bits would be of no use


def why_not(found: Enclosure | None) -> Proof:
    """Why nothing is proved, or why what is open stays open."""
    if found is None or has_one_solution(found):
        return Proof("none", reason="no proof was found with as many bits as are allowed")
    reason = "the players can keep this race from ever ending: its values may not be unique"
    return Proof("none", reason=reason)


# --- one state ----------------------------------------------------------------------------------


def check(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    table: Mapping[str, Any] | None = None,
) -> RaceVerdict:
    """Prove what is best in one state, and enclose the payoffs of every choice.

    Cost: every pair of scores that can still come, every pair of all where a throw can wipe; about
    0.3 ms each in Pig, in Farkle some 10 ms where 2,000 points are missing and 40 ms where 10,000
    are; more if several actions may be equally good. With three players or more every cell that
    play can come to, a few milliseconds each in Pig.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    return verdict(game, place, digits, progress=progress, table=table)


def _verdict_of_several(
    game: Race,
    place: tuple[Any, ...],
    digits: int,
    progress: Progress | None,
    table: Mapping[str, Any] | None,
) -> RaceVerdict:
    units = [score // game.unit for score in place[: game.players]]
    if turns_left(game, first(game, place[: game.players])):
        raise StateError(
            f"at {game.spell(place)} somebody has the goal, but last turns of several players are "
            "proved with the whole game alone: ask for all states, or for one before"
        )
    arrays = None if table is None else checked_flat(game, table)
    rules = with_last_turns(Rules(game.seen_from(1), *(() if arrays else units)))
    rules.scores = rules.scores if arrays is None else tuple(units)
    rules.sit(game.seat, units)
    far = rules.span - rules.scores[0] + rules.begin + rules.past
    if game.answered and place[game.players] // game.unit >= far:
        raise StateError(
            f"{place[game.players]:,} points are asked about, but nobody who plays well throws "
            f"again with {far * game.unit:,}: give another state"
        )
    actions = _actions(game, rules, place)
    found = proved_state(
        rules, lambda found, turn: _payoffs(found, turn, actions), game.spell(place), digits,
        progress, arrays,
    )  # fmt: skip
    if isinstance(found, str):
        unknown = dict.fromkeys(actions, (ZERO, ONE))
        none = Proof("none", reason=found)
        return RaceVerdict(game, place, tuple(unknown), unknown, none, digits=digits)
    best, worths, proof = found
    never = _never_ends(game, rules, place)
    return RaceVerdict(game, place, best, worths, proof, never, digits=digits)


def verdict(
    game: Race,
    place: tuple[Any, ...],
    digits: int,
    progress: Progress | None = None,
    table: Mapping[str, Any] | None = None,
) -> RaceVerdict:
    """What :func:`check` says."""
    own, opp, points = *place[:2], place[game.players]
    if (
        own + points >= game.goal
        and opp < game.goal
        and not (game.answered or _thrown(game, place))
    ):
        won, (_, bank) = Proof("rules", reason="the goal is reached"), game.words
        return RaceVerdict(game, place, (bank,), {bank: (ONE, ONE)}, won, digits=digits)
    if game.players > 2:
        return _verdict_of_several(game, place, digits, progress, table)
    if opp >= game.goal:
        return _check_last_turn(game, place, digits)
    own, opp = own // game.unit, opp // game.unit
    rules = Rules(game, own, opp)
    # Where throws wipe, a proof of a state is one of all, which takes long without compiled passes.
    wide = rules.wipe and digits <= _OF_WIDE
    bits, narrow = (WIDE_BITS, min(digits, _PROVED)) if wide else (bits_for(digits), digits)
    i, j = rules.scores_of(own, opp)
    s = i + points // game.unit
    actions = _actions(game, rules, place)
    worths: Mapping[str, Interval] = dict.fromkeys(actions, (ZERO, ONE))
    best, proof = tuple(actions), why_not(None)
    for found, _ in enclosures(rules, bits, None, progress=progress, asked=s - i + own):
        worths = _payoffs(found, found.bounds(i, j, s + rules.most + 1), actions)
        if proof.ties is None:  # a tie does not change, and may take long to settle
            settled = partial(_settled, found, (i, j, s), actions, progress)
            best, proof = _decide(actions, worths, found, settled)
        said = RaceVerdict(game, place, best, worths, proof, digits=digits)
        if _is_proved(replace(said, digits=narrow)):
            points_only = len(best) > 1 or all(low == high for low, high in worths.values())
            exact = None if points_only else in_fractions(found)
            if exact is not None and has_one_solution(found):
                worths = _payoffs(exact, exact.bounds(i, j), actions)
                proof = Proof("fractions")
            break
    return RaceVerdict(
        game, place, best, worths, proof, _never_ends(game, rules, place), digits=digits
    )


def _never_ends(game: Race, rules: Rules, place: tuple[Any, ...]) -> bool:
    """Whether nobody can win any more in a state."""
    own, *others = (score // game.unit - rules.offset for score in place[: game.players])
    points, *mode = place[game.players :]
    if (
        _thrown(game, place)
        or not all(rules.dead[score] for score in others)
        or (points and own + points // game.unit >= rules.goal)
    ):
        return False
    return points // game.unit * rules.modes + modes_of(game).index(tuple(mode)) in rules.lost(own)


def _check_last_turn(game: Race, place: tuple[Any, ...], digits: int) -> RaceVerdict:
    """Prove what is best where the opponent has the goal: see :attr:`.enclosure.Enclosure.chase`.

    One throws until the score is passed, which wins, or may bank a tie if that is worth something.
    Scores are counted from the chase's end.
    """
    own, opp, points, *mode = place
    rules, (throw, bank) = Rules(game), game.words
    for bits in precisions(rules, bits_for(digits)):
        found = Enclosure(rules, bits)
        found.asked = opp // game.unit
        turn = found.chase
        base = turn.top - ((opp - own) // game.unit + 1)

        def then(more: int, left: int, base: int = base, end: int = turn.top) -> list[_Then]:
            s = base + (points + more) // game.unit
            if s >= end:
                return [_Then(bank, s, 0)]
            if rules.choices[left] is None:
                tied = s == end - 1 and rules.may_bank[left]
                return [_Then(bank, s if tied else 0, 0)]
            tied = rules.tie != "first" and s == end - 1 and rules.may_bank[left]
            return [_Then(throw, s, left), *[_Then(bank, s, 0)] * tied]

        actions: dict[str, _Then | None] = {}
        if not _thrown(game, place):
            for only in then(0, modes_of(game).index(tuple(mode))):
                actions[only.action] = only
        for aside, worth, left in _asides(game, place):
            for after in then(worth, left):
                actions[str(Choice(aside, after.action))] = after
        if not actions:
            none = Proof("rules", reason="nothing scores in the last turn")
            return RaceVerdict(game, place, (BUSTS,), {BUSTS: (ZERO, ZERO)}, none)
        worths = _payoffs(found, turn, actions)
        settled = partial(_settled_of_a_last_turn, found, turn, actions)
        best, proof = _decide(actions, worths, found, settled)
        said = RaceVerdict(game, place, best, worths, proof, digits=digits)
        if _is_proved(said):
            break
    return said


def _is_proved(said: RaceVerdict) -> bool:
    """Whether the best actions are known, and all numbers to as many digits as are asked for."""
    numbers = [*said.payoffs.values(), said.margin]
    return said.ok and all(is_narrow(ends, said.digits) for ends in numbers if ends)


def modes_of(game: Race) -> Sequence[tuple[Any, ...]]:
    """For every mode of the rules that part of a state that names it."""
    return [()] if game.turn.roll is not None else [(mode,) for mode in game.modes]


def _thrown(game: Race, place: tuple[Any, ...]) -> bool:
    """Whether a throw lies on the table."""
    return isinstance(game.turn.source, Dice) and not isinstance(place[-1], int)


def _asides(game: Race, place: tuple[Any, ...]) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """What may be set aside of the throw on the table, its points, and the mode then."""
    if _thrown(game, place):
        dice, faces = game.dice, place[-1]
        for aside, worth in dice.scoring.choices(counts_of(faces, dice.sides)).items():
            yield faces_of(aside), worth, (len(faces) - sum(aside) or dice.count) - 1


def _actions(game: Race, rules: Rules, place: tuple[Any, ...]) -> dict[str, _Then | None]:
    """What can be done, and what is done with which score and mode then; None for a bust."""
    points, *mode = place[game.players :]
    first = place[0] // game.unit - rules.offset + rules.begin
    s = first + points // game.unit
    if not _thrown(game, place):
        here = modes_of(game).index(tuple(mode))
        return {one.action: one for one in _then(game, rules, first, s, here)} or {BUSTS: None}
    return {
        str(Choice(aside, then.action)): then
        for aside, worth, left in _asides(game, place)
        for then in _then(game, rules, first, s + worth // game.unit, left)
    } or {BUSTS: None}


class _Then(NamedTuple):
    """Banking s, whatever the mode (0 here), or throwing in a mode with it."""

    action: str
    s: int
    mode: int


def _then(game: Race, rules: Rules, own: int, s: int, mode: int) -> list[_Then]:
    throw, bank = game.words
    begins = s == own and mode == rules.start
    end = rules.ends[own]
    throws = rules.choices[mode] is not None and (s < end or game.answered)
    if game.players > 2:
        throws = throws and s < rules.top(own)
    allowed = rules.may_bank[mode] or (s >= end and not game.answered)
    banks = not begins and s >= rules.first(own) and allowed
    return [_Then(throw, s, mode)] * throws + [_Then(bank, s, 0)] * banks


def _ends(turn: Bounds, rules: Rules, then: _Then | None) -> tuple[Any, Any]:
    """A lower bound with its residues, and an upper bound."""
    if then is None:
        return turn.bust_low, turn.bust_high
    action, s, mode = then
    if action in (BANK, "hold"):
        return turn.bank_low[s], turn.bank_high[s]
    place = (s - turn.own) * rules.modes + mode
    return turn.low.payoffs[place], turn.high.payoffs[place]


def _payoffs(
    found: Enclosure | Cells, turn: Bounds, actions: Mapping[str, _Then | None]
) -> dict[str, Interval]:
    """What every action is worth, between two fractions."""
    payoffs = {}
    for action, then in actions.items():
        packed, high = _ends(turn, found.rules, then)
        low = packed >> turn.shift if turn.shift else packed
        payoffs[action] = Fraction(low, found.one), Fraction(high, found.one)
    return payoffs


def _keys(found: Enclosure, turn: Bounds, actions: Mapping[str, _Then | None]) -> dict[str, Any]:
    """What every action is worth exactly, or modulo primes."""
    x = found.busted(turn)
    lows = {action: _ends(turn, found.rules, then)[0] for action, then in actions.items()}
    if isinstance(found, Exactly):
        return lows
    return {action: found.residues.at(packed, x) for action, packed in lows.items()}


def _decide(
    actions: Mapping[str, _Then | None],
    worths: Mapping[str, Interval],
    found: Enclosure,
    settled: Callable[[], tuple[Mapping[str, Any], Proof]],
) -> tuple[tuple[str, ...], Proof]:
    """The best actions of a state, and how they are proved.

    ``settled`` says what all actions are worth exactly, and how that is proved.
    """
    proof = Proof("enclosure", bits=found.bits)
    best = best_of(worths)
    if len(best) == 1:
        return best, proof
    points = {end for action in best for end in worths[action]}
    if len(points) == 1 or len({actions[action] for action in best}) == 1:
        return best, replace(proof, ties="equality")
    keys, proof = settled()
    if proof.method != "none" and len({keys[action] for action in best}) > 1:
        proof = why_not(None)
    return best, proof


def _settled(
    found: Enclosure,
    state: tuple[int, int, int],
    actions: Mapping[str, _Then | None],
    progress: Progress | None,
) -> tuple[Mapping[str, Any], Proof]:
    i, j, s = state
    known = shown_exactly(found, Decisions, progress)
    if known is None:
        return {}, why_not(found)
    exact, decisions = known
    turn = exact.bounds(i, j, s + found.rules.most + 1)
    return _keys(exact, turn, actions), _proof_of_ties(exact, decisions)


def _settled_of_a_last_turn(
    found: Enclosure, turn: Bounds, actions: Mapping[str, _Then | None]
) -> tuple[Mapping[str, Any], Proof]:
    if not found.carries:
        return {}, why_not(found)
    return _keys(found, turn, actions), _proof_of_ties(found, Decisions(found))


def _proof_of_ties(exact: Enclosure, decisions: Decisions) -> Proof:
    """How ties are proved if all that is open is one."""
    proof = Proof("enclosure", bits=exact.bits)
    if decisions.undecided:
        return why_not(None)
    if isinstance(exact, Exactly):
        return replace(proof, ties="fractions")
    return decisions.by_primes(proof)


# --- all states ---------------------------------------------------------------------------------


def certify(
    game: Race,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> RaceReport:
    """Prove every decision of the game, and how far a table of its values is from the truth.

    O(units³ · choices) operations on integers, O(units²) memory. A compiled pass with 62 bits takes
    0.04 s for Pig to 100, 1.7 s to 400 and 15 s for Farkle.minimal() to 10,000; where throws wipe,
    some twenty times as long. A second one with 124 bits takes what that leaves open (half as long
    again in Pig to 1,000), of a table's decisions as well; where throws wipe, it takes everything.
    Python, with more bits, takes 40 times as long; it does what is open then, and all of it without
    compiled modules, with a last turn in which some throws cannot bust or some hands must be
    thrown, and with chances whose denominator has 64 bits.
    With a last turn, what is thrown once banking is proved better than every throw is left out.
    Three players of Pig to 30 take 0.3 s, to 100 43 s; cells are not shared out.

    Of race tables, a solution of two has ``{"starts": rows}``, with ``rows[own][opp]`` the value at
    the start of a turn, scores in units; it also hints where to look for the truth.
    """
    rules = Rules(game)  # refuses what is too large before an array is read
    if game.players > 2:
        arrays = None if table is None else checked_flat(game, table)
        tolerance = tolerance_of(tolerance, several.TOLERANCE)
        return several.judged(
            game, arrays, tolerance, closest=closest or CLOSEST,
            named=partial(_named, game), progress=progress,
        )  # fmt: skip
    hint = None if table is None else rules.in_one_table(checked(game, table))
    tolerance = tolerance_of(tolerance, TOLERANCE)
    by_table = None if hint is None else partial(OwnDecisions, starts=hint)
    proved = prove(
        rules, hint, progress, bits=FIRST_BITS, witness=by_table, closest=closest,
        tolerance=tolerance,
    )  # fmt: skip
    if proved is None:
        return nothing_proved(game, None if hint is None else tolerance)
    report = report_of(game, proved.found, proved.decisions)
    report = replace(report, proof=proved.proof, stages=proved.stages)
    if hint is None or proved.witness is None:
        return report
    return compared(report, proved.found, hint, proved.witness.count, tolerance)


def enclosed(game: Race, progress: Progress | None = None) -> tuple[Interval, Interval, int] | None:
    """What the game is worth to its first and to its second player, each moving first; the bits.

    No decision is proved, which takes longer. None if no enclosure was found.
    """
    rules = Rules(game)
    for found, _ in enclosures(rules, FIRST_BITS, None, progress=progress):
        first = found.value(*rules.scores_of(0, 0))
        return first, first if game.alike else found.value(rules.span, 0), found.bits
    return None


W = TypeVar("W")


class Layer(NamedTuple):
    """Intervals of the turn starts of some pairs, found with those of larger sums in this layer, or
    in the first one for pairs that are not in this one.
    """

    found: Enclosure
    pairs: Sequence[Pair]


@dataclass(frozen=True)
class Proved(Generic[W]):
    """What came out of the last attempt that found an enclosure."""

    found: Enclosure
    decisions: Decisions
    """What is proved about the decisions; ties are settled if they can be."""
    proof: Proof
    witness: W | None
    """Who looked on at that attempt."""
    stages: tuple[Stage, ...] = ()
    """Who settled what, if there was more than one attempt at it."""
    layers: Sequence[Layer] = ()
    """What was enclosed once more to that end."""


def prove(
    rules: Rules,
    hint: Sequence[Sequence[float]] | None = None,
    progress: Progress | None = None,
    *,
    bits: int,
    witness: Callable[[Enclosure], W] | None = None,
    closest: int | None = None,
    tolerance: float = TOLERANCE,
) -> Proved[W] | None:
    """Prove every decision with ``bits``, or with more; ``witness`` makes one for each attempt.

    ``tolerance`` is that of the table ``hint``. With ``closest``, so many of the closest calls are
    kept, and distinguished if they can be. None if no enclosure was found.
    """
    proved: Proved[W] | None = None

    def looking(found: Enclosure, only: _Turns | None = None) -> Sequence[Decisions]:
        # With fewer bits most of what is open are no ties.
        return [Decisions(
            found, closest or CLOSEST, postpones=found.bits < WIDE_BITS or only is not None,
            only=only, witness=witness(found) if witness else None,
        )]  # fmt: skip

    for found, (decisions,) in enclosures(rules, bits, hint, looking, progress):
        if hint is not None and not is_sharp(found, tolerance):
            continue
        stages: tuple[Stage, ...] = ()
        layers: Sequence[Layer] = ()
        if decisions.left and not _as_a_whole(rules):
            decisions, stages, layers = _deeper(found, decisions, looking, progress)
        proof, seen = decisions.proof(), decisions.witness
        if decisions.undecided and not decisions.postpones:
            decisions, proof = settled(found, decisions, progress)
            seen = decisions.witness or seen
        proved = Proved(found, decisions, proof, seen, stages, layers)
        in_order = closest is None or decisions.ordered or found.bits >= _ORDERING_BITS
        if not decisions.undecided and in_order:
            break
    return proved


def settled(
    found: Enclosure,
    decisions: Decisions,
    progress: Progress | None,
) -> tuple[Decisions, Proof]:
    """The decisions as exact numbers show them, if there are such numbers, and their proof."""
    seen, most = decisions.witness, decisions.most
    known = shown_exactly(
        found, lambda exact: Decisions(exact, most, witness=seen and seen.exactly(exact)),
        progress,
    )  # fmt: skip
    if known is None:
        return decisions, decisions.proof()
    exact, shown = known
    shown.call_as(decisions)
    return shown, shown.proof() if shown.undecided else _proof_of_ties(exact, shown)


def _deeper(
    found: Enclosure,
    decisions: Decisions,
    looking: Callable[[Enclosure, _Turns], Sequence[Decisions]],
    progress: Progress | None,
) -> tuple[Decisions, tuple[Stage, ...], Sequence[Layer]]:
    """Settle with more bits the turns that are left, and compute what they depend on again.

    Most are of players with hardly a chance, whose payoffs are too small to be distinguished.
    All of them are sums of positive multiples of others, so that relative errors do not grow: to
    know again what was not known to ``_SHARP`` bits is enough. What is left then needs all that it
    depends on. What is found once more leaves the intervals of the whole race as they are.
    """
    stages = [Stage(found.bits, decisions.decided + decisions.ties, found.rules.turn_starts)]
    proved, layers = decisions, []
    for sharp in True, False:
        pairs = _needed(found.rules, proved.left)
        again = Enclosure(found.rules, WIDE_BITS, None, Nothing())
        if sharp:
            again, left = found.sharper(WIDE_BITS), {*proved.left}
            pairs = [pair for pair in pairs if any(
                turn in left or found.is_vague(*turn, _SHARP) for turn in turns_of([pair])
            )]  # fmt: skip
        (deeper,) = looking(again, frozenset(proved.left))
        try:
            enclose_first(again, [deeper], progress, pairs)
        except Unproved:
            continue
        if not deeper.decided + deeper.ties:
            continue
        starts = 2 * len(pairs) - sum(i == j for i, j in pairs)
        stages.append(Stage(WIDE_BITS, deeper.decided + deeper.ties, starts))
        layers.append(Layer(again, pairs))
        open_ones = deeper.left.copy()
        deeper.take(proved, WIDE_BITS - proved.found.bits)
        deeper.left, proved = open_ones, deeper
        if not proved.undecided:
            return proved, tuple(stages), layers
    return decisions, (), ()


def _needed(rules: Rules, left: Sequence[tuple[int, ...]]) -> list[Pair]:
    """The pairs that turns depend on: those of scores neither of which is smaller."""
    least = [rules.goal] * rules.goal
    for scores in left:
        least[max(scores)] = min(least[max(scores)], *scores)
    least = list(accumulate(least, min))
    return [(i, j) for i, j in rules.pairs() if i >= least[j]]


def nothing_proved(game: Race, tolerance: float | None = None) -> RaceReport:
    """The report where no enclosure was found."""
    anything, open_ = (ZERO, ONE), Rules(game).choice_count
    return RaceReport(game, anything, 0, 0, open_, (), why_not(None), tolerance=tolerance)


def report_of(game: Race, found: Enclosure, decisions: Decisions) -> RaceReport:
    """What is proved, without a table."""
    return RaceReport(
        game,
        value=found.value(*found.rules.scores_of(0, 0)),
        other_value=None if game.alike else found.value(found.rules.span, 0),
        states=decisions.decided + decisions.ties,
        ties=decisions.ties,
        undecided=decisions.undecided,
        proof=decisions.proof(),
        **_named(game, decisions),
        asides=decisions.asides,
        aside_ties=decisions.aside_ties,
    )


def _named(game: Race, decisions: Decisions) -> dict[str, Any]:
    """Entries of a report of any number of players."""
    calls = decisions.closest(game.unit, modes_of(game), game.words)
    return {"closest": calls, "never": decisions.never}
