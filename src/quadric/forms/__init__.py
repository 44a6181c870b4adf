"""Lazy low-rank quadratic forms: sums, inner products, eigendecomposition, geometry."""

from quadric.forms.bilinear import BilinearForm, Eigen, Signature
from quadric.forms.quadric import Quadric

__all__ = ["BilinearForm", "Eigen", "Quadric", "Signature"]
