"""Exact matches of Hog: against brute force, and against the solver's."""

import dataclasses

import pigverify
import pytest
from pigverify.hog import report
from pigverify.hog.match import match
from support import hogs

import pigcore
from pigcore.games import Hog, RuleError


@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "sp16", "fa20"])
def test_matches_by_brute_force(name):
    game = dataclasses.replace(getattr(Hog, name)(13), max_dice=3)

    def first(own, opp, parity=0):
        return 1 + (own + 2 * opp) % 3

    def second(own, opp, parity=0):
        return 0 if parity else 1 + (own * opp) % 2

    brute = hogs.Solved(hogs.term(name, 13, 3), (first, second)).values
    assert match(game, first, second) == (brute[0, 0, 0, 0], 1 - brute[1, 0, 0, 0])


@pytest.mark.parametrize("name", ["fa13", "fa13_hijinks", "fa24"])
def test_policies_by_name_are_those_of_pigcore(name):
    game = getattr(Hog, name)(20)
    proved = pigverify.match(game, "optimal", "always:3", start=(7, 9))
    found = pigcore.match(game, "optimal", "always:3", start=(7, 9))
    assert proved.first[0] == proved.first[1]
    assert float(proved.first[0]) == pytest.approx(found.first, abs=1e-14)
    assert float(proved.second[0]) == pytest.approx(found.second, abs=1e-14)


def test_what_is_refused(monkeypatch):
    game = Hog.fa13(9)
    monkeypatch.setattr(report.Checked, "proved", lambda found, state: False)
    with pytest.raises(RuleError, match="not every choice of Hog fa13 can be proved"):
        pigverify.match(game, "optimal", "always:1")
