"""Muon (Jordan et al. 2024): steps along the orthogonalised gradient.

torch has a Muon of its own, but its Newton-Schulz always runs in bfloat16, which a CPU without
bfloat16 instructions does many times slower, and on the long side's full product in every step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from quadric.distributed import Cut
from quadric.kernels.tiles import gram, symmetric_product
from quadric.threads import one_thread

__all__ = ["MINIMAX", "NEWTON_SCHULZ", "Muon", "iterated", "orthogonalise"]

Quintic = tuple[float, float, float]
"""a, b, c of the odd polynomial aσ + bσ³ + cσ⁵, which pulls singular values σ towards one."""

NEWTON_SCHULZ: tuple[Quintic, ...] = ((3.4445, -4.7750, 2.0315),) * 5
"""The original's five steps: from 0.01 on, singular values end between 0.68 and 1.13."""

MINIMAX: tuple[Quintic, ...] = (
    (6.752457, -18.351348, 13.263559),
    (2.537854, -1.874669, 0.441280),
)
"""Two steps, each the quintic that is nearest to one on what the step before leaves of [0.05, 1].

From 0.05 on, singular values end between 0.78 and 1.22; smaller ones stay small. A run ends in the
same error as with the original's five, and they cost less than half (docs/training.md).
"""


MIN_EXPONENT = -120
"""Of the power of two that a gradient is divided by: beyond, float32 has no such power."""


def orthogonalise(
    matrix: Float[Tensor, "m n"],
    steps: tuple[Quintic, ...] = NEWTON_SCHULZ,
    cut: Cut | None = None,
    products: torch.dtype | None = None,
) -> Float[Tensor, "m n"]:
    """The matrix with its singular values brought near one, a polynomial of them a step.

    X ← X P with P = aI + bA + cA² and A = XᵀX, so that A ← PAP: everything happens on the Gram
    matrix of the short side, and the long side is multiplied twice in all, not twice a step. Of a
    matrix that is `cut` along an axis, one rank's part: the Gram matrix over that axis is a sum
    over ranks.

    The polynomials want singular values of at most one. The original divides by the Frobenius norm,
    the square root of A's trace; `MINIMAX` by ‖A‖_F^½, a bound that is much nearer, so that fewer
    steps are needed.

    With `products` (bfloat16) the two steps of `MINIMAX` are done in that precision. The original's
    five are not: A then has eigenvalues that rounding made negative, which they blow up.
    """
    rows, columns = matrix.shape
    upright = rows >= columns if cut is None else cut.axis == 0
    tall = matrix if upright else matrix.T
    wide = torch.promote_types(tall.dtype, torch.float32)
    x = tall.to(products if products is not None and steps == MINIMAX else wide)
    # One power for all entries: `ldexp` of the matrix would compute one for each.
    x = x * torch.ldexp(torch.ones((), device=x.device), -_exponent(x, cut))
    a = gram(x.T, out=x.new_empty(x.shape[1], x.shape[1]))
    if cut is not None:
        a = cut.group.all_reduce_(a.to(wide)).to(a)
    with one_thread():
        bound = a.norm(dtype=wide) if steps == MINIMAX else a.trace()
    bound = bound.clamp(min=torch.finfo(wide).tiny)
    factor = iterated((a / bound).to(a), steps)
    factor = (factor / bound.sqrt()).to(x)
    return (x @ factor if upright else factor.T @ x.T).to(matrix.dtype)


def _exponent(x: Tensor, cut: Cut | None) -> Tensor:
    """The power of two that the whole matrix is divided by: its largest entry is then near one.

    So no bit is lost, and the squares of tiny gradients do not vanish.
    """
    if cut is None:
        return torch.frexp(x.abs().amax().float()).exponent.clamp(min=MIN_EXPONENT)
    largest = float(x.abs().amax()) if x.numel() else 0.0
    own = math.frexp(largest)[1] if 0 < largest < math.inf else MIN_EXPONENT
    return torch.tensor(max(MIN_EXPONENT, cut.group.all_reduce_max(own)), device=x.device)


