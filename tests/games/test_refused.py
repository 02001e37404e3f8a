"""What is refused, and in which words: one row for each sentence, of all families."""

from decimal import Decimal
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from support.refusals import refuses, rows

import pigcore
from pigcore.games import bag as bags
from pigcore.games.dice import Dice
from pigcore.games.farkle import MINIMAL
from pigcore.games.hog import MAX_GOAL
from pigcore.games.hog_rules import MAX_POINTS
from pigcore.games.rules import family_of, game_from_rules, game_from_text

RACE = "goal = 9\n[roll]\nbust = 1\n[roll.gains]\n1 = 1\n"
FACES = {"odd": [4, 1, 4, 1, 4, 1]}


def rolled(table):
    """The race in which these dice are thrown."""
    return game_from_rules({"goal": 20, "roll": table})


def fallen(**rules):
    """A race in which busts in a row cost points."""
    usual = {"busts_in_a_row": 3, "penalty": 5, "floor": -10}
    return pigcore.Race(pigcore.Roll.die(6), 20, **usual | rules)


def primes(count):
    """One chance for each of some denominators that have little in common."""
    return {n: Fraction(1, 10**9 + n) for n in range(1, count)}


NAMES = vars(pigcore.games) | {
    "np": np, "Decimal": Decimal, "Fraction": Fraction, "Dice": Dice, "MINIMAL": MINIMAL,
    "FACES": FACES, "RACE": RACE, "MAX_GOAL": MAX_GOAL, "MAX_POINTS": MAX_POINTS,
    "PARTY": pigcore.HoldOrContinue(9, players=4),
    "die": pigcore.Roll.die(6), "ticks": count(), "primes": primes, "rolled": rolled,
    "fallen": fallen,
    "text": game_from_text, "family_of": family_of, "solve": pigcore.solve, "match": pigcore.match,
}  # fmt: skip

