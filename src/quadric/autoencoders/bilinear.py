"""The bilinear autoencoder: latents f = (Lx) ⊙ (Rx) that reconstruct x ⊗ x."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from jaxtyping import Float
from torch import Tensor, nn

from quadric.autoencoders.config import AutoencoderConfig, Gate
from quadric.autoencoders.inputs import Normalizing, unit_inputs
from quadric.autoencoders.pretrained import Pretrained
from quadric.forms import BilinearForm, FormStack, lift
from quadric.kernels import tiled
from quadric.kernels.workspace import Workspace
from quadric.objective import Loss, Reduction, density_weights, error_and_density
from quadric.shapes import Inputs, Latents, Mask, PerLatent, PerSample
from quadric.threads import one_thread

__all__ = ["BilinearAutoencoder"]


class BilinearAutoencoder(Normalizing, Pretrained):
    """Decomposes activations into quadratic forms (Dooms & Gauderis).

    f(x)_j = (l_j·x)(r_j·x) are the latents, and X̂ = Bᵀ DᵀD B X reconstructs X = x ⊗ x, where row j
    of B is l_j ⊗ r_j. Which of the parts is there, `config` says; a preset is a choice of parts.
    """

    left: nn.Parameter
    """L, row j is l_j: [n_latents, d_in], one column more if lifted."""
    right: nn.Parameter
    """R, row j is r_j."""
    down: nn.Parameter | None
    """D of the mixed presets: [n_mix, n_latents]."""
    prefix: Tensor | None
    """The weights w of the prefixes in eq:cum, for the ordered presets: float64 at any dtype."""
    products: torch.dtype | None = None
    """A narrower dtype (bfloat16) for the matrix products of a tied `loss` and its backward."""

    def __init__(self, config: AutoencoderConfig):
        super().__init__()
        self.config = config
        shape = (config.n_latents, config.d_factor)
        self.left = orthogonal(*shape)
        self.right = orthogonal(*shape)
        self.down = None if config.n_mix is None else orthogonal(config.n_mix, config.n_latents)
        if not config.tied:
            self.decoder_left = nn.Parameter(self.left.detach().clone())
            self.decoder_right = nn.Parameter(self.right.detach().clone())
        self.register_buffer("mean", torch.zeros(config.d_in) if config.centred else None)
        uniform = torch.full((config.n_latents,), 1 / config.n_latents, dtype=torch.float64)
        self.prefix = uniform if config.ordered else None
        self.workspace = Workspace()

    @classmethod
    def preset(
        cls,
        kind: str,
        d_in: int,
        *,
        expansion: float = 16,
        mix: float = 2,
        n_latents: int | None = None,
        n_mix: int | None = None,
        bias: bool = False,
        centred: bool = False,
        symmetric: bool = False,
        tied: bool = True,
        gate: Gate | None = None,
        k: int | None = None,
    ) -> BilinearAutoencoder:
        """An untrained `vanilla`, `ordered`, `mixed` or `combined` autoencoder.

        Sizes are factors of d_in, or `n_latents` and `n_mix` outright; the parts are those of
        `AutoencoderConfig`.

        >>> BilinearAutoencoder.preset("mixed", d_in=8, expansion=4)
        BilinearAutoencoder(mixed, d_in=8, n_latents=32, n_mix=16)
        """
        config = AutoencoderConfig.preset(
            kind,
            d_in,
            expansion,
            mix,
            n_latents,
            n_mix,
            bias=bias,
            centred=centred,
            symmetric=symmetric,
            tied=tied,
            gate=gate,
            k=k,
        )
        return cls(config)

    @property
    def _dtype(self) -> torch.dtype:
        return tiled.accumulation_dtype(self.left)

    def _weights(self) -> tuple[Tensor, Tensor, Tensor | None]:
        down = None if self.down is None else self.down.to(self._dtype)
        return self.left.to(self._dtype), self.right.to(self._dtype), down

    def _decoder(self) -> tuple[Tensor, Tensor]:
        if self.config.tied:
            return self._weights()[:2]
        return self.decoder_left.to(self._dtype), self.decoder_right.to(self._dtype)

    def _latents(self, x: Tensor) -> Tensor:
        """The latents of rows that `normalize` gave, lifted already."""
        left, right, _ = self._weights()
        a, b = x @ left.T, x @ right.T
        if self.config.gate == "silu":
            return nn.functional.silu(a) * b
        if self.config.gate == "topk":
            assert self.config.k is not None
            f = a * b
            kept = f.abs().topk(self.config.k, dim=-1).indices
            return torch.zeros_like(f).scatter(-1, kept, f.gather(-1, kept))
        return a * b

    def encode(self, x: Inputs) -> Latents:
        """f(x), with x normalised first; samples of zeros have latents of zero."""
        unit, alive = self.normalize(x)
        return self.latents(unit) * alive[..., None]

    def latents(self, rows: Inputs) -> Latents:
        """f of rows that `normalize` gave: what `encode` does after it."""
        return self._latents(lift(rows, self.config.bias))

    def loss(
        self,
        x: Inputs,
        mask: Mask | None = None,
        alpha: float = 0.1,
        tile: int = tiled.TILE,
        reduction: Reduction | None = None,
    ) -> Loss:
        """SSE + alpha · density over the unmasked samples, with gradients (eq:loss).

        `error` is the mean over samples of the error in product space (of all prefixes, for the
        ordered presets), `density` the mean Hoyer density of the latents over this batch (weighted
        by the prefixes they are part of, for the ordered ones). Where several processes share the
        samples or the latents, `reduction` says how: values are those of the whole.
        """
        if not alpha >= 0:
            raise ValueError(f"alpha={alpha} must not be negative: it rewards dense latents")
        config = self.config
        inputs = unit_inputs(
            x, config.d_in, self._dtype, bias=config.bias, mean=self.mean, mask=mask
        )
        if config.tied:
            error, density = error_and_density(
                inputs.rows,
                *self._weights(),
                prefix=self.prefix,
                symmetric=config.symmetric,
                tile=tile,
                products=self.products,
                workspace=self.workspace,
                reduction=reduction,
            )
        else:
            reduction = reduction or Reduction()
            error, density = self._untied_error_and_density(inputs.rows, tile, reduction)
        total = error + alpha * density if alpha else error
        return Loss(total, error, density, len(inputs.rows), inputs.zeros)

    def _untied_error_and_density(
        self, x: Tensor, tile: int, reduction: Reduction
    ) -> tuple[Tensor, Tensor]:
        """gᵀ(K ⊙ W)g − 2 Σ_j W_jj g_j c_j + 1: g the codes, c the decoder's own forms on x."""
        f = self._latents(x)
        left, right = self._decoder()
        down = self._weights()[2]
        squares = tiled.error(
            f,
            left,
            right,
            down,
            prefix=self.prefix,
            symmetric=self.config.symmetric,
            tied=False,
            tile=tile,
        )
        suffix = tiled.suffix_sums(self.prefix, f)
        constant = 1 if suffix is None else suffix[0]
        error = squares + self._cross(x, f, suffix).mean() + constant
        weights = density_weights(self.config.n_latents, self.prefix).to(f)
        return reduction.mean(error, len(x)), reduction.density(f, weights)

    def hidden(self, f: Latents) -> Float[Tensor, "*n mix"] | None:
        """h = D f, where there is mixing."""
        return None if self.down is None else f @ self.down.to(self._dtype).T

    def codes(self, f: Latents, hidden: Float[Tensor, "*n mix"] | None = None) -> Latents:
        """g, what the decoder sees: f, or Dᵀh = DᵀD f where there is mixing."""
        hidden = self.hidden(f) if hidden is None else hidden
        return f if hidden is None or self.down is None else hidden @ self.down.to(self._dtype)

    def mixing(self, part: slice) -> Float[Tensor, "part lat"]:
        """Rows of DᵀD: what latents write into each other's codes, in float32."""
        if self.down is None:
            raise ValueError(f"{self} has no D: take a mixed or combined one")
        down = self.down.detach().float()
        return down[:, part].T @ down

    def _cross(self, x: Tensor, f: Tensor, suffix: Tensor | None = None) -> Tensor:
        """−2 Σ_j W_jj g_j c_j of every sample, for untied weights."""
        seen = FormStack.from_factors(*self._decoder())(x)
        return -2 * (self.codes(f) * (seen if suffix is None else seen * suffix)).sum(-1)

    @torch.no_grad()
    def errors(self, x: Inputs, tile: int = tiled.TILE) -> PerSample:
        """‖X̂ − X‖² of every sample, all latents used; 0 for samples of zeros."""
        unit, alive = self.normalize(x)
        unit = lift(unit, self.config.bias)
        f = self._latents(unit)
        error = tiled.errors(
            f,
            *self._decoder(),
            self._weights()[2],
            symmetric=self.config.symmetric,
            tied=self.config.tied,
            tile=tile,
        )
        if not self.config.tied:
            error += self._cross(unit, f) + 1
        return error * alive

    def reconstruct(self, x: Inputs) -> Float[Tensor, "*n lifted lifted"]:
        """X̂, materialised: for small inputs and tests. Lifted inputs give (d_in + 1)²."""
        left, right = self._decoder()
        product = torch.einsum("...j,ja,jb->...ab", self.codes(self.encode(x)), left, right)
        return (product + product.mT) / 2 if self.config.symmetric else product

    @property
    def forms(self) -> FormStack:
        """All latents as forms: `ae.forms(ae.normalize(x)[0]) == ae.encode(x)`."""
        if self.config.gate is not None:
            raise ValueError(
                f"{self} has a {self.config.gate} gate, so its latents are no bilinear forms: "
                "take one without a gate"
            )
        left, right, _ = self._weights()
        return FormStack.from_factors(left.detach(), right.detach(), lifted=self.config.bias)

    @property
    def decoder_forms(self) -> FormStack:
        """V_j of X̂ = Σ_j g_j V_j, what every latent writes: the latents' own forms if tied."""
        left, right = self._decoder()
        return FormStack.from_factors(left.detach(), right.detach(), lifted=self.config.bias)

    def term_norms(self) -> PerLatent:
        """‖V_j‖ of what every latent writes."""
        return self.decoder_forms.norm()

    def latent(self, index: int) -> BilinearForm:
        """Latent `index` as a form: `ae.latent(i)(x) == ae.encode(x)[..., i]` for x of norm one."""
        return self.composite([index], [1.0])

    def composite(
        self, indices: Sequence[int] | Tensor, weights: Sequence[float] | Tensor
    ) -> BilinearForm:
        """The weighted sum of some latents, as one form of higher rank."""
        forms = self.forms
        index = torch.as_tensor(indices, device=forms.left.device)
        if index.numel() == 0:
            raise ValueError("a composite of no latents is no form: name one at least")
        if index.numel() and not bool(((index >= 0) & (index < len(forms))).all()):
            raise ValueError(f"latents {index.tolist()}: they go from 0 to {len(forms) - 1}")
        weight = torch.as_tensor(weights).to(forms.weights)
        return forms.combine(index.long()[None], weight[None])[0]

    @torch.no_grad()
    def truncate(self, k: int) -> BilinearAutoencoder:
        """A new autoencoder of the first k latents: they alone are encoded and decoded."""
        if not 1 <= k <= self.config.n_latents:
            raise ValueError(f"k={k}: keep between 1 and {self.config.n_latents} latents")
        n_mix = None if self.config.n_mix is None else min(self.config.n_mix, k)
        kept = None if self.config.k is None else min(self.config.k, k)
        short = BilinearAutoencoder(replace(self.config, n_latents=k, n_mix=n_mix, k=kept))
        short.to(self.left.device, self.left.dtype)
        if self.mean is not None:
            short.set_mean(self.mean)
        for name, parameter in self.named_parameters():
            if name != "down":
                short.get_parameter(name).copy_(parameter[:k])
        if self.down is not None and short.down is not None:
            down = self.down[:, :k]
            # Only DᵀD acts, so fewer latents than rows leave the triangular factor of D.
            short.down.copy_(down if len(short.down) == len(down) else torch.linalg.qr(down).R)
        return short

    def __repr__(self) -> str:
        config = self.config
        sizes = [f"d_in={config.d_in}", f"n_latents={config.n_latents}"]
        sizes += [] if config.n_mix is None else [f"n_mix={config.n_mix}"]
        sizes += [
            f"{part}=True" for part in ("bias", "centred", "symmetric") if getattr(config, part)
        ]
        sizes += [] if config.tied else ["tied=False"]
        sizes += [] if config.gate is None else [f"gate={config.gate!r}"]
        return f"{type(self).__name__}({', '.join([config.kind, *sizes])})"


def orthogonal(rows: int, columns: int) -> nn.Parameter:
    """A parameter with orthonormal columns (or rows, if it is wide), scaled by nothing."""
    with one_thread():
        return nn.Parameter(nn.init.orthogonal_(torch.empty(rows, columns)))