def iterated(gram: Float[Tensor, "n n"], steps: tuple[Quintic, ...]) -> Float[Tensor, "n n"]:
    """The product of all factors P, from the Gram matrix A of the matrix that they multiply.

    All are polynomials of A, so that they commute and every product of them is symmetric.
    """

    def product(one: Tensor, other: Tensor) -> Tensor:
        return symmetric_product(one, other, torch.empty_like(one))

    def plus(one: Tensor, other: Tensor, weight: float) -> Tensor:
        # Where threads divide a narrow tensor, its last entries are rounded in another way.
        with one_thread():
            return one.add_(other, alpha=weight)

    # A factor is aI + Q, and only Q is multiplied: narrow sums would lose it beside the diagonal.
    total, scale = torch.zeros_like(gram), 1.0
    for step, (a, b, c) in enumerate(steps):
        q = plus(product(gram, gram).mul_(c), gram, b)
        total = scale * q + a * total + (product(total, q) if step else 0)
        scale *= a
        if step < len(steps) - 1:
            half = plus(product(q, gram), gram, a)
            gram = plus(product(q, half), half, a)
    total = total.to(torch.promote_types(total.dtype, torch.float32))
    total.diagonal().add_(scale)
    return total


class Muon(torch.optim.Optimizer):
    """Muon for matrices, Adam for everything else.

    The update of a matrix [rows, columns] is scaled by √max(1, rows/columns), as in the original.
    Parameters that are not matrices (biases) go into a group of their own with `adam_lr`; both
    rates are entries of `param_groups`, so that a schedule scales both. Parameters that are one
    rank's parts of matrices come with their `cuts`, one each. `products` is the precision of the
    orthogonalisation's matrix products; parameters and state stay as they are.
    """

    def __init__(
        self,
        params: Iterable[nn.Parameter],
        lr: float = 0.01,
        *,
        momentum: float = 0.0,
        nesterov: bool = False,
        weight_decay: float = 0.0,
        steps: tuple[Quintic, ...] = NEWTON_SCHULZ,
        adam_lr: float = 1e-3,
        adam_betas: tuple[float, float] = (0.9, 0.95),
        cuts: Iterable[Cut] | None = None,
        products: torch.dtype | None = None,
    ):
        if not lr >= 0 or not adam_lr >= 0:
            raise ValueError(f"lr={lr}, adam_lr={adam_lr}: learning rates must not be negative")
        if not 0 <= momentum < 1:
            raise ValueError(f"momentum={momentum} must be at least 0 and below 1")
        if nesterov and not momentum:
            raise ValueError("nesterov=True needs momentum: set it, for example to 0.95")
        params, self._products = list(params), products
        self._cuts = {} if cuts is None else dict(zip(map(id, params), cuts, strict=True))
        matrices = [p for p in params if p.ndim == 2]
        others = [p for p in params if p.ndim != 2]
        groups = [{"params": matrices, "lr": lr}, {"params": others, "lr": adam_lr}]
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "nesterov": nesterov,
            "weight_decay": weight_decay,
            "steps": steps,
            "betas": adam_betas,
        }
        super().__init__([group for group in groups if group["params"]], defaults)

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """One step along the gradients that are there."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                if group["weight_decay"]:
                    parameter.mul_(1 - group["lr"] * group["weight_decay"])
                update = self._muon if parameter.ndim == 2 else self._adam
                update(parameter, parameter.grad, group)
        return loss

    def _muon(self, parameter: Tensor, gradient: Tensor, group: dict[str, Any]) -> None:
        if group["momentum"]:
            state = self.state[parameter]
            if "momentum" not in state:
                state["momentum"] = torch.zeros_like(parameter)
            buffer = state["momentum"].lerp_(gradient, 1 - group["momentum"])
            gradient = gradient.lerp(buffer, group["momentum"]) if group["nesterov"] else buffer
        cut = self._cuts.get(id(parameter))
        rows, columns = parameter.shape if cut is None else cut.shape
        update = orthogonalise(gradient, group["steps"], cut, self._products)
        parameter.add_(update, alpha=-group["lr"] * math.sqrt(max(1, rows / columns)))

    def _adam(self, parameter: Tensor, gradient: Tensor, group: dict[str, Any]) -> None:
        state = self.state[parameter]
        if "step" not in state:
            state["step"] = torch.zeros(())
            state["mean"], state["square"] = (torch.zeros_like(parameter) for _ in range(2))
        state["step"] += 1
        first, second = group["betas"]
        state["mean"].lerp_(gradient, 1 - first)
        state["square"].lerp_(gradient.square(), 1 - second)
        time = state["step"].item()
        mean = state["mean"] / (1 - first**time)
        root = (state["square"] / (1 - second**time)).sqrt_().add_(1e-8)
        parameter.addcdiv_(mean, root, value=-group["lr"])
