"""Whole games, throw by throw, in words and as plain data.

A transcript of a simulation is played in Python from the random bits of the compiled loop, so that
the first transcripts are the first games that are counted.

As JSON a game is ``{"winner": "first", "turns": [...]}``; the winner is ``"first"``, ``"second"``
or null. A turn has ``player``, ``own`` and ``opp`` (the mover's and the other's score at its
beginning; among three or more players ``scores``, the mover's first and the others' in the order in
which they move), ``after`` (all at its end, the mover's first), and what was done: in a race
``throws`` (what each throw gained; a throw past an exact goal is among them) and ``end``:
``"hold"``, ``"win"``, ``"bust"`` or ``"wipe"``, or null in the last turn of a game that was
stopped. Where a turn has several modes, a throw is its options as text, such as ``"+3 two"`` or
``"+1 two or +4 one"``: what is gained and the word of the mode; where throws leave a choice,
``taken`` has the options that were taken, and one banks instead of holding. Where dice are set
aside, ``throws`` has the faces of each, ``aside`` those that were set aside of each, and ``end`` is
``"bank"`` or ``"bust"``. In Hog there are ``choice`` (the number of dice, or -1), ``gain`` and
``gift``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...games.checks import whole
from ...games.errors import RuleError
from ...games.game import plain
from ...games.spelling import listed, shown

__all__ = ["PLAYERS", "Turn"]

PLAYERS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The players, as they were named; most games have two."""

_SCORES = ("own", "opp")
"""The names of two scores."""


class Turn(NamedTuple):
    """One turn of a game."""

    player: int
    """0 the first-named player, 1 the second-named one, …"""
    before: tuple[int, ...]
    """All scores at the beginning, the mover's first, the others' in the order of their moves."""
    play: dict[str, Any]
    """What was decided and what fell: its entries are the family's."""
    told: str
    """The same in words."""
    after: tuple[int, ...]
    """The same at the end."""

    @property
    def own(self) -> int:
        """The mover's score at the beginning."""
        return self.before[0]

    @property
    def opp(self) -> int:
        """The score of who moves next."""
        return self.before[1]

    def __str__(self) -> str:
        return self.in_words(PLAYERS)

    def in_words(self, names: Sequence[str]) -> str:
        """The turn with the players' names."""
        before, after = (f"{own} to {listed(others)}" for own, *others in (self.before, self.after))
        return f"{names[self.player]}, {before}: {self.told}; {after}"

    def as_dict(self) -> dict[str, Any]:
        """The turn as plain data."""
        two = len(self.before) == len(_SCORES)
        scores = dict(zip(_SCORES, self.before)) if two else {"scores": list(self.before)}
        return {
            "player": PLAYERS[self.player],
            **scores,
            **plain(self.play),
            "after": list(self.after),
        }

    @classmethod
    def from_dict(cls, data: Any) -> Turn:
        """The turn that plain data tell, whatever was done in it; in words it says nothing.

        Raises
        ------
        RuleError
            If an entry that every turn has is missing or wrong; says so in a clause.
        """
        if not isinstance(data, dict):
            raise RuleError(f"it is {shown(data)}, not an object")
        common = ("player", *(("scores",) if "scores" in data else _SCORES), "after")
        for name in common:
            if name not in data:
                raise RuleError(f"it has no entry {name!r}")
        scores = data.get("scores", [data.get(name) for name in _SCORES])
        if not isinstance(scores, (list, tuple)) or not 2 <= len(scores) <= len(PLAYERS):
            raise RuleError(f"scores is {shown(scores)}, not the scores of 2 to {len(PLAYERS)}")
        names = PLAYERS[: len(scores)]
        if data["player"] not in names:
            there = listed(map(repr, names), "or")
            raise RuleError(f"player is {shown(data['player'])}, not {there}")
        after = data["after"]
        if not isinstance(after, (list, tuple)) or len(after) != len(scores):
            count = "two" if len(scores) == len(_SCORES) else len(scores)
            raise RuleError(f"after is {shown(after)}, not {count} scores")
        before, then = (tuple(whole(it, "a score") for it in each) for each in (scores, after))
        play = {name: entry for name, entry in data.items() if name not in common}
        return cls(names.index(data["player"]), before, play, "", then)
