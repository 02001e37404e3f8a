"""All that is handed out is frozen or a copy: nobody changes a game, a result or a cache by it."""

import copy
import inspect
import pickle
from collections.abc import Mapping

import numpy as np
import pigverify
import pytest

import pigcore
from pigcore import Bag, Duel, Farkle, Hog, Pig, Piglet
from pigcore.games.game import FrozenDict

GAMES = {
    "race": (Piglet(4), (1, 2, 1)),
    "hog": (Hog.fa13(5), (1, 2)),
    "duel": (Duel(holds=[2, 3, 5]), (5,)),
    "bag": (Bag([100, 50], [100, 50], [100, 200]), (1, 0, 0)),
    "farkle": (Farkle({"1": 1, "2 2": 3}, 5, 2, 3), (1, 2, 1, 1)),
    "party": (Pig(3, players=3), (1, 0, 2, 1)),
}
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


def made(game, state, folder):
    """Everything public that comes of a game."""
    solution = pigcore.solve(game)
    path = folder / "it.pigcert"
    seats = [solution] * 2
    yield from (game, solution)
    for make in (
        lambda: pigcore.match(game, *seats),
        lambda: pigcore.best_response(game, *seats[1:]),
        lambda: pigcore.loss(game, *seats[1:]),
        lambda: pigcore.simulate(game, *seats, games=3, transcripts=1),
        lambda: pigcore.alone(game),
        lambda: pigcore.coach(game, solution),
        lambda: pigcore.rules_of_thumb(game, ["hold"]),
        lambda: pigcore.tournament(game, [solution, pigcore.parse_policy(game, "random")]),
        lambda: pigcore.review(game, made_transcript(game, solution)),
        lambda: pigcore.mix({game.choices[-1] if game.family == "hog" else "roll": 1}),
        lambda: pigverify.certify(solution),
        lambda: pigverify.check(game, *state),
        lambda: pigverify.disputed(game),
        lambda: pigverify.second(game, *state),
        lambda: pigverify.match(game, *seats),
        lambda: pigverify.write_certificate(game, path) and pigverify.check_certificate(path),
    ):
        try:
            yield make()
        except (ValueError, TypeError, AttributeError):
            continue  # not of this family


def made_transcript(game, solution):
    return pigcore.simulate(game, solution, solution, games=1, transcripts=1).transcripts[0]


@pytest.mark.slow
@pytest.mark.parametrize("family", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_what_is_handed_out_changes_nothing(family, tmp_path):
    game, state = GAMES[family]
    results, seen = [*made(game, state, tmp_path)], []
    kinds = {type(result).__name__ for result in results}
    assert len(kinds) > 5, kinds
    assert sorted({name for result in results for name in visited(result, state, seen)}) == []


def test_what_scores_in_farkle_cannot_be_changed_for_games_to_come():
    game = Farkle({"1": 1, "2 2": 3}, 6, 3, 3)
    value = pigcore.solve(game).value
    dice = game.dice
    for table in (dice.options(3), dice.scoring.worth):
        for change in (table.clear, table.popitem, lambda one=table: one.update({(): 0})):
            with pytest.raises(TypeError, match="this dictionary cannot be changed"):
                change()
    assert pigcore.solve(Farkle({"1": 1, "2 2": 3}, 6, 3, 3)).value == value


def test_a_frozen_dictionary_stays_one():
    one = FrozenDict({"a": 1})
    for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (twin, type(twin)) == ({"a": 1}, FrozenDict)
        with pytest.raises(TypeError):
            twin["a"] = 2
        with pytest.raises(TypeError):
            twin |= {"b": 3}
