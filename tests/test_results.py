"""Results of all families: public types, read-only, the same after a trip, and their columns."""

import copy
import inspect
import pickle
import sys
from collections.abc import Mapping
from unittest import mock

import numpy as np
import pandas as pd
import pigverify
import pytest

import pigcore
from pigcore import Bag, Duel, Farkle, Hog, Pig, Piglet, types
from pigcore.games.game import FrozenDict

GAMES = {
    "race": (Piglet(6), (1, 2, 1)),
    "hog": (Hog(goal=5, max_dice=2, bacon="free_bacon", exchange=True), (1, 2, 0)),
    "duel": (Duel(holds=[2, 3, 5]), (5,)),
    "bag": (Bag([100, 50], [100, 50], [100, 200]), (1, 0, 0)),
    "farkle": (Farkle({"1": 1, "2 2": 3}, 5, 2, 3), (1, 2, 1, 1)),
    "party": (Pig(3, players=3), (1, 0, 2, 1)),
}
"""A small game of every family, and a state of it."""
PIG, PARTY, DUEL, BAG = (GAMES[name][0] for name in ("race", "party", "duel", "bag"))
RULES = [pigcore.hold_at(2), pigcore.hold_at(4)]
WHOLE, REAL, TEXT = "int64", "float64", "text"


def reviewed(game):
    """A game of somebody who plays at random against best play."""
    best = pigcore.solve(game)
    played = pigcore.simulate(game, pigcore.random_play(), best, 1, seed=3, transcripts=1)
    return pigcore.review(best, played.transcripts[0])


RESULTS = {
    **{f"solve, {name}": lambda game=game: pigcore.solve(game)
       for name, (game, _) in GAMES.items()},
    "alone": lambda: pigcore.alone(PIG),
    "alone, a policy": lambda: pigcore.alone(PIG, "hold:2"),
    "best_response": lambda: pigcore.best_response(PIG, "hold:2"),
    "best_response, party": lambda: pigcore.best_response(PARTY, "hold:2"),
    "coach": lambda: pigcore.coach(PIG, "hold:2"),
    "coach, duel": lambda: pigcore.coach(DUEL, "hold:2"),
    "coach, bag": lambda: pigcore.coach(BAG, "always:rock"),
    "decision_regression": lambda: pigcore.decision_regression(PIG),
    "loss": lambda: pigcore.loss(PIG, "hold:2"),
    "match": lambda: pigcore.match(PIG, *RULES),
    "match, party": lambda: pigcore.match(PARTY, "hold:2", "optimal"),
    "match, duel": lambda: pigcore.match(DUEL, "hold:2", "optimal"),
    "review": lambda: reviewed(PIG),
    "review, hog": lambda: reviewed(Hog(goal=9, max_dice=2, bacon="free_bacon")),
    "rules_of_thumb": lambda: pigcore.rules_of_thumb(PIG, ["hold", "race"]),
    "simulate": lambda: pigcore.simulate(PIG, "hold:2", "optimal", 9, seed=3, transcripts=1),
    "tournament": lambda: pigcore.tournament(PIG, RULES),
    "tournament, party": lambda: pigcore.tournament(PARTY, ["hold:1", "hold:2", "hold:3"]),
    **{f"certify, {name}": lambda game=game: pigverify.certify(pigcore.solve(game))
       for name, (game, _) in GAMES.items()},
    **{f"check, {name}": lambda game=game, state=state: pigverify.check(game, *state)
       for name, (game, state) in GAMES.items()},
    "second": lambda: pigverify.second(PIG, 1, 2, 1),
    "verified match": lambda: pigverify.match(PIG, *RULES),
}  # fmt: skip
"""What every function that returns a result returns."""
ELSEWHERE = {
    "contest",  # needs files: tests/study has it
    "game", "gain", "load", "load_policy", "parse_policy", "plots",
    "save_policy", "mix", "linear", "hold_at",
    "hold_or_race", "keep_pace", "always_roll", "free_roll", "random_play", "roll_times",
    "Bag", "ConsolationPig", "Farkle", "HoldOrContinue",
    "PassThePigs", "Pig", "Piglet", "TwoDicePig",
}  # fmt: skip
"""Functions that return a game, a policy, an array, what is read from a file."""


def test_every_public_function_is_among_those_looked_at():
    functions = {
        name
        for name in pigcore.__all__
        if callable(getattr(pigcore, name)) and not inspect.isclass(getattr(pigcore, name))
    }
    assert functions - ELSEWHERE == {name.split(",")[0] for name in RESULTS} & functions


