"""The rules of a race as the proof reads them: in integers, with who can still win.

Scores are counted from ``offset``: where nothing wipes, scores only grow, so that what lies below
the state asked about does not exist and the race is one to fewer points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.memory import require

__all__ = ["BITS", "Rules"]

BITS = 200
"""Of the integers that a proof begins with."""

_LARGEST = 2000


class Rules:
    """The race ``game`` from banked scores ``own`` and ``opp`` on (from 0 if a throw can wipe).

    Raises
    ------
    SizeError
        If there are too many pairs of scores for a proof to fit in memory.
    """

    bust: int

    alive: list[bool]
    denominator: int
    finishes: list[bool]
    goal: int
    opp: int
    own: int
    wipe: int

    def __init__(self, game: Race, own: int = 0, opp: int = 0) -> None:
        offset = 0 if game.roll.wipe else min(own, opp)
        self.offset = offset
        self.goal = goal = game.goal - offset
        if goal > _LARGEST:
            raise SizeError(
                f"{goal} points are missing from the goal, but a proof holds every pair of scores "
                f"and is possible for at most {_LARGEST}: choose a smaller goal or a later state"
            )
        # Five numbers a pair, two floats for a table; with wipes also where each turn can end.
        numbers = 5 * (48 + BITS // 7) + 64 + (3000 if game.roll.wipe else 0)
        require(
            numbers * goal**2,
            f"a proof of {game.name} with {goal} points missing to the goal",
            "choose a smaller goal or a later state",
        )
        self.own, self.opp = (0, 0) if game.roll.wipe else (own - offset, opp - offset)
        self._throw(game)
        self.returns: list[int] = [game.after_bust(i + offset) - offset for i in range(goal)]
        """The banked score after a bust."""
        for i, back in enumerate(self.returns):  # a class derived from Race may have its own
            if not i <= back <= goal:
                raise RuleError(
                    f"a bust at {i + offset} lands on {back + offset}, but must be between "
                    f"{i + offset} and {goal + offset}: correct the game's after_bust"
                )
        self._find_the_dead()

    def _throw(self, game: Race) -> None:
        # Gains that lead to the goal from every score are one gain; those that lead past it
        # from every score are busts, where the race is exact.
        self.exact: bool = game.target == "exact"
        self.denominator = below = game.roll.denominator
        self.bust, self.wipe = int(game.roll.bust * below), int(game.roll.wipe * below)
        gains: dict[int, int] = {}
        for g, p in game.roll.gains:
            weight = int(p * below)
            if self.exact and g > self.goal:
                self.bust += weight
            else:
                gains[min(g, self.goal)] = gains.get(min(g, self.goal), 0) + weight
        self.gains: list[tuple[int, int]] = sorted(gains.items())
        self._reach = max(gains, default=1)
        self._run, self._others = _longest_run(self.gains)

    def _find_the_dead(self) -> None:
        # `finishes`: some sum of gains leads to the goal. `alive`: the goal can be reached, be it
        # over holds, busts and wipes. (A score from which no sum hits the goal overshoots it, so
        # a bust is possible there.)
        goal = self.goal
        past = not self.exact
        finishes = [False] * goal + [True] + [past] * self._reach
        alive = finishes.copy()
        for i in reversed(range(goal)):
            finishes[i] = any(finishes[i + g] for g, _ in self.gains)
            back = self.returns[i]
            alive[i] = any(alive[i + g] for g, _ in self.gains) or (back > i and alive[back])
        if self.wipe and alive[0]:
            alive[:goal] = [True] * goal
        self.finishes, self.alive = finishes[:goal], alive[: goal + 1]

    @property
    def ends_whatever_is_decided(self) -> bool:
        """Whether every pair of policies ends the game, as the uniqueness of its value needs.

        A pair of players who can never finish counts as an end: it is worth 1/2 by convention.

        *No throw past the goal busts* (``at_least``). If every throw is a gain (or, where there
        are none, a bust with consolation), own + opp + total grows with every throw, whatever is
        decided, so the game is over after fewer than 2·goal throws: a positive chance from
        every state.

        *Exact, no wipes.* Consider the next turns of a pair of scores. If a bust moves one of the
        players on, his turn makes the sum of the banked scores grow for certain. Else, if some
        sum of gains leads one of them to the goal, then with positive chance exactly these are
        his next throws, and he wins or has banked part of them. Else neither can finish. Sums
        are bounded: an end is reached with positive chance in a bounded time.

        *Exact, wipes.* With positive chance the next throw of either turn wipes, and both are at
        0. Say that a score is sure if the throws can fall so that, wherever the player holds in
        between, he wins or has banked another sure score when his turn ends. If 0 is sure, then
        with positive chance one player's throws fall like that while each turn of the other
        begins with a wipe; scores grow, and he wins. Else nothing is claimed.
        """
        if not (self.exact and self.wipe):
            return True
        goal = self.goal
        sure = [False] * goal + [True]
        for i in reversed(range(goal)):
            saved = self.returns[i] > i and sure[self.returns[i]]
            falls = [False] * goal + [True] + [saved] * self._reach
            for s in reversed(range(i, goal)):
                falls[s] = (saved and self.bust > 0) or any(
                    falls[s + g] and (s + g >= goal or sure[s + g]) for g, _ in self.gains
                )
            sure[i] = falls[i]
        return sure[0]

    def settled(self, i: int, j: int) -> tuple[int, int] | None:
        """Twice V(i, j, 0) and V(j, i, 0) where a player stays at a score he cannot finish from."""
        if not (self.stays(i) and self.stays(j)) or self.wipe:
            return None
        if self.finishes[i] == self.finishes[j]:
            return None if self.finishes[i] else (1, 1)
        return (2, 0) if self.finishes[i] else (0, 2)

    def stays(self, i: int) -> bool:
        """Whether a bust leaves the banked score as it was."""
        return self.returns[i] == i

    def never_ends(self, i: int, j: int, s: int) -> bool:
        """Whether nobody can win any more: own banked score i and s with the turn total."""
        return not (self.alive[self.returns[i]] or self.alive[j] or self.alive[s])

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The unordered pairs of scores, larger sums first."""
        last, own, opp = self.goal - 1, self.own, self.opp
        for total in range(2 * last, own + opp - 1, -1):
            for i in range(max(own, total - last), min(last, total - opp) + 1):
                j = total - i
                if not (own <= j > i >= opp):  # or else (j, i) has its turn
                    yield i, j

    @property
    def pair_count(self) -> int:
        own, opp = self.goal - self.own, self.goal - self.opp
        both = min(own, opp)
        return own * opp - both * (both - 1) // 2

    def throw_payoffs(
        self, own: int, hold: Sequence[int], bust: int, wipe: int, one: int, *, up: bool = False
    ) -> list[int]:
        """Payoffs of a throw at each s = own + total in fixed point, rounded down (or ``up``).

        c(s) = p_bust x + p_wipe w + sum_g p_g max(h(s+g), c(s+g)), and 1 from the goal on (the
        bust payoff x past it, if exact). ``hold[s]`` is h(s). All weights are positive and max
        is monotone: bounds in, rounded outward, are bounds out.

        The gains of a die weigh the same, so that their sum at s is the sum at s+1 with one term
        more and one less. These are integers: nothing is lost by that.
        """
        goal, below, others = self.goal, self.denominator, self._others
        first, past, weight = self._run
        ends = self.bust * bust + self.wipe * wipe + (below - 1 if up else 0)
        best = [0] * goal + [one] + [bust if self.exact else one] * self._reach
        run = sum(best[goal + first : goal + past])
        payoff = [0] * goal
        for s in range(goal - 1, own - 1, -1):
            c = ends
            if weight:
                run += best[s + first] - best[s + past]
                c += weight * run
            for g, p in others:
                c += p * best[s + g]
            c //= below
            payoff[s] = c
            h = hold[s]
            best[s] = h if h > c else c
        return payoff


def _longest_run(
    gains: Sequence[tuple[int, int]],
) -> tuple[tuple[int, int, int], list[tuple[int, int]]]:
    """The longest run of gains first … past - 1 of one weight, and all other gains.

    A run of fewer than four gains is none: to slide along it would take no less time.

    Examples
    --------
    >>> _longest_run([(2, 1), (3, 1), (4, 1), (5, 1), (7, 1)])
    ((2, 6, 1), [(7, 1)])
    >>> _longest_run([(2, 1), (3, 1), (4, 2)])
    ((1, 1, 0), [(2, 1), (3, 1), (4, 2)])
    """
    none = (1, 1, 0)
    runs = [none]
    for g, p in gains:
        first, past, weight = runs[-1]
        if (g, p) == (past, weight):
            runs[-1] = (first, g + 1, p)
        else:
            runs.append((g, g + 1, p))
    longest = max(runs, key=lambda run: run[1] - run[0])
    first, past, _ = longest = longest if longest[1] - longest[0] > 3 else none
    return longest, [(g, p) for g, p in gains if not first <= g < past]
