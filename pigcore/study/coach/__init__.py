"""How to make a strategy better: what it gives away, where, and what mends it.

``situations``  the zones of the scores, the kinds of mistakes, and the sentences about them
``race``        mistakes of a race, state by state, and the match with some of them mended
``hog``         the same of Hog
``edits``       the smallest changes of a policy that gain most
``bag``         what a policy for a bag of dice is paid, and its mistakes
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ...games.bag import Bag
from ...games.duel import Duel
from ...games.errors import RuleError
from ...games.game import Game
from ...games.margins import action_in_words
from ...games.rules import serving
from ...games.spelling import fixed, number
from ...play import loss as loss_of
from ...play.boards.board import PLAYERS
from ...play.policies.named import Optimal, called
from ...play.policies.texts import for_game
from ...play.results import Judged
from ...result import Fact
from .edits import KINDS, Edit, edits_of
from .situations import Part, groups_of, zones_in_words

if TYPE_CHECKING:
    from ...games.hog import Hog
    from ...games.race import Race
    from ...play.results import Loss, Mistake
    from .bag import Paid
    from .situations import Key

__all__ = ["Advice", "Coaching", "Edit", "Part", "coach"]

MOST_ADVICE = 5
"""Nobody minds more than five things at once."""

_LEAST = 0.005
"""A situation that costs a smaller share of the loss is not worth a sentence."""

NOTHING = 1e-9
"""What is given away by rounding, or by decisions that doubles cannot tell apart."""


class Advice(NamedTuple):
    """A situation in which a strategy gives something away."""

    words: str
    """What it does wrong, and when."""
    cost: float
    """What that costs in a game: the part of the loss that belongs to the situation."""
    share: float
    """The same as a share of the loss."""
    wins: float
    """What the strategy wins once this situation alone is played as best play does."""
    gain: float
    """What it wins more than before. Not ``cost``, as the games then go on elsewhere."""
    state: tuple[Any, ...]
    """The state of the situation that costs most in a game."""
    chosen: Any
    """What the strategy does there."""
    best: Any
    """What is best there."""


@dataclass(frozen=True, repr=False)
class Coaching(Judged):
    """What a strategy gives away, split by situation, and what makes it better."""

    game: Game
    policy: str
    """The strategy, as it was named or as it says itself."""
    opponent: str
    wins: float
    """What the strategy wins against the opponent, a fair coin saying who moves first; where it
    counts who began, in one seat. The shares of games without end included."""
    loss: float
    """What the best reply to that opponent wins more: the sum of the costs of all ``parts``."""
    judged: Loss | None
    """What the strategy gives away against best play and against its best reply; None where the
    opponent is another one."""
    parts: tuple[Part, ...] = ()
    """All of the loss by zone, kind of mistake and mode, the costliest first."""
    advice: tuple[Advice, ...] = ()
    """At most five situations, the costliest first."""
    edits: tuple[Edit, ...] = ()
    """The best small change of each kind, that which gains most first."""
    zones: str = ""
    """What "far behind" and the like mean in this game."""
    seat: int = 1
    """Where it counts who began: in which seat all this is."""

    def mistakes(self, count: int = 10) -> list[Mistake]:
        """The single mistakes that cost most in a game against best play, the costliest first."""
        return self.judged.mistakes(count) if self.judged else []

    @property
    def remember(self) -> str:
        """How to remember the best of the small changes, in a sentence."""
        if self.loss <= NOTHING:
            return "it gives nothing away: play on like this"
        if not self.parts:
            return "mind the mistakes that cost most"
        if not self.edits:
            return "no small change makes it better: mind the situations above"
        return f"{self.edits[0].words}; it wins {number(self.edits[0].wins)}"

    @property
    def moving(self) -> str:
        """In which seat all this is, where it counts who began."""
        return f" moving {PLAYERS[self.seat - 1]}" if getattr(self.game, "seats", 1) > 1 else ""

    def facts(self) -> Iterable[Fact]:
        """What it wins and gives away; the situations and the small changes."""
        judged, moving = self.judged, self.moving
        average, beaten = (judged.average, judged.exploitability) if judged else (None, None)
        yield Fact("policy", self.policy)
        yield Fact("opponent", self.opponent, "against")
        yield Fact("wins", self.wins, f"wins{moving}")
        yield Fact("loss", self.loss, "gives away")
        yield Fact("average", average, "over both seats" if judged and moving else None)
        yield Fact("exploitability", beaten, "to its best reply" if judged else None)
        yield Fact("parts", self.parts, None)
        named = [one._asdict() | {"state": self.game.named(one.state)} for one in self.advice]
        yield Fact("advice", named, None)
        yield Fact("edits", self.edits, None)
        yield Fact("zones", self.zones, None)
        yield Fact("remember", self.remember)

    def listings(self, count: int | None = None) -> Iterable[tuple[str, list[dict[str, str]]]]:
        """The situations, the small changes, and the mistakes."""
        game = self.game
        situations = [
            {
                "costs": f"{one.share:.0%}", "situation": one.words,
                "mended": f"{'+' if one.gain > 0 else ''}{fixed(one.gain)}",
                "wins": fixed(one.wins),
                "for example": f"{game.spell(one.state)}: {action_in_words(game, one.best)}, "
                f"not {action_in_words(game, one.chosen)}",
            }
            for one in self.advice
        ]  # fmt: skip
        yield self.zones if situations else "", situations
        edits = [
            {"change": KINDS[one.kind], "wins": fixed(one.wins), "policy": one.policy or one.words}
            for one in self.edits
        ]
        yield "", edits
        listed = self.listed(count)
        yield f"{self.moving.strip()}:" if self.moving and listed else "", listed

    def __str__(self) -> str:
        return (
            f"{self.policy} wins {number(self.wins)} and gives away {number(self.loss)}; "
            f"{self.remember}"
        )


Progress = Callable[[int, int], object] | None


@overload
def coach(
    game: Race | Hog, policy: Any, opponent: Any = ..., *, seat: int = ..., progress: Progress = ...
) -> Coaching: ...
@overload
def coach(game: Duel, policy: Any) -> Loss: ...
@overload
def coach(game: Bag, policy: Any) -> Paid: ...
@overload
def coach(
    game: Game, policy: Any, opponent: Any = ..., *, seat: int = ..., progress: Progress = ...
) -> Any: ...
def coach(
    game: Any, policy: Any, opponent: Any = "optimal", *, seat: int = 1, progress: Progress = None
) -> Any:
    """Say how to make a policy better: what it gives away, in which situations, what mends it.

    Parameters
    ----------
    game : Race, Hog, Duel, Bag
        With three players or more all others use the opponent's policy.
    policy : policy
        As in :func:`match`; of a bag a function of the counts (rocks, papers, scissors) seen so far
        that returns a gesture or {gesture: chance}, an array of answers such as a solution's
        ``choices``, a Solution, or a named policy.
    opponent : policy
        Whom it plays against; one that neither remembers nor, among three players or more, is
        anything but best play.
    seat : int
        With equal turns, which place in the round the policy has: 1 if it begins.
    progress : callable, optional
        Called as ``progress(done, of)`` when a situation or a kind of edit is done.

    Returns
    -------
    Coaching, Loss, Paid
        Of a duel, which is a single turn, what :func:`loss` returns; of a bag what the policy is
        paid, the ``best``, the ``loss`` and the costliest ``mistakes``. Where busts in a row cost
        points, or the players have different turns, nothing is said of situations.

    Raises
    ------
    RuleError
        If a policy gives an invalid answer.
    PigcoreError
        If double precision does not suffice for the game.

    Notes
    -----
    Let V be what each state is worth to the best reply to the opponent, Q(s, a) the worth of doing
    a in s and going on so, and d(s) how often the policy comes to s in a game. Then

        what the reply wins − what the policy wins = Σ over s of d(s) (V(s) − Q(s, policy(s))),

    as V telescopes along a game (S. Kakade, J. Langford, "Approximately Optimal Approximate
    Reinforcement Learning", 2002). So every split of the states splits the loss. The worth of
    mending one part alone is no part of that sum, as games then go elsewhere: it is a match of its
    own, of the policy that plays the part's states best and all others as before.

    Examples
    --------
    >>> import pigcore
    >>> found = coach(pigcore.Pig(), "hold:20")
    >>> print(found.advice[0].words, f"{found.advice[0].share:.0%}")
    too timid when the opponent is near the goal 51%
    >>> print(found.remember)
    hold at 25; once somebody has 74, roll for the goal; it wins 0.487141095188
    >>> abs(sum(part.cost for part in found.parts) - found.loss) < 1e-12
    True

    >>> print(coach(pigcore.game("bag"), "always:rock"))
    the policy is paid 4, which is 2.33333333333 less than the best, 6.33333333333
    """
    policy, opponent = (for_game(game, each) for each in (policy, opponent))
    by_best = isinstance(opponent, Optimal)
    if not by_best and (not hasattr(game, "goal") or _undivided(game)):
        raise RuleError(f"a coach of {game.name} knows best play alone: name no opponent")
    module: Any = serving(__package__, game)
    if isinstance(game, Bag):
        return module.paid(game, policy)
    judged = loss_of(game, policy) if by_best else None
    if isinstance(game, Duel):
        return judged
    if judged and _undivided(game):
        return Coaching(
            game, called(policy), "optimal", 0.5 - judged.average, judged.average, judged
        )
    seated = (seat,) if getattr(game, "seats", 1) > 1 else ()
    side: Any = module.side_of(game, policy, opponent, *seated)
    loss = float(sum(side.parts.values()))
    worst = _costliest(side, loss) if loss > NOTHING else []
    of, done = len(worst) + 3, count(1)

    def report() -> None:
        if progress is not None:
            progress(next(done), of)

    advice = []
    for keys, cost in worst:
        state, chosen, best = side.example(keys)
        wins = side.mended(keys)
        words = side.words(keys, state, chosen)
        advice.append(Advice(words, cost, cost / loss, wins, wins - side.wins, state, chosen, best))
        report()
    return Coaching(
        game=game,
        policy=called(policy),
        opponent=called(opponent),
        wins=side.wins,
        loss=loss,
        parts=tuple(sorted(side.parts_named(), key=lambda part: -part.cost)),
        advice=tuple(advice),
        edits=edits_of(side, policy, report) if loss > NOTHING else (),
        zones=zones_in_words(game),
        judged=judged,
        seat=seat,
    )


def _undivided(game: Any) -> bool:
    """Whether situations are not told apart: with busts in a row, and with different turns."""
    return getattr(game, "penalty", 0) > 0 or getattr(game, "other", None) is not None


def _costliest(side: Any, loss: float) -> list[tuple[frozenset[Key], float]]:
    """The situations worth a sentence, the costliest first."""
    costs = [(keys, sum(side.parts[key] for key in keys)) for keys in groups_of(side.parts)]
    worth = [one for one in costs if one[1] > _LEAST * loss]
    return sorted(worth, key=lambda one: -one[1])[:MOST_ADVICE]
