"""`pigcore atlas`."""

import json
from pathlib import Path

import pytest
from support.commands import ask

import pigcore
from pigcore.games.spelling import digits, number
from pigcore.show.plots.close_calls import draw_atlas

WORDS = ("pigcore", "atlas", "--goals", "9:11,14", "--dice", "4,6")
FOUND = pigcore.atlas([9, 10, 11, 14], [4, 6])


def test_each_die_has_its_closest_calls_and_the_file_has_all(tmp_path):
    done = ask(*WORDS, "--workers", 2, "-o", "atlas.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].split() == [
        "sides", "goal", "kind", "own", "opp", "total", "best", "margin"
    ]  # fmt: skip
    shown = [line.split() for line in done.stdout.splitlines()[1:-2]]
    assert [line[:-1] for line in shown] == [
        [str(entry) for name, entry in row.items() if name != "margin"] for row in FOUND.rows
    ]
    with digits(6):
        assert shown[0][-1] == number(float(FOUND.rows[0]["margin"]))
    assert done.stdout.endswith("\n\nno exact tie in 8 games\n")
    assert (tmp_path / "atlas.csv").read_text() == FOUND.to_csv()


def test_as_json_and_as_csv():
    assert json.loads(ask(*WORDS, "--json").stdout) == FOUND.as_dict()
    assert ask(*WORDS, "--csv").stdout == FOUND.to_csv()


@pytest.mark.slow
def test_the_picture_has_a_line_and_dots_for_each_die(tmp_path):
    ax = draw_atlas(FOUND, on_screen=False)
    lines, dots = ax.lines[::2], ax.lines[1::2]
    for kind, drawn in (("closest", lines), ("met", dots)):
        for sides, line in zip((4, 6), drawn, strict=True):
            calls = FOUND.of(kind, sides)
            assert line.get_xdata().tolist() == [call.goal for call in calls]
            assert line.get_ydata().tolist() == [float(call.margin) for call in calls]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["4 sides", "6 sides"]
    ask(*WORDS, "--picture", "atlas.png", cwd=tmp_path)
    assert Path(tmp_path / "atlas.png").read_bytes().startswith(b"\x89PNG")
