"""To compare strategies: ``match``, ``tournament``, ``reply``, ``coach``, ``thumb``, ``simulate``,
``policy``; and the contests, ``contest`` and ``judge``.
"""

from __future__ import annotations

import os
from typing import Any

import click

from ...console.arguments import (
    Real,
    given,
    nothing_left,
    numbers,
    only_without,
)
from ...console.output import hint, print_facts, print_rows, progress_bar, say, say_json
from ...console.process import DONE, FAILED, width
from ...games import HoldOrContinue
from ...games.checks import between, written
from ...games.errors import RuleError, StateError
from ...games.functions import telling
from ...games.spelling import counted, shown
from ...games.texts import read_text
from ...result import Fact
from ...writing import write_text
from ..options import (
    Asked,
    as_csv,
    choice,
    flag,
    opponents,
    output,
    players,
    seat,
    sharing,
    throw,
    verb,
    whole,
    workers,
)  # fmt: skip

# --- one policy -----------------------------------------------------------------------------------


def _policies(formatter: click.HelpFormatter) -> None:
    """List the policies of each family, as they say it themselves."""
    from ...games.rules import games_made_at_once
    from ...play.policies import usages

    kinds: dict[tuple[str, ...], str] = {}
    for name, make in games_made_at_once().items():
        if found := usages(make()):
            kinds.setdefault(tuple(found), name)
    rows = [
        (f"in {name}" if place == 0 else "", usage)  # a line each: none is ever broken
        for found, name in kinds.items()
        for place, usage in enumerate(found)
    ]
    files = "FILE.py:FUNCTION, a saved solution: .npz, or lists of answers: .json, .csv"
    rows += [("everywhere", files), ("composed", "POLICY unless CONDITION then POLICY")]
    with formatter.section("A policy is"):
        formatter.write_dl(rows)


@verb(
    "Show what a policy does.",
    "pigcore policy pig keep-pace 30 50 23",
    "pigcore policy pig 'hold:25 unless own>=60 then hold:goal'",
    "pigcore policy pig --players 3 keep-pace 30 50 40 23",
    "pigcore policy hog:fa24 strategy.py:mine",
    "pigcore policy hog:fa24 optimal -o final.py",
    "pigcore policy farkle:kcd hold:300 0 0 100 --throw 1,5,5,3",
    more=_policies,
)
@click.argument("policy")
@click.argument("state", metavar="[STATE...]", nargs=-1)
@throw
@output("In Hog, save the policy as a program here: a file that ends in .py.")
def policy(asked: Asked) -> None:
    """Say in words what POLICY does in GAME, and what it answers in a state.

    Without a state, the policy is asked in every state, and an answer that is not an action is
    refused. In Hog it is saved as a program of at most 100 kB, whose function final_strategy needs
    no other file.
    """
    from ...play.policies import module_of, parse, save_policy

    rules = asked.rules
    module = module_of(rules)
    found = parse(rules, asked.policy)
    facts = [Fact("policy", asked.policy), Fact("words", str(found))]
    if asked.state or asked.throw is not None:
        there = numbers(asked.state, rules, asked.throw)
        facts.append(Fact("state", rules.named(there), "state", rules.spell(there)))
        answer = module.answer(rules, found, *there)
        if isinstance(answer, dict):
            answer = {str(action): float(chance) for action, chance in answer.items()}
        facts.append(Fact("answer", answer))
    else:
        with progress_bar(f"asking {asked.policy}") as progress, telling(progress):
            facts.append(Fact("states", module.check(rules, found)))
    if asked.output is not None:
        save_policy(asked.output, rules, found)
        facts.append(Fact("saved", asked.output))
    asked.tell(rules, None, *facts)


# --- against each other ---------------------------------------------------------------------------


@verb(
    "Compute how often policies beat each other.",
    "pigcore match pig optimal hold:20",
    "pigcore match pig optimal hold:20 --start 30 0 --json",
    "pigcore match pig --players 3 --goal 30 optimal hold:20 hold:25",
    "pigcore match pig --players 3 --goal 30 hold:20 optimal --start 20 0 5",
)
@players
@flag("lengths", "Print how likely the game ends with each turn.")
@choice("never", ("loss", "half", "again"), "What a game counts without end.")
def match(asked: Asked) -> None:
    """Compute exactly how often the policy FIRST beats SECOND in GAME.

    Turns, scores and losses are those of games in which FIRST moves first. With three or more
    players OTHERS follow; if only SECOND is given, all others use it. `pigcore policy --help` lists
    the policies.
    """
    from ...play import match as play
    from ...play.policies import parse

    rules, facts = asked.rules, asked.between()
    seated = parse(rules, asked.first), opponents(rules, facts[0].value[1:])
    with progress_bar(f"playing {rules.name}") as progress, telling(progress):
        found = play(rules, *seated, start=facts[1].value, never=asked.never or "loss")
        lengths = found.lengths if asked.lengths and hasattr(found, "lengths") else None
    all_of_it = lengths and Fact("length", lengths.as_dict() | {"chances": lengths.chances})
    if asked.tell(rules, found, *facts, more=[all_of_it] if all_of_it else ()) and lengths:
        print_rows(lengths.rows())


