"""``python -m pigcore``: the command line."""

from .start import pigcore

if __name__ == "__main__":
    pigcore()
