"""The coach: splits that add up, sentences that say what the numbers say, changes as promised."""

import random
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from support.slow import Slow, played, told, wins_of

import pigcore
from pigcore.games.starts import Start
from pigcore.study.coach import MOST_ADVICE, coach
from pigcore.study.coach.situations import ZONES

pytestmark = pytest.mark.slow

HALF = Fraction(1, 2)
TINY = pigcore.Race(pigcore.Roll({1: "1/3", 2: "1/4"}, "5/12"), 5)
PIG = pigcore.Pig(30)


def zone(game, own, opp):
    """The zone of two scores by the words of the documentation."""
    far, some = game.goal // 4, game.goal // 10
    if own >= game.goal - far:
        return "near"
    if opp >= game.goal - far:
        return "opponent near"
    if opp - own > far:
        return "far behind"
    if opp - own > some:
        return "behind"
    return "ahead" if own - opp > some else "level"


# --- the split ----------------------------------------------------------------------------------


def split_exact(game, rolls):
    """{(zone, kind): cost} of who rolls in these states, and what he wins, in fractions."""
    slow = Slow(game)
    worths = {
        (*start.scores, total): (ways["throw"], ways["bank"])
        for _, start in slow.values
        for (total, _), ways in slow.worths((0, start), slow.values.get).items()
        if 0 < total < game.goal - start.scores[0]
    }
    best = {state for state, (throw, hold) in worths.items() if throw > hold}
    players = [told(lambda *state: state in rolls), told(lambda *state: state in best)]
    match = Slow(game, players, never=0)
    costs = {}
    for begun in range(2):
        for (mover, start), often in match.visits((begun, Start((0, 0)))).items():
            own, opp = start.scores
            if mover:
                continue
            reach = {0: often / 2}
            for total in range(game.goal - own):
                come = reach.pop(total, 0)
                if not come:
                    continue
                if total:
                    throw, hold = worths[own, opp, total]
                    does = (own, opp, total) in rolls
                    lost = max(throw, hold) - (throw if does else hold)
                    if lost:
                        key = zone(game, own, opp), "rolls too long" if does else "holds too early"
                        costs[key] = costs.get(key, 0) + come * lost
                    if not does:
                        continue
                for points, chance in game.roll.gains:
                    reach[total + points] = reach.get(total + points, 0) + come * chance
    return costs, sum(match.seats) / 2


@pytest.mark.parametrize("seed", range(3))
def test_parts_are_those_of_fractions(seed):
    choices = random.Random(seed)
    states = [
        (own, opp, total)
        for own, opp in product(range(TINY.goal), repeat=2)
        for total in range(1, TINY.goal - own)
    ]
    rolls = {state for state in states if choices.random() < 0.5}
    exact, wins = split_exact(TINY, rolls)
    table = np.zeros((TINY.goal,) * 3)
    table[:, :, 0] = 1.0  # the first throw is compulsory
    for state in rolls:
        table[state] = 1.0
    found = coach(TINY, table)
    assert found.wins == pytest.approx(float(wins), abs=1e-13)
    assert found.loss == pytest.approx(float(HALF - wins), abs=1e-13)
    parts = {(part.zone, part.kind): part.cost for part in found.parts if part.cost}
    assert set(parts) == set(exact)
    for key, cost in parts.items():
        assert cost == pytest.approx(float(exact[key]), abs=1e-13), key


def test_against_any_opponent_in_fractions():
    """The loss is what the best reply to the opponent wins more."""
    mine, theirs = (lambda own, opp, total: total < 1), (lambda own, opp, total: total < 3)
    wins = sum(played(TINY, [told(mine), told(theirs)]).seats) / 2
    best = sum(played(TINY, [None, told(theirs)]).seats) / 2
    found = coach(TINY, "hold:1", "hold:3")
    assert found.wins == pytest.approx(float(wins), abs=1e-13)
    assert found.loss == pytest.approx(float(best - wins), abs=1e-13)
    assert sum(part.cost for part in found.parts) == pytest.approx(found.loss, abs=1e-13)


