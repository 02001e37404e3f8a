"""Games and best play: ``games``, ``advise``, ``solve``, ``judge``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import (
    Name,
    Real,
    Whole,
    faces_in,
    nothing_left,
    numbers,
    only_without,
)
from ...console.output import (
    hint,
    print_facts,
    print_rows,
    say,
    say_json,
    say_wrapped,
)
from ...console.process import DONE, FAILED
from ...games.dice import BUSTS, Choice, Dice
from ...games.errors import RuleError
from ...games.hog import SAME
from ...games.rules import games_made_at_once, named_games, names_a_solution, text_of
from ...games.spelling import counted, number
from ...games.texts import read_text
from ...writing import SOLUTION
from ..options import Asked, nothing_but, output, throw, verb
from ..words import advice_in_words, choices_in_words, summary_in_words

if TYPE_CHECKING:
    from ...games.game import Game

__all__ = ["advise", "games", "judge", "solve"]

_NAMES = 3
"""Names of games of which the help says what a state is."""

_CHOICES = 4
"""Choices in the table of advice, where all of them are among the facts."""

_DIGITS = 30
"""Digits of a numerator or denominator that is printed in full."""


# --- the games there are --------------------------------------------------------------------------


@verb(
    "List the ready-made games.",
    "pigcore games",
    "pigcore games hold-or-continue",
    "pigcore games big-pig --toml > mine.toml",
    game="",
    digits=False,
)
@click.argument("game", required=False)
@click.argument("words", metavar="[FILE]", nargs=-1)
@click.option("--toml", "as_toml", is_flag=True, help="Print the rules of GAME as a TOML file.")
def games(asked: Asked) -> None:
    """List the ready-made games, or print the rules of GAME in full."""
    game, as_json = asked.game, asked.as_json
    if asked.as_toml and (game is None or as_json):
        raise RuleError("--toml prints the rules of one game: name it, and leave --json out")
    if game is None:
        rows = _rows()
        if as_json:
            say_json(rows)
        else:
            print_rows([{"name": row["name"], "what it is": row["summary"]} for row in rows])
        return
    if names_a_solution(game):
        from ...solvers import load

        rules, rest = load(game).game, asked.words
    else:
        rules, rest = asked.rules_and_rest()
    nothing_left(rest, "advise answers for a state")
    if asked.as_toml:
        say(text_of(rules), end="")
        return
    row = _row(game, rules)
    if as_json:
        say_json(row)
    else:
        source: Any = getattr(getattr(rules, "turn", None), "source", None)
        said = getattr(source, "words", "")
        turn = {"a turn is": said} if said else {}
        turn |= {"a turn has": _turn_in_words(**row["turn"])} if "turn" in row else {}
        print_facts({"name": game, "rules": row["rules"], **turn, "a state is": rules.usage})
        own = [row for row in _rows() if row["name"].startswith(f"{game}:")]
        if own:
            say("")
            print_rows([{"name": row["name"], "what it is": row["summary"]} for row in own])


def _row(name: str, rules: Game) -> dict[str, Any]:
    turn = getattr(rules, "turn", None)
    row = {"name": name, "summary": rules.summary, "rules": str(rules), "state": rules.usage}
    return row if turn is None else row | {"turn": turn.describe()}


def _turn_in_words(modes: int, outcomes: int, options: int) -> str:
    sizes = {"mode": modes, "outcome": outcomes, "option": options}
    return ", ".join(counted(count, what) for what, count in sizes.items())


def _rows() -> list[dict[str, Any]]:
    """A row for each name; of two names for the same rules the second one points to the first."""
    first: dict[Game, str] = {}
    rows = []
    for name, make in named_games().items():
        if hasattr(make, "takes_long"):
            what = make.summary
            rows.append({"name": name, "summary": what, "rules": what, "state": make.usage})
            continue
        rules = make()
        row = _row(name, rules)
        if first.setdefault(rules, name) != name:
            row["summary"] = f"the same as {first[rules]}"
        rows.append(row)
        rows += [
            row | {"name": other, "summary": f"the same as {name}"}
            for other, same in SAME.items()
            if same == name
        ]
    return rows


# --- advice ---------------------------------------------------------------------------------------


def _states(formatter: click.HelpFormatter) -> None:
    """Say what a state is, as the games themselves say it."""
    kinds: dict[str, list[str]] = {}
    for name, make in games_made_at_once().items():
        kinds.setdefault(make().usage, []).append(name)
    with formatter.section("A state is"):
        formatter.write_dl(
            [
                (usage, f"in {', '.join([*names[:_NAMES], *['…'] * (len(names) > _NAMES)])}")
                for usage, names in kinds.items()
            ]
        )


@verb(
    "Say what to do in a state of GAME.",
    "pigcore advise pig 41 49 27",
    "pigcore advise pig --goal 30 --players 3 10 20 12 14",
    "pigcore advise bag dice.csv 2 0 0",
    "pigcore advise farkle:kcd 1200 3000 350 --throw 1,1,5,3,2,4",
    words="[FILE] STATE...",
    more=_states,
)
@throw
def advise(asked: Asked) -> None:
    """Say what to do in a state of GAME, and what the choices are worth.

    Numbers in brackets are optional. After the game `bag` you may name the file of its dice.
    """
    from ...games.margins import advice_sentence

    throw = asked.throw
    solution, (state, thrown) = asked.solved(lambda rules, rest: _asked_at(rules, rest, throw))
    game = solution.game
    advice, payoffs = (
        _of_a_throw(solution, state, thrown)
        if thrown
        else (solution.advise(*state), solution.payoffs(*state))
    )
    if asked.as_json:
        say_json(advice)
        return
    facts = advice_in_words(game, advice)
    best = advice["best"] if payoffs else []
    say_wrapped(
        advice_sentence(game, best, payoffs) if best else "Nothing scores: the turn is over."
    )
    say("")
    if len(payoffs) > 1:
        most = _CHOICES if "payoffs" in facts else 2 * _CHOICES if thrown else len(payoffs)
        outlook = None if thrown else solution.outlook(*state)
        print_rows(choices_in_words(game, payoffs, most, outlook))
        say("")
    print_facts(facts)


def _asked_at(game: Any, words: tuple[str, ...], throw: str | None) -> tuple[Any, Any]:
    """The state that is asked about; and of dice of several kinds what they show."""
    dice = getattr(getattr(game, "turn", None), "source", None)
    if throw is None or not isinstance(dice, Dice) or dice.alike:
        return numbers(words, game, throw), None
    state = numbers(words, game)
    return state, dice.check_throw(faces_in(throw, game), state[game.players + 1])


def _of_a_throw(solution: Any, state: tuple[Any, ...], thrown: Any) -> tuple[dict[str, Any], Any]:
    """Advice on a throw of dice of several kinds: what each choice leads to is looked up."""
    from ...solvers.solution import payoff_rows
    from ...version import VERSION

    game, at, dice = solution.game, solution.game.players, solution.game.turn.source
    payoffs: dict[Any, float] = {}
    for aside, (gain, left) in dice.asides(thrown).items():
        then = (*state[:at], state[at] + gain, left, *state[at + 2 :])
        for action, worth in solution._payoffs(then).items():
            payoffs[Choice(aside, action, left)] = worth
    most = max(payoffs.values(), default=None)
    advice = {
        "game": game.as_dict(),
        "state": {**game.named(state), "throw": " ".join(dice.named(thrown))},
        "best": [choice for choice, worth in payoffs.items() if worth == most] or [BUSTS],
        "value": most,
        "payoffs": payoff_rows(payoffs),
        "version": VERSION,
    }
    return advice, payoffs


# --- whole games ----------------------------------------------------------------------------------


@verb(
    "Solve GAME: who wins, and how to play.",
    "pigcore solve pig --goal 50 -o pig.npz",
    "pigcore solve pig --goal 30 --players 3",
    "pigcore solve mine.toml --json",
    words="[FILE]",
)
@click.option(
    "--method",
    type=Name("newton", "sweep", "pairs", "rounds"),
    help="newton (default), sweep, pairs or rounds; for a race.",
)
@click.option("--tolerance", type=Real(), help="Largest error allowed; 1e-12 by default.")
@click.option("--max-iterations", type=Whole(), help="Largest number of iterations.")
@output("Save the solution here.", SOLUTION)
@click.option("--details", is_flag=True, help="Print all numbers instead.")
def solve(asked: Asked) -> int:
    """Solve GAME, and say who wins and how to play.

    The status is 1 if the tolerance is not reached. After the game `bag` you may name the file of
    its dice: pigcore solve bag dice.csv
    """
    names = ("method", "tolerance", "max_iterations")
    options = {name: getattr(asked, name) for name in names}
    solution, _ = asked.solved(nothing_but("advise answers for a state"), **options)
    if asked.output is not None:
        solution.save(asked.output)
    _print_summary(asked, solution)
    return DONE if solution.converged else FAILED


def _print_summary(asked: Asked, solution: Any) -> None:
    """Print who wins and how to play, or all facts."""
    from ..sentences import in_plain_words

    game, saved = solution.game, {"saved": asked.output} if asked.output else {}
    if asked.as_json:
        only_without("JSON has all details", details=asked.details or None)
        say_json(solution.summary() | saved)
        return
    if asked.details:
        print_facts(summary_in_words(game, solution.summary()) | _besides(solution) | saved)
        return
    goal = f" to {game.goal:,}" if hasattr(game, "goal") else ""
    lines = [f"{game.name}{goal}", *in_plain_words(solution)]
    if not solution.converged:
        lines.append(
            f"The tolerance {solution.tolerance:g} is not reached: the residual is "
            f"{number(solution.residual)}."
        )
    where = f"every state: `pigcore table {asked}`"
    if getattr(game, "falls", False):
        where = f"a state: `pigcore advise {asked} {game.usage}`"
    lines.append(f"What to do in {where}. All numbers: --details.")
    lines += [f"Saved: {path}" for path in saved.values()]
    say_wrapped("\n".join(lines))


def _besides(solution: Any) -> dict[str, str]:
    """Who is favoured of two, and the fewest turns of a player alone if they are quick."""
    from ...play.alone import alone, quick

    game, facts = solution.game, {}
    if game.worth == "first player wins" and not game.shared:
        more = solution.value - 0.5
        who = f"the {'first' if more > 0 else 'second'} player, by {number(abs(more))}"
        facts["favoured"] = f"{who} {'above' if more > 0 else 'below'} 1/2" if more else "nobody"
        if hasattr(game, "turn") and not (game.other or game.penalty) and quick(game):
            facts["turns alone"] = number(alone(game).turns)
    return facts


# --- a contest ------------------------------------------------------------------------------------


@verb(
    "Answer a contest's queries about Hold or Continue.",
    "pigcore judge < queries.txt",
    game="",
    digits=False,
    settings={},
)
def judge(asked: Asked) -> None:
    """Answer the contest's queries (Hold or Continue, ICPC Latin America 2019).

    The game is always that of the problem, hold-or-continue: Pig to exactly 75 points.

    Standard input has Q, then Q lines C H X: the scores of the player to move and of the opponent,
    and the points of the turn so far. Standard output has one line for each, H (hold) or C
    (continue).
    """
    from ..judge import answers

    hint("pigcore", "Q, then Q lines C H X")
    _, text = read_text("-", "give Q, then Q lines C H X")
    found = answers(text)
    if asked.as_json:
        say_json(found)
    elif found:
        say("\n".join(found))
