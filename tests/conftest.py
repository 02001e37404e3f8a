"""What every test runs under."""

import os

# A child started in the source tree would otherwise import the uncompiled package lying there
# instead of the installed one.
os.environ["PYTHONSAFEPATH"] = "1"
