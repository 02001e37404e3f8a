"""No sentence stands outside the tables: every text of a script is looked at.

What is put together of single words is found in a browser, by tests/browser/test_languages.py.
"""

import re
from pathlib import Path

import pytest

import pigcore
from pigcore.show.page.document import sentences

PIECES = Path(pigcore.show.page.__file__).parent

TEXT = re.compile(
    r"""/\*.*?\*/|//[^\n]*|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)""", re.S
)
"""A comment, or a text."""

SPOKEN = re.compile(r"[A-Za-z]{2,}[,.:;]? [A-Za-z]{2,}|^[A-Z][a-z]{2,}")
"""Two words, or a capital: what a text has that is a sentence."""

NO_SENTENCE = re.compile(
    r"""(class:\s*|event\.key\ ===\s*|querySelector(All)?\(|matches\?\.\(|matchMedia\(|Error\(\s*
    |\.font\ =\s*|\bentry\(|view\.button\("",\ press,\s*|const\ SERVING\ =\s*|includes\()$""",
    re.X,
)
"""What stands before a text that nobody reads: a class, a key, a selector, a programmer's error."""

WORDS = {
    "use strict", "dot up", "dot down", "leaning jowler",  # as the data have them
    "three of a kind", "four of a kind", "five of a kind", "six of a kind", "three pairs",
    "four and a pair", "two triplets",  # as a file of rules has them
    "Race", "Hog", "Refused",  # names
    "face zombie-${colour}", "face die",  # classes
    "(max-width: 59.99rem) and (pointer: coarse), (max-width: 34rem)",  # as a style sheet has it
}  # fmt: skip


def outside(script):
    """The texts of a script that look like sentences."""
    for found in TEXT.finditer(script):
        if not found[1]:
            continue
        text = found[1][1:-1]
        plain = re.sub(r"\$\{[^}]*\}|<[^>]*>", "", text)
        if SPOKEN.search(plain) and not NO_SENTENCE.search(script[: found.start()]):
            yield text


def test_such_sentences_are_found():
    script = 'say("play.won"); it.textContent = "Roll again"; // "a comment"\nlabel("Hold")'
    assert list(outside(script)) == ["Roll again", "Hold"]


@pytest.mark.parametrize(
    "name", sorted({path.name for path in PIECES.glob("*.js")} - {"strings.js"})
)
def test_no_script_has_a_sentence_of_its_own(name):
    script = (PIECES / name).read_text(encoding="utf-8")
    if name == "shelf.js":  # what lies on the cards: "pig trotter"
        script = re.sub(r"const PICTURES = \{.*?\n\};", "", script, flags=re.S)
    found = [text for text in outside(script) if text not in WORDS and not text.startswith("{${")]
    assert found == []


def test_the_skeleton_has_no_words():
    text = (PIECES / "page.html").read_text(encoding="utf-8")
    text = re.sub(r"<style>.*?</style>|<script.*?</script>|\{\{\w+\}\}", "", text, flags=re.S)
    assert re.findall(r">\s*([^<>\s][^<>]*)<|(?:title|aria-label|alt)=\"([^\"]+)\"", text) == []


def test_no_sentence_is_left_in_english():
    same = {
        english
        for english, german in sentences().values()
        if english == german and re.search("[a-z]{3}", re.sub(r"\{\w+\}", "", english))
    }
    assert same <= {"Name", "Pause", "normal"}
