"""The real SmolLM2: marks lie in a few dimensions that its predictions follow."""

from itertools import islice

import pytest
import torch

import quadric
from quadric.causes import InterveneSettings, Target, counted, naive
from quadric.causes.reading import read
from quadric.models import layer

pytestmark = pytest.mark.slow

LAYER = "15"
MARKS = [".", ",", ";", ":", " the", " of"]


@pytest.fixture(scope="module")
def found(smollm2, speeches):
    """The plane that leads through the means of frequent tokens, from the first speeches."""
    model, tokenizer = smollm2
    texts = [" ".join(text.split()[:250]) for text in speeches[:24:2]]
    seen = quadric.capture(model, tokenizer, texts, LAYER, forward=4)
    x = seen.activations / seen.activations.norm(dim=1, keepdim=True)
    ids = {word: tokenizer(word)["input_ids"][0] for word in MARKS}
    means = {word: x[seen.tokens == i].mean(0) for word, i in ids.items()}
    middle = torch.stack(list(means.values()))
    basis = torch.linalg.svd(middle - middle.mean(0), full_matrices=False).Vh[:3].T
    return Target("marks", basis, LAYER, places={w: mean @ basis for w, mean in means.items()})


def test_kept_keys_and_values_equal_full_forwards(smollm2, speeches):
    model, tokenizer = smollm2
    ids = torch.tensor(tokenizer(speeches[0])["input_ids"][:96]).reshape(2, 48)
    at = layer(model, LAYER)
    reading = read(model, at, ids)
    block, position = torch.tensor([0, 1, 1]), torch.tensor([47, 20, 20])
    new = reading.activations[block, position] * torch.tensor([[1.0], [1.0], [1.3]])
    ours = reading.predict(block, position, new)
    theirs = naive.predict(model, at, ids, block, position, new)
    torch.testing.assert_close(ours, theirs, atol=2e-4, rtol=0)


def test_marks_are_used_and_random_subspaces_are_not(smollm2, speeches, found):
    model, tokenizer = smollm2
    texts = [" ".join(text.split()[:200]) for text in speeches[101:115:2]]
    settings = InterveneSettings(pairs=12, context=64, tokens=1500, tests=("places",))
    causes = quadric.intervene(found, model, texts, tokenizer=tokenizer, settings=settings)
    swap = causes.swap
    assert swap.itself == 0.0
    assert swap.apart > 0.1
    assert swap["manifold"].value > 0.2
    assert abs(swap["random subspace"].value) < 0.1
    assert causes.used > 0.15
    assert causes.p < 0.05
    assert causes.places


def test_moving_along_digits_and_number_words_arrives_and_elsewhere_does_not(smollm2):
    digits, words = islice(counted(*smollm2, LAYER), 2)
    assert (digits.name, words.name) == ("digits", "number words")
    for one in (digits, words):
        assert one.known > 0.3
        far = [(way, random) for way, random in zip(one.moves, one.random, strict=True)]
        for way, random in far[2:]:  # neighbours differ by little more than their error
            assert way.arrived > 0.4, way
            assert abs(random.arrived) < 0.1, random
            assert way.monotone > 0.8
            assert way.other < 0.1


def test_steering_changes_what_is_written(smollm2, found):
    model, tokenizer = smollm2
    ids = tokenizer("We have seen the end of the war,", return_tensors="pt")
    options = {"max_new_tokens": 4, "do_sample": False, "pad_token_id": 0}
    free = model.generate(**ids, **options)
    last = ids["input_ids"].shape[1] - 1
    with quadric.steer(model, found, to=".", positions=[last]):
        written = model.generate(**ids, **options)
    # A new sentence begins.
    assert tokenizer.decode(written[0, last + 1]).strip()[:1].isupper()
    assert torch.equal(model.generate(**ids, **options), free)
