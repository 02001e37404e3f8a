"""A policy of a race as a Python file: see :mod:`~pigcore.play.policies.program`.

What is done in the turns from some scores is a *page* of fields: for each mode the units from which
on one banks, throws again, banks again, …; for each set of options that leaves a choice which one
is taken from how many units on. Many turns have the same page: ``PAGES`` has each once, ``SCORES``
for each own score the pages by the opponents' scores, run by run.
"""

from __future__ import annotations

from ast import literal_eval
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....games.checks import same_turns
from ....games.errors import RuleError
from ....games.race import Race
from ....games.scoring import faces_of
from ....solvers.race.decided import WIDTH, Decisions, tables_of
from ....solvers.race.turns import opponents
from ..program import (
    MOST_BYTES,
    function,
    packed_size,
    program_of,
    refuse_chance,
    runs,
    too_large,
)
from .dice import Followed, scoring_of
from .plans import Plan, choosing, open_states, sets_of

__all__ = ["program_by"]


def program_by(game: Race, policy: Any, plan: Plan) -> str:
    """The text of a file that plays as ``plan``.

    Raises
    ------
    RuleError
        If the plan counts throws, plays at random, or is a function of throws of dice; or if a last
        turn leaves choices.
    SizeError
        If it would be larger than 100 kB.
    """
    if plan.counts:
        raise RuleError(
            f"the policy {str(policy)!r} counts the throws of its turn, which a program that is "
            "asked for single states cannot: choose one that looks at the state alone"
        )
    if isinstance(plan, Followed):
        raise RuleError(
            f"the policy {str(policy)!r} answers single throws of {game.name}, each in its own "
            "way: share the function itself, or save it as a table, in a .npz file"
        )
    if game.end == "equal_turns" or game.tie != "first":
        same_turns(game, "a policy as a program")
    if game.last_turn and game.chooses:
        raise RuleError(
            f"{game.name} has a last turn in which throws leave a choice, which programs do not "
            "play: choose rules without a last turn"
        )
    sets = _sets(game)
    pages: dict[str, int] = {}
    rows = []
    for own in range(game.units):
        page = _pages(game, plan, own, sets, policy)
        rows.append(runs(pages.setdefault(each, len(pages)) for each in page))
        if (size := packed_size([*pages, *rows])) > MOST_BYTES:
            raise too_large(game, policy, size)
    lines: dict[str, list[str]] = {"PAGES": list(pages), "SCORES": rows}
    dice, modes = game.set_aside is not None, len(game.modes)
    if dice:
        lines["THROWS"] = _throws(game, sets, modes)
    elif modes > 1:
        lines["MODES"] = [_literal(game, mode) for mode in game.modes]
    if game.chooses and not dice:
        known = [(game.modes[one.mode], one.options) for one in choosing(game)]
        lines["OPTIONS"] = [_literal(game, one) for one in known]
    return program_of(game, policy, dict(lines), _code(game, dice))


def _literal(game: Race, value: Any) -> str:
    """A value as a program writes it."""
    text = repr(value)
    try:
        same = literal_eval(text) == value
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        same = False
    if not same or "\n" in text or '"""' in text:
        raise RuleError(
            f"{game.name} has a mode that cannot be written in a program, {text[:60]}: make the "
            "modes words, whole numbers or tuples of them"
        )
    return text


class _Set(NamedTuple):
    """Options of which a throw leaves a choice."""

    mode: int
    steps: list[tuple[int, int]]
    """(units, mode then): of several that are worth the same the first one is taken."""
    places: list[int]
    """Where they stand in the arrays."""


def _sets(game: Race) -> list[_Set]:
    """The sets of options that leave a choice."""
    tables, found = tables_of(game), []
    if game.set_aside:
        for (mode, _), (places, _) in sets_of(game).items():
            if len(places) > 1:  # of equals the fewest points, then the fewest dice left
                count = game.dice.count
                steps = sorted(places, key=lambda step: (step[0], (step[1] + 1) % count))
                found.append(_Set(mode, steps, [places[step] for step in steps]))
        return found
    for one in choosing(game):
        numbers = list(range(one.first, one.first + len(one.options)))
        steps = [(int(tables.gains[n]), int(tables.after[n])) for n in numbers]
        found.append(_Set(one.mode, steps, numbers))
    return found


