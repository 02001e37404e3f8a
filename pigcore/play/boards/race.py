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
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...games import starts
from ...games.checks import between
from ...games.dice import BANK, BUSTS, THROW, Choice, Dice
from ...games.errors import RuleError
from ...games.game import frozen
from ...games.race import Race
from ...games.roll import MAX_GAIN
from ...games.scoring import faces_of
from ...games.spelling import counted, listed, shown
from ...games.starts import Start
from ...games.turn import Option
from ...solvers.race.arrays import tables_of
from ...solvers.race.one_turn import OneTurn
from ...solvers.solution import Outlook
from ..models.race import refuse_to_pass
from ..policies.answers import Policy
from ..policies.race import plan_to_play
from ..policies.race.plans import Plan, offered
from .board import Bits, Board, Cast, Move, Turn, drawn
from .urns import Urn, urn_of

LOST = ("bust", "wipe")
"""What falls first in a race in which no dice are set aside, and what ends a turn."""

HOLD, ROLL, TAKE = 0, 1, 2
"""The places of the actions; from ``TAKE`` on of an option of the throw on the table."""

FIRST = 0
"""Where dice are set aside, the place of the throw that begins a turn; the choices follow."""


_KEYS_OF_DICE = "the dice to set aside and t throw or b bank, as in 115t; t alone throws all dice"


class Fall(NamedTuple):
    """What a throw may come to."""

    play: Any
    """As a transcript has it: what it gains, faces, or options as text."""
    said: Any
    """For people."""
    options: tuple[Option, ...]
    """In canonical order; none where the turn is lost."""
    words: tuple[str, ...]
    """Of each option; of dice the faces that it sets aside."""
    choices: Mapping[int, tuple[int, str]]
    """Of dice: by place of the action, which option it takes, and what is done then."""


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

    game: Race
    actions: tuple[str, ...]
    falls: tuple[Fall, ...]
    urns: tuple[Urn | None, ...]
    """By mode; None where nothing is thrown. With n dice in hand the mode is n - 1."""

    @cached_property
    def dice(self) -> bool:
        """Whether dice are set aside."""
        return self.game.set_aside is not None

    @cached_property
    def one_roll(self) -> bool:
        """Whether one thing is thrown again and again."""
        return self.game.turn.roll is not None

    @cached_property
    def chooses(self) -> bool:
        """Whether some throw leaves several options."""
        return any(len(fall.options) > 1 for fall in self.falls)

    @cached_property
    def numbers(self) -> dict[tuple[Option, ...], int]:
        """The places in ``falls`` by their options."""
        return {fall.options: number for number, fall in enumerate(self.falls)}

    @cached_property
    def rolled(self) -> int:
        """From this score on one banks."""
        game = self.game
        return tables_of(game).rolled * game.unit if game.answered else game.goal


def rules_of(game: Race) -> RaceRules:
    """The rules of ``game``."""
    turn, dice = game.turn, game.set_aside
    if dice:
        return RaceRules(game, *_with_dice(dice, game.target == "exact"))
    names = game.words[::-1]
    known: dict[Any, int] = {}
    falls = [Fall(end, end, (), (), {}) for end in LOST]
    urns: list[Urn | None] = []
    for mode in turn.modes:
        if mode.throw is None:
            urns.append(None)
            continue
        weights = {0: mode.throw.bust, 1: mode.throw.wipe}
        for outcome in mode.throw.outcomes:
            if outcome.options not in known:
                known[outcome.options] = len(falls)
                falls.append(_fall(game, outcome.options))
            weights[known[outcome.options]] = outcome.chance
        urns.append(urn_of(weights))
    most = max((len(fall.options) for fall in falls), default=1)
    more = tuple(str(n) for n in range(1, most + 1)) if most > 1 else ()
    return RaceRules(game, names + more, tuple(falls), tuple(urns))


def _fall(game: Race, options: tuple[Option, ...]) -> Fall:
    text = " or ".join(_text(game, option) for option in options)
    words = [option.label or _said(game, option) for option in options]
    if len({*words}) < len(words):
        words = [
            f"{word}, {_said(game, option)}".lstrip(", ") for word, option in zip(words, options)
        ]
    one_roll = game.turn.roll is not None
    play, said = (options[0].gain,) * 2 if one_roll else (text, listed(words, "or"))
    return Fall(play, said, options, tuple(words), {})


