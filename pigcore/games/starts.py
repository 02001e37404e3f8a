"""Turn starts: what follows a turn, and what may be done in it, for every rule of the scoreboard.

A *turn start* is all that counts between the turns of a race, as the mover sees it. After his turn
follows another one, seen by the next player, or an end with everybody's payoff. A last turn is a
turn start like others (somebody else has the goal), and so are both turns of a tie that is played
on. Whatever a rule of the scoreboard says, it says here: which turn start follows a bank, a bust or
a wipe, and whether one may bank or throw.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .dice import chooses, set_aside, words_of
from .race import COUNTS, Race
from .turn import Turn

End = tuple[Fraction, ...]
"""How a race ends: everybody's payoff, the mover's first, the others' in the order of moves."""


class Start(NamedTuple):
    """The start of a turn, as the mover sees it."""

    scores: tuple[int, ...]
    """Banked points, the mover's first, the others' in the order in which they move."""
    seat: int = 1
    """With equal turns the mover's place in the round; of two with different turns 1 for who has
    the race's ``turn``, 2 for who has ``other``. 1 where it does not count."""
    busts: tuple[int, ...] = ()
    """Everybody's busts in a row, the mover's first, if they cost points."""
    play_off: int = 0
    """1 or 2 in the first or the second turn of a tie that is played on."""


def first(race: Race, scores: Sequence[int] = ()) -> Start:
    """The start of a game, or the one at other scores than 0.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> first(Pig(goal=20))
    Start(scores=(0, 0), seat=1, busts=(), play_off=0)
    """
    none = (0,) * race.players
    return Start(tuple(scores) or none, 1, none if race.busts_in_a_row else ())


def start_of(race: Race, state: Sequence[Any]) -> Start:
    """The start of the turn of a state that was checked."""
    told = dict(zip(race.state_names, state))
    busts = tuple(told[name] for name in COUNTS if name in told)
    return Start(tuple(state[: race.players]), told.get("seat", 1), busts)


def tail(race: Race, start: Start) -> tuple[int, ...]:
    """What stands at the end of every state of a turn: busts in a row, or the seat."""
    return start.busts or (start.seat,) * (race.seats > 1)


def left(race: Race, start: Start) -> int:
    """How many players have a last turn, the mover being one; 0 while nobody has the goal."""
    if start.play_off:
        return 3 - start.play_off
    return race._turns_left(start.scores, start.seat)


class Mover(NamedTuple):
    """Who moves in a race: all turns that one seat begins have the same rules."""

    game: Race
    seat: int = 1
    far: bool = False
    """Whether turns are followed past the goal as far as anybody may throw on, by somebody who does
    not play last turns best."""

    @property
    def turn(self) -> Turn:
        """What he throws."""
        return self.game.turn_of(self.seat)

    @property
    def next(self) -> Mover:
        """Who moves after him."""
        return self._replace(seat=self.seat % self.game.seats + 1)

    @property
    def chasers(self) -> int:
        """How many players have a last turn once he is the first to have the goal."""
        ends = {"goal": 0, "last_turn": self.game.players - 1}
        return ends.get(self.game.end, self.game.players - self.seat)

    @property
    def set_aside(self) -> Any:
        """The dice that are set aside; None if there are none."""
        return set_aside(self.turn)

    @property
    def chooses(self) -> bool:
        """Whether a throw may leave a choice."""
        return chooses(self.turn)

    @property
    def words(self) -> tuple[str, str]:
        """What throwing and banking are called."""
        return words_of(self.turn)

    def place(self, mode: Any) -> int:
        """The place of a mode; None stands for the only one."""
        return self.turn.place(mode) or 0


# --- what follows ---------------------------------------------------------------------------------


def bank(race: Race, start: Start, points: int) -> Start | End:
    """What follows a turn of so many points; more than an exact goal allows are a bust.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> bank(Pig(goal=20), Start((3, 5)), 8)
    Start(scores=(5, 11), seat=1, busts=(), play_off=0)
    >>> bank(Pig(goal=20), Start((3, 5)), 17)
    (Fraction(1, 1), Fraction(0, 1))
    """
    score = start.scores[0] + points
    if race.target == "exact" and score > race.goal:
        return bust(race, start)
    return _then(race, start, score)


