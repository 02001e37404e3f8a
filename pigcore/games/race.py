"""Races: two or more players bank points turn by turn, and the first to the goal wins.

What a turn is, is data (:mod:`pigcore.games.turn`): before each throw but the first the player may
bank instead, which adds the points of the turn to the banked score and passes the turn. Pig,
Farkle, Pass the Pigs and Zombie Dice differ in nothing else. See :class:`Race` for the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from math import gcd
from typing import Any, ClassVar

from . import rolled
from .chances import unknown_keys
from .checks import between, flag, items, label, one_of, refuse_if, whole
from .dice import Choice, Dice, chooses, hands_left, set_aside, words_of
from .errors import RuleError, StateError
from .game import Array, Game, Keyed, plain
from .limits import Limits
from .roll import Roll
from .spelling import NUMBERS, ORDINALS, counted, listed, shown
from .turn import Turn, finished

MAX_GOAL = 65_536
"""The largest goal there can be, in units: its turn starts alone fill 34 GB."""

MAX_POINTS = 10**12

MOST_LISTED = 50
"""Rules with more modes are not printed mode by mode."""

MOST_BEYOND = 50_000
"""How many units beyond the goal turns are followed at most, where there is a last turn."""

MOST_PLAYERS = 6
MOST_STARTS = 2**31
"""More turn starts than this are not numbered."""

LIMITS = ("throws", "turn_total", "first_bust")
"""What counts within a turn, whatever is thrown."""

TIES = ("first", "half", "play_on")

MOST_IN_A_ROW = 9
"""Busts in a row are counted to this many at most."""

DEEP = 5
"""Without a floor of its own a score can fall by so many penalties below 0."""

COUNTS = ("busts", "opp_busts")
"""How many busts in a row the mover has, and the opponent."""

TOLD = (*COUNTS, "seat")
"""What stands at the end of a state where it counts; a function is told it by these names alone."""

# --- the rules of the scoreboard ------------------------------------------------------------------


def _words(*known: str) -> Callable[[Any, str], str]:
    return lambda value, name: one_of(value, name, known)


def _points(most: int, least: int = 0) -> Callable[[Any, str], int]:
    return lambda value, name: between(value, name, least, most)


_CHECKS: dict[str, tuple[Any, Callable[[Any, str], Any]]] = {
    "target": ("at_least", _words("at_least", "exact")),
    "consolation": (0, _points(MAX_POINTS)),
    "players": (2, _points(MOST_PLAYERS, 2)),
    "opening": (0, _points(MAX_POINTS)),
    "minimum_bank": (0, _points(MAX_POINTS)),
    "end": ("goal", _words("goal", "last_turn", "equal_turns")),
    "tie": ("first", _words(*TIES)),
    "penalty": (0, _points(MAX_POINTS)),
    "busts_in_a_row": (0, _points(MOST_IN_A_ROW)),
    "floor": (None, _points(0, -MAX_POINTS)),
    "minimum_to_win": (False, flag),
    "may_pass": (False, flag),
    "win": (None, _words("reach", "bank")),
}
"""What most races have, and what there may be; None says that it depends on other rules."""

_PLAIN = "players target consolation end wipe"
_APART = {
    ("players", "wipe"): "scores would fall, and no order of them would put each turn before those "
    "that follow from it: give a race without wipes",
    ("players", "play_on"): "of several players some may tie, and only two play on: give "
    "tie='half' or 'first'",
    ("play_on", "wipe"): "in a tie that is played on only the turns count: give tie='half' or "
    "'first'",
    ("other", _PLAIN): "players with different turns race first to the goal, two of them, and keep "
    "what they have banked: leave one out",
    ("busts_in_a_row", f"{_PLAIN} other idle may_pass"): "where busts in a row cost points two "
    "players with the same turn race to the goal or past it, and lose points in no other way: "
    "leave one out",
    ("end", "target consolation"): "last turns are made for neither an exact goal nor a "
    "consolation: leave one out",
    ("end", "win"): "whoever has the goal must bank it: leave win out",
    ("target", "win"): "whoever threw on with the goal would bust: leave win out",
}
"""Why a rule does not go together with others."""

_FALLING = "busts cost points only where busts_in_a_row and penalty are given: give both"
_NEEDS = {
    ("penalty minimum_to_win floor", "busts_in_a_row"): f"{_FALLING}, or leave it out",
    ("busts_in_a_row", "penalty"): f"{_FALLING}, or leave it out",
    ("tie", "end"): "who reaches the goal first has won: leave tie out, or give end='last_turn' or "
    "'equal_turns'",
}
"""Why rules say nothing without another one."""


class Race(Keyed, Game):
    """A race to ``goal`` points.

    State (own, opp, total) where a turn has one mode, (own, opp, points, mode) where it has more:
    the mover's banked score, the opponent's, the points of the turn, and what is in hand. With
    three players or more the others' scores follow in the order in which they move: (own, next,
    third, ..., total). Scores and points are multiples of :attr:`unit`. Points that are left out
    are 0, and a mode that is left out is that at the start of a turn, where the mover must throw.
    Where equal turns make it count who began, or turns differ, a state ends with the mover's seat:
    1, which may be left out, is who began, or who has ``turn``; 2 is the next one, or who has
    ``other``. Where busts in a row cost points it ends with those of both players.

    Parameters
    ----------
    turn : Turn, Dice or Roll
        The rules of a turn; a Roll is thrown again and again.
    goal : int
        Points to win, at most 65,536 units.
    target : {"at_least", "exact"}
        ``"at_least"``: own + points >= goal wins. ``"exact"``: own + points = goal wins at once and
        a throw past the goal is a bust.
    consolation : int
        Points that the mover banks after a bust. They win if they reach the goal; in an exact
        race they are not banked where they would lead past it.
    players : int
        2 ... 6; each maximises his own chance to win. Wipes are for two.
    opening : int
        A player with nothing banked may bank only this many points or more; so may one who has
        fallen to 0 points or less.
    minimum_bank : int
        The same at any score; points that reach the goal may always be banked.
    end : {"goal", "last_turn", "equal_turns"}
        ``"goal"``: a player who reaches the goal wins at once. ``"last_turn"``: he may go on or
        bank; each other player then has one last turn. ``"equal_turns"``: only those have one who
        have not moved in this round, which the first player began; who is the last of the round
        wins by banking the goal. With these, turns may go on past the goal, and the highest score
        wins.
    tie : {"first", "half", "play_on"}
        What equal scores are then: ``"first"``: who banked that score first wins, so that a last
        turn must pass it; ``"half"``: all who have it share the win; ``"play_on"``, for two: both
        have one more turn each, in the same order, of which the higher wins, and so on.
    win : {"reach", "bank"}, optional
        ``"reach"``: who has own + points >= goal has won, in whatever mode. ``"bank"``: he wins by
        banking it, and may throw on; a mode that obliges to throw obliges there, too. Best play is
        the same where every mode may bank, and ``"reach"`` is meant if nothing is said; where some
        mode of a :class:`Turn` obliges, ``"bank"`` is, but not of hot dice and doubles that oblige.
        An exact goal is reached.
    may_pass : bool
        Whether 0 points may be banked before the first throw of a turn, which is compulsory
        otherwise.
    throws : int, optional
        At most so many throws a turn.
    turn_total : int, optional
        Who has so many points in a turn must bank them.
    first_bust : {"bust", "wipe"}
        What a turn costs whose first throw busts: its points, or the banked score, too.
    last_turn : bool
        True: another name for ``end="last_turn"``.
    penalty : int
        Points that as many busts in a row cost as ``busts_in_a_row`` says.
    busts_in_a_row : int
        1 ... 9: so many busts in a row cost ``penalty`` points, also of a player who has fewer, and
        are counted anew from then on, as they are after banking. States have both players' counts
        at their end. For two players with neither target="exact", consolation, last turn, other
        nor wipes, and turns in which nobody may bank 0 points.
    floor : int
        No score falls below so many points, 0 or fewer: who would have less has that. Left out,
        5 penalties below 0. A much lower one shows how far the game without a floor is away.
    minimum_to_win : bool
        Whether points that reach the goal win only if they are ``minimum_bank`` or more: who has
        fewer must throw again. Only where busts in a row cost points.
    other : Turn, Dice or Roll, optional
        The rules of the second seat's turn, where it differs (loaded dice against fair ones). For
        two players without target="exact", consolation, last turn and wipes.
    name : str
        What to call the game.

    Raises
    ------
    RuleError
        If a parameter is out of range or nobody can ever win.

    Examples
    --------
    >>> print(Race(Roll.coin(), goal=2, name="Piglet"))
    Piglet: be the first to bank 2 points or more; a throw gains 1 with chance 1/2, or busts \
