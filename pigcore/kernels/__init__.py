"""The compiled loops: typed arrays in, typed arrays out; no kernel knows a game by name."""
