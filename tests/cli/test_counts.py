import pytest

from quadric.cli.counts import parse_count


@pytest.mark.parametrize(
    ("text", "number"),
    [("300k", 300_000), ("16M", 16_000_000), ("1.5B", 1_500_000_000), ("12", 12), ("1_000", 1000)],
)
def test_counts(text, number):
    assert parse_count(text) == number


@pytest.mark.parametrize("text", ["", "k", "-3", "1x", "1.2.3", "16 M M"])
def test_what_is_no_count(text):
    with pytest.raises(ValueError, match="is not a count: write it like 300k or 16M"):
        parse_count(text)