REFUSED = {
    "RuleError": r"""
Roll({2: 1 / 3, 3: 1 / 3}, bust=1 / 3) -> must sum to 1: write fractions as '1/3'
Roll({1: '1/2'}, bust='2/3') -> sum to 7/6, but must sum to 1: take the surplus
Roll({1: '1e999999999'}) -> is '1e999999999', but must be a number
Roll({1: Decimal('1e99999')}) -> but must be a number
Roll({1: '٣'}) -> is '٣', but must be a number
Roll(primes(900)) -> common denominator of the chances has more than 3000 digits
Race('die', 10) -> turn is 'die', but must be a pigcore.Turn or a pigcore.Roll
Race(Roll({4: 1}, bust=1), 10, 'exact') -> no turns lead to exactly 10 points, so nobody can win: c
Turn(lambda m: {BUST: '1/2', gain(1, m): '1/3'}, 'm7') -> 'm7' sum to 5/6
text('goal = 20\nroll.sides = 6\nother = {roll = {sides = 4}, turn = {}}')
    -> other has roll and turn, but one of them says what a turn is: leave one out
Bag([], [], []) -> the bag is empty: give at least one die
Bag([1], [0, 0], [0]) -> the numbers of chances differ (1 for rock, 2 for paper, 1 for scissors):
Bag(1, [0], [0]) -> rock is 1, but must be a list of chances, one a die
Bag([1, '1/2'], [0, '1/2'], [0, '1/2']) -> the chances of die 2 sum to 3/2, but must sum to 1: take
Bag([100], [100], [99]) -> the chances of die 1 sum to 299, but must sum to 300: add the missing 1
Bag([100], [100], [100], total=6) -> the chances of die 1 sum to 300, but must sum to 6
Bag([1], [0], [0], total=0) -> total is 0, but must be at least 1
Bag([1], [0], [0], total=1.5) -> total is 1.5, but must be a whole number
Bag([1 / 3], [1 / 3], [1 / 3]) -> the chances of die 1 sum to 9999999999999999/10000000000000000, bu
Bag([-1], [1], [1]) -> the chance of rock on die 1 is -1, but must not be negative
Bag(['x'], [1], [0]) -> the chance of rock on die 1 is 'x', but must be a number
Bag([float('nan')], [1], [0]) -> the chance of rock on die 1 is nan, but must be
Bag([0], [1], [None]) -> the chance of scissors on die 1 is None, but must be a
Bag([1], [0], [0], name='a\nb') -> name is 'a\nb', but must be a line of printable
Bag([1], [0], [0], win=10 ** 5000) -> a win pays a number of thousands of digits, but
Bag(np.array(1), [0], [0]) -> rock is array(1), but must be a list of chances
Bag(*(range(10 ** 9),) * 3) -> the bag holds more than 10000 dice: take fewer
Bag([1], [0], [0], win='much') -> a win pays 'much', but must pay a number such as 3
bag('rock,paper,sissors\n1,0,0\n') -> the chance of rock on die 1 is 'rock', but
bag('1,0,0\nrock,paper,scissors\n') -> the chance of rock on die 2 is 'rock', but
bag('0.3,0.3,0.3\n') -> the chances of die 1 sum to 9/10, but must sum to 1
bag('[1,0] [0,1] [0]') -> the numbers of chances differ (2 for rock, 2 for paper, 1 for sci
bag('[1,] [0,1] [0,0]') -> the chance of rock on die 2 is '', but must be a number
text('base = "pgi"') -> the text: base is 'pgi', but must be a ready-made game: did you mean
text('base = 7') -> the text: base is 7, but must be a ready-made game: give a name such as 'p
text('base = "pig"\ngame = "pig"') -> the text: base and game both say which game it is: leave
text('base = "hog"\nbacon = "bread"') -> the text: there is no bacon rule 'bread'
text('base = "farkle"\n[scoring]\n"three airs" = false') -> the text: scoring takes 'three airs' awa
Duel(roll=6) -> roll is 6, but must be a pigcore.Roll
Duel(holds=20) -> holds is 20, but must be totals such as range(2, 41)
Duel(holds='20') -> holds is '20', but must be totals such as range(2, 41)
Duel(holds=[]) -> holds is empty: give at least one total, such as range(2, 41)
Duel(holds=[2, 20, 2]) -> hold at 2 is given twice: give each total once
Duel(holds=[0]) -> hold is 0, but a total to hold at is between 1 and 2000: choose another
Duel(holds=[2001]) -> hold is 2001, but a total to hold at is between 1 and 2000
Duel(holds=[2.5]) -> hold is 2.5, but must be a whole number
text('game = "duel"\nhold = 3') -> the text: a duel has no entry 'hold': did you mean 'holds'?
text('game = "duel"\nroll = 6') -> the text: a duel needs a table [roll.gains]
text('game = "duel"\nholds = 6') -> the text: holds is 6, but must be totals
text('game = "duel"\n[roll.gains]\nx = 1') -> the text: a gain is 'x', but must be a whole number
text('game = "duel"\n[roll]\nbusts = 1\n[roll.gains]\n1 = 1') -> the text: the table [roll] has no e
Farkle(scoring=7) -> scoring is 7, but must be a table of combinations and points
Farkle(scoring={}) -> no combination scores, so nobody can win: add one
Farkle(scoring={'1': 0}) -> the score of '1' is 0, but must be between 1 and 1000000000
Farkle(scoring={'7': 50}) -> '7' has the face 7, but a die has 6 sides
Farkle(scoring={'1 1': 50}, dice=1) -> '1 1' takes 2 dice, but there are 1
Farkle(scoring={'tree pairs': 50}) -> 'tree pairs' is not a combination: did you mean 'three p
Farkle(scoring={'full house': 50}) -> 'full house' is not a combination: write faces such as '1
Farkle(scoring={'three pairs': 50}, dice=5) -> three pairs takes 6 dice, but there are 5
Farkle(goal=10 ** 9) -> goal is 1000000000, but must be between 1 and 3276800
Farkle(opening=-50) -> opening is -50, but must be between 0 and
Farkle(dice=9) -> the number of dice is 9, but must be between 1 and 8
Farkle(sides=1) -> the number of sides is 1, but must be between 2 and 20
Farkle(sides=['1/2', '1/4']) -> the chances of the die loaded sum to 3/4, but must sum to 1: add
Farkle(dice=8, sides=20) -> the dice show 2,220,075 different throws
Farkle(last_turn=1) -> last_turn is 1, but must be true or false
Farkle(scoring={'1': 5, '2': 5}, sides=2, goal=50, last_turn=True) -> no throw can bust
Farkle(scoring={'1': 5}, sides=[0, 1], goal=50) -> no throw gains a point, so nobody
Farkle(scoring={'1 1': 5}, dice=2, last_turn=True, must_roll_hot_dice=True)
    -> no turn comes to 5 points or more that could be banked, so nobody can win: lower the
game('pig', Hog) -> 'pig' is a Race, but a Hog was asked for: give another
game('pig', sides=6) -> pig takes no 'sides': leave it out
game('chess') -> there is no game 'chess': choose one of bag,
game('pig.npz') -> 'pig.npz' looks like a saved solution, but only the
family_of('pig') -> 'pig' is not a game: write pigcore.game('pig')
family_of(Pig) -> Pig is not a game: write pigcore.game('pig')
family_of(Roll.die(6)) -> Roll({2: '1/6', 3: '1/6', 4: '1/6', 5: '1/6', 6: '1/6'}
Hog(name='a\rb') -> name is 'a\rb', but must be a line of printable characters
Hog.rule([]) -> there is no kind of rule []: choose one of
Hog.rule('bacon')(5) -> a rule is 5, but must be a function
Hog(dice=6) -> dice is 6, but must be two numbers of sides, such as (6, 4)
Hog(bacon='free_beacon') -> no bacon rule 'free_beacon': did you mean 'free_bacon'?
Hog(after=['swine_swop']) -> no after rule 'swine_swop': did you mean 'swine_swap'?
Hog(bacon=5) -> bacon is 5, but must be a rule function or the name of one
Hog.rule('bacn') -> there is no kind of rule 'bacn': did you mean 'bacon'?
Hog.rule('bacon', 'free_bacon')(lambda own, opp: 1) -> the bacon rule 'free_bacon' exists already: c
Hog(bacon=lambda own, opp: 1).rules() -> has no name to save it under: register it with @pigcore.Hog
Hog(bacon=lambda own, opp: 1.5).bacon_points(0, 0) -> what <lambda> returns is 1.5, but must be a wh
Hog(bacon=lambda own, opp: -1).bacon_points(0, 0) -> what <lambda> returns is -1, but points and sco
Hog(points=lambda points: MAX_POINTS + 1).gain(5, 1) -> <lambda> gives 10001 points, but a turn scor
Hog(after=lambda own, opp: own).finish(3, 4) -> <lambda> returns 3, but must return both scores, own
Hog(after=lambda own, opp: (own, opp, 1)).finish(3, 4) -> <lambda> returns (3, 4, 1), but must retur
Hog(after=lambda own, opp: (own - 9, opp)).finish(3, 4) -> what <lambda> returns is -6, but points a
game('hog:fa31') -> there is no game 'hog:fa31': choose one of hog:fa13, hog:fa13_hijinks
Hog(9, lambda own, opp: 0) -> allows 0 dice, but from 1 to 100
Hog(9, 'hog_tied', limit=max) -> max_dice is a rule and limit another: give one rule
Hog(points=np.array(3)) -> points is array(3), but must be a rule
Hog(points=lambda points, dice, before: points) -> a rule of the kind points is asked with points, a
Hog(10, bacon=lambda own, opp: [][own]).bacon_points(3, 4) -> <lambda> at own 3, opp 4 raises IndexE
game('hog:fa13', sides=6) -> hog:fa13 takes no 'sides': leave it out
text('game = "hog"\npig_out = false') -> needs the entry 'goal': add it
text('game = "hog"\ngoal = 9\n[points]\nhogtimus_prime = 1') -> points is {'hogtimus_prime': 1}, but
text('game = "hog"\ngoal = 9\npig_out = false\nbakon = "none"')
    -> a game of Hog has no entry 'bakon': did you mean 'bacon'?
text('game = "hog"\ngoal = 9\npig_out = "pigout"') -> there is no pig_out rule 'pigout': did you mea
Dice(MINIMAL, ['od'], faces=FACES) -> a die is 'od': did you mean 'odd'
Dice(MINIMAL, [], faces=FACES) -> the number of dice is 0, but must be between 1 and 8
Dice(MINIMAL, ['x'], faces={'x': [1]}) -> has 1 face
Dice(MINIMAL, ['x'], faces={'x': ['1/2', '1/3']}) -> sum to 5/6
Dice(MINIMAL, ['x'], faces={'x': {'chance': [1, 1]}}) -> the die x
Dice(MINIMAL, ['x'], faces={'x': [49.4, 49.4]}) -> sum to 494/5
Dice(MINIMAL, ['x'], faces={'x': {'chances': [0, 1], 'wild': 1}}) -> the die x, so it must have a
Dice(MINIMAL, ['x'], faces={'x': {'chances': [1, 1], 'wild': 1, 'joker': 1}}) -> and no joker be
Dice(MINIMAL, ['x'], faces={'x': {'chances': [1, 1], 'wild': 3}}) -> the wild face of the die x
Dice(MINIMAL, ['x'], faces=7) -> faces is 7
Dice(MINIMAL, ['a', 'b', 'c', 'd', 'e', 'f', 'fair'], faces=dict.fromkeys('abcdef', [1] * 6))
    -> at most 64
Dice(MINIMAL, 7.5, faces=FACES) -> dice is 7
game('duel', players=3) -> Duel is not played by 3: leave players out
TwoDicePig(20).seated(3) -> wipes with chance 1/36
Pig(300, players=5) -> turn starts, but at most
text('game = "pig"\nplayer = 3') -> takes no 'player'
Pig(10 ** 6) -> goal is 1000000, but must be between 1 and 65536: choose another
Pig(10 ** 5000) -> goal is a number of thousands of digits, but must be
Race(die, 10, name='x' * 256) -> but must have at most 255 characters
game(None) -> a game is None, but must be a name or the path of a
Race(die, 10, 'exactly') -> target is 'exactly': did you mean 'exact'?
Race(die, 10, end='last') -> end is 'last': did you mean 'last_turn'
Race(die, 10, end=3) -> end is 3: choose one of
Race(die, 10, end='equal_turns', last_turn=True) -> last_turn is True, but end is 'equal_turns': gi
Race(die, 10, other=3) -> other is 3, but must be a pigcore.Turn or a pigcore.Roll
fallen(opening=4, minimum_bank=20, minimum_to_win=True)
    -> opening is 4, but with minimum_to_win every turn from 0 points on that may be banked
fallen(floor=3) -> floor is 3, but must be between
fallen(floor=-10 ** 5) -> goal is 20, 100,020 points above the floor, but must be between
fallen(minimum_bank=31, minimum_to_win=True) -> than the 30 points from the floor to the
fallen(busts_in_a_row=10) -> busts_in_a_row is 10, but must be between 0 and 9
Race(Roll({}, bust=1), 10) -> no throw gains a point, so nobody can win
text('') -> a race needs the entry 'goal': add it
text('goal = 20\nthrows = 3\nroll = {sides = 6, throws = 2}')
    -> a race says twice how often one may throw: say it once
text('goal = 9\n[roll]\nthrows = 3') -> or name dice in [roll], such as dice = 1
text('game = "duel"\n[roll]\ndice = 2\ndoubles_again = true') -> a duel throws the same again
text('goal = 9\nwipe = 1') -> a race has no entry 'wipe' of its own: move it into the table [roll]
text(RACE.replace('goal = 9', 'goal = 9.5')) -> goal is 9.5, but must be
text(RACE.replace('bust = 1', 'bust = 0.' + '3' * 10 ** 6)) -> the chance of bust is
text(RACE.replace('9', '0x' + 'f' * 9999)) -> goal is a number of thousands of
text('game = 3') -> game is 3, but must be a name
text("goal = 20\nlast_turn = true\nend = 'goal'\nroll.sides = 6")
    -> last_turn is True, but end is 'goal': give end alone
text("goal = 20\nlast_turn = false\nend = 'last_turn'\nroll.sides = 6")
    -> last_turn is False, but end is 'last_turn'
text('goal = 20\nroll.sides = 6\nother = {}') -> other says nothing of a turn: give it a table such
text('goal = 20\nroll.sides = 6\nother = {sides = 4}') -> other says nothing of a turn: give it a ta
Roll({1: '1/2'}, bust='1/3') -> the chances sum to 5/6, but must sum to 1: add
Roll([1, 2]) -> gains is [1, 2], but must be a dict of points and chances
Roll({0: 1}) -> a gain is 0, but must be 1 to 10^18 points
Roll({1: 'half'}) -> of gaining 1 is 'half', but must be a number such as
Roll({1: 1}, total=0) -> total is 0, but must be at least 1
Roll({1: '1' * 5000}) -> is '11111
Roll({1: Decimal('0.' + '1' * 10 ** 6)}) -> with at most 3000 digits
Roll({1: Fraction(1, 10 ** 3001)}) -> with at most 3000 digits
Roll.die(6, 5) -> bust is 5, but must be faces of a die
Roll.dice(1000, 7) -> 1000 dice of 7 sides have 7000 sides, but must have at most
Roll.pigs(7) -> pigs is 7, but must be a table of positions and counts
Roll.pigs({'sitter': 1}) -> pigs has no entry 'sitter': did you mean 'sider'?
Roll.pigs({}) -> every count of pigs is 0: give at least one
rolled({'dice': 2, 'sides': 4000}) -> 2 dice of 4000 sides have 8000 sides, but must have at most
rolled({'sides': 4, 'later_sides': 6}) -> later_sides is 6, but must be numbers of sides such as
rolled({'sides': 4, 'bust': '1/4'}) -> bust is '1/4', but must be faces of a die such as [1]
rolled({'sides': 4, 'wipe': [1]}) -> a face of 1 both busts and wipes: leave one out
rolled({'sides': 6, 'doubles': 2}) -> doubles is for two dice or more
rolled({'dice': 2, 'doubles_again': 1}) -> doubles_again is 1, but must be true or false
rolled({'dice': 2, 'gains': {'1': 1}}) -> the table [roll] has no entry 'dice'
rolled({'dice': 2, 'thrice': 1}) -> the table [roll] of dice has no entry 'thrice'
text('goal = 20\ndoubles = 3\nroll.sides = 6') -> a race has no entry 'doubles' of its own: move
Turn(lambda m: {gain(-1, m): 1}, 'm7') -> a gain in mode 'm7' is -1
Turn(lambda m: None if m else {gain(1, 1): 1}, 0, may_bank=lambda m: m == 0)
    -> in mode 1 one may neither bank nor throw
Turn(lambda m: None, 'm7') -> nothing is thrown in mode 'm7'
Turn(lambda m: {gain(0, 1 - m): '1/2', gain(1, m): '1/3', BUST: '1/6'}, 0)
    -> options that gain nothing lead from mode
Turn(lambda m: {gain(0, m): 1}, 'm7') -> every throw in mode 'm7' changes nothing
Turn(lambda m: {(gain(0, m), gain(1, m)): 1}, 'm7') -> an option in mode 'm7' gains nothing and chan
Turn(lambda m: {gain(1 + next(ticks), 'end'): 1} if m == 'm7' else None, 'm7')
    -> in mode 'm7' comes to differs when it is asked again
Turn(lambda m: {'six': 1}, 'm7') -> an outcome in mode 'm7' is 'six'
Turn(lambda m: 5, 'm7') -> a throw in mode 'm7' is 5
Turn(lambda m: {}, []) -> must be hashable
Turn(lambda m: [((gain(1, []),), 1)], 7) -> that 7 leads to is []
Turn(lambda m: {gain(1, m): 1}, 'm 7') -> the word for mode 'm 7' is
Turn(lambda m: {gain(1, 1 - m): m + 1, BUST: 1}, 0, word=lambda m: 'x') -> have the same word, x
Turn(lambda m: {gain(1, m): 1}, 'm7', may_bank=lambda m: 2) -> may_bank in mode 'm7'
""",
    "FileError": r"""
text(RACE.replace('bust = 1', 'bust = 1e' + '9' * 20)) -> a number that is too long
bag('1,0\n') -> line 1: there are 2 columns, but a die has three chances
bag('1,0,0\n\n1,0,0,0\n') -> line 3: there are 4 columns, but a die has three
bag('[1] [0]') -> holds 2 whole arrays, but a bag is three: [rock chances]
bag('[1] [0] [0') -> holds 2 whole arrays and '[0', but a bag is three
text('goal = ') -> is not TOML
""",
    "StateError": r"""
Farkle.minimal().check_state(*(10000, 0)) -> own is 10000, but a banked score is between 0 and 9,950
Farkle.minimal().check_state(*(0, -50)) -> opp is -50, but a banked score is between
Farkle.minimal().check_state(*(120, 0)) -> own is 120, but scores of Farkle are multiples of 50
Farkle.minimal().check_state(*(0, 0, 100, 7)) -> dice is 7, but the modes of Farkle are
Farkle.minimal().check_state(*(0, 0, 50, 6)) -> no turn has 50 points with 6 dice in hand: give anot
Farkle.minimal().check_state(*(0, 0, 10 ** 9, 3)) -> points is 1000000000, but must be at most 12,00
Farkle.minimal().check_state(*(0,)) -> a state of Farkle is OWN OPP [POINTS] [DICE], but 1 number wa
Hog.fa13().check_state(*(100, 0)) -> own is 100, but a score is between 0 and 99 while the game to 1
Hog.fa13().check_state(*(0, 0, 0)) -> a state of Hog fa13 is OWN OPP, but 3 numbers were given
Pig().check_state(*(1, 0, -1)) -> total is -1, but with 1 point banked a turn total is 0 or more
Pig().check_state(*()) -> a state of Pig is OWN OPP [TOTAL], but none was given
PARTY.check_state(0, 0, 0, -1) -> fourth is -1
PARTY.check_state(3, 0, 0, 0, 7) -> total is 7, but with 3 points banked a turn total is between 0
Hog.fa13_hijinks().check_state(3, 4, 2) -> parity is 2, but must be 0 or 1
Bag([1, 0], [0, 1], [0, 0]).check_state(1, 0, 1) -> 1 rock, 0 papers and 1 scissors are 2 throws
Bag([1], [0], [0]).check_state(0, -1, 0) -> papers is -1, but a count is 0 or more
Duel().check_state(50) -> hold is 50, but the totals to hold at in Duel are th
Duel(holds=[7, 9]).check_state(8) -> the 2 from 7 to 9
Duel(holds=[7]).check_state(8) -> are 7 alone: choose it
Duel().check_state(0) -> hold is 0, but a total to hold at is between 1 and
""",
}


@pytest.mark.parametrize(
    ("error", "make", "message"),
    [(error, *row) for error, text in REFUSED.items() for row in rows(text)],
)
def test_what_cannot_be_is_refused_in_one_sentence(error, make, message, tmp_path):
    def bag(text):
        (tmp_path / "bag.txt").write_text(text, encoding="utf-8")
        return bags.read(tmp_path / "bag.txt")

    with refuses(message, getattr(pigcore, error)):
        eval(make, NAMES | {"bag": bag})
