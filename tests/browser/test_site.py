"""The documentation site from files: what it loads, what its search finds, and that tables fit.

The site is at PIGCORE_SITE, or built here, which takes the extra ``docs`` and half a minute.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    if os.environ.get("PIGCORE_SITE"):
        return Path(os.environ["PIGCORE_SITE"])
    target = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q"]
    subprocess.run([*build, ROOT / "docs", target], check=True)
    return target


def test_a_page_is_found_by_a_word_and_nothing_is_asked_of_a_network(browser, site):
    context, wrong = browser.new_context(offline=True), []
    page = context.new_page()
    page.on("console", lambda message: wrong.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
    try:
        page.goto((site / "index.html").as_uri())
        page.fill("input[name=q]", "hold at")
        page.keyboard.press("Enter")
        page.get_by_text("sections found for “hold at”").wait_for()
        found = page.locator("#search-results section")
        assert found.count() > 20
        for number in range(10):
            assert "hold at" in found.nth(number).locator("mark").first.inner_text().lower()
        page.fill("input[name=q]", "mixture uniqueness goldman")
        page.keyboard.press("Enter")
        page.click("#search-results a:text-matches('Duel')")
        assert "Duel" in page.inner_text("h1")
        assert page.locator("math[display='block']").first.bounding_box()["height"] > 20
        page.goto((site / "tutorials" / "piglet.html").as_uri())
        assert page.inner_text("body").count("Piglet: certified") == 1
        assert page.locator("img").first.evaluate("image => image.naturalWidth") > 100
        assert wrong == []
    finally:
        context.close()


def test_one_click_on_the_front_page_leads_to_a_game(browser, site):
    context, wrong = browser.new_context(offline=True, viewport={"width": 1280, "height": 900}), []
    page = context.new_page()

    def failed(request):
        if request.failure != "net::ERR_ABORTED":  # said where a page is left before it is there
            wrong.append(f"failed: {request.url}: {request.failure}")

    page.on("console", lambda message: wrong.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("requestfailed", failed)
    try:
        for name, view in {"Pig": "play", "Farkle": "play", "with real dice": "advise"}.items():
            page.goto((site / "index.html").as_uri())
            card = page.get_by_label("The workshop")
            assert card.locator("img").evaluate("image => image.naturalWidth") == 1200
            assert card.bounding_box()["y"] < 900  # seen without scrolling
            card.get_by_role("link", name=name, exact=True).click()
            page.locator(f"#{view}").wait_for()
        page.goto((site / "index.html").as_uri())
        page.get_by_label("The workshop").locator("img").click()
        assert page.locator("#shelf").is_visible()
        assert wrong == []
    finally:
        context.close()


def test_nothing_is_wider_than_the_page(browser, site):
    """Tables fit 1,280 pixels; on a phone they may scroll, but never the page."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    wide = """() => [document.documentElement.scrollWidth > innerWidth,
        ...[...document.querySelectorAll("article table")]
            .filter((table) => table.scrollWidth > table.parentElement.clientWidth + 1)
            .map((table) => table.innerText.slice(0, 60))]"""
    try:
        for path in sorted(site.glob("**/*.html")):
            if path.is_relative_to(site / "workshop"):
                continue
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(path.as_uri())
            assert page.evaluate(wide) == [False], path.relative_to(site)
            page.set_viewport_size({"width": 390, "height": 800})
            assert not page.evaluate(wide)[0], path.relative_to(site)
    finally:
        context.close()
