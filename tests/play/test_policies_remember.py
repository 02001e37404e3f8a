"""Policies that remember throws or turns: carried exactly, as every course of a turn says."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from support.refusals import refuses
from support.turns import rules as turns

import pigcore
from pigcore import BUST, Pig, Race, Roll, RuleError, Turn, gain, remembers, roll_times
from pigcore.play.boards.race import RaceBoard, rules_of, seat_of
from pigcore.play.matches.race import turns_of
from pigcore.play.policies import parse, save_policy
from pigcore.play.policies.race import plan_of

SMALL = Race(Roll({1: "1/4", 2: "1/4", 3: "1/4"}, bust="1/8", wipe="1/8"), 8, consolation=1)
CAPPED = Race(
    Turn(lambda left: {BUST: 1, gain(1, left - 1): 2, gain(2, left - 1): 1} if left else None, 4),
    goal=7,
    name="Four throws",
)
EXACT = Race(Roll({1: "1/3", 2: "1/3"}, bust="1/3"), 6, "exact")


def ends(game, throws_on, own):
    """{(how, points): chance} of a turn; ``throws_on`` knows how many throws there were."""
    found = {}

    def go(mode, points, throws, chance):
        reached = own + points
        if throws and reached >= game.goal:
            over = reached > game.goal and game.target == "exact"
            key = ("bust", 0) if over else ("bank", points)
            found[key] = found.get(key, 0) + chance
            return
        rule = game.turn.modes[mode]
        if throws and (rule.throw is None or (rule.may_bank and not throws_on(points, throws))):
            found["bank", points] = found.get(("bank", points), 0) + chance
            return
        for how, p in (("bust", rule.throw.bust), ("wipe", rule.throw.wipe)):
            if p:
                found[how, 0] = found.get((how, 0), 0) + chance * p
        for p, options in rule.throw.outcomes:
            (option,) = options
            go(option.mode, points + option.gain, throws + 1, chance * p)

    go(game.turn.start, 0, 0, Fraction(1))
    return found


def landings(game, throws_on, own):
    """{score after the turn, or "won": chance}."""
    found = {}
    for (how, points), chance in ends(game, throws_on, own).items():
        after = {"bank": own + points, "wipe": 0}.get(how, own + game.consolation)
        if game.target == "exact" and after > game.goal:
            after = own
        key = "won" if after >= game.goal else after
        found[key] = found.get(key, 0) + chance
    return found


@pytest.mark.parametrize("game", [SMALL, CAPPED, EXACT, Pig(9)], ids=str)
@pytest.mark.parametrize("times", [1, 2, 3, 5])
def test_turns_of_so_many_throws_end_as_every_course_of_them_says(game, times):
    found = turns_of(game, roll_times(times))
    for own in range(game.goal):
        exact = landings(game, lambda _, throws: throws < times, own)
        assert found.won[0, own, 0] == pytest.approx(float(exact.pop("won", 0)), abs=1e-15)
        ended = ends(game, lambda _, throws: throws < times, own)
        wiped = ended.get(("wipe", 0), 0)
        if own and wiped:
            exact[0] -= wiped
            assert found.wiped[0, own, 0] == pytest.approx(float(wiped), abs=1e-15)
        if found.bonus[0, own, 0]:
            exact[own + game.consolation] -= ended["bust", 0]
            assert found.bonus[0, own, 0] == pytest.approx(float(ended["bust", 0]), abs=1e-15)
        ends_at = found.ends_from(own)[0, 0]
        for score in range(own + 1, game.goal):
            assert ends_at[score - own] == pytest.approx(float(exact.get(score, 0)), abs=1e-15)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(drawn=turns())
def test_generated_turns_of_so_many_throws(drawn):
    try:
        game = Race(*drawn[:4])
    except RuleError:
        assume(False)
    assume(not game.chooses and game.unit == 1)
    for times in (1, 3):
        found = turns_of(game, roll_times(times))
        for own in range(game.goal):
            exact = landings(game, lambda _, throws, most=times: throws < most, own).get("won", 0)
            assert found.won[0, own, 0] == pytest.approx(float(exact), abs=1e-14)


def thrice(own, opp, total, throws):
    return "roll" if throws < 3 else "hold"


@pytest.mark.parametrize("game", [SMALL, CAPPED, EXACT, Pig(20)], ids=str)
def test_a_function_that_counts_throws_is_the_named_policy(game):
    function = thrice
    if game is CAPPED:
        function = lambda own, opp, total, left, throws: thrice(own, opp, total, throws)  # noqa: E731
    function = remembers(throws=3)(function)
    one, other = (pigcore.match(game, policy, "hold:4") for policy in (function, roll_times(3)))
    assert (one.first, one.second) == pytest.approx((other.first, other.second), abs=1e-15)
    assert one.never == pytest.approx(other.never, abs=1e-15)


def test_functions_that_count_turns_are_the_named_policy():
    game, known = Pig(25), pigcore.scoring_turns(3).for_game(Pig(25))

    @remembers(scored=2)
    def same(own, opp, total, scored):
        return known(own, opp, total, memory=scored)

    one, other = (pigcore.match(game, policy, "hold:9") for policy in (same, known))
    assert (one.first, one.second) == (other.first, other.second)
    assert pigcore.loss(game, same).average == pytest.approx(
        pigcore.loss(game, known).average, abs=1e-14
    )


def by_turns(game, plan, other, most):
    """P(who plays ``plan``, which counts its turns, wins moving first), by a loop over turns."""
    value = {}
    for number in reversed(range(40)):
        for own, opp in product(range(game.goal), repeat=2):
            total = 0
            for end, chance in landings(game, plan(min(number, most)), own).items():
                if end == "won":
                    total += chance
                    continue
                for back, p in landings(game, other, opp).items():
                    if back != "won":
                        total += chance * p * value.get((number + 1, end, back), 0)
            value[number, own, opp] = float(total)
    return value[0, 0, 0]


@pytest.mark.slow
def test_turns_and_throws_are_remembered_together():
    game = Pig(7)

    @remembers(throws=2, turns=1)
    def more_later(own, opp, total, throws, turns):
        return "roll" if throws < 1 + turns else "hold"

    def plan(number):
        return lambda _, throws: throws < 1 + number

    exact = by_turns(game, plan, lambda points, _: points < 4, 1)
    assert pigcore.match(game, more_later, "hold:4").first == pytest.approx(exact, abs=1e-6)


def test_what_is_lost_is_the_sum_of_the_mistakes():
    for policy in (roll_times(2), parse(SMALL, "hold:4 unless own>=5 then roll-times:2")):
        lost = pigcore.loss(SMALL, policy)
        assert lost.exploitability >= lost.average
        costs = [mistake.cost for mistake in lost.mistakes(10**6)]
        assert sum(costs) == pytest.approx(lost.average, abs=1e-14)


@pytest.mark.slow
def test_random_dice_agree():
    for game in (Pig(40), CAPPED, pigcore.Farkle.minimal(1000), Pig(20, players=3)):
        found = pigcore.simulate(game, roll_times(3), "hold:6", games=40_000, seed=3)
        exact = pigcore.match(game, roll_times(3), "hold:6")
        low, high = found.intervals["average"]
        assert low <= exact.average <= high


def test_a_board_counts_the_throws():
    game = Pig(60)
    board = RaceBoard(rules_of(game), [seat_of(game, roll_times(n)) for n in (3, 2)])
    board.begin(0)
    state = 1

    def bits():
        nonlocal state
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return state

    while not board.over:
        board.land(board.draw(board.answer(bits), bits))
    held = [turn for turn in board.turns if turn.play["end"] == "hold"]
    assert held
    for turn in held:
        assert len(turn.play["throws"]) == (2 if turn.player else 3)


def test_alone_and_of_dice_set_aside():
    alone = pigcore.solitaire(Pig(), "points", 5, policy=roll_times(4)).points
    assert alone == pytest.approx(float(5 * Fraction(5, 6) ** 4 * 16), abs=1e-12)
    counted = remembers(throws=4)(lambda own, opp, total, throws: throws < 4)
    turns = [pigcore.solitaire(Pig(30), policy=one).turns for one in (counted, roll_times(4))]
    assert turns[0] == pytest.approx(turns[1], abs=1e-12)
    farkle = pigcore.Farkle.minimal(1000)
    plan = plan_of(farkle, roll_times(1))
    # One throw, and all that scores is set aside: nothing is thrown again short of the goal.
    assert plan.answer((0, 0, 300, 4)) == "bank"
    assert str(plan.answer((0, 0, 0, (1, 1, 5, 3, 2, 4)))) == "1 1 5, then bank"


def test_words_and_texts(tmp_path):
    texts = ["roll-times:1", "roll-times:2", "roll-times:3", "roll-times:2/most-dice"]
    game = pigcore.Farkle.minimal(1000)
    found = [parse(game, text) for text in texts]
    assert [policy.spec for policy in found] == texts
    assert [str(policy) for policy in found] == [
        "roll once, then hold",
        "roll twice, then hold",
        "roll 3 times, then hold",
        "roll twice, then hold; keep as many dice as possible",
    ]
    assert repr(found[3]) == "roll_times(2, choose='most_dice')"
    save_policy(tmp_path / "thrice.json", Pig(20), roll_times(3))
    assert pigcore.load_policy(tmp_path / "thrice.json", Pig(20)) == roll_times(3)
    save_policy(tmp_path / "thrice.npz", Pig(20), roll_times(3))
    table = pigcore.load_policy(tmp_path / "thrice.npz", Pig(20))
    same = [pigcore.match(Pig(20), one, "hold:7").first for one in (table, roll_times(3))]
    assert same[0] == pytest.approx(same[1], abs=1e-15)
    assert table.mixed


def test_a_file_declares_what_its_function_remembers(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def thrice(own, opp, total, throws):\n    return 'roll' if throws < 3 else 'hold'\n\n"
        'thrice.remembers = {"throws": 3}\n'
        "def broken(own, opp, total, throws):\n    return [][throws]\n\n"
        'broken.remembers = {"throws": 3}\n'
    )
    mine = parse(Pig(20), f"{file}:thrice")
    found = [pigcore.match(Pig(20), one, "hold:7").first for one in (mine, roll_times(3))]
    assert found[0] == pytest.approx(found[1], abs=1e-15)
    with pytest.raises(RuleError, match=r"broken at own 0, opp 0, total \d, throws 0 raises Ind"):
        pigcore.match(Pig(20), parse(Pig(20), f"{file}:broken"), "hold:7")


def declaring(remembered):
    def policy(*state, **memory):
        return "hold"

    policy.remembers = remembered
    return policy


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: roll_times(0), "the number of throws is 0, but must be between 1 and 1000"),
        (
            lambda: roll_times(2, "best_turn"),
            "who rolls a number of times takes options by 'best_turn', which is not planned by",
        ),
        (lambda: roll_times(2, "luck"), "takes options by 'luck', which is no rule: choose most_"),
        (remembers, "remembers(…) is {}, but must count something: throws, scored or"),
        (lambda: remembers(rolls=2), "remembers(…) counts 'rolls': "),
        (lambda: remembers(throws=0), "throws that remembers(…) counts to is 0, but must be betw"),
        (
            lambda: remembers(scored=100, turns=100),
            "remembers(…) makes 10,201 different memories, but there may be 1,000: count less far",
        ),
        (
            lambda: pigcore.match(Pig(20), declaring("throws"), "hold:7"),
            "the attribute remembers of policy is 'throws', but must count something",
        ),
        (
            lambda: pigcore.match(Pig(20, players=3), declaring({"turns": 2}), "hold:7"),
            "policy remembers what it did, which no policy of Pig for three may: give one that",
        ),
        (
            lambda: pigcore.match(pigcore.Farkle.minimal(1000), declaring({"throws": 2}), "hold:7"),
            "policy remembers what it did, which a function cannot in Farkle",
        ),
        (
            lambda: pigcore.match(pigcore.Hog.fa13(20), declaring({"turns": 2}), 4),
            "policy remembers what it did, which no policy of Hog fa13 may: let it answer by own",
        ),
        (
            lambda: pigcore.match(pigcore.Hog.fa13(20), roll_times(2), "always:4"),
            "'roll twice, then hold' is a policy of races, but Hog fa13 is none",
        ),
        (
            lambda: pigcore.hold_at(3).unless("own > 3", declaring({"turns": 2})),
            "remembers what it did, so it cannot be a part of another policy: use it alone",
        ),
        (
            lambda: pigcore.solitaire(Pig(20), policy=declaring({"turns": 2})),
            "remembers its turns, but alone only policies without memory are asked",
        ),
    ],
)
def test_refusals(call, message):
    with refuses(message):
        call()


def test_a_function_that_changes_its_mind_is_named():
    calls = [0]

    def moody(own, opp, total):
        calls[0] += 1
        return ("roll", "hold")[calls[0] % 7 == 0]

    with pytest.raises(RuleError, match=r"^the policy moody answers '\w+' and then"):
        pigcore.match(Pig(20), moody, "hold:7")
    with pytest.raises(RuleError, match=r"answer {action: chance} for chance, and for memory decl"):
        pigcore.match(Pig(20), moody, "hold:7")
