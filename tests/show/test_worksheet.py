"""Worksheets: other exercises for every seed, with answers as fractions and solutions say."""

import json
import re
from fractions import Fraction

import pigverify
import pytest
from support.commands import ask, refused
from support.refusals import refuses

import pigcore
from pigcore.show.worksheets import as_page, as_text, worksheet

pytestmark = pytest.mark.slow

PIG = pigcore.Pig(50)


def of(sheet, title):
    return next(section for section in sheet.sections if section.title == title).exercises


def test_every_seed_has_other_exercises():
    sheets = [worksheet(PIG, seed) for seed in range(8)]
    assert worksheet(PIG, 3) == sheets[3]
    asked = {tuple(of(sheet, "What would you do?")) for sheet in sheets}
    assert len(asked) == 8
    for sheet in sheets:
        questions = [one.question for section in sheet.sections for one in section.exercises]
        assert len({*questions}) == len(questions) == 17
        answers = [one.answer.split(":")[0] for one in of(sheet, "What would you do?")]
        assert {*answers} == {"Roll", "Hold"}
        answers = [one.answer.split(":")[0] for one in of(sheet, "Who is favoured?")]
        assert {*answers} == {"You", "Your opponent"}


def test_what_is_computed_by_hand_is_exact():
    for seed in range(8):
        bust, mean, times, even, near = of(worksheet(PIG, seed), "By hand")
        assert (bust.answer, mean.answer, even.answer) == ("1/6", "10/3", "20")
        n = int(re.search(r"roll (\d) times", times.question)[1])
        every = [0]  # the points of all turns of n throws, thrown
        for _ in range(n):
            every = [k and k + face if face > 1 else 0 for k in every for face in range(1, 7)] \
                if every != [0] else [face if face > 1 else 0 for face in range(1, 7)]  # fmt: skip
        assert times.answer.startswith(str(Fraction(sum(every), 6**n)))
        own, opp = map(int, re.findall(r"\d+", near.question))
        found = pigverify.check(PIG, own, opp).value
        low, high = found
        assert low <= Fraction(near.answer.split(",")[0]) <= high


@pytest.mark.slow
def test_decisions_and_favourites_are_those_of_the_solution():
    solution = pigcore.solve(PIG)
    for seed in range(5):
        sheet = worksheet(PIG, seed)
        for question, answer in of(sheet, "What would you do?"):
            state = tuple(map(int, re.findall(r"\d+", question)))
            assert answer.startswith(solution.decide(*state).capitalize())
            assert f"{max(solution.payoffs(*state).values()):.1%}" in answer
        for question, answer in of(sheet, "Who is favoured?"):
            chance = solution.win(*map(int, re.findall(r"\d+", question)))
            assert answer == f"{'You' if chance > 0.5 else 'Your opponent'}: you win {chance:.1%}."
        for question, answer in of(sheet, "Which rule is better?"):
            rules = [
                f"roll-times:{n}" if "roll" in text else f"hold:{n}"
                for text, n in re.findall(r"“(hold at|roll) (\d+)", question)
            ]
            if len(rules) == 2:
                wins = pigcore.match(PIG, *rules).average
                assert f"{max(wins, 1 - wins):.2%}" in answer


@pytest.mark.slow
def test_where_it_counts_who_began():
    game = pigcore.Race(pigcore.Roll.die(4), 6, end="equal_turns", tie="half")
    assert "the opponent began" in as_text(worksheet(game.swapped, 2))[0]
    sheet, solution = worksheet(game, 2), pigcore.solve(game)
    near = of(sheet, "By hand")[-1]
    chance = float(Fraction(near.answer.split(",")[0]))
    assert chance == pytest.approx(solution.win(*map(int, re.findall(r"\d+", near.question))))
    assert "you began the game" in " ".join(as_text(sheet))
    for question, answer in of(sheet, "What would you do?"):
        state = tuple(map(int, re.findall(r"\d+", question)))
        assert answer.startswith(solution.decide(*state).capitalize())
        assert f"{max(solution.payoffs(*state).values()):.1%}" in answer


GAMES = {
    "capped": pigcore.game("pig:three-throws", goal=20),
    "two dice": pigcore.TwoDicePig(40),
    "exact": pigcore.HoldOrContinue(),
    "farkle": pigcore.Farkle.minimal(2000),
    "hog": pigcore.Hog.fa13(30),
    "hijinks": pigcore.Hog.fa13_hijinks(20),
    "own hog": pigcore.Hog(20, 1, pig_out=None),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_game_has_worksheets(name):
    sheet = worksheet(GAMES[name], 5)
    assert len(sheet.sections) >= 2
    assert as_text(sheet)
    page = as_page(sheet)
    for section in sheet.sections:
        assert len(section.exercises) >= 1
    assert page.count("<div class='ask'>") == page.count("<li>") > 5


@pytest.mark.slow
def test_hog_by_hand():
    game = pigcore.Hog.fa24(40)
    for seed in range(6):
        for question, answer in of(worksheet(game, seed), "By hand"):
            numbers = [int(n) for n in re.findall(r"\d+", question)]
            if "no 1" in question:
                assert answer.startswith(str(Fraction(5, 6) ** numbers[0]))
            elif "0 dice" in question:
                own, opp, _ = numbers
                assert int(answer) == max(1, 3 * abs(opp // 10 % 10 - own % 10))
            elif "ends at" in question:
                x, y = numbers
                assert answer == "{} against {}".format(*game.finish(x, y))
                assert answer != f"{x} against {y}"


def test_a_page_of_its_own_for_the_answers():
    sheet = worksheet(PIG, 2)
    page = as_page(sheet)
    questions, key = page.split("<section class='key'>")
    for section in sheet.sections:
        for question, answer in section.exercises:
            assert question in questions
            assert answer in key
    assert "break-before: page" in page
    assert "worksheet 2" in questions


def test_the_command(tmp_path):
    words = ("worksheet", "pig", "--goal", 50, "--seed", 4)
    done = ask("pigcore", *words, "-o", "it.html", cwd=tmp_path)
    saved = "game Pig exercises 17 seed 4 saved it.html"
    assert done.stdout.split() == saved.split()
    assert (tmp_path / "it.html").read_text() == as_page(worksheet(PIG, 4))
    facts = json.loads(ask("pigcore", *words, "--json").stdout)
    assert facts == json.loads(json.dumps(worksheet(PIG, 4).as_dict()))
    text = ask("pigcore", *words).stdout
    assert text.index("What would you do?") < text.index("Answers")
    for bad, message in [
        (("pig", "-o", "it.pdf"), "'it.pdf' is not a name for a worksheet: end it in .html"),
        (("duel",), "there are no worksheets about Duel: give a race for two or a game of Hog"),
        (("pig", "--players", 3, "--goal", 9), "there are no worksheets about Pig for three: give"),
        (("pig", "--seed", -1), "the seed is -1, but must be between 0 and 1000000000"),
    ]:
        refused(ask("pigcore", "worksheet", *bad, cwd=tmp_path), "pigcore", message)


def test_what_is_no_seed_is_refused():
    with refuses("the seed is 1.5"):
        worksheet(PIG, 1.5)
