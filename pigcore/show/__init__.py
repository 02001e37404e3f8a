"""Face people: the command line."""
