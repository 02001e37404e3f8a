"""What ``--json`` of each verb prints, as types: :data:`OUTPUTS`.

``pigcore VERB --schema`` prints the same as a JSON Schema. The methods ``as_dict`` of results have
these entries, too, as far as they are not the command's own (``policies``, ``saved``, …).
"""

# No `from __future__ import annotations`: TypedDict looks for NotRequired in types, not in text.
from typing import Any, Literal, NotRequired, TypedDict

from ..console.schema import Action, Answer, Chance, Exact, State

__all__ = ["OUTPUTS"]

Player = Literal["first", "second", "third", "fourth", "fifth", "sixth"]


class Saved(Answer):
    """An answer that was saved as well."""

    saved: NotRequired[str]


# --- games, solutions and states ------------------------------------------------------------------


class Modes(TypedDict):
    """How large a turn is; a turn of any length has no longest."""

    modes: int
    outcomes: int
    options: int
    longest: int | None


class Named(TypedDict):
    """A game by its name, and what a state of it is."""

    name: str
    summary: str
    rules: str
    state: str
    turn: NotRequired[Modes]


class Call(TypedDict):
    """A decision that was close."""

    state: State
    best: Action
    other: Action
    margin: float


class Solved(Saved):
    """A solution: what the game is worth to who moves first, and how well that is known."""

    value: float
    converged: bool
    tolerance: float
    error_bound: float
    closest_call: Call | None


class SolvedRace(Solved):
    """A race of two."""

    method: str
    iterations: int
    residual: float


class Cells(TypedDict):
    """Tuples of scores with one equilibrium, with several, and with a mixed one."""

    one: int
    several: int
    mixed: int


class SolvedParty(Solved):
    """A race of three players or more: everybody's chance, in the order of their moves."""

    win: list[Chance]
    cells: Cells


class SolvedHog(Solved):
    """A game of Hog, and the best numbers of dice at first."""

    best: list[int]
    states: int
    states_with_tied_choices: int
    iterations: int
    residual: float


class AnyRule(TypedDict):
    """What the best stopping rule of any kind gains, and the totals that it throws at."""

    any_rule_gain: float | None
    any_rule_throws_at: list[int] | None


class SolvedDuel(Solved, AnyRule):
    """A duel: how often to hold at which total."""

    mix: dict[str, Chance]
    unique: bool
    safest_hold: int
    reply_to_it: int
    gain_of_the_reply: float


class Payoff(TypedDict):
    """An action, what it is worth, and how the turn is likely to go on."""

    action: Action
    worth: float
    bust: NotRequired[Chance]
    points: NotRequired[float]


class SolvedBag(Solved):
    """A bag of dice, and the best first picks."""

    best: list[str]
    dice: int
    first_payoffs: list[Payoff]


class Advice(Answer):
    """What to do in a state, and what every action is worth."""

    state: State
    best: list[Action]
    value: float
    payoffs: list[Payoff]
    margin: float | None
    disputed: bool


class AdviceParty(Advice):
    """The same with everybody's chance to win, and how likely the mover does what."""

    win: list[Chance]
    chance_to_roll: NotRequired[Chance]
    mixture: NotRequired[dict[Action, Chance]]


class AdviceHog(Advice):
    """The same with the sides of the dice."""

    sides: int


class AdviceDuel(Advice, AnyRule):
    """The best reply to a hold, and how likely that hold scores what."""

    scores: dict[str, Chance]
    against_the_mixture: float


class AdviceBag(Advice):
    """The same with the chance of the state."""

    chance: Chance


# --- policies -------------------------------------------------------------------------------------


class Length(TypedDict):
    """How many turns a game has; chances[t] is how likely it ends with turn t."""

    mean: float
    median: int
    quantiles: dict[str, int]
    chances: NotRequired[list[Chance]]


class Played(Answer):
    """A match. What never ends has no number of turns."""

    policies: list[str]
    start: list[int]


class Course(Played):
    """How games go: turns of all, final scores, and the share that never ends."""

    average: Chance
    never: Chance
    turns: float | None
    turns_if_ended: float | None
    scores: list[float | None]
    length: NotRequired[Length | None]


class Match(Course):
    """A match of two: how often the first policy wins when it moves first, and second."""

    first: Chance
    second: Chance
    losses: list[float]


class MatchParty(Course):
    """A match of three or more: what each wins if the first begins, and the first in each seat."""

    win: list[Chance]
    seats: list[Chance]
    shares: list[Chance]


class MatchDuel(Played):
    """A duel of two policies."""

    win: Chance
    draw: Chance
    lose: Chance


