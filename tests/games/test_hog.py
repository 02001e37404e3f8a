"""Hog: the published examples of every rule, the rules as text and back, and what is no game."""

from itertools import product

import pytest
from support import hogs

from pigcore.games import Hog
from pigcore.games import hog_rules as rules
from pigcore.games.rules import game_from_text, text_of


@pytest.mark.parametrize(
    ("name", "given", "found"),
    [  # as the terms' own examples have them
        ("hog_wild", [(7, 0), (0, 0), (62, 1), (29, 70)], [True, True, True, False]),
        ("free_bacon", [(0, 19), (0, 2), (0, 52)], [10, 3, 6]),
        ("swine_swap", [(100, 50), (40, 80), (41, 80)], [(50, 100), (80, 40), (41, 80)]),
        ("swine_swap_reversed", [(19, 91), (80, 8), (8, 80), (107, 70), (19, 92)],
         [(91, 19), (8, 80), (80, 8), (70, 107), (19, 92)]),
        ("pig_tail", [(0, 0), (0, 52), (0, 90), (0, 5)], [1, 7, 19, 11]),
        ("square_swine", [(81, 3), (80, 3), (1, 3), (99, 3)], [(100, 3), (80, 3), (4, 3), (99, 3)]),
        ("boar_brawl", [(21, 46), (45, 52), (2, 5)], [9, 1, 6]),
        ("sus_fuss", [(21, 3), (64, 3), (67, 3), (4, 3), (25, 3)],
         [(23, 3), (64, 3), (67, 3), (5, 3), (29, 3)]),
        ("hogtimus_prime", [(1,), (2,), (19,), (20,)], [1, 3, 23, 20]),
        ("pi_bacon", [(0, n) for n in range(6)], [6, 4, 7, 4, 8, 12]),
        ("swine_align", [(20, 30), (0, 30), (18, 27), (50, 50)], [True, False, False, True]),
        ("pig_pass", [(47, 50), (48, 50), (49, 50), (50, 50)], [False, True, True, False]),
    ],
)  # fmt: skip
def test_a_rule_is_what_its_term_published(name, given, found):
    assert [getattr(rules, name)(*each) for each in given] == found


def test_a_turn_ends_before_there_is_a_winner():
    # 100 and 0 end in 00 and 00: whoever reaches 100 against 0 hands the game over.
    assert Hog.fa13().winner(*Hog.fa13().finish(100, 50)) == 0
    assert Hog.su15().winner(*Hog.su15().finish(100, 0)) == 0
    game = Hog.sp16()
    assert (game.pig_out_points(4, 1), game.gain(0, 4), game.gain(19, 4)) == (0, (0, 4), (23, 0))
    assert game.winner(*game.finish(31, 103)) == 0  # a gift can win for the opponent


def test_the_digits_of_pi():
    digits = "".join(str(rules.pi_bacon(0, n) - 3) for n in range(len(hogs.PI)))
    assert digits == hogs.PI
    # Far out, against Python's own 53 bits nothing can be said; against itself, longer, it can.
    assert rules._pi_digits(1 << 9) == rules._pi_digits(1 << 11)[: (1 << 9) + 1]


TWINS = {
    "free_bacon": hogs.largest_digit,
    "pig_tail": hogs.tail,
    "boar_brawl": hogs.brawl,
    "bacon_apart": hogs.apart,
    "bacon_of_tens": lambda own, opp: 1 + int(f"{opp:03d}"[:2]),
    "bacon_product": lambda own, opp: int(str(int(str(opp)[:-1] or 0) * int(str(opp)[-1]))[-1]) + 1,
    "bacon_less": lambda own, opp: 10 - min(map(int, f"{opp:02d}"[-2:])),
    "bacon_up_and_down": lambda own, opp: 10 + int(f"{opp:02d}"[-2]) - int(str(opp)[-1]),
    "piggy_points": hogs.least_digit,
    "picky_piggy": hogs.seventh,
    "swine_swap_multiple": hogs.multiple,
    "swine_swap_across": hogs.across,
    "swine_swap_product": hogs.products,
    "swine_swap_apart": hogs.digits_apart,
    "hog_pile": hogs.pile,
    "more_boar": hogs.both_below,
    "hog_wild": hogs.seven,
    "swine_swap": hogs.double,
    "swine_swap_reversed": hogs.reverse,
    "square_swine": hogs.squares,
    "sus_fuss": hogs.sus,
}


