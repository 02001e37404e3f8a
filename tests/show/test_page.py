"""`pigcore page`, and the file it writes: one file, small, that asks for no other."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from support.commands import ask

import pigcore
from pigcore.games.dice import Dice
from pigcore.games.rules import game_from_rules, named_games
from pigcore.show.page import document, page, workshop
from pigcore.show.page.document import in_order, sentences, shelf
from pigcore.show.page.site import site

KEYS = sentences()

PIECES = Path(pigcore.show.page.__file__).parent


def site_of():
    return site()["index.html"].decode()


def data_of(text):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    return json.loads(found[1])


@pytest.fixture(scope="module")
def pig():
    return page(pigcore.Pig())


@pytest.mark.parametrize("make", [lambda: page(pigcore.Pig()), workshop], ids=["Pig", "workshop"])
def test_it_is_one_file_and_asks_for_no_other(make):
    text = make()
    assert len(text.encode()) <= 420_000
    assert re.findall(r"""(?:src|href)=["'](?!#|data:,)""", text) == []
    shown = text.replace("http://www.w3.org/2000/svg", "")  # a name and no address
    assert re.findall(r"https?:|//\w+\.|@import|url\((?!#)|fetch\(|XMLHttp|WebSocket", shown) == []
    assert text.count("<html") == text.count("</html>") == 1
    assert "{{" not in text


@pytest.mark.slow
def test_what_is_quickly_solved_has_rules_in_the_place_of_values(pig):
    assert data_of(pig)["open"] == {"rules": pigcore.Pig().rules()}
    assert "starts" not in data_of(page(pigcore.Pig(5, players=3)))["open"]
    for game in (pigcore.Pig(101), pigcore.Farkle.minimal(2000), pigcore.game("pig:three-throws")):
        starts = data_of(page(game))["open"]["starts"]
        assert len(base64.b64decode(starts)) == 8 * game.units**2
    equal = pigcore.Race(pigcore.Farkle.minimal().turn, 1000, end="equal_turns")
    found = data_of(page(pigcore.solve(equal)))["open"]
    assert len(base64.b64decode(found["starts"])) == 2 * 8 * equal.units**2


def test_dice_that_differ_are_a_turn_of_modes():
    dice = Dice({"1": 100, "5": 50}, ["odd", "fair"], faces={"odd": [4, 1, 4, 1, 4, 1]})
    rules = data_of(page(pigcore.Race(dice, 900)))["open"]["rules"]
    assert rules["turn"].pop("dice")["faces"] == {"fair": [1] * 6, "odd": [4, 1, 4, 1, 4, 1]}
    game = game_from_rules(rules)
    assert pigcore.solve(game).value == pytest.approx(pigcore.solve(pigcore.Race(dice, 900)).value)


@pytest.mark.slow
def test_every_piece_is_in_it(pig):
    written = {path.relative_to(PIECES).as_posix() for path in PIECES.rglob("*.js")}
    assert written == {*in_order("worker.js", "shelf.js"), "site.js", "sw.js"}
    for name in (*written - {"site.js", "sw.js"}, *document.STYLES):
        assert pig.count(document.dense(name)) == 1, name


def test_every_sentence_has_its_values_in_both_languages():
    """A name may begin a sentence in one language and not in the other: {who} is {Name}."""

    def values(sentence):
        found = re.findall(r"\{(\w+)", sentence)
        return {{"who": "name"}.get(name, name).lower() for name in found}

    lines = (PIECES / "strings.js").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if re.match("  [^/ ]", line)]) == len(KEYS)  # no key twice
    assert [key for key, (english, german) in KEYS.items() if bool(english) != bool(german)] == []
    assert [
        key for key, texts in KEYS.items() if len({*map(frozenset, map(values, texts))}) > 1
    ] == []


