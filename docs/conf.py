"""The documentation site: `sphinx-build -n -W --keep-going docs site`, with the extra `docs`.

The pages are Markdown that reads as well on GitHub; what GitHub shows with links into the source
tree, the site shows with links to GitHub. Notebooks run while the site is built, and one that
fails fails the build. Nothing on the site needs a network, and the search box works from a file.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import click
from docutils.nodes import Element, reference
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from pigcore.show.page.site import write_site
from pigcore.version import VERSION

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCE = f"{PROJECT['urls']['Source']}/blob/main/"

project = "pigcore"
author = PROJECT["authors"][0]["name"]
copyright = f"2026 {author}"  # the name that Sphinx reads  # noqa: A001
version = release = VERSION

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc", "sphinx_click"]
exclude_patterns = ["references.bib"]

html_theme = "furo"
html_title = f"pigcore {VERSION}"
html_theme_options = {
    "source_repository": PROJECT["urls"]["Source"],
    "source_branch": "main",
    "source_directory": "docs/",
}
html_show_search_summary = False  # the summaries would be fetched, which no browser does for files
html_copy_source = False

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120

smartquotes = False  # --all is no dash
default_role = "code"  # `pigcore games` in the help of a command

myst_heading_anchors = 3  # GitHub makes them for every heading; the pages link to some

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say the types, for people
autodoc_default_options = {"members": True}
numpydoc_show_class_members = False  # they stand below the class anyway


def _to_github(app: Sphinx, page: str, text: list[str]) -> None:
    """Links from a page to files outside of docs/ lead to the repository."""
    up = "../" * (1 + page.count("/"))
    text[0] = re.sub(rf"\]\({re.escape(up)}(?!\.\./)", f"]({SOURCE}", text[0])


def _as_typed(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    """Paragraphs of a help text that keep their lines: a literal block on the site."""
    kept = [line.startswith("| ") for line in lines]
    lines[:] = [f"    {line[2:]}" if keep else line for line, keep in zip(lines, kept)]
    for place in reversed(range(len(lines))):
        if kept[place] and not kept[place - 1]:
            lines[place:place] = ["::", ""]


def _examples(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    """The examples that a command's help ends with."""
    examples = getattr(context.command, "examples", ())
    if examples:
        lines[:0] = ["Examples::", "", *(f"    {example}" for example in examples), ""]


def _to_source(
    app: Sphinx, environment: BuildEnvironment, asked: pending_xref, text: Element
) -> reference | None:
    """Names without an entry on the site lead to the source of the module that has them.

    As in Python, a short name is looked for in the module of the object that mentions it.
    """
    target, scope = asked["reftarget"], asked.get("py:module")
    names = [target]
    if scope:
        mentioned_in = getattr(import_module(scope), asked.get("py:class") or "", None)
        names += [f"{getattr(mentioned_in, '__module__', scope)}.{target}"]
    for name in names:
        module = _module_of(name)
        if module in sys.stdlib_module_names:
            return reference(
                "", "", text, refuri=f"https://docs.python.org/3/library/{module}.html"
            )
        if module.startswith(("pigcore", "pigverify")):
            path = re.sub("^pigverify", "verify", module).replace(".", "/")
            package = hasattr(import_module(module), "__path__")
            end = "/__init__.py" if package else ".py"
            return reference("", "", text, refuri=f"{SOURCE}{path}{end}")
    return None


def _module_of(name: str) -> str:
    """The module that has ``name``, which may be the module itself; empty if there is none."""
    try:
        module = resolve_name(name)
    except (ImportError, AttributeError, ValueError):
        return ""
    return getattr(module, "__module__", "") or getattr(module, "__name__", name.rpartition(".")[0])


WORKSHOP = """
<nav class="workshop" aria-label="The workshop">
<a href="workshop/index.html"><img src="_images/workshop.png" alt="Cards of dice games"></a>
<p><strong>Play now:</strong>
<a href="workshop/index.html#game=pig/view=play">Pig</a>
<a href="workshop/index.html#game=farkle:kcd/view=play">Farkle</a>
<a href="workshop/index.html#game=pass-the-pigs/view=play">Pass the Pigs</a>
<a href="workshop/index.html#game=pig/view=table">with real dice</a>
<a href="workshop/index.html">all games</a></p>
</nav>
<style>
.workshop { border: 1px solid var(--color-background-border); border-radius: .5rem }
.workshop img { display: block; width: 100% }
.workshop p { margin: 0; padding: .5rem 1rem; line-height: 2.5 }
.workshop p > * { margin-right: 1rem; display: inline-block }
</style>
"""
"""The card on the front page: one click away from a game. GitHub shows a comment, that is, nothing.
"""


def _card(app: Sphinx, page: str, text: list[str]) -> None:
    """The workshop on the front page, which the site has and the repository has not."""
    if page == "index":
        text[0] = text[0].replace("<!-- workshop -->", WORKSHOP)


def _workshop(app: Sphinx, error: Exception | None) -> None:
    """The folder that the card leads to, and its picture."""
    if error is None and app.builder.format == "html":
        write_site(Path(app.outdir) / "workshop")
        (Path(app.outdir) / "_images").mkdir(exist_ok=True)
        shutil.copy(ROOT / "docs" / "workshop.png", Path(app.outdir) / "_images")


def setup(app: Sphinx) -> None:
    """Connect what this file adds to Sphinx."""
    app.connect("sphinx-click-process-description", _as_typed)
    app.connect("sphinx-click-process-epilog", _examples)
    app.connect("missing-reference", _to_source)
    app.connect("source-read", _to_github)
    app.connect("source-read", _card)
    app.connect("build-finished", _workshop)
