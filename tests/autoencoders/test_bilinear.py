import jaxtyping
import pytest
import torch

from quadric import BilinearAutoencoder, TopKAutoencoder
from quadric.kernels import naive
from quadric.objective import density_weights, hoyer_density

KINDS = ["vanilla", "ordered", "mixed", "combined"]
PARTS = [
    {},
    {"bias": True},
    {"symmetric": True},
    {"bias": True, "symmetric": True},
    {"tied": False},
    {"tied": False, "gate": "silu"},
    {"tied": False, "gate": "topk", "k": 5, "symmetric": True},
]


@pytest.fixture
def unchecked(monkeypatch):
    """Annotations are not enforced, as for users: the library's own checks are what speaks."""
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)


def ids(parts):
    return "-".join(f"{key}={value}" for key, value in parts.items()) or "paper"


def make(kind, parts, d_in=6, n_latents=17, n_mix=5):
    torch.manual_seed(0)
    ae = BilinearAutoencoder.preset(kind, d_in, n_latents=n_latents, n_mix=n_mix, **parts).double()
    for parameter in ae.parameters():
        parameter.data += 0.3 * torch.randn_like(parameter)
    return ae


def lifted(ae, x):
    x = x / x.norm(dim=-1, keepdim=True)
    if not ae.config.bias:
        return x
    return torch.cat([x, x.new_ones(*x.shape[:-1], 1)], -1) / 2**0.5


def materialised(ae, x):
    """Mean error over prefixes, from the reconstruction of every prefix of the codes."""
    unit = lifted(ae, x)
    target = torch.einsum("...a,...b->...ab", unit, unit)
    left, right = (ae.left, ae.right) if ae.config.tied else (ae.decoder_left, ae.decoder_right)
    codes = naive.codes(ae.encode(x), ae.down)
    n = ae.config.n_latents
    every = []
    for k in range(1, n + 1) if ae.config.ordered else [n]:
        decoded = torch.einsum("...j,ja,jb->...ab", codes[..., :k], left[:k], right[:k])
        if ae.config.symmetric:
            decoded = (decoded + decoded.mT) / 2
        every.append((decoded - target).square().sum((-2, -1)))
    return torch.stack(every).mean(0)


@pytest.mark.parametrize("parts", PARTS, ids=ids)
@pytest.mark.parametrize("kind", KINDS)
class TestEveryPreset:
    def test_loss_and_gradients_equal_the_materialised_ones(self, kind, parts):
        ae = make(kind, parts)
        x = torch.randn(3, 9, 6, dtype=torch.float64)
        out = ae.loss(x, alpha=0.2, tile=4)
        latents = ae.encode(x)
        weights = density_weights(17, ae.prefix)
        reference = materialised(ae, x).mean() + 0.2 * weights @ hoyer_density(latents)
        assert torch.allclose(out.total, reference, rtol=1e-10)
        parameters = list(ae.parameters())
        gradients = torch.autograd.grad(out.total, parameters)
        for mine, theirs in zip(gradients, torch.autograd.grad(reference, parameters), strict=True):
            assert torch.allclose(mine, theirs, rtol=1e-9, atol=1e-12)

    def test_errors_are_those_of_reconstruct(self, kind, parts):
        ae = make(kind, parts)
        x = torch.randn(4, 5, 6, dtype=torch.float64)
        unit = lifted(ae, x)
        target = torch.einsum("...a,...b->...ab", unit, unit)
        reference = (ae.reconstruct(x) - target).square().sum((-2, -1))
        assert torch.allclose(ae.errors(x, tile=3), reference)

    def test_masked_and_zero_samples_do_not_count(self, kind, parts):
        ae = make(kind, parts)
        x = torch.randn(12, 6, dtype=torch.float64)
        x[3] = 0
        x[5] = torch.nan
        mask = torch.ones(12, dtype=torch.bool)
        mask[5:7] = False
        out = ae.loss(x, mask=mask)
        keep = [i for i in range(12) if i not in (3, 5, 6)]
        assert torch.allclose(out.total, ae.loss(x[keep]).total)
        assert (out.samples, out.zeros) == (9, 1)
        assert (ae.encode(x[3]) == 0).all()
        assert ae.errors(x[3:4]) == 0
        gradients = torch.autograd.grad(out.total, list(ae.parameters()))
        assert all(torch.isfinite(gradient).all() for gradient in gradients)

    def test_it_survives_a_round_trip_to_disk(self, kind, parts, tmp_path):
        ae = make(kind, parts)
        ae.save_pretrained(tmp_path / "ae")
        again = BilinearAutoencoder.from_pretrained(tmp_path / "ae")
        assert again.config == ae.config
        x = torch.randn(8, 6, dtype=torch.float64)
        assert torch.equal(again.encode(x), ae.encode(x))
        assert torch.equal(again.errors(x), ae.errors(x))
        names = {path.name for path in (tmp_path / "ae").iterdir()}
        assert (
            {"config.json", "model.safetensors"}
            <= names
            <= {
                "latents.png",
                "config.json",
                "model.safetensors",
                "README.md",
            }
        )

    def test_inputs_of_any_scale_and_dtype_mean_the_same(self, kind, parts):
        ae = make(kind, parts).float()
        x = torch.randn(10, 6)
        for same in (x * 1e30, x * 1e-30, x.double() * 1e200):
            assert torch.allclose(ae.encode(same), ae.encode(x), atol=1e-5)
        for narrow in (torch.bfloat16, torch.float16):
            out = ae.loss(x.to(narrow))
            assert out.total.dtype == torch.float32
            assert torch.allclose(out.error, ae.loss(x.to(narrow).float()).error)


