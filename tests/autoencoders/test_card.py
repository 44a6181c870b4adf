"""The card that is written for real, read by the hub's own parser."""

import json
from pathlib import Path

import matplotlib.image
import pytest
import torch
from huggingface_hub import HfApi, ModelCard

from quadric import BilinearAutoencoder, TopKAutoencoder
from quadric.autoencoders.card import Facts
from quadric.training.folder import load_run
from quadric.training.loop import train
from quadric.training.settings import TrainSettings
from quadric.training.sources import RowSource

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A real run that says it was trained on a model's layer."""
    from quadric import open_activations

    class Described(RowSource):
        def describe(self):
            about = {"model": "Qwen/Qwen3-0.6B-Base", "layer": "model.layers.18", "text": "a|<b>"}
            return {**super().describe(), **about}

    folder = tmp_path_factory.mktemp("card") / "run"
    settings = TrainSettings(expansion=3, steps=20, batch=64, heldout_every=5, seed=7)
    x = torch.randn(2000, 8, generator=torch.Generator().manual_seed(0))
    train(Described(open_activations(x), settings), settings, folder)
    return folder


def test_it_tells_model_layer_text_hyperparameters_error_and_density(run, tmp_path):
    load_run(run).save_pretrained(tmp_path)
    card = ModelCard.load(tmp_path / "README.md")
    assert card.data.library_name == "quadric"
    assert card.data.base_model == "Qwen/Qwen3-0.6B-Base"
    heldout = json.loads((run / "train.json").read_text())["heldout"]
    cells = [line.strip("| ").split(" | ") for line in card.text.splitlines() if line[:2] == "| "]
    rows = {cell[0]: cell[1] for cell in cells if len(cell) == 2}
    assert rows["model"] == "Qwen/Qwen3-0.6B-Base"
    assert rows["layer"] == "model.layers.18"
    assert rows["alpha"] == "0.1"
    assert rows["steps"] == "20"
    assert rows["seed"] == "7"
    assert rows["n\\_latents"] == "24"
    assert float(rows["error ‖X̂ − X‖² (‖X‖ = 1)"]) == round(heldout["error"], 5)
    assert float(rows["mean Hoyer density of the latents"]) == round(heldout["density"], 5)
    assert r"| text | a\|&lt;b&gt; |" in card.text


def test_its_picture_is_the_runs_curve(run, tmp_path):
    load_run(run).save_pretrained(tmp_path)
    assert "](training.png)" in (tmp_path / "README.md").read_text()
    pixels = matplotlib.image.imread(tmp_path / "training.png")
    assert pixels.shape[1] > 800
    assert pixels[..., :3].std() > 0.05


@pytest.mark.parametrize("kind", ["bilinear", "topk"])
def test_without_a_run_the_picture_is_of_the_weights(tmp_path, kind):
    ae = TopKAutoencoder.sized(8, 3, k=4) if kind == "topk" else None
    ae = ae or BilinearAutoencoder.preset("mixed", 8, expansion=3)
    ae.save_pretrained(tmp_path)
    card = ModelCard.load(tmp_path / "README.md")
    assert "](latents.png)" in card.text
    assert "were not measured" in card.text
    assert matplotlib.image.imread(tmp_path / "latents.png").size


def test_a_card_that_is_there_is_kept(run, tmp_path):
    (tmp_path / "README.md").write_text("mine")
    load_run(run).save_pretrained(tmp_path)
    assert (tmp_path / "README.md").read_text() == "mine"


def test_it_tells_no_paths_of_ones_own(tmp_path):
    ae = BilinearAutoencoder.preset("mixed", 8, expansion=3)
    ae.facts = Facts({"model": "/home/me/secret/tiny", "text": "~/secret/notes", "layer": "l"})
    text = ae.generate_model_card().content
    assert "| model | tiny |" in text
    assert "secret" not in text


def test_metrics_that_are_damaged_cost_the_curve_alone(tmp_path):
    ae = BilinearAutoencoder.preset("mixed", 8, expansion=3)
    ae.facts = Facts(curve=[{"step": 0, "error": "high", "density": None}])
    ae.save_pretrained(tmp_path)
    assert (tmp_path / "latents.png").exists()


@pytest.mark.parametrize("revision", [None, "v2"])
def test_what_is_pushed_is_what_loads(run, tmp_path, monkeypatch, revision):
    """Only the three calls that need a network are replaced; what they are given is real."""
    done = []

    class Made(str):
        repo_id = "user/name"

    def create_repo(self, repo_id, **more):
        done.append(("repo", repo_id))
        return Made("user/name")

    def create_branch(self, repo_id, *, branch, exist_ok):
        done.append(("branch", branch))

    def upload_folder(self, *, repo_id, folder_path, revision, **more):
        done.append(("upload", revision))
        for file in Path(folder_path).iterdir():
            (tmp_path / file.name).write_bytes(file.read_bytes())
        return "address"

    monkeypatch.setattr(HfApi, "create_repo", create_repo)
    monkeypatch.setattr(HfApi, "create_branch", create_branch)
    monkeypatch.setattr(HfApi, "upload_folder", upload_folder)
    ae = load_run(run)
    assert ae.push_to_hub("user/name", revision=revision) == "address"
    assert done[-1] == ("upload", revision)
    assert (("branch", "v2") in done) == (revision == "v2")
    files = {"README.md", "config.json", "model.safetensors", "training.png"}
    assert {file.name for file in tmp_path.iterdir()} == files
    back = BilinearAutoencoder.from_pretrained(tmp_path)
    assert torch.equal(back.left, ae.left)
    text = (tmp_path / "README.md").read_text()
    assert 'from_pretrained("user/name"' + (', revision="v2")' if revision else ")") in text
