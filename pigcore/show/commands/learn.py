"""To play and to learn: ``solve``, ``advise``, ``play``, ``review``, ``page``, ``table``, ``plot``,
``games``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import (
    Real,
    faces_in,
    given,
    nothing_left,
    numbers,
    only_without,
)
from ...console.output import print_facts, print_rows, say, say_json, say_wrapped
from ...console.process import DONE, FAILED, width
from ...games.checks import between
from ...games.dice import BUSTS, Choice, Dice
from ...games.errors import FileError, PigcoreError, RuleError
from ...games.hog import SAME
from ...games.rules import games_made_at_once, named_games, names_a_solution, text_of
from ...games.spelling import ORDINALS, counted, meant, number, short, shown
from ...games.texts import read_text
from ...result import Fact
from ...writing import SOLUTION, write_text
from ..options import Asked, as_csv, choice, flag, output, seat, throw, verb, whole

if TYPE_CHECKING:
    from ...games.game import Game

_NAMES = 3
"""Names of games of which the help says what a state is."""

_CHOICES = 4
"""Choices in the table of advice, where all of them are among the facts."""

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
        say_json(_rows()) if as_json else _print_names(_rows())
        return
    if names_a_solution(game):
        from ...solvers import load

        rules, rest = load(game).game, asked.words
    else:
        rules, rest = asked.rules_and_rest()
    nothing_left(rest, "advise answers for a state")
    row = _row(game, rules)
    if asked.as_toml:
        say(text_of(rules), end="")
    elif as_json:
        say_json(row)
    else:
        source: Any = getattr(getattr(rules, "turn", None), "source", None)
        turn = {"a turn is": said} if (said := getattr(source, "words", "")) else {}
        if "turn" in row:
            sizes = (counted(n, what.removesuffix("s")) for what, n in row["turn"].items())
            turn["a turn has"] = ", ".join(sizes)
        print_facts({"name": game, "rules": row["rules"], **turn, "a state is": rules.usage})
        if own := [row for row in _rows() if row["name"].startswith(f"{game}:")]:
            say("")
            _print_names(own)


def _print_names(rows: list[dict[str, Any]]) -> None:
    print_rows([{"name": row["name"], "what it is": row["summary"]} for row in rows])


def _row(name: str, rules: Game) -> dict[str, Any]:
    turn = getattr(rules, "turn", None)
    row = {"name": name, "summary": rules.summary, "rules": str(rules), "state": rules.usage}
    return row if turn is None else row | {"turn": turn.describe()}


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
        others = [other for other, same in SAME.items() if same == name]
        rows += [row, *(row | {"name": one, "summary": f"the same as {name}"} for one in others)]
    return rows


# --- advice ---------------------------------------------------------------------------------------


def _states(formatter: click.HelpFormatter) -> None:
    """Say what a state is, as the games themselves say it."""
    kinds: dict[str, list[str]] = {}
    for name, make in games_made_at_once().items():
        kinds.setdefault(make().usage, []).append(name)
    for names in kinds.values():
        names[_NAMES:] = ["…"] * (len(names) > _NAMES)
    with formatter.section("A state is"):
        formatter.write_dl([(usage, f"in {', '.join(names)}") for usage, names in kinds.items()])


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
@seat
def advise(asked: Asked) -> None:
    """Say what to do in a state of GAME, and what the choices are worth.

    Numbers in brackets are optional. After the game `bag` you may name the file of its dice.
    """
    from ...games.margins import advice_sentence
    from ..words import advice_in_words, choices_in_words

    throw, seat = asked.throw, asked.seat
    solution, (state, thrown) = asked.solved(
        lambda rules, rest: _asked_at(rules, rest, throw, seat)
    )
    game = solution.game
    if thrown:
        advice, payoffs = _of_a_throw(solution, state, thrown)
    else:
        advice, payoffs = solution.advise(*state), solution.payoffs(*state)
    if asked.as_json:
        say_json(advice)
        return
    facts = advice_in_words(game, advice)
    over = "Nothing scores: the turn is over."
    say_wrapped(advice_sentence(game, advice["best"], payoffs) if payoffs else over)
    say("")
    if len(payoffs) > 1:
        most = _CHOICES if "payoffs" in facts else 2 * _CHOICES if thrown else len(payoffs)
        outlook = None if thrown else solution.outlook(*state)
        print_rows(choices_in_words(game, payoffs, most, outlook))
        say("")
    print_facts(facts)


def _asked_at(
    game: Any, words: tuple[str, ...], throw: str | None, seat: int | None
) -> tuple[Any, Any]:
    """The state that is asked about; and of dice of several kinds what they show."""
    dice = _dice_of(game, seat)
    if throw is None or not isinstance(dice, Dice) or dice.alike:
        return numbers(words, game, throw, seat), None
    state = numbers(words, game, seat=seat)
    return state, dice.check_throw(faces_in(throw), state[game.players + 1])


def _dice_of(game: Any, seat: int | None) -> Any:
    """What the mover's turn is made of: dice, if he sets any aside."""
    turn = game.turn_of(seat or 1) if hasattr(game, "turn_of") else None
    return getattr(turn, "source", None)


