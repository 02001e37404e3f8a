"""What ``pigverify published`` takes, and how it answers."""

from __future__ import annotations

import click

from pigcore.console.arguments import as_json
from pigcore.console.output import progress_bar, say, say_json
from pigcore.console.process import DONE, FAILED, STATUSES

__all__ = ["published"]


@click.command(
    "pigverify",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=STATUSES,
)
@click.argument("verb", metavar="published", expose_value=False)
@click.option(
    "--only", multiple=True, metavar="NAME", help="A source or a figure; may be repeated."
)
@click.option("--list", "listing", is_flag=True, help="Only say what is claimed; compute nothing.")
@click.option("--markdown", is_flag=True, help="Print a table in Markdown.")
@as_json
def published(only: tuple[str, ...], listing: bool, markdown: bool, as_json: bool) -> int:
    """Recompute published figures about these games, and give each a verdict.

    \b
    pigverify published                        all that is quick (three minutes)
    pigverify published --only vilches-2022    one source
    pigverify published --only cs212-19-35-4   one figure
    pigverify published --list                 who claims what, nothing computed

    Figures that --list says take many minutes are judged only if --only names them or their source.

    Of a contradicted figure other readings of its source are tried. The exit status is 0 even if
    figures are contradicted; it is 1 only if what was computed is not exact enough to judge one.
    """  # noqa: D301
    from .judge import UNDECIDED, chosen, judge, listed, summary, table

    if markdown and as_json:
        raise click.UsageError("--markdown and --json exclude each other: leave one out")
    wanted = chosen(only)
    if listing:
        if markdown:
            raise click.UsageError("--list computes nothing: leave --markdown out")
        if as_json:
            say_json([figure.as_dict() for figure in wanted])
        else:
            say(listed(wanted))
        return DONE
    wanted = tuple(figure for figure in wanted if only or not figure.long)
    judged, done = [], 0
    work = sum(figure.seconds for figure in wanted)
    with progress_bar("recomputing") as progress:
        for figure in wanted:
            if progress:
                progress(done, work)
            judged.append(judge(figure))
            done += figure.seconds
    if as_json:
        say_json([one.as_dict() for one in judged])
    elif markdown:
        say(table(judged))
    else:
        say("\n\n".join([*map(str, judged), summary(judged)]))
    return FAILED if any(one.verdict == UNDECIDED for one in judged) else DONE
