"""pigcore solves Pig and its relatives at C speed; its companion ``pigverify`` proves every
decision.

>>> import pigcore
>>> pig = pigcore.solve(pigcore.Pig(goal=100))
>>> pig.decide(41, 49, 27)
'roll'

The layers, from the bottom up; each uses only those below it:

``games``    what the rules are, in exact fractions
``kernels``  compiled loops over typed arrays
``solvers``  ``solve`` and ``load``: rules to arrays, a kernel, a Solution
``play``     ``match``, ``best_response``, ``loss``, ``alone``, ``simulate``, ``review``
``study``    ``coach``, ``rules_of_thumb``, ``contest``
``show``     the command line, and ``plots``

``types`` has the types of all results.

``help(pigcore.solve)`` lists what a solution offers. Everything here is loaded when it is first
used, so ``pigcore.games`` works without the compiled modules.
"""

from __future__ import annotations

from .version import VERSION as __version__

__all__ = [
    "BUST", "WIPE", "Bag", "Call", "ConsolationPig", "ConvergenceWarning", "DisputedWarning",
    "Duel", "Farkle", "FileError", "Game", "Hog", "HoldOrContinue", "Ledger", "PassThePigs", "Pig",
    "PigcoreError", "Piglet", "Race", "Roll", "RuleError", "SizeError", "Solution", "StateError",
    "Turn", "TwoDicePig", "__version__", "alone", "always_roll", "best_response", "coach",
    "contest", "decision_regression", "free_roll", "gain", "game", "hold_at", "hold_or_race",
    "keep_pace", "linear", "load", "load_policy", "loss", "match", "mix", "parse_policy", "plots",
    "random_play", "review", "roll_times", "rules_of_thumb", "save_policy", "simulate",
    "solve", "tournament",
]  # fmt: skip

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from .games import (
        BUST,
        WIPE,
        Bag,
        ConsolationPig,
        Duel,
        Farkle,
        FileError,
        Game,
        Hog,
        HoldOrContinue,
        PassThePigs,
        Pig,
        PigcoreError,
        Piglet,
        Race,
        Roll,
        RuleError,
        SizeError,
        StateError,
        Turn,
        TwoDicePig,
        gain,
        game,
    )
    from .play import (
        Ledger,
        alone,
        always_roll,
        best_response,
        free_roll,
        hold_at,
        hold_or_race,
        keep_pace,
        linear,
        load_policy,
        loss,
        match,
        mix,
        parse_policy,
        random_play,
        review,
        roll_times,
        save_policy,
        simulate,
        tournament,
    )
    from .show import plots
    from .solvers import Call, ConvergenceWarning, DisputedWarning, Solution, load, solve
    from .study import (
        coach,
        contest,
        decision_regression,
        rules_of_thumb,
    )
else:  # hidden from type checkers, which then find misspelled names

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in ("games", "kernels", "play", "show", "solvers", "study", "types"):
            return import_module(f"{__name__}.{name}")
        if name in __all__:
            for floor in ("games", "solvers", "play", "study", "show"):
                home = import_module(f"{__name__}.{floor}")
                if name in home.__all__:
                    globals()[name] = value = getattr(home, name)
                    return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*__all__, "games", "play", "solvers", "study", "types"})
