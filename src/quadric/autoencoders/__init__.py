"""L, R, D and the parts they make up: the four presets, the ablations and the TopK baseline."""

from quadric.autoencoders.bilinear import BilinearAutoencoder
from quadric.autoencoders.config import PRESETS, AutoencoderConfig
from quadric.autoencoders.topk import TopKAutoencoder, TopKConfig

__all__ = [
    "PRESETS",
    "AutoencoderConfig",
    "BilinearAutoencoder",
    "TopKAutoencoder",
    "TopKConfig",
]
