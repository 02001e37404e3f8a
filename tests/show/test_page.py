"""`pigcore page`, and the file it writes: one file, small, that asks for no other."""

import base64
import hashlib
import json
import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from support.commands import ask
from support.turns import bold, obliged, three_throws

import pigcore
from pigcore.games.rules import game_from_rules, named_games
from pigcore.play.boards.faces import throws_of
from pigcore.show.page import document, page
from pigcore.show.page.document import MAX_GOAL, SCRIPTS
from pigcore.show.page.sentences import LANGUAGES, sentences, spoken
from pigcore.show.page.site import site
from pigcore.solvers.race.last_turn import play_off_of, worth_of_a_tie

SHOP = import_module("pigcore.show.page.workshop")
KEYS = sentences("en.js")

EQUAL = pigcore.Race(pigcore.Roll.die(), 9, end="equal_turns", tie="play_on")
LAST = pigcore.Race(pigcore.Roll.die(), 5, end="equal_turns", players=3)
FALLS = pigcore.Farkle.three_farkles(400, floor=-100)
HOG = pigcore.Hog.fa13(9)
PIECES = Path(pigcore.show.page.__file__).parent


def site_of():
    return site()["index.html"].decode()


def data_of(text):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    return json.loads(found[1])


@pytest.fixture(scope="module")
def pig():
    return page(pigcore.Pig())


def test_it_is_one_file_and_asks_for_no_other(pig):
    assert re.findall(r"""(?:src|href)=["'](?!#|data:,)""", pig) == []
    shown = pig.replace("http://www.w3.org/2000/svg", "")  # a name and no address
    assert re.findall(r"https?:|//\w+\.|@import|url\((?!#)|fetch\(|XMLHttp|WebSocket", shown) == []
    assert pig.count("<html") == pig.count("</html>") == 1
    assert "{{" not in pig


@pytest.mark.slow
def test_it_is_small(pig):
    """A game that is quickly solved has the solver in the place of values."""
    assert "starts" not in data_of(pig)
    assert len(pig.encode()) < 300_000
    assert "starts" not in data_of(page(pigcore.Pig(5, players=3)))
    for game in (pigcore.Pig(101), pigcore.Farkle.minimal(2000), pigcore.game("pig:three-throws")):
        text = page(game)
        starts, scores = data_of(text)["starts"], game.units
        assert len(starts) == 4 * -(-8 * scores**2 // 3)
        assert 'id="kernel"' not in text


@pytest.mark.slow
def test_every_piece_is_in_it_but_the_engines_of_other_games(pig):
    written = {path.relative_to(PIECES).as_posix() for path in PIECES.rglob("*.js")}
    assert written == {*SCRIPTS, *SHOP.KERNEL, *SHOP.SCRIPTS, "site.js", "sw.js"}
    pages = {
        "race.js": pig, "party.js": page(pigcore.Pig(5, players=3)), "hog.js": page(HOG),
        "falls.js": page(FALLS), "rounds.js": page(EQUAL), "last_turns.js": page(LAST),
    }  # fmt: skip
    pieces = [name for name in SCRIPTS if "strings/" not in name]
    races = {"race.js", "party.js", "falls.js", "rounds.js", "last_turns.js"}
    some = {name: {name} for name in pages} | dict.fromkeys(("turn.js", "race.js"), races)
    some["hogrules.js"] = {"hog.js"}
    some["party.js"] = {"party.js", "last_turns.js"}
    some["zombie.js"] = set()  # a page of another turn needs none
    for name in (*pieces, *document.STYLES):
        text = document.dense(name)
        has = {engine for engine, made in pages.items() if text in made}
        assert has == some.get(name, {*pages})


def test_a_page_of_equal_turns_has_both_seats():
    solution = pigcore.solve(EQUAL)
    found, other = data_of(page(solution)), data_of(page(EQUAL.swapped))
    assert found["rules"] == other["rules"] == str(EQUAL)
    starts = np.frombuffer(base64.b64decode(found["starts"])).reshape(2, 9, 9)
    assert (starts == [solution.starts, solution.swapped.starts]).all()
    assert found["names"] == ["own", "opp", "total", "second"]
    assert len(found["maps"]) == 2
    assert found["tie"] == worth_of_a_tie(EQUAL)
    assert found["missed"] == play_off_of(EQUAL, None).bust


def test_a_page_of_last_turns_of_several_has_all_seats():
    solution = pigcore.solve(LAST)
    found = data_of(page(solution))
    assert found | {"begins": {"seat": 2}} == data_of(page(LAST.seen_from(2)))
    assert found["rules"] == str(LAST)
    assert (found["names"][-1], found["seats"], found["shared"]) == ("seat", 3, False)
    lengths = np.frombuffer(base64.b64decode(found["which"]["lengths"]), dtype="<u2")
    assert lengths.sum() == 3 * 5**3
    once = data_of(page(LAST._like(end="last_turn", tie="half")))
    assert (once["names"][-1], once["seats"], once["shared"]) == ("total", 1, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence_with_its_values(language):
    """A name may begin a sentence in one language and not in the other: {who} is {Name}."""

    def values(sentence):
        found = re.findall(r"\{(\w+)\}", sentence)
        return {{"who": "name"}.get(name, name).lower() for name in found}

    here, english = sentences(language), sentences("en.js")
    lines = (PIECES / "strings" / language).read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if re.match("  [^/]", line)]) == len(here)  # no key twice
    assert [key for key in here if key not in english] == []
    assert [key for key in english if key not in here] == []
    assert [key for key, text in here.items() if values(text) != values(english[key])] == []
    assert [key for key, text in here.items() if bool(text) != bool(english[key])] == []


