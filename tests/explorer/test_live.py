"""Sentences typed into the page: where their tokens lie."""

import http.client
import json
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
import torch
from transformers import PreTrainedTokenizerFast

from quadric.activations import capture
from quadric.explorer.live import Live
from quadric.explorer.server import STATIC, serving
from quadric.gallery import ManifoldBundle, write_gallery
from quadric.models import load


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A small model with a tokenizer of whole words."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from transformers import GPT2Config, GPT2LMHeadModel

    folder = tmp_path_factory.mktemp("model")
    words = ["<unk>", "the", "months", "are", "January", "and", "May"]
    tokenizer = Tokenizer(WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = Whitespace()
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>").save_pretrained(folder)
    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=len(words), n_positions=256, n_embd=16, n_layer=2, n_head=2, eos_token_id=0
    )
    GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module", params=["plain", "centred"])
def live(folder, request, tmp_path_factory):
    draw = np.random.default_rng(0)
    bundle = ManifoldBundle(
        name="one",
        points=draw.normal(size=(5, 2)),
        strength=np.ones(5),
        token=np.zeros(5, dtype=int),
        vocab=["a"],
        subspace=np.linalg.qr(draw.normal(size=(16, 2)))[0].astype(np.float32),
        mean=0.1 * draw.normal(size=16).astype(np.float32) if request.param == "centred" else None,
        layer="transformer.h.1",
    )
    other = ManifoldBundle("old", np.ones((2, 3)), np.ones(2), np.zeros(2, int), ["a"])
    gallery = write_gallery(tmp_path_factory.mktemp("g") / "gallery", [bundle, other])
    live = Live(gallery, str(folder))
    yield live
    live.close()


def ask(address: str, path: str, body: bytes, kind: str = "application/json"):
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
    connection.request("POST", path, body, {"content-type": kind})
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


TEXT = "the months are January and May"


def test_tokens_lie_where_their_activations_do(live, folder):
    with serving(live.gallery, live) as address:
        status, answer = ask(address, "/live/0000", json.dumps({"text": TEXT}).encode())
    assert status == 200
    # Position 0 is left out, as it is in a store.
    assert [token.strip() for token in answer["tokens"]] == TEXT.split()[1:]
    bundle = live.gallery.manifold(0)
    model, tokenizer = load(str(folder))
    x = capture(model, tokenizer, [TEXT], bundle.layer).activations.double().numpy()
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    if bundle.mean is not None:
        x -= bundle.mean
        x /= np.linalg.norm(x, axis=1, keepdims=True)
    np.testing.assert_allclose(answer["points"], x @ bundle.subspace, atol=1e-5)


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("/live/0000", b'{"text": " "}', 400, "type a sentence"),
        ("/live/0000", b"nonsense", 400, "send"),
        ("/live/0000", b'{"text": 7}', 400, "send"),
        ("/live/0001", b'{"text": "May"}', 400, "does not say which layer"),
        ("/live/0009", b'{"text": "May"}', 400, "holds no manifold"),
    ],
)
def test_wrong_questions_are_answered(live, path, body, status, message):
    with serving(live.gallery, live) as address:
        assert ask(address, path, body)[0] == status
        assert message in ask(address, path, body)[1]["error"]


def test_only_json_is_taken_and_only_where_a_model_is(live):
    body = json.dumps({"text": TEXT}).encode()
    with serving(live.gallery, live) as address:
        assert ask(address, "/live/0000", body, "text/plain")[0] == 415
        page = http.client.HTTPConnection(urlsplit(address).netloc)
        page.request("GET", "/")
        assert b'data-live="on"' in page.getresponse().read()
    with serving(live.gallery) as address:
        assert ask(address, "/live/0000", body)[0] == 404
    assert 'data-live="on"' not in (STATIC / "index.html").read_text()


def test_a_model_that_does_not_load_is_named(live):
    broken = Live(live.gallery, "/nowhere/at/all")
    with serving(live.gallery, broken) as address:
        status, answer = ask(address, "/live/0000", json.dumps({"text": TEXT}).encode())
    broken.close()
    assert status == 400
    assert "/nowhere/at/all" in answer["error"]