def _of_a_throw(solution: Any, state: tuple[Any, ...], thrown: Any) -> tuple[dict[str, Any], Any]:
    """Advice on a throw of dice of several kinds: what each choice leads to is looked up."""
    from ...solvers.solution import payoff_rows
    from ...version import VERSION

    game, at = solution.game, solution.game.players
    dice: Any = _dice_of(game, game.named(state).get("seat"))
    payoffs: dict[Any, float] = {}
    for aside, (gain, left) in dice.asides(thrown, state[at + 1]).items():
        then = (*state[:at], state[at] + gain, left, *state[at + 2 :])
        for action, worth in solution._payoffs(then).items():
            payoffs[Choice(aside, action, left)] = worth
    most = max(payoffs.values(), default=None)
    advice = {
        "game": game.as_dict(),
        "state": {**game.named(state), "throw": " ".join(dice.named(thrown, state[at + 1]))},
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
@choice("method", ("newton", "sweep", "pairs", "rounds"), "For a race; newton by default.")
@click.option("--tolerance", type=Real(), help="Largest error allowed; 1e-12 by default.")
@whole("max-iterations", "Largest number of iterations.")
@output("Save the solution here.", SOLUTION)
@flag("details", "Print all numbers instead.")
def solve(asked: Asked) -> int:
    """Solve GAME, and say who wins and how to play.

    The status is 1 if the tolerance is not reached. After the game `bag` you may name the file of
    its dice: pigcore solve bag dice.csv
    """
    names = ("method", "tolerance", "max_iterations")
    options = {name: getattr(asked, name) for name in names}
    remedy = "advise answers for a state"
    solution, _ = asked.solved(lambda _, rest: nothing_left(rest, remedy), **options)
    saved = {"saved": asked.output} if asked.output else {}
    if saved:
        solution.save(asked.output)
    if asked.as_json:
        only_without("JSON has all details", details=asked.details or None)
        say_json(solution.summary() | saved)
    elif asked.details:
        print_facts(solution.told() | _besides(solution) | saved)
    else:
        lines = [
            *_who_wins_and_how(asked, solution),
            *(f"Saved: {path}" for path in saved.values()),
        ]
        say_wrapped("\n".join(lines))
    return DONE if solution.converged else FAILED


def _who_wins_and_how(asked: Asked, solution: Any) -> list[str]:
    """Who wins and how to play, and where to read on."""
    from ..tables import has_table
    from ..words import in_plain_words

    game = solution.game
    goal = f" to {game.goal:,}" if hasattr(game, "goal") else ""
    lines = [f"{game.name}{goal}", *in_plain_words(solution)]
    if not solution.converged:
        missed = f"The tolerance {solution.tolerance:g} is not reached"
        lines.append(f"{missed}: the residual is {number(solution.residual)}.")
    where = f"every state: `pigcore table {asked}`"
    if not has_table(game):
        where = f"a state: `pigcore advise {asked} {game.usage}`"
    return [*lines, f"What to do in {where}. All numbers: --details."]


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


# --- move by move ---------------------------------------------------------------------------------

_REMEDY = "give a file of `pigcore play --record` or `pigcore simulate --transcripts 1 --json`"


@verb(
    "Play GAME at the terminal.",
    "pigcore play pig --advise",
    "pigcore play hog:fa24 --against always:5 --second",
    "pigcore play pig --against hold:20 --seed 7 --record game.json",
    "pigcore play pig --goal 50 --players 3 --against optimal --against hold:20",
    digits=False,
    json=False,
)
@click.option(
    "--against",
    metavar="POLICY",
    multiple=True,
    help="A policy; optimal by default. Given several times, of one opponent each.",
)
@flag("second", "Let the other side move first.")
@whole("seed", "The same seed gives the same dice.")
@flag("advise", "Say what is best, and what a decision gave away.")
@click.option("--record", help="Write the game to this file, for `pigcore review`.")
def play(asked: Asked) -> None:
    """Play GAME against best play or a policy, and see what luck and mistakes did.

    With three or more players all others follow the policy, or each his own. Type r to roll and h
    to hold, or in Hog a number of dice; ? asks for advice, u takes the last decision back, q quits.
    Each event is one line, so a screen reader can read it, and a script can play through a pipe. At
    the end a ledger separates luck from mistakes.
    """
    from numpy.random import SFC64, SeedSequence

    from ...play.policies import parse
    from ..session import Session, typed_lines

    if asked.seed is not None:
        between(asked.seed, "--seed", 0, 2**128 - 1)
    others, record = asked.against or ("optimal",), asked.record
    solution, _ = asked.solved(lambda rules, _: _playable(rules, len(others)))
    rules, boards = solution.game, _boards_of(solution.game)
    bits = SFC64(SeedSequence(asked.seed)).random_raw
    second = (2,) if getattr(rules, "other", None) else ()
    policies = (solution if text == "optimal" else parse(rules, text) for text in others)
    seats = [boards.seat_of(rules, policy, *second) for policy in policies]
    board = boards.board_of(rules, (None, *(seats * (rules.players - 1))[: rules.players - 1]))
    mover = len(board.score) - 1 if asked.second else 0
    session = Session(solution, board, others, mover, bits, asked.advise)
    if record is not None:  # a file that cannot be written is refused before anybody has played
        write_text(record, json.dumps(session.record()))
    try:
        session.play(typed_lines())
    finally:
        if record is not None:
            write_text(record, json.dumps(session.record()))
    if session.moves:
        say_wrapped("\n".join(session.ledger().lines()))


def _playable(rules: Any, others: int) -> None:
    """Refuse games that are not played move by move, and too many or too few policies."""
    _boards_of(rules)
    if others not in (1, rules.players - 1):
        raise RuleError(
            f"{counted(others, 'policy is', 'policies are')} given with --against, but {rules.name}"
            f" has {counted(rules.players - 1, 'opponent')}: give one for each, or one for all"
        )


def _boards_of(rules: Any) -> Any:
    from ...play.served import module_of

    return module_of("boards", rules, "are no games to play move by move")


@verb(
    "Separate luck from mistakes in a game that was played.",
    "pigcore review pig game.json --moves",
    "pigcore review pig games.json --number 3 --player second --json",
    "pigcore review pig --players 3 --goal 50 three.json",
    digits=False,
)
@click.argument("file")
@whole("number", "Which of several games in FILE; {} by default.", 1)
@choice(
    "player", ORDINALS[1:7], "Whose account to print: the first-named player's, the second's, …",
    "first",
)  # fmt: skip
@flag("moves", "List every decision and every throw, too.")
def review(asked: Asked) -> None:
    """Separate luck from mistakes in the game of GAME that is recorded in FILE.

    FILE is what `pigcore play --record`, the page's download or `pigcore simulate --transcripts 1
    --json` writes; - is standard input.
    """
    from ...play import review as account
    from ...play.boards import PLAYERS

    where, record = _game_in(asked.file, asked.number)
    solution, _ = asked.solved(lambda rules, _: _boards_of(rules))
    _check_game(where, record, solution.game)
    names = record.get("players", PLAYERS)
    if not (isinstance(names, list) and len(names) == solution.game.players):
        names = PLAYERS
    names = [short(str(name)) for name in names]
    try:
        found = account(solution, record, PLAYERS.index(asked.player), names=names)
    except PigcoreError as wrong:
        raise FileError(f"{where}: {wrong}") from None
    if asked.as_json:
        asked.tell(solution.game, found)
        return
    say_wrapped("\n".join([f"{solution.game.name} to {solution.game.goal}", *found.lines()]))
    if asked.moves:
        say("every move:")
        print_rows(found.listed())


def _game_in(file: str, number: int) -> tuple[str, dict[str, Any]]:
    """What a file is called, and the game of that number in it, with what is said of it."""
    where, text = read_text(file, _REMEDY)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise FileError(f"{where} is not JSON: {_REMEDY}") from None
    several = data.get("transcripts") if isinstance(data, dict) else data
    games = several if isinstance(several, list) else [data]
    if not 1 <= number <= len(games):
        there = counted(len(games), "game")
        raise FileError(f"--number is {number}, but {where} holds {there}: choose another")
    record = games[number - 1]
    if not isinstance(record, dict) or not isinstance(record.get("turns"), list):
        raise FileError(f"{where} does not hold a game, which has 'winner' and 'turns': {_REMEDY}")
    known = data.get("game") if isinstance(data, dict) else None
    return where, {"game": known} | record


def _check_game(where: str, record: dict[str, Any], rules: Any) -> None:
    """Refuse a game of other rules, if the file says which it is of."""
    known = record["game"]
    if isinstance(known, dict) and known.get("rules") != rules.as_dict()["rules"]:
        raise FileError(
            f"{where} holds a game whose rules are not those of {rules.name} to {rules.goal}: "
            "name its game, with --goal if that is not the game's own"
        )


# --- tables ---------------------------------------------------------------------------------------

_WRITTEN: dict[str, Callable[[Any, int], str]] = {
    ".csv": lambda table, _: table.to_csv().rstrip("\n"),
    ".json": lambda table, _: json.dumps(table.as_dict()),
    ".txt": lambda table, columns: table.as_text(columns),
}
"""A table in each of its forms, by what the name of a file ends in."""


@verb(
    "Print what to do at every score.",
    "pigcore table pig --step 10",
    "pigcore table pig -o pig.csv",
    "pigcore table hog:fa13 --csv > hog.csv",
    "pigcore table pig --goal 50 --players 3 --step 10",
    words="[FILE]",
    digits=False,
)
@whole("step", "Show only the scores 0, STEP, 2 STEP, …")
@as_csv("Print a line of CSV for each cell.")
@output("Write it here instead.")
def table(asked: Asked) -> None:
    """Print what to do at every pair of scores of GAME.

    The table has the smallest turn totals to hold at for a race, and the best numbers of dice for
    Hog. A file that ends in .csv or .json is written in that format.
    """
    from ..tables import table_of

    output = asked.output
    suffix = Path(output or "").suffix.lower() or ".txt"
    form = ".csv" if asked.as_csv else ".json" if asked.as_json else suffix
    if form not in _WRITTEN:
        raise RuleError(f"{shown(output)} is not a name for a table: end it in .csv, .json or .txt")
    remedy = "-o names the file, advise answers for a state"
    solution, _ = asked.solved(lambda _, rest: nothing_left(rest, remedy))
    text = _WRITTEN[form](table_of(solution, asked.step), width() if output is None else 80)
    if output is None:
        say(text)
    else:
        write_text(output, text)
        print_facts({"game": str(solution.game), "saved": output})


# --- pictures -------------------------------------------------------------------------------------


@verb(
    "Draw a picture of GAME.",
    "pigcore plot pig -o pig.png",
    "pigcore plot hog:fa13 dice -o dice.svg",
    "pigcore plot pig section --opp 30 -o section.pdf",
    "pigcore plot farkle:kcd --mode 2 -o farkle.png",
    "pigcore plot pig --goal 50 --players 3 --opp 20 -o three.png",
    words="[FILE] [KIND]",
    digits=False,
)
@output("The picture: a .png, .svg or .pdf file.", required=True)
@whole("dpi", "Dots per inch of a .png; {} by default.", 150)
@whole("opp", "Score of the player not on an axis; 30% of the goal by default.")
@click.option(
    "--mode", metavar="WORD", help="What is in hand: in Farkle the dice left; half by default."
)
def plot(asked: Asked) -> None:
    """Draw a picture of GAME; this needs matplotlib.

    For a race KIND is thresholds (when to hold), boundary (where to roll, in space), win (the
    chance to win), section (a cut at one score of the opponent) or closeness (how close the
    decisions are). With three players or more it is thresholds or win, by the scores of two. For
    Hog it is dice, win or closeness; for a duel replies or closeness; for a bag closeness. The
    default is the first kind of the family.
    """
    from .. import plots

    plots.check_file(asked.output, asked.dpi)
    plots.needs_matplotlib()
    words = asked.words  # of which the last may be a kind, and no file that a game is followed by
    kind = meant(words[-1], plots.KINDS) if words else None
    asked.words = words[:-1] if kind else words

    def read(rules: Game, rest: tuple[str, ...]) -> str:
        named, *more = (kind, *rest) if kind else rest or (None,)
        nothing_left(tuple(more), "there is one kind of picture at a time")
        return plots.kind_of(rules, named)  # refused with what there is instead

    solution, drawn = asked.solved(read)
    options = given(opp=asked.opp, mode=asked.mode)
    ax = plots.draw(solution, drawn, on_screen=False, **options)
    plots.save(ax, asked.output, asked.dpi)
    asked.tell(solution.game, None, Fact("plot", drawn), Fact("saved", asked.output))


# --- the page -------------------------------------------------------------------------------------


@verb(
    "Write a page to play, to ask for advice and to change rules.",
    "pigcore page -o workshop.html",
    "pigcore page --site public",
    "pigcore page pig -o pig.html",
    "pigcore page farkle:kcd -o farkle.html",
    "pigcore page pig --players 3 --goal 60",
    game="[GAME]",
    words="[FILE]",
    digits=False,
    json=False,
)
@output("The file; GAME.html by default, or workshop.html.")
@click.option(
    "--site",
    metavar="FOLDER",
    type=click.Path(),
    help="Write the workshop as a folder that any web host serves and a phone can install.",
)
def page(asked: Asked) -> None:
    """Write GAME into one HTML file, to play, to ask for advice, and to see the map.

    The file needs no other file and no network. GAME is a race or a game of Hog with a goal up to
    400, a game of Farkle with a goal up to 400 units, or a race for three players with a goal up to
    100.

    Without GAME the file is the workshop: it has all ready-made races and games of Hog, and a form
    to change their rules, and it solves what it is given by itself. With --site it is a folder for
    any web host, from which a phone can install it.
    """
    from ..page import check, workshop
    from ..page import page as page_of

    output, site = asked.output, asked.site
    if not asked.game:
        why = "without GAME the page is the workshop"
        only_without(why, goal=asked.goal, players=asked.players)
    if site is not None:
        if asked.game or output:
            raise RuleError("--site writes the workshop into a folder: give no GAME and no -o")
        from ..page.site import write_site

        sizes = write_site(site)
        say(f"{site}: the workshop in {len(sizes)} files of {sum(sizes.values()) / 1000:,.0f} kB")
        return
    if output and Path(output).suffix.lower() not in (".html", ".htm"):
        raise RuleError(f"{shown(output)} is not a name for a page: end it in .html")
    if not asked.game:
        _write(output or "workshop.html", "the workshop", workshop())
        return

    def read(rules: Game, rest: tuple[str, ...]) -> None:
        nothing_left(rest, "-o names the file, advise answers for a state")
        check(rules)  # before a game is solved that is too large for a page

    solution, _ = asked.solved(read)
    rules = solution.game
    plain = "-".join(re.findall(r"\w+", rules.name.lower())) or "game"
    _write(output or f"{plain}.html", rules.name, page_of(solution))


def _write(path: str, what: str, text: str) -> None:
    """Write a page, and say how large it is."""
    say(f"{path}: {what} in {write_text(path, text, end='') / 1000:,.0f} kB")
