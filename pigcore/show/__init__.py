"""Face people: the command line, pictures, and tables to play by.

``cli``       the command ``pigcore``, made of the verbs
``commands``  the verbs
``plots``     pictures, also for those who program: ``pigcore.plots``
``options``   what several verbs take, and what they do with it
``words``     solutions and advice as a person reads them
``session``   a game at a terminal
``tables``    what to do at every pair of scores
``page``      a game in one HTML file
"""

__all__ = ["plots"]

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from . import plots


def __getattr__(name: str) -> object:
    if name != "plots":  # they load numpy, and the command line is quick to start
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module(f"{__name__}.{name}")
