"""The version, in a room of its own: whoever needs it imports nothing else with it."""

VERSION = "0.1.0rc1"
