"""What every verb refuses, in one sentence that names it."""

import shlex

import pytest
from support.commands import ask, refused
from support.refusals import refuses, rows
from support.turns import three_throws

import pigcore
from pigcore.show.page import page

PIG = pigcore.Pig(12)
MINE = "def f(own, opp, total):\n    return {}['x']\n"
FOUR = "def final_strategy(score, opponent_score): return 4\n"
TURN = "goal = 12\n[turn]\n[turn.modes]\nm.throws = [{chance = 1, bust = true}]\n"

REFUSED = r"""
advise pig -> a state of Pig is OWN OPP [TOTAL], but none was given
advise pig -1 0 3 -> own is -1, but a banked score is between 0 and 99
advise pig 1 2 1.5 -> total is '1.5', but must be a whole number
advise 'pig ' 1 2 -> there is no game 'pig ': did you mean 'pig'?
advise duel -> a state of Duel is HOLD, but none was given
contest strategies -> the game is not given, and terms of Hog have different rul
contest strategies --game pig -> a contest of strategies in files is of Hog
contest strategies --seconds no -> --seconds is 'no', but must be a number
tournament pig strategies -> a contest of strategies in files is of Hog
games pig 3 -> '3' is one word too many: leave it out
games none.npz -> none.npz cannot be read
match duel hold:2 hold:2 --start 1 0 -> start is (1, 0), but in Duel nobody banks points
match piglet --goal 4 --players 3 hold:2 optimal --start 3 0
    -> start is (3, 0), but must be three scores
match piglet --goal 4 --players 3 hold:2 optimal --start 3 0 4 -> third is 4, but a banked score
match piglet --goal 4 hold:2 optimal --start 3 1.5 -> --start is '1.5', but must be a whole number
match piglet --goal 4 hold:2 optimal --start -> option '--start' requires an argument
match bag optimal optimal -> there are no matches in Bag (bag): ask its solution
reply bag optimal -> there are no best replies in Bag (bag): ask its sol
tournament pig hold:20 hold:20 -> a tournament of 1 policy is not one: give two or more that differ
solve hog --players 3 -> Hog fa13 is not played by 3: leave players out
solve two-dice-pig --players 3 -> wipes with chance 1/36
match pig --players 3 hold:20 hold:20 hold:20 hold:20
    -> 3 policies are given for the others, but Pig for three has 3 players
match pig hold:20 hold:20 hold:20 -> would be the policy of a third player
tournament hog --players 3 always:4 .
    -> strategies in files are of games for two: leave --players out
play pig --players 4 --against hold:9 --against hold:9
    -> 2 policies are given with --against, but Pig for four has 3 opponents: give one for each
play pig --against hold:9 --against hold:9
    -> 2 policies are given with --against, but Pig has 1 opponent: give one for each
plot pig section --players 3 --goal 9 -o it.png
    -> there is no plot 'section' of Pig for three (race): choose thresholds or win
plot pig --players 3 --goal 9 --opp 9 -o it.png -> opp is 9, but must be between 0 and 8
page pig --goal 60000 -> choose a smaller goal
page pig 41 -> '41' is one word too many
page --goal 50 -> without GAME the page is the workshop: leave --goal out
page --players 3 -> leave --players out
page -o workshop.txt -> end it in .html
page pig -o pig.pdf -> 'pig.pdf' is not a name for a page: end it in .html
page pig --goal 5 -o nowhere/pig.html -> cannot be written
table pig --players 3 --goal 60 --step 1 -> 216,000 cells then
play pig --seed -1 -> --seed is -1, but must be between 0 and
play pig --against hild:20 -> there is no policy 'hild' in Pig: did you mean 'hold'?
play duel -> there are no games to play move by move in Duel (duel): ask for match
play pig --record no/such/folder -> no/such/folder cannot be written
play pig 1 -> got unexpected extra argument (1)
plot pig -o a.gif -> end it in .png, .svg or .pdf
plot pig win section -o a.png -> 'win' is one word too many
plot pig -> missing option '-o'
plot farkle:kcd thresholds --mode 7 --goal 500 -o it.png -> in mode '7' nothing is decided
plot farkle:kcd win --mode 2 --goal 500 -o it.png -> the plot win takes no mode: leave it out
plot farkle:kcd section --opp 30 --goal 500 -o it.png
    -> opp is 30, but scores of Farkle (tavern rules) are multiples
policy pig hld:20 -> there is no policy 'hld' in Pig: did you mean 'hold'?
policy pig hold:20 --jsn -> there is no option '--jsn': did you mean '--json'?
policy bag optimal 2 0 0 -> there is nothing to decide after 2 rocks, 0 papers
policy pig mine.py:f -> mine.py, line 2: f at own 0, opp 0, total 1 raises KeyError: 'x'
policy pig hold:20 -o a.py -> a policy of Hog is saved as a program, but the game is Pig: keep
policy pig pig.npz -> pig.npz is truncated or is not a solution that pigcore
simulate pig hold:20 hold:20 --games 1e6 -> --games is '1e6', but must be a whole number
simulate pig hold:20 hold:20 --workers 0 -> --workers is 0, but must be between 1 and 1024
simulate pig hold:20 hold:20 --confidence 2 -> there is no option '--confidence' (see
solve --json -> missing argument 'GAME' (see 'pigcore solve --help')
solve pig --goal 70000 -> goal is 70000, but must be between 1 and 65536: choose
solve pig --tolerance 1_0 -> --tolerance is '1_0', but must be a number such as
solve pig --throws 3 -> there is no option '--throws' (see 'pigcore solve --help')
solve pig --methd x -> there is no option '--methd': did you mean '--method'?
solve duel --method newton -> Duel is solved without a 'method'
solve pig 3 -> '3' is one word too many: leave it out (advise answers for a state)
solve none.toml -> none.toml cannot be read: No such file
solve turn.toml -> turn.toml: the table [turn] has no entry 'start': name the first mode of a turn
solve n.npz --goal 3 --method sweep -> n.npz is solved already: leave --goal and -
solve pig -o nowhere/pig.npz -> cannot be written: its folder does not exist
solve pig -o . -> File '.' is a directory
slove pig -> there is no command 'slove': did you mean 'solve'?
--versoin -> there is no option '--versoin': did you mean '--version'?
table pig --step 0 -> step is 0, but must be 1 or more
table duel -> there is no table of Duel (duel): ask advise for a state
table pig --csv --json -> --csv and --json exclude each other: leave one out
table pig 3 4 -> advise answers for a state
table pig -o pig.pdf -> 'pig.pdf' is not a name for a table: end it in .csv, .json
thumb pig --regression --descents 1 -> a regression searches nothing: leave --descents out
thumb pig hold --regression -> 'hold' is one word too many
thumb pig hold --workers 0 -> --workers is 0
thumb hog --regression -> no regression fits Hog fa13, which is not a race
"""
"""Words after pigcore, and a part of what is said."""

