"""``python -m pigcore``: the command line."""

from .show.cli import main

if __name__ == "__main__":
    main()