def _text(game: Race, option: Option) -> str:
    """An option as a transcript has it."""
    return f"+{option.gain} {game.turn.modes[option.mode].word}"


def _said(game: Race, option: Option) -> str:
    """An option in words, if it has none of its own."""
    phrase = f", {game.turn.phrases[option.mode]}" if len(game.turn.modes) > 1 else ""
    return f"+{option.gain}{phrase}"


@lru_cache(maxsize=8)
def _with_dice(
    dice: Dice, exact: bool
) -> tuple[tuple[str, ...], tuple[Fall, ...], tuple[Urn | None, ...]]:
    """Actions, everything that falls, and the urns, of dice that are set aside."""
    throws = {c: dice.asides(c) for n in range(1, dice.count + 1) for c in dice.throws(n)}
    asides = {aside for choices in throws.values() for aside in choices}
    thens = (THROW, BANK, BUSTS) if exact else (THROW, BANK)
    actions: list[str] = [THROW]
    for aside in sorted(asides, key=lambda one: (len(one), one)):
        actions += [Choice(aside, then) for then in thens]
    places = {str(action): place for place, action in enumerate(actions)}
    falls = []
    for counts, by_aside in throws.items():
        found = sorted(by_aside.items(), key=lambda one: (one[1][0], -len(one[0]), one[0]))
        options = tuple(
            Option(gain, left - 1, " ".join(map(str, aside))) for aside, (gain, left) in found
        )
        choices = {
            places[str(Choice(aside, then))]: (number, then)
            for number, (aside, _) in enumerate(found)
            for then in thens
        }
        faces = faces_of(counts)
        said = " ".join(map(str, faces))
        words = tuple(option.label for option in options)
        falls.append(Fall(faces, said if options else f"{said}, a bust", options, words, choices))
    known = {counts: number for number, counts in enumerate(throws)}
    urns = tuple(
        urn_of({known[counts]: chance for counts, chance in dice.throws(n).items()})
        for n in range(1, dice.count + 1)
    )
    return tuple(actions), tuple(falls), urns


# --- how policies decide --------------------------------------------------------------------------

ANSWERS = 500_000
"""Answers of a policy that are kept, some 200 MB."""


