"""The list of published figures, ``figures.toml``, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pigcore.games.errors import RuleError
from pigcore.games.spelling import meant, nearest, shown

__all__ = ["Figure", "Reading", "Source", "chosen", "figures", "sources"]

Ask = Mapping[str, Any]
"""A question by its name, with its arguments."""


@dataclass(frozen=True)
class Source:
    """Where figures were printed."""

    key: str
    """As in ``docs/research/references.bib``."""
    reference: str


@dataclass(frozen=True)
class Reading:
    """Another meaning that the words of a source might have."""

    says: str
    ask: Ask


@dataclass(frozen=True)
class Figure:
    """A figure as printed, and what to ask to recompute it."""

    id: str
    source: Source
    game: str
    quantity: str
    printed: str
    ask: Ask
    kind: str = "rounded"
    """``rounded``, ``double`` (as a computer printed it), ``simulation`` or ``claim``."""
    expect: tuple[str, ...] = ()
    """The words to be answered with, if they are not those printed."""
    within: tuple[str, str] | None = None
    """What a claim such as "nearly 0.15" is taken to mean: bounds."""
    interval: tuple[str, str] | None = None
    """The source's own interval of a simulation."""
    games: int | None = None
    """How many games were simulated."""
    deviation: float | None = None
    """How far single games are from the number, with these."""
    unit: str = ""
    """``%`` where percent are printed."""
    ambiguous: bool = False
    """Whether the source leaves open what exactly was computed."""
    seconds: int = 1
    """Of processor time that it takes, roughly, for the progress bar."""
    long: bool = False
    """Whether it takes many minutes, so that it is judged only if it is asked for by name."""
    note: str = ""
    readings: tuple[Reading, ...] = ()

    @property
    def numbers(self) -> list[str]:
        """The printed numbers one by one."""
        return self.printed.replace(",", " ").replace(";", " ").split()

    def as_dict(self) -> dict[str, Any]:
        """What is claimed, and where, as plain data."""
        return {
            "id": self.id,
            "source": self.source.key,
            "reference": self.source.reference,
            "game": self.game,
            "quantity": self.quantity,
            "printed": self.printed,
            "unit": self.unit or None,
            "kind": self.kind,
        }


def _read() -> dict[str, Any]:
    text = files(__package__).joinpath("figures.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def sources() -> dict[str, Source]:
    """Every source by its key.

    Examples
    --------
    >>> sources()["norvig-cs212"].reference
    'P. Norvig, Design of Computer Programs (CS212), Udacity, lesson 5'
    """
    return {key: Source(key, entry["reference"]) for key, entry in _read().items()}


@cache
def figures() -> tuple[Figure, ...]:
    """Every figure, in the order of the list.

    Examples
    --------
    >>> figures()[0].printed
    '0.5306'
    """
    return tuple(
        _figure(source, **{"game": whole.get("game"), **entry})
        for source, whole in _read().items()
        for entry in whole["figures"]
    )


def _figure(source: str, readings: Iterable[Mapping[str, Any]] = (), **entry: Any) -> Figure:
    for name in ("expect", "within", "interval"):
        if name in entry:
            entry[name] = tuple(entry[name])
    return Figure(
        source=sources()[source],
        readings=tuple(Reading(**reading) for reading in readings),
        **entry,
    )


def chosen(names: Iterable[str]) -> tuple[Figure, ...]:
    """The figures of some sources, or of these ids; all if there is no name.

    Raises
    ------
    RuleError
        If there is no such source or figure.

    Examples
    --------
    >>> [figure.id for figure in chosen(["norvig-cs212"])]
    ['cs212-25-32-8', 'cs212-19-35-4']
    """
    known = {figure.id for figure in figures()} | set(sources())
    wanted = set()
    for name in names:
        found = meant(name, known)
        if found is None:
            raise RuleError(f"there is no source {shown(name)}: {nearest(name, sorted(known))}")
        wanted.add(found)
    return tuple(
        figure for figure in figures() if not wanted or {figure.id, figure.source.key} & wanted
    )