PARTS = {  # of results, which have types of their own
    "coach": lambda found: [*getattr(found, "parts", ()), *getattr(found, "advice", ())],
    "match": lambda found: [getattr(found, "lengths", None)], "solve": lambda s: s.closest(1),
    "review": lambda found: found.entries, "rules_of_thumb": lambda found: found.rules,
    "loss": lambda found: found.mistakes(1), "simulate": lambda found: found.transcripts,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", RESULTS)
def test_the_type_of_a_result_is_public(name):
    found, homes = RESULTS[name](), (types, pigcore, pigverify)
    public = {id(getattr(home, one)) for home in homes for one in home.__all__}
    proved = isinstance(found, (pigverify.Report, pigverify.Verdict))
    assert proved or id(type(found)) in public, type(found)
    for part in PARTS.get(name.split(",")[0], lambda _: [])(found):
        assert part is None or id(type(part)) in public, type(part)


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_the_same_after_a_copy_or_a_trip_between_processes(name):
    result = RESULTS[name]()
    for twin in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert (repr(twin), twin.as_dict()) == (repr(result), result.as_dict())
        with pytest.raises(AttributeError):
            twin.game = None
        for kept, found in vars(twin).items():
            if isinstance(found, np.ndarray) and not hasattr(type(twin), kept):  # no cache
                with pytest.raises(ValueError, match="read-only"):
                    found[...] = 0


def test_a_frozen_dictionary_stays_one():
    one = FrozenDict({"a": 1})
    for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (twin, type(twin)) == ({"a": 1}, FrozenDict)
        with pytest.raises(TypeError, match="this dictionary cannot be changed"):
            twin["a"] = 2
        with pytest.raises(TypeError):
            twin |= {"b": 3}


# --- nobody changes a result by what it hands out -------------------------------------------------

ASKED = {"choices": ((1, 1, 0),), "options": (2,), "throws": (2,)}
"""What methods are asked that do not take a state."""
LEFT_OUT = ("course", "save", "to_dataframe", "shutdown")
"""How a match finds its numbers, which is no result; and what writes."""


def altered(value):
    """Alter whatever in ``value`` lets itself be altered; whether there was anything."""
    inner = [*value.values()] if isinstance(value, Mapping) else value
    found = sum(map(altered, inner)) > 0 if isinstance(inner, (list, tuple)) else False
    try:
        if isinstance(value, np.ndarray):
            value.setflags(write=True)
            value[...] = 0
            value[..., :1] = 1
        elif isinstance(value, (list, dict, set)):
            value.clear()
        else:
            return found
    except (TypeError, ValueError):
        return found
    return True


def same(one, two):
    """Whether two values are the same; of results their containers and numbers are compared."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, two, equal_nan=one.dtype.kind == "f")
    if isinstance(one, Mapping):
        return [*one] == [*two] and all(same(one[each], two[each]) for each in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(two) and all(map(same, one, two))
    return is_ours(one) or callable(one) or one == two or one != one  # noqa: PLR0124


def is_ours(thing):
    kind = type(thing)
    return kind.__module__.split(".")[0] in ("pigcore", "pigverify") and kind.__name__[0] != "_"


def questions(thing, state):
    """(name, function that asks for it) for all that is public of an object."""
    for name in dir(thing):
        static = inspect.getattr_static(thing, name)
        if name[0] == "_" or name in LEFT_OUT or isinstance(static, (classmethod, staticmethod)):
            continue
        if inspect.isroutine(static):
            asked = ASKED.get(name, ())
            for given in ((), asked, *(state[:n] for n in range(1, len(state) + 1))):
                yield name, lambda name=name, given=given: getattr(thing, name)(*given)
        else:
            yield name, lambda name=name: getattr(thing, name)


def visited(thing, state, seen):
    """Names of what was altered for good, in this object and in all that it is made of."""
    if any(thing is one for one in seen):
        return
    seen.append(thing)
    for name, ask in questions(thing, state):
        try:
            value = ask()
            before = copy.deepcopy(value)
        except (ValueError, TypeError, AttributeError, ImportError):
            continue  # it asks for something else
        parts = [*value] if isinstance(value, (list, tuple)) else [value]
        if altered(value) and not same(before, ask()):
            yield f"{type(thing).__name__}.{name}"
            continue
        for part in parts:
            if is_ours(part) and not isinstance(part, type):
                yield from visited(part, state, seen)


@pytest.mark.slow
@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.filterwarnings("ignore")
def test_what_is_handed_out_changes_nothing(name):
    state = GAMES.get(name.rpartition(", ")[2], GAMES["race"])[1]
    assert sorted(visited(RESULTS[name](), state, [])) == []


# --- columns --------------------------------------------------------------------------------------

FRAMES = {
    "solve, race": {
        "own": WHOLE, "opp": WHOLE, "total": WHOLE, "value": REAL, "payoff_roll": REAL,
        "payoff_hold": REAL, "best": TEXT,
    },
    "solve, hog": {
        "own": WHOLE, "opp": WHOLE, "parity": WHOLE, "value": REAL, "best": "int16",
        "payoff_-1": REAL, "payoff_0": REAL, "payoff_1": REAL, "payoff_2": REAL,
    },
    "solve, duel": {
        "hold": WHOLE, "weight": REAL, "best": WHOLE, "value": REAL, "against_the_mixture": REAL,
    },
    "solve, bag": {
        "rocks": WHOLE, "papers": WHOLE, "scissors": WHOLE, "chance": REAL, "best": TEXT,
        "payoff_rock": REAL, "payoff_paper": REAL, "payoff_scissors": REAL,
    },
    "solve, farkle": {
        "own": WHOLE, "opp": WHOLE, "points": WHOLE, "dice": WHOLE, "value": REAL,
        "payoff_throw": REAL, "payoff_bank": REAL, "best": TEXT,
    },
    "match": dict.fromkeys(
        ("first", "second", "average", "never", "turns", "turns_if_ended", "score_first",
         "score_second", "loss_first", "loss_second"), REAL
    ),
    "review": {
        "player": TEXT, "own": WHOLE, "opp": WHOLE, "total": WHOLE, "chosen": TEXT, "best": TEXT,
        "cost": REAL, "wrong": "bool", "fell": TEXT, "luck": REAL,
    },
    "review, hog": {
        "player": TEXT, "own": WHOLE, "opp": WHOLE, "chosen": WHOLE, "best": WHOLE,
        "cost": REAL, "wrong": "bool", "fell": TEXT, "luck": REAL,
    },
    "tournament": {
        "policy": TEXT, "opponent": TEXT, "average": REAL, "first": REAL, "second": REAL,
    },
    "rules_of_thumb": {
        "simplicity": WHOLE, "family": TEXT, "constants": TEXT, "loss": REAL,
        "exploitability": REAL, "first": REAL, "second": REAL, "policy": TEXT, "sentence": TEXT,
        "frontier": "bool",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", FRAMES)
def test_the_columns_and_their_types(name):
    result, kinds = RESULTS[name](), FRAMES[name]
    frame = result.to_dataframe()
    assert list(frame.columns) == list(kinds)
    assert len(frame) > 0
    for column, kind in kinds.items():
        text = pd.api.types.is_string_dtype(frame[column])
        assert text if kind == TEXT else frame[column].dtype == kind, column
    with mock.patch.dict(sys.modules, {"pandas": None}):
        plain = result.columns()
        with pytest.raises(ImportError, match=r"pip install 'pigcore\[frame\]'"):
            result.to_dataframe()
    pd.testing.assert_frame_equal(pd.DataFrame(plain), frame)


@pytest.mark.slow
@pytest.mark.parametrize("name", FRAMES)
def test_another_library_takes_the_columns(name):
    import polars
    import pyarrow

    plain = RESULTS[name]().columns()
    table, frame = pyarrow.table(plain), polars.DataFrame(plain)
    assert table.column_names == frame.columns == [*FRAMES[name]]
    for column, kind in FRAMES[name].items():
        found = table.schema.field(column).type
        assert str(found).startswith({TEXT: "string", REAL: "double"}.get(kind, kind)), column
        there = str(frame.schema[column]).lower()
        assert there == {TEXT: "string", "bool": "boolean", REAL: "float64"}.get(kind, kind), column


def test_the_numbers_are_those_of_the_results():
    match = pigcore.match(PIG, *RULES)
    row = match.to_dataframe().iloc[0]
    assert (row["first"], row["turns"]) == (match.first, match.turns)
    assert (row["score_first"], row["score_second"]) == match.scores
    assert (row["loss_first"], row["loss_second"]) == match.losses
    tournament = pigcore.tournament(PIG, RULES)
    frame = tournament.to_dataframe()
    assert frame.pivot(index="policy", columns="opponent", values="average").loc[
        list(tournament.names), list(tournament.names)
    ].to_numpy() == pytest.approx(tournament.average)
    frontier = pigcore.rules_of_thumb(PIG, ["hold", "race"])
    frame = frontier.to_dataframe()
    assert list(frame["loss"]) == [rule.loss for rule in frontier.rules]
    assert list(frame["constants"]) == [
        " ".join(f"{name}={constant}" for name, constant in zip(rule.names, rule.constants))
        for rule in frontier.rules
    ]


def test_a_review_has_a_row_for_each_move():
    ledger = reviewed(Pig(goal=12))
    frame = ledger.to_dataframe()
    moves = frame.to_dict("records")
    for move, entry in zip(moves, ledger.entries, strict=True):
        assert (move["player"] == "second") == (entry.player == 1)
        assert (move["own"], move["opp"], move["total"]) == entry.state
        assert (move["chosen"], move["best"]) == (entry.chosen, entry.best[0])
        assert (move["cost"], move["luck"]) == (entry.cost, entry.luck)
        assert pd.isna(move["fell"]) if entry.fell is None else move["fell"] == str(entry.fell)
    own = frame[frame["player"] == "first"]
    assert own["cost"].sum() == pytest.approx(ledger.mistakes)
    assert frame["wrong"].any()
    assert not frame["wrong"].all()
    assert len(own) < len(frame)


def test_a_notebook_shows_facts_and_rows_and_reads_no_name_as_html():
    found = pigcore.tournament(PIG, {"<b>bold</b>": RULES[0], "shy": RULES[1]})
    shown = found._repr_html_()
    assert "<td>&lt;b&gt;bold&lt;/b&gt;</td>" in shown
    assert "<b>" not in shown
    match = pigcore.match(PIG, *RULES)
    assert f"<tr><th>wins moving first</th><td>{match.first:.12f}</td></tr>" in match._repr_html_()
    assert pigcore.solve(PIG)._repr_html_() is None  # whose rows are too many
