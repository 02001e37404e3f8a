"""``python -m pigverify``."""

from .cli import main

if __name__ == "__main__":
    main()
