"""The choices of a block of Hog: whether play can stay among them for ever."""

import time
from types import SimpleNamespace

import pytest
from pigverify.hog.choices import Choice, refuse_endless


def to(*targets):
    """A choice that leads to one of these states of the block, or with none of them out of it."""
    inside = [(1, state, False) for state in targets]
    return Choice(1, 0, False, 0, inside, max(1, len(inside)))


class Endless(Exception):  # noqa: N818
    pass


def endless(own, opp, choice):
    return Endless(own, opp, choice)


RULES = SimpleNamespace(game=SimpleNamespace(endless=endless))


@pytest.mark.slow
def test_a_long_way_out_is_found_soon():
    block = {(n, 0, 0): {0: to((n - 1, 0, 0)) if n else to()} for n in range(20_000)}
    start = time.process_time()
    refuse_endless(RULES, block)
    assert time.process_time() - start < 2


def test_a_circle_is_found_by_its_smallest_state():
    block = {(n, 0, 0): {0: to((n - 1, 0, 0)), 1: to()} for n in range(1, 9)}
    block[0, 0, 0] = {0: to(), 1: to((3, 0, 0), (2, 0, 0))}
    with pytest.raises(Endless) as said:
        refuse_endless(RULES, block)
    assert said.value.args == (0, 0, 1)
    block[0, 0, 0][1] = Choice(1, 0, False, 0, [(1, (3, 0, 0), False)], 2)  # or out of the block
    refuse_endless(RULES, block)
