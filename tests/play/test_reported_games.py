"""Transcripts of duels and bags: the games that are counted, and by the rules."""

from itertools import accumulate

import pytest

import pigcore
from pigcore.play.simulation import bag


@pytest.mark.parametrize("second", [pigcore.hold_at(8), pigcore.random_play()], ids=str)
def test_duels_are_the_ones_that_are_reported(second):
    game = pigcore.Duel(holds=range(2, 13))
    found = pigcore.simulate(game, pigcore.hold_at(11), second, 300, seed=3, transcripts=300)
    winners = [transcript.winner for transcript in found.transcripts]
    assert (winners.count(0), winners.count(None)) == (found.wins, found.draws)
    holds = set()
    for transcript in found.transcripts:
        for player, turn in enumerate(transcript.turns):
            holds.add((player, turn.hold))
            *before, last = (0, *accumulate(turn.throws))
            assert turn.player == player
            assert set(turn.throws) <= {2, 3, 4, 5, 6}
            assert max(before, default=0) < turn.hold
            assert turn.score == (last if last >= turn.hold else 0)
    wanted = [8] if second == pigcore.hold_at(8) else game.holds
    assert holds == {(0, 11), *((1, hold) for hold in wanted)}


def test_a_duel_is_reported_in_words_and_as_data():
    game = pigcore.Duel(pigcore.Roll({3: "1/2", 5: "1/4"}, bust="1/4"), holds=[4, 5])
    reported = pigcore.simulate(game, 4, 5, 100, transcripts=100).transcripts
    lines = {line for transcript in reported for line in str(transcript).splitlines()}
    assert lines >= {
        "first, holding at 4: throws 3 3 and scores 6",
        "second, holding at 5: busts at once",
        "second, holding at 5: throws 3 and busts",
        "first wins",
        "second wins",
        "a draw",
    }
    said = [transcript.as_dict() for transcript in reported]
    turn = {"player": "second", "hold": 5, "throws": [3], "score": 0, "end": "bust"}
    assert turn in [found["turns"][1] for found in said]
    assert {found["winner"] for found in said} == {"first", "second", None}


@pytest.mark.parametrize("policy", [pigcore.random_play(), "optimal"], ids=str)
def test_bags_are_the_ones_that_are_reported(policy, monkeypatch):
    monkeypatch.setattr(bag, "THROWS", 40)  # thirteen bags at a time
    game = pigcore.Bag(["1/2", 1, 0], ["1/2", 0, "1/4"], [0, 0, "3/4"], win=5, draw="1/3", lose=-1)
    optimal = pigcore.solve(game)
    found = pigcore.simulate(
        game, optimal if policy == "optimal" else policy, games=200, transcripts=150
    )
    again = pigcore.simulate(
        game, optimal if policy == "optimal" else policy, games=200, transcripts=200
    )
    assert found.transcripts == again.transcripts[:150]
    assert found.mean == pytest.approx(
        float(sum(transcript.total for transcript in again.transcripts) / 200)
    )
    faces = set()
    for transcript in again.transcripts:
        seen = [0, 0, 0]
        for throw in transcript.throws:
            assert throw.seen == tuple(seen)
            if policy == "optimal":
                assert throw.gesture in optimal.best(*seen)
            gesture, face = map(pigcore.games.bag.GESTURES.index, (throw.gesture, throw.face))
            assert throw.paid == game.payoff(gesture, face)
            seen[face] += 1
        faces.add(tuple(seen))
    assert faces == {(2, 1, 0), (2, 0, 1), (1, 2, 0), (1, 1, 1)}


def test_a_bag_is_reported_in_words_and_as_data():
    game = pigcore.Bag([1, 0], [0, 1], [0, 0], draw="1/3")
    (transcript,) = pigcore.simulate(game, pigcore.solve(game), games=1, transcripts=1).transcripts
    first, second = transcript.throws
    assert str(transcript).splitlines() == [first.text, second.text, f"{transcript.total} in all"]
    assert second.text in (
        "after 1 rock, 0 papers and 0 scissors: plays scissors against paper and is paid 3",
        "after 0 rocks, 1 paper and 0 scissors: plays paper against rock and is paid 3",
    )
    said = transcript.as_dict()
    assert said["total"] == str(transcript.total)
    assert said["throws"][0] == {
        "rocks": 0, "papers": 0, "scissors": 0, "gesture": first.gesture, "face": first.face,
        "paid": str(first.paid),
    }  # fmt: skip