class Seat:
    """A policy, asked as games go on; what it says is kept."""

    game: Race
    policy: Policy
    plan: Plan

    def __init__(self, game: Race, policy: Policy) -> None:
        self.game, self.policy = game, policy
        self.plan = plan_to_play(game, policy)
        self._other: Seat | None = None
        self._said: dict[Any, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Seat, (self.game, self.policy)

    def seen_from(self, game: Race) -> Seat:
        """The same policy in the seat of ``game``, where it counts who began."""
        if game.seat == self.game.seat:
            return self
        self._other = self._other or Seat(game, self.policy)
        return self._other

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


def seat_of(game: Race, policy: Policy) -> Seat:
    """A seat for ``policy``.

    Raises
    ------
    RuleError
        If it is no policy of the game, or gives an invalid answer.
    SizeError
        If its decisions would not fit in memory, or a function is asked in too many states.
    """
    return Seat(game, policy)


# --- the board ------------------------------------------------------------------------------------


class RaceBoard(Board):
    """A race under way; :class:`~pigcore.play.boards.Board` says what can be done with it."""

    game: Race
    """As the mover sees it."""
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
        self._race = game = rules.game
        self._rules = [rules]  # of each seat, the one that the game is seen from first
        for _ in range(1, 1 if game.alike else game.players):
            self._rules.append(rules_of(self._rules[-1].game.swapped))
        self.rules, self.game, self.players = rules, game, game.players
        self._seats = [*seats, *[None] * (game.players - len(seats))]
        self.actions: tuple[str, ...] = rules.actions
        self._low: int = game.floor or 0
        self.begin(0)
        self.sizes: tuple[int, ...] = self._sizes()

    @property
    def keys(self) -> str:  # type: ignore[override]
        """What the mover types to choose, in words."""
        if self.rules.dice:
            return _KEYS_OF_DICE
        chooses = self.rules.chooses
        return "t throw, b bank, or the number of an option" if chooses else "r roll, h hold"

    def _sizes(self) -> tuple[int, ...]:
        game, rules = self.game, self.rules
        if rules.one_roll and game.end == "goal" and not self._low:
            return (game.goal + 1,) * (self.players + 1)
        most = (game.goal + min(game.turn.gains[-1], game.goal) - self._low) // game.unit
        below = (game.goal - self._low) // game.unit
        # With a last turn scores have no end; what is larger is observed as the largest.
        banked, turn = (below, most) if game.end == "goal" else (3 * most, 4 * most)
        sizes = [below + 1, *[banked + 1] * (self.players - 1), turn + 1]
        if rules.dice:
            sizes += [game.dice.count + 1] * (1 + game.dice.sides)
        elif not rules.one_roll:
            sizes += [len(rules.urns), *([len(rules.falls)] if rules.chooses else [])]
        return *sizes, *[game.busts_in_a_row] * len(self.start.busts)

    def begin(self, mover: int, start: tuple[int, ...] = ()) -> None:
        """Begin a game."""
        scores = (*start[mover:], *start[:mover])
        self.start = starts.first(self._race, scores)
        if self._race.other is not None:
            self.start = self.start._replace(seat=1 + mover)
        self.mover: int = mover
        self.played_on: int = 0
        self.winner: int | None = None
        self.tied: tuple[float, ...] = ()
        self.over: bool = starts.stuck(self._race, self.start.scores)
        self.turns: list[Turn] = []
        self.seats = self._seats
        if self._race.end == "equal_turns":
            games = [self._rules[player - mover].game for player in range(self.players)]
            self.seats = [seat and seat.seen_from(game) for seat, game in zip(self._seats, games)]
        self._clear()

    @property
    def score(self) -> list[int]:  # type: ignore[override]
        """The points of player 0, of player 1, …"""
        return [*self._from(0)]

    def _clear(self) -> None:
        """Begin a turn, by the rules of who has it."""
        self.rules = self._rules[(self.start.seat - self._race.seat) % len(self._rules)]
        self.game, self.actions = self.rules.game, self.rules.actions
        self._open: list[int] = []
        self._throws: list[int] = []
        self._taken: list[Option] = []
        self._table: int | None = None
        """What fell and is not answered yet."""
        self._shown: list[Fall] = []
        """What fell, with the words of what was seen."""
        self._cast: Fall | None = None
        """What dice of several kinds show that are about to land."""
        self.points: int = 0
        self._mode: int = self.game.turn.start
        play_off, seat = self.start.play_off > 0, self.seats[self.mover]
        self._last: bool = not play_off and starts.left(self._race, self.start) > 0
        """Whether this is a last turn."""
        self._asked: bool = bool(seat and seat.plan.asks and (self._last or play_off))
        """Whether somebody is asked in this last turn or play-off, who may stop too early."""

    @property
    def _off(self) -> bool:
        """Whether this is a turn of a tie that is played on."""
        return self.start.play_off > 0

    @property
    def _options(self) -> tuple[Option, ...]:
        """Those of the throw on the table."""
        return () if self._table is None else self.rules.falls[self._table].options

    def _from(self, player: int) -> tuple[int, ...]:
        """All points, those of ``player`` first, the others' in the order of their moves."""
        at = (player - self.mover) % self.players
        return (*self.start.scores[at:], *self.start.scores[:at])

    # --- what is seen ---------------------------------------------------------------------------

    def seen_by(self, player: int) -> tuple[Any, ...]:
        """All scores, own points first, the mover's of this turn, and what is in hand or fell."""
        seen = (*self._from(player), self.points)
        if self.rules.one_roll and self.game.end == "goal" and not self.start.busts:
            return tuple(min(one, self.game.goal) for one in seen)  # who has won is seen there
        return *seen, *self._hand(), *self._counts(player)

    def _hand(self) -> tuple[Any, ...]:
        """What is in hand, or the dice on the table, as a state has it."""
        if self.rules.one_roll:
            return ()
        if not self.rules.dice or self._table is None:
            return (self.game.modes[self._mode],)
        return (self.rules.falls[self._table].play,)

    def observed_by(self, player: int) -> tuple[int, ...]:
        """The same as numbers: scores in units from the floor up, the mode, what lies on the table.

        Of dice their number and how many show each face; of options the number of what fell.
        """
        game = self.game
        seen = *(score - self._low for score in self._from(player)), self.points
        units = [min(one // game.unit, size - 1) for one, size in zip(seen, self.sizes)]
        return *units, *self._hand_observed(), *self._counts(player)

    def _counts(self, player: int) -> tuple[int, ...]:
        """The busts in a row of a player and of the other, where they count."""
        return self.start.busts if player == self.mover else self.start.busts[::-1]

    def in_a_row(self) -> str:
        """The busts in a row of both, and what the mover's next one costs."""
        game, said = self.game, []
        mine, others = self.start.busts or (0, 0)
        if mine:
            said.append(f"You have {counted(mine, 'bust')} in a row")
        if mine + 1 == game.busts_in_a_row:
            lost = min(game.penalty, self.score[self.mover] - self._low)
            said.append(f"a bust now costs {counted(lost, 'point')}")
        if others:
            said.append(f"the other has {counted(others, 'bust')} in a row")
        return "; ".join(said)

    def _hand_observed(self) -> tuple[int, ...]:
        """What is in hand, and the throw on the table, as numbers."""
        if self.rules.one_roll:
            return ()
        if not self.rules.dice:
            return self._mode, *([self._table or 0] if self.rules.chooses else [])
        dice = self.game.dice
        if self._table is None:
            return self._mode + 1, *[0] * dice.sides
        thrown = self.rules.falls[self._table].play
        return len(thrown), *dice.check_throw(thrown, len(thrown))

    def offered(self) -> str:
        """The options to choose from, in words."""
        if self.rules.dice or self._table is None:
            return ""
        return "; ".join(
            f"{number}: {word}" for number, word in enumerate(self._shown[-1].words, 1)
        )

    def in_hand(self) -> str:
        """What the mover has in hand, in words."""
        named = not (self.rules.one_roll or self.rules.dice)
        return self.game.turn.phrases[self._mode] if named else ""

    def action(self, place: int) -> str:
        """An action in words."""
        if self._table is not None and not self.rules.dice and place >= TAKE:
            words = self._shown[-1].words
            return Taken(words[place - TAKE]) if place < TAKE + len(words) else self.actions[place]
        return self.actions[place]

    def _of(self, solution: Any) -> Any:
        """The solution as the mover sees it."""
        for _ in range(self.players - 1):
            if solution.game == self.game:
                break
            solution = solution.swapped
        return solution

    def payoffs(self, solution: Any) -> dict[Any, float]:
        """What each action is worth to the mover."""
        return {action: float(row[0]) for action, row in self._worths(solution).items()}

    def shares(self, solution: Any, action: Any = None) -> tuple[float, ...]:
        """Every player's chance if all play by a solution from here on, the mover's first."""
        worths = self._worths(solution)
        if action:
            return tuple(worths[action].tolist())
        turn, units, hand = self._turn(solution)
        if hand is not None:
            return tuple(turn.shares(units, hand).tolist())
        rows = [*worths.values()]
        taken = turn.options(self._ahead(units), [float(row[0]) for row in rows])
        return tuple(sum(p * rows[k] for k, p in taken.items()).tolist())

    def outlook(self, solution: Any) -> dict[Any, Outlook]:
        """How the turn goes on after each action, if the mover plays by a solution then."""
        turn, units, hand = self._turn(solution)
        if hand is not None:
            return {one: turn.outlook(units, hand, one) for one in turn.worths(units, hand)}
        found = {}
        for word, end in zip(self._worths(solution), self._ahead(units)):
            found[word] = turn.outlook(*end, turn.best(turn.worths(*end)))
        return found

    def _turn(self, solution: Any) -> tuple[OneTurn, int, Any]:
        """The turn, its units, and what is in hand: a mode's place, the faces of a throw, or None
        where options lie on the table.
        """
        solution, units = self._of(solution), self.points // self.game.unit
        start = self.start._replace(seat=self.game.seat)
        turn = solution._turn(start, units + self.game.turn.gains[-1] // self.game.unit)
        if self._table is None:
            return turn, units, self._mode
        return turn, units, self.rules.falls[self._table].play if self.rules.dice else None

    def _ahead(self, units: int) -> list[tuple[int, int]]:
        """The units and the mode that each option leads to."""
        return [(units + one.gain // self.game.unit, one.mode) for one in self._options]

    def _worths(self, solution: Any) -> dict[Any, Any]:
        """What each action is worth to all."""
        turn, units, hand = self._turn(solution)
        if hand is not None:
            return turn.worths(units, hand)
        ends = zip(self._shown[-1].words, self._ahead(units))
        return {Taken(word): turn.shares(*end) for word, end in ends}

    # --- what can be done -----------------------------------------------------------------------

    def _may(self, points: int, mode: int) -> tuple[bool, bool]:
        """Whether one may bank, and throw, with so many points in a mode."""
        start = self.start._replace(seat=self.game.seat)  # as the mover sees it
        return offered(self.game, start, points, mode, self._asked)

    def _then(self, option: Option) -> tuple[str, ...]:
        """What may be done after dice are set aside."""
        banks, throws = self._may(self.points + option.gain, option.mode)
        return (THROW,) * throws + (BANK,) * banks or (BUSTS,)

    def _places(self) -> list[int]:
        """The places of the actions there are."""
        if self._open:
            return self._open
        if not self._throws:
            found = [FIRST if self.rules.dice else ROLL]
        elif self._table is None:
            found = [place for place, may in enumerate(self._may(self.points, self._mode)) if may]
        elif not self.rules.dice:
            found = [TAKE + number for number in range(len(self._options))]
        else:
            choices = self.rules.falls[self._table].choices.items()
            thens = [self._then(option) for option in self._options]
            found = [place for place, (number, then) in choices if then in thens[number]]
        self._open = found
        return found

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
            return FIRST if then == THROW and not self._throws else None
        known = faces.split() if self.game.dice.sides > 9 else faces.replace(" ", "")
        if not all(face.isdecimal() for face in known):
            return None
        choice = str(Choice(tuple(sorted(map(int, known))), then))
        return self.actions.index(choice) if choice in self.actions else None

    def answer(self, bits: Bits) -> int:
        """The place of what the policy in the mover's seat does."""
        seat = self.seats[self.mover]
        assert seat is not None, "who plays by hand is not asked"
        places, dice = self._places(), self.rules.dice
        last, scores = self._last or self._off, self._from(self.mover)
        if not (self._throws or last):
            units = [(one - self._low) // self.game.unit for one in scores]
            if seat.plan.holds_first((*units, *self.start.busts)):
                refuse_to_pass(self.game, units)
        if len(places) == 1:
            return places[0]
        hand, offers = self._hand(), None
        if self._options and not dice:
            offers = tuple((one.gain, self.game.modes[one.mode]) for one in self._options)
        start = self.start._replace(seat=self.game.seat) if last else None
        state = (*scores, self.points, *hand, *self._counts(self.mover))
        said = seat.answer(bits, start, state, offers, min(len(self._throws), seat.plan.counts))
        if offers:
            return TAKE + int(said)
        if not dice:
            return HOLD if said == self.game.words[1] else ROLL
        place = self.actions.index(said)
        if place in places:
            return place
        number, _ = self.rules.falls[self._table or 0].choices[place]
        option = self._options[number]
        return self.actions.index(f"{option.label}, then {self._then(option)[0]}")

    # --- moves ----------------------------------------------------------------------------------

    def _thrown(self, action: int) -> int | None:
        """The mode in which an action throws, None if it does not."""
        if self.rules.dice and self._table is not None:
            number, then = self.rules.falls[self._table].choices[action]
            return self._options[number].mode if then == THROW else None
        throws = action == (FIRST if self.rules.dice else ROLL)
        return self._mode if throws else None

    def draw(self, action: int, bits: Bits) -> Move:
        """The action with what falls; where that is no choice, of the first one that there is."""
        places = self._places()
        action = action if action in places else places[0]
        mode = self._thrown(action)
        found = None if mode is None else self.rules.urns[mode]
        return Move(action, None if found is None else found.draw(bits()))

    def cast(self, action: int, bits: Bits) -> Cast:
        """The same; dice of several kinds are thrown one by one, and what they show is kept."""
        mode, dice = self._thrown(action), self.game.turn.source
        if mode is None or not isinstance(dice, Dice) or dice.alike:
            return super().cast(action, bits)
        turn = self.game.turn
        thrown = dice.drawn(turn.values[mode], lambda *parts: drawn(bits, *parts))  # type: ignore[arg-type]
        words: dict[Option, str] = {}
        for aside, (points, left) in dice.asides(thrown).items():
            words.setdefault(Option(points, turn.place(left) or 0), f"{' '.join(aside)}, +{points}")
        number = self.rules.numbers[tuple(sorted(words))] if words else 0
        self._cast = self.rules.falls[number]._replace(
            said=" ".join(dice.named(thrown)), words=tuple(words[one] for one in sorted(words))
        )
        return Cast(Move(action, number))

    def can_fall(self, action: int, outcome: int | None) -> bool:
        """Whether it may fall where the action throws; nothing falls elsewhere."""
        mode = self._thrown(action)
        found = None if mode is None else self.rules.urns[mode]
        return outcome is None if found is None else outcome in found.outcomes

    def fell(self, move: Move) -> int | str | None:
        """What a throw comes to."""
        if move.outcome is None:
            return None
        said: int | str = (self._cast or self.rules.falls[move.outcome]).said
        return said

    def land(self, move: Move) -> None:
        """Set dice aside, take an option or bank, and let the throw count."""
        self._open = []
        if self._table is not None:
            number, then = move.action - TAKE, ""
            if self.rules.dice:
                number, then = self.rules.falls[self._table].choices[move.action]
            self._taken.append(self._options[number])
            self._take(self._options[number])
            if then == BANK:
                self._end("bank")
            elif then == BUSTS:
                self._end("bust")
        elif move.outcome is None:
            self._end(self.actions[HOLD])
        if move.outcome is None:
            return
        fall, self._cast = self._cast or self.rules.falls[move.outcome], None
        if fall.options or self.rules.dice:
            self._throws.append(move.outcome)
            self._shown.append(fall)
        if not fall.options:
            self._end("wipe" if fall.play == "wipe" else "bust")
        elif self.rules.dice or len(fall.options) > 1:
            self._table = move.outcome
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
        if banks and not throws and not self._last and not self._off:
            then = starts.bank(self._race, self.start, points)
            return "win" if not isinstance(then, Start) and then[0] == 1 else ""
        return "" if banks or throws else "bust"

    def _end(self, how: str) -> None:
        """End the turn."""
        race, start, mover = self._race, self.start, self.mover
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

    def _play(self, how: str | None) -> Any:
        dice = self.rules.dice
        throws = [self.rules.falls[number].play for number in self._throws]
        taken: dict[str, Any] = {}
        if dice:
            throws = [[*faces] for faces in throws]
            taken = {"aside": [*map(_faces, self._taken)]}
        elif self.rules.chooses:
            taken = {"taken": [_text(self.game, one) for one in self._taken]}
        return frozen({"throws": throws, **taken, "end": how})

    def _in_words(self, how: str | None) -> str:
        dice = self.rules.dice
        past = self.points + self.score[self.mover] > self.game.goal
        overshot = how == "bust" and past and self.game.target == "exact"
        end = f"{how}s past the goal" if overshot else f"{how}s"
        if how is None:
            end = "has not ended the turn"
        elif how not in LOST:
            end += f" {self.points:,}" if how == "bank" else f" with {self.points}"
        falls = self._shown
        if not falls:
            return f"{end} at once"
        verb = f"{self.game.words[0]}s"
        if self.rules.one_roll:
            return f"{verb} {' '.join(str(one.said) for one in falls)} and {end}"
        taken = iter(self._taken)
        parts = []
        for fall in falls:
            parts.append(f"{verb} {' '.join(map(str, fall.play)) if dice else fall.said}")
            option = next(taken, None) if dice or len(fall.options) > 1 else None
            if option:
                word = fall.words[fall.options.index(option)]
                parts.append(f"sets {word} aside" if dice else f"takes {word}")
        return f"{', '.join(parts)} and {end}" if dice else f"{'; '.join(parts)}; and {end}"

    def moves(self, play: Mapping[str, Any]) -> list[Move]:
        """Throws, what was taken or set aside of them, and the end."""
        dice, end, held = self.rules.dice, play.get("end"), self.actions[HOLD]
        kept = "aside" if dice else "taken" if self.rules.chooses else ""
        throws, taken = play.get("throws"), play.get(kept) if kept else []
        if play.keys() != {"throws", "end", *([kept] if kept else [])} or not (
            isinstance(throws, list) and isinstance(taken, list)
        ):
            what = {"aside": ", what was set aside,", "taken": ", what was taken,", "": ""}[kept]
            raise RuleError(f"a turn has throws{what} and an end")
        ends = (BANK, BUSTS) if dice else (held, "win", *LOST)
        if end not in (*ends, None):
            raise RuleError(f"it ends with {shown(end)}, not with {listed(ends, 'or')}")
        points, mode, left, throw = 0, self.game.turn.start, [*taken], FIRST if dice else ROLL
        found: list[Move] = []
        for number, given in enumerate(throws, 1):
            fall = self._number(mode, given)
            found.append(Move(throw, fall))
            options, words = self._taken_as(fall)
            if not options:
                break
            place = 0
            if dice or len(options) > 1:
                if not left and number == len(throws) and (dice or end is None):
                    break  # it lies on the table
                one = left.pop(0) if left else None
                if one not in words:
                    kind = "set aside" if dice else "taken"
                    raise RuleError(f"{shown(one)} cannot be {kind} there")
                place = words.index(one)
                if not dice:
                    found.append(Move(TAKE + place, None))
            points, mode = points + options[place].gain, options[place].mode
            if dice:
                last = BANK if end == BANK else BUSTS
                then = THROW if number < len(throws) else last
                throw = self.actions.index(str(Choice(tuple(words[place]), then)))
                if then != THROW:
                    found.append(Move(throw, None))
        if left:
            raise RuleError(f"{shown(left[0])} cannot be {'set aside' if dice else 'taken'} there")
        if not dice and end in LOST and self._ends(points, mode) != end:
            found.append(Move(ROLL, LOST.index(end)))
        return [*found, *([Move(HOLD, None)] if end == held and not dice else [])]

    def _taken_as(self, number: int) -> tuple[tuple[Option, ...], list[Any]]:
        """The options of what fell, and each as a transcript has it."""
        options = self.rules.falls[number].options
        if self.rules.dice:
            return options, [_faces(option) for option in options]
        return options, [_text(self.game, option) for option in options]

    def _number(self, mode: int, given: Any) -> int:
        """The number of what fell in a mode."""
        if self.rules.one_roll:
            given = between(given, "a throw", 1, MAX_GAIN)
        found = self.rules.urns[mode]
        for number in [] if found is None else np.unique(found.outcomes).tolist():
            fall = self.rules.falls[number]
            play = [*fall.play] if self.rules.dice else fall.play
            if (fall.options or self.rules.dice) and type(given) is type(play) and given == play:
                return int(number)
        raise RuleError(f"{shown(given)} cannot happen there")

    def pending(self) -> Turn | None:
        """The throws since the last turn ended."""
        if not self._throws:
            return None
        before = self._from(self.mover)
        return Turn(self.mover, before, self._play(None), self._in_words(None), before)


def board_of(game: Race, seats: Sequence[Seat | None] = ()) -> RaceBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return RaceBoard(rules_of(game), seats)


def _faces(option: Option) -> list[int]:
    """The dice that are set aside."""
    return [*map(int, option.label.split())]