class Deviation(TypedDict):
    """Where the best reply differs from best play, and what that gains."""

    state: str
    reply: str
    optimal: str
    gain: float
    visits: float


class Reply(Answer):
    """The best reply to a policy, and how often it wins."""

    policy: str
    average: float
    first: NotRequired[float]
    second: NotRequired[float]
    seats: NotRequired[list[Chance]]
    deviations: list[Deviation]


class Mistake(TypedDict):
    """A state in which a policy gives something away: cost is loss times visits."""

    state: State
    chosen: Action
    best: Action
    loss: float
    visits: float
    cost: float


class Part(TypedDict):
    """What a policy gives away in one kind of situation."""

    zone: str
    kind: str
    mode: str | None
    cost: float


class Tip(TypedDict):
    """A situation to play better, and what that alone gains."""

    words: str
    cost: float
    share: float
    wins: Chance
    gain: float
    state: State
    chosen: Action
    best: Action


class Edit(TypedDict):
    """A small change of a policy, and what the changed one wins."""

    kind: Literal["number", "choice", "exception", "constant"]
    policy: str | None
    words: str
    wins: Chance
    gain: float


class Coaching(Answer):
    """How to make a policy better."""

    policy: str
    opponent: str
    wins: Chance
    loss: float
    average: float | None
    exploitability: float | None
    parts: list[Part]
    advice: list[Tip]
    edits: list[Edit]
    zones: str
    remember: str
    mistakes: list[Mistake]


class CoachingDuel(Answer):
    """What a policy gives away against best play and against its best reply."""

    policy: str
    average: float
    exploitability: float
    mistakes: list[Mistake]


class CoachingBag(Answer):
    """What a policy is paid where there is no opponent."""

    policy: str
    value: float
    best: float
    loss: float
    error: float
    mistakes: list[Mistake]


class Alone(Answer):
    """A player alone; expected is by score, and for points by turns left and score."""

    objective: Literal["turns", "points", "chance", "points_per_turn"]
    turns: NotRequired[float | None]
    points: NotRequired[float]
    chance: NotRequired[Chance]
    points_per_turn: NotRequired[float]
    expected: list[float | None] | list[list[float]]
    left_out: list[str]
    plan: str
    policy: str | None


class Policy(Saved):
    """A policy in words, and its answer in a state, or in how many states it was asked."""

    policy: str
    words: str
    states: NotRequired[int]
    state: NotRequired[State]
    answer: NotRequired[Action | dict[str, Chance]]


# --- many games -----------------------------------------------------------------------------------


class RaceTurn(TypedDict):
    """A turn throw by throw; scores are the mover's first, at the beginning and after it."""

    player: Player
    own: NotRequired[int]
    opp: NotRequired[int]
    scores: NotRequired[list[int]]
    throws: list[int | str | list[int]]
    aside: NotRequired[list[list[int]]]
    end: str
    after: list[int]


class HogTurn(TypedDict):
    """A turn of Hog: how many dice, and what was gained."""

    player: Player
    own: int
    opp: int
    choice: int
    dice: NotRequired[list[int]]
    gain: int
    gift: int
    after: list[int]


class DuelTurn(TypedDict):
    """One player's turn in a duel."""

    player: Player
    hold: int
    throws: list[int]
    score: int
    end: Literal["hold", "bust"]


class Transcript(TypedDict):
    """A game turn by turn; a draw and what was stopped have no winner."""

    winner: Player | None
    turns: list[RaceTurn] | list[HogTurn] | list[DuelTurn]


class BagThrow(TypedDict):
    """A die against a gesture, after these counts."""

    rocks: int
    papers: int
    scissors: int
    gesture: str
    face: str
    paid: Exact


class BagTranscript(TypedDict):
    """A bag emptied throw by throw."""

    total: Exact
    throws: list[BagThrow]


class Simulated(Played):
    """Games with random dice: each estimate has an interval of the confidence."""

    games: int
    seed: int
    confidence: Chance
    intervals: dict[str, tuple[float, float]]
    transcripts: list[Transcript] | list[BagTranscript]
    first: NotRequired[Chance]
    second: NotRequired[Chance]
    third: NotRequired[Chance]
    fourth: NotRequired[Chance]
    fifth: NotRequired[Chance]
    sixth: NotRequired[Chance]
    average: NotRequired[Chance]
    turns: NotRequired[float]
    win: NotRequired[Chance | list[Chance]]
    scores: NotRequired[list[float]]
    never: NotRequired[Chance]
    draw: NotRequired[Chance]
    lose: NotRequired[Chance]
    payoff: NotRequired[float]
    mean: NotRequired[float]


