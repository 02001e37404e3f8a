"""The documentation site: `sphinx-build -n -W --keep-going docs site`, with the extra `docs`.

The pages are Markdown that reads as well on GitHub; what GitHub shows with links into the source
tree, the site shows with links to GitHub. Where GitHub lists the names of the reference, the site
has their documentation. Notebooks run while the site is built, and one that fails fails the build.
Nothing on the site needs a network: formulas are MathML, and the search works from a file.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

from docutils.nodes import Element, SkipNode, document, math, math_block, reference, section, title
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from pigcore.show.commands import VERBS
from pigcore.show.page.site import write_site
from pigcore.version import VERSION

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCE = f"{PROJECT['urls']['Source']}/blob/main/"

project = "pigcore"
author = PROJECT["authors"][0]["name"]
copyright = f"2026 {author}"  # the name that Sphinx reads  # noqa: A001
version = release = VERSION

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc"]

html_theme = "furo"
html_title = f"pigcore {VERSION}"
html_logo = html_favicon = "logo.svg"
html_static_path = ["_site/search.js", "_site/site.css"]
html_css_files = ["site.css"]
templates_path = ["_site"]
html_math_renderer = "mathml"
html_theme_options = {
    "source_repository": PROJECT["urls"]["Source"],
    "source_branch": "main",
    "source_directory": "docs/",
}
html_copy_source = False

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120

smartquotes = False  # --all is no dash
default_role = "code"  # `pigcore games` in the help of a command

myst_enable_extensions = ["dollarmath"]  # a formula in a sentence, as on GitHub
myst_fence_as_directive = ["math"]  # GitHub's way to write a formula
myst_heading_anchors = 3  # GitHub makes them for every heading; the pages link to some

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings say the types, for people
autodoc_default_options = {"members": True}
numpydoc_show_class_members = False  # they stand below the class anyway


def _to_github(app: Sphinx, page: str, text: list[str]) -> None:
    """Links from a page to files outside of docs/ lead to the repository."""
    up = "../" * (1 + page.count("/"))
    text[0] = re.sub(rf"\]\({re.escape(up)}(?!\.\./)", f"]({SOURCE}", text[0])


def _reference(app: Sphinx, page: str, text: list[str]) -> None:
    """The documentation of names in the place of the list that GitHub shows."""
    listed = re.compile(r"^<!-- autodoc\n((?:.*\n)*?)-->\n(?:- .*\n|  .*\n)*", re.M)
    text[0] = listed.sub(r"```{eval-rst}\n\1```\n", text[0])


def _help(app: Sphinx, page: str, text: list[str]) -> None:
    """What the commands print with ``--help``, on the page of commands."""
    if page != "reference/commands":
        return
    asked = [("pigverify",), ("pigverify", "match"), ("pigverify", "published")]
    printed = []
    for words in asked + [("pigcore", verb) for verb in VERBS]:
        command = [sys.executable, "-m", *words, "--help"]
        done = subprocess.run(
            command, env=os.environ | {"COLUMNS": "80"}, capture_output=True, text=True, check=True
        )
        printed.append(f"### {' '.join(words)}\n\n```text\n{done.stdout}```\n")
    text[0] = text[0].replace("<!-- help -->", "\n".join(printed))


def _inline(self: HTML5Translator, node: math) -> None:
    self.body.append(str(tex2mathml(node.astext())))
    raise SkipNode


def _display(self: HTML5Translator, node: math_block) -> None:
    self.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise SkipNode


def _to_source(
    app: Sphinx, environment: BuildEnvironment, asked: pending_xref, text: Element
) -> reference | None:
    """Names without an entry on the site lead to the source of the module that has them.

    As in Python, a short name is looked for in the module of the object that mentions it.
    """
    target, scope = asked["reftarget"], asked.get("py:module")
    names = [target]
    if scope:
        mentioned_in = getattr(resolve_name(scope), asked.get("py:class") or "", None)
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
<a href="workshop/index.html#game=pig/view=advise">with real dice</a>
<a href="workshop/index.html">all games</a></p>
</nav>
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


def _texts(app: Sphinx, error: Exception | None) -> None:
    """What the search looks through: the text of every section, without those inside."""
    if error is not None or app.builder.format != "html":
        return
    found = []
    for page in sorted(app.env.found_docs):
        tree = app.env.get_doctree(page)
        address, whole = app.builder.get_target_uri(page), app.env.titles[page].astext()
        for part in tree.findall(section):
            text = " ".join(
                child.astext() for child in part.children if not isinstance(child, section | title)
            )
            at = f"{address}#{part['ids'][0]}" if not isinstance(part.parent, document) else address
            found.append([at, whole, part.next_node(title).astext(), " ".join(text.split())])
    path = Path(app.outdir) / "_static" / "texts.js"
    path.write_text(f"const TEXTS = {json.dumps(found, ensure_ascii=False)};\n", encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Connect what this file adds to Sphinx."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.connect("missing-reference", _to_source)
    app.connect("source-read", _reference)
    app.connect("source-read", _to_github)
    app.connect("source-read", _card)
    app.connect("source-read", _help)
    app.connect("build-finished", _workshop)
    app.connect("build-finished", _texts)
