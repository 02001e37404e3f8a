"""What every test runs under."""

import os

from hypothesis import HealthCheck, settings

# A child started in the source tree would otherwise import the uncompiled package lying there
# instead of the installed one.
os.environ["PYTHONSAFEPATH"] = "1"

# No test may fail because the machine has other things to do.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
