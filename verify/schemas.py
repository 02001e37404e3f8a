"""What ``--json`` of ``pigverify`` and of its verbs prints, as types: :data:`OUTPUTS`.

``pigverify --schema`` and ``pigverify VERB --schema`` print the same as JSON Schemas. The methods
``as_dict`` of verdicts and reports have these entries, too.
"""

# No `from __future__ import annotations`: TypedDict looks for NotRequired in types, not in text.
from typing import Any, Literal, NotRequired, TypedDict

from pigcore.console.schema import Action, Answer, Exact, Game, State

__all__ = ["OUTPUTS"]


class Bounds(TypedDict):
    """A number between two exact bounds, and the digits that are proved by them."""

    value: str | None
    low: Exact
    high: Exact


class Proof(TypedDict):
    """How something is proved; error_chance is 0 without random primes."""

    method: Literal["enclosure", "integers", "fractions", "intervals", "rules", "none"]
    bits: int | None
    ties: Literal["equality", "fractions", "primes"] | None
    primes: int
    prime_bits: int | None
    error_chance: float
    reason: str | None


class Payoff(TypedDict):
    """An action, and what it is worth."""

    action: Action
    worth: Bounds


class AnyRule(TypedDict):
    """The best reply of any stopping rule, what it gains, and the totals that it throws at."""

    gain: Bounds
    throws_at: list[int]
    is_threshold: bool


class Verdict(Answer):
    """What is proved about one state."""

    state: State
    best: list[Action]
    value: Bounds
    payoffs: list[Payoff]
    margin: Bounds | None
    decision: str
    ok: bool
    sentence: str | None
    reachable: bool | None
    proof: Proof
    never_ends: NotRequired[bool]
    chance: NotRequired[Bounds]
    any_rule: NotRequired[AnyRule]
    scores: NotRequired[dict[str, Bounds]]
    gain: NotRequired[float]
    pair: NotRequired[tuple[Bounds, Bounds]]


class SecondOpinion(Verdict):
    """A verdict by another route, the first one, and whether they agree."""

    agrees: bool
    first: Verdict


class Call(TypedDict):
    """A decision that was close; the state of a mixture is empty."""

    state: State
    best: Action
    other: Action
    margin: Bounds


class Ranked(Call):
    """The same in a list of the closest."""

    rank: int


class Disputed(Answer):
    """The closest calls of a game."""

    ok: bool
    states: int
    ties: int
    calls: list[Ranked]
    proof: Proof


class Own(TypedDict):
    """The decisions of a solution that is checked, counted."""

    right: int
    tie: int
    wrong: int
    disputed_right: int
    disputed_wrong: int


class Stage(TypedDict):
    """What was settled with so many bits."""

    bits: int
    states: int
    starts: int


class Report(Answer):
    """What is proved about a whole game, and about a solution of it if one is checked."""

    value: Bounds
    ok: bool
    refuted: bool
    states: int
    ties: int
    undecided: int
    closest: list[Call]
    error: float | None
    worst: State | None
    tolerance: float | None
    own: Own | None
    proof: Proof


class RaceReport(Report):
    """The same of a race: states that never end, what is set aside of throws, and what the game is
    worth to the opponent moving first, where he has another turn.
    """

    never: int
    asides: int
    aside_ties: int
    stages: list[Stage]
    other_value: tuple[Bounds, Bounds] | None


class PartyReport(RaceReport):
    """The same of three players or more: what anybody could gain."""

    gain: float | None
    chances: list[tuple[Bounds, Bounds]]
    cells: int
    mixing: int


class FallsReport(Report):
    """The same where busts in a row cost points: what is set aside of throws, and what the game is
    worth in which scores fall without end.
    """

    asides: int
    aside_ties: int
    without_floor: tuple[Bounds, Bounds]


class HogReport(Report):
    """The same of Hog, with the best numbers of dice at first."""

    best: list[int]
    stages: list[Stage]


class BagReport(Report):
    """The same of a bag: what a table of choices loses, and where it is wrong."""

    loss: float | None
    wrong: list[list[int]]


class Safest(TypedDict):
    """The hold that gives least away, and the best reply to it."""

    hold: int
    reply: int
    gain: Bounds


class DuelReport(Report):
    """The same of a duel: an optimal mixture, and another one if there is one."""

    distinct: int
    mixture: dict[str, Bounds]
    unique: bool
    other: dict[str, Bounds] | None
    tight: int
    safest: Safest
    any_rule: AnyRule
    exploit: float | None


class Certificate(TypedDict):
    """What a certificate proves; the game is named if the tables are those of a named game."""

    certificate: str
    family: str
    outcome: Literal["certified", "refuted"]
    ok: bool
    reason: str | None
    statement: str | None
    rules: Any
    game: Game | None
    value: Bounds | None
    states: int
    ties: int
    proof: str | None
    version: str


class ExactValue(Answer):
    """Whether a saved fraction is the value."""

    state: State
    ok: bool
    outcome: Literal["certified", "refuted", "undecided"]
    reason: str | None
    value: str
    numerator_digits: int
    denominator_digits: int
    primes: int
    error_chance: float
    proof: Proof


class Match(Answer):
    """Bounds of how often the first policy wins, moving first, second, and on average."""

    policies: list[str]
    start: list[int]
    first: Bounds
    second: Bounds
    average: Bounds


class Alone(Answer):
    """The most points of a player alone; hold is by turns to come, then by points banked."""

    turns: int
    points: Bounds
    hold: list[list[int]]


class Figure(TypedDict):
    """A published figure."""

    id: str
    source: str
    reference: str
    game: str
    quantity: str
    printed: str
    unit: str | None
    kind: Literal["rounded", "double", "simulation", "claim"]


class Reading(TypedDict):
    """Another reading of a figure that is contradicted."""

    says: str
    gives: list[str]
    agrees: bool


class Judgement(Figure):
    """A published figure, what was recomputed, and the verdict."""

    certified: list[str]
    proved: bool
    verdict: str
    detail: str | None
    second: list[str]
    second_in: str | None
    readings: list[Reading]
    note: str | None


OUTPUTS: dict[str, Any] = {
    "pigverify": (
        Verdict | SecondOpinion | Disputed | RaceReport | PartyReport | HogReport | BagReport
        | DuelReport | FallsReport | Certificate | ExactValue
    ),
    "match": Match,
    "alone": Alone,
    "published": list[Figure] | list[Judgement],
}  # fmt: skip
"""What the command and each of its verbs print."""
