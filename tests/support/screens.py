"""Screens that the page is tried on, how its text is read, and how games are played on it."""

import re

PHONE, DESK = (360, 740), (1440, 900)

SURVEYED = "pigcore.engine.charted && pigcore.app.shown"
"""A page of one game shows all that it knows."""


def text_of(page, selector):
    """The text of an element, its white space as single spaces."""
    return re.sub(r"\s+", " ", page.locator(selector).inner_text()).strip()


def viewed(page, view):
    """Wait until a view is shown: a page reads its address some time after it has changed."""
    page.wait_for_function("view => window.pigcore?.app?.shown === view", arg=view)


def to(page, view):
    """Go to a view by its tab."""
    page.locator(f"#tab-{view}").click()
    viewed(page, view)


def reviewed(page):
    """Go from a game to its review by the key."""
    page.keyboard.press("v")
    viewed(page, "review")


def copied(page, text):
    """Wait until a text is on the clipboard."""
    page.wait_for_function("async text => await navigator.clipboard.readText() === text", arg=text)


def hurried(page):
    """No animation and no waiting, by the setting that people use."""
    page.locator("#play details.setup > summary").click()
    page.get_by_label("Speed").select_option("instant")
    page.locator("#play details.setup > summary").click()


def over(page):
    """Whether the game has ended."""
    return page.evaluate("pigcore.table.over")


def until_my_turn(page):
    """Wait until a hand is to move or the game is over."""
    page.wait_for_function(
        "() => { const { table, app } = pigcore; const view = app.views.play;"
        " return !view.busy && (table.over || view.isHand(table.mover)); }"
    )
