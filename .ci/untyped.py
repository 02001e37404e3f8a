"""Name what has no type for ``pyright --verifytypes``; fail if there is anything but this.

PettingZoo ships no types, so what derives from its environments, and what returns such a class, has
a base that no type checker knows.
"""

import json
import sys
from pathlib import Path

EXTERNAL = {
    "pigcore.play.learning.contest",
    "pigcore.play.learning.two_players.TwoPlayers",
}

report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["typeCompleteness"]
counts = report["exportedSymbolCounts"]
untyped = {
    symbol["name"]: [found["message"] for found in symbol["diagnostics"]]
    for symbol in report["symbols"]
    if symbol["isExported"] and (not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"])
}
print(
    f"{report['packageName']}: {counts['withKnownType']} public names have a type, "
    f"{len(untyped)} have not"
)
for name, reasons in untyped.items():
    note = " (PettingZoo's own)" if name in EXTERNAL else ""
    print(f"  {name}{note}: {'; '.join(reasons)}")
sys.exit(bool(set(untyped) - EXTERNAL))
