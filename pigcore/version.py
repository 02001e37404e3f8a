"""The version, in a module of its own: whoever needs it imports nothing else with it."""

VERSION = "0.1.0rc2"