@pytest.mark.parametrize("kind", KINDS)
def test_a_narrow_autoencoder_computes_in_float32(kind):
    x = torch.randn(40, 6)
    narrow = make(kind, {}).to(torch.bfloat16)
    wide = make(kind, {})
    for parameter, rounded in zip(wide.parameters(), narrow.parameters(), strict=True):
        parameter.data = rounded.data.double()
    out, exact = narrow.loss(x), wide.loss(x.double())
    assert torch.allclose(out.total.double(), exact.total, rtol=1e-5)
    out.total.backward()
    assert all(parameter.grad.dtype == torch.bfloat16 for parameter in narrow.parameters())


def test_orthogonal_start():
    ae = BilinearAutoencoder.preset("mixed", 12, expansion=4)
    assert torch.allclose(ae.left.T @ ae.left, torch.eye(12), atol=1e-5)
    assert torch.allclose(ae.right.T @ ae.right, torch.eye(12), atol=1e-5)
    assert torch.allclose(ae.down @ ae.down.T, torch.eye(24), atol=1e-5)


@pytest.mark.parametrize("bias", [False, True])
def test_latents_and_composites_are_forms(bias):
    ae = make("mixed", {"bias": bias})
    x = torch.randn(9, 6, dtype=torch.float64)
    x = x / x.norm(dim=1, keepdim=True)
    latents = ae.encode(x)
    assert torch.allclose(ae.latent(4)(x), latents[:, 4])
    composite = ae.composite([2, 7, 11], [1.0, -0.5, 3.0])
    assert torch.allclose(composite(x), latents[:, 2] - 0.5 * latents[:, 7] + 3 * latents[:, 11])
    with pytest.raises(ValueError, match="from 0 to 16"):
        ae.latent(17)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("k", [1, 4, 12, 17])
def test_truncating_keeps_the_first_latents(kind, k):
    ae = make(kind, {})
    x = torch.randn(9, 6, dtype=torch.float64)
    short = ae.truncate(k)
    assert torch.allclose(short.encode(x), ae.encode(x)[:, :k])
    down = None if ae.down is None else ae.down[:, :k]
    reference = naive.sse(lifted(ae, x), ae.left[:k], ae.right[:k], down)
    assert torch.allclose(short.errors(x), reference)


