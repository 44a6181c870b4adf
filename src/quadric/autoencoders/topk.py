"""The baseline: a TopK sparse autoencoder (Gao et al. 2024) on the same unit-norm inputs."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from quadric.autoencoders.bilinear import BilinearAutoencoder
from quadric.autoencoders.config import TopKConfig
from quadric.autoencoders.inputs import Normalizing, unit_inputs
from quadric.autoencoders.pretrained import Pretrained
from quadric.kernels.tiled import accumulation_dtype
from quadric.objective import Loss, Reduction, density_weights
from quadric.shapes import Inputs, Latents, Mask, PerLatent, PerSample

__all__ = ["Autoencoder", "TopKAutoencoder"]


class TopKAutoencoder(Normalizing, Pretrained):
    """x̂ = W_dec TopK(ReLU(W_enc (x − b) + c)) + b, trained on ‖x − x̂‖² of inputs of norm one."""

    def __init__(self, config: TopKConfig):
        super().__init__()
        self.config = config
        decoder = nn.functional.normalize(torch.randn(config.n_latents, config.d_in), dim=1)
        self.decoder = nn.Parameter(decoder)
        self.encoder = nn.Parameter(decoder.clone())
        self.encoder_bias = nn.Parameter(torch.zeros(config.n_latents))
        self.bias = nn.Parameter(torch.zeros(config.d_in))
        self.register_buffer("mean", torch.zeros(config.d_in) if config.centred else None)

    @classmethod
    def sized(cls, d_in: int, expansion: float = 16, k: int = TopKConfig.k) -> TopKAutoencoder:
        """A baseline of expansion · d_in latents, of which a sample keeps at most k."""
        n_latents = max(1, round(expansion * d_in))
        return cls(TopKConfig(d_in, n_latents, min(k, n_latents)))

    @property
    def _dtype(self) -> torch.dtype:
        return accumulation_dtype(self.encoder)

    def _top(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Values and indices of the latents that the samples keep."""
        dtype = self._dtype
        before = (x - self.bias.to(dtype)) @ self.encoder.to(dtype).T + self.encoder_bias.to(dtype)
        values, indices = before.topk(self.config.k, dim=-1)
        return values.relu(), indices

    def _decode(self, values: Tensor, indices: Tensor) -> Tensor:
        """Σ over the kept latents of value · decoder row: k rows a sample, not all of them."""
        decoder = self.decoder.to(self._dtype)
        kept = nn.functional.embedding_bag(
            indices.flatten(0, -2), decoder, per_sample_weights=values.flatten(0, -2), mode="sum"
        )
        return kept.view(*values.shape[:-1], -1) + self.bias.to(self._dtype)

    def encode(self, x: Inputs) -> Latents:
        """The latents, zero but for the k largest of every sample; zeros for samples of zeros."""
        unit, alive = self.normalize(x)
        values, indices = self._top(unit)
        dense = values.new_zeros(*values.shape[:-1], self.config.n_latents)
        return dense.scatter(-1, indices, values) * alive[..., None]

    def decode(self, latents: Latents) -> Inputs:
        """x̂ of the given latents, at the scale of inputs of norm one."""
        return latents @ self.decoder.to(latents.dtype) + self.bias.to(latents.dtype)

    def loss(
        self,
        x: Inputs,
        mask: Mask | None = None,
        alpha: float = 0.0,
        reduction: Reduction | None = None,
    ) -> Loss:
        """The mean input-space error s = ‖x − x̂‖²; TopK is its own sparsity, so alpha is unused."""
        inputs = unit_inputs(x, self.config.d_in, self._dtype, mean=self.mean, mask=mask)
        values, indices = self._top(inputs.rows)
        reduction = reduction or Reduction()
        error = (inputs.rows - self._decode(values, indices)).square().sum(-1).mean()
        error = reduction.mean(error, len(inputs.rows))
        with torch.no_grad():
            dense = values.new_zeros(len(values), self.config.n_latents)
            weights = density_weights(self.config.n_latents).to(dense)
            density = reduction.density(dense.scatter_(-1, indices, values), weights)
        return Loss(error, error, density, len(inputs.rows), inputs.zeros)

    @torch.no_grad()
    def _both(self, x: Inputs) -> tuple[Tensor, Tensor, Tensor]:
        unit, alive = self.normalize(x)
        return unit, self._decode(*self._top(unit)), alive

    def input_errors(self, x: Inputs) -> PerSample:
        """s = ‖x − x̂‖² of every sample; 0 for samples of zeros."""
        unit, decoded, alive = self._both(x)
        return (unit - decoded).square().sum(-1) * alive

    def errors(self, x: Inputs) -> PerSample:
        """‖x⊗x − x̂⊗x̂‖² = 1 − 2(x·x̂)² + ‖x̂‖⁴, exactly: comparable to bilinear errors."""
        unit, decoded, alive = self._both(x)
        norm = decoded.square().sum(-1)
        return (1 - 2 * (unit * decoded).sum(-1).square() + norm.square()) * alive

    def approximate_errors(self, x: Inputs) -> PerSample:
        """The paper's 2s − s²/2 for ‖x̂‖ ≈ 1 (eq:quadratic-recons), beside the exact `errors`."""
        error = self.input_errors(x)
        return 2 * error - error.square() / 2

    @torch.no_grad()
    def term_norms(self) -> PerLatent:
        """The norm of every latent's decoder row."""
        return self.decoder.to(self._dtype).norm(dim=1)

    def __repr__(self) -> str:
        config = self.config
        return f"TopKAutoencoder(d_in={config.d_in}, n_latents={config.n_latents}, k={config.k})"


Autoencoder = BilinearAutoencoder | TopKAutoencoder
"""What a run trains: either kind."""