@pytest.mark.slow
def test_every_string_is_used():
    """By its name, or one that begins with a text; a special case with the usual one."""
    scripts = (PIECES / "page.html").read_text(encoding="utf-8")
    scripts += "".join(path.read_text(encoding="utf-8") for path in PIECES.glob("*.js"))
    begun = tuple({*re.findall(r"`([\w.]+\.)\$\{", scripts)})
    words = {*re.findall(r"""["'`]([\w.\- ]+)["'`$]""", scripts)}
    unused = [key for key in KEYS if key not in words and not key.startswith(begun)]
    assert unused == ["noscript"]


def test_the_command_writes_the_file(tmp_path):
    path = tmp_path / "mine.html"
    done = ask("pigcore", "page", "pig", "--goal", 20, "-o", path, cwd=tmp_path)
    assert done.returncode == 0
    size = len(path.read_bytes())
    assert done.stdout == f"{path}: Pig in {size / 1000:,.0f} kB\n"
    assert path.read_text(encoding="utf-8") == page(pigcore.Pig(20))
    assert [one.name for one in tmp_path.iterdir()] == ["mine.html"]


@pytest.mark.slow
def test_without_a_game_the_command_writes_the_workshop(tmp_path):
    done = ask("pigcore", "page", cwd=tmp_path)
    assert done.stdout.startswith("workshop.html: the workshop in ")
    assert (tmp_path / "workshop.html").read_text(encoding="utf-8") == workshop()


def test_no_script_reads_a_text_as_markup():
    """What others wrote is set as text; so is all else, so that nobody has to tell them apart."""
    barred = (
        r"innerHTML|outerHTML|insertAdjacent|document\.write|createContextualFragment|DOMParser"
        r"|\beval\b|new Function|srcdoc|setHTML|javascript:|setAttribute\(.style"
    )
    for path in PIECES.glob("**/*.js"):
        assert re.findall(barred, path.read_text("utf-8")) == [], path.name


@pytest.mark.parametrize("make", [lambda: page(pigcore.Pig(5)), workshop, site_of])
def test_a_page_runs_its_own_scripts_and_styles_only(make):
    text = make()
    [policy] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', text)
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for kind, pattern in (("script", r"<script(?: id=\"kernel\")?>(.*?)</script>"),
                          ("style", "<style>(.*?)</style>")):  # fmt: skip
        texts = re.findall(pattern, text, re.S)
        digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()) for one in texts]
        wanted = " ".join(f"'sha256-{digest.decode()}'" for digest in digests)
        assert f"{kind}-src {wanted};" in policy
    assert not re.search(r"<[^>]* (?:style|on\w+)=", text[: text.index("<script")])


def test_no_two_scripts_define_one_name():
    """They share one page, in which a second function would take the place of the first."""
    scripts = PIECES.glob("*.js")
    pattern = r"^(?:async )?(?:function\*?|class|const|let) (\w+)"
    names = [
        name for path in scripts for name in re.findall(pattern, path.read_text("utf-8"), re.M)
    ]
    assert len(names) > 200
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_every_ready_made_race_and_hog_is_on_the_shelf():
    there = [game for group in shelf() for game in group["games"]]
    wanted = {*named_games()} - {"duel", "bag"}  # which no page shows
    wanted -= {"zombie-dice:box", "farkle:three-farkles"}  # not solved there
    wanted -= {"hog:fa19", "hog:sp18_contest", "hog:su20"}  # rules that look back
    assert {name for game in there for name in game["names"]} == wanted
    assert [game["names"][0] for game in there if f"card.{game['names'][0]}" not in KEYS] == []


def test_the_command_takes_a_saved_solution_and_names_the_file(tmp_path):
    pigcore.solve(pigcore.Pig(10)).save(tmp_path / "saved.npz")
    done = ask("pigcore", "page", "saved.npz", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "pig.html").exists()


def test_a_name_of_any_characters_makes_the_name_of_a_file(tmp_path):
    rules = 'name = "Dice / <Pigs>"\ngoal = 5\n[roll]\nbust = "1/2"\n[roll.gains]\n1 = "1/2"\n'
    (tmp_path / "own.toml").write_text(rules, encoding="utf-8")
    assert ask("pigcore", "page", "own.toml", cwd=tmp_path).returncode == 0
    assert (tmp_path / "dice-pigs.html").exists()
