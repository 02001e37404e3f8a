"""The documentation site from files: what it loads, and that its search box finds pages.

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
        page.fill("input[name=q]", "uniqueness")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "document.querySelector('.search-summary')?.textContent.match(/found/)"
        )
        page.click("#search-results a:text-matches('^(The )?Duel')")
        assert page.inner_text("h1").startswith("Duel")
        page.goto((site / "tutorials" / "pig.html").as_uri())
        assert page.inner_text("body").count("Pig: certified") == 1
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
        for name, view in {"Pig": "play", "Farkle": "play", "with real dice": "table"}.items():
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