def _pages(game: Race, plan: Plan, own: int, sets: list[_Set], policy: Any) -> list[str]:
    """The page of each tuple of the opponents' scores; what reaches the goal is left out."""
    others = game.units ** (game.players - 1)
    opp = opponents(game)
    found = plan.turn(own, opp[:WIDTH] if plan.alike else opp)
    rows = len(found.bank) if game.last_turn else game.units - own
    bank, open_ = found.bank[:rows], open_states(game, own)[0][:rows, :, None]
    if ((bank > 0) & (bank < 1) & open_).any():
        raise refuse_chance(game, policy)
    fields = [_flips(bank[:, mode] > 0) for mode in range(bank.shape[1])]
    fields += [_taken(game, found, rows, one.places, policy) for one in sets]
    width = 1 if plan.alike else others
    made = [",".join(field[column] for field in fields) for column in range(width)]
    times: int = others // width
    return made * times


def _flips(banks: NDArray[np.bool_]) -> list[str]:
    """For each opponent the units from which on one does otherwise, who begins by throwing."""
    before = np.vstack([np.zeros((1, banks.shape[1]), dtype=bool), banks[:-1]])
    return [".".join(map(str, np.flatnonzero(column).tolist())) for column in (banks != before).T]


def _taken(game: Race, found: Decisions, rows: int, places: list[int], policy: Any) -> list[str]:
    """For each opponent which option is taken from how many units on: ``option@units``."""
    tables = tables_of(game)
    if found.worth is not None:
        units = np.arange(rows)[:, None]
        at = np.minimum(units + tables.gains[places], len(found.worth) - 1), tables.after[places]
        chosen = found.worth[at].argmax(axis=1)
    elif found.shares is not None:
        shares = found.shares[:rows, places]
        if ((shares > 0) & (shares < 1)).any():
            raise refuse_chance(game, policy)
        chosen = shares.argmax(axis=1)
    else:
        chosen = np.zeros((rows, found.bank.shape[2]), dtype=np.intp)
    fields = []
    for column in chosen.T:
        begin = np.flatnonzero(np.append(True, column[1:] != column[:-1]))
        steps = zip(column[begin].tolist(), begin.tolist())
        fields.append(".".join(f"{option}@{t}" for option, t in steps))
    return fields


def _throws(game: Race, sets: list[_Set], modes: int) -> list[str]:
    """What may be set aside of each throw that scores.

    ``faces field units mode aside units mode aside …``: the field is that of a page which says what
    is taken, -1 where there is but one option.
    """
    lines = []
    numbers = {(one.mode, frozenset(one.steps)): n for n, one in enumerate(sets)}
    for n, throws in scoring_of(game).items():
        for counts, _, choices in throws:
            best: dict[tuple[int, int], tuple[int, ...]] = {}
            for faces, (gain, left) in choices.items():
                step = gain // game.unit, left - 1
                best[step] = min(best.get(step, faces), faces)
            number = numbers.get((n - 1, frozenset(best)))
            steps = [*best] if number is None else sets[number].steps
            said = [f"{units} {mode} {_dotted(best[units, mode])}" for units, mode in steps]
            field = -1 if number is None else modes + number
            lines.append(" ".join([_dotted(faces_of(counts)), str(field), *said]))
    return lines


def _dotted(faces: tuple[int, ...]) -> str:
    return ".".join(map(str, faces))


# --- the function ---------------------------------------------------------------------------------

_HELPERS = '''

@lru_cache(maxsize=None)
def _fields(own, others):
    """What is done in the turns from these scores: a field for each mode, and for each choice."""
    place = 0
    for score in others:
        place = place * UNITS + score // UNIT
    for run in SCORES[own // UNIT].split():
        page, _, times = run.partition("*")
        place -= int(times or 1)
        if place < 0:
            return PAGES[int(page)].split(",")


@lru_cache(maxsize=None)
def _numbers(field):
    return [int(number) for number in field.split(".") if number]


def _banks(field, units):
    """Whether one banks: from each number of the field on one does otherwise, throwing first."""
    return bisect_right(_numbers(field), units) % 2 == 1
'''

