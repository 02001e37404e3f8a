"""The pictures in the documentation that a browser drew show what it would draw today.

Their words and numbers are compared, not their pixels, which depend on the fonts of the machine: a
digest of them stands in the comment of each file. ``PIGCORE_PICTURES=1`` draws the pictures anew.
"""

import os
import struct
import zlib
from hashlib import sha256
from pathlib import Path

import pytest

import pigcore
from pigcore.show.page import page as page_of
from pigcore.show.page import workshop

pytestmark = pytest.mark.browser

DOCS = Path(__file__).parents[2] / "docs"
MAP = "(({ values, marks }) => `${values} ${marks}`)(pigcore.app.views.map.found)"
LOST = (
    "01-05-04-1-04-04-04-02-04-1-01-1-05-05-00-04-01-05-02-04-01-1-03-05-02-04-01-02-1-04-03"
    "-04-1-00-02-01-02-05-00-01-00-00-01-01-02-01-04-02-03-05-1-04-1-02-03-03-01-02-05-01-03"
)
"""Another one, which the perfect player wins by 101 to 57."""
GAME = "05-04-03-05-02-1-03-05-04-02-05-1-01-00-02-00-04-05-05-1-05-05-04-01-05-1-03-05-04-02-05-02"
"""A game against the perfect player, as an address keeps it: 41 to 49, and 27 lie there."""


def pig(path):
    path.write_text(page_of(pigcore.Pig()), encoding="utf-8")


PLAYED = pig, f"#view=play&seats=hand-perfect&game={GAME}", (1000, 680), "''"
PICTURES = {
    "page_play.png": PLAYED, "page_play_dark.png": PLAYED,  # the first pictures of the README
    "page.png": (
        pig, "#view=map&own=41&opp=49&total=27", (1200, 800), MAP,
    ),
    "page_three.png": (
        lambda path: path.write_text(page_of(pigcore.Pig(66, players=3)), encoding="utf-8"),
        "#view=map&own=0&next=22&third=11&total=29", (1200, 800), MAP,
    ),
    "page_review.png": (
        pig, f"#view=review&seats=hand-perfect&game={LOST}", (1200, 760), "''",
    ),
    "workshop.png": (
        lambda path: path.write_text(workshop(), encoding="utf-8"), "", (1200, 640), "''",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_a_browser_would_draw_today(name, browser, tmp_path):
    make, address, (width, height), numbers = PICTURES[name]
    make(tmp_path / "it.html")
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if make is pig else 1,
        color_scheme="dark" if "dark" in name else "light",
    )
    page = context.new_page()
    page.goto(f"{(tmp_path / 'it.html').as_uri()}{address}")
    if name == "workshop.png":
        page.locator("#shelf").wait_for()
    else:
        page.wait_for_function("pigcore.engine.charted && pigcore.app.shown", timeout=60_000)
        if name == "page_review.png":
            luck = "!document.querySelector('#review .numbers').innerText.includes('…')"
            page.wait_for_function(luck)
    # Where solving took a while a screen reader hears that it is done.
    page.evaluate("document.getElementById('live')?.replaceChildren()")
    shown = f"{page.inner_text('body')} {page.evaluate(numbers)}"
    comment = b"Comment\0" + sha256(shown.encode()).hexdigest().encode()
    if os.environ.get("PIGCORE_PICTURES"):
        chunk = b"tEXt" + comment
        found = page.screenshot()
        head, rest = found[:33], found[33:]  # the signature and the header come first
        length, check = struct.pack(">I", len(comment)), struct.pack(">I", zlib.crc32(chunk))
        (DOCS / name).write_bytes(head + length + chunk + check + rest)
    context.close()
    assert comment in (DOCS / name).read_bytes(), "PIGCORE_PICTURES=1 draws it anew"
