"""Races under way, of any turn and any number of players: a throw, an option or banking at a time.

Where dice are set aside, one says of a throw what is set aside and what is done then. Any other
throw that leaves several options is answered with one of them, and then one throws on or banks.
What leaves nothing to decide ends the turn: a bust, a wipe, a goal that is reached, and a mode in
which one may neither bank nor throw. A last turn is thrown until the score is passed; policies play
it best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...games import starts
from ...games.checks import between
from ...games.dice import BANK, BUSTS, THROW, Choice, Dice
from ...games.errors import RuleError
from ...games.game import frozen
from ...games.race import Race
from ...games.roll import MAX_GAIN
from ...games.spelling import counted, listed, shown
from ...games.starts import Mover, Start
from ...games.turn import Option
from ...games.turn import Turn as Rules
from ...solvers.race.one_turn import OneTurn
from ...solvers.solution import Outlook
from ..models.race import refuse_to_pass
from ..policies.answers import Policy
from ..policies.race import plan_to_play
from ..policies.race.plans import Plan, offered
from .board import Bits, Board, Cast, Move, Turn, drawn
from .urns import Urn, urn

LOST = ("bust", "wipe")
"""What falls first in a race in which no dice are set aside, and what ends a turn."""

HOLD, ROLL, TAKE = 0, 1, 2
"""The places of the actions; from ``TAKE`` on of an option of the throw on the table. Where dice
are set aside the throw that begins a turn is the first one, and the choices follow."""

_KEYS_OF_DICE = "the dice to set aside and t throw or b bank, as in 115t; t alone throws all dice"


class Fall(NamedTuple):
    """What a throw may come to."""

    number: int
    """Its place among all."""
    play: Any
    """As a transcript has it: what it gains, faces, or options as text."""
    said: Any
    """For people."""
    options: tuple[Option, ...]
    """In canonical order; none where the turn is lost."""
    words: tuple[str, ...]
    """Of each option; of dice the faces that it sets aside."""
    choices: Mapping[int, tuple[int, str]]
    """By place of the action, which option it takes, and of dice what is done then; of a single
    option, which is taken at once, only of dice."""


class Taken(str):
    """An option of a throw, as an action in words."""

    __slots__ = ()

    @property
    def done(self) -> tuple[str, str]:
        """What is done, and with what."""
        return "take", str(self)


@dataclass(frozen=True, eq=False)
class RaceRules:
    """A race to be played with random bits. What falls is its place in ``falls``."""

    mover: Mover
    actions: tuple[str, ...]
    falls: tuple[Fall, ...]
    urns: tuple[Urn | None, ...]
    """By mode; None where nothing is thrown. With n dice in hand the mode is n - 1."""

    @property
    def game(self) -> Race:
        """What is played."""
        return self.mover.game

    @property
    def dice(self) -> bool:
        """Whether dice are set aside."""
        return self.mover.set_aside is not None

    @property
    def throw(self) -> int:
        """The place of the action that throws, where nothing lies on the table."""
        return 0 if self.dice else ROLL

    def taken(self, option: Option) -> Any:
        """What is taken or set aside, as a transcript has it."""
        return [*map(int, option.label.split())] if self.dice else _text(self.mover.turn, option)


def rules_of(game: Race, seat: int = 1) -> RaceRules:
    """The rules of who moves in a seat of ``game``."""
    mover = Mover(game, seat)
    turn, dice = mover.turn, mover.set_aside
    if dice:
        return RaceRules(mover, *_with_dice(dice, game.target == "exact"))
    known: dict[Any, int] = {}
    falls = [Fall(number, end, end, (), (), {}) for number, end in enumerate(LOST)]
    urns: list[Urn | None] = []
    for mode in turn.modes:
        weights = {}
        for outcome in mode.throw.outcomes if mode.throw else ():
            if outcome.options not in known:
                known[outcome.options] = len(falls)
                falls.append(_fall(turn, len(falls), outcome.options))
            weights[known[outcome.options]] = outcome.chance
        lost = mode.throw and {0: mode.throw.bust, 1: mode.throw.wipe}
        urns.append(None if lost is None else urn(lost | weights))
    most = max(len(fall.options) for fall in falls)
    more = tuple(str(n) for n in range(1, most + 1)) if most > 1 else ()
    return RaceRules(mover, mover.words[::-1] + more, tuple(falls), tuple(urns))


def _fall(turn: Rules, number: int, options: tuple[Option, ...]) -> Fall:
    if len(options) == 1 and turn.roll is not None:
        return Fall(number, options[0].gain, options[0].gain, options, ("",), {})
    told = [_said(turn, option) for option in options]
    words = [option.label or one for option, one in zip(options, told)]
    if len({*words}) < len(words):
        words = [one if word == one else f"{word}, {one}" for word, one in zip(words, told)]
    play = " or ".join(_text(turn, option) for option in options)
    choices = {TAKE + n: (n, "") for n in range(len(options))} if len(options) > 1 else {}
    return Fall(number, play, listed(words, "or"), options, tuple(words), choices)


def _text(turn: Rules, option: Option) -> str:
    """An option as a transcript has it."""
    return f"+{option.gain} {turn.modes[option.mode].word}"


def _said(turn: Rules, option: Option) -> str:
    """An option in words, if it has none of its own."""
    phrase = f", {turn.phrases[option.mode]}" if len(turn.modes) > 1 else ""
    return f"+{option.gain}{phrase}"


@lru_cache(maxsize=8)
def _with_dice(
    dice: Dice, exact: bool
) -> tuple[tuple[str, ...], tuple[Fall, ...], tuple[Urn | None, ...]]:
    """Actions, everything that falls, and the urns, of dice that are set aside."""
    throws = {c: dice.asides(c, n) for n in range(1, dice.count + 1) for c in dice.throws(n)}
    asides = {aside for choices in throws.values() for aside in choices}
    thens = (THROW, BANK, BUSTS) if exact else (THROW, BANK)
    actions: list[str] = [THROW]
    for aside in sorted(asides, key=lambda one: (len(one), one)):
        actions += [Choice(aside, then) for then in thens]
    places = {str(action): place for place, action in enumerate(actions)}
    falls: list[Fall] = []
    for faces, by_aside in throws.items():
        found = sorted(by_aside.items(), key=lambda one: (one[1][0], -len(one[0]), one[0]))
        options = tuple(
            Option(gain, left - 1, " ".join(map(str, aside))) for aside, (gain, left) in found
        )
        choices = {
            places[str(Choice(aside, then))]: (n, then)
            for n, (aside, _) in enumerate(found)
            for then in thens
        }
        said = " ".join(map(str, faces)) + ("" if options else ", a bust")
        words = tuple(option.label for option in options)
        falls.append(Fall(len(falls), faces, said, options, words, choices))
    known = {faces: number for number, faces in enumerate(throws)}
    urns = tuple(
        urn({known[faces]: chance for faces, chance in dice.throws(n).items()})
        for n in range(1, dice.count + 1)
    )
    return tuple(actions), tuple(falls), urns


# --- how policies decide --------------------------------------------------------------------------

ANSWERS = 500_000
"""Answers of a policy that are kept, some 200 MB."""


class Seat:
    """A policy, asked as games go on; what it says is kept.

    Raises
    ------
    RuleError
        If it is no policy of the game, or gives an invalid answer.
    SizeError
        If its decisions would not fit in memory, or a function is asked in too many states.
    """

    game: Race
    policy: Policy
    plan: Plan

    def __init__(self, game: Race, policy: Policy, seat: int = 1) -> None:
        self.game, self.policy = game, policy
        self.plan = plan_to_play(game, policy, seat)
        self._others = {seat: self}
        self._said: dict[Any, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Seat, (self.game, self.policy, self.plan.mover.seat)

    def moved_to(self, seat: int) -> Seat:
        """The same policy in another seat, where it counts who began."""
        if seat not in self._others:
            self._others[seat] = Seat(self.game, self.policy, seat)
        return self._others[seat]

    def answer(self, bits: Bits, last: Start | None, state: Any, options: Any, throws: int) -> Any:
        """What it does in a state, with the options of a throw, after so many throws of the turn;
        in a last turn or a play-off it is told its start.
        """
        key = last, state, options, throws
        found = self._said.get(key)
        if found is None:
            if len(self._said) >= ANSWERS:
                self._said.clear()
            plan, asked = self.plan, (state, options)
            found = plan.answer_last(last, *asked) if last else plan.answer(*asked, throws)
            self._said[key] = found
        return drawn(bits, found.items()) if isinstance(found, dict) else found


seat_of = Seat


# --- the board ------------------------------------------------------------------------------------


class RaceBoard(Board):
    """A race under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    game: Race
    players: int
    played_on: int
    """How many turns were taken after a tie."""

    start: Start
    """The turn under way; once the game is over, what would be the next one."""
    rules: RaceRules
    seats: Sequence[Seat | None]
    reports = True
    """Whether turns are put down as data and in words."""

    def __init__(self, rules: RaceRules, seats: Sequence[Seat | None]) -> None:
        self.game = game = rules.game
        self._rules = [rules, *([rules_of(game, 2)] if game.other else [])]
        self.rules, self.players = rules, game.players
        self._seats = [*seats, *[None] * (game.players - len(seats))]
        self.actions: tuple[str, ...] = rules.actions
        self.begin(0)
        self.sizes: tuple[int, ...] = self._sizes()

    @property
    def keys(self) -> str:  # type: ignore[override]
        """What the mover types to choose, in words."""
        if self.rules.dice:
            return _KEYS_OF_DICE
        chooses = self.rules.mover.chooses
        return "t throw, b bank, or the number of an option" if chooses else "r roll, h hold"

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game."""
        self.start = starts.first(self.game, (*start[mover:], *start[:mover]))
        if self.game.other is not None:
            self.start = self.start._replace(seat=1 + mover)
        self.mover: int = mover
        self.played_on: int = 0
        self.winner: int | None = None
        self.tied: tuple[float, ...] = ()
        self.over: bool = starts.stuck(self.game, self.start.scores)
        self.turns: list[Turn] = []
        self.seats = self._seats
        if self.game.end == "equal_turns":
            self.seats = [
                seat and seat.moved_to((player - mover) % self.players + 1)
                for player, seat in enumerate(self._seats)
            ]
        self._clear()

    def _clear(self) -> None:
        """Begin a turn, by the rules of who has it."""
        self.rules = self._rules[(self.start.seat - 1) % len(self._rules)]
        self.actions = self.rules.actions
        self._open: list[int] = []
        self._falls: list[Fall] = []
        self._taken: list[Option] = []
        self._table: Fall | None = None
        """What fell and is not answered yet."""
        self._cast: Fall | None = None
        """What dice of several kinds show that are about to land."""
        self.points: int = 0
        self._mode: int = self.rules.mover.turn.start
        self._late: bool = starts.left(self.game, self.start) > 0
        """Whether this is a last turn, or one of a tie that is played on."""
        seat = self.seats[self.mover]
        self._asked: bool = bool(seat and seat.plan.asks and self._late)
        """Whether somebody is asked in this last turn or play-off, who may stop too early."""

    @property
    def score(self) -> list[int]:  # type: ignore[override]
        """The points of player 0, of player 1, …"""
        return [*self._from(0)]

    def _from(self, player: int) -> tuple[int, ...]:
        """All points, those of ``player`` first, the others' in the order of their moves."""
        at = (player - self.mover) % self.players
        return (*self.start.scores[at:], *self.start.scores[:at])

    # --- what is seen ---------------------------------------------------------------------------

    def seen_by(self, player: int) -> tuple[Any, ...]:
        """All scores, own points first, the mover's of this turn, and what is in hand or fell."""
        seen, game = (*self._from(player), self.points), self.game
        if len(game.state_names) == len(seen) and game.end == "goal":
            return tuple(min(one, game.goal) for one in seen)  # who has won is seen there
        place = (self.start.seat - 1 + player - self.mover) % game.seats + 1
        return *seen, *self._hand(), *(self._counts(player) or [place] * (game.seats > 1))

    def _hand(self) -> tuple[Any, ...]:
        """What is in hand, or the dice on the table, as a state has it."""
        if self.rules.dice and self._table:
            return (self._table.play,)
        several = {"dice", "mode"} & {*self.game.state_names}
        return (self.rules.mover.turn.values[self._mode],) if several else ()

    def _counts(self, player: int) -> tuple[int, ...]:
        """The busts in a row of a player and of the other, where they count."""
        return self.start.busts if player == self.mover else self.start.busts[::-1]

    def observed_by(self, player: int) -> tuple[int, ...]:
        """The same as numbers: scores in units from the floor up, the mode if there are several,
        and one more than the number of what lies on the table if throws leave a choice.
        """
        game = self.game
        seen = *map(game.in_units, self._from(player)), self.points // game.unit
        units = [min(one, size - 1) for one, size in zip(seen, self.sizes)]
        mode = [self._mode] * (len(self.rules.urns) > 1)
        table = [1 + self._table.number if self._table else 0] * self.rules.mover.chooses
        return *units, *mode, *table, *self._counts(player)

    def _sizes(self) -> tuple[int, ...]:
        game, n, modes = self.game, self.players, len(self.rules.urns)
        below = game.units
        # With a last turn scores have no end; what is larger is observed as the largest.
        most = below + min(game.turn.gains[-1], game.goal) // game.unit
        others, turn = (below, below) if game.end == "goal" else (3 * most, 4 * most)
        scores = below + 1, *[others + 1] * (n - 1), turn + 1
        hand = [modes] * (modes > 1) + [1 + len(self.rules.falls)] * self.rules.mover.chooses
        return *scores, *hand, *[game.busts_in_a_row] * len(self.start.busts)

    def in_a_row(self) -> str:
        """The busts in a row of both, and what the mover's next one costs."""
        game, said = self.game, []
        mine, others = self.start.busts or (0, 0)
        if mine:
            said.append(f"You have {counted(mine, 'bust')} in a row")
        if mine + 1 == game.busts_in_a_row:
            lost = min(game.penalty, self.start.scores[0] - game.floor)
            said.append(f"a bust now costs {counted(lost, 'point')}")
        if others:
            said.append(f"the other has {counted(others, 'bust')} in a row")
        return "; ".join(said)

    def offered(self) -> str:
        if self.rules.dice or self._table is None:
            return ""
        return "; ".join(f"{number}: {word}" for number, word in enumerate(self._table.words, 1))

    def in_hand(self) -> str:
        turn = self.rules.mover.turn
        return turn.phrases[self._mode] if turn.roll is None and not self.rules.dice else ""

    def action(self, place: int) -> str:
        if self._table and not self.rules.dice and place in self._table.choices:
            return Taken(self._table.words[place - TAKE])
        return self.actions[place]

    # --- what it is worth -----------------------------------------------------------------------

    def _judged(self, solution: Any) -> tuple[OneTurn, tuple[int, Any], dict[str, Any]]:
        """The turn by a solution; its units, and the place of the mode, the faces on the table or
        where the options there lead; and the actions, as they are called here and there.
        """
        game, table = self.game, self._table
        units, hand = self.points // game.unit, self._mode if table is None else table.play
        most = units + self.rules.mover.turn.gains[-1] // game.unit
        turn: OneTurn = solution._turn(self.start, most)
        if table and not self.rules.dice:
            hand = [(units + one.gain // game.unit, one.mode) for one in table.options]
            return turn, (units, hand), {Taken(one): n for n, one in enumerate(table.words)}
        return turn, (units, hand), {action: action for action in turn.worths(units, hand)}

    def payoffs(self, solution: Any) -> dict[Any, float]:
        turn, state, actions = self._judged(solution)
        worths = turn.worths(*state)
        return {action: float(worths[one][0]) for action, one in actions.items()}

    def shares(self, solution: Any, action: Any = None) -> tuple[float, ...]:
        turn, state, actions = self._judged(solution)
        shares = turn.worths(*state)[actions[action]] if action else turn.shares(*state)
        return tuple(shares.tolist())

    def outlook(self, solution: Any) -> dict[Any, Outlook]:
        turn, state, actions = self._judged(solution)
        return {action: turn.outlook(*state, one) for action, one in actions.items()}

    # --- what can be done -----------------------------------------------------------------------

    def _may(self, points: int, mode: int) -> tuple[bool, bool]:
        """Whether one may bank, and throw, with so many points in a mode."""
        return offered(self.game, self.start, points, mode, self._asked)

    def _thens(self, option: Option) -> tuple[str, ...]:
        """What may be done after dice are set aside; of another option nothing is said."""
        if not self.rules.dice:
            return ("",)
        banks, throws = self._may(self.points + option.gain, option.mode)
        return (THROW,) * throws + (BANK,) * banks or (BUSTS,)

    def _places(self) -> list[int]:
        """The places of the actions there are."""
        if self._open:
            return self._open
        if not self._falls:
            self._open = [self.rules.throw]
        elif self._table is None:
            may = self._may(self.points, self._mode)
            self._open = [place for place in (HOLD, ROLL) if may[place]]
        else:
            thens = [self._thens(option) for option in self._table.options]
            choices = self._table.choices.items()
            self._open = [place for place, (number, then) in choices if then in thens[number]]
        return self._open

    def legal(self) -> tuple[bool, ...]:
        """The first throw of a turn, an option of a throw, banking or throwing on."""
        places = {*self._places()}
        return tuple(place in places for place in range(len(self.actions)))

    def chosen(self, word: str) -> int | None:
        """The place of what was typed; of dice ``115t``, or the action in full."""
        if not self.rules.dice or word in self.actions:
            return super().chosen(word)
        faces, then = word[:-1], {"t": THROW, "b": BANK}.get(word[-1:])
        if then is None:
            return None
        if not faces.strip():
            return self.rules.throw if then == THROW and not self._falls else None
        dice = self.rules.mover.set_aside
        known = faces.split() if dice.sides > 9 else faces.replace(" ", "")
        if not all(face.isdecimal() for face in known):
            return None
        choice = str(Choice(tuple(sorted(map(int, known))), then))
        return self.actions.index(choice) if choice in self.actions else None

    def answer(self, bits: Bits) -> int:
        """The place of what the policy in the mover's seat does."""
        seat, mover, table = self.seats[self.mover], self.rules.mover, self._table
        assert seat is not None, "who plays by hand is not asked"
        places, dice, start = self._places(), self.rules.dice, self.start
        if not (self._falls or self._late) and seat.plan.holds_first(start):
            refuse_to_pass(mover, list(map(self.game.in_units, start.scores)))
        if len(places) == 1:
            return places[0]
        offers = None
        if table and not dice:
            offers = tuple((one.gain, mover.turn.values[one.mode]) for one in table.options)
        state = (*start.scores, self.points, *self._hand(), *starts.tail(self.game, start))
        last, count = start if self._late else None, min(len(self._falls), seat.plan.counts)
        said = seat.answer(bits, last, state, offers, count)
        if offers:
            return TAKE + int(said)
        if not dice:
            return HOLD if said == mover.words[1] else ROLL
        place = self.actions.index(said)
        if place in places:
            return place
        assert table is not None, "dice are set aside of a throw"
        option = table.options[table.choices[place][0]]
        return self.actions.index(f"{option.label}, then {self._thens(option)[0]}")

    # --- moves ----------------------------------------------------------------------------------

    def _thrown(self, action: int) -> int | None:
        """The mode in which an action throws, None if it does not."""
        if self._table:
            number, then = self._table.choices[action]
            return self._table.options[number].mode if then == THROW else None
        return self._mode if action == self.rules.throw else None

    def draw(self, action: int, bits: Bits) -> Move:
        places = self._places()
        action = action if action in places else places[0]
        mode = self._thrown(action)
        found = None if mode is None else self.rules.urns[mode]
        return Move(action, None if found is None else found.draw(bits()))

    def cast(self, action: int, bits: Bits) -> Cast:
        """The same; dice of several kinds are thrown one by one, and what they show is kept."""
        mode, turn = self._thrown(action), self.rules.mover.turn
        dice = turn.source
        if mode is None or not isinstance(dice, Dice) or dice.alike:
            return super().cast(action, bits)
        hand = turn.values[mode]
        thrown = dice.drawn(hand, lambda *parts: drawn(bits, *parts))
        words: dict[Option, str] = {}
        for aside, (points, left) in dice.asides(thrown, hand).items():
            words.setdefault(Option(points, turn.place(left) or 0), f"{' '.join(aside)}, +{points}")
        options = tuple(sorted(words))  # of all that fall, a bust comes first
        fall = next(one for one in self.rules.falls if one.options == options)
        said = " ".join(dice.named(thrown, hand))
        self._cast = fall._replace(said=said, words=tuple(words[one] for one in options))
        return Cast(Move(action, fall.number))

    def fell(self, move: Move) -> int | str | None:
        if move.outcome is None:
            return None
        said: int | str = (self._cast or self.rules.falls[move.outcome]).said
        return said

    def land(self, move: Move) -> None:
        """Set dice aside, take an option or bank, and let the throw count."""
        self._open = []
        if self._table:
            number, then = self._table.choices[move.action]
            self._taken.append(self._table.options[number])
            self._take(self._table.options[number])
            if then in (BANK, BUSTS):
                self._end(then)
        elif move.outcome is None:
            self._end(self.actions[HOLD])
        if move.outcome is None:
            return
        fall, self._cast = self._cast or self.rules.falls[move.outcome], None
        if fall.options or self.rules.dice:
            self._falls.append(fall)
        if not fall.options:
            self._end("wipe" if fall.play == "wipe" else "bust")
        elif fall.choices:
            self._table = fall
        else:
            self._take(fall.options[0])

    def _take(self, option: Option) -> None:
        self.points += option.gain
        self._mode, self._table = option.mode, None
        how = "" if self.rules.dice else self._ends(self.points, self._mode)
        if how:
            self._end(how)

    def _ends(self, points: int, mode: int) -> str:
        """How a turn ends that comes to so many points in a mode; empty if it goes on."""
        banks, throws = self._may(points, mode)
        if banks and not throws and not self._late:
            then = starts.bank(self.game, self.start, points)
            return "win" if not isinstance(then, Start) and then[0] == 1 else ""
        return "" if banks or throws else "bust"

    def _end(self, how: str) -> None:
        """End the turn."""
        race, start, mover = self.game, self.start, self.mover
        if how == "bust":
            banked, then = starts.score_after(race, start), starts.bust(race, start)
        elif how == "wipe":
            banked, then = 0, starts.wipe(race, start)
        else:
            banked = start.scores[0] + self.points
            then = starts.bank(race, start, self.points)
        after = (banked, *start.scores[1:])
        play, text = (self._play(how), self._in_words(how)) if self.reports else ({}, "")
        self.turns.append(Turn(mover, start.scores, play, text, after))
        self.mover = (mover + 1) % self.players
        self.played_on += start.play_off > 0
        if isinstance(then, Start):
            self.start = then
        else:
            self.over = True
            self.start = starts.next_start(race, start, banked)
            shares = [float(then[place - mover]) for place in range(self.players)]
            if 1.0 in shares:
                self.winner = shares.index(1.0)
            elif not starts.stuck(race, self.start.scores):
                self.tied = tuple(shares)
        self._clear()

    # --- turns as data and in words -------------------------------------------------------------

    @property
    def _kept(self) -> str:
        """What a transcript calls what was taken of throws; empty where there is no choice."""
        return "aside" if self.rules.dice else "taken" if self.rules.mover.chooses else ""

    def _play(self, how: str | None) -> Any:
        throws = [[*one.play] if self.rules.dice else one.play for one in self._falls]
        taken = {self._kept: [*map(self.rules.taken, self._taken)]} if self._kept else {}
        return frozen({"throws": throws, **taken, "end": how})

    def _in_words(self, how: str | None) -> str:
        dice = self.rules.dice
        past = self.points + self.start.scores[0] > self.game.goal
        overshot = how == "bust" and past and self.game.target == "exact"
        end = f"{how}s past the goal" if overshot else f"{how}s"
        if how is None:
            end = "has not ended the turn"
        elif how not in LOST:
            end += f" {self.points:,}" if how == "bank" else f" with {self.points}"
        if not self._falls:
            return f"{end} at once"
        verb = f"{self.rules.mover.words[0]}s"
        if self.rules.mover.turn.roll is not None:
            return f"{verb} {' '.join(str(one.said) for one in self._falls)} and {end}"
        taken = iter(self._taken)
        parts = []
        for fall in self._falls:
            parts.append(f"{verb} {' '.join(map(str, fall.play)) if dice else fall.said}")
            if fall.choices and (option := next(taken, None)):
                word = fall.words[fall.options.index(option)]
                parts.append(f"sets {word} aside" if dice else f"takes {word}")
        return f"{', '.join(parts)} and {end}" if dice else f"{'; '.join(parts)}; and {end}"

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """Throws, what was taken or set aside of them, and the end."""
        rules, end, held, kept = self.rules, play.get("end"), self.actions[HOLD], self._kept
        throws, taken = play.get("throws"), play.get(kept) if kept else []
        if play.keys() != {"throws", "end", *([kept] if kept else [])} or not (
            isinstance(throws, list) and isinstance(taken, list)
        ):
            what = {"aside": ", what was set aside,", "taken": ", what was taken,", "": ""}[kept]
            raise RuleError(f"a turn has throws{what} and an end")
        ends = (BANK, BUSTS) if rules.dice else (held, "win", *LOST)
        if end not in (*ends, None):
            raise RuleError(f"it ends with {shown(end)}, not with {listed(ends, 'or')}")
        points, mode, left, action = 0, rules.mover.turn.start, [*taken], rules.throw
        found: list[Move] = []
        for number, given in enumerate(throws, 1):
            fall, option, last = self._fallen(mode, given), 0, number == len(throws)
            found.append(Move(action, fall.number))
            lies = not left and last and (rules.dice or end is None)
            if not fall.options or (fall.choices and lies):  # a bust, or on the table
                break
            if fall.choices:
                one, words = left.pop(0) if left else None, [*map(rules.taken, fall.options)]
                then = (
                    "" if not rules.dice else THROW if not last else BANK if end == BANK else BUSTS
                )
                if one not in words:
                    raise self._unsound(one)
                option = words.index(one)
                places = [place for place, what in fall.choices.items() if what == (option, then)]
                if not places:
                    raise RuleError(f"nobody has bust with {shown(one)} there")
                if then == THROW:
                    action = places[0]
                else:
                    found.append(Move(places[0], None))
            points, mode = points + fall.options[option].gain, fall.options[option].mode
        if left:
            raise self._unsound(left[0])
        if not rules.dice and end in LOST and self._ends(points, mode) != end:
            thrown, lost = self.rules.urns[mode], LOST.index(end)
            if thrown is None or lost not in thrown.outcomes:
                raise RuleError(f"{shown(end)} cannot happen there")
            found.append(Move(ROLL, lost))
        return [*found, *([Move(HOLD, None)] if end == held and not rules.dice else [])]

    def _unsound(self, taken: Any) -> RuleError:
        kind = "set aside" if self.rules.dice else "taken"
        return RuleError(f"{shown(taken)} cannot be {kind} there")

    def _fallen(self, mode: int, given: Any) -> Fall:
        """What fell in a mode, as a transcript has it."""
        if self.rules.mover.turn.roll is not None:
            given = between(given, "a throw", 1, MAX_GAIN)
        found = self.rules.urns[mode]
        for number in [] if found is None else np.unique(found.outcomes).tolist():
            fall: Fall = self.rules.falls[number]
            play = [*fall.play] if self.rules.dice else fall.play
            if (fall.options or self.rules.dice) and type(given) is type(play) and given == play:
                return fall
        raise RuleError(f"{shown(given)} cannot happen there")

    def pending(self) -> Turn | None:
        if not self._falls:
            return None
        before = self.start.scores
        return Turn(self.mover, before, self._play(None), self._in_words(None), before)


def board_of(game: Race, seats: Sequence[Seat | None] = ()) -> RaceBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return RaceBoard(rules_of(game), seats)
