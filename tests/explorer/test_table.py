import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from quadric.explorer.table import read_table, table_gallery

CSV = """x,y,z,value,token
1,2,3,0.5,hello
-1,0,0.25,2,"a, b"
"""


def test_a_csv_file_becomes_a_manifold(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text(CSV)
    table = read_table(path)
    assert table.name == "points"
    np.testing.assert_array_equal(table.points, [[1, 2, 3], [-1, 0, 0.25]])
    np.testing.assert_array_equal(table.strength, [0.5, 2])
    assert [table.vocab[i] for i in table.token] == ["hello", "a, b"]


def test_a_parquet_file_says_the_same(tmp_path):
    columns = {"X": [1.0, -1.0], "y": [2, 0], "z": [3, 0.25], "value": [0.5, 2.0]}
    table = pyarrow.table({**columns, "token": ["hello", "a, b"], "other": [None, None]})
    pyarrow.parquet.write_table(table, tmp_path / "points.parquet")
    (tmp_path / "points.csv").write_text(CSV)
    one, two = read_table(tmp_path / "points.parquet"), read_table(tmp_path / "points.csv")
    np.testing.assert_array_equal(one.points, two.points)
    np.testing.assert_array_equal(one.strength, two.strength)
    assert [one.vocab[i] for i in one.token] == [two.vocab[i] for i in two.token]


def test_only_coordinates_are_needed_and_more_is_used(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("z,y,x\n3,2,1\n")
    np.testing.assert_array_equal(read_table(path).points, [[1, 2, 3]])
    path.write_text("x,y,z,token,position,document,predicted\n1,2,3,a,7,1,b\n4,5,6,b,8,1,a\n")
    gallery = table_gallery(path, tmp_path / "gallery")
    read = gallery.manifold(0)
    assert read.position is not None
    assert read.predicted is not None
    assert sorted(read.position) == [7, 8]
    assert [read.vocab[i] for i in read.predicted] == ["b", "a"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y,token\n1,2,a\n", r"no column 'z' \(found: x, y, token\)"),
        ("x,y,z\n1,2,three\n", "row 1: z is 'three', not a finite number"),
        ("x,y,z\n1,2,3\n1,nan,3\n", "row 2: y is 'nan', not a finite number"),
        ("x,y,z\n1,2\n", "row 1 has 2 cells where 3 were due"),
        ("x,y,z\n", "no rows"),
        ("", "no column 'x'"),
    ],
)
def test_wrong_tables_are_named(tmp_path, text, message):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_table(path)


def test_binary_in_a_csv_or_parquet_is_named(tmp_path):
    for name in ("bad.csv", "bad.parquet"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00garbage\x00")
        with pytest.raises(ValueError, match=f"{name} is not a"):
            read_table(tmp_path / name)


def test_semicolons_and_labels(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x;y;z;label\n1;2;3;warm\n4;5;6;cold\n")
    read = read_table(path)
    assert read.points.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert [read.vocab[i] for i in read.token] == ["warm", "cold"]
