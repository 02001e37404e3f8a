"""Who knows one family finds the same functions in the others."""

import ast
import inspect
import json
from importlib import import_module, util
from itertools import groupby
from pathlib import Path

import pigverify
import pytest

import pigcore
from pigcore.games import Game
from pigcore.games.rules import FAMILIES, READY_MADE, games_made_at_once, named_games
from pigcore.play.boards import Board
from pigcore.solvers import Solution

GAMES = {
    "race": (pigcore.Pig(12), (3, 4, 5)),
    "hog": (pigcore.Hog.fa13(12), (3, 4)),
    "duel": (pigcore.Duel(), (20,)),
    "bag": (pigcore.game("bag"), (0, 1, 0)),
    "farkle": (pigcore.Farkle({"1": 1, "2 2": 3}, 12, 3, 3), (3, 4, 2, 1)),
    "party": (pigcore.Pig(8, players=3), (3, 4, 2, 4)),
    "falls": (
        pigcore.Race(pigcore.Roll.die(6), 8, busts_in_a_row=2, penalty=3, floor=-3),
        (3, 4, 4, 1, 0),
    ),
}
"""A game of every family, and a state of it in which there is something to decide."""


def in_every_family(package):
    """(family, its module on that floor), where the floor has one."""
    for family in FAMILIES:
        if util.find_spec(f"{package}.{family}"):
            yield family, import_module(f"{package}.{family}")


def parameters(function):
    """Names, kinds and defaults: what a caller has to know. Annotations name the family, and what
    only some states have is given by its name.
    """
    found = inspect.signature(function).parameters.values()
    return [(one.name, one.kind, one.default) for one in found if one.kind != one.VAR_KEYWORD]


def class_of(family):
    """The class of the games of a family."""
    return type(GAMES[family][0])


def entry_point(thing, name):
    """What stands behind a name of a class, as it looks from outside."""
    found = inspect.getattr_static(thing, name)
    if isinstance(found, property) or not callable(getattr(thing, name)):
        return "attribute"
    return parameters(getattr(thing, name))


def assert_alike(found):
    """All of {family: what it looks like} are the same."""
    different = [list(group) for _, group in groupby(found.items(), key=lambda item: item[1])]
    assert len(different) == 1, different


@pytest.fixture(scope="module")
def solutions():
    assert {*GAMES} == {*FAMILIES, "farkle", "party", "falls"}
    return {family: pigcore.solve(game) for family, (game, _) in GAMES.items()}


# --- rules, solvers and play --------------------------------------------------------------------


@pytest.mark.slow
def test_the_entry_points_of_all_families_are_the_same(solutions):
    games = {family: import_module(f"pigcore.games.{family}") for family in FAMILIES}
    solvers = dict(in_every_family("pigcore.solvers"))
    assert {*solvers} == {*FAMILIES}

    # The rules: the ready-made games, and plain data to game and back.
    for family in games:
        kind = class_of(family)
        assert Game in kind.__mro__
        assert kind.family == family
    for name, make in games_made_at_once().items():
        game = make()
        assert isinstance(game, class_of(game.family))
        assert games[game.family].from_rules(game.rules()) == game, name
    assert_alike({family: parameters(module.from_rules) for family, module in games.items()})
    kinds = {family: class_of(family) for family in FAMILIES}
    for name in (
        "check_state", "named", "spell", "as_dict", "rules", "usage", "summary", "arrays",
        "optional", "worth", "gains", "done", "begins_anywhere", "state_names",
        "family",
    ):  # fmt: skip
        assert_alike({family: entry_point(kind, name) for family, kind in kinds.items()})

    # The solvers.
    for module in solvers.values():
        first, *_, last = parameters(module.solve)
        assert first[0] == "game"
        assert last == ("progress", inspect.Parameter.KEYWORD_ONLY, None)
    kinds = {family: type(solution) for family, solution in solutions.items()}
    public = [name for name in dir(Solution) if not name.startswith("_")]
    assert {
        "value", "best", "payoffs", "closest", "disputed", "policy", "summary", "as_dict", "advise",
        "to_dataframe", "save", "arrays", "info",
    } <= set(public)  # fmt: skip
    for name in public:
        assert_alike({family: entry_point(kind, name) for family, kind in kinds.items()})
    for family, kind in kinds.items():
        assert kind.__name__ == f"{GAMES[family][0].family.capitalize()}Solution"
        assert issubclass(kind, Solution)

    # Who is matched has best replies, too.
    models = dict(in_every_family("pigcore.play.models"))
    assert len(models) > 2
    for name in ("prepared", "match", "best_response", "loss"):
        found = {
            family: [*inspect.signature(getattr(module, name)).parameters]
            for family, module in models.items()
        }
        assert_alike(found)

    # Who has boards plays move by move, and is reviewed.
    boards = {
        family: module.board_of(GAMES[family][0])
        for family, module in in_every_family("pigcore.play.boards")
    }
    assert len(boards) > 1
    for name in (name for name in vars(Board) if not name.startswith("_")):
        assert_alike({family: entry_point(type(board), name) for family, board in boards.items()})