@pytest.mark.slow
def test_every_string_is_used():
    """By a script, or by the data of some game: then it is a part of a state, or a rule's words."""
    scripts = (PIECES / "page.html").read_text(encoding="utf-8")
    scripts += "".join(path.read_text(encoding="utf-8") for path in PIECES.glob("*.js"))
    data = '"own" "opp" "total" "parity" "points" "dice" "mode" "next" "third" "busts" "opp_busts"'
    kept = spoken("en.js", scripts, data)
    unused = [
        key for key in sentences("en.js") if not re.search(f'^"?{re.escape(key)}"?:', kept, re.M)
    ]
    assert [key for key in unused if not key.startswith("text.")] == ["noscript"]


def test_the_embedded_numbers_are_the_solution_s():
    game = pigcore.Farkle.minimal(2000)
    starts = np.frombuffer(base64.b64decode(data_of(page(game))["starts"]), dtype="<f8")
    assert (starts == pigcore.solve(game).starts.ravel()).all()


def test_dice_that_the_rules_name_are_shown():
    """Also where they are more than sums in which a 1 busts."""
    table = {
        "dice": 3,
        "sides": 4,
        "bust": [1],
        "wipe": [4],
        "all_bust": 9,
        "doubles": 2,
        "throws": 2,
    }
    mine = game_from_rules({"goal": 30, "roll": table})
    for game, expected in (
        (pigcore.game("big-pig"), {(1, 1): 25, (2, 2): 8, (2, 3): 5, (1, 3): "bust"}),
        (pigcore.game("double-trouble"), {(1, 1): "wipe", (2, 2): 4, (2, 3): 5, (1, 3): "bust"}),
        (mine, {(1, 1, 1): 9, (1, 1, 4): "wipe", (2, 2, 2): 12, (2, 2, 3): 7, (1, 2, 2): "bust"}),
    ):
        for mode, throws in zip(game.turn.modes, throws_of(game.turn)["throws"], strict=True):
            if mode.throw:
                found = {tuple(throw["faces"]): throw["gain"] or throw["kind"] for throw in throws}
                assert len(found) == len(throws) == (64 if game == mine else 36)
                assert {faces: found[faces] for faces in expected} == expected


