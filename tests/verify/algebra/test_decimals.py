"""Numbers in print: proved digits only."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pigverify.algebra.decimals import as_data, decimal, decimal_between, print_between


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        ("2/3", 10, "0.6666666667"),
        ("-2/3", 3, "-0.667"),
        ("1/2", 4, "0.5000"),
        ("1", 4, "1.000"),
        ("1", 1, "1"),
        ("0", 30, "0"),
        ("9999/10000", 3, "1.00"),
        ("1/10000", 2, "0.00010"),
        ("1/100000", 2, "1.0e-5"),
        ("1/1000000", 2, "1.0e-6"),
        ("-273/10000000000", 2, "-2.7e-8"),
        ("1234567", 7, "1234567"),
        ("1234567", 3, "1.23e+6"),
        ("12345", 6, "12345.0"),
        # In more digits than asked for this is a half, which must not be rounded twice.
        ("1/8", 2, "0.12"),
        ("12500000000000000000000000000000000000001/100000000000000000000000000000000000000000", 2,
         "0.13"),
    ],
)  # fmt: skip
def test_decimals(value, digits, written):
    assert decimal(Fraction(value), digits) == written


@pytest.mark.parametrize(
    ("low", "high", "digits", "written"),
    [
        ("1/3", "1/3", 5, "0.33333"),
        ("1/3", "334/1000", 5, "0.33"),
        ("0.14999", "0.15001", 5, "0.1500"),
        ("0.99", "1.01", 4, "1"),
        ("-0.2001", "-0.2", 9, "-0.200"),
        ("0.1249", "0.1251", 2, "0.1"),
        ("1e-60", "1.04e-60", 30, "1.0e-60"),
        ("0", "1e-60", 30, None),
        ("0", "1", 30, None),
        ("-1e-60", "1e-60", 30, None),
        ("1e-60", "1e-57", 30, None),
        ("0", "0", 30, "0"),
    ],
)
def test_only_digits_on_which_both_ends_agree(low, high, digits, written):
    assert decimal_between((Fraction(low), Fraction(high)), digits) == written


@pytest.mark.slow
@given(
    value=st.fractions(-10, 10),
    more=st.fractions(0, 1),
    scale=st.integers(0, 40),
    digits=st.integers(1, 30),
)
def test_what_is_printed_is_what_every_number_between_rounds_to(value, more, scale, digits):
    low, high = value, value + more / 10**scale
    written = decimal_between((low, high), digits)
    if written is not None:
        shown = len(written.partition("e")[0].replace("-", "").replace(".", "").lstrip("0")) or 1
        assert shown <= digits
        for between in (low, high, (2 * low + high) / 3):
            assert decimal(between, shown) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("0", "0"),
        ("1", "1"),
        ("1/2", "1/2"),
        ("-1/2", "-1/2"),
        ("19/3", "19/3"),
        ("12345/678901", "12345/678901"),
        ("123457/678901", "0.1818"),
        ("1234567/6789012", "0.1818"),
        (f"1/{10**20}", "1.000e-20"),
    ],
)
def test_short_fractions_are_printed_as_they_are(value, written):
    assert print_between((Fraction(value), Fraction(value)), 4) == written


def test_only_what_is_exact_is_printed_as_a_fraction():
    near = Fraction(1, 2) + Fraction(1, 10**40)
    assert print_between((Fraction(1, 2), near), 6) == "0.500000"
    assert print_between((near, near), 6) == "0.500000"
    assert print_between((Fraction(1), 1 + Fraction(1, 10**40)), 3) == "1.00"


def test_numbers_longer_than_python_prints():
    long = Fraction(10**5000 + 1, 3**9000)
    data = as_data((long, long), 5)
    assert data["low"] == data["high"]
    assert len(data["low"]) > 9000
    assert print_between((long, long), 5) == data["value"]