@pytest.mark.parametrize("name", TWINS)
def test_a_rule_is_what_its_words_say(name):
    for scores in product(range(1, 130, 3), range(0, 130, 2)):
        assert getattr(rules, name)(*scores) == TWINS[name](*scores)


def test_extra_turns_are_what_their_words_say():
    game = Hog.fa20()
    for scores in product(range(100), range(0, 100, 3)):
        assert game.moves_again(*scores) == hogs.extra(*scores)


def test_pig_out_is_the_rule_unless_it_is_switched_off():
    def mine(own, opp):
        return 5

    game = Hog(bacon=mine)
    assert game.pig_out is rules.pig_out
    assert game.pig_out_points(5, 1) == 1
    assert "any 1 makes the turn score 1" in str(game)
    off = Hog(bacon=mine, pig_out=None)
    assert off.pig_out is None
    assert "a 1 is a face like any other (no Pig Out)" in str(off)
    assert "pig_out=None" in repr(off)
    text = 'game = "hog"\ngoal = 9\n'
    assert game_from_text(text).pig_out is rules.pig_out
    assert game_from_text(text + "pig_out = false").pig_out is None
    assert game_from_text(text_of(Hog(9, pig_out=None))) == Hog(9, pig_out=None) != Hog(9)


def test_a_rule_without_a_docstring_is_named_readably():
    def half_price(own, opp):
        return 5

    assert "; 0 dice score by the rule 'half price'." in str(Hog(bacon=half_price))
    assert "<" not in str(Hog(after=lambda own, opp: (own, opp)))


def test_the_choices():
    assert Hog(max_dice=2).choices == (1, 2)
    assert Hog(max_dice=2, bacon="free_bacon").choices == (0, 1, 2)
    assert Hog(max_dice=2, exchange=True).choices == (-1, 1, 2)
    assert Hog.fa13_hijinks().choices == tuple(range(-1, 11))


def test_the_exchange_trades_the_kinds_of_dice():
    game = Hog.fa13_hijinks()
    assert [game.sides(0, 0, parity) for parity in (0, 1)] == [4, 6]
    assert [game.sides(0, 1, parity) for parity in (0, 1)] == [6, 4]
    assert game.state_names == ("own", "opp", "parity")
    assert Hog.fa13().state_names == ("own", "opp")


def test_both_at_the_goal():
    game = Hog(10)
    assert [game.winner(*scores) for scores in [(12, 11), (11, 12), (11, 11), (9, 9)]] == [
        1, 0, 1, None,
    ]  # fmt: skip


def test_next_years_rules_are_a_few_lines():
    # Spring 2017's Pig out: as many points as there are ones, 11 minus the dice at most.
    @Hog.rule("pig_out", "next_year")
    def pig_out(dice, ones):
        """Any 1 scores the number of ones, at most 11 less the number of dice."""
        return min(11 - dice, ones)

    game = Hog(pig_out=pig_out, bacon="free_bacon", points=rules.hogtimus_prime, name="sp17")
    assert [game.pig_out_points(*roll) for roll in [(7, 5), (5, 3)]] == [4, 3]
    assert game.gain(3, 5) == (5, 0)
    assert "11 less the number of dice" in str(game)
    assert (
        game_from_text(text_of(game))
        == game
        == Hog(pig_out="next_year", bacon="free_bacon", points="hogtimus_prime")
    )


def test_a_rule_defined_twice_in_a_session_replaces_itself():
    def define():
        @Hog.rule("gift", "twice")
        def twice(points, dice):
            return 0

        return twice

    define()
    newer = define()
    assert Hog(gift="twice").gift is newer
