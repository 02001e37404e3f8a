"""Data frames: their columns and types, the same numbers, and what is said without pandas."""

import sys
from unittest import mock

import pandas as pd
import pytest

import pigcore

PIG = pigcore.Pig(goal=12)
RULES = [pigcore.hold_at(3), pigcore.hold_at(5)]
WHOLE, REAL = "int64", "float64"
TEXT = "text"


def reviewed(game):
    """A game of somebody who plays at random against best play."""
    best = pigcore.solve(game)
    played = pigcore.simulate(game, pigcore.random_play(), best, 1, seed=3, transcripts=1)
    return pigcore.review(best, played.transcripts[0])


FRAMES = {
    "race": (
        lambda: pigcore.solve(PIG),
        {"own": WHOLE, "opp": WHOLE, "total": WHOLE, "value": REAL, "payoff_roll": REAL,
         "payoff_hold": REAL, "best": TEXT},
    ),
    "hog": (
        lambda: pigcore.solve(pigcore.Hog(goal=5, max_dice=2, exchange=True)),
        {"own": WHOLE, "opp": WHOLE, "parity": WHOLE, "value": REAL, "best": "int16",
         "payoff_-1": REAL, "payoff_1": REAL, "payoff_2": REAL},
    ),
    "duel": (
        lambda: pigcore.solve(pigcore.Duel(holds=range(2, 5))),
        {"hold": WHOLE, "weight": REAL, "best": WHOLE, "value": REAL, "against_the_mixture": REAL},
    ),
    "bag": (
        lambda: pigcore.solve(pigcore.Bag([300, 0], [0, 300], [0, 0])),
        {"rocks": WHOLE, "papers": WHOLE, "scissors": WHOLE, "chance": REAL, "best": TEXT,
         "payoff_rock": REAL, "payoff_paper": REAL, "payoff_scissors": REAL},
    ),
    "farkle": (
        lambda: pigcore.solve(pigcore.Farkle({"1": 1, "2 2": 3}, 5, 2, 3)),
        {"own": WHOLE, "opp": WHOLE, "points": WHOLE, "dice": WHOLE, "value": REAL,
         "payoff_throw": REAL, "payoff_bank": REAL, "best": TEXT},
    ),
    "match": (
        lambda: pigcore.match(PIG, *RULES),
        dict.fromkeys(
            ("first", "second", "average", "never", "turns", "turns_if_ended", "score_first",
             "score_second", "loss_first", "loss_second"), REAL
        ),
    ),
    "review": (
        lambda: reviewed(PIG),
        {"player": TEXT, "own": WHOLE, "opp": WHOLE, "total": WHOLE, "chosen": TEXT, "best": TEXT,
         "cost": REAL, "wrong": "bool", "fell": TEXT, "luck": REAL},
    ),
    "review of Hog": (
        lambda: reviewed(pigcore.Hog(goal=9, max_dice=2)),
        {"player": TEXT, "own": WHOLE, "opp": WHOLE, "chosen": WHOLE, "best": WHOLE,
         "cost": REAL, "wrong": "bool", "fell": TEXT, "luck": REAL},
    ),
    "tournament": (
        lambda: pigcore.tournament(PIG, RULES),
        {"policy": TEXT, "opponent": TEXT, "average": REAL, "first": REAL, "second": REAL},
    ),
    "rules of thumb": (
        lambda: pigcore.rules_of_thumb(PIG, ["hold", "race"]),
        {"simplicity": WHOLE, "family": TEXT, "constants": TEXT, "loss": REAL,
         "exploitability": REAL, "first": REAL, "second": REAL, "policy": TEXT, "sentence": TEXT,
         "frontier": "bool"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FRAMES)
def test_the_columns_and_their_types(name):
    make, columns = FRAMES[name]
    frame = make().to_dataframe()
    assert list(frame.columns) == list(columns)
    for column, kind in columns.items():
        if kind == TEXT:
            assert pd.api.types.is_string_dtype(frame[column]), column
        else:
            assert frame[column].dtype == kind, column
    assert len(frame) > 0


@pytest.mark.parametrize("name", FRAMES)
def test_without_pandas_the_sentence_names_the_extra(name):
    result = FRAMES[name][0]()
    with mock.patch.dict(sys.modules, {"pandas": None}):
        with pytest.raises(ImportError, match=r"pip install 'pigcore\[frame\]'"):
            result.to_dataframe()


@pytest.mark.parametrize("name", FRAMES)
def test_plain_columns_need_nothing_and_are_what_the_frame_has(name):
    make, columns = FRAMES[name]
    result = make()
    with mock.patch.dict(sys.modules, {"pandas": None}):
        plain = result.columns()
    assert [*plain] == [*columns]
    assert len({len(column) for column in plain.values()}) == 1
    pd.testing.assert_frame_equal(pd.DataFrame(plain), result.to_dataframe())


@pytest.mark.slow
@pytest.mark.parametrize("name", FRAMES)
def test_another_library_takes_the_columns(name):
    import polars
    import pyarrow

    make, columns = FRAMES[name]
    plain = make().columns()
    table, frame = pyarrow.table(plain), polars.DataFrame(plain)
    assert table.column_names == frame.columns == [*columns]
    for column, kind in columns.items():
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
    ledger = reviewed(PIG)
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
