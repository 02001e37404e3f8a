"""What has left the package, each name with what to use instead; asked for unknown names only."""

from __future__ import annotations

_STUDIES = "docs/howto/studies.md has it in twenty lines of Python"
_COACH = "use pigcore.coach(game, policy) or 'pigcore coach GAME POLICY'"
_ALONE = "use pigcore.alone(game), or see 'pigcore solve GAME --details'"
_EXACT = "use pigverify.exact(game, *state) or 'pigverify GAME STATE --exact'"
_FAIR = "'pigcore solve GAME --details' says who is favoured"
_DUEL = "of games in which both choose at once the duel is left, pigcore.Duel"
_WITHIN = "'roll-times:N' counts within a turn, and a function sees scores and points"
_AXES = "draw on Axes of your own, pigcore.plots.draw(solution, kind, ax)"
_LEADER = "solve the race for two, and give a function that asks it about the leader"

_HOLD = "use pigcore.hold_at(points, choose=…), which serves every race"

LEFT = {
    "bank_at": _HOLD, "bank_by_dice": _HOLD,
    "bands": "give pigcore.hold_at an array of totals at [own, opp]",
    "sensitivity": _STUDIES, "posterior": _STUDIES, "atlas": _STUDIES, "dice": _STUDIES,
    "solve_many": _STUDIES, "evaluate": _COACH, "exact": _EXACT, "ExactValue": _EXACT,
    "sets": _STUDIES, "fair": _FAIR, "fairness": _FAIR, "fairest": _FAIR,
    "solitaire": _ALONE, "alone": _ALONE, "more": "'pigcore --help' lists every verb",
    "bag": "use 'pigcore solve bag FILE'", "loss": "use 'pigcore coach GAME POLICY'",
    "worksheet": "use 'pigcore table GAME'", "completion": "type the words in full",
    "simultaneous": _DUEL, "simultaneous-pig": _DUEL, "remembers": _WITHIN,
    "scoring_turns": _WITHIN, "two_players": _LEADER, "scoring-turns": _WITHIN, "mixture": _DUEL,
    "two-players": _LEADER, "without_floor": "prove the game with a much lower floor",
    "error_bound": "use residual; pigverify.certify(solution) proves how far a table is off",
    "most_dice": "choose most_points or best_turn", "most-dice": "choose most-points or best-turn",
    "--html": "use its text or --csv", "--schema": "the reference lists the keys of JSON",
    "--rival": "open the page and choose at what the computer banks",
    "--dask": "give the function in Python an executor", "--workers": "leave it out",
    "--posterior": _STUDIES, "--objective": _ALONE,
    "--columns": _AXES, "--no-title": _AXES,
    "--reachable": "it marked where best play comes, and nothing takes its place",
}  # fmt: skip


def gone(name: str) -> str:
    """``it has left: use …`` of a name that has left; empty of any other."""
    return f"it has left: {LEFT[name]}" if name in LEFT else ""
