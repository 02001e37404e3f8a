"""What the verbs of ``pigverify`` take, what they refuse, and which proof they ask for."""

from __future__ import annotations

from typing import Any

import click

from pigcore.console.arguments import (
    Command,
    Real,
    Whole,
    as_json,
    game_and_rest,
    nothing_left,
    numbers,
    only_without,
)
from pigcore.console.output import progress_bar, say, say_json
from pigcore.console.process import DONE, FAILED, STATUSES
from pigcore.games.errors import StateError
from pigcore.games.rules import names_a_solution
from pigcore.games.spelling import shown
from pigcore.version import VERSION

from .printing import lay_out

__all__ = ["match", "pigverify", "published"]

_DIGITS = "Digits of the payoffs; 30 by default, 50 with --second."
_HELP = {"help_option_names": ["-h", "--help"]}

_goal = click.option("--goal", type=Whole(), help="Points to win, if not the game's own.")
_plain = click.option(
    "--plain", "alone", is_flag=True, help="Prove with Python alone, nothing compiled."
)


def _say(result: Any, as_json: bool) -> None:
    if as_json:
        say_json(result.as_dict())
    else:
        say(str(result))


@click.command("pigverify", cls=Command, context_settings=_HELP, epilog=STATUSES)
@click.argument("game", metavar="GAME|FILE")
@click.argument("words", metavar="[FILE] [STATE...]", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Prove every decision of the game.")
@click.option("--second", is_flag=True, help="Recompute a state by another route as well.")
@click.option("--exact", is_flag=True, help="Compute what a state is worth as a fraction.")
@click.option("--disputed", type=Whole(), help="Show this many of the closest calls of the game.")
@_goal
@click.option("--players", type=Whole(), help="Make the race one for 2 to 6 players.")
@click.option("--seat", type=Whole(), help="Where it counts who began: 2 if the opponent did.")
@click.option("--throw", metavar="FACES", help="The dice on the table: 1,1,5 or 115.")
@click.option("--digits", type=Whole(), help=_DIGITS)
@click.option("--tolerance", type=Real(), help="Largest error allowed in a FILE.")
@click.option("-o", "--output", metavar="FILE.pigcert", help="With --all: write a certificate.")
@_plain
@as_json
@click.version_option(VERSION, prog_name="pigverify")
def pigverify(game: str, words: tuple[str, ...], as_json: bool, alone: bool, **asked: Any) -> int:
    """Prove what is best in a state of a GAME or in all states, or check whether a FILE is right.

    \b
    pigverify pig 41 49 27         own score, opponent's score, turn total
    pigverify pig 1 49 28 --second a state, also by another route
    pigverify pig 0 0 --exact      what a state is worth, as a fraction
    pigverify pig --all            every decision of the game
    pigverify pig --all --plain    the same with nothing compiled
    pigverify pig --disputed 5     the closest calls of the game
    pigverify pig --players 3 --goal 20 --all    a game of three players
    pigverify pig.npz              a saved solution, entry by entry
    pigverify pig.npz 41 49 27     a state of its game
    pigverify rules.toml 3 4       a game of your own
    pigverify duel [20]            the equilibrium [the replies to hold at 20]
    pigverify bag dice.csv         the score of a bag of dice
    pigverify farkle:kcd 3600 3650 200 --throw 1,5,2,3    what to set aside
    pigverify pig --all -o pig.pigcert    the proof as a file: a certificate
    pigverify pig.pigcert [GAME]   check it [and that it is about GAME]
    pigverify match pig optimal hold:20    bounds of what a policy wins
    pigverify published            published figures, recomputed
    """  # noqa: D301
    from .certificates.files import names_a_certificate
    from .kernels import plain

    with plain(alone), progress_bar("proving") as progress:
        result = _proof(game, words, progress=progress, **asked)
    _say(result, as_json)
    if not as_json and names_a_solution(game) and not names_a_certificate(game):
        # Of the game of a file only the name is said so far, which other games may have as well.
        say(lay_out(f"{game} is about {getattr(result, 'report', result).game}", []))
    return DONE if result.ok else FAILED


def _proof(
    name: str,
    words: tuple[str, ...],
    *,
    everything: bool,
    second: bool,
    exact: bool,
    disputed: int | None,
    goal: int | None,
    players: int | None,
    seat: int | None,
    throw: str | None,
    digits: int | None,
    tolerance: float | None,
    output: str | None,
    progress: Any,
) -> Any:
    """The verdict on one state, or the report on a game or a file."""
    from . import entry
    from .certificates import write_certificate
    from .certificates.files import names_a_certificate

    whole = {
        "all": everything or None, "second": second or None, "exact": exact or None,
        "disputed": disputed,
    }  # fmt: skip
    if names_a_certificate(name):
        only_without(
            f"{name} is a proof of every state", **whole, players=players, seat=seat, throw=throw,
            digits=digits, tolerance=tolerance, output=output,
        )  # fmt: skip
        return _checked(name, words, goal, progress)
    if output is not None and not everything:
        raise StateError("a certificate proves every state: add --all, or leave -o out")
    saved = names_a_solution(name)
    if saved:
        only_without(f"{name} is solved already", goal=goal, players=players)
        from pigcore.solvers.files import read

        rules, rest = read(name)[0], words
    else:
        rules, rest = game_and_rest(name, words, goal=goal, players=players)
    if everything and rest:
        raise StateError(
            f"--all proves every state, but {shown(rest[0])} is given too: leave one of them out"
        )
    given: dict[str, Any] = {} if digits is None else {"digits": digits}
    if exact:
        only_without("--exact computes one value", all=everything or None, second=second or None,
                     disputed=disputed, tolerance=tolerance)  # fmt: skip
        state = numbers(rest, rules, throw, seat) if rest else ()
        return entry.valued(rules, *state, **given, progress=progress)
    if rest:
        only_without("only what is proved of a whole FILE has a tolerance", tolerance=tolerance)
        only_without("the closest calls are those of a whole game", disputed=disputed)
        state = numbers(rest, rules, throw, seat)
        if second:
            return entry.second(rules, *state, **given, progress=progress)
        return entry.check(rules, *state, **given, progress=progress)
    only_without("only a state has dice on the table or a seat", throw=throw, seat=seat)
    only_without("only the payoffs of one state have digits", digits=digits)
    if second:
        raise StateError(f"--second recomputes one state: add {rules.usage}")
    if disputed is not None:
        only_without("the closest calls have no error to tolerate", tolerance=tolerance)
        return entry.disputed(rules, disputed, progress=progress)
    if saved:
        only_without(f"a certificate is made of a game, and {name} is a solution", output=output)
        return entry.certify(name, tolerance=tolerance, progress=progress)
    only_without("only a saved solution has an error to tolerate", tolerance=tolerance)
    if not everything and not rules.begins_anywhere:
        raise StateError(f"no state is given: add {rules.usage}, or --all for every state")
    if output is not None:
        return write_certificate(rules, output, progress=progress)
    return entry.certify(rules, progress=progress)


def _checked(name: str, words: tuple[str, ...], goal: int | None, progress: Any) -> Any:
    """What a certificate proves, about the game that the words mean if there are any."""
    from .certificates import check_certificate

    if not words:
        only_without(f"{name} has a goal of its own", goal=goal)
        return check_certificate(name, progress=progress)
    game, rest = game_and_rest(words[0], words[1:], goal=goal)
    nothing_left(rest, f"{name} is a proof of every state")
    return check_certificate(name, game, progress=progress)


# --- matches --------------------------------------------------------------------------------------


@click.command("pigverify", context_settings=_HELP, epilog=STATUSES)
@click.argument("verb", metavar="match", expose_value=False)
@click.argument("game")
@click.argument("first")
@click.argument("second")
@_goal
@click.option("--start", nargs=2, type=Whole(), help="Scores to begin with: FIRST's, SECOND's.")
@click.option("--digits", type=Whole(), default=30, help="Digits of the chances; 30 by default.")
@_plain
@as_json
def match(
    game: str,
    first: str,
    second: str,
    goal: int | None,
    start: tuple[int, int] | None,
    digits: int,
    alone: bool,
    as_json: bool,
) -> int:
    """Prove bounds for how often the policy FIRST wins against SECOND in GAME.

    \b
    pigverify match pig optimal hold:20
    pigverify match pig keep-pace optimal --digits 50
    pigverify match hog:fa24 always:5 mine.py:strategy
    pigverify match pig optimal optimal --start 30 0 --json

    GAME is a race for two or a game of Hog. A policy is optimal, which is proved first; in a race
    hold:TOTAL, hold:goal, race:TOTAL:SCORE or keep-pace[:BASE:SLOPE:END]; in Hog always:DICE; or
    FILE.py:function, a function of a state (`pigcore policy --help`; without a function:
    final_strategy). Of the options of a throw, all but optimal take that of most points.
    """  # noqa: D301
    from .entry import match as prove
    from .kernels import plain

    rules, _ = game_and_rest(game, (), goal=goal)
    with plain(alone), progress_bar("proving") as progress:
        found = prove(rules, first, second, start=start or (0, 0), digits=digits, progress=progress)
    _say(found, as_json)
    return DONE


# --- published figures ----------------------------------------------------------------------------


@click.command("pigverify", context_settings=_HELP, epilog=STATUSES)
@click.argument("verb", metavar="published", expose_value=False)
@click.option(
    "--only", multiple=True, metavar="NAME", help="A source or a figure; may be repeated."
)
@click.option("--list", "listing", is_flag=True, help="Only say what is claimed; compute nothing.")
@as_json
def published(only: tuple[str, ...], listing: bool, as_json: bool) -> int:
    """Recompute published figures about these games, and give each a verdict.

    \b
    pigverify published                        all that is quick (three minutes)
    pigverify published --only vilches-2022    one source
    pigverify published --only cs212-19-35-4   one figure
    pigverify published --list                 who claims what, nothing computed

    Figures that --list says take many minutes are judged only if --only names them or their source.

    Of a contradicted figure other readings of its source are tried. The exit status is 0 even if
    figures are contradicted; it is 1 only if what was computed is not exact enough to judge one.
    """  # noqa: D301
    from .published.judge import UNDECIDED, chosen, judge, listed, summary

    wanted = chosen(only)
    if listing:
        if as_json:
            say_json([figure.as_dict() for figure in wanted])
        else:
            say(listed(wanted))
        return DONE
    wanted = tuple(figure for figure in wanted if only or not figure.long)
    judged, done = [], 0
    work = sum(figure.seconds for figure in wanted)
    with progress_bar("recomputing") as progress:
        for figure in wanted:
            if progress:
                progress(done, work)
            judged.append(judge(figure))
            done += figure.seconds
    if as_json:
        say_json([one.as_dict() for one in judged])
    else:
        say("\n\n".join([*map(str, judged), summary(judged)]))
    return FAILED if any(one.verdict == UNDECIDED for one in judged) else DONE
