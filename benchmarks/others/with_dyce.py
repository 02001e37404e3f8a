"""The sum of many six-sided dice with dyce, in exact integers."""

import time

from answers import answer, asked
from dyce import H

_, count = asked()
begin = time.process_time()
total = count @ H(6)
ways = dict(total.items())
seconds = time.process_time() - begin
answer(seconds, "dyce", {str(score): str(number) for score, number in ways.items()})
