"""A scikit-learn transformer: activations in, latents out."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data
from torch import Tensor

from quadric.training.fit import DEFAULTS, fit

__all__ = ["QuadricTransformer"]


class QuadricTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Learns an autoencoder by `fit`, and gives a sample's latents by `transform`.

    Samples are brought to norm one, so that their length is lost: with `bias=True` at least a
    single feature has something to tell. Samples of zeros have latents of zero.

    >>> import numpy as np
    >>> x = np.random.default_rng(0).normal(size=(100, 4))
    >>> QuadricTransformer("vanilla", expansion=2, steps=5).fit_transform(x).shape
    (100, 8)
    """

    def __init__(
        self,
        kind: Any = DEFAULTS.kind,
        *,
        expansion: Any = DEFAULTS.expansion,
        steps: Any = DEFAULTS.steps,
        batch: Any = DEFAULTS.batch,
        alpha: Any = DEFAULTS.alpha,
        lr: Any = DEFAULTS.lr,
        bias: Any = DEFAULTS.bias,
        random_state: Any = DEFAULTS.seed,
    ) -> None:
        """Keep the settings as they are: scikit-learn wants them checked by `fit`, not here."""
        self.kind = kind
        self.expansion = expansion
        self.steps = steps
        self.batch = batch
        self.alpha = alpha
        self.lr = lr
        self.bias = bias
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> QuadricTransformer:
        """Train on X [n, d]; y is not used."""
        X = validate_data(self, X, dtype=[np.float64, np.float32])
        if X.shape[1] == 1 and not self.bias:
            raise ValueError("n_features=1: every sample is ±1 at norm one; set bias=True")
        seed = self.random_state
        if not isinstance(seed, int):
            seed = int(check_random_state(seed).randint(2**31))
        self.autoencoder_ = fit(
            X,
            self.kind,
            expansion=self.expansion,
            steps=self.steps,
            batch=self.batch,
            seed=seed,
            alpha=self.alpha,
            lr=self.lr,
            bias=self.bias,
            # Pipelines centre and scale before they come here.
            centred=False,
            dtype=X.dtype.name,
        )
        return self

    def transform(self, X: Any) -> np.ndarray:
        """The latents [n, n_latents]."""
        check_is_fitted(self)
        x = self._inputs(X)
        with torch.no_grad():
            return self.autoencoder_.encode(x).to(x.dtype).numpy()

    def score(self, X: Any, y: Any = None) -> float:
        """1 − mean ‖X̂ − X‖²: the share of the samples' products that is reconstructed."""
        check_is_fitted(self)
        x = self._inputs(X)
        _, alive = self.autoencoder_.normalize(x)
        return 1 - float(self.autoencoder_.errors(x[alive]).mean())

    def _inputs(self, X: Any) -> Tensor:
        X = validate_data(self, X, dtype=[np.float64, np.float32], reset=False)
        # Arrays mapped from a file may be read-only, which torch does not take.
        return torch.from_numpy(np.require(X, requirements=["C", "W"]))

    @property
    def _n_features_out(self) -> int:
        return self.autoencoder_.config.n_latents