LONG = [
    (["advise", "pig", "9" * 3000, "2", "3"], "999..., but a banked score is between"),
    (["advise", "pig", "9" * 5000, "2", "3"], "999..., but must be a whole number"),
    (["solve", "p" * 5000], "there is no game 'ppp"),
    (["solve", "p" * 5000 + ".toml"], "... cannot be read: File name too long"),
    (["s" * 5000], "there is no command 'sss"),
]

CASES = [(shlex.split(words), said) for words, said in rows(REFUSED)]


@pytest.mark.parametrize(("words", "said"), [*CASES, *LONG])
def test_a_sentence_refuses(words, said, tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "pig.npz").write_text("no archive")
    (tmp_path / "turn.toml").write_text(TURN)
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "four.py").write_text(FOUR)
    before = {*tmp_path.rglob("*")}
    assert refused(ask("pigcore", *words, cwd=tmp_path), "pigcore", said)
    assert {*tmp_path.rglob("*")} == before


# --- in Python ------------------------------------------------------------------------------------


def draw(kind, game=PIG, **options):
    return pigcore.plots.draw(pigcore.solve(game), kind, on_screen=False, **options)


NAMES = {name: getattr(pigcore, name) for name in pigcore.__all__} | {
    "draw": draw, "page": page, "three_throws": three_throws, "PIG": PIG,
}  # fmt: skip

CALLS = """
draw('thresholds', Hog(9)) -> there is no plot 'thresholds' of Hog (hog): choose dice, win or
draw('dice') -> there is no plot 'dice' of Pig (race): choose thresholds, boundary,
draw(['dice']) -> there is no plot
draw('win', opp=3) -> the plot win takes no opp: leave it out
draw('win', columns=2) -> the plot win takes no columns: leave it out
draw('section', opp=12) -> opp is 12, but must be between 0 and 11
draw(None, Race(Roll.die(4), 6, busts_in_a_row=2, penalty=1)) -> there is no plot of Race
draw('closeness', Pig(1)) -> no two actions of Pig to 1 differ in worth
draw('closeness', Duel(holds=[5])) -> no two actions of Duel differ in worth
plots.draw(PIG) -> is not a solution: make one with pigcore.solve

page(Duel()) -> a page can show a race or a game of Hog, but not
page(Farkle.kcd(500).seated(3)) -> leave choices, which a page shows to two
page(three_throws(9, 250)) -> has 251 modes, but a page holds at most 200
page(Pig(101, players=3)) -> choose a goal of 100 or less
page(Pig(11, players=6)) -> choose a goal of 10 or less
page(Race(Roll.die(), 9, end='last_turn', players=3)) -> no such
page(game('farkle:three-farkles')) -> busts_in_a_row, which no page knows
page(Hog(bacon=lambda own, opp: 3)) -> has no name to save it under
page(Pig(401)) -> goal is 401, but a page holds
page(Farkle.kcd(20_050)) -> choose a smaller goal, 20,000 at most
"""


@pytest.mark.parametrize(("make", "said"), rows(CALLS))
def test_what_cannot_be_shown_is_refused(make, said):
    with refuses(said):
        eval(make, NAMES)
