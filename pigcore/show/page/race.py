"""What the page is given of a race: its turn as the solver has it, what can fall, and the map.

A turn that is one roll, again and again, is worth what the page's own solver finds in a Worker,
while one plays already: Pig to 100 takes it 0.03 s of a processor, two-dice Pig 0.12 s. The
scripts that solve are an eighth of the values of all turn starts and of the map, which are embedded
where turns have several modes (Farkle to 10,000 takes 9 s) or goals are large. Tables of a
ready-made turn of thousands of modes would take megabytes: the page makes them itself.

Of three players or more the values would be eight bytes for each player and turn start, a hundred
times as many as the decisions take, so the page has the decisions. With these known a turn is
played in one pass, so a cell, the turn starts of one tuple of scores whoever moves, is solved in
closed form, and the Worker needs no search.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.checks import same_turns
from ...games.dice import Dice
from ...games.errors import RuleError
from ...games.race import Named, Race
from ...games.spelling import counted
from ...play.boards.faces import throws_of
from ...solvers.party.arrays import PartyArrays
from ...solvers.race.arrays import DEAD, RaceArrays, turns_come_to
from ...solvers.race.last_turn import play_off_of
from ...solvers.solution import TIED
from .. import race_modes as modes
from .document import check_goal
from .encoding import encoded, in_runs
from .sentences import LANGUAGES

__all__ = ["check", "data", "engines", "kernel", "maps", "tables"]

MAX_MODES = 200
MAX_OPTIONS = 20_000
"""A page with more takes long to answer."""

MAX_STARTS = 1_000_000
"""More turn starts than this a browser does not work out in seconds: three players to 100."""


MAX_SOLVED = 100
"""To more units than these the values of two players are embedded: solving takes units**3."""

_SOLVING = ("data.js", "engine.js", "turn.js", "solve.js")
_FOLLOWING = ("data.js", "engine.js", "survey.js", "turn.js", "race.js", "party.js")
_MAKING = ("language.js", *(f"strings/{name}" for name in LANGUAGES), "hogrules.js", "tables.js",
           "data.js", "engine.js")  # fmt: skip


def check(game: Race) -> None:
    """Refuse a goal or a turn that is too large, and what is shown to two players only."""
    same_turns(game, "a page", any_end=True)
    if game.may_pass or (game.win == "bank" and game.end == "goal"):
        what = "a turn may be passed" if game.may_pass else "the goal must be banked"
        raise RuleError(
            f"{what} in {game.name}, but on a page one throws first, and has won with the goal "
            "reached: ask pigcore advise, or leave that out"
        )
    check_goal(game.for_two)
    turn = game.turn.describe()
    for what, most in () if _made(game) else (("modes", MAX_MODES), ("options", MAX_OPTIONS)):
        if (count := turn[what] or 0) > most:
            raise RuleError(
                f"a turn of {game.name} has {count:,} {what}, but a page holds at most {most:,}: "
                "ask pigcore advise for a state"
            )
    if game.players > 2 and game.words[0] != "roll":
        raise RuleError(
            f"throws of {game.name} leave choices, which a page shows to two players only: choose "
            "another game, or two players"
        )
    players, starts = game.players, _starts(game)
    if players > 2 and starts > MAX_STARTS:
        remedy = "choose a smaller goal"
        if game.end == "goal":
            remedy = (
                f"choose a goal of {int(MAX_STARTS ** (1 / players) + 1e-9) * game.unit} or less"
            )
        raise RuleError(
            f"{counted(players, 'player')} to {game.goal} have {starts:,} turn starts, but a page "
            f"works out at most {MAX_STARTS:,}: {remedy}, or fewer players"
        )


def _starts(game: Race) -> int:
    """The turn starts of a race of several players, those of last turns among them."""
    found = int(game.seats * game.units**game.players)
    if game.players == 2 or game.end == "goal":
        return found
    last = PartyArrays(game).last_turns
    assert last is not None
    return found + sum(
        last.far(left) * int(game.units**left) * (game.players - left if game.tie == "half" else 1)
        for left in range(1, game.players)
    )


def _made(game: Race) -> bool:
    """Whether the page makes the tables of the turn itself."""
    return isinstance(game.turn.source, Named) and game.players == 2


def _ties(game: Race) -> bool:
    """Whether it counts who began, or what equal scores are."""
    return game.seats > 1 or game.tie != "first"


def engines(game: Race) -> tuple[str, ...]:
    """The scripts that know the game."""
    several = game.players > 2
    more = {
        "party.js": several,
        "last_turns.js": several and game.end != "goal",
        "rounds.js": not several and _ties(game),
        "zombie.js": _made(game),
    }
    return "turn.js", "race.js", *(name for name, needed in more.items() if needed)


def kernel(game: Race) -> tuple[str, ...]:
    """The scripts by which a Worker finds the values that are not embedded."""
    if game.players > 2:
        return _FOLLOWING if game.end == "goal" else (*_FOLLOWING, "last_turns.js")
    if _made(game):
        return _MAKING
    one_roll = game.words[0] == "roll" and len(game.turn.modes) == 1 and not _ties(game)
    return _SOLVING if one_roll and game.units <= MAX_SOLVED else ()


def data(solution: Any) -> dict[str, Any]:
    """The entries that ``race.js`` reads, and of three players or more ``party.js``."""
    game, begins = solution.game, {}
    if game.seat > 1:
        begins = {"begins": {"seat": game.seat} if game.players > 2 else {"second": 1}}
    while game.seat > 1:
        solution = solution.swapped
        game = solution.game
    if game.players > 2:
        return {"rules": str(game)} | begins | tables(game) | _party(solution)
    if kernel(game) == _SOLVING:
        return tables(game)
    found = _to_be_made(game) if _made(game) else tables(game)
    if _ties(game):
        return {"rules": str(game)} | begins | found | _rounds(solution)
    starts = {"starts": encoded(solution.starts, "<f8")}
    return found | starts | ({} if _made(game) else maps(solution))


def _to_be_made(game: Race) -> dict[str, Any]:
    """What ``tables.js`` makes tables of; there would be a map for each mode, so there is none."""
    rules = {key: entry for key, entry in game.rules().items() if key not in ("end", "tie")}
    found = {
        "made": rules | ({"last_turn": True} if game.answered else {}),
        "turn": rules["turn"],
        "says": "rule.zombie",
        "rules": str(game).partition("\n")[0],
        "layers": [],
    }
    if not _ties(game):
        return found
    arrays = RaceArrays.of(game, whole=True)
    found |= {"chase": encoded(arrays.chase, "<f8"), "rolled": arrays.rolled}
    return found | {"names": [*game.state_names, "second"]} | _of_rounds(game, arrays)


def _rounds(solution: Any) -> dict[str, Any]:
    """The values and maps that ``rounds.js`` reads: of who began, and of the other player if that
    counts.
    """
    seats = (solution, solution.swapped)[: solution.game.seats]
    both = [] if _made(solution.game) else [maps(each) for each in seats]
    return {
        "starts": encoded(np.stack([each.starts for each in seats]), "<f8"),
        "layers": both[0]["layers"] if both else [],
        "maps": both,
    }


def _of_rounds(game: Race, arrays: RaceArrays) -> dict[str, Any]:
    """The rules that ``rounds.js`` reads."""
    return {
        "family": "rounds",
        "seats": game.seats,
        "tie": arrays.tie,
        "missed": play_off_of(game, None).bust if game.tie == "play_on" else None,
    }


def tables(game: Race) -> dict[str, Any]:
    """The rules of a race, and what can fall; its arrays are those of ``kernels/cells.pyx``.

    ``tables.js`` makes the same of the same rules.
    """
    arrays = RaceArrays.of(game.for_two, whole=True)
    dice = game.set_aside
    thrown = ["thrown"] if dice or game.turn.chooses else []
    # Gains of more than wins are no larger in the arrays.
    had = turns_come_to(game, game.unit * (arrays.goal + int(arrays.gains.max(initial=0))))
    rounds = game.players == 2 and _ties(game)
    return {
        "names": [*game.state_names, *thrown, *(["second"] if rounds else [])],
        **(_of_rounds(game, arrays) if rounds else {}),
        "players": game.players,
        "unit": game.unit,
        "actions": [*game.words],
        "exact": arrays.exact,
        "lastTurn": game.answered,
        "least": [int(arrays.least[0]), min(game.minimum_bank // game.unit, arrays.goal)],
        "landing": arrays.landing.tolist(),
        "dead": (arrays.dead == DEAD).tolist(),
        "modes": modes.words(game),
        "phrases": _phrases(game),
        "start": arrays.start,
        "may": arrays.may.tolist(),
        "falls": arrays.thrown.tolist(),
        "rolled": arrays.rolled,
        "further": RaceArrays.of(game.for_two).further,
        "chances": encoded(arrays.chances, "<f8"),
        **{name: encoded(getattr(arrays, name), "<u4") for name in _TURN},
        "chase": encoded(arrays.chase, "<f8"),
        "had": encoded(np.packbits(had, axis=1, bitorder="little"), "u1"),
        **(_dice(dice) if dice else throws_of(game.turn)),
    }


_TURN = ("sets", "first", "gains", "after", "order")


def _dice(dice: Dice) -> dict[str, Any]:
    """What dice show that are set aside, and what scores."""
    return {
        "thrown": "dice",
        "sides": dice.sides,
        "combinations": [[*counts, points] for counts, points in dice.scoring.worth.items()],
        "nothing": dice.scoring.nothing,
        "faces": [float(chance) for chance in dice.chances],
    }


def _phrases(game: Race) -> list[str]:
    """The modes in words, as sentences have them."""
    if game.set_aside:
        return [
            f"with {n} dice" if n > 1 else "with one die" for n in range(1, game.dice.count + 1)
        ]
    return list(game.turn.phrases)


def maps(*solutions: Any) -> dict[str, Any]:
    """At [own, opp], of each solution for the modes decided in: the fewest units banked, and 1
    where one throws again with more.
    """
    game = solutions[0].game
    layers, fewest, dots = modes.decided(game), [], []
    for solution in solutions:
        to_goal = game.unit * (game.units - np.arange(game.units))
        least = np.minimum(modes.least(solution), to_goal.reshape(-1, *[1] * (game.players - 1)))
        marks = np.zeros(least.shape, dtype=np.int64)
        for own, above in modes.again(solution, least):
            marks[:, own] = above.any(axis=0)
        fewest.append(least[layers] // game.unit)
        dots.append(marks[layers])
    return {"layers": layers, "fewest": in_runs(fewest), "marks": in_runs(dots)}


def _party(solution: Any) -> dict[str, Any]:
    """The decisions of three players or more.

    A place of a turn, t units in mode m, has the number t * modes + m. A plan is the places at
    which a turn goes over from rolling to holding or back; ``which`` is the plan of each tuple of
    scores, by their number.
    """
    game, party = solution.game, PartyArrays(solution.game)
    plans, numbers = _plans(solution)
    places = party.places @ [len(game.modes), 1]
    mixed, weights = (solution.arrays()[name].ravel() for name in ("mixed", "weights"))
    found = {
        "layers": modes.decided(game),
        "plans": plans,
        "which": in_runs(numbers),
        "mixed": [
            [int(at), int(places[mixed[at]]), float(weights[at])] for at in np.flatnonzero(weights)
        ],
    }
    return found if game.end == "goal" else found | _last_turns(game, party)


def _last_turns(game: Race, party: PartyArrays) -> dict[str, Any]:
    """The entries that ``last_turns.js`` reads; there is a part of a state for the mover's place in
    the round where it counts who began.
    """
    return {
        "family": "last_turns",
        "names": [*game.state_names, *(["seat"] if game.seats > 1 else [])],
        "seats": game.seats,
        "rolled": party.turn.rolled,
        "shared": game.tie == "half",
    }


def _plans(solution: Any) -> tuple[list[list[int]], NDArray[np.int64]]:
    """The different plans, and which of them each tuple of scores has, by its number."""
    known: dict[tuple[int, ...], int] = {}
    found, seats = [], [solution]
    while len(seats) < solution.game.seats:
        seats.append(seats[-1].swapped)
    for _, bank, throw in chain.from_iterable(seat.all_payoffs() for seat in seats):
        rolls = np.fmax(throw, -1.0) > np.fmax(bank, -1.0) + TIED
        rolls = rolls.reshape(rolls.shape[0] * rolls.shape[1], -1)
        packed, which = np.unique(np.packbits(rolls.T, axis=1), axis=0, return_inverse=True)
        here = []
        for bits in packed:
            plan = np.unpackbits(bits, count=len(rolls)).astype(np.int8)
            turns = np.flatnonzero(np.diff(plan, prepend=1))
            here.append(known.setdefault(tuple(turns.tolist()), len(known)))
        found.append(np.array(here)[which.ravel()])
    return [list(plan) for plan in known], np.concatenate(found)
