"""L, R, D and the parts they make up: the four presets, the ablations and the TopK baseline."""

from typing import TYPE_CHECKING

from quadric.lazy import lazy_names

if TYPE_CHECKING:
    from quadric.autoencoders.bilinear import BilinearAutoencoder
    from quadric.autoencoders.config import PRESETS, AutoencoderConfig, TopKConfig
    from quadric.autoencoders.topk import Autoencoder, TopKAutoencoder

__all__ = [
    "PRESETS",
    "Autoencoder",
    "AutoencoderConfig",
    "BilinearAutoencoder",
    "TopKAutoencoder",
    "TopKConfig",
]

__getattr__ = lazy_names(
    __name__,
    {
        "quadric.autoencoders.bilinear": ("BilinearAutoencoder",),
        "quadric.autoencoders.config": ("PRESETS", "AutoencoderConfig", "TopKConfig"),
        "quadric.autoencoders.topk": ("Autoencoder", "TopKAutoencoder"),
    },
)
