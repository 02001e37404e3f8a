"""Solutions and advice as a person reads them: who is favoured, how to play, what choices win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..games.bag import GESTURES
from ..games.errors import StateError
from ..games.game import Game
from ..games.margins import TIED, action_in_words, games_in_words
from ..games.spelling import counted, fixed, listed, number, percent
from ..games.starts import Mover
from ..play.boards import PLAYERS
from ..solvers.race.arrays import tables_of
from ..solvers.solution import Outlook
from . import race_modes as modes

_EVEN = 1e-9
"""Chances that differ by less are equal as far as doubles can tell."""
_MODES = 6
"""In no more modes does a sentence say what to do."""
_HOLDS = 3
"""Holds of a mixture that a sentence names."""
_UNITS = 120
"""Up to such goals a rule of thumb is found in a tenth of a second."""


def in_plain_words(solution: Any) -> list[str]:
    """Who wins, and how to play, with a rule that is easy to remember where one is found quickly.

    Examples
    --------
    >>> import pigcore
    >>> for line in in_plain_words(pigcore.solve(pigcore.Pig())):
    ...     print(line)
    The first player is favoured: with best play by all, he wins 53.06% of games, the second 46.94%.
    At the start: roll until the turn total is 21 or more, then hold.
    Easy to remember: hold at 25. That wins 47.89% of games against best play.
    """
    return [*sentences_of(solution), *_easy_rule(solution.game)]


def sentences_of(solution: Any) -> list[str]:
    """Who is favoured, and what to do at the start of a game, each in a sentence.

    Examples
    --------
    >>> import pigcore
    >>> sentences_of(pigcore.solve(pigcore.Pig()))[1]
    'At the start: roll until the turn total is 21 or more, then hold.'
    """
    says = {"race": _of_a_race, "hog": _of_hog, "duel": _of_a_duel, "bag": _of_a_bag}
    return [*says[solution.game.family](solution)]


def _easy_rule(game: Any) -> Iterator[str]:
    """The best rule of one number."""
    from ..study.thumb import families, rules_of_thumb

    if not getattr(game, "single", True) or getattr(game, "goal", 0) > _UNITS:
        return
    for family in [*families(game)][:1]:
        rule = rules_of_thumb(game, [family]).best
        wins = f"{0.5 - rule.loss:.2%}"
        yield f"Easy to remember: {rule.words}. That wins {wins} of games against best play."


def _favoured(solution: Any) -> str:
    """Who is favoured in a game that somebody wins, and by how much."""
    game, value = solution.game, solution.value
    wins = [*solution.win(*[0] * game.players)] if game.shared else [value, 1 - value]
    if max(wins) - min(wins) < _EVEN:
        return "No player is favoured: with best play by all, they win equally often."
    named = {f"the {PLAYERS[n]}": win for n, win in enumerate(wins)}
    (best, most), *others = sorted(named.items(), key=lambda item: -item[1])
    rest = listed([f"{name} {win:.2%}" for name, win in others])
    return (
        f"{best.capitalize()} player is favoured: with best play by all, he wins {most:.2%} of "
        f"games, {rest}."
    )


# --- families -------------------------------------------------------------------------------------


def _of_a_bag(solution: Any) -> Iterator[str]:
    """What best play is paid, and the best first pick."""
    best = solution.best(0, 0, 0)
    every = len(best) == len(GESTURES)
    pick = "any gesture, as all are equally good" if every else " or ".join(best)
    yield f"Best play is paid {number(solution.score)} on average."
    yield f"At the start: pick {pick}."


def _of_a_duel(solution: Any) -> Iterator[str]:
    """The holds that the mixture has most often; as both have the same choices, it is fair."""
    often = sorted(solution.mix.items(), key=lambda item: -item[1])
    said = [f"at {hold} in {weight:.0%} of games" for hold, weight in often[:_HOLDS]]
    rest = len(often) - len(said)
    more = f", and at {counted(rest, 'other total')} in the rest" if rest else ""
    yield "Neither player is favoured: both have the same choices."
    yield f"How to play: hold {', '.join(said)}{more}, drawn at random so that nobody can guess."


def _of_hog(solution: Any) -> Iterator[str]:
    """Who is favoured, and the best numbers of dice in the first turn."""
    first = [action_in_words(solution.game, one) for one in solution.best(0, 0)]
    yield _favoured(solution)
    yield f"At the start: {listed(first, 'or')}."


def _of_a_race(solution: Any) -> Iterator[str]:
    """Who is favoured; what to do in the first turn, unless that takes too many words."""
    yield _favoured(solution)
    if len(modes.decided(solution.game)) <= _MODES:
        yield f"At the start: {_opening(solution)}."


def _opening(solution: Any) -> str:
    """The fewest points to bank in the first turn, in each mode in which something is decided."""
    game, (throw, bank) = solution.game, solution.game.words
    # A first turn ends with the goal's points, unless somebody has a last turn then.
    answered = game.end != "goal"
    most = int(game.unit * tables_of(Mover(game)).rolled if answered else game.goal)
    if len(game.modes) == 1:
        total = _first_banked(solution, most)
        if total >= game.goal and (total == game.goal or not answered):
            return f"{throw} until the goal is reached"
        return f"{throw} until the turn total is {total:,} or more, then {bank}"
    alike: dict[int, list[str]] = {}
    for mode in modes.decided(game):
        name = game.modes[mode] if game.set_aside else modes.words(game)[mode]
        alike.setdefault(_first_banked(solution, most, name), []).append(game.phrases[mode])
    always = alike.pop(most, [])
    if not alike:
        return f"{throw} whenever you may"
    where = [f"{points:,} {listed(phrases, 'or')}" for points, phrases in alike.items()]
    said = f"{bank} as soon as the points of the turn are at least {'; '.join(where)}"
    return said + (f"; {throw} {listed(always, 'or')}" if always else "")


def _first_banked(solution: Any, most: int, *mode: Any) -> int:
    """The fewest points that one banks in a mode of the first turn; if none, the most there are."""
    game = solution.game
    for points in range(game.unit, most, game.unit):
        try:
            best = solution.best(*[0] * game.players, points, *mode)
        except StateError:  # no turn has so many points there
            continue
        if game.words[1] in best:
            return int(points)
    return most


# --- a state --------------------------------------------------------------------------------------


def advice_in_words(game: Game, advice: dict[str, Any]) -> dict[str, Any]:
    """What there is to say of a state besides the table of choices, in words."""
    facts = advice | {"game": game.name, "state": game.spell(tuple(advice["state"].values()))}
    del facts["version"]
    payoffs = {row["action"]: row["worth"] for row in advice["payoffs"]}
    kept = _undominated(game, payoffs)
    if not _has_chances(game):
        facts["payoffs"] = [
            {name: row[name] for name in ("action", "worth")}
            for row in advice["payoffs"]
            if row["action"] in kept
        ]
    else:
        if len(payoffs) == 1:
            facts[game.gains[0]] = percent(advice["value"])
        hidden = ["best", "value", "payoffs"]
        hidden += [] if facts.get("disputed") else ["disputed", "margin"]
        facts = {name: fact for name, fact in facts.items() if name not in hidden}
        for name in ("win", "chance_to_roll"):
            if name in facts:
                chances = facts[name] if isinstance(facts[name], list) else [facts[name]]
                facts[name] = ", ".join(map(percent, chances))
        if "mixture" in facts:
            mixed = facts["mixture"].items()
            facts["mixture"] = "; ".join(f"{one} with {percent(p)}" for one, p in mixed)
    if folded := len(payoffs) - len(kept):
        facts["left out"] = (
            f"{counted(folded, 'choice')}: worse than another that also banks or throws as many "
            "dice; --json shows all"
        )
    return facts


def _has_chances(game: Game) -> bool:
    """Whether what an action is worth is the chance to win."""
    return game.gains[0] == "wins"


def _undominated(game: Game, payoffs: Mapping[Any, float]) -> dict[Any, float]:
    """The actions without those that leave the same as a better one."""
    best: dict[Any, float] = {}
    for action, worth in payoffs.items():
        best[game.leaves(action)] = max(worth, best.get(game.leaves(action), worth))
    return {one: worth for one, worth in payoffs.items() if worth == best[game.leaves(one)]}


def choices_in_words(
    game: Game,
    payoffs: Mapping[Any, float],
    most: int,
    outlook: Mapping[Any, Outlook] | None = None,
) -> list[dict[str, str]]:
    """The best actions of a state that no other dominates, at most so many: what each wins, and how
    much less that is; of an outlook how often the turn then busts, the points it banks, and how
    often the next throw busts.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> from pigcore.games.spelling import digits
    >>> with digits(6):
    ...     choices_in_words(Pig(), {"hold": 0.655365, "roll": 0.655582}, 4)[1]
    {'choice': 'hold', 'wins': '65.54%', 'less by': '2 games in 10,000'}
    """
    ordered = sorted(_undominated(game, payoffs).items(), key=lambda item: -item[1])
    best = ordered[0][1]
    return [
        {
            "choice": action_in_words(game, action),
            game.gains[0]: percent(worth) if _has_chances(game) else fixed(worth),
            "less by": "" if best - worth <= TIED else games_in_words(game, best - worth),
        }
        | (_turn_in_words(outlook[action]) if outlook else {})
        for action, worth in ordered[:most]
    ]


def _turn_in_words(outlook: Outlook) -> dict[str, str]:
    return {
        "busts": percent(outlook.bust, 1), "points": f"{outlook.points:,.1f}",
        "next": percent(outlook.at_once, 1),
    }  # fmt: skip
