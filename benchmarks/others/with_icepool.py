"""The sum of many six-sided dice with icepool, in exact integers."""

import sys
import time

import icepool
from answers import answer, asked

_, count = asked()
sys.setrecursionlimit(100_000)  # it takes one die after the other, each in a call of its own
begin = time.process_time()
total = count @ icepool.d6
ways = dict(total.items())
seconds = time.process_time() - begin
answer(seconds, "icepool", {str(score): str(number) for score, number in ways.items()})