BOLD = pigcore.Roll({1: "1/6", 2: "1/6"}, bust="2/3")
GAMES = {
    "exact": (pigcore.HoldOrContinue(20), "hold:7"),
    "wipes": (pigcore.TwoDicePig(30), "hold:9"),
    "modes": (pigcore.game("growing-pig", goal=30), "hold:9"),
    "mixes": (PIG, "random"),
    "three players": (pigcore.Pig(12, players=3), "hold:4"),
    "an opening": (pigcore.Farkle.minimal(1000, opening=300), "hold:150/best-turn"),
    "play on": (pigcore.Race(BOLD, 8, end="last_turn", tie="play_on"), "hold:2"),
    "a last turn": (pigcore.Farkle.minimal(600, last_turn=True), "hold:150"),
    "mixes dice": (pigcore.Farkle.minimal(500), "random"),
    "hog swaps": (pigcore.Hog.fa24(30), "free:3:4"),
    "hog exchanges": (pigcore.Hog.fa13_hijinks(30), "always:3"),
}


@cache
def coached(case):
    return coach(*GAMES[case])


@pytest.mark.parametrize("case", GAMES)
def test_the_split_adds_up(case):
    game, policy = GAMES[case]
    found, loss = coached(case), pigcore.loss(game, policy)
    assert found.loss == pytest.approx(loss.average, abs=1e-12)
    assert sum(part.cost for part in found.parts) == pytest.approx(found.loss, abs=1e-12)
    assert all(part.cost > -1e-15 for part in found.parts)
    least = 1 / game.players
    assert found.wins == pytest.approx(least - found.loss, abs=1e-12)


def test_equal_turns_in_fractions():
    """All is about one seat; who has tied stops, as most throws bust."""
    game = pigcore.Race(BOLD, 4, end="equal_turns", tie="half")
    due, lost = float(Slow(game).value(0, 0)), []
    wins = wins_of(game, "hold:3", "optimal")
    for seat in range(2):
        found = coach(game, "hold:3", seat=seat + 1)
        assert found.wins == pytest.approx(float(wins[seat][0]), abs=1e-13)
        lost.append((1 - due if seat else due) - found.wins)
        assert found.loss == pytest.approx(lost[-1], abs=1e-13)
        assert sum(part.cost for part in found.parts) == pytest.approx(found.loss, abs=1e-13)
    assert sum(lost) / 2 == pytest.approx(pigcore.loss(game, "hold:3").average, abs=1e-13)
    reply = pigcore.best_response(game, "hold:1")
    for seat, best in ((1, reply.first), (2, reply.second)):
        found = coach(game, "hold:3", "hold:1", seat=seat)
        assert found.loss == pytest.approx(best - found.wins, abs=1e-13)
        mended = max(one.wins for one in found.advice)
        assert found.wins < mended <= best + 1e-13


# --- situations ---------------------------------------------------------------------------------


@pytest.mark.parametrize("case", GAMES)
def test_sentences_say_what_the_numbers_say(case):
    game, _ = GAMES[case]
    found, solution = coached(case), pigcore.solve(game)
    assert 1 <= len(found.advice) <= MOST_ADVICE
    assert list(found.advice) == sorted(found.advice, key=lambda one: -one.cost)
    for one in found.advice:
        assert one.share == pytest.approx(one.cost / found.loss)
        assert one.gain == pytest.approx(one.wins - found.wins)
        if game.family == "race" and game.players == 2 and one.chosen in (*game.words,):
            payoffs = solution.payoffs(*one.state)
            assert payoffs[one.best] > payoffs[one.chosen], one
            early = one.chosen == game.words[1]
            does = game.words[1] if early else game.words[0]
            assert one.words.startswith(("too timid" if early else "too bold", does))
        if "when" in one.words and game.players == 2:
            own, opp = one.state[:2]
            assert one.words.endswith(ZONES[zone(game, own, opp)])
        elif one.words.startswith(("banks", "throws on at")):
            assert f" {one.state[2]:,} with {one.state[3]} di" in one.words
        elif one.words == "sets the wrong dice aside":
            payoffs = solution.payoffs(*one.state)
            assert payoffs[one.best] > payoffs[one.chosen]
            assert one.best.aside != one.chosen.aside
        if game.family == "hog":
            payoffs = solution.payoffs(*one.state)
            assert payoffs[one.best] == max(payoffs.values()) > payoffs[one.chosen]
            said = one.words
            assert ("free zero" in said) == (one.best == 0 < one.chosen)
            assert said.startswith("rolls too few") == (0 < one.chosen < one.best)
            assert said.startswith("rolls too many") == (0 < one.best < one.chosen)


def test_never_is_said_of_who_never_does():
    hog = pigcore.Hog.fa13(50)
    never = [one.words for one in coach(hog, "always:5").advice if "free zero" in one.words]
    assert never
    assert all(words.startswith("never uses the free zero near ") for words in never)
    seldom = [one.words for one in coach(hog, "free:5:12").advice if "free zero" in one.words]
    assert any(words.startswith("too seldom uses the free zero") for words in seldom)