@verb(
    "Find the best reply to a policy.",
    "pigcore reply pig hold:20 --count 5",
    "pigcore reply pig --players 3 --goal 30 hold:20 optimal --count 5",
)
@click.argument("policy")
@click.argument("others", nargs=-1)
@whole("count", "Deviations to list; {} by default.", 10)
def reply(asked: Asked) -> None:
    """Say how often the best reply to POLICY wins in GAME, and where it deviates most from best
    play.

    With three or more players it replies to POLICY and OTHERS, who move after it in that order; if
    only POLICY is given, all others use it.
    """
    from ...play import best_response

    rules, texts, count = asked.rules, [asked.policy, *asked.others], max(asked.count, 0)
    with progress_bar(f"playing {rules.name}") as progress, telling(progress):
        found = best_response(rules, opponents(rules, texts))
    more = [Fact("deviations", found.rows(count))]
    asked.tell(rules, found, Fact("policy", " and ".join(texts)), rows=count, more=more)


# --- better ---------------------------------------------------------------------------------------


@verb(
    "Say what a policy gives away, and how to make it better.",
    "pigcore coach pig hold:20 --count 10",
    "pigcore coach pig hold:20 hold:25 --json",
    "pigcore coach hog:fa24 strategy.py:mine",
    "pigcore coach farkle:kcd hold:300 --goal 2000",
    "pigcore coach duel hold:20",
    "pigcore coach bag always:rock",
)
@click.argument("policy")
@click.argument("opponent", required=False)
@whole("count", "Mistakes to tell; {} by default.", 3)
@seat
def coach(asked: Asked) -> None:
    """Say what POLICY gives away in GAME against OPPONENT (best play, if none is named), in which
    situations, and which small changes gain most.

    "costs" are shares of all that is given away: of the games in 100 that the best reply to the
    opponent wins more. "mended" is what the policy wins more once it plays that situation alone as
    the best reply does. That may be less than 0 where it plays badly what follows: such things are
    better mended together. Each small change has what the changed policy wins; it is itself a
    policy, for other commands.

    Against best play it also says what the best reply to POLICY wins beyond its share, and lists
    the states whose mistakes cost most in a game: the loss there, times how often the state comes
    up. That is all it says of a duel, a bag, busts in a row, and players with different turns.
    """
    from ...play.policies import parse
    from ...study import coach as coached

    rules, texts = asked.rules, (asked.policy, asked.opponent)
    players = [parse(rules, text) for text in texts if text is not None]
    with progress_bar(f"coaching {asked.policy}") as progress:
        found = coached(rules, *players, seat=asked.seat or 1, progress=progress)
    count, named = max(asked.count, 0), Fact("policy", asked.policy)  # as it was typed
    more = [Fact("mistakes", found.rows(count))]
    asked.tell(rules, found, named, rows=count, more=more)


@verb(
    "Find rules of thumb for GAME, and what they lose.",
    "pigcore thumb pig",
    "pigcore thumb pig keep-pace linear-race --workers 2 -o rules.csv",
    "pigcore thumb pass-the-pigs --regression",
    "pigcore thumb farkle:minimal bank/best-turn --goal 1000",
    "pigcore thumb hog:fa24 always free lead",
)
@click.argument("names", metavar="[FAMILY...]", nargs=-1)
@whole("descents", "Searches of each large family; 12 by default.")
@workers
@output("Write the table to this CSV file.")
@as_csv("Print the table as CSV.")
@flag("regression", "Fit a regression to best play instead.")
def thumb(asked: Asked) -> None:
    """Find rules of thumb for GAME, a race of two or Hog, that lose as little as possible to best
    play.

    "constants" is how many numbers one has to remember; "loss" is one half minus the rule's average
    win chance against best play; "exploitability" is how much more than one half the best reply to
    it wins. A star marks the rules that no simpler rule beats.

    FAMILY is hold (hold at n), race (hold at n, but roll for the goal once somebody has so many
    points), pace (keep pace with the opponent), keep-pace (both), late, linear or linear-race. In
    turns of more than a single roll it is bank (at n), race, or modes (by what is in hand), or
    where dice are set aside dice, with /most-points or /best-turn where throws leave a choice. In
    Hog it is always (n dice), free (n dice, but 0 where that gains at least k points on the
    opponent), lead (n dice, but 0 once one leads by so much), zones (n dice, others when so far
    behind or ahead) or free-zones.

    With --regression the decisions of best play are regressed on own score, opponent's score and
    hand (the turn total), as in the literature.
    """
    rules, workers, output = asked.rules, asked.workers, asked.output
    chosen = given(descents=asked.descents, names=asked.names or None)
    if asked.regression:
        others = given(workers=workers, output=output, csv=asked.as_csv or None)
        only_without("a regression searches nothing", descents=asked.descents, **others)
        nothing_left(asked.names, "a regression searches no families")
        _regress(asked, rules)
        return
    from ...study.thumb import rules_of_thumb

    with progress_bar(f"searching {rules.name}") as progress, sharing(workers) as executor:
        found = rules_of_thumb(rules, executor=executor, progress=progress, **chosen)
    if output is not None:
        write_text(output, found.to_csv(), end="")
    asked.tell(rules, found, rows=len(found.rules))


