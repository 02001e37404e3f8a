"""``python -m pigverify``."""

from pigcore.start import pigverify

if __name__ == "__main__":
    pigverify()
