"""Name what has no type for ``pyright --verifytypes``; fail if there is anything."""

import json
import sys
from pathlib import Path

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
    print(f"  {name}: {'; '.join(reasons)}")
if not counts["withKnownType"]:
    sys.exit("pyright finds no names: is the package installed, not editable?")
sys.exit(bool(untyped))
