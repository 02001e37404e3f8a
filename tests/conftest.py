"""What every test runs under."""

import os

from hypothesis import HealthCheck, Phase, settings

# A child started in the source tree would otherwise import the uncompiled package lying there
# instead of the installed one.
os.environ["PYTHONSAFEPATH"] = "1"

# No test may fail because the machine has other things to do. The same games are generated in
# every run; --hypothesis-profile=search tries others.
slow = [HealthCheck.too_slow]
settings.register_profile("search", deadline=None, suppress_health_check=slow)
settings.register_profile("same", settings.get_profile("search"), derandomize=True)
seen = [Phase.explicit, Phase.generate]  # for tests/mutants.py: that it fails is enough
settings.register_profile("unshrunk", settings.get_profile("same"), phases=seen)
settings.load_profile("same")
