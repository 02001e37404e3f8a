"""``python -m pigverify``."""

from .cli import main

main()
