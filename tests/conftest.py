"""What every test runs under."""

import os

from hypothesis import HealthCheck, settings

# A child started in the source tree would otherwise import the uncompiled package lying there
# instead of the installed one.
os.environ["PYTHONSAFEPATH"] = "1"

# No test may fail because the machine has other things to do. The same games are generated in
# every run; --hypothesis-profile=search tries others.
slow = [HealthCheck.too_slow]
settings.register_profile("search", deadline=None, suppress_health_check=slow)
settings.register_profile("same", settings.get_profile("search"), derandomize=True)
settings.load_profile("same")
