import numpy as np
import pytest
import torch
from manifolds.months import MONTHS, autoencoder, months

from quadric import TopKAutoencoder, TopKConfig, Words, find_manifolds
from quadric.gallery import write_gallery
from quadric.manifolds import Labels, locate, locate_in, read_labels
from quadric.manifolds.along import group_by_word
from quadric.manifolds.concepts import Concept, Placed, carried, concepts_of, enough, f1_at, f1_best


@pytest.mark.parametrize(
    "given",
    [
        ["b", "a", None, "b"],
        np.array(["b", "a", "", "b"]),
        np.array(["b", "a", None, "b"], dtype=object),
        np.array([b"b", b"a", b"", b"b"]),
    ],
    ids=["list", "array", "objects", "bytes"],
)
def test_names_from_anywhere(given):
    found = Labels.of(given)
    assert found.texts == ("a", "b")
    assert found.codes.tolist() == [1, 0, -1, 1]
    assert found.values is None


@pytest.mark.parametrize(
    "given",
    [[3, 1, 2, 3], np.array([3, 1, 2, 3]), torch.tensor([3, 1, 2, 3]), ["3", "1", "2", "3"]],
    ids=["list", "array", "tensor", "texts"],
)
def test_few_numbers_are_classes_too(given):
    found = Labels.of(given)
    assert found.values is not None
    assert found.values.tolist() == [3, 1, 2, 3]
    assert found.texts == ("1", "2", "3")
    assert found.codes.tolist() == [2, 0, 1, 2]


def test_many_numbers_are_not():
    found = Labels.of(torch.linspace(0, 1, 500))
    assert found.texts == ()
    assert (found.codes == -1).all()
    words = found.words()
    assert len(words.vocab) == 8
    assert np.bincount(words.tokens).min() >= 60
    circle = Labels.of(np.linspace(-180, 180, 500), period=360).words()
    assert circle.vocab[0] == "0 to 45"


def test_a_column_of_a_table():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"month": ["Jan", None, "Feb"], "year": [1990.0, np.nan, 2001.0]})
    from quadric.manifolds.labels import labels_of

    month, year = labels_of(table)
    assert (month.name, year.name) == ("month", "year")
    assert month.codes.tolist() == [1, -1, 0]
    np.testing.assert_array_equal(year.values, [1990, np.nan, 2001])


