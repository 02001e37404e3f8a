"""``pigcore judge``: the contest's input and output."""

import os

import pytest
from support.commands import ask, on_terminal, python, refused, run, shell

import pigcore
from pigcore.show.commands.compare import answers


@pytest.mark.slow
def test_the_sample_of_the_contest():
    done = run("pigcore", "judge", stdin="3\n15 0 3\n35 50 40\n15 0 30\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "C\nH\nH\n", "")
    assert ask("pigcore", "judge", "--json", stdin="1 72 0 2").stdout == '["C"]\n'


@pytest.mark.slow
def test_every_query_as_the_solution_answers_it():
    decisions = pigcore.solve(pigcore.HoldOrContinue()).decisions()
    queries = [(c, h, x) for c in range(75) for h in (0, 13, 40, 66, 73) for x in range(76 - c)]
    text = f"{len(queries)}\n" + "\n".join("{} {} {}".format(*q) for q in queries)
    for (c, h, x), answer in zip(queries, answers(text), strict=True):
        rolls = c + x < 75 and decisions[c, h, x] == 1
        assert answer == ("C" if rolls else "H"), (c, h, x)


def test_no_queries_no_answers():
    for text in ("0", "0\n", "\ufeff0\n"):
        done = ask("pigcore", "judge", stdin=text)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert ask("pigcore", "judge", "--json", stdin="0").stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_a_terminal_gets_a_hint():
    screen = on_terminal(*python("-m", "pigcore", "judge"), typed=b"1\n15 0 3\n\x04")
    assert "pigcore: type Q, then Q lines C H X, then Ctrl-D\r\n" in screen.text
    assert screen.text.endswith("C\r\n")
    assert screen.status == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the input is empty: give Q, the number of queries, then Q lines C H X"),
        ("x", "Q, the number of queries, is 'x', but must be a whole number"),
        ("-1", "Q, the number of queries, is -1, but must be at least 0"),
        ("2\n15 0 3\n15 zero 3", "query 2: H is 'zero', but must be a whole number"),
        ("1 1_0 2 3", "query 1: C is '1_0', but must be a whole number"),
        ("1", "queries, is 1, but 0 numbers follow and not 3: correct Q or the"),
        ("1\n7", "queries, is 1, but 1 number follows and not 3"),
        ("2\n15 0 3", "queries, is 2, but 3 numbers follow and not 6"),
        ("9" * 5000, "Q, the number of queries, is '999"),
        ("1\n75 0 0", "query 1: C is 75, but must be between 0 and 74"),
        ("2\n0 0 5\n0 80 75", "query 2: H is 80, but must be between 0 and 74"),
        ("1\n0 0 76", "query 1: X is 76, but must be between 0 and 75"),
        ("1\n70 0 6", "query 1: X is 6, but must be between 0 and 5"),
    ],
)
def test_other_input_is_refused_by_query_and_letter(text, message):
    assert refused(ask("pigcore", "judge", stdin=text), "pigcore", message)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe1")
    done = shell(f"pigcore judge < '{tmp_path / 'bytes'}'")
    assert refused(done, "pigcore", "line 1, is not text in UTF-8: give Q, then Q lines")
