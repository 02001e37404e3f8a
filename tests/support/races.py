"""Generated races for hypothesis."""

from hypothesis import assume
from hypothesis import strategies as st

from pigcore.games import Race, Roll, RuleError


@st.composite
def races(draw, max_goal=8, target=None, wipes=True, consolations=True):
    """A small race of any kind: at least or exact, with or without wipes and consolation."""
    gains = draw(st.dictionaries(st.integers(1, 5), st.integers(1, 4), min_size=1, max_size=3))
    bust = draw(st.integers(0, 5))
    wipe = draw(st.integers(0, 3)) if wipes else 0
    goal = draw(st.integers(1, max_goal))
    kind = target or draw(st.sampled_from(["at_least", "exact"]))
    # Where hardly anybody ever reaches the goal, no bound is found, and solve says so.
    points = sum(gains.values())
    assume(goal < 12 or (points / (points + wipe)) ** goal > 1e-6)
    consolation = draw(st.integers(0, min(2, goal))) if consolations else 0
    try:
        return Race(Roll(gains, bust, wipe), goal, kind, consolation)
    except RuleError:
        assume(False)
