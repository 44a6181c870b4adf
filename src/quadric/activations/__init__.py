"""Model and text -> activations -> a store on disk -> shuffled batches."""

from quadric.activations.batches import Rows
from quadric.activations.capturing import Captured, capture, stream
from quadric.activations.collecting import CollectSettings, begun_precision, collect
from quadric.activations.estimating import Estimate, estimate
from quadric.activations.opening import open_activations
from quadric.activations.store import ActivationStore

__all__ = [
    "ActivationStore",
    "Captured",
    "CollectSettings",
    "Estimate",
    "Rows",
    "begun_precision",
    "capture",
    "collect",
    "estimate",
    "open_activations",
    "stream",
]
