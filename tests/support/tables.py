"""What Python tells a page of a game, as plain data to compare with what ``tables.js`` makes."""

import base64

import numpy as np

from pigcore.show.page import hog, race

_KINDS = {"chances": "<f8", "chase": "<f8", "had": "u1", "kind": "u1", "free": "<i2"}
_KINDS |= {"target": "<i4", "same": "u1", "gain": "<i4", "gift": "<i4", "chance": "<f8"}
_KINDS |= dict.fromkeys(("sets", "first", "gains", "after", "order"), "<u4")


def tables_of(game):
    """The tables of a game, its long arrays as lists."""
    found = hog.tables(game) if game.family == "hog" else race.tables(game)
    head = {"family": game.family, "name": game.name, "goal": game.goal}
    return {**head, "names": list(game.state_names), **_plain(found)}


def _plain(data, kind=None):
    if isinstance(data, dict):
        return {
            str(key): value if key == "throws" else _plain(value, _KINDS.get(key))
            for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_plain(value) for value in data]
    if isinstance(data, str) and kind:
        return np.frombuffer(base64.b64decode(data), kind).tolist()
    return data


def differences(ours, theirs, where=""):
    """Where two tables differ: floats by more than one unit in the last place, all else at all.

    What a tie is worth that is played on is found by iteration: eight units, and so of what
    follows.
    """
    if isinstance(theirs, dict) and isinstance(ours, dict):
        keys = sorted({*ours, *theirs})
        return [
            difference
            for key in keys
            for difference in differences(ours.get(key), theirs.get(key), f"{where}.{key}")
        ]
    if isinstance(theirs, list) and isinstance(ours, list):
        if len(ours) != len(theirs):
            return [f"{where} has {len(ours)} entries, not {len(theirs)}"]
        if where == ".combinations":
            ours, theirs = sorted(ours), sorted(theirs)
        return [
            difference
            for n, pair in enumerate(zip(ours, theirs))
            for difference in differences(*pair, f"{where}[{n}]")
        ]
    if isinstance(theirs, float) and isinstance(ours, (int, float)):
        most = 8 if where.startswith((".tie", ".missed", ".chase")) else 1
        return (
            []
            if abs(ours - theirs) <= most * np.spacing(1.0 if where == ".missed" else abs(theirs))
            else [f"{where}: {ours!r} {theirs!r}"]
        )
    return (
        [] if ours == theirs and type(ours) is type(theirs) else [f"{where}: {ours!r} {theirs!r}"]
    )
