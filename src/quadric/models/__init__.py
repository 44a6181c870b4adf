"""A name, folder or GGUF -> model and tokenizer; a layer's name -> the module."""

from quadric.models.layers import Layer, layer
from quadric.models.loading import default_dtype, load
from quadric.models.source import ModelSource

__all__ = ["Layer", "ModelSource", "default_dtype", "layer", "load"]