@pytest.mark.slow
def test_the_solutions_of_all_families_answer_alike(solutions, tmp_path):
    for family, solution in solutions.items():
        game, state = GAMES[family]
        best, payoffs = solution.best(*state), solution.payoffs(*state)
        assert set(best) <= set(payoffs)
        assert max(payoffs.values()) - min(payoffs[action] for action in best) < 1e-13
        assert all(isinstance(call, pigcore.Call) for call in solution.closest(2))
        arrays = solution.arrays()
        for declared in game.arrays:
            array = arrays.pop(declared.name)
            assert (array.dtype, array.shape) == (declared.dtype, declared.shape)
            assert declared.low <= array.min() <= array.max() <= declared.high
        assert not arrays
        solution.save(tmp_path / "it.npz")
        again = pigcore.load(tmp_path / "it.npz", class_of(family))
        assert again.summary() == solution.summary()
        assert again.advise(*state) == solution.advise(*state)
        assert list(solution.to_dataframe().columns)[: len(state)] == list(game.state_names)
        assert repr(solution).startswith(f"<Solution of {game.name}")
        assert "\n" not in repr(solution)


COMMON = ["game", "state", "best", "value", "payoffs", "margin"]
"""What an answer about one state begins with, whoever gives it."""


def test_the_json_of_all_families_has_the_same_keys(solutions):
    for family, solution in solutions.items():
        game, state = GAMES[family]
        advice = json.loads(json.dumps(solution.advise(*state), allow_nan=False))
        assert list(advice)[:7] == [*COMMON, "disputed"]
        assert list(advice)[-1] == "version"
        assert advice["state"] == dict(zip(game.state_names, state))
        assert advice["best"] == list(solution.best(*state))
        worths = [row["worth"] for row in advice["payoffs"]]
        rows = ["action", "worth", *["bust", "points", "at_once"] * bool(solution.outlook(*state))]
        assert all(list(row) == rows for row in advice["payoffs"])
        assert worths == sorted(worths, reverse=True)
        assert advice["margin"] == worths[0] - worths[1]
        assert advice["value"] == pytest.approx(worths[0], abs=1e-14)

        summary = json.loads(json.dumps(solution.summary(), allow_nan=False))
        assert solution.as_dict() == solution.summary()
        assert list(summary)[:2] == ["game", "value"]
        assert list(summary)[-2:] == ["closest_call", "version"]
        assert 0 <= summary["residual"] <= summary["tolerance"]
        assert summary["converged"] is solution.converged is True
        accuracy = {key: summary[key] for key in ("converged", "tolerance", "residual")}
        assert solution.info().items() >= accuracy.items()
        assert list(summary["closest_call"]) == ["state", "best", "other", "margin"]
        assert "best" not in list(summary)[3:]
        for said in (advice, summary):
            assert said["version"] == pigcore.__version__
            assert said["game"] == game.as_dict()
            goal = ["goal"] if hasattr(game, "goal") else []
            assert list(said["game"]) == ["family", "name", "rules", *goal]


# --- the verifier -------------------------------------------------------------------------------


