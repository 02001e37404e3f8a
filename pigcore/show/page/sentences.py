"""The tables of sentences, a file for each language, and what a page needs of them."""

from __future__ import annotations

import html
import re
from functools import cache
from importlib import resources

__all__ = ["LANGUAGES", "sentences", "spoken", "without_scripts"]

_FOLDER = resources.files(__package__).joinpath("strings")

LANGUAGES = sorted(path.name for path in _FOLDER.iterdir())
"""A file of sentences for each language, by its tag."""

_LINE = re.compile(r'^  (?:"([^"]+)"|(\w+)): "(.*)",$')

_WITH_RULES = "text."
"""Begins keys of sentences that are named nowhere, but recognised in what comes with a game."""


@cache
def sentences(language: str) -> dict[str, str]:
    """All sentences of a file by their keys.

    Examples
    --------
    >>> sentences("en.js")["play.won"], sentences("de.js")["play.won"]
    ('won', 'gewonnen')
    """
    found = map(_LINE.match, _read(language).splitlines())
    return {line[1] or line[2]: line[3] for line in found if line}


def spoken(language: str, scripts: str, data: str | None = None) -> str:
    """A file with the sentences that scripts name and data have.

    Where games come without data, scripts say the rules in sentences of their own. A key is named
    whole, or in a template by its beginning or its end; that of a special case (one of something,
    said to the player himself) by that of the usual one.

    Examples
    --------
    >>> print(spoken("en.js", 'say("play.won"); say(`table.left.${how}`)', ""))
    LANGUAGES.en = {
    "play.won":"won",
    "table.left.one":"One more.",
    };
    """
    begun = tuple(set(re.findall(r"`([\w.]+\.)\$\{", scripts)))
    ended = tuple(set(re.findall(r"`\$\{\w+\}([A-Z]\w+)`", scripts)))
    words = set(re.findall(r"""["'`]([\w.\- ]+)["'`$]""", scripts + (data or "")))

    def needed(key: str) -> bool:
        if key.startswith(_WITH_RULES):
            parts = re.split(r"\{\w+\}", sentences("en.js")[key])
            said = data is not None and all(part in data for part in parts)
            return said or key.startswith(begun)
        plain = re.sub(r"\.(you|toYou|once|one)$", "", key)
        return plain in words or key in words or key.startswith(begun) or key.endswith(ended)

    kept = []
    for line in _read(language).splitlines():
        found = _LINE.match(line)
        if needed(found[1] or found[2]) if found else line.strip() and line[0] not in ' "/':
            kept.append(line.strip().replace(": ", ":", 1) if found else line.strip())
    return "\n".join(kept)


def without_scripts(language: str) -> str:
    """What a file says to people who have switched scripts off."""
    return f'<p lang="{language[:-3]}">{html.escape(sentences(language)["noscript"])}</p>'


def _read(language: str) -> str:
    return _FOLDER.joinpath(language).read_text(encoding="utf-8")