@pytest.mark.parametrize(
    "name", ["pig", "piglet", "two-dice-pig", "pass-the-pigs", "pass-the-pigs:kern"]
)
def test_what_can_fall_has_the_chances_of_the_rules(name):
    game = pigcore.game(name)
    (throws,) = throws_of(game.turn)["throws"]
    drawn = {"pig": "dice", "piglet": "coin", "two": "dice", "pass": "pigs"}[name.split("-")[0]]
    assert {throw["drawn"] for throw in throws} == {drawn}
    chances = {}
    for throw in throws:
        what = throw["gain"] or throw["kind"]
        chances[what] = chances.get(what, 0) + throw["chance"]
    roll = game.roll
    expected = {**dict(roll.gains), "bust": roll.bust, "wipe": roll.wipe}
    assert chances == pytest.approx({k: float(p) for k, p in expected.items() if p}, abs=1e-12)


def test_a_roll_without_faces_shows_its_points():
    roll = pigcore.Roll({3: "1/7", 7: "2/7", 11: "1/14"}, bust="3/7", wipe="1/14")
    (throws,) = throws_of(pigcore.Race(roll, 89).turn)["throws"]
    assert {throw["drawn"] for throw in throws} == {"points"}
    assert [throw["kind"] for throw in throws] == ["gain"] * 3 + ["bust", "wipe"]


def test_what_can_fall_in_each_mode():
    """Dice where they say what comes of them; what a throw leaves has words of its own."""
    throws = throws_of(three_throws(20).turn)["throws"]
    assert [len(mode) for mode in throws] == [0, 6, 6, 6]
    assert all(throw["drawn"] == "dice" for mode in throws for throw in mode)
    assert [throw["options"] for throw in throws[3]] == [
        [], *([{"gain": face, "mode": 2, "word": f"+{face}"}] for face in range(2, 7))
    ]  # fmt: skip
    bolder, calm, _ = throws_of(bold(20).turn)["throws"]
    assert [throw["kind"] for throw in calm] == ["choice", "gain", "bust", "wipe"]
    assert [option["word"] for option in calm[0]["options"]] == ["courage", "a crumb"]
    assert [option["word"] for option in bolder[0]["options"]] == ["+3", "+6"]
    _, must = throws_of(obliged(20).turn)["throws"]
    assert len(must) == 36
    for throw in must:
        one, other = throw["faces"]
        options = [] if 1 in (one, other) else [{"gain": one + other, "mode": int(one == other)}]
        assert [{**each, "word": 0} for each in throw["options"]] == [
            {**option, "word": 0} for option in options
        ]
    twice = pigcore.Turn(
        lambda mode: [((pigcore.gain(1, "a"), pigcore.gain(1, "b")), 1), (pigcore.BUST, 1)], "a"
    )
    words = [option["word"] for option in throws_of(twice)["throws"][0][0]["options"]]
    assert len(twice.modes) == 1 or words == ["+1 in mode a", "+1 in mode b"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: page(pigcore.Duel()), "a page can show a race or a game of Hog, but not"),
        (
            lambda: page(pigcore.Farkle.kcd(500).seated(3)),
            "leave choices, which a page shows to two",
        ),
        (lambda: page(three_throws(9, 250)), "has 251 modes, but a page holds at most 200"),
        (lambda: page(pigcore.Pig(101, players=3)), "choose a goal of 100 or less"),
        (lambda: page(pigcore.Pig(40, players=4)), "choose a goal of 31 or less"),
        (lambda: page(pigcore.Pig(16, players=5)), "choose a goal of 15 or less"),
        (lambda: page(pigcore.Pig(11, players=6)), "choose a goal of 10 or less"),
        (
            lambda: page(pigcore.Race(pigcore.Roll.die(), 66, end="equal_turns", players=3)),
            "have 1,605,780 turn starts, but a page works out at most 1,000,000: choose a smaller",
        ),
        (lambda: page(pigcore.game("farkle:three-farkles")), "562,500 turn starts, but a page"),
        (lambda: page(pigcore.Race(pigcore.Roll.die(), 9, busts_in_a_row=2, penalty=3)), "no dice"),
        (lambda: page(pigcore.Pig(MAX_GOAL + 1)), "goal is 401, but a page holds"),
        (lambda: page(pigcore.Farkle.kcd(20_050)), "choose a smaller goal, 20,000 at most"),
    ],
)
def test_refusals(make, said):
    with pytest.raises(pigcore.PigcoreError, match=re.escape(said)):
        make()


