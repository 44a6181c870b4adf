import pytest

from quadric.cli.main import main
from quadric.explorer.sample import sample_gallery


def run(capsys, *args: str) -> tuple[int, str, str]:
    code = 0
    try:
        main(["explore", *args])
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_help_shows_an_example(capsys):
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "Example: quadric explore gallery/ --export site/" in out


def test_a_gallery_is_exported(tmp_path, capsys):
    sample_gallery(tmp_path / "gallery", points=64)
    code, out, _ = run(capsys, str(tmp_path / "gallery"), "--export", str(tmp_path / "site"))
    assert code == 0
    assert str(tmp_path / "site" / "index.html") in out
    assert (tmp_path / "site" / "index.html").is_file()
    code, _, err = run(capsys, str(tmp_path / "gallery"), "--export", str(tmp_path / "site"))
    assert code == 1
    assert "--overwrite" in err


def test_a_table_is_exported(tmp_path, capsys):
    (tmp_path / "points.csv").write_text("x,y,z,value,token\n1,2,3,4,five\n")
    code, _, err = run(capsys, str(tmp_path / "points.csv"), "--export", str(tmp_path / "site"))
    assert code == 0, err
    assert (tmp_path / "site" / "data" / "0000.js").is_file()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "does not exist: make it with `quadric find`"),
        (lambda path: path.mkdir(), "holds no gallery.json"),
        (lambda path: path.write_text("?"), "neither a gallery's folder nor a table"),
    ],
)
def test_errors_are_one_sentence_and_code_1(tmp_path, capsys, make, message):
    make(tmp_path / "thing")
    code, _, err = run(capsys, str(tmp_path / "thing"))
    assert code == 1
    assert err.startswith("quadric: ")
    assert message in err
    assert err.count("\n") == 1


def test_wrong_use_is_code_2(capsys):
    assert run(capsys)[0] == 2
    assert run(capsys, "gallery", "--prot", "1")[0] == 2
