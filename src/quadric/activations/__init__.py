"""Model and text -> activations -> a store on disk -> shuffled batches."""

from quadric.activations.batches import Rows
from quadric.activations.capturing import Captured, capture, stream
from quadric.activations.opening import open_activations
from quadric.activations.store import ActivationStore

__all__ = ["ActivationStore", "Captured", "Rows", "capture", "open_activations", "stream"]
