"""Screens that the page is tried on, and how its text is read."""

import re

PHONE, DESK = (360, 740), (1440, 900)


def text_of(page, selector):
    """The text of an element, its white space as single spaces."""
    return re.sub(r"\s+", " ", page.locator(selector).inner_text()).strip()
