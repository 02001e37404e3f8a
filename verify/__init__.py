"""pigverify recomputes pigcore's results in exact arithmetic and says what is proved.

It shares no solving code with :mod:`pigcore`, only the rules, and needs no compiled module: those
in ``kernels`` come to the integers that plain Python comes to, which ``pigverify --plain`` shows.

What is inside, and who calls whom::

    entry        check, certify, disputed, exact, second, match: find the module of a family,
                 with the arrays of a solution, or of a file of one
      families   who answers for a game: the one place that knows
      options    what may be asked: digits, a tolerance, progress
      race/ hog/ duel bag
                 one family each, with the same entry points: check, certify, TOLERANCE
      tally      what a checker returned of one state after the other, added up; and what the
                 decisions of a table are, judged by that
      published/ what was printed about these games, recomputed by these proofs and judged
      verdict    what comes out: Verdict, Report, Call, Proof
      policies   the strategies of a match: functions, tables, and names
      results    what comes out of other questions: Disputed, Match, ExactValue, SecondOpinion
      certificates/
                 write_certificate, check_certificate: the proof as a file, which one file of plain
                 Python a family (``check_race``) checks without any of the rest
      printing   lines for a terminal
      algebra/   intervals, exact and fixed-point arithmetic, primes, linear equations and programs
    cli          the command: ``command`` has what its verbs take and asks an entry point

Of a race of two a sceptic has to read 640 lines: ``certificates/check_race`` and ``reading``, which
take ``pigverify GAME --all -o FILE`` for no more than claims about the tables in its first line.
Who trusts no files reads, besides the rules in ``pigcore/games``, ``verdict``, and

    race     ``tables turn check prove``, for ties and fractions ``exactly``, for long ones
             ``walk``; without ``--plain`` also ``kernels/turn.pyx`` and ``turn.inc``
    hog      ``certificates/check_hog``, and ``hog/tables report`` with ``tally``
    duel     ``certificates/check_duel``, and ``duel``
    bag      ``certificates/check_bag``, and ``bag`` with ``tally``
    algebra  ``intervals decimals``, for ties ``primes elimination``

A second opinion is ``race/second``, which shares nothing but the rules of the game with what it is
compared to. The rest may be wrong without a wrong verdict: ``race/find``, ``hog/find`` and
``algebra/simplex`` only say where a proof may be looked for, and what pigcore finds says so to the
first and the last of them. A saved solution is read as pigcore reads it, ``pigcore/solvers/files``.

Everything here is loaded when it is first used, so that a command can be interrupted without a
traceback from its first line on.

>>> import pigverify
>>> from pigcore.games import Pig
>>> pigverify.check(Pig(100), 81, 89, 17).decision
'roll'
"""

from __future__ import annotations

__all__ = [
    "Call",
    "Confirmation",
    "Disputed",
    "Match",
    "Proof",
    "Report",
    "SecondOpinion",
    "Verdict",
    "certify",
    "check",
    "check_certificate",
    "disputed",
    "exact",
    "match",
    "second",
    "write_certificate",
]

TYPE_CHECKING = False  # type checkers know better, and typing need not be loaded
if TYPE_CHECKING:
    from .certificates.entry import Confirmation, check_certificate, write_certificate
    from .entry import certify, check, disputed, exact, match, second
    from .results import Disputed, Match, SecondOpinion
    from .verdict import Call, Proof, Report, Verdict
else:  # hidden from type checkers, which then find misspelled names

    def __getattr__(name: str) -> object:
        from importlib import import_module

        for home in ("entry", "verdict", "results", "certificates.entry"):
            if name in __all__:
                module = import_module(f"{__name__}.{home}")
                if name in module.__all__:
                    globals()[name] = value = getattr(module, name)
                    return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted(__all__)