def test_the_entry_points_of_the_verifier_are_the_same():
    families = dict(in_every_family("pigverify"))
    assert tuple(families) == ("race", "hog", "duel", "bag")
    table = "table=None, *, tolerance=None, progress=None, closest=None"
    for name, expected in (
        ("check", "(game, *state, digits=30, progress=None)"),
        ("certify", f"(game, {table})"),
    ):
        for module in families.values():
            found = inspect.signature(getattr(module, name)).parameters.values()
            bare = [
                one.replace(annotation=inspect.Parameter.empty)
                for one in found
                if (name, one.name) != ("check", "table")
            ]
            assert str(inspect.Signature(bare)) == expected, module
    assert all(0 < module.TOLERANCE <= 1e-9 for module in families.values())
    assert parameters(pigverify.check) == parameters(families["hog"].check)
    assert [name for name, *_ in parameters(pigverify.certify)] == [
        "what", "tolerance", "progress"
    ]  # fmt: skip


@pytest.mark.slow
def test_the_verifier_answers_alike_in_all_families(solutions):
    for family, solution in solutions.items():
        game, state = GAMES[family]
        verdict, report = pigverify.check(game, *state), pigverify.certify(solution)
        assert isinstance(verdict, pigverify.Verdict)
        assert isinstance(report, pigverify.Report)
        assert isinstance(verdict.proof, pigverify.Proof)
        assert isinstance(report.proof, pigverify.Proof)
        assert (verdict.game, verdict.best, verdict.ok) == (game, solution.best(*state), True)
        assert set(verdict.payoffs) == set(solution.payoffs(*state))
        for action, worth in solution.payoffs(*state).items():
            low, high = verdict.payoffs[action]
            assert low - 1e-12 <= worth <= high + 1e-12
        for low, high in (verdict.value, verdict.margin):
            assert 0 <= high - low < 1e-25
        assert report.ok
        assert report.undecided == 0
        assert report.states > 0
        assert report.error <= report.tolerance
        assert all(isinstance(call, pigverify.Call) for call in report.closest)

        said = json.loads(json.dumps(verdict.as_dict(), allow_nan=False))
        assert list(said)[: len(COMMON)] == COMMON
        assert list(said)[-2:] == ["proof", "version"]
        assert (said["game"], said["version"]) == (game.as_dict(), pigcore.__version__)
        assert said["state"] == dict(zip(game.state_names, state))
        assert all(list(row) == ["action", "worth"] for row in said["payoffs"])
        assert said["payoffs"][0]["action"] in solution.best(*state)
        said = json.loads(json.dumps(report.as_dict(), allow_nan=False))
        assert list(said)[:2] == ["game", "value"]
        assert list(said)[-2:] == ["proof", "version"]
        for result in (verdict, report):  # at a prompt it prints itself in words
            assert repr(result) == str(result)
            assert "(" not in repr(result).splitlines()[0][:20]


# --- a new family -------------------------------------------------------------------------------


def files_for_all(package):
    """The files of a package that serve all families: those without a family's name."""
    root = Path(package.__file__).parent
    for file in root.rglob("*.py"):
        if not (file.parent / "__init__.py").exists() or "policies" in file.parts:
            continue  # scripts of a folder that is not installed; and a policy is of some family
        path = file.relative_to(root)
        words = {word for part in path.with_suffix("").parts for word in part.split("_")}
        if not words & {*FAMILIES, *READY_MADE}:
            yield path.as_posix(), ast.parse(file.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("package", [pigcore, pigverify], ids=lambda one: one.__name__)
def test_nobody_asks_which_family_it_is(package):
    for path, tree in files_for_all(package):
        for node in ast.walk(tree):
            asked = []
            if isinstance(node, ast.Match):
                asked = [node.subject]
            elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.In, ast.NotIn)):
                asked = [node.left, *node.comparators]
            for one in asked:
                assert getattr(one, "attr", "") != "family", (path, node.lineno)


def test_every_ready_made_game_stands_under_its_family_or_a_name_of_its_own():
    made = named_games()
    assert set(FAMILIES) - set(made) == {"race"}
    assert all(make().family in FAMILIES for make in games_made_at_once().values())