def _regress(asked: Asked, rules: Any) -> None:
    from ...study.thumb import READINGS, decision_regression

    fits: dict[str, Any] = {}
    refused: dict[str, RuleError] = {}
    for reading in READINGS:
        try:
            fits[reading] = decision_regression(rules, reading)
        except RuleError as error:
            refused[reading] = error
    if not fits:
        raise refused["cube"]
    failed = [{"reading": name, "error": str(error)} for name, error in refused.items()]
    facts = Fact("regressions", [*fits.values()], None), Fact("refused", failed, None)
    if not asked.tell(rules, None, *facts):
        return
    for reading, what in READINGS.items():
        say(f"\n{reading}: {what}")
        if fit := fits.get(reading):
            print_rows(fit.listed())
            print_facts(fit.told())
        else:
            say(str(refused[reading]))


# --- random dice ----------------------------------------------------------------------------------


@verb(
    "Play policies against each other with random dice.",
    "pigcore simulate pig optimal hold:20 --games 10000000 --workers 2",
    "pigcore simulate hog:fa24 always:5 random --transcripts 1",
    "pigcore simulate pig --players 3 --goal 30 optimal hold:20 hold:25",
)
@players
@whole("games", "How many games; {:,} by default.", 1_000_000)
@whole("seed", "The same seed gives the same games; {} by default.", 1)
@whole("transcripts", "How many games to show throw by throw.", 0)
@workers
def simulate(asked: Asked) -> None:
    """Play the policy FIRST against SECOND in GAME with random dice.

    FIRST moves first in every other game; turns and scores are those of these games. With three or
    more players OTHERS follow, or all others use SECOND, and each player begins in turn. `pigcore
    policy --help` lists the policies.
    """
    from ...play import simulate as play
    from ...play.policies import parse

    rules, facts = asked.rules, asked.between()
    seated = parse(rules, asked.first), opponents(rules, facts[0].value[1:])
    options = {name: getattr(asked, name) for name in ("games", "seed", "transcripts")}
    with sharing(asked.workers) as executor, progress_bar(f"playing {rules.name}") as progress:
        found = play(
            rules, *seated, start=facts[1].value, **options, executor=executor, progress=progress
        )
    if asked.tell(rules, found, *facts):
        for transcript in found.transcripts:
            say(f"\n{transcript}")


# --- each against every other ---------------------------------------------------------------------


@verb(
    "Compare several policies, each with every other.",
    "pigcore tournament pig optimal keep-pace hold:20 hold:25",
    "pigcore tournament hog:fa13 strategies --csv",
    "pigcore tournament pig --players 3 --goal 30 optimal hold:20 hold:25",
)
@click.argument("policies", nargs=-1, required=True)
@workers
@as_csv("Print a line of CSV for each pair.")
def tournament(asked: Asked) -> int:
    """Compare each of the POLICIES with every other in GAME, exactly and from all seats.

    Policies are ranked by the number of others that they beat, then by their mean win rate. Three
    or more players sit at every table that the policies can fill, in every order; one policy beats
    another if it wins more at the tables where both sit. A folder stands for the strategies of Hog
    in its files, as in `pigcore contest`.
    """
    if any(map(os.path.isdir, asked.policies)):
        only_without("strategies in files are of games for two", players=asked.players)
        return _contest(asked, asked.policies, 10.0)
    from ...play import tournament as play
    from ...play.policies import parse

    rules = asked.rules
    named = {text: parse(rules, text) for text in dict.fromkeys(asked.policies)}
    with progress_bar("tournament") as progress, sharing(asked.workers) as executor:
        found = play(rules, named, executor=executor, progress=progress)
    if asked.as_json or asked.as_csv:
        asked.tell(rules, found)
        return DONE
    rows = found.listed()
    if wide := max(map(len, str(found).splitlines())) > width():
        rows = [{name: row[name] for name in ("rank", "policy", "wins", "rate")} for row in rows]
    print_rows(rows)
    if wide:
        say("\nevery pair: --csv or --json")
    return DONE


