"""The rules that terms of Hog are composed of: small pure functions of whole numbers, by kind.

A turn goes through the kinds in this order; ``own`` is the mover's score, ``opp`` the other's.

==============  ==========================  ==================================================
kind            signature                   what it returns
==============  ==========================  ==================================================
``limit``       ``(own, opp)``              the most dice that are rolled, also if more are chosen
``wild``        ``(own, opp)``              whether the second kind of dice is rolled
``pig_out``     ``(dice, ones)``            points of a roll that shows ``ones`` > 0 ones
``bacon``       ``(own, opp)``              points of rolling 0 dice
``points``      ``(points)``                what the points of a turn become
``gift``        ``(points, dice)``          points that the opponent receives
``after``       ``(own, opp)``              both scores after the end of a turn
``again``       ``(own, opp)``              whether the same player moves again
==============  ==========================  ==================================================

A rule that remembers takes more, by these names. One of ``points``: the number of ``dice``, and
``previous`` or ``previous_dice``, the points or the dice of the mover's turn before, 0 at first
(points as they were before such rules). One of ``again``: the number of ``dice``, the number of the
``turn`` from 0 on, of which it may use the remainder by a number up to 60, and whether the turn is
``extra``, the mover having moved before it, too.

The first line of a rule's docstring is what ``str(game)`` says of it. :func:`rule` gives a
function of one's own a name, under which games that use it can be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from itertools import takewhile
from math import gcd, isqrt
from types import FunctionType
from typing import Any, TypeVar

from .checks import label, whole
from .errors import RuleError
from .functions import answer, takes
from .spelling import listed, nearest, shown

Rule = Callable[..., Any]
_F = TypeVar("_F", bound=Rule)

KINDS: dict[str, tuple[str, ...]] = {
    "limit": ("own", "opp"),
    "wild": ("own", "opp"),
    "pig_out": ("dice", "ones"),
    "bacon": ("own", "opp"),
    "points": ("points",),
    "gift": ("points", "dice"),
    "after": ("own", "opp"),
    "again": ("own", "opp"),
}
"""What a rule of each kind is asked with."""

MORE: dict[str, tuple[str, ...]] = {
    "points": ("dice", "previous", "previous_dice"),
    "again": ("dice", "turn", "extra"),
}
"""What one may take beside that, by these names."""

MAX_DICE = 100

MAX_POINTS = 10_000
"""The most points that a turn can score."""

_ELSE = {
    "limit": "no more dice are rolled than by",
    "wild": "a condition is met,",
    "pig_out": "a roll with a 1 scores by",
    "bacon": "0 dice score by",
    "points": "points are changed by",
    "gift": "the opponent is given points by",
    "after": "a turn ends with",
    "again": "the mover moves again by",
}
"""How a rule begins that says nothing of itself."""

_named: dict[str, dict[str, Rule]] = {kind: {} for kind in KINDS}


def rule(kind: str, name: str | None = None) -> Callable[[_F], _F]:
    """Name a rule function, so that it can be given by name and games with it can be saved.

    Parameters
    ----------
    kind : str
        One of the kinds in the table above.
    name : str, optional
        Its name; by default the function's own.

    Raises
    ------
    RuleError
        If the kind is unknown or the name is taken by another function.

    Examples
    --------
    >>> @rule("bacon")
    ... def five_for_nothing(own, opp):
    ...     "0 dice score 5"
    ...     return 5
    >>> find_rule("bacon", "five_for_nothing") is five_for_nothing
    True
    """
    if not isinstance(kind, str) or kind not in _named:
        raise RuleError(f"there is no kind of rule {shown(kind)}: {nearest(kind, KINDS)}")

    def register(function: _F) -> _F:
        if not callable(function):
            raise RuleError(f"a rule is {shown(function)}, but must be a function")
        key = label(name or title(function))
        taken = _named[kind].get(key)
        # Running a file or notebook cell again defines the same function once more.
        if taken is not None and _origin(taken) != _origin(function):
            raise RuleError(f"the {kind} rule {key!r} exists already: choose another name")
        _named[kind][key] = function
        return function

    return register


def _origin(function: Rule) -> tuple[str, str]:
    return function.__module__, function.__qualname__


def find_rule(kind: str, name: str) -> Rule:
    """The rule function of this kind and name."""
    if name not in _named[kind]:
        raise RuleError(
            f"there is no {kind} rule {shown(name)}: {nearest(name, _named[kind])} (or register "
            f"your own with pigcore.Hog.rule({kind!r}))"
        )
    return _named[kind][name]


def name_of(kind: str, function: Rule) -> str:
    """The name of a rule function."""
    for name, known in _named[kind].items():
        if known is function:
            return name
    raise RuleError(
        f"the {kind} rule {title(function)!r} has no name to save it "
        f"under: register it with @pigcore.Hog.rule({kind!r})"
    )


def resolve(kind: str, given: Any) -> Rule | None:
    """A rule as the user gave it: a function, the name of one, or None."""
    if given is None:
        return None
    if isinstance(given, str):
        return find_rule(kind, given)
    if not callable(given):
        raise RuleError(f"{kind} is {shown(given)}, but must be a rule function or the name of one")
    try:
        taken = signature(given)
    except (TypeError, ValueError):  # a builtin without one
        return given  # type: ignore[no-any-return]
    if not takes(taken, len(KINDS[kind]) + len(more_of(kind, given))):
        also = f", and if it wants with {listed(MORE[kind])}" if kind in MORE else ""
        raise RuleError(
            f"a rule of the kind {kind} is asked with {' and '.join(KINDS[kind])}{also}, but "
            f"{title(given)} takes {', '.join(taken.parameters) or 'nothing'}: let it take "
            "those, or give what is beyond them a default"
        )
    return given  # type: ignore[no-any-return]


def more_of(kind: str, function: Rule) -> tuple[str, ...]:
    """What a rule takes beside that with which every one of its kind is asked, in its order."""
    if kind not in MORE:
        return ()
    if isinstance(function, FunctionType):  # told ten times as fast
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
    else:
        try:
            names = tuple(signature(function).parameters)
        except (TypeError, ValueError):  # a builtin without one
            return ()
    return tuple(takewhile(MORE[kind].__contains__, names[len(KINDS[kind]) :]))


def ask(kind: str, function: Rule, *given: int, **more: int) -> Any:
    """What a rule returns, as it must be; what it raises is said in a sentence.

    Of ``more`` it is given what it takes.
    """
    names = more_of(kind, function) if more else ()
    found = answer(function, (*KINDS[kind], *names), *given, *[more[name] for name in names])
    if kind in ("wild", "again"):
        return bool(found)
    if kind == "after":
        try:
            own, opp = found
        except (TypeError, ValueError):
            raise RuleError(
                f"{title(function)} returns {shown(found)}, but must return both scores, own and "
                "opp"
            ) from None
        return _score(own, function), _score(opp, function)
    points = _score(found, function)
    if kind == "limit" and not 1 <= points <= MAX_DICE:
        raise RuleError(
            f"{title(function)} allows {shown(points)} dice, but from 1 to {MAX_DICE} may be rolled"
        )
    if points > MAX_POINTS:
        raise RuleError(
            f"{title(function)} gives {shown(points)} points, but a turn scores {MAX_POINTS} at "
            "most"
        )
    return points


def _score(value: Any, function: Rule) -> int:
    number = value if type(value) is int else whole(value, f"what {title(function)} returns")
    if number < 0:
        raise RuleError(
            f"what {title(function)} returns is {shown(number)}, but points and scores are never "
            "negative: return 0 or more"
        )
    return number


def resolve_all(kind: str, given: Any) -> tuple[Rule, ...]:
    """One rule or several, as a tuple of functions."""
    try:
        several = (given,) if isinstance(given, str) else tuple(given)
    except TypeError:
        several = (given,)
    return tuple(function for function in (resolve(kind, one) for one in several) if function)


def title(function: Rule) -> str:
    """What to call a rule function, registered or not."""
    return getattr(function, "__name__", repr(function))


def called(function: Rule) -> str:
    """What a rule is called where it strikes."""
    return title(function).replace("_", " ").title()


def says(function: Rule, kind: str) -> str:
    """What the rule does: the first line of its docstring, or else its name."""
    text = (function.__doc__ or "").strip()
    if text:
        return text[0].lower() + text[1:].splitlines()[0].rstrip(".")
    name = title(function)
    if not name.isidentifier():  # a lambda, a partial, …
        return f"{_ELSE[kind]} a rule without a name"
    return f"{_ELSE[kind]} the rule {name.replace('_', ' ').strip()!r}"


# --- how many dice, and which -----------------------------------------------------------------


@rule("limit")
def hog_tied(own: int, opp: int) -> int:
    """One die is rolled, whatever the choice, if the sum of both scores ends in 7"""
    return 1 if (own + opp) % 10 == 7 else 10


@rule("wild")
def hog_wild(own: int, opp: int) -> bool:
    """The sum of both scores is a multiple of seven."""
    return (own + opp) % 7 == 0


# --- a roll with a 1 ------------------------------------------------------------------------


@rule("pig_out")
def pig_out(dice: int, ones: int) -> int:
    """Any 1 makes the turn score 1."""
    return 1


@rule("pig_out")
def pig_out_for_nothing(dice: int, ones: int) -> int:
    """Any 1 makes the turn score 0."""
    return 0


# --- 0 dice ---------------------------------------------------------------------------------


@rule("bacon")
def free_bacon(own: int, opp: int) -> int:
    """0 dice score 1 + the largest digit of the opponent's score"""
    return 1 + max(map(int, str(opp)))


