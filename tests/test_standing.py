"""The page on where we stand has the tables' figures, and its verdicts follow from them."""

from benchmarks import standing
from benchmarks.standing import Comparison

PAGE = """<!-- peers -->
## peers

| latents | tokens a second | F1 of the best latent |
|---|---|---|
| our latents | 1.00× | 0.40 |
| SAELens, TopK | 0.50× | 0.41 |

- our latents against A, 1 unit (AUC): +0.030 ± 0.005, better on 9 sets
- our latents against B, 1 unit (AUC): -0.030 ± 0.020, better on 4 sets
- our latents against C, 1 unit (AUC): -0.030 ± 0.005, better on 1 sets
<!-- /peers -->
<!-- stability -->
| autoencoder | steps | above 0.7 (chance) |
|---|---|---|
| ours | 100 | 0.10 (0.00) |
| ours | 1000 | 0.50 (0.00) |
| TopK | 100 | 0.30 (0.00) |
<!-- /stability -->
"""


def test_paired_differences_are_judged_by_their_standard_errors():
    assert [kind for kind, _ in standing.paired(PAGE, "peers")] == ["win", "tie", "lose"]
    assert standing.paired(PAGE, "probing") == []


def test_cells_are_compared_by_row_and_column():
    speed = Comparison("speed", "peers", "our latents", "SAELens, TopK", "tokens a second")
    f1 = Comparison("classes", "peers", "our latents", "SAELens, TopK", "F1")
    steps = Comparison("again", "stability", "ours | 100", "TopK | 100", "above 0.7")
    found = [standing.judged(PAGE, one) for one in (speed, f1, steps)]
    assert [one and one[0] for one in found] == ["win", "tie", "lose"]
    assert found[2]
    assert "0.10 (0.00), TopK 0.30 (0.00)" in found[2][1]
    missing = Comparison("again", "stability", "ours | 9", "TopK | 100", "above 0.7")
    assert standing.judged(PAGE, missing) is None


def test_the_page_is_what_the_tables_say():
    written = (standing.DOCS / "standing.md").read_text()
    assert written == standing.page(), "run `python -m benchmarks.standing`"
