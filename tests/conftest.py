"""What every test runs under."""

import gc
import os
import sys

# Dozens of processes would each compile the same Python, and the tests be compiled in every run.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

from hypothesis import HealthCheck, Phase, settings  # noqa: E402

# A child started in the source tree would otherwise import the uncompiled package lying there
# instead of the installed one.
os.environ["PYTHONSAFEPATH"] = "1"

# Thousands of tests are hundreds of thousands of objects, which Python would look through for
# garbage every few seconds.
gc.set_threshold(100_000, 50, 100)

# No test may fail because the machine has other things to do. The same games are generated in
# every run, a third of the number that a test names; --hypothesis-profile=search, which runs every
# night, generates them all, and others each time.
slow = [HealthCheck.too_slow]
settings.register_profile("search", deadline=None, suppress_health_check=slow)
settings.register_profile("same", settings.get_profile("search"), derandomize=True)
seen = [Phase.explicit, Phase.generate]  # for tests/mutants.py: that it fails is enough
settings.register_profile("unshrunk", settings.get_profile("same"), phases=seen)
settings.load_profile("same")


def pytest_collection_modifyitems(config, items):
    """Generate a third of the examples, unless a profile is asked for."""
    if config.getoption("--hypothesis-profile", None):
        return
    used = "_hypothesis_internal_use_settings"  # where Hypothesis itself changes them for a run
    for test in {item.function for item in items if hasattr(item, "function")}:
        if given := getattr(test, used, None):
            setattr(test, used, settings(given, max_examples=-(-given.max_examples // 3)))


SLOW = "\npytestmark = pytest.mark.slow\n"


def pytest_ignore_collect(collection_path, config):
    """Modules that need a browser are not even read where no test in a browser is asked for."""
    asked = config.option.markexpr
    if collection_path.name == "browser" and (asked == "slow" or "not browser" in asked):
        return True
    if "not slow" in asked and collection_path.suffix == ".py":  # nor those of which all is slow
        return SLOW in collection_path.read_text(encoding="utf-8") or None
    return None
