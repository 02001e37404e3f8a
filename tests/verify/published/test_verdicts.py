"""When a printed figure agrees, and when it does not."""

from fractions import Fraction

import pytest
from pigverify.published import judge as judging
from pigverify.published.judge import (
    AGREES,
    CONTRADICTED,
    IRREPRODUCIBLE,
    SAMPLED,
    UNDECIDED,
    Figure,
    judge,
)
from pigverify.published.questions import Answer

HOLD_AT_20 = "check(Duel(), 20).scores[0]"  # busts with 0.62454083420125...
TURNS = "alone(Pig(), 'hold:20').turns"  # 12.63676949045...
LOST = "beaten(20, 25, 29)"  # 28 and 29
SAFEST = "min(check(Duel(), hold).value for hold in range(2, 41))"  # 0.0795918...


def figure(printed, kind="rounded", ask=HOLD_AT_20, **more):
    return Figure("it", "nobody", "nobody, nowhere", "Duel", "a chance", printed, ask, kind, **more)


@pytest.mark.parametrize(
    ("printed", "verdict", "detail"),
    [
        (figure("0.6245"), AGREES, ""),
        (figure("0.624541"), AGREES, ""),
        (figure("0.624540"), AGREES, "cut off, not rounded"),
        (figure("0.624542"), CONTRADICTED, "off by +1.17e-6"),
        (figure("0.62453"), CONTRADICTED, "off by -1.08e-5"),
        (figure("62.45", unit="%"), AGREES, ""),
        (figure("62.46", unit="%"), CONTRADICTED, "off by +0.00592"),
        (figure("0.62454083420125672", "double"), AGREES, "to 15 digits"),
        (figure("0.62454083421125672", "double"), CONTRADICTED, "off by +1.00e-11"),
        (figure("0.63", "simulation", interval=("0.62", "0.64")), SAMPLED, "in its interval"),
        (
            figure("0.64", "simulation", interval=("0.63", "0.65")),
            CONTRADICTED,
            "off by +0.0155, outside of its interval",
        ),
        (
            figure("12.634906", "simulation", TURNS, games=10**6, deviation=4.45),
            SAMPLED,
            "-0.4 standard errors",
        ),
        (
            figure("12.60", "simulation", TURNS, games=10**6, deviation=4.45),
            CONTRADICTED,
            "off by -0.0368, -8.3 standard errors",
        ),
        (figure("a fifth or so", "claim", within=("0.6", "0.7")), AGREES, ""),
        (figure("more", "claim", within=("0.7", "1")), CONTRADICTED, "misses 0.70 by 0.0755"),
        (figure("less", "claim", within=("0", "0.6")), CONTRADICTED, "misses 0.60 by 0.0245"),
        (figure("28-29", "claim", LOST), AGREES, ""),
        (figure("27 and above", "claim", LOST, expect=("27-29",)), CONTRADICTED, ""),
        (figure("0.0795", ask=SAFEST, ambiguous=True), AGREES, "cut off, not rounded"),
        (figure("0.0800", ask=SAFEST, ambiguous=True), IRREPRODUCIBLE, "off by +0.000408"),
    ],
    ids=lambda one: one.printed if isinstance(one, Figure) else None,
)
def test_a_figure_is_judged(printed, verdict, detail):
    judged = judge(printed)
    assert (judged.verdict, judged.detail) == (verdict, detail)


def test_what_is_contradicted_is_read_otherwise():
    readings = (
        ("by any rule", "min(solve(Duel()).best_rule(hold).gain for hold in range(2, 41))"),
        ("against hold at 20", "check(Duel(), 20).value"),
    )
    judged = judge(figure("0.0818", ask=SAFEST, readings=readings))
    assert judged.certified == ("0.07959181",)
    assert [(gives, agrees) for _, gives, agrees in judged.tried] == [
        (("0.08178040",), True),
        (("0.14499153",), False),
    ]
    assert judged.reconciled


def test_bounds_that_are_too_wide_to_judge_by_are_no_contradiction(monkeypatch):
    wide = Answer(((Fraction(7, 100), Fraction(9, 100)),))
    monkeypatch.setattr(judging, "answer", lambda ask: wide)
    assert judge(figure("0.0818", ask=SAFEST)).verdict == UNDECIDED
    assert judge(figure("0.0918", ask=SAFEST)).verdict == CONTRADICTED