def test_files_of_labels(tmp_path):
    (tmp_path / "a.csv").write_text('id;month\n1;"Jan"\n2;\n3;other\n')
    found = read_labels(f"{tmp_path}/a.csv:month", ignore=["other"])
    assert (found.name, found.texts, found.codes.tolist()) == ("month", ("Jan",), [0, -1, -1])
    (tmp_path / "b.txt").write_text("Jan\n\nFeb\n")
    assert read_labels(str(tmp_path / "b.txt")).codes.tolist() == [1, -1, 0]
    np.save(tmp_path / "c.npy", np.array(["x", "y"]))
    assert read_labels(str(tmp_path / "c.npy")).texts == ("x", "y")
    np.save(tmp_path / "d.npy", np.array(["x", None], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match="no plain array of strings or numbers"):
        read_labels(str(tmp_path / "d.npy"))
    with pytest.raises(ValueError, match="has the columns id, month: name one"):
        read_labels(str(tmp_path / "a.csv"))
    with pytest.raises(ValueError, match="no labels at"):
        read_labels(str(tmp_path / "none.csv"))


def test_impossible_labels_are_refused():
    with pytest.raises(ValueError, match="'Mar' is not in the order"):
        Labels.of(["Jan", "Mar"], order=["Jan", "Feb"])
    with pytest.raises(ValueError, match="period of 12 needs numbers"):
        Labels.of(["Jan", "Mar"], period=12)
    with pytest.raises(ValueError, match="one entry a row"):
        Labels.of("Jan")


@pytest.mark.parametrize(
    "rows",
    [["b", "a", "b"], np.array(["b", "a", "b"]), torch.tensor([7, 3, 7])],
    ids=["list", "array", "tensor"],
)
def test_words_are_one_text_or_id_a_row(rows):
    found = Words(rows)
    assert found.tokens.tolist() == [1, 0, 1]
    assert [found.vocab[i] for i in found.tokens] == [str(one) for one in np.asarray(rows)]
    assert found.select(slice(1)).tokens.tolist() == [1]


def test_words_with_a_vocabulary_are_ids():
    assert Words(torch.tensor([1, -1]), ["a", "b"]).tokens.tolist() == [1, -1]
    assert Words(["a", None]).tokens.tolist() == [0, -1]
    assert Words([]).tokens.tolist() == []
    with pytest.raises(ValueError, match="give token ids, or texts alone"):
        Words(["a"], ["a", "b"])


def test_f1_is_that_of_the_best_threshold():
    draw = np.random.default_rng(0)
    strength, member = draw.normal(size=(3, 60)), draw.random(60) < 0.3
    f1, threshold = f1_best(strength, member)
    for i in range(3):
        every = [f1_at(strength[i], member, t) for t in strength[i]]
        assert f1[i] == pytest.approx(max(every))
        assert f1_at(strength[i], member, threshold[i]) == pytest.approx(f1[i])


def test_a_circle_carries_what_a_line_does_not():
    angle = np.linspace(0, 2 * np.pi, 240, endpoint=False)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    member = np.ones(240, dtype=bool)
    concept = Concept("angle", member, np.degrees(angle), 360.0)
    assert carried(circle, circle, concept, concept)[1:] == pytest.approx((1, 1))
    fit, explained, order = carried(circle[:, :1], circle[:, :1], concept, concept)
    assert fit == explained == pytest.approx(0.5)
    assert order == pytest.approx(0.5, abs=1e-6)


def test_what_is_chosen_is_measured_on_held_out_rows_alone():
    draw = np.random.default_rng(0)
    order = np.tile(np.arange(8.0), 30)
    member = order < 4
    mine = Concept("half", member, order)
    theirs = mine.select(np.arange(80))
    strength = draw.random((3, 240))
    strength[1] = member + 0.1 * draw.random(240)
    points = [draw.normal(size=(240, 2)), draw.normal(size=(240, 3)), np.column_stack([order])]
    later = np.zeros((3, 80))
    later[1, :10] = 2
    placed = Placed(strength, later, points, [one[:80] for one in points])
    assert placed.pick_out(mine, theirs) == (1, f1_at(later[1], theirs.member, 1.0))
    unit, explained, r = placed.carry(mine, theirs)
    assert (unit, explained, r) == (2, pytest.approx(1), pytest.approx(1))
    assert placed.carry(mine, theirs, [1])[0] == 1
    assert enough(mine, theirs)
    assert not enough(mine, mine.select(np.arange(16)))


def test_units_of_any_kind_are_located_by_the_same_function():
    """Without baselines: what the benchmark of known classes measures, figure by figure."""
    draw = np.random.default_rng(0)
    order = np.tile(np.arange(8.0), 30)
    known = [Concept("half", order < 4, order), Concept("last", order == 7)]
    known += [Concept("rare", np.arange(240) < 5)]
    points = [draw.normal(size=(240, 2)), np.column_stack([order, order**2])]
    strength = np.stack([(order < 4) + 0.1 * draw.random(240), order])
    units = Placed(strength, strength[:, :80], points, [one[:80] for one in points])
    pairs = [(one, one.select(np.arange(80))) for one in known]
    found = locate_in(units, pairs)
    assert [(one.concept, one.kind) for one in found] == [
        ("half", "class"),
        ("half", "number"),
        ("last", "class"),
    ]
    assert [one.manifold for one in found] == [0, 1, 1]
    assert (found[0].value, found[2].value) == (1, 1)
    assert found[0].order == units.carry(*pairs[0], [0])[2]
    assert found[1].order == pytest.approx(1)
    assert found[2].order is None
    assert all(one.controls == {} for one in found)
    assert found[0].verdict == "half: picked out with F1 = 1.00 by manifold 0, unit 0, rank 2."


@pytest.fixture(scope="module")
def data():
    return months()


@pytest.mark.slow
def test_labels_name_the_manifolds_and_travel_with_them(data, tmp_path):
    x = data.x.clone()
    x[7] = float("nan")
    labels = {
        "month": Labels.of(data.labels, "month", ignore=["other"]).codes.astype(float),
        "noise": np.arange(len(x)) % 5,
    }
    labels["month"][labels["month"] < 0] = np.nan
    with pytest.warns(UserWarning, match="NaN"):
        found = find_manifolds(
            autoencoder(data.plane), x, n=6, method="paper", labels=labels, candidates=6, controls=2
        )
    best = max(found, key=lambda one: float((one.subspace.T @ data.plane).square().sum()))
    assert best.label_name == "month"
    assert best.tokens is None
    assert best.sentence.endswith(".")
    for i in range(30):
        row = int(best.samples[i])
        given = labels["month"][row]
        assert best.text(i) == ("" if np.isnan(given) else str(int(given)))
    bundle = write_gallery(tmp_path / "g", [best.bundle()])[0]
    assert bundle.label_name == "month"
    assert bundle.row_label.tolist() == best.row_labels.tolist()


@pytest.mark.parametrize("numbers", [False, True], ids=["names", "degrees"])
def test_labels_order_the_manifold_that_they_name(data, numbers):
    place = {month: i for i, month in enumerate(MONTHS)}
    if numbers:
        spread = np.random.default_rng(0).uniform(-15, 15, len(data.labels))
        given = [
            30 * place[one] + 45 + more if one in place else None
            for one, more in zip(data.labels, spread, strict=True)
        ]
        labels = Labels.of(given, "season", period=360)
        expected = labels.words().vocab
    else:
        labels = Labels.of(data.labels, "season", order=MONTHS, period=12, ignore=["other"])
        expected = MONTHS
    found = find_manifolds(
        autoencoder(data.plane),
        data.x,
        n=6,
        method="paper",
        labels=labels,
        candidates=6,
        controls=2,
    )
    best = max(found, key=lambda one: float((one.subspace.T @ data.plane).square().sum()))
    assert best.name == "season, in order"
    assert best.sentence.startswith("Season, in order, around a closed curve")
    assert "the label “season” explains" in best.sentence
    assert best.path is not None
    assert best.path.closed
    assert [tick.text for tick in best.path.ticks] == list(expected)


def test_labels_stay_as_they_are_spelt():
    angle = 2 * np.pi * np.repeat(np.arange(12), 20) / 12
    points = np.column_stack([np.cos(angle), np.sin(angle)])
    tokens = np.repeat(np.arange(12), 20)
    plain = Labels.of([MONTHS[i] for i in tokens], "month")
    own = plain.word_class(plain.words())
    groups = group_by_word(points, plain.codes, plain.texts, own=own)
    assert (groups.order, groups.words) == ("months", tuple(MONTHS))
    unknown = Labels.of([f"{MONTHS[i]} 2020" for i in tokens], "month")
    own = unknown.word_class(unknown.words())
    groups = group_by_word(points, unknown.codes, unknown.texts, own=own)
    assert set(groups.words) == {f"{month} 2020" for month in MONTHS}
    assert groups.order is None
    full = ["January", "February", "March", "April", "May", "June"]
    ordered = Labels.of([full[i // 2] for i in tokens], "month")
    groups = group_by_word(points, tokens // 2, full, own=ordered.word_class(ordered.words()))
    assert (groups.order, groups.words) == ("months", tuple(full))


def test_one_distinct_label_is_no_reason_for_warnings(data, recwarn):
    find_manifolds(
        autoencoder(data.plane),
        data.x[:600],
        n=1,
        method="paper",
        labels=["same"] * 600,
        candidates=2,
        controls=1,
    )
    assert not recwarn.list


def test_months_are_located_on_their_circle(data):
    labels = Labels.of(data.labels, "month", order=MONTHS, period=12, ignore=["other"])
    ae = autoencoder(data.plane)
    found = locate(ae, data.x, labels, method="paper", candidates=6)
    whole, order = found[0], found[1]
    assert (whole.kind, order.kind) == ("class", "number")
    assert whole.value > 0.9
    assert order.order > 0.95
    assert order.shape == "closed curve"
    assert order.controls["direction"] < 0.75
    assert order.controls["latent"] < 0.75
    assert abs(order.controls["shuffled"]) < 0.2
    assert order.verdict.startswith("month: on one closed curve (manifold 0")
    assert f"its order carried with r = {order.order:.2f}" in order.verdict
    assert {one.concept for one in found[2:]} == {f"month = {one}" for one in MONTHS}
    assert all(one.rows > 50 for one in found[2:])
    weak = [one for one in found[2:] if one.value < 0.5]
    assert weak
    assert all("picked out" not in one.verdict for one in weak)
    mixed = np.random.default_rng(0).permutation(data.labels)
    chance = locate(ae, data.x, Labels.of(mixed, "mixed", ignore=["other"]), "paper", candidates=6)
    assert "no manifold carries it" in chance[1].verdict


def test_labels_that_cannot_be_located(data):
    ae = autoencoder(data.plane)
    with pytest.raises(ValueError, match="2,999 labels for 3,000 rows"):
        locate(ae, data.x, data.labels[1:], "paper")
    with pytest.raises(ValueError, match="all rows have one label"):
        locate(ae, data.x[:600], ["same"] * 600, "paper", candidates=2)
    with pytest.raises(ValueError, match="no label has 20 rows"):
        locate(ae, data.x, [f"row {i}" for i in range(3000)], "paper", candidates=2)
    with pytest.raises(ValueError, match="width 12, these have 11"):
        locate(ae, data.x[:, 1:], data.labels)
    with pytest.raises(ValueError, match="heldout=1 must lie between"):
        locate(ae, data.x, data.labels, heldout=1)
    with pytest.raises(ValueError, match="method='papers': choose from"):
        locate(ae, data.x, data.labels, "papers")
    with pytest.raises(ValueError, match="10 samples are too few"):
        locate(ae, data.x[:10], data.labels[:10])


def test_a_class_that_all_labels_are_is_looked_for_once():
    (only,) = concepts_of(Labels.of(["a", None, "a"]))
    assert only.name == "label = a"


def test_a_topk_autoencoder_is_looked_at_through_its_squares(data):
    ae = TopKAutoencoder(TopKConfig(12, 24, 4))
    located = locate(ae, data.x, Labels.of(data.labels, "month", ignore=["other"]), candidates=4)
    assert located[0].concept == "month"
