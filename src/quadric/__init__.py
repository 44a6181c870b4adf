"""quadric finds the manifolds inside a language model.

Activations in, a bilinear autoencoder of them, and the algebra of its latents out:

>>> import torch, quadric
>>> ae = quadric.BilinearAutoencoder.preset("mixed", d_in=16, expansion=4)
>>> x = torch.randn(32, 16)
>>> ae.encode(x).shape, ae.errors(x).shape
(torch.Size([32, 64]), torch.Size([32]))
"""

from typing import TYPE_CHECKING, Any

from quadric.lazy import lazy_names

if TYPE_CHECKING:
    from quadric.activations import (
        ActivationStore,
        CollectSettings,
        capture,
        collect,
        open_activations,
    )
    from quadric.analysis import evaluate, frobenius_similarity, permutation_similarity
    from quadric.autoencoders import (
        AutoencoderConfig,
        BilinearAutoencoder,
        TopKAutoencoder,
        TopKConfig,
    )
    from quadric.autoencoders.paper_checkpoints import import_checkpoint
    from quadric.causes import intervene, steer
    from quadric.forms import BilinearForm, FormStack, Quadric, Subspace
    from quadric.gallery import write_gallery
    from quadric.manifolds import (
        Labels,
        Manifold,
        Words,
        find_manifolds,
        load_gallery,
        load_manifold,
        locate,
    )
    from quadric.objective import hoyer_density
    from quadric.training.fit import fit
    from quadric.training.folder import load_run
    from quadric.training.settings import TrainSettings

__all__ = [
    "ActivationStore",
    "AutoencoderConfig",
    "BilinearAutoencoder",
    "BilinearForm",
    "CollectSettings",
    "FormStack",
    "Labels",
    "Manifold",
    "Quadric",
    "Subspace",
    "TopKAutoencoder",
    "TopKConfig",
    "TrainSettings",
    "Words",
    "capture",
    "collect",
    "evaluate",
    "find_manifolds",
    "fit",
    "frobenius_similarity",
    "hoyer_density",
    "import_checkpoint",
    "intervene",
    "load_gallery",
    "load_manifold",
    "load_run",
    "locate",
    "open_activations",
    "permutation_similarity",
    "steer",
    "write_gallery",
]

# torch and transformers take seconds to import, so each name is fetched when it is first used.
_HOMES = {
    "quadric.activations": (
        "ActivationStore",
        "CollectSettings",
        "capture",
        "collect",
        "open_activations",
    ),
    "quadric.analysis": ("evaluate", "frobenius_similarity", "permutation_similarity"),
    "quadric.autoencoders": (
        "AutoencoderConfig",
        "BilinearAutoencoder",
        "TopKAutoencoder",
        "TopKConfig",
    ),
    "quadric.autoencoders.paper_checkpoints": ("import_checkpoint",),
    "quadric.causes": ("intervene", "steer"),
    "quadric.forms": ("BilinearForm", "FormStack", "Quadric", "Subspace"),
    "quadric.gallery": ("write_gallery",),
    "quadric.manifolds": (
        "Labels",
        "Manifold",
        "Words",
        "find_manifolds",
        "load_gallery",
        "load_manifold",
        "locate",
    ),
    "quadric.objective": ("hoyer_density",),
    "quadric.training.fit": ("fit",),
    "quadric.training.folder": ("load_run",),
    "quadric.training.settings": ("TrainSettings",),
}


_find = lazy_names(__name__, _HOMES)


def __getattr__(name: str) -> Any:
    if name != "__version__":
        return _find(name)
    # Here, since it takes a tenth of the time in which a page is served, and few ask.
    from importlib.metadata import version

    return version("quadric")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
