"""The booklet as a browser prints it."""

import re

import pytest
from support.screens import DESK

import pigcore
from pigcore.show.tables import booklet_of
from pigcore.show.tables.page import as_page

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("name", "step"), [("pig", 5), ("hog:fa13", 5), ("two-dice-pig", 5), ("pig", 1)]
)
def test_a_sheet_is_a_page_of_a4(name, step, opened, tmp_path):
    text = as_page(booklet_of(pigcore.solve(pigcore.game(name)), step))
    (tmp_path / "booklet.html").write_text(text, encoding="utf-8")
    page = opened(tmp_path / "booklet.html", DESK, ready="true")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == text.count("<section>")
    assert (text.count("<section>") == 1) == (step == 5)
    boxes = {
        tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^]]+)\]", printed)
    }
    assert all(box[2:] == pytest.approx((595, 842), abs=1) for box in boxes)
