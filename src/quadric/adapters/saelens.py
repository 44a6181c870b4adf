"""A bilinear autoencoder under the names that SAELens and SAEBench expect of an SAE.

Their evaluations call `encode` and `decode`, read `cfg`, and some take the rows of `W_dec` for what
a latent writes. docs/neighbours.md says which of them mean something here, and which do not.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from quadric.analysis.decoding import decode
from quadric.autoencoders import BilinearAutoencoder
from quadric.shapes import Inputs, Latents

__all__ = ["BilinearSAE", "SAEConfig"]


@dataclass
class SAEConfig:
    """The fields that SAELens's `SAEConfig` and SAEBench's `CustomSAEConfig` have."""

    d_in: int
    """Width of the activations."""
    d_sae: int
    """Number of latents."""
    model_name: str = ""
    """As TransformerLens calls the model."""
    hook_name: str = ""
    """As TransformerLens calls the layer."""
    hook_layer: int = 0
    """Its block's number."""
    dtype: str = "float32"
    """Of the weights."""
    device: str = "cpu"
    """Where they are."""
    architecture: str = "bilinear"
    """No SAE of theirs has it: nothing of theirs may be assumed of it."""
    apply_b_dec_to_input: bool = False
    """There is no bias to subtract."""
    normalize_activations: str = "none"
    """Inputs are brought to norm one inside."""
    reshape_activations: str = "none"
    """Heads are not joined."""
    finetuning_scaling_factor: bool = False
    """There is none."""
    activation_fn_str: str = ""
    """Latents are products of two linear forms: no activation function."""
    activation_fn_kwargs: dict[str, Any] = field(default_factory=dict)
    """None."""
    context_size: int | None = None
    """Tokens that the model reads at once."""
    hook_head_index: int | None = None
    """All heads."""
    prepend_bos: bool = True
    """Whether texts begin with the model's first token."""
    dataset_path: str = ""
    """The text."""
    dataset_trust_remote_code: bool = False
    """Nothing from strangers is run."""
    seqpos_slice: tuple[int | None, ...] = (None,)
    """All positions."""
    training_tokens: int = -1
    """Not counted."""
    model_from_pretrained_kwargs: dict[str, Any] = field(default_factory=dict)
    """None."""
    sae_lens_training_version: str | None = None
    """Not trained by SAELens."""
    neuronpedia_id: str | None = None
    """Not there."""

    @property
    def metadata(self) -> SAEConfig:
        """Where newer SAELens keeps model and hook: here they are one."""
        return self

    def to_dict(self) -> dict[str, Any]:
        """Every field by name."""
        return asdict(self)


class BilinearSAE(nn.Module):
    """`sae.encode(x)`, `sae.decode(latents)` and `sae(x)` of a bilinear autoencoder.

    The latents are f(x)_j = (l_j·x)(r_j·x): of any sign, and rarely exactly zero. `decode` gives
    the leading eigenvector of X̂ = Σ_j g_j V_j, which the latents determine but for its sign and
    length: those are taken from `like`, else from the last inputs that were encoded, as SAELens
    does with its own run-time normalisations.

    >>> sae = BilinearSAE(BilinearAutoencoder.preset("mixed", 8, expansion=4))
    >>> x = torch.randn(2, 5, 8)
    >>> sae.encode(x).shape, sae.decode(sae.encode(x)).shape
    (torch.Size([2, 5, 32]), torch.Size([2, 5, 8]))
    """

    def __init__(
        self,
        autoencoder: BilinearAutoencoder,
        *,
        model_name: str = "",
        hook_name: str = "",
        hook_layer: int = 0,
    ) -> None:
        """Wrap an autoencoder; other fields of the config can be set on `cfg`."""
        super().__init__()
        self.autoencoder = autoencoder
        config, weight = autoencoder.config, autoencoder.left
        kind = str(weight.dtype).removeprefix("torch.")
        self.cfg = SAEConfig(
            config.d_in,
            config.n_latents,
            model_name,
            hook_name,
            hook_layer,
            dtype=kind,
            device=str(weight.device),
        )
        self._like: Tensor | None = None

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.autoencoder.left.device

    @property
    def dtype(self) -> torch.dtype:
        """Of the weights."""
        return self.autoencoder.left.dtype

    @property
    def W_enc(self) -> Tensor:
        """[d_in, d_sae]: the direction that each latent responds to most, of norm one."""
        return self._directions().T

    @property
    def W_dec(self) -> Tensor:
        """[d_sae, d_in]: the same directions; a latent writes a form of rank two, not a vector."""
        return self._directions()

    @property
    def b_enc(self) -> Tensor:
        """Zeros: there are no biases."""
        return self.autoencoder.left.new_zeros(self.cfg.d_sae)

    @property
    def b_dec(self) -> Tensor:
        """Zeros."""
        return self.autoencoder.left.new_zeros(self.cfg.d_in)

    @torch.no_grad()
    def _directions(self) -> Tensor:
        """The eigenvector of largest |eigenvalue| of ½(l rᵀ + r lᵀ): l/‖l‖ ± r/‖r‖, normalised."""
        left = nn.functional.normalize(self.autoencoder.left[:, : self.cfg.d_in], dim=1)
        right = nn.functional.normalize(self.autoencoder.right[:, : self.cfg.d_in], dim=1)
        sign = torch.where((left * right).sum(1, keepdim=True) < 0, -1, 1).to(left)
        return nn.functional.normalize(left + sign * right, dim=1)

    def encode(self, x: Inputs) -> Latents:
        """f(x), remembering x for the sign and length of what is decoded next."""
        self._like = x.detach()
        return self.autoencoder.encode(x)

    def decode(self, latents: Latents, like: Inputs | None = None) -> Inputs:
        """x̂: the leading eigenvector of X̂, with the sign and norm of `like`.

        Without `like`, and without inputs of the same number encoded before, it has norm one and
        its largest entry is positive. It has no gradient.
        """
        if like is None and self._like is not None and self._like.shape[:-1] == latents.shape[:-1]:
            like = self._like
        return decode(self.autoencoder, latents, like)

    def forward(self, x: Inputs) -> Inputs:
        """decode(encode(x))."""
        return self.decode(self.encode(x), x)

    def to(self, *args: Any, **kwargs: Any) -> BilinearSAE:
        """Move or convert the weights, and say so in the config."""
        super().to(*args, **kwargs)
        self.cfg.dtype = str(self.dtype).removeprefix("torch.")
        self.cfg.device = str(self.device)
        return self

    def fold_W_dec_norm(self) -> None:
        """Nothing: the rows of W_dec have norm one."""

    def check_decoder_norms(self) -> bool:
        """True: the rows of W_dec have norm one."""
        return True
