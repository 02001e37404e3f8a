"""The loaded dice of Kingdom Come: Deliverance that have a name, and the chances of their faces.

A file of rules names them: ``dice = ["lucky", "lucky", "aranka", "pie", "king", "fair"]``. The
numbers are parts of their sum, for the faces from 1 up. They are those on which at least two public
lists for the second game agree, to the percentages that these print: the game's wiki ("Dice
(KCD2)", kingdom-come-deliverance.fandom.com, 2025) and the weights that a player took from the
game's files (github.com/ShaneeexD/KCD-2-Dice-Calc, INFO.md, 2025). A list of the first game's dice
has the same numbers for those that are in both.

Not here, because sources differ: Ci, Fer and Lu (8 or 6 parts of a 6 beside 3 of each other face),
Holy Trinity (10 or 7 parts of a 3), Painted (7 or 6 of a 5), Saint Antiochus and Three. Not here,
because one source alone has them: Monk, Mother-of-pearl, Tengri and Balatro of the second game;
Alfonse, Ambrose, Another, Matthias and Henry's beta die of the first. Dice that look odd and are
fair (Hugo, Molar, Premolar, Stephen, Wisdom tooth) are ``"fair"``.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

NAMED = MappingProxyType[str, Any](
    {
        "aranka": (6, 1, 6, 1, 6, 1),
        "cautious-cheater": (5, 3, 2, 3, 5, 3),
        "devil": {"chances": (1, 1, 1, 1, 1, 1), "wild": 1},
        "even": (1, 4, 1, 4, 1, 4),
        "favourable": (6, 0, 1, 1, 6, 4),
        "greasy": (3, 2, 3, 2, 3, 4),
        "grimy": (1, 5, 1, 1, 7, 1),
        "grozav": (1, 10, 1, 1, 1, 1),
        "heavenly-kingdom": (7, 2, 2, 2, 2, 4),
        "king": (4, 6, 7, 8, 4, 3),
        "lousy-gambler": (2, 3, 2, 3, 7, 3),
        "lucky": (6, 1, 2, 3, 4, 6),
        "mathematician": (4, 5, 6, 7, 1, 1),
        "misfortune": (1, 5, 5, 5, 5, 1),
        "odd": (4, 1, 4, 1, 4, 1),
        "painter": (1, 3, 2, 2, 2, 1),
        "pie": (6, 1, 3, 3, 0, 0),
        "sad-greaser": (6, 6, 1, 1, 6, 3),
        "shrinking": (2, 1, 1, 1, 1, 3),
        "strip": (4, 2, 2, 2, 3, 3),
        "unbalanced": (3, 4, 1, 1, 2, 1),
        "unlucky": (1, 3, 2, 2, 2, 1),
        "wagoner": (1, 5, 6, 2, 2, 2),
        "weighted": (10, 1, 1, 1, 1, 1),
    }
)
"""By name: the chances of the faces, as a file of rules may have them."""
