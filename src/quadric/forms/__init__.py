"""Quadratic forms and subspaces, one or many at once: sums, inner products, eigenpairs, overlap."""

from quadric.forms.bilinear import BilinearForm, Signature
from quadric.forms.factored import Eigen, lift
from quadric.forms.quadric import Quadric
from quadric.forms.stack import FormStack
from quadric.forms.subspace import Subspace, SubspaceStack

__all__ = [
    "BilinearForm",
    "Eigen",
    "FormStack",
    "Quadric",
    "Signature",
    "Subspace",
    "SubspaceStack",
    "lift",
]
