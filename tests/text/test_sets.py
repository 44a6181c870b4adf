"""CSV files as sets of documents, and the real package of probing sets."""

import csv
import re
from collections import Counter
from itertools import islice

import pytest
import zstandard

from quadric.text import documents, is_remote, length
from quadric.text.packages import package_folder
from quadric.text.sets import PACKAGE_LAYOUTS, distinct, interleaved, read_csv, set_name

HATEFUL = ["106_hate_hate", "107_hate_offensive", "95_toxic_is"]


def refuses(message: str):
    return pytest.raises(ValueError, match=re.escape(message))


def write(path, texts):
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["prompt", "target"])
        rows.writerows([text, i] for i, text in enumerate(texts))
    return path


def compressed(path):
    packed = path.with_name(path.name + ".zst")
    packed.write_bytes(zstandard.compress(path.read_bytes()))
    path.unlink()
    return packed


@pytest.fixture
def folder(tmp_path):
    write(tmp_path / "a.csv", ["one", 'two\nlines, and "quotes"', "déjà vu"])
    compressed(write(tmp_path / "b.csv", ["four", "one", "six"]))
    return tmp_path


def test_rows_come_as_they_were_written_and_once(folder):
    found = list(documents(folder, column="prompt"))
    assert found == ["one", 'two\nlines, and "quotes"', "déjà vu", "four", "six"]
    assert list(documents(folder / "b.csv.zst", column="prompt")) == ["four", "one", "six"]
    assert length(folder / "b.csv.zst") is None
    assert length(folder / "a.csv") == (folder / "a.csv").stat().st_size


def test_sets_are_chosen_and_left_out_by_name(folder):
    assert list(documents(f"{folder}:b", column="prompt")) == ["four", "one", "six"]
    assert list(documents(f"{folder}:-a", column="prompt")) == ["four", "one", "six"]
    assert len(list(documents(f"{folder}:a,b", column="prompt"))) == 5
    assert not is_remote(f"{folder}:b")
    with refuses("has no set c: it has a, b, ... (2)"):
        documents(f"{folder}:c", column="prompt")
    with refuses(":-* leaves no set"):
        documents(f"{folder}:-*", column="prompt")


def test_a_seed_mixes_sets_always_the_same_way(tmp_path):
    for name in "abc":
        write(tmp_path / f"{name}.csv", [f"{name}{i}" for i in range(200)])
    first, again, other = (list(documents(tmp_path, "prompt", seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(first) == sorted(documents(tmp_path, "prompt"))
    assert all(count > 15 for count in Counter(text[0] for text in first[:90]).values())


def test_sets_are_drawn_by_their_size_before_any_buffer():
    sizes = {"a": 900, "b": 100}
    parts = [(size, iter([name] * size)) for name, size in sizes.items()]
    first = Counter(islice(interleaved(parts, seed=0), 500))
    assert 30 < first["b"] < 75


def test_errors_name_the_place(folder):
    with refuses("a.csv, line 2 has no field story (it has: prompt, target)"):
        list(documents(folder / "a.csv", column="story"))
    packed = folder / "b.csv.zst"
    packed.write_bytes(packed.read_bytes()[4:])
    with refuses("b.csv.zst is not a whole zstd file"):
        list(documents(packed, column="prompt"))
    (folder / "open.csv").write_text('prompt,target\n"never closed,1\n')
    with refuses("open.csv is not CSV after line 1"):
        list(documents(folder / "open.csv", column="prompt"))


def test_a_table_beside_texts_is_not_read(folder):
    (folder / "text.txt").write_text("the text")
    assert list(documents(folder)) == ["the text"]


def test_a_missing_extra_is_named(folder, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    with refuses("needs `pip install 'quadric[zstd]'`"):
        list(documents(folder / "b.csv.zst", column="prompt"))


@pytest.fixture(scope="module")
def sets():
    """The probing sets of the real package, by name."""
    found = package_folder("sae-probes")
    assert found is not None
    return {
        set_name(file): file for file in (found / PACKAGE_LAYOUTS["sae-probes"].folder).iterdir()
    }


def test_the_package_holds_the_sets_that_are_left_out(sets):
    assert len(sets) == 155
    assert set(PACKAGE_LAYOUTS["sae-probes"].left_out) == set(HATEFUL) <= set(sets)


@pytest.mark.slow
def test_the_package_is_wide_text_without_the_hateful_sets(sets):
    found = list(islice(documents("sae-probes", seed=0), 3000))
    assert len(set(found)) == 3000
    again = list(islice(documents("sae-probes", seed=0), 50))
    assert again == found[:50]
    owners: dict[str, str] = {}
    for name, file in sets.items():
        for _, row in read_csv(file):
            owners.setdefault(row["prompt"], name)
    assert len({owners[text] for text in found}) > 60
    hateful = {row["prompt"] for name in HATEFUL for _, row in read_csv(sets[name])}
    elsewhere = {text for text in found if text in hateful}
    assert all(owners[text] not in HATEFUL for text in elsewhere)


def test_a_hateful_set_is_read_when_named_and_never_by_a_pattern():
    named = next(documents("sae-probes:106_hate_hate"))
    assert named
    with refuses("leaves no set"):
        documents("sae-probes:106_*")


def test_prompts_that_sets_share_come_once(sets):
    both = "sae-probes:111_yelp_data,112_amzn_rev"
    rows = [row["prompt"] for _, row in read_csv(sets["111_yelp_data"])]
    assert sorted(documents(both)) == sorted(set(rows))
    assert list(distinct(rows)) == list(dict.fromkeys(rows))