def bust(race: Race, start: Start) -> Start | End:
    """What follows a bust."""
    then = after_bust(race, start)
    return _then(race, start, then.scores[-1], then.busts[-1] if then.busts else 0)


def wipe(race: Race, start: Start) -> Start | End:
    """What follows a throw that costs the banked score, too."""
    return _then(race, start, 0)


def after_bust(race: Race, start: Start) -> Start:
    """The next player's turn start after a bust, if the game goes on."""
    count = 0
    if race.busts_in_a_row:
        count = (start.busts[0] + 1) % race.busts_in_a_row
    return next_start(race, start, score_after(race, start), count)


def score_after(race: Race, start: Start) -> int:
    """The mover's score after a bust."""
    own = start.scores[0]
    if race.busts_in_a_row and start.busts[0] + 1 == race.busts_in_a_row:
        return max(own - race.penalty, race.floor)
    past = race.target == "exact" and own + race.consolation > race.goal
    return own if past else own + race.consolation


def _then(race: Race, start: Start, score: int, count: int = 0) -> Start | End:
    """What follows a turn after which the mover has a score, and so many busts in a row."""
    then, waiting = next_start(race, start, score, count), left(race, start) - 1
    if waiting < 0 and score < race.goal:
        return (Fraction(1, race.players),) * race.players if stuck(race, then.scores) else then
    if waiting < 0:  # the mover is the first one to have the goal
        waiting = Mover(race, start.seat).chasers
    if waiting:
        return then
    # The next player is who banked first of all who now have the goal.
    best = [place for place, one in enumerate(then.scores) if one == max(then.scores)]
    if len(best) > 1 and race.tie == "play_on":
        return then._replace(play_off=1)
    best = best[:1] if race.tie == "first" else best
    shares = [Fraction(place in best, len(best)) for place in range(race.players)]
    return (shares[-1], *shares[:-1])


def next_start(race: Race, start: Start, score: int, count: int = 0) -> Start:
    """The next player's turn start, if the game goes on, the mover having a score then."""
    return Start(
        (*start.scores[1:], score),
        start.seat % race.seats + 1,
        (*start.busts[1:], count) if start.busts else (),
        2 * (start.play_off == 1),
    )


def stuck(race: Race, scores: Sequence[int]) -> bool:
    """Whether nobody can win any more: all share the game then."""
    if race.target != "exact":
        return False
    return all(score < race.goal and race.dead[score // race.unit] for score in scores)


# --- what may be done -----------------------------------------------------------------------------


def may(race: Race, start: Start, points: int, mode: int) -> tuple[bool, bool]:
    """Whether one may bank so many points, and throw on, in a mode that is given by its place.

    Where one may do neither, the turn ends as a bust.

    Examples
    --------
    >>> from pigcore.games import Race, Roll
    >>> race = Race(Roll.die(6), 20, minimum_bank=5)
    >>> may(race, Start((12, 0)), 4, 0), may(race, Start((16, 0)), 4, 0)
    ((False, True), (True, False))
    """
    score, modes = start.scores[0] + points, race.turn_of(start.seat)
    rules, (least, most) = modes.modes[mode], limits(race, start)
    throws = rules.throw is not None
    if points == 0 and mode == modes.start:
        return race.may_pass, True
    if race.target == "exact" and score > race.goal:
        return False, False
    throws = throws and (most is None or points < most)
    # Who has nothing to throw in a last turn banks, though that loses.
    banks = points >= least or (left(race, start) > 0 and not throws)
    return banks and (rules.may_bank or not throws), throws


def limits(race: Race, start: Start) -> tuple[int, int | None]:
    """The fewest points that may be banked where a mode lets one, and from how many on nobody
    throws again, in whatever mode, as he has won; None if there are none.
    """
    own, *others = start.scores
    if last := left(race, start):  # until the best score is passed, or tied if that is worth it
        passing = max(others) - own + race.unit
        ties = race.tie != "first" and passing > race.unit
        return passing - ties * race.unit, passing if last == 1 else None
    goal = race.goal - min(own, race.sure_from)
    wins = race.win == "reach"
    if race.end != "goal":
        wins = not isinstance(_then(race, start, own + goal), Start)
    return min(race.least(own), goal), goal if wins else None