@rule("bacon")
def bacon_of_tens(own: int, opp: int) -> int:
    """0 dice score 1 + the tens digit of the opponent's score"""
    return 1 + opp // 10


@rule("bacon")
def bacon_product(own: int, opp: int) -> int:
    """0 dice score 1 + the last digit of the product of the opponent's digits (7 is 07)"""
    return 1 + opp // 10 * (opp % 10) % 10


@rule("bacon")
def bacon_less(own: int, opp: int) -> int:
    """0 dice score 10 - the smaller of the opponent's tens digit and ones digit"""
    return 10 - min(opp // 10 % 10, opp % 10)


@rule("bacon")
def bacon_up_and_down(own: int, opp: int) -> int:
    """0 dice score 10 - u + t for tens digit t and ones digit u of the opponent's score"""
    return 10 - opp % 10 + opp // 10 % 10


@rule("bacon")
def pig_tail(own: int, opp: int) -> int:
    """0 dice score 2 |t - u| + 1 for tens digit t and ones digit u of the opponent's score"""
    return 2 * abs(opp // 10 % 10 - opp % 10) + 1


@rule("bacon")
def boar_brawl(own: int, opp: int) -> int:
    """0 dice score 3 |t - u|, at least 1, for the opponent's tens digit t and one's ones digit u"""
    return max(1, 3 * abs(opp // 10 % 10 - own % 10))


@rule("bacon")
def bacon_apart(own: int, opp: int) -> int:
    """0 dice score 2 + |t - u| for tens digit t and ones digit u of the opponent's score"""
    return 2 + abs(opp // 10 % 10 - opp % 10)


@rule("bacon")
def piggy_points(own: int, opp: int) -> int:
    """0 dice score 3 + the smallest digit of the square of the opponent's score"""
    return 3 + min(map(int, str(opp**2)))


@rule("bacon")
def picky_piggy(own: int, opp: int) -> int:
    """0 dice score the n-th decimal digit of 1/7 for the opponent's score n (7 for n = 0)"""
    return (1, 4, 2, 8, 5, 7)[(opp - 1) % 6]


@rule("bacon")
def pi_bacon(own: int, opp: int) -> int:
    """0 dice score 3 + the n-th decimal digit of pi for the opponent's score n (3 + 3 for n = 0)"""
    return 3 + _pi_digits(1 << max(7, opp.bit_length()))[opp]


@lru_cache(maxsize=8)
def _pi_digits(decimals: int) -> list[int]:
    """3, 1, 4, …: the integer part of pi and this many decimals; those computed beyond are cut."""
    from mpmath.libmp import mpf_pi, to_str

    text = to_str(mpf_pi(4 * decimals + 64), decimals + 10).replace(".", "")
    return [int(digit) for digit in text[: decimals + 1]]


# --- what the points of a turn become -------------------------------------------------------


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))


@lru_cache(maxsize=4096)
def _next_prime(n: int) -> int:
    """The smallest prime above ``n``."""
    n += 1
    while not _is_prime(n):
        n += 1
    return n


@rule("points")
def hogtimus_prime(points: int) -> int:
    """A turn score that is prime becomes the next prime."""
    return _next_prime(points) if _is_prime(points) else points


@rule("points")
def feral_hogs(points: int, dice: int, previous: int) -> int:
    """The number of dice being 2 from the points of one's turn before scores 3 more"""
    return points + 3 * (abs(dice - previous) == 2)


@rule("points")
def feral_hogs_of_dice(points: int, dice: int, previous_dice: int) -> int:
    """The number of dice being 2 from that of one's turn before scores 3 more"""
    return points + 3 * (abs(dice - previous_dice) == 2)


@rule("gift")
def piggy_back(points: int, dice: int) -> int:
    """A turn that scores 0 gives the opponent as many points as dice were rolled."""
    return dice if points == 0 else 0


# --- the end of a turn ----------------------------------------------------------------------


@rule("after")
def swine_swap(own: int, opp: int) -> tuple[int, int]:
    """The scores swap if one is exactly double the other."""
    return (opp, own) if own == 2 * opp or opp == 2 * own else (own, opp)


@rule("after")
def swine_swap_reversed(own: int, opp: int) -> tuple[int, int]:
    """The scores swap if the last two digits of one are those of the other reversed."""
    reverse = opp % 10 * 10 + opp // 10 % 10
    return (opp, own) if own % 100 == reverse else (own, opp)


@rule("after")
def swine_swap_multiple(own: int, opp: int) -> tuple[int, int]:
    """The scores swap if both are above 1 and one is a multiple of the other."""
    low, high = sorted((own, opp))
    return (opp, own) if low > 1 and high % low == 0 else (own, opp)


@rule("after")
def swine_swap_across(own: int, opp: int) -> tuple[int, int]:
    """The scores swap if the mover's ones digit is the opponent's tens digit."""
    return (opp, own) if own % 10 == opp // 10 % 10 else (own, opp)


@rule("after")
def swine_swap_product(own: int, opp: int) -> tuple[int, int]:
    """The scores swap if first digit times last digit is the same of both."""
    mine, theirs = (int(str(score)[0]) * (score % 10) for score in (own, opp))
    return (opp, own) if mine == theirs else (own, opp)


@rule("after")
def swine_swap_apart(own: int, opp: int) -> tuple[int, int]:
    """The scores swap if their ones digits differ by the tens digit of the opponent's"""
    return (opp, own) if abs(own % 10 - opp % 10) == opp // 10 % 10 else (own, opp)


@rule("after")
def hog_pile(own: int, opp: int) -> tuple[int, int]:
    """A new score that is the opponent's, too, doubles."""
    return (2 * own if own == opp else own), opp


@rule("after")
def square_swine(own: int, opp: int) -> tuple[int, int]:
    """A new score that is a perfect square becomes the next larger one."""
    root = isqrt(own)
    return ((root + 1) ** 2 if root * root == own else own), opp


@lru_cache(maxsize=4096)
def _divisors(n: int) -> int:
    return sum(n % d == 0 for d in range(1, n + 1))


@rule("after")
def sus_fuss(own: int, opp: int) -> tuple[int, int]:
    """A new score with exactly 3 or 4 divisors becomes the next prime."""
    return (_next_prime(own) if _divisors(own) in (3, 4) else own), opp


# --- extra turns ----------------------------------------------------------------------------


@rule("again")
def swine_align(own: int, opp: int) -> bool:
    """The mover moves again if both scores are positive and their gcd is at least 10."""
    return own > 0 and opp > 0 and gcd(own, opp) >= 10


@rule("again")
def more_boar(own: int, opp: int) -> bool:
    """The mover moves again if both leading digits are below the opponent's (7 is 07)."""
    return all(mine < his for mine, his in zip(f"{own:02}"[:2], f"{opp:02}"[:2]))


@rule("again")
def pig_pass(own: int, opp: int) -> bool:
    """The mover moves again if behind by less than 3."""
    return 0 < opp - own < 3


@rule("again")
def time_trot(own: int, opp: int, dice: int, turn: int, extra: bool) -> bool:
    """The mover moves again, but not twice, if the number of dice is that of the turn modulo 8"""
    return not extra and turn % 8 == dice
