"""Studies of policies.

``coach/``       what a policy gives away, by situation, and what makes it better: ``coach``
``hog_contest``  strategies of Hog in files of other people, each against every other; each in a
                 process of its own, which runs ``hog_entrant``
``thumb/``       what a person can remember that plays almost optimally, and the statistical way
"""

from typing import TYPE_CHECKING

from .coach import coach  # at once, as its module is called so, too

if TYPE_CHECKING:
    from .hog_contest import contest
    from .thumb import decision_regression, rules_of_thumb
else:  # each study when it is asked for, as one needs no other
    _HOMES = {
        "contest": "hog_contest", "decision_regression": "thumb", "rules_of_thumb": "thumb",
    }  # fmt: skip

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return value


__all__ = ["coach", "contest", "decision_regression", "rules_of_thumb"]
