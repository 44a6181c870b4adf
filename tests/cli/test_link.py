import numpy as np
import pytest

from quadric.cli.main import main
from quadric.gallery import ManifoldBundle, read_gallery, write_gallery


def written(folder, layer: str, strong: slice, text: str = "t") -> None:
    strength = np.full(500, 0.01)
    strength[strong] = 1.0
    rows = np.arange(500)
    bundle = ManifoldBundle(
        name=f"those of {layer}",
        points=np.random.default_rng(0).normal(size=(500, 2)),
        strength=strength,
        token=rows % 2,
        vocab=["a", "b"],
        document=rows * 0,
        position=rows,
    )
    write_gallery(folder, [bundle], about={"layer": layer, "text": text})


def test_galleries_of_two_layers_are_linked(tmp_path, capsys):
    written(tmp_path / "low", "3", slice(0, 100))
    written(tmp_path / "high", "7", slice(20, 120))
    main(["link", str(tmp_path / "low"), str(tmp_path / "high")])
    out = capsys.readouterr().out
    assert "1 of 1 manifolds are in another gallery" in out
    assert "0000 those of 3 -> 7: those of 7, shares 0.67" in out
    (link,) = read_gallery(tmp_path / "high").card("0000").layers
    assert (link.layer, link.link) == ("3", "../low/#/m/0000")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["high", "low"]


@pytest.mark.parametrize(
    ("galleries", "said"),
    [
        (["low"], "two galleries or more"),
        (["low", "missing"], "quadric find"),
        (["low", "other"], "another text"),
    ],
    ids=["one", "missing", "other text"],
)
def test_what_cannot_be_linked_is_named(tmp_path, capsys, galleries, said):
    written(tmp_path / "low", "3", slice(0, 100))
    written(tmp_path / "other", "7", slice(0, 100), text="other")
    with pytest.raises(SystemExit) as end:
        main(["link", *(str(tmp_path / name) for name in galleries)])
    assert end.value.code == 1
    assert said in capsys.readouterr().err