# --- contests -------------------------------------------------------------------------------------


@verb(
    "Compare strategies of Hog in files.",
    "pigcore contest strategies --game hog:fa24",
    "pigcore contest mine.py:cautious mine.py:bold --game hog:fa24 --csv",
    game="",
)
@click.argument("strategies", nargs=-1, required=True, type=click.Path())
@click.option(
    "--game", metavar="GAME", help="Rules of Hog that the strategies are for; to be given."
)
@whole("goal", "Points to win, if not the game's own.")
@click.option(
    "--seconds", type=Real(), default=10.0, help="Time limit for each strategy; 10 by default."
)
@whole("workers", "Files at once; one per processor by default.")
@as_csv("Print a line of CSV for each strategy.")
def contest(asked: Asked) -> int:
    """Compare the STRATEGIES with each other in Hog, exactly and from both seats.

    STRATEGIES are folders of Python files, FILE.py, or FILE.py:FUNCTION; the function is
    final_strategy by default. Files of a folder that do not name it are helpers, for others to
    import. Each is asked in every state, in a process of its own with 1 GB. One
    that raises an error, gives an invalid answer or is too slow is disqualified; if all are, the
    exit status is 1. This guards against mistakes, not against malice.

    A win is an average above 1/2 by more than 1e-9. Strategies are ranked by wins, then by their
    mean rate. Of each the three mistakes are named that cost most in a game against best play.
    """
    if asked.game is None:
        raise RuleError(
            "the game is not given, and terms of Hog have different rules: add --game, such as "
            "--game hog:fa24 (pigcore games lists them)"
        )
    return _contest(asked, asked.strategies, asked.seconds)


def _contest(asked: Asked, files: tuple[str, ...], seconds: float) -> int:
    from ...study.hog_contest import contest as play

    rules = asked.rules
    with progress_bar("contest") as progress:
        found = play(rules, files, seconds=seconds, workers=asked.workers, progress=progress)
    asked.tell(rules, found)
    return DONE if found.tables else FAILED


@verb(
    "Answer a contest's queries about Hold or Continue.",
    "pigcore judge < queries.txt",
    game="",
    digits=False,
)
def judge(asked: Asked) -> None:
    """Answer the contest's queries (Hold or Continue, ICPC Latin America 2019).

    The game is always that of the problem, hold-or-continue: Pig to exactly 75 points.

    Standard input has Q, then Q lines C H X: the scores of the player to move and of the opponent,
    and the points of the turn so far. Standard output has one line for each, H (hold) or C
    (continue).
    """
    hint("pigcore", "Q, then Q lines C H X")
    _, text = read_text("-", "give Q, then Q lines C H X")
    found = answers(text)
    if asked.as_json:
        say_json(found)
    elif found:
        say("\n".join(found))


LETTERS = "CHX"
"""The contest's names for the mover's score, the opponent's and the points of the turn."""


def answers(text: str) -> list[str]:
    """``"H"`` or ``"C"`` for each query C H X of ``text``, which starts with their number.

    X = 0 continues, C + X = 75 holds (and wins); everything else is the solution's decision.

    Examples
    --------
    >>> answers("3 15 0 3 35 50 40 15 0 30")
    ['C', 'H', 'H']
    """
    from ...solvers import solve

    queries = _queries(text)
    if not queries:
        return []
    decide = solve(HoldOrContinue()).policy  # like solution.decide, without its warnings
    return ["C" if decide(*query) == "roll" else "H" for query in queries]


def _queries(text: str) -> list[tuple[int, ...]]:
    """The queries of a text, each one a state."""
    first, *words = text.split() or [""]
    if not first:
        raise StateError("the input is empty: give Q, the number of queries, then Q lines C H X")
    what = "Q, the number of queries,"
    count = between(written(first, what), what, 0)
    numbers = [
        written(word, f"query {place // 3 + 1}: {LETTERS[place % 3]}")
        for place, word in enumerate(words)
    ]
    if len(numbers) != 3 * count:
        follow = counted(len(numbers), "number follows", "numbers follow")
        raise StateError(
            f"Q, the number of queries, is {shown(count)}, but {follow} and not "
            f"{shown(3 * count)}: correct Q or the lines after it"
        )
    queries, goal = list(zip(*[iter(numbers)] * 3)), HoldOrContinue().goal
    for place, query in enumerate(queries, start=1):
        for letter, value, most in zip(LETTERS, query, (goal - 1, goal - 1, goal - query[0])):
            between(value, f"query {place}: {letter}", 0, most)
    return queries
