"""What benchmarks left, and what they compute with."""

import importlib.util
import json
from fractions import Fraction
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


def loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FIGURES = json.loads((BENCHMARKS / "results" / "beside.json").read_text(encoding="utf-8"))


def test_nobody_is_wrong_by_more_than_his_tolerance_allows():
    """Programs that solved something else would show it in their errors."""
    for row in FIGURES["rows"]:
        assert "said" in row or row["largest error"] < 1e-8, row


@pytest.mark.parametrize("missing", [1, 2, 7, 20, 100])
def test_how_a_turn_of_hold_at_20_ends(missing):
    found = loaded(BENCHMARKS / "others" / "turns.py").gains(missing)
    assert sum(found.values()) == 1
    assert set(found) <= {0, *range(min(missing, 20), min(missing, 25) + 1)}
    if missing == 100:  # the published chance that hold-at-20 scores nothing
        assert round(float(found[0]), 4) == 0.6245
    if missing <= 2:
        assert found == {0: Fraction(1, 6), missing: Fraction(5, 6)}
