"""Draws from the posterior of recorded throws: reproducible, resumed, refused."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import pigcore
from pigcore.study.race_posterior import posterior

SEEN = {2: 3, 3: 0, 4: 2, 5: 4, 6: 1, "bust": 4}
GAME = pigcore.Pig(25)


@pytest.fixture(scope="module")
def found():
    return posterior(GAME, SEEN, draws=40, seed=3)


def same(one, other):
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("values", "same", "same_thresholds")
    )


@pytest.mark.slow
def test_each_draw_is_a_game_of_its_own(found):
    """Every draw again, through the rules in fractions and the public solver."""
    mean = pigcore.solve(found.game)
    weights = [count + 0.5 for count in SEEN.values()]
    agree = np.zeros(found.same.shape, dtype=int)
    thresholds = np.zeros(found.same_thresholds.shape, dtype=int)
    for n in range(found.draws):
        stream = np.random.default_rng(np.random.SeedSequence(3, spawn_key=(n,)))
        chances = dict(zip(SEEN, map(Fraction, stream.dirichlet(weights).tolist())))
        bust = 1 - sum(chance for outcome, chance in chances.items() if outcome != "bust")
        del chances["bust"]
        solved = pigcore.solve(pigcore.Race(pigcore.Roll(chances, bust), GAME.goal))
        assert found.values[n] == pytest.approx(solved.value, abs=1e-11)
        agree += solved.decisions() == mean.decisions()
        thresholds += solved.thresholds() == mean.thresholds()
    decided = mean.decisions() >= 0
    decided[:, :, 0] = False
    assert np.array_equal(found.same, np.where(decided, agree, 0))
    assert np.array_equal(found.same_thresholds, thresholds)
    assert 0 < found.stable_states < found.states == decided.sum()
    assert np.array_equal(np.isnan(found.share), ~decided)
    assert found.stable[decided].sum() == (agree[decided] >= 38).sum()


@pytest.mark.slow
def test_each_draw_of_several_modes_is_a_game_of_its_own():
    """Throws are counted by mode; one of which none are recorded keeps its chances."""
    game = pigcore.game("pig:three-throws", goal=18)
    seen = {3: {2: 4, 3: 1, 4: 2, 5: 2, 6: 3, "bust": 2}, 1: {4: 5, 6: 1, "bust": 3}}
    record = {
        f"{left}: {what if what == 'bust' else f'{what} to {left - 1}'}": count
        for left, counts in seen.items()
        for what, count in counts.items()
    }
    found = posterior(game, record, draws=12, seed=3)
    mean = pigcore.solve(found.game)

    def drawn(stream):
        chances = {
            left: dict(zip(counts, stream.dirichlet([count + 0.5 for count in counts.values()])))
            for left, counts in seen.items()
        }

        def throw(left):
            if not left:
                return None
            rows = chances.get(left, {**dict.fromkeys(range(2, 7), 1), "bust": 1})
            rows = {what: Fraction(float(chance)) for what, chance in rows.items()}
            return {
                pigcore.BUST if what == "bust" else pigcore.gain(what, left - 1): chance
                / sum(rows.values())
                for what, chance in rows.items()
            }

        return pigcore.Race(pigcore.Turn(throw, 3), 18)

    agree = np.zeros(found.same.shape, dtype=int)
    thresholds = np.zeros(found.same_thresholds.shape, dtype=int)
    for n in range(found.draws):
        solved = pigcore.solve(
            drawn(np.random.default_rng(np.random.SeedSequence(3, spawn_key=(n,))))
        )
        assert found.values[n] == pytest.approx(solved.value, abs=1e-11)
        agree += solved.decisions() == mean.decisions()
        thresholds += solved.thresholds() == mean.thresholds()
    decided = found.same > 0
    assert decided.sum() == found.states == len(found.to_dataframe())
    assert np.array_equal(found.same[decided], agree[decided])
    assert np.array_equal(found.same_thresholds, thresholds)
    for doubt in found.doubts(5):
        assert doubt.decision == mean.decide(*doubt.state)
    with pytest.raises(pigcore.RuleError, match=r"'3: 7 to 2' is no outcome of Pig with at most"):
        posterior(game, {"3: 7 to 2": 1})


def test_the_mean_and_what_is_said_of_the_draws(found):
    assert found.game.roll == pigcore.Roll({2: 7, 3: 1, 4: 5, 5: 9, 6: 3}, bust=9)
    assert found.value == pigcore.solve(found.game).value
    low, high = found.interval
    assert (found.values <= low).sum() == (found.values >= high).sum() == 1
    doubts = found.doubts(3)
    visits = [doubt.visits for doubt in doubts]
    assert visits == sorted(visits, reverse=True)
    for doubt in doubts:
        assert doubt.share == pytest.approx(found.share[doubt.state], abs=1e-7)
        assert doubt.share < 0.95
        assert doubt.decision == pigcore.solve(found.game).decide(*doubt.state)
    # The share in play that is not stable is made of just these decisions.
    everything = found.doubts(found.states)
    assert 0 < found.stable_in_play < 1
    assert not any(found.stable[doubt.state] for doubt in everything)
    said = json.loads(json.dumps(found.as_dict()))
    assert (said["throws"], said["outcomes"], said["draws"], said["seed"]) == (14, 6, 40, 3)
    assert said["doubts"][0]["state"] == found.game.named(doubts[0].state)
    assert str(found).startswith("the first player wins with 0.")
    assert repr(found) == f"<{found}>"
    assert "\n" not in repr(found)
    with pytest.raises(ValueError, match="read-only"):
        found.same[0, 0, 0] = 1


def test_the_map_as_a_table(found):
    frame = found.to_dataframe()
    assert len(frame) == found.states
    assert frame.stable.sum() == found.stable_states
    policy = pigcore.solve(found.game).policy
    for row in frame.sample(20, random_state=1).itertuples():
        assert row.decision == policy(row.own, row.opp, row.total)
        assert row.share == found.same[row.own, row.opp, row.total] / found.draws
    assert (frame.visits * frame.stable).sum() / frame.visits.sum() == pytest.approx(
        found.stable_in_play, abs=1e-15
    )


@pytest.mark.slow
def test_who_solves_the_draws_makes_no_difference(found):
    with ThreadPoolExecutor(2) as threads:
        assert same(posterior(GAME, SEEN.items(), draws=40, seed=3, executor=threads), found)
    with ProcessPoolExecutor(1) as processes:
        assert same(posterior(GAME, SEEN, draws=40, seed=3, executor=processes), found)
    assert not same(posterior(GAME, SEEN, draws=40, seed=4), found)


@pytest.mark.slow
def test_an_interrupted_study_is_resumed(found, tmp_path, monkeypatch):
    """What was done is not done again, and the end is the same."""
    file = tmp_path / "study.npz"
    reports = []

    def interrupt(done, of):
        reports.append((done, of))
        raise KeyboardInterrupt

    pieces = {"path": file, "draws": 120, "seed": 3}
    with ThreadPoolExecutor(1) as one:
        with pytest.raises(KeyboardInterrupt):
            posterior(GAME, SEEN, progress=interrupt, executor=one, **pieces)
        reports.append(None)
        pieces["executor"] = one  # or the draws would come in any order
        whole = posterior(GAME, SEEN, progress=lambda *done: reports.append(done), **pieces)
    assert reports == [(50, 120), None, (100, 120), (120, 120)]
    assert same(whole, posterior(GAME, SEEN, draws=120, seed=3))
    assert np.array_equal(whole.values[:40], found.values)
    assert len(set(whole.values.tolist())) == 120
    assert [path.name for path in tmp_path.iterdir()] == ["study.npz"]

    again = []
    assert same(posterior(GAME, SEEN, progress=again.append, **pieces), whole)
    assert not again


def test_a_file_of_something_else_is_left_alone(tmp_path):
    file = tmp_path / "study.npz"
    posterior(GAME, SEEN, draws=2, path=file)
    before = file.read_bytes()
    for other in ({"draws": 3}, {"seed": 1}, {"record": {2: 1, "bust": 1}}):
        with pytest.raises(pigcore.FileError, match="holds another study"):
            posterior(GAME, **({"record": SEEN, "draws": 2, "path": file} | other))
    with pytest.raises(pigcore.FileError, match="holds another study"):
        posterior(pigcore.Pig(26), SEEN, draws=2, path=file)
    assert file.read_bytes() == before
    for content in (b"", b"abc", before[:100], before[:-100]):
        file.write_bytes(content)
        with pytest.raises(pigcore.FileError, match="is not a study of a posterior"):
            posterior(GAME, SEEN, draws=2, path=file)
        assert file.read_bytes() == content
    pigcore.solve(GAME).save(tmp_path / "solution.npz")
    with pytest.raises(pigcore.FileError, match="is not a study of a posterior"):
        posterior(GAME, SEEN, draws=2, path=tmp_path / "solution.npz")
    with pytest.raises(pigcore.FileError, match="cannot be written"):
        posterior(GAME, SEEN, draws=2, path=tmp_path / "none" / "study.npz")


def test_the_recorded_pigs():
    pigs = pigcore.PassThePigs.kern()
    assert sum(count for _, count in pigs.record) == 6000
    assert len(pigs.record) == 37
    assert pigs.record[-1] == ("wipe", 23)
    chances = dict(pigs.roll.gains)
    for gain, chance in chances.items():
        seen = sum(count for outcome, count in pigs.record if outcome == gain)
        assert chance == Fraction(seen, 6000)
    assert pigcore.PassThePigs().record == pigcore.Pig().record == ()
    found = pigcore.posterior(pigcore.PassThePigs.kern(goal=60), draws=10)
    assert found.game.roll.wipe == Fraction(47, 12037)
    assert found.game.name == "Pass the Pigs"
    assert 90_000 < found.stable_states < found.states == 106_200


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"record": None}, "no throws of Pig are recorded: give a record"),
        ({"record": {}}, "no throws of Pig are recorded"),
        ({"record": 5}, "record is 5, but must be pairs of outcome and count"),
        ({"record": [5]}, "a row of the record is 5, but must be an outcome and its count"),
        ({"record": {"lost": 1}}, "an outcome (a gain, 'bust' or 'wipe') is 'lost', but"),
        ({"record": {2: -1}}, "the count of 2 is -1, but must be between 0 and"),
        ({"record": {0: 4, 2: 1}}, "a gain is 0, but a throw that does not bust must gain"),
        ({"record": {"bust": 4}}, "no throw gains a point, so nobody can win"),
        ({"record": [(2, 1)] * 10_001}, "more than 10000 rows: combine outcomes"),
        ({"draws": 0}, "draws is 0, but must be between 1 and 65535"),
        ({"seed": -1}, "seed is -1, but must be 0 or more"),
        ({"executor": 2}, "executor is 2, but must be a concurrent.futures.Executor"),
    ],
)
def test_refusals(given, message):
    with pytest.raises(pigcore.RuleError) as refused:
        pigcore.posterior(GAME, **({"record": SEEN, "draws": 3} | given))
    assert message in str(refused.value)


def test_other_families_are_refused():
    with pytest.raises(pigcore.RuleError, match=r"Duel \(duel\): give a race"):
        pigcore.posterior(pigcore.Duel())
