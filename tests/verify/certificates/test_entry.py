"""Certificates as files and on the command line: written whole, checked, and whose they are."""

import gzip
import json
import os

import pigverify
import pytest
from pigverify.certificates import check_certificate, check_race, entry, race, write_certificate
from pigverify.kernels import PLAIN
from support.certificates import certificate_of
from support.commands import ask, refused

import pigcore
from pigcore.games import (
    Bag,
    Duel,
    Farkle,
    FileError,
    Hog,
    HoldOrContinue,
    Pig,
    Piglet,
    Race,
    Roll,
    RuleError,
    SizeError,
)
from pigcore.games.rules import text_of


@pytest.fixture
def file(tmp_path):
    """A certificate of Pig to 8."""
    path = tmp_path / "pig.pigcert"
    assert write_certificate(Pig(8), path).ok
    return path


def test_what_is_written_is_what_is_proved(tmp_path):
    path = tmp_path / "piglet.pigcert"
    report = write_certificate(Piglet(7), path)
    whole, start = pigverify.certify(Piglet(7)), pigverify.check(Piglet(7), 0, 0)
    assert (report.ok, report.states, report.ties) == (True, whole.states, whole.ties)
    assert report.value[0] <= start.value[0] <= start.value[1] <= report.value[1]
    found = check_certificate(path)
    assert (found.ok, found.outcome, found.game) == (True, "certified", Piglet(7))
    assert (found.states, found.ties) == (report.states, report.ties)
    assert report.value[0] <= found.value[0] <= start.value[0]
    assert start.value[1] <= found.value[1] <= report.value[1]
    before = path.read_bytes()
    write_certificate(Piglet(7), path)
    assert path.read_bytes() == before, "the same proof has the same bytes"


def test_whose_tables_they_are_is_said(file, tmp_path):
    assert check_certificate(file).game == Pig(8)
    assert check_certificate(file, Pig(8)).ok
    for other in (Pig(9), Piglet(8), Hog.fa13(8), Race(Roll.die(6), 8, "exact"), Pig(8, throws=2)):
        found = check_certificate(file, other)
        assert (found.ok, found.outcome) == (False, "refuted")
        assert found.reason.startswith("its tables are not those of the rules asked for: ")
        assert "\n" not in found.reason
        assert str(other).splitlines()[0] in found.reason
    mine = Race(Roll({3: "1/7", 5: "2/7"}, bust="4/7"), 9, name="Pig")
    path = tmp_path / "mine.pigcert"
    write_certificate(mine, path)
    assert check_certificate(path).game is None  # its name is not in the file, and nobody is misled
    assert check_certificate(path, mine).game == mine


