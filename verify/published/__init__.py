"""What was printed about these games, recomputed and judged: ``pigverify published``.

``figures.toml`` has what was printed, by whom, and which question recomputes it; ``questions`` asks
the package and the verifier; ``judge`` compares, and says what came out.

Numbers are proved (enclosures, fractions) or, where there is no proof, pigcore's, in double
precision: these are called not certified.
"""
