"""The choices of a block of Hog: whether play can stay among them for ever."""

import time

import pytest
from pigverify.hog.choices import Choice, staying


def to(*targets):
    """A choice that leads to one of these states of the block, or with none of them out of it."""
    inside = [(1, state, False) for state in targets]
    return Choice(1, 0, False, 0, inside, max(1, len(inside)))


@pytest.mark.slow
def test_a_long_way_out_is_found_soon():
    block = {(n, 0, 0): {0: to((n - 1, 0, 0)) if n else to()} for n in range(20_000)}
    start = time.process_time()
    assert not staying(block)
    assert time.process_time() - start < 2


def test_a_cycle_is_found():
    block = {(n, 0, 0): {0: to((n - 1, 0, 0)), 1: to()} for n in range(1, 9)}
    block[0, 0, 0] = {0: to(), 1: to((3, 0, 0), (2, 0, 0))}
    assert staying(block) == {*block}
    block[0, 0, 0][1] = Choice(1, 0, False, 0, [(1, (3, 0, 0), False)], 2)  # or out of the block
    assert not staying(block)
