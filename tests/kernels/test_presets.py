"""One suite that every preset inherits: it says which parts it has, and the suite does the rest."""

import hypothesis
import hypothesis.strategies as st
import pytest
import torch

from quadric.kernels import naive, tiled
from quadric.objective import density_weights, error_and_density, hoyer_density

SIZES = [
    (7, 5, 11, 4, 3),
    (63, 12, 50, 9, 16),
    (33, 6, 17, 17, 64),
    (5, 2, 1, 1, 1),
    (1, 4, 6, 2, 5),
]
IDS = [f"N{n}-d{d}-Lat{lat}-mix{mix}-T{tile}" for n, d, lat, mix, tile in SIZES]


def close(ours, reference, tolerance=1e-10):
    """Whether tensors agree to a tolerance relative to the reference's norm."""
    gap = (ours.double() - reference.double()).norm()
    return bool(gap <= tolerance * reference.double().norm().clamp(min=1e-12))


class PresetSuite:
    """Fast kernels against the materialised definition, in float64, values and gradients."""

    mixing: bool
    ordering: bool

    def build(self, n, d, lat, mix, bias=False, seed=0, dtype=torch.float64):
        """Unit inputs and weights of the preset: x, [L, R, D or None], prefix weights or None."""
        make = torch.Generator().manual_seed(seed)
        x = torch.randn(n, d, generator=make, dtype=torch.float64)
        x = x / x.norm(dim=1, keepdim=True)
        if bias:
            x = torch.cat([x, torch.ones(n, 1)], 1).double() / 2**0.5
        width = x.shape[1]
        factors = [torch.randn(lat, width, generator=make).double() / width**0.5 for _ in range(2)]
        down = torch.randn(mix, lat, generator=make).double() / lat**0.5 if self.mixing else None
        prefix = None
        if self.ordering:
            prefix = torch.rand(lat, generator=make).double()
            prefix = prefix / prefix.sum()
        weights = [None if t is None else t.to(dtype).requires_grad_() for t in (*factors, down)]
        return x.to(dtype), weights, prefix

    @pytest.mark.parametrize("symmetric", [False, True], ids=["paper", "symmetric"])
    @pytest.mark.parametrize("bias", [False, True], ids=["central", "lifted"])
    @pytest.mark.parametrize("size", SIZES, ids=IDS)
    def test_error_and_its_gradients_equal_the_naive_ones(self, size, bias, symmetric):
        *shape, tile = size
        x, weights, prefix = self.build(*shape, bias=bias)
        left, right, _ = weights
        latents = ((x @ left.T) * (x @ right.T)).detach().requires_grad_()
        parts = {"prefix": prefix, "symmetric": symmetric}
        wanted = [latents, *(w for w in weights if w is not None)]
        for tied in (True, False):
            definition = naive.errors(latents, *weights, tied=tied, **parts)
            for reduction in ("sum", "mean"):
                reference = getattr(definition, reduction)()
                ours = tiled.error(
                    latents, *weights, tied=tied, reduction=reduction, tile=tile, **parts
                )
                assert close(ours, reference)
                gradients = torch.autograd.grad(ours, wanted)
                references = torch.autograd.grad(reference, wanted, retain_graph=True)
                assert all(map(close, gradients, references))
            assert close(tiled.errors(latents, *weights, tied=tied, tile=tile, **parts), definition)

    @pytest.mark.parametrize("symmetric", [False, True], ids=["paper", "symmetric"])
    @pytest.mark.parametrize("bias", [False, True], ids=["central", "lifted"])
    @pytest.mark.parametrize("size", SIZES, ids=IDS)
    def test_fused_loss_equals_the_product_space(self, size, bias, symmetric):
        *shape, tile = size
        x, weights, prefix = self.build(*shape, bias=bias)
        x.requires_grad_()
        wanted = [x, *(w for w in weights if w is not None)]
        parts = {"prefix": prefix, "symmetric": symmetric}
        # X̂ − X materialised is the definition; its ‖X‖² moves with x where the kernel's 1 does not.
        norms = x.square().sum(1).square()
        reference = (naive.sse(x, *weights, **parts) - norms + 1).mean()
        latents = (x @ weights[0].T) * (x @ weights[1].T)
        density = density_weights(len(weights[0]), prefix) @ hoyer_density(latents)
        ours = error_and_density(x, *weights, tile=tile, **parts)
        for mine, theirs in zip(ours, (reference, density), strict=True):
            assert close(mine, theirs)
        for combine in (lambda e, h: e, lambda e, h: e + 0.3 * h, lambda e, h: h - 2 * e):
            gradients = torch.autograd.grad(combine(*ours), wanted, retain_graph=True)
            references = torch.autograd.grad(
                combine(reference, density), wanted, retain_graph=True, allow_unused=True
            )
            assert all(map(close, gradients, references))

    @hypothesis.given(
        n=st.integers(1, 20),
        d=st.integers(1, 7),
        lat=st.integers(1, 24),
        mix=st.integers(1, 24),
        tile=st.integers(1, 30),
        bias=st.booleans(),
        symmetric=st.booleans(),
        seed=st.integers(0, 2**20),
    )
    @hypothesis.settings(
        max_examples=25,
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.differing_executors],  # inherited on purpose
    )
    def test_any_shape_mask_and_tile(self, n, d, lat, mix, tile, bias, symmetric, seed):
        x, weights, prefix = self.build(n, d, lat, min(mix, lat), bias=bias, seed=seed)
        mask = torch.rand(n, generator=torch.Generator().manual_seed(seed)) < 0.6
        latents = ((x @ weights[0].T) * (x @ weights[1].T)).detach().requires_grad_()
        parts = {"prefix": prefix, "symmetric": symmetric}
        if not mask.any():
            with pytest.raises(ValueError, match="unmask at least one"):
                tiled.error(latents, *weights, mask=mask, tile=tile, **parts)
            return
        wanted = [latents, *(w for w in weights if w is not None)]
        ours = tiled.error(latents, *weights, mask=mask, tile=tile, **parts)
        reference = naive.errors(latents, *weights, **parts)[mask].mean()
        assert close(ours, reference)
        gradients = torch.autograd.grad(ours, wanted)
        assert all(map(close, gradients, torch.autograd.grad(reference, wanted)))
        assert (gradients[0][~mask] == 0).all()

    @pytest.mark.slow
    @pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
    def test_narrow_inputs_accumulate_in_float32(self, dtype):
        x, weights, prefix = self.build(300, 24, 130, 40, dtype=dtype)
        latents = ((x @ weights[0].T) * (x @ weights[1].T)).detach().requires_grad_()
        ours = tiled.error(latents, *weights, prefix=prefix, tile=50)
        wide = [None if w is None else w.detach().double().requires_grad_() for w in weights]
        wide_latents = latents.detach().double().requires_grad_()
        reference = naive.errors(wide_latents, *wide, prefix=prefix).mean()
        # The inputs are exact in float64, so only float32 arithmetic separates the two.
        assert ours.dtype == torch.float32
        assert close(ours, reference, 1e-5)
        wanted = [w for w in weights if w is not None]
        gradients = torch.autograd.grad(ours, [latents, *wanted])
        references = torch.autograd.grad(
            reference, [wide_latents, *(w for w in wide if w is not None)]
        )
        rounding = max(1e-5, 2 * torch.finfo(dtype).eps)
        for gradient, exact in zip(gradients, references, strict=True):
            assert gradient.dtype == dtype
            assert close(gradient, exact, rounding)

    @pytest.mark.slow
    @pytest.mark.parametrize("symmetric", [False, True], ids=["paper", "symmetric"])
    def test_bfloat16_products_lose_rounding_alone(self, symmetric):
        x, weights, prefix = self.build(400, 24, 130, 40, dtype=torch.float32)
        parts = {"prefix": prefix, "symmetric": symmetric}
        ours = error_and_density(x, *weights, products=torch.bfloat16, tile=50, **parts)
        wide = [None if w is None else w.detach().double().requires_grad_() for w in weights]
        latents = (x.double() @ wide[0].T) * (x.double() @ wide[1].T)
        error = naive.sse(x.double(), *wide, **parts).mean()
        density = density_weights(len(wide[0]), prefix) @ hoyer_density(latents)
        # The error is a difference of terms of this size: their rounding is its own.
        size = 1 + latents.detach().square().sum(1).mean()
        assert ours[0].dtype == ours[1].dtype == torch.float32
        assert (ours[0] - error).abs() < 5e-4 * size
        assert close(ours[1], density, 5e-4)
        wanted, references = ([w for w in ws if w is not None] for ws in (weights, wide))
        # The density's slope is the sign of a latent, which rounding turns round where it is near
        # zero: its direction is less sure than that of the error.
        for mine, exact, angle, length, used in (
            (ours[0], error, 1e-4, 5e-3, 3),
            (ours[1], density, 1e-2, 2e-2, 2),
        ):
            gradients = torch.autograd.grad(mine, wanted[:used], retain_graph=True)
            exacts = torch.autograd.grad(exact, references[:used], retain_graph=True)
            for gradient, reference in zip(gradients, exacts, strict=True):
                assert gradient.dtype == torch.float32
                cosine = torch.cosine_similarity(
                    gradient.double().flatten(), reference.flatten(), 0
                )
                assert cosine > 1 - angle
                assert gradient.norm().item() == pytest.approx(reference.norm().item(), rel=length)

    def test_bfloat16_products_of_what_is_exact_are_exact(self):
        # Small integers and powers of two fit into eight bits, and so does every product of them.
        x = torch.eye(4).repeat(2, 1)
        left, right = torch.eye(4), 2 * torch.eye(4).flip(0)
        down = torch.eye(4)[:2] if self.mixing else None
        prefix = torch.tensor([0.0, 0.5, 0.0, 0.5]) if self.ordering else None
        weights = [None if w is None else w.clone().requires_grad_() for w in (left, right, down)]
        wanted = [w for w in weights if w is not None]
        found = []
        for products in (None, torch.bfloat16):
            error, _ = error_and_density(x, *weights, prefix=prefix, products=products, tile=3)
            found.append((error, *torch.autograd.grad(error, wanted)))
        assert all(map(torch.equal, *found))

    def test_threads_change_rounding_alone(self):
        x, weights, prefix = self.build(200, 16, 90, 20, dtype=torch.float32)
        values, threads = [], torch.get_num_threads()
        try:
            for number in (1, 2):
                torch.set_num_threads(number)
                error, _ = error_and_density(x, *weights, prefix=prefix, tile=32)
                wanted = [w for w in weights if w is not None]
                values.append((error, *torch.autograd.grad(error, wanted)))
        finally:
            torch.set_num_threads(threads)
        assert all(close(two, one, 1e-5) for one, two in zip(*values, strict=True))

    def test_no_gradient_work_when_none_is_asked_for(self, monkeypatch):
        x, weights, prefix = self.build(20, 6, 15, 5)
        frozen = [None if w is None else w.detach() for w in weights]

        def refuse(*_args, **_kwargs):
            raise AssertionError("a gradient was computed")

        monkeypatch.setattr("quadric.kernels.tiles.KernelTiles.accumulate_grad", refuse)
        error, _ = error_and_density(x, *frozen, prefix=prefix, tile=4)
        with torch.no_grad():
            again, _ = error_and_density(x, *weights, prefix=prefix, tile=4)
        assert error == again
        assert not error.requires_grad
        with pytest.raises(AssertionError, match="a gradient"):
            error_and_density(x, *weights, prefix=prefix, tile=4)

    def test_inputs_and_weights_rotate_together(self):
        x, (left, right, down), prefix = self.build(30, 8, 20, 6)
        rotation = torch.linalg.qr(torch.randn(8, 8, dtype=torch.float64)).Q
        plain = error_and_density(x, left, right, down, prefix=prefix)
        turned = error_and_density(
            x @ rotation, left @ rotation, right @ rotation, down, prefix=prefix
        )
        assert all(map(close, turned, plain))

    def test_swapping_left_and_right_changes_nothing_if_symmetric(self):
        x, (left, right, down), prefix = self.build(30, 8, 20, 6)
        some = torch.arange(20) % 3 == 0
        swapped = (
            torch.where(some[:, None], right, left),
            torch.where(some[:, None], left, right),
        )
        for symmetric, same in ((True, True), (False, False)):
            parts = {"prefix": prefix, "symmetric": symmetric}
            ours, _ = error_and_density(x, *swapped, down, **parts)
            reference, _ = error_and_density(x, left, right, down, **parts)
            assert close(ours, reference) is same

    def test_symmetric_decoding_never_adds_error(self):
        # X is symmetric, so dropping the antisymmetric part of X̂ can only bring it closer.
        x, weights, prefix = self.build(30, 8, 20, 6)
        plain = naive.sse(x, *weights, prefix=prefix)
        symmetric = naive.sse(x, *weights, prefix=prefix, symmetric=True)
        assert (symmetric < plain).all()

    def test_all_weight_on_the_last_prefix_is_no_ordering(self):
        x, (left, right, down), _ = self.build(30, 8, 20, 6)
        last = torch.zeros(20, dtype=torch.float64)
        last[-1] = 1
        ours = error_and_density(x, left, right, down, prefix=last, tile=7)
        assert all(map(close, ours, error_and_density(x, left, right, down)))