_OPTION = '''

def _taken(field, units):
    """Which option is taken: ``option@units`` says from how many units on."""
    for step in reversed(field.split(".")):
        option, _, least = step.partition("@")
        if int(least) <= units:
            return int(option)
'''

_DICE = '''

def _thrown(lines):
    """{faces: (field, [(units, mode, what is set aside)])}"""
    found = {}
    for line in lines:
        faces, field, *rest = line.split()
        found[faces] = int(field), list(zip(map(int, rest[::3]), map(int, rest[1::3]), rest[2::3]))
    return found


_ASIDE = _thrown(THROWS)
'''

_MODES = """
_PLACES = {literal_eval(mode): place for place, mode in enumerate(MODES)}
"""

_OPTIONS = """
_KNOWN = [literal_eval(line) for line in OPTIONS]
_SETS = {(mode, frozenset(options)): n for n, (mode, options) in enumerate(_KNOWN)}
"""


def _code(game: Race, dice: bool) -> str:
    """The function that the file is for, and those that it needs."""
    throw, bank = game.words
    own, *others, points = game.state_names[: game.players + 1]
    rivals = f"({', '.join(others)},)"
    hand = "faces" if dice else "mode" if len(game.modes) > 1 else ""
    options = game.chooses and not dice
    given = [own, *others, points, *filter(None, [hand]), *["options=None"] * options]
    what = f'what to set aside of a throw and what then, such as "1 5, then {throw}"'
    says = [
        f"Say {what if dice else f'{throw!r} or {bank!r}'}.",
        "",
        f"{own}: the banked score of the player to move, 0 to {game.goal - game.unit}",
        *[f"{each}: the same of an opponent, in the order in which they move" for each in others],
        f"{points}: the points of the turn so far" + ", without this throw" * dice,
    ]
    if dice:
        says.append('faces: the dice thrown, such as (1, 3, 5); if none scores, "bust" is said')
    elif hand:
        says.append("mode: what is in hand, one of MODES")
    if options:
        says.append("options: (points, mode) that a throw leaves; then the place of one is said")
    body = []
    if game.last_turn:
        body += [
            f"if max{rivals} >= GOAL:  # the last turn" if len(others) > 1 else
            f"if {others[0]} >= GOAL:  # the last turn",
            f'    return "{bank}" if {own} + {points} > max(own, *{rivals}) else "{throw}"',
        ]  # fmt: skip
    body += [
        f"for score in ({own}, {', '.join(others)}):",
        "    if not 0 <= score < GOAL or score % UNIT:",
        '        raise ValueError(f"a score is {score}, but must be from 0 to {GOAL - UNIT}")',
        f"fields, units = _fields({own}, {rivals}), {points} // UNIT",
    ]
    if dice:
        body += [
            'thrown = _ASIDE.get(".".join(map(str, sorted(faces))))',
            "if thrown is None:",
            '    return "bust"',
            "field, options = thrown",
            "option = 0 if field < 0 else _taken(fields[field], units)",
            "gain, mode, aside = options[option]",
            f"banks = {own} + {points} + gain * UNIT >= GOAL or _banks(fields[mode], units + gain)",
            f'then = "{bank}" if banks else "{throw}"',
            'return aside.replace(".", " ") + ", then " + then',
        ]
        return _joined(game, [_HELPERS, _OPTION, _DICE, *function(", ".join(given), says, body)])
    if options:
        body += [
            "if options is not None:",
            f"    place = _SETS.get(({hand or 'None'}, frozenset(options)))",
            "    if place is None:  # there is no choice",
            "        return 0",
            "    taken = _KNOWN[place][1][_taken(fields[place + len(MODES)], units)]",
            "    return list(options).index(taken)",
        ]
    won = "" if game.last_turn else f"{own} + {points} >= GOAL or "
    field = "fields[_PLACES[mode]]" if hand else "fields[0]"
    body.append(f'return "{bank}" if {won}_banks({field}, units) else "{throw}"')
    parts = [_HELPERS, _OPTION * options, _MODES * bool(hand), _OPTIONS * options]
    return _joined(game, [*filter(None, parts), *function(", ".join(given), says, body)])


def _joined(game: Race, parts: list[str]) -> str:
    sizes = f"GOAL, UNIT, UNITS = {game.goal}, {game.unit}, {game.units}"
    return "\n".join([sizes, *parts])
