"""Studies: many games, or many policies, at once.

``fair``         who is favoured, the points that make up for it, the fairest goal or die;
``race_dice``    which dice to choose against those of an opponent
``race_sensitivity``  how much hangs on the chances of the throws: derivatives of the value
``race_posterior``    chances estimated from recorded throws: values and decisions
``race_close_calls``  the closest call and the ties of many games: ``atlas``
``coach/``       what a policy gives away, by situation, and what makes it better: ``coach``
``many``         many games solved at once: ``solve_many``
``chunks``       work on all processors, or in any ``concurrent.futures.Executor``
``rows``         CSV files that studies add rows to, and are resumed from
``hog_contest``  strategies of Hog in files of other people, each against every other; each in a
                 process of its own, which runs ``hog_entrant``
``thumb/``       what a person can remember that plays almost optimally, and the statistical way
``hog_hijinks``  the strategies of Hog that cannot see whether the dice are exchanged
"""

from typing import TYPE_CHECKING

from .coach import coach  # at once, as its module is called so, too

if TYPE_CHECKING:
    from .fair import fairest, fairness
    from .hog_contest import contest
    from .many import solve_many
    from .race_close_calls import atlas
    from .race_posterior import posterior
    from .race_sensitivity import sensitivity
    from .thumb import decision_regression, rules_of_thumb
else:  # each study when it is asked for, as one needs no other
    _HOMES = {
        "fairest": "fair",
        "fairness": "fair", "contest": "hog_contest", "solve_many": "many",
        "atlas": "race_close_calls", "posterior": "race_posterior",
        "sensitivity": "race_sensitivity", "decision_regression": "thumb",
        "rules_of_thumb": "thumb",
    }  # fmt: skip

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return value


__all__ = [
    "atlas", "coach", "contest", "decision_regression", "fairest",
    "fairness", "posterior", "rules_of_thumb", "sensitivity", "solve_many",
]  # fmt: skip