class TestVanilla(PresetSuite):
    mixing, ordering = False, False

    def test_latents_can_be_permuted(self):
        x, (left, right, _), _ = self.build(30, 8, 20, 6)
        order = torch.randperm(20)
        ours = error_and_density(x, left[order], right[order], tile=7)
        assert all(map(close, ours, error_and_density(x, left, right)))


class TestOrdered(PresetSuite):
    mixing, ordering = False, True

    def test_uniform_weights_are_the_mean_over_all_prefixes(self):
        x, (left, right, _), _ = self.build(9, 4, 13, 1)
        uniform = torch.full((13,), 1 / 13, dtype=torch.float64)
        ours, _ = error_and_density(x, left, right, prefix=uniform, tile=5)
        every = [naive.sse(x, left[:k], right[:k]).mean() for k in range(1, 14)]
        assert close(ours, torch.stack(every).mean())


class TestMixed(PresetSuite):
    mixing, ordering = True, False

    def test_an_orthogonal_square_bottleneck_is_none(self):
        x, (left, right, _), _ = self.build(30, 8, 20, 6)
        square = torch.linalg.qr(torch.randn(20, 20, dtype=torch.float64)).Q
        ours = error_and_density(x, left, right, square, tile=7)
        assert all(map(close, ours, error_and_density(x, left, right)))

    def test_latents_can_be_permuted_with_their_columns(self):
        x, (left, right, down), _ = self.build(30, 8, 20, 6)
        order = torch.randperm(20)
        ours = error_and_density(x, left[order], right[order], down[:, order], tile=7)
        assert all(map(close, ours, error_and_density(x, left, right, down)))


class TestCombined(PresetSuite):
    mixing, ordering = True, True

    def test_a_prefix_decodes_the_first_codes_of_all_latents(self):
        x, (left, right, down), _ = self.build(9, 4, 13, 5)
        uniform = torch.full((13,), 1 / 13, dtype=torch.float64)
        ours, _ = error_and_density(x, left, right, down, prefix=uniform, tile=5)
        codes = ((x @ left.T) * (x @ right.T)) @ down.T @ down
        target = torch.einsum("na,nb->nab", x, x)
        every = []
        for k in range(1, 14):
            decoded = torch.einsum("nj,ja,jb->nab", codes[:, :k], left[:k], right[:k])
            every.append((decoded - target).square().sum((1, 2)).mean())
        assert close(ours, torch.stack(every).mean())
