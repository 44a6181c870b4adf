import base64
import re

import pytest

from quadric.explorer.export import export_site
from quadric.explorer.sample import sample_gallery

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    return sample_gallery(tmp_path_factory.mktemp("export") / "gallery", points=64)


def test_a_site_holds_the_whole_gallery(gallery, tmp_path):
    size = export_site(gallery, tmp_path / "site")
    files = [path for path in (tmp_path / "site").rglob("*") if path.is_file()]
    assert size == sum(path.stat().st_size for path in files)
    assert 'data-files="scripts"' in (tmp_path / "site" / "index.html").read_text()
    for card in gallery.cards:
        script = (tmp_path / "site" / "data" / f"{card.id}.js").read_text()
        found = re.fullmatch(r'quadricFile\("(\d+)","([A-Za-z0-9+/=]+)"\);\n', script)
        assert found is not None
        assert found[1] == card.id
        assert base64.b64decode(found[2]) == (gallery.folder / card.file).read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_site_names_no_other_host(gallery, tmp_path):
    export_site(gallery, tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text()
    assert not re.search(r"(src|href)=.?(https?:)?//", page)
    assert "@import" not in (tmp_path / "site" / "app.css").read_text()


def test_nothing_is_overwritten_unasked(gallery, tmp_path):
    export_site(gallery, tmp_path / "site")
    with pytest.raises(FileExistsError, match="overwrite=True"):
        export_site(gallery, tmp_path / "site")
    export_site(gallery, tmp_path / "site", overwrite=True)
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "thesis.txt").write_text("years of work")
    with pytest.raises(FileExistsError, match="not an exported site"):
        export_site(gallery, tmp_path / "precious", overwrite=True)


def test_a_broken_gallery_is_not_published(tmp_path):
    gallery = sample_gallery(tmp_path / "gallery", points=64)
    path = gallery.folder / gallery.cards[3].file
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(ValueError, match=r"0003\.safetensors\.gz is truncated"):
        export_site(gallery, tmp_path / "site")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["gallery"]
