"""Write certificates and check them: find the family, and have it prove."""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

from pigcore.games.checks import same_turns
from pigcore.games.errors import FileError, PigcoreError, RuleError
from pigcore.games.game import Game, frozen, plain
from pigcore.games.rules import games_made_at_once
from pigcore.games.spelling import shown
from pigcore.games.texts import named_file, open_file, spelled
from pigcore.version import VERSION

from ..algebra.decimals import as_data, print_between
from ..algebra.intervals import Interval
from ..families import WRITERS, writer
from ..options import Progress
from ..printing import Shown, lay_out
from ..verdict import Report
from .files import check_target, family_in, write

__all__ = ["Confirmation", "check_certificate", "write_certificate"]


_DIGITS = 30


@dataclass(frozen=True, repr=False)
class Confirmation(Shown):
    """What a certificate proves, or why it proves nothing."""

    file: str
    family: str
    reason: str = ""
    """Why it is refuted; empty if it is not."""
    statement: str = ""
    """What is proved, for the game of the tables."""
    rules: Mapping[str, Any] | None = None
    """The tables: the rules in integers."""
    game: Game | None = None
    """Whose tables they are: the game asked about or one with a name; None if none is known."""
    value: Interval = (Fraction(0), Fraction(1))
    """What the game is worth to who moves first."""
    states: int = 0
    """States whose decision is proved, ties included."""
    ties: int = 0
    proof: str = ""
    """How it is proved."""

    @property
    def ok(self) -> bool:
        """Whether everything that the file claims is proved."""
        return not self.reason

    @property
    def outcome(self) -> str:
        """``"certified"`` or ``"refuted"``."""
        return "certified" if self.ok else "refuted"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "certificate": self.file,
            "family": self.family,
            "outcome": self.outcome,
            "ok": self.ok,
            "reason": self.reason or None,
            "statement": self.statement or None,
            "rules": plain(self.rules),
            "game": self.game and self.game.as_dict(),
            "value": as_data(self.value, _DIGITS) if self.ok else None,
            "states": self.states,
            "ties": self.ties,
            "proof": self.proof or None,
            "version": VERSION,
        }

    def __str__(self) -> str:
        if not self.ok:
            return lay_out(f"{self.file}: refuted", [("reason", self.reason)])
        rules = (
            f"the tables are those of {_sentences(self.game)}"
            if self.game
            else "the tables are not those of a named game: to compare them with rules of your "
            "own, name these as well, as in `pigverify FILE rules.toml`"
        )
        ties = "1 of them a tie" if self.ties == 1 else f"{self.ties:,} of them ties"
        rows = [
            ("value", print_between(self.value, _DIGITS)),
            ("states", f"{self.states:,} proved, {ties}"),
            ("rules", rules),
            ("proved", self.statement),
            ("proof", self.proof),
        ]
        return lay_out(f"{self.file}: certified", rows)


def _sentences(game: Game) -> str:
    """The rules of a game in a paragraph: each mode of a turn, which has a line, in a sentence."""
    first, *modes = [line.removesuffix(".") for line in str(game).splitlines()]
    return ". ".join([first, *(line[:1].upper() + line[1:] for line in modes)]) + "."


def write_certificate(
    game: Game,
    path: str | os.PathLike[str],
    *,
    progress: Progress | None = None,
) -> Report[Any]:
    """Prove every decision of a game and write the proof to a file.

    Parameters
    ----------
    game : Game
        The rules.
    path : path
        A file that ends in ``.pigcert``; an existing certificate is replaced once everything is
        proved.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Returns
    -------
    Report
        As :func:`pigverify.certify`; unless it is ``ok``, no file is written.

    Raises
    ------
    FileError
        If the file cannot be written, or exists and is not a certificate.
    RuleError
        If ``game`` is not a game, or there are no certificates for its family.
    SizeError
        If a proof would not fit in memory, or would exceed a checker's limits.

    Notes
    -----
    Time and memory are those of the proof. Source: docs/reference/certificate.md.
    """
    family = _writer(game)
    target = check_target(path)
    report: Report[Any]
    report, header, records = family.certificate(game, progress)
    if report.ok:
        write(target, header, records)
    return report


def check_certificate(
    path: str | os.PathLike[str], game: Game | None = None, *, progress: Progress | None = None
) -> Confirmation:
    """Check a certificate, and say which game it is about.

    Parameters
    ----------
    path : path
        A file written by :func:`write_certificate` or by anybody else.
    game : Game, optional
        The game that it should be about; by default the games with a name are tried.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Returns
    -------
    Confirmation
        ``ok`` if everything that the file claims is proved, and about ``game`` if there is one.

    Raises
    ------
    FileError
        If the file is not a certificate, is damaged or cannot be read.
    RuleError
        If ``game`` is none.

    Notes
    -----
    One pass; for a race O(goal³) time and O(goal²) memory; docs/reference/certificate.md has those
    of the other families. Whatever the file contains, no more memory is used than its header
    announces, and that is limited to some 2 GB.
    """
    name = named_file(path)
    file = spelled(name)
    wanted = None if game is None else writer(game)
    with open_file(name) as stream:
        family = family_in(stream, file)
        core = _core(family, file)
        try:
            found = core.check(stream, progress)
        except core.Refuted as error:
            return Confirmation(file, family, str(error))
        except core.Unreadable as error:
            raise FileError(
                f"{file} is not a certificate, or it is damaged ({error}): write it again"
            ) from None
    made_by = import_module(WRITERS[family], __package__.rpartition(".")[0])
    rules = {entry: found.header[entry] for entry in made_by.RULES}
    if game is not None and (wanted is not made_by or made_by.tables(game) != rules):
        return Confirmation(
            file, family, f"its tables are not those of the rules asked for: {_sentences(game)}"
        )
    low, high, below = found.value
    return Confirmation(
        file,
        family,
        statement=found.header["statement"],
        rules=frozen(rules),
        game=_named(made_by, rules) if game is None else game,
        value=(Fraction(low, below), Fraction(high, below)),
        states=found.states,
        ties=found.ties,
        proof=found.proof,
    )


def _writer(game: Game) -> ModuleType:
    same_turns(game, "a certificate", any_end=True)
    found = None if getattr(game, "shared", False) else writer(game)
    if found is None:
        raise RuleError(
            f"there are no certificates of {game.name} yet, but of races of two, Hog, duels and "
            "bags: prove it without one"
        )
    return found


def _core(family: str, file: str) -> Any:
    if family not in WRITERS:
        raise FileError(
            f"{file} is a certificate of the family {shown(family)}, which is not known here: "
            "check it with the version that wrote it"
        )
    return import_module(f".check_{family}", __package__)


def _named(made_by: ModuleType, rules: dict[str, Any]) -> Game | None:
    """The ready-made game with these tables, at the goal of the tables; None if there is none."""
    for make in games_made_at_once().values():
        sized = "goal" in rules and "goal" in inspect.signature(make).parameters
        try:
            game: Game = make()
            if sized:  # tables count in the game's unit, if it has one
                game = make(goal=rules["goal"] * getattr(game, "unit", 1))
            if writer(game) is made_by and made_by.tables(game) == rules:
                return game
        except PigcoreError:  # there is no such game to that goal
            continue
    return None
