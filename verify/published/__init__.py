"""What was printed about these games, recomputed and judged: ``pigverify published``.

Who calls whom::

    figures.toml   what was printed, by whom, and what to ask to recompute it
    figures        reads that list
    questions      every question by its name, and what an answer is
      race farkle others
                   the questions
      regression   the logistic regression of a table of decisions
    verdicts       compares what is printed with what is certified
    pages          judgements as text, and as a table in Markdown
    command        the command line

Numbers come from the proofs of the families (enclosures, fractions) and, where there is none, from
pigcore, in double precision: these are called not certified.
"""