def test_the_command_writes_the_file(tmp_path):
    path = tmp_path / "mine.html"
    done = ask("pigcore", "page", "pig", "--goal", 20, "-o", path, cwd=tmp_path)
    assert done.returncode == 0
    size = len(path.read_bytes())
    assert done.stdout == f"{path}: Pig in {size / 1000:,.0f} kB\n"
    assert path.read_text(encoding="utf-8") == page(pigcore.Pig(20))
    assert [one.name for one in tmp_path.iterdir()] == ["mine.html"]


@pytest.mark.slow
@pytest.mark.nightly
def test_three_players_to_100_have_a_page():
    assert len(page(pigcore.Pig(100, players=3)).encode()) < 1_200_000


@pytest.mark.slow
def test_without_a_game_the_command_writes_the_workshop(tmp_path):
    done = ask("pigcore", "page", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("workshop.html: the workshop in ")
    text = (tmp_path / "workshop.html").read_text(encoding="utf-8")
    assert len(text.encode()) <= 480_000
    assert text.count("<html") == text.count("</html>") == 1
    assert re.findall(r"""(?:src|href)=["'](?!#|data:,)""", text) == []
    shown = text.replace("http://www.w3.org/2000/svg", "")  # a name and no address
    assert re.findall(r"https?:|@import|url\((?!#)|fetch\(|XMLHttp|WebSocket", shown) == []
    assert "{{" not in text


def test_no_script_reads_a_text_as_markup():
    """What others wrote is set as text; so is all else, so that nobody has to tell them apart."""
    barred = (
        r"innerHTML|outerHTML|insertAdjacent|document\.write|createContextualFragment|DOMParser"
        r"|\beval\b|new Function|srcdoc|setHTML|javascript:|setAttribute\(.style"
    )
    for path in PIECES.glob("**/*.js"):
        assert re.findall(barred, path.read_text("utf-8")) == [], path.name


@pytest.mark.parametrize("make", [lambda: page(pigcore.Pig(5)), SHOP.workshop, site_of])
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
    scripts = Path(SHOP.__file__).parent.glob("*.js")
    pattern = r"^(?:async )?(?:function\*?|class|const|let) (\w+)"
    names = [
        name for path in scripts for name in re.findall(pattern, path.read_text("utf-8"), re.M)
    ]
    assert len(names) > 200
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_every_ready_made_race_and_hog_is_on_the_shelf():
    there = [game for group in SHOP.shelf() for game in group["games"]]
    wanted = {*named_games()} - {"duel", "bag"}  # which no page shows
    wanted -= {"zombie-dice:box", "farkle:three-farkles"}  # not solved there
    assert {name for game in there for name in game["names"]} == wanted
    assert [game["names"][0] for game in there if f"card.{game['names'][0]}" not in KEYS] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--goal", 50), "without GAME the page is the workshop: leave --goal out"),
        (("--players", 3), "leave --players out"),
        (("-o", "workshop.txt"), "end it in .html"),
    ],
)
def test_the_workshop_takes_no_options_of_a_game(words, says, tmp_path):
    done = ask("pigcore", "page", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert list(tmp_path.iterdir()) == []


def test_the_command_takes_a_saved_solution_and_names_the_file(tmp_path):
    pigcore.solve(pigcore.TwoDicePig(10)).save(tmp_path / "saved.npz")
    done = ask("pigcore", "page", "saved.npz", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "two-dice-pig.html").exists()


def test_a_name_of_any_characters_makes_the_name_of_a_file(tmp_path):
    rules = 'name = "Dice / <Pigs>"\ngoal = 5\n[roll]\nbust = "1/2"\n[roll.gains]\n1 = "1/2"\n'
    (tmp_path / "own.toml").write_text(rules, encoding="utf-8")
    assert ask("pigcore", "page", "own.toml", cwd=tmp_path).returncode == 0
    assert (tmp_path / "dice-pigs.html").exists()
