"""Solutions and advice as a person reads them: the same facts as in JSON, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..games.game import Game
from ..games.spelling import counted, fixed, percent

if TYPE_CHECKING:
    from ..solvers.solution import Outlook

__all__ = ["advice_in_words", "choices_in_words", "cost_in_words"]


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
    from ..games.margins import TIED, action_in_words, games_in_words

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


def cost_in_words(cost: float) -> str:
    """What a mistake gave away, as a percentage; one of a mistake is never 0.

    Examples
    --------
    >>> from pigcore.games.spelling import digits
    >>> with digits(6):
    ...     cost_in_words(0.01234), cost_in_words(2e-7)
    ('1.23%', 'less than 0.01%')
    """
    return percent(cost) if float(percent(cost)[:-1]) else "less than 0.01%"
