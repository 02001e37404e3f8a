"""What policies do, and what they are worth: ``match``, ``reply``, ``coach``, ``policy``."""

from __future__ import annotations

from textwrap import fill
from typing import Any

import click

from ...console.arguments import Name, numbers, refuse_options
from ...console.output import print_rows, progress_bar, say
from ...games.asking import telling
from ...games.margins import action_in_words
from ...games.spelling import fixed
from ...result import Fact
from ..options import Asked, count, opponents, output, start, throw, verb

__all__ = ["coach", "match", "policy", "reply"]


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
    rows += [
        (
            "everywhere",
            "FILE.py:FUNCTION, a saved solution: .npz, or lists of answers: .json, .csv",
        ),
        ("composed", "POLICY unless CONDITION then POLICY"),
    ]
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

    refuse_options((asked.policy, *asked.state))
    rules = asked.rules
    module = module_of(rules)
    found = parse(rules, asked.policy)
    facts = [Fact("policy", asked.policy), Fact("words", str(found))]
    if asked.state or asked.throw is not None:
        there = numbers(asked.state, rules, asked.throw)
        facts.append(Fact("state", rules.named(there), "state", rules.spell(there)))
        facts.append(Fact("answer", _plain(module.answer(rules, found, *there))))
    else:
        with progress_bar(f"asking {asked.policy}") as progress, telling(progress):
            facts.append(Fact("states", module.check(rules, found)))
    if asked.output is not None:
        save_policy(asked.output, rules, found)
        facts.append(Fact("saved", asked.output))
    asked.tell(rules, None, *facts)


def _plain(answer: Any) -> Any:
    """An answer as JSON has it: an action, or {action: chance} with chances as floats."""
    if isinstance(answer, dict):
        return {str(action): float(chance) for action, chance in answer.items()}
    return answer


# --- against each other ---------------------------------------------------------------------------


@verb(
    "Compute how often policies beat each other.",
    "pigcore match pig optimal hold:20",
    "pigcore match pig optimal hold:20 --start 30 0 --json",
    "pigcore match pig --players 3 --goal 30 optimal hold:20 hold:25",
    "pigcore match pig --players 3 --goal 30 hold:20 optimal --start 20 0 5",
)
@click.argument("first")
@click.argument("second")
@click.argument("others", nargs=-1)
@start
@click.option("--lengths", is_flag=True, help="Print how likely the game ends with each turn.")
@click.option("--never", type=Name("loss", "half", "again"), help="What a game counts without end.")
def match(asked: Asked) -> None:
    """Compute exactly how often the policy FIRST beats SECOND in GAME.

    Turns, scores and losses are those of games in which FIRST moves first. With three or more
    players OTHERS follow; if only SECOND is given, all others use it. `pigcore policy --help` lists
    the policies.
    """
    from ...play import match as play
    from ...play.policies import parse

    rules, facts = asked.rules, asked.between()
    rivals, start = opponents(rules, facts[0].value[1:]), facts[1].value
    with progress_bar(f"playing {rules.name}") as progress, telling(progress):
        found = play(
            rules, parse(rules, asked.first), rivals, start=start, never=asked.never or "loss"
        )
        turns = found.lengths.rows() if asked.lengths and hasattr(found, "lengths") else []
    more = []
    if turns:
        more.append(Fact("length", found.lengths.as_dict() | {"chances": found.lengths.chances}))
    if asked.tell(rules, found, *facts, more=more) and turns:
        print_rows(turns)


@verb(
    "Find the best reply to a policy.",
    "pigcore reply pig hold:20 --count 5",
    "pigcore reply pig --players 3 --goal 30 hold:20 optimal --count 5",
)
@click.argument("policy")
@click.argument("others", nargs=-1)
@count("Deviations to list")
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
@count("Mistakes to tell", 3)
def coach(asked: Asked) -> None:
    """Say what POLICY gives away in GAME against OPPONENT (best play, if none is named), in which
    situations, and which small changes gain most.

    "Costs" are shares of all that is given away: of the games in 100 that the best reply to the
    opponent wins more. "Mended" is what the policy wins once it plays that situation alone as the
    best reply does. That may be less than before where it plays badly what follows: such things are
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
        found = coached(rules, *players, progress=progress)
    count = max(asked.count, 0)
    named = Fact("policy", asked.policy)  # as it was typed
    if not asked.tell(rules, found, named, more=[Fact("mistakes", found.rows(count))]):
        return
    if hasattr(found, "advice"):
        _print_advice(rules, found)
    if listed := found.listed(count):
        moving = getattr(found, "moving", "").strip()
        say(f"\n{moving}:" if moving else "")
        print_rows(listed)


def _print_advice(rules: Any, found: Any) -> None:
    """The situations, and the small changes."""
    for one in found.advice:
        best, chosen = (action_in_words(rules, what) for what in (one.best, one.chosen))
        gain = f"{'gains' if one.gain > 0 else 'loses'} {fixed(abs(one.gain))}"
        _paragraph(
            f"\n{one.share:>4.0%}  ",
            f"{one.words}; mended alone it {gain} and wins {fixed(one.wins)}",
            f"{rules.spell(one.state)}: {best}, not {chosen}",
        )
    if found.advice:
        _paragraph("\n", found.zones)
    if found.edits:
        say("")
        print_rows(
            [
                {
                    "change": _CHANGES[edit.kind],
                    "wins": fixed(edit.wins),
                    "policy": edit.policy or edit.words,
                }
                for edit in found.edits
            ]
        )


_CHANGES = {
    "number": "one number",
    "choice": "other options",
    "exception": "one exception",
    "constant": "one more number",
}
"""The kinds of small changes, in a column's words."""


def _paragraph(first: str, *parts: str) -> None:
    """Lines of at most 80 columns, those after the first under its text."""
    indent = " " * len(first.lstrip("\n"))
    say("\n" * first.count("\n") + "\n".join(
        fill(part, 80, initial_indent=indent if n else first.lstrip("\n"), subsequent_indent=indent)
        for n, part in enumerate(parts)
    ))  # fmt: skip
