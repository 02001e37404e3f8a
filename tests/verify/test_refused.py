"""What the verifier and its command refuse: one row for each sentence."""

import shlex

import pigverify
import pytest
from support.commands import ask, refused
from support.refusals import refuses, rows

import pigcore


def match(game, strategy, other=None):
    return pigverify.match(game, strategy, strategy if other is None else other)


def turned(total, own, opp):
    return "hold"


CHOSEN = {  # what no strategy may answer
    name: lambda *_, said=said: said for name, said in
    {"rol": "rol", "nothing": [], "eleven": 11, "less": -1, "three": "three", "none": None}.items()
}  # fmt: skip
NAMES = {name: getattr(pigcore, name) for name in pigcore.__all__} | CHOSEN | {
    name: getattr(pigverify, name) for name in pigverify.__all__
} | {
    "match": match, "turned": turned, "DIE": pigcore.Roll.die(6), "HOG": pigcore.Hog.fa13(9),
    "PIG": pigcore.Pig(9), "IDLE": pigcore.Hog(9, 2, pig_out="pig_out_for_nothing"),
}  # fmt: skip

REFUSED = """
certify(Pig(2001)) -> 2001 points are missing from the goal
certify(Hog(9, 2, bacon=lambda own, opp: 0)) -> the players can go on for ever without anybody
certify(Hog.su20(9)) -> look back at opp_previous or previous
check(HoldOrContinue(), 60, 74, 16) -> total is 16, but with 60 points banked
disputed(PIG, 0) -> closest calls is 0, but must be between 1 and
disputed(PIG, 10_001) -> closest calls is 10001, but must be between 1 and

exact(Pig(40), 0, 0, 5) -> long ones are computed only where a turn begins: --digits 1000 encl
exact(Pig(12, players=3), 0, 0, 0)
    -> long ones are computed only of races for two in which no score falls: --digits 1000 encl
exact(Race(DIE, 20, last_turn=True), 0, 0)
    -> long ones are computed only where nobody has a last turn: --digits 1000 encl
exact(Pig(100)) -> no state is given: add OWN OPP

second(HOG, 0, 0) -> no second opinion is given on Hog
second(Farkle.minimal(500), 0, 0) -> races of one roll that end at the goal
second(TwoDicePig(20), 0, 0) -> in which no throw wipes and what
second(Race(DIE, 9, end='last_turn'), 0, 0) -> that end at the goal
second(Pig(201), 0, 0) -> 201 points are missing
second(Pig(20), 0, 0, digits=0) -> digits is 0

match(PIG, rol) -> answers 'rol' at own 0, opp 0, total 2, but must answer
match(PIG, nothing) -> answers [] at own
match(PIG, [[1] * 9] * 9) -> no answer at
match(PIG, [[[1] * 9] * 9] * 3) -> a table of 3 scores, but in Pig
match(PIG, solve(Pig(12)).decisions()) -> a table of 12 scores, but
match(PIG, 7) -> the strategy is 7, which has no answer at
match(PIG, turned) -> turned takes total, own, opp: let it take these
match(PIG, lambda a, b, c, d: 'hold') -> takes a, b, c, d: let it take these by position and in this
    order, and give what is beyond them a def
match(Duel(), lambda *_: 20) -> no matches are proved in
match(7, lambda *_: 1) -> 7
match(PIG, 'hold') -> must be written hold:TOTAL or hold:goal
match(PIG, 'hold:0') -> the total to hold at is 0
match(PIG, 'holt:2') -> there is no policy 'holt' in a match that is proved
match(PIG, 'keep-pace:1:0') -> base and slope are '1' and '0'
match(PIG, 'free:1') -> there is no policy 'free'
match(PIG.seated(3), 'optimal') -> no matches are proved in
match(Race(DIE, 9, end='last_turn'), lambda *_: 1) -> may play last turns in a way of its own
match(PIG, roll_times(3))
    -> counts the throws of its turn, but in a match that is proved a strategy answers
match(HOG, eleven, 'always:1') -> answers 11 at own 8, opp 8, but must choose
match(HOG, less, 'always:1') -> answers -1 at own 8, opp 8, but must choose
match(HOG, three, 'always:1') -> answers 'three' at own 8, opp 8, but must choose
match(HOG, none, 'always:1') -> answers None at own 8, opp 8, but must choose
match(IDLE, lambda *_: 1) -> a turn need not raise the total of the scores
"""