Table = list[list[float]]


class Standing(TypedDict):
    """Policies against each other: average[i][j] is how often i beats j."""

    policies: list[str]
    ranks: list[int]
    wins: list[int]
    rates: list[float]
    average: Table
    first: Table
    second: Table


class Seating(TypedDict):
    """An order of play, and what each then wins."""

    policies: list[str]
    win: list[Chance]


class Tournament(Answer, Standing):
    """Each policy with every other; among three or more also by seat."""

    third: NotRequired[Table]
    fourth: NotRequired[Table]
    fifth: NotRequired[Table]
    sixth: NotRequired[Table]
    seatings: NotRequired[list[Seating]]


class Rank(TypedDict):
    """A strategy in a contest."""

    rank: int
    strategy: str
    wins: int
    rate: Chance | None


class Blunder(TypedDict):
    """One of a strategy's costliest mistakes."""

    strategy: str
    state: str
    rolls: int
    best: int
    cost: float


class Contest(Answer):
    """Strategies of Hog in files, and why some are disqualified."""

    rows: list[Rank]
    disqualified: dict[str, str]
    helpers: list[str]
    mistakes: list[Blunder]
    matches: Standing | None


# --- studies --------------------------------------------------------------------------------------


class Rule(TypedDict):
    """A rule of thumb: how many numbers to remember, and what it loses."""

    simplicity: int
    family: str
    constants: dict[str, float | str]
    loss: float
    exploitability: float
    first: Chance
    second: Chance
    policy: str | None
    sentence: str
    frontier: NotRequired[bool]


class Rules(Answer):
    """Rules of thumb; the best one fits in a sentence."""

    rules: list[Rule]
    best: Rule


class Coefficient(TypedDict):
    """A number of a regression, its standard error, and their quotient."""

    value: float
    error: float
    z: float


class Regression(TypedDict):
    """Best play as a regression sees it, and the rule that follows if one does."""

    reading: str
    states: int
    mean: Chance
    coefficients: dict[str, Coefficient]
    mcfadden: float
    right: Chance
    confusion: list[list[Chance]]
    rule: Rule | None


class Refusal(TypedDict):
    """A reading without a regression, and why."""

    reading: str
    error: str


class Regressions(Answer):
    """Regressions on best play, by which states are weighed."""

    regressions: list[Regression]
    refused: list[Refusal]


# --- on paper, and games that were played ---------------------------------------------------------


class Booklet(Answer):
    """What to do at every score: how to read it, and rows of the columns of ``--csv``."""

    reading: list[str]
    rows: list[dict[str, str | float | bool]]


class Exercise(TypedDict):
    """An exercise and its answer."""

    question: str
    answer: str


class Section(TypedDict):
    """Exercises of one kind."""

    title: str
    note: str
    exercises: list[Exercise]


class Worksheet(Saved):
    """Exercises with an answer key."""

    seed: int
    sections: list[Section]


class Plot(Answer):
    """A picture that was drawn."""

    plot: str
    saved: str


class Move(TypedDict):
    """A decision, what it gave away, what fell, and what that changed; of three or more for all."""

    player: Player
    state: State
    chosen: Action
    best: list[Action]
    cost: float
    fell: Action | list[int] | dict[str, int | list[int]] | None
    luck: float
    given: NotRequired[list[float]]
    fallen: NotRequired[list[float]]


class Review(Answer):
    """Luck and mistakes in a game, from one player's side."""

    player: Player
    names: list[str]
    start: Chance
    luck: float
    mistakes: float
    gifts: float
    result: Chance
    costliest: list[Move]
    entries: list[Move]


OUTPUTS: dict[str, Any] = {
    "games": Named | list[Named],
    "solve": SolvedRace | SolvedParty | SolvedHog | SolvedDuel | SolvedBag,
    "advise": Advice | AdviceParty | AdviceHog | AdviceDuel | AdviceBag,
    "match": Match | MatchParty | MatchDuel,
    "reply": Reply,
    "coach": Coaching | CoachingDuel | CoachingBag,
    "solitaire": Alone,
    "policy": Policy,
    "simulate": Simulated,
    "tournament": Tournament | Contest,
    "contest": Contest,
    "judge": list[Literal["H", "C"]],
    "thumb": Rules | Regressions,
    "table": Booklet,
    "worksheet": Worksheet,
    "plot": Plot,
    "review": Review,
}
"""What each verb prints."""
