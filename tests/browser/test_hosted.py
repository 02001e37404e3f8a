"""The folder that `pigcore page --site` writes, from a static server: installed, offline, updated.

The server listens on the loopback address, and the browser can reach nothing else.
"""

import json
import os
import re
import struct
import threading
import time
from base64 import b64encode
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from support.commands import ask

from pigcore.show.page.site import site, write_site

pytestmark = pytest.mark.browser

UNDER = "games/dice"
"""Where on the host the folder is: not at its root."""

CONTROLLED = """async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
}"""

KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        found[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return found;
}"""

ALONE = """async () => {
    while ((await caches.keys()).length > 1) await new Promise((done) => setTimeout(done, 20));
}"""


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and lets browsers keep them for a day."""

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=86400")
        super().end_headers()

    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def serving(folder):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
def files():
    return site()


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "www" / UNDER
    write_site(place)
    return place


@pytest.fixture
def host(folder, tmp_path):
    with serving(tmp_path / "www") as server:
        yield server


@pytest.fixture
def visit(browser, host):
    """Open the site in a browser of its own; whatever else is asked for, or goes wrong, fails."""
    contexts, wrong = [], []
    origin = f"http://127.0.0.1:{host.server_port}"

    def other(route):
        wrong.append(f"asked for {route.request.url}")
        route.abort()

    def begin(**options):
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        context.route(lambda url: not url.startswith((origin, "data:", "blob:")), other)
        return context

    def open_it(context, address=""):
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.goto(f"{origin}/{UNDER}/{address}")
        return page

    yield begin, open_it
    for context in contexts:
        context.close()
    assert wrong == []


def play_a_throw(page):
    """Go to Pig and throw; what the page then says."""
    page.goto(f"{page.url.split('#')[0]}#game=pig&goal=20/view=play&seats=hand-hand")
    page.locator("#play .action[data-action=roll][aria-disabled=false]").click()
    page.wait_for_function("document.querySelector('#play .event').textContent")
    return page.locator("#play .event").inner_text()


def test_the_folder_has_relative_addresses_only(files):
    page, worker = files["index.html"].decode(), files["sw.js"].decode()
    assert "http" not in re.sub(
        r'www.w3.org/2000/svg|<meta http-equiv|http://(?=www.w3)|location.protocol.startsWith\("http"\)',
        "",
        page,
    )
    assert "http" not in worker
    manifest = json.loads(files["manifest.webmanifest"])
    addresses = [
        manifest["start_url"],
        manifest["scope"],
        *(one["src"] for one in manifest["icons"]),
    ]
    assert not any(address.startswith("/") or ":" in address for address in addresses)
    assert {one["src"] for one in manifest["icons"]} < set(files)


def test_the_icons_are_pictures_of_their_size(files, browser):
    page = browser.new_page()
    for name in ("icon-180.png", "icon-192.png", "icon-512.png"):
        size = int(name[5:8])
        assert struct.unpack(">2I", files[name][16:24]) == (size, size)
        page.set_content(f"<img src='data:image/png;base64,{b64encode(files[name]).decode()}'>")
        assert (
            page.locator("img").evaluate("async (one) => (await one.decode(), one.naturalWidth)")
            == size
        )
    page.close()


def test_it_can_be_installed(visit, files):
    """What Chromium asks for: a manifest without errors, icons, a worker that answers."""
    begin, open_it = visit
    page = open_it(begin())
    page.evaluate(CONTROLLED)
    devtools = page.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"]) == json.loads(files["manifest.webmanifest"])
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of Playwright is like a private window, where nothing is installed for good.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    kept = page.evaluate(KEPT)
    assert len(kept) == 1
    names = {f"/{UNDER}/" if name == "index.html" else f"/{UNDER}/{name}" for name in files}
    assert set(*kept.values()) == names - {f"/{UNDER}/sw.js"}


def test_it_works_offline_after_one_visit(visit, host):
    begin, open_it = visit
    page = open_it(begin())
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    host.shutdown()
    host.server_close()  # nobody answers any more
    for address in ("", "index.html", "?from=home", "#game=pig/view=advise&own=3"):
        page.goto("about:blank")
        page.goto(f"http://127.0.0.1:{host.server_port}/{UNDER}/{address}")
        assert page.evaluate("document.title")
        assert play_a_throw(page)
    page.reload()
    assert page.locator("#play").is_visible()
    second = page.context.new_page()
    second.goto(page.url)
    assert second.locator("#play").is_visible()
    assert play_a_throw(second)


def test_a_new_version_takes_the_place_of_the_old_one(visit, host, folder, monkeypatch):
    begin, open_it = visit
    page = open_it(begin())
    page.evaluate(CONTROLLED)
    (before,) = page.evaluate(KEPT)
    monkeypatch.setattr("pigcore.show.page.site.DESCRIPTION", "Another version.")
    later = time.time() + 2  # servers know to the second only when a file was written
    for name in write_site(folder):
        os.utime(folder / name, (later, later))
    page.reload()
    page.wait_for_function("document.getElementById('notice').textContent")
    assert page.locator("#notice").inner_text() == (
        "A newer version is there: load the page again to use it."
    )
    page.evaluate(ALONE)
    (after,) = page.evaluate(KEPT)
    assert before.split(" ")[:2] == after.split(" ")[:2] == ["pigcore", f"/{UNDER}/"]
    assert before != after
    page.context.set_offline(True)
    page.reload()
    description = page.locator("meta[name=description]").get_attribute("content")
    assert description == "Another version."


def test_other_folders_of_a_host_keep_their_caches(visit, host, tmp_path):
    write_site(tmp_path / "www" / "other")
    begin, open_it = visit
    context = begin()
    page = open_it(context)
    page.evaluate(CONTROLLED)
    other = open_it(context, "../../other/")
    other.evaluate(CONTROLLED)
    assert {name.split(" ")[1] for name in page.evaluate(KEPT)} == {f"/{UNDER}/", "/other/"}


def test_the_command_writes_the_folder(tmp_path, files):
    done = ask("pigcore", "page", "--site", "public", cwd=tmp_path)
    assert done.returncode == 0
    size = sum(map(len, files.values()))
    assert done.stdout == f"public: the workshop in 7 files of {size / 1000:,.0f} kB\n"
    written = {path.name: path.read_bytes() for path in (tmp_path / "public").iterdir()}
    assert written == files


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pig", "--site", "public"], "give no GAME and no -o"),
        (["--site", "public", "-o", "all.html"], "give no GAME and no -o"),
        (["--site", "public", "--goal", "20"], "leave --goal out"),
        (["--site", "there.txt"], "there.txt is a file, but a site is a folder"),
    ],
)
def test_refusals(words, said, tmp_path):
    (tmp_path / "there.txt").write_text("")
    done = ask("pigcore", "page", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["there.txt"]