@pytest.mark.parametrize(("make", "said"), rows(REFUSED))
def test_what_cannot_be_is_refused_in_one_sentence(make, said):
    with refuses(said):
        eval(make, NAMES)


SAID = """
match pig optimal -> missing argument 'SECOND'
match duel optimal optimal -> no matches are proved in Duel
match pig optimal optimal --start 100 0 -> own is 100
match pig optimal optimal --digits 0 -> digits is 0
match pig optimal optimal --players 3 -> there is no option '--players'
match nothing optimal optimal -> there is no game 'nothing'
match pig none.py hold:9 -> none.py
pig --second -> --second recomputes one state: add OWN OPP [TOTAL]
pig 1 2 --disputed 3 -> those of a whole game: leave --disputed out
pig --disputed 0 -> is 0, but must be between 1 and 10000
two-dice-pig 1 2 --second -> in which no throw wipes and what
duel 20 --second -> no second opinion is given on Duel
pig --disputed 3 --tolerance 1 -> leave --tolerance out
pig 1.5 0 -> own is '1.5', but must be a whole number
pig -- --5 0 -> own is '--5', but must be a whole number
pig -> no state is given: add OWN OPP [TOTAL], or --all for every state
hog:fa13_hijinks -> no state is given: add OWN OPP [PARITY], or --all
pig 1 2 --all -> --all proves every state, but '1' is given too
pgi 1 2 -> no game 'pgi': did you mean 'pig'?
pig 1 2 --digits 0 -> digits is 0, but
pig 1 2 --digits 1_0 -> --digits is '1_0', but must be a whole number
pig --all --goal 3000 -> 3000
pig 0 0 --tolerance 1e-9 -> leave --tolerance out
pig --all --tolerance 1e-9 -> leave --tolerance out
duel --tolerance 1e-9 -> leave --tolerance out
pig --all --digits 5 -> leave --digits out
bag --digits 5 -> leave --digits out
nowhere.npz -> nowhere.npz
nowhere.npz --goal 3 -> nowhere.npz is solved already: leave --goal out
pig --al -> there is no option '--al': did you mean '--all'?
nowhere.toml 1 1 -> nowhere.toml cannot be read
--json -> missing argument 'GAME|FILE' (see 'pigverify --help')
pig --all --tolerance x -> --tolerance is 'x', but must be a number such
pig --exact --all -> --exact computes one value: leave --all out
bag none.txt -> none.txt cannot be read: No such file or directory
bag dice.txt 0 0 -> a state of dice is ROCKS PAPERS SCISSORS, but 2 numbers were
duel 0 -> hold is 0, but a total to hold at
saved.npz --digits 5 -> leave --
saved.npz 0 1 --tolerance 1e-9 -> leave --
saved.npz --goal 3 -> leave --
saved.npz --tolerance 0 -> tolerance is 0
"""
"""Words after pigverify, and a part of what is said."""


@pytest.mark.parametrize(("words", "said"), rows(SAID))
def test_a_sentence_refuses(words, said, tmp_path):
    (tmp_path / "dice.txt").write_text("[100,0] [200,100] [0,200]")
    if "saved" in words:
        pigcore.solve(pigcore.Piglet(2)).save(tmp_path / "saved.npz")
    assert refused(ask("pigverify", *shlex.split(words), cwd=tmp_path), "pigverify", said)
