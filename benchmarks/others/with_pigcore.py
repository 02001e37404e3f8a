"""The same work with pigcore."""

import time
from collections.abc import Callable
from typing import Any

from answers import answer, asked

import pigcore


def pig(goal: int) -> Any:
    return pigcore.solve(pigcore.Pig(goal))


def reply(goal: int) -> Any:
    return pigcore.best_response(pigcore.Pig(goal), pigcore.hold_at(20))


def duel(holds: int) -> Any:
    return pigcore.solve(pigcore.Duel(holds=range(2, holds + 2)))


def dice(count: int) -> Any:
    return pigcore.Roll.dice(count, 6, bust=())


VALUES: dict[str, Callable[[Any, int], Any]] = {
    "pig": lambda found, _: found.starts.tolist(),
    "reply": lambda found, _: found.found.wins[0][0].tolist(),
    "duel": lambda found, _: [float(found.exact.weights.get(n, 0)) for n in found.game.holds],
    "dice": lambda found, n: {str(k): str(chance * 6**n) for k, chance in found.gains},
}

task, size = asked()
work = {"pig": pig, "reply": reply, "duel": duel, "dice": dice}[task]
work(5)  # what is loaded when it is first used
begin = time.process_time()
found = work(size)
seconds = time.process_time() - begin
answer(seconds, "pigcore", VALUES[task](found, size))
