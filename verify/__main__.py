"""``python -m pigverify``."""

from .cli import main

main(prog_name="pigverify")
