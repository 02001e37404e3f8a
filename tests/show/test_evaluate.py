"""``pigcore evaluate``"""

import json

from support.commands import ask

import pigcore


def test_it_says_what_the_library_does():
    done = ask("pigcore", "evaluate", "bag", "mix:rock=1/2,paper=1/2", "--count", "2", "--json")
    said = json.loads(done.stdout)
    bag = pigcore.game("bag")
    found = pigcore.evaluate(bag, pigcore.mix({"rock": "1/2", "paper": "1/2"}))
    assert said.pop("game") == bag.as_dict()
    assert said.pop("policy") == "mix:rock=1/2,paper=1/2"
    assert said.pop("version") == pigcore.__version__
    mistakes = said.pop("mistakes")
    assert said == found.as_dict()
    first, second = found.mistakes(2)
    assert [mistake["cost"] for mistake in mistakes] == [first.cost, second.cost]
    assert mistakes[0]["state"] == bag.named(first.state)


def test_a_bag_of_ones_own(tmp_path):
    (tmp_path / "dice.csv").write_text("1/3,2/3,0\n0,100,200\n")
    (tmp_path / "mine.py").write_text("def mine(rocks, papers, scissors):\n    return 'scissors'\n")
    done = ask("pigcore", "evaluate", "dice.csv", "mine.py:mine", cwd=tmp_path)
    assert "loss    0.055556\n" in done.stdout
    assert "after 1 rock, 0 papers and 0 scissors" in done.stdout