class TestBadInput:
    ae = BilinearAutoencoder.preset("mixed", 6, expansion=4)

    @pytest.mark.parametrize("bad", [torch.nan, torch.inf, -torch.inf])
    @pytest.mark.parametrize("call", ["encode", "loss", "errors"])
    def test_the_row_that_is_not_finite_is_named(self, call, bad):
        x = torch.randn(4, 6)
        x[2, 3] = bad
        with pytest.raises(ValueError, match="row 2"):
            getattr(self.ae, call)(x)
        with pytest.raises(ValueError, match=r"row \(0, 2\)"):
            getattr(self.ae, call)(x[None])

    @pytest.mark.parametrize("call", ["encode", "loss", "errors"])
    def test_wrong_width_dtype_and_empty_batches(self, call):
        act = getattr(self.ae, call)
        with pytest.raises(ValueError, match="d_in=6"):
            act(torch.randn(4, 7))
        with pytest.raises(ValueError, match="empty batch"):
            act(torch.randn(0, 6))

    def test_all_masked_all_zero_and_misshapen_masks(self, unchecked):
        x = torch.randn(4, 6)
        with pytest.raises(ValueError, match="keeps no sample"):
            self.ae.loss(x, mask=torch.zeros(4, dtype=torch.bool))
        with pytest.raises(ValueError, match="all 4 samples are zero"):
            self.ae.loss(x * 0)
        with pytest.raises(ValueError, match="it must have shape"):
            self.ae.loss(x[None], mask=torch.ones(4, dtype=torch.bool)[:, None])

    def test_negative_alpha(self):
        with pytest.raises(ValueError, match="alpha=-1"):
            self.ae.loss(torch.randn(4, 6), alpha=-1)
        with pytest.raises(ValueError, match="alpha=nan"):
            self.ae.loss(torch.randn(4, 6), alpha=float("nan"))

    def test_one_sample_one_latent_one_dimension(self):
        tiny = BilinearAutoencoder.preset("ordered", 2, n_latents=1)
        out = tiny.loss(torch.randn(1, 2))
        out.total.backward()
        assert torch.isfinite(out.total)
        assert out.density == 0
        assert torch.isfinite(tiny.left.grad).all()
        with pytest.raises(ValueError, match="d_in=1 leaves nothing"):
            BilinearAutoencoder.preset("vanilla", 1)
        assert BilinearAutoencoder.preset("vanilla", 1, bias=True).errors(
            torch.ones(2, 1)
        ).shape == (2,)

    @pytest.mark.parametrize(
        ("settings", "message"),
        [
            ({"kind": "sparse"}, "choose from vanilla, ordered, mixed, combined"),
            ({"kind": "mixed", "n_mix": 99}, "n_mix=99 is larger than n_latents=96"),
            ({"expansion": 0}, "expansion=0 must be positive"),
            ({"expansion": -2.0}, "must be positive"),
            ({"n_latents": 0}, "n_latents=0"),
            ({"gate": "silu"}, "needs tied=False"),
            ({"gate": "relu", "tied": False}, "choose from silu, topk"),
            ({"gate": "topk", "tied": False}, "give k"),
            ({"k": 3}, "give k"),
            ({"gate": "topk", "tied": False, "k": 1000}, "lower k"),
        ],
        ids=lambda value: value if isinstance(value, str) else ids(value),
    )
    def test_impossible_configurations_are_refused_when_built(self, unchecked, settings, message):
        with pytest.raises(ValueError, match=message):
            BilinearAutoencoder.preset(**{"kind": "vanilla", "d_in": 6, **settings})

    def test_integer_activations(self, unchecked):
        with pytest.raises(ValueError, match="floating-point"):
            self.ae.encode(torch.ones(3, 6, dtype=torch.int64))


class TestBadFiles:
    @pytest.fixture
    def folder(self, tmp_path):
        make("mixed", {}).save_pretrained(tmp_path)
        return tmp_path

    def load(self, folder):
        return BilinearAutoencoder.from_pretrained(folder)

    def test_truncated_weights(self, folder):
        path = folder / "model.safetensors"
        path.write_bytes(path.read_bytes()[:-40])
        with pytest.raises(ValueError, match="truncated"):
            self.load(folder)

    def test_weights_of_another_shape(self, folder):
        config = folder / "config.json"
        config.write_text(config.read_text().replace('"n_latents": 17', '"n_latents": 18'))
        with pytest.raises(ValueError, match="its config asks for"):
            self.load(folder)

    @pytest.mark.parametrize(
        "text", ["[]", "{", '{"d_in": 6}', '{"d_in": 6, "n_latents": 17, "pickle": 1}']
    )
    def test_a_config_that_is_none(self, folder, text):
        (folder / "config.json").write_text(text)
        with pytest.raises(ValueError, match="can't be used"):
            self.load(folder)

    def test_weights_that_are_not_finite(self, folder):
        ae = make("mixed", {})
        ae.left.data[1, 2] = torch.nan
        ae.save_pretrained(folder)
        with pytest.raises(ValueError, match="left holds values"):
            self.load(folder)

    def test_another_class(self, folder):
        with pytest.raises(ValueError, match="not a TopKAutoencoder"):
            TopKAutoencoder.from_pretrained(folder)

    def test_a_missing_file(self, folder):
        (folder / "model.safetensors").unlink()
        with pytest.raises(FileNotFoundError, match="is missing"):
            self.load(folder)


def test_what_is_no_tensor_or_no_latent_is_refused():
    import jaxtyping
    import numpy as np

    ae = BilinearAutoencoder.preset("mixed", d_in=4, expansion=4)
    with pytest.raises(ValueError, match="no latents is no form"):
        ae.composite([], [])
    with pytest.raises(ValueError, match=r"mix=2 asks for 8 rows of D, .* 4 latents .* lower mix="):
        BilinearAutoencoder.preset("mixed", d_in=4, expansion=1)
    jaxtyping.config.update("jaxtyping_disable", True)
    try:
        with pytest.raises(ValueError, match="of type ndarray: give a tensor"):
            ae.encode(np.ones((3, 4)))  # pyright: ignore[reportArgumentType]
    finally:
        jaxtyping.config.update("jaxtyping_disable", False)