def test_the_command_writes_and_checks(tmp_path):
    done = ask("pigverify", "pig", "--goal", "8", "--all", "-o", "it.pigcert", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Pig: certified\n  value ")
    for words in ([], ["pig", "--goal", "8"]):
        done = ask("pigverify", "it.pigcert", *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("it.pigcert: certified\n  value ")
        assert "the tables are those of Pig: be the first to bank 8 points" in done.stdout
    done = ask("pigverify", "it.pigcert", "pig", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("it.pigcert: refuted\n  reason  its tables are not those of the ")

    mine = Race(Roll({3: "1/7", 5: "2/7"}, bust="4/7"), 9)
    (tmp_path / "mine.toml").write_text(text_of(mine))
    assert ask("pigverify", "mine.toml", "--all", "-o", "it.pigcert", cwd=tmp_path).returncode == 0
    done = ask("pigverify", "it.pigcert", cwd=tmp_path)
    assert done.returncode == 0
    assert "not those of a named game" in done.stdout
    said = json.loads(ask("pigverify", "it.pigcert", "mine.toml", "--json", cwd=tmp_path).stdout)
    assert (said["ok"], said["outcome"], said["game"]) == (True, "certified", mine.as_dict())
    assert said["rules"]["sets"] == [[[3, 0]], [[5, 0]]]
    assert (said["states"], said["version"]) == (9 * 9 * 8 // 2, pigcore.__version__)


def test_a_false_certificate_is_refuted_with_its_place(file, tmp_path):
    parts = certificate_of(Pig(8), tmp_path)
    parts.at(3, 5)[2:4] = ["0", "1"]
    file.write_bytes(parts.stream().read())
    done = ask("pigverify", str(file))
    assert (done.returncode, done.stderr) == (1, "")
    assert "reason  own 3, opp 5: the equations do not take the box" in done.stdout
    said = json.loads(ask("pigverify", str(file), "--json").stdout)
    assert (said["ok"], said["value"], said["statement"]) == (False, None, None)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("pig 3 4 -o it.pigcert", "proves every state: add --all"),
        ("pig --all -o it.txt", "end it in .pigcert"),
        ("pig --all -o no/it.pigcert", "its folder does not exist"),
        ("pig --all -o taken.pigcert", "already exists and is not a certificate"),
        ("pig.pigcert 3 4", "there is no game '3'"),
        ("pig.pigcert pig 3", "one word too many"),
        ("pig.pigcert --all", "leave --all out"),
        ("pig.pigcert -o it.pigcert", "leave --output out"),
        ("pig.pigcert --digits 3", "leave --digits out"),
        ("pig.pigcert --goal 3", "has a goal of its own: leave --goal out"),
        ("missing.pigcert", "cannot be read"),
        ("taken.pigcert", "is not a certificate, or it is damaged"),
        ("other.pigcert", "the family 'chess', which is not known here"),
        (
            "rc1.pigcert",
            "was written by pigcore 0.1.0rc1, whose certificates of races are no longer",
        ),
        ("dice.pigcert", "was written by pigcore 0.1.0rc1, whose certificates of races are no"),
        ("none.pigcert", "is for an unknown family of games (None)"),
        ("cut.pigcert", "or it is damaged (line 54 is cut off or too long): write it"),
    ],
)
def test_refusals_are_one_sentence(file, words, why):
    folder = file.parent
    (folder / "taken.pigcert").write_text("a diary")
    (folder / "other.pigcert").write_bytes(gzip.compress(b'{"family": "chess"}\n'))
    old = b'{"certificate": 1, "family": "race"}\n', b'{"certificate": 2, "family": "farkle"}\n'
    (folder / "rc1.pigcert").write_bytes(gzip.compress(old[0]))
    (folder / "dice.pigcert").write_bytes(gzip.compress(old[1]))
    (folder / "none.pigcert").write_bytes(gzip.compress(b"{}\n"))
    (folder / "cut.pigcert").write_bytes(gzip.compress(gzip.decompress(file.read_bytes())[:3000]))
    before = sorted(path.name for path in folder.iterdir())
    done = ask("pigverify", *words.split(), cwd=folder)
    assert refused(done, "pigverify", why)
    assert sorted(path.name for path in folder.iterdir()) == before
    assert (folder / "taken.pigcert").read_text() == "a diary"


def test_a_file_with_a_terabyte_of_zeros_after_its_end_is_refused_at_once(file):
    os.truncate(file, 1 << 40)
    with pytest.raises(FileError, match=r"\(line 67 follows the end\)"):
        check_certificate(file)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        Farkle.kcd(400), HoldOrContinue(20), Piglet(60), Pig(20, throws=2),
        Race(Roll({1: "1/2"}, bust="1/4", wipe="1/4"), 20),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_certified_does_not_depend_on_what_is_compiled(game, tmp_path, monkeypatch):
    """The boxes may: whoever finds them is believed by nobody."""
    report = write_certificate(game, tmp_path / "it.pigcert")
    assert check_certificate(tmp_path / "it.pigcert", game).states >= report.states > 0
    monkeypatch.setenv(PLAIN, "1")
    alone = write_certificate(game, tmp_path / "alone.pigcert")
    assert (report.states, report.ties, report.asides) == (alone.states, alone.ties, alone.asides)
    assert check_certificate(tmp_path / "alone.pigcert", game).ok
    decisions = []
    for name in ("it", "alone"):
        lines = gzip.decompress((tmp_path / f"{name}.pigcert").read_bytes()).splitlines()[1:-1]
        decisions.append([line.split()[:2] + line.split()[4:] for line in lines])
    assert decisions[0] == decisions[1]


def test_a_race_that_best_play_ends_is_certified(tmp_path):
    # Who holds at 8 can only wait for a wipe, and both may do so for ever, but nobody should.
    path, endless = tmp_path / "it.pigcert", Race(Roll({4: 1}, wipe=1), 9, "exact", 5)
    assert write_certificate(endless, path).ok
    assert check_certificate(path, endless).ok


def test_nothing_is_written_where_nothing_is_proved(tmp_path, monkeypatch):
    monkeypatch.setattr(race.Proved, "whole", lambda *_: None)
    assert not write_certificate(Piglet(4), tmp_path / "it.pigcert").ok
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "game"),
    [
        (["hog:fa22", "--goal", "9"], Hog.fa22(9)),
        (["duel"], Duel()),
        (["bag"], Bag([300, 0, 0], [0, 300, 0], [0, 0, 300])),
    ],
    ids=lambda one: one.family if hasattr(one, "family") else "",
)
def test_every_family_has_certificates(words, game, tmp_path):
    done = ask("pigverify", *words, "--all", "-o", "it.pigcert", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(ask("pigverify", "it.pigcert", "--json", cwd=tmp_path).stdout)
    assert (said["ok"], said["family"], said["game"]) == (True, game.family, game.as_dict())
    report = pigverify.certify(game)
    assert (said["states"], said["ties"]) == (report.states, report.ties)
    found = check_certificate(tmp_path / "it.pigcert", game)
    assert max(found.value[0], report.value[0]) <= min(found.value[1], report.value[1])
    assert not check_certificate(tmp_path / "it.pigcert", Pig(8)).ok


def test_a_family_without_certificates_says_so(file, tmp_path, monkeypatch):
    monkeypatch.setattr(entry, "WRITERS", {})
    monkeypatch.setattr(entry, "writer", lambda game: None)
    with pytest.raises(RuleError, match="^there are no certificates of Pig yet, but of races"):
        write_certificate(Pig(8), tmp_path / "new.pigcert")
    with pytest.raises(FileError, match="the family 'race', which is not known here"):
        check_certificate(file)


def test_what_the_checker_would_not_take_is_not_written(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(check_race, "MOST_BITS", 60)
        with pytest.raises(SizeError, match=r"^Pig has no certificate \(header: bits .*\): choose"):
            write_certificate(Pig(4), tmp_path / "it.pigcert")
    tied = Race(Roll({15: "5/8"}, wipe="3/8"), 20, "exact", 5)  # so are payoffs, as to 4 by 3 and 1
    with pytest.raises(SizeError, match="holds long fractions: choose a smaller goal"):
        write_certificate(tied, tmp_path / "it.pigcert")
    for game, why in (
        (Bag(["1/2"] * 400, ["1/2"] * 400, [0] * 400), "large for a proof .*dice are too many"),
        (Duel(Roll({1: "1/2"}, bust="1/2"), range(1000, 2001)), "fewer holds"),
        (Hog.fa13(1001), "goal of Hog fa13 is 1001, but 1000 is"),
    ):
        with pytest.raises(SizeError, match=why):
            write_certificate(game, tmp_path / "it.pigcert")
    with monkeypatch.context() as patch:
        patch.setattr(check_race, "MOST_HEADER", 300)
        with pytest.raises(SizeError, match="^Pig has no certificate, because its rules as tables"):
            write_certificate(Pig(4), tmp_path / "it.pigcert")
    assert not list(tmp_path.iterdir())


def test_bad_arguments(file):
    with pytest.raises(RuleError, match="'pig' is not a game"):
        write_certificate("pig", file)
    with pytest.raises(RuleError, match="'pig' is not a game"):
        check_certificate(file, "pig")
    with pytest.raises(FileError, match="the path is 5"):
        check_certificate(5)


def test_progress_is_reported_and_what_it_raises_comes_out(file, tmp_path):
    for work in (
        lambda tell: write_certificate(Pig(8), tmp_path / "new.pigcert", progress=tell),
        lambda tell: check_certificate(file, progress=tell),
    ):
        calls = []
        work(lambda done, total, calls=calls: calls.append((done, total)))
        assert [done for done, _ in calls] == sorted(done for done, _ in calls)
        assert calls[-1][0] == calls[-1][1] > 0
        for error in (ZeroDivisionError, OSError, ValueError, KeyboardInterrupt):

            def stop(done, total, error=error):
                raise error

            with pytest.raises(error):
                work(stop)
