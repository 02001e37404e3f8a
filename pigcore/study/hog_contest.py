"""The contest of Hog: strategies in files of other people, each against every other, exactly.

Each file answers in a process of its own, which runs :mod:`hog_entrant`, with a limit on its time
and memory. It gets the text of the file and the states, and answers with JSON through a pipe;
nothing is unpickled, and whatever comes is checked. One that fails is disqualified, and the others
go on.

References
----------
CS 61A, University of California, Berkeley: the contest of the project Hog. Strategies meet each
other from both seats; an average above 1/2 is a win.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.checks import between, real
from ..games.errors import FileError, MissingFileError, PigcoreError, RuleError
from ..games.functions import USUAL
from ..games.hog import Hog
from ..games.spelling import counted, fixed, short, shown
from ..games.texts import named_file, read_text, spelled
from ..play.matches import loss
from ..play.policies.hog import plan_of
from ..play.policies.texts import load_policy
from ..play.tournaments import Tournament, tournament
from ..result import Fact, Result
from ..solvers.hog.arrays import by_score
from ..solvers.solution import immutable

SECONDS = 10.0
MEMORY = 2**30

_MISTAKES = 3
"""So many are named of each strategy."""

_COLUMNS = ("rank", "strategy", "wins", "rate")

Progress = Callable[[int, int], object] | None


@dataclass(frozen=True, eq=False, repr=False)
class Contest(Result):
    """What the strategies of several files win against each other."""

    game: Hog
    tournament: Tournament | None
    """Those that play, each against every other; None if fewer than two do."""
    tables: dict[str, NDArray[np.int16]]
    """Their numbers of dice at [own, opp] or [own, opp, parity], read-only, by name."""
    disqualified: dict[str, str]
    """The others, and why."""
    helpers: tuple[str, ...] = ()
    """Files of folders that do not name the usual function."""

    @cached_property
    def mistakes(self) -> list[dict[str, Any]]:
        """The three mistakes of each strategy that cost most in a game against best play: strategy,
        state, rolls, best, cost (in a game).
        """
        return [
            {
                "strategy": name, "state": self.game.spell(mistake.state),
                "rolls": mistake.chosen, "best": mistake.best, "cost": mistake.cost,
            }
            for name in (row["strategy"] for row in self.rows())
            for mistake in loss(self.game, self.tables[name]).mistakes(_MISTAKES)
        ]  # fmt: skip

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """A row for each strategy: rank, strategy, wins, rate; the best first, without reasons."""
        if self.tournament is None:
            return [{"rank": 1, "strategy": name, "wins": 0, "rate": None} for name in self.tables]
        return [
            {name: row["policy" if name == "strategy" else name] for name in _COLUMNS}
            for row in self.tournament.rows(count)
        ]

    def columns(self) -> dict[str, Any]:
        """Plain columns of the ``rows``: ``rank`` and ``wins`` int64, ``rate`` float64.

        ``strategy`` is text; the rate is missing where only one strategy plays.
        """
        return {name: [row[name] for row in self.rows()] for name in _COLUMNS}

    def listings(self, count: int | None = None) -> Iterable[tuple[str, list[dict[str, Any]]]]:
        """The ranks, the mistakes, who is disqualified and why."""
        yield "", self.rows()
        mistakes = [{**row, "cost": fixed(row["cost"])} for row in self.mistakes]
        none = "no mistakes: each plays as well as can be" if self.tables and not mistakes else ""
        yield none, mistakes
        yield "", [{"disqualified": name, "why": why} for name, why in self.disqualified.items()]
        helpers = f"helpers, which have no final_strategy: {', '.join(self.helpers)}"
        yield helpers if self.helpers else "", []

    def records(self) -> list[dict[str, Any]]:
        """A row for each strategy: rank, strategy, wins, rate, disqualified (why), game, goal."""
        game = {"game": self.game.name, "goal": self.game.goal}
        others = [
            {"rank": "", "strategy": name, "wins": "", "rate": "", "disqualified": why} | game
            for name, why in self.disqualified.items()
        ]
        return [row | {"disqualified": ""} | game for row in self.rows()] + others

    def facts(self) -> Iterable[Fact]:
        """All of it, the matches included."""
        found = {
            "rows": self.rows(), "disqualified": self.disqualified, "helpers": self.helpers,
            "mistakes": self.mistakes, "matches": self.tournament,
        }  # fmt: skip
        return [Fact(name, value, None) for name, value in found.items()]

    def __str__(self) -> str:
        played = counted(len(self.tables), "strategy plays", "strategies play")
        return f"{self.game.name}: {played}, {len(self.disqualified)} disqualified"


def contest(
    game: Hog,
    strategies: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    workers: int | None = None,
    progress: Progress = None,
) -> Contest:
    """Compare the strategies in several files with each other, exactly and from both seats.

    A win is an average above 1/2 by more than 1e-9; strategies are ranked by wins, then by mean
    rate.

    Parameters
    ----------
    game : Hog
    strategies : path or sequence of paths
        Python files, ``FILE.py`` or ``FILE.py:function``, or folders of Python files, of which
        those that do not name the function are helpers, as others may import them. The function is
        ``final_strategy`` by default. It takes the two scores (and the parity, if the game has
        one and the function requires it) and returns a whole number.
    seconds : float
        How long a strategy may take to answer in all states, from 0.01 to 3600.
    memory : int
        How many bytes it may use beyond what Python and numpy take, if the system can limit them;
        16 MB or more.
    workers : int, optional
        How many files run at once; by default one per processor.
    progress : callable, optional
        Called with (done, of) as files and then matches are done.

    Raises
    ------
    RuleError
        If ``game`` is not Hog, there is no strategy, or two have the same name.
    FileError
        If there is no such file or folder.

    Notes
    -----
    A strategy that raises an error, gives an invalid answer, takes too long or ends its process is
    disqualified, and the others go on. Each runs in a process of its own that may not start
    processes, use the network or write files. This guards against mistakes, not against malice.

    Examples
    --------
    >>> import pathlib, pigcore, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name, line in {"bold": "return 9", "good": "return 5", "odd": "return 5.5"}.items():
    ...         text = f"def final_strategy(score, opponent_score): {line}"
    ...         _ = pathlib.Path(folder, f"{name}.py").write_text(text)
    ...     found = contest(pigcore.Hog.fa13(20), folder)
    >>> found.rows()[0]["strategy"], found.disqualified["odd.py"]
    ('good.py', 'answers 5.5 at own 0, opp 0, but must choose a whole number from 0 to 10')
    """
    if not isinstance(game, Hog):
        raise RuleError(f"a contest of strategies in files is of Hog, but the game is {game}")
    seconds = real(seconds, "seconds", 0.01, 3600)
    memory = between(memory, "memory", 2**24, 2**60)
    workers = between(workers or os.cpu_count() or 1, "workers", 1, 1024)
    entrants, helpers = _entrants(strategies)
    processes = Processes(game, seconds, memory)

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, 2 * len(entrants))

    with ThreadPoolExecutor(workers) as pool:
        try:
            asked = {pool.submit(processes.ask, entrants[name]): name for name in entrants}
            for done, _ in enumerate(as_completed(asked), 1):
                tell(done)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            processes.stop()
            raise
    replies = {name: future.result() for future, name in asked.items()}
    tables = {name: reply for name, reply in replies.items() if not isinstance(reply, str)}
    reasons = {name: reply for name, reply in replies.items() if isinstance(reply, str)}
    matches = None
    if len(tables) > 1:
        before = len(entrants) + len(reasons)
        matches = tournament(game, tables, progress=lambda done, of: tell(before + done))
    return Contest(game, matches, tables, reasons, tuple(helpers))


def _entrants(strategies: Any) -> tuple[dict[str, Entrant], list[str]]:
    """The strategies by name, as a file is called in its folder or as it was given; and helpers."""
    given = [strategies] if isinstance(strategies, (str, os.PathLike)) else strategies
    if not isinstance(given, Sequence):
        raise RuleError(f"strategies are {shown(given)}, but must be files or folders")
    found: dict[str, Entrant] = {}
    helpers: list[str] = []
    for path in map(named_file, given):
        if os.path.isdir(path):
            files = sorted(Path(path).glob("[!._]*.py"))
            if not files:
                raise FileError(f"{spelled(path)} has no Python files: give a folder of strategies")
            here = _helpers(files)
            helpers += [file.name for file in here]
            several = [(file.name, Entrant(str(file), USUAL)) for file in files if file not in here]
        else:
            file, _, function = path.partition(".py:")
            entrant = Entrant(f"{file}.py", function) if function else Entrant(path, USUAL)
            if not os.path.exists(entrant.path):
                raise MissingFileError(
                    f"{spelled(entrant.path)} does not exist: give files or folders"
                )
            several = [(path, entrant)]
        for name, entrant in several:
            if name in found:
                raise RuleError(
                    f"two strategies are called {shown(name)}: rename one, or give only one"
                )
            found[name] = entrant
    if not found:
        raise RuleError("no strategies are given: give files or folders")
    return found, helpers


def _helpers(files: Sequence[Path]) -> list[Path]:
    """Files that do not name the usual function."""
    found = []
    for file in files:
        with suppress(FileError):  # who asks it says why it cannot be read
            if USUAL not in read_text(str(file), "give a Python file")[1]:
                found.append(file)
    return found


# --- the processes ------------------------------------------------------------------------------

_PROGRAM = Path(__file__).with_name("hog_entrant.py")
_LONGEST_REASON = 400
_NO_TABLE = "ends its process without an answer"


class Entrant(NamedTuple):
    """A strategy: a file, and the name of a function in it."""

    path: str
    function: str


class Processes:
    """The processes of a contest, each with so many seconds and bytes: several may run at once, and
    all can be stopped.
    """

    game: Hog
    memory: int
    seconds: float

    def __init__(self, game: Hog, seconds: float, memory: int) -> None:
        self.game, self.seconds, self.memory = game, seconds, memory
        self._running: set[Popen[bytes]] = set()
        self._stopped = Event()

    def ask(self, entrant: Entrant) -> NDArray[np.int16] | str:
        """The table of a strategy, or in a few words why it has none."""
        if entrant.path.endswith((".json", ".csv")):
            try:
                table = plan_of(self.game, load_policy(entrant.path, self.game)).table
            except PigcoreError as error:
                return str(error)
            return "leaves decisions to chance" if table is None else self._read_only(table)
        folder, file = os.path.split(os.path.abspath(entrant.path))
        request = {
            "home": str(_PROGRAM.parents[2]), "file": file, "function": entrant.function,
            "goal": self.game.goal, "choices": self.game.choices,
            "seconds": self.seconds, "memory": self.memory,
        }  # fmt: skip
        try:
            return self._table(self._reply(json.dumps(request).encode(), folder))
        except TimeoutExpired:
            return f"takes longer than {self.seconds:g} s for its table"

    def stop(self) -> None:
        """End all processes now, and those that are about to start."""
        self._stopped.set()
        for process in list(self._running):
            _kill(process)

    def _reply(self, request: bytes, folder: str) -> bytes:
        """What a process answers in time.

        The answer is a file: a pipe might be kept open by a child of the strategy.
        """
        with (
            TemporaryFile() as answer,
            Popen(
                [sys.executable, "-I", str(_PROGRAM)],
                stdin=PIPE,
                stdout=answer,
                cwd=folder,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # its threads would fill the memory
                start_new_session=True,  # Ctrl-C is for us, and its children end with it
            ) as process,
        ):
            self._running.add(process)
            if self._stopped.is_set():
                _kill(process)
            try:
                process.communicate(request, timeout=self.seconds)
            finally:
                _kill(process)  # what it has left behind, too; nobody has its number so soon
                self._running.discard(process)
            answer.seek(0)
            return answer.read(16 * self.game.goal**2 * self.game.memories + 10_000)

    def _table(self, reply: bytes) -> NDArray[np.int16] | str:
        """The table that a reply holds; like anything of others it may be anything."""
        try:
            said = json.loads(reply)
            if "reason" in said:
                return short(str(said["reason"]), _LONGEST_REASON)
            answers = said["table"]
            if not set(map(type, answers)) <= {int} or not set(answers) <= set(self.game.choices):
                return _NO_TABLE
            goal = self.game.goal
            plan = np.array(answers, dtype=np.int16).reshape(self.game.memories, goal, goal)
        except (ValueError, KeyError, TypeError, RecursionError):
            return _NO_TABLE
        return self._read_only(plan)

    def _read_only(self, plan: NDArray[Any]) -> NDArray[np.int16]:
        return immutable(by_score(plan.astype(np.int16, copy=False), self.game))


def _kill(process: Popen[Any]) -> None:
    """End a process and what it has started, whatever they do."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
