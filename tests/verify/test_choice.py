"""A saved choice of dice: every chance enclosed, what the mixture loses, and damage to the file."""

import hashlib
import json
import random
from fractions import Fraction

import pytest
from pigverify import certify
from pigverify.choice import _gain, is_dice_choice, judge

from pigcore.games import FileError, Race, Roll
from pigcore.study.race_dice import dice_choice

GAMES = {f"d{n}": Race(Roll.die(n), 9) for n in (3, 4, 6)}


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("choice") / "dice.json"
    dice_choice(GAMES).save(path)
    return path


def altered(saved, tmp_path, **members):
    """The file with other members, by an author who knows of the checksum."""
    told = {**json.loads(saved.read_text()), **members}
    del told["sha256"]
    digest = hashlib.sha256(json.dumps(told, indent=1).encode()).hexdigest()
    path = tmp_path / "other.json"
    path.write_text(json.dumps(told | {"sha256": digest}, indent=1) + "\n")
    return path


def test_every_chance_is_enclosed(saved):
    report = judge(saved)
    assert is_dice_choice(saved)
    assert report.outcome == "certified"
    assert [*report.sets] == ["d3", "d4", "d6"]
    for row, mine in zip(report.first, GAMES.values()):
        for ends, theirs in zip(row, GAMES.values()):
            low, high = certify(mine.against(theirs)).value
            assert max(low, ends[0]) <= min(high, ends[1])
    assert 0 <= report.gain < 1e-15
    assert report.error < 1e-15
    assert report.as_dict()["gain"] >= report.gain


def paid(i, mix, high, low):
    """What set i wins beyond one half against a mixture, by chances of those who move first."""
    wins = [(high[i][j] + 1 - low[j][i]) / 2 if j != i else Fraction(1, 2) for j in range(len(mix))]
    return sum(map(Fraction.__mul__, mix, wins)) - Fraction(1, 2)


def test_no_matrix_in_the_intervals_pays_more_than_the_gain():
    """And one of its corners pays just that."""
    draw, every = random.Random(5), range(4)

    def number():
        return Fraction(draw.randrange(33), 32)

    for _ in range(20):
        first = [[tuple(sorted((number(), number()))) for _ in every] for _ in every]
        lows, highs = ([[ends[end] for ends in row] for row in first] for end in (0, 1))
        weights = [1, *(draw.randrange(4) for _ in every[1:])]
        mix = [Fraction(weight, sum(weights)) for weight in weights]
        gain = _gain(first, mix)
        assert gain == max(paid(i, mix, highs, lows) for i in every)
        for _ in range(10):
            some = [[low + number() * (high - low) for low, high in row] for row in first]
            assert all(paid(i, mix, some, some) <= gain for i in every)


def test_what_is_not_true_is_refuted(saved, tmp_path):
    told = json.loads(saved.read_text())
    first = told["first"]
    first[0][2] += 1e-9
    report = judge(altered(saved, tmp_path, first=first))
    assert report.outcome == "refuted"
    assert "a chance is off" in report.reason
    assert 1e-9 < report.error < 1.1e-9
    report = judge(altered(saved, tmp_path, mix=[1.0, 0.0, 0.0]))
    assert report.outcome == "refuted"
    assert "a set wins more" in str(report)
    assert report.gain > 0.01
    for claim in {"error_bound": 1.0, "first": [[0.5] * 3] * 3}, {"gain": 1.0, "mix": [1.0, 0, 0]}:
        mix = [float(weight) for weight in claim.get("mix", told["mix"])]
        report = judge(altered(saved, tmp_path, **claim | {"mix": mix}))
        assert report.outcome == "refuted"
        assert "1e-09, all that a file may admit" in report.reason
    sets = told["sets"]
    swapped = {**sets, "d3": sets["d4"], "d4": sets["d3"]}
    assert judge(altered(saved, tmp_path, sets=swapped)).outcome == "refuted"


def test_any_other_byte_is_refused(saved, tmp_path):
    data, path, draw = saved.read_bytes(), tmp_path / "damaged.json", random.Random(3)
    places = [*range(0, len(data), 23), *range(len(data) - 80, len(data))]
    damaged = [
        (n, data[:n] + bytes([data[n] ^ 1 << draw.randrange(8)]) + data[n + 1 :]) for n in places
    ]
    damaged += [(n, data[:n]) for n in draw.sample(range(len(data)), 20)]
    damaged += [(n, data[:n] + b" " + data[n:]) for n in draw.sample(range(len(data)), 20)]
    for place, other in damaged:
        path.write_bytes(other)
        with pytest.raises(FileError):
            pytest.fail(f"{place}: {judge(path)}")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"format": "pigcore dice 2"}, "in the format"),
        ({"more": 1}, "it must hold"),
        ({"sets": {}}, "its sets are"),
        ({"sets": {"a": 1, "b": 2}}, "is no race"),
        ({"sets": dict.fromkeys("abc", 'base = "hog"')}, "is no race"),
        ({"sets": dict.fromkeys("abc", 'base = "pig"\nplayers = 3')}, "is no race"),
        ({"sets": {"a": 'base = "pig"', "b": 'base = "pig"\ngoal = 9', "c": ""}}, "that differs"),
        ({"first": [[0.5] * 3] * 2}, "a row of first"),
        ({"first": [[0.5, 0.5, 2.0]] * 3}, "between 0 and 1"),
        ({"first": [[0.5, 0.5, float("nan")]] * 3}, "between 0 and 1"),
        ({"mix": [0.5, 0.0, 0.0]}, "must sum to 1"),
        ({"mix": [1.5, -0.5, 0.0]}, "between 0 and 1"),
        ({"gain": "small"}, "its error_bound or gain"),
        ({"error_bound": None}, "its error_bound or gain"),
    ],
)
def test_other_members_are_refused(saved, tmp_path, members, said):
    with pytest.raises(FileError, match=said):
        judge(altered(saved, tmp_path, **members))