(the turn total is lost) with chance 1/2.
    """

    turn: Turn
    goal: int
    target: str
    consolation: int
    players: int
    opening: int
    minimum_bank: int
    end: str
    tie: str
    penalty: int
    busts_in_a_row: int
    floor: int
    minimum_to_win: bool
    win: str
    may_pass: bool
    other: Turn | None
    name: str
    unit: int
    """The greatest number of points that divides every score; 1 where a turn is one roll, so that
    arrays and states of such a race have every score below the goal, as they always had."""

    family: ClassVar[str] = "race"
    _written: str

    def __init__(
        self,
        turn: Turn | Dice | Limits | Roll | None = None,
        goal: int | None = None,
        target: str = "at_least",
        consolation: int = 0,
        *,
        players: int = 2,
        opening: int = 0,
        minimum_bank: int = 0,
        last_turn: bool | None = None,
        penalty: int = 0,
        busts_in_a_row: int = 0,
        floor: int | None = None,
        minimum_to_win: bool = False,
        other: Turn | Dice | Limits | Roll | None = None,
        end: str | None = None,
        tie: str = "first",
        win: str | None = None,
        may_pass: bool = False,
        throws: int | None = None,
        turn_total: int | None = None,
        first_bust: str = "bust",
        name: str = "Race",
        _written: str = "",
    ) -> None:
        turn, goal = _turn_of(turn, "turn"), whole(goal, "goal")
        rival = None if other is None else _turn_of(other, "other")
        if throws is not None or turn_total is not None or first_bust != "bust":
            limits = throws, turn_total, first_bust
            refuse_if(
                isinstance(turn.source, Limits),
                f"{listed(LIMITS, 'or')} counts in the turn already: give all with the race",
            )
            turn = Limits(turn, *limits).turn
            rival = None if rival is None else Limits(rival, *limits).turn
        if last_turn is not None and flag(last_turn, "last_turn") != (end == "last_turn"):
            refuse_if(
                end is not None,
                f"last_turn is {last_turn}, but end is {shown(end)}: give end alone",
            )
            end = "last_turn"
        given: dict[str, Any] = {
            "target": target, "consolation": consolation, "players": players, "opening": opening,
            "minimum_bank": minimum_bank, "end": "goal" if end is None else end, "tie": tie,
            "penalty": penalty, "busts_in_a_row": busts_in_a_row, "floor": floor,
            "minimum_to_win": minimum_to_win, "may_pass": may_pass, "win": win,
        }  # fmt: skip
        for rule, (usual, check) in _CHECKS.items():
            if given[rule] is not None or usual is not None:
                given[rule] = check(given[rule], rule)
        between(given["consolation"], "consolation", 0, max(goal, 0))
        if floor is None:
            given["floor"] = -DEEP * given["penalty"] if given["busts_in_a_row"] else 0
        low, unit = given["floor"], 1
        if turn.roll is None and (rival is None or rival.roll is None):
            gains = turn.gains + (() if rival is None else rival.gains)
            points = ("consolation", "opening", "minimum_bank", "penalty")
            unit = gcd(*gains, goal, low, *(given[name] for name in points))
        height = f", {goal - low:,} points above the floor" if low else ""
        refuse_if(
            not 1 <= goal <= MAX_GOAL * unit + low,
            f"goal is {shown(goal)}{height}, but must be between 1 and {MAX_GOAL * unit}: choose "
            f"another{' or a higher floor' if low else ''}",
        )
        self._set(
            turn=turn, goal=goal, other=None if rival == turn else rival, name=label(name),
            unit=unit, _written=_written, **given,
        )  # fmt: skip
        self._set(win=self.win or self._usual_win)
        self._refuse_what_does_not_go_together()
        self._refuse_a_game_nobody_wins()

    def _in_force(self) -> dict[str, str]:
        """The rules that this race has and most do not, each as a refusal begins with it."""
        found = {name: f"{name} is {one!r}" for name, one in self._unusual().items()}
        for name in {"tie", "end"} & {*found}:
            found[getattr(self, name)] = found[name]
        throws = [mode.throw for each in self._turns for mode in each.modes]
        wipe = max(throw.wipe for throw in throws if throw)
        found |= {"other": "other is given"} if self.other is not None else {}
        found |= {"wipe": f"a throw wipes with chance {wipe}"} if wipe else {}
        if self.penalty and not self.minimum_bank and self.turn.idles:
            found["idle"] = "0 points may be banked after a throw"
        return found

    def _refuse_what_does_not_go_together(self) -> None:
        there, players, least = self._in_force(), self.players, self.minimum_bank
        for (rule, others), why in _APART.items():
            for other in others.split() if rule in there else ():
                refuse_if(other in there, f"{there.get(other)}, but {there[rule]}: {why}")
        for (rules, other), why in _NEEDS.items():
            for rule in rules.split() if other not in there else ():
                refuse_if(rule in there, f"{there.get(rule)}, but {why}")
        starts = self.seats * self.units**players if players > 2 else 0
        refuse_if(
            starts > MOST_STARTS,
            f"{counted(players, 'player')} to {self.goal:,} have {starts:,} turn starts, but at "
            f"most {MOST_STARTS:,} are numbered: choose a smaller goal",
        )
        low = self.floor
        refuse_if(
            self.sure_from < low,
            f"minimum_bank is {least:,}, which is more than the {self.goal - low:,} points from "
            "the floor to the goal, but must be had to win: give a lower floor",
        )
        refuse_if(
            self.minimum_to_win and self.opening and self.sure_from <= 0,
            f"opening is {self.opening:,}, but with minimum_to_win every turn from "
            f"{self.sure_from:,} points on that may be banked wins: give a smaller minimum_bank",
        )
        for turn in self._turns if self.win == "bank" else ():
            finished(turn.modes)  # refused if that is not said, or never ends
        refuse_if(
            self.end != "goal"
            and all(mode.throw and not mode.throw.bust for mode in self.turn.modes),
            "no throw can bust, so a last turn can go on for ever: leave out a combination or give "
            "other dice",
        )

    def _refuse_a_game_nobody_wins(self) -> None:
        if self.other is not None:  # each must be able to win against one who never moves
            for turn in self._turns:
                dead = self._like(turn=turn, other=None).dead
                at = dead.index(True) * self.unit if any(dead) else 0
                refuse_if(
                    any(dead),
                    f"a player with {counted(at, 'point')} can never win any more: where turns "
                    "differ both must be able to win from every score: lower the least points to "
                    "bank",
                )
            return
        least = max(self.opening, self.minimum_bank, self.unit)
        refuse_if(
            self.dead[0],
            "no throw gains a point, so nobody can win: give one a gain"
            if not any(self.turn.gains)
            else f"no turns lead to exactly {self.goal:,} points, so nobody can win: choose "
            "another goal or target='at_least'"
            if self.target == "exact"
            else f"no turn comes to {least:,} points or more that could be banked, so nobody can "
            "win: lower the least points to bank, or let hot dice be banked",
        )

    # --- the rules, as the solver and the verifier read them ------------------------------

    @property
    def sure_from(self) -> int:
        """From this score on every turn that may be banked at all wins; the goal if there is none.

        A turn from there on is one from this score but for what its busts pay.
        """
        return self.goal - self.minimum_bank * self.minimum_to_win

    @property
    def _told(self) -> tuple[str, ...]:
        """What stands at the end of a state, as what it counts."""
        return COUNTS if self.busts_in_a_row else TOLD[2:] if self.seats > 1 else ()

    @property
    def single(self) -> bool:
        """Whether a turn is a single roll, again and again, without rules of banking."""
        more = self.opening or self.minimum_bank or self.end != "goal" or self.other
        return self.turn.roll is not None and not more

    @property
    def roll(self) -> Roll:
        """The distribution of one throw.

        Raises
        ------
        RuleError
            If a turn is more than one roll that is thrown again and again.
        """
        roll = self.turn.roll
        if roll is None:
            raise RuleError(f"a turn of {self.name} is more than one roll: read its turn")
        return roll

    @property
    def set_aside(self) -> Dice | None:
        """The dice that are set aside, if any are."""
        return set_aside(self.turn)

    @property
    def dice(self) -> Dice:
        """The same where there are some.

        Raises
        ------
        RuleError
            If no dice are set aside in this game.
        """
        if not self.set_aside:
            raise RuleError(f"no dice are set aside in {self.name}: read its turn")
        return self.set_aside

    @property
    def units(self) -> int:
        """How many scores there are below the goal, from the floor up."""
        return (self.goal - self.floor) // self.unit

    def in_units(self, score: Any) -> Any:
        """How many units from the floor up a score is; an array will do."""
        return (score - self.floor) // self.unit

    def in_points(self, units: Any) -> Any:
        """The score that is so many units from the floor up."""
        return self.floor + self.unit * units

    @property
    def seats(self) -> int:
        """How many movers there are whose turns are told apart: by their places in the round where
        it counts who began, or two with different turns; else 1.
        """
        return self.players if self.end == "equal_turns" else len(self._turns)

    def _turns_left(self, scores: Sequence[int], seat: int) -> int:
        """How many players still have a turn, the mover in a seat being one, at the end; else 0."""
        ahead = [place for place, score in enumerate(scores) if score >= self.goal]
        if not ahead or self.end == "goal":
            return 0
        return ahead[0] if self.end == "last_turn" else self.players + 1 - seat

    def turn_of(self, seat: int) -> Turn:
        """What the player in a seat throws."""
        return self.turn if self.other is None or seat == 1 else self.other

    @property
    def _turns(self) -> tuple[Turn, ...]:
        """The different turns of the players."""
        return (self.turn,) if self.other is None else (self.turn, self.other)

    def seated(self, players: int) -> Race:
        """The same race with so many players.

        Examples
        --------
        >>> from pigcore.games import Pig
        >>> Pig(goal=50).seated(4)
        Pig(goal=50, players=4)
        """
        name = self.name
        if self.players > 2:
            name = name.removesuffix(_suffix(self.players))
        players = between(players, "players", 2, MOST_PLAYERS)
        written = self._written.replace(f", players={self.players})", ")")
        if players > 2:
            name += _suffix(players)
            written = written and f"{written[:-1]}, players={players})"
        return self._like(name=name, players=players, _written=written)

    @property
    def _given(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("turn", "other", "goal", *_CHECKS)}

    @property
    def _usual_win(self) -> str:
        """What ``win`` means where it is not said."""
        if self.end != "goal":
            return "bank"
        # Of dice and doubles that oblige the rules have always said that the goal wins at once.
        obliges = any(turn.obliges and _plain(turn).source is None for turn in self._turns)
        return "bank" if obliges and self.target == "at_least" else "reach"

    def _like(self, **changes: Any) -> Race:
        given: dict[str, Any] = self._given | {"name": self.name} | changes
        return Race(**given)

    def _unusual(self) -> dict[str, Any]:
        """The rules that not every race has."""
        usual = {name: one for name, (one, _) in _CHECKS.items()} | {"win": self._usual_win}
        usual |= {} if self.busts_in_a_row else {"floor": 0}
        return {name: one for name in usual if (one := getattr(self, name)) != usual[name]}

    def after_bust(self, own: int) -> int:
        """The banked score of a mover with ``own`` points after a bust; ``goal`` is a win."""
        banked = own + self.consolation
        if banked <= self.goal:
            return banked
        return self.goal if self.target == "at_least" else own

    def reached(self, own: int, total: int) -> bool:
        """Whether ``total`` points of a turn win at once for a mover with ``own`` points."""
        return total >= self.goal - min(own, self.sure_from)

    def least(self, own: int) -> int:
        """The fewest points of a turn that may be banked below the goal with ``own`` banked."""
        return max(self.minimum_bank, self.opening if own <= 0 else 0)

    @property
    def chooses(self) -> bool:
        """Whether a throw may leave a choice."""
        return chooses(self.turn)

    @property
    def words(self) -> tuple[str, str]:
        """What throwing and banking are called."""
        return words_of(self.turn)

    @property
    def modes(self) -> tuple[Any, ...]:
        """What is in hand, by mode, as a state has it."""
        return self.turn.values

    @property
    def phrases(self) -> tuple[str, ...]:
        """The modes in words, as something is left to decide in them."""
        return hands_left(self.set_aside.count) if self.set_aside else self.turn.phrases

    def come_to(self, most: int) -> tuple[int, ...]:
        """Bit n at [points / unit], up to ``most`` points: whether a turn can have so many points
        in the mode whose place is n.
        """
        return come_to(self.turn, self.unit, most // self.unit)

    @property
    def _most(self) -> int:
        """The most points of a throw."""
        return self.turn.gains[-1] if self.turn.gains else 0

    @cached_property
    def dead(self) -> tuple[bool, ...]:
        """For each score, from the floor up in units, whether nothing leads from there to the goal,
        not even a wipe.

        O(units) shifts of a whole number whose bit d says that who is d below the goal is alive.
        """
        unit, goal, exact = self.unit, self.units, self.target == "exact"
        if self.turn.roll and not (self.opening or self.minimum_bank or exact) and self._most:
            return (False,) * goal
        modes = self.turn.modes
        # A turn that gains more than twice the goal at once is no further than that.
        had = come_to(self.turn, unit, min(goal + self._most // unit, 2 * goal + 1), True)
        may = _bits(n for n, mode in enumerate(modes) if mode.may_bank)
        wiping = _bits(n for n, mode in enumerate(modes) if mode.throw and mode.throw.wipe)
        # With a last turn, who has the goal must still bank it.
        at_once = self.end == "goal" and self.win == "reach"
        wins = _bits(t for t, there in enumerate(had) if t and (at_once or there & may) and there)
        banks = _bits(t for t, there in enumerate(had[:goal]) if t and there & may)
        busts = any(mode.throw and mode.throw.bust for mode in modes)
        wiped = next((goal - t for t, there in enumerate(had[:goal]) if there & wiping), 0)
        alive = 0
        for own in [*reversed(range(goal))] * (2 if wiped else 1):
            least = -(-self.least(self.in_points(own)) // unit)
            lives = alive >> own + least & banks >> least  # by what is banked below the goal
            lives |= wins >> goal - own & 1 if exact else wins >> goal - own
            if self.consolation and (busts or (exact and wins >> goal - own + 1)):
                after = self.after_bust(own * unit) // unit  # also of who passes an exact goal
                lives |= after >= goal or (after > own and alive >> after & 1)
            if lives or (own < wiped and alive & 1):  # who is wiped out goes on from 0
                alive |= 1 << own
        return tuple(not alive >> score & 1 for score in range(goal))

    # --- what the floors above ask ----------------------------------------------------------

    @property
    def shared(self) -> bool:  # type: ignore[override]
        """Whether a value is each player's chance rather than the mover's."""
        return self.players > 2

    @property
    def state_names(self) -> tuple[str, ...]:
        """The scores, the points of the turn, and the mode if there are several."""
        others = ("next", *ORDINALS[3 : self.players + 1])
        scores = ("own", "opp") if self.players == 2 else ("own", *others)
        if all(turn.roll for turn in self._turns):
            return (*scores, "total", *self._told)
        mode = "dice" if self.set_aside else "mode"
        return (*scores, "points", mode, *self._told)

    @property
    def optional(self) -> int:  # type: ignore[override]
        """The points, the mode, and the busts in a row."""
        return len(self.state_names) - self.players

    @property
    def _least_given(self) -> int:
        """How many parts of a state a policy must at least have parameters for.

        With three players or more all: a function of one score less was made for fewer players.
        """
        return len(self.state_names) if self.players > 2 else 2

    def _forced(self, action: str) -> str:
        """What to do at the beginning of a turn, and where the turn total reaches the goal."""
        if self.single:
            if action == "roll":
                return "At the beginning of a turn you must roll."
            if action == "hold":
                return "That total wins: hold."
        return super()._forced(action)

    @property
    def arrays(self) -> tuple[Array, ...]:
        """What a file holds: for two players ``starts``, P(mover wins) at the start of a turn at
        [own, opp] in units from the floor up, and ``other_starts``, the same of the second seat.

        Where busts in a row cost points, ``starts`` is at [own, opp, busts, opp_busts].

        For more, ``starts`` at [own, next, ...] has each player's chance to win, the mover's first,
        and so have, where it counts who began, rows for each seat of the mover, at [seat - 1, ...];
        ``mixed`` where the mover mixes (0: nowhere), the turn total where a turn is one roll and
        the goal wins, else a place among all points and modes that a turn may come to; ``weights``
        his chance of throwing. With a sign it is a place to which an option leads, and his chance
        of taking that where another one is as good.
        """
        shape, places = (self.units,) * self.players, self.units
        if self.busts_in_a_row:
            shape = (*shape, self.busts_in_a_row, self.busts_in_a_row)
        if self.players == 2:
            names = ("starts", "other_starts")[: self.seats]
            return tuple(Array(name, "float64", shape, 0.0, 1.0) for name in names)
        if self.end != "goal":
            places = (self.units + MOST_BEYOND) * len(self.modes)
        elif self.turn.roll is None:
            places = sum(modes.bit_count() for modes in self.come_to(self.goal - self.unit))
        shape = (self.seats, *shape) if self.seats > 1 else shape
        return (
            Array("starts", "float64", (*shape, self.players), 0.0, 1.0),
            Array("mixed", "int64", shape, -places * self.chooses, places),
            Array("weights", "float64", shape, 0.0, 1.0),
        )

    # --- states -----------------------------------------------------------------------------

    def check_state(self, *state: object, **named: object) -> tuple[Any, ...]:
        """The state with whole scores; optional parts that are not given are those of a turn's
        start. The faces of a throw may stand in place of the dice in hand. Parts may be given by
        name.

        Raises
        ------
        StateError
            If there are too many parts or too few, or there is no such state.
        """
        names = self.state_names
        for name in named:
            if name not in names:
                raise StateError(
                    f"{name} is given, but a state of {self.name} has none: leave it out"
                )
        if self.players <= len(state) <= len(names):
            parts: dict[str, object] = {"mode": None, "dice": None, "seat": 1}
            parts |= dict(zip(names, state)) | named
            state = tuple(parts.get(name, 0) for name in names)
        return super().check_state(*state)

    def _part(self, name: str, part: object) -> Any:
        return part if name in ("dice", "mode") else super()._part(name, part)

    def _hand(self, turn: Turn, name: str, points: int, part: Any) -> Any:
        """What is in hand, or the faces of a throw; if it is left out, what a turn begins with, or
        the only one with so many points.
        """
        place, dice, words = turn.place(part), set_aside(turn), [one.word for one in turn.modes]
        known = ", ".join(words if len(words) <= 12 else [*words[:12], "..."])
        if part is None:
            place = turn.start
            if points and not dice:
                units = points // self.unit
                there = come_to(turn, self.unit, units)[-1] if 0 < units < MAX_GOAL else 0
                if there.bit_count() != 1:
                    raise StateError(
                        f"with {shown(points)} points the mode is part of a state of {self.name}: "
                        f"give one of {known}"
                    )
                place = there.bit_length() - 1
        elif place is None and dice:
            if isinstance(part, (list, tuple)):
                thrown = dice.check_throw(part, len(part))
                if turn.place(len(part)) is not None:
                    return thrown
                part = len(part)
            place = turn.place(whole(part, name, StateError) or dice.count)
        if place is None:
            raise StateError(f"{name} is {shown(part)}, but the modes of {self.name} are {known}")
        return turn.values[place]

    def _checked(self, state: tuple[Any, ...]) -> tuple[Any, ...]:
        n, names, low = self.players, self.state_names, self.floor
        scores, points, exact = state[:n], state[n], self.target == "exact"
        told = dict(zip(names, state))
        for called in COUNTS if self.busts_in_a_row else ():
            if not 0 <= told[called] < self.busts_in_a_row:
                raise StateError(
                    f"{called} is {shown(told[called])}, but between 0 and "
                    f"{self.busts_in_a_row - 1} busts in a row are counted: the next one costs "
                    f"{self.penalty:,} points"
                )
        seat = told.get("seat", 1)
        if not 1 <= seat <= self.seats:
            raise StateError(f"seat is {shown(seat)}, but must be between 1 and {self.seats}")
        turn = self.turn_of(seat)
        if len(names) - len(self._told) > n + 1:
            hand = self._hand(turn, names[n + 1], points, state[n + 1])
            state = (*state[: n + 1], hand, *state[n + 2 :])
        late = self.end == "last_turn" or seat > 1  # somebody else may have the goal
        left = self._turns_left(scores, seat) if late else 0
        for place, (score, called) in enumerate(zip(scores, names)):
            over = 0 < left <= place
            most = self._most_points if over else self.goal - self.unit
            when = "before a last turn" if over else f"while the game to {self.goal:,} goes on"
            if not low <= score <= most:
                raise StateError(
                    f"{called} is {shown(score)}, but a banked score is between {low} and "
                    f"{most:,} {when}"
                )
        for called, score in zip(names, (*scores, points)):
            if score % self.unit:
                raise StateError(
                    f"{called} is {shown(score)}, but scores of {self.name} are multiples of "
                    f"{self.unit}"
                )
        if points < 0 or (exact and scores[0] + points > self.goal):
            between_ = f"between 0 and {self.goal - scores[0]}" if exact else "0 or more"
            raise StateError(
                f"{names[n]} is {shown(points)}, but with {counted(scores[0], 'point')} banked a "
                f"turn total is {between_}"
            )
        if self.single:
            return state  # one may ask about totals that no throws add up to
        if points > self._most_points:
            raise StateError(
                f"{names[n]} is {shown(points)}, but must be at most {self._most_points:,}"
            )
        mode, where = 0, ""
        if turn.roll is None:
            hand, dice = state[n + 1], set_aside(turn)
            hand = len(hand) if dice and isinstance(hand, tuple) else hand
            mode = turn.place(hand) or 0
            where = f" {turn.phrases[mode]}{' in hand' if dice else ''}"
        if not come_to(turn, self.unit, points // self.unit)[-1] >> mode & 1:
            raise StateError(f"no turn has {counted(points, 'point')}{where}: give another state")
        return state

    @property
    def _most_points(self) -> int:
        """The most points of a turn that can be asked for.

        Who has reached the goal throws again only with a last turn or where he wins by banking it;
        there is no end to his points then, but so far from the goal there is nothing left to gain.
        """
        most = self.goal - self.floor + self._most
        return most if self.win == "reach" else most + MOST_BEYOND * self.unit

    def check_thrown(self, state: tuple[object, ...], faces: object) -> tuple[Any, ...]:
        """The state with the faces of a throw in place of the dice in hand, as they must be."""
        names, at = self.state_names, self.players + 1
        seat: Any = state[-1] if names[-1] == "seat" and len(state) == len(names) else 1
        turn = self.turn_of(seat)
        dice = set_aside(turn)
        if not dice:
            if turn.chooses:
                raise StateError(
                    f"a throw in {self.name} is not asked about by its faces: ask for the state "
                    f"after each of its options, {self.usage}, and take the best"
                )
            return super().check_thrown(state, faces)
        thrown = items(faces, "the throw", "faces such as (1, 5, 5)", 1000)
        if len(state) > at:
            dice.check_throw(thrown, self._hand(turn, names[at], 0, state[at]))
        elif len(state) == at - 1:
            state = (*state, 0)
        return self.check_state(*state[:at], *[thrown] * (len(state) >= at), *state[at + 1 :])

    def spell(self, state: tuple[Any, ...]) -> str:
        """A state in words."""
        named = self.named(state)
        mode = next((name for name in ("dice", "mode") if isinstance(named.get(name), list)), "")
        if mode:
            named["throw"] = " ".join(map(str, named.pop(mode)))
        return ", ".join(f"{key} {part}" for key, part in named.items())

    def asked_at(self, state: tuple[Any, ...]) -> str:
        """The same with the mode that a function is given, which may be a tuple, not its word."""
        if self.set_aside:
            return self.spell(state)
        return ", ".join(f"{n} {part}" for n, part in zip((*self.state_names, "options"), state))

    def named(self, state: tuple[Any, ...]) -> dict[str, Any]:
        """The parts of a state by name, as plain data."""
        named: dict[str, Any] = dict(zip(self.state_names, state))
        if len(state) > len(self.state_names):  # a throw that lies on the table, in words
            named["throw"] = state[-1]
        turn = self.turn_of(named.get("seat", 1))
        for name in {"dice", "mode"} & named.keys():
            given = named[name]
            place = turn.place(given)
            if isinstance(given, tuple) and place is None:
                named[name] = [*given]
            elif place is not None and str(given) != turn.modes[place].word:
                named[name] = turn.modes[place].word
        return named

    # --- in words -----------------------------------------------------------------------------

    def leaves(self, action: Any) -> Any:
        """What is left to play on with; of a throw, its number of dice."""
        return action.leaves if isinstance(action, Choice) else action

    def done(self, action: Any) -> tuple[str, str]:
        """An action in words; of a throw, with the dice that were set aside."""
        return getattr(action, "done", (str(action), ""))

    @property
    def summary(self) -> str:
        """Goal and throw in a few words."""
        if self.set_aside:
            said = f"to {self.goal:,}: {self.set_aside.summary}"
            said += f", at least {self.minimum_bank}" if self.minimum_bank else ""
        else:
            aim = f"to exactly {self.goal}" if self.target == "exact" else f"to {self.goal}"
            bonus = f", {self.consolation} for a bust" if self.consolation else ""
            roll = self.turn.roll
            what = roll.summary if roll else f"a turn of {counted(len(self.turn.modes), 'mode')}"
            said = f"{aim}{bonus}: {what}"
        return said if self.players == 2 else f"{NUMBERS[self.players]} players {said}"

    def rules(self) -> dict[str, Any]:
        """The rules as plain data, the inverse of :func:`from_rules`."""
        said = {"game": "race", "name": self.name, "goal": self.goal} | self._unusual()
        said |= _rules_of(self.turn)
        return said if self.other is None else said | {"other": _rules_of(self.other)}

    @property
    def _key(self) -> object:
        # Of dice that are set aside it counts which faces score, of which turns know nothing.
        dice = tuple(set_aside(_plain(turn)) for turn in self._turns)
        return *self._given.values(), self.unit, dice

    def __repr__(self) -> str:
        if self._written:
            return self._written
        source = self.turn.roll or self.turn
        words = {"goal": self.goal} | self._unusual() | {"name": self.name}
        if self.other is not None:
            words["other"] = self.other.roll or self.other
        return f"Race({source!r}, {', '.join(f'{key}={word!r}' for key, word in words.items())})"

    def __str__(self) -> str:
        """The rules in a line; a turn of several modes takes a line for each."""
        if self.other is not None:
            mine, others = (str(self._like(turn=turn, other=None)) for turn in self._turns)
            others = others.removeprefix(f"{self.name}: ")
            return f"{mine}\nThe opponent has another turn: {others}"
        turn = _plain(self.turn)
        source, roll, modes = turn.source, turn.roll, len(turn.modes)
        dice, scores = source.in_words() if isinstance(source, Dice) else ("", [])
        aside, first = bool(dice), self.end == "goal"
        must = any(turn.obliges for turn in self._turns)
        several = f"{NUMBERS[self.players]} players " * (self.players > 2)
        if self.target == "exact":
            aim = f"bank exactly {counted(self.goal, 'point')} (a throw past the goal busts)"
        else:
            goal = f"{self.goal:,}" if dice else str(self.goal)
            aim = f"bank {goal} {'point' if self.goal == 1 else 'points'} or more{dice}"
        if first:
            aim = f"{several and several + 'race to '}be the first to {aim}"
        else:
            aim = f"{several}{aim}; {self._end_in_words}"
        hot = (
            "must throw them again"
            + ", unless banking wins at once" * (self.win == "reach" or not first)
            if getattr(source, "must_roll", False)
            else "may bank or throw them all again"
        )
        limits = self.turn.source.in_words() if turn is not self.turn else []
        nth = f"every {ORDINALS[self.busts_in_a_row]}" if self.busts_in_a_row > 1 else "every"
        lost = counted(self.penalty, "point")
        clauses = [
            (True, f"{self.name}: {aim}"),
            (self.consolation, f"a bust still banks {self.consolation}"),
            *((True, score) for score in scores),
            (roll and not aside, f"a throw {roll}"),
            (
                self.opening,
                f"the first points banked must be {self.opening:,} or more"
                + ", and again of whoever has fallen to 0 or less" * bool(self.penalty),
            ),
            (
                self.minimum_bank,
                f"fewer than {self.minimum_bank:,} points are not banked"
                + ", not even to win" * self.minimum_to_win,
            ),
            (
                aside,
                "of each throw all scoring dice are set aside"
                if aside and source.tables[-1].whole
                else "of each throw one scoring die or more is set aside",
            ),
            (aside, "dice of different throws do not combine"),
            (aside, f"whoever has set all dice aside {hot}"),
            *((True, said) for said in limits),
            (self.may_pass, "a turn may be passed before its first throw"),
            (
                self.win == "bank" and first,
                "whoever has reached the goal must bank it to win"
                + ", and throws on where he must" * must,
            ),
            (
                self.win == "reach" and must and not aside,
                "whoever reaches the goal has won, also where he would have to throw again",
            ),
            (
                self.penalty,
                f"{nth} bust in a row costs {lost}, and no score falls below {self.floor:,}",
            ),
        ]
        text = "; ".join(said for there, said in clauses if there) + "."
        if roll is None and not aside:
            text += f"\n{turn}" if modes <= MOST_LISTED else f"\nA turn has {modes:,} modes."
        return text

    @property
    def _end_in_words(self) -> str:
        """What follows once somebody has the goal, where he has not won yet."""
        two = self.players == 2
        said = "the other then has" if two else "the others then have"
        said += f" one last turn{'' if two else ' each'}, and "
        if self.end == "equal_turns":
            all_ = "both" if two else "all"
            said = f"the round is then finished, so that {all_} have as many turns, and "
        if self.tie == "first" and self.end == "last_turn" and two:
            return said + "wins by passing that score"
        ties = {
            "first": "of equal scores that which was there first",
            "half": "equal scores win one half each" if two else "equal scores share the win",
            "play_on": "after equal scores both have one more turn each, and so on",
        }
        return f"{said}the high{'er' if two else 'est'} score wins; {ties[self.tie]}"


TURNS: dict[str, Callable[[], Turn]] = {}
"""These turns by the names that a TOML file uses."""


def _turn_of(given: object, name: str) -> Turn:
    if isinstance(given, Roll):
        return _one_roll(given)
    if isinstance(given, (Dice, Limits)):
        return given.turn
    if isinstance(given, Turn):
        return given
    raise RuleError(f"{name} is {shown(given)}, but must be a pigcore.Turn or a pigcore.Roll")


def _plain(turn: Turn) -> Turn:
    """A turn without what counts in it."""
    return turn.source.inner if isinstance(turn.source, Limits) else turn


def _rules_of(turn: Turn) -> dict[str, Any]:
    """The entries of a race that say what a turn is."""
    if isinstance(turn.source, Limits):
        limits, inner = turn.source.given, turn.source.inner
        if inner.roll is None or {*limits} != {"throws"}:
            return limits | _rules_of(inner)
        return {"roll": _rules_of(inner)["roll"] | limits}
    if isinstance(turn.source, str):  # the name of a ready-made one
        return {"turn": turn.source}
    if isinstance(turn.source, Dice):
        return turn.source.rules()
    if isinstance(turn.source, dict):
        return plain(turn.source)  # type: ignore[no-any-return]
    return {"turn": turn.rules()} if turn.roll is None else {"roll": turn.roll.rules()}


@lru_cache(maxsize=64)
def _one_roll(roll: Roll) -> Turn:
    return Turn.of_roll(roll)


def _suffix(players: int) -> str:
    return f" for {NUMBERS[players]}"


@lru_cache(maxsize=64)
def come_to(turn: Turn, unit: int, most: int, beyond: bool = False) -> tuple[int, ...]:
    """Bit n at [units]: whether a turn can have so many in the mode whose place is n; ``beyond``
    counts more as the most.
    """
    found: list[set[int]] = [set() for _ in range(most + 1)]
    found[0].add(turn.start)
    for t, modes in enumerate(found):
        waiting = list(modes)
        for n in waiting:
            for gain, after in turn.steps[n]:
                then = t + gain // unit
                then = min(then, most) if beyond else then
                if then <= most and after not in found[then]:
                    found[then].add(after)
                    if then == t:
                        waiting.append(after)
    return tuple(map(_bits, found))


def _bits(places: Iterable[int]) -> int:
    """A whole number with these bits."""
    known = [*places]
    bits = bytearray(max(known, default=0) // 8 + 1)
    for n in known:
        bits[n // 8] |= 1 << n % 8
    return int.from_bytes(bits, "little")


# --- reading --------------------------------------------------------------------------------------


def from_rules(rules: dict[str, Any]) -> Race:
    """The race that ``rules`` (as in a TOML file) describes.

    A table ``roll`` has the outcomes of a throw, or the dice that are added up; ``turn`` the modes
    of a turn, or the name of a ready-made one; ``scoring`` the points of dice that are set aside.
    """
    inner = dict.fromkeys(("gains", "bust", "wipe", "total", *rolled.OF_DICE), "roll")
    for key in rules:
        table = inner.get(key, "turn" if key in ("start", "modes") else "")
        if table:
            raise RuleError(
                f"a race has no entry {key!r} of its own: move it into the table [{table}]"
            )
    kept = ("name", "goal", "last_turn", *LIMITS, *_CHECKS)
    kinds = [key for key in _KINDS if key in rules]
    for key in ("goal", *([] if kinds else ["roll"])):
        if key not in rules:
            raise RuleError(f"a race needs the entry {key!r}: add it")
    known, whose = ("game", *_KINDS, "other", *kept), f"a race with the table [{kinds[0]}]"
    unknown_keys(rules, (*known, *_OF_SCORING) if kinds == ["scoring"] else known, whose)
    other = rules.get("other")
    if other is not None:
        if not isinstance(other, dict):
            raise RuleError(
                f"other is {shown(other)}, but must be a table of the opponent's turn, such as "
                "[other.roll]"
            )
        unknown_keys(other, (*_KINDS, *_OF_SCORING, *LIMITS), "the table [other]")
        # What is not said of the opponent's dice is as of the mover's, and what counts in a turn.
        own_kind = "scoring" not in rules or {"roll", "turn"} & {*other}
        alike = LIMITS if own_kind else (*LIMITS, "scoring", *_OF_SCORING)
        other = _turn_from({key: rules[key] for key in alike if key in rules} | other, "other")
    given = {key: rules[key] for key in kept if key in rules and key not in LIMITS}
    return Race(_turn_from(rules, "a race"), other=other, **given)


_KINDS = ("roll", "turn", "scoring")
"""Tables of which one says what a turn is."""
_OF_SCORING = ("dice", "faces", "sides", "must_roll_hot_dice")


def _turn_from(rules: dict[str, Any], where: str) -> Turn:
    """The turn that entries of a race, or of its opponent, describe."""
    kinds = [key for key in _KINDS if key in rules]
    if len(kinds) != 1:
        raise RuleError(
            f"{where} has {listed(kinds)}, but one of them says what a turn is: leave one out"
            if kinds
            else f"{where} says nothing of a turn: give it a table such as [other.roll]"
        )
    (kind,), table = kinds, rules[kinds[0]]
    limits = {key: rules[key] for key in LIMITS if key in rules}
    if kind == "roll" and isinstance(table, dict) and "throws" in table:
        refuse_if("throws" in limits, f"{where} says twice how often one may throw: say it once")
        limits["throws"] = table["throws"]
        table = {key: value for key, value in table.items() if key != "throws"}
    dice, sides = rules.get("dice", 6), rules.get("sides", 6)
    hot = flag(rules.get("must_roll_hot_dice", False), "must_roll_hot_dice")
    if kind == "turn" and isinstance(table, str):
        turn = TURNS[one_of(table, "turn", TURNS)]()
    elif kind == "turn":
        turn = Turn.from_rules(table)
    elif kind == "roll":
        turn = rolled.from_rules(table, where)
    else:
        turn = Dice(table, dice, sides, hot, rules.get("faces")).turn
    return Limits(turn, **limits).turn if limits else turn