@pytest.mark.parametrize("case", GAMES)
def test_who_mends_everything_plays_best(case):
    game, policy = GAMES[case]
    from pigcore.games.rules import serving
    from pigcore.play.policies.texts import for_game

    module = serving("pigcore.study.coach", game)
    side = module.side_of(game, for_game(game, policy), for_game(game, "optimal"))
    assert side.mended(frozenset(side.parts)) == pytest.approx(1 / game.players, abs=1e-12)
    assert side.mended(frozenset()) == pytest.approx(side.wins, abs=1e-13)


def test_mending_alone_is_a_match_of_its_own():
    """Of Pig, by the table of a policy that plays one zone best."""
    found, best = coach(PIG, "hold:8"), pigcore.solve(PIG)

    for one in found.advice:
        own, opp = one.state[:2]
        early, there = one.chosen == "hold", zone(PIG, own, opp)

        def mended(i, j, total, there=there, early=early):
            usual = "hold" if total >= 8 else "roll"
            right = best.decide(i, j, total)
            wrong = usual == ("hold" if early else "roll") and right != usual
            return right if wrong and zone(PIG, i, j) == there else usual

        assert one.wins == pytest.approx(pigcore.match(PIG, mended, best).average, abs=1e-12)


# --- small changes ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [case for case in GAMES if case != "mixes dice"])
def test_changes_win_what_they_promise(case):
    game, _ = GAMES[case]
    found = coached(case)
    assert len({edit.kind for edit in found.edits}) == len(found.edits)
    assert list(found.edits) == sorted(found.edits, key=lambda edit: -edit.gain)
    for edit in found.edits:
        won = pigcore.match(game, edit.policy, "optimal")
        average = won.average + won.never / game.players
        assert edit.wins == pytest.approx(average, abs=1e-12), edit
        assert edit.gain == pytest.approx(edit.wins - found.wins)
        assert edit.gain > 0
        assert str(pigcore.parse_policy(game, edit.policy)) == edit.words
    if found.edits:
        assert found.remember.startswith(found.edits[0].words)


def test_one_number_is_the_best_of_all():
    """Of hold at n, all n tried."""
    wins = [pigcore.match(PIG, f"hold:{n}", "optimal").average for n in range(1, 31)]
    (edit,) = [edit for edit in coach(PIG, "hold:5").edits if edit.kind == "number"]
    assert edit.wins == pytest.approx(max(wins), abs=1e-13)
    assert edit.policy == f"hold:{1 + int(np.argmax(wins))}"


def test_a_function_is_coached_too():
    def timid(own, opp, total):
        return "hold" if total >= 5 else "roll"

    found, named = coach(PIG, timid), coach(PIG, "hold:5")
    assert found.policy == "timid"
    assert found.loss == pytest.approx(named.loss, abs=1e-13)
    (edit,) = found.edits
    assert edit.kind == "exception"
    assert edit.policy is None
    assert edit.words.startswith("play as before; but where ")


def test_best_play_gives_nothing_away():
    for game in (PIG, pigcore.Hog.fa13(30)):
        found = coach(game, "optimal")
        assert found.loss == pytest.approx(0, abs=1e-12)
        assert (found.advice, found.edits) == ((), ())
        assert "play on" in found.remember


# --- refusals -----------------------------------------------------------------------------------


def test_where_situations_are_not_told_apart_a_coach_says_what_is_lost():
    die = pigcore.Roll.die(6)
    row = pigcore.Race(die, 12, busts_in_a_row=2, penalty=3, floor=-3)
    for game in (pigcore.Race(die, 12, other=pigcore.Roll.die(8)), row):
        found, lost = coach(game, "hold:4"), pigcore.loss(game, "hold:4")
        assert (found.loss, found.judged.exploitability) == (lost.average, lost.exploitability)
        assert found.wins == 0.5 - lost.average
        assert found.mistakes(2) == lost.mistakes(2)
        assert (found.parts, found.advice, found.edits) == ((), (), ())
    duel = pigcore.Duel()
    assert coach(duel, 20).as_dict() == pigcore.loss(duel, 20).as_dict()


def test_against_best_play_a_coach_knows_the_mistakes():
    found, lost = coach(PIG, "hold:9"), pigcore.loss(PIG, "hold:9")
    assert found.mistakes(3) == lost.mistakes(3)
    assert found.judged.average == pytest.approx(found.loss, abs=1e-12)
    assert all(coached(case).judged for case in GAMES)
    assert coach(PIG, "hold:9", "hold:8").judged is None
